/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files that are written where other users may have made links. */
#include "checks/output.h"

#include <bytecursor/file.h>
#include <fcntl.h>

FILE *kernels_hlo__output_open(const char *path, bool append)
{
	const int how = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (append ? O_APPEND : O_TRUNC);
	char *at = strdup(path);
	int file = -1;
	for (int links = 0; at && (file = open(at, how, 0666)) < 0 && errno == ELOOP && links < BYTECURSOR_MOST_LINKS; links++)
		at = bytecursor_link_follow(at);
	free(at);
	FILE *stream = file < 0 ? NULL : fdopen(file, append ? "ab" : "wb");
	if (file >= 0 && !stream)
		close(file);
	return stream;
}
