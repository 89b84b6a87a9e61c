/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of so few multiplications that preparing a call takes as long: steps of recurrent cells and filters. */
#ifndef KERNELS_HLO_PRODUCTS_SHORT_H
#define KERNELS_HLO_PRODUCTS_SHORT_H

#include "products/multiply.h"

/* Computes plain products of KERNELS_F32 or KERNELS_F64, whose operands have the order of products, and what follows them, in the calling
 * thread. c of the product is set here. Returns false, and does nothing, if what follows needs more memory than there is here. */
bool kernels_hlo__short_product(const struct hlo_run *run, const struct hlo_ending *ending, enum kernels_dtype work,
	const struct hlo_product *product, const struct hlo_batches *batches);

#endif
