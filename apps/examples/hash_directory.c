/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libasync without kernels: hashes all files below a directory in parallel.
 *
 *	hash_directory [DIRECTORY [SECONDS]]
 *
 * Each directory and each file is a task of one group. Ctrl-C, or the deadline, cancels the request: tasks that have not
 * begun only free their path, and long files end early. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* lstat() and signals, with -std=c11 as well */
#endif
#include <async/async.h>
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static struct async_group *group;
static uint64_t files, digest; /* atomic; the digest does not depend on the order of the files */

static struct async_error *failed(const char *path)
{
	return async_error_make(ASYNC_CODE_NOT_FOUND, "%s: %s", path, strerror(errno));
}

static uint64_t fnv1a(uint64_t hash, const unsigned char *data, size_t size)
{
	for (size_t i = 0; i < size; i++)
		hash = (hash ^ data[i]) * 0x100000001b3u;
	return hash;
}

static struct async_error *hash_file(void *ctx, struct async_error *cancelled)
{
	char *path = ctx;
	struct async_error *error = cancelled ? async_error_retain(cancelled) : NULL;
	FILE *file = error ? NULL : fopen(path, "rb");
	if (!error && !file)
		error = failed(path);
	uint64_t hash = 0xcbf29ce484222325u;
	unsigned char part[1 << 16];
	size_t size = 1;
	while (!error && size > 0) {
		size = fread(part, 1, sizeof part, file);
		hash = fnv1a(hash, part, size);
		error = ferror(file) ? failed(path) : async_group_check(group);
	}
	if (!error) {
		printf("%016llx  %s\n", (unsigned long long)hash, path);
		__atomic_fetch_add(&files, 1, __ATOMIC_RELAXED);
		__atomic_fetch_add(&digest, hash, __ATOMIC_RELAXED);
	}
	if (file)
		fclose(file);
	free(path);
	return error;
}

/* Adds a task for each file and directory in the directory. */
static struct async_error *scan(void *ctx, struct async_error *cancelled)
{
	char *path = ctx;
	struct async_error *error = cancelled ? async_error_retain(cancelled) : NULL;
	DIR *directory = error ? NULL : opendir(path);
	if (!error && !directory)
		error = failed(path);
	for (struct dirent *entry; !error && (entry = readdir(directory));) {
		size_t size = strlen(path) + strlen(entry->d_name) + 2;
		char *name = malloc(size);
		struct stat status;
		if (!name)
			break;
		snprintf(name, size, "%s/%s", path, entry->d_name);
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 || lstat(name, &status) != 0)
			free(name);
		else if (S_ISDIR(status.st_mode))
			async_group_add(group, scan, name);
		else if (S_ISREG(status.st_mode))
			async_group_add(group, hash_file, name);
		else
			free(name); /* a link, a device */
	}
	if (directory)
		closedir(directory);
	free(path);
	return error;
}

static sigset_t interrupt; /* blocked in all threads; one waits for it */

static void *cancel_on_interrupt(void *request)
{
	int number;
	while (sigwait(&interrupt, &number) == 0)
		async_request_cancel(request);
	return NULL;
}

int main(int argc, char **argv)
{
	sigemptyset(&interrupt);
	sigaddset(&interrupt, SIGINT);
	pthread_sigmask(SIG_BLOCK, &interrupt, NULL);
	struct async_host host = ASYNC_HOST_INIT;
	host.queue = async_queue_create_threads(NULL, NULL);
	struct async_request *request = host.queue ? async_request_create(&host, NULL) : NULL;
	group = request ? async_group_create_for(request) : NULL;
	char *root = strdup(argc > 1 ? argv[1] : ".");
	pthread_t interrupts;
	if (!group || !root || pthread_create(&interrupts, NULL, cancel_on_interrupt, request) != 0)
		return 2;
	if (argc > 2 && async_request_set_deadline(request, NULL,
		async_now_ns() + (uint64_t)(strtod(argv[2], NULL) * 1e9)) != ASYNC_OK)
		return 2;
	async_group_add(group, scan, root);
	struct async_error *error = async_group_wait(group);
	if (error)
		fprintf(stderr, "%s: %s\n", async_code_name(async_error_code(error)), async_error_message(error));
	printf("%016llx  %llu files\n", (unsigned long long)digest, (unsigned long long)files);
	int status = error != NULL;
	async_error_release(error);
	async_group_destroy(group);
	pthread_cancel(interrupts); /* this thread only waits for signals */
	pthread_join(interrupts, NULL);
	async_request_release(request);
	async_queue_destroy(host.queue);
	return status;
}
