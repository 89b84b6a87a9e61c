/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs btf.read_... kernels on bytes, through a file in memory. */
#ifndef BTF_WORLD_H
#define BTF_WORLD_H

#include "world.h"
#include <sys/mman.h>
#include <unistd.h>

/* The site of a kernel. It stays valid and unchanged: tasks use it until they end, which may be after their results are
 * available. */
static inline const struct kernels_site *btf_site(const struct kernels_entry *entry)
{
	static struct kept {
		struct kernels_site site;
		struct kept *next;
	} * kept;
	struct kept *at = kept;
	while (at && at->site.entry != entry)
		at = at->next;
	if (!at) {
		at = malloc(sizeof *at);
		if (!at)
			abort();
		*at = (struct kept){ { .entry = entry, .argument_count = 2, .result_count = 1 }, kept };
		kept = at;
	}
	return &at->site;
}

/* Starts the kernel on its own queue. @return one reference to the result, which may be unavailable */
static inline struct async_value *btf_start(
	struct world *w, const char *kernel, const char *path, size_t path_size, int32_t index)
{
	const struct kernels_entry *entry = kernels_registry_find(w->registry, kernel, strlen(kernel));
	struct kernels_text text;
	if (!entry || !entry->kernel->frame || !kernels_text_init(&text, async_allocator_system(), path, path_size))
		abort();
	struct async_value *arguments[] = { async_value_create_available(
						    async_allocator_system(), kernels_types()->string, &text),
		async_value_create_available(async_allocator_system(), kernels_types()->i32, &index) };
	struct async_value *results[] = { NULL };
	struct kernels_frame frame = {
		.arguments = arguments, .results = results, .site = btf_site(entry), .request = w->request
	};
	entry->kernel->frame(&frame);
	async_value_release(arguments[0]);
	async_value_release(arguments[1]);
	return results[0];
}

/* @return NULL and a tensor, or the message of the error */
static inline const char *btf_finish(struct world *w, struct async_value *result, struct kernels_tensor *out)
{
	static char message[1024];
	const char *error = NULL;
	async_queue_await(w->host.queue, &result, 1);
	if (async_value_is_error(result)) {
		snprintf(message, sizeof message, "%s", async_error_message(async_value_error(result)));
		error = message;
	} else {
		async_type_get(kernels_tensor_types()->tensor)->copy(out, async_value_payload(result));
	}
	async_value_release(result);
	return error;
}

static inline const char *btf_read_file(
	struct world *w, const char *kernel, const char *path, int32_t index, struct kernels_tensor *out)
{
	return btf_finish(w, btf_start(w, kernel, path, strlen(path), index), out);
}

/* The path under which the bytes can be opened; close *fd afterwards. */
static inline const char *btf_path(const void *bytes, size_t size, int *fd)
{
	static char path[64];
	*fd = memfd_create("btf", MFD_CLOEXEC);
	if (*fd < 0 || write(*fd, bytes, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof path, "/proc/self/fd/%d", *fd);
	return path;
}

static inline const char *btf_read(
	struct world *w, const char *kernel, const void *bytes, size_t size, int32_t index, struct kernels_tensor *out)
{
	int fd;
	const char *path = btf_path(bytes, size, &fd), *error = btf_read_file(w, kernel, path, index, out);
	close(fd);
	return error;
}

#endif
