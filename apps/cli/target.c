/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the file that an output is written to. */
#include "target.h"
#include "cli.h"

#include <bytecursor/file.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- inputs, which outputs of another format must not replace */

static struct input_file {
	dev_t device;
	ino_t number;
	const char *format; /* NULL: not known */
	bool compressed;
} * inputs;
static size_t input_count, input_capacity;

bool target_note_input(int fd)
{
	struct stat about;
	if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode))
		return true;
	if (!CLI_RESERVE(inputs, input_count + 1, input_capacity))
		return false;
	inputs[input_count++] = (struct input_file){ about.st_dev, about.st_ino, NULL, false };
	return true;
}

void cli_input_is(const char *format)
{
	if (input_count)
		inputs[input_count - 1].format = format;
}

void target_input_is_compressed(void)
{
	if (input_count)
		inputs[input_count - 1].compressed = true;
}

static bool is_other_input(const struct target *target, const char *format)
{
	const struct stat *about = &target->about;
	for (size_t i = 0; target->exists && i < input_count; i++) {
		const struct input_file *input = &inputs[i];
		if (input->device == about->st_dev && input->number == about->st_ino &&
			!(format && input->format && !input->compressed && strcmp(format, input->format) == 0))
			return true;
	}
	return false;
}

/* ---- symbolic links */

bool target_may_use_folder(const char *path)
{
	struct stat about;
	size_t size = strlen(path);
	while (size > 1 && path[size - 1] == '/')
		size--;
	char *name = strndup(path, size); /* of the link, not of the folder */
	const bool allowed = name && (lstat(name, &about) != 0 || !S_ISLNK(about.st_mode) || bytecursor_link_may_be_followed(name));
	const int saved = name ? errno : ENOMEM;
	free(name);
	errno = saved;
	return allowed;
}

/* Resolves all links of a path; the file need not exist. NULL with errno set. */
static char *resolve(const char *path)
{
	struct stat about;
	char *at = strdup(path);
	for (int links = 0; at && lstat(at, &about) == 0 && S_ISLNK(about.st_mode); links++) {
		if (links == BYTECURSOR_MOST_LINKS) {
			free(at);
			errno = ELOOP;
			return NULL;
		}
		at = bytecursor_link_follow(at);
	}
	return at;
}

int target_refuse_input(const struct target *target, const char *path, const char *format)
{
	if (!is_other_input(target, format))
		return CLI_GOOD;
	cli_error("%s is an input of this command, and the output has another format; choose another file", path);
	return CLI_USAGE;
}

int target_find(const char *path, const char *format, struct target *out_target)
{
	out_target->path = resolve(path);
	if (!out_target->path) {
		cli_error("cannot write %s: %s", path, strerror(errno));
		return CLI_SYSTEM;
	}
	out_target->exists = stat(out_target->path, &out_target->about) == 0;
	int code = target_refuse_input(out_target, path, format);
	if (code == CLI_GOOD && out_target->exists && faccessat(AT_FDCWD, out_target->path, W_OK, AT_EACCESS) != 0) {
		/* rename() would replace it, but a user who write-protects a file expects that it stays */
		cli_error("cannot write %s: %s", path, strerror(errno));
		code = CLI_SYSTEM;
	}
	if (code != CLI_GOOD)
		free(out_target->path);
	return code;
}

/* A regular file is written as another one in its folder. */
static bool can_add_beside(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash ? strndup(path, (size_t)(slash + 1 - path)) : strdup(".");
	bool can = folder && faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) == 0;
	int saved = errno;
	free(folder);
	errno = saved;
	return can;
}

int cli_output_check(const char *path, const char *format)
{
	struct target target;
	if (strcmp(path, "-") == 0)
		return CLI_GOOD;
	int code = target_find(path, format, &target);
	if (code != CLI_GOOD)
		return code;
	if ((!target.exists || S_ISREG(target.about.st_mode)) && !can_add_beside(target.path)) {
		cli_error("cannot write %s: %s", path, strerror(errno));
		code = CLI_SYSTEM;
	}
	free(target.path);
	return code;
}

/* ---- access */

bool target_set_access(const struct target *target, int fd)
{
	struct stat about;
	if (!target->exists) {
		mode_t mask = umask(0); /* the only way to read the umask; the program has one thread here */
		umask(mask);
		return fchmod(fd, 0666 & ~mask) == 0;
	}
	mode_t mode = target->about.st_mode & 0777;
	if (fstat(fd, &about) != 0)
		return false;
	/* The process may lack the right to change owner or group; then the file's current group gets no access. */
	if ((about.st_uid != target->about.st_uid || about.st_gid != target->about.st_gid) &&
		fchown(fd, target->about.st_uid, target->about.st_gid) != 0 &&
		(about.st_gid != target->about.st_gid && fchown(fd, (uid_t)-1, target->about.st_gid) != 0))
		mode &= ~(mode_t)070;
	return fchmod(fd, mode) == 0;
}
