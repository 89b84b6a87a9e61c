/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes SYCLBIN files: collects texts and images, then produces the bytes. Deterministic: equal calls produce equal
 * bytes. Images may be in files: where the system supports it, their bytes are copied from file to file without passing
 * through the memory of this process.
 *
 * Thread class: one-at-a-time. A call that fails has no effect, and the writer remains usable. Every call may return
 * SYCLBIN_E_NOMEM. */
#ifndef SYCLBIN_WRITER_H
#define SYCLBIN_WRITER_H

#include <syclbin/reader.h>

#ifdef __cplusplus
extern "C" {
#endif

enum syclbin_encoding {
	SYCLBIN_ENCODING_V1 = 0, /* "v1": the image in an OffloadBinary of version 1, for all readers */
	SYCLBIN_ENCODING_V1RAW,  /* "v1raw": the bare image */
	SYCLBIN_ENCODING_V1OB2,  /* "v1ob2": in version 2, as compilers of 2026 write */
	SYCLBIN_ENCODING_V1RT,   /* "v1rt": as v1ob2 without a string table, as the run time writes */
	SYCLBIN_ENCODING_V1OB3,  /* "v1ob3": in version 3, not compressed */
	SYCLBIN_ENCODING_V2,     /* "v2": the draft, in version 2 */
	SYCLBIN_ENCODING_V2OB3   /* "v2ob3": the draft in version 3 */
};
#define SYCLBIN_ENCODING_COUNT 7
/* "?" for an unknown number. Static text. */
SYCLBIN_API const char *syclbin_encoding_name(enum syclbin_encoding encoding);

/* Bytes of an image: in memory, or in a file. Borrowed: they must stay valid and unchanged until the writer has written
 * them. */
struct syclbin_source {
	const void *data; /* NULL: in a file */
	int fd;           /* data NULL: open for reading; its position is not used */
	uint64_t offset;  /* data NULL: of the first byte */
	uint64_t size;
};

struct syclbin_writer_image {
	size_t size; /* sizeof(struct syclbin_writer_image) */
	enum syclbin_part_kind kind;
	/* Its property text, verbatim; data NULL: generated from the members below. */
	struct syclbin_string text;
	uint32_t ir_type;             /* IR: enum syclbin_ir_type */
	struct syclbin_string target; /* triple */
	struct syclbin_string arch;   /* native */
	struct syclbin_source source;
};

struct syclbin_writer;

/* `allocator` NULL: malloc. NULL when out of memory. */
SYCLBIN_API struct syclbin_writer *syclbin_writer_create(const struct syclbin_allocator *allocator);
SYCLBIN_API void syclbin_writer_destroy(struct syclbin_writer *writer); /* NULL is ignored */

/* Sets the global metadata: a state, or a text verbatim. The default is the state executable. Texts are copied. */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_writer_state(struct syclbin_writer *writer, uint32_t state);
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_writer_global(struct syclbin_writer *writer,
	struct syclbin_string text);

/* Adds an abstract module with its property text, verbatim. SYCLBIN_E_LIMIT: more than 2^32 - 1. */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_writer_module(struct syclbin_writer *writer,
	struct syclbin_string text, uint32_t *out_module, struct syclbin_diag *diag);
/* Adds an image to a module; images of a kind keep their order. SYCLBIN_E_ARG: no such module or kind. */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_writer_image(struct syclbin_writer *writer, uint32_t module,
	const struct syclbin_writer_image *image, struct syclbin_diag *diag);
/* Adds the modules of a file, and its global metadata if none was set. Images are borrowed from the reader's bytes, or,
 * if `fd` is not negative, copied later from this file, which must have the same bytes. Also returns the errors of
 * syclbin_reader_bound(). */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_writer_file(struct syclbin_writer *writer,
	const struct syclbin_reader *reader, int fd, struct syclbin_diag *diag);

/* Receives the pieces of a file in order. Returns false on failure. */
typedef bool (*syclbin_emit_fn)(void *ctx, const struct syclbin_source *piece);

/* Computes the size in an encoding. SYCLBIN_E_LIMIT: more than 2^63 bytes; SYCLBIN_E_CORRUPT: v2 with an invalid
 * text. */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_writer_size(struct syclbin_writer *writer,
	enum syclbin_encoding encoding, uint64_t *out_size, struct syclbin_diag *diag);
/* Calls `emit` for each piece. SYCLBIN_E_IO: `emit` returned false. */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_writer_emit(struct syclbin_writer *writer,
	enum syclbin_encoding encoding, syclbin_emit_fn emit, void *ctx, struct syclbin_diag *diag);
/* Writes to a file descriptor at its position. SYCLBIN_E_IO: a source or the output failed; errno is set. */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_writer_write(struct syclbin_writer *writer,
	enum syclbin_encoding encoding, int fd, struct syclbin_diag *diag);
/* Returns the file as one block of the writer's allocator; free it with syclbin_writer_free_bytes(). */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_writer_finish(struct syclbin_writer *writer,
	enum syclbin_encoding encoding, uint8_t **out_data, size_t *out_size, struct syclbin_diag *diag);
SYCLBIN_API void syclbin_writer_free_bytes(struct syclbin_writer *writer, uint8_t *data, size_t size);

/* Copies a source to a file descriptor at its position, by the fastest method that the system offers.
 * @return SYCLBIN_OK · SYCLBIN_E_IO errno is set; bytes may have been written · SYCLBIN_E_TRUNCATED the source is
 * shorter */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_copy(const struct syclbin_source *source, int fd,
	struct syclbin_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
