/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Singular values of real matrices: reduction to a bidiagonal matrix, and the QR algorithm on that. */
#ifndef KERNELS_HLO_LINEAR_BIDIAGONAL_H
#define KERNELS_HLO_LINEAR_BIDIAGONAL_H

#include "linear/sweeps.h"

/* Reflections whose vectors are lines of n elements, as kernels_hlo__q_of_lines() takes them. */
struct hlo_lines {
	double *v, *tau;
};

/* Reduces b (n x n, which is overwritten) to an upper bidiagonal matrix L^T * b * R: its diagonal and the n - 1 elements beside it. L is
 * the product of n reflections `left` with offset 0, R of n - 1 reflections `right` with offset 1. work: 2 * REFLECTORS * n numbers. */
void kernels_hlo__bidiagonal(double *b, size_t n, double *diagonal, double *beside, const struct hlo_lines *left,
	const struct hlo_lines *right, double *work);

/* Makes a bidiagonal matrix diagonal, by rotations of its rows, which go to `left`, and of its columns, which go to `right`. Diagonal
 * elements may be negative. @return false if they do not converge, or the call was cancelled */
bool kernels_hlo__bidiagonal_qr(
	double *diagonal, double *beside, size_t n, struct hlo_sweeps *left, struct hlo_sweeps *right);

/* The singular value decomposition u * diag(values) * v^T of a (rows x columns, columns <= rows), which is overwritten: u is rows x
 * columns, v columns x columns; NULL: not wanted. Values descend. scratch: SINGULAR_SCRATCH_ROWS(columns) * (columns + 16) numbers. The elements are finite and
 * not extreme (see scale.h). @return as kernels_hlo__bidiagonal_qr() */
bool kernels_hlo__singular_real(
	double *a, size_t rows, size_t columns, double *values, double *u, double *v, double *scratch);
#define SINGULAR_SCRATCH_ROWS(columns) (3 * ((columns) + 32)) /* of columns + 16 numbers */

#endif
