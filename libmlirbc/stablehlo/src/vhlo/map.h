/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A hash table from one or two pointers to a pointer. Its memory belongs to a context and is not freed before it. */
#ifndef MLIRBC_STABLEHLO_MAP_H
#define MLIRBC_STABLEHLO_MAP_H

#include <mlirbc/ir.h>

struct shlo__map_entry {
	const void *key, *more; /* not both NULL */
	const void *value;      /* may be NULL */
};
struct shlo__map {
	struct shlo__map_entry *entries;
	size_t capacity, count; /* capacity: 0 or a power of two */
};

/* NULL: there is none. Valid until the next shlo__map_add(). */
const struct shlo__map_entry *shlo__map_find(const struct shlo__map *map, const void *key, const void *more);
/* Adds an entry for a key that has none. False when memory is short. */
bool shlo__map_add(
	struct shlo__map *map, struct mlirbc_context *context, const void *key, const void *more, const void *value);

#endif
