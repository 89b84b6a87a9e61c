/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parts of the check of an operation. They return false after reporting an error. */
#ifndef MLIRBC_UPSTREAM_VERIFY_H
#define MLIRBC_UPSTREAM_VERIFY_H

#include "constraint.h"
#include "engine.h"

/* An error that begins with the name of the operation. */
#define VERIFY_FAIL(parser, op, format, ...)                                                                           \
	mlirbc_parser_error_op(parser, op, "'%.*s' op " format, (int)(op)->name->size, (op)->name->data, __VA_ARGS__)

/* verify_types.c: types of operands and results. */
bool mlirbc_upstream__verify_types(
	struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_upstream__row *row);
/* verify_attrs.c: attributes that must be there, and their constraints. */
bool mlirbc_upstream__verify_attrs(
	struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_upstream__row *row);
/* verify_regions.c: regions, their blocks and terminators, and the operations in them that depend on `op`. `row` may
 * be NULL. */
bool mlirbc_upstream__verify_regions(
	struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_upstream__row *row);
/* verify_flow.c: the check of that kind. */
bool mlirbc_upstream__verify_flow(
	struct mlirbc_parser *parser, const struct mlirbc_op *op, enum mlirbc_upstream__check check);
/* The operands of successors, once all blocks of the region have their arguments. */
bool mlirbc_upstream__verify_branch(
	struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_upstream__row *row);
/* verify_symbols.c: the symbols of an operation with a symbol table, and the references in it. */
bool mlirbc_upstream__verify_symbols(struct mlirbc_parser *parser, struct mlirbc_op *table);
/* verify_linalg.c */
bool mlirbc_upstream__verify_linalg(
	struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_upstream__row *row);

#endif
