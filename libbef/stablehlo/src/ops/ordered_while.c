/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops whose condition has side effects. The kernel hlo.while calls a condition without results but the predicate, so the condition is
 * called before the loop and at the end of each iteration, and the predicate is a carried value:
 *
 *	p, chain = cond(values, chain, captures)
 *	while (p) { values, chain = body(values, chain, captures); p, chain = cond(values, chain, captures) } */
#include "ops/ops.h"

#include <string.h>

struct loop {
	struct bef_hlo__lower *lower;
	const struct mlirbc_attr *condition, *body;
	uint32_t carried;
	size_t captures;
	const struct mlirbc_type **types; /* of the program: carried values, predicate, chain, captures */
};

/* tfrt.call of one of the regions' functions with carried values, a chain and captures. `results`: the first of its types. */
static struct mlirbc_value *call(struct loop *loop, const struct mlirbc_attr *callee, struct mlirbc_value *const *carried,
	struct mlirbc_value *chain, struct mlirbc_value *const *captures, const struct mlirbc_type **results, size_t result_count)
{
	struct bef_hlo__lower *lower = loop->lower;
	const size_t count = loop->carried + 1 + loop->captures;
	struct mlirbc_value **operands = bef_hlo__room(lower, count, sizeof *operands);
	const struct mlirbc_build_attr attr = { "callee", callee };
	const struct mlirbc_build_op spec = { .name = "tfrt.call", .operands = operands, .operand_count = count, .results = results,
		.result_count = result_count, .attrs = &attr, .attr_count = 1 };
	struct mlirbc_op *op;
	if (!operands)
		return NULL;
	for (uint32_t i = 0; i < loop->carried; i++)
		operands[i] = carried[i];
	operands[loop->carried] = chain;
	for (size_t i = 0; i < loop->captures; i++)
		operands[loop->carried + 1 + i] = captures[i];
	return bef_hlo__plain_op(lower, &spec, &op) ? mlirbc_op_results(op) : NULL;
}

static bool give_back(struct loop *loop, struct mlirbc_value *const *values, size_t count)
{
	const struct mlirbc_build_op spec = { .name = "tfrt.return", .operands = values, .operand_count = count };
	struct mlirbc_op *op;
	return bef_hlo__plain_op(loop->lower, &spec, &op);
}

/* The condition of the kernel: returns the predicate, which is an argument. */
static const struct mlirbc_attr *make_test(struct loop *loop)
{
	struct bef_hlo__made made;
	if (!bef_hlo__begin_function(loop->lower, "test", loop->types, loop->carried + 2 + loop->captures, &loop->lower->tensor, 1, &made))
		return NULL;
	struct mlirbc_value *predicate = &made.block->arguments[loop->carried];
	return bef_hlo__end_function(loop->lower, &made, give_back(loop, &predicate, 1));
}

/* The body of the kernel: the body and the condition for its results. */
static bool fill_step(struct loop *loop, struct mlirbc_block *block)
{
	const size_t carried = loop->carried;
	struct mlirbc_value **values = bef_hlo__room(loop->lower, carried + 2 + loop->captures, sizeof *values);
	const struct mlirbc_type **types = bef_hlo__room(loop->lower, carried + 1, sizeof *types);
	if (!values || !types)
		return false;
	for (size_t i = 0; i < carried + 2 + loop->captures; i++)
		values[i] = &block->arguments[i];
	memcpy(types, loop->types, carried * sizeof *types);
	types[carried] = loop->lower->chain;
	struct mlirbc_value **captures = values + carried + 2;
	struct mlirbc_value *made = call(loop, loop->body, values, values[carried + 1], captures, types, carried + 1);
	for (size_t i = 0; made && i < carried; i++)
		values[i] = &made[i];
	struct mlirbc_value *next =
		made ? call(loop, loop->condition, values, &made[carried], captures, loop->types + carried, 2) : NULL;
	if (!next)
		return false;
	values[carried] = &next[0];
	values[carried + 1] = &next[1];
	return give_back(loop, values, carried + 2);
}

static const struct mlirbc_attr *make_step(struct loop *loop)
{
	struct bef_hlo__made made;
	if (!bef_hlo__begin_function(loop->lower, "step", loop->types, loop->carried + 2 + loop->captures, loop->types, loop->carried + 2,
		    &made))
		return NULL;
	return bef_hlo__end_function(loop->lower, &made, fill_step(loop, made.block));
}

static bool find_types(struct loop *loop, const struct bef_hlo__value *operands)
{
	struct bef_hlo__lower *lower = loop->lower;
	const size_t carried = loop->carried;
	if (!(loop->types = bef_hlo__room(lower, carried + 2 + loop->captures, sizeof *loop->types)))
		return false;
	for (size_t i = 0; i < carried; i++)
		loop->types[i] = bef_hlo__program_type(lower, operands[i].type);
	loop->types[carried] = lower->tensor;
	loop->types[carried + 1] = lower->chain;
	for (size_t i = 0; i < loop->captures; i++)
		loop->types[carried + 2 + i] = bef_hlo__program_type(lower, operands[carried + 1 + i].type);
	return true;
}

/* The kernel with the predicate and the chain behind the carried values; sets the results of the loop. */
static bool emit_loop(struct loop *loop, const struct bef_hlo__value *operands, struct bef_hlo__attrs *attrs)
{
	struct bef_hlo__lower *lower = loop->lower;
	const size_t carried = loop->carried, count = carried + 2 + loop->captures;
	struct mlirbc_value **values = bef_hlo__room(lower, count, sizeof *values);
	struct bef_hlo__value *all = bef_hlo__room(lower, count, sizeof *all);
	struct bef_hlo__value *results = bef_hlo__room(lower, carried + 2, sizeof *results);
	if (!values || !all || !results)
		return false;
	for (size_t i = 0; i < count - 1; i++)
		values[i] = operands[i].value;
	struct mlirbc_value *first =
		call(loop, loop->condition, values, values[carried], values + carried + 1, loop->types + carried, 2);
	if (!first)
		return false;
	memcpy(all, operands, carried * sizeof *all);
	all[carried] = (struct bef_hlo__value){ &first[0],
		bef_hlo__shaped(lower, NULL, 0, mlirbc_type_integer(lower->context, 1, MLIRBC_SIGNLESS)) };
	all[carried + 1] = (struct bef_hlo__value){ &first[1], bef_hlo__token_type(lower) };
	memcpy(all + carried + 2, operands + carried + 1, loop->captures * sizeof *all);
	if (!all[carried].type || !all[carried + 1].type)
		return false;
	for (size_t i = 0; i < carried + 2; i++)
		results[i].type = i < carried ? bef_hlo__result_type(lower, (uint32_t)i) : all[i].type;
	if (!bef_hlo__emit(lower, "while", all, count, results, carried + 2, attrs))
		return false;
	return bef_hlo__set_results(lower, results, false) && bef_hlo__set_effects(lower, results[carried + 1].value);
}

bool bef_hlo__ordered_while(struct bef_hlo__lower *lower, struct mlirbc_op *op, const struct bef_hlo__value *operands,
	const struct bef_hlo__row *captures)
{
	struct loop loop = { .lower = lower, .carried = op->operand_count, .captures = captures->count };
	struct bef_hlo__attrs attrs = { .count = 0 };
	loop.condition = bef_hlo__region_function(lower, op, 0, "cond", BEF_HLO__ORDERED, captures);
	loop.body = loop.condition ? bef_hlo__region_function(lower, op, 1, "body", BEF_HLO__ORDERED, captures) : NULL;
	if (!loop.body || !find_types(&loop, operands))
		return false;
	const struct mlirbc_attr *test = make_test(&loop), *step = test ? make_step(&loop) : NULL;
	if (!step)
		return false;
	bef_hlo__attr(&attrs, "body", step);
	bef_hlo__attr_int(lower, &attrs, "captures", (int64_t)captures->count);
	bef_hlo__attr(&attrs, "cond", test);
	return emit_loop(&loop, operands, &attrs);
}
