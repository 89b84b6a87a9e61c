/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Costs of functions. */
#include "models/model.h"
#include <mlirbc/stablehlo_ops.h>

#include <stdlib.h>

/* Callees come first. The chain of calls may be long, so it is kept in memory, not on the stack. */

struct call {
	struct model_function *function;
	struct mlirbc_op *at;
};

/* The next function to enter: a callee that has not been visited; NULL at the end of the function. */
static struct model_function *next_callee(const struct model *model, struct call *call)
{
	while ((call->at = mlirbc_op_next_pre(call->function->op, call->at))) {
		if (!mlirbc_op_is(call->at, "func.call") && mlirbc_stablehlo_code(call->at->name) != MLIRBC_STABLEHLO_composite)
			continue;
		struct model_function *callee = model_callee(model, call->at);
		if (callee && callee->state == FLOPS_NEW)
			return callee;
	}
	return NULL;
}

bool model_flops(struct model *model)
{
	struct call *calls = calloc(model->function_count + 1, sizeof *calls);
	for (size_t i = 0; calls && i < model->function_count; i++) {
		size_t depth = 0;
		if (model->functions[i].state == FLOPS_NEW)
			calls[depth++] = (struct call){ &model->functions[i], NULL };
		while (depth) {
			struct call *call = &calls[depth - 1];
			call->function->state = FLOPS_OPEN;
			struct model_function *callee = next_callee(model, call);
			if (callee) {
				calls[depth++] = (struct call){ callee, NULL };
				continue;
			}
			call->function->flops = model_region_flops(model, call->function->op, 0);
			call->function->state = FLOPS_DONE;
			depth--;
		}
	}
	const bool good = calls != NULL;
	free(calls);
	return good;
}
