/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The attribute #corert.shape<2x?x3>. */
#ifndef BEF_TRANSLATE_SHAPE_H
#define BEF_TRANSLATE_SHAPE_H

#include <mlirbc/ir.h>

/* True when `attr` is #corert.shape<...> and what is inside is well formed. `dims` may be NULL; else it has room for
 * as many numbers as the attribute's text has bytes, and gets -1 for '?'. */
bool bef_mlir__shape_read(const struct mlirbc_attr *attr, bool *out_ranked, int64_t *dims, size_t *out_rank);

#endif
