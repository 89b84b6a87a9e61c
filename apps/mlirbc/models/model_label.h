/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Labels of the nodes and edges of a model's graph. */
#ifndef MLIRBC_APP_MODEL_LABEL_H
#define MLIRBC_APP_MODEL_LABEL_H

#include <mlirbc/ir.h>

/* Lines of text, cut at the end of the array. */
struct model_label {
	char text[512];
	size_t size;
};

/* "add", then attributes, constant operands and short regions. */
void label_op(struct model_label *label, const struct mlirbc_op *op);
void label_argument(struct model_label *label, const struct mlirbc_block *block, uint32_t index);
/* "2x3xf32" */
void label_shape(struct model_label *label, const struct mlirbc_type *type);
/* Constants are part of the labels of their users. */
bool label_is_constant(const struct mlirbc_op *op);
/* Tests whether the label of the op contains this region: it has one op and uses no outer values. */
bool label_has_region(const struct mlirbc_op *op, uint32_t region);

#endif
