/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by the two fast paths for ops: load_fast.c and load_plain.c. */
#ifndef MLIRBC_SRC_LOAD_FAST_H
#define MLIRBC_SRC_LOAD_FAST_H

#include "bytecode/read/load_ir.h"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-slp-vectorize") /* combining the stores takes twice the time */
#endif

enum { MOST_OPERANDS = 16, MOST_RESULTS = MLIRBC__PLAIN_RESULTS, MOST_REGIONS = 8 };
/* Name, location, attributes, properties and four counts; and the mask. */
enum { LONGEST_OP = (8 + MOST_OPERANDS + MOST_RESULTS) * MLIRBC__LONGEST_NUMBER + 1 };
enum {
	LARGEST_OP = sizeof(struct mlirbc_op) + MOST_OPERANDS * sizeof(struct mlirbc_operand) +
		     MOST_RESULTS * sizeof(struct mlirbc_value) + MOST_REGIONS * sizeof(struct mlirbc_region) +
		     sizeof(struct mlirbc__unread)
};

/* The current position. Only inlined functions access it, so that compilers keep it in registers. */
struct mlirbc__run {
	const uint8_t *at, *end;
	uintptr_t *values;               /* of the scope */
	uintptr_t *define, *last_define; /* slot for the next result, and the end of the region's slots */
	struct mlirbc_op *last;          /* of the block; a dummy while the block is empty */
	uint64_t left;                   /* ops of the block, including the current one */
	unsigned char *room;             /* of the arena: address of the next op */
	uintptr_t last_room;             /* the last address at which the largest op fits */
};

/* The arena is updated only before other code uses it. */
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

/* ---- load_plain.c */
bool mlirbc__is_good_location(struct mlirbc__ir *ir, const uint8_t *at, uint64_t left, size_t index);
bool mlirbc__make_attributes(struct mlirbc__load *load, size_t index);
bool mlirbc__find_properties(struct mlirbc__load *load, uint64_t index, struct mlirbc__op_name *name);
/* Removes the uses of operands whose numbers are at `at`, which must be the latest uses of their values. */
void mlirbc__unlink_operands(struct mlirbc__ir *ir, const uint8_t *at, struct mlirbc_operand *operands, size_t count);
/* Reads and links operands, at most MOST_OPERANDS. At an invalid one it unlinks those before it and returns NULL. */
const uint8_t *mlirbc__read_operands(
	struct mlirbc__ir *ir, const uint8_t *at, struct mlirbc_operand *operands, size_t count);
/* Makes the regions and returns their end; the caller has allocated them. */
void *mlirbc__op_regions_make(const struct mlirbc__ir *ir, struct mlirbc_op *op, uint64_t head);
/* NULL: the op is left to load_op.c. The caller updates the arena before, and this function after; the other members
 * of *s are undefined then. */
struct mlirbc_op *mlirbc__read_plain(struct mlirbc__ir *ir, struct mlirbc__run *s, struct mlirbc_block *block);

/* ---- parts of an op */

/* `begin`: the number in the file. `eager`: the attribute must exist; it is made. */
static MLIRBC__WITHIN bool use_location(
	struct mlirbc__ir *ir, struct mlirbc__run *s, const uint8_t *begin, bool eager, uint64_t index)
{
	const struct mlirbc__tables *t = &ir->tables;
	if (!eager || MLIRBC__LIKELY(t->slots[index] & t->location))
		return true;
	give_room(ir, s);
	bool good = mlirbc__is_good_location(ir, begin, s->left, (size_t)index);
	take_room(ir, s);
	return good;
}

static MLIRBC__WITHIN bool use_dictionary(
	struct mlirbc__ir *ir, struct mlirbc__run *s, uint64_t index, bool eager, uint32_t *out)
{
	const struct mlirbc__tables *t = &ir->tables;
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

/* `alike`: an op of this name had properties before. */
static MLIRBC__WITHIN bool use_properties(struct mlirbc__ir *ir, struct mlirbc__run *s, uint64_t index, bool alike,
	struct mlirbc__op_name *name, uint32_t *out)
{
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

/* The type of the value is already set. */
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

/* Everything except location, attributes, operands and results. */
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
	s->last->next = op; /* the last one's link is set at the end */
	s->last = op;
}

/* Number of regions and the isolation flag, encoded as in the file; 0: not in the expected form. */
static MLIRBC__WITHIN uint64_t read_regions(const struct mlirbc__run *s, const uint8_t **at)
{
	uint64_t head = mlirbc__varint_at(at);
	bool good = *at <= s->end && head >> 1 <= MOST_REGIONS && (size_t)(s->end - *at) >= head >> 1;
	return good && head > 1 ? head : 0;
}

#endif
