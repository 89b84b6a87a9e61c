/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions shared by the files that read custom forms. */
#ifndef MLIRBC_SRC_PARSE_FORM_H
#define MLIRBC_SRC_PARSE_FORM_H

#include "text/parse/parser.h"

#include <mlirbc/build.h>

/* ---- parse_form.c */
/* Like mlirbc_parser_expect(); MLIR reports a missing keyword at the token in its place. */
bool mlirbc__expect_keyword(struct mlirbc_parser *parser, const char *word);
/* Reads an operation by the format op->kind->form. */
enum mlirbc__read mlirbc__read_form(struct mlirbc_parser *parser, struct mlirbc_op_state *op);
/* Requests that the next region be read and `resume` be called afterwards. */
enum mlirbc__read mlirbc__read_region(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, mlirbc__read_fn resume);
/* Completes the region that was just read: adds a block if it has none, and the operation `terminator` (up to a
 * space; "": none) if it does not end with a terminator. */
bool mlirbc__end_region(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *terminator);
/* Optional "-> type" or "-> (types)". */
bool mlirbc__arrow_types(
	struct mlirbc_parser *parser, const struct mlirbc_type *const **out, size_t *out_count);
/* ^block, or ^block(%x, %y : types): the next successor. */
bool mlirbc__read_successor(struct mlirbc_parser *parser, struct mlirbc_unresolved **names, size_t *count,
	const struct mlirbc_type *const **types, size_t *type_count);
bool mlirbc__add_segments(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const int32_t *sizes, size_t count);

/* ---- parse_form_attr.c */
/* The attribute for a word of a format. */
bool mlirbc__read_form_attr(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *word, size_t size);
/* [1, %x, 2]: reads the operands, and sets the attribute of that name to the constants. */
bool mlirbc__read_indices(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, size_t size,
	struct mlirbc_unresolved **out, size_t *out_count);
/* Likewise in other brackets, as "()". */
bool mlirbc__index_list(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *brackets,
	const char *name, size_t size, struct mlirbc_unresolved **out, size_t *out_count);
/* Converts the integers from `from` on to an array attribute of integers with 8 · n bits and pops them. NULL when
   memory is short. */
const struct mlirbc_attr *mlirbc__take_integers(struct mlirbc_parser *parser, size_t from, uint32_t width);
/* An integer as int64_t. */
bool mlirbc__read_integer(struct mlirbc_parser *parser, int64_t *out);

/* ---- parse_func.c, parse_scf.c, parse_forms.c */
/* @name as the attribute sym_name. */
bool mlirbc__read_symbol_name(struct mlirbc_parser *parser, struct mlirbc_op_state *op);
enum mlirbc__read mlirbc__read_module(struct mlirbc_parser *parser, struct mlirbc_op_state *op);
enum mlirbc__read mlirbc__read_func(struct mlirbc_parser *parser, struct mlirbc_op_state *op);
enum mlirbc__read mlirbc__read_switch(struct mlirbc_parser *parser, struct mlirbc_op_state *op);
enum mlirbc__read mlirbc__read_global(struct mlirbc_parser *parser, struct mlirbc_op_state *op);
enum mlirbc__read mlirbc__read_for(struct mlirbc_parser *parser, struct mlirbc_op_state *op);
enum mlirbc__read mlirbc__read_forall(struct mlirbc_parser *parser, struct mlirbc_op_state *op);
enum mlirbc__read mlirbc__read_if(struct mlirbc_parser *parser, struct mlirbc_op_state *op);
enum mlirbc__read mlirbc__read_index_switch(struct mlirbc_parser *parser, struct mlirbc_op_state *op);
enum mlirbc__read mlirbc__read_parallel(struct mlirbc_parser *parser, struct mlirbc_op_state *op);
enum mlirbc__read mlirbc__read_reduce(struct mlirbc_parser *parser, struct mlirbc_op_state *op);
enum mlirbc__read mlirbc__read_while(struct mlirbc_parser *parser, struct mlirbc_op_state *op);

#endif
