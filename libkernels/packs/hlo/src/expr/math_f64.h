/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Exponentials, logarithms, powers and roots of f64, without branches and for one element: the compiler makes vectors of the
 * loops over them. A value that needs more than 53 bits is a sum of two, NAME and NAME_low. Errors:
 * bench/RESULTS.md, "Accuracy". Polynomials have the least largest error (Remez's algorithm), relative to the result. Included
 * once per instruction set, after math_f32_wide.h and fused.h. */

#define INFINITE64 __builtin_inf()
#define NOT_A_NUMBER64 __builtin_nan("")
#define SIGN_BIT64 (UINT64_C(1) << 63)
/* ln(2) in two parts, and one of 42 bits, whose products with exponents are exact */
#define LN2_64 0x1.62e42fefa39efp-1
#define LN2_64_LOW 0x1.abc9e3b39803fp-56
#define LN2_SHORT 0x1.62e42fefa3800p-1
#define LN2_SHORT_LOW 0x1.ef35793c76730p-45

LANES_FN double magnitude_f64(double x)
{
	return scalars_of_bits_f64(scalars_bits_f64(x) & ~SIGN_BIT64);
}

/* `x` with the sign of `from`; x is not negative */
LANES_FN double signed_f64(double x, double from)
{
	return scalars_of_bits_f64(scalars_bits_f64(x) | (scalars_bits_f64(from) & SIGN_BIT64));
}

struct pair_f64 {
	double high, low;
};

/* ---- exponentials */

/* e^a = 2^n e^(r + r_low), |r| <= ln(2) / 2, e^r = 1 + r + r^2 / 2 + r^3 q; z has n in its low bits */
struct exp_f64 {
	double z, r, r_low, q;
};

/* of a + a_low; |a| < 2^20 */
LANES_FN struct exp_f64 exp_parts_f64(double a, double a_low)
{
	const double z = a * 0x1.71547652b82fep0 + SHIFTER64, n = z - SHIFTER64;
	const double first = FUSED(-n, LN2_64, a) /* exact */, rest = n * LN2_64_LOW - a_low, r = first - rest;
	double q = STEP(0x1.1f92e095b42b5p-29, r, 0x1.af5e886fc74dfp-26);
	q = STEP(q, r, 0x1.27e4c7ae0a690p-22);
	q = STEP(q, r, 0x1.71ddf8763b0a8p-19);
	q = STEP(q, r, 0x1.a01a01af6e822p-16);
	q = STEP(q, r, 0x1.a01a01afd599ep-13);
	q = STEP(q, r, 0x1.6c16c16c14a63p-10);
	q = STEP(q, r, 0x1.111111110f6ddp-7);
	q = STEP(q, r, 0x1.5555555555559p-5);
	q = STEP(q, r, 0x1.5555555555559p-3);
	return (struct exp_f64){ z, r, (first - r) - rest, q };
}

/* 1 + r + tail = one + rest */
LANES_FN struct pair_f64 exp_pair_f64(const struct exp_f64 *e)
{
	const double one = 1.0 + e->r, tail = STEP(e->r * e->r, STEP(e->q, e->r, 0.5), e->r_low);
	return (struct pair_f64){ one, ((1.0 - one) + e->r) + tail };
}

/* 2^(n + add) for the n of z; the exponent is that of a normal number */
LANES_FN double power_of_two_f64(double z, uint64_t add)
{
	return scalars_of_bits_f64((scalars_bits_f64(z) + add + 1023) << 52);
}

/* 2^n = first * second, both normal, for |n| < 2046 */
struct halves_f64 {
	double first, second;
};

LANES_FN struct halves_f64 halves_of_power(double z)
{
	const uint64_t n = scalars_bits_f64(z) - scalars_bits_f64(SHIFTER64) + 2046, half = n >> 1;
	return (struct halves_f64){ scalars_of_bits_f64(half << 52), scalars_of_bits_f64((n - half) << 52) };
}

LANES_FN double exp_sum_f64(double a, double a_low)
{
	const struct exp_f64 e = exp_parts_f64(a, a_low);
	const struct pair_f64 p = exp_pair_f64(&e);
	const struct halves_f64 scale = halves_of_power(e.z);
	return (p.high + p.low) * scale.first * scale.second; /* rounded once: results may be subnormal */
}

LANES_FN double exponential_of_f64(double x)
{
	const double low = PICK(x < -746.0, -746.0, x);
	return exp_sum_f64(PICK(low > 710.0, 710.0, low), 0.0);
}

/* (e^x - 1) / 2, because e^x may be too large. Terms have different signs: errors of r^2 / 2 count. */
LANES_FN struct pair_f64 half_exp_minus_one(double x)
{
	const double low = PICK(x < -40.0, -40.0, x);
	const struct exp_f64 e = exp_parts_f64(PICK(low > 710.0, 710.0, low), 0.0);
	const double half = power_of_two_f64(e.z, ~UINT64_C(0)), one = half - 0.5, one_low = (half - one) - 0.5;
	const double square = e.r * 0.5 * e.r, square_low = FUSED(e.r * 0.5, e.r, -square), first = half * e.r, second = half * square;
	const double sum = one + first, sum_low = sum_error_f64(one, first, sum) + one_low;
	const double all = sum + second, all_low = sum_error_f64(sum, second, all) + sum_low;
	const double tail = STEP(half, STEP(square + square, e.r * e.q, square_low + e.r_low), all_low), high = all + tail;
	return (struct pair_f64){ high, (all - high) + tail };
}

LANES_FN double exponential_minus_one_of_f64(double x)
{
	const double half = half_exp_minus_one(x).high;
	/* tiny numbers, and -0: nothing may be lost where half of a number is subnormal */
	return PICK(magnitude_f64(x) < 0x1p-54, x, half + half);
}

/* (top + top_low) / (bottom + bottom_low) */
LANES_FN double quotient_f64(double top, double top_low, double bottom, double bottom_low)
{
	const double inverse = 1.0 / bottom, q = top * inverse;
	return q + (FUSED(-q, bottom, top) + (top_low - q * bottom_low)) * inverse;
}

/* x + x q(x^2), and from 7/8 on 1 - e^(p + p_low), p + p_low = a s(a) + constant */
LANES_FN double erf_of_f64(double x)
{
	const double m = magnitude_f64(x), a = PICK(m > 6.0, 6.0, m), z = a * a;
	double q = STEP(0x1.232315dd773ap-34, z, -0x1.41da25154226p-30);
	q = STEP(q, z, 0x1.fa47635efbd75p-27);
	q = STEP(q, z, -0x1.5f53ae5151d03p-23);
	q = STEP(q, z, 0x1.b9e489cd71573p-20);
	q = STEP(q, z, -0x1.f4d240c139726p-17);
	q = STEP(q, z, 0x1.f9a326134b236p-14);
	q = STEP(q, z, -0x1.c02db3fb2fb4fp-11);
	q = STEP(q, z, 0x1.565bcd0e57fd8p-8);
	q = STEP(q, z, -0x1.b82ce3128865fp-6);
	q = STEP(q, z, 0x1.ce2f21a042bd7p-4);
	q = FUSED(q, z, -0x1.812746b0379e7p-2);
	q = FUSED(q, z, 0x1.06eba8214db69p-3);
	double s = STEP(0x1.4743b401ec144p-46, a, -0x1.262a7947ce163p-40);
	s = STEP(s, a, 0x1.f1f4ebf55140dp-36);
	s = STEP(s, a, -0x1.081fb9cf9b578p-31);
	s = STEP(s, a, 0x1.8a20ad1353759p-28);
	s = STEP(s, a, -0x1.b7b02f3c2aa31p-25);
	s = STEP(s, a, 0x1.7c0a2c2482382p-22);
	s = STEP(s, a, -0x1.03af6606974fcp-19);
	s = STEP(s, a, 0x1.1a9ed7eec64d6p-17);
	s = STEP(s, a, -0x1.e5be903d4bf61p-16);
	s = STEP(s, a, 0x1.3d1a87457064bp-14);
	s = STEP(s, a, -0x1.1358c4a095f1fp-13);
	s = STEP(s, a, 0x1.c18f4989dd62ep-15);
	s = STEP(s, a, 0x1.0cf47f3912cc2p-11);
	s = STEP(s, a, -0x1.acc49acbdeb7cp-10);
	s = STEP(s, a, 0x1.67292997edb4bp-13);
	s = STEP(s, a, 0x1.39b40d0c749e8p-6);
	s = STEP(s, a, -0x1.a4fbf754e5c21p-4);
	s = STEP(s, a, -0x1.45f2cc83057ecp-1);
	const double first = -0x1.20dd79bc4bd7ap+0, next = s * a, sum = first + next, sum_low = ((first - sum) + next) + 0x1.5fd9bf4873d7bp-54;
	const double constant = 0x1.71162f412b222p-26, product = a * sum, p = product + constant;
	const double p_low = STEP(a, sum_low, FUSED(a, sum, -product)) + ((product - p) + constant);
	return signed_f64(PICK(a < 0.875, STEP(a, q, a), 1.0 - exp_sum_f64(p, p_low)), x);
}

/* h / (1 + h) with h = (e^2a - 1) / 2 */
LANES_FN double tanh_of_f64(double x)
{
	const double a = magnitude_f64(x);
	const struct pair_f64 h = half_exp_minus_one(PICK(a > 20.0, 40.0, a + a));
	const double d = 1.0 + h.high, d_low = sum_error_f64(1.0, h.high, d) + h.low;
	return PICK(a < 0x1p-28, x, signed_f64(quotient_f64(h.high, h.low, d, d_low), x));
}

/* n / (1 + e) with e = e^-|x|, n = 1 or e; e may be subnormal */
LANES_FN double logistic_of_f64(double x)
{
	const double a = magnitude_f64(x);
	const struct exp_f64 e = exp_parts_f64(PICK(a > 746.0, -746.0, -a), 0.0);
	const struct pair_f64 p = exp_pair_f64(&e);
	const double high = p.high + p.low, low = (p.high - high) + p.low;
	const struct halves_f64 scale = halves_of_power(e.z);
	const double whole = scale.first * scale.second, scaled = whole * high, d = 1.0 + scaled;
	const double top = PICK(x < 0.0, scale.first * high, 1.0), top_low = PICK(x < 0.0, scale.first * low, 0.0);
	return quotient_f64(top, top_low, d, ((1.0 - d) + scaled) + whole * low) * PICK(x < 0.0, scale.second, 1.0);
}

/* ---- logarithms: x = 2^k (1 + f), 1 + f between sqrt(1/2) and sqrt(2) */

struct log_f64 {
	double k, m;
	uint64_t biased; /* k + 1023 */
};

/* x is positive and normal */
LANES_FN struct log_f64 log_parts_f64(double x)
{
	const uint64_t shifted = scalars_bits_f64(x) - UINT64_C(0x3FE6A09E667F3BCD) + (UINT64_C(1023) << 52), biased = shifted >> 52;
	return (struct log_f64){ scalars_of_bits_f64(biased | UINT64_C(0x4330000000000000)) - (0x1p52 + 1023.0),
		scalars_of_bits_f64((shifted & UINT64_C(0xFFFFFFFFFFFFF)) + UINT64_C(0x3FE6A09E667F3BCD)), biased };
}

/* k ln(2) + ln(1 + f + f_low): ln(1 + f) = f - h + s (h + R(s^2)), h = f^2 / 2, s = f / (2 + f) */
LANES_FN double log_sum_f64(double k, double f, double f_low)
{
	const double s = f / (2.0 + f), z = s * s, half = f * 0.5, h = half * f, h_low = FUSED(half, f, -h);
	double q = STEP(0x1.2f0653008aff4p-3, z, 0x1.39a1a3fd19d01p-3);
	q = STEP(q, z, 0x1.74663fbee0689p-3);
	q = STEP(q, z, 0x1.c71c520583997p-3);
	q = STEP(q, z, 0x1.24924941f588fp-2);
	q = STEP(q, z, 0x1.999999997fd71p-2);
	q = STEP(q, z, 0x1.5555555555592p-1);
	const double u = f - h, u_low = ((f - u) - h) - h_low;
	const double base = k * LN2_SHORT, v = base + u, v_low = (base - v) + u;
	/* f_low / (1 + f) */
	const double low = f_low * (1.0 - 2.0 * s * (1.0 - s * (1.0 - s)));
	return v + (v_low + STEP(s, STEP(z, q, h), STEP(k, LN2_SHORT_LOW, u_low + low)));
}

LANES_FN double log_of_f64(double x)
{
	const bool tiny = x < 0x1p-1022;
	const struct log_f64 l = log_parts_f64(PICK(tiny, x * 0x1p54, x));
	const double value = log_sum_f64(PICK(tiny, l.k - 54.0, l.k), l.m - 1.0, 0.0);
	const double positive = PICK(x > 0.0, value, PICK(x < 0.0, NOT_A_NUMBER64, -INFINITE64));
	return PICK(x < INFINITE64, positive, x); /* else infinity or a NaN */
}

LANES_FN double log_plus_one_of_f64(double x)
{
	const double sum = 1.0 + x, error = sum_error_f64(1.0, x, sum);
	const struct log_f64 l = log_parts_f64(sum);
	const double scale = scalars_of_bits_f64((2046 - l.biased) << 52), f_low = PICK(sum < 0x1p60, error * scale, 0.0);
	const double value = log_sum_f64(l.k, PICK(l.k == 0.0, x, l.m - 1.0), PICK(l.k == 0.0, 0.0, f_low));
	const double above = PICK(x > -1.0, value, PICK(x == -1.0, -INFINITE64, NOT_A_NUMBER64));
	return PICK(magnitude_f64(x) < 0x1p-54 || !(x < INFINITE64), x, above);
}

/* ---- powers */

/* The logarithm of a positive number with an error of 2^-64 of it: 2 s + s^3 (2/3 + s^2 P(s^2)) in pairs */
LANES_FN struct pair_f64 long_log_f64(double x)
{
	const bool tiny = x < 0x1p-1022;
	const struct log_f64 l = log_parts_f64(PICK(tiny, x * 0x1p54, x));
	const double k = PICK(tiny, l.k - 54.0, l.k), f = l.m - 1.0, d = l.m + 1.0, d_low = l.m - (d - 1.0), inverse = 1.0 / d;
	const double s = f * inverse, s_low = (FUSED(-s, d, f) - s * d_low) * inverse;
	const double z = s * s, z_low = FUSED(s, s, -z) + (s + s) * s_low;
	double q = STEP(0x1.eb11e3bd404e0p-4, z, 0x1.de3358fe6c173p-4);
	q = STEP(q, z, 0x1.1120b638fb3c3p-3);
	q = STEP(q, z, 0x1.3b1362b20fbf0p-3);
	q = STEP(q, z, 0x1.745d183261beap-3);
	q = STEP(q, z, 0x1.c71c71c580496p-3);
	q = STEP(q, z, 0x1.2492492493036p-2);
	q = STEP(q, z, 0x1.9999999999996p-2);
	const double two_thirds = 0x1.5555555555555p-1, t = z * q, c = two_thirds + t;
	const double c_low = ((two_thirds - c) + t) + 0x1.5555555555555p-55;
	const double cube = z * s, cube_low = FUSED(z, s, -cube) + (z * s_low + z_low * s);
	const double v = cube * c, v_low = FUSED(cube, c, -v) + (cube * c_low + cube_low * c);
	const double u = s + s, h = u + v, h_low = ((u - h) + v) + (s_low + s_low + v_low);
	const double base = k * LN2_SHORT, sum = base + h;
	return (struct pair_f64){ sum, ((base - sum) + h) + (h_low + k * LN2_SHORT_LOW) };
}

/* of magnitudes: those from 2^52 on are integers */
LANES_FN bool whole_f64(double a)
{
	return a >= 0x1p52 || (a + 0x1p52) - 0x1p52 == a;
}

LANES_FN double power_of_f64(double x, double y)
{
	const double a = magnitude_f64(x), b = magnitude_f64(y);
	const struct pair_f64 l = long_log_f64(a);
	const double log = PICK(a > 0.0, PICK(a < INFINITE64, l.high, INFINITE64), -INFINITE64);
	const double limited = PICK(b > 0x1p100, signed_f64(0x1p100, y), y); /* FUSED needs that; log is 0 or at least 2^-53 */
	const double p = limited * log, p_low = FUSED(limited, log, -p) + limited * l.low;
	const bool moderate = magnitude_f64(p) < 800.0;
	const double magnitude = exp_sum_f64(PICK(moderate, p, PICK(p > 0.0, 800.0, -800.0)), PICK(moderate, p_low, 0.0));
	const bool whole = whole_f64(b), odd = whole && !whole_f64(b * 0.5);
	const double value = PICK(odd, signed_f64(magnitude, x), magnitude);
	const double real = PICK(x < 0.0 && a < INFINITE64 && !whole, NOT_A_NUMBER64, value);
	const bool one = y == 0.0 || x == 1.0 || (x == -1.0 && b == INFINITE64);
	return PICK(one, 1.0, PICK(x != x || y != y, x + y, real));
}

/* ---- roots */

/* 1 / sqrt(x), and one step of Newton's method with an exact remainder; x^2 y is far from overflow */
LANES_FN double rsqrt_of_f64(double x)
{
	const bool large = x > 0x1p900;
	const double a = PICK(large, x * 0x1p-200, x), y = 1.0 / __builtin_sqrt(a), h = a * y;
	const double error = FUSED(-h, y, 1.0) - FUSED(a, y, -h) * y, better = y * 0.5 * error + y;
	const double finite = PICK(large, better * 0x1p-100, better);
	return PICK(x > 0.0 && x < INFINITE64, finite, 1.0 / __builtin_sqrt(x));
}

/* x = 2^(3 j) m, 1 <= m < 8. y is m^(-1/3) with an error of 2^-17, then of 2^-50; the root c = m y^2 is corrected by the remainder. */
LANES_FN double cbrt_of_f64(double x)
{
	const double a = magnitude_f64(x), normal = PICK(a < 0x1p-1022, a * 0x1p54, a);
	const uint64_t bits = scalars_bits_f64(normal);
	const double exponent = scalars_of_bits_f64(bits >> 52 | UINT64_C(0x4330000000000000)) - (0x1p52 + 1023.0);
	const double f = scalars_of_bits_f64((bits & UINT64_C(0xFFFFFFFFFFFFF)) | scalars_bits_f64(1.0));
	const double z = (exponent - 1.0) * 0x1.5555555555555p-2 + SHIFTER64, third = exponent - 3.0 * (z - SHIFTER64);
	const double m = f * PICK(third == 0.0, 1.0, PICK(third == 1.0, 2.0, 4.0));
	double y = STEP(-0x1.16d6e2ecb0e0cp-6, f, 0x1.3fa263ea72747p-3);
	y = STEP(y, f, -0x1.321c605ecc2eap-1);
	y = STEP(y, f, 0x1.3e68bf882de47p+0);
	y = STEP(y, f, -0x1.90e749aa79d3dp+0);
	y = STEP(y, f, 0x1.c7f368ef4313cp+0);
	y *= PICK(third == 0.0, 1.0, PICK(third == 1.0, 0x1.965fea53d6e3dp-1, 0x1.428a2f98d728bp-1));
	const double e = FUSED(-m * y, y * y, 1.0);
	y += y * (e * STEP(e, 0x1.c71c71c71c71cp-3, 0x1.5555555555555p-2));
	const double square = y * y, c = m * square, c2 = c * c;
	const double remainder = FUSED(-c2, c, m) - FUSED(c, c, -c2) * c;
	const double root = remainder * (square * 0x1.5555555555555p-2) + c;
	const double scaled = root * power_of_two_f64(z, 0) * PICK(a < 0x1p-1022, 0x1p-18, 1.0);
	return PICK(a > 0.0 && a < INFINITE64, signed_f64(scaled, x), x);
}
