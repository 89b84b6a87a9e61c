/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bytes as text: pairs of hex digits, and comments from # to the end of the line. */
#ifndef BEF_TEST_HEX_H
#define BEF_TEST_HEX_H

#include "files.h"

/* Returns a block of exactly these bytes; free it with free(). */
static inline uint8_t *hex_bytes(const char *text, size_t *out_size)
{
	uint8_t *bytes = malloc(strlen(text) / 2 + 1);
	size_t size = 0;
	for (; bytes && *text; text++) {
		char digits[3] = { text[0], text[1], 0 };
		if (*text == '#') {
			while (text[1] && text[1] != '\n')
				text++;
		} else if (!strchr(" \t\n", *text)) {
			bytes[size++] = (uint8_t)strtoul(digits, NULL, 16);
			text++;
		}
	}
	uint8_t *exact = malloc(size ? size : 1);
	if (!bytes || !exact)
		abort();
	memcpy(exact, bytes, size);
	free(bytes);
	*out_size = size;
	return exact;
}

/* Reads a file of this text; NULL if it cannot be read. */
static inline uint8_t *hex_file(const char *folder, const char *name, size_t *out_size)
{
	size_t size;
	uint8_t *text = read_file(folder, name, &size), *bytes = NULL;
	*out_size = 0;
	char *string = text ? strndup((const char *)text, size) : NULL;
	if (string)
		bytes = hex_bytes(string, out_size);
	free(string);
	free(text);
	return bytes;
}

#endif
