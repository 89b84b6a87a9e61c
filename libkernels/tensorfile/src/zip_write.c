/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes ZIP archives. The same entries give the same bytes: their time is the first of the format, 1980-01-01. */
#include <tensorfile/zip.h>
#include "tensorfile_config.h"
#include "zip_format.h"

#include <stdlib.h>
#include <string.h>
#if TENSORFILE_HAVE_ZLIB
#define ZLIB_CONST
#include <zlib.h>
#endif

struct tensorfile_zip_written {
	char *name;
	uint64_t size, stored, offset;
	uint32_t crc;
	unsigned method;
};

enum { VERSION = 20, VERSION64 = 45, DATE = 0x21, UTF8_NAMES = 0x800 };

bool tensorfile_zip_can_deflate(void) { return TENSORFILE_HAVE_ZLIB; }

/* ---- records */

struct record {
	uint8_t bytes[64];
	size_t size;
};

static void put(struct record *record, uint64_t number, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		record->bytes[record->size++] = (uint8_t)(number >> (8 * i));
}

static uint64_t field32(uint64_t number) { return number < ZIP_FULL ? number : ZIP_FULL; }

static bool needs_64(const struct tensorfile_zip_written *entry)
{
	return entry->size >= ZIP_FULL || entry->stored >= ZIP_FULL || entry->offset >= ZIP_FULL;
}

/* What local headers and the directory have in common. */
static void put_common(struct record *record, const struct tensorfile_zip_written *entry, bool wide)
{
	put(record, wide ? VERSION64 : VERSION, 2);
	put(record, UTF8_NAMES, 2);
	put(record, entry->method, 2);
	put(record, 0, 2);
	put(record, DATE, 2);
	put(record, entry->crc, 4);
	put(record, wide ? ZIP_FULL : entry->stored, 4);
	put(record, wide ? ZIP_FULL : entry->size, 4);
	put(record, strlen(entry->name), 2);
}

static void emit(struct tensorfile_zip_writer *writer, const void *data, size_t size)
{
	fwrite(data, 1, size, writer->out);
	writer->offset += size;
}

static void emit_local(struct tensorfile_zip_writer *writer, const struct tensorfile_zip_written *entry)
{
	struct record record = { .size = 0 }, extra = { .size = 0 };
	const bool wide = entry->size >= ZIP_FULL || entry->stored >= ZIP_FULL;
	put(&record, ZIP_LOCAL, 4);
	put_common(&record, entry, wide);
	if (wide) {
		put(&extra, ZIP_EXTRA64, 2);
		put(&extra, 16, 2);
		put(&extra, entry->size, 8);
		put(&extra, entry->stored, 8);
	}
	put(&record, extra.size, 2);
	emit(writer, record.bytes, record.size);
	emit(writer, entry->name, strlen(entry->name));
	emit(writer, extra.bytes, extra.size);
}

static void emit_central(struct tensorfile_zip_writer *writer, const struct tensorfile_zip_written *entry)
{
	struct record record = { .size = 0 }, extra = { .size = 0 };
	const bool wide = needs_64(entry);
	put(&record, ZIP_CENTRAL, 4);
	put(&record, wide ? VERSION64 : VERSION, 2);
	put_common(&record, entry, wide);
	if (wide) {
		put(&extra, ZIP_EXTRA64, 2);
		put(&extra, 24, 2);
		put(&extra, entry->size, 8);
		put(&extra, entry->stored, 8);
		put(&extra, entry->offset, 8);
	}
	put(&record, extra.size, 2);
	put(&record, 0, 12 - 4); /* comment, disk, attributes */
	put(&record, 0, 2);
	put(&record, wide ? ZIP_FULL : entry->offset, 4);
	emit(writer, record.bytes, record.size);
	emit(writer, entry->name, strlen(entry->name));
	emit(writer, extra.bytes, extra.size);
}

static void emit_end(struct tensorfile_zip_writer *writer, uint64_t begin)
{
	struct record record = { .size = 0 };
	const uint64_t size = writer->offset - begin, end = writer->offset;
	if (begin >= ZIP_FULL || size >= ZIP_FULL || writer->count >= 0xFFFF) {
		put(&record, ZIP_END64, 4);
		put(&record, ZIP_END64_SIZE - 12, 8);
		put(&record, VERSION64, 2);
		put(&record, VERSION64, 2);
		put(&record, 0, 8);
		put(&record, writer->count, 8);
		put(&record, writer->count, 8);
		put(&record, size, 8);
		put(&record, begin, 8);
		emit(writer, record.bytes, record.size);
		record.size = 0;
		put(&record, ZIP_LOCATOR, 4);
		put(&record, 0, 4);
		put(&record, end, 8);
		put(&record, 1, 4);
		emit(writer, record.bytes, record.size);
		record.size = 0;
	}
	const uint64_t count = writer->count < 0xFFFF ? writer->count : 0xFFFF;
	put(&record, ZIP_END, 4);
	put(&record, 0, 4);
	put(&record, count, 2);
	put(&record, count, 2);
	put(&record, field32(size), 4);
	put(&record, field32(begin), 4);
	put(&record, 0, 2);
	emit(writer, record.bytes, record.size);
}

/* ---- entries */

#if TENSORFILE_HAVE_ZLIB
/* Compresses a part; the last one ends the stream. */
static bool deflate_part(z_stream *stream, const void *data, size_t size, bool last, uint8_t *out, size_t room)
{
	enum { STEP = 1 << 30 }; /* zlib counts with 32 bits */
	const uint8_t *from = data;
	stream->next_in = from;
	int status = Z_OK;
	do {
		const size_t left = size - (size_t)(stream->next_in - from), used = (size_t)(stream->next_out - out);
		stream->avail_in = (uInt)(left < STEP ? left : STEP);
		stream->avail_out = (uInt)(room - used < STEP ? room - used : STEP);
		status = deflate(stream, last && left <= STEP ? Z_FINISH : Z_NO_FLUSH);
	} while (status == Z_OK && (last || stream->next_in != from + size));
	return status == (last ? Z_STREAM_END : Z_OK);
}

/* NULL: out of memory. */
static uint8_t *compress_parts(const void *head, size_t head_size, const void *data, size_t size, uint64_t *out_size)
{
	z_stream stream = { .next_in = NULL };
	if (size > SIZE_MAX / 2 || deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK)
		return NULL;
	const size_t room = (size_t)deflateBound(&stream, (uLong)(head_size + size)) + 64;
	uint8_t *out = malloc(room);
	stream.next_out = out;
	bool good = out && (head_size == 0 || deflate_part(&stream, head, head_size, false, out, room)) &&
		    deflate_part(&stream, data, size, true, out, room);
	*out_size = good ? (uint64_t)(stream.next_out - out) : 0;
	deflateEnd(&stream);
	if (good)
		return out;
	free(out);
	return NULL;
}
#else
static uint8_t *compress_parts(const void *head, size_t head_size, const void *data, size_t size, uint64_t *out_size)
{
	(void)head;
	(void)head_size;
	(void)data;
	(void)size;
	*out_size = 0;
	return NULL;
}
#endif

const char *tensorfile_zip_add(
	struct tensorfile_zip_writer *writer, const char *name, const void *head, size_t head_size, const void *data, size_t size)
{
	struct tensorfile_zip_written *list = realloc(writer->entries, (writer->count + 1) * sizeof *list);
	char *copy = list ? strdup(name) : NULL;
	uint8_t *compressed = NULL;
	if (list)
		writer->entries = list;
	if (!copy)
		return "out of memory";
	struct tensorfile_zip_written *entry = &list[writer->count++];
	*entry = (struct tensorfile_zip_written){ .name = copy, .size = (uint64_t)head_size + size, .offset = writer->offset };
	entry->crc = tensorfile__zip_crc(tensorfile__zip_crc(0, head, head_size), data, size);
	entry->stored = entry->size;
	if (writer->deflate) {
		compressed = compress_parts(head, head_size, data, size, &entry->stored);
		if (!compressed)
			return "out of memory";
		entry->method = ZIP_DEFLATED;
	}
	emit_local(writer, entry);
	if (compressed) {
		emit(writer, compressed, (size_t)entry->stored);
	} else {
		emit(writer, head, head_size);
		emit(writer, data, size);
	}
	free(compressed);
	return NULL;
}

void tensorfile_zip_finish(struct tensorfile_zip_writer *writer, bool keep)
{
	const uint64_t begin = writer->offset;
	for (size_t i = 0; keep && i < writer->count; i++)
		emit_central(writer, &writer->entries[i]);
	if (keep)
		emit_end(writer, begin);
	for (size_t i = 0; i < writer->count; i++)
		free(writer->entries[i].name);
	free(writer->entries);
	*writer = (struct tensorfile_zip_writer){ .out = writer->out };
}
