/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reading whole files, which other programs may truncate meanwhile, and following links that other users may have made. */
#ifndef BYTECURSOR_FILE_H
#define BYTECURSOR_FILE_H

#include <errno.h>
#include <limits.h>
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

/* ---- symbolic links */

enum { BYTECURSOR_MOST_LINKS = 40 }; /* as on Linux; more links are treated as a loop */

/* The length of the folder of a path, with its slash. */
static inline size_t bytecursor_folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? (size_t)(slash + 1 - path) : 0;
}

/* Whether a link may be followed by the rule that Linux has with fs.protected_symlinks=1: not if it is in a folder that all may write, with
 * the sticky bit, and belongs neither to this user nor to the owner of the folder. The system does not apply the rule to readlink().
 * False: errno is set. */
static inline bool bytecursor_link_may_be_followed(const char *link)
{
	struct stat about, folder;
	const size_t size = bytecursor_folder_of(link);
	char *path = size ? strndup(link, size) : strdup(".");
	const bool known = path && lstat(link, &about) == 0 && stat(path, &folder) == 0;
	free(path);
	if (known && (!(folder.st_mode & S_ISVTX) || !(folder.st_mode & S_IWOTH) || about.st_uid == geteuid() ||
			     about.st_uid == folder.st_uid))
		return true;
	errno = known ? EACCES : errno;
	return false;
}

/* The target of a link, from the current folder, if the link may be followed. Frees `link`; the caller frees the result. NULL: errno is
 * set. */
static inline char *bytecursor_link_follow(char *link)
{
	char text[PATH_MAX], *path = NULL;
	const ssize_t size = bytecursor_link_may_be_followed(link) ? readlink(link, text, sizeof text) : -1;
	if (size >= 0 && (size_t)size < sizeof text) {
		const size_t folder = text[0] == '/' ? 0 : bytecursor_folder_of(link);
		path = malloc(folder + (size_t)size + 1);
		if (path) {
			memcpy(path, link, folder);
			memcpy(path + folder, text, (size_t)size);
			path[folder + (size_t)size] = '\0';
		}
	}
	const int reason = size < 0 ? errno : (size_t)size < sizeof text ? ENOMEM : ENAMETOOLONG;
	free(link);
	errno = reason;
	return path;
}

#endif
