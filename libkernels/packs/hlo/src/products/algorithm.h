/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The types that a dot_general rounds to on its way, from the types of the op and its algorithm. */
#ifndef KERNELS_HLO_PRODUCTS_ALGORITHM_H
#define KERNELS_HLO_PRODUCTS_ALGORITHM_H

#include "products/chain.h"

struct hlo_algorithm {
	struct hlo_chain lhs, rhs; /* of the operands, to the type `work` */
	struct hlo_chain result;   /* of the sums */
	enum kernels_dtype work;
};

/* Without an algorithm operands are converted to the type of the result. With one, they are rounded to the precision
 * types, and the sums to the accumulation type. Refuses algorithms that are unknown or do not fit the result. */
bool kernels_hlo__algorithm(struct hlo_op *op, struct hlo_algorithm *out);
/* For ops that have none. */
void kernels_hlo__no_algorithm(const struct hlo_op *op, struct hlo_algorithm *out);

#endif
