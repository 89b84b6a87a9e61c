/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Escapes unknown bytes, and names numeric codes. */
#include "inputs/input.h"

void put_escaped(FILE *out, const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		unsigned char c = (unsigned char)text[i];
		if (c == '\\')
			fputs("\\\\", out);
		else if (c < 0x20 || c > 0x7E || c == '"')
			fprintf(out, "\\%02X", c);
		else
			putc(c, out);
	}
}

void put_name(FILE *out, const char *name, size_t size)
{
	put_escaped(out, name, size < NAME_MOST ? size : NAME_MOST);
	if (size > NAME_MOST)
		fputs("...", out);
}

static const char *const attr_codes[] = { "array", "dictionary", "string", "string with a type", "flat symbol",
	"symbol", "type", "unit", "integer", "float", "callsite location", "file location", "fused location",
	"fused location with metadata", "name location", "unknown location", "dense resource", "dense array",
	"dense elements", "dense strings", "sparse elements", "distinct", "file range location" };

static const char *const type_codes[] = { "integer", "index", "function", "bf16", "f16", "f32", "f64", "f80", "f128",
	"complex", "memref", "memref with a memory space", "none", "tensor", "tensor with an encoding", "tuple",
	"unranked memref", "unranked memref with a memory space", "unranked tensor", "vector", "scalable vector" };

const char *attr_code_name(uint64_t code)
{
	return code < sizeof attr_codes / sizeof *attr_codes ? attr_codes[code] : NULL;
}

const char *type_code_name(uint64_t code)
{
	return code < sizeof type_codes / sizeof *type_codes ? type_codes[code] : NULL;
}
