/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Algorithms on dense row-major matrices of f64 or complex f64, without tensors. One struct of functions for each of the two
 * scalar types; matrices are passed as void *. n x n matrices have rows of n elements. */
#ifndef KERNELS_HLO_LINEAR_MATRIX_H
#define KERNELS_HLO_LINEAR_MATRIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hlo_matrix_functions {
	size_t size; /* bytes of a scalar */
	/* to (columns x rows) = transpose of from (rows x columns), conjugated if asked for. */
	void (*transpose)(const void *from, size_t rows, size_t columns, bool conjugate, void *to);
	/* Replaces the lower triangle of a Hermitian matrix by L with L * L^H = A. Reads and writes the lower triangle only.
	 * @return 0, or the number (from 1) of the first column that is not positive; columns from there on are undefined */
	size_t (*cholesky)(void *a, size_t n);
	/* Replaces b (n x columns) by x with a * x = b. Reads the lower or upper triangle of a, and the diagonal unless
	 * `unit`. */
	void (*solve)(const void *a, size_t n, bool lower, bool unit, void *b, size_t columns);
	/* LU with row exchanges: row i was exchanged with row pivots[i] - 1, in ascending order of i < min(rows, columns).
	 * @return 0, or the number (from 1) of the first diagonal element of U that is 0 */
	size_t (*lu)(void *a, size_t rows, size_t columns, int32_t *pivots);
	/* QR by Householder reflections 1 - tau * v * v^H; v has 1 at the diagonal, its rest is stored below it. tau has
	 * min(rows, columns) elements. */
	void (*qr)(void *a, size_t rows, size_t columns, void *tau);
	/* Replaces a (rows x columns, columns <= rows), whose first `count` columns hold reflections, by the first columns
	 * of their product. */
	void (*q)(void *a, size_t rows, size_t columns, size_t count, const void *tau);
	/* Eigenvalues in ascending order, and eigenvectors as columns of `vectors`, of a Hermitian matrix, which is
	 * overwritten. Both triangles are read. @return false if an element is not finite */
	bool (*eigen)(void *a, size_t n, double *values, void *vectors);
	/* Singular values in descending order: a = u * diag(values) * v^H for rows >= columns. `a` is overwritten by u
	 * (rows x columns); `v` is columns x columns. Columns of u for singular values of 0 are 0. @return as eigen */
	bool (*singular)(void *a, size_t rows, size_t columns, double *values, void *v);
};

extern const struct hlo_matrix_functions kernels_hlo__matrix_real, kernels_hlo__matrix_complex;

#endif
