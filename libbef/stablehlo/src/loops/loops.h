/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Changes of `while` in the source, before it is numbered. */
#ifndef BEF_STABLEHLO_LOOPS_H
#define BEF_STABLEHLO_LOOPS_H

#include "emit/emit.h"

/* Loops of which nothing is used, if they have no side effects, and what only they used. */
bool bef_hlo__drop_unused(struct bef_hlo__lower *lower);
/* Carried values that the body returns unchanged are no longer carried: condition and body capture the initial value. */
bool bef_hlo__drop_unchanged(struct bef_hlo__lower *lower);
/* Carried arrays with a short dimension, whose indices the body takes apart, are one array for each index. */
bool bef_hlo__split_carried(struct bef_hlo__lower *lower);
/* Operations of a body, or a condition, that compute the same in each iteration move in front of the loop. */
bool bef_hlo__hoist(struct bef_hlo__lower *lower);

/* Products of slices, one per iteration, become slices of a product in front of the loop. */
bool bef_hlo__multiply_slices(struct bef_hlo__lower *lower);

/* Products of small invariant matrices and vectors take the transposed matrix, from in front of the loop. */
bool bef_hlo__turn_matrices(struct bef_hlo__lower *lower);

/* The block of region `region` of a `while` in generic order: 0 condition, 1 body. NULL: it is not as expected. */
struct mlirbc_block *bef_hlo__loop_block(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, uint32_t region);

#endif
