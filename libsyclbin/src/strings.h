/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A table of strings in which one that is the end of another shares its bytes, in the order in which LLVM lays them
 * out. */
#ifndef SYCLBIN_STRINGS_H
#define SYCLBIN_STRINGS_H

#include "internal.h"

struct syclbin__strings {
	const struct syclbin_allocator *allocator;
	struct syclbin__buffer items; /* struct item of strings.c, in the order of adding */
	struct syclbin__buffer bytes; /* copies of them */
	uint32_t count;
	uint64_t size; /* of the finished table */
};

/* Adds a string; an equal one gets a number of its own and the same place. False: out of memory. */
bool syclbin__strings_add(struct syclbin__strings *strings, struct syclbin_string text);
/* Gives every string its place. False: out of memory. */
bool syclbin__strings_layout(struct syclbin__strings *strings);
/* Where string `index` stands in the table. */
uint64_t syclbin__strings_offset(const struct syclbin__strings *strings, uint32_t index);
size_t syclbin__strings_length(const struct syclbin__strings *strings, uint32_t index);
/* Writes the table, `size` bytes. */
void syclbin__strings_write(const struct syclbin__strings *strings, uint8_t *out);
void syclbin__strings_finish(struct syclbin__strings *strings);

#endif
