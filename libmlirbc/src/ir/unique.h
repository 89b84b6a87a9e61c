/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The keys by which types and attributes are unique. */
#ifndef MLIRBC_SRC_UNIQUE_H
#define MLIRBC_SRC_UNIQUE_H

#include "ir/context.h"

/* The identity of a type or attribute: some words (pointers to unique parts, numbers), then bytes. */
struct mlirbc__key {
	uint64_t words[8];
	size_t word_count;
	const void *data[2];
	size_t size[2];
};

static inline void mlirbc__key_word(struct mlirbc__key *key, uint64_t word) { key->words[key->word_count++] = word; }
static inline void mlirbc__key_pointer(struct mlirbc__key *key, const void *p)
{
	mlirbc__key_word(key, (uint64_t)(uintptr_t)p);
}
bool mlirbc__key_equal(const struct mlirbc__key *a, const struct mlirbc__key *b);
uint64_t mlirbc__key_hash(const struct mlirbc_context *context, const struct mlirbc__key *key);

#endif
