/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Templates of text in OpenCL C, for scalars and vectors. A template has $0, $1, $2 for operands, $T for the type of the result, $U and $S for
 * the unsigned and signed type of its size, $B for its bits, and $W for an unsigned type in which arithmetic wraps: of at least 32 bits
 * for scalars, which C would promote to int. $w0, $u0 and $s0 are the operand as $W, $U and $S; $R in front of parentheses makes $T of an
 * integer of the same size; $E is the type of one lane, $N the number of lanes, nothing for scalars, and $V the end of the names of functions
 * of vectors. */
#ifndef KERNELS_HLO_DEVICE_TEMPLATE_H
#define KERNELS_HLO_DEVICE_TEMPLATE_H

#include "device/source.h"

static inline bool hlo_source_is_vector(const struct hlo_source *source) { return source->lanes > 1; }
/* Writes the template for operands that are computed with in type `t`. `operands`: NULL if the template has none. */
void kernels_hlo__source_expand(
	struct hlo_source *source, const char *text, enum kernels_dtype t, const char *const *operands);

#endif
