/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* NumPy's .npy files: a header that is a Python dictionary, then the elements.
 *
 * The functions work on bytes in memory and allocate nothing. Messages are static texts that continue the name of a
 * file: "is not a .npy file of version 1 to 3".
 * Thread class: safe. */
#ifndef TENSORFILE_NPY_H
#define TENSORFILE_NPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <tensorfile/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The dimensions that a tensor of a file may have, as in NumPy. */
#define TENSORFILE_MAX_RANK 64u
/* A header is not longer, with all before the elements. */
#define TENSORFILE_NPY_HEADER 65547u

/* The contents of a header. */
struct tensorfile_npy {
	char dtype[16]; /* "<f4" */
	uint32_t rank;
	int64_t dims[TENSORFILE_MAX_RANK]; /* >= 0 */
	uint64_t elements, element_size;
	size_t offset;     /* of the elements, which take the rest of the file */
	bool column_major; /* as Fortran's arrays; false where both orders are the same */
};

/* Reads the header of a .npy file of version 1 to 3. The size of the file must match.
 * @return NULL, or a message; then *out has no meaning */
TENSORFILE_API const char *tensorfile_npy_read(const void *data, size_t size, struct tensorfile_npy *out);
/* As above, where only the first bytes of a file of `size` bytes are there; TENSORFILE_NPY_HEADER bytes
 * are enough. */
TENSORFILE_API const char *tensorfile_npy_read_head(const void *data, size_t there, uint64_t size,
	struct tensorfile_npy *out);
/* True if the bytes of the elements are reversed. Opaque elements (V2) have no order. */
TENSORFILE_API bool tensorfile_npy_is_big_endian(const struct tensorfile_npy *array);
/* Copies the elements to element_size * elements bytes, in row-major order and little-endian. `data` is that of
 * tensorfile_npy_read(). */
TENSORFILE_API void tensorfile_npy_copy(const struct tensorfile_npy *array, const void *data, void *out);

/* Writes a header of version 1.0; the elements follow. `rank` at most TENSORFILE_MAX_RANK. The caller checks the
 * stream. */
TENSORFILE_API void tensorfile_npy_write_header(FILE *out, const char *dtype, const int64_t *dims, size_t rank);

#ifdef __cplusplus
}
#endif

#endif
