/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Resources as files of NumPy's format. */
#ifndef MLIRBC_APP_NPY_H
#define MLIRBC_APP_NPY_H

#include "table.h"

/* NumPy's name of the elements of a resource ("<f4") and NULL; or NULL and in *out_reason why it cannot be an array. */
const char *npy_dtype(const struct table *table, const struct table_resource *resource, const char **out_reason);

/* Header and data; the resource has a dtype. */
void npy_write(FILE *out, const struct table *table, const struct table_resource *resource, const char *dtype);

#endif
