/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Factorizations by the selected library (kernels/math.h). */
#ifndef KERNELS_HLO_LINEAR_FACTORIZE_H
#define KERNELS_HLO_LINEAR_FACTORIZE_H

#include "linear/batch.h"
#include <kernels/math.h>

/* Calls the library, if there is one, for operand 0 of p->rows x p->columns (TRSM: the square matrix on the side of p->left_side).
 * Sets the size, the element type and the first operand of *p. Returns false if the built-in code has to compute: also for
 * matrices that are not finite, for which functions that iterate may not end. */
bool kernels_hlo__library_factorize(const struct hlo_item *item, struct kernels_lapack *p);

#endif
