/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Constant folding: operations on constants whose results are exactly defined. Elementary functions (exponential, sine, ...) are
 * not folded: their results depend on the implementation that runs the program. */
#ifndef MLIRBC_STABLEHLO_FOLD_H
#define MLIRBC_STABLEHLO_FOLD_H

#include "dialect/ops.h"
#include "fold/tensor.h"

struct shlo__folding {
	struct mlirbc_context *context;
	enum mlirbc_stablehlo_code code;
	const struct mlirbc_op *op;
	const struct mlirbc_attr *const *operands; /* NULL: not constant */
	size_t limit;                              /* of elements of each operand and of the result */
	bool equal; /* all elements of each operand are equal, hence those of the result, of which one is computed; no limit */
	const struct mlirbc_type *type;            /* of the result */
	bool no_memory;
};

/* The value of the operation's only result; NULL: unknown, or memory was short (no_memory). The operation has the operands and
 * attributes that mlirbc/stablehlo_ops.def describes, and satisfies the verifier. */
const struct mlirbc_attr *shlo__fold(struct shlo__folding *folding);

/* Asks at every 65,536th element whether the context was stopped. */
static inline bool shlo__fold_stopped(struct shlo__folding *folding, size_t element)
{
	if (element % 65536 != 0 || element == 0 || !mlirbc_context_stopped(folding->context))
		return false;
	folding->no_memory = true;
	return true;
}

/* ---- fold_shape.c, fold_element.c */
const struct mlirbc_attr *shlo__fold_shape(struct shlo__folding *folding);
const struct mlirbc_attr *shlo__fold_element(struct shlo__folding *folding);
bool shlo__fold_operand(struct shlo__folding *folding, size_t index, struct shlo__constant *out);
bool shlo__fold_begin(struct shlo__folding *folding, struct shlo__making *out);
const struct mlirbc_attr *shlo__fold_end(struct shlo__folding *folding, struct shlo__making *making);

#endif
