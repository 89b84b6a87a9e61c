/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the tables say about an operation, checked when it has been read in custom or generic form. */
#include "engine.h"

#include <string.h>

static const char *suffix(uint32_t count) { return count == 1 ? "" : "s"; }

/* As many values as slots, or at least as many as those that are not lists. */
static bool count_values(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_upstream__row *row,
	bool results)
{
	const struct mlirbc_upstream__slot *slots = &mlirbc_upstream__slots[row->slots + (results ? row->operand_count : 0)];
	const uint8_t count = results ? row->result_count : row->operand_count;
	const uint32_t found = results ? op->result_count : op->operand_count;
	uint32_t least = 0;
	bool exact = true;
	for (uint8_t i = 0; i < count; i++) {
		least += slots[i].kind == SLOT_ONE;
		exact &= slots[i].kind == SLOT_ONE;
	}
	if (exact ? found == least : found >= least)
		return true;
	return mlirbc_parser_error_op(parser, op, "'%.*s' op expected %s%u %s%s, but found %u", (int)op->name->size,
		op->name->data, exact ? "" : "at least ", least, results ? "result" : "operand", suffix(least), found);
}

/* A unit, or a number that is a property, is never absent. */
static bool has_attrs(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_upstream__row *row)
{
	const struct mlirbc_attr *properties = mlirbc_op_properties(op);
	if (properties && properties->kind != MLIRBC_ATTR_DICTIONARY)
		return true;
	for (uint8_t i = 0; i < row->attr_count; i++) {
		const struct mlirbc_upstream__attr *attr = mlirbc_upstream__attr_of(row, i);
		const char *name = mlirbc_upstream__string(attr->name);
		if (attr->flags || attr->mode == MODE_UNIT || attr->mode == MODE_PROPERTY || attr->mode == MODE_PROPERTY_ENUM ||
			(properties && mlirbc_dictionary_find(properties, name)))
			continue;
		return mlirbc_parser_error_op(
			parser, op, "'%.*s' op requires attribute '%s'", (int)op->name->size, op->name->data, name);
	}
	return true;
}

static bool has_regions(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_upstream__row *row)
{
	if (!(row->flags & ROW_REGION_LIST) && op->region_count != row->region_count)
		return mlirbc_parser_error_op(parser, op, "'%.*s' op requires %u region%s, but found %u", (int)op->name->size,
			op->name->data, (unsigned)row->region_count, suffix(row->region_count), (unsigned)op->region_count);
	for (uint32_t i = 0; i < op->region_count && i < 8; i++) {
		if ((row->one_block >> i & 1) && mlirbc_op_regions(op)[i].block_count != 1)
			return mlirbc_parser_error_op(parser, op,
				"'%.*s' op region #%u failed to verify constraint: region with 1 blocks", (int)op->name->size,
				op->name->data, i);
	}
	return true;
}

static bool ends_block(const struct mlirbc_op *op)
{
	const struct mlirbc_upstream__row *row = op->result_count ? NULL : mlirbc_upstream__row_find(op->name);
	return row && row->flags & ROW_TERMINATOR;
}

bool mlirbc_upstream__verify(struct mlirbc_parser *parser, struct mlirbc_op *op, void *ctx)
{
	const struct mlirbc_upstream__row *row = mlirbc_upstream__row_find(op->name);
	(void)ctx;
	if (op->prev && ends_block(op->prev))
		return mlirbc_parser_error_op(parser, op->prev, "'%.*s' op must be the last operation in the parent block",
			(int)op->prev->name->size, op->prev->name->data);
	return !row || (count_values(parser, op, row, false) && count_values(parser, op, row, true) && has_attrs(parser, op, row) &&
			       has_regions(parser, op, row));
}
