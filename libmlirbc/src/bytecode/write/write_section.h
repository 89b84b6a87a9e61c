/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The sections of a bytecode file between being made (write_section.c) and being written (write_emit.c). */
#ifndef MLIRBC_SRC_WRITE_SECTION_H
#define MLIRBC_SRC_WRITE_SECTION_H

#include "bytecode/write/write_state.h"

enum { MLIRBC__MOST_PIECES = 4 };

/* Contents of a section, as a list of borrowed parts. */
struct mlirbc__content {
	bool present;
	size_t size; /* of all parts */
	uint64_t alignment;
	struct {
		const void *data;
		size_t size;
	} pieces[MLIRBC__MOST_PIECES];
	unsigned piece_count;
};

struct mlirbc__sections {
	struct mlirbc__save *s;
	struct mlirbc__content contents[MLIRBC__SECTION_COUNT];
	struct mlirbc__out strings, dialects, offsets, resource_offsets, properties;
	mlirbc_write_fn write;
	void *ctx;
	bool writes_strings; /* new ones; they follow the section's pieces */
	size_t written;
	struct mlirbc__out buffer; /* small pieces are combined: a call may cost more than copying its bytes */
};

/* Fills the contents. False on failure. */
bool mlirbc__make_sections(struct mlirbc__sections *t);

static inline const struct mlirbc_string *const *mlirbc__strings_of(const struct mlirbc__out *out, size_t *out_count)
{
	*out_count = MLIRBC__ITEMS(out, const struct mlirbc_string *);
	return out->data;
}

#endif
