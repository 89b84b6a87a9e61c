/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A string table in which a suffix of another string shares its bytes. The layout is LLVM's. */
#ifndef SYCLBIN_STRINGS_H
#define SYCLBIN_STRINGS_H

#include "internal.h"

struct syclbin__strings {
	const struct syclbin_allocator *allocator;
	struct bytecursor_buffer items; /* struct item of strings.c, in insertion order */
	struct bytecursor_buffer bytes; /* copies of the strings */
	uint32_t count;
	uint64_t size; /* of the finished table */
};

/* Adds a string. An equal string gets a separate number and the same offset. False: out of memory. */
bool syclbin__strings_add(struct syclbin__strings *strings, struct syclbin_string text);
/* Assigns an offset to every string. False: out of memory. */
bool syclbin__strings_layout(struct syclbin__strings *strings);
/* Returns the offset of string `index` in the table. */
uint64_t syclbin__strings_offset(const struct syclbin__strings *strings, uint32_t index);
size_t syclbin__strings_length(const struct syclbin__strings *strings, uint32_t index);
/* Writes the table, `size` bytes. */
void syclbin__strings_write(const struct syclbin__strings *strings, uint8_t *out);
void syclbin__strings_finish(struct syclbin__strings *strings);

#endif
