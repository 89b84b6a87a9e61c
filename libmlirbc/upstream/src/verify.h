/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parts of the check of an operation. They return false after reporting an error. */
#ifndef MLIRBC_UPSTREAM_VERIFY_H
#define MLIRBC_UPSTREAM_VERIFY_H

#include "constraint.h"
#include "engine.h"

/* An error that begins with the name of the operation. */
#define VERIFY_FAIL(parser, op, format, ...)                                                                           \
	mlirbc_parser_error_op(parser, op, "'%.*s' op " format, (int)(op)->name->size, (op)->name->data, __VA_ARGS__)

/* verify.c: the hook verify_module of struct mlirbc_assembly. */
bool mlirbc_upstream__verify(struct mlirbc_parser *parser, struct mlirbc_op *module, void *ctx);

/* What is known of operations with a name. */
struct up__known {
	const struct mlirbc_string *name;
	const struct mlirbc_upstream__row *row;
	const struct up__check *check;         /* verify_own.h */
	const struct up__reference *reference; /* verify_symbols.c */
	const struct mlirbc_op *valid;         /* the last one whose attributes and types were found valid */
	bool has_table;                        /* of symbols; operations without a row may have one */
};
/* verify.c: found once for each name, or a few times. */
struct up__names;
struct up__known *up__known_of(struct up__names *names, const struct mlirbc_op *op);

typedef bool mlirbc_upstream__verify_fn(
	struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_upstream__row *row);

/* verify_op.c: what does not depend on the contents of regions, before these; it may have no row. And what does, of an
 * operation with a row. */
bool mlirbc_upstream__verify_before(struct mlirbc_parser *parser, const struct mlirbc_op *op, struct up__known *known);
bool mlirbc_upstream__verify_after(struct mlirbc_parser *parser, struct mlirbc_op *op, struct up__names *names);

/* verify_types.c: types of operands and results. */
mlirbc_upstream__verify_fn mlirbc_upstream__verify_types;
/* verify_attrs.c: attributes that must be there, and their constraints. */
mlirbc_upstream__verify_fn mlirbc_upstream__verify_attrs;

/* verify_regions.c: regions and empty blocks, before their contents. */
mlirbc_upstream__verify_fn mlirbc_upstream__count_regions;
/* The end of a block that has operations, with the rows of the operation around it and of the last one; they may be
 * NULL. */
bool mlirbc_upstream__verify_block(struct mlirbc_parser *parser, const struct mlirbc_block *block,
	const struct mlirbc_upstream__row *parent, const struct mlirbc_upstream__row *last);
/* Single blocks and their terminators; `row` may be NULL. */
mlirbc_upstream__verify_fn mlirbc_upstream__verify_regions;
/* Whether the name of the operation is one of those with these numbers, 2 bytes each. */
bool mlirbc_upstream__is_named(const struct mlirbc_op *op, const uint8_t *names, uint8_t size);

/* verify_flow.c: the check of that kind: functions, branches. */
bool mlirbc_upstream__verify_flow(struct mlirbc_parser *parser, const struct mlirbc_op *op,
	const struct mlirbc_upstream__row *row, enum mlirbc_upstream__check check);
/* The operands of func.return and the like; other operations pass. */
bool mlirbc_upstream__verify_return(struct mlirbc_parser *parser, const struct mlirbc_op *op);
/* The operands of terminators in the regions. */
bool mlirbc_upstream__verify_yields(struct mlirbc_parser *parser, const struct mlirbc_op *op);
/* verify_symbols.c: the symbols of an operation with a symbol table, and the references in it. */
bool mlirbc_upstream__verify_symbols(struct mlirbc_parser *parser, struct mlirbc_op *table, struct up__names *names);
/* What an operation refers to, NULL: nothing that is checked. */
const struct up__reference *up__reference_of(const struct mlirbc_op *op);
/* verify_dominance.c: of values in an operation whose regions see no others. */
bool mlirbc_upstream__verify_dominance(
	struct mlirbc_parser *parser, const struct mlirbc_op *isolated, struct up__names *names);
/* verify_linalg.c */
mlirbc_upstream__verify_fn mlirbc_upstream__verify_linalg;

#endif
