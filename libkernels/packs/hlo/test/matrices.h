/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Matrices of double complex, as references of factorizations. */
#ifndef HLO_TEST_MATRICES_H
#define HLO_TEST_MATRICES_H

#include "scalars.h"

static const enum kernels_dtype scalars[] = { KERNELS_F32, KERNELS_F64, KERNELS_COMPLEX64, KERNELS_COMPLEX128 };

static inline double tolerance(enum kernels_dtype t) { return is_single(t) ? 2e-5 : 1e-12; }

/* A matrix of double complex, for references. */
struct matrix {
	int64_t rows, columns;
	double complex *at;
};

static inline struct matrix matrix_make(int64_t rows, int64_t columns)
{
	return (struct matrix){ rows, columns, calloc((size_t)(rows * columns) + 1, sizeof(double complex)) };
}
static inline struct matrix matrix_of(const struct array *a, int64_t item, int64_t rows, int64_t columns)
{
	struct matrix m = matrix_make(rows, columns);
	for (int64_t i = 0; i < rows * columns; i++)
		m.at[i] = number(a, item * rows * columns + i);
	return m;
}
static inline struct matrix adjoint(struct matrix a, bool conjugate)
{
	struct matrix m = matrix_make(a.columns, a.rows);
	for (int64_t i = 0; i < a.rows * a.columns; i++)
		m.at[i % a.columns * a.rows + i / a.columns] = conjugate ? conj(a.at[i]) : a.at[i];
	return m;
}
/* Frees both factors. */
static inline struct matrix product(struct matrix a, struct matrix b)
{
	struct matrix m = matrix_make(a.rows, b.columns);
	for (int64_t i = 0; i < a.rows; i++)
		for (int64_t j = 0; j < b.columns; j++)
			for (int64_t k = 0; k < a.columns; k++)
				m.at[i * b.columns + j] += a.at[i * a.columns + k] * b.at[k * b.columns + j];
	free(a.at);
	free(b.at);
	return m;
}
static inline double norm_of(struct matrix a)
{
	double sum = 0;
	for (int64_t i = 0; i < a.rows * a.columns; i++)
		sum += creal(a.at[i] * conj(a.at[i]));
	return sqrt(sum);
}
/* The norm of a - b. Frees both. */
static inline double difference(struct matrix a, struct matrix b)
{
	for (int64_t i = 0; i < a.rows * a.columns; i++)
		a.at[i] -= b.at[i];
	const double norm = norm_of(a);
	free(a.at);
	free(b.at);
	return norm;
}
/* Relative to b. Frees both. */
static inline double distance(struct matrix a, struct matrix b)
{
	const double norm = norm_of(b) + 1e-150;
	return difference(a, b) / norm;
}
static inline struct matrix unit_matrix(int64_t n)
{
	struct matrix m = matrix_make(n, n);
	for (int64_t i = 0; i < n; i++)
		m.at[i * n + i] = 1;
	return m;
}
/* Keeps a triangle. */
static inline struct matrix triangle(struct matrix m, bool lower, bool unit)
{
	for (int64_t i = 0; i < m.rows; i++)
		for (int64_t j = 0; j < m.columns; j++)
			if (lower ? j > i : j < i)
				m.at[i * m.columns + j] = 0;
			else if (unit && i == j)
				m.at[i * m.columns + j] = 1;
	return m;
}

/* Batches of matrices: dims[0] is the batch. */
static inline struct array any_matrices(enum kernels_dtype dtype, int64_t batch, int64_t rows, int64_t columns)
{
	return any_numbers(dtype, 3, (int64_t[]){ batch, rows, columns });
}

#endif
