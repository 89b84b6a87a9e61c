/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "linear/matrix.h"
#include "linear/bidiagonal.h"
#include "linear/divide.h"
#include "linear/rotations.h"
#include "linear/ql.h"
#include "linear/reflectors.h"
#include "linear/scale.h"
#include "linear/sweeps.h"
#include "linear/tridiagonal.h"
#include <shared/gemm.h>
#include <complex.h>
#include <float.h>
#include <kernels/stop.h>
#include <math.h>
#include <string.h>

#define REFLECTED 8u          /* columns that a reflection changes side by side */
#define SWEEPS 60u          /* about ten are needed */
#define BALANCE_SWEEPS 2100u /* more than powers of 2 that are f64 */

/* c (rows x columns) -= a (rows x depth) * b, or, if `adjoint`, * b^H with b columns x depth. */
static void subtract_real(size_t rows, size_t columns, size_t depth, const double *a, size_t a_stride, const double *b, size_t b_stride,
	bool adjoint, double *c, size_t c_stride)
{
	const double minus = -1, one = 1;
	const struct gemm product = { .rows = rows, .columns = columns, .depth = depth, .alpha = &minus, .a = a, .a_stride = a_stride,
		.b = b, .b_stride = b_stride, .beta = &one, .c = c, .c_stride = c_stride, .b_transposed = adjoint };
	kernels_shared__gemm(&product, GEMM_F64, &(struct gemm_how){ 0 });
}

static void subtract_complex(size_t rows, size_t columns, size_t depth, const double complex *a, size_t a_stride, const double complex *b,
	size_t b_stride, bool adjoint, double complex *c, size_t c_stride)
{
	for (size_t i = 0; i < rows; i++)
		for (size_t k = 0; k < depth; k++)
			for (size_t j = 0; j < columns; j++)
				c[i * c_stride + j] -= a[i * a_stride + k] * (adjoint ? conj(b[j * b_stride + k]) : b[k * b_stride + j]);
}

static void multiply_complex(
	const double complex *x, const double complex *y, size_t count, double *out_p, double *out_q, double complex *out_x)
{
	double p = 0, q = 0;
	double complex sum = 0;
	for (size_t k = 0; k < count; k++) {
		p += creal(x[k]) * creal(x[k]) + cimag(x[k]) * cimag(x[k]);
		q += creal(y[k]) * creal(y[k]) + cimag(y[k]) * cimag(y[k]);
		sum += conj(x[k]) * y[k];
	}
	*out_p = p;
	*out_q = q;
	*out_x = sum;
}

static void multiply_real(const double *x, const double *y, size_t count, double *out_p, double *out_q, double *out_x)
{
	double out[3];
	kernels_hlo__multiply_lines(x, y, count, out);
	*out_p = out[0];
	*out_q = out[1];
	*out_x = out[2];
}

static void rotate_complex(double complex *x, double complex *y, size_t count, double c, double complex s)
{
	for (size_t k = 0; k < count; k++) {
		const double complex a = x[k], b = y[k];
		x[k] = c * a - conj(s) * b;
		y[k] = s * a + c * b;
	}
}

static bool eigen_by_halves(
	double *a, size_t n, double *values, double *beside, const double *tau, double *vectors, double *scratch)
{
	if (!kernels_hlo__eigen_by_halves(values, beside, n, vectors, scratch))
		return false;
	/* below the first row, the subdiagonal is the diagonal */
	if (kernels_hlo__multiply_by_q(a + n, n - 1, n, n - 1, tau, vectors + n, n))
		return true;
	memcpy(scratch, vectors, n * n * sizeof *vectors);
	kernels_hlo__matrix_real.q(a + n, n - 1, n, n - 1, tau); /* column c of Q is in column c - 1 */
	hlo_product(1, 0, (struct gemm){ .rows = n - 1, .columns = n, .depth = n - 1, .a = a + n, .a_stride = n, .b = scratch + n,
		.b_stride = n, .c = vectors + n, .c_stride = n });
	return true;
}

#define SCALAR double
#define CONJ(x) (x)
#define REAL(x) (x)
#define IMAG(x) 0.0
#define DIVIDE(x, y) ((x) / (y))
#define ROTATE_LINES(x, y, count, c, s) kernels_hlo__rotate_lines(x, y, count, c, s)
#define NAME(x) x##_real
#define TRIDIAGONAL_IN_BLOCKS kernels_hlo__tridiagonal_in_blocks
#define DIVIDED 64u /* rows; fewer are faster by QL */
#define EIGEN_BY_HALVES eigen_by_halves
#define BY_QR 16u /* columns; fewer are faster by Jacobi's method */
#define BIDIAGONAL_QR kernels_hlo__singular_real
#define IN_BLOCKS(function, ...) kernels_hlo__##function##_in_blocks(__VA_ARGS__)
#include "linear/matrix_typed.h"
#include "linear/blocked_typed.h"
#include "linear/householder_typed.h"
#include "linear/tridiagonal_typed.h"
#include "linear/jacobi_typed.h"
#include "linear/forms_typed.h"
#define SCALAR double complex
#define CONJ(x) conj(x)
#define REAL(x) creal(x)
#define IMAG(x) cimag(x)
#define DIVIDE(x, y) kernels_hlo__divide(x, y)
#define ROTATE_LINES(x, y, count, c, s) rotate_complex(x, y, count, c, s)
#define NAME(x) x##_complex
#define TRIDIAGONAL_IN_BLOCKS(...) false
#define DIVIDED SIZE_MAX
#define EIGEN_BY_HALVES(...) false
#define BY_QR SIZE_MAX
#define BIDIAGONAL_QR(...) false
#define IN_BLOCKS(function, ...) false
#include "linear/matrix_typed.h"
#include "linear/blocked_typed.h"
#include "linear/householder_typed.h"
#include "linear/tridiagonal_typed.h"
#include "linear/jacobi_typed.h"
#include "linear/forms_typed.h"
