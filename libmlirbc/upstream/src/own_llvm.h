/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files of `llvm` share. */
#ifndef MLIRBC_UPSTREAM_OWN_LLVM_H
#define MLIRBC_UPSTREAM_OWN_LLVM_H

#include "own_func.h"

/* The words of LLVM's enumerations; unnamed_addr and visibility have none for 0. */
extern const char up__llvm_linkages[], up__llvm_conventions[], up__llvm_visibilities[], up__llvm_addresses[],
	up__llvm_tails[];

/* A word of the list as an attribute made from a text with %; nothing if there is none. */
bool up__read_llvm_word(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, const char *text,
	const char *words);
/* visibility_ or unnamed_addr as an i64: 0 if there is none of the words. */
bool up__read_llvm_number(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, const char *words);
/* The word and a blank, unless it is `hidden`. */
void up__print_llvm_word(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *name, const char *mnemonic,
	const char *hidden);
void up__print_llvm_number(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *name, const char *words);
/* True: fastmathFlags need not be printed. */
bool up__llvm_is_plain_math(const struct mlirbc_op *op);

/* !llvm.func<result (inputs, ...)>; `result` NULL: void. NULL after an error. */
const struct mlirbc_type *up__llvm_function_type(struct mlirbc_parser *parser,
	const struct mlirbc_unresolved_argument *arguments, size_t count, const struct mlirbc_type *result, bool variadic);
/* The result of such a type as text, size 0: not such a type; the inputs behind it, without parentheses. */
struct mlirbc_string up__llvm_function_result(const struct mlirbc_type *type, struct mlirbc_string *out_inputs);
/* A type inside !llvm<...> as it is written outside. */
void up__print_llvm_type(struct mlirbc_printer *printer, const struct mlirbc_string *text);

/* llvm_calls.c */
bool up__parse_llvm_call(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op);
bool up__llvm_call_fits(const struct mlirbc_op *op);
bool up__print_llvm_call(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out);

#endif
