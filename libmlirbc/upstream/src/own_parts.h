/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pieces that hand-written forms of several dialects are made of.
 *
 * Reading functions return false after they have reported an error, as those of mlirbc/assembly.h do. */
#ifndef MLIRBC_UPSTREAM_OWN_PARTS_H
#define MLIRBC_UPSTREAM_OWN_PARTS_H

#include <mlirbc/assembly.h>
#include <mlirbc/build.h>
#include <mlirbc/printing.h>
#include <string.h>

/* An error at the name of the operation that is being read. */
#define UP__FAIL_AT_NAME(parser, op, ...)                                                                              \
	mlirbc_parser_error_at(parser, (struct mlirbc_unresolved[]){ mlirbc_parser_place(parser, op) }, __VA_ARGS__)

/* ---- lists that are read */

struct up__names {
	struct mlirbc_unresolved *data;
	size_t count;
};

struct up__types {
	const struct mlirbc_type *const *data;
	size_t count;
};

/* %x, %y : T, U; both lists are as long. */
struct up__typed {
	struct up__names names;
	struct up__types types;
};

/* (%argument = %operand, ...) */
struct up__assigned {
	struct up__names arguments, operands;
};

bool up__read_names(struct mlirbc_parser *parser, const char *open, struct up__names *out, const char *close);
bool up__read_types(struct mlirbc_parser *parser, struct up__types *out);
/* `%x, %y : T, U`, or nothing. */
bool up__read_typed(struct mlirbc_parser *parser, struct up__typed *out);
/* `word(%x, %y : T, U)`, or nothing if the word is absent. */
bool up__read_group(struct mlirbc_parser *parser, const char *word, struct up__typed *out);
/* The pairs in parentheses. */
bool up__read_assigned(struct mlirbc_parser *parser, struct up__assigned *out);
bool up__add_typed(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct up__typed *list);
bool up__add_same(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct up__names *names,
	const struct mlirbc_type *type);
/* Reports that lists differ in length. */
bool up__same_count(struct mlirbc_parser *parser, const char *first, size_t a, const char *second, size_t b);

/* [1, %x, 2] in any brackets: integers become an inherent attribute array<i64: ...>, in which MLIRBC_DYNAMIC stands for an
 * operand. */
bool up__read_indices(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *open, const char *close,
	const char *attribute, struct up__names *out);
/* [1, 2] as array<i64: ...>. */
bool up__read_i64s(struct mlirbc_parser *parser, const char *open, const char *close, const struct mlirbc_attr **out);

/* The position in the list ("a b c") of the word that comes next, which is consumed; -1: none of them. */
int up__try_word(struct mlirbc_parser *parser, const char *words);
/* The word at a position of such a list. */
struct mlirbc_string up__word_at(const char *words, int index);

/* A unit attribute of the op if the word is there. */
bool up__read_flag(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *word, const char *name);

/* ---- making things */
/* The attribute with that text, whose first "%" is replaced by `word`: "#llvm.linkage<%>". NULL: no memory. */
const struct mlirbc_attr *up__attr_of(
	struct mlirbc_parser *parser, const char *text, const struct mlirbc_string *word);
const struct mlirbc_type *up__integer(struct mlirbc_parser *parser, uint32_t width);
const struct mlirbc_attr *up__i64s_attr(struct mlirbc_context *context, const int64_t *values, size_t count);
/* The type with that text. */
bool up__type_of(struct mlirbc_parser *parser, const char *text, size_t size, const struct mlirbc_type **out);
/* #dialect.text */
const struct mlirbc_attr *up__dialect_attr(struct mlirbc_context *context, const char *dialect, const char *text);
/* The element type of a vector, tensor or memref; another type itself. */
const struct mlirbc_type *up__element(const struct mlirbc_type *type);
bool up__is_shaped(const struct mlirbc_type *type);
bool up__is_integer(const struct mlirbc_type *type, uint32_t width);

/* ---- what an op has */
/* An inherent attribute, or NULL. */
const struct mlirbc_attr *up__property(const struct mlirbc_op *op, const char *name);
/* The text of a string attribute is this. */
bool up__is_text(const struct mlirbc_attr *attr, const char *text);
/* An array<i32: ...>, array<i64: ...>; a splat of dense elements as well. */
int64_t up__element_at(const struct mlirbc_attr *attr, size_t index);
bool up__is_array(const struct mlirbc_attr *attr, uint32_t width);
int64_t up__integer_of(const struct mlirbc_attr *attr);
/* Where `count` groups of operands begin, and last where they end, after the attribute operandSegmentSizes. */
bool up__segments(const struct mlirbc_op *op, uint32_t *begins, size_t count);
const struct mlirbc_block *up__entry(const struct mlirbc_op *op, uint32_t region);
/* Any attribute is left if these are not printed ("a b "). */
bool up__has_more(const struct mlirbc_op *op, const char *elided);

/* The operands from `from` on have these types. */
bool up__has_types(const struct mlirbc_op *op, uint32_t from, const struct mlirbc_types *types);

/* ---- printing */
/* word + "%x, %y : T, U" + close */
void up__print_typed(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *open, uint32_t from,
	uint32_t count, const char *close);
void up__print_types(struct mlirbc_printer *printer, const struct mlirbc_type *const *types, size_t count);
/* [1, %x] */
void up__print_indices(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *open, const char *close,
	const struct mlirbc_attr *constants, uint32_t from);
void up__print_i64s(
	struct mlirbc_printer *printer, const char *open, const struct mlirbc_attr *values, const char *close);
/* %a, %b, ... of a block */
void up__print_arguments(struct mlirbc_printer *printer, const struct mlirbc_block *block, uint32_t from, uint32_t count);
/* "%a: T, %b: U" with locations if they are printed; `colon`: ": " */
void up__print_typed_arguments(struct mlirbc_printer *printer, const struct mlirbc_block *block, uint32_t from,
	uint32_t count, const char *colon);
/* "(%a = %x, ...)" */
void up__print_assigned(struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct mlirbc_block *block,
	uint32_t argument, uint32_t operand, uint32_t count);
/* The text of a string attribute without quotes. */
void up__print_text(struct mlirbc_printer *printer, const struct mlirbc_attr *attr);
/* The text between the angle brackets of #dialect.name<text>; size 0 if the attribute is not of that name. */
struct mlirbc_string up__inside(const struct mlirbc_attr *attr, const char *name);

/* ---- loop_names.c: `prefix` and the place of a loop of omp. Valid until the next call in the thread. */
const char *up__loop_name(const struct mlirbc_op *op, const char *prefix);

/* ---- own_plain.c: "%x, %y {...} : T, U"; without operands only {...} */
bool up__parse_plain(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op);
bool up__plain_fits(const struct mlirbc_op *op);
bool up__print_plain(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out);

#endif
