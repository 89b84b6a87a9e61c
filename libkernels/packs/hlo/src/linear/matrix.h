/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Algorithms on dense row-major matrices of f64 or complex f64, without tensors. One struct of functions for each of the two
 * scalar types; matrices are passed as void *. n x n matrices have rows of n elements. */
#ifndef KERNELS_HLO_LINEAR_MATRIX_H
#define KERNELS_HLO_LINEAR_MATRIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EIGEN_SCRATCH_ROWS(n) (2 * (n) + 272)

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
	/* Eigenvalues in ascending order, and eigenvectors as columns of `vectors` (NULL: not wanted), of a Hermitian matrix, which
	 * is overwritten. Both triangles are read. scratch: EIGEN_SCRATCH_ROWS(n) * (n + 16) scalars. @return false if an element is
	 * not finite, or eigenvalues were not found */
	bool (*eigen)(void *a, size_t n, double *values, void *vectors, void *scratch);
	/* Singular values in descending order: a = u * diag(values) * v^H for rows >= columns. a is overwritten; u is rows x columns, v is
	 * columns x columns; both are undefined unless `vectors`. Columns of u from *rank on are 0, where the values are 0 or less than
	 * 2^-499 times the largest. scratch: SINGULAR_SCRATCH_ROWS(columns) * (columns + 16) scalars. @return as eigen */
	bool (*singular)(
		void *a, size_t rows, size_t columns, double *values, void *u, void *v, void *scratch, bool vectors, size_t *rank);
	/* Q^H * A * Q is 0 below the first subdiagonal. Rows and columns [low, high) are transformed, 0 <= low < high <= n;
	 * outside of them A has this form already. `a` gets the result and, below the subdiagonal, the reflections whose product,
	 * in ascending order, is Q: reflection i has its 1 in row i + 1. tau has n - 1 elements. */
	void (*hessenberg)(void *a, size_t n, size_t low, size_t high, void *tau);
	/* Q^H * A * Q is real and tridiagonal, for a Hermitian A. Reads and writes the lower triangle only; reflections as above.
	 * `diagonal` has n elements, `beside` and tau n - 1, scratch 2 * n scalars. */
	void (*tridiagonal)(void *a, size_t n, double *diagonal, double *beside, void *tau, void *scratch);
	/* Exchanges rows and columns of equal number, as LAPACK's gebal does, until A is an upper triangle outside of rows and
	 * columns [*low, *high), whose diagonal has eigenvalues. scale[i] gets, for i outside of [*low, *high), the number that i was
	 * exchanged with (from the outer ones to the inner ones), and 1 for the others. n > 0; then *low < *high. */
	void (*permute)(void *a, size_t n, size_t *low, size_t *high, double *scale);
	/* After permute(): replaces A by D^-1 * A * D, where the columns and rows of equal number have norms of similar size. Powers
	 * of 2, the diagonal of D, are multiplied to scale[low] to scale[high - 1]. */
	void (*balance)(void *a, size_t n, size_t low, size_t high, double *scale);
	/* The Schur form Q^H * A * Q of a matrix that is 0 below the first subdiagonal, and an upper triangle outside of rows and
	 * columns [low, high): an upper triangle; real matrices also have blocks [p, q; r, p] with q * r < 0 on the diagonal. z (NULL:
	 * not wanted) is replaced by z * Q. `values` gets the eigenvalues in the order of the diagonal, conjugate ones with the positive
	 * imaginary part first; other imaginary parts of real matrices are +0. The elements are finite and not extreme (see scale.h).
	 * `epsilon` is that of the type that LAPACK would compute in: it decides when elements are negligible, and with this the order.
	 * @return 0, or the number of eigenvalues at the beginning of `values` that were not found */
	size_t (*schur)(void *a, size_t n, size_t low, size_t high, void *z, double (*values)[2], double epsilon);
	/* Multiplies the columns from `count` on by Q, or by Q^H if `adjoint`, where the columns before hold the reflections of Q. */
	void (*apply)(void *a, size_t rows, size_t columns, size_t count, const void *tau, bool adjoint);
	/* QR of a with exchanged columns, as LAPACK's geqp3: diagonal elements of R descend. `order` gets the numbers (from 1) of the
	 * columns; those whose `order` is not 0 before come first. norms: scratch, 2 * columns numbers. */
	void (*pivoted_qr)(void *a, size_t rows, size_t columns, int32_t *order, void *tau, double *norms);
	/* Replaces b (n x columns) by x with a * x = b for a tridiagonal a, as LAPACK's gtsv: lower[i] is left of diagonal[i], upper[i] is
	 * right of it; lower[0] and upper[n - 1] are not used. The diagonals are replaced by those of U: the second one above the
	 * diagonal, from lower[1] on, `diagonal`, and `upper`. epsilon > 0: pivots by which a quotient would overflow are made larger, by
	 * epsilon times the largest element or `tiny`, as in LAPACK's lagts.
	 * @return 0, or the number (from 1) of the first diagonal element of U that is 0; then b is undefined */
	size_t (*solve_band)(void *lower, void *diagonal, void *upper, size_t n, void *b, size_t columns, double epsilon, double tiny);
};

extern const struct hlo_matrix_functions kernels_hlo__matrix_real, kernels_hlo__matrix_complex;

/* `schur` of the tables, in schur.c and schur_complex.c. */
size_t kernels_hlo__schur_real(void *a, size_t n, size_t low, size_t high, void *z, double (*values)[2], double epsilon);
size_t kernels_hlo__schur_complex(void *a, size_t n, size_t low, size_t high, void *z, double (*values)[2], double epsilon);

#endif
