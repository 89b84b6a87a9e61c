/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of complex numbers with the infinities, NaNs and zeros of XLA, whose formulas take no limits; included by complex.c after
 * complex_functions.h, with the same macros. Where parts are finite and not zero, both have the same results. */

static inline bool OF(is_plain)(OF(number) x)
{
	return isfinite(MATH(creal)(x)) && isfinite(MATH(cimag)(x)) && MATH(cimag)(x) != 0;
}
static inline bool OF(has_nan)(OF(number) x) { return isnan(MATH(creal)(x)) || isnan(MATH(cimag)(x)); }

/* exp(a) cos(b) + i exp(a) sin(b) */
static OF(number) OF(xla_exponential)(OF(number) x)
{
	const PART b = MATH(cimag)(x), size = MATH(exp)(MATH(creal)(x));
	return OF(is_plain)(x) ? MATH(cexp)(x) : OF(make)(size * MATH(cos)(b), b == 0 ? 0 : size * MATH(sin)(b));
}

static OF(number) OF(xla_exponential_minus_one)(OF(number) x)
{
	const PART a = MATH(creal)(x), b = MATH(cimag)(x);
	const OF(number) power = OF(xla_exponential)(x);
	return OF(is_plain)(x) ? OF(exponential_minus_one)(x)
		: OF(make)(b == 0 ? MATH(expm1)(a) + 0 : MATH(creal)(power) - 1, MATH(cimag)(power));
}

static OF(number) OF(xla_logistic)(OF(number) x) { return OF(divide)(1, 1 + OF(xla_exponential)(-x)); }

static OF(number) OF(xla_log)(OF(number) x) { return OF(has_nan)(x) ? OF(make)(NAN, NAN) : MATH(clog)(x); }
static OF(number) OF(xla_log_plus_one)(OF(number) x) { return OF(has_nan)(x) ? OF(make)(NAN, NAN) : OF(log_plus_one)(x); }
static OF(number) OF(xla_sign)(OF(number) x) { return x == 0 ? x : OF(sign)(x); }

/* On the branch cut the imaginary part counts as +0. */
static OF(number) OF(xla_sqrt)(OF(number) x)
{
	const PART b = MATH(cimag)(x);
	return OF(has_nan)(x) ? OF(make)(NAN, NAN) : MATH(csqrt)(OF(make)(MATH(creal)(x), b == 0 ? 0 : b));
}

/* sin(a) cosh(b) + i cos(a) sinh(b); sinh of zeros is +0 */
static OF(number) OF(xla_sine)(OF(number) x)
{
	const PART a = MATH(creal)(x), b = MATH(cimag)(x);
	return OF(is_plain)(x) ? MATH(csin)(x)
		: OF(make)(MATH(sin)(a) * MATH(cosh)(b), MATH(cos)(a) * (b == 0 ? 0 : MATH(sinh)(b)));
}

/* cos(a) cosh(b) + i sin(a) sinh(-b) */
static OF(number) OF(xla_cosine)(OF(number) x)
{
	const PART a = MATH(creal)(x), b = MATH(cimag)(x);
	return OF(is_plain)(x) && a != 0 ? MATH(ccos)(x)
		: OF(make)(MATH(cos)(a) * MATH(cosh)(b), MATH(sin)(a) * (b == 0 ? 0 : MATH(sinh)(-b)));
}

static OF(number) OF(xla_tanh)(OF(number) x)
{
	const PART a = MATH(creal)(x), b = MATH(cimag)(x);
	if (b == 0)
		return OF(make)(MATH(tanh)(a), 0);
	if (isfinite(b))
		return MATH(ctanh)(x);
	return isinf(a) ? OF(make)(MATH(copysign)(1, a), 0) : OF(make)(NAN, NAN);
}

/* -i tanh(i x) */
static OF(number) OF(xla_tan)(OF(number) x)
{
	const OF(number) of = OF(xla_tanh)(OF(make)(-MATH(cimag)(x), MATH(creal)(x)));
	return OF(make)(MATH(cimag)(of), -MATH(creal)(of));
}

static PART OF(xla_abs)(OF(number) x) { return OF(has_nan)(x) ? NAN : MATH(hypot)(MATH(creal)(x), MATH(cimag)(x)); }

/* Whether the formula of OF(xla_power)() decides. Other numbers have no NaNs, and less rounding errors, without it. */
static bool OF(is_special_power)(OF(number) x, OF(number) y)
{
	return x == 0 || x == 1 || !isfinite(MATH(creal)(x)) || !isfinite(MATH(cimag)(x)) || !isfinite(MATH(creal)(y)) ||
	       !isfinite(MATH(cimag)(y));
}

/* |x|^c exp(-d angle) (cos(q) + i sin(q)) with q = c angle + d log |x|, for x^(c + di); y of 0, and x of 0, 1 and infinity are other cases */
static OF(number) OF(xla_power)(OF(number) x, OF(number) y)
{
	const PART a = MATH(creal)(x), b = MATH(cimag)(x), c = MATH(creal)(y), d = MATH(cimag)(y);
	if (y == 0 || x == 1)
		return 1;
	if (d == 0 && x == 0 && c > 0)
		return 0;
	if (d == 0 && b == 0 && isinf(a) && a > 0 && c != 0 && !isnan(c))
		return OF(make)(c > 0 ? INFINITY : 0, 0);
	const PART size = OF(xla_abs)(x), angle = MATH(atan2)(b, a);
	const PART power = MATH(pow)(size, c) * MATH(exp)(-d * angle), q = c * angle + d * MATH(log)(size);
	return OF(make)(power * MATH(cos)(q), power * MATH(sin)(q));
}
