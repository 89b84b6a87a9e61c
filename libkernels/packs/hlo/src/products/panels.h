/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Right operands in panels (hlo/products.h). */
#ifndef KERNELS_HLO_PRODUCTS_PANELS_H
#define KERNELS_HLO_PRODUCTS_PANELS_H

#include "core/op.h"
#include <hlo/products.h>

/* For plan(): refuses operand 1 unless it is one matrix of whole panels and groups, of a type that has the form. */
bool kernels_hlo__panels_plan(struct hlo_op *op, int64_t matrices, size_t depth, size_t columns);
/* Writes the elements row by row, for products that do not read panels. Returns NULL when out of memory; otherwise the caller frees
 * `depth` x `columns` elements (alignment 64). Several threads may take part. */
void *kernels_hlo__panels_unpack(const struct hlo_run *run, enum kernels_dtype dtype, size_t depth, size_t columns, const void *from);

#endif
