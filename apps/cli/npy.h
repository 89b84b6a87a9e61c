/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* NumPy's .npy files: a header that is a Python dictionary, then the elements. */
#ifndef CLI_NPY_H
#define CLI_NPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define NPY_MOST_DIMENSIONS 64u

/* The contents of a header. */
struct npy_array {
	char dtype[16]; /* "<f4" */
	uint32_t rank;
	int64_t dims[NPY_MOST_DIMENSIONS]; /* >= 0 */
	uint64_t elements, element_size;
	size_t offset; /* of the elements, which take the rest of the file */
	bool column_major;
};

/* Reads the header of a .npy file of version 1 to 3. The size of the file must match.
 * @return NULL, or an error message: "is not a .npy file" */
const char *npy_read(const uint8_t *data, size_t size, struct npy_array *out);
/* True if the bytes of the elements are reversed. Opaque elements (V2) have no order. */
bool npy_is_big_endian(const struct npy_array *array);
/* Copies the elements to element_size * elements bytes, in row-major order and little-endian. `data` is that of npy_read(). */
void npy_copy(const struct npy_array *array, const uint8_t *data, void *out);

/* Writes a header of version 1.0; the elements follow. `rank` at most NPY_MOST_DIMENSIONS. */
void npy_write_header(FILE *out, const char *dtype, const int64_t *dims, size_t rank);

#endif
