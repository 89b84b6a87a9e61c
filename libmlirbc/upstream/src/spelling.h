/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Spellings of attributes and types of dialects. */
#ifndef MLIRBC_UPSTREAM_SPELLING_H
#define MLIRBC_UPSTREAM_SPELLING_H

#include <mlirbc/assembly.h>
#include <string.h>

/* The hooks of struct mlirbc_assembly; `dialect` is the name of the dialect. NULL after reporting an error. */
const struct mlirbc_attr *mlirbc_upstream__check_attr(
	struct mlirbc_parser *parser, const struct mlirbc_attr *attr, void *dialect);
const struct mlirbc_type *mlirbc_upstream__check_type(
	struct mlirbc_parser *parser, const struct mlirbc_type *type, void *dialect);
/* Whether MLIR accepts the text, which begins at the current token; false after reporting an error in it. */
bool mlirbc_upstream__check_attr_text(
	struct mlirbc_parser *parser, const char *dialect, const struct mlirbc_string *text);
bool mlirbc_upstream__check_type_text(
	struct mlirbc_parser *parser, const char *dialect, const struct mlirbc_string *text);
/* The text of a type of quant in its spelling; the size that was written to `out`, 8 times the text's suffices. */
size_t mlirbc_upstream__spell_quant(
	struct mlirbc_context *context, const struct mlirbc_string *text, char *out, size_t room);
/* The text with lists of fields as mlir-opt prints them; the size that was written to `out`, 4 times the text's suffices. */
size_t mlirbc_upstream__spell_fields(const char *dialect, const struct mlirbc_string *text, char *out, size_t room);

/* Whether the word is at this byte of the text, which is not behind its end. */
static inline bool mlirbc_upstream__starts(const struct mlirbc_string *text, size_t at, const char *word)
{
	const size_t size = strlen(word);
	return text->size - at >= size && memcmp(text->data + at, word, size) == 0;
}

#endif
