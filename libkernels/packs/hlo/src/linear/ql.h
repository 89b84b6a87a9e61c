/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Eigenvalues of real symmetric tridiagonal matrices. */
#ifndef KERNELS_HLO_LINEAR_QL_H
#define KERNELS_HLO_LINEAR_QL_H

#include <stdbool.h>
#include <stddef.h>

/* Replaces the diagonal (n numbers) by the eigenvalues, in no order; `beside` has n - 1 numbers and room for n. Row i of `rows` (n rows of
 * `width` numbers) becomes the combination of the rows by the elements of eigenvector i: from the identity, the eigenvector.
 * @return false if an eigenvalue was not found, or the request has ended */
bool kernels_hlo__ql(double *diagonal, double *beside, size_t n, double *rows, size_t width);

#endif
