/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "process.h"

#include "fail.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static int64_t now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* A file in memory with these bytes, read from its start. -1 on failure. */
static int memory_file(const void *data, size_t size)
{
	const int file = memfd_create("befkit", MFD_CLOEXEC);
	const char *p = data;
	while (file >= 0 && size > 0) {
		const ssize_t written = write(file, p, size);
		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0) {
			close(file);
			return -1;
		}
		p += written;
		size -= (size_t)written;
	}
	if (file >= 0)
		(void)lseek(file, 0, SEEK_SET);
	return file;
}

/* 0, or the error of posix_spawn(). Users of a set-uid program choose neither the program that runs with its rights nor its variables: secure_getenv()
 * does not find PATH then. */
static int spawn(const struct image_process *process, const posix_spawn_file_actions_t *files, const posix_spawnattr_t *attributes,
	pid_t *out_child)
{
	static const char *const folders[] = { "/usr/bin", "/bin" };
	static char trusted[] = "PATH=/usr/bin:/bin";
	static char *const variables[] = { trusted, NULL };
	const char *name = process->arguments[0];
	char path[256];
	int failed = ENOENT;
	if (secure_getenv("PATH"))
		return posix_spawnp(out_child, name, files, attributes, process->arguments, environ);
	if (strchr(name, '/'))
		return posix_spawn(out_child, name, files, attributes, process->arguments, variables);
	for (size_t i = 0; i < sizeof folders / sizeof *folders && failed == ENOENT; i++) {
		if (snprintf(path, sizeof path, "%s/%s", folders[i], name) < (int)sizeof path)
			failed = posix_spawn(out_child, path, files, attributes, process->arguments, variables);
	}
	return failed;
}

/* 0, or the error of posix_spawn(). The child has default signal actions and no blocked signals. */
static int start(const struct image_process *process, int input, int error, pid_t *out_child)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	sigset_t none, defaults;
	if (posix_spawn_file_actions_init(&files))
		return ENOMEM;
	if (posix_spawnattr_init(&attributes)) {
		posix_spawn_file_actions_destroy(&files);
		return ENOMEM;
	}
	sigemptyset(&none);
	sigemptyset(&defaults);
	sigaddset(&defaults, SIGPIPE);
	int failed = posix_spawn_file_actions_adddup2(&files, input, 0);
	failed = failed ? failed : posix_spawn_file_actions_adddup2(&files, process->output, 1);
	failed = failed ? failed : posix_spawn_file_actions_adddup2(&files, error, 2);
	failed = failed ? failed : posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	failed = failed ? failed : posix_spawnattr_setsigmask(&attributes, &none);
	failed = failed ? failed : posix_spawnattr_setsigdefault(&attributes, &defaults);
	if (!failed)
		failed = spawn(process, &files, &attributes, out_child);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&files);
	return failed;
}

/* Reads standard error to its end, which usually is that of the program, and keeps the first line. */
static bool drain(int pipe_end, int64_t deadline, char *line, size_t size)
{
	size_t used = 0;
	bool first = true;
	for (;;) {
		char part[512];
		struct pollfd poll_one = { pipe_end, POLLIN, 0 };
		const int64_t left = deadline - now_ms();
		if (left <= 0)
			return false;
		const int ready = poll(&poll_one, 1, left < 1000 ? (int)left : 1000);
		if (ready <= 0)
			continue; /* the time is checked again */
		const ssize_t count = read(pipe_end, part, sizeof part);
		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0)
			return true;
		for (ssize_t i = 0; i < count && first; i++) {
			first = part[i] != '\n' || used == 0;
			if (first && part[i] != '\n' && used + 1 < size)
				line[used++] = part[i];
		}
		line[used] = '\0';
	}
}

/* Waits for the child, kills it at the deadline. Returns false in the latter case. */
static bool reap(pid_t child, int64_t deadline, bool ended, int *out_code)
{
	int status = 0;
	for (unsigned pause = 1;; pause = pause < 16 ? 2 * pause : 16) {
		const pid_t done = waitpid(child, &status, WNOHANG);
		if (done == child)
			break;
		if (done < 0 && errno != EINTR)
			return true; /* the host ignores its children: the output decides */
		if (!ended || now_ms() >= deadline) {
			kill(child, SIGKILL);
			while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
			}
			return false;
		}
		const struct timespec moment = { 0, (long)pause * 1000000 };
		nanosleep(&moment, NULL);
	}
	*out_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	return true;
}

static enum kernels_status run(struct image_process *process, int input, int ends[2], struct kernels_diag *diag)
{
	const int64_t deadline = now_ms() + process->milliseconds;
	pid_t child;
	const int failed = start(process, input, ends[1], &child);
	close(ends[1]); /* the child's copy ends with it */
	ends[1] = -1;
	if (failed == ENOENT || failed == EACCES)
		return kernels_image__fail(diag, KERNELS_E_NOT_FOUND, KERNELS_NO_OFFSET, "there is no program '%.100s'",
			process->arguments[0]);
	if (failed)
		return kernels_image__fail(diag, KERNELS_E_STATE, KERNELS_NO_OFFSET, "cannot start '%.100s': %s",
			process->arguments[0], strerror(failed));
	const bool ended = drain(ends[0], deadline, process->error, sizeof process->error);
	if (!reap(child, deadline, ended, &process->exit_code))
		return kernels_image__fail(diag, KERNELS_E_LIMIT, KERNELS_NO_OFFSET, "'%.100s' was ended after %u ms",
			process->arguments[0], process->milliseconds);
	return KERNELS_OK;
}

enum kernels_status kernels_image__process_run(struct image_process *process, struct kernels_diag *diag)
{
	int ends[2] = { -1, -1 };
	enum kernels_status status = KERNELS_E_STATE;
	const int input = memory_file(process->input, process->input_size);
	process->exit_code = -1;
	process->error[0] = '\0';
	process->output = memory_file(NULL, 0);
	if (input >= 0 && process->output >= 0 && pipe2(ends, O_CLOEXEC) == 0)
		status = run(process, input, ends, diag);
	else
		kernels_image__fail(diag, status, KERNELS_NO_OFFSET, "cannot create files for '%.100s': %s",
			process->arguments[0], strerror(errno));
	const int open_ends[] = { input, ends[0], ends[1], status == KERNELS_OK ? -1 : process->output };
	for (size_t i = 0; i < sizeof open_ends / sizeof *open_ends; i++) {
		if (open_ends[i] >= 0)
			close(open_ends[i]);
	}
	if (status != KERNELS_OK)
		process->output = -1;
	return status;
}
