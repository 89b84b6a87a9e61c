/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* State of reading ops. Nested regions use an explicit stack. Value numbers are unique within a scope, which an
 * isolated op opens; a region's numbers follow those of the enclosing region and are reused after its end. */
#ifndef MLIRBC_SRC_LOAD_IR_H
#define MLIRBC_SRC_LOAD_IR_H

#include "bytecode/encoding/op_record.h"
#include "bytecode/read/load_state.h"

/* An op whose regions are being read; the bottom one represents the top level, and has no op. */
struct mlirbc__open_op {
	struct mlirbc_op *op;
	uint32_t next_region;
	/* of the open region */
	struct mlirbc_block *blocks;
	size_t block_count, next_block;
	uint64_t ops_left; /* in the block before next_block */
	size_t first_value, next_value, end_value;
	/* of an isolated op: state to restore */
	bool isolated, section;
	size_t outer_scope, outer_end, outer_orders;
};

/* A use-list order, applied once all uses of the value are known. */
struct mlirbc__order {
	struct mlirbc_value *value;
	size_t at, count; /* position of the numbers in the input */
	bool pairs;
};

/* Data for the fast path, kept together. */
struct mlirbc__tables {
	const uint8_t *data, *last; /* the last position at which the longest op can be read */
	bool plain;                 /* the fast path is usable */
	struct mlirbc__op_name *op_names;
	const struct mlirbc_type *const *types;
	const uint64_t *slots; /* NULL: attributes are not materialized */
	uint64_t location;     /* a bit of slots that are locations with a valid file */
	size_t op_name_count, type_count, attr_count;
	uint32_t first_ref;
};
struct mlirbc__tables mlirbc__tables_of(const struct mlirbc__load *load);

struct mlirbc__ir {
	struct mlirbc__reader r;
	struct mlirbc__load *load;
	struct mlirbc__tables tables;
	/* Value numbers in use. The slot of an undefined number holds its latest use or NULL, tagged by the lowest
	 * bit; links lead from there to earlier uses and become the value's use list. */
	uintptr_t *values;
	size_t value_count, scope; /* start of the current scope */
	/* Allocated slots; those beyond the count, at least MLIRBC__SHORT_INDICES, are undefined. */
	size_t value_room;
	size_t awaited; /* number of values with uses, but without a definition yet */
	struct mlirbc__open_op *frames;
	size_t frame_count, frame_room;
	struct mlirbc__order *orders;
	size_t order_count;
	uint64_t op_count;
	/* Limits for counts of blocks and values that the file announces: each takes at least a byte. */
	size_t blocks_left, values_left;
	bool lazy;        /* leave the regions of isolated ops in the file */
	bool has_regions; /* regions of the op that mlirbc__read_op() read last come next */
	struct mlirbc__buffer value_buffer, frame_buffer, order_buffer, use_buffer;
	struct mlirbc__buffer result_buffer, operand_buffer, successor_buffer; /* of the current op */
};

/* load_fast.c: reads the ops of the open block, up to one with regions, which is returned. NULL: a failure, the end
 * of the block, or the next op needs the function below. */
struct mlirbc_op *mlirbc__read_plain_ops(struct mlirbc__ir *ir);

/* load_op.c: reads one op into `block`, up to its regions; stores their number and the isolation flag in the op. */
struct mlirbc_op *mlirbc__read_op(struct mlirbc__ir *ir, struct mlirbc_block *block);
/* The number of the location at `at` in the file; false if it is not a location. */
bool mlirbc__read_location(struct mlirbc__ir *ir, uint32_t *out);
/* Assigns the next numbers of the region to these values. */
bool mlirbc__define(struct mlirbc__ir *ir, struct mlirbc_value *values, size_t count);

/* load_use.c */
/* Reads the use-list orders of these values, to be applied later, if the record has any next. */
bool mlirbc__read_orders(struct mlirbc__ir *ir, struct mlirbc__op_record *record, struct mlirbc_value *values);
/* Applies the orders from number `first` on, and removes them. */
bool mlirbc__apply_orders(struct mlirbc__ir *ir, size_t first);

enum { MLIRBC__UNDEFINED = 1 };

/* Adds the operand with this mark to the uses of the value with this number, which may be defined later. */
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

/* Assigns the number to a value without uses. */
static MLIRBC__WITHIN void mlirbc__define_slot(struct mlirbc__ir *ir, uintptr_t *slot, struct mlirbc_value *value)
{
	if (*slot != MLIRBC__UNDEFINED)
		mlirbc__define_awaited(ir, value, (struct mlirbc_operand *)(*slot - MLIRBC__UNDEFINED));
	*slot = (uintptr_t)value;
}

static inline struct mlirbc__open_op *mlirbc__top(struct mlirbc__ir *ir) { return &ir->frames[ir->frame_count - 1]; }

#endif
