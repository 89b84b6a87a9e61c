/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory of a conversion: an arena, arrays that grow, a map from pointers to numbers. */
#ifndef BEF_TRANSLATE_MEMORY_H
#define BEF_TRANSLATE_MEMORY_H

#include <bef/status.h>
#include <stdbool.h>

/* Returns `allocator`, or one that uses malloc() if it is NULL. */
const struct bef_allocator *bef_mlir__allocator(const struct bef_allocator *allocator);

/* An arena: all its memory is freed together. */
struct bef_mlir__chunk;
struct bef_mlir__arena {
	const struct bef_allocator *allocator;
	struct bef_mlir__chunk *first, *current;
	size_t used; /* bytes used in the current chunk */
};
/* Allocates memory aligned for pointers and 64-bit numbers. Returns NULL if memory is short or count * size
 * overflows. */
void *bef_mlir__arena_room(struct bef_mlir__arena *arena, size_t count, size_t size);
void *bef_mlir__arena_zero(struct bef_mlir__arena *arena, size_t count, size_t size);
/* For arrays that the caller fills completely, and for zeroed arrays. */
#define BEF_MLIR__ROOM(arena, type, count) ((type *)bef_mlir__arena_room((arena), (count), sizeof(type)))
#define BEF_MLIR__ZERO(arena, type, count) ((type *)bef_mlir__arena_zero((arena), (count), sizeof(type)))
/* Invalidates all allocations and keeps the memory for later ones. */
void bef_mlir__arena_reset(struct bef_mlir__arena *arena);
void bef_mlir__arena_finish(struct bef_mlir__arena *arena);

/* Grows an array, if necessary, to hold count + 1 elements. False if memory is short; the array is then unchanged. */
#define BEF_MLIR__GROW(allocator, array, count, capacity)                                                              \
	((count) < (capacity) || bef_mlir__grow((allocator), &(array), &(capacity), (count), sizeof *(array)))
/* `array`: the address of the pointer to it. The array is full. */
bool bef_mlir__grow(const struct bef_allocator *allocator, void *array, size_t *capacity, size_t count, size_t size);
void bef_mlir__free_array(const struct bef_allocator *allocator, void *data, size_t capacity, size_t size);

/* A map from pointers to numbers. `aux` distinguishes several entries of one pointer. */
struct bef_mlir__map {
	struct bef_mlir__map_entry *entries;
	size_t capacity, count;
};
#define BEF_MLIR__NONE UINT32_MAX /* not a valid number */
/* Returns BEF_MLIR__NONE if the key is absent. */
uint32_t bef_mlir__map_get(const struct bef_mlir__map *map, const void *key, uint32_t aux);
/* Adds a key, or replaces the number of an existing one. */
bool bef_mlir__map_put(struct bef_mlir__map *map, const struct bef_allocator *allocator, const void *key, uint32_t aux,
	uint32_t number);
void bef_mlir__map_finish(struct bef_mlir__map *map, const struct bef_allocator *allocator);

#endif
