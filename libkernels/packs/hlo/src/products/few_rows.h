/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of few rows of i8 or bf16 in groups (grouped.h). The right operand is read once, where it lies, and its groups form in
 * registers: to bring it into groups in memory would take longer than the product. */
#ifndef KERNELS_HLO_PRODUCTS_FEW_ROWS_H
#define KERNELS_HLO_PRODUCTS_FEW_ROWS_H

#include "products/epilogue.h"
#include "products/grouped.h"

struct hlo_few_rows {
	size_t rows;
	bool is_signed; /* bytes of the left operand */
	const struct hlo_grouped *left; /* its bytes as they are */
	const struct hlo_lines *right;
	struct hlo_epilogue *epilogue;  /* `sums` has the sums of all batches */
	size_t part; /* columns that a thread takes at a time: set when it runs */
};

/* Returns whether a product of `rows` rows is computed here, if its elements are those of kernels_hlo__has_groups(). */
bool kernels_hlo__few_rows_fits(size_t rows);
/* Several threads may take part. The sums have the order of other products of these groups, but not that of the
 * tile registers of AMX, which matters to bf16. */
void kernels_hlo__few_rows_run(const struct hlo_run *run, const struct hlo_few_rows *product);

#endif
