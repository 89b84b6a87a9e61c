/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Integers in tensors: indices, and the shapes of dynamic operations. */
#ifndef KERNELS_HLO_INTS_H
#define KERNELS_HLO_INTS_H

#include "core/op.h"

/* Element `index` of an array of integers; values of ui64 above INT64_MAX become INT64_MAX. */
int64_t kernels_hlo__index_at(enum kernels_dtype dtype, const void *data, int64_t index);

/* Each returns false after kernels_hlo__refuse(). */

/* All operands and results are tensors, none is a token; there are `least` operands or more. */
bool kernels_hlo__tensors_only(struct hlo_op *op, uint32_t least);
/* Operands [first, operand_count) are `count` scalar integers of one type: start indices. */
bool kernels_hlo__scalar_indices(struct hlo_op *op, uint32_t first, uint32_t count);
/* Copies exactly `count` integers: those of the attribute `name`, or, of an op with HLO_NEEDS_VALUES, of operand `index`, a
 * one-dimensional tensor. */
bool kernels_hlo__ints_from(struct hlo_op *op, const char *name, uint32_t index, uint32_t count, int64_t *out);
/* Copies the shape of result 0, or, of an op with HLO_NEEDS_VALUES, the dimensions that operand `index` has. */
bool kernels_hlo__shape_from(struct hlo_op *op, uint32_t index, struct kernels_shape *out);

static inline int64_t hlo_clamp(int64_t value, int64_t low, int64_t high)
{
	return value < low ? low : value > high ? high : value;
}

#endif
