/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Expressions over single elements that are evaluated many times, as loops of scalars do: addresses are computed once. Each
 * value has a register of 16 bytes. The caller has the registers of the arguments; several expressions may share them.
 *
 *	struct hlo_scalars body;
 *	void *memory = async_alloc(allocator, kernels_hlo__scalars_size(expr), 16);
 *	kernels_hlo__scalars_bind(expr, registers, memory, &body);
 *	... // set the registers of the arguments
 *	hlo_scalars_run(&body);
 *	... // *body.results[i] is result i; it may be the register of an argument or a constant */
#ifndef KERNELS_HLO_EXPR_SCALARS_H
#define KERNELS_HLO_EXPR_SCALARS_H

#include "expr/expr.h"

/* Of any element type, from the first byte on. */
struct hlo_register {
	_Alignas(16) uint64_t words[2];
};

struct hlo_scalar_step {
	hlo_primitive_fn *run;
	const struct hlo_primitive *primitive;
	struct hlo_register *out;
	const void *in[3];
};

/* For one thread at a time. Refers to the expression and to the registers of the arguments. */
struct hlo_scalars {
	struct hlo_scalar_step *steps; /* without constants */
	uint32_t step_count;
	const struct hlo_register *const *results;
};

size_t kernels_hlo__scalars_size(const struct hlo_expr *expr); /* a multiple of 16 */
/* `memory` has that size, is aligned to 16, and belongs to the result. */
void kernels_hlo__scalars_bind(
	const struct hlo_expr *expr, struct hlo_register *arguments, void *memory, struct hlo_scalars *out);

static inline void hlo_scalars_run(const struct hlo_scalars *scalars)
{
	const struct hlo_scalar_step *step = scalars->steps, *end = step + scalars->step_count;
	for (; step < end; step++)
		step->run(step->out, step->in, 1, step->primitive);
}

#endif
