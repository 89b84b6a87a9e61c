/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Handlers and types that are registered with the plugin, for the life of the process. */
#include "callbacks.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct target {
	struct target *next;
	struct pjrt__ffi_handler handler;
	size_t size;
	char name[];
};

struct type {
	struct type *next;
	int64_t id;
	void (*deleter)(void *object);
	size_t size;
	char name[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all below */
static struct target *targets;
static struct type *types;
static int64_t last_type = 1 << 20; /* above the numbers that callers choose */

static struct target *find_target(const char *name, size_t size)
{
	struct target *at = targets;
	while (at && (at->size != size || memcmp(at->name, name, size) != 0))
		at = at->next;
	return at;
}

/* A program may have been compiled with the first handler, so another one is refused. */
PJRT_Error *pjrt__ffi_add_handler(const char *name, size_t size, const struct pjrt__ffi_handler *handler)
{
	struct target *made = malloc(sizeof *made + size + 1);
	PJRT_Error *error = NULL;
	if (!made)
		return pjrt__no_memory();
	*made = (struct target){ .handler = *handler, .size = size };
	memcpy(made->name, name, size);
	pthread_mutex_lock(&lock);
	const struct target *other = find_target(name, size);
	if (other) {
		if (memcmp(&other->handler, handler, sizeof *handler) != 0)
			error = pjrt__fail(PJRT_Error_Code_ALREADY_EXISTS, "the target \"%.*s\" has another handler",
				size < 100 ? (int)size : 100, name);
	} else {
		made->next = targets;
		targets = made;
		made = NULL;
	}
	pthread_mutex_unlock(&lock);
	free(made);
	return error;
}

PJRT_Error *pjrt__ffi_register_handler(PJRT_FFI_Register_Handler_Args *args)
{
	struct pjrt__ffi_handler handler = { .untyped = NULL };
	PJRT_Error *error = PJRT_REQUIRE(args, handler, target_name);
	if (error)
		return error;
	if (!args->handler || !args->target_name_size)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "a handler has a name and a function");
	memcpy(&handler.stages[XLA_FFI_ExecutionStage_EXECUTE], &args->handler, sizeof args->handler);
	return pjrt__ffi_add_handler(args->target_name, args->target_name_size, &handler);
}

bool pjrt__ffi_find_handler(const char *name, struct pjrt__ffi_handler *out)
{
	pthread_mutex_lock(&lock);
	const struct target *target = find_target(name, strlen(name));
	if (target)
		*out = target->handler;
	pthread_mutex_unlock(&lock);
	const struct pjrt__python *python = pjrt__python();
	*out = target ? *out : (struct pjrt__ffi_handler){ .untyped = NULL };
	return target || (python && python->find && python->find(name, out) != 0);
}

/* ---- types */

PJRT_Error *pjrt__ffi_add_type(const char *name, size_t size, int64_t *id, void (*deleter)(void *object))
{
	struct type *made = malloc(sizeof *made + size + 1), *at;
	PJRT_Error *error = NULL;
	if (!made)
		return pjrt__no_memory();
	pthread_mutex_lock(&lock);
	for (at = types; at && (at->size != size || memcmp(at->name, name, size) != 0); at = at->next)
		continue;
	if (at) {
		if (*id != 0 && *id != at->id)
			error = pjrt__fail(PJRT_Error_Code_ALREADY_EXISTS, "the type \"%.*s\" has the number %lld",
				size < 100 ? (int)size : 100, name, (long long)at->id);
		*id = at->id;
		if (!at->deleter)
			at->deleter = deleter;
	} else {
		if (*id == 0)
			*id = ++last_type;
		*made = (struct type){ .next = types, .id = *id, .deleter = deleter, .size = size };
		memcpy(made->name, name, size);
		types = made;
		made = NULL;
	}
	pthread_mutex_unlock(&lock);
	free(made);
	return error;
}

PJRT_Error *pjrt__ffi_register_type(PJRT_FFI_Type_Register_Args *args)
{
	PJRT_Error *error = PJRT_REQUIRE(args, type_id, type_name);
	if (error)
		return error;
	const bool has = PJRT_HAS(args, type_info) && args->type_info;
	return pjrt__ffi_add_type(args->type_name, args->type_name_size, &args->type_id, has ? args->type_info->deleter : NULL);
}

void befkit_pjrt_add_type(const char *name, int64_t id, void (*deleter)(void *object))
{
	pjrt__error_free(pjrt__ffi_add_type(name, strlen(name), &id, deleter));
}

bool pjrt__ffi_type(int64_t id, void (**out_deleter)(void *object))
{
	pthread_mutex_lock(&lock);
	const struct type *at = types;
	while (at && at->id != id)
		at = at->next;
	*out_deleter = at ? at->deleter : NULL;
	pthread_mutex_unlock(&lock);
	return at != NULL;
}
