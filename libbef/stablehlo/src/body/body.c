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
	if (is_inside(body, value) || bef_hlo__is_scalar_constant(value))
		return true;
	for (size_t i = 0; i < body->captures->count; i++) {
		if (body->captures->items[i] == value)
			return true;
	}
	if (body->captures->count >= 256)
		return bef_hlo__refuse(body->lower, op, "a region uses more than 256 values from outside");
	return bef_hlo__push(body->lower, body->captures, value);
}

/* Constants from outside, as steps. */
static bool put_outer_constants(struct body *body)
{
	for (struct mlirbc_op *op = body->block->first; op; op = op->next) {
		for (uint32_t i = 0; i < op->operand_count; i++) {
			const struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
			if (!is_inside(body, value) && bef_hlo__is_scalar_constant(value) &&
				!bef_hlo__expression_defines(&body->expression, value) &&
				!bef_hlo__expression_step(&body->expression, mlirbc_value_op(value)))
				return false;
		}
	}
	return true;
}

static bool note_captures(struct body *body)
{
	for (struct mlirbc_op *op = body->block->first; op; op = op->next) {
		if (op->next && !bef_hlo__is_step(op))
			return bef_hlo__refuse(body->lower, op, "it cannot be part of the region of '%.*s'",
				(int)body->lower->op->name->size, body->lower->op->name->data);
		for (uint32_t i = 0; i < op->operand_count; i++) {
			if (!note_capture(body, op, mlirbc_op_operands(op)[i].value))
				return false;
		}
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
	if (!put_outer_constants(body))
		return false;
	const struct mlirbc_op *op = body->block->first;
	for (; op && op->next; op = op->next) {
		if (!bef_hlo__expression_step(&body->expression, op))
			return false;
	}
	return op ? put_return(body, op) : bef_hlo__refuse(body->lower, body->lower->op, "a region has no operations");
}

bool bef_hlo__find_captures(struct bef_hlo__lower *lower, uint32_t region, struct bef_hlo__row *captures)
{
	struct body body = { .lower = lower, .captures = captures, .block = mlirbc_op_regions(lower->op)[region].first };
	if (!body.block || body.block->next)
		return bef_hlo__refuse(lower, lower->op, "a region has not exactly one block");
	return note_captures(&body);
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
