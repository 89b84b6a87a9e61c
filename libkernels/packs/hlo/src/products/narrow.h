/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of few rows with a right operand of bf16, f16 or i8 that is read once, where it lies, and widened in registers. For
 * processors that do not multiply groups of these elements (few_rows.h). */
#ifndef KERNELS_HLO_PRODUCTS_NARROW_H
#define KERNELS_HLO_PRODUCTS_NARROW_H

#include "products/epilogue.h"
#include "products/grouped.h"

struct hlo_narrow {
	enum kernels_dtype left_type, right_type; /* equal, or ui8 and i8 */
	size_t rows;
	const struct hlo_lines *left, *right;
	struct hlo_epilogue *epilogue; /* `sums` has the sums of all batches: f32, or i32 */
};

/* Returns whether such a product is computed here, by this processor. */
bool kernels_hlo__narrow_fits(enum kernels_dtype left, enum kernels_dtype right, size_t rows);
/* Several threads may take part. Sums of floats have the order of other products in f32, but for transposed right operands.
 * Returns false when out of memory. */
bool kernels_hlo__narrow_run(const struct hlo_run *run, const struct hlo_narrow *product);

#endif
