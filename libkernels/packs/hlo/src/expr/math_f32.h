/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of f32 in f32 arithmetic, without branches, for the lanes of lanes.h, which is included before. Errors:
 * bench/RESULTS.md, "Accuracy". Comments use ulp of the result. A value that needs more than 24 bits is a sum of two. */

/* The sum of this and a small number has the nearest integer in its low bits. */
#define SHIFTER SET(0x1.8p23f)
#define SHIFTER_BITS 0x4B400000u
#define SIGN_BIT 0x80000000u
/* ln(2) and the error of that; a - n * LN2 is exact for the n nearest to a / ln(2) */
#define LN2 SET(0x1.62e43p-1f)
#define LN2_REST SET(-0x1.05c61p-29f)

/* 2^n, -126 <= n <= 127 */
LANES_FN VF LANE_NAME(power_of_two)(VI n)
{
	return OF_BITS((VU)(n + 127) << 23);
}

/* e^a = 2^n e^r with |r| <= ln(2) / 2, r = first - rest */
struct LANE_NAME(exp_parts) {
	VF shifted, n, first, rest, r, square;
};

LANES_FN struct LANE_NAME(exp_parts) LANE_NAME(exp_parts_of)(VF a)
{
	struct LANE_NAME(exp_parts) e;
	e.shifted = FMA(a, SET(0x1.715476p+0f), SHIFTER);
	e.n = e.shifted - SHIFTER;
	e.first = FMA(-e.n, LN2, a);
	e.rest = e.n * LN2_REST;
	e.r = e.first - e.rest;
	e.square = e.r * e.r;
	return e;
}

LANES_FN VI LANE_NAME(exponent)(const struct LANE_NAME(exp_parts) *e)
{
	return (VI)(BITS(e->shifted) - SHIFTER_BITS);
}

/* (e^r - 1 - r) / r^2; the error of the second is smaller */
LANES_FN VF LANE_NAME(exp_series)(VF r)
{
	VF q = FMA(SET(0x1.6d9940p-10f), r, SET(0x1.12281ap-7f));
	q = FMA(q, r, SET(0x1.555486p-5f));
	q = FMA(q, r, SET(0x1.5554b0p-3f));
	return FMA(q, r, SET(0.5f));
}

LANES_FN VF LANE_NAME(exp_long_series)(VF r)
{
	VF q = FMA(SET(0x1.a1a18cp-13f), r, SET(0x1.6d74a8p-10f));
	q = FMA(q, r, SET(0x1.111090p-7f));
	q = FMA(q, r, SET(0x1.5554aep-5f));
	q = FMA(q, r, SET(0x1.555556p-3f));
	return FMA(q, r, SET(0.5f));
}

/* y 2^n, rounded once: results may be subnormal */
LANES_FN VF LANE_NAME(scaled)(VF y, const struct LANE_NAME(exp_parts) *e)
{
#if LANES == 16
	return (VF)_mm512_scalef_ps(y, e->n);
#else
	const VI n = LANE_NAME(exponent)(e), half = n >> 1;
	return y * LANE_NAME(power_of_two)(half) * LANE_NAME(power_of_two)(n - half);
#endif
}

/* Below -104 it is 0. Masked scores of attention are: scaled there, each vector would take 150 cycles for a result that underflows. */
LANES_FN VF LANE_NAME(exponential)(VF x)
{
	const VF least = SET(-104.0f), zero = SET(0.0f);
	const struct LANE_NAME(exp_parts) e = LANE_NAME(exp_parts_of)(MINIMUM(SET(89.0f), LESS(x, least, zero, x)));
	const VF p = e.first + FMA(e.square, LANE_NAME(exp_series)(e.r), -e.rest);
	return LESS(x, least, zero, LANE_NAME(scaled)(p + 1.0f, &e));
}

/* 2 (half e^r - 1/2), half of 2^n because that may be too large; errors of the largest terms are added */
LANES_FN VF LANE_NAME(exponential_minus_one)(VF x)
{
	const struct LANE_NAME(exp_parts) e = LANE_NAME(exp_parts_of)(MINIMUM(SET(89.0f), MAXIMUM(SET(-17.5f), x)));
	const VF r_low = (e.first - e.r) - e.rest;
	const VF half = LANE_NAME(power_of_two)(LANE_NAME(exponent)(&e) - 1), one = half - 0.5f, one_low = (half - one) - 0.5f;
	const VF sum = FMA(half, e.r, one), sum_low = FMA(half, e.r, one - sum) + one_low;
	const VF result = sum + FMA(half * e.square, LANE_NAME(exp_long_series)(e.r), FMA(half, r_low, sum_low));
	/* tiny numbers, and -0: nothing may be lost where half of a number is subnormal */
	return LESS(OF_BITS(BITS(x) & ~SIGN_BIT), SET(0x1p-25f), x, result + result);
}

/* 1 - 2 / (e^2a + 1), where that is at least 3/4; below an odd polynomial */
LANES_FN VF LANE_NAME(tanh)(VF x)
{
	const VF a = MINIMUM(SET(10.0f), OF_BITS(BITS(x) & ~SIGN_BIT));
	const VF z = FMA(a, SET(0x1.715476p+1f), SHIFTER), n = z - SHIFTER;
	const VF r = FMA(-n, LN2, a + a), p = FMA(r * r, LANE_NAME(exp_series)(r), r);
	const VF scale = OF_BITS((BITS(z) << 23) + 0x3F800000u), large = 1.0f - 2.0f / FMA(scale, p, scale + 1.0f);
	const VF y = a * a;
	VF s = FMA(SET(-0x1.95529ap-12f), y, SET(0x1.3944p-9f));
	s = FMA(s, y, SET(-0x1.07f2f4p-7f));
	s = FMA(s, y, SET(0x1.611cb6p-6f));
	s = FMA(s, y, SET(-0x1.b98bc8p-5f));
	s = FMA(s, y, SET(0x1.110d52p-3f));
	s = FMA(s, y, SET(-0x1.555544p-2f));
	const VF small = FMA(a * y, s, a), result = LESS(a, SET(0.973f), small, large);
	return OF_BITS(BITS(result) | (BITS(x) & SIGN_BIT));
}

/* n / (1 + e) with e = e^-|x| = scale (high + low), n = 1 or e; the quotient is corrected by its remainder */
LANES_FN VF LANE_NAME(logistic)(VF x)
{
	const VF a = MAXIMUM(SET(-104.0f), OF_BITS(BITS(x) | SIGN_BIT));
	const struct LANE_NAME(exp_parts) e = LANE_NAME(exp_parts_of)(a);
	const VF w = FMA(e.square, LANE_NAME(exp_series)(e.r), (e.first - e.r) - e.rest);
	const VF p = e.r + w, p_low = (e.r - p) + w, high = 1.0f + p, low = ((1.0f - high) + p) + p_low;
	const VI exponent = LANE_NAME(exponent)(&e), half = exponent >> 1;
	const VF one = LANE_NAME(power_of_two)(half), two = LANE_NAME(power_of_two)(exponent - half);
	const VF scaled = one * two * high, d = 1.0f + scaled, d_low = FMA(one * two, low, (1.0f - d) + scaled);
	const VF zero = SET(0.0f), unit = SET(1.0f);
	const VF top = LESS(x, zero, one * high, unit), top_low = LESS(x, zero, one * low, zero);
	const VF inverse = 1.0f / d, q = top * inverse, remainder = FMA(-q, d, top) + FMA(-q, d_low, top_low);
	return FMA(remainder, inverse, q) * LESS(x, zero, two, unit);
}

/* k ln(2) + ln(1 + f) for 1 + f between sqrt(1/2) and sqrt(2); f - f^2 / 2 has its rounding errors added */
LANES_FN VF LANE_NAME(log_sum)(VF k, VF f)
{
	VF q = FMA(SET(0x1.1b4408p-4f), f, SET(-0x1.e2eb5ep-4f));
	q = FMA(q, f, SET(0x1.e650eep-4f));
	q = FMA(q, f, SET(-0x1.fb42ecp-4f));
	q = FMA(q, f, SET(0x1.2332b8p-3f));
	q = FMA(q, f, SET(-0x1.5562e4p-3f));
	q = FMA(q, f, SET(0x1.99a546p-3f));
	q = FMA(q, f, SET(-0x1.ffffeep-3f));
	q = FMA(q, f, SET(0x1.555546p-2f));
	const VF half = f * -0.5f, h = half * f, h_low = FMA(half, f, -h);
	const VF u = f + h, u_low = (f - u) + h;
	const VF base = k * SET(0x1.62e4p-1f) /* exact */, v = base + u;
	const VF v_low = ((base - v) + u) * LESS(SET(0.0f), k * k, SET(1.0f), SET(0.0f)); /* k = 0: base is not the larger */
	return v + (v_low + FMA(f * f * f, q, FMA(k, SET(0x1.7f7d1cp-20f), h_low + u_low)));
}

LANES_FN VF LANE_NAME(log)(VF x)
{
	const VF zero = SET(0.0f), least = SET(0x1p-126f), infinity = SET(__builtin_inff());
	const VU shifted = BITS(LESS(x, least, x * 0x1p23f, x)) - 0x3F3504F3u;
	const VF k = TO_FLOAT((VI)shifted >> 23) - LESS(x, least, SET(23.0f), zero);
	const VF result = LANE_NAME(log_sum)(k, OF_BITS((shifted & 0x7FFFFFu) + 0x3F3504F3u) - 1.0f);
	const VF positive = LESS(zero, x, result, LESS(x, zero, SET(__builtin_nanf("")), -infinity));
	return LESS(x, infinity, positive, x); /* else infinity or a NaN */
}

/* 1 / sqrt(x), and one step of Newton's method with an exact remainder */
LANES_FN VF LANE_NAME(rsqrt)(VF x)
{
	const VF y = 1.0f / SQRT(x), h = x * y;
	const VF error = FMA(-h, y, SET(1.0f)) - FMA(x, y, -h) * y, better = FMA(y * 0.5f, error, y);
	return LESS(y, SET(__builtin_inff()), LESS(SET(0.0f), y, better, y), y);
}

/* x + x q(x^2), and from 15/16 on 1 - e^(p + low), p + low = a s(a) + constant */
LANES_FN VF LANE_NAME(erf)(VF x)
{
	const VF a = MINIMUM(SET(4.0f), OF_BITS(BITS(x) & ~SIGN_BIT)), z = a * a;
	VF q = FMA(SET(0x1.4f8da6p-14f), z, SET(-0x1.a6124ap-11f));
	q = FMA(q, z, SET(0x1.544aa6p-8f));
	q = FMA(q, z, SET(-0x1.b8012p-6f));
	q = FMA(q, z, SET(0x1.ce2d64p-4f));
	q = FMA(q, z, SET(-0x1.81274p-2f));
	q = FMA(q, z, SET(0x1.06eba8p-3f));
	VF s = FMA(SET(-0x1.625ef6p-16f), a, SET(0x1.c7e65ap-12f));
	s = FMA(s, a, SET(-0x1.117448p-8f));
	s = FMA(s, a, SET(0x1.9b9edap-6f));
	s = FMA(s, a, SET(-0x1.bb8a0ap-4f));
	s = FMA(s, a, SET(-0x1.44455ep-1f));
	s = FMA(s, a, SET(-0x1.21280ep+0f));
	const VF constant = SET(0x1.6f6a2p-13f), product = a * s, p = product + constant;
	const VF low = FMA(a, s, -product) + ((product - p) + constant);
	const struct LANE_NAME(exp_parts) e = LANE_NAME(exp_parts_of)(p);
	const VF series = e.first + FMA(e.square, LANE_NAME(exp_series)(e.r), low - e.rest);
	const VF result = LESS(a, SET(0.9375f), FMA(a, q, a), 1.0f - LANE_NAME(scaled)(series + 1.0f, &e));
	return OF_BITS(BITS(result) | (BITS(x) & SIGN_BIT));
}

#undef SHIFTER
#undef SHIFTER_BITS
#undef SIGN_BIT
#undef LN2
#undef LN2_REST
