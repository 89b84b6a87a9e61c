/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Element-wise operations that become one kernel. So far these are operations on single elements: their time is that of calls of
 * kernels. Groups do not depend on what their operations have in common, so that groups over arrays can follow. */
#ifndef BEF_STABLEHLO_FUSE_H
#define BEF_STABLEHLO_FUSE_H

#include "emit/emit.h"

/* ---- scalars.c: operations on single elements */

bool bef_hlo__is_scalar(const struct mlirbc_type *type); /* a tensor of one element that is not quantized, of any rank */
/* A constant of one element, which expressions contain as a step. */
bool bef_hlo__is_inline_constant(const struct mlirbc_op *op);
/* A step (body/expression.h) on single elements, constants excepted. */
bool bef_hlo__is_scalar_op(const struct mlirbc_op *op);
/* Whether all operations of the block are such steps or constants, and at most `limit`. */
bool bef_hlo__is_scalar_block(const struct mlirbc_block *block, uint32_t limit);

/* ---- sink.c, speculate.c: changes of the source before it is numbered */

/* Branches of a few scalar operations become these operations and `select`. */
bool bef_hlo__speculate(struct bef_hlo__lower *lower);
/* Each block that uses a constant of one element has its own copy. */
bool bef_hlo__sink_constants(struct bef_hlo__lower *lower);

/* ---- groups.c */

/* Operations of one block, in its order. */
struct bef_hlo__group {
	struct bef_hlo__row ops;
	uint32_t number;             /* unique in the module */
	struct bef_hlo__group *next; /* that can run at the same position */
};

/* The groups of a block: those that can run as soon as the operation at a position has, by position. Position 0: the begin of
 * the block; the first operation has position 1. */
struct bef_hlo__groups {
	struct { struct bef_hlo__group *first, *last; } *at;
};

bool bef_hlo__find_groups(struct bef_hlo__lower *lower, const struct mlirbc_block *block, struct bef_hlo__groups *out);
/* Whether the operation has no kernel of its own: it is in a group, or a constant that only groups use. */
bool bef_hlo__is_grouped(const struct bef_hlo__lower *lower, const struct mlirbc_op *op);
/* Whether a kernel of its own is as good for the only operation of the group. */
bool bef_hlo__is_alone(const struct bef_hlo__group *group);
/* Makes the kernel of a group, and sets the values that others use. */
bool bef_hlo__emit_group(struct bef_hlo__lower *lower, const struct bef_hlo__group *group);

#endif
