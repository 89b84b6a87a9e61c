/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Regions of an operation, their blocks and terminators. */
#include "verify.h"

static bool has_check(const struct mlirbc_upstream__row *row, enum mlirbc_upstream__check check)
{
	uint8_t size;
	return row && mlirbc_upstream__find_check(row, check, &size) != NULL;
}

bool mlirbc_upstream__is_named(const struct mlirbc_op *op, const uint8_t *names, uint8_t size)
{
	for (uint8_t i = 0; i < size; i = (uint8_t)(i + 2)) {
		if (mlirbc_op_is(op, mlirbc_upstream__string((uint16_t)mlirbc_upstream__number(names + i))))
			return true;
	}
	return false;
}

/* Whether the only block of a region of such an operation needs no terminator; operations without a row may be such. */
static bool is_open(const struct mlirbc_upstream__row *row) { return !row || has_check(row, CHECK_NO_TERMINATOR); }

bool mlirbc_upstream__count_regions(
	struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_upstream__row *row)
{
	if (!(row->flags & ROW_REGION_LIST) && op->region_count != row->region_count)
		return VERIFY_FAIL(parser, op, "requires %u region%s, but found %u", (unsigned)row->region_count,
			row->region_count == 1 ? "" : "s", (unsigned)op->region_count);
	for (uint32_t i = 0; i < op->region_count; i++) {
		const struct mlirbc_region *region = &mlirbc_op_regions(op)[i];
		if (i < 8 && (row->one_block >> i & 1) && region->block_count != 1)
			return VERIFY_FAIL(parser, op, "region #%u failed to verify constraint: region with 1 blocks", (unsigned)i);
		if (region->first && region->first->argument_count && has_check(row, CHECK_NO_ARGUMENTS))
			return VERIFY_FAIL(parser, op, "region #%u should have no arguments", (unsigned)i);
		for (const struct mlirbc_block *block = region->first; block; block = block->next) {
			if (!block->last && (region->block_count > 1 || !(is_open(row) || has_check(row, CHECK_SINGLE_BLOCK))))
				return VERIFY_FAIL(parser, op, "has an empty block: expect at least a terminator%s", "");
		}
	}
	return true;
}

bool mlirbc_upstream__verify_block(struct mlirbc_parser *parser, const struct mlirbc_block *block,
	const struct mlirbc_upstream__row *parent, const struct mlirbc_upstream__row *last)
{
	/* Operations without a row may be terminators. */
	if (!last || last->flags & ROW_TERMINATOR || (is_open(parent) && block->parent->block_count == 1))
		return true;
	return mlirbc_parser_error_op(parser, block->last, "block with no terminator, has '%.*s'", (int)block->last->name->size,
		block->last->name->data);
}

bool mlirbc_upstream__verify_regions(
	struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_upstream__row *row)
{
	uint8_t size = 0;
	if (op->region_count == 0)
		return true;
	const uint8_t *ends = row ? mlirbc_upstream__find_check(row, CHECK_ENDS, &size) : NULL;
	const bool single = has_check(row, CHECK_SINGLE_BLOCK);
	for (uint32_t i = 0; i < op->region_count; i++) {
		const struct mlirbc_region *region = &mlirbc_op_regions(op)[i];
		const struct mlirbc_op *last = region->first ? region->first->last : NULL;
		if (single && region->block_count > 1)
			return VERIFY_FAIL(parser, op, "expects region #%u to have 0 or 1 blocks", (unsigned)i);
		if (single && region->first && !last && !is_open(row))
			return VERIFY_FAIL(parser, op, "expects a non-empty block%s", "");
		if (ends && last && !mlirbc_upstream__is_named(last, ends, size))
			return VERIFY_FAIL(parser, op, "expects regions to end with '%s', found '%.*s'",
				mlirbc_upstream__string((uint16_t)mlirbc_upstream__number(ends)), (int)last->name->size, last->name->data);
	}
	return true;
}
