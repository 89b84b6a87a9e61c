/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reading the ops that nearly all are: no successors, no orders of uses, few of everything, types that were met before,
 * all in range. What is different, or wrong, is left to load_op.c, which starts the op again and finds the words for it.
 *
 * An op is looked at as a whole before anything is linked. Nothing here looks for the end of the data: the longest op
 * that is read fits before it. */
#include "load_ir.h"

enum { MOST_OPERANDS = 16, MOST_RESULTS = 4, MOST_REGIONS = 8 };
/* Name, location, attributes, properties and four counts; and the mask. */
enum { LONGEST_OP = (8 + MOST_OPERANDS + MOST_RESULTS) * MLIRBC__LONGEST_NUMBER + 1 };
enum {
	LARGEST_OP = sizeof(struct mlirbc_op) + MOST_OPERANDS * sizeof(struct mlirbc_operand) +
		     MOST_RESULTS * sizeof(struct mlirbc_value) + MOST_REGIONS * sizeof(struct mlirbc_region) +
		     sizeof(struct mlirbc__unread)
};

/* How far it is. Only functions that are inlined get to see it, so that it is kept in registers. */
struct state {
	const uint8_t *at, *end;
	uintptr_t *values; /* of the scope */
	size_t value_count;
	uintptr_t *define, *last_define; /* where the next result has its number, and where the region's numbers end */
	struct mlirbc_op *last, **link;  /* of the block, NULL: it is empty; and where the next one goes */
	uint64_t left;                   /* ops of the block, with the one being read */
	bool has_regions;                /* the last one */
};

/* What precedes the operands. */
struct head {
	const struct mlirbc__op_name *name;
	uint32_t location, attrs;
	uint8_t mask;
};

/* ---- attributes; these functions are for those that were not met just before */

/* Right when the file's name is a string, which is then the good one. */
static MLIRBC__APART bool is_good_location(struct mlirbc__ir *ir, const uint8_t *at, uint64_t left, size_t index)
{
	const struct mlirbc__tables *t = &ir->tables;
	uint64_t slot = t->slots[index];
	uint32_t before = ir->good_file, file_bits = (uint32_t)slot & MLIRBC__FILE_MASK;
	if (file_bits == ir->other_file) {
		ir->other_file = before;
		ir->good_file = file_bits;
		return true;
	}
	if (slot && (slot & MLIRBC__SLOT_MASK) == MLIRBC__SLOT_ATTR &&
		((const struct mlirbc_attr *)(uintptr_t)slot)->kind >= MLIRBC_LOC_UNKNOWN)
		return true;
	if ((slot & MLIRBC__SLOT_MASK) == MLIRBC__SLOT_LOCATION) {
		uint64_t file = t->slots[mlirbc__slot_file(slot) - t->first_ref];
		if (file && (file & MLIRBC__SLOT_MASK) == MLIRBC__SLOT_ATTR &&
			((const struct mlirbc_attr *)(uintptr_t)file)->kind == MLIRBC_ATTR_STRING) {
			ir->other_file = before;
			ir->good_file = file_bits;
			return true;
		}
	}
	ir->r.number = ir->op_count + (mlirbc__top(ir)->ops_left - left);
	return mlirbc__check_location(&ir->r, (size_t)(at - t->data), index);
}

static MLIRBC__APART bool make_attributes(struct mlirbc__load *load, size_t index)
{
	const struct mlirbc_attr *all = mlirbc__attr(load, index);
	return all && all->kind == MLIRBC_ATTR_DICTIONARY && all->u.dictionary.count != 0;
}

static MLIRBC__APART bool find_properties(struct mlirbc__load *load, uint64_t index, struct mlirbc__op_name *name)
{
	if (index >= load->blob_count)
		return false;
	uint32_t ref = mlirbc__properties_ref(load, name, (size_t)index);
	if (!ref || (!load->lazy_attributes && !mlirbc__properties_make(load, ref, name, (size_t)index)))
		return false;
	name->last_blob = (uint32_t)index;
	name->last_ref = ref;
	return true;
}

/* There are hundreds of thousands of locations where time matters. */
static MLIRBC__WITHIN uint64_t location_number(const uint8_t **at)
{
	if ((**at & 7) != 4)
		return mlirbc__number(at);
	uint64_t word = mlirbc__load64(*at);
	*at += 3;
	return (word & 0xFFFFFF) >> 3;
}

static MLIRBC__WITHIN bool read_head(struct mlirbc__ir *ir, struct state *s, struct head *out)
{
	const struct mlirbc__tables *t = &ir->tables;
	const uint8_t unusual = MLIRBC__HAS_SUCCESSORS | MLIRBC__HAS_USE_LISTS | MLIRBC__MASK_UNUSED;
	const uint8_t both = MLIRBC__HAS_ATTRIBUTES | MLIRBC__HAS_PROPERTIES;
	uint64_t index = mlirbc__number(&s->at);
	if (index >= t->op_name_count)
		return false;
	struct mlirbc__op_name *name = &t->op_names[index];
	uint8_t mask = *s->at++;
	if (!name->whole || (mask & unusual) || (mask & both) == both)
		return false;
	const uint8_t *at = s->at;
	index = location_number(&s->at);
	if (index >= t->attr_count)
		return false;
	if (t->slots) {
		uint32_t file = (uint32_t)t->slots[index] & MLIRBC__FILE_MASK;
		if (file != ir->good_file && !is_good_location(ir, at, s->left, (size_t)index))
			return false;
	}
	out->name = name;
	out->mask = mask;
	out->location = t->first_ref + (uint32_t)index;
	out->attrs = 0;
	if (!(mask & both))
		return true;
	index = mlirbc__number(&s->at);
	if (mask & MLIRBC__HAS_ATTRIBUTES) {
		if (index >= t->attr_count || (t->slots && !make_attributes(ir->load, (size_t)index)))
			return false;
		out->attrs = (t->first_ref + (uint32_t)index) << 2 | MLIRBC__HAS_DISCARDABLE;
	} else {
		if ((name->last_blob != index || !name->last_ref) && !find_properties(ir->load, index, name))
			return false;
		out->attrs = name->last_ref << 2 | MLIRBC__HAS_INHERENT;
	}
	return true;
}

/* ---- operands and results */

/* Takes the uses back of operands whose numbers are at `at`: the latest of their values. */
static MLIRBC__APART void unlink_operands(
	struct mlirbc__ir *ir, const uint8_t *at, struct mlirbc_operand *operands, size_t count)
{
	size_t numbers[MOST_OPERANDS];
	for (size_t i = 0; i < count; i++)
		numbers[i] = (size_t)mlirbc__number(&at);
	while (count--) {
		struct mlirbc_operand *next = mlirbc_operand_next(&operands[count]);
		if (operands[count].value) {
			operands[count].value->first_use = next;
		} else {
			ir->values[ir->scope + numbers[count]] = (uintptr_t)next | MLIRBC__UNDEFINED;
			ir->awaited -= !next;
		}
	}
}

static MLIRBC__WITHIN bool read_operand(
	struct mlirbc__ir *ir, struct state *s, struct mlirbc_operand *operand, uintptr_t mark)
{
	uint64_t index = mlirbc__number(&s->at);
	if (index >= s->value_count)
		return false;
	mlirbc__use_slot(ir, &s->values[index], operand, mark);
	return true;
}

/* Reads and links them. At one that is not good those before it are taken back, and the result is false. */
static MLIRBC__WITHIN bool read_operands(
	struct mlirbc__ir *ir, struct state *s, struct mlirbc_operand *operands, size_t count)
{
	const uint8_t *begin = s->at;
	struct mlirbc_operand *operand = operands;
	size_t left = count;
	bool good = true;
	for (; left > MLIRBC__NEAR_OPERANDS && good; operand++, left--)
		good = read_operand(ir, s, operand, mlirbc__operand_mark(left));
	for (; left && good; operand++, left--)
		good = read_operand(ir, s, operand, left);
	if (!good)
		unlink_operands(ir, begin, operands, count - left - 1);
	return good;
}

static MLIRBC__WITHIN void add_result(
	struct mlirbc__ir *ir, struct state *s, struct mlirbc_op *op, const struct mlirbc_type *type, uint32_t index)
{
	struct mlirbc_value *value = &mlirbc_op_results(op)[index];
	*value = (struct mlirbc_value){ .type = type, .owner = op, .index = index & MLIRBC__MOST_PARTS };
	mlirbc__define_slot(ir, s->define++, value);
}

/* ---- ops */

/* Where the regions end: room for them is there. */
static void *make_regions(const struct mlirbc__ir *ir, struct mlirbc_op *op, uint64_t head)
{
	struct mlirbc_region *regions = (struct mlirbc_region *)(void *)(mlirbc_op_results(op) + op->result_count);
	uint32_t count = (uint32_t)(head >> 1);
	for (uint32_t i = 0; i < count; i++)
		regions[i] = (struct mlirbc_region){ .parent = op };
	op->region_count = count & MLIRBC__MOST_PARTS;
	op->isolated = head & 1;
	op->unread = op->isolated && ir->lazy && ir->frame_count > 1;
	return (struct mlirbc__unread *)(void *)(regions + count) + op->unread;
}

/* The types of more than one result, or an odd number of them; NULL: some are not made yet, or out of range. */
static MLIRBC__APART const uint8_t *read_types(
	const struct mlirbc__tables *t, const uint8_t *at, uint64_t count, const struct mlirbc_type **out)
{
	for (uint64_t i = 0; i < count; i++) {
		uint64_t index = mlirbc__number(&at);
		out[i] = index < t->type_count ? t->types[index] : NULL;
		if (!out[i])
			return NULL;
	}
	return at;
}

/* The op behind the last one; NULL: it is one for load_op.c. */
static MLIRBC__WITHIN struct mlirbc_op *read_op(struct mlirbc__ir *ir, struct state *s, struct mlirbc_block *block)
{
	const struct mlirbc__tables *t = &ir->tables;
	struct mlirbc__arena *arena = &ir->load->context->arena;
	const struct mlirbc_type *types[MOST_RESULTS], *type = NULL;
	struct head head;
	uint64_t results = 0, count = 0, regions = 0;
	if (!read_head(ir, s, &head))
		return NULL;
	if (head.mask & MLIRBC__HAS_RESULTS) {
		results = mlirbc__number(&s->at);
		if (MLIRBC__LIKELY(results == 1)) {
			uint64_t index = mlirbc__number(&s->at);
			if (index >= t->type_count || !(type = t->types[index]) || s->define == s->last_define)
				return NULL;
		} else if (results > MOST_RESULTS || results > (size_t)(s->last_define - s->define) ||
			   !(s->at = read_types(t, s->at, results, types))) {
			return NULL;
		}
	}
	struct mlirbc_operand *operands = mlirbc__arena_room(arena, LARGEST_OP, MLIRBC__OP_ALIGN);
	if (!operands)
		return NULL;
	const uint8_t *numbers = s->at;
	if (head.mask & MLIRBC__HAS_OPERANDS) {
		count = mlirbc__number(&s->at);
		numbers = s->at;
		if (count > MOST_OPERANDS || !read_operands(ir, s, operands, (size_t)count))
			return NULL;
	}
	bool good = s->at <= s->end;
	if (head.mask & MLIRBC__HAS_REGIONS) {
		regions = mlirbc__number(&s->at);
		good = s->at <= s->end && regions > 1 && regions >> 1 <= MOST_REGIONS &&
		       (size_t)(s->end - s->at) >= regions >> 1;
		s->has_regions = true;
	}
	if (!good) {
		unlink_operands(ir, numbers, operands, (size_t)count);
		return NULL;
	}
	struct mlirbc_op *op = (struct mlirbc_op *)(void *)(operands + count);
	*op = (struct mlirbc_op){ .name = head.name->whole,
		.parent = block,
		.prev = s->last,
		.location = head.location,
		.attrs = head.attrs,
		.result_count = (uint32_t)results,
		.operand_count = (uint32_t)count };
	if (MLIRBC__LIKELY(results == 1)) {
		add_result(ir, s, op, type, 0);
	} else {
		for (uint32_t i = 0; i < results; i++)
			add_result(ir, s, op, types[i], i);
	}
	mlirbc__arena_used(arena, regions ? make_regions(ir, op, regions) : mlirbc_op_results(op) + results);
	*s->link = op;
	s->link = &op->next;
	s->last = op;
	return op;
}

struct mlirbc__tables mlirbc__tables_of(const struct mlirbc__load *load)
{
	return (struct mlirbc__tables){ .data = load->data,
		.last = load->data + (load->size < LONGEST_OP ? 0 : load->size - LONGEST_OP),
		.plain = load->version >= MLIRBC__V_PROPERTIES && load->size >= LONGEST_OP,
		.op_names = load->op_names,
		.types = load->types,
		.slots = load->lazy_attributes ? NULL : load->slots,
		.op_name_count = load->op_name_count,
		.type_count = load->type_count,
		.attr_count = load->attr_count,
		.first_ref = load->first_ref };
}

struct mlirbc_op *mlirbc__read_plain_ops(struct mlirbc__ir *ir)
{
	struct mlirbc__frame *frame = mlirbc__top(ir);
	const struct mlirbc__tables *t = &ir->tables;
	if (!t->plain || !frame->op)
		return NULL;
	struct mlirbc_block *block = &frame->blocks[frame->next_block - 1];
	struct state s = { .at = t->data + ir->r.c.pos,
		.end = t->data + ir->r.c.end,
		.values = ir->values + ir->scope,
		.value_count = ir->value_count - ir->scope,
		.define = ir->values + frame->next_value,
		.last_define = ir->values + frame->end_value,
		.last = block->last,
		.link = block->last ? &block->last->next : &block->first,
		.left = frame->ops_left };
	struct mlirbc_op *op = NULL;
	const uint8_t *begin = s.at;
	while (s.left && s.at <= t->last) {
		begin = s.at;
		op = read_op(ir, &s, block);
		if (!op)
			break;
		begin = s.at;
		s.left--;
		if (s.has_regions)
			break;
	}
	ir->op_count += frame->ops_left - s.left;
	ir->r.number = ir->op_count - 1;
	frame->ops_left = s.left;
	frame->next_value = (size_t)(s.define - ir->values);
	block->last = s.last;
	ir->r.c.pos = (size_t)(begin - t->data);
	return op && s.has_regions ? op : NULL;
}
