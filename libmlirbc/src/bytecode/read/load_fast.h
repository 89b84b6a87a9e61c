/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the two ways of reading the ops that nearly all are have in common: load_fast.c and load_plain.c. */
#ifndef MLIRBC_SRC_LOAD_FAST_H
#define MLIRBC_SRC_LOAD_FAST_H

#include "bytecode/read/load_ir.h"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-slp-vectorize") /* gathers what is stored in twice the time of storing it */
#endif

enum { MOST_OPERANDS = 16, MOST_RESULTS = 4, MOST_REGIONS = 8 };
/* Name, location, attributes, properties and four counts; and the mask. */
enum { LONGEST_OP = (8 + MOST_OPERANDS + MOST_RESULTS) * MLIRBC__LONGEST_NUMBER + 1 };
enum {
	LARGEST_OP = sizeof(struct mlirbc_op) + MOST_OPERANDS * sizeof(struct mlirbc_operand) +
		     MOST_RESULTS * sizeof(struct mlirbc_value) + MOST_REGIONS * sizeof(struct mlirbc_region) +
		     sizeof(struct mlirbc__unread)
};

/* How far it is. Only functions that are inlined get to see the one in use, so that it is kept in registers. */
struct mlirbc__run {
	const uint8_t *at, *end;
	uintptr_t *values;               /* of the scope */
	uintptr_t *define, *last_define; /* where the next result has its number, and where the region's numbers end */
	struct mlirbc_op *last;          /* of the block; one that is not in it when it is empty */
	uint64_t left;                   /* ops of the block, with the one being read */
	unsigned char *room;             /* of the arena: where the next op lies */
	uintptr_t last_room;             /* the last place where the largest op can lie */
};

/* The arena is only up to date where others use it. */
static MLIRBC__WITHIN void give_room(struct mlirbc__ir *ir, const struct mlirbc__run *s)
{
	mlirbc__arena_used(&ir->load->context->arena, s->room);
}

static MLIRBC__WITHIN void take_room(struct mlirbc__ir *ir, struct mlirbc__run *s)
{
	struct mlirbc__arena *arena = &ir->load->context->arena;
	size_t pad = (0 - (uintptr_t)arena->at) & (MLIRBC__OP_ALIGN - 1);
	s->room = arena->at + (pad <= (size_t)(arena->end - arena->at) ? pad : 0);
	s->last_room = (uintptr_t)arena->end - LARGEST_OP;
}

/* What precedes the results. */
struct mlirbc__head {
	struct mlirbc__op_name *name;
	uint32_t location, attrs;
	uint8_t mask;
};

/* ---- load_plain.c */
bool mlirbc__is_good_location(struct mlirbc__ir *ir, const uint8_t *at, uint64_t left, size_t index);
bool mlirbc__make_attributes(struct mlirbc__load *load, size_t index);
bool mlirbc__find_properties(struct mlirbc__load *load, uint64_t index, struct mlirbc__op_name *name);
/* Takes the uses back of operands whose numbers are at `at`: the latest of their values. */
void mlirbc__unlink_operands(struct mlirbc__ir *ir, const uint8_t *at, struct mlirbc_operand *operands, size_t count);
/* Reads and links operands, of which there are at most MOST_OPERANDS. At one that is not good those before it are taken
 * back, and the result is NULL. */
const uint8_t *mlirbc__read_operands(
	struct mlirbc__ir *ir, const uint8_t *at, struct mlirbc_operand *operands, size_t count);
/* Where the regions end: room for them is there. */
void *mlirbc__op_regions_make(const struct mlirbc__ir *ir, struct mlirbc_op *op, uint64_t head);
/* NULL: it is one for load_op.c. The arena is up to date before, and then after as well; the rest of *s does not matter
 * then. */
struct mlirbc_op *mlirbc__read_plain(struct mlirbc__ir *ir, struct mlirbc__run *s, struct mlirbc_block *block);

/* ---- parts of an op */

/* The number of the entry. `eager`: attributes are made. */
static MLIRBC__WITHIN bool read_location(
	struct mlirbc__ir *ir, struct mlirbc__run *s, const uint8_t **at, bool eager, uint32_t *out)
{
	const struct mlirbc__tables *t = &ir->tables;
	const uint8_t *begin = *at;
	uint64_t word = mlirbc__load64(begin), index;
	if (MLIRBC__LIKELY((word & 7) == 4)) { /* of three bytes: there are hundreds of thousands where time matters */
		index = (word & 0xFFFFFF) >> 3;
		*at = begin + 3;
	} else {
		index = mlirbc__varint_at(at);
	}
	if (index >= t->attr_count)
		return false;
	*out = (uint32_t)index;
	if (!eager || MLIRBC__LIKELY(t->slots[index] & t->location))
		return true;
	give_room(ir, s);
	bool good = mlirbc__is_good_location(ir, begin, s->left, (size_t)index);
	take_room(ir, s);
	return good;
}

static MLIRBC__WITHIN bool read_dictionary(
	struct mlirbc__ir *ir, struct mlirbc__run *s, const uint8_t **at, bool eager, uint32_t *out)
{
	const struct mlirbc__tables *t = &ir->tables;
	uint64_t index = mlirbc__varint_at(at);
	if (index >= t->attr_count)
		return false;
	*out = (t->first_ref + (uint32_t)index) << 2 | MLIRBC__HAS_DISCARDABLE;
	if (!eager)
		return true;
	uint64_t slot = t->slots[index];
	const struct mlirbc_attr *made = (const struct mlirbc_attr *)(uintptr_t)slot;
	if (slot && (slot & MLIRBC__SLOT_MASK) == MLIRBC__SLOT_ATTR && made->kind == MLIRBC_ATTR_DICTIONARY &&
		made->u.dictionary.count)
		return true;
	give_room(ir, s);
	bool good = mlirbc__make_attributes(ir->load, (size_t)index);
	take_room(ir, s);
	return good;
}

/* `alike`: an op of that name had some before. */
static MLIRBC__WITHIN bool read_properties(struct mlirbc__ir *ir, struct mlirbc__run *s, const uint8_t **at, bool alike,
	struct mlirbc__op_name *name, uint32_t *out)
{
	uint64_t index = mlirbc__varint_at(at);
	if (MLIRBC__LIKELY(name->last_blob == index && (alike || name->last_attrs))) {
		*out = name->last_attrs;
		return true;
	}
	give_room(ir, s);
	bool good = mlirbc__find_properties(ir->load, index, name);
	*out = name->last_attrs;
	take_room(ir, s);
	return good;
}

/* The value has its type. */
static MLIRBC__WITHIN void add_result(
	struct mlirbc__ir *ir, struct mlirbc__run *s, struct mlirbc_op *op, struct mlirbc_value *value, uint32_t index)
{
	value->first_use = NULL;
	value->owner = op;
	value->index = index & MLIRBC_MOST_PARTS;
	value->is_argument = 0;
	value->number = 0;
	mlirbc__define_slot(ir, s->define++, value);
}

/* All but location, attributes, operands and results. */
static MLIRBC__WITHIN void fill(struct mlirbc__run *s, struct mlirbc_op *op, struct mlirbc_block *block,
	const struct mlirbc__op_name *name, uint32_t operands)
{
	op->name = name->whole;
	op->parent = block;
	op->prev = s->last;
	op->operand_count = operands;
	op->number = 0;
	op->region_count = 0;
	op->isolated = op->unread = op->has_successors = 0;
	s->last->next = op; /* that of the last one is set at the end */
	s->last = op;
}

/* How many regions follow, and whether they are isolated, as the file has it; 0: not as expected here. */
static MLIRBC__WITHIN uint64_t read_regions(const struct mlirbc__run *s, const uint8_t **at)
{
	uint64_t head = mlirbc__varint_at(at);
	bool good = *at <= s->end && head >> 1 <= MOST_REGIONS && (size_t)(s->end - *at) >= head >> 1;
	return good && head > 1 ? head : 0;
}

#endif
