/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the row of an operation says about it, apart from what its regions contain. */
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
	return VERIFY_FAIL(parser, op, "expected %s%u %s%s, but found %u", exact ? "" : "at least ", least,
		results ? "result" : "operand", suffix(least), found);
}

static bool count_successors(
	struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_upstream__row *row)
{
	const uint32_t found = mlirbc_op_successor_count(op);
	const bool list = row->flags & ROW_SUCCESSOR_LIST;
	const uint32_t least = row->successor_count - (list ? 1u : 0);
	if (list ? found >= least : found == least)
		return true;
	return VERIFY_FAIL(parser, op, "requires %s%u successor%s but found %u", list ? "at least " : "", (unsigned)least,
		suffix(least), (unsigned)found);
}

static bool has_parent(struct mlirbc_parser *parser, const struct mlirbc_op *op, const uint8_t *names, uint8_t size)
{
	const struct mlirbc_op *parent = mlirbc_op_parent(op);
	if (!parent || mlirbc_upstream__is_named(parent, names, size))
		return true;
	return VERIFY_FAIL(parser, op, "expects parent op %s'%s'", size > 2 ? "to be one of " : "",
		mlirbc_upstream__string((uint16_t)mlirbc_upstream__number(names)));
}

static bool has_check(const struct mlirbc_op *op, enum mlirbc_upstream__check check)
{
	const struct mlirbc_upstream__row *row = mlirbc_upstream__row_find(op->name);
	uint8_t size;
	return !row || mlirbc_upstream__find_check(row, check, &size);
}

/* In a function that is nearer than the next symbol table. Operations without a row may be either. */
static bool in_function(const struct mlirbc_op *op)
{
	for (op = mlirbc_op_parent(op); op && !has_check(op, CHECK_FUNCTION); op = mlirbc_op_parent(op)) {
		if (has_check(op, CHECK_SYMBOL_TABLE))
			return false;
	}
	return op != NULL;
}

static bool check_place(struct mlirbc_parser *parser, const struct mlirbc_op *op, const uint8_t *check)
{
	const struct mlirbc_op *parent = mlirbc_op_parent(op);
	switch ((enum mlirbc_upstream__check)check[0]) {
	case CHECK_PARENT: return has_parent(parser, op, check + 2, check[1]);
	case CHECK_IN_FUNCTION:
		return in_function(op) || VERIFY_FAIL(parser, op, "failed to verify that op must appear in a function-like op's block%s", "");
	case CHECK_IN_MODULE:
		return !parent || has_check(parent, CHECK_SYMBOL_TABLE) ||
		       VERIFY_FAIL(parser, op, "failed to verify that op must appear in a module-like op's block%s", "");
	case CHECK_FUNCTION:
	case CHECK_SYMBOL:
		return !parent || has_check(parent, CHECK_SYMBOL_TABLE) || !mlirbc_op_attr(op, "sym_name") ||
		       VERIFY_FAIL(parser, op, "symbol's parent must have the SymbolTable trait%s", "");
	default: return true;
	}
}

/* Whether an operation of the same name has the same attributes and types. */
static bool is_alike(const struct mlirbc_op *a, const struct mlirbc_op *b)
{
	if (a->operand_count != b->operand_count || a->result_count != b->result_count || a->region_count || b->region_count ||
		a->has_successors || b->has_successors || mlirbc_op_properties(a) != mlirbc_op_properties(b) ||
		mlirbc_op_attributes(a) != mlirbc_op_attributes(b))
		return false;
	for (uint32_t i = 0; i < a->operand_count; i++) {
		if (mlirbc_op_operands(a)[i].value->type != mlirbc_op_operands(b)[i].value->type)
			return false;
	}
	for (uint32_t i = 0; i < a->result_count; i++) {
		if (mlirbc_op_results(a)[i].type != mlirbc_op_results(b)[i].type)
			return false;
	}
	return true;
}

/* What depends on its attributes, its types and its own parts only. */
static bool verify_parts(
	struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_upstream__row *row)
{
	return count_values(parser, op, row, false) && count_values(parser, op, row, true) &&
	       count_successors(parser, op, row) && mlirbc_upstream__count_regions(parser, op, row) &&
	       mlirbc_upstream__verify_attrs(parser, op, row) && mlirbc_upstream__verify_types(parser, op, row);
}

bool mlirbc_upstream__verify_before(struct mlirbc_parser *parser, const struct mlirbc_op *op, struct up__known *known)
{
	const struct mlirbc_upstream__row *row = known->row;
	if (!row)
		return true;
	if (row->flags & ROW_TERMINATOR && op->next)
		return VERIFY_FAIL(parser, op, "must be the last operation in the parent block%s", "");
	if (!(known->valid && is_alike(known->valid, op)) && !verify_parts(parser, op, row))
		return false;
	known->valid = op;
	for (const uint8_t *at = mlirbc_upstream__checks + row->checks; *at != CHECK_END; at += 2 + at[1]) {
		if (!check_place(parser, op, at) || !mlirbc_upstream__verify_flow(parser, op, row, (enum mlirbc_upstream__check)*at))
			return false;
	}
	return !(row->flags & ROW_TERMINATOR) || mlirbc_upstream__verify_return(parser, op);
}

bool mlirbc_upstream__verify_after(struct mlirbc_parser *parser, struct mlirbc_op *op, struct up__names *names)
{
	const struct mlirbc_upstream__row *row = up__known_of(names, op)->row;
	for (const uint8_t *at = mlirbc_upstream__checks + row->checks; *at != CHECK_END; at += 2 + at[1]) {
		const enum mlirbc_upstream__check check = (enum mlirbc_upstream__check)at[0];
		if (check == CHECK_LINALG		? !mlirbc_upstream__verify_linalg(parser, op, row)
			: check == CHECK_SYMBOL_TABLE ? !mlirbc_upstream__verify_symbols(parser, op, names)
			: check == CHECK_YIELDS	      ? !mlirbc_upstream__verify_yields(parser, op)
						      : false)
			return false;
	}
	return true;
}
