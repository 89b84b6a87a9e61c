/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads files into blocks of exactly their size, so that a sanitizer detects reads beyond the end. */
#ifndef BEF_TEST_FILES_H
#define BEF_TEST_FILES_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* NULL if the file cannot be read. An empty file also gives a block. */
static inline uint8_t *read_file(const char *folder, const char *name, size_t *out_size)
{
	char path[2048];
	*out_size = 0;
	int length = snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *file = length > 0 && (size_t)length < sizeof path ? fopen(path, "rb") : NULL;
	if (!file)
		return NULL;
	size_t capacity = 1 << 16, size = 0;
	uint8_t *data = malloc(capacity);
	while (data) {
		size += fread(data + size, 1, capacity - size, file);
		if (size < capacity)
			break;
		data = realloc(data, capacity *= 2);
	}
	fclose(file);
	uint8_t *exact = malloc(size ? size : 1);
	if (!data || !exact)
		abort();
	if (size > 0)
		memcpy(exact, data, size);
	free(data);
	*out_size = size;
	return exact;
}

#endif
