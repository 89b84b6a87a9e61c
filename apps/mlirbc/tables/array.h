/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Resources as NumPy arrays. */
#ifndef MLIRBC_APP_ARRAY_H
#define MLIRBC_APP_ARRAY_H

#include "tables/table.h"

#include <mlirbc/ir.h>

/* Returns NumPy's name for the elements of a resource ("<f4"); or NULL, and the reason in *out_reason. */
const char *npy_dtype(const struct table *table, const struct table_resource *resource, const char **out_reason);

/* Writes header and data; the resource has a dtype. */
void npy_write(FILE *out, const struct table *table, const struct table_resource *resource, const char *dtype);

/* Tests whether elements of the type can be stored with this dtype: the corresponding numeric one or, if NumPy has
 * none (bf16), opaque elements ("V2") of the same size. *out_expected is the name of the matching dtype; NULL if no
 * tensor or vector of the type can be stored as an array. */
bool npy_fits(const struct mlirbc_type *type, const char *dtype, char out_expected[16]);

#endif
