/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sets of unique objects: open addressing, hash kept beside the pointer. */
#ifndef MLIRBC_SRC_HASH_SET_H
#define MLIRBC_SRC_HASH_SET_H

#include "support/arena.h"

struct mlirbc__set_slot {
	uint64_t hash;
	const void *item; /* NULL: free */
};

struct mlirbc__set {
	struct mlirbc__set_slot *slots;
	size_t capacity, count; /* capacity: 0 or a power of two, at least a third larger than count */
};

typedef bool (*mlirbc__equal_fn)(const void *item, const void *key);

uint64_t mlirbc__hash(uint64_t seed, const void *data, size_t size);

/* The slot of the item equal to the key, or the free one where it belongs (then item is NULL: fill hash and item,
 * and add 1 to count). NULL when memory is short. */
struct mlirbc__set_slot *mlirbc__set_find(
	struct mlirbc__set *set, struct mlirbc__arena *arena, uint64_t hash, const void *key, mlirbc__equal_fn equal);
/* Makes room for that many items more; they must be fewer than there are bytes in memory. */
void mlirbc__set_expect(struct mlirbc__set *set, struct mlirbc__arena *arena, size_t more);
void mlirbc__set_finish(struct mlirbc__set *set, struct mlirbc__arena *arena);

/* Likewise if the first slot is free and there is enough room; NULL otherwise, which has no meaning. */
static inline struct mlirbc__set_slot *mlirbc__set_free(const struct mlirbc__set *set, uint64_t hash)
{
	if (set->count >= set->capacity / 4 * 3)
		return NULL;
	struct mlirbc__set_slot *slot = &set->slots[(size_t)hash & (set->capacity - 1)];
	return slot->item ? NULL : slot;
}

static inline void mlirbc__set_fill(
	struct mlirbc__set *set, struct mlirbc__set_slot *slot, uint64_t hash, const void *item)
{
	slot->hash = hash;
	slot->item = item;
	set->count++;
}

#endif
