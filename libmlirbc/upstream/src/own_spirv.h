/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files of `spirv` share: words in quotes, pointers, memory accesses. */
#ifndef MLIRBC_UPSTREAM_OWN_SPIRV_H
#define MLIRBC_UPSTREAM_OWN_SPIRV_H

#include "own_func.h"

/* "Function", as #spirv.mnemonic<Function>; the word in *out_word (may be NULL). NULL after an error. */
const struct mlirbc_attr *up__read_spirv_word(
	struct mlirbc_parser *parser, const char *mnemonic, const struct mlirbc_string **out_word);
/* The word of such an attribute in quotes. */
void up__print_spirv_word(struct mlirbc_printer *printer, const struct mlirbc_attr *attr, const char *mnemonic);

/* !spirv.ptr<element, class>; NULL after an error. */
const struct mlirbc_type *up__spirv_pointer(
	struct mlirbc_parser *parser, const struct mlirbc_type *element, const struct mlirbc_string *storage);
/* The class of such a type, size 0: it is another one; the element's text. */
struct mlirbc_string up__spirv_class(const struct mlirbc_type *type, struct mlirbc_string *out_element);
/* The type of a member of a composite type; NULL: there is none. */
const struct mlirbc_type *up__spirv_member(struct mlirbc_context *context, const struct mlirbc_type *type, uint64_t index);
/* ' "Function" ' of the type of an operand. */
void up__print_spirv_class(struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t operand);

/* ["Volatile|Aligned", 16], if it is there, as the attributes `access` and `alignment`. */
bool up__read_spirv_access(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *access, const char *alignment);
void up__print_spirv_access(
	struct mlirbc_printer *printer, const struct mlirbc_attr *access, const struct mlirbc_attr *alignment);
/* bind(1, 2) built_in("X") {...}, as attributes that may be discardable. */
bool up__read_spirv_decorations(struct mlirbc_parser *parser, struct mlirbc_op_state *op);
void up__print_spirv_decorations(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *elided);

#endif
