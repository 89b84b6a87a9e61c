/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Regions of an operation, their blocks and terminators, and the operations in them that depend on their parent. */
#include "verify.h"

static bool has_check(const struct mlirbc_upstream__row *row, enum mlirbc_upstream__check check)
{
	uint8_t size;
	return mlirbc_upstream__find_check(row, check, &size) != NULL;
}

/* The names of a check: whether the operation's is among them. */
static bool is_listed(const struct mlirbc_op *op, const uint8_t *names, uint8_t size)
{
	for (uint8_t i = 0; i < size; i = (uint8_t)(i + 2)) {
		if (mlirbc_op_is(op, mlirbc_upstream__string((uint16_t)mlirbc_upstream__number(names + i))))
			return true;
	}
	return false;
}

static bool check_terminator(
	struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_block *block, bool single)
{
	if (!block->last)
		return single ? VERIFY_FAIL(parser, op, "expects a non-empty block%s", "")
			      : VERIFY_FAIL(parser, op, "has an empty block: expect at least a terminator%s", "");
	const struct mlirbc_upstream__row *row = mlirbc_upstream__row_find(block->last->name);
	if (row && block->last->has_successors && has_check(row, CHECK_BRANCH) &&
		!mlirbc_upstream__verify_branch(parser, block->last, row))
		return false;
	/* Operations without a row may be terminators. */
	return !row || row->flags & ROW_TERMINATOR ||
	       mlirbc_parser_error_op(parser, block->last, "block with no terminator, has '%.*s'", (int)block->last->name->size,
		       block->last->name->data);
}

static bool check_child(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_op *child)
{
	const struct mlirbc_upstream__row *row = mlirbc_upstream__row_find(child->name);
	uint8_t size;
	const uint8_t *parents = row ? mlirbc_upstream__find_check(row, CHECK_PARENT, &size) : NULL;
	if (!parents || is_listed(op, parents, size))
		return true;
	return VERIFY_FAIL(parser, child, "expects parent op %s'%s'", size > 2 ? "to be one of " : "",
		mlirbc_upstream__string((uint16_t)mlirbc_upstream__number(parents)));
}

/* `open`: its blocks need no terminator. */
static bool check_blocks(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_upstream__row *row,
	const struct mlirbc_region *region, bool open)
{
	uint8_t size;
	const uint8_t *end = row ? mlirbc_upstream__find_check(row, CHECK_ENDS, &size) : NULL;
	const bool single = row && has_check(row, CHECK_SINGLE_BLOCK);
	for (const struct mlirbc_block *block = region->first; block; block = block->next) {
		if (!(open && region->block_count == 1) && !check_terminator(parser, op, block, single))
			return false;
		for (const struct mlirbc_op *child = block->first; child; child = child->next) {
			if (!check_child(parser, op, child))
				return false;
		}
		if (end && block->last && !is_listed(block->last, end, size))
			return VERIFY_FAIL(parser, op, "expects regions to end with '%s', found '%.*s'",
				mlirbc_upstream__string((uint16_t)mlirbc_upstream__number(end)), (int)block->last->name->size,
				block->last->name->data);
	}
	return true;
}

static bool count_regions(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_upstream__row *row)
{
	if (!(row->flags & ROW_REGION_LIST) && op->region_count != row->region_count)
		return VERIFY_FAIL(parser, op, "requires %u region%s, but found %u", (unsigned)row->region_count,
			row->region_count == 1 ? "" : "s", (unsigned)op->region_count);
	for (uint32_t i = 0; i < op->region_count; i++) {
		const struct mlirbc_region *region = &mlirbc_op_regions(op)[i];
		if (i < 8 && (row->one_block >> i & 1) && region->block_count != 1)
			return VERIFY_FAIL(parser, op, "region #%u failed to verify constraint: region with 1 blocks", (unsigned)i);
		if (region->block_count > 1 && has_check(row, CHECK_SINGLE_BLOCK))
			return VERIFY_FAIL(parser, op, "expects region #%u to have 0 or 1 blocks", (unsigned)i);
		if (region->first && region->first->argument_count && has_check(row, CHECK_NO_ARGUMENTS))
			return VERIFY_FAIL(parser, op, "region #%u should have no arguments", (unsigned)i);
	}
	return true;
}

bool mlirbc_upstream__verify_regions(
	struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_upstream__row *row)
{
	const bool open = !row || has_check(row, CHECK_NO_TERMINATOR);
	if (row && !count_regions(parser, op, row))
		return false;
	for (uint32_t i = 0; i < op->region_count; i++) {
		if (!check_blocks(parser, op, row, &mlirbc_op_regions(op)[i], open))
			return false;
	}
	return true;
}
