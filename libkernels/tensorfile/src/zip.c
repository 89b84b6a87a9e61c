/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads ZIP archives. Numbers are little-endian; everything comes from the central directory, at the end of the file. */
#include <tensorfile/zip.h>
#include "tensorfile_config.h"
#include "zip_format.h"

#include <stdlib.h>
#include <string.h>
#if TENSORFILE_HAVE_ZLIB
#define ZLIB_CONST
#include <zlib.h>
#endif

/* ---- numbers */

static uint64_t number(const uint8_t *at, unsigned size)
{
	uint64_t value = 0;
	for (unsigned i = 0; i < size; i++)
		value |= (uint64_t)at[i] << (8 * i);
	return value;
}

uint32_t tensorfile__zip_crc(uint32_t crc, const void *data, size_t size)
{
	static const uint32_t nibbles[16] = { 0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4,
		0x4DB26158, 0x5005713C, 0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4,
		0xA00AE278, 0xBDBDF21C };
	const uint8_t *at = data;
#if TENSORFILE_HAVE_ZLIB
	(void)nibbles;
	return size ? (uint32_t)crc32_z(crc, at, size) : crc; /* zlib resets the checksum for a NULL */
#else
	crc = ~crc;
	for (size_t i = 0; i < size; i++) {
		crc ^= at[i];
		crc = crc >> 4 ^ nibbles[crc & 15];
		crc = crc >> 4 ^ nibbles[crc & 15];
	}
	return ~crc;
#endif
}

/* ---- the directory */

struct directory {
	uint64_t offset, size, count;
};

/* The end record is followed by a comment of at most 65535 bytes. SIZE_MAX: there is none. */
static size_t find_end(const uint8_t *data, size_t size)
{
	for (size_t at = size < ZIP_END_SIZE ? 0 : size - ZIP_END_SIZE + 1; at-- > 0;) {
		const size_t rest = size - at - ZIP_END_SIZE;
		if (rest > 65535)
			break;
		if (number(data + at, 4) == ZIP_END && number(data + at + 20, 2) == rest)
			return at;
	}
	return SIZE_MAX;
}

/* The record of ZIP64, where a field of the other one is full. */
static const char *read_end64(const uint8_t *data, size_t end, struct directory *out)
{
	if (end < ZIP_LOCATOR_SIZE || number(data + end - ZIP_LOCATOR_SIZE, 4) != ZIP_LOCATOR)
		return NULL;
	const uint64_t at = number(data + end - ZIP_LOCATOR_SIZE + 8, 8);
	if (end - ZIP_LOCATOR_SIZE < ZIP_END64_SIZE || at > end - ZIP_LOCATOR_SIZE - ZIP_END64_SIZE ||
		number(data + at, 4) != ZIP_END64)
		return "has a damaged ZIP64 record";
	out->count = number(data + at + 32, 8);
	out->size = number(data + at + 40, 8);
	out->offset = number(data + at + 48, 8);
	return NULL;
}

static const char *read_end(const uint8_t *data, size_t size, struct directory *out)
{
	const size_t end = find_end(data, size);
	if (end == SIZE_MAX)
		return "is not a complete ZIP archive";
	*out = (struct directory){ number(data + end + 16, 4), number(data + end + 12, 4), number(data + end + 10, 2) };
	const char *wrong = read_end64(data, end, out);
	if (wrong)
		return wrong;
	if (out->offset > end || out->size > end - out->offset || out->count > out->size / ZIP_CENTRAL_SIZE)
		return "has a damaged ZIP directory";
	return NULL;
}

/* Replaces the full fields of an entry by those of ZIP64. */
static bool read_extra(const uint8_t *at, size_t size, struct tensorfile_zip_entry *entry)
{
	uint64_t *const fields[] = { &entry->size, &entry->stored, &entry->offset };
	bool wanted = entry->size == ZIP_FULL || entry->stored == ZIP_FULL || entry->offset == ZIP_FULL;
	while (wanted && size >= 4) {
		size_t length = (size_t)number(at + 2, 2), used = 0;
		if (length > size - 4)
			return false;
		for (unsigned i = 0; number(at, 2) == ZIP_EXTRA64 && i < 3; i++) {
			if (*fields[i] != ZIP_FULL)
				continue;
			if (length - used < 8)
				return false;
			*fields[i] = number(at + 4 + used, 8);
			used += 8;
		}
		wanted = number(at, 2) != ZIP_EXTRA64;
		at += 4 + length;
		size -= 4 + length;
	}
	return !wanted;
}

/* Moves the offset from the local header to the bytes, which end before `end`. */
static bool find_bytes(const uint8_t *data, uint64_t end, struct tensorfile_zip_entry *entry)
{
	if (end < ZIP_LOCAL_SIZE || entry->offset > end - ZIP_LOCAL_SIZE)
		return false;
	const uint8_t *local = data + entry->offset;
	const uint64_t names = number(local + 26, 2) + number(local + 28, 2);
	if (number(local, 4) != ZIP_LOCAL || names > end - ZIP_LOCAL_SIZE - entry->offset)
		return false;
	entry->offset += ZIP_LOCAL_SIZE + names;
	return entry->stored <= end - entry->offset;
}

static const char *check_entry(const struct tensorfile_zip_entry *entry, unsigned flags)
{
	enum { DEFLATE_MOST = 1032 }; /* bytes that one byte of deflated data can become */
	if (flags & 1)
		return "has encrypted entries";
	if (entry->method != ZIP_STORED && entry->method != ZIP_DEFLATED)
		return "has entries that are neither stored nor deflated";
	if (entry->method == ZIP_STORED ? entry->size != entry->stored : entry->size / DEFLATE_MOST > entry->stored)
		return "has an entry whose sizes contradict each other";
	return NULL;
}

/* Reads one entry of the directory and moves *at behind it. */
static const char *read_entry(const struct tensorfile_zip *zip, const struct directory *directory, size_t *at, struct tensorfile_zip_entry *out)
{
	const uint8_t *central = zip->data + *at;
	const size_t left = (size_t)(directory->offset + directory->size) - *at;
	if (left < ZIP_CENTRAL_SIZE || number(central, 4) != ZIP_CENTRAL)
		return "has a damaged ZIP directory";
	const size_t name = (size_t)number(central + 28, 2), extra = (size_t)number(central + 30, 2);
	const size_t whole = ZIP_CENTRAL_SIZE + name + extra + (size_t)number(central + 32, 2);
	*out = (struct tensorfile_zip_entry){ .name = (const char *)central + ZIP_CENTRAL_SIZE,
		.name_size = name,
		.method = (unsigned)number(central + 10, 2),
		.crc = (uint32_t)number(central + 16, 4),
		.stored = number(central + 20, 4),
		.size = number(central + 24, 4),
		.offset = number(central + 42, 4) };
	if (whole > left || !read_extra(central + ZIP_CENTRAL_SIZE + name, extra, out) ||
		!find_bytes(zip->data, directory->offset, out))
		return "has a damaged ZIP directory";
	*at += whole;
	return check_entry(out, (unsigned)number(central + 8, 2));
}

const char *tensorfile_zip_open(const void *data, size_t size, struct tensorfile_zip *out)
{
	struct directory directory;
	uint64_t stored = 0;
	*out = (struct tensorfile_zip){ .data = data, .size = size };
	const char *wrong = read_end(data, size, &directory);
	if (wrong)
		return wrong;
	out->entries = calloc((size_t)directory.count + 1, sizeof *out->entries);
	if (!out->entries)
		return "cannot be read: out of memory";
	for (size_t at = (size_t)directory.offset; !wrong && out->count < directory.count; out->count++) {
		struct tensorfile_zip_entry *entry = &out->entries[out->count];
		wrong = read_entry(out, &directory, &at, entry);
		/* entries that share bytes would multiply what these become */
		if (!wrong && (entry->stored > size - stored || (stored += entry->stored) > directory.offset))
			wrong = "has entries that overlap";
	}
	if (wrong)
		tensorfile_zip_close(out);
	return wrong;
}

void tensorfile_zip_close(struct tensorfile_zip *zip)
{
	free(zip->entries);
	*zip = (struct tensorfile_zip){ .data = NULL };
}

/* ---- entries */

#if TENSORFILE_HAVE_ZLIB
/* Inflates at most `room` bytes, and checks the end of the data if it comes before. */
static const char *inflate_entry(const uint8_t *from, const struct tensorfile_zip_entry *entry, uint8_t *to, uint64_t room)
{
	enum { STEP = 1 << 30 }; /* zlib counts with 32 bits */
	z_stream stream = { .next_in = from };
	uint64_t in = 0, out = 0;
	int status = Z_OK;
	if (inflateInit2(&stream, -15) != Z_OK)
		return "cannot be decompressed: out of memory";
	while (status == Z_OK && (out < room || room == entry->size)) {
		stream.avail_in = (uInt)(entry->stored - in < STEP ? entry->stored - in : STEP);
		stream.next_out = to + out;
		stream.avail_out = (uInt)(room - out < STEP ? room - out : STEP);
		status = inflate(&stream, Z_NO_FLUSH);
		in = (uint64_t)(stream.next_in - from);
		out = (uint64_t)(stream.next_out - to);
	}
	inflateEnd(&stream);
	if (status == Z_MEM_ERROR)
		return "cannot be decompressed: out of memory";
	if (status == Z_OK && out == room && room < entry->size)
		return NULL;
	return status == Z_STREAM_END && in == entry->stored && out == entry->size ? NULL : "has damaged compressed data";
}
#else
static const char *inflate_entry(const uint8_t *from, const struct tensorfile_zip_entry *entry, uint8_t *to, uint64_t room)
{
	(void)from;
	(void)entry;
	(void)to;
	(void)room;
	return "is compressed, and libtensorfile was built without zlib; write it with numpy.savez()";
}
#endif

/* Without the checksum. */
static const char *read_bytes(const struct tensorfile_zip *zip, const struct tensorfile_zip_entry *entry, uint8_t *out, uint64_t size)
{
	const uint8_t *from = zip->data + entry->offset;
	if (entry->method == ZIP_DEFLATED)
		return inflate_entry(from, entry, out, size);
	memcpy(out, from, (size_t)size);
	return NULL;
}

const char *tensorfile_zip_read_head(
	const struct tensorfile_zip *zip, const struct tensorfile_zip_entry *entry, void *out, size_t room, size_t *out_size)
{
	*out_size = entry->size < room ? (size_t)entry->size : room;
	return read_bytes(zip, entry, out, *out_size);
}

const char *tensorfile_zip_read(const struct tensorfile_zip *zip, const struct tensorfile_zip_entry *entry, uint8_t **out_data)
{
	uint8_t *data = entry->size < SIZE_MAX ? malloc((size_t)entry->size + 1) : NULL;
	*out_data = NULL;
	if (!data)
		return "cannot be read: out of memory";
	const char *wrong = read_bytes(zip, entry, data, entry->size);
	if (!wrong && tensorfile__zip_crc(0, data, (size_t)entry->size) != entry->crc)
		wrong = "has a wrong checksum";
	if (wrong)
		free(data);
	else
		*out_data = data;
	return wrong;
}
