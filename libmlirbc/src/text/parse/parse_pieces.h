/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pieces of the text of dialects' attributes whose text is read into fields. Where the text does not match, functions return false
 * without a message: the attribute stays text then. */
#ifndef MLIRBC_SRC_PARSE_PIECES_H
#define MLIRBC_SRC_PARSE_PIECES_H

#include "text/parse/parser.h"

typedef bool mlirbc__parse_fn(struct mlirbc_parser *parser, const struct mlirbc_attr **out);

/* A decimal number without sign that is the whole text. */
bool mlirbc__digits(const char *text, size_t size, int64_t *out);
bool mlirbc__take_i64(struct mlirbc_parser *parser, int64_t *out); /* with an optional sign */
bool mlirbc__take_word(struct mlirbc_parser *parser, const char *word);
bool mlirbc__make_i64(struct mlirbc_parser *parser, int64_t value, const struct mlirbc_attr **out);
bool mlirbc__parse_i64(struct mlirbc_parser *parser, const struct mlirbc_attr **out);
bool mlirbc__parse_quoted(struct mlirbc_parser *parser, const struct mlirbc_attr **out);
/* The attributes on the parser's stack from `from` on become an array. */
bool mlirbc__end_attrs(struct mlirbc_parser *parser, size_t from, const struct mlirbc_attr **out);
/* Items separated by commas, between the two characters, as an array. */
bool mlirbc__parse_items(
	struct mlirbc_parser *parser, const char *ends, mlirbc__parse_fn *parse, const struct mlirbc_attr **out);

#endif
