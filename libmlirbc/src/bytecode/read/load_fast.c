/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fast path for most ops: no successors, no use-list orders, few parts of each kind, types that occurred before, all
 * indices in range. Other ops, and broken ones, are left to load_op.c, which reads the op again from the start and
 * reports errors.
 *
 * Ops of one name mostly have the same parts and number of operands: read_alike() compares the relevant bytes with
 * those of the previous one all at once. mlirbc__read_plain() reads the other ops part by part.
 *
 * The end of the data is not checked here: the caller ensures that the longest op that is read fits before it. */
#include "bytecode/read/load_fast.h"

/* ---- operands */

/* A value that is not defined yet, or an invalid number. */
static MLIRBC__APART bool use_later(
	struct mlirbc__ir *ir, size_t index, struct mlirbc_operand *operand, unsigned distance)
{
	if (index >= ir->value_count - ir->scope)
		return false;
	mlirbc__use_slot(ir, &ir->values[ir->scope + index], operand, distance);
	return true;
}

/* Links the operand at this distance from the op; its number, one byte at this distance before `at`, is decoded
   here. */
static MLIRBC__WITHIN bool use_near(
	struct mlirbc__ir *ir, const struct mlirbc__run *s, struct mlirbc_op *op, const uint8_t *at, unsigned distance)
{
	struct mlirbc_operand *operand = (struct mlirbc_operand *)(void *)op - distance;
	/* Varint byte: 2·index + 1. The table has that many slots; slots of no open region are undefined. */
	size_t doubled = *(at - distance);
	uintptr_t held = *(uintptr_t *)(void *)((unsigned char *)s->values + (doubled - 1) * (sizeof *s->values / 2));
	if (!MLIRBC__LIKELY(!(held & MLIRBC__UNDEFINED)))
		return use_later(ir, doubled >> 1, operand, distance);
	struct mlirbc_value *value = (struct mlirbc_value *)held;
	operand->value = value;
	operand->link = (uintptr_t)value->first_use | distance;
	value->first_use = operand;
	return true;
}

/* Likewise for all operands, at most MLIRBC_NEAR_OPERANDS. Returns the first invalid one; 0: all are valid. */
static MLIRBC__WITHIN unsigned use_all_near(
	struct mlirbc__ir *ir, const struct mlirbc__run *s, struct mlirbc_op *op, const uint8_t *at, unsigned count)
{
	for (; count > 2; count--) {
		if (!use_near(ir, s, op, at, count))
			return count;
	}
	if (count == 2 && !use_near(ir, s, op, at, 2))
		return 2;
	return count && !use_near(ir, s, op, at, 1);
}

/* ---- ops like the last one of the same name */

/* Reverts the links that read_alike() made for the operands. */
static MLIRBC__APART void unlink_alike(struct mlirbc__ir *ir, const uint8_t *at, const struct mlirbc__op_name *name)
{
	struct mlirbc_operand *operands = (struct mlirbc_operand *)(void *)ir->load->context->arena.at;
	bool has_attrs = at[1] & (MLIRBC__HAS_ATTRIBUTES | MLIRBC__HAS_PROPERTIES);
	at += 2;
	(void)mlirbc__varint_at(&at);
	if (has_attrs)
		(void)mlirbc__varint_at(&at);
	mlirbc__unlink_operands(ir, at + name->rest_size - name->operand_count, operands, name->operand_count);
}

/* The op has one result with its type already set, or none. */
static MLIRBC__WITHIN void fill_results(
	struct mlirbc__ir *ir, struct mlirbc__run *s, struct mlirbc_op *op, bool has_result)
{
	struct mlirbc_value *results = mlirbc_op_results(op);
	if (has_result) {
		op->result_count = 1;
		add_result(ir, s, op, results, 0);
		s->room = (unsigned char *)(results + 1);
	} else {
		op->result_count = 0;
		s->room = (unsigned char *)results;
	}
}

/* Where pointers have 4 bytes, the parts after an op end at any multiple of 4. False: too little room for any op. */
static MLIRBC__WITHIN bool align_room(struct mlirbc__run *s)
{
	const size_t align = MLIRBC__OP_ALIGN;
	uintptr_t pad = _Alignof(struct mlirbc_value) < MLIRBC__OP_ALIGN ? -(uintptr_t)s->room & (align - 1) : 0;
	if ((uintptr_t)s->room + pad > s->last_room)
		return false;
	s->room += pad;
	return true;
}

/* The number of the entry, mostly of three bytes where there are hundreds of thousands of ops. */
static MLIRBC__WITHIN bool read_location(
	struct mlirbc__ir *ir, struct mlirbc__run *s, const uint8_t **at, bool eager, uint32_t *out)
{
	const uint8_t *begin = *at;
	uint64_t word = mlirbc__load64(begin), index;
	if (MLIRBC__LIKELY((word & 7) == 4)) {
		index = (word & 0xFFFFFF) >> 3;
		*at = begin + 3;
	} else {
		index = mlirbc__varint_at(at);
	}
	*out = (uint32_t)index;
	return index < ir->tables.attr_count && use_location(ir, s, begin, eager, index);
}

/* On success the op becomes the previous op; false if it is not alike, with nothing changed. */
static MLIRBC__WITHIN bool read_alike(
	struct mlirbc__ir *ir, struct mlirbc__run *s, struct mlirbc_block *block, bool eager)
{
	const struct mlirbc__tables *t = &ir->tables;
	const uint8_t *at = s->at;
	const uint64_t word = mlirbc__load64(at);
	struct mlirbc__op_name *name = &t->op_names[(uint8_t)word >> 1];
	uint32_t location, attrs = 0;
	if (name->form != (uint16_t)word)
		return false;
	at += 2;
	if (!read_location(ir, s, &at, eager, &location))
		return false;
	if (word & (MLIRBC__HAS_PROPERTIES | MLIRBC__HAS_ATTRIBUTES) << 8) {
		const uint64_t index = mlirbc__varint_at(&at);
		if (word & MLIRBC__HAS_PROPERTIES << 8 ? !use_properties(ir, s, index, true, name, &attrs)
						       : index >= t->attr_count || !use_dictionary(ir, s, index, eager, &attrs))
			return false;
	}
	if (!align_room(s))
		return false;
	const unsigned count = name->operand_count;
	struct mlirbc_operand *operands = (struct mlirbc_operand *)(void *)s->room;
	struct mlirbc_op *op = (struct mlirbc_op *)(void *)(operands + count);
	op->location = t->first_ref + location;
	op->attrs = attrs;
	const uint64_t rest = mlirbc__load64(at), other = (rest ^ name->rest) & name->rest_mask;
	if (word & MLIRBC__HAS_RESULTS << 8) {
		const struct mlirbc_type *type = t->types[(uint8_t)(rest >> 8) >> 1];
		if (!type || s->define == s->last_define)
			return false;
		mlirbc_op_results(op)->type = type;
	}
	at += name->rest_size;
	if (MLIRBC__LIKELY(!other)) {
		unsigned bad = use_all_near(ir, s, op, at, count);
		if (!MLIRBC__LIKELY(!bad)) {
			mlirbc__unlink_operands(ir, at - count, operands, count - bad);
			return false;
		}
	} else {
		if (other & ((UINT64_C(1) << 8 * (name->rest_size - count)) - 1) ||
			!(at = mlirbc__read_operands(ir, at - count, operands, count)))
			return false;
	}
	bool good = at <= s->end;
	uint64_t regions = 0;
	if (word & MLIRBC__HAS_REGIONS << 8)
		good = good && (regions = read_regions(s, &at)) != 0;
	if (!MLIRBC__LIKELY(good)) {
		give_room(ir, s);
		unlink_alike(ir, s->at, name);
		return false;
	}
	s->at = at;
	fill(s, op, block, name, count);
	fill_results(ir, s, op, (word & MLIRBC__HAS_RESULTS << 8) != 0);
	if (regions)
		s->room = mlirbc__op_regions_make(ir, op, regions);
	return true;
}

/* Skips the section of the regions that stay in the file. False: load_ir.c must handle it. */
static MLIRBC__WITHIN bool skip_regions(struct mlirbc__ir *ir, struct mlirbc__run *s, struct mlirbc_op *op)
{
	const uint8_t *at = s->at;
	struct mlirbc__unread *unread = (void *)(mlirbc_op_regions(op) + op->region_count);
	if (at > ir->tables.last || *at++ != MLIRBC__SECTION_IR)
		return false;
	uint64_t size = mlirbc__varint_at(&at);
	if (at > s->end || size > (size_t)(s->end - at))
		return false;
	*unread = (struct mlirbc__unread){ &ir->load->file, (size_t)(s->at - ir->tables.data) };
	s->at = at + size;
	return true;
}

struct mlirbc__tables mlirbc__tables_of(const struct mlirbc__load *load)
{
	return (struct mlirbc__tables){ .data = load->data,
		.last = load->data + (load->size < LONGEST_OP ? 0 : load->size - LONGEST_OP),
		.plain = load->version >= MLIRBC__V_PROPERTIES && load->size >= LONGEST_OP,
		.op_names = load->op_names,
		.types = load->types,
		.slots = load->lazy_attributes ? NULL : load->slots,
		.location = load->good_files ? MLIRBC__SLOT_LOCATION : 0, /* no slot of an entry is a pair */
		.op_name_count = load->op_name_count,
		.type_count = load->type_count,
		.attr_count = load->attr_count,
		.first_ref = load->first_ref };
}

/* Reads ops up to one whose regions come next, which is returned, to the end of the block, or to an op for
 * load_op.c. `alike`: the end is far enough for read_alike(). */
static MLIRBC__WITHIN struct mlirbc_op *read_all(
	struct mlirbc__ir *ir, struct mlirbc__run *s, struct mlirbc_block *block, bool alike, bool eager)
{
	while (s->left) {
		if (!alike || !MLIRBC__LIKELY(read_alike(ir, s, block, eager))) {
			give_room(ir, s);
			struct mlirbc__run copy = *s;
			if (!mlirbc__read_plain(ir, &copy, block)) {
				take_room(ir, s);
				return NULL;
			}
			*s = copy;
		}
		s->left--;
		struct mlirbc_op *op = s->last;
		if (op->region_count && (eager || !op->unread || !skip_regions(ir, s, op)))
			return op;
	}
	return NULL;
}

struct mlirbc_op *mlirbc__read_plain_ops(struct mlirbc__ir *ir)
{
	struct mlirbc__open_op *frame = mlirbc__top(ir);
	const struct mlirbc__tables *t = &ir->tables;
	if (!t->plain || !frame->op)
		return NULL;
	struct mlirbc_block *block = &frame->blocks[frame->next_block - 1];
	struct mlirbc_op before = { .next = NULL }, *op;
	struct mlirbc__run s = { .at = t->data + ir->r.c.pos,
		.end = t->data + ir->r.c.end,
		.values = ir->values + ir->scope,
		.define = ir->values + frame->next_value,
		.last_define = ir->values + frame->end_value,
		.last = block->last ? block->last : &before,
		.left = frame->ops_left };
	take_room(ir, &s);
	if (s.end > t->last)
		op = read_all(ir, &s, block, false, false);
	else if (t->slots)
		op = read_all(ir, &s, block, true, true);
	else
		op = read_all(ir, &s, block, true, false);
	give_room(ir, &s);
	ir->op_count += frame->ops_left - s.left;
	ir->r.number = ir->op_count - 1;
	ir->r.c.pos = (size_t)(s.at - t->data);
	frame->ops_left = s.left;
	frame->next_value = (size_t)(s.define - ir->values);
	if (s.last == &before)
		return NULL;
	s.last->next = NULL;
	if (!block->last) {
		block->first = before.next;
		block->first->prev = NULL;
	}
	block->last = s.last;
	return op;
}
