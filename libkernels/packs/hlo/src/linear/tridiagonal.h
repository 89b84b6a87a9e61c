/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Function `tridiagonal` of matrix.h for f64, in blocks. */
#ifndef KERNELS_HLO_LINEAR_TRIDIAGONAL_H
#define KERNELS_HLO_LINEAR_TRIDIAGONAL_H

#include <stdbool.h>
#include <stddef.h>

/* The elements are finite and not extreme (see scale.h). Returns false, and does nothing, if the matrix is too small or too large for it, or
 * memory is short. */
bool kernels_hlo__tridiagonal_in_blocks(double *a, size_t n, double *diagonal, double *beside, double *tau);

#endif
