/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The order of the fields of an op record. */
#include "bytecode/encoding/op_record.h"

/* The first field behind a field or list that is finished. */
static enum mlirbc__op_part part_behind(struct mlirbc__op_record *record, enum mlirbc__op_part finished)
{
	const uint8_t mask = record->mask;
	switch (finished) {
	case MLIRBC__OP_NAME: return MLIRBC__OP_MASK;
	case MLIRBC__OP_MASK: return MLIRBC__OP_LOCATION;
	case MLIRBC__OP_LOCATION:
		if (mask & MLIRBC__HAS_ATTRIBUTES)
			return MLIRBC__OP_ATTRIBUTES;
		/* fall through */
	case MLIRBC__OP_ATTRIBUTES:
		if (mask & MLIRBC__HAS_PROPERTIES)
			return MLIRBC__OP_PROPERTIES;
		/* fall through */
	case MLIRBC__OP_PROPERTIES:
		if (mask & MLIRBC__HAS_RESULTS)
			return MLIRBC__OP_RESULT_COUNT;
		/* fall through */
	case MLIRBC__OP_RESULT:
		if (mask & MLIRBC__HAS_OPERANDS)
			return MLIRBC__OP_OPERAND_COUNT;
		/* fall through */
	case MLIRBC__OP_OPERAND:
		if (mask & MLIRBC__HAS_SUCCESSORS)
			return MLIRBC__OP_SUCCESSOR_COUNT;
		/* fall through */
	case MLIRBC__OP_SUCCESSOR:
		if ((mask & MLIRBC__HAS_USE_LISTS) && record->version >= MLIRBC__V_USE_LISTS) {
			record->orders = 1;
			return record->values == 1 ? MLIRBC__OP_ORDER : MLIRBC__OP_ORDER_COUNT;
		}
		/* fall through */
	case MLIRBC__OP_ORDER_POSITION:
		if (mask & MLIRBC__HAS_REGIONS)
			return MLIRBC__OP_REGIONS;
		/* fall through */
	default: return MLIRBC__OP_END;
	}
}

static void begin_list(struct mlirbc__op_record *record, enum mlirbc__op_part item, uint64_t count)
{
	record->index = 0;
	record->left = count;
	record->part = count ? item : part_behind(record, item);
}

static void next_order(struct mlirbc__op_record *record)
{
	record->part = --record->orders ? MLIRBC__OP_ORDER_VALUE : part_behind(record, MLIRBC__OP_ORDER_POSITION);
}

void mlirbc__op_next(struct mlirbc__op_record *record, uint64_t number)
{
	if (record->left) { /* an item of a list */
		record->index++;
		if (--record->left)
			return;
	}
	switch (record->part) {
	case MLIRBC__OP_MASK:
		record->mask = (uint8_t)number;
		record->part = MLIRBC__OP_LOCATION;
		break;
	case MLIRBC__OP_RESULT_COUNT:
		record->values = number;
		begin_list(record, MLIRBC__OP_RESULT, number);
		break;
	case MLIRBC__OP_OPERAND_COUNT: begin_list(record, MLIRBC__OP_OPERAND, number); break;
	case MLIRBC__OP_SUCCESSOR_COUNT: begin_list(record, MLIRBC__OP_SUCCESSOR, number); break;
	case MLIRBC__OP_ORDER_COUNT:
		record->orders = number;
		record->part = number ? MLIRBC__OP_ORDER_VALUE : part_behind(record, MLIRBC__OP_ORDER_POSITION);
		break;
	case MLIRBC__OP_ORDER_VALUE: record->part = MLIRBC__OP_ORDER; break;
	case MLIRBC__OP_ORDER:
		record->index = 0;
		record->left = number >> 1;
		record->part = MLIRBC__OP_ORDER_POSITION;
		if (!record->left)
			next_order(record);
		break;
	case MLIRBC__OP_ORDER_POSITION: next_order(record); break;
	default: record->part = part_behind(record, record->part); break;
	}
}
