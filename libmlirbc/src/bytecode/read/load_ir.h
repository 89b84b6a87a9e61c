/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* State of reading ops. Regions inside regions go on a stack of our own. Values have numbers within a scope, which
 * an isolated op opens; a region's numbers follow those of the region around it and are free again behind it. */
#ifndef MLIRBC_SRC_LOAD_IR_H
#define MLIRBC_SRC_LOAD_IR_H

#include "bytecode/encoding/op_record.h"
#include "bytecode/read/load_state.h"

/* An op whose regions are being read; the bottom one stands for the top level, and has no op. */
struct mlirbc__open_op {
	struct mlirbc_op *op;
	uint32_t next_region;
	/* of the region that is open */
	struct mlirbc_block *blocks;
	size_t block_count, next_block;
	uint64_t ops_left; /* in the block before next_block */
	size_t first_value, next_value, end_value;
	/* of an isolated op: what to go back to */
	bool isolated, section;
	size_t outer_scope, outer_end, outer_orders;
};

/* An order of uses that is put into effect once all uses of the value are known. */
struct mlirbc__order {
	struct mlirbc_value *value;
	size_t at, count; /* position of the numbers in the input */
	bool pairs;
};

/* What reading plain ops needs at hand. */
struct mlirbc__tables {
	const uint8_t *data, *last; /* the last place at which the longest op can be read */
	bool plain;                 /* there are such ops */
	struct mlirbc__op_name *op_names;
	const struct mlirbc_type *const *types;
	const uint64_t *slots; /* NULL: attributes are left alone */
	uint64_t location;     /* a bit of slots that are locations with a good file */
	size_t op_name_count, type_count, attr_count;
	uint32_t first_ref;
};
struct mlirbc__tables mlirbc__tables_of(const struct mlirbc__load *load);

struct mlirbc__ir {
	struct mlirbc__reader r;
	struct mlirbc__load *load;
	struct mlirbc__tables tables;
	/* Value numbers in use. A number not defined yet holds, marked by the lowest bit, its last use so far or NULL;
	 * the links lead from there to the earlier ones: the very list that the value gets. */
	uintptr_t *values;
	size_t value_count, scope; /* the current scope begins there */
	/* So many are there; those beyond the count, at least MLIRBC__SHORT_INDICES, are not defined. */
	size_t value_room;
	size_t awaited; /* how many numbers have uses, but are not defined yet */
	struct mlirbc__open_op *frames;
	size_t frame_count, frame_room;
	struct mlirbc__order *orders;
	size_t order_count;
	uint64_t op_count;
	/* Blocks and values that may still be announced: each takes at least a byte when it comes. */
	size_t blocks_left, values_left;
	bool lazy;        /* leave the regions of isolated ops in the file */
	bool has_regions; /* the op that mlirbc__read_op() read last: its regions come next */
	struct mlirbc__buffer value_buffer, frame_buffer, order_buffer, use_buffer;
	struct mlirbc__buffer result_buffer, operand_buffer, successor_buffer; /* of an op being read */
};

/* load_fast.c: reads the ops of the open block, up to one with regions, which is the result. NULL: a failure, or the
 * block is finished, or the next op is one for the function below. */
struct mlirbc_op *mlirbc__read_plain_ops(struct mlirbc__ir *ir);

/* load_op.c: reads one op into `block`, up to its regions, whose number and isolation it leaves in the op. */
struct mlirbc_op *mlirbc__read_op(struct mlirbc__ir *ir, struct mlirbc_block *block);
/* The number of a location that the file has at `at`; false when it is none. */
bool mlirbc__read_location(struct mlirbc__ir *ir, uint32_t *out);
/* Reads how many regions the op has, for which there is room behind it, and makes them with nothing in them. */
bool mlirbc__make_regions(struct mlirbc__ir *ir, struct mlirbc_op *op);
/* Gives the next numbers of the region to these values. */
bool mlirbc__define(struct mlirbc__ir *ir, struct mlirbc_value *values, size_t count);

/* load_use.c */
/* Reads the orders of these values' uses, to be applied later, if the record has some next. */
bool mlirbc__read_orders(struct mlirbc__ir *ir, struct mlirbc__op_record *record, struct mlirbc_value *values);
/* Applies those from number `first` on, and forgets them. */
bool mlirbc__apply_orders(struct mlirbc__ir *ir, size_t first);

enum { MLIRBC__UNDEFINED = 1 };

/* Lets the operand, whose mark this is, use the value with this number, which may be defined later. */
static MLIRBC__WITHIN void mlirbc__use_slot(
	struct mlirbc__ir *ir, uintptr_t *slot, struct mlirbc_operand *operand, uintptr_t mark)
{
	uintptr_t held = *slot;
	if (!MLIRBC__LIKELY(!(held & MLIRBC__UNDEFINED))) {
		operand->value = NULL;
		operand->link = (held - MLIRBC__UNDEFINED) | mark;
		ir->awaited += held == MLIRBC__UNDEFINED;
		*slot = (uintptr_t)operand | MLIRBC__UNDEFINED;
	} else {
		struct mlirbc_value *value = (struct mlirbc_value *)held;
		operand->value = value;
		operand->link = (uintptr_t)value->first_use | mark;
		value->first_use = operand;
	}
}

void mlirbc__define_awaited(struct mlirbc__ir *ir, struct mlirbc_value *value, struct mlirbc_operand *uses);

/* Gives the number to a value without uses. */
static MLIRBC__WITHIN void mlirbc__define_slot(struct mlirbc__ir *ir, uintptr_t *slot, struct mlirbc_value *value)
{
	if (*slot != MLIRBC__UNDEFINED)
		mlirbc__define_awaited(ir, value, (struct mlirbc_operand *)(*slot - MLIRBC__UNDEFINED));
	*slot = (uintptr_t)value;
}

static inline struct mlirbc__open_op *mlirbc__top(struct mlirbc__ir *ir) { return &ir->frames[ir->frame_count - 1]; }

#endif
