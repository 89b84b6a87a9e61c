/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What types and attributes consist of: the rows by which equal ones are found, and a new one is copied. */
#ifndef MLIRBC_SRC_UNIQUE_H
#define MLIRBC_SRC_UNIQUE_H

#include "ir/context.h"

#include <mlirbc/parts.h>
#include <stddef.h>

/* The members of a kind, as offsets in struct mlirbc_type or struct mlirbc_attr. All parts are unique, so two objects
 * of a kind are equal if the bytes of their members and arrays are. */
struct mlirbc__content {
	uint8_t used; /* bytes of the structure, before the copies of its arrays */
	struct {
		uint8_t at, size;
	} members[2]; /* adjacent members that are not arrays; without padding */
	struct {
		uint8_t data, count, item; /* offsets of pointer and count, size of an item; 0: none */
	} arrays[2];
};

#define MLIRBC__FROM(whole, first, last)                                                                               \
	{                                                                                                              \
		offsetof(whole, first),                                                                                \
			(uint8_t)(offsetof(whole, last) + sizeof((whole *)0)->last - offsetof(whole, first))           \
	}
#define MLIRBC__ARRAY(whole, data, count)                                                                              \
	{                                                                                                              \
		offsetof(whole, data), offsetof(whole, count), sizeof *((whole *)0)->data                              \
	}

bool mlirbc__content_equal(const struct mlirbc__content *content, const void *a, const void *b);
/* `seed`: depends on the kind. */
uint64_t mlirbc__content_hash(uint64_t seed, const struct mlirbc__content *content, const void *object);
/* NULL: out of memory. The copy owns copies of the arrays, unless `borrow`. */
void *mlirbc__content_copy(
	struct mlirbc_context *context, const struct mlirbc__content *content, const void *object, bool borrow);

/* Combined properties of parts. */
struct mlirbc__summary {
	uint32_t depth;
	unsigned any, all; /* flags */
};
void mlirbc__summarize(struct mlirbc_parts parts, struct mlirbc__summary *out);

#endif
