/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the keys of a comparator. Comparators of several keys are, with `before` and `equal` of one key:
 *	or(before, and(equal, REST)), in any order of operands, or select(equal, REST, before) */
#include "sorting/keys.h"

/* What the value `value` of the expression is as a comparator. */
static struct hlo_expr_kind kind_of(const struct hlo_expr *e, uint32_t value)
{
	struct hlo_expr part = *e;
	part.results = &value;
	part.result_count = 1;
	return kernels_hlo__expr_kind(&part);
}

static const struct hlo_expr_step *step_of(const struct hlo_expr *e, uint32_t value, enum hlo_opcode opcode)
{
	if (value < e->argument_count)
		return NULL;
	const struct hlo_expr_step *step = &e->steps[value - e->argument_count];
	return step->opcode == opcode ? step : NULL;
}

static bool is_order(const struct hlo_expr *e, uint32_t inputs, uint32_t value, struct hlo_key_order *out)
{
	struct hlo_expr_kind kind = kind_of(e, value);
	if (kind.shape != HLO_EXPR_COMPARE || (kind.direction != HLO_LT && kind.direction != HLO_GT) ||
		kind.operand >= inputs || !kernels_hlo__has_keys(e->dtypes[2 * kind.operand]))
		return false;
	*out = (struct hlo_key_order){ e->dtypes[2 * kind.operand], kind.operand, kind.direction == HLO_GT,
		kind.total_order, kind.canonical };
	return true;
}

/* The elements have equal keys in this order. */
static bool is_equal(const struct hlo_expr *e, uint32_t value, const struct hlo_key_order *order)
{
	struct hlo_expr_kind kind = kind_of(e, value);
	bool same = kind.total_order == order->total && kind.canonical == order->canonical;
	return kind.shape == HLO_EXPR_COMPARE && kind.direction == HLO_EQ && kind.operand == order->input &&
	       (same || !hlo_is_float(order->dtype));
}

/* Divides `value` into the order of the first key and the rest. */
static bool divide(const struct hlo_expr *e, uint32_t inputs, uint32_t value, struct hlo_key_order *out, uint32_t *rest)
{
	const struct hlo_expr_step *choice = step_of(e, value, HLO_OP_select), *either = step_of(e, value, HLO_OP_or);
	if (choice && is_order(e, inputs, choice->operands[2], out) && is_equal(e, choice->operands[0], out)) {
		*rest = choice->operands[1];
		return true;
	}
	for (uint32_t i = 0; either && i < 2; i++) {
		const struct hlo_expr_step *both = step_of(e, either->operands[1 - i], HLO_OP_and);
		for (uint32_t k = 0; both && k < 2; k++)
			if (is_order(e, inputs, either->operands[i], out) && is_equal(e, both->operands[k], out)) {
				*rest = both->operands[1 - k];
				return true;
			}
	}
	return false;
}

uint32_t kernels_hlo__key_orders(
	const struct hlo_expr *comparator, uint32_t inputs, struct hlo_key_order *out, uint32_t most)
{
	if (comparator->call)
		return 0;
	uint32_t value = comparator->results[0];
	for (uint32_t count = 0; count < most; count++) {
		if (is_order(comparator, inputs, value, &out[count]))
			return count + 1;
		if (!divide(comparator, inputs, value, &out[count], &value))
			return 0;
	}
	return 0;
}
