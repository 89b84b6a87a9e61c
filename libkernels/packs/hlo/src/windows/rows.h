/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Many short runs of adjacent elements, each combined with its updates. */
#ifndef KERNELS_HLO_ROWS_H
#define KERNELS_HLO_ROWS_H

#include "windows/body.h"

/* For each of `count` rows in order: combines the `width` elements from out + places[i] on with those from updates + i * step on. A row
 * whose place is negative is left out. Updates do not overlap `out`. */
typedef void hlo_rows_fn(void *out, const int64_t *places, const void *updates, int64_t step, size_t count, size_t width);
/* NULL: the body is not the second argument, or a sum, product, minimum or maximum of a type that has rows. */
hlo_rows_fn *kernels_hlo__rows(const struct hlo_body *body);

#endif
