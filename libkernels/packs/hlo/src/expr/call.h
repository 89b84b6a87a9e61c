/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bodies that are functions of the program: "call 0 f32 f32; return f32" is function 0 of the op for two f32, with one f32 as its
 * result. The function takes scalars for the elements, then a chain if it has side effects, then the captures of the op as they
 * are; it returns scalars, then a chain. It is called once for each element. */
#ifndef KERNELS_HLO_EXPR_CALL_H
#define KERNELS_HLO_EXPR_CALL_H

#include "expr/expr.h"

struct hlo_expr_call {
	const struct kernels_function *function;
	uint32_t captures, first_capture; /* operands of the op */
	bool ordered;                     /* takes and returns a chain */
};

/* As kernels_hlo__expr_attribute(), for kernels that accept functions. The captures of a function are no arguments of the
 * expression. `first_capture`: operand. */
bool kernels_hlo__body_attribute(
	struct hlo_op *op, const char *name, uint32_t captures, uint32_t first_capture, struct hlo_expr **out);

/* Of kernels_hlo__expr_run(). A failure is noted in the context of the thread (core/calls.h), and results are zeros. */
void kernels_hlo__expr_call(
	const struct hlo_expr *expr, const void *const *in, const bool *scalar, void *const *out, size_t n);

#endif
