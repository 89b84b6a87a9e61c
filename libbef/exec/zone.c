/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See zone.h. A block comes from the list of free blocks of its class, or from the end of the chunks. Classes are a sixteenth to an
 * eighth of their size apart, so that blocks of the next op take the place of those that an op needs for a while. */
#include "zone.h"

#if BEF__LARGE
#include <pthread.h>
#include <string.h>

#define GRAIN ((size_t)16)
#define CLASSES 96u
#define MOST ((size_t)64 * 1024) /* larger blocks are those of the base */
#define FIRST_CHUNK ((size_t)16 * 1024)
#define LAST_CHUNK ((size_t)2 * 1024 * 1024)

/* Sanitizers see each block. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PLAIN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define PLAIN 1
#endif
#endif
#ifndef PLAIN
#define PLAIN 0
#endif

struct free_block {
	struct free_block *next;
};

struct bef__zone {
	struct async_allocator face; /* first */
	const struct async_allocator *base;
	pthread_mutex_t lock; /* guards all below */
	size_t blocks;        /* in use; one more until the zone is released */
	struct bef__chunk *chunks;
	struct free_block *free[CLASSES];
};

/* Sizes of 16 to 512 bytes in steps of 16, then eight steps up to each power of two. *out_size: that of the blocks of the class. */
static uint32_t class_of(size_t size, size_t *out_size)
{
	if (size <= 512) {
		const size_t units = size ? (size + GRAIN - 1) / GRAIN : 1;
		*out_size = units * GRAIN;
		return (uint32_t)units - 1;
	}
	const unsigned power = 63u - (unsigned)__builtin_clzll(size - 1); /* 2^power < size <= 2^(power + 1) */
	const size_t step = (size_t)1 << (power - 3), steps = (size - ((size_t)1 << power) + step - 1) / step;
	*out_size = ((size_t)1 << power) + steps * step;
	return 32 + (power - 9) * 8 + (uint32_t)steps - 1;
}
_Static_assert(32 + (15 - 9) * 8 + 8 <= CLASSES, "blocks of up to 64 KB");

static bool is_outside(size_t size, size_t align) { return PLAIN || size > MOST || align > GRAIN; }

static void *take(struct bef__zone *zone, size_t size)
{
	struct bef__chunk *chunk = zone->chunks;
	if (!chunk || chunk->size - chunk->used < size) {
		const size_t last = chunk ? chunk->size : FIRST_CHUNK / 2, room = last < LAST_CHUNK ? 2 * last : LAST_CHUNK;
		chunk = bef__chunk_create(zone->base, room > 2 * size ? room : 2 * MOST);
		if (!chunk)
			return NULL;
		chunk->next = zone->chunks;
		zone->chunks = chunk;
	}
	void *block = (char *)chunk + chunk->used;
	chunk->used += size;
	return block;
}

static void *zone_alloc(void *ctx, size_t size, size_t align)
{
	struct bef__zone *zone = ctx;
	size_t whole = 0;
	void *block = NULL;
	const bool outside = is_outside(size, align);
	if (outside && (block = async_alloc(zone->base, size, align)) == NULL)
		return NULL;
	pthread_mutex_lock(&zone->lock);
	if (!outside) {
		struct free_block **list = &zone->free[class_of(size, &whole)];
		block = *list;
		if (block)
			*list = (*list)->next;
		else
			block = take(zone, whole);
	}
	zone->blocks += block != NULL;
	pthread_mutex_unlock(&zone->lock);
	return block;
}

static void end(struct bef__zone *zone)
{
	pthread_mutex_destroy(&zone->lock);
	bef__chunks_free(zone->base, zone->chunks);
	async_free(zone->base, zone, sizeof *zone, _Alignof(struct bef__zone));
}

static void zone_free(void *ctx, void *p, size_t size, size_t align)
{
	struct bef__zone *zone = ctx;
	size_t whole;
	if (!p)
		return;
	const bool outside = is_outside(size, align);
	if (outside)
		async_free(zone->base, p, size, align);
	pthread_mutex_lock(&zone->lock);
	if (!outside) {
		struct free_block **list = &zone->free[class_of(size, &whole)], *block = p;
		block->next = *list;
		*list = block;
	}
	const bool last = --zone->blocks == 0;
	pthread_mutex_unlock(&zone->lock);
	if (last)
		end(zone);
}

static struct bef__zone *create(const struct async_allocator *base)
{
	struct bef__zone *zone = async_alloc(base, sizeof *zone, _Alignof(struct bef__zone));
	if (!zone)
		return NULL;
	memset(zone, 0, sizeof *zone);
	zone->face = (struct async_allocator){ zone_alloc, NULL, zone_free, zone };
	zone->base = base;
	zone->blocks = 1;
	if (pthread_mutex_init(&zone->lock, NULL) != 0) {
		async_free(base, zone, sizeof *zone, _Alignof(struct bef__zone));
		return NULL;
	}
	return zone;
}

const struct async_allocator *bef__zone_allocator(struct bef_file *file)
{
	if (!file->zone)
		file->zone = create(file->arena.allocator);
	return file->zone ? &file->zone->face : NULL;
}

void bef__zone_release(struct bef_file *file)
{
	struct bef__zone *zone = file->zone;
	if (!zone)
		return;
	pthread_mutex_lock(&zone->lock);
	const bool last = --zone->blocks == 0;
	pthread_mutex_unlock(&zone->lock);
	if (last)
		end(zone);
}
#endif
