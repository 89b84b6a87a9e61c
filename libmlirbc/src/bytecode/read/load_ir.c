/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The IR section: blocks and regions, scopes, forward references. */
#include "bytecode/read/load_ir.h"

/* The new frame has no block and no value; if the op is a scope, its members for that remain to be set. */
static struct mlirbc__open_op *push_frame(struct mlirbc__ir *ir, struct mlirbc_op *op)
{
	if (ir->frame_count == ir->frame_room) {
		ir->frames = mlirbc__reserve(ir->load, &ir->frame_buffer, ir->frame_count + 1, sizeof *ir->frames);
		if (!ir->frames)
			return NULL;
		ir->frame_room = ir->frame_buffer.bytes / sizeof *ir->frames;
	}
	struct mlirbc__open_op *frame = &ir->frames[ir->frame_count++];
	frame->op = op;
	frame->next_region = 0;
	frame->block_count = frame->next_block = 0;
	frame->ops_left = 0;
	frame->first_value = frame->next_value = frame->end_value = ir->value_count;
	frame->isolated = frame->section = false;
	return frame;
}

/* ---- blocks */

static bool read_arguments(struct mlirbc__ir *ir, struct mlirbc_block *block)
{
	struct mlirbc__reader *r = &ir->r;
	struct mlirbc__load *load = ir->load;
	size_t count;
	if (!mlirbc__count(r, "number of block arguments", &count))
		return false;
	struct mlirbc_value *arguments = mlirbc__arguments_alloc(load->context, count);
	if (!arguments)
		return mlirbc__load_memory(load);
	uintptr_t *locations = (uintptr_t *)(void *)(arguments + count);
	for (size_t i = 0; i < count; i++) {
		size_t at = r->c.pos;
		uint32_t location;
		uint64_t value = mlirbc__varint(&r->c), type = value;
		bool located = true;
		if (load->version >= MLIRBC__V_ARGUMENT_LOCATIONS) {
			located = value & 1;
			type = value >> 1;
		}
		if (type >= load->type_count || !bytecursor_ok(&r->c))
			return mlirbc__index_bad(r, at, "type index", type, load->type_count);
		arguments[i] = (struct mlirbc_value){ .type = mlirbc__type(load, (size_t)type),
			.owner = block,
			.is_argument = 1,
			.index = i & MLIRBC_MOST_PARTS };
		locations[i] = (uintptr_t)load->context->unknown_loc;
		if (!arguments[i].type)
			return false;
		if (located) {
			if (!mlirbc__read_location(ir, &location))
				return false;
			locations[i] = (uintptr_t)location << 1 | 1;
		}
	}
	block->arguments = arguments;
	block->argument_count = (uint32_t)count;
	return mlirbc__define(ir, arguments, count);
}

/* 0x20, the bit of an op's mask for the same purpose, or 0. */
static bool read_argument_orders(struct mlirbc__ir *ir, struct mlirbc_block *block)
{
	size_t at = ir->r.c.pos;
	uint8_t flag = bytecursor_u8(&ir->r.c);
	if (!mlirbc__cut(&ir->r, "the flag of the arguments' use-list orders"))
		return false;
	if (flag != 0 && flag != MLIRBC__HAS_USE_LISTS)
		return mlirbc__bad(
			&ir->r, at, "flag of the arguments' use-list orders is 0x%02x, expected 0 or 0x20", flag);
	struct mlirbc__op_record record;
	mlirbc__op_begin_orders(&record, block->argument_count);
	return flag == 0 || mlirbc__read_orders(ir, &record, block->arguments);
}

/* In files that are read lazily, most ops of large blocks are functions, whose regions stay in the file. */
static void expect_ops(struct mlirbc__ir *ir, uint64_t count)
{
	enum {
		LEAST_BYTES = 16,
		ROOM = sizeof(struct mlirbc_op) + sizeof(struct mlirbc_region) + sizeof(struct mlirbc__unread)
	};
	size_t most = bytecursor_left(&ir->r.c) / LEAST_BYTES;
	mlirbc__arena_expect(&ir->load->context->arena, (count < most ? (size_t)count : most) * ROOM);
}

static bool enter_block(struct mlirbc__ir *ir)
{
	struct mlirbc__open_op *frame = mlirbc__top(ir);
	struct mlirbc_block *block = &frame->blocks[frame->next_block++];
	uint64_t head = mlirbc__varint(&ir->r.c);
	if (!bytecursor_ok(&ir->r.c))
		return mlirbc__cut(&ir->r, "a block");
	frame->ops_left = head >> 1;
	if (ir->lazy)
		expect_ops(ir, frame->ops_left);
	if (!(head & 1))
		return true;
	return read_arguments(ir, block) &&
	       (ir->load->version < MLIRBC__V_USE_LISTS || read_argument_orders(ir, block));
}

/* ---- regions */

static bool make_blocks(struct mlirbc__ir *ir, struct mlirbc_region *region, size_t count)
{
	struct mlirbc__open_op *frame = mlirbc__top(ir);
	if (count > SIZE_MAX / sizeof(struct mlirbc_block))
		return mlirbc__load_memory(ir->load);
	struct mlirbc_block *blocks = mlirbc__alloc(
		ir->load->context, count * sizeof *blocks, _Alignof(struct mlirbc_block));
	if (!blocks)
		return mlirbc__load_memory(ir->load);
	for (size_t i = 0; i < count; i++)
		blocks[i] = (struct mlirbc_block){ .number = (uint32_t)i, .parent = region, .next = &blocks[i + 1] };
	region->first = blocks;
	region->last = &blocks[count - 1];
	region->last->next = NULL;
	region->block_count = (uint32_t)count;
	frame->blocks = blocks;
	frame->block_count = count;
	return true;
}

static bool reserve_values(struct mlirbc__ir *ir, size_t count)
{
	struct mlirbc__open_op *frame = mlirbc__top(ir);
	size_t room = ir->value_count + count + MLIRBC__SHORT_INDICES;
	if (room > ir->value_room) {
		ir->values = mlirbc__reserve(ir->load, &ir->value_buffer, room, sizeof *ir->values);
		if (!ir->values)
			return false;
		while (ir->value_room < room)
			ir->values[ir->value_room++] = MLIRBC__UNDEFINED;
	}
	frame->first_value = frame->next_value = ir->value_count;
	frame->end_value = ir->value_count += count;
	return true;
}

static bool take_budget(struct mlirbc__ir *ir, size_t at, size_t *left, size_t count, const char *what)
{
	if (count > *left)
		return mlirbc__bad(
			&ir->r, at, "%s is %zu, but all regions together have no room for that many", what, count);
	*left -= count;
	return true;
}

static bool enter_region(struct mlirbc__ir *ir)
{
	struct mlirbc__open_op *frame = mlirbc__top(ir);
	struct mlirbc_region *region = &mlirbc_op_regions(frame->op)[frame->next_region++];
	size_t at = ir->r.c.pos, blocks, values;
	frame->next_block = frame->block_count = 0;
	if (!mlirbc__count(&ir->r, "number of blocks", &blocks))
		return false;
	if (blocks == 0)
		return reserve_values(ir, 0);
	size_t values_at = ir->r.c.pos;
	return mlirbc__count(&ir->r, "number of values", &values) &&
	       take_budget(ir, at, &ir->blocks_left, blocks, "number of blocks") &&
	       take_budget(ir, values_at, &ir->values_left, values, "number of values") &&
	       make_blocks(ir, region, blocks) && reserve_values(ir, values);
}

static MLIRBC__APART bool has_awaited(struct mlirbc__ir *ir, const struct mlirbc__open_op *frame)
{
	for (size_t i = frame->first_value; i < frame->end_value; i++) {
		if ((ir->values[i] & MLIRBC__UNDEFINED) && ir->values[i] != MLIRBC__UNDEFINED)
			return !mlirbc__bad(&ir->r, ir->r.c.pos,
				"value %zu is used, but the region ends without defining it", i - ir->scope);
	}
	return false;
}

static bool leave_region(struct mlirbc__ir *ir, struct mlirbc__open_op *frame)
{
	if (ir->awaited && has_awaited(ir, frame))
		return false;
	for (size_t i = frame->first_value; i < frame->next_value; i++) /* without values there is no array */
		ir->values[i] = MLIRBC__UNDEFINED;
	ir->value_count = frame->first_value;
	frame->end_value = frame->next_value = frame->first_value;
	return true;
}

/* Regions without blocks need no work: "0". */
static void skip_regions(struct mlirbc__ir *ir, struct mlirbc__open_op *frame)
{
	struct bytecursor *c = &ir->r.c;
	for (; frame->next_region < frame->op->region_count && c->pos < c->end && c->base[c->pos] == 1; c->pos++)
		frame->next_region++;
}

/* ---- ops with regions */

static bool enter_op(struct mlirbc__ir *ir, struct mlirbc_op *op)
{
	struct mlirbc__load *load = ir->load;
	size_t at = ir->r.c.pos;
	if (ir->frame_count > load->max_depth)
		return mlirbc__load_fail(load, MLIRBC_E_LIMIT, at,
			"%s %llu: regions are nested deeper than the limit of %u", ir->r.where,
			(unsigned long long)ir->r.number, load->max_depth);
	struct mlirbc__open_op *frame = push_frame(ir, op);
	if (!frame || !op->isolated)
		return frame;
	frame->isolated = true;
	frame->outer_scope = ir->scope;
	frame->outer_orders = ir->order_count;
	ir->scope = ir->value_count;
	if (load->version >= MLIRBC__V_REGION_SECTIONS) {
		enum mlirbc__section_id id;
		struct bytecursor data;
		frame->section = true;
		frame->outer_end = ir->r.c.end;
		if (!mlirbc__section(&ir->r, &id, &data))
			return false;
		if (id != MLIRBC__SECTION_IR)
			return mlirbc__bad(&ir->r, at, "%s section, expected an IR section with the regions",
				mlirbc__section_names[id]);
		ir->r.c = data;
	}
	return true;
}

/* Skips the section with the op's regions, and records its position. */
static bool leave_regions(struct mlirbc__ir *ir, struct mlirbc_op *op)
{
	struct mlirbc__unread *unread = (void *)(mlirbc_op_regions(op) + op->region_count);
	enum mlirbc__section_id id;
	struct bytecursor data;
	*unread = (struct mlirbc__unread){ &ir->load->file, ir->r.c.pos };
	return mlirbc__section(&ir->r, &id, &data);
}

static bool leave_op(struct mlirbc__ir *ir)
{
	struct mlirbc__open_op *frame = mlirbc__top(ir);
	if (frame->isolated) {
		if (!mlirbc__apply_orders(ir, frame->outer_orders))
			return false;
		ir->scope = frame->outer_scope;
	}
	if (frame->section) {
		if (!mlirbc__used_up(&ir->r))
			return false;
		ir->r.c.end = frame->outer_end;
	}
	ir->frame_count--;
	return true;
}

static bool read_ops(struct mlirbc__ir *ir)
{
	struct mlirbc__open_op *frame = mlirbc__top(ir);
	struct mlirbc_op *op = mlirbc__read_plain_ops(ir);
	bool has_regions = op != NULL;
	if (!op && (ir->load->status != MLIRBC_OK || frame->ops_left == 0))
		return ir->load->status == MLIRBC_OK;
	if (!op) {
		frame->ops_left--;
		op = mlirbc__read_op(ir, &frame->blocks[frame->next_block - 1]);
		has_regions = ir->has_regions;
	}
	return op && (!has_regions || (op->unread ? leave_regions(ir, op) : enter_op(ir, op)));
}

/* Reads ops up to one with regions, the start of a block, or the end of a region, until there are `frames` frames
 * and no ops left in the last one. */
static bool run(struct mlirbc__ir *ir, size_t frames)
{
	for (;;) {
		struct mlirbc__open_op *frame = mlirbc__top(ir);
		if (frame->ops_left) {
			if (!read_ops(ir))
				return false;
		} else if (ir->frame_count == frames) {
			return true;
		} else if (frame->next_block < frame->block_count) {
			if (!enter_block(ir))
				return false;
		} else {
			if (!leave_region(ir, frame))
				return false;
			skip_regions(ir, frame);
			if (!(frame->next_region < frame->op->region_count ? enter_region(ir) : leave_op(ir)))
				return false;
		}
	}
}

/* The top level is treated as a block without arguments whose values have no numbers. */
static bool read_top(struct mlirbc__ir *ir)
{
	struct mlirbc__reader *r = &ir->r;
	size_t at = r->c.pos;
	uint64_t head = mlirbc__varint(&r->c);
	if (!mlirbc__cut(r, "the top-level block"))
		return false;
	if (head & 1)
		return mlirbc__bad(r, at, "the top-level block has arguments, expected none");
	struct mlirbc__open_op *top = push_frame(ir, NULL);
	if (!top)
		return false;
	top->blocks = ir->load->module->body;
	top->next_block = 1;
	top->ops_left = head >> 1;
	r->where = "IR section, op";
	return run(ir, 1) && mlirbc__apply_orders(ir, 0) && mlirbc__used_up(r);
}

static void finish(struct mlirbc__ir *ir)
{
	struct mlirbc__buffer *buffers[] = { &ir->value_buffer, &ir->frame_buffer, &ir->order_buffer, &ir->use_buffer,
		&ir->result_buffer, &ir->operand_buffer, &ir->successor_buffer };
	for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
		mlirbc__give_buffer(ir->load, buffers[i]);
}

static struct mlirbc__ir begin(struct mlirbc__load *load)
{
	struct mlirbc__ir ir = { .r = mlirbc__section_reader(load, MLIRBC__SECTION_IR),
		.load = load,
		.tables = mlirbc__tables_of(load),
		.lazy = load->lazy && load->version >= MLIRBC__V_REGION_SECTIONS };
	ir.blocks_left = ir.values_left = bytecursor_left(&ir.r.c);
	return ir;
}

bool mlirbc__load_ir(struct mlirbc__load *load)
{
	if (load->slots && !load->lazy_attributes)
		mlirbc__load_files(load);
	if (load->status != MLIRBC_OK)
		return false;
	struct mlirbc__ir ir = begin(load);
	bool ok = read_top(&ir);
	finish(&ir);
	return ok;
}

bool mlirbc__load_regions(struct mlirbc__load *load, struct mlirbc_op *op, size_t at)
{
	struct mlirbc__ir ir = begin(load);
	ir.r.where = "IR section, regions read later, op";
	ir.r.c.pos = at;
	bool ok = push_frame(&ir, NULL) && enter_op(&ir, op);
	ir.blocks_left = ir.values_left = bytecursor_left(&ir.r.c);
	ok = ok && run(&ir, 1);
	finish(&ir);
	return ok;
}
