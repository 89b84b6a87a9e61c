/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files that are written where other users may have made links. */
#include "checks/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINKS = 40 }; /* as on Linux */

/* The length of the folder of a path, with its slash. */
static size_t folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? (size_t)(slash + 1 - path) : 0;
}

static bool may_follow(const char *link)
{
	struct stat about, folder;
	char *path = folder_of(link) ? strndup(link, folder_of(link)) : strdup(".");
	const bool known = path && lstat(link, &about) == 0 && stat(path, &folder) == 0;
	free(path);
	if (known && (!(folder.st_mode & S_ISVTX) || !(folder.st_mode & S_IWOTH) || about.st_uid == geteuid() ||
			     about.st_uid == folder.st_uid))
		return true;
	errno = known ? EACCES : errno;
	return false;
}

/* The target of a link, from the current folder. The caller frees it; NULL: errno is set. */
static char *follow(const char *link)
{
	char text[PATH_MAX];
	const ssize_t size = readlink(link, text, sizeof text);
	if (size < 0 || (size_t)size == sizeof text) {
		errno = size < 0 ? errno : ENAMETOOLONG;
		return NULL;
	}
	const size_t folder = text[0] == '/' ? 0 : folder_of(link);
	char *path = malloc(folder + (size_t)size + 1);
	if (!path)
		return NULL;
	memcpy(path, link, folder);
	memcpy(path + folder, text, (size_t)size);
	path[folder + (size_t)size] = '\0';
	return path;
}

FILE *kernels_hlo__output_open(const char *path, bool append)
{
	const int how = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (append ? O_APPEND : O_TRUNC);
	char *at = strdup(path);
	int file = -1;
	for (int links = 0; at && (file = open(at, how, 0666)) < 0 && errno == ELOOP && links < MOST_LINKS; links++) {
		char *next = may_follow(at) ? follow(at) : NULL;
		free(at);
		at = next;
	}
	free(at);
	FILE *stream = file < 0 ? NULL : fdopen(file, append ? "ab" : "wb");
	if (file >= 0 && !stream)
		close(file);
	return stream;
}
