/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arrays of tensors' element types as .npy data. Types that NumPy does not have: bf16 is opaque elements (V2), floats of 8 bits and
 * fewer too (V1); integers of 2 and 4 bits are i1 and u1. */
#ifndef BEF_APP_NPY_ARRAY_H
#define BEF_APP_NPY_ARRAY_H

#include "../cli/cli.h"
#include <tensorfile/zip.h>
#include "tensors/array_text.h"

#include <kernels/tensor.h>

/* What an argument accepts. */
struct array_type {
	enum kernels_dtype dtype; /* KERNELS_DTYPE_INVALID: any */
	uint32_t rank;
	const int64_t *dims;  /* -1: any size. Of no meaning if `dtype` is any */
	const char *argument; /* "argument 1 (x)", for messages */
};

/* The elements of a .npy file, converted to row-major order and this machine's byte order. */
struct npy_elements {
	enum kernels_dtype dtype;
	uint32_t rank;
	int64_t dims[KERNELS_MAX_RANK];
	const void *bytes; /* in the file, or `owned` */
	size_t size;
	void *owned; /* NULL, or for the caller to free */
};
/* @return CLI_GOOD, or the exit code after a message */
int npy_to_array(const struct cli_input *file, const struct array_type *type, struct npy_elements *out);

/* Whether elements that are stored in more bits than they have leave the others 0; kernels rely on that. *out_index: the first one that does
 * not. */
bool npy_elements_are_valid(const struct npy_elements *array, uint64_t count, uint64_t *out_index);

/* Creates a dense tensor from a .npy file. @return CLI_GOOD, or the exit code after a message */
int tensor_from_npy(
	const struct cli_input *input, const struct async_allocator *allocator, struct kernels_tensor *out_tensor);

/* Writes a .npy file. @return CLI_GOOD, or the exit code after a message */
int array_to_npy(const char *path, const struct array *array);
/* Adds NAME.npy to an archive that becomes `path`. @return CLI_GOOD, or the exit code after a message */
int array_to_zip(const char *path, struct tensorfile_zip_writer *zip, const char *name, const struct array *array);

/* "f32 [2, ?]" */
enum { TYPE_TEXT = KERNELS_SHAPE_TEXT + 32 };
const char *array_type_text(enum kernels_dtype dtype, uint32_t rank, const int64_t *dims, char out[TYPE_TEXT]);
/* True if the array can be an argument of the type. */
bool array_fits(const struct array_type *type, enum kernels_dtype dtype, uint32_t rank, const int64_t *dims);

#endif
