/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a file is, by its first bytes. */
#include "kind.h"
#include "cli.h"
#include "compressed.h"

#include <stdio.h>
#include <string.h>

enum { JUDGED = 64 };

static const struct {
	enum cli_kind kind;
	const char *magic;
	size_t size;
	const char *name, *reader;
} known[] = {
	{ CLI_KIND_BEF, "\x0B\xEF", 2, "a BEF file", "'bef disassemble' writes its program as MLIR text" },
	{ CLI_KIND_BYTECODE, "ML\xEFR", 4, "MLIR bytecode", "'mlirbc' and 'bef' read it" },
	{ CLI_KIND_IMAGES, "IBYS", 4, "a SYCLBIN file", "'syclbin' reads it" },
	{ CLI_KIND_IMAGES, "\x10\xFF\x10\xAD", 4, "an offload binary", "'syclbin' reads it" },
	{ CLI_KIND_IMAGES, "__CLANG_OFFLOAD_BUNDLE__", 24, "an offload bundle", "'syclbin' reads it" },
	{ CLI_KIND_IMAGES, "\x7F" "ELF", 4, "an ELF file", "'syclbin' reads the device images in it" },
	{ CLI_KIND_ARRAYS, "\x93NUMPY", 6, "an array of NumPy", "'bef run' takes it with --input" },
	{ CLI_KIND_ARRAYS, "PK\x03\x04", 4, "a zip archive, perhaps arrays of NumPy", "'bef run' takes arrays with --input" },
};

/* Text has no control characters except white space; the first bytes suffice. */
static bool may_be_text(const uint8_t *data, size_t size)
{
	for (size_t i = 0; i < size && i < JUDGED; i++) {
		if (data[i] < 0x20 && (data[i] < '\t' || data[i] > '\r'))
			return false;
	}
	return true;
}

enum cli_kind cli_kind_of(const void *data, size_t size)
{
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (size >= known[i].size && memcmp(data, known[i].magic, known[i].size) == 0)
			return known[i].kind;
	}
	if (size == 0)
		return CLI_KIND_EMPTY;
	return may_be_text(data, size) ? CLI_KIND_TEXT : CLI_KIND_UNKNOWN;
}

int cli_kind_refuse(const char *file, const void *data, size_t size, const char *expected)
{
	const char *found = size == 0 ? "the file is empty" : may_be_text(data, size) ? "this is text" : "unknown binary data";
	const char *reader = NULL;
	char message[400];
	for (size_t i = 0; i < sizeof known / sizeof *known && !reader; i++) {
		if (size >= known[i].size && memcmp(data, known[i].magic, known[i].size) == 0) {
			found = known[i].name;
			reader = known[i].reader;
		}
	}
	snprintf(message, sizeof message, "%s%s, expected %s%s%s", reader ? "this is " : "", found, expected, reader ? "; " : "",
		reader ? reader : "");
	if (!cli_problem(0, 0, 0, message))
		cli_error("%s: 0x0: %s", file, message);
	return CLI_BAD;
}
