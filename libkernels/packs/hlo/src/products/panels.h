/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The right operand of a product in the order in which products read it, so that nothing is packed when they run. libbef-stablehlo
 * stores constants in this form.
 *
 * The operand is a matrix [depth, columns]: of dot_general, its contracting dimensions in their order, then the others; of a
 * convolution, its spatial dimensions and input features, then output features. HLO_PANEL columns are a panel, and the panels follow each
 * other. In a panel, HLO_GROUP_BYTES along the depth are a group: one f32, two bf16, four bytes. The groups of a row follow each other, then
 * the next rows. So the group g of column j begins at byte ((j / HLO_PANEL * groups + g) * HLO_PANEL + j % HLO_PANEL) * HLO_GROUP_BYTES.
 * The form does not depend on the processor. */
#ifndef KERNELS_HLO_PRODUCTS_PANELS_H
#define KERNELS_HLO_PRODUCTS_PANELS_H

#include "core/op.h"

enum { HLO_PANEL = 32, HLO_GROUP_BYTES = 4 };

/* For plan(): refuses operand 1 unless it is one matrix of whole panels and groups, of a type that has the form. */
bool kernels_hlo__panels_plan(struct hlo_op *op, int64_t matrices, size_t depth, size_t columns);
/* Writes the elements row by row, for products that do not read panels. Returns NULL when out of memory; otherwise the caller frees
 * `depth` x `columns` elements (alignment 64). Several threads may take part. */
void *kernels_hlo__panels_unpack(const struct hlo_run *run, enum kernels_dtype dtype, size_t depth, size_t columns, const void *from);

#endif
