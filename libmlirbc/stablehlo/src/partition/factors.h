/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What rules of operations use to make factors, and the rules outside of factors.c. A rule makes no factor for an operation that it does
 * not understand, which is computed whole then. */
#ifndef MLIRBC_STABLEHLO_FACTORS_H
#define MLIRBC_STABLEHLO_FACTORS_H

#include "partition/partition.h"

/* A factor of at most this size; SHLO__NO_FACTOR: there is no room, or nothing to divide. */
int16_t shlo__factor_new(struct shlo__factors *f, int64_t size);
/* Gives a dimension of this size the factor. */
void shlo__factor_share(struct shlo__factors *f, int16_t *dim, int16_t factor, int64_t size);
/* A factor for a dimension of a result and one of an operand. */
void shlo__factor_pair(struct shlo__factors *f, const struct mlirbc_op *op, size_t result, size_t result_dim, size_t operand, size_t operand_dim);
/* ---- reductions.c */

void shlo__factors_reduce(struct shlo__factors *f, const struct mlirbc_op *op);
/* The bits of the element of a constant, also behind operations that repeat it, as JAX writes; false: another value, or not all elements are equal. */
bool shlo__splat_of(const struct mlirbc_value *value, uint64_t *out);

/* Whether the initial value of what an operation's region reduces with may be counted often: 0 of a sum, 1 of a product. */
bool shlo__is_neutral(const struct mlirbc_op *op, const struct mlirbc_value *init);

/* ---- windows.c */

/* Batches and features are divided; input features make a sum. */
void shlo__factors_convolution(struct shlo__factors *f, const struct mlirbc_op *op);
/* The number of groups, of which a device has some. */
bool shlo__fix_convolution(struct shlo__partition *p, struct mlirbc_op *op, struct mlirbc_op *copy);
/* reduce_window, select_and_scatter: dimensions in which windows have one element. */
void shlo__factors_window(struct shlo__factors *f, const struct mlirbc_op *op);

/* ---- collectives.c */

/* Dimensions that a collective leaves as they are. False: it is another operation. */
bool shlo__factors_collective(struct shlo__factors *f, const struct mlirbc_op *op);

/* ---- halo.c */

/* A factor for a dimension of the result whose elements are made of windows of one of operand 0. */
void shlo__factor_halo(struct shlo__factors *f, const struct mlirbc_op *op, size_t result_dim, size_t dim, const struct shlo__halo *halo);

enum { SHLO__MOST_PLACES = 1 << 30 }; /* of elements and numbers of a window: i64 has their products */
bool shlo__halo_is_small(const struct shlo__halo *halo);

/* ---- select.c */

/* A factor for a dimension of select_and_scatter with windows of several elements. */
void shlo__factors_select(struct shlo__factors *f, const struct mlirbc_op *op, size_t dim, const struct shlo__halo *window);

/* ---- pieces.c */

/* Dimensions of which a dynamic slice or update has a piece. */
void shlo__factors_pieces(struct shlo__factors *f, const struct mlirbc_op *op);

/* ---- rows.c */

/* Rows that indices choose: each device takes its own, which are summed, or changes its own. */
void shlo__factors_gather_rows(struct shlo__factors *f, const struct mlirbc_op *op, const struct shlo__gather *dims, const struct shlo__dims *sizes);
void shlo__factors_scatter_rows(struct shlo__factors *f, const struct mlirbc_op *op, const struct shlo__scatter *dims);

/* ---- scatter.c */

/* Windows of whole dimensions, batches, and, where zeros are added to, parts of the indices. */
void shlo__factors_scatter(struct shlo__factors *f, const struct mlirbc_op *op);
/* All dimensions but the last `whole` of each value. */
void shlo__factors_batches(struct shlo__factors *f, const struct mlirbc_op *op, size_t whole);
/* The factors of a custom call's sdy.sharding_rule that are divided without communication. */
void shlo__factors_written(struct shlo__factors *f, const struct mlirbc_op *op);

#endif
