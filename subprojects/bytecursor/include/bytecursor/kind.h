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
	BYTECURSOR_KIND_UNKNOWN
};

/* What bef_source_open() reads, and so every command of bef: for bytecursor_kind_message(). */
#define BYTECURSOR_KIND_PROGRAMS "BEF (0B EF), MLIR bytecode (ML EF R) or MLIR text"
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

static inline enum bytecursor_kind bytecursor_kind_of(const void *data, size_t size)
{
	const struct bytecursor_kind_row *row = bytecursor_kind_find(data, size);
	if (row)
		return row->kind;
	if (size == 0)
		return BYTECURSOR_KIND_EMPTY;
	return bytecursor_may_be_text(data, size) ? BYTECURSOR_KIND_TEXT : BYTECURSOR_KIND_UNKNOWN;
}

/* Writes a message about an input of another kind than `expected` ("MLIR text"). Returns `out`. */
static inline const char *bytecursor_kind_message(const void *data, size_t size, const char *expected, char *out, size_t room)
{
	const struct bytecursor_kind_row *row = bytecursor_kind_find(data, size);
	const char *found = row                                     ? row->name
			    : size == 0                             ? "the file is empty"
			    : bytecursor_may_be_text(data, size) ? "this is text"
								 : "unknown binary data";
	snprintf(out, room, "%s%s, expected %s", row ? "this is " : "", found, expected);
	return out;
}

#endif
