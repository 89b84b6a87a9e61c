/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A loop inside of a loop. If the number of iterations is known, and small, its body is written for each of them. Else it is a block, whose
 * carried elements are variables. */
#include "fuse/elements.h"

/* Steps of all iterations; values of the expression, fewer than it may have. */
enum { MOST_UNROLLED = 4000, MOST_VALUES = 6000 };

struct loop {
	const struct mlirbc_op *op;
	const struct mlirbc_block *condition, *body;
	uint32_t *indices; /* of the carried values */
};

static const struct mlirbc_block *block_of(const struct mlirbc_op *op, uint32_t i)
{
	const struct mlirbc_region *region = &mlirbc_op_regions((struct mlirbc_op *)(uintptr_t)op)[i];
	const struct mlirbc_block *block = region->block_count == 1 ? region->first : NULL;
	return block && block->last && block->argument_count == op->operand_count ? block : NULL;
}

static bool find_loop(struct bef_hlo__elements *e, const struct mlirbc_op *op, struct loop *out)
{
	if (!bef_hlo__is(e->text.lower, op, MLIRBC_STABLEHLO_while) || op->region_count != 2 || op->operand_count != op->result_count)
		return false;
	*out = (struct loop){ op, block_of(op, 0), block_of(op, 1), bef_hlo__room(e->text.lower, op->operand_count + 1u, sizeof(uint32_t)) };
	return out->condition && out->body && out->condition->last->operand_count == 1 && out->body->last->operand_count == op->operand_count &&
	       out->indices;
}

/* Where the numbers of the operands are. */
static void read_indices(struct bef_hlo__elements *e, const struct mlirbc_op *op, uint32_t *out)
{
	for (uint32_t i = 0; i < op->operand_count && e->fits; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		e->fits = bef_hlo__expression_defines(&e->text, value);
		out[i] = e->fits ? bef_hlo__expression_number(&e->text, value) : 0;
	}
}

static void name_arguments(struct bef_hlo__elements *e, const struct mlirbc_block *block, const uint32_t *indices)
{
	for (uint32_t i = 0; i < block->argument_count && e->fits; i++)
		bef_hlo__elements_alias(e, &block->arguments[i], indices[i]);
}

static void name_results(struct bef_hlo__elements *e, const struct loop *loop)
{
	for (uint32_t i = 0; i < loop->op->operand_count && e->fits; i++)
		bef_hlo__elements_alias(e, &mlirbc_op_results((struct mlirbc_op *)(uintptr_t)loop->op)[i], loop->indices[i]);
}

/* ---- iteration by iteration */

/* Returns how many of the iterations were written: fewer if all would be too long. */
static uint64_t unroll(struct bef_hlo__elements *e, const struct loop *loop, uint64_t trips)
{
	const uint32_t before = e->steps, first = e->text.next;
	uint64_t k = 0, all = 0;
	for (; k < trips && e->fits && all <= MOST_UNROLLED && first + all <= MOST_VALUES; k++, all = (e->steps - before) / k * trips) {
		name_arguments(e, loop->body, loop->indices);
		bef_hlo__elements_block(e, loop->body);
		read_indices(e, loop->body->last, loop->indices);
	}
	return k;
}

/* ---- as a block */

/* Variables for the elements of the carried values, one after the other; returns the number of the first. */
static uint32_t make_variables(struct bef_hlo__elements *e, const struct loop *loop)
{
	const uint32_t first = e->text.next;
	for (uint32_t i = 0; i < loop->op->operand_count && e->fits; i++) {
		const struct mlirbc_value *argument = &loop->body->arguments[i];
		const uint32_t from = loop->indices[i];
		e->fits = (bef_hlo__small_count(argument) == 0) == (from >= BEF_HLO__IS_ARRAY);
		if (e->fits && bef_hlo__small_count(argument) == 0) {
			loop->indices[i] = bef_hlo__elements_begin_array(e, argument, from);
			continue;
		}
		uint32_t *out = e->fits ? bef_hlo__elements_define(e, argument) : NULL;
		for (uint32_t k = 0; out && k < bef_hlo__small_count(argument); k++) {
			const uint32_t number = bef_hlo__elements_variable(e, e->numbers[from + k], argument->type);
			out[k] = number;
		}
		loop->indices[i] = bef_hlo__expression_number(&e->text, argument);
	}
	return first;
}

/* All variables change at once: what another variable has is copied first. */
static void set_variables(struct bef_hlo__elements *e, const struct loop *loop, uint32_t first, uint32_t end)
{
	uint32_t *values = bef_hlo__room(e->text.lower, end - first + 1, sizeof *values), at = 0;
	e->fits = e->fits && values;
	for (uint32_t i = 0; i < loop->op->operand_count && e->fits; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(loop->body->last)[i].value;
		const uint32_t *numbers = bef_hlo__small_count(value) ? bef_hlo__elements_of(e, value) : NULL;
		for (uint32_t k = 0; numbers && k < bef_hlo__small_count(value); k++, at++) {
			const uint32_t number = numbers[k];
			const bool copy = number >= first && number < end && number != first + at;
			values[at] = copy ? bef_hlo__elements_step(e, "convert", &number, 1, value->type) : number;
		}
	}
	at = 0;
	for (uint32_t i = 0; i < loop->op->operand_count && e->fits; i++) {
		const struct mlirbc_value *argument = &loop->body->arguments[i];
		for (uint32_t k = 0; k < bef_hlo__small_count(argument); k++, at++)
			bef_hlo__elements_set(e, first + at, values[at], argument->type);
	}
}

/* Arrays are changed in place, those that the loop carries only. */
static void end_arrays(struct bef_hlo__elements *e, const struct loop *loop, uint32_t *newest)
{
	for (uint32_t i = 0; i < loop->op->operand_count && e->fits; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(loop->body->last)[i].value;
		if (bef_hlo__small_count(value) == 0)
			loop->indices[i] = bef_hlo__elements_end_array(e, &loop->body->arguments[i], value, newest);
	}
	e->fits = e->fits && bef_hlo__elements_arrays_are(e, newest);
}

static void write_block(struct bef_hlo__elements *e, const struct loop *loop)
{
	const uint32_t first = make_variables(e, loop), end = e->text.next;
	const uint64_t before = bef_hlo__elements_time(e);
	uint32_t *newest = bef_hlo__elements_newest(e);
	name_arguments(e, loop->condition, loop->indices);
	const uint32_t block = bef_hlo__elements_open(e, "loop", NULL);
	bef_hlo__elements_block(e, loop->condition);
	const uint32_t *condition = e->fits ? bef_hlo__elements_of(e, mlirbc_op_operands(loop->condition->last)[0].value) : NULL;
	if (!condition)
		return;
	bef_hlo__elements_mark(e, "while", condition);
	bef_hlo__elements_block(e, loop->body);
	set_variables(e, loop, first, end);
	if (e->fits)
		end_arrays(e, loop, newest);
	bef_hlo__elements_close(e, block);
	const uint64_t time = bef_hlo__elements_time(e) - before;
	e->fits = e->fits && bef_hlo__elements_are_quicker(e->text.lower, loop->body, time);
	bef_hlo__elements_repeat(e, loop->op, time);
}

bool bef_hlo__elements_loop(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	struct loop loop;
	uint64_t trips, done = 0;
	if (!e->fits || !find_loop(e, op, &loop))
		return false;
	read_indices(e, op, loop.indices);
	const bool known = mlirbc_stablehlo_trip_count(op, &trips);
	if (known && trips <= BEF_HLO__MOST_TRIPS)
		done = unroll(e, &loop, trips);
	if (e->fits && (!known || done < trips))
		write_block(e, &loop);
	name_results(e, &loop);
	return true;
}
