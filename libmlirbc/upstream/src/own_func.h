/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of all dialects: name, arguments, results, attributes, body. */
#ifndef MLIRBC_UPSTREAM_OWN_FUNC_H
#define MLIRBC_UPSTREAM_OWN_FUNC_H

#include "own.h"
#include "own_parts.h"

/* (%a: T {...}, U, ...) -> (V {...}) */
struct up__signature {
	struct mlirbc_unresolved_argument *arguments; /* their types alone, if there are no names */
	size_t count;
	const struct mlirbc_attr *const *argument_attrs; /* a dictionary each; NULL: all are empty */
	struct up__types results;
	const struct mlirbc_attr *const *result_attrs;
	size_t result_count;
	bool named, variadic; /* variadic: "..." at the end */
};

/* @name as sym_name. */
bool up__read_symbol_name(struct mlirbc_parser *parser, struct mlirbc_op_state *op);
/* One of the words as the string attribute `name`, if one is there. */
bool up__read_word_attr(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, const char *words);
bool up__read_visibility(struct mlirbc_parser *parser, struct mlirbc_op_state *op);
/* The arguments alone: "(" ... ")". `variadic`: "..." may end them. */
bool up__read_arguments(struct mlirbc_parser *parser, bool variadic, struct up__signature *out);
bool up__read_signature(struct mlirbc_parser *parser, bool variadic, struct up__signature *out);
/* arg_attrs and res_attrs, unless all are empty. */
bool up__add_signature_attrs(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct up__signature *signature);
/* A builtin function type as the attribute `name`. */
bool up__add_function_type(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name,
	const struct up__signature *signature);
/* An attribute that may be discardable. */
bool up__add_named(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, const struct mlirbc_attr *value);
/* { ... } with the arguments (`extra` further ones), or an empty region. */
bool up__read_function_body(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct up__signature *signature,
	const struct mlirbc_unresolved_argument *extra, size_t extra_count, bool may_be_empty);

/* ---- printing */
/* Whether the op has a name and a type whose inputs are the first arguments of its body, if it has one. */
bool up__function_fits(const struct mlirbc_op *op, const char *type_name);
/* A member of an array of dictionaries, if it is not empty. */
void up__print_item_attrs(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *name, size_t index);
/* "(" ... ")" and " -> " ...: with names if there is a body. */
void up__print_signature(struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct mlirbc_types *inputs,
	const struct mlirbc_types *results, bool variadic);
/* " -> T", or " -> (T {...}, U)" with the attributes res_attrs; nothing without results. */
void up__print_results(struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct mlirbc_types *results);
/* " @name" */
void up__print_symbol_name(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *before);
/* The text of a string attribute and a blank, if the op has it. */
void up__print_word_attr(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *name);

#endif
