/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Resources as files of NumPy's format. */
#ifndef MLIRBC_APP_NPY_H
#define MLIRBC_APP_NPY_H

#include "table.h"

#include <mlirbc/ir.h>

/* NumPy's name of the elements of a resource ("<f4") and NULL; or NULL and in *out_reason why it cannot be an array. */
const char *npy_dtype(const struct table *table, const struct table_resource *resource, const char **out_reason);

/* Header and data; the resource has a dtype. */
void npy_write(FILE *out, const struct table *table, const struct table_resource *resource, const char *dtype);

/* An array in a .npy file. */
struct npy_array {
	char dtype[16]; /* "<f4" */
	size_t offset;  /* of the elements, which take the rest of the file */
};

/* Reads the header of a .npy file of version 1 to 3. NULL if it has one that can be used here, else what is wrong with it:
 * elements are expected in row-major order, and as many bytes as the shape needs. */
const char *npy_read(const uint8_t *data, size_t size, struct npy_array *out);

/* Whether elements of the type can be given as this dtype: the same numbers, or, where NumPy has no such elements (bf16),
 * opaque ones ("V2") of their size. *out_expected is the name of the dtype that fits; NULL if no tensor or vector is stored
 * as an array. */
bool npy_fits(const struct mlirbc_type *type, const char *dtype, char out_expected[16]);

#endif
