/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of few rows with a transposed right operand, as scores against the rows of a table. Packing such an operand takes a notable
 * part of the time, because few rows use it. Its lines are therefore read in place as rows of the left operand of the transposed
 * product. */
#ifndef KERNELS_HLO_PRODUCTS_SWAPPED_H
#define KERNELS_HLO_PRODUCTS_SWAPPED_H

#include "products/multiply.h"

/* Returns whether the product has this form. */
bool kernels_hlo__swapped_fits(enum kernels_dtype work, const struct hlo_product *product);
/* Computes it, with several threads if it is long. The bits are those of kernels_hlo__multiply(). Returns false when out of memory, and
 * then nothing has been written to the result of an epilogue. */
bool kernels_hlo__swapped_run(const struct hlo_run *run, const struct hlo_product *product);

#endif
