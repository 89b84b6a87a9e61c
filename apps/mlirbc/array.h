/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Resources as arrays of NumPy. */
#ifndef MLIRBC_APP_ARRAY_H
#define MLIRBC_APP_ARRAY_H

#include "table.h"

#include <mlirbc/ir.h>

/* NumPy's name of the elements of a resource ("<f4") and NULL; or NULL and in *out_reason why it cannot be an array. */
const char *npy_dtype(const struct table *table, const struct table_resource *resource, const char **out_reason);

/* Header and data; the resource has a dtype. */
void npy_write(FILE *out, const struct table *table, const struct table_resource *resource, const char *dtype);

/* Whether elements of the type can be given as this dtype: the same numbers, or, where NumPy has no such elements (bf16),
 * opaque ones ("V2") of their size. *out_expected is the name of the dtype that fits; NULL if no tensor or vector is stored
 * as an array. */
bool npy_fits(const struct mlirbc_type *type, const char *dtype, char out_expected[16]);

#endif
