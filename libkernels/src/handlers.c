/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Handlers by name, in a store of resources. */
#include <kernels/handler.h>
#include <pthread.h>
#include <string.h>

struct named {
	struct named *next;
	const struct kernels_handler *handler;
	size_t size;
	char name[];
};

struct names {
	const struct async_allocator *allocator;
	pthread_mutex_t lock;
	struct named *first;
};

static void *create(void *ctx)
{
	const struct async_allocator *allocator = ctx;
	struct names *names = async_alloc(allocator, sizeof *names, _Alignof(struct names));
	if (!names)
		return NULL;
	*names = (struct names){ .allocator = allocator };
	if (pthread_mutex_init(&names->lock, NULL) == 0)
		return names;
	async_free(allocator, names, sizeof *names, _Alignof(struct names));
	return NULL;
}

static void destroy(void *object)
{
	struct names *names = object;
	for (struct named *named = names->first, *next; named; named = next) {
		next = named->next;
		async_free(names->allocator, named, sizeof *named + named->size, _Alignof(struct named));
	}
	pthread_mutex_destroy(&names->lock);
	async_free(names->allocator, names, sizeof *names, _Alignof(struct names));
}

/* The lock is held. */
static struct named *find(const struct names *names, const char *name, size_t size)
{
	struct named *named = names->first;
	while (named && (named->size != size || memcmp(named->name, name, size) != 0))
		named = named->next;
	return named;
}

#define KEY "befkit.handlers"

enum kernels_status kernels_handler_register(struct async_resources *resources, const struct async_allocator *allocator,
	const char *name, size_t name_size, const struct kernels_handler *handler)
{
	allocator = allocator ? allocator : async_allocator_system();
	struct names *names = async_resources_get(resources, KEY, create, (void *)(uintptr_t)allocator, destroy);
	struct named *named = names && name_size <= SIZE_MAX / 2
				      ? async_alloc(names->allocator, sizeof *named + name_size, _Alignof(struct named))
				      : NULL;
	if (!named)
		return KERNELS_E_NOMEM;
	*named = (struct named){ .handler = handler, .size = name_size };
	memcpy(named->name, name, name_size);
	pthread_mutex_lock(&names->lock);
	const bool exists = find(names, name, name_size);
	if (!exists) {
		named->next = names->first;
		names->first = named;
	}
	pthread_mutex_unlock(&names->lock);
	if (!exists)
		return KERNELS_OK;
	async_free(names->allocator, named, sizeof *named + name_size, _Alignof(struct named));
	return KERNELS_E_EXISTS;
}

static void *create_none(void *ctx) { return ctx; }

const struct kernels_handler *kernels_handler_find(struct async_resources *resources, const char *name, size_t name_size)
{
	struct names *names = async_resources_get(resources, KEY, create_none, NULL, NULL);
	if (!names)
		return NULL;
	pthread_mutex_lock(&names->lock);
	const struct named *named = find(names, name, name_size);
	const struct kernels_handler *handler = named ? named->handler : NULL;
	pthread_mutex_unlock(&names->lock);
	return handler;
}
