/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes SYCLBIN files: collects texts and images, then gives the bytes. Deterministic: the same calls give the same
 * bytes. Images may be files: their bytes go from file to file without passing through memory of this process where
 * the system can do that.
 *
 * Thread class: one-at-a-time. A call that fails is without effect, and the writer can go on being used; every one may
 * return SYCLBIN_E_NOMEM. */
#ifndef SYCLBIN_WRITER_H
#define SYCLBIN_WRITER_H

#include <syclbin/reader.h>

#ifdef __cplusplus
extern "C" {
#endif

enum syclbin_encoding {
	SYCLBIN_ENCODING_V1 = 0, /* "v1": the image in an OffloadBinary of version 1, as every reader takes it */
	SYCLBIN_ENCODING_V1RAW,  /* "v1raw": the bare image */
	SYCLBIN_ENCODING_V1OB2,  /* "v1ob2": in version 2, as compilers of 2026 write */
	SYCLBIN_ENCODING_V1RT,   /* "v1rt": the same without a table of strings, as the run time writes */
	SYCLBIN_ENCODING_V1OB3,  /* "v1ob3": in version 3, not compressed */
	SYCLBIN_ENCODING_V2,     /* "v2": the draft, in version 2 */
	SYCLBIN_ENCODING_V2OB3   /* "v2ob3": the draft in version 3 */
};
#define SYCLBIN_ENCODING_COUNT 7
/* "?" for a number that is none. Static text. */
SYCLBIN_API const char *syclbin_encoding_name(enum syclbin_encoding encoding);

/* Bytes of an image: in memory, or in a file. They stay where they are, unchanged, until the writer has written
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
	/* Its property text, verbatim; data NULL: made of the members below. */
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

/* The global metadata: a state, or a text verbatim. Before either, the state is executable. Texts are copied. */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_writer_state(struct syclbin_writer *writer, uint32_t state);
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_writer_global(struct syclbin_writer *writer,
	struct syclbin_string text);

/* Adds an abstract module with its property text, verbatim. SYCLBIN_E_LIMIT: more than 2^32 - 1. */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_writer_module(struct syclbin_writer *writer,
	struct syclbin_string text, uint32_t *out_module, struct syclbin_diag *diag);
/* Adds an image to a module; those of a kind keep their order. SYCLBIN_E_ARG: no such module or kind. */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_writer_image(struct syclbin_writer *writer, uint32_t module,
	const struct syclbin_writer_image *image, struct syclbin_diag *diag);
/* Adds all of a file: its modules, and, if it has none yet, its global metadata. Images are borrowed from the reader's
 * bytes; `fd`, when not negative, is a file with these bytes to take them from instead. Also what
 * syclbin_reader_bound() returns. */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_writer_file(struct syclbin_writer *writer,
	const struct syclbin_reader *reader, int fd, struct syclbin_diag *diag);

/* Takes the pieces of a file, in order. Return false when that failed. */
typedef bool (*syclbin_emit_fn)(void *ctx, const struct syclbin_source *piece);

/* The bytes that an encoding takes. SYCLBIN_E_LIMIT: more than 2^63; SYCLBIN_E_CORRUPT: v2, and a text is wrong. */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_writer_size(struct syclbin_writer *writer,
	enum syclbin_encoding encoding, uint64_t *out_size, struct syclbin_diag *diag);
/* Hands out the pieces. SYCLBIN_E_IO: emit said false. */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_writer_emit(struct syclbin_writer *writer,
	enum syclbin_encoding encoding, syclbin_emit_fn emit, void *ctx, struct syclbin_diag *diag);
/* Writes to a file descriptor from its position on. SYCLBIN_E_IO: a source or the output failed, errno says why. */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_writer_write(struct syclbin_writer *writer,
	enum syclbin_encoding encoding, int fd, struct syclbin_diag *diag);
/* In one block of the writer's allocator, to be freed with syclbin_writer_free_bytes(). */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_writer_finish(struct syclbin_writer *writer,
	enum syclbin_encoding encoding, uint8_t **out_data, size_t *out_size, struct syclbin_diag *diag);
SYCLBIN_API void syclbin_writer_free_bytes(struct syclbin_writer *writer, uint8_t *data, size_t size);

/* Copies a source to a file descriptor, from its position on, by the shortest way there is.
 * @return SYCLBIN_OK · SYCLBIN_E_IO errno says why; bytes may have been written · SYCLBIN_E_TRUNCATED the source is
 * shorter */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_copy(const struct syclbin_source *source, int fd,
	struct syclbin_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
