/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks that the kernels of loops share. */
#include "control/control.h"

bool kernels_hlo__check_carried(struct hlo_op *op)
{
	int64_t captures;
	if (!kernels_hlo__int(op, "captures", &captures))
		return false;
	if (captures < 0 || op->operand_count < op->result_count || captures != op->operand_count - op->result_count)
		return kernels_hlo__refuse(op, "%u operands and %u results do not have %lld captures", op->operand_count,
			op->result_count, (long long)captures);
	for (uint32_t i = 0; i < op->result_count; i++) {
		const struct hlo_type *from = &op->operands[i], *to = &op->results[i];
		char texts[2][HLO_TYPE_TEXT];
		if (from->dtype != to->dtype || from->shape.rank != to->shape.rank)
			return kernels_hlo__refuse(op, "result %u has the type %s, expected %s", i,
				kernels_hlo__type_text(to, texts[0]), kernels_hlo__type_text(from, texts[1]));
	}
	return true;
}

bool kernels_hlo__check_parameters(struct hlo_op *op, const char *name, const struct hlo_expr *expr,
	const int64_t *which, uint32_t count)
{
	if (expr->argument_count != count)
		return kernels_hlo__refuse(op, "%s has %u arguments, expected %u", name, expr->argument_count, count);
	for (uint32_t i = 0; i < count; i++) {
		int64_t operand = which ? which[i] : i;
		if (operand < 0 || operand >= op->operand_count)
			return kernels_hlo__refuse(op, "argument %u of %s is operand %lld of %u", i, name, (long long)operand,
				op->operand_count);
		const struct hlo_type *type = &op->operands[operand];
		char text[HLO_TYPE_TEXT];
		if (type->elements != 1 || type->dtype != expr->dtypes[i])
			return kernels_hlo__refuse(op, "argument %u of %s is one element %s, but the operand %s", i, name,
				kernels_dtype_name(expr->dtypes[i]), kernels_hlo__type_text(type, text));
	}
	return true;
}

bool kernels_hlo__check_condition(
	struct hlo_op *op, const struct hlo_expr *condition, const int64_t *which, uint32_t count)
{
	if (condition->result_count != 1 || hlo_expr_result(condition, 0) != KERNELS_I1)
		return kernels_hlo__refuse(op, "condition does not return one i1");
	return kernels_hlo__check_parameters(op, "condition", condition, which, count);
}
