/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of f32 and f64 that round each multiplication and each addition. The bits of a result do not depend on the
 * processor. */
#ifndef KERNELS_HLO_PRODUCTS_PLAIN_H
#define KERNELS_HLO_PRODUCTS_PLAIN_H

#include "products/multiply.h"

/* Computes hlo_product.plain products of KERNELS_F32 or KERNELS_F64 in the calling thread. */
void kernels_hlo__multiply_plain(enum kernels_dtype work, const struct hlo_product *product);

#endif
