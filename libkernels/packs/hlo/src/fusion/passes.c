/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which pass computes a value, which values are kept for a row, and what all that costs. */
#include "expr/cost.h"
#include "fusion/emit.h"
#include "fusion/join.h"
#include <string.h>

#define CHEAP 12u /* tenths of a nanosecond per element: to compute such a value again takes less than to load it */

/* Tenths of a nanosecond per element, roughly, with a share of the memory that a kept value takes from the caches. */
static uint32_t cost_of(const struct hlo_expr_step *step, enum kernels_dtype dtype)
{
	bool wide = step->of->primitive.wide_run || kernels_dtype_size(dtype) > 8;
	switch (step->opcode) {
	case HLO_OP_constant: return 0;
	case HLO_OP_atan2:
	case HLO_OP_power:
	case HLO_OP_remainder: return 50;
	case HLO_OP_divide:
	case HLO_OP_sqrt:
	case HLO_OP_rsqrt: return hlo_is_integer(dtype) || wide ? 15 : 4;
	default: break;
	}
	if (step->opcode < HLO_OPCODE_COUNT && (hlo_step(step->opcode)->flags & HLO_FUNCTION))
		return wide ? 30 : 15;
	return wide ? 10 : step->opcode == HLO_STEP_IOTA ? 5 : 1;
}

static void find_phases(struct emitter *e)
{
	struct hlo_loop *loop = e->loop;
	const struct hlo_expr *body = loop->body;
	for (uint32_t i = 0; i < body->step_count; i++) {
		const struct hlo_expr_step *step = &body->steps[i];
		uint32_t *phase = &e->phase[body->argument_count + i];
		for (uint32_t k = 0; k < step->of->primitive.operand_count; k++)
			if (e->phase[step->operands[k]] > *phase)
				*phase = e->phase[step->operands[k]];
		if (step->opcode == HLO_STEP_REDUCE)
			++*phase;
	}
}

/* What results need, and the number of passes. */
static uint32_t find_live(struct emitter *e)
{
	const struct hlo_expr *body = e->loop->body;
	uint32_t first = body->argument_count, last = 0;
	for (uint32_t i = 0; i < body->result_count; i++)
		e->live[body->results[i]] = true;
	for (uint32_t v = first + body->step_count; v-- > first;) {
		const struct hlo_expr_step *step = &body->steps[v - first];
		if (!e->live[v])
			continue;
		last = e->phase[v] > last ? e->phase[v] : last;
		e->loop->fold_count += step->opcode == HLO_STEP_REDUCE;
		for (uint32_t k = 0; k < step->of->primitive.operand_count; k++)
			e->live[step->operands[k]] = true;
	}
	return last + 1;
}

static void find_direct(struct emitter *e)
{
	const struct hlo_expr *body = e->loop->body;
	for (uint32_t i = body->result_count; i-- > 0;) {
		uint32_t value = body->results[i];
		if (value >= body->argument_count && e->kinds[value] == e->wanted[i] &&
			!(e->wanted[i] == LOOP_FULL && loop_scatters(e->loop)) &&
			body->steps[value - body->argument_count].opcode != HLO_OP_constant)
			e->direct[value] = i;
	}
	for (uint32_t i = 0; i < e->loop->join_count; i++) {
		const struct loop_join *join = &e->loop->joins[i];
		if (join->carried != LOOP_NONE)
			e->direct[join->carried] = e->direct[join->value];
	}
}

/* The pass that uses operand k of a step. */
static uint32_t use_of(const struct emitter *e, uint32_t value, const struct hlo_expr_step *step)
{
	return e->phase[value] - (step->opcode == HLO_STEP_REDUCE);
}

/* Values that a later pass needs are kept unless they are cheap. `cost`: of values that are not stored, from scratch. */
static void find_kept(struct emitter *e, uint32_t *cost)
{
	const struct hlo_expr *body = e->loop->body;
	uint32_t first = body->argument_count, *last_use = cost + first + body->step_count;
	for (uint32_t i = 0; i < body->step_count; i++)
		for (uint32_t k = 0; k < body->steps[i].of->primitive.operand_count; k++) {
			uint32_t use = e->live[first + i] ? use_of(e, first + i, &body->steps[i]) : 0, v = body->steps[i].operands[k];
			last_use[v] = use > last_use[v] ? use : last_use[v];
		}
	for (uint32_t i = 0; i < body->step_count; i++) {
		const struct hlo_expr_step *step = &body->steps[i];
		uint32_t v = first + i;
		if (e->kinds[v] != LOOP_FULL)
			continue;
		cost[v] = cost_of(step, body->dtypes[v]);
		for (uint32_t k = 0; k < step->of->primitive.operand_count; k++)
			cost[v] += cost[step->operands[k]];
		e->keep[v] = e->live[v] && last_use[v] > e->phase[v] && cost[v] > CHEAP && e->direct[v] == LOOP_NONE;
		if (e->keep[v] || e->direct[v] != LOOP_NONE)
			cost[v] = 1;
	}
}

static bool make_folds(struct emitter *e)
{
	struct hlo_loop *loop = e->loop;
	const struct hlo_expr *body = loop->body;
	uint32_t count = 0;
	loop->folds = async_alloc(loop->allocator, (loop->fold_count + 1) * sizeof *loop->folds, 16);
	for (uint32_t i = 0; loop->folds && i < body->step_count; i++)
		if (body->steps[i].opcode == HLO_STEP_REDUCE && e->live[body->argument_count + i]) {
			e->fold_of[i] = count;
			if (!kernels_hlo__fold_init(
				    &loop->folds[count++], body->steps[i].of->opcode, body->dtypes[body->argument_count + i]))
				return false;
		}
	return loop->folds != NULL;
}

/* Picoseconds per element, or per row. */
static uint64_t estimate(const struct emitter *e)
{
	const struct hlo_loop *loop = e->loop;
	const struct hlo_expr *body = loop->body;
	uint64_t full = 200, row = 0; /* full: loading and storing */
	for (uint32_t i = 0; i < body->step_count; i++) {
		uint32_t v = body->argument_count + i, cost;
		if (!e->live[v])
			continue;
		if (body->steps[i].opcode == HLO_STEP_REDUCE)
			full += loop->folds[e->fold_of[i]].in_order ? 3000 : loop->inner <= HLO_FOLD_LANES ? 800 : 100;
		cost = body->steps[i].opcode == HLO_STEP_REDUCE ? 100 :
		       body->steps[i].opcode == HLO_STEP_IOTA   ? 500 :
		       body->steps[i].opcode == HLO_STEP_JOIN   ? 100 : kernels_hlo__step_cost(body, i);
		*(e->kinds[v] == LOOP_FULL ? &full : &row) += cost;
	}
	for (uint32_t i = 0; i < body->argument_count; i++)
		full += e->live[i] && loop->arguments[i].kind == LOOP_FULL &&
			!hlo_access_in_order(&loop->arguments[i].access) ? 400 : 100;
	uint64_t most = UINT64_C(1) << 60;
	if ((uint64_t)loop->total > most / full || (uint64_t)loop->outer > most / (row + 1))
		return most;
	return ((uint64_t)loop->total * full + (uint64_t)loop->outer * row) / 1000;
}

/* Arithmetic on elements, for statistics. */
static uint64_t count_operations(const struct emitter *e)
{
	const struct hlo_expr *body = e->loop->body;
	uint64_t full = 0, row = 0;
	for (uint32_t i = 0; i < body->step_count; i++) {
		const uint32_t v = body->argument_count + i;
		if (body->steps[i].opcode == HLO_STEP_JOIN)
			continue;
		if (e->live[v] && (e->kinds[v] == LOOP_FULL || body->steps[i].opcode == HLO_STEP_REDUCE))
			full++;
		else if (e->live[v] && e->kinds[v] != LOOP_SCALAR)
			row++;
	}
	return (uint64_t)e->loop->total * full + (uint64_t)e->loop->outer * row;
}

/* Room for what most loops need: an instruction for each step and result, and a place for each of them and each argument. */
static bool reserve(struct emitter *e)
{
	struct hlo_loop *loop = e->loop;
	const uint32_t instructions = loop->body->step_count + loop->body->result_count;
	return kernels_hlo__loop_resize(loop->allocator, &loop->places, loop->body->argument_count + instructions, &loop->place_limit,
		       sizeof *loop->places) &&
		kernels_hlo__loop_resize(
			loop->allocator, &loop->instructions, instructions, &loop->instruction_limit, sizeof *loop->instructions) &&
		kernels_hlo__loop_resize(loop->allocator, &e->full.data, instructions, &e->full.limit, sizeof *e->full.data);
}

static bool fit(struct hlo_loop *loop)
{
	return kernels_hlo__loop_resize(
		       loop->allocator, &loop->places, loop->place_count, &loop->place_limit, sizeof *loop->places) &&
		kernels_hlo__loop_resize(loop->allocator, &loop->instructions, loop->instruction_count, &loop->instruction_limit,
			sizeof *loop->instructions) &&
		kernels_hlo__loop_resize(
			loop->allocator, &loop->segments, loop->segment_count, &loop->segment_limit, sizeof *loop->segments);
}

static bool emit(struct emitter *e, struct hlo_op *op, uint32_t *cost)
{
	find_phases(e);
	uint32_t passes = find_live(e);
	find_direct(e);
	if (!make_folds(e))
		return kernels_hlo__refuse(op, "out of memory");
	if (!e->loop->passes)
		passes = 1;
	else if (passes > LOOP_PASSES)
		return kernels_hlo__refuse(op, "more than %u reductions depend on each other", LOOP_PASSES - 1);
	else
		find_kept(e, cost);
	e->loop->nanoseconds = estimate(e);
	if (!reserve(e))
		return kernels_hlo__refuse(op, "out of memory");
	op->operations += count_operations(e); /* to those of a product that the loop ends */
	kernels_hlo__emit_all(e, passes);
	return (!e->failed && fit(e->loop)) || kernels_hlo__refuse(op, "out of memory");
}

static void free_list(const struct emitter *e, const struct emitter_list *list)
{
	if (list->data)
		async_free(e->loop->allocator, list->data, list->limit * sizeof *list->data, 16);
}

bool kernels_hlo__loop_emit(
	struct hlo_loop *loop, struct hlo_op *op, const enum loop_kind *kinds, const enum loop_kind *wanted)
{
	enum { lists = 9, flags = 4 };
	size_t values = (size_t)loop->body->argument_count + loop->body->step_count + 1;
	size_t size = values * (lists * sizeof(uint32_t) + flags * sizeof(bool));
	uint32_t *block = async_alloc(loop->allocator, size, 16);
	if (!block)
		return kernels_hlo__refuse(op, "out of memory");
	memset(block, 0, size);
	memset(block, 0xFF, 5 * values * sizeof *block); /* LOOP_NONE */
	bool *bits = (bool *)(void *)(block + lists * values);
	struct emitter e = { .loop = loop, .kinds = kinds, .wanted = wanted, .place = block, .as_row = block + values,
		.as_full = block + 2 * values, .stored = block + 3 * values, .direct = block + 4 * values, .phase = block + 5 * values,
		.fold_of = block + 6 * values, .needed = bits, .live = bits + values, .keep = bits + 2 * values,
		.lasting = bits + 3 * values };
	bool good = emit(&e, op, block + 7 * values);
	free_list(&e, &e.hoisted);
	free_list(&e, &e.row);
	free_list(&e, &e.full);
	free_list(&e, &e.ends);
	async_free(loop->allocator, block, size, 16);
	return good;
}
