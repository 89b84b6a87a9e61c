/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "body/body.h"
#include "body/expression.h"

/* A region that is written. */
struct body {
	struct bef_hlo__lower *lower;
	struct mlirbc_block *block;
	struct bef_hlo__row *captures;
	struct bef_hlo__expression expression;
};

/* ---- captures: values that the region uses and does not define */

static bool is_inside(const struct body *body, const struct mlirbc_value *value)
{
	const struct bef_hlo__about *about = bef_hlo__about(body->lower, body->lower->op);
	return value->number >= about->first && value->number < about->last;
}

static bool note_capture(struct body *body, const struct mlirbc_op *op, struct mlirbc_value *value)
{
	if (is_inside(body, value) || bef_hlo__is_scalar_constant(body->lower, value))
		return true;
	for (size_t i = 0; i < body->captures->count; i++) {
		if (body->captures->items[i] == value)
			return true;
	}
	if (body->captures->count >= HLO_MOST_CAPTURES)
		return bef_hlo__refuse(body->lower, op, "a region uses more than %d values from outside", HLO_MOST_CAPTURES);
	return bef_hlo__push(body->lower, body->captures, value);
}

/* Constants from outside, as steps. */
static bool put_outer_constants(struct body *body, struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		if (!is_inside(body, value) && bef_hlo__is_scalar_constant(body->lower, value) &&
			!bef_hlo__expression_defines(&body->expression, value) &&
			!bef_hlo__expression_step(&body->expression, mlirbc_value_op(value)))
			return false;
	}
	return true;
}

static bool note_captures(struct body *body, struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (!note_capture(body, op, mlirbc_op_operands(op)[i].value))
			return false;
	}
	return true;
}

/* Calls `visit` for the operations of the region and those inside of them. */
static bool each_op(struct body *body, bool (*visit)(struct body *body, struct mlirbc_op *op))
{
	for (struct mlirbc_op *op = body->block->first; op; op = op->next) {
		for (struct mlirbc_op *at = op; at; at = mlirbc_op_next_pre(op, at)) {
			if (!visit(body, at))
				return false;
		}
	}
	return true;
}

/* ---- what can be an expression */

static bool is_choice(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const enum mlirbc_stablehlo_code code = bef_hlo__code(lower, op);
	return code == MLIRBC_STABLEHLO_if || code == MLIRBC_STABLEHLO_case;
}

static bool is_scalar(struct bef_hlo__lower *lower, const struct mlirbc_type *type)
{
	struct mlirbc_stablehlo_quantized quantized;
	if (!bef_hlo__is_tensor(type) || type->u.shaped.rank != 0)
		return false;
	const struct mlirbc_type *element = bef_hlo__element(type);
	if (bef_hlo__is_quantized(type)) {
		if (mlirbc_stablehlo_quantized(lower->context, element, &quantized) != MLIRBC_OK)
			return false;
		element = quantized.expressed;
	}
	return bef_hlo__dtype_name(element) != NULL;
}

static bool has_scalars(struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		const struct mlirbc_op *made_by = mlirbc_value_op(value);
		if (!is_scalar(lower, value->type) ||
			(made_by && bef_hlo__is(lower, made_by, MLIRBC_STABLEHLO_constant) && !bef_hlo__has_value(made_by)))
			return false;
	}
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (!is_scalar(lower, mlirbc_op_results(op)[i].type))
			return false;
	}
	return true;
}

static bool is_expression(struct bef_hlo__lower *lower, const struct mlirbc_region *region, unsigned depth)
{
	const struct mlirbc_block *block = region->first;
	if (!block || block->next || !block->last || depth > BEF_HLO__MOST_DEPTH)
		return false;
	for (uint32_t i = 0; i < block->argument_count; i++) {
		if (!is_scalar(lower, block->arguments[i].type))
			return false;
	}
	for (struct mlirbc_op *op = block->first; op; op = op->next) {
		if (!has_scalars(lower, op) || (op->next && !bef_hlo__is_step(lower, op) && !is_choice(lower, op)))
			return false;
		if (bef_hlo__is(lower, op, MLIRBC_STABLEHLO_constant) && !bef_hlo__has_value(op))
			return false;
		for (uint32_t i = 0; i < op->region_count; i++) {
			if (!is_expression(lower, &mlirbc_op_regions(op)[i], depth + 1))
				return false;
		}
	}
	return true;
}

bool bef_hlo__are_expressions(struct bef_hlo__lower *lower)
{
	struct mlirbc_op *op = bef_hlo__source_op(lower);
	for (uint32_t i = 0; i < op->region_count; i++) {
		if (!is_expression(lower, &mlirbc_op_regions(op)[i], 0))
			return false;
	}
	return true;
}

/* ---- the region */

static bool put_return(struct body *body, const struct mlirbc_op *op)
{
	bef_hlo__expression_begin_return(&body->expression);
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (!bef_hlo__expression_return(&body->expression, mlirbc_op_operands(op)[i].value))
			return false;
	}
	return true;
}

static bool put_steps(struct body *body, struct mlirbc_block *block);

/* The number of the value that branch `branch` returns as result `result`. */
static uint32_t returned(struct body *body, struct mlirbc_op *op, uint32_t branch, uint32_t result)
{
	const struct mlirbc_op *last = mlirbc_op_regions(op)[branch].first->last;
	return bef_hlo__expression_number(&body->expression, mlirbc_op_operands(last)[result].value);
}

/* The steps of all branches; then the results: those of the last branch, or of an earlier one that is selected. */
static bool put_choice(struct body *body, struct mlirbc_op *op)
{
	const uint32_t selector = bef_hlo__expression_number(&body->expression, mlirbc_op_operands(op)[0].value);
	const bool cases = bef_hlo__is(body->lower, op, MLIRBC_STABLEHLO_case);
	for (uint32_t i = 0; i < op->region_count; i++) {
		if (!put_steps(body, mlirbc_op_regions(op)[i].first))
			return false;
	}
	for (uint32_t r = 0; r < op->result_count; r++) {
		const struct mlirbc_value *result = &mlirbc_op_results(op)[r];
		uint32_t value = returned(body, op, op->region_count - 1, r);
		for (uint32_t i = op->region_count - 1; i-- > 0;) {
			uint32_t picks = cases ? bef_hlo__expression_equals(&body->expression, selector, i) : selector;
			if (!bef_hlo__expression_select(&body->expression, picks, returned(body, op, i, r), value, result->type, &value))
				return false;
		}
		bef_hlo__expression_define(&body->expression, result, value);
	}
	return true;
}

/* All operations of the block but the last. */
static bool put_steps(struct body *body, struct mlirbc_block *block)
{
	for (struct mlirbc_op *op = block->first; op && op->next; op = op->next) {
		if (!(is_choice(body->lower, op) ? put_choice(body, op) : bef_hlo__expression_step(&body->expression, op)))
			return false;
	}
	return true;
}

static bool put_body(struct body *body)
{
	for (uint32_t i = 0; i < body->block->argument_count; i++) {
		if (!bef_hlo__expression_argument(&body->expression, &body->block->arguments[i]))
			return false;
	}
	for (size_t i = 0; i < body->captures->count; i++) {
		if (!bef_hlo__expression_argument(&body->expression, body->captures->items[i]))
			return false;
	}
	bef_hlo__expression_end_arguments(&body->expression);
	return each_op(body, put_outer_constants) && put_steps(body, body->block) && put_return(body, body->block->last);
}

bool bef_hlo__find_captures(struct bef_hlo__lower *lower, uint32_t region, struct bef_hlo__row *captures)
{
	struct body body = { .lower = lower, .captures = captures, .block = mlirbc_op_regions(lower->op)[region].first };
	if (!body.block || body.block->next)
		return bef_hlo__refuse(lower, lower->op, "a region has not exactly one block");
	return each_op(&body, note_captures);
}

bool bef_hlo__body(struct bef_hlo__lower *lower, uint32_t region, const char *name, struct bef_hlo__row *captures,
	struct bef_hlo__attrs *attrs)
{
	struct body body = { .lower = lower, .captures = captures, .block = mlirbc_op_regions(lower->op)[region].first };
	bef_hlo__expression_begin(lower, false, &body.expression);
	if (!put_body(&body))
		return false;
	bef_hlo__expression_attr(&body.expression, name, attrs);
	return true;
}
