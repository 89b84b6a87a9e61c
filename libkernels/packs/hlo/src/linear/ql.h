/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Eigenvalues of real symmetric tridiagonal matrices. */
#ifndef KERNELS_HLO_LINEAR_QL_H
#define KERNELS_HLO_LINEAR_QL_H

#include "linear/sweeps.h"

/* Replaces the diagonal (n > 0 numbers) by the eigenvalues, in no order; `beside` has n - 1 numbers. Line i of `rows` becomes the
 * combination of the lines by the elements of eigenvector i: from the identity, the eigenvector.
 * @return false if an eigenvalue was not found, or the request has ended */
bool kernels_hlo__ql(double *diagonal, double *beside, size_t n, struct hlo_sweeps *rows);

#endif
