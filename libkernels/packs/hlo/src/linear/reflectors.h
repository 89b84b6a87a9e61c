/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Householder reflections of f64 in blocks: the product of some is 1 - V * T * V^T with an upper triangle T (compact WY), so that
 * multiplying by it is a few matrix products. Vectors are lines: the elements of one lie side by side. */
#ifndef KERNELS_HLO_LINEAR_REFLECTORS_H
#define KERNELS_HLO_LINEAR_REFLECTORS_H

#include <shared/gemm.h>
#include <stdbool.h>
#include <stddef.h>

enum { REFLECTORS = 32 }; /* of a block */

/* c = alpha * a * b + beta * c, for the other members of p. */
static inline void hlo_product(double alpha, double beta, struct gemm p)
{
	p.alpha = &alpha;
	p.beta = &beta;
	kernels_shared__gemm(&p, GEMM_F64, &(struct gemm_how){ 0 });
}

/* to -= the sum of factors[j] * line j; lines are `stride` elements apart. */
static inline void hlo_subtract_lines(
	const double *lines, size_t stride, size_t count, const double *factors, size_t length, double *to)
{
	if (count > 0)
		hlo_product(-1, 1,
			(struct gemm){ .rows = 1,
				.columns = length,
				.depth = count,
				.a = factors,
				.a_stride = count,
				.b = lines,
				.b_stride = stride,
				.c = to,
				.c_stride = length });
}

/* factors[j] = the product of line j and a vector. */
static inline void hlo_multiply_lines(
	const double *lines, size_t stride, size_t count, const double *vector, size_t length, double *factors)
{
	if (count > 0)
		hlo_product(1, 0,
			(struct gemm){ .rows = count,
				.columns = 1,
				.depth = length,
				.a = lines,
				.a_stride = stride,
				.b = vector,
				.b_stride = 1,
				.c = factors,
				.c_stride = 1 });
}

/* Makes the reflection 1 - tau * v * v^T that maps x to a multiple of the first unit vector: x becomes v, whose first element is 1.
 * *beta: that multiple. Returns tau. The squares of extreme numbers neither overflow nor underflow. */
double kernels_hlo__reflector(double *x, size_t length, double *beta);

/* A block of reflections: vectors in lines of `stride` elements, whose first elements may be 0. */
struct hlo_block {
	const double *v;
	size_t count, length, stride; /* count <= REFLECTORS */
	double t[REFLECTORS * REFLECTORS];
};

/* Sets t of the block. */
void kernels_hlo__block_set(struct hlo_block *block, const double *tau);
/* Multiplies c (block->length x columns) by the product of the reflections in ascending order, or by its transpose. work: 2 * count *
 * columns numbers. */
void kernels_hlo__block_apply(
	const struct hlo_block *block, bool transpose, double *c, size_t columns, size_t stride, double *work);

/* Functions qr, q and apply of matrix.h in blocks. They return false, and do nothing, where the matrices are too small or too large for
 * it, memory is short, or columns have an extreme size. */
bool kernels_hlo__qr_in_blocks(double *a, size_t rows, size_t columns, double *tau);
bool kernels_hlo__q_in_blocks(double *a, size_t rows, size_t columns, size_t count, const double *tau);
bool kernels_hlo__apply_in_blocks(
	double *a, size_t rows, size_t columns, size_t count, const double *tau, bool adjoint);

/* Multiplies c (rows x c_columns) by Q, whose reflections are in the first `count` columns of a (rows x columns). Returns false as above. */
bool kernels_hlo__multiply_by_q(
	double *a, size_t rows, size_t columns, size_t count, const double *tau, double *c, size_t c_columns);

/* Replaces q (n x n) by the product, in ascending order, of `count` reflections whose vectors are lines of n elements; vector k has zeros
 * before element k + offset, which is 1. work: 2 * REFLECTORS * n numbers. */
void kernels_hlo__q_of_lines(
	const double *v, size_t n, size_t count, size_t offset, const double *tau, double *q, double *work);

#endif
