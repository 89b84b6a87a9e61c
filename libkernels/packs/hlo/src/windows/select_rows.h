/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* select_and_scatter as gradients of max pools have it: the first or the last largest f32 of each window is selected, and
 * source elements are added. Rows of windows are searched at a time. The results have the bits of the general way. */
#ifndef KERNELS_HLO_SELECT_ROWS_H
#define KERNELS_HLO_SELECT_ROWS_H

#include "windows/body.h"
#include "windows/geometry.h"

struct hlo_select_rows {
	bool keep_equal;       /* of equal elements the first is selected; else the last */
	bool minimum;
	uint32_t outer;        /* the dimensions before a row */
	int64_t inner, places; /* adjacent windows of one place in the row, places of a row */
	int64_t rows;
	int64_t parts;         /* indices of dimension 0 whose windows do not overlap; 1: all rows in order */
};

/* Returns false if the bodies or windows have another form. */
bool kernels_hlo__select_rows_plan(const struct hlo_expr *select, const struct hlo_body *scatter,
	const struct hlo_geometry *g, struct hlo_select_rows *out);
/* Adds the sources of the parts [begin, end) to the result. */
void kernels_hlo__select_rows(const struct hlo_select_rows *rows, const struct hlo_geometry *g, const float *operand,
	const float *source, float *result, size_t begin, size_t end);

#endif
