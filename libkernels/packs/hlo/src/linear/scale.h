/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Multiplication by powers of 2, so that squares, sums and quotients of f64 neither overflow nor underflow. */
#ifndef KERNELS_HLO_LINEAR_SCALE_H
#define KERNELS_HLO_LINEAR_SCALE_H

#include <complex.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* 2^exponent as a product, because 2^exponent itself may be no f64. */
struct hlo_power {
	double first, second;
};

static inline struct hlo_power hlo_power(int exponent)
{
	return (struct hlo_power){ ldexp(1, exponent / 2), ldexp(1, exponent - exponent / 2) };
}

/* The exponent e with 2^(e - 1) <= x < 2^e for a positive finite x; 0 for other numbers. */
static inline int hlo_exponent(double x)
{
	int exponent = 0;
	if (x > 0 && isfinite(x))
		(void)frexp(x, &exponent);
	return exponent;
}

/* The square root of x^2 + y^2, also where the squares underflow or overflow. */
static inline double hlo_length(double x, double y)
{
	const double square = x * x + y * y;
	return square > 0x1p-900 && square < 0x1p900 ? sqrt(square) : hypot(x, y);
}

/* The larger absolute value of the two parts. */
static inline double hlo_largest_part(double complex x) { return fmax(fabs(creal(x)), fabs(cimag(x))); }

/* The largest absolute value of `count` numbers; infinite if one is not finite. */
double kernels_hlo__largest(const double *x, size_t count);
/* The exponent e for which numbers up to `largest` are to be multiplied by 2^-e. 0 while their squares are normal numbers, as
 * LAPACK decides, and if `largest` is not finite. Otherwise the scaled numbers are as near as possible to their range, so that
 * the smaller ones keep their bits. */
int kernels_hlo__excess(double largest);
/* Multiplies numbers by 2^exponent. */
void kernels_hlo__shift(double *x, size_t count, int exponent);
/* x / y without overflow or underflow of intermediate results, which compilers do not all guarantee. */
double complex kernels_hlo__divide(double complex x, double complex y);

#endif
