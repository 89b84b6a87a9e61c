/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The kernel of a group of operations on single elements. */
#include "body/expression.h"
#include "fuse/fuse.h"

static const struct mlirbc_op *constant_operand(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, uint32_t i)
{
	const struct mlirbc_op *from = mlirbc_value_op(mlirbc_op_operands(op)[i].value);
	return from && bef_hlo__is_inline_constant(lower, from) ? from : NULL;
}

/* Values that the group uses and does not compute, each once. */
static bool find_operands(struct bef_hlo__lower *lower, const struct bef_hlo__group *group, struct bef_hlo__row *out)
{
	lower->generation++;
	for (size_t k = 0; k < group->ops.count; k++) {
		const struct mlirbc_op *op = group->ops.items[k];
		for (uint32_t i = 0; i < op->operand_count; i++) {
			struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
			if (!constant_operand(lower, op, i) && bef_hlo__group_of(lower, value, op->parent) != group &&
				!bef_hlo__push_once(lower, out, value))
				return false;
		}
	}
	return true;
}

/* The step, and before it those of its constants. */
static bool put_op(struct bef_hlo__expression *body, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_op *constant = constant_operand(body->lower, op, i);
		if (constant && !bef_hlo__expression_defines(body, mlirbc_op_results(constant)) &&
			!bef_hlo__expression_step(body, constant))
			return false;
	}
	return bef_hlo__expression_step(body, op);
}

static bool put_group(struct bef_hlo__lower *lower, const struct bef_hlo__group *group, const struct bef_hlo__row *operands,
	const struct bef_hlo__row *results, struct bef_hlo__attrs *attrs)
{
	struct bef_hlo__expression body;
	bool ok = true;
	bef_hlo__expression_begin(lower, true, &body);
	for (size_t i = 0; i < operands->count && ok; i++)
		ok = bef_hlo__expression_argument(&body, operands->items[i]);
	bef_hlo__expression_end_arguments(&body);
	for (size_t i = 0; i < group->ops.count && ok; i++)
		ok = put_op(&body, group->ops.items[i]);
	bef_hlo__expression_begin_return(&body);
	for (size_t i = 0; i < results->count && ok; i++)
		ok = bef_hlo__expression_return(&body, results->items[i]);
	bef_hlo__expression_attr(&body, "body", attrs);
	return ok;
}

bool bef_hlo__emit_scalar_group(struct bef_hlo__lower *lower, const struct bef_hlo__group *group)
{
	struct bef_hlo__row from = { NULL, 0, 0 }, to = { NULL, 0, 0 };
	struct bef_hlo__attrs attrs = { .count = 0 };
	if (!find_operands(lower, group, &from) || !bef_hlo__group_results(lower, group, &to))
		return false;
	struct bef_hlo__value *operands = bef_hlo__scratch(lower, from.count, sizeof *operands);
	if (!operands)
		return false;
	for (size_t i = 0; i < from.count; i++)
		operands[i] = bef_hlo__get(lower, from.items[i]);
	if (to.count == 0)
		return true; /* nothing uses what it computes */
	return put_group(lower, group, &from, &to, &attrs) &&
	       bef_hlo__emit_results(lower, "fused", operands, from.count, &to, &attrs);
}
