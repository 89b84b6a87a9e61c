/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Affine expressions, of which maps and sets are made. They are simplified when they are made, as MLIR does, so that
 * equal results have equal text.
 *
 * Expressions belong to the context.
 *
 * Thread class: one-at-a-time per context. */
#ifndef MLIRBC_AFFINE_H
#define MLIRBC_AFFINE_H

#include <mlirbc/attr.h>
#include <mlirbc/export.h>

#ifdef __cplusplus
extern "C" {
#endif

enum mlirbc_affine_kind {
	MLIRBC_AFFINE_DIM,
	MLIRBC_AFFINE_SYMBOL,
	MLIRBC_AFFINE_CONSTANT,
	MLIRBC_AFFINE_ADD,
	MLIRBC_AFFINE_MUL,
	MLIRBC_AFFINE_MOD,
	MLIRBC_AFFINE_FLOORDIV,
	MLIRBC_AFFINE_CEILDIV
};

struct mlirbc_affine {
	enum mlirbc_affine_kind kind;
	bool symbolic;  /* no dimension inside */
	uint32_t depth; /* levels of operations: 1 for a dimension, symbol or constant */
	int64_t value;          /* of a constant; position of a dimension or symbol */
	const struct mlirbc_affine *left, *right; /* of an operation */
};

/* Largest depth of an expression. */
#define MLIRBC_AFFINE_MOST_DEPTH 500

/* These return NULL when memory is short or an argument is NULL. */
MLIRBC_API const struct mlirbc_affine *mlirbc_affine_dim(struct mlirbc_context *context, uint32_t position);
MLIRBC_API const struct mlirbc_affine *mlirbc_affine_symbol(struct mlirbc_context *context, uint32_t position);
MLIRBC_API const struct mlirbc_affine *mlirbc_affine_constant(struct mlirbc_context *context, int64_t value);
/* An operation; a difference is the sum with a product with -1. NULL also if the result would be deeper than
 * MLIRBC_AFFINE_MOST_DEPTH, or no operand of a product is symbolic, or the right one of a division is not. */
MLIRBC_API const struct mlirbc_affine *mlirbc_affine_binary(struct mlirbc_context *context,
	enum mlirbc_affine_kind kind, const struct mlirbc_affine *left, const struct mlirbc_affine *right);

/* affine_map<(d0, d1)[s0] -> (results)>; NULL when memory is short or a result is NULL. */
MLIRBC_API const struct mlirbc_attr *mlirbc_attr_affine_map(struct mlirbc_context *context, uint32_t dims,
	uint32_t symbols, const struct mlirbc_affine *const *results, size_t count);
/* affine_set<(d0, d1)[s0] : (e == 0, f >= 0)>; `equal` tells which constraints are equations. */
MLIRBC_API const struct mlirbc_attr *mlirbc_attr_affine_set(struct mlirbc_context *context, uint32_t dims,
	uint32_t symbols, const struct mlirbc_affine *const *constraints, const bool *equal, size_t count);

#ifdef __cplusplus
}
#endif

#endif
