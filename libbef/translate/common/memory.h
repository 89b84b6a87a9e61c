/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory of a conversion: an arena, arrays that grow, a map from pointers to numbers. */
#ifndef BEF_TRANSLATE_MEMORY_H
#define BEF_TRANSLATE_MEMORY_H

#include <bef/status.h>
#include <stdbool.h>

/* `allocator`, or the one over malloc() for NULL. */
const struct bef_allocator *bef_mlir__allocator(const struct bef_allocator *allocator);

/* Memory that is given back all at once. */
struct bef_mlir__chunk;
struct bef_mlir__arena {
	const struct bef_allocator *allocator;
	struct bef_mlir__chunk *first, *current;
	size_t used; /* bytes of the current chunk */
};
/* Aligned for pointers and 64-bit numbers. NULL when there is no memory, or count * size does not fit. */
void *bef_mlir__arena_room(struct bef_mlir__arena *arena, size_t count, size_t size);
void *bef_mlir__arena_zero(struct bef_mlir__arena *arena, size_t count, size_t size);
/* For elements that are all going to be written, and with zero bytes. */
#define BEF_MLIR__ROOM(arena, type, count) ((type *)bef_mlir__arena_room((arena), (count), sizeof(type)))
#define BEF_MLIR__ZERO(arena, type, count) ((type *)bef_mlir__arena_zero((arena), (count), sizeof(type)))
/* Everything handed out is gone; the memory is kept for what comes next. */
void bef_mlir__arena_reset(struct bef_mlir__arena *arena);
void bef_mlir__arena_finish(struct bef_mlir__arena *arena);

/* An array of elements of `size` bytes gets room for one more behind `count`; false when there is no memory, and then
 * nothing has changed. */
bool bef_mlir__grow(const struct bef_allocator *allocator, void **data, size_t *capacity, size_t count, size_t size);
void bef_mlir__free_array(const struct bef_allocator *allocator, void *data, size_t capacity, size_t size);

/* Numbers by pointer. `aux` tells apart what hangs on one pointer. */
struct bef_mlir__map {
	struct bef_mlir__map_entry *entries;
	size_t capacity, count;
};
#define BEF_MLIR__NONE UINT32_MAX /* a number that is none */
/* BEF_MLIR__NONE when there is no such key. */
uint32_t bef_mlir__map_get(const struct bef_mlir__map *map, const void *key, uint32_t aux);
/* A new key, or a new number for an old one. */
bool bef_mlir__map_put(struct bef_mlir__map *map, const struct bef_allocator *allocator, const void *key, uint32_t aux,
	uint32_t number);
void bef_mlir__map_finish(struct bef_mlir__map *map, const struct bef_allocator *allocator);

#endif
