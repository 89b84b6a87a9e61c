/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What bytes are, by how they begin: the formats of befkit, and others that its inputs are mistaken for. The only list of magic numbers.
 *
 * MLIR needs a parser to tell a model from a host program: bef_source_open() (bef/source.h) parses and decides. */
#ifndef BYTECURSOR_KIND_H
#define BYTECURSOR_KIND_H

#include <bytecursor/text.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum bytecursor_kind {
	BYTECURSOR_KIND_EMPTY,
	BYTECURSOR_KIND_TEXT, /* nothing below, and no control characters at the beginning */
	BYTECURSOR_KIND_BEF,
	BYTECURSOR_KIND_BYTECODE, /* of MLIR */
	BYTECURSOR_KIND_SYCLBIN,
	BYTECURSOR_KIND_OFFLOAD,           /* OffloadBinary of LLVM */
	BYTECURSOR_KIND_BUNDLE,            /* of clang-offload-bundler */
	BYTECURSOR_KIND_COMPRESSED_BUNDLE, /* likewise */
	BYTECURSOR_KIND_ELF,
	BYTECURSOR_KIND_ARCHIVE, /* of ar, also a thin one */
	BYTECURSOR_KIND_NPY,
	BYTECURSOR_KIND_ZIP, /* also .npz */
	BYTECURSOR_KIND_ZSTD,
	BYTECURSOR_KIND_ZSTD_SKIPPABLE, /* a frame of zstd without data, which may come first */
	BYTECURSOR_KIND_GZIP,
	BYTECURSOR_KIND_JAX_EXPORT, /* jax.export, with an artifact of StableHLO inside */
	BYTECURSOR_KIND_GGUF,
	BYTECURSOR_KIND_SAFETENSORS,
	BYTECURSOR_KIND_UNKNOWN
};

/* What bef_source_open() reads, and so every command of bef: for bytecursor_kind_message(). */
#define BYTECURSOR_KIND_PROGRAMS "BEF (0B EF), MLIR bytecode (ML EF R), an export of JAX or MLIR text"
#define BYTECURSOR_MAGIC_BYTECODE "ML\xEFR"
#define BYTECURSOR_MAGIC_OFFLOAD "\x10\xFF\x10\xAD"

struct bytecursor_kind_row {
	enum bytecursor_kind kind;
	const char *magic;
	size_t size;
	uint8_t mask;     /* of the first byte */
	const char *name; /* for messages */
};

/* The rows of a table; a kind may have several. NULL: there are no more. */
static inline const struct bytecursor_kind_row *bytecursor_kind_row(size_t index)
{
	static const struct bytecursor_kind_row rows[] = {
		{ BYTECURSOR_KIND_BEF, "\x0B\xEF", 2, 0xFF, "a BEF file" },
		{ BYTECURSOR_KIND_BYTECODE, BYTECURSOR_MAGIC_BYTECODE, 4, 0xFF, "MLIR bytecode" },
		{ BYTECURSOR_KIND_SYCLBIN, "IBYS", 4, 0xFF, "a SYCLBIN file" },
		{ BYTECURSOR_KIND_OFFLOAD, BYTECURSOR_MAGIC_OFFLOAD, 4, 0xFF, "an offload binary" },
		{ BYTECURSOR_KIND_BUNDLE, "__CLANG_OFFLOAD_BUNDLE__", 24, 0xFF, "an offload bundle" },
		{ BYTECURSOR_KIND_COMPRESSED_BUNDLE, "CCOB", 4, 0xFF, "a compressed offload bundle" },
		{ BYTECURSOR_KIND_ELF, "\x7F" "ELF", 4, 0xFF, "an ELF file" },
		{ BYTECURSOR_KIND_ARCHIVE, "!<arch>\n", 8, 0xFF, "an archive of object files" },
		{ BYTECURSOR_KIND_ARCHIVE, "!<thin>\n", 8, 0xFF, "an archive of object files" },
		{ BYTECURSOR_KIND_NPY, "\x93NUMPY", 6, 0xFF, "an array of NumPy" },
		{ BYTECURSOR_KIND_ZIP, "PK\x03\x04", 4, 0xFF, "a zip archive, perhaps arrays of NumPy" },
		{ BYTECURSOR_KIND_ZIP, "PK\x05\x06", 4, 0xFF, "an empty zip archive" },
		{ BYTECURSOR_KIND_ZSTD, "\x28\xB5\x2F\xFD", 4, 0xFF, "data compressed with zstd" },
		{ BYTECURSOR_KIND_ZSTD_SKIPPABLE, "\x50\x2A\x4D\x18", 4, 0xF0, "data compressed with zstd" },
		{ BYTECURSOR_KIND_GZIP, "\x1F\x8B\x08", 3, 0xFF, "data compressed with gzip" },
		{ BYTECURSOR_KIND_GGUF, "GGUF", 4, 0xFF, "a GGUF file of weights" },
	};
	return index < sizeof rows / sizeof *rows ? &rows[index] : NULL;
}

static inline bool bytecursor_kind_matches(const struct bytecursor_kind_row *row, const void *data, size_t size)
{
	const uint8_t *bytes = (const uint8_t *)data;
	return size >= row->size && (bytes[0] & row->mask) == (uint8_t)row->magic[0] &&
	       memcmp(bytes + 1, row->magic + 1, row->size - 1) == 0;
}

/* Tests for one kind that has a magic number. */
static inline bool bytecursor_kind_is(enum bytecursor_kind kind, const void *data, size_t size)
{
	const struct bytecursor_kind_row *row;
	for (size_t i = 0; (row = bytecursor_kind_row(i)) != NULL; i++) {
		if (row->kind == kind && bytecursor_kind_matches(row, data, size))
			return true;
	}
	return false;
}

/* The first row that matches; NULL: none. */
static inline const struct bytecursor_kind_row *bytecursor_kind_find(const void *data, size_t size)
{
	const struct bytecursor_kind_row *row = NULL;
	for (size_t i = 0; (row = bytecursor_kind_row(i)) != NULL && !bytecursor_kind_matches(row, data, size); i++)
		;
	return row;
}

static inline uint32_t bytecursor_kind_u32(const uint8_t *at)
{
	return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* An export of JAX has no magic number. It is a table of a FlatBuffer (offset, then fields by number), of which field 13 points to bytecode.
 * `size` may be that of the first bytes of a file, in which the bytecode does not begin yet. */
static inline bool bytecursor_kind_is_jax_export(const void *data, size_t size)
{
	enum { FIELD = 4 + 2 * 13, FIRST = 1 << 16 };
	const uint8_t *bytes = (const uint8_t *)data;
	if (size < 64)
		return false;
	const uint32_t root = bytecursor_kind_u32(bytes);
	if (root < 4 || root > size - 4)
		return false;
	const int64_t fields = (int64_t)root - (int32_t)bytecursor_kind_u32(bytes + root);
	if (fields < 4 || (uint64_t)fields > size - (FIELD + 2))
		return false;
	const uint8_t *list = bytes + fields;
	const size_t list_size = list[0] | (size_t)list[1] << 8, table_size = list[2] | (size_t)list[3] << 8;
	const size_t offset = list[FIELD] | (size_t)list[FIELD + 1] << 8;
	if (list_size < FIELD + 2 || list_size % 2 || offset < 4 || offset > table_size || table_size - offset < 4 ||
		size - root < table_size)
		return false;
	const uint64_t module = (uint64_t)root + offset + bytecursor_kind_u32(bytes + root + offset) + 4;
	if (module > size - 4)
		return size >= FIRST && module >> 32 == 0;
	return memcmp(bytes + module, BYTECURSOR_MAGIC_BYTECODE, 4) == 0;
}

/* Weights in safetensors begin with the size of an object of JSON, which the format limits to 100 MB, and the object. */
static inline bool bytecursor_kind_is_safetensors(const void *data, size_t size)
{
	const uint8_t *bytes = (const uint8_t *)data;
	if (size < 10)
		return false;
	const uint32_t header = bytecursor_kind_u32(bytes);
	return bytecursor_kind_u32(bytes + 4) == 0 && header >= 2 && header <= 100000000 && bytes[8] == '{' &&
	       (bytes[9] == '"' || bytes[9] == '}');
}

static inline enum bytecursor_kind bytecursor_kind_of(const void *data, size_t size)
{
	const struct bytecursor_kind_row *row = bytecursor_kind_find(data, size);
	if (row)
		return row->kind;
	if (size == 0)
		return BYTECURSOR_KIND_EMPTY;
	if (bytecursor_may_be_text(data, size))
		return BYTECURSOR_KIND_TEXT;
	if (bytecursor_kind_is_safetensors(data, size))
		return BYTECURSOR_KIND_SAFETENSORS;
	return bytecursor_kind_is_jax_export(data, size) ? BYTECURSOR_KIND_JAX_EXPORT : BYTECURSOR_KIND_UNKNOWN;
}

/* Writes a message about an input of another kind than `expected` ("MLIR text"). Returns `out`. */
static inline const char *bytecursor_kind_message(const void *data, size_t size, const char *expected, char *out, size_t room)
{
	const struct bytecursor_kind_row *row = bytecursor_kind_find(data, size);
	const char *found = row                                            ? row->name
			    : size == 0                                    ? "the file is empty"
			    : bytecursor_may_be_text(data, size)        ? "this is text"
			    : bytecursor_kind_is_safetensors(data, size) ? "this is a safetensors file of weights"
			    : bytecursor_kind_is_jax_export(data, size) ? "this is an export of JAX"
									: "unknown binary data";
	snprintf(out, room, "%s%s, expected %s", row ? "this is " : "", found, expected);
	return out;
}

#endif
