/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Instructions of a loop. Every value gets a place when an instruction computes or reads it; places of full values that are
 * in slots end with their pass. */
#include "fusion/emit.h"
#include "fusion/join.h"
#include <string.h>

/* ---- lists */

static uint32_t add_place(struct emitter *e, struct loop_place place)
{
	struct hlo_loop *loop = e->loop;
	if (!kernels_hlo__loop_grow(loop->allocator, &loop->places, loop->place_count, &loop->place_limit, sizeof place)) {
		e->failed = true;
		return 0;
	}
	loop->places[loop->place_count] = place;
	return loop->place_count++;
}

static uint32_t add_slot(struct emitter *e, enum loop_kind kind, uint8_t size)
{
	return add_place(e, (struct loop_place){ .base = LOOP_SLOT, .kind = (uint8_t)kind, .index = LOOP_NONE, .size = size });
}

/* Room for one more instruction, or NULL. */
static inline struct loop_instruction *append(struct emitter *e, struct emitter_list *list)
{
	if (kernels_hlo__loop_grow(e->loop->allocator, &list->data, list->count, &list->limit, sizeof *list->data))
		return &list->data[list->count++];
	e->failed = true;
	return NULL;
}

static void add(struct emitter *e, struct emitter_list *list, struct loop_instruction instruction)
{
	struct loop_instruction *room = append(e, list);
	if (room)
		*room = instruction;
}

/* Instructions of a kind belong before the tiles of a row, if there are passes, or among the others. */
static struct emitter_list *list_of(struct emitter *e, enum loop_kind kind)
{
	return kind == LOOP_SCALAR ? &e->hoisted : e->loop->passes && kind == LOOP_ROW ? &e->row : &e->full;
}

static uint8_t size_of(const struct emitter *e, uint32_t value)
{
	return (uint8_t)kernels_dtype_size(e->loop->body->dtypes[value]);
}

/* ---- places of values as they are */

static uint8_t step_of(const struct hlo_loop *loop, enum loop_kind kind)
{
	(void)loop;
	return kind == LOOP_SCALAR ? LOOP_STILL : kind == LOOP_ROW ? LOOP_BY_ROW : LOOP_BY_ELEMENT;
}

static uint32_t read_argument(struct emitter *e, uint32_t i)
{
	struct hlo_loop *loop = e->loop;
	const struct loop_argument *a = &loop->arguments[i];
	struct loop_place place = { .base = LOOP_INPUT, .kind = a->kind, .index = i, .size = a->size, .offset = a->access.offset,
		.step = a->same_rows ? LOOP_IN_ROW : step_of(loop, a->kind) };
	bool repeats = a->same_rows && loop->several; /* the same elements in every block of rows */
	if (a->kind == LOOP_SCALAR || (hlo_access_in_order(&a->access) && !repeats))
		return add_place(e, place);
	uint32_t out = add_slot(e, a->kind, a->size);
	add(e, repeats ? &e->hoisted : list_of(e, a->kind),
		(struct loop_instruction){ .action = LOOP_READ, .kind = a->kind, .out = out, .index = i });
	e->lasting[i] = repeats;
	return out;
}

static uint32_t natural_place(struct emitter *e, uint32_t value)
{
	const struct hlo_loop *loop = e->loop;
	uint32_t first = loop->body->argument_count;
	if (e->place[value] != LOOP_NONE)
		return e->place[value];
	if (value < first)
		return e->place[value] = read_argument(e, value);
	/* steps have places before they are used, but constants */
	const struct hlo_expr_step *step = &loop->body->steps[value - first];
	if (step->opcode != HLO_OP_constant)
		e->failed = true;
	return e->place[value] = add_place(e, (struct loop_place){ .base = LOOP_FIXED, .index = value - first,
			.size = size_of(e, value) });
}

/* The value with an element for each of `kind`, which is not below its own. */
static uint32_t place_as(struct emitter *e, uint32_t value, enum loop_kind kind)
{
	const struct hlo_loop *loop = e->loop;
	enum loop_kind own = e->kinds[value];
	uint32_t natural = natural_place(e, value), *repeated = kind == LOOP_FULL ? &e->as_full[value] : &e->as_row[value];
	if (own == kind || (kind == LOOP_ROW && !loop->several && !loop->columns)) /* a single row: one element */
		return natural;
	if (*repeated != LOOP_NONE)
		return *repeated;
	*repeated = add_slot(e, kind, size_of(e, value));
	/* in passes, a row value is repeated once, before the tiles */
	struct emitter_list *list = own == LOOP_SCALAR ? &e->hoisted : list_of(e, LOOP_ROW);
	add(e, list, (struct loop_instruction){ .action = own == LOOP_SCALAR ? LOOP_FILL : LOOP_EXPAND, .kind = (uint8_t)kind,
			.out = *repeated, .in = { natural } });
	return *repeated;
}

/* ---- steps */

/* The place that a step writes: a result of its kind that is this value, a kept value, or a slot. */
static uint32_t out_place(struct emitter *e, uint32_t value)
{
	const struct hlo_loop *loop = e->loop;
	enum loop_kind kind = e->kinds[value];
	if (e->stored[value] != LOOP_NONE)
		return e->stored[value];
	if (kind != LOOP_SCALAR && e->direct[value] != LOOP_NONE)
		return e->stored[value] = add_place(e, (struct loop_place){ .base = LOOP_OUTPUT, .kind = (uint8_t)kind, .index = e->direct[value],
				.size = size_of(e, value), .step = step_of(loop, kind) });
	if (e->keep[value])
		return e->stored[value] = add_place(e, (struct loop_place){ .base = LOOP_KEPT, .kind = (uint8_t)kind, .size = size_of(e, value),
				.step = LOOP_IN_ROW });
	return add_slot(e, kind, size_of(e, value));
}

static void emit_reduce(struct emitter *e, uint32_t value, const struct hlo_expr_step *step)
{
	struct hlo_loop *loop = e->loop;
	uint32_t fold = e->fold_of[value - loop->body->argument_count];
	struct loop_instruction in = { .action = LOOP_FOLD, .kind = LOOP_ROW, .index = fold, .primitive = &step->of->primitive };
	in.in[1] = loop->columns ? place_as(e, step->operands[1], LOOP_ROW) : natural_place(e, step->operands[1]);
	in.in[2] = e->kinds[step->operands[1]] == LOOP_SCALAR; /* one for all rows */
	in.in[0] = place_as(e, step->operands[0], LOOP_FULL);
	in.out = out_place(e, value);
	if (loop->passes) {
		in.action = LOOP_FOLD_BEGIN;
		add(e, &e->row, in);
		in.action = LOOP_FOLD_ADD;
		add(e, &e->full, in);
		in.action = LOOP_FOLD_END;
		add(e, &e->ends, in);
	} else
		add(e, &e->full, in);
	e->place[value] = in.out;
}

/* The place of a piece that is a step, as the join has its elements. */
static void place_piece(struct emitter *e, struct loop_piece *piece, enum loop_kind kind)
{
	const uint32_t value = piece->value;
	if (value < e->loop->body->argument_count)
		return;
	piece->single = e->kinds[value] == LOOP_SCALAR;
	const uint32_t place = piece->single ? natural_place(e, value) : place_as(e, value, kind);
	piece->place = place;
}

static void emit_join(struct emitter *e, uint32_t value)
{
	struct hlo_loop *loop = e->loop;
	const enum loop_kind kind = e->kinds[value];
	uint32_t number = kernels_hlo__join_of(loop, value);
	if (loop->joins[number].used)
		number = kernels_hlo__join_copy(loop, number);
	if (number == LOOP_NONE) {
		e->failed = true;
		return;
	}
	const struct loop_join *join = &loop->joins[number];
	loop->joins[number].used = true;
	for (uint32_t i = 0; i < join->piece_count; i++)
		place_piece(e, &loop->pieces[join->piece + i], kind);
	e->place[value] = join->carried != LOOP_NONE ? e->place[join->carried] : out_place(e, value);
	add(e, list_of(e, kind), (struct loop_instruction){ .action = LOOP_JOIN, .kind = (uint8_t)kind, .out = e->place[value], .index = number });
}

/* The operand that the primitive repeats itself: a row value before a scalar, which is repeated once. LOOP_NONE: none. */
static uint32_t find_single(const struct emitter *e, const struct hlo_expr_step *step, enum loop_kind kind)
{
	const struct hlo_loop *loop = e->loop;
	uint32_t found = LOOP_NONE;
	for (uint32_t k = 0; k < step->of->primitive.operand_count; k++) {
		enum loop_kind own = e->kinds[step->operands[k]];
		bool by_rows = own == LOOP_ROW && loop->several; /* one call per row */
		if (own >= kind || !step->of->primitive.run_scalar[k] || (by_rows && loop->inner < LOOP_ROW_CALLS) ||
			(own == LOOP_ROW && loop->columns))
			continue;
		if (found == LOOP_NONE || own == LOOP_ROW)
			found = k;
	}
	return found;
}

/* The instruction is written where it stays, each member once: copying it right after its members were set waits for them. */
static void emit_step(struct emitter *e, uint32_t value)
{
	const struct hlo_expr *body = e->loop->body;
	const struct hlo_expr_step *step = &body->steps[value - body->argument_count];
	const struct hlo_primitive *primitive = &step->of->primitive;
	const enum loop_kind kind = e->kinds[value];
	if (step->opcode == HLO_OP_constant)
		return;
	if (step->opcode == HLO_STEP_REDUCE) {
		emit_reduce(e, value, step);
		return;
	}
	if (step->opcode == HLO_STEP_JOIN) {
		emit_join(e, value);
		return;
	}
	const uint32_t single = find_single(e, step, kind);
	const bool repeats = single != LOOP_NONE, iota = step->opcode == HLO_STEP_IOTA;
	const bool by_rows = repeats && kind == LOOP_FULL && e->loop->several && e->kinds[step->operands[single]] == LOOP_ROW;
	uint32_t in[3] = { 0 };
	for (uint32_t k = 0; k < primitive->operand_count; k++)
		in[k] = k == single ? natural_place(e, step->operands[k]) : place_as(e, step->operands[k], kind);
	const uint32_t out = e->place[value] = out_place(e, value);
	struct loop_instruction *room = append(e, list_of(e, kind));
	if (!room)
		return;
	room->action = (uint8_t)(iota ? LOOP_IOTA : by_rows ? LOOP_RUN_ROWS : LOOP_RUN);
	room->kind = (uint8_t)kind;
	room->out = out;
	for (uint32_t k = 0; k < 3; k++)
		room->in[k] = in[k];
	room->index = iota ? value - body->argument_count : repeats ? single : 0;
	room->run = repeats ? primitive->run_scalar[single] : primitive->run;
	room->primitive = primitive;
}

/* Writes the results that are this value, except the one that the step has written itself. */
static void emit_results(struct emitter *e, uint32_t result)
{
	const struct hlo_loop *loop = e->loop;
	uint32_t value = loop->body->results[result];
	enum loop_kind wanted = e->wanted[result];
	if (e->direct[value] == result)
		return;
	struct loop_instruction in = { .action = LOOP_COPY, .kind = (uint8_t)wanted, .index = result, .in = { place_as(e, value, wanted) } };
	if (wanted == LOOP_FULL && loop_scatters(loop))
		in.action = LOOP_SCATTER;
	in.out = add_place(e, (struct loop_place){ .base = LOOP_OUTPUT, .kind = (uint8_t)wanted, .index = result, .size = size_of(e, value),
			.step = step_of(loop, wanted) });
	add(e, list_of(e, wanted), in);
}

/* ---- segments */

static void close_segment(struct emitter *e, struct emitter_list *list, bool tiles)
{
	struct hlo_loop *loop = e->loop;
	uint32_t begin = loop->instruction_count;
	for (uint32_t i = 0; i < list->count && !e->failed; i++) {
		e->failed |= !kernels_hlo__loop_grow(loop->allocator, &loop->instructions, loop->instruction_count,
			&loop->instruction_limit, sizeof *loop->instructions);
		if (!e->failed)
			loop->instructions[loop->instruction_count++] = list->data[i];
	}
	list->count = 0;
	if (begin == loop->instruction_count || list == &e->hoisted)
		return;
	e->failed |= !kernels_hlo__loop_grow(
		loop->allocator, &loop->segments, loop->segment_count, &loop->segment_limit, sizeof *loop->segments);
	if (!e->failed)
		loop->segments[loop->segment_count++] = (struct loop_segment){ begin, loop->instruction_count, tiles };
}

/* A join needs the steps in its pieces; one that only other joins use is never computed. */
static void need_pieces(struct emitter *e, uint32_t value)
{
	const struct hlo_loop *loop = e->loop;
	const uint32_t number = kernels_hlo__join_of(loop, value);
	e->needed[value] = e->needed[value] && number != LOOP_NONE;
	for (uint32_t i = 0; e->needed[value] && i < loop->joins[number].piece_count; i++)
		e->needed[loop->pieces[loop->joins[number].piece + i].value] = true;
}

/* Marks what is needed in a pass, or at all if there are none. What was stored in an earlier pass is not computed again. */
static void mark(struct emitter *e, uint32_t pass)
{
	const struct hlo_expr *body = e->loop->body;
	uint32_t first = body->argument_count, values = first + body->step_count;
	bool passes = e->loop->passes;
	memset(e->needed, 0, values * sizeof *e->needed);
	for (uint32_t i = 0; i < body->result_count; i++)
		e->needed[body->results[i]] |= !passes || e->phase[body->results[i]] == pass;
	for (uint32_t v = values; v-- > first;) {
		const struct hlo_expr_step *step = &body->steps[v - first];
		bool reduce = step->opcode == HLO_STEP_REDUCE;
		if (passes && e->live[v]) {
			if (reduce ? e->phase[v] == pass + 1 : (e->keep[v] || e->kinds[v] != LOOP_FULL) && e->phase[v] == pass)
				e->needed[v] = true;
			else if (reduce || (e->kinds[v] != LOOP_FULL && e->phase[v] < pass))
				e->needed[v] = false; /* is there already */
		}
		if (e->needed[v] && e->stored[v] != LOOP_NONE)
			e->needed[v] = false;
		if (step->opcode == HLO_STEP_JOIN)
			need_pieces(e, v);
		else if (e->needed[v])
			for (uint32_t k = 0; k < step->of->primitive.operand_count; k++)
				e->needed[step->operands[k]] = true;
	}
}

/* Full values in slots do not outlive a pass. */
static void forget(struct emitter *e)
{
	uint32_t values = e->loop->body->argument_count + e->loop->body->step_count;
	for (uint32_t v = 0; v < values; v++)
		if (e->kinds[v] == LOOP_FULL && !e->lasting[v])
			e->place[v] = e->stored[v];
}

static void emit_pass(struct emitter *e, uint32_t pass)
{
	const struct hlo_expr *body = e->loop->body;
	uint32_t first = body->argument_count, values = first + body->step_count;
	mark(e, pass);
	for (uint32_t v = first; v < values && !e->failed; v++)
		if (e->needed[v])
			emit_step(e, v);
	for (uint32_t i = 0; i < body->result_count && !e->failed; i++)
		if (!e->loop->passes || e->phase[body->results[i]] == pass)
			emit_results(e, i);
	close_segment(e, &e->row, false);
	close_segment(e, &e->full, e->loop->passes);
	for (uint32_t i = 0; i < e->ends.count; i++)
		add(e, &e->row, e->ends.data[i]);
	e->ends.count = 0;
	if (e->loop->passes)
		forget(e);
}

/* Hoisted instructions are found last and run first. */
static void put_hoisted_first(struct emitter *e)
{
	struct hlo_loop *loop = e->loop;
	uint32_t count = loop->instruction_count, hoisted = e->hoisted.count;
	close_segment(e, &e->hoisted, false);
	if (e->failed || hoisted == 0)
		return;
	for (uint32_t i = 0; i < loop->segment_count; i++) {
		loop->segments[i].begin += hoisted;
		loop->segments[i].end += hoisted;
	}
	memcpy(e->hoisted.data, loop->instructions + count, hoisted * sizeof *e->hoisted.data);
	memmove(loop->instructions + hoisted, loop->instructions, count * sizeof *loop->instructions);
	memcpy(loop->instructions, e->hoisted.data, hoisted * sizeof *e->hoisted.data);
	loop->hoisted = hoisted;
}

void kernels_hlo__emit_all(struct emitter *e, uint32_t passes)
{
	for (uint32_t pass = 0; pass < passes && !e->failed; pass++)
		emit_pass(e, pass);
	close_segment(e, &e->row, false);
	if (!e->failed)
		put_hoisted_first(e);
}
