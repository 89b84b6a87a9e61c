/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Batches of matrices of a few elements, as rotations and small systems have them: preparing a product for each takes longer than the
 * product. */
#ifndef KERNELS_HLO_PRODUCTS_TINY_H
#define KERNELS_HLO_PRODUCTS_TINY_H

#include "products/multiply.h"

/* Whether the products are so small, there are several, and the processor multiplies and adds with one rounding, as others do here. */
bool kernels_hlo__tiny_fits(enum kernels_dtype work, const struct hlo_product *first, const struct hlo_batches *batches);
/* With several threads if it is long: `nanoseconds`. Results have the bits of kernels_hlo__multiply(). */
void kernels_hlo__tiny_run(struct async_queue *queue, enum kernels_dtype work, const struct hlo_product *first,
	const struct hlo_batches *batches, uint64_t nanoseconds);

#endif
