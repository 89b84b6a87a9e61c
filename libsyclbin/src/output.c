/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes pieces to a file descriptor or to memory. Small pieces are gathered. Large pieces in memory are written
 * directly; pieces in files are copied by the kernel if it can. */
#include "writer.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/sendfile.h>
#endif

enum {
	GATHER = 64 * 1024, /* bytes that are gathered before a write */
	SMALL = 16 * 1024   /* size limit of gathered pieces: for larger ones a separate call costs less than copying */
};
#define CHUNK ((size_t)1 << 30) /* per call; kernel limits are close to 2 GiB */

static bool write_all(int fd, const uint8_t *data, uint64_t size)
{
	while (size) {
		ssize_t put = write(fd, data, size < CHUNK ? (size_t)size : CHUNK);
		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return false;
		data += put;
		size -= (uint64_t)put;
	}
	return true;
}

#ifdef __linux__
/* Copies in the kernel. @return bytes copied, 0 at the end of the file, -1 if the system cannot */
static ssize_t copy_by_kernel(int from, off_t *offset, int to, size_t size, bool *range)
{
	while (*range) {
		ssize_t done = copy_file_range(from, offset, to, NULL, size, 0);
		if (done > 0)
			return done;
		if (done < 0 && errno == EINTR)
			continue;
		*range = false; /* unsupported file systems, pipes, or 0 for files that only appear empty */
	}
	return sendfile(to, from, offset, size);
}
#else
static ssize_t copy_by_kernel(int from, off_t *offset, int to, size_t size, bool *range)
{
	(void)from, (void)offset, (void)to, (void)size, (void)range;
	errno = ENOSYS;
	return -1;
}
#endif

static ssize_t copy_by_hand(int from, off_t *offset, int to, size_t size)
{
	uint8_t bytes[GATHER];
	ssize_t got = pread(from, bytes, size < sizeof bytes ? size : sizeof bytes, *offset);
	if (got <= 0)
		return got;
	*offset += got;
	return write_all(to, bytes, (uint64_t)got) ? got : -1;
}

enum syclbin_status syclbin_copy(const struct syclbin_source *source, int fd, struct syclbin_diag *diag)
{
	bool range = true, kernel = true;
	off_t offset = (off_t)source->offset;
	uint64_t left = source->size;
	if (source->data) {
		if (write_all(fd, source->data, source->size))
			return SYCLBIN_OK;
		return syclbin__fail(
			diag, SYCLBIN_E_IO, SYCLBIN_C_OUTPUT, SYCLBIN_NO_OFFSET, "cannot write: %s", strerror(errno));
	}
	while (left) {
		size_t size = left < CHUNK ? (size_t)left : CHUNK;
		ssize_t done = kernel ? copy_by_kernel(source->fd, &offset, fd, size, &range)
				      : copy_by_hand(source->fd, &offset, fd, size);
		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0 && kernel && errno != ENOSPC && errno != EIO) {
			kernel = false;
			continue;
		}
		if (done < 0)
			return syclbin__fail(diag, SYCLBIN_E_IO, SYCLBIN_C_OUTPUT, SYCLBIN_NO_OFFSET, "cannot copy: %s",
				strerror(errno));
		if (done == 0)
			return syclbin__fail(diag, SYCLBIN_E_TRUNCATED, SYCLBIN_C_SOURCE, (uint64_t)offset,
				"a source ends %llu bytes too early", (unsigned long long)left);
		left -= (uint64_t)done;
	}
	return SYCLBIN_OK;
}

struct file_sink {
	int fd;
	size_t used;
	/* adjacent pieces of one file that are adjacent in the output, merged; size 0: none */
	struct syclbin_source pending;
	struct syclbin_diag *diag;
	enum syclbin_status status;
	uint8_t gathered[GATHER];
};

/* Writes the gathered bytes, then the pending piece; at most one of them is non-empty. */
static bool flush(struct file_sink *sink)
{
	struct syclbin_source piece = { sink->gathered, -1, 0, sink->used }, pending = sink->pending;
	sink->used = 0;
	sink->pending.size = 0;
	sink->status = syclbin_copy(&piece, sink->fd, sink->diag);
	if (sink->status == SYCLBIN_OK && pending.size)
		sink->status = syclbin_copy(&pending, sink->fd, sink->diag);
	return sink->status == SYCLBIN_OK;
}

/* Tests whether the piece begins where the pending one ends. */
static bool follows(const struct syclbin_source *pending, const struct syclbin_source *piece)
{
	return pending->size && !piece->data && piece->fd == pending->fd &&
	       piece->offset == pending->offset + pending->size;
}

/* Reads a whole piece into memory. */
static bool read_piece(const struct syclbin_source *piece, uint8_t *out)
{
	uint64_t done = 0;
	if (piece->data) {
		memcpy(out, piece->data, (size_t)piece->size);
		return true;
	}
	while (done < piece->size) {
		ssize_t got = pread(piece->fd, out + done, (size_t)(piece->size - done), (off_t)(piece->offset + done));
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0) {
			errno = got ? errno : ENODATA;
			return false;
		}
		done += (uint64_t)got;
	}
	return true;
}

static enum syclbin_status source_failed(struct syclbin_diag *diag)
{
	return syclbin__fail(
		diag, SYCLBIN_E_IO, SYCLBIN_C_SOURCE, SYCLBIN_NO_OFFSET, "cannot read a source: %s", strerror(errno));
}

static bool emit_to_file(void *ctx, const struct syclbin_source *piece)
{
	struct file_sink *sink = ctx;
	if (follows(&sink->pending, piece)) {
		sink->pending.size += piece->size;
		return true;
	}
	if ((sink->pending.size || piece->size > SMALL) && !flush(sink))
		return false;
	if (piece->size > SMALL && !piece->data) {
		sink->pending = *piece;
		return true;
	}
	if (piece->size > SMALL) {
		sink->status = syclbin_copy(piece, sink->fd, sink->diag);
		return sink->status == SYCLBIN_OK;
	}
	if (piece->size > GATHER - sink->used && !flush(sink))
		return false;
	if (!read_piece(piece, sink->gathered + sink->used)) {
		sink->status = source_failed(sink->diag);
		return false;
	}
	sink->used += (size_t)piece->size;
	return true;
}

enum syclbin_status syclbin_writer_write(struct syclbin_writer *writer, enum syclbin_encoding encoding, int fd,
	struct syclbin_diag *diag)
{
	struct file_sink *sink = syclbin__alloc(&writer->allocator, 1, sizeof *sink);
	if (!sink)
		return syclbin__no_memory(diag);
	sink->fd = fd;
	sink->used = 0;
	sink->pending = (struct syclbin_source){ NULL, -1, 0, 0 };
	sink->diag = diag;
	sink->status = SYCLBIN_OK;
	enum syclbin_status status = syclbin_writer_emit(writer, encoding, emit_to_file, sink, diag);
	if (status == SYCLBIN_OK && !flush(sink))
		status = sink->status;
	if (sink->status != SYCLBIN_OK)
		status = sink->status;
	syclbin__free(&writer->allocator, sink, 1, sizeof *sink);
	return status;
}

static bool emit_to_memory(void *ctx, const struct syclbin_source *piece)
{
	uint8_t **next = ctx;
	if (!read_piece(piece, *next))
		return false;
	*next += piece->size;
	return true;
}

enum syclbin_status syclbin_writer_finish(struct syclbin_writer *writer, enum syclbin_encoding encoding,
	uint8_t **out_data, size_t *out_size, struct syclbin_diag *diag)
{
	uint64_t size;
	*out_data = NULL;
	*out_size = 0;
	enum syclbin_status status = syclbin_writer_size(writer, encoding, &size, diag);
	if (status != SYCLBIN_OK)
		return status;
	if (size > SIZE_MAX / 2)
		return syclbin__fail(
			diag, SYCLBIN_E_LIMIT, SYCLBIN_C_SIZE, SYCLBIN_NO_OFFSET, "more bytes than memory can hold");
	uint8_t *data = syclbin__alloc(&writer->allocator, (size_t)size, 1), *next = data;
	if (!data)
		return syclbin__no_memory(diag);
	status = syclbin_writer_emit(writer, encoding, emit_to_memory, &next, diag);
	if (status != SYCLBIN_OK) {
		syclbin_writer_free_bytes(writer, data, (size_t)size);
		return status;
	}
	*out_data = data;
	*out_size = (size_t)size;
	return SYCLBIN_OK;
}

void syclbin_writer_free_bytes(struct syclbin_writer *writer, uint8_t *data, size_t size)
{
	syclbin__free(&writer->allocator, data, size, 1);
}
