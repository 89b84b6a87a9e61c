/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products as what they compute, for kernels that compute them elsewhere. */
#ifndef KERNELS_HLO_PRODUCTS_MATRICES_H
#define KERNELS_HLO_PRODUCTS_MATRICES_H

#include "products/conv.h"

/* A dot_general: [batch, rows, depth] times [batch, depth, columns]. The result is [batch, rows, columns]. */
struct hlo_matrices {
	struct hlo_algorithm algorithm;
	struct hlo_walk lhs, rhs; /* the operands in the orders above; not set if the result is empty */
	size_t batches, rows, columns, depth;
};
/* Checks the op, whose operands 0 and 1 are those of dot_general, as its kernel does. */
bool kernels_hlo__dot_matrices(struct hlo_op *op, struct hlo_matrices *out);
/* The same for convolution. */
bool kernels_hlo__conv_matrices(struct hlo_op *op, struct conv *out);

#endif
