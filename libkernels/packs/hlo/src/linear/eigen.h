/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Eigenvalues and eigenvectors of matrices that need not be Hermitian. */
#ifndef KERNELS_HLO_LINEAR_EIGEN_H
#define KERNELS_HLO_LINEAR_EIGEN_H

#include "linear/matrix.h"

/* A matrix on its way to its Schur form, with scalars of f64 or complex f64. */
struct hlo_schur {
	const struct hlo_matrix_functions *f;
	bool is_complex;
	size_t n;
	void *a;              /* n x n: the matrix, then its Schur form */
	void *z;              /* n x n: the Schur vectors as columns; NULL: not wanted */
	void *reflections;    /* scratch: n x n */
	void *tau;            /* scratch: n */
	double (*values)[2];  /* the eigenvalues */
	double *balance;      /* n numbers (see `permute` and `balance` in matrix.h) */
	bool balanced;        /* the matrix is balanced, not only permuted */
	double epsilon;       /* of the type that LAPACK would compute in */
	size_t low, high;     /* the range that is left by the permutation; 0 and 0: an element is not finite */
	int exponent;         /* the matrix is 2^exponent times what `a` and `values` belong to */
};

/* Scales the matrix as LAPACK's geev and gees do, permutes it, balances it if `balanced` is set, and computes the Schur form, the
 * vectors and the eigenvalues. If it is not set, `z` is in the basis of the
 * matrix, else in that of the permuted and balanced one.
 * @return 0, or the number of eigenvalues at the beginning of `values` that were not found: n if an element is not finite */
size_t kernels_hlo__schur(struct hlo_schur *s);

/* Multiplies the eigenvalues, and if `form` is set the Schur form, by 2^exponent: once, at the end. */
void kernels_hlo__unscale(struct hlo_schur *s, bool form);

/* Right (or left: u^H * A = value * u^H) eigenvectors of the matrix as columns of `vectors` (n x n complex numbers), of norm 1
 * and with a real largest element. Needs `z`, before kernels_hlo__unscale(). scratch: n * n + 2 * n complex numbers. */
void kernels_hlo__eigenvectors(const struct hlo_schur *s, bool left, void *scratch, void *vectors);

#endif
