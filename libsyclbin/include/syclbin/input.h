/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Unpacks whatever device code comes in, down to SYCLBIN files and other images: compressed files, offload bundles
 * (plain and CCOB 1 to 3), OffloadBinary with several entries or inside each other, ELF files and archives with
 * sections .llvm.offloading.
 *
 * Thread class: immutable after open. */
#ifndef SYCLBIN_INPUT_H
#define SYCLBIN_INPUT_H

#include <syclbin/reader.h>

#ifdef __cplusplus
extern "C" {
#endif

struct syclbin_item {
	const char *path;           /* how it was reached: "lib.o/.llvm.offloading/0"; "" for the input itself */
	struct syclbin_span bytes;  /* offset counts from the outermost bytes that are not compressed */
	bool is_syclbin;            /* syclbin_reader_open_span() takes `bytes` */
	bool inflated;              /* they were compressed: offset counts in what came out */
	uint32_t envelope;          /* version of the OffloadBinary that it is an entry of, or that it is; 0: none */
	uint16_t image_kind, offload_kind; /* entry of an OffloadBinary, else by content */
	struct syclbin_string triple, arch; /* empty when nobody says */
};

struct syclbin_input_options {
	size_t size;          /* sizeof(struct syclbin_input_options) */
	uint64_t limit;       /* bytes that all decompression together may make; 0: SYCLBIN_INFLATE_MOST */
	uint32_t nesting;     /* containers inside containers; 0: 8; at most 64 */
	uint32_t most;        /* items; 0: 65536 */
};

struct syclbin_input;

/* Finds everything. The bytes stay the caller's, valid and unchanged until close. `options`, `allocator` may be NULL.
 * What is of no known form is one item by itself. @return SYCLBIN_OK, also when nothing was found · SYCLBIN_E_NOMEM ·
 * SYCLBIN_E_LIMIT · SYCLBIN_E_UNSUPPORTED "built without ..." · SYCLBIN_E_CORRUPT, SYCLBIN_E_TRUNCATED,
 * SYCLBIN_E_VERSION a container is damaged; on failure *out is NULL */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_input_open(const void *data, size_t size,
	const struct syclbin_input_options *options, const struct syclbin_allocator *allocator,
	struct syclbin_input **out, struct syclbin_diag *diag);
SYCLBIN_API void syclbin_input_close(struct syclbin_input *input); /* NULL is ignored */

/* Valid until close. NULL: no such item. */
SYCLBIN_API uint32_t syclbin_input_count(const struct syclbin_input *input);
SYCLBIN_API const struct syclbin_item *syclbin_input_item(const struct syclbin_input *input, uint32_t index);

#ifdef __cplusplus
}
#endif

#endif
