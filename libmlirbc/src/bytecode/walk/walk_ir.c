/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The walker: ops, regions, blocks, and the scopes in which values have numbers. */
#include "bytecode/walk/walk_state.h"
#include "bytecode/encoding/op_record.h"

#define FIELD(kind, text) ((struct mlirbc__walk_field){ MLIRBC_WALK_##kind, MLIRBC_WALK_ROLE_NONE, (text) })
#define ROLE(kind, which, text) ((struct mlirbc__walk_field){ MLIRBC_WALK_##kind, MLIRBC_WALK_ROLE_##which, (text) })

static struct mlirbc_walk_frame *top(struct mlirbc__walk *w) { return &w->frames[w->frame_count - 1]; }

static bool push(struct mlirbc__walk *w, const struct mlirbc_walk_frame *frame)
{
	if (w->frame_count == w->frame_room)
		return mlirbc__walk_fail(w, MLIRBC_E_LIMIT, "nesting", w->c.pos,
			"regions are nested deeper than the limit of %zu", w->frame_room ? w->frame_room - 1 : 0);
	w->frames[w->frame_count++] = *frame;
	return true;
}

/* ---- values */

/* Numbers for `count` values that this region defines; *out the first one, MLIRBC_WALK_NONE at the top level. */
static bool define(struct mlirbc__walk *w, uint64_t count, size_t at, uint64_t *out)
{
	struct mlirbc_walk_frame *frame = top(w);
	*out = MLIRBC_WALK_NONE;
	if (w->frame_count == 1)
		return true;
	if (count > frame->end_value - frame->next_value)
		return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "value-count", at,
			"%llu more values, but the region declared only %llu more", (unsigned long long)count,
			(unsigned long long)(frame->end_value - frame->next_value));
	*out = frame->next_value;
	frame->next_value += count;
	return true;
}

/* A field of the use-list orders of some values; *out_number is its value. */
static bool walk_order_part(struct mlirbc__walk *w, const struct mlirbc__op_record *record, uint64_t *out_number)
{
	static const char length[] = "length of a use-list order";
	size_t at = w->c.pos;
	bool pairs;
	switch (record->part) {
	case MLIRBC__OP_ORDER_COUNT:
		return mlirbc__walk_count(w, MLIRBC_WALK_ROLE_NONE, "number of use-list orders", out_number);
	case MLIRBC__OP_ORDER_VALUE:
		return mlirbc__walk_ref(w, FIELD(USE_VALUE, "number of a value with a use-list order"),
			w->order_count, record->values);
	case MLIRBC__OP_ORDER:
		if (!mlirbc__walk_flagged_ref(
			    w, FIELD(USE_COUNT, length), w->order_count++, UINT64_MAX, out_number, &pairs) ||
			!mlirbc__walk_count_fits(w, at, length, *out_number))
			return false;
		*out_number = *out_number << 1 | pairs;
		return true;
	default: return mlirbc__walk_number(w, FIELD(USE_INDEX, "position in a use-list"), record->index, NULL);
	}
}

static bool walk_orders(struct mlirbc__walk *w, uint64_t values)
{
	struct mlirbc__op_record record;
	uint64_t number = 0;
	w->order_count = 0;
	for (mlirbc__op_begin_orders(&record, values); record.part != MLIRBC__OP_END; mlirbc__op_next(&record, number)) {
		if (!walk_order_part(w, &record, &number))
			return false;
	}
	return true;
}

/* ---- blocks and regions */

static bool walk_argument(struct mlirbc__walk *w, uint64_t index, uint64_t value)
{
	const struct mlirbc__walk_field type = ROLE(TYPE_REF, ARGUMENT, "type of a block argument"),
					location = ROLE(ATTR_REF, LOCATION, "location of a block argument");
	bool located = true;
	w->item.value = value;
	if (w->version >= 4) {
		if (!mlirbc__walk_flagged_ref(w, type, index, w->type_count, NULL, &located))
			return false;
	} else if (!mlirbc__walk_ref(w, type, index, w->type_count)) {
		return false;
	}
	return !located || mlirbc__walk_ref(w, location, index, w->attr_count);
}

static bool walk_arguments(struct mlirbc__walk *w)
{
	size_t at = w->c.pos;
	uint64_t count, first;
	if (!mlirbc__walk_count(w, MLIRBC_WALK_ROLE_ARGUMENT, "number of block arguments", &count) ||
		!define(w, count, at, &first))
		return false;
	for (uint64_t i = 0; i < count; i++) {
		if (!walk_argument(w, i, first + i))
			return false;
	}
	if (w->version < 3)
		return true;
	at = w->c.pos;
	uint8_t flag = bytecursor_u8(&w->c);
	if (!mlirbc__walk_cut(w, "flag of the arguments' use-list orders"))
		return false;
	if (flag != 0 && flag != MLIRBC__HAS_USE_LISTS)
		return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "use-list-flag", at,
			"flag of the arguments' use-list orders is 0x%02x, expected 0 or 0x20", flag);
	return mlirbc__walk_emit(w, FIELD(MASK, "flag of the arguments' use-list orders"), 0, at, flag, false) &&
	       (flag == 0 || walk_orders(w, count));
}

static bool enter_block(struct mlirbc__walk *w)
{
	struct mlirbc_walk_frame *frame = top(w);
	frame->block_at = w->c.pos;
	frame->in_block = true;
	if (!mlirbc__walk_enter(w, MLIRBC_WALK_BLOCK, frame->block, w->c.pos, 0, NULL))
		return false;
	size_t at = w->c.pos;
	bool arguments;
	if (!mlirbc__walk_flagged_ref(w, ROLE(COUNT, OP, "number of ops"), 0, UINT64_MAX, &frame->ops_left, &arguments))
		return false;
	if (arguments && w->frame_count == 1)
		return mlirbc__walk_fail(
			w, MLIRBC_E_CORRUPT, "top-level", at, "the top-level block has arguments, expected none");
	if (!arguments)
		return mlirbc__walk_count_fits(w, at, "number of ops", frame->ops_left);
	return walk_arguments(w) && mlirbc__walk_count_fits(w, at, "number of ops", frame->ops_left);
}

static bool leave_block(struct mlirbc__walk *w)
{
	struct mlirbc_walk_frame *frame = top(w);
	frame->in_block = false;
	return mlirbc__walk_leave(w, MLIRBC_WALK_BLOCK, frame->block++, frame->block_at, MLIRBC_WALK_REGION);
}

/* A visitor may keep something for each value of the regions that are open, so one byte must not count for several. */
static bool take_values(struct mlirbc__walk *w, size_t at, uint64_t values)
{
	if (values > w->values_left)
		return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "count", at,
			"number of values is %llu, but all regions together have no room for that many",
			(unsigned long long)values);
	w->values_left -= values;
	return true;
}

static bool enter_region(struct mlirbc__walk *w)
{
	struct mlirbc_walk_frame *frame = top(w);
	uint64_t values = 0;
	frame->region_at = w->c.pos;
	frame->in_region = true;
	frame->block = 0;
	if (!mlirbc__walk_enter(w, MLIRBC_WALK_REGION, frame->region, w->c.pos, 0, NULL) ||
		!mlirbc__walk_count(w, MLIRBC_WALK_ROLE_BLOCK, "number of blocks", &frame->blocks))
		return false;
	size_t at = w->c.pos;
	if (frame->blocks && (!mlirbc__walk_count(w, MLIRBC_WALK_ROLE_VALUE, "number of values", &values) ||
				     !take_values(w, at, values)))
		return false;
	frame->next_value = frame->values;
	frame->end_value = frame->values = frame->values + values;
	return true;
}

static bool leave_region(struct mlirbc__walk *w)
{
	struct mlirbc_walk_frame *frame = top(w);
	frame->in_region = false;
	frame->values = frame->outer_values;
	return mlirbc__walk_leave(w, MLIRBC_WALK_REGION, frame->region++, frame->region_at, MLIRBC_WALK_OP);
}

/* ---- ops */

static bool walk_result_count(struct mlirbc__walk *w, uint64_t *out_count, uint64_t *out_first)
{
	size_t at = w->c.pos;
	return mlirbc__walk_count(w, MLIRBC_WALK_ROLE_RESULT, "number of results", out_count) &&
	       define(w, *out_count, at, out_first);
}

static bool walk_mask(struct mlirbc__walk *w, uint64_t *out)
{
	size_t at = w->c.pos;
	unsigned limit = mlirbc__op_mask_limit(w->version);
	*out = bytecursor_u8(&w->c);
	if (!mlirbc__walk_cut(w, "mask of an op"))
		return false;
	if (*out >= limit)
		return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "op-mask", at,
			"mask is 0x%02x, expected bits below 0x%02x only", (unsigned)*out, limit);
	return mlirbc__walk_emit(w, FIELD(MASK, "mask"), 0, at, *out, false);
}

/* *first: number of the first result, or MLIRBC_WALK_NONE. */
static bool walk_part(struct mlirbc__walk *w, const struct mlirbc__op_record *record, uint64_t *number, uint64_t *first)
{
	const uint64_t i = record->index;
	switch (record->part) {
	case MLIRBC__OP_NAME: return mlirbc__walk_ref(w, FIELD(OP_NAME_REF, "op name index"), 0, w->op_name_count);
	case MLIRBC__OP_MASK: return walk_mask(w, number);
	case MLIRBC__OP_LOCATION:
		return mlirbc__walk_ref(w, ROLE(ATTR_REF, LOCATION, "location of the op"), 0, w->attr_count);
	case MLIRBC__OP_ATTRIBUTES:
		return mlirbc__walk_ref(w, ROLE(ATTR_REF, ATTRIBUTES, "attributes of the op"), 0, w->attr_count);
	case MLIRBC__OP_PROPERTIES:
		return mlirbc__walk_ref(w, FIELD(PROPERTIES_REF, "properties of the op"), 0, w->blob_count);
	case MLIRBC__OP_RESULT_COUNT: return walk_result_count(w, number, first);
	case MLIRBC__OP_RESULT:
		w->item.value = *first == MLIRBC_WALK_NONE ? MLIRBC_WALK_NONE : *first + i;
		return mlirbc__walk_ref(w, ROLE(TYPE_REF, RESULT, "type of a result"), i, w->type_count);
	case MLIRBC__OP_OPERAND_COUNT:
		return mlirbc__walk_count(w, MLIRBC_WALK_ROLE_OPERAND, "number of operands", number);
	case MLIRBC__OP_OPERAND:
		return mlirbc__walk_ref(w, ROLE(VALUE_REF, OPERAND, "operand"), i, top(w)->values);
	case MLIRBC__OP_SUCCESSOR_COUNT:
		return mlirbc__walk_count(w, MLIRBC_WALK_ROLE_SUCCESSOR, "number of successors", number);
	case MLIRBC__OP_SUCCESSOR:
		return mlirbc__walk_ref(w, ROLE(BLOCK_REF, SUCCESSOR, "successor"), i,
			w->frame_count > 1 ? top(w)->blocks : 0);
	default: return walk_order_part(w, record, number);
	}
}

/* Everything before the regions. */
static bool walk_op_parts(struct mlirbc__walk *w, struct mlirbc__op_record *record)
{
	uint64_t number = 0, first = MLIRBC_WALK_NONE;
	w->order_count = 0;
	for (mlirbc__op_begin(record, w->version); record->part < MLIRBC__OP_REGIONS; mlirbc__op_next(record, number)) {
		if (!walk_part(w, record, &number, &first))
			return false;
	}
	return true;
}

static bool leave_op(struct mlirbc__walk *w, uint64_t op, size_t at)
{
	w->item.op = op;
	return mlirbc__walk_leave(w, MLIRBC_WALK_OP, op, at, MLIRBC_WALK_BLOCK);
}

/* The regions of an isolated op are in a separate section from version 2 on; *out_skip: the visitor skips it. */
static bool open_regions(struct mlirbc__walk *w, struct mlirbc_walk_frame *frame, bool *out_skip)
{
	uint32_t id;
	*out_skip = false;
	if (!frame->isolated || w->version < 2)
		return true;
	frame->section_at = w->c.pos;
	frame->in_section = true;
	if (!mlirbc__walk_open_section(w, &id, &frame->outer_end, out_skip))
		return false;
	w->item.section = MLIRBC_WALK_SECTION_IR;
	if (id != MLIRBC_WALK_SECTION_IR)
		return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "region-section", frame->section_at,
			"%s section, expected an IR section with the regions", mlirbc_walk_section_name(id));
	return true;
}

static bool walk_op(struct mlirbc__walk *w)
{
	size_t at = w->c.pos;
	struct mlirbc__op_record record;
	bool skip;
	struct mlirbc_walk_frame frame = { .op = w->op_count++, .op_at = at };
	w->item.op = frame.op;
	w->item.depth = (uint32_t)w->frame_count - 1;
	if (!mlirbc__walk_enter(w, MLIRBC_WALK_OP, frame.op, at, 0, NULL) || !walk_op_parts(w, &record))
		return false;
	if (record.part != MLIRBC__OP_REGIONS)
		return leave_op(w, frame.op, at);
	size_t count_at = w->c.pos;
	if (!mlirbc__walk_flagged_ref(
		    w, ROLE(COUNT, REGION, "number of regions"), 0, UINT64_MAX, &frame.regions, &frame.isolated) ||
		!mlirbc__walk_count_fits(w, count_at, "number of regions", frame.regions))
		return false;
	frame.outer_values = frame.values = frame.isolated ? 0 : top(w)->values;
	if (!open_regions(w, &frame, &skip))
		return false;
	if (!skip)
		return push(w, &frame);
	w->c.end = frame.outer_end;
	return leave_op(w, frame.op, at);
}

static bool leave_regions(struct mlirbc__walk *w)
{
	struct mlirbc_walk_frame *frame = top(w);
	if (frame->in_section) {
		if (!mlirbc__walk_used_up(w))
			return false;
		w->item.number = 0;
		if (!mlirbc__walk_leave(
			    w, MLIRBC_WALK_SECTION, MLIRBC_WALK_SECTION_IR, frame->section_at, MLIRBC_WALK_OP))
			return false;
		w->c.end = frame->outer_end;
	}
	w->frame_count--;
	w->item.depth = (uint32_t)w->frame_count - 1;
	return leave_op(w, frame->op, frame->op_at);
}

/* The next op, block or region, or the end of one. */
static bool step(struct mlirbc__walk *w)
{
	struct mlirbc_walk_frame *frame = top(w);
	w->item.op = w->frame_count > 1 ? frame->op : MLIRBC_WALK_NONE;
	if (frame->in_block && frame->ops_left) {
		frame->ops_left--;
		return walk_op(w);
	}
	if (frame->in_block)
		return leave_block(w);
	if (frame->in_region)
		return frame->block < frame->blocks ? enter_block(w) : leave_region(w);
	return frame->region < frame->regions ? enter_region(w) : leave_regions(w);
}

/* The top level is like a block without arguments in which no value has a number. */
bool mlirbc__walk_ir(struct mlirbc__walk *w)
{
	const struct mlirbc_walk_frame outermost = { .blocks = 1 };
	w->values_left = bytecursor_left(&w->c);
	bool ok = push(w, &outermost) && enter_block(w);
	while (ok && (w->frame_count > 1 || top(w)->in_block))
		ok = step(w);
	w->item.op = MLIRBC_WALK_NONE;
	w->item.part = MLIRBC_WALK_SECTION;
	w->frame_count = 0;
	return ok;
}
