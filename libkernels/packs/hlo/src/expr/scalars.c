/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The memory has a register per step, then the steps, then the results. The register of a constant step stays as it is. */
#include "expr/scalars.h"
#include <string.h>

size_t kernels_hlo__scalars_size(const struct hlo_expr *expr)
{
	size_t size = expr->step_count * (sizeof(struct hlo_register) + sizeof(struct hlo_scalar_step)) +
		expr->result_count * sizeof(struct hlo_register *);
	return (size + 15) & ~(size_t)15;
}

void kernels_hlo__scalars_bind(
	const struct hlo_expr *expr, struct hlo_register *arguments, void *memory, struct hlo_scalars *out)
{
	uint32_t first = expr->argument_count, count = 0;
	struct hlo_register *registers = memory;
	struct hlo_scalar_step *steps = (struct hlo_scalar_step *)(void *)(registers + expr->step_count);
	const struct hlo_register **results = (const struct hlo_register **)(void *)(steps + expr->step_count);
#define PLACE(value) ((value) < first ? &arguments[value] : &registers[(value) - first])
	for (uint32_t i = 0; i < expr->step_count; i++) {
		const struct hlo_expr_step *from = &expr->steps[i];
		if (from->opcode == HLO_OP_constant) {
			memcpy(&registers[i], from->constant, sizeof from->constant);
			continue;
		}
		struct hlo_scalar_step *step = &steps[count++];
		*step = (struct hlo_scalar_step){ from->primitive.run, &from->primitive, &registers[i], { NULL } };
		for (uint32_t k = 0; k < from->primitive.operand_count; k++)
			step->in[k] = PLACE(from->operands[k]);
	}
	for (uint32_t i = 0; i < expr->result_count; i++)
		results[i] = PLACE(expr->results[i]);
#undef PLACE
	*out = (struct hlo_scalars){ steps, count, results };
}
