/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef KERNELS_HLO_SORTING_H
#define KERNELS_HLO_SORTING_H

#include "layout/layout.h"

/* One row per kernel: name after "hlo.", signature, function. */
#define HLO_SORTING(ROW) \
	ROW("sort", \
		"(" HLO_T ", " HLO_T "...) {captures: i64, comparator: string, dimension: i64, " HLO_BODIES "is_stable: i1, " \
		"types: i64[]} -> (...)", \
		sort) \
	ROW("top_k", "(" HLO_T ") {k: i64, types: i64[]} -> (" HLO_T ", " HLO_T ")", top_k)

#endif
