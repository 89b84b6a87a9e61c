/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Unpacks containers down to SYCLBIN files and other images:
 *
 *	compressed files (zstd), OffloadBinaries with several entries, nested or one behind the other
 *	offload bundles of clang: binary, text, compressed (CCOB 1 to 3), one behind the other with padding
 *	fat binaries of CUDA
 *	object files, executables and libraries (ELF, COFF, PE, Mach-O, universal files): sections .llvm.offloading,
 *	__CLANG_OFFLOAD_BUNDLE__*, .hip_fatbin, .nv_fatbin, __nv_relfatbin, compressed ones too
 *	bitcode of LLVM with embedded objects
 *	archives of any of these, thin ones too: the caller opens their files
 *
 * What lies in a container and is not read as an image is listed: syclbin_input_skipped().
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
	/* they were compressed, or are in a file that a thin archive names: the offset counts in the decompressed data,
	 * or in that file */
	bool inflated;
	/* version of the OffloadBinary that contains the item, or that the item is; 0: none */
	uint32_t envelope;
	uint16_t image_kind, offload_kind; /* from the entry of an OffloadBinary, otherwise by content */
	struct syclbin_string triple, arch; /* of the container, else of the code; empty if unknown */
};

/* Opens the file of a member of a thin archive. `path` is relative to the folder of the input, or absolute; the archive
 * chooses it, so it may name any file. The bytes must stay valid and unchanged until the input is closed.
 * @return false: the file cannot be read; the member is skipped */
typedef bool (*syclbin_input_file_fn)(void *ctx, const char *path, const void **out_data, size_t *out_size);

struct syclbin_input_options {
	size_t size;          /* sizeof(struct syclbin_input_options) */
	/* of all decompressed bytes together; 0: the default for `size` bytes (syclbin/compress.h) */
	uint64_t limit;
	uint32_t nesting;     /* limit of nested containers; 0: 8; at most 64 */
	uint32_t most;        /* limit of items; 0: 65536 */
	/* Opens the members of thin archives; NULL: they are skipped. */
	syclbin_input_file_fn open_file;
	void *file_ctx;
};

/* Bytes of a container that are no image: padding, host code, members that hold none, or damaged ones. */
struct syclbin_skipped {
	const char *path;      /* as of items */
	uint64_t offset, size; /* as of items; size 0: not in the input, like a member of a thin archive */
	const char *text;      /* why */
	bool suspect;          /* an image may be there: damaged, of an unknown kind, in another file */
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

/* Likewise what was skipped. */
SYCLBIN_API uint32_t syclbin_input_skipped_count(const struct syclbin_input *input);
SYCLBIN_API const struct syclbin_skipped *syclbin_input_skipped(const struct syclbin_input *input, uint32_t index);

#ifdef __cplusplus
}
#endif

#endif
