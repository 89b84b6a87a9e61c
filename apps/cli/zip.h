/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ZIP archives in memory: entries that are stored or deflated, and ZIP64. Without zlib, stored entries only. */
#ifndef CLI_ZIP_H
#define CLI_ZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct zip_entry {
	const char *name; /* not terminated; in the archive */
	size_t name_size;
	uint64_t size, stored; /* bytes, and bytes in the archive */
	uint64_t offset;       /* of the stored bytes */
	uint32_t crc;
	unsigned method;
};

struct zip {
	const uint8_t *data; /* borrowed */
	size_t size;
	struct zip_entry *entries;
	size_t count;
};

/* Reads the directory of an archive. Entries that overlap, or that are larger than their stored bytes can become, are refused.
 * @return NULL, or an error message: "has no directory"; then there is nothing to close */
const char *zip_open(const uint8_t *data, size_t size, struct zip *out);
void zip_close(struct zip *zip);
/* Reads an entry into a block of entry->size bytes (at least one), which the caller frees, and checks its checksum.
 * @return NULL, or an error message */
const char *zip_read(const struct zip *zip, const struct zip_entry *entry, uint8_t **out_data);

/* Writes an archive to a stream, whose errors the caller checks. */
struct zip_writer {
	FILE *out;
	bool deflate; /* else entries are stored */
	uint64_t offset;
	struct zip_written *entries;
	size_t count;
};
/* Writes an entry of two parts. @return NULL, or an error message */
const char *zip_add(struct zip_writer *writer, const char *name, const void *head, size_t head_size, const void *data,
	size_t size);
/* Writes the directory, and frees what the writer holds. */
void zip_finish(struct zip_writer *writer, bool keep);
/* True if the program can deflate. */
bool zip_can_deflate(void);

#endif
