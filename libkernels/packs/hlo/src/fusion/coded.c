/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Groups of instructions become code. Instructions without code run as early as they can, then all that have code and can run, and so on:
 * a segment with one function, for example, has the code in front of it, the function, and the code behind it. Values that are used in
 * their group only have no memory. */
#include "fusion/coded.h"
#include "code/lane_code.h"
#include "fusion/join.h"
#include <string.h>

enum { MOST_STEPS = 400, LEAST_STEPS = 2, LEAST_ELEMENTS = 64, LEAST_ROW = 32 };

/* Arrays by place and by instruction, in one block. */
struct coder {
	struct hlo_loop *loop;
	bool by_rows;         /* rows are computed one at a time: row values are one element */
	uint32_t *once;       /* by place: what is repeated in it, or LOOP_NONE */
	uint32_t *uses;       /* by place: operands of all instructions */
	uint32_t *item;       /* by place: in the group that is compiled, or LOOP_NONE */
	uint32_t *here;       /* by place: operands in that group */
	uint32_t *waits;      /* by place: instructions of this segment that write it and are not in `list` */
	bool *done;           /* by instruction: it has its place in `list` */
	struct loop_instruction *list;
	uint32_t count, limit;
	struct hlo_lane *items;
	struct loop_pointer *pointers;
	uint32_t item_count, pointer_count;
	size_t block_size;
	void *block;
};

/* ---- which instructions have code */

static bool is_one_row(const struct hlo_loop *loop) { return loop->by_row && !loop->columns && (loop->passes || !loop->several); }

static const struct hlo_expr_operation *operation_of(const struct loop_instruction *in)
{
	return (const struct hlo_expr_operation *)(const void *)in->primitive; /* its first member */
}

static bool has_code(const struct coder *c, const struct loop_instruction *in)
{
	const struct hlo_loop *loop = c->loop;
	const bool rows = loop->columns ? loop->width >= LEAST_ROW : loop->several && loop->inner <= 16 && loop->outer >= LEAST_ELEMENTS;
	if (in->action != LOOP_RUN && !(in->action == LOOP_RUN_ROWS && c->by_rows))
		return false;
	return (in->kind == LOOP_FULL || (in->kind == LOOP_ROW && rows)) && kernels_hlo__code_has_lanes(operation_of(in));
}

/* What a place repeats: a scalar, or a value of the row that is computed. */
static void find_repeated(struct coder *c)
{
	const struct hlo_loop *loop = c->loop;
	for (uint32_t i = 0; i < loop->instruction_count; i++) {
		const struct loop_instruction *in = &loop->instructions[i];
		if (in->action == LOOP_FILL || (in->action == LOOP_EXPAND && (c->by_rows || is_one_row(loop))))
			c->once[in->out] = in->in[0];
	}
}

/* The places that an instruction reads, by number. */
static uint32_t reads(const struct hlo_loop *loop, const struct loop_instruction *in)
{
	return in->action == LOOP_JOIN ? loop->joins[in->index].piece_count : loop_operands(in);
}

static uint32_t read_place(const struct hlo_loop *loop, const struct loop_instruction *in, uint32_t k)
{
	return in->action == LOOP_JOIN ? loop->pieces[loop->joins[in->index].piece + k].place : in->in[k];
}

static void count_uses(struct coder *c, const struct loop_instruction *list, uint32_t count)
{
	memset(c->uses, 0, c->loop->place_count * sizeof *c->uses);
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = 0; k < reads(c->loop, &list[i]); k++)
			if (read_place(c->loop, &list[i], k) != LOOP_NONE)
				c->uses[read_place(c->loop, &list[i], k)]++;
}

/* ---- the list of lanes of a group */

static uint32_t add_pointer(struct coder *c, uint32_t place, enum loop_kind group, bool one, bool result)
{
	const struct hlo_loop *loop = c->loop;
	const struct loop_place *p = &loop->places[place];
	const size_t step = one ? (p->kind == LOOP_ROW ? p->size : 0) : (size_t)loop->inner * p->size;
	c->pointers[c->pointer_count] = (struct loop_pointer){ .place = place, .step = group == LOOP_FULL ? step : 0, .size = p->size, .one = one,
		.result = result };
	return c->pointer_count++;
}

/* The item of an operand, which is not an earlier step of the group. */
static uint32_t add_operand(struct coder *c, const struct loop_instruction *in, uint32_t place, enum kernels_dtype dtype)
{
	const struct loop_place *p = &c->loop->places[place];
	struct hlo_lane *item = &c->items[c->item_count];
	*item = (struct hlo_lane){ .source = HLO_LANE_ELEMENTS, .dtype = dtype, .to = HLO_LANE_NONE };
	if (p->base == LOOP_FIXED) {
		item->source = HLO_LANE_CONSTANT;
		item->constant = c->loop->body->steps[p->index].constant;
	} else {
		if (p->kind < in->kind)
			item->source = HLO_LANE_ONE;
		item->from = add_pointer(c, place, in->kind, item->source == HLO_LANE_ONE, false);
	}
	return c->item[place] = c->item_count++;
}

static uint32_t source_of(const struct coder *c, uint32_t place) { return c->once[place] == LOOP_NONE ? place : c->once[place]; }

static void add_item(struct coder *c, const struct loop_instruction *in)
{
	struct hlo_lane item = { .source = HLO_LANE_STEP, .to = HLO_LANE_NONE };
	if (in->action == LOOP_COPY) {
		item.source = HLO_LANE_COPY;
		item.dtype = c->items[c->item[in->in[0]]].dtype;
		item.operands[0] = c->item[in->in[0]];
	} else {
		item.of = operation_of(in);
		item.dtype = item.of->primitive.result;
		for (uint32_t k = 0; k < loop_operands(in); k++) {
			const uint32_t place = source_of(c, in->in[k]);
			item.operands[k] = c->item[place] == LOOP_NONE ? add_operand(c, in, place, item.of->operands[k]) : c->item[place];
		}
	}
	const struct loop_place *out = &c->loop->places[in->out];
	if (out->base != LOOP_SLOT || c->uses[in->out] > c->here[in->out])
		item.to = add_pointer(c, in->out, in->kind, false, true);
	c->items[c->item_count] = item;
	c->item[in->out] = c->item_count++;
}

static void forget(struct coder *c, const struct loop_instruction *in, uint32_t steps)
{
	for (uint32_t i = 0; i < steps; i++) {
		c->item[in[i].out] = LOOP_NONE;
		for (uint32_t k = 0; k < loop_operands(&in[i]); k++) {
			c->item[in[i].in[k]] = c->item[source_of(c, in[i].in[k])] = LOOP_NONE;
			c->here[in[i].in[k]] = 0;
		}
	}
}

static struct hlo_code *compile(struct coder *c, const struct loop_instruction *in, uint32_t steps)
{
	const char *reason;
	c->item_count = c->pointer_count = 0;
	for (uint32_t i = 0; i < steps; i++)
		for (uint32_t k = 0; k < loop_operands(&in[i]); k++)
			c->here[in[i].in[k]]++;
	for (uint32_t i = 0; i < steps; i++)
		add_item(c, &in[i]);
	return kernels_hlo__code_lanes(c->items, c->item_count, c->pointer_count, c->loop->allocator, &reason);
}

/* ---- groups */

static bool add_code(struct coder *c, struct hlo_code *code, uint32_t steps)
{
	struct hlo_loop *loop = c->loop;
	bool rows = false;
	if (!kernels_hlo__loop_grow(loop->allocator, &loop->codes, loop->code_count, &loop->code_limit, sizeof *loop->codes))
		return false;
	for (uint32_t i = 0; i < c->pointer_count; i++) {
		if (!kernels_hlo__loop_grow(loop->allocator, &loop->pointers, loop->pointer_count + i, &loop->pointer_limit, sizeof *loop->pointers))
			return false;
		loop->pointers[loop->pointer_count + i] = c->pointers[i];
		rows = rows || (c->by_rows && c->pointers[i].one && c->pointers[i].step > 0);
	}
	loop->codes[loop->code_count++] = (struct loop_code){ .code = code, .steps = steps, .first = loop->pointer_count,
		.count = c->pointer_count, .by_rows = rows };
	loop->pointer_count += c->pointer_count;
	loop->most_frame = code->frame > loop->most_frame ? code->frame : loop->most_frame;
	loop->most_pointers = c->pointer_count > loop->most_pointers ? c->pointer_count : loop->most_pointers;
	return true;
}

/* The operands of the instructions are what they repeat, and values that stay in registers are nowhere. */
static void mark(struct coder *c, struct loop_instruction *in, uint32_t steps)
{
	for (uint32_t i = 0; i < steps; i++)
		if (c->items[c->item[in[i].out]].to == HLO_LANE_NONE)
			c->loop->places[in[i].out].base = LOOP_NOWHERE;
	forget(c, in, steps);
	for (uint32_t i = 0; i < steps; i++)
		for (uint32_t k = 0; k < loop_operands(&in[i]); k++)
			in[i].in[k] = source_of(c, in[i].in[k]);
}

/* The last instructions of the list, from `begin` on, have code. There is room for one in front of them. */
static void close_group(struct coder *c, uint32_t begin, enum loop_kind kind)
{
	const uint32_t steps = c->count - begin;
	struct loop_instruction *in = c->list + begin;
	if (steps < LEAST_STEPS)
		return;
	struct hlo_code *code = compile(c, in, steps);
	if (!code || !add_code(c, code, steps)) {
		kernels_hlo__code_destroy(code);
		forget(c, in, steps);
		return;
	}
	mark(c, in, steps);
	memmove(in + 1, in, steps * sizeof *in);
	*in = (struct loop_instruction){ .action = LOOP_CODE, .kind = (uint8_t)kind, .out = c->loop->nowhere, .index = c->loop->code_count - 1 };
	c->count++;
}

static bool is_ready(const struct coder *c, const struct loop_instruction *in)
{
	for (uint32_t k = 0; k < reads(c->loop, in); k++) {
		const uint32_t place = read_place(c->loop, in, k);
		if (place != LOOP_NONE && c->waits[place] > (place == in->out)) /* a join may complete what one of its pieces has begun */
			return false;
	}
	return true;
}

static void schedule(struct coder *c, uint32_t i)
{
	c->list[c->count++] = c->loop->instructions[i];
	c->waits[c->loop->instructions[i].out]--;
	c->done[i] = true;
}

/* Of a value of the group from `begin` on. */
static bool is_copy_of(const struct coder *c, const struct loop_instruction *in, uint32_t begin)
{
	for (uint32_t i = begin; in->action == LOOP_COPY && i < c->count; i++)
		if (c->list[i].out == in->in[0])
			return true;
	return false;
}

static void add_ready(struct coder *c, const struct loop_segment *s)
{
	for (uint32_t i = s->begin; i < s->end; i++)
		if (!c->done[i] && !has_code(c, &c->loop->instructions[i]) && is_ready(c, &c->loop->instructions[i]))
			schedule(c, i);
}

static void add_group(struct coder *c, const struct loop_segment *s, enum loop_kind kind)
{
	const uint32_t begin = c->count;
	for (uint32_t i = s->begin; i < s->end && c->count - begin < MOST_STEPS; i++) {
		const struct loop_instruction *in = &c->loop->instructions[i];
		if (!c->done[i] && in->kind == kind && is_ready(c, in) && (has_code(c, in) || is_copy_of(c, in, begin)))
			schedule(c, i);
	}
	close_group(c, begin, kind);
}

static void order_segment(struct coder *c, struct loop_segment *s)
{
	const struct loop_segment old = *s;
	const uint32_t begin = c->count, codes = c->loop->code_count;
	for (uint32_t i = old.begin; i < old.end; i++)
		c->waits[c->loop->instructions[i].out]++;
	while (c->count - begin - (c->loop->code_count - codes) < old.end - old.begin) {
		add_ready(c, &old);
		add_group(c, &old, LOOP_ROW);
		add_group(c, &old, LOOP_FULL);
	}
	s->begin = begin;
	s->end = c->count;
}

/* ---- all */

/* Repetitions that nothing reads any more. */
static void remove_repetitions(struct coder *c)
{
	struct hlo_loop *loop = c->loop;
	uint32_t to = 0, segment = 0, hoisted = 0;
	count_uses(c, c->list, c->count);
	for (uint32_t i = 0; i <= c->count; i++) {
		for (; segment < loop->segment_count && loop->segments[segment].end == i; segment++)
			loop->segments[segment].end = to;
		if (segment < loop->segment_count && loop->segments[segment].begin == i)
			loop->segments[segment].begin = to;
		if (i == loop->hoisted)
			hoisted = to;
		if (i < c->count && !(c->once[c->list[i].out] != LOOP_NONE && c->uses[c->list[i].out] == 0))
			c->list[to++] = c->list[i];
	}
	c->count = to;
	loop->hoisted = hoisted;
}

static bool prepare(struct coder *c)
{
	struct hlo_loop *loop = c->loop;
	const size_t places = loop->place_count + 1u, instructions = loop->instruction_count;
	const size_t steps = instructions < MOST_STEPS ? instructions : MOST_STEPS, items = 4 * steps, pointers = 4 * steps;
	const size_t at[] = { items * sizeof *c->items, pointers * sizeof *c->pointers, 5 * places * sizeof(uint32_t), instructions };
	if (!kernels_hlo__loop_grow(loop->allocator, &loop->places, loop->place_count, &loop->place_limit, sizeof *loop->places))
		return false;
	c->limit = loop->instruction_count + loop->instruction_count / LEAST_STEPS + 1;
	c->list = async_alloc(loop->allocator, c->limit * sizeof *c->list, 16);
	c->block_size = at[0] + at[1] + at[2] + at[3];
	c->block = async_alloc(loop->allocator, c->block_size, 16);
	if (!c->list || !c->block)
		return false;
	c->items = c->block;
	c->pointers = (struct loop_pointer *)(void *)((char *)c->block + at[0]);
	c->once = (uint32_t *)(void *)((char *)c->pointers + at[1]);
	c->item = c->once + places;
	c->uses = c->item + places;
	c->here = c->uses + places;
	c->waits = c->here + places;
	c->done = (bool *)(c->waits + places);
	memset(c->once, 0xFF, 2 * places * sizeof(uint32_t)); /* LOOP_NONE */
	memset(c->uses, 0, 3 * places * sizeof(uint32_t) + instructions);
	loop->nowhere = loop->place_count;
	loop->places[loop->place_count++] = (struct loop_place){ .base = LOOP_NOWHERE };
	return true;
}

static void take_list(struct coder *c)
{
	struct hlo_loop *loop = c->loop;
	async_free(loop->allocator, loop->instructions, loop->instruction_limit * sizeof *loop->instructions, 16);
	loop->instructions = c->list;
	loop->instruction_count = c->count;
	loop->instruction_limit = c->limit;
	c->list = NULL;
}

static bool is_worth(const struct hlo_loop *loop)
{
	uint32_t steps = 0;
	const char *reason;
	for (uint32_t i = loop->hoisted; i < loop->instruction_count && steps < LEAST_STEPS; i++)
		steps += loop->instructions[i].action == LOOP_RUN || loop->instructions[i].action == LOOP_RUN_ROWS;
	return steps >= LEAST_STEPS && loop->total >= LEAST_ELEMENTS && kernels_hlo__code_is_on(&reason);
}

void kernels_hlo__loop_compile(struct hlo_loop *loop)
{
	struct coder c = { .loop = loop, .by_rows = loop->several && loop->by_row && !loop->columns && loop->inner >= LEAST_ROW &&
			loop->inner % HLO_LANES == 0 };
	if (!is_worth(loop))
		return;
	if (prepare(&c)) {
		find_repeated(&c);
		count_uses(&c, loop->instructions, loop->instruction_count);
		memcpy(c.list, loop->instructions, loop->hoisted * sizeof *c.list);
		c.count = loop->hoisted;
		for (uint32_t i = 0; i < loop->segment_count; i++)
			order_segment(&c, &loop->segments[i]);
		remove_repetitions(&c);
		take_list(&c);
	}
	if (c.list)
		async_free(loop->allocator, c.list, c.limit * sizeof *c.list, 16);
	if (c.block)
		async_free(loop->allocator, c.block, c.block_size, 16);
}

void kernels_hlo__loop_destroy_codes(struct hlo_loop *loop)
{
	for (uint32_t i = 0; i < loop->code_count; i++)
		kernels_hlo__code_destroy(loop->codes[i].code);
	if (loop->codes)
		async_free(loop->allocator, loop->codes, loop->code_limit * sizeof *loop->codes, 16);
	if (loop->pointers)
		async_free(loop->allocator, loop->pointers, loop->pointer_limit * sizeof *loop->pointers, 16);
}
