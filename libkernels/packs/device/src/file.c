/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads a file of code. */
#include "common.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Larger files are not code. */
#define MOST_BYTES ((size_t)1 << 30)

static char *read_all(FILE *file, size_t size)
{
	char *bytes = malloc(size + 1);
	if (bytes && fread(bytes, 1, size, file) != size) {
		free(bytes);
		return NULL;
	}
	if (bytes)
		bytes[size] = '\0';
	return bytes;
}

char *kernels_device__file_read(const char *path, size_t *out_size, struct kernels_device_error *error)
{
	FILE *file = fopen(path, "rbe");
	struct stat info;
	char *bytes = NULL;
	if (!file) {
		kernels_device_fail(error, errno == ENOENT ? ASYNC_CODE_NOT_FOUND : ASYNC_CODE_UNAVAILABLE, 0,
			"cannot open %.300s: %s", path, strerror(errno));
		return NULL;
	}
	if (fstat(fileno(file), &info) != 0 || !S_ISREG(info.st_mode) || (uint64_t)info.st_size > MOST_BYTES) {
		kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
			"%.300s is not a regular file of at most %zu bytes", path, MOST_BYTES);
	} else {
		*out_size = (size_t)info.st_size;
		bytes = read_all(file, *out_size);
		if (!bytes)
			kernels_device_fail(error, ASYNC_CODE_UNAVAILABLE, 0, "cannot read %.300s", path);
	}
	fclose(file);
	return bytes;
}

void kernels_device__file_free(char *bytes)
{
	free(bytes);
}
