/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The file that an output is written to: found through symbolic links, not an input of another format. */
#ifndef CLI_TARGET_H
#define CLI_TARGET_H

#include <stdbool.h>
#include <sys/stat.h>

struct target {
	char *path; /* without symbolic links in its last component; the caller frees it */
	bool exists;
	struct stat about; /* if it exists */
};

/* Remembers a file that was opened for reading. False: out of memory. */
bool target_note_input(int fd);

/* Finds the file that writing to `path` replaces or makes.
 * @param format  of the output, as cli_input_is() names it; NULL: one that no input has
 * @return CLI_GOOD, or the exit code after a message; then there is nothing to free */
int target_find(const char *path, const char *format, struct target *out_target);

/* Gives a new file, which only its owner can read so far, the access of the file that it will replace, or that of a new
 * file. Nobody can read it who could not read the replaced file. False: errno says why. */
bool target_set_access(const struct target *target, int fd);

#endif
