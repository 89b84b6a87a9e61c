/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* FUSED(a, b, c): a b + c in f64, rounded once. Without such an instruction (HLO_FMA, see lanes.h) it is computed from products
 * and sums of f64, with the same bits if nothing overflows and a b is 0 or at least 2^-960. Included once per instruction set. */

/* The error of sum = a + b */
LANES_FN double sum_error_f64(double a, double b, double sum)
{
	const double rest = sum - a;
	return (a - (sum - rest)) + (b - rest);
}

#if defined(HLO_FMA)
#define FUSED(a, b, c) __builtin_fma(a, b, c)
#else
/* a = high + low with 26 bits each */
LANES_FN double high_half_of(double a)
{
	return scalars_of_bits_f64((scalars_bits_f64(a) + (UINT64_C(1) << 26)) & ~((UINT64_C(1) << 27) - 1));
}

/* The product is p + e and all is s + t + l exactly, with t and l far below s. Their sum is rounded to odd: the last bit
 * tells that it is inexact, so that the second rounding is not misled. (Boldo and Melquiond, 2008.) */
LANES_FN double fused_of(double a, double b, double c)
{
	const double ah = high_half_of(a), al = a - ah, bh = high_half_of(b), bl = b - bh, p = a * b;
	const double e = ((ah * bh - p) + ah * bl + al * bh) + al * bl;
	const double u = c + e, t = sum_error_f64(c, e, u), s = p + u, l = sum_error_f64(p, u, s);
	const double sum = t + l, error = sum_error_f64(t, l, sum);
	const uint64_t bits = scalars_bits_f64(sum), away = (error < 0) == (sum < 0) ? 1 : ~UINT64_C(0);
	return s + scalars_of_bits_f64(error == 0 || (bits & 1) ? bits : bits + away);
}
#define FUSED(a, b, c) fused_of(a, b, c)
#endif
#ifndef STEP
#define STEP(a, b, c) ((a) * (b) + (c))
#endif
