/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "expr/blocks.h"

#include <stdarg.h>
#include <stdio.h>

struct checker {
	struct hlo_expr *expr;
	struct hlo_expr_step *steps;
	char *message;
	uint32_t open[HLO_BLOCKS_DEEP], depth; /* steps that began the blocks around the current one: loop or if, or its else */
	bool *hidden;                          /* of each step: its value cannot be used any more */
};

static bool refuse(struct checker *c, const char *format, ...) KERNELS_PRINTF(2, 3);
static bool refuse(struct checker *c, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(c->message, HLO_BLOCKS_TEXT, format, arguments);
	va_end(arguments);
	return false;
}

static void hide(struct checker *c, uint32_t first, uint32_t end)
{
	for (uint32_t i = first; i < end; i++)
		c->hidden[i] = true;
}

/* The step that began the innermost block; NULL: there is none. */
static struct hlo_expr_step *innermost(struct checker *c) { return c->depth ? &c->steps[c->open[c->depth - 1]] : NULL; }

static bool begin(struct checker *c, uint32_t i)
{
	if (c->depth == HLO_BLOCKS_DEEP)
		return refuse(c, "more than %u blocks inside of each other", (unsigned)HLO_BLOCKS_DEEP);
	c->open[c->depth++] = i;
	c->steps[i].first = c->steps[i].second = 0;
	return true;
}

static bool check_while(struct checker *c, uint32_t i)
{
	struct hlo_expr_step *loop = innermost(c);
	if (!loop || loop->opcode != HLO_STEP_LOOP || loop->first)
		return refuse(c, "step %u, 'while', is not in a loop, or the second one", i);
	loop->first = i;
	c->steps[i].first = c->open[c->depth - 1];
	return true;
}

static bool check_else(struct checker *c, uint32_t i)
{
	struct hlo_expr_step *from = innermost(c);
	if (!from || from->opcode != HLO_STEP_IF)
		return refuse(c, "step %u, 'else', is not in an 'if'", i);
	from->first = i;
	c->steps[i].first = c->open[c->depth - 1];
	hide(c, c->open[c->depth - 1], i);
	c->open[c->depth - 1] = i;
	return true;
}

static bool check_end(struct checker *c, uint32_t i)
{
	struct hlo_expr_step *from = innermost(c);
	if (!from || (from->opcode == HLO_STEP_LOOP && !from->first))
		return refuse(c, "step %u, 'end', ends no block, or a loop without 'while'", i);
	const uint32_t opener = from->opcode == HLO_STEP_ELSE ? from->first : c->open[c->depth - 1];
	hide(c, c->open[c->depth - 1], i);
	from->second = c->steps[opener].second = i;
	if (from->opcode == HLO_STEP_LOOP)
		c->steps[from->first].second = i;
	if (from->opcode == HLO_STEP_IF)
		from->first = i;
	c->steps[i].first = c->steps[i].second = opener;
	c->depth--;
	return true;
}

static bool check_operands(struct checker *c, uint32_t i)
{
	const struct hlo_expr_step *step = &c->steps[i];
	const uint32_t arguments = c->expr->argument_count;
	for (uint32_t k = 0; k < step->of->primitive.operand_count; k++) {
		const uint32_t value = step->operands[k];
		if (value >= arguments && c->hidden[value - arguments])
			return refuse(c, "step %u uses value %u, which belongs to a block or has no value", i, value);
	}
	const uint32_t target = step->operands[0];
	if (step->opcode == HLO_STEP_SET && (target < arguments || c->steps[target - arguments].opcode != HLO_STEP_VARIABLE))
		return refuse(c, "step %u sets value %u, which is not a variable", i, target);
	return true;
}

static bool check_step(struct checker *c, uint32_t i)
{
	c->hidden[i] = hlo_is_block_step(c->steps[i].opcode) || c->steps[i].opcode == HLO_STEP_SET;
	if (c->steps[i].opcode != HLO_OP_constant && !check_operands(c, i))
		return false;
	switch ((int)c->steps[i].opcode) {
	case HLO_STEP_LOOP: case HLO_STEP_IF: return begin(c, i);
	case HLO_STEP_WHILE: return check_while(c, i);
	case HLO_STEP_ELSE: return check_else(c, i);
	case HLO_STEP_END: return check_end(c, i);
	default: return true;
	}
}

static bool check_results(struct checker *c)
{
	const uint32_t arguments = c->expr->argument_count;
	if (c->depth)
		return refuse(c, "%u blocks have no 'end'", c->depth);
	for (uint32_t i = 0; i < c->expr->result_count; i++) {
		const uint32_t value = c->expr->results[i];
		if (value >= arguments && c->hidden[value - arguments])
			return refuse(c, "result %u is value %u, which belongs to a block or has no value", i, value);
	}
	return true;
}

bool kernels_hlo__expr_check_blocks(struct hlo_expr *expr, struct hlo_expr_step *steps, char message[HLO_BLOCKS_TEXT])
{
	struct checker c = { .expr = expr, .steps = steps, .message = message };
	c.hidden = async_alloc(expr->allocator, expr->step_count + 1, 1);
	if (!c.hidden)
		return refuse(&c, "out of memory");
	bool good = true;
	for (uint32_t i = 0; i < expr->step_count && good; i++)
		good = check_step(&c, i);
	good = good && check_results(&c);
	async_free(expr->allocator, c.hidden, expr->step_count + 1, 1);
	return good;
}
