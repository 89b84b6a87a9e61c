/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reading whole files, which other programs may truncate meanwhile. */
#ifndef BYTECURSOR_FILE_H
#define BYTECURSOR_FILE_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of an open file that was as long as `before`; of other files than regular ones nothing is known. */
static inline bool bytecursor_file_shrank(int fd, uintmax_t before)
{
	struct stat about;
	return fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && (uintmax_t)about.st_size < before;
}

/* Before a block of memory is filled: with pages of 4 KiB, making them takes twice as long as reading a large file. */
static inline void bytecursor_file_use_huge_pages(void *block, size_t size)
{
#ifdef MADV_HUGEPAGE
	const uintptr_t huge = (uintptr_t)2 << 20, begin = ((uintptr_t)block + huge - 1) & ~(huge - 1);
	const uintptr_t end = ((uintptr_t)block + size) & ~(huge - 1);
	if (size >= 2 * huge && end > begin)
		(void)madvise((void *)begin, end - begin, MADV_HUGEPAGE); /* if the system refuses, it is memory all the same */
#else
	(void)block;
	(void)size;
#endif
}

/* Reads from the position of the descriptor to the end, into a block of *block bytes that it replaces by larger ones. NULL: errno is set. */
static inline uint8_t *bytecursor_file_read_rest(int fd, uint8_t *data, size_t block, size_t page, size_t *out_used)
{
	size_t used = 0;
	for (ssize_t got = 1; data && got != 0; used += got > 0 ? (size_t)got : 0) {
		if (used == block) {
			uint8_t *more = block < SIZE_MAX / 4 ? aligned_alloc(page, 2 * block) : NULL;
			if (more)
				memcpy(more, data, used);
			free(data);
			data = more;
			block *= 2;
			errno = ENOMEM;
		}
		got = data ? read(fd, data + used, block - used) : 0;
		if (got < 0 && errno != EINTR) {
			const int reason = errno;
			free(data);
			data = NULL;
			errno = reason;
		}
	}
	*out_used = data ? used : 0;
	return data;
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
	const size_t block = before < SIZE_MAX / 4 ? ((size_t)before / page + 1) * page : 0; /* a byte more shows the end */
	uint8_t *data = block ? aligned_alloc(page, block) : NULL;
	if (!data) {
		errno = ENOMEM;
		return false;
	}
	bytecursor_file_use_huge_pages(data, block);
	data = bytecursor_file_read_rest(fd, data, block, page, out_size);
	if (!data)
		return false;
	const bool shrank = bytecursor_file_shrank(fd, before);
	if (shrank || *out_size == 0) {
		free(data);
		data = NULL;
		*out_size = 0;
		errno = EIO;
	}
	*out_data = data;
	return !shrank;
}

#endif
