/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Computes how the bytes of a file are used. */
#ifndef MLIRBC_APP_SIZES_H
#define MLIRBC_APP_SIZES_H

#include "tables/table.h"

struct size_line {
	size_t index;
	uint64_t count, bytes;
};

struct size_list {
	struct size_line *lines;
	size_t count;
	void (*print)(FILE *out, const struct table *table, size_t index); /* the name of a line */
};

/* Every byte of the file is in exactly one line of `sections`, and of each section's own list, if it has one. */
struct sizes {
	struct size_list sections;   /* header, then the sections */
	struct size_list ops;        /* size of the ops without nested ops, and of their property blobs */
	struct size_list attributes; /* by kind */
	struct size_list types;
	struct size_list ops_alone; /* without property blobs */
	struct size_list entries;   /* attributes and types */
	struct size_list dialects;  /* ops, attributes, types, op names, resources */
	struct size_list resources;
	uint64_t padding, duplicates;
	struct size_list duplicate_kinds; /* bytes of duplicated parts */
	const struct table *table;
	char *name;  /* the last result of size_name() */
	bool failed; /* out of memory for a name */
};

/* @return CLI_GOOD, or the exit code after a message, with nothing to finish */
int sizes_measure(const struct table *table, struct sizes *out_sizes);
void sizes_finish(struct sizes *sizes);
/* Returns the printable name of a line, valid until the next call. */
const char *size_name(struct sizes *sizes, const struct size_list *list, size_t line);

/* Writes a page with nested rectangles and tables. */
void size_page_write(FILE *out, const struct table *table, struct sizes *sizes);

#endif
