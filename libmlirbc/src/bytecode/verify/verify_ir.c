/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The verifier: definitions before uses, use-list orders, valid contents of blocks. */
#include "bytecode/verify/verify_state.h"

#include <string.h>

/* A value of a region that is open. */
struct value {
	uint32_t block,
		at; /* where it is defined; `at` 0: an argument, else the number of the op in the block, from 1 */
	uint64_t uses;
	size_t order_at;      /* position of its use-list order */
	uint64_t order_count; /* numbers in it */
	bool defined, ordered, pairs;
};

/* A use of a value of an open region, in the op `at` of the block (or in a region inside it). */
struct use {
	uint64_t value, op;
	size_t offset;
	uint64_t next; /* number + 1 of another use that waits for the same region */
	uint32_t block, at;
};

/* An op with regions that is open, and the region of it that is. */
struct frame {
	uint64_t op, region;
	uint64_t base;        /* slot of value 0 of the scope */
	uint64_t first_value; /* slot of the first value that the region defines */
	uint64_t values;      /* how many it announced */
	uint64_t defined;     /* how many it has */
	size_t values_at;     /* the byte that announces them */
	uint64_t waiting;     /* number + 1 of the first use that waits for the region */
	size_t first_edge;
	uint64_t blocks;
	uint32_t block, at; /* where the walk is; `at` as in struct value */
	uint64_t jump_op;   /* the previous op in the block that has successors; MLIRBC_WALK_NONE: none */
	size_t jump_at;
	bool ordered, isolated;
};

static struct frame *frames(struct mlirbc__verify_ir *ir) { return ir->frames.data; }
static struct value *values(struct mlirbc__verify_ir *ir) { return ir->values.data; }
static struct use *uses(struct mlirbc__verify_ir *ir) { return ir->waiting.data; }

/* NULL at the top level. */
static struct frame *top(struct mlirbc__verify_ir *ir)
{
	return ir->frames.count ? &frames(ir)[ir->frames.count - 1] : NULL;
}

/* ---- values */

static bool define(struct mlirbc__verify_ir *ir, const struct mlirbc_walk_item *item)
{
	struct frame *frame = top(ir);
	if (item->index == 0) {
		ir->first = frame && item->value != MLIRBC_WALK_NONE ? frame->base + item->value : MLIRBC_WALK_NONE;
		ir->count = ir->use_value = 0;
	}
	ir->count++;
	if (ir->first == MLIRBC_WALK_NONE)
		return true;
	struct value *value = &values(ir)[frame->base + item->value];
	value->defined = true;
	value->block = frame->block;
	value->at = item->role == MLIRBC_WALK_ROLE_ARGUMENT ? 0 : frame->at;
	frame->defined++;
	return true;
}

static bool wait(struct mlirbc__verify_ir *ir, struct frame *frame, const struct use *use)
{
	uint64_t number = ir->free_waiting;
	if (number) {
		ir->free_waiting = uses(ir)[number - 1].next;
	} else {
		if (!MLIRBC__LIST_ADD(ir->v, &ir->waiting, struct use))
			return false;
		number = ir->waiting.count;
	}
	uses(ir)[number - 1] = *use;
	uses(ir)[number - 1].next = frame->waiting;
	frame->waiting = number;
	return true;
}

static bool use_value(struct mlirbc__verify_ir *ir, const struct mlirbc_walk_item *item)
{
	struct frame *frame = top(ir);
	if (!frame)
		return true; /* the walker has refused it */
	uint64_t slot = frame->base + item->number;
	for (; slot < frame->first_value; frame--) {
		if (frame->isolated)
			return mlirbc__verify_fail(ir->v, "isolated", item->op, item->offset,
				"operand %llu is a value from outside of an op that is isolated from above",
				(unsigned long long)item->index);
	}
	struct value *value = &values(ir)[slot];
	value->uses++;
	if (value->defined && value->block == frame->block && value->at < frame->at)
		return true;
	struct use use = { slot, item->op, item->offset, 0, frame->block, frame->at };
	return wait(ir, frame, &use);
}

/* ---- use-list orders */

static bool note_order(struct mlirbc__verify_ir *ir, const struct mlirbc_walk_item *item)
{
	if (ir->first == MLIRBC_WALK_NONE || ir->use_value >= ir->count)
		return item->number == 0 || mlirbc__verify_fail(ir->v, "use-list-length", item->op, item->offset,
						    "use-list order of %llu numbers for a value without uses",
						    (unsigned long long)item->number);
	struct value *value = &values(ir)[ir->first + ir->use_value];
	if (value->ordered)
		return mlirbc__verify_fail(ir->v, "use-list-twice", item->op, item->offset,
			"second use-list order of the same value, expected one");
	value->ordered = true;
	value->order_at = item->offset + item->size;
	value->order_count = item->number;
	value->pairs = item->flag;
	return true;
}

/* Marks a position as taken; false when it is beyond the uses or was taken before. */
static bool take(uint8_t *taken, uint64_t uses_count, uint64_t position)
{
	if (position >= uses_count || (taken[position / 8] >> (position % 8) & 1))
		return false;
	taken[position / 8] |= (uint8_t)(1u << (position % 8));
	return true;
}

static bool is_permutation(struct mlirbc__verify_ir *ir, const struct value *value, uint8_t *to, uint8_t *from)
{
	struct bytecursor c = bytecursor_init(ir->v->data, ir->v->size);
	size_t bytes = (size_t)(value->uses / 8 + 1);
	c.pos = value->order_at;
	memset(to, 0, bytes);
	memset(from, 0, bytes);
	for (uint64_t i = 0; i < value->order_count; i++) {
		bool source = value->pairs && i % 2 == 1;
		if (!take(source ? from : to, value->uses, mlirbc__varint(&c)))
			return false;
	}
	return !value->pairs || memcmp(to, from, bytes) == 0; /* the other uses stay where they are */
}

static bool check_order(struct mlirbc__verify_ir *ir, const struct value *value, uint64_t op)
{
	bool fits = value->pairs ? value->order_count % 2 == 0 && value->order_count / 2 <= value->uses
				 : value->order_count == value->uses;
	if (!fits)
		return mlirbc__verify_fail(ir->v, "use-list-length", op, value->order_at,
			"use-list order of %llu numbers for a value with %llu uses",
			(unsigned long long)value->order_count, (unsigned long long)value->uses);
	size_t bytes = (size_t)(value->uses / 8 + 1); /* the file has at least one byte for each use */
	uint8_t *taken = mlirbc__arena_take(&ir->v->arena, 2 * bytes, 1);
	if (!taken)
		return mlirbc__verify_memory(ir->v);
	bool ok = is_permutation(ir, value, taken, taken + bytes);
	mlirbc__arena_give(&ir->v->arena, taken, 2 * bytes, 1);
	return ok || mlirbc__verify_fail(ir->v, "use-list-permutation", op, value->order_at,
			     "use-list order is not a permutation of the %llu uses of its value",
			     (unsigned long long)value->uses);
}

/* ---- regions */

static bool enter_region(struct mlirbc__verify_ir *ir, const struct mlirbc_walk_item *item)
{
	struct frame *frame = top(ir);
	if (!frame || frame->op != item->op) {
		const struct mlirbc__verify_name *name = mlirbc__verify_name(ir->v, ir->op_name);
		uint64_t base = ir->region_isolated || !frame ? ir->values.count : frame->base;
		if (!(frame = MLIRBC__LIST_ADD(ir->v, &ir->frames, struct frame)))
			return false;
		frame->op = item->op;
		frame->base = base;
		frame->ordered = name->ordered;
		frame->isolated = name->isolated;
	}
	frame->region = item->index;
	frame->first_value = ir->values.count;
	frame->values = frame->defined = frame->waiting = frame->blocks = 0;
	frame->first_edge = ir->edges.count;
	return true;
}

static bool count_field(struct mlirbc__verify_ir *ir, const struct mlirbc_walk_item *item)
{
	struct frame *frame = top(ir);
	switch (item->role) {
	case MLIRBC_WALK_ROLE_REGION: ir->region_isolated = item->flag; return true;
	case MLIRBC_WALK_ROLE_BLOCK:
		if (item->number > UINT32_MAX - 1)
			return mlirbc__verify_memory(ir->v);
		frame->blocks = item->number;
		return true;
	case MLIRBC_WALK_ROLE_VALUE:
		frame->values = item->number;
		frame->values_at = item->offset;
		return item->number == 0 ||
		       mlirbc__list_add(ir->v, &ir->values, (size_t)item->number, sizeof(struct value));
	case MLIRBC_WALK_ROLE_OP:
		return !frame || item->number || frame->blocks == 1 ||
		       mlirbc__verify_fail(ir->v, "block-empty", item->op, item->offset,
			       "block %u has no ops, expected one in a region of several blocks", frame->block);
	default: return true;
	}
}

static bool check_use(struct mlirbc__verify_ir *ir, const struct frame *frame, const struct use *use,
	const struct mlirbc__dominance *dominance)
{
	const struct value *value = &values(ir)[use->value];
	bool same = value->block == use->block;
	if (same ? value->at < use->at || !frame->ordered : mlirbc__dominates(dominance, value->block, use->block))
		return true;
	return mlirbc__verify_fail(ir->v, "dominance", use->op, use->offset,
		same ? "operand is a value that is defined later in the block"
		     : "operand is a value of a block that does not dominate this one");
}

/* Without a jump the entry block alone can be reached. */
static bool check_uses(struct mlirbc__verify_ir *ir, struct frame *frame)
{
	struct mlirbc__dominance dominance = { NULL, NULL, NULL, 0 };
	const struct mlirbc__edge *edges = ir->edges.data;
	bool ok = true;
	if (!frame->waiting)
		return true;
	if (frame->blocks > 1 && !mlirbc__dominance_init(ir->v, &dominance, (uint32_t)frame->blocks,
					 edges ? edges + frame->first_edge : NULL, ir->edges.count - frame->first_edge))
		return false;
	for (uint64_t number = frame->waiting; number;) {
		struct use *use = &uses(ir)[number - 1];
		uint64_t next = use->next;
		ok = ok && check_use(ir, frame, use, &dominance);
		use->next = ir->free_waiting;
		ir->free_waiting = number;
		number = next;
	}
	frame->waiting = 0;
	mlirbc__dominance_finish(ir->v, &dominance);
	return ok;
}

static bool leave_region(struct mlirbc__verify_ir *ir)
{
	struct frame *frame = top(ir);
	if (frame->defined != frame->values)
		return mlirbc__verify_fail(ir->v, "region-values", frame->op, frame->values_at,
			"the region declared %llu values, but defines %llu", (unsigned long long)frame->values,
			(unsigned long long)frame->defined);
	if (!check_uses(ir, frame))
		return false;
	for (uint64_t i = frame->first_value; i < ir->values.count; i++) {
		if (values(ir)[i].ordered && !check_order(ir, &values(ir)[i], frame->op))
			return false;
	}
	ir->values.count = (size_t)frame->first_value;
	ir->edges.count = frame->first_edge;
	return true;
}

/* ---- blocks and ops */

static bool jump(struct mlirbc__verify_ir *ir, const struct mlirbc_walk_item *item)
{
	struct frame *frame = top(ir);
	if (item->number == 0)
		return mlirbc__verify_fail(ir->v, "entry-block", item->op, item->offset,
			"successor is the entry block of the region, expected another one");
	struct mlirbc__edge *edge = MLIRBC__LIST_ADD(ir->v, &ir->edges, struct mlirbc__edge);
	if (!edge)
		return false;
	*edge = (struct mlirbc__edge){ frame->block, (uint32_t)item->number };
	frame->jump_op = item->op;
	frame->jump_at = item->offset;
	return true;
}

static bool enter_op(struct mlirbc__verify_ir *ir)
{
	struct frame *frame = top(ir);
	if (frame && frame->jump_op != MLIRBC_WALK_NONE)
		return mlirbc__verify_fail(ir->v, "successor-last", frame->jump_op, frame->jump_at,
			"an op with successors is followed by another, expected it to be the last of its block");
	if (frame)
		frame->at++;
	ir->first = MLIRBC_WALK_NONE;
	ir->count = ir->use_value = 0;
	return true;
}

static bool enter_block(struct mlirbc__verify_ir *ir, const struct mlirbc_walk_item *item)
{
	struct frame *frame = top(ir);
	ir->first = MLIRBC_WALK_NONE;
	ir->count = ir->use_value = 0;
	if (frame) {
		frame->block = (uint32_t)item->index;
		frame->at = 0;
		frame->jump_op = MLIRBC_WALK_NONE;
	}
	return true;
}

static bool leave_op(struct mlirbc__verify_ir *ir, const struct mlirbc_walk_item *item)
{
	struct frame *frame = top(ir);
	if (frame && frame->op == item->index)
		ir->frames.count--;
	return true;
}

static bool visit_field(struct mlirbc__verify_ir *ir, const struct mlirbc_walk_item *item)
{
	switch (item->field) {
	case MLIRBC_WALK_OP_NAME_REF: ir->op_name = item->number; return true;
	case MLIRBC_WALK_TYPE_REF: return define(ir, item);
	case MLIRBC_WALK_VALUE_REF: return use_value(ir, item);
	case MLIRBC_WALK_BLOCK_REF: return jump(ir, item);
	case MLIRBC_WALK_USE_VALUE: ir->use_value = item->number; return true;
	case MLIRBC_WALK_USE_COUNT: return note_order(ir, item);
	case MLIRBC_WALK_COUNT: return count_field(ir, item);
	default: return true;
	}
}

static bool visit(struct mlirbc__verify_ir *ir, const struct mlirbc_walk_item *item)
{
	if (item->event == MLIRBC_WALK_FIELD)
		return visit_field(ir, item);
	bool enter = item->event == MLIRBC_WALK_ENTER;
	switch (item->part) {
	case MLIRBC_WALK_OP: return enter ? enter_op(ir) : leave_op(ir, item);
	case MLIRBC_WALK_BLOCK: return !enter || enter_block(ir, item);
	case MLIRBC_WALK_REGION: return enter ? enter_region(ir, item) : leave_region(ir);
	default: return true;
	}
}

/* The fields that visit_field() handles. */
static bool is_wanted(enum mlirbc_walk_field field)
{
	const uint64_t wanted = UINT64_C(1) << MLIRBC_WALK_OP_NAME_REF | UINT64_C(1) << MLIRBC_WALK_TYPE_REF |
				UINT64_C(1) << MLIRBC_WALK_VALUE_REF | UINT64_C(1) << MLIRBC_WALK_BLOCK_REF |
				UINT64_C(1) << MLIRBC_WALK_USE_VALUE | UINT64_C(1) << MLIRBC_WALK_USE_COUNT |
				UINT64_C(1) << MLIRBC_WALK_COUNT;
	return wanted >> field & 1;
}

enum mlirbc_walk_answer mlirbc__verify_ir_visit(void *ctx, const struct mlirbc_walk_item *item)
{
	struct mlirbc__verify_ir *ir = ctx;
	if (item->event == MLIRBC_WALK_FIELD && !is_wanted(item->field))
		return MLIRBC_WALK_GO_ON;
	if (item->event == MLIRBC_WALK_ENTER && item->part == MLIRBC_WALK_SECTION &&
		item->index != MLIRBC_WALK_SECTION_IR)
		return MLIRBC_WALK_SKIP;
	if (item->section != MLIRBC_WALK_SECTION_IR)
		return MLIRBC_WALK_GO_ON;
	return visit(ir, item) ? MLIRBC_WALK_GO_ON : MLIRBC_WALK_STOP;
}

void mlirbc__verify_ir_finish(struct mlirbc__verify_ir *ir)
{
	mlirbc__list_finish(ir->v, &ir->frames);
	mlirbc__list_finish(ir->v, &ir->values);
	mlirbc__list_finish(ir->v, &ir->edges);
	mlirbc__list_finish(ir->v, &ir->waiting);
}
