/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bytecode encodings of a dialect's attributes and types: hooks that teach the reader an encoding that it does not
 * know. (MLIR Bytecode Format, "Attribute/Type encodings"; test/dialect_test.c has a small complete example.)
 *
 * A hook reads all fields of an entry in order and makes the attribute or type from them. The attributes and types
 * that the fields refer to may not exist yet: the field's function then returns NULL, the hook reads the remaining
 * fields and returns NULL, and is called again later. A hook therefore reads every field, calls
 * mlirbc_decoder_done(), and uses the values only if that returns true.
 *
 * Thread class: one-at-a-time per context; hooks run on the thread of the call that reads. */
#ifndef MLIRBC_DIALECT_H
#define MLIRBC_DIALECT_H

#include <mlirbc/export.h>
#include <mlirbc/ir.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mlirbc_decoder;

struct mlirbc_dialect {
	const char *name;
	/* Returns the attribute or type that was encoded. NULL: a part does not exist yet, an error was found, or
	 * the bytes are to be kept as they are (mlirbc_decoder_keep()). Either hook may be NULL. */
	const struct mlirbc_attr *(*decode_attr)(struct mlirbc_decoder *decoder, void *ctx);
	const struct mlirbc_type *(*decode_type)(struct mlirbc_decoder *decoder, void *ctx);
	void *ctx;
};

MLIRBC_API struct mlirbc_context *mlirbc_decoder_context(struct mlirbc_decoder *decoder);
/* ---- fields. If bytes are missing, the functions return 0 or NULL, and the reader reports an error after the hook
   returns. */
MLIRBC_API uint64_t mlirbc_decoder_number(struct mlirbc_decoder *decoder); /* varint */
MLIRBC_API int64_t mlirbc_decoder_signed(struct mlirbc_decoder *decoder);  /* signed varint */
MLIRBC_API bool mlirbc_decoder_bool(struct mlirbc_decoder *decoder);       /* a byte: 0 or 1 */
MLIRBC_API double mlirbc_decoder_double(struct mlirbc_decoder *decoder);   /* its bits as a signed varint */
MLIRBC_API const struct mlirbc_attr *mlirbc_decoder_attr(struct mlirbc_decoder *decoder);
MLIRBC_API const struct mlirbc_type *mlirbc_decoder_type(struct mlirbc_decoder *decoder);
/* NULL also for an absent attribute. */
MLIRBC_API const struct mlirbc_attr *mlirbc_decoder_optional(struct mlirbc_decoder *decoder);
MLIRBC_API const struct mlirbc_string *mlirbc_decoder_string(struct mlirbc_decoder *decoder);
/* A number of items that take at least one byte each; checked against the remaining bytes. */
MLIRBC_API size_t mlirbc_decoder_count(struct mlirbc_decoder *decoder);
/* A size and that number of bytes; the result is a view of the input. */
MLIRBC_API const uint8_t *mlirbc_decoder_blob(struct mlirbc_decoder *decoder, size_t *out_size);

/* True when all fields were read, every part exists, there was no error, and no byte remains. */
MLIRBC_API bool mlirbc_decoder_done(struct mlirbc_decoder *decoder);
/* Reports an error at the byte that would be read next; the hook returns NULL. */
MLIRBC_API void mlirbc_decoder_fail(struct mlirbc_decoder *decoder, const char *format, ...) MLIRBC_PRINTF(2, 3);
/* Keeps the entry as bytes; the hook returns NULL. */
MLIRBC_API void mlirbc_decoder_keep(struct mlirbc_decoder *decoder);

/* ---- Printing of MLIRBC_ATTR_CODED and MLIRBC_TYPE_CODED: the text after #dialect.mnemonic.
 *
 * Format NULL: "<name = value, name = value>" with the fields that have a value. "Y": attributes of sdy, in Shardy's
 * text. "S" and one style for each field: the same list, each value in its style. "T" and text: the text, in which $
 * with a style and a digit is replaced by the field with this number. Styles:
 *
 *	a	the attribute
 *	e	pairs: {key = value, key = value}
 *	i	the elements of an array, each in style s, in brackets; nothing for an empty array
 *	k	a string: bare if it is a word, else in quotes
 *	l	the elements of an array, separated by commas
 *	n	a number without its type
 *	p	as l, in parentheses; nothing for an empty array
 *	r	the results of a function: one type bare, else in parentheses
 *	s	a coded attribute without its #dialect.mnemonic
 *	t	a number with its type, even a type that is usually left out
 *	x	dimensions: 4x?x
 */

#ifdef __cplusplus
}
#endif

#endif
