/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A hash table from names to items. Names are borrowed. */
#ifndef KERNELS_SRC_TABLE_H
#define KERNELS_SRC_TABLE_H

#include <async/allocator.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Open addressing with linear probing. The capacity is a power of two; the table is at most half full, so searches
 * terminate. */
struct kernels__slot {
	const char *name; /* NULL: free */
	const void *item;
};

struct kernels__table {
	struct kernels__slot *slots;
	size_t capacity, count;
};

/* NULL: unknown name. */
const void *kernels__table_find(const struct kernels__table *table, const char *name, size_t size);
/* Adds a new name. There must be a free slot. */
void kernels__table_put(struct kernels__table *table, const char *name, const void *item);
/* Copies the table with room for `more` further names; returns false when out of memory. */
bool kernels__table_copy(const struct async_allocator *allocator, const struct kernels__table *from, size_t more,
	struct kernels__table *out);
void kernels__table_finish(const struct async_allocator *allocator, struct kernels__table *table);

#endif
