/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A function of small arrays that has many kernels, such as a step of a Kalman filter, as one: the kernel of a loop over small arrays with one
 * iteration. The loop carries a counter and the results, and captures the arguments. */
#include "fuse/elements.h"
#include "fuse/fuse.h"
#include "ops/ops.h"
#include <mlirbc/stablehlo_ops.h>

struct function {
	const struct mlirbc_block *block;
	const struct mlirbc_type *i32, *i1; /* single elements */
	struct bef_hlo__row results, arguments; /* values that are returned, each once, and arguments that are used */
};

static bool is_used(const struct mlirbc_value *argument) { return argument->first_use != NULL; }

/* Only small arrays: most functions of models end here. A loop is a kernel of its own, which may keep its arrays in memory. */
static bool is_small_block(const struct mlirbc_block *block)
{
	if (!block->last || block->last->operand_count == 0)
		return false;
	for (uint32_t i = 0; i < block->argument_count; i++) {
		if (is_used(&block->arguments[i]) && !bef_hlo__is_small(block->arguments[i].type))
			return false;
	}
	for (const struct mlirbc_op *op = block->first; op != block->last; op = op->next) {
		if (mlirbc_stablehlo_code(op->name) == MLIRBC_STABLEHLO_while)
			return false;
		for (uint32_t i = 0; i < op->result_count; i++) {
			if (!bef_hlo__is_small(mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op)[i].type))
				return false;
		}
	}
	return true;
}

static bool find_values(struct bef_hlo__lower *lower, struct function *f)
{
	const struct mlirbc_op *last = f->block->last;
	const struct mlirbc_type *i32 = mlirbc_type_integer(lower->context, 32, MLIRBC_SIGNLESS);
	const struct mlirbc_type *i1 = mlirbc_type_integer(lower->context, 1, MLIRBC_SIGNLESS);
	f->i32 = i32 ? bef_hlo__shaped(lower, NULL, 0, i32) : NULL;
	f->i1 = i1 ? bef_hlo__shaped(lower, NULL, 0, i1) : NULL;
	if (!f->i32 || !f->i1)
		return bef_hlo__no_memory(lower);
	lower->generation++;
	for (uint32_t i = 0; i < last->operand_count; i++) {
		if (!bef_hlo__push_once(lower, &f->results, mlirbc_op_operands(last)[i].value))
			return false;
	}
	for (uint32_t i = 0; i < f->block->argument_count; i++) {
		if (is_used(&f->block->arguments[i]) && !bef_hlo__push(lower, &f->arguments, &f->block->arguments[i]))
			return false;
	}
	return true;
}

/* ---- expressions */

/* The counter is value 0. */
static void begin(struct bef_hlo__lower *lower, const struct function *f, struct bef_hlo__elements *e)
{
	bef_hlo__elements_begin(lower, e);
	bef_hlo__elements_unnamed(e, f->i32);
	for (size_t i = 0; i < f->results.count; i++)
		bef_hlo__elements_unnamed(e, ((struct mlirbc_value *)f->results.items[i])->type);
	for (size_t i = 0; i < f->arguments.count; i++)
		bef_hlo__elements_argument(e, f->arguments.items[i], false);
	bef_hlo__elements_end_arguments(e);
}

static bool write_body(struct bef_hlo__lower *lower, const struct function *f, struct bef_hlo__elements *e)
{
	begin(lower, f, e);
	bef_hlo__elements_block(e, f->block);
	const uint32_t operands[2] = { 0, bef_hlo__elements_number(e, 1, f->i32) };
	const uint32_t next = bef_hlo__elements_step(e, "add", operands, 2, f->i32);
	bef_hlo__elements_begin_return(e);
	bef_hlo__expression_put_number(&e->text, next);
	for (size_t i = 0; i < f->results.count; i++)
		bef_hlo__elements_return(e, f->results.items[i], NULL);
	bef_hlo__elements_order(e);
	return e->fits && e->stores == 0;
}

static bool write_condition(struct bef_hlo__lower *lower, const struct function *f, struct bef_hlo__elements *e)
{
	begin(lower, f, e);
	const uint32_t operands[2] = { 0, bef_hlo__elements_number(e, 1, f->i32) };
	const uint32_t less = bef_hlo__elements_step(e, "compare.LT.SIGNED", operands, 2, f->i1);
	bef_hlo__elements_begin_return(e);
	bef_hlo__expression_put_number(&e->text, less);
	return e->fits;
}

/* ---- the kernel */

static bool emit(struct bef_hlo__lower *lower, const struct function *f, struct bef_hlo__attrs *attrs)
{
	const size_t carried = f->results.count + 1, count = carried + f->arguments.count;
	struct bef_hlo__value *operands = bef_hlo__room(lower, count, sizeof *operands);
	struct bef_hlo__value *results = bef_hlo__room(lower, carried, sizeof *results);
	if (!operands || !results)
		return false;
	for (size_t i = 0; i < carried; i++) {
		results[i].type = i == 0 ? f->i32 : ((struct mlirbc_value *)f->results.items[i - 1])->type;
		operands[i] = bef_hlo__splat(lower, 0, results[i].type);
	}
	for (size_t i = 0; i < f->arguments.count; i++)
		operands[carried + i] = bef_hlo__get(lower, f->arguments.items[i]);
	if (!bef_hlo__emit(lower, "while_scalars", operands, count, results, carried, attrs))
		return false;
	for (size_t i = 1; i < carried; i++)
		bef_hlo__set(lower, f->results.items[i - 1], results[i].value);
	return true;
}

/* Tells the caller that all operations are one kernel. */
static bool explain(struct bef_hlo__lower *lower, const struct function *f, const struct bef_hlo__mark *mark)
{
	struct bef_hlo__group group = { .ops = { NULL, 0, 0 } };
	for (struct mlirbc_op *op = f->block->first; op != f->block->last; op = op->next) {
		if (!bef_hlo__push(lower, &group.ops, op))
			return false;
	}
	bef_hlo__explain_group(lower, &group, mark);
	return true;
}

bool bef_hlo__lower_small_function(struct bef_hlo__lower *lower, const struct mlirbc_block *block, bool *out_made)
{
	struct function f = { .block = block, .results = { NULL, 0, 0 }, .arguments = { NULL, 0, 0 } };
	struct bef_hlo__attrs attrs = { .count = 0 };
	struct bef_hlo__elements e;
	*out_made = false;
	if (lower->options.no_fusing || lower->options.device || !is_small_block(block) || !bef_hlo__has_many_kernels(lower, block))
		return true;
	if (!find_values(lower, &f))
		return false;
	if (!write_body(lower, &f, &e) || !bef_hlo__elements_are_much_quicker(lower, block, bef_hlo__elements_time(&e)))
		return !bef_hlo__is_over(lower);
	bef_hlo__expression_attr(&e.text, "body", &attrs);
	bef_hlo__attr_int(lower, &attrs, "captures", (int64_t)f.arguments.count);
	if (!write_condition(lower, &f, &e))
		return !bef_hlo__is_over(lower);
	bef_hlo__expression_attr(&e.text, "condition", &attrs);
	lower->op = block->first;
	const struct bef_hlo__mark mark = bef_hlo__explain_begin(lower);
	*out_made = emit(lower, &f, &attrs) && explain(lower, &f, &mark);
	return *out_made;
}
