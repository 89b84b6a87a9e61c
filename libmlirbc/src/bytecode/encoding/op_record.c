/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The order of the fields of an op record. */
#include "bytecode/encoding/op_record.h"

#include <stdbool.h>

_Static_assert(MLIRBC__OP_END < 32, "a bit for each part");

#define BIT(part) (UINT32_C(1) << MLIRBC__OP_##part)

/* The parts after the mask. A list is represented by its count. */
static uint32_t parts_of(const struct mlirbc__op_record *record)
{
	const unsigned mask = record->mask;
	bool orders = (mask & MLIRBC__HAS_USE_LISTS) && record->version >= MLIRBC__V_USE_LISTS;
	return BIT(LOCATION) | (mask & MLIRBC__HAS_ATTRIBUTES ? BIT(ATTRIBUTES) : 0) |
	       (mask & MLIRBC__HAS_PROPERTIES ? BIT(PROPERTIES) : 0) |
	       (mask & MLIRBC__HAS_RESULTS ? BIT(RESULT_COUNT) : 0) |
	       (mask & MLIRBC__HAS_OPERANDS ? BIT(OPERAND_COUNT) : 0) |
	       (mask & MLIRBC__HAS_SUCCESSORS ? BIT(SUCCESSOR_COUNT) : 0) | (orders ? BIT(ORDER_COUNT) : 0) |
	       (mask & MLIRBC__HAS_REGIONS ? BIT(REGIONS) : 0) | BIT(END);
}

void mlirbc__op_decide(struct mlirbc__op_record *record, uint64_t number)
{
	record->index = 0;
	record->left = 0;
	switch (record->part) {
	case MLIRBC__OP_MASK:
		record->mask = (uint8_t)number;
		record->pending = parts_of(record);
		break;
	case MLIRBC__OP_RESULT_COUNT:
		record->values = number;
		if (number == 1 &&
			(record->pending & BIT(ORDER_COUNT))) { /* no count and no number before the order */
			record->pending += BIT(ORDER) - BIT(ORDER_COUNT);
			record->orders = 1;
		}
		/* fall through */
	case MLIRBC__OP_OPERAND_COUNT:
	case MLIRBC__OP_SUCCESSOR_COUNT:
		if (!number)
			break;
		record->left = number;
		record->part++;
		return;
	case MLIRBC__OP_ORDER_COUNT:
		if (!number)
			break;
		record->orders = number;
		record->part = MLIRBC__OP_ORDER_VALUE;
		return;
	case MLIRBC__OP_ORDER_VALUE: record->part = MLIRBC__OP_ORDER; return;
	case MLIRBC__OP_ORDER:
		record->left = number >> 1;
		record->part = MLIRBC__OP_ORDER_POSITION;
		if (record->left)
			return;
		/* fall through */
	case MLIRBC__OP_ORDER_POSITION:
		if (!--record->orders)
			break;
		record->part = MLIRBC__OP_ORDER_VALUE;
		return;
	default: break;
	}
	mlirbc__op_pop(record);
}
