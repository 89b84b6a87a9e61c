/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by the parts of bef_dump(). */
#ifndef BEF_FORMAT_DUMP_H
#define BEF_FORMAT_DUMP_H

#include <bef/dump.h>
#include "internal.h"

struct bef__attr_entry {
	uint64_t offset;
	uint32_t type;
};

struct bef__dump {
	const struct bef_reader *reader;
	struct bef_dump_options options;
	bef_write_fn write;
	void *ctx;
	struct bef_diag *diag;
	enum bef_status status; /* of the first reported part, or of the failure that ended the dump */
	bool stopped;
	bool index_reported; /* the damage of FunctionIndex, which several sections read */
	/* Computed once, because bodies refer to them repeatedly: */
	struct bytecursor_buffer types, kernels, functions; /* uint64_t: offset of the name in Strings */
	struct bytecursor_buffer attributes;                /* struct bef__attr_entry, ascending */
	char text[2048];
	size_t text_size;
};

BEF_PRINTF(2, 3) void bef__dump_put(struct bef__dump *d, const char *format, ...);
/* Prints at most `limit` bytes of a text, in C quotes if `quote`; bytes that are not printable ASCII as \xx. */
void bef__dump_text(struct bef__dump *d, struct bef_string text, size_t limit, bool quote);
/* Prints entry `index` of one of the tables above; "?" if it does not exist. */
void bef__dump_name(struct bef__dump *d, const struct bytecursor_buffer *names, uint64_t index, bool quote);
void bef__dump_location(struct bef__dump *d, uint64_t offset);
/* Reports a failure in the text, on a separate line. */
void bef__dump_error(struct bef__dump *d, const struct bef_diag *diag);

/* bef__function_entry(), and reports an entry that cannot be read. False: there is no other entry, or the dump has stopped. */
bool bef__dump_function_entry(struct bef__dump *d, struct bef_functions *functions, struct bef_function *out_function,
	uint64_t *out_name);

void bef__dump_attr(struct bef__dump *d, const struct bef_attr *attr);
/* Prints an attribute that a body refers to; its type comes from AttributeTypes. */
void bef__dump_attr_at(struct bef__dump *d, uint64_t offset);
/* Prints one of the per-function sections: Functions, AttributeNames, RegisterTypes. */
void bef__dump_functions(struct bef__dump *d, enum bef_section_id id);

#endif
