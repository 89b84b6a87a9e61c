/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compression and decompression with zstd and zlib, if the library was built with them. Decompression always has a
 * limit. zstd allocates its memory with malloc, at most 128 MiB for a window.
 *
 * Thread class: safe. */
#ifndef SYCLBIN_COMPRESS_H
#define SYCLBIN_COMPRESS_H

#include <syclbin/offload.h>

#ifdef __cplusplus
extern "C" {
#endif

enum syclbin_method { SYCLBIN_ZLIB = 0, SYCLBIN_ZSTD = 1 };
/* "zlib", "zstd"; "?" for an unknown number. Static text. */
SYCLBIN_API const char *syclbin_method_name(enum syclbin_method method);
/* Returns whether the library was built with the method. If not, calls that need the method return
 * SYCLBIN_E_UNSUPPORTED, "built without zstd". */
SYCLBIN_API bool syclbin_method_built(enum syclbin_method method);

/* The default limit is SYCLBIN_INFLATE_TIMES the size of the compressed bytes and SYCLBIN_INFLATE_SMALL, at most
 * SYCLBIN_INFLATE_MOST. */
#define SYCLBIN_INFLATE_MOST ((uint64_t)4 << 30)
#define SYCLBIN_INFLATE_SMALL ((uint64_t)64 << 20)
#define SYCLBIN_INFLATE_TIMES 64u

/* True if the bytes begin with the magic number of a zstd frame (28 B5 2F FD). */
SYCLBIN_API bool syclbin_is_zstd(const void *data, size_t size);

/* Decompresses to exactly `size` bytes, or, with size UINT64_MAX, to the end of the stream. Memory grows with the
 * decompressed data, to at most `limit` bytes (0: the default). *out_data is one block of `allocator` (NULL:
 * malloc) of *out_capacity bytes; free it with syclbin_inflate_free().
 * @return SYCLBIN_OK · SYCLBIN_E_LIMIT · SYCLBIN_E_CORRUPT damaged, or of another size · SYCLBIN_E_UNSUPPORTED ·
 * SYCLBIN_E_NOMEM */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_inflate(enum syclbin_method method,
	const struct syclbin_span *input, uint64_t size, uint64_t limit, const struct syclbin_allocator *allocator,
	uint8_t **out_data, size_t *out_size, size_t *out_capacity, struct syclbin_diag *diag);
SYCLBIN_API void syclbin_inflate_free(const struct syclbin_allocator *allocator, uint8_t *data, size_t capacity);

/* Decompresses an OffloadBinary of version 3: header and body. Otherwise as syclbin_inflate(). */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_offload_inflate(const struct syclbin_offload *offload,
	uint64_t limit, const struct syclbin_allocator *allocator, uint8_t **out_data, size_t *out_size,
	size_t *out_capacity, struct syclbin_diag *diag);
/* Compresses the body of an OffloadBinary of version 3. `level` 0: the method's default.
 * @return as syclbin_inflate() · SYCLBIN_E_ARG an unsupported level, or not an uncompressed binary of version 3 */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_offload_deflate(const struct syclbin_offload *offload,
	enum syclbin_method method, int level, const struct syclbin_allocator *allocator, uint8_t **out_data,
	size_t *out_size, size_t *out_capacity, struct syclbin_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
