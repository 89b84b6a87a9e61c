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
/* The key of a resource of a dialect, by its index: the handle that an attribute stores. NULL: a broken index, which
 * the reader reports. */
MLIRBC_API const struct mlirbc_string *mlirbc_decoder_resource(struct mlirbc_decoder *decoder);
/* The version of the bytecode format, 0 to 6. */
MLIRBC_API uint32_t mlirbc_decoder_bytecode_version(struct mlirbc_decoder *decoder);

/* ---- versions of dialects */

#define MLIRBC_DIALECT_VERSION_NUMBERS 4

/* The version of a dialect in a file. Views of the input. */
struct mlirbc_dialect_version {
	const uint8_t *data; /* contents of the version section */
	size_t size;
	uint64_t numbers[MLIRBC_DIALECT_VERSION_NUMBERS]; /* the varints that the contents begin with: major, minor */
	size_t count;                                     /* of these */
};
/* The version of the entry's dialect in the file. False, and *out empty, when the file has none. */
MLIRBC_API bool mlirbc_decoder_version(struct mlirbc_decoder *decoder, struct mlirbc_dialect_version *out);

/* ---- encoding. The functions write fields, as mlirbc_decoder_*() read them; `encoder` is valid during the hook only.
   Failures are recorded, and mlirbc_write() returns the first one. */
struct mlirbc_encoder;

MLIRBC_API struct mlirbc_context *mlirbc_encoder_context(struct mlirbc_encoder *encoder);
MLIRBC_API void mlirbc_encoder_number(struct mlirbc_encoder *encoder, uint64_t value); /* varint */
MLIRBC_API void mlirbc_encoder_signed(struct mlirbc_encoder *encoder, int64_t value);  /* signed varint */
MLIRBC_API void mlirbc_encoder_bool(struct mlirbc_encoder *encoder, bool value);       /* a byte: 0 or 1 */
MLIRBC_API void mlirbc_encoder_double(struct mlirbc_encoder *encoder, double value);   /* its bits as a signed varint */
/* An index of the table; the attribute or type gets one if it has none. NULL fails with MLIRBC_E_ARG. */
MLIRBC_API void mlirbc_encoder_attr(struct mlirbc_encoder *encoder, const struct mlirbc_attr *attr);
MLIRBC_API void mlirbc_encoder_type(struct mlirbc_encoder *encoder, const struct mlirbc_type *type);
/* An attribute that may be NULL: absent. */
MLIRBC_API void mlirbc_encoder_optional(struct mlirbc_encoder *encoder, const struct mlirbc_attr *attr);
MLIRBC_API void mlirbc_encoder_string(struct mlirbc_encoder *encoder, struct mlirbc_string string);
/* A size and the bytes, which are copied. */
MLIRBC_API void mlirbc_encoder_blob(struct mlirbc_encoder *encoder, const void *data, size_t size);
/* The handle of a resource of a dialect; one without data in the module is declared. */
MLIRBC_API void mlirbc_encoder_resource(struct mlirbc_encoder *encoder, struct mlirbc_string key);
/* The version of the bytecode that is written, 0 to 6. */
MLIRBC_API uint32_t mlirbc_encoder_bytecode_version(const struct mlirbc_encoder *encoder);
/* Makes mlirbc_write() fail with MLIRBC_E_UNSUPPORTED and this message. */
MLIRBC_API void mlirbc_encoder_fail(struct mlirbc_encoder *encoder, const char *format, ...) MLIRBC_PRINTF(2, 3);

/* ---- the whole interface (MLIR's BytecodeDialectInterface), for mlirbc_load() and mlirbc_write() */

struct mlirbc_dialect_interface {
	size_t size;      /* sizeof(struct mlirbc_dialect_interface) */
	const char *name; /* of the dialect; not builtin */
	/* As in struct mlirbc_dialect. */
	const struct mlirbc_attr *(*decode_attr)(struct mlirbc_decoder *decoder, void *ctx);
	const struct mlirbc_type *(*decode_type)(struct mlirbc_decoder *decoder, void *ctx);
	/* Encode an attribute or type of the dialect (MLIRBC_ATTR_DIALECT, MLIRBC_ATTR_CODED, MLIRBC_ATTR_BYTES; types
	 * likewise) that the module's file does not have, and return true. False, without a call of
	 * mlirbc_encoder_*() before it: the library's own encoding, or text. Each is called up to twice for one
	 * entry and must write the same both times. Either may be NULL. */
	bool (*encode_attr)(struct mlirbc_encoder *encoder, const struct mlirbc_attr *attr, void *ctx);
	bool (*encode_type)(struct mlirbc_encoder *encoder, const struct mlirbc_type *type, void *ctx);
	/* The version that is written, as varints. Count 0: that of the module's file, if it has one. */
	const uint64_t *version;
	size_t version_count;
	/* Called by mlirbc_load() for a file that has a version of the dialect, when everything is read (`lazy` has no
	 * effect on such a file): changes the ops of the module to those of the present version, which then takes
	 * the place of the file's when the module is written. Returns MLIRBC_OK, or the status with which
	 * mlirbc_load() fails, after an explanation in `diag`. May be NULL. */
	enum mlirbc_status (*upgrade)(struct mlirbc_module *module, const struct mlirbc_dialect_version *version,
		void *ctx, struct mlirbc_diag *diag);
	void *ctx;
};

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
