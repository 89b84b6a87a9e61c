/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory of a conversion: an arena, arrays that grow, a map from pointers to numbers. */
#include "common/memory.h"
#include <bytecursor/memory.h>
#include <stdalign.h>
#include <string.h>

#define ALIGN alignof(max_align_t)
#define CHUNK_BYTES 65536u

const struct bef_allocator *bef_mlir__allocator(const struct bef_allocator *allocator)
{
	static const struct bef_allocator system = BYTECURSOR_MALLOC;
	return allocator ? allocator : &system;
}

struct bef_mlir__chunk {
	struct bef_mlir__chunk *next;
	size_t size; /* size of `data` */
	alignas(max_align_t) unsigned char data[];
};

/* Makes the next chunk with room for `size` bytes the current one: an existing chunk or a new one. */
static bool next_chunk(struct bef_mlir__arena *arena, size_t size)
{
	struct bef_mlir__chunk **link = arena->current ? &arena->current->next : &arena->first;
	if (!*link || (*link)->size < size) {
		size_t bytes = size < CHUNK_BYTES ? CHUNK_BYTES : size;
		if (bytes > SIZE_MAX - sizeof(struct bef_mlir__chunk))
			return false;
		struct bef_mlir__chunk *chunk =
			arena->allocator->alloc(arena->allocator->ctx, sizeof *chunk + bytes, ALIGN);
		if (!chunk)
			return false;
		chunk->size = bytes;
		chunk->next = *link;
		*link = chunk;
	}
	arena->current = *link;
	arena->used = 0;
	return true;
}

void *bef_mlir__arena_room(struct bef_mlir__arena *arena, size_t count, size_t size)
{
	const size_t align = sizeof(uint64_t); /* the strictest alignment used here */
	if (size && count > (SIZE_MAX - align) / size)
		return NULL;
	size_t bytes = (count * size + align - 1) & ~(align - 1);
	if ((!arena->current || arena->current->size - arena->used < bytes) && !next_chunk(arena, bytes))
		return NULL;
	unsigned char *p = arena->current->data + arena->used;
	arena->used += bytes;
	return p;
}

void *bef_mlir__arena_zero(struct bef_mlir__arena *arena, size_t count, size_t size)
{
	void *p = bef_mlir__arena_room(arena, count, size);
	return p ? memset(p, 0, count * size) : NULL;
}

void bef_mlir__arena_reset(struct bef_mlir__arena *arena)
{
	arena->current = arena->first;
	arena->used = 0;
}

void bef_mlir__arena_finish(struct bef_mlir__arena *arena)
{
	while (arena->first) {
		struct bef_mlir__chunk *chunk = arena->first;
		arena->first = chunk->next;
		arena->allocator->free(arena->allocator->ctx, chunk, sizeof *chunk + chunk->size, ALIGN);
	}
	arena->current = NULL;
}

bool bef_mlir__grow(const struct bef_allocator *allocator, void *array, size_t *capacity, size_t count, size_t size)
{
	void *data;
	size_t larger = *capacity ? *capacity + *capacity / 2 + 1 : 16;
	if (larger > SIZE_MAX / 2 / size)
		return false;
	memcpy(&data, array, sizeof data); /* pointers to all object types have the same representation */
	data = bytecursor_regrow((struct bytecursor_allocator)BYTECURSOR_ALLOCATOR(allocator), data, count * size,
		*capacity * size, larger * size);
	if (!data)
		return false;
	memcpy(array, &data, sizeof data);
	*capacity = larger;
	return true;
}

void bef_mlir__free_array(const struct bef_allocator *allocator, void *data, size_t capacity, size_t size)
{
	if (data)
		allocator->free(allocator->ctx, data, capacity * size, ALIGN);
}

/* ---- map: open addressing, at most three quarters full */

struct bef_mlir__map_entry {
	const void *key; /* NULL: free */
	uint32_t aux, number;
};

static size_t map_slot(const struct bef_mlir__map *map, const void *key, uint32_t aux)
{
	/* Keys are addresses that a caller cannot choose, so multiplication and a shift mix the bits well enough. */
	uint64_t hash = ((uint64_t)(uintptr_t)key >> 3) + ((uint64_t)aux << 40) + aux;
	hash *= 0x9E3779B97F4A7C15u;
	size_t slot = (size_t)(hash >> 32) & (map->capacity - 1);
	while (map->entries[slot].key && (map->entries[slot].key != key || map->entries[slot].aux != aux))
		slot = (slot + 1) & (map->capacity - 1);
	return slot;
}

uint32_t bef_mlir__map_get(const struct bef_mlir__map *map, const void *key, uint32_t aux)
{
	if (map->count == 0)
		return BEF_MLIR__NONE;
	const struct bef_mlir__map_entry *entry = &map->entries[map_slot(map, key, aux)];
	return entry->key ? entry->number : BEF_MLIR__NONE;
}

static bool map_enlarge(struct bef_mlir__map *map, const struct bef_allocator *allocator)
{
	struct bef_mlir__map larger = { NULL, map->capacity ? 2 * map->capacity : 256, map->count };
	if (larger.capacity > SIZE_MAX / 2 / sizeof *larger.entries || larger.capacity > (size_t)1 << 31)
		return false;
	larger.entries = allocator->alloc(allocator->ctx, larger.capacity * sizeof *larger.entries, ALIGN);
	if (!larger.entries)
		return false;
	memset(larger.entries, 0, larger.capacity * sizeof *larger.entries);
	for (size_t i = 0; i < map->capacity; i++) {
		if (map->entries[i].key)
			larger.entries[map_slot(&larger, map->entries[i].key, map->entries[i].aux)] = map->entries[i];
	}
	bef_mlir__map_finish(map, allocator);
	*map = larger;
	return true;
}

bool bef_mlir__map_put(struct bef_mlir__map *map, const struct bef_allocator *allocator, const void *key, uint32_t aux,
	uint32_t number)
{
	if (map->count >= map->capacity / 4 * 3 && !map_enlarge(map, allocator))
		return false;
	struct bef_mlir__map_entry *entry = &map->entries[map_slot(map, key, aux)];
	if (!entry->key)
		map->count++;
	*entry = (struct bef_mlir__map_entry){ key, aux, number };
	return true;
}

void bef_mlir__map_finish(struct bef_mlir__map *map, const struct bef_allocator *allocator)
{
	bef_mlir__free_array(allocator, map->entries, map->capacity, sizeof *map->entries);
	*map = (struct bef_mlir__map){ NULL, 0, 0 };
}
