/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Named objects, each created on first use. */
#include "allocator_private.h"
#include "atomics.h"
#include <async/request.h>
#include <pthread.h>
#include <string.h>

#define BUCKETS 64

struct entry {
	struct entry *next;  /* in the bucket */
	struct entry *older; /* in order of creation: objects may use older ones while they are destroyed */
	void *object;
	void (*destroy)(void *object);
	size_t name_size;
	char name[];
};

struct async_resources {
	uint32_t refs; /* atomic; written and read by all holders */
	const struct async_allocator *allocator;
	pthread_mutex_t lock; /* guards the members below; held during creation, so that an object is created once */
	struct entry *newest;
	struct entry *bucket[BUCKETS];
};

struct async_resources *async_resources_create(const struct async_allocator *allocator)
{
	allocator = async__or_system(allocator);
	struct async_resources *resources = async_alloc(allocator, sizeof *resources, _Alignof(struct async_resources));
	if (!resources)
		return NULL;
	memset(resources, 0, sizeof *resources);
	resources->refs = 1;
	resources->allocator = allocator;
	pthread_mutex_init(&resources->lock, NULL);
	return resources;
}

struct async_resources *async_resources_retain(struct async_resources *resources)
{
	async__add_relaxed(&resources->refs, 1); /* relaxed: the caller holds a reference already */
	return resources;
}

void async_resources_release(struct async_resources *resources)
{
	/* acq_rel: the last decrement acquires what the other holders released with theirs */
	if (!resources || async__sub_acq_rel(&resources->refs, 1) != 1)
		return;
	for (struct entry *entry = resources->newest, *older; entry; entry = older) {
		older = entry->older;
		if (entry->destroy)
			entry->destroy(entry->object);
		async_free(resources->allocator, entry, sizeof *entry + entry->name_size, _Alignof(struct entry));
	}
	pthread_mutex_destroy(&resources->lock);
	async_free(resources->allocator, resources, sizeof *resources, _Alignof(struct async_resources));
}

static struct entry **bucket_of(struct async_resources *resources, const char *name, size_t size)
{
	uint32_t hash = 2166136261u; /* FNV-1a */
	for (size_t i = 0; i < size; i++)
		hash = (hash ^ (unsigned char)name[i]) * 16777619u;
	return &resources->bucket[(hash ^ (hash >> 16)) % BUCKETS];
}

static struct entry *make(struct async_resources *resources, const char *name, size_t size, void *(*create)(void *ctx),
	void *ctx, void (*destroy)(void *object))
{
	struct entry *entry = async_alloc(resources->allocator, sizeof *entry + size, _Alignof(struct entry));
	if (!entry)
		return NULL;
	*entry = (struct entry){ .object = create(ctx), .destroy = destroy, .name_size = size };
	if (!entry->object) {
		async_free(resources->allocator, entry, sizeof *entry + size, _Alignof(struct entry));
		return NULL;
	}
	memcpy(entry->name, name, size);
	entry->older = resources->newest;
	resources->newest = entry;
	return entry;
}

void *async_resources_get(struct async_resources *resources, const char *name, void *(*create)(void *ctx), void *ctx,
	void (*destroy)(void *object))
{
	size_t size = strlen(name);
	struct entry **bucket = bucket_of(resources, name, size);
	pthread_mutex_lock(&resources->lock);
	struct entry *entry = *bucket;
	while (entry && (entry->name_size != size || memcmp(entry->name, name, size) != 0))
		entry = entry->next;
	if (!entry) {
		entry = make(resources, name, size, create, ctx, destroy);
		if (entry) {
			entry->next = *bucket;
			*bucket = entry;
		}
	}
	pthread_mutex_unlock(&resources->lock);
	return entry ? entry->object : NULL;
}
