/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of complex numbers; included by complex.c once per type of the parts, with
 *	PART       double or long double
 *	MATH(f)    the function f of the C library for PART
 *	OF(f)      the name of the function f here */

typedef PART _Complex OF(number);

/* CMPLX(), which clang 14 does not have. */
static inline OF(number) OF(make)(PART real, PART imag)
{
	const union {
		PART parts[2];
		OF(number) value;
	} number = { { real, imag } };
	return number.value;
}

/* Annex G of C: infinite and zero divisors give infinities and zeros. */
static OF(number) OF(quotient)(OF(number) x, OF(number) y)
{
	PART a = MATH(creal)(x), b = MATH(cimag)(x), c = MATH(creal)(y), d = MATH(cimag)(y);
	PART size = c * c + d * d, real = (a * c + b * d) / size, imag = (b * c - a * d) / size;
	if (!isnan(real) || !isnan(imag))
		return OF(make)(real, imag);
	if (size == 0 && (!isnan(a) || !isnan(b)))
		return OF(make)(MATH(copysign)(INFINITY, c) * a, MATH(copysign)(INFINITY, c) * b);
	if ((isinf(a) || isinf(b)) && isfinite(c) && isfinite(d)) {
		a = MATH(copysign)(isinf(a) ? 1 : 0, a);
		b = MATH(copysign)(isinf(b) ? 1 : 0, b);
		return OF(make)(INFINITY * (a * c + b * d), INFINITY * (b * c - a * d));
	}
	if ((isinf(c) || isinf(d)) && isfinite(a) && isfinite(b)) {
		c = MATH(copysign)(isinf(c) ? 1 : 0, c);
		d = MATH(copysign)(isinf(d) ? 1 : 0, d);
		return OF(make)(0 * (a * c + b * d), 0 * (b * c - a * d));
	}
	return OF(make)(real, imag);
}

/* By Smith's method, whose zeros have the signs that XLA's have; other parts may overflow. */
static OF(number) OF(quotient_by_smith)(OF(number) x, OF(number) y)
{
	const PART a = MATH(creal)(x), b = MATH(cimag)(x), c = MATH(creal)(y), d = MATH(cimag)(y);
	if (MATH(fabs)(c) < MATH(fabs)(d)) {
		const PART ratio = c / d, divisor = d + c * ratio;
		return OF(make)((a * ratio + b) / divisor, (b * ratio - a) / divisor);
	}
	const PART ratio = d / c, divisor = c + d * ratio;
	return OF(make)((a + b * ratio) / divisor, (b - a * ratio) / divisor);
}

/* The sign of a zero that is the sum of two products, as XLA has it: that of Smith's method, or of his divisor if the products cancel, which
 * must not depend on how they are rounded. */
static inline PART OF(zero_of)(PART zero, PART by_smith, PART x, PART y, PART divisor)
{
	if (x == -y && x != 0 && isfinite(x))
		return MATH(copysign)(0, divisor);
	return by_smith == 0 ? by_smith : zero;
}

static OF(number) OF(divide)(OF(number) x, OF(number) y)
{
	const PART a = MATH(creal)(x), b = MATH(cimag)(x), c = MATH(creal)(y), d = MATH(cimag)(y);
	const OF(number) found = OF(quotient)(x, y);
	PART real = MATH(creal)(found), imag = MATH(cimag)(found);
	if (real != 0 && imag != 0)
		return found;
	const OF(number) zeros = OF(quotient_by_smith)(x, y);
	const PART divisor = MATH(fabs)(c) < MATH(fabs)(d) ? d : c;
	if (real == 0)
		real = OF(zero_of)(real, MATH(creal)(zeros), a * c, b * d, divisor);
	if (imag == 0)
		imag = OF(zero_of)(imag, MATH(cimag)(zeros), b * c, -(a * d), divisor);
	return OF(make)(real, imag);
}

/* cos(y) - 1 is -2 sin(y/2)^2, which has no cancellation. */
static OF(number) OF(exponential_minus_one)(OF(number) x)
{
	PART a = MATH(creal)(x), b = MATH(cimag)(x);
	if (!isfinite(a) || !isfinite(b))
		return MATH(cexp)(x) - 1;
	PART half = MATH(sin)(b / 2);
	return OF(make)(MATH(expm1)(a) * MATH(cos)(b) - 2 * half * half, b == 0 ? b : MATH(exp)(a) * MATH(sin)(b));
}

/* Adds x to the sum of *high and *low, without loss in *high. */
static void OF(add_to)(PART *high, PART *low, PART x)
{
	PART sum = *high + x, part = sum - *high;
	*low += (*high - (sum - part)) + (x - part);
	*high = sum;
}

/* |1 + z|^2 - 1 = 2a + a^2 + b^2, with the errors of the squares: the terms cancel near the circle |1 + z| = 1. Well within
 * it, 1 + a has few digits and is exact. */
static OF(number) OF(log_plus_one)(OF(number) x)
{
	PART a = MATH(creal)(x), b = MATH(cimag)(x), angle = MATH(atan2)(b, 1 + a);
	if (isinf(a) || isinf(b))
		return OF(make)(INFINITY, angle);
	PART high = 2 * a, low = 0;
	OF(add_to)(&high, &low, a * a);
	OF(add_to)(&high, &low, b * b);
	OF(add_to)(&high, &low, MATH(fma)(a, a, -(a * a)));
	OF(add_to)(&high, &low, MATH(fma)(b, b, -(b * b)));
	return OF(make)(high + low < (PART)-0.5 ? MATH(log)(MATH(hypot)(1 + a, b)) : MATH(log1p)(high + low) / 2, angle);
}

static OF(number) OF(sign)(OF(number) x)
{
	PART size = MATH(cabs)(x);
	if (isnan(MATH(creal)(x)) || isnan(MATH(cimag)(x)))
		return OF(make)(NAN, NAN);
	return size == 0 ? 0 : OF(make)(MATH(creal)(x) / size, MATH(cimag)(x) / size);
}

static OF(number) OF(cbrt)(OF(number) x) { return x == 0 ? x : MATH(cexp)(MATH(clog)(x) / 3); }
static inline OF(number) OF(logistic)(OF(number) x) { return OF(divide)(1, 1 + MATH(cexp)(-x)); }

/* Of infinities 0, also if the other part is a NaN, and of positive numbers with the sign of the conjugate. */
static OF(number) OF(rsqrt)(OF(number) x)
{
	const PART a = MATH(creal)(x), b = MATH(cimag)(x);
	if (isinf(a) || isinf(b))
		return OF(make)(isinf(a) ? MATH(copysign)(0, a) : 0, isnan(b) ? -(PART)0 : -MATH(copysign)(0, b));
	const OF(number) found = OF(divide)(1, MATH(csqrt)(x));
	return b == 0 && a > 0 ? OF(make)(MATH(creal)(found), -b) : found;
}
