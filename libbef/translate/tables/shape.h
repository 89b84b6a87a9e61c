/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The attribute #corert.shape<2x?x3>. */
#ifndef BEF_TRANSLATE_SHAPE_H
#define BEF_TRANSLATE_SHAPE_H

#include <mlirbc/ir.h>

/* Returns true if `attr` is a well-formed #corert.shape<...>. `dims` may be NULL; otherwise it has one element per
 * byte of the attribute's text, and '?' is stored as -1. */
bool bef_mlir__shape_read(const struct mlirbc_attr *attr, bool *out_ranked, int64_t *dims, size_t *out_rank);

#endif
