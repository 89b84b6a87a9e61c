/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads and writes whole files. */
#include "cli.h"
#include "compressed.h"
#include "door.h"
#include "guard.h"
#include "target.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST = 65536 };

/* Grows by doubling from 64 KiB, so pipes of any length take few steps. NULL: out of memory, errno is set. */
static uint8_t *grow(uint8_t *data, size_t *capacity)
{
	size_t wider = *capacity ? *capacity * 2 : FIRST;
	uint8_t *bigger = realloc(data, wider);
	if (!bigger) {
		free(data);
		errno = ENOMEM;
		return NULL;
	}
	*capacity = wider;
	return bigger;
}

/* The first bytes of a compressed file do not tell what it holds. */
static bool is_unwanted(const uint8_t *data, size_t size, const struct cli_door *door)
{
	return size == FIRST && !cli_is_compressed(data, size) && !cli_door_wants(door, data, size);
}

static uint8_t *read_all(int fd, const struct cli_door *door, size_t *out_size)
{
	size_t size = 0, capacity = 0;
	uint8_t *data = NULL;
	for (;;) {
		if (size == capacity && is_unwanted(data, size, door))
			break;
		if (size == capacity && !(data = grow(data, &capacity)))
			return NULL;
		ssize_t got = read(fd, data + size, capacity - size);
		if (got == 0)
			break;
		if (got < 0) {
			if (errno == EINTR)
				continue;
			free(data);
			return NULL;
		}
		size += (size_t)got;
		if (size > CLI_INPUT_MOST) {
			free(data);
			errno = EFBIG;
			return NULL;
		}
	}
	/* exactly as large as the file, so that memory checkers detect reads beyond its end */
	uint8_t *fitting = realloc(data, size ? size : 1);
	*out_size = size;
	return fitting ? fitting : data;
}

void cli_note_terminal(void)
{
	if (isatty(STDIN_FILENO))
		cli_note(NULL, "reading from the terminal; Ctrl-D ends the input");
}

int cli_open(const char *path)
{
	int fd = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	if (fd == STDIN_FILENO)
		cli_note_terminal();
	if (fd >= 0 && !target_note_input(fd)) {
		if (fd != STDIN_FILENO)
			close(fd);
		errno = ENOMEM;
		return -1;
	}
	return fd;
}

int cli_read(const char *path, struct cli_input *out_input)
{
	int code = cli_read_from(cli_open(path), path, out_input);
	if (code == CLI_GOOD && cli_is_compressed(out_input->data, out_input->size)) {
		uint8_t *compressed = out_input->data;
		code = cli_decompress(out_input->name, compressed, out_input->size, &out_input->data, &out_input->size);
		free(compressed);
	}
	return code;
}

int cli_read_from(int fd, const char *path, struct cli_input *out_input) { return cli_read_from_wanted(fd, path, NULL, out_input); }

int cli_read_from_wanted(int fd, const char *path, const struct cli_door *door, struct cli_input *out_input)
{
	*out_input = (struct cli_input){ .name = strcmp(path, "-") == 0 ? "<stdin>" : path };
	if (fd >= 0) {
		out_input->data = read_all(fd, door, &out_input->size);
		int saved = errno;
		if (fd != STDIN_FILENO)
			close(fd);
		errno = saved;
	}
	if (out_input->data)
		return CLI_GOOD;
	cli_error("cannot read %s: %s", out_input->name, strerror(errno));
	return CLI_SYSTEM;
}

/* Returns the number of bytes written; if not all, errno is set. */
static size_t write_some(int fd, const uint8_t *data, size_t size)
{
	size_t done = 0;
	while (done < size) {
		ssize_t put = write(fd, data + done, size - done);
		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			break;
		done += (size_t)put;
	}
	return done;
}

static bool write_all(int fd, const uint8_t *data, size_t size) { return write_some(fd, data, size) == size; }

/* Creates and opens a new file beside `path`; sets errno on failure. *out_temporary is its name; the caller frees
 * it. */
static int open_beside(const char *path, char **out_temporary)
{
	static const char ending[] = ".XXXXXX";
	size_t length = strlen(path);
	char *temporary = malloc(length + sizeof ending);
	if (!temporary)
		return -1;
	memcpy(temporary, path, length);
	memcpy(temporary + length, ending, sizeof ending);
	int fd = cli_guard_mkstemp(temporary);
	if (fd < 0) {
		free(temporary);
		return -1;
	}
	*out_temporary = temporary;
	return fd;
}

/* Renames the file to its final name if it is `whole`, else removes it; frees `temporary`. */
static bool rename_or_remove(char *temporary, const char *path, bool whole)
{
	bool renamed = whole && rename(temporary, path) == 0;
	int saved = errno;
	if (!renamed)
		unlink(temporary);
	cli_guard_end(temporary);
	free(temporary);
	errno = saved;
	return renamed;
}

/* Writes to a new file beside the target and renames it; sets errno on failure. */
static bool write_by_rename(const struct target *target, const uint8_t *data, size_t size)
{
	char *temporary;
	int fd = open_beside(target->path, &temporary);
	if (fd < 0)
		return false;
	bool written = write_all(fd, data, size) && target_set_access(target, fd);
	written = close(fd) == 0 && written;
	return rename_or_remove(temporary, target->path, written);
}

static bool write_in_place(const char *path, const uint8_t *data, size_t size)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW); /* the links have been resolved */
	if (fd < 0)
		return false;
	bool written = write_all(fd, data, size);
	return close(fd) == 0 && written;
}

int cli_folder(const char *path, bool make)
{
	if (make && mkdir(path, 0777) == 0)
		return CLI_GOOD;
	if (make && errno != EEXIST)
		cli_error("cannot create the folder %s: %s", path, strerror(errno));
	else if (target_may_use_folder(path))
		return CLI_GOOD;
	else
		cli_error("cannot write in the folder %s: %s", path, strerror(errno));
	return CLI_SYSTEM;
}

static bool is_special(const struct target *target) { return target->exists && !S_ISREG(target->about.st_mode); }

static int write_error(const char *path)
{
	cli_error("cannot write %s: %s", path, strerror(errno));
	return CLI_SYSTEM;
}

const char cli_stdout[] = "-";

int cli_refuse_terminal(const char *path, bool force)
{
	if (force || path != cli_stdout || !isatty(STDOUT_FILENO))
		return CLI_GOOD;
	cli_error("the output is binary, and stdout is a terminal; use -o FILE, or -o - to write it to the terminal");
	return CLI_USAGE;
}

static int write_stdout(const uint8_t *data, size_t size)
{
	if (isatty(STDOUT_FILENO))
		cli_progress_end();
	fflush(stdout);
	return write_all(STDOUT_FILENO, data, size) ? CLI_GOOD : write_error("stdout");
}

int cli_write(const char *path, const char *format, const uint8_t *data, size_t size, bool force)
{
	struct target target;
	int code = cli_refuse_terminal(path, force);
	if (code != CLI_GOOD)
		return code;
	if (strcmp(path, "-") == 0)
		return write_stdout(data, size);
	code = target_find(path, format, &target);
	if (code != CLI_GOOD)
		return code;
	code = cli_guard_check();
	if (code != CLI_GOOD) {
		free(target.path);
		return code;
	}
	if (!(is_special(&target) ? write_in_place(target.path, data, size) : write_by_rename(&target, data, size)))
		code = write_error(path);
	free(target.path);
	return code;
}

/* A few large writes are faster than many small ones. */
static void enlarge_buffer(struct cli_output *output)
{
	enum { BUFFER = 1 << 17 };
	output->buffer = malloc(BUFFER);
	if (output->buffer)
		(void)setvbuf(output->stream, output->buffer, _IOFBF, BUFFER);
}

static void free_target(struct cli_output *output)
{
	if (output->target)
		free(output->target->path);
	free(output->target);
	output->target = NULL;
}

/* Opens the target itself or a temporary file beside it; NULL with errno set. */
static FILE *open_target(struct cli_output *output)
{
	const bool special = is_special(output->target);
	int fd = special ? open(output->target->path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW) /* the links have been resolved */
			 : open_beside(output->target->path, &output->temporary);
	FILE *stream = fd >= 0 ? fdopen(fd, "wb") : NULL;
	if (fd >= 0 && !stream) {
		close(fd);
		if (!special)
			rename_or_remove(output->temporary, output->target->path, false);
	}
	return stream;
}

int cli_output_open(const char *path, const char *format, struct cli_output *out_output)
{
	*out_output = (struct cli_output){ .stream = stdout, .path = path, .format = format };
	if (strcmp(path, "-") == 0) {
		if (isatty(STDOUT_FILENO))
			cli_progress_end();
		return CLI_GOOD;
	}
	struct target *target = malloc(sizeof *target);
	if (!target)
		return write_error(path);
	int code = target_find(path, format, target);
	if (code != CLI_GOOD) {
		free(target);
		return code;
	}
	out_output->target = target;
	out_output->stream = open_target(out_output);
	if (out_output->stream) {
		enlarge_buffer(out_output);
		return CLI_GOOD;
	}
	code = write_error(path);
	free_target(out_output);
	return code;
}

int cli_output_put(struct cli_output *output, const void *data, size_t size)
{
	enum { MANY = 1 << 15 };
	size_t done = 0;
	if (size >= MANY && fflush(output->stream) == 0)
		done = write_some(fileno(output->stream), data, size);
	/* Retries a failed write, so that the stream records the error. */
	return fwrite((const char *)data + done, 1, size - done, output->stream) != size - done;
}

int cli_output_finish(struct cli_output *output, bool keep)
{
	if (output->stream == stdout)
		return CLI_GOOD; /* cli_main() checks it */
	bool written = fflush(output->stream) == 0 && !ferror(output->stream);
	/* again, for inputs that were opened after the output */
	int code = keep && output->temporary ? target_refuse_input(output->target, output->path, output->format)
					     : CLI_GOOD;
	if (keep && code == CLI_GOOD)
		code = cli_guard_check();
	keep = keep && code == CLI_GOOD;
	if (output->temporary)
		written = target_set_access(output->target, fileno(output->stream)) && written;
	written = fclose(output->stream) == 0 && written;
	free(output->buffer);
	if (output->temporary && !rename_or_remove(output->temporary, output->target->path, written && keep) && keep)
		written = false;
	int saved = errno;
	free_target(output);
	errno = saved;
	return written || !keep ? code : write_error(output->path);
}
