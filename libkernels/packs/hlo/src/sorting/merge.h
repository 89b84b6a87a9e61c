/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stable merge sort of several lines at once with any comparator. */
#ifndef KERNELS_HLO_MERGE_H
#define KERNELS_HLO_MERGE_H

#include "expr/expr.h"

struct hlo_comparator {
	const struct hlo_expr *expr; /* arguments: a_0, b_0, a_1, b_1, ..., captures; true: a is before b */
	uint32_t inputs, captures;
	const bool *used; /* inputs that the expression reads */
};

/* Sorts `lines` lines of n offsets each, in place. `inputs` and `captures` are the contents of the operands.
 * Comparators that are no order give some permutation. Returns false when out of memory. */
bool kernels_hlo__merge_sort(const struct hlo_comparator *comparator, const void *const *inputs,
	const void *const *captures, int64_t *offsets, int64_t lines, int64_t n,
	const struct async_allocator *allocator);

#endif
