/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The record of an op in the IR section: which field comes next, and the records of common ops read at once.
 *
 * A record is a sequence of varints, but for the mask, which is a byte. The cursor below knows their order, and depends on
 * the version, the mask and the counts only. Readers read each field in their own way, with their own checks and messages,
 * and pass to the cursor the values that they read:
 *
 *	for (mlirbc__op_begin(&record, version); record.part < MLIRBC__OP_END; mlirbc__op_next(&record, number))
 *		... read record.part into number ...
 */
#ifndef MLIRBC_SRC_OP_RECORD_H
#define MLIRBC_SRC_OP_RECORD_H

#include "bytecode/encoding/codes.h"
#include "bytecode/encoding/varint.h"
#include "support/compiler.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	MLIRBC__HAS_ATTRIBUTES = 0x01,
	MLIRBC__HAS_RESULTS = 0x02,
	MLIRBC__HAS_OPERANDS = 0x04,
	MLIRBC__HAS_SUCCESSORS = 0x08,
	MLIRBC__HAS_REGIONS = 0x10,
	MLIRBC__HAS_USE_LISTS = 0x20,
	MLIRBC__HAS_PROPERTIES = 0x40,
	MLIRBC__MASK_UNUSED = 0x80
};

/* The mask is below this. */
static inline unsigned mlirbc__op_mask_limit(uint32_t version)
{
	return version >= MLIRBC__V_PROPERTIES ? MLIRBC__MASK_UNUSED : MLIRBC__HAS_PROPERTIES;
}

/* Fields in byte order; lists are preceded by their count. */
enum mlirbc__op_part {
	MLIRBC__OP_NAME,
	MLIRBC__OP_MASK,
	MLIRBC__OP_LOCATION,
	MLIRBC__OP_ATTRIBUTES,
	MLIRBC__OP_PROPERTIES,
	MLIRBC__OP_RESULT_COUNT,
	MLIRBC__OP_RESULT, /* its type */
	MLIRBC__OP_OPERAND_COUNT,
	MLIRBC__OP_OPERAND,
	MLIRBC__OP_SUCCESSOR_COUNT,
	MLIRBC__OP_SUCCESSOR,
	MLIRBC__OP_ORDER_COUNT, /* of use-list orders; only if there are several values, or none */
	MLIRBC__OP_ORDER_VALUE, /* likewise: which value the order is for */
	MLIRBC__OP_ORDER,       /* 2 * length + whether it consists of pairs */
	MLIRBC__OP_ORDER_POSITION,
	MLIRBC__OP_REGIONS, /* 2 * count + whether they are isolated; the regions follow the record */
	MLIRBC__OP_END
};

struct mlirbc__op_record {
	uint32_t version;
	uint32_t pending; /* a bit for each part that follows this one and its list */
	uint8_t mask;
	enum mlirbc__op_part part; /* to be read next */
	uint64_t index, left;      /* of the item of a list; items that are left, with this one */
	uint64_t values;           /* that may have use-list orders */
	uint64_t orders;           /* that are left, with this one */
};

static inline void mlirbc__op_begin(struct mlirbc__op_record *record, uint32_t version)
{
	*record = (struct mlirbc__op_record){
		.version = version, .part = MLIRBC__OP_NAME, .pending = UINT32_C(1) << MLIRBC__OP_MASK
	};
}

/* The use-list orders of `values` block arguments, which have the form of an op's orders with nothing after them. */
static inline void mlirbc__op_begin_orders(struct mlirbc__op_record *record, uint64_t values)
{
	*record = (struct mlirbc__op_record){ .version = MLIRBC__V_NEWEST,
		.part = values == 1 ? MLIRBC__OP_ORDER : MLIRBC__OP_ORDER_COUNT,
		.pending = UINT32_C(1) << MLIRBC__OP_END,
		.values = values,
		.orders = 1 };
}

static inline void mlirbc__op_pop(struct mlirbc__op_record *record)
{
	record->left = 0;
	record->part = (enum mlirbc__op_part)__builtin_ctz(record->pending);
	record->pending &= record->pending - 1;
}

/* Parts of which the number decides what follows. */
enum {
	MLIRBC__OP_DECIDING = 1 << MLIRBC__OP_MASK | 1 << MLIRBC__OP_RESULT_COUNT | 1 << MLIRBC__OP_OPERAND_COUNT |
			      1 << MLIRBC__OP_SUCCESSOR_COUNT | 1 << MLIRBC__OP_ORDER_COUNT |
			      1 << MLIRBC__OP_ORDER_VALUE | 1 << MLIRBC__OP_ORDER | 1 << MLIRBC__OP_ORDER_POSITION
};
void mlirbc__op_decide(struct mlirbc__op_record *record, uint64_t number);

/* `number`: the number that was read for record->part: the mask, a count, the head of an order; else ignored. */
static inline void mlirbc__op_next(struct mlirbc__op_record *record, uint64_t number)
{
	if (record->left > 1) { /* an item of a list */
		record->index++;
		record->left--;
	} else if (MLIRBC__OP_DECIDING >> record->part & 1) {
		mlirbc__op_decide(record, number);
	} else {
		mlirbc__op_pop(record);
	}
}

/* ---- plain records
 *
 * Nearly all ops have no use-list orders and few results. Fast paths read such a record up to its results in one step, without checking
 * the end of the data: MLIRBC__LONGEST_PLAIN bytes must follow. A record that is not plain is left to the cursor above. */

enum { MLIRBC__PLAIN_RESULTS = 4 };
/* Name, mask, location, attributes, properties, results, and the count that follows them. */
enum { MLIRBC__LONGEST_PLAIN = (MLIRBC__PLAIN_RESULTS + 6) * MLIRBC__LONGEST_NUMBER + 1 };

/* The entries of the file's tables, and the bits of the mask that are not plain. */
struct mlirbc__plain_limits {
	size_t names, attributes, properties, types;
	uint8_t unusual;
};

struct mlirbc__plain {
	size_t name, location, attributes, properties, result_count, types[MLIRBC__PLAIN_RESULTS];
	uint8_t mask;
};

/* Reads to the end of the results. @return false: not plain, or a number is out of range; *at is undefined then. */
static MLIRBC__WITHIN bool mlirbc__op_read_plain(
	const uint8_t **at, const struct mlirbc__plain_limits *limits, struct mlirbc__plain *out)
{
	out->name = (size_t)mlirbc__varint_at(at);
	const uint8_t mask = out->mask = *(*at)++;
	out->location = (size_t)mlirbc__varint_at(at);
	out->attributes = out->properties = 0;
	if (out->name >= limits->names || out->location >= limits->attributes || (mask & limits->unusual))
		return false;
	if ((mask & MLIRBC__HAS_ATTRIBUTES) && (out->attributes = (size_t)mlirbc__varint_at(at)) >= limits->attributes)
		return false;
	if ((mask & MLIRBC__HAS_PROPERTIES) && (out->properties = (size_t)mlirbc__varint_at(at)) >= limits->properties)
		return false;
	out->result_count = mask & MLIRBC__HAS_RESULTS ? (size_t)mlirbc__varint_at(at) : 0;
	if (out->result_count > MLIRBC__PLAIN_RESULTS)
		return false;
	for (size_t i = 0; i < out->result_count; i++) {
		if ((out->types[i] = (size_t)mlirbc__varint_at(at)) >= limits->types)
			return false;
	}
	return true;
}

#endif
