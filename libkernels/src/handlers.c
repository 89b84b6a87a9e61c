/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Handlers by name: objects of a store of resources, which has the lock and the table. */
#include <kernels/handler.h>
#include <string.h>

static const char prefix[] = "befkit.handler.";

/* The name in the store, NUL-terminated; NULL: out of memory, or the name has a NUL byte, which the store cannot have. */
static char *make_key(const struct async_allocator *allocator, const char *name, size_t size)
{
	if (size > SIZE_MAX - sizeof prefix || memchr(name, 0, size))
		return NULL;
	char *key = async_alloc(allocator, sizeof prefix + size, 1);
	if (key) {
		memcpy(key, prefix, sizeof prefix - 1);
		memcpy(key + sizeof prefix - 1, name, size);
		key[sizeof prefix - 1 + size] = '\0';
	}
	return key;
}

struct added {
	const struct kernels_handler *handler;
	bool done;
};

static void *add(void *ctx)
{
	struct added *added = ctx;
	added->done = true;
	return (void *)(uintptr_t)added->handler;
}

static void *add_none(void *ctx) { return ctx; }

enum kernels_status kernels_handler_register(struct async_resources *resources, const struct async_allocator *allocator,
	const char *name, size_t name_size, const struct kernels_handler *handler)
{
	struct added added = { handler, false };
	allocator = allocator ? allocator : async_allocator_system();
	char *key = make_key(allocator, name, name_size);
	if (!key)
		return name_size && memchr(name, 0, name_size) ? KERNELS_E_ARG : KERNELS_E_NOMEM;
	const void *stored = async_resources_get(resources, key, add, &added, NULL);
	async_free(allocator, key, sizeof prefix + name_size, 1);
	return !stored ? KERNELS_E_NOMEM : added.done ? KERNELS_OK : KERNELS_E_EXISTS;
}

const struct kernels_handler *kernels_handler_find(struct async_resources *resources, const char *name, size_t name_size)
{
	const struct async_allocator *allocator = async_allocator_system();
	char *key = make_key(allocator, name, name_size);
	if (!key)
		return NULL;
	const struct kernels_handler *handler = async_resources_get(resources, key, add_none, NULL, NULL);
	async_free(allocator, key, sizeof prefix + name_size, 1);
	return handler;
}
