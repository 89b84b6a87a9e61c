/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reading whole files, which other programs may truncate meanwhile. */
#ifndef BYTECURSOR_FILE_H
#define BYTECURSOR_FILE_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of an open file that was as long as `before`; of other files than regular ones nothing is known. */
static inline bool bytecursor_file_shrank(int fd, uintmax_t before)
{
	struct stat about;
	return fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && (uintmax_t)about.st_size < before;
}

/* Reads to the end. The result, aligned to pages, is released with free(); that of an empty file is NULL. Fails with EIO if a regular file
 * shrinks meanwhile. */
static inline bool bytecursor_file_read(int fd, void **out_data, size_t *out_size)
{
	struct stat about;
	*out_data = NULL;
	*out_size = 0;
	if (fstat(fd, &about) != 0)
		return false;
	const uintmax_t before = S_ISREG(about.st_mode) ? (uintmax_t)about.st_size : 0;
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t block = before < SIZE_MAX / 4 ? ((size_t)before / page + 1) * page : 0, used = 0; /* a byte more shows the end */
	uint8_t *data = block ? aligned_alloc(page, block) : NULL;
	for (ssize_t got = 1; data && got != 0; used += got > 0 ? (size_t)got : 0) {
		if (used == block) {
			uint8_t *more = block < SIZE_MAX / 4 ? aligned_alloc(page, 2 * block) : NULL;
			if (more)
				memcpy(more, data, used);
			free(data);
			data = more;
			block *= 2;
		}
		got = data ? read(fd, data + used, block - used) : 0;
		if (got < 0 && errno != EINTR) {
			const int reason = errno;
			free(data);
			errno = reason;
			return false;
		}
	}
	if (!data)
		errno = ENOMEM;
	if (data && bytecursor_file_shrank(fd, before)) {
		free(data);
		data = NULL;
		errno = EIO;
	}
	if (!data)
		return false;
	if (used == 0) {
		free(data);
		data = NULL;
	}
	*out_data = data;
	*out_size = used;
	return true;
}

#endif
