/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Destinations for traces: files and descriptors. */
#include <async/trace.h>
#include <errno.h>
#include <unistd.h>

static void to_file(void *ctx, const char *text, size_t size)
{
	FILE *file = ctx;
	if (!ferror(file))
		fwrite(text, 1, size, file);
}

enum async_status async_trace_write_file(FILE *file)
{
	async_trace_write(to_file, file);
	return fflush(file) == 0 && !ferror(file) ? ASYNC_OK : ASYNC_E_IO;
}

/* Buffers the trace, which arrives in small pieces. */
struct descriptor {
	int number;
	int error; /* errno of the first failure; nothing is written after it */
	size_t used;
	char buffer[4096];
};

static void flush(struct descriptor *to)
{
	size_t done = 0;
	while (done < to->used && !to->error) {
		ssize_t size = write(to->number, to->buffer + done, to->used - done);
		if (size > 0)
			done += (size_t)size;
		else if (size == 0 || errno != EINTR)
			to->error = size == 0 ? EIO : errno;
	}
	to->used = 0;
}

static void to_descriptor(void *ctx, const char *text, size_t size)
{
	struct descriptor *to = ctx;
	for (size_t i = 0; i < size; i++) {
		if (to->used == sizeof to->buffer)
			flush(to);
		to->buffer[to->used++] = text[i];
	}
}

enum async_status async_trace_write_fd(int descriptor)
{
	struct descriptor to = { .number = descriptor };
	async_trace_write(to_descriptor, &to);
	flush(&to);
	if (!to.error)
		return ASYNC_OK;
	errno = to.error;
	return ASYNC_E_IO;
}
