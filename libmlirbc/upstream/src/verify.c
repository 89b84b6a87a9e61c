/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the tables say about an operation, checked when it has been read in custom or generic form. */
#include "verify.h"

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

static bool count_successors(
	struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_upstream__row *row)
{
	const uint32_t found = mlirbc_op_successor_count(op);
	const bool list = row->flags & ROW_SUCCESSOR_LIST;
	const uint32_t least = row->successor_count - (list ? 1u : 0);
	if (list ? found >= least : found == least)
		return true;
	return mlirbc_parser_error_op(parser, op, "'%.*s' op requires %s%u successor%s but found %u", (int)op->name->size,
		op->name->data, list ? "at least " : "", (unsigned)least, suffix(least), (unsigned)found);
}

static bool ends_block(const struct mlirbc_op *op)
{
	const struct mlirbc_upstream__row *row = op->result_count ? NULL : mlirbc_upstream__row_find(op->name);
	return row && row->flags & ROW_TERMINATOR;
}

static bool check_subject(struct mlirbc_parser *parser, struct mlirbc_op *op, const struct mlirbc_upstream__row *row,
	enum mlirbc_upstream__check check)
{
	switch (check) {
	case CHECK_LINALG: return mlirbc_upstream__verify_linalg(parser, op, row);
	case CHECK_SYMBOL_TABLE: return mlirbc_upstream__verify_symbols(parser, op);
	default: return mlirbc_upstream__verify_flow(parser, op, check);
	}
}

/* Checks of the row that need complete regions. */
static bool check_subjects(struct mlirbc_parser *parser, struct mlirbc_op *op, const struct mlirbc_upstream__row *row)
{
	for (const uint8_t *at = mlirbc_upstream__checks + row->checks; *at != CHECK_END; at += 2 + at[1]) {
		if (!check_subject(parser, op, row, (enum mlirbc_upstream__check)*at))
			return false;
	}
	return true;
}

bool mlirbc_upstream__verify(struct mlirbc_parser *parser, struct mlirbc_op *op, void *ctx)
{
	const struct mlirbc_upstream__row *row = mlirbc_upstream__row_find(op->name);
	(void)ctx;
	if (op->prev && ends_block(op->prev))
		return mlirbc_parser_error_op(parser, op->prev, "'%.*s' op must be the last operation in the parent block",
			(int)op->prev->name->size, op->prev->name->data);
	if (row && !(count_values(parser, op, row, false) && count_values(parser, op, row, true) &&
			   count_successors(parser, op, row) && mlirbc_upstream__verify_attrs(parser, op, row) &&
			   mlirbc_upstream__verify_types(parser, op, row)))
		return false;
	return mlirbc_upstream__verify_regions(parser, op, row) && (!row || check_subjects(parser, op, row));
}
