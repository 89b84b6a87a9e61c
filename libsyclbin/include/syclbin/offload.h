/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads OffloadBinary containers, versions 1, 2 and 3: the envelope of nearly every SYCLBIN file. The results are
 * views of the caller's bytes, which may have any alignment; nothing is allocated.
 *
 * Thread class: immutable after open; all structures are plain values. */
#ifndef SYCLBIN_OFFLOAD_H
#define SYCLBIN_OFFLOAD_H

#include <stdbool.h>
#include <syclbin/status.h>

#ifdef __cplusplus
extern "C" {
#endif

enum syclbin_image_kind {
	SYCLBIN_KIND_NONE = 0,
	SYCLBIN_KIND_OBJECT = 1,
	SYCLBIN_KIND_BITCODE = 2,
	SYCLBIN_KIND_CUBIN = 3,
	SYCLBIN_KIND_FATBINARY = 4,
	SYCLBIN_KIND_PTX = 5,
	SYCLBIN_KIND_SPIRV = 6, /* denotes SYCLBIN in compilers of early 2025, so the content decides */
	SYCLBIN_KIND_SYCLBIN = 7
};

/* The bits of LLVM 21 and later. Up to LLVM 20: OpenMP 1, CUDA 2, HIP 3, SYCL 4 (intel only). */
enum syclbin_offload_kind {
	SYCLBIN_OFFLOAD_NONE = 0,
	SYCLBIN_OFFLOAD_OPENMP = 1,
	SYCLBIN_OFFLOAD_CUDA = 2,
	SYCLBIN_OFFLOAD_HIP = 4,
	SYCLBIN_OFFLOAD_SYCL = 8
};

/* "spirv", "syclbin"; "?" for an unknown number. Static text. */
SYCLBIN_API const char *syclbin_image_kind_name(unsigned kind);
/* "spv", "o": the file name extension of the kind; "bin" for an unknown kind. Static text. */
SYCLBIN_API const char *syclbin_image_kind_suffix(unsigned kind);
/* "openmp", "sycl"; "none"; "?" for an unknown number. Static text. */
SYCLBIN_API const char *syclbin_offload_kind_name(unsigned kind);

#define SYCLBIN_OFFLOAD_STRING_MOST 65536u /* bytes of a key, and of a NUL-terminated value (version 1) */

/* One binary. Several may follow each other in a file: the next one begins at `stride`. */
struct syclbin_offload {
	struct syclbin_span bytes; /* of this binary */
	uint32_t version;
	uint64_t entries;       /* offset of the entries in the binary */
	uint64_t count;         /* of entries; 0 if compressed */
	uint64_t inflated_size; /* version 3 with a compressed body: the size after decompression; else 0 */
	size_t stride;          /* size rounded up to 8, but not beyond the input */
};

struct syclbin_offload_entry {
	uint64_t index;
	uint16_t image_kind, offload_kind;
	uint32_t flags;           /* version 2 on: 1 = metadata only, no image */
	uint64_t strings;         /* offset of the string entries in the binary */
	uint64_t string_count;
	struct syclbin_span image;
};

/* True if the bytes begin with the magic number of an OffloadBinary. */
SYCLBIN_API bool syclbin_is_offload(const void *data, size_t size);

/* Checks the header and that the entries are inside the input. Also opens compressed binaries; see compress.h.
 * @return SYCLBIN_OK · SYCLBIN_E_MAGIC · SYCLBIN_E_VERSION · SYCLBIN_E_TRUNCATED · SYCLBIN_E_CORRUPT; on failure
 * *out is zero */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_offload_open(const struct syclbin_span *input,
	struct syclbin_offload *out, struct syclbin_diag *diag);

/* Reads entry `index`; checks that its image and its string table are inside the binary.
 * @return SYCLBIN_OK · SYCLBIN_E_NOT_FOUND no such entry · SYCLBIN_E_STATE compressed · SYCLBIN_E_CORRUPT */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_offload_entry(const struct syclbin_offload *offload,
	uint64_t index, struct syclbin_offload_entry *out, struct syclbin_diag *diag);

/* Reads string `index` of an entry: key and value, which may contain NUL bytes from version 2 on.
 * @return SYCLBIN_OK · SYCLBIN_E_NOT_FOUND no such string · SYCLBIN_E_CORRUPT · SYCLBIN_E_LIMIT too long */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_offload_string(const struct syclbin_offload *offload,
	const struct syclbin_offload_entry *entry, uint64_t index, struct syclbin_string *out_key,
	struct syclbin_string *out_value, struct syclbin_diag *diag);

/* Finds the value of a key ("triple", "arch") among the first 256 strings of the entry; reads no further strings.
 * @return SYCLBIN_OK · SYCLBIN_E_NOT_FOUND · as above */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_offload_find(const struct syclbin_offload *offload,
	const struct syclbin_offload_entry *entry, const char *key, struct syclbin_string *out_value,
	struct syclbin_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
