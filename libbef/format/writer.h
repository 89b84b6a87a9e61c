/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The representation of struct bef_writer: the data collected until the file is assembled. */
#ifndef BEF_FORMAT_WRITER_H
#define BEF_FORMAT_WRITER_H

#include <bef/reader.h>
#include <bef/writer.h>
#include "internal.h"
#include "vbr.h"

/* Names, each kept once, numbered in the order of first use. */
struct bef__name {
	size_t offset; /* in bytes */
	uint32_t size, hash;
	uint32_t type, kernel; /* number in these tables plus one; 0: not in the table */
};
struct bef__intern {
	struct bytecursor_buffer bytes; /* NUL-terminated, contiguous */
	struct bytecursor_buffer names; /* struct bef__name */
	uint32_t *slots;          /* open addressing; name number plus one; 0: free */
	uint32_t slot_count;      /* a power of two */
};

static inline uint32_t bef__intern_count(const struct bef__intern *intern)
{
	return (uint32_t)(intern->names.size / sizeof(struct bef__name));
}
static inline struct bef__name *bef__intern_name(const struct bef__intern *intern, uint32_t number)
{
	return (struct bef__name *)(void *)intern->names.data + number;
}
/* BEF_OK, or BEF_E_NOMEM, BEF_E_LIMIT, BEF_E_UNSUPPORTED (a NUL inside) without effect. */
enum bef_status bef__intern_add(struct bef__intern *intern, const struct bef_allocator *allocator, const char *data,
	size_t size, uint32_t *out_number);
/* Removes the names added after the first `count`. */
void bef__intern_rollback(struct bef__intern *intern, uint32_t count);
void bef__intern_free(struct bef__intern *intern, const struct bef_allocator *allocator);

struct bef__writer_function {
	enum bef_function_kind kind;
	uint32_t name;
	uint32_t argument_count, result_count;
	size_t types;  /* index in signatures: arguments, then results */
	size_t offset; /* in bodies */
	bool has_body;
};

/* An unknown section; its bytes follow this structure. Not aligned: copy it before access. */
struct bef__extra {
	size_t size;
	uint8_t id, alignment;
};

struct bef_writer {
	struct bef_allocator allocator;
	bool optional;
	struct bef__intern strings;
	struct bytecursor_buffer kernels, types; /* uint32_t names, by number */

	struct bytecursor_buffer attributes;
	size_t attributes_alignment;
	struct bytecursor_buffer attribute_types; /* VBR pairs */
	uint32_t attribute_type_count;
	uint64_t next_attribute_type; /* the smallest offset allowed in the next call */

	struct bef__intern location_strings;
	/* cache: most locations are in the file of the previous one; valid if there is any string */
	uint32_t last_location_string;
	struct bytecursor_buffer locations;
	uint32_t next_virtual;

	struct bytecursor_buffer functions;  /* struct bef__writer_function */
	struct bytecursor_buffer signatures; /* uint32_t */
	struct bytecursor_buffer bodies;
	uint32_t next_body; /* earlier functions have a body or need none */

	struct bytecursor_buffer attribute_names; /* uint32_t per body: number of kernels, number of names, the names */
	struct bytecursor_buffer register_types;  /* VBR, as in the file */

	struct bytecursor_buffer extra; /* struct bef__extra, each followed by its bytes */
};

static inline uint32_t bef__writer_function_count(const struct bef_writer *w)
{
	return (uint32_t)(w->functions.size / sizeof(struct bef__writer_function));
}
static inline struct bef__writer_function *bef__writer_function_at(const struct bef_writer *w, uint32_t index)
{
	return (struct bef__writer_function *)(void *)w->functions.data + index;
}

/* Append to reserved space. */
static inline void bef__put_u32(struct bytecursor_buffer *buffer, uint32_t value)
{
	uint8_t *p = buffer->data + buffer->size;
	for (int i = 0; i < 4; i++, value >>= 8)
		p[i] = (uint8_t)value;
	buffer->size += 4;
}

static inline void bef__put_vbr(struct bytecursor_buffer *buffer, uint64_t value)
{
	buffer->size = (size_t)(bef__vbr_write(buffer->data + buffer->size, value) - buffer->data);
}

#endif
