/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads test files into blocks of exactly their size, so that a sanitizer detects reads beyond the end. */
#ifndef SYCLBIN_TEST_FILES_H
#define SYCLBIN_TEST_FILES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct file {
	uint8_t *data; /* NULL: the file does not exist */
	size_t size;
};

static inline struct file file_read(const char *path)
{
	struct file file = { NULL, 0 };
	FILE *f = fopen(path, "rb");
	if (!f)
		return file;
	fseek(f, 0, SEEK_END);
	long end = ftell(f);
	rewind(f);
	file.size = end > 0 ? (size_t)end : 0;
	file.data = malloc(file.size ? file.size : 1);
	if (file.data && fread(file.data, 1, file.size, f) != file.size) {
		free(file.data);
		file.data = NULL;
	}
	fclose(f);
	return file;
}

/* The folder of golden data; NULL if it does not exist. */
static inline const char *golden_folder(void)
{
	static char path[4096];
	const char *root = getenv("BEFKIT_GOLDEN");
	snprintf(path, sizeof path, "%s/syclbin/valid/01_empty.txt", root ? root : GOLDEN);
	FILE *f = fopen(path, "rb");
	if (!f)
		return NULL;
	fclose(f);
	path[strlen(path) - strlen("/valid/01_empty.txt")] = '\0';
	return path;
}

#endif
