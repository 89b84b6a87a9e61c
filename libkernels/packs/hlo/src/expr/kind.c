/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Recognises common bodies of reductions and sorts, as frontends write them. */
#include "expr/convert.h"
#include "expr/expr.h"

/* The step that computes a value, if its operation is `opcode`. */
static const struct hlo_expr_step *step_of(const struct hlo_expr *e, uint32_t value, enum hlo_opcode opcode)
{
	if (value < e->argument_count)
		return NULL;
	const struct hlo_expr_step *step = &e->steps[value - e->argument_count];
	return step->opcode == opcode ? step : NULL;
}

/* The value is compare.DIRECTION of a and b, in this order, or of b and a with the direction reversed. */
static bool is_compare(const struct hlo_expr *e, uint32_t value, enum hlo_direction direction, uint32_t a, uint32_t b)
{
	static const enum hlo_direction reversed[] = { HLO_EQ, HLO_NE, HLO_GT, HLO_GE, HLO_LT, HLO_LE };
	const struct hlo_expr_step *step = step_of(e, value, HLO_OP_compare);
	if (!step || step->of->detail.compare_type == HLO_TOTALORDER)
		return false;
	return (step->of->detail.direction == direction && step->operands[0] == a && step->operands[1] == b) ||
	       (step->of->detail.direction == reversed[direction] && step->operands[0] == b && step->operands[1] == a);
}

/* ---- the pair with the smaller or larger value */

/* value = compare(v0, v1), or that or compare.NE(v0, v0), which a float needs. */
static bool picks_first(const struct hlo_expr *e, uint32_t value, enum hlo_direction direction)
{
	const struct hlo_expr_step *step = step_of(e, value, HLO_OP_or);
	if (!step)
		return !hlo_is_float(e->dtypes[0]) && is_compare(e, value, direction, 0, 2);
	for (int i = 0; i < 2; i++)
		if (is_compare(e, step->operands[i], direction, 0, 2) && is_compare(e, step->operands[1 - i], HLO_NE, 0, 0))
			return true;
	return false;
}

/* value = compare.EQ(v0, v1) and compare.LT(i0, i1) */
static bool breaks_tie(const struct hlo_expr *e, uint32_t value)
{
	const struct hlo_expr_step *step = step_of(e, value, HLO_OP_and);
	for (int i = 0; step && i < 2; i++)
		if (is_compare(e, step->operands[i], HLO_EQ, 0, 2) && is_compare(e, step->operands[1 - i], HLO_LT, 1, 3))
			return true;
	return false;
}

static bool is_arg(const struct hlo_expr *e, enum hlo_direction direction)
{
	if (e->argument_count != 4 || e->result_count != 2 || e->dtypes[0] != e->dtypes[2] || e->dtypes[1] != e->dtypes[3] ||
		hlo_is_complex(e->dtypes[0]) || !hlo_is_integer(e->dtypes[1]))
		return false;
	const struct hlo_expr_step *value = step_of(e, e->results[0], HLO_OP_select);
	const struct hlo_expr_step *index = step_of(e, e->results[1], HLO_OP_select);
	if (!value || !index || value->operands[1] != 0 || value->operands[2] != 2 || index->operands[1] != 1 ||
		index->operands[2] != 3 || !picks_first(e, value->operands[0], direction))
		return false;
	const struct hlo_expr_step *both = step_of(e, index->operands[0], HLO_OP_or);
	for (int i = 0; both && i < 2; i++)
		if (both->operands[i] == value->operands[0] && breaks_tie(e, both->operands[1 - i]))
			return true;
	return false;
}

/* ---- comparators */

/* The constant is +0 if `nan` is false, else a NaN without sign. */
static bool is_constant(const struct hlo_expr *e, uint32_t value, bool nan, bool any_zero)
{
	const struct hlo_expr_step *step = step_of(e, value, HLO_OP_constant);
	if (!step || !hlo_is_float(e->dtypes[value]))
		return false;
	double x = kernels_hlo__load(e->dtypes[value], step->constant);
	bool negative = scalars_bits_f64(x) >> 63;
	return (nan ? x != x : x == 0) && (!negative || any_zero);
}

/* value = select(compare.NE(x, x), NaN, select(compare.EQ(x, 0), 0, x)) of an argument x; the selects in any order. */
static bool is_canonical(const struct hlo_expr *e, uint32_t value, uint32_t *argument)
{
	bool seen[2] = { false, false };
	uint32_t x = value;
	const struct hlo_expr_step *chain[2];
	for (int i = 0; i < 2; i++) {
		if ((chain[i] = step_of(e, x, HLO_OP_select)) == NULL)
			return false;
		x = chain[i]->operands[2];
	}
	for (int i = 0; i < 2; i++) {
		const struct hlo_expr_step *test = step_of(e, chain[i]->operands[0], HLO_OP_compare);
		if (!test)
			return false;
		uint32_t zero = test->operands[0] == x ? test->operands[1] : test->operands[0];
		bool nan = is_compare(e, chain[i]->operands[0], HLO_NE, x, x);
		if (!nan && !(is_constant(e, zero, false, true) && is_compare(e, chain[i]->operands[0], HLO_EQ, x, zero)))
			return false;
		if (!is_constant(e, chain[i]->operands[1], nan, false))
			return false;
		seen[nan] = true;
	}
	*argument = x;
	return seen[0] && seen[1] && x < e->argument_count;
}

static struct hlo_expr_kind comparator(const struct hlo_expr *e)
{
	const struct hlo_expr_kind general = { .shape = HLO_EXPR_GENERAL };
	static const enum hlo_direction reversed[] = { HLO_EQ, HLO_NE, HLO_GT, HLO_GE, HLO_LT, HLO_LE };
	const struct hlo_expr_step *step = e->result_count == 1 ? step_of(e, e->results[0], HLO_OP_compare) : NULL;
	if (!step)
		return general;
	struct hlo_expr_kind kind = { .shape = HLO_EXPR_COMPARE, .direction = step->of->detail.direction,
		.total_order = step->of->detail.compare_type == HLO_TOTALORDER };
	uint32_t a = step->operands[0], b = step->operands[1];
	if (kind.total_order && is_canonical(e, a, &a) && is_canonical(e, b, &b))
		kind.canonical = true;
	if (a >= e->argument_count || b >= e->argument_count || a / 2 != b / 2 || a == b)
		return general;
	kind.operand = a / 2;
	if (a > b)
		kind.direction = reversed[kind.direction];
	return kind;
}

/* ---- one operation */

static enum hlo_expr_shape binary(const struct hlo_expr *e)
{
	static const struct {
		enum hlo_opcode opcode;
		enum hlo_expr_shape shape;
	} shapes[] = { { HLO_OP_add, HLO_EXPR_SUM }, { HLO_OP_multiply, HLO_EXPR_PRODUCT },
		{ HLO_OP_minimum, HLO_EXPR_MINIMUM }, { HLO_OP_maximum, HLO_EXPR_MAXIMUM }, { HLO_OP_and, HLO_EXPR_AND },
		{ HLO_OP_or, HLO_EXPR_OR }, { HLO_OP_xor, HLO_EXPR_XOR } };
	if (e->argument_count != 2 || e->result_count != 1 || e->dtypes[0] != e->dtypes[1])
		return HLO_EXPR_GENERAL;
	if (e->results[0] < 2)
		return e->results[0] == 0 ? HLO_EXPR_FIRST : HLO_EXPR_SECOND;
	for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
		const struct hlo_expr_step *step = step_of(e, e->results[0], shapes[i].opcode);
		if (step && step->operands[0] + step->operands[1] == 1)
			return shapes[i].shape;
	}
	return HLO_EXPR_GENERAL;
}

struct hlo_expr_kind kernels_hlo__expr_kind(const struct hlo_expr *expr)
{
	struct hlo_expr_kind kind = { .shape = HLO_EXPR_GENERAL };
	if (expr->call)
		return kind;
	kind.shape = binary(expr);
	if (kind.shape != HLO_EXPR_GENERAL)
		return kind;
	kind.shape = is_arg(expr, HLO_GT) ? HLO_EXPR_ARG_MAX : is_arg(expr, HLO_LT) ? HLO_EXPR_ARG_MIN : HLO_EXPR_GENERAL;
	return kind.shape != HLO_EXPR_GENERAL ? kind : comparator(expr);
}
