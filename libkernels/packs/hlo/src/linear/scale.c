/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "linear/scale.h"

#define RANGE 460 /* LAPACK scales below 2^-459 and above 2^459; 4^-460 times the epsilon is normal */

double kernels_hlo__largest(const double *x, size_t count)
{
	double largest = 0;
	bool finite = true;
	for (size_t i = 0; i < count; i++) {
		finite &= isfinite(x[i]) != 0;
		largest = fmax(largest, fabs(x[i]));
	}
	return finite ? largest : (double)INFINITY;
}

int kernels_hlo__excess(double largest)
{
	const int exponent = hlo_exponent(largest);
	return exponent > RANGE ? exponent - RANGE : exponent < -RANGE ? exponent + RANGE : 0;
}

void kernels_hlo__shift(double *x, size_t count, int exponent)
{
	const struct hlo_power power = hlo_power(exponent);
	for (size_t i = 0; i < count && exponent != 0; i++)
		x[i] = x[i] * power.first * power.second;
}

static bool is_plain(double largest) { return largest > 0x1p-400 && largest < 0x1p400; }

double complex kernels_hlo__divide(double complex x, double complex y)
{
	const double sizes[] = { hlo_largest_part(x), hlo_largest_part(y) };
	if ((is_plain(sizes[0]) && is_plain(sizes[1])) || !(sizes[1] > 0) || !isfinite(sizes[0]) || !isfinite(sizes[1]))
		return x / y;
	double parts[4] = { creal(x), cimag(x), creal(y), cimag(y) };
	const int exponents[] = { hlo_exponent(sizes[0]), hlo_exponent(sizes[1]) };
	kernels_hlo__shift(parts, 2, -exponents[0]);
	kernels_hlo__shift(parts + 2, 2, -exponents[1]);
	const double complex quotient = (parts[0] + parts[1] * I) / (parts[2] + parts[3] * I);
	double result[] = { creal(quotient), cimag(quotient) };
	kernels_hlo__shift(result, 2, exponents[0] - exponents[1]);
	return result[0] + result[1] * I;
}
