/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the file that an output is written to: follows symbolic links, and rejects inputs of another format. */
#ifndef CLI_TARGET_H
#define CLI_TARGET_H

#include <stdbool.h>
#include <sys/stat.h>

struct target {
	char *path; /* without symbolic links in its last component; the caller frees it */
	bool exists;
	struct stat about; /* if it exists */
};

/* Records a file that was opened for reading. False: out of memory. */
bool target_note_input(int fd);

/* The file recorded last is compressed: no output has its format. */
void target_input_is_compressed(void);

/* Finds the file that writing to `path` replaces or creates.
 * @param format  of the output, as cli_input_is() names it; NULL: a format that no input has
 * @return CLI_GOOD, or the exit code after a message; then there is nothing to free */
int target_find(const char *path, const char *format, struct target *out_target);

/* Returns CLI_USAGE after a message if the target is an input of another format that has been opened. */
int target_refuse_input(const struct target *target, const char *path, const char *format);

/* Whether outputs may be written in a folder: not if its name is a link that an output would not follow. False: errno is set. */
bool target_may_use_folder(const char *path);

/* Sets the access of a new file, so far readable only by its owner, to that of the file it replaces, or to the
 * default for new files. Users who could not read the replaced file cannot read the new one. False: errno is set. */
bool target_set_access(const struct target *target, int fd);

#endif
