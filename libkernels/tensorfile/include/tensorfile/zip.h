/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ZIP archives in memory, as .npz files are: entries that are stored or deflated, and ZIP64. Without zlib, stored
 * entries only.
 *
 * Memory comes from malloc(). Messages are static texts that continue the name of a file: "has a damaged ZIP
 * directory".
 * Thread class: safe for reading; owner for a writer. */
#ifndef TENSORFILE_ZIP_H
#define TENSORFILE_ZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <tensorfile/export.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tensorfile_zip_entry {
	const char *name; /* not terminated; in the archive */
	size_t name_size;
	uint64_t size, stored; /* bytes, and bytes in the archive */
	uint64_t offset;       /* of the stored bytes */
	uint32_t crc;
	unsigned method; /* 0: stored, 8: deflated */
};

struct tensorfile_zip {
	const uint8_t *data; /* borrowed */
	size_t size;
	struct tensorfile_zip_entry *entries;
	size_t count;
};

/* Reads the directory of an archive. Entries that overlap, or that are larger than their stored bytes can become, are
 * refused.
 * @return NULL, or a message; then there is nothing to close */
TENSORFILE_API const char *tensorfile_zip_open(const void *data, size_t size, struct tensorfile_zip *out);
TENSORFILE_API void tensorfile_zip_close(struct tensorfile_zip *zip);
/* Reads an entry into a block of entry->size bytes (at least one), which the caller frees, and checks its checksum.
 * @return NULL, or a message */
TENSORFILE_API const char *tensorfile_zip_read(
	const struct tensorfile_zip *zip, const struct tensorfile_zip_entry *entry, uint8_t **out_data);
/* Reads the first bytes of an entry, at most `room`; the checksum is not compared.
 * @return NULL, or a message */
TENSORFILE_API const char *tensorfile_zip_read_head(
	const struct tensorfile_zip *zip, const struct tensorfile_zip_entry *entry, void *out, size_t room,
	size_t *out_size);

/* Writes an archive to a stream, whose errors the caller checks. Set `out` and `deflate`, and the rest to zero. The
 * same entries give the same bytes. */
struct tensorfile_zip_writer {
	FILE *out;
	bool deflate; /* else entries are stored */
	uint64_t offset;
	struct tensorfile_zip_written *entries;
	size_t count;
};
/* Writes an entry of two parts. @return NULL, or a message */
TENSORFILE_API const char *tensorfile_zip_add(struct tensorfile_zip_writer *writer, const char *name,
	const void *head, size_t head_size, const void *data, size_t size);
/* Writes the directory (unless `keep` is false), and frees what the writer holds. */
TENSORFILE_API void tensorfile_zip_finish(struct tensorfile_zip_writer *writer, bool keep);
/* True if the library can inflate and deflate: it has zlib. */
TENSORFILE_API bool tensorfile_zip_can_deflate(void);

#ifdef __cplusplus
}
#endif

#endif
