/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reading the ops that nearly all are: no successors, no orders of uses, types that were met before, everything in
 * range. What is different, or wrong, is left to load_op.c, which starts the op again and finds the words for it. */
#include "load_ir.h"

/* Bytes being read. `at` is NULL when something did not fit. */
struct bytes {
	const uint8_t *at, *end;
};

static inline uint64_t number(struct bytes *b)
{
	const uint8_t *p = b->at;
	if (b->end - p < 9) { /* the last few bytes, the failed ones among them */
		b->at = b->end = NULL;
		return 0;
	}
	if (*p & 1) {
		b->at = p + 1;
		return *p >> 1;
	}
	uint64_t word = mlirbc__load64(p);
	unsigned size = (unsigned)__builtin_ctzll(word | 0x100) + 1;
	if (size > 8) {
		b->at = p + 9;
		return mlirbc__load64(p + 1);
	}
	b->at = p + size;
	return word << (64 - 8 * size) >> (64 - 7 * size);
}

/* What precedes the results: numbers of attributes. */
static bool read_head(
	struct mlirbc__ir *ir, struct bytes *b, uint8_t mask, const struct mlirbc__op_name *name, struct mlirbc_op *out)
{
	struct mlirbc__load *load = ir->load;
	size_t at = (size_t)(b->at - load->data);
	uint64_t location = number(b);
	if (!b->at || location >= load->attr_count)
		return false;
	if (!load->lazy_attributes && !mlirbc__check_location(&ir->r, at, (size_t)location))
		return false;
	out->location = load->first_ref + (uint32_t)location;
	if (mask & MLIRBC__HAS_ATTRIBUTES) {
		uint64_t index = number(b);
		if (!b->at || index >= load->attr_count)
			return false;
		out->attributes = load->first_ref + (uint32_t)index;
		if (!load->lazy_attributes) {
			const struct mlirbc_attr *all = mlirbc__attr(load, (size_t)index);
			if (!all || all->kind != MLIRBC_ATTR_DICTIONARY || all->u.dictionary.count == 0)
				return false;
		}
	}
	if (mask & MLIRBC__HAS_PROPERTIES) {
		uint64_t index = number(b);
		if (!b->at || index >= load->blob_count)
			return false;
		out->properties = mlirbc__properties_ref(load, name, (size_t)index);
		if (!out->properties || (!load->lazy_attributes &&
						!mlirbc__properties_make(load, out->properties, name, (size_t)index)))
			return false;
	}
	return true;
}

/* Results and operands behind the op; the operands are numbers in `next_use` until all of them are known to be good. */
static bool read_values(struct mlirbc__ir *ir, struct bytes *b, uint8_t mask, struct mlirbc_op *op, size_t room)
{
	const struct mlirbc__load *load = ir->load;
	uint64_t results = mask & MLIRBC__HAS_RESULTS ? number(b) : 0;
	struct mlirbc_value *value = mlirbc_op_results(op);
	if (results > room / sizeof *value)
		return false;
	for (uint32_t i = 0; i < results; i++) {
		uint64_t index = number(b);
		if (index >= load->type_count || !load->types[index])
			return false;
		value[i] = (struct mlirbc_value){ .type = load->types[index], .owner = op, .index = i & 0xFFFF };
	}
	room -= (size_t)results * sizeof *value;
	op->result_count = (uint32_t)results;
	uint64_t operands = mask & MLIRBC__HAS_OPERANDS ? number(b) : 0;
	struct mlirbc_operand *operand = (void *)(value + results);
	size_t limit = ir->value_count - ir->scope;
	if (operands > room / sizeof *operand)
		return false;
	for (uint32_t i = 0; i < operands; i++) {
		uint64_t index = number(b);
		if (index >= limit)
			return false;
		operand[i].owner = (struct mlirbc_op *)(uintptr_t)index;
	}
	op->operand_count = (uint32_t)operands;
	return b->at != NULL;
}

/* The op has its place: nothing below goes wrong. */
static void commit(struct mlirbc__ir *ir, struct mlirbc_op *op, struct mlirbc_block *block)
{
	struct mlirbc_operand *operand = mlirbc_op_operands(op);
	for (uint32_t i = 0; i < op->operand_count; i++) {
		size_t index = (size_t)(uintptr_t)operand[i].owner;
		operand[i].owner = op;
		mlirbc__use_number(ir, index, &operand[i]);
	}
	op->parent = block;
	op->prev = block->last;
	op->next = NULL;
	if (block->last)
		block->last->next = op;
	else
		block->first = op;
	block->last = op;
}

enum { SMALL_OP = 4096 }; /* with its results and operands */

struct mlirbc_op *mlirbc__read_plain_op(struct mlirbc__ir *ir, struct mlirbc_block *block)
{
	const uint8_t unusual = MLIRBC__HAS_SUCCESSORS | MLIRBC__HAS_USE_LISTS | MLIRBC__MASK_UNUSED;
	struct mlirbc__load *load = ir->load;
	struct bytes b = { load->data + ir->r.c.pos, load->data + ir->r.c.end };
	uint64_t index = number(&b);
	if (load->version < MLIRBC__V_PROPERTIES || index >= load->op_name_count || !b.at || b.at == b.end)
		return NULL;
	const struct mlirbc__op_name *name = &load->op_names[index];
	uint8_t mask = *b.at++;
	if (!name->whole || (mask & unusual))
		return NULL;
	struct mlirbc_op head = { .name = name->whole, .tail = (mask & MLIRBC__HAS_REGIONS) != 0 };
	ir->r.number = ir->op_count;
	if (!read_head(ir, &b, mask, name, &head))
		return NULL;
	struct mlirbc__arena *arena = &load->context->arena;
	struct mlirbc_op *op = mlirbc__arena_room(arena, SMALL_OP, _Alignof(struct mlirbc_op));
	if (!op)
		return NULL;
	*op = head;
	if (!read_values(ir, &b, mask, op, SMALL_OP - sizeof *op - sizeof(struct mlirbc_op_tail)))
		return NULL;
	struct mlirbc__frame *frame = mlirbc__top(ir);
	if (!frame->op || op->result_count > frame->end_value - frame->next_value)
		return NULL;
	struct mlirbc_op_tail *tail = (void *)(mlirbc_op_operands(op) + op->operand_count);
	if (op->tail)
		*tail++ = (struct mlirbc_op_tail){ NULL, NULL };
	mlirbc__arena_used(arena, tail);
	ir->r.c.pos = (size_t)(b.at - load->data);
	ir->op_count++;
	ir->has_regions = op->tail;
	commit(ir, op, block);
	/* The op is in place now, so a failure here has to be final. */
	if (ir->has_regions && !mlirbc__make_regions(ir, op))
		return NULL;
	return mlirbc__define(ir, mlirbc_op_results(op), op->result_count) ? op : NULL;
}
