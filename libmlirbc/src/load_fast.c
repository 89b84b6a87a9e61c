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
	uint32_t location, attributes, properties;
	uint32_t result_count, operand_count;
	uint64_t regions; /* the number in the file, which says isolated, too; 0: none */
	uint32_t operands[MOST_OPERANDS];
	const struct mlirbc_type *types[MOST_RESULTS];
};

static bool read_attributes(struct mlirbc__load *load, uint64_t index, struct plain *out)
{
	if (index >= load->attr_count)
		return false;
	out->attributes = load->first_ref + (uint32_t)index;
	if (load->lazy_attributes)
		return true;
	const struct mlirbc_attr *all = mlirbc__attr(load, (size_t)index);
	return all && all->kind == MLIRBC_ATTR_DICTIONARY && all->u.dictionary.count != 0;
}

static bool read_properties(struct mlirbc__load *load, uint64_t index, struct plain *out)
{
	if (index >= load->blob_count)
		return false;
	out->properties = load->blob_names[index] == out->name ? load->first_blob_ref + (uint32_t)index
							       : mlirbc__properties_ref(load, out->name, (size_t)index);
	return out->properties && (load->lazy_attributes || mlirbc__ref_peek(load->context, out->properties) ||
					  mlirbc__properties_make(load, out->properties, out->name, (size_t)index));
}

static inline bool read_location(struct mlirbc__ir *ir, const uint8_t **at, struct plain *out)
{
	struct mlirbc__load *load = ir->load;
	size_t from = (size_t)(*at - load->data);
	uint64_t index = mlirbc__number(at);
	if (index >= load->attr_count)
		return false;
	out->location = load->first_ref + (uint32_t)index;
	return load->lazy_attributes || mlirbc__check_location(&ir->r, from, (size_t)index);
}

/* Where the op ends; NULL: it is not plain, or wrong. */
static inline const uint8_t *read(struct mlirbc__ir *ir, const uint8_t *at, struct plain *out)
{
	const uint8_t unusual = MLIRBC__HAS_SUCCESSORS | MLIRBC__HAS_USE_LISTS | MLIRBC__MASK_UNUSED;
	struct mlirbc__load *load = ir->load;
	uint64_t index = mlirbc__number(&at);
	if (index >= load->op_name_count)
		return NULL;
	out->name = &load->op_names[index];
	uint8_t mask = *at++;
	if (!out->name->whole || (mask & unusual) || !read_location(ir, &at, out))
		return NULL;
	out->attributes = out->properties = out->result_count = out->operand_count = 0;
	out->regions = 0;
	if ((mask & MLIRBC__HAS_ATTRIBUTES) && !read_attributes(load, mlirbc__number(&at), out))
		return NULL;
	if ((mask & MLIRBC__HAS_PROPERTIES) && !read_properties(load, mlirbc__number(&at), out))
		return NULL;
	if (mask & MLIRBC__HAS_RESULTS) {
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
	}
	if (mask & MLIRBC__HAS_OPERANDS) {
		uint64_t count = mlirbc__number(&at), limit = ir->value_count - ir->scope;
		if (count > MOST_OPERANDS || limit > UINT32_MAX)
			return NULL;
		out->operand_count = (uint32_t)count;
		for (uint32_t i = 0; i < count; i++) {
			index = mlirbc__number(&at);
			if (index >= limit)
				return NULL;
			out->operands[i] = (uint32_t)index;
		}
	}
	if (mask & MLIRBC__HAS_REGIONS) {
		out->regions = mlirbc__number(&at);
		if (out->regions < 2 || out->regions >> 1 > MOST_REGIONS)
			return NULL;
	}
	return at;
}

static inline void link_operands(struct mlirbc__ir *ir, const struct plain *plain, struct mlirbc_operand *operands)
{
	for (uint32_t i = 0; i < plain->operand_count; i++) {
		operands[i].link = mlirbc__operand_mark(plain->operand_count - i);
		mlirbc__use_number(ir, plain->operands[i], &operands[i]);
	}
}

static inline void define_results(struct mlirbc__ir *ir, const struct plain *plain, struct mlirbc_op *op)
{
	struct mlirbc__frame *frame = mlirbc__top(ir);
	struct mlirbc_value *results = mlirbc_op_results(op);
	for (uint32_t i = 0; i < plain->result_count; i++) {
		uintptr_t *slot = &ir->values[frame->next_value++];
		struct mlirbc_operand *use = *slot ? (struct mlirbc_operand *)(*slot - 1) : NULL;
		results[i] = (struct mlirbc_value){
			.type = plain->types[i], .first_use = use, .owner = op, .index = i & MLIRBC__MOST_PARTS
		};
		for (; use; use = mlirbc_operand_next(use))
			use->value = &results[i];
		*slot = (uintptr_t)&results[i];
	}
}

static struct mlirbc__unread *make_regions(const struct plain *plain, struct mlirbc_op *op)
{
	struct mlirbc_region *regions = mlirbc_op_regions(op);
	uint32_t count = (uint32_t)(plain->regions >> 1);
	for (uint32_t i = 0; i < count; i++)
		regions[i] = (struct mlirbc_region){ .parent = op };
	op->region_count = count & MLIRBC__MOST_PARTS;
	op->isolated = plain->regions & 1;
	return (struct mlirbc__unread *)(void *)(regions + count);
}

/* The op behind the block's last one; NULL: something does not fit. */
static inline struct mlirbc_op *make(struct mlirbc__ir *ir, struct mlirbc_block *block, const struct plain *plain)
{
	struct mlirbc__load *load = ir->load;
	struct mlirbc_operand *operands = mlirbc__arena_room(&load->context->arena, LARGEST_OP, MLIRBC__OP_ALIGN);
	uint32_t attrs = plain->attributes ? plain->attributes << 2 | MLIRBC__HAS_DISCARDABLE
			 : plain->properties ? plain->properties << 2 | MLIRBC__HAS_INHERENT : 0;
	if (!operands || (plain->attributes && plain->properties))
		return NULL;
	struct mlirbc_op *op = (struct mlirbc_op *)(void *)(operands + plain->operand_count);
	*op = (struct mlirbc_op){ .name = plain->name->whole,
		.parent = block,
		.prev = block->last,
		.location = plain->location,
		.attrs = attrs,
		.result_count = plain->result_count,
		.operand_count = plain->operand_count };
	link_operands(ir, plain, operands);
	define_results(ir, plain, op);
	void *end = mlirbc_op_results(op) + plain->result_count;
	if (plain->regions) {
		struct mlirbc__unread *behind = make_regions(plain, op);
		op->unread = op->isolated && ir->lazy && ir->frame_count > 1;
		end = behind + op->unread;
	}
	mlirbc__arena_used(&load->context->arena, end);
	if (block->last)
		block->last->next = op;
	else
		block->first = op;
	block->last = op;
	return op;
}

struct mlirbc_op *mlirbc__read_plain_ops(struct mlirbc__ir *ir)
{
	struct mlirbc__load *load = ir->load;
	struct mlirbc__frame *frame = mlirbc__top(ir);
	struct mlirbc_block *block = &frame->blocks[frame->next_block - 1];
	struct plain plain;
	if (load->version < MLIRBC__V_PROPERTIES || !frame->op || load->size < LONGEST_OP)
		return NULL;
	const uint8_t *last = load->data + load->size - LONGEST_OP, *end = load->data + ir->r.c.end;
	while (frame->ops_left) {
		const uint8_t *at = load->data + ir->r.c.pos;
		ir->r.number = ir->op_count;
		if (at > last)
			return NULL;
		at = read(ir, at, &plain);
		if (!at || at > end || plain.result_count > frame->end_value - frame->next_value ||
			(size_t)(end - at) < plain.regions >> 1)
			return NULL;
		struct mlirbc_op *op = make(ir, block, &plain);
		if (!op)
			return NULL;
		ir->r.c.pos = (size_t)(at - load->data);
		ir->op_count++;
		frame->ops_left--;
		if (plain.regions)
			return op;
	}
	return NULL;
}
