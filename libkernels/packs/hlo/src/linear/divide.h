/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Eigenvalues and eigenvectors of real symmetric tridiagonal matrices, by halves. */
#ifndef KERNELS_HLO_LINEAR_DIVIDE_H
#define KERNELS_HLO_LINEAR_DIVIDE_H

#include <stdbool.h>
#include <stddef.h>

/* Replaces the diagonal (n > 0 numbers) by the eigenvalues in ascending order, and `vectors` (n x n) by the eigenvectors, its columns.
 * `beside` has n - 1 numbers, and is overwritten. scratch: DIVIDE_SCRATCH(n) numbers. @return as kernels_hlo__ql() */
bool kernels_hlo__eigen_by_halves(double *diagonal, double *beside, size_t n, double *vectors, double *scratch);
#define DIVIDE_SCRATCH(n) (2 * (n) * (n) + 8 * (n) + 4096)

#endif
