/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Unpacks containers down to SYCLBIN files and other images: compressed files, offload bundles (plain and CCOB 1 to 3),
 * OffloadBinaries with several entries or nested OffloadBinaries, ELF files and archives with sections
 * .llvm.offloading.
 *
 * Thread class: immutable after open. */
#ifndef SYCLBIN_INPUT_H
#define SYCLBIN_INPUT_H

#include <syclbin/reader.h>

#ifdef __cplusplus
extern "C" {
#endif

struct syclbin_item {
	const char *path;           /* in the input: "lib.o/.llvm.offloading/0"; "" for the input itself */
	struct syclbin_span bytes;  /* their offset counts from the outermost uncompressed bytes */
	bool is_syclbin;            /* syclbin_reader_open_span() accepts `bytes` */
	bool inflated;              /* they were compressed: the offset counts in the decompressed data */
	/* version of the OffloadBinary that contains the item, or that the item is; 0: none */
	uint32_t envelope;
	uint16_t image_kind, offload_kind; /* from the entry of an OffloadBinary, otherwise by content */
	struct syclbin_string triple, arch; /* empty if unknown */
};

struct syclbin_input_options {
	size_t size;          /* sizeof(struct syclbin_input_options) */
	/* of all decompressed bytes together; 0: the default for `size` bytes (syclbin/compress.h) */
	uint64_t limit;
	uint32_t nesting;     /* limit of nested containers; 0: 8; at most 64 */
	uint32_t most;        /* limit of items; 0: 65536 */
};

struct syclbin_input;

/* Finds all items. The bytes are borrowed and must stay valid and unchanged until close. `options` and `allocator` may
 * be NULL. An input of an unknown format is a single item.
 * @return SYCLBIN_OK, even if nothing was found · SYCLBIN_E_NOMEM · SYCLBIN_E_LIMIT · SYCLBIN_E_UNSUPPORTED "built
 * without ..." · SYCLBIN_E_CORRUPT, SYCLBIN_E_TRUNCATED, SYCLBIN_E_VERSION a container is damaged. On failure *out is
 * NULL */
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
