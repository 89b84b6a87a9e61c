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
enum { LARGEST_OP = sizeof(struct mlirbc_op) + MOST_OPERANDS * sizeof(struct mlirbc_operand) +
		    MOST_RESULTS * sizeof(struct mlirbc_value) + MOST_REGIONS * sizeof(struct mlirbc_region) +
		    sizeof(struct mlirbc__unread) };

/* An op as it was read. */
struct plain {
	const struct mlirbc__op_name *name;
	uint32_t location, attrs, result_count;
	const struct mlirbc_type *types[MOST_RESULTS];
};

/* ---- attributes */

/* That is right when the file's name is a string. */
static bool is_good_location(struct mlirbc__ir *ir, size_t at, size_t index)
{
	struct mlirbc__load *load = ir->load;
	ir->r.number = ir->op_count;
	if (!mlirbc__check_location(&ir->r, at, index))
		return false;
	if ((load->slots[index] & MLIRBC__SLOT_MASK) == MLIRBC__SLOT_LOCATION)
		ir->good_file = mlirbc__slot_file(load->slots[index]);
	return true;
}

static inline bool read_location(struct mlirbc__ir *ir, const uint8_t **at, struct plain *out)
{
	struct mlirbc__load *load = ir->load;
	size_t from = (size_t)(*at - load->data);
	uint64_t index = mlirbc__number(at);
	if (index >= load->attr_count)
		return false;
	out->location = load->first_ref + (uint32_t)index;
	if (load->lazy_attributes)
		return true;
	uint64_t slot = load->slots[index];
	return ((slot & MLIRBC__SLOT_MASK) == MLIRBC__SLOT_LOCATION && mlirbc__slot_file(slot) == ir->good_file) ||
	       is_good_location(ir, from, (size_t)index);
}

static bool read_attributes(struct mlirbc__load *load, uint64_t index, struct plain *out)
{
	if (index >= load->attr_count)
		return false;
	out->attrs = (load->first_ref + (uint32_t)index) << 2 | MLIRBC__HAS_DISCARDABLE;
	if (load->lazy_attributes)
		return true;
	const struct mlirbc_attr *all = mlirbc__attr(load, (size_t)index);
	return all && all->kind == MLIRBC_ATTR_DICTIONARY && all->u.dictionary.count != 0;
}

static bool find_properties(struct mlirbc__load *load, uint64_t index, const struct mlirbc__op_name *name)
{
	struct mlirbc__op_name *last = &load->op_names[name - load->op_names];
	if (index >= load->blob_count)
		return false;
	uint32_t ref = mlirbc__properties_ref(load, name, (size_t)index);
	if (!ref || (!load->lazy_attributes && !mlirbc__properties_make(load, ref, name, (size_t)index)))
		return false;
	last->last_blob = (size_t)index;
	last->last_ref = ref;
	return true;
}

static inline bool read_properties(struct mlirbc__load *load, uint64_t index, struct plain *out)
{
	const struct mlirbc__op_name *name = out->name;
	if ((!name->last_ref || name->last_blob != index) && !find_properties(load, index, name))
		return false;
	out->attrs = name->last_ref << 2 | MLIRBC__HAS_INHERENT;
	return true;
}

/* ---- operands and results */

/* Takes the uses back of operands whose numbers are at `at`: the latest of their values. */
static void unlink_operands(struct mlirbc__ir *ir, const uint8_t *at, struct mlirbc_operand *operands, size_t count)
{
	size_t numbers[MOST_OPERANDS];
	for (size_t i = 0; i < count; i++)
		numbers[i] = (size_t)mlirbc__number(&at);
	while (count--) {
		struct mlirbc_operand *next = mlirbc_operand_next(&operands[count]);
		if (operands[count].value)
			operands[count].value->first_use = next;
		else
			ir->values[ir->scope + numbers[count]] = next ? (uintptr_t)next | 1 : 0;
	}
}

/* Reads and links them. At one that is not good those before it are taken back, and the result is NULL. */
static inline const uint8_t *read_operands(
	struct mlirbc__ir *ir, const uint8_t *at, struct mlirbc_operand *operands, size_t count)
{
	const uint8_t *begin = at;
	size_t limit = ir->value_count - ir->scope;
	for (size_t i = 0; i < count; i++) {
		uint64_t index = mlirbc__number(&at);
		if (index >= limit) {
			unlink_operands(ir, begin, operands, i);
			return NULL;
		}
		operands[i].link = mlirbc__operand_mark(count - i);
		mlirbc__use_number(ir, (size_t)index, &operands[i]);
	}
	return at;
}

static inline void define_results(struct mlirbc__ir *ir, const struct plain *plain, struct mlirbc_op *op)
{
	struct mlirbc__frame *frame = mlirbc__top(ir);
	struct mlirbc_value *results = mlirbc_op_results(op);
	uintptr_t *slot = &ir->values[frame->next_value];
	for (uint32_t i = 0; i < plain->result_count; i++, slot++) {
		struct mlirbc_operand *use = *slot ? (struct mlirbc_operand *)(*slot - 1) : NULL;
		results[i] = (struct mlirbc_value){
			.type = plain->types[i], .first_use = use, .owner = op, .index = i & MLIRBC__MOST_PARTS
		};
		for (; use; use = mlirbc_operand_next(use))
			use->value = &results[i];
		*slot = (uintptr_t)&results[i];
	}
	frame->next_value += plain->result_count;
}

/* ---- ops */

/* What comes before the operands. NULL: it is not plain, or wrong. */
static inline const uint8_t *read_head(struct mlirbc__ir *ir, const uint8_t *at, struct plain *out, uint8_t *out_mask)
{
	const uint8_t unusual = MLIRBC__HAS_SUCCESSORS | MLIRBC__HAS_USE_LISTS | MLIRBC__MASK_UNUSED;
	const uint8_t both = MLIRBC__HAS_ATTRIBUTES | MLIRBC__HAS_PROPERTIES;
	struct mlirbc__load *load = ir->load;
	uint64_t index = mlirbc__number(&at);
	if (index >= load->op_name_count)
		return NULL;
	out->name = &load->op_names[index];
	uint8_t mask = *out_mask = *at++;
	if (!out->name->whole || (mask & unusual) || (mask & both) == both || !read_location(ir, &at, out))
		return NULL;
	out->attrs = out->result_count = 0;
	if ((mask & MLIRBC__HAS_ATTRIBUTES) && !read_attributes(load, mlirbc__number(&at), out))
		return NULL;
	if ((mask & MLIRBC__HAS_PROPERTIES) && !read_properties(load, mlirbc__number(&at), out))
		return NULL;
	if (!(mask & MLIRBC__HAS_RESULTS))
		return at;
	uint64_t count = mlirbc__number(&at);
	if (count > MOST_RESULTS)
		return NULL;
	out->result_count = (uint32_t)count;
	for (uint32_t i = 0; i < count; i++) {
		index = mlirbc__number(&at);
		if (index >= load->type_count || !load->types[index])
			return NULL;
		out->types[i] = load->types[index];
	}
	return at;
}

/* Where the regions end: room for them is there. */
static void *make_regions(struct mlirbc__ir *ir, struct mlirbc_op *op, uint64_t head)
{
	struct mlirbc_region *regions = mlirbc_op_regions(op);
	uint32_t count = (uint32_t)(head >> 1);
	for (uint32_t i = 0; i < count; i++)
		regions[i] = (struct mlirbc_region){ .parent = op };
	op->region_count = count & MLIRBC__MOST_PARTS;
	op->isolated = head & 1;
	op->unread = op->isolated && ir->lazy && ir->frame_count > 1;
	return (struct mlirbc__unread *)(void *)(regions + count) + op->unread;
}

/* The op behind the block's last one; NULL: it is one for load_op.c. */
static inline struct mlirbc_op *read_op(struct mlirbc__ir *ir, struct mlirbc_block *block, const uint8_t *end)
{
	struct mlirbc__load *load = ir->load;
	struct mlirbc__frame *frame = mlirbc__top(ir);
	struct plain plain;
	uint8_t mask;
	const uint8_t *at = read_head(ir, load->data + ir->r.c.pos, &plain, &mask);
	if (!at || plain.result_count > frame->end_value - frame->next_value)
		return NULL;
	uint64_t count = mask & MLIRBC__HAS_OPERANDS ? mlirbc__number(&at) : 0, regions = 0;
	struct mlirbc_operand *operands = mlirbc__arena_room(&load->context->arena, LARGEST_OP, MLIRBC__OP_ALIGN);
	const uint8_t *numbers = at;
	if (count > MOST_OPERANDS || !operands || !(at = read_operands(ir, at, operands, (size_t)count)))
		return NULL;
	if (mask & MLIRBC__HAS_REGIONS) {
		regions = mlirbc__number(&at);
		if (regions < 2 || regions >> 1 > MOST_REGIONS)
			at = end + 1;
	}
	if (at > end || (size_t)(end - at) < regions >> 1) {
		unlink_operands(ir, numbers, operands, (size_t)count);
		return NULL;
	}
	struct mlirbc_op *op = (struct mlirbc_op *)(void *)(operands + count);
	*op = (struct mlirbc_op){ .name = plain.name->whole,
		.parent = block,
		.prev = block->last,
		.location = plain.location,
		.attrs = plain.attrs,
		.result_count = plain.result_count,
		.operand_count = (uint32_t)count };
	define_results(ir, &plain, op);
	mlirbc__arena_used(&load->context->arena,
		regions ? make_regions(ir, op, regions) : mlirbc_op_results(op) + plain.result_count);
	if (block->last)
		block->last->next = op;
	else
		block->first = op;
	block->last = op;
	ir->r.c.pos = (size_t)(at - load->data);
	return op;
}

struct mlirbc_op *mlirbc__read_plain_ops(struct mlirbc__ir *ir)
{
	struct mlirbc__load *load = ir->load;
	struct mlirbc__frame *frame = mlirbc__top(ir);
	struct mlirbc_block *block = &frame->blocks[frame->next_block - 1];
	if (load->version < MLIRBC__V_PROPERTIES || !frame->op || load->size < LONGEST_OP)
		return NULL;
	const size_t last = load->size - LONGEST_OP;
	const uint8_t *end = load->data + ir->r.c.end;
	while (frame->ops_left && ir->r.c.pos <= last) {
		struct mlirbc_op *op = read_op(ir, block, end);
		if (!op)
			return NULL;
		ir->r.number = ir->op_count++;
		frame->ops_left--;
		if (op->region_count)
			return op;
	}
	return NULL;
}
