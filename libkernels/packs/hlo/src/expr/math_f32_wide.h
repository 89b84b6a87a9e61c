/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of f32 in f64 arithmetic, without branches and for one element: the compiler makes vectors of the loops over them.
 * Errors of f64 are far below half an ulp of f32, so that nearly all results are the nearest. Included once per instruction
 * set, after lanes.h for one lane. */

#if defined(HLO_FMA)
#define FMA64(a, b, c) __builtin_fma(a, b, c)
#else
#define FMA64(a, b, c) ((a) * (b) + (c))
#endif
#define PICK(condition, yes, no) ((condition) ? (yes) : (no))
/* The sum of this and a number has the nearest integer in its low bits. */
#define SHIFTER64 0x1.8p52
#define INFINITE __builtin_inff()
#define NOT_A_NUMBER __builtin_nanf("")

LANES_FN float magnitude_of(float x)
{
	return scalars_of_bits_f32(scalars_bits_f32(x) & 0x7FFFFFFF);
}

/* ---- sine, cosine, tangent: x = n pi / 2 + r. n and each part of pi / 2 have 53 bits together. */

#define LARGEST_ANGLE 0x1p20f /* larger ones, infinity, and NaN are left to the C library */

struct angle {
	double sine, cosine;
	uint32_t quadrant;
};

LANES_FN struct angle angle_of(float x)
{
	const double a = (double)x, z = FMA64(a, 0x1.45f306dc9c883p-1, SHIFTER64), n = z - SHIFTER64;
	const double r = FMA64(-n, 0x1.3198a2e037073p-69, FMA64(-n, 0x1.0b4611a6p-34, FMA64(-n, 0x1.921fb544p0, a))), y = r * r;
	double s = FMA64(0x1.6cd82750a608ap-19, y, -0x1.a00f9cdb83699p-13);
	s = FMA64(s, y, 0x1.1111089553604p-7);
	s = FMA64(s, y, -0x1.5555554cb89a1p-3);
	double c = FMA64(-0x1.242ab11fa55f9p-22, y, 0x1.a0111f77baf3bp-16);
	c = FMA64(c, y, -0x1.6c16b897c6cdap-10);
	c = FMA64(c, y, 0x1.5555554f4d5a3p-5);
	return (struct angle){ FMA64(r * y, s, r), FMA64(y * y, c, FMA64(y, -0.5, 1.0)), (uint32_t)(int32_t)n };
}

LANES_FN float sine_of(float x)
{
	const struct angle t = angle_of(x);
	const float value = (float)PICK(t.quadrant & 1, t.cosine, t.sine);
	return PICK(x == 0.0f, x, scalars_of_bits_f32(scalars_bits_f32(value) ^ (t.quadrant & 2) << 30));
}

LANES_FN float cosine_of(float x)
{
	const struct angle t = angle_of(x);
	const float value = (float)PICK(t.quadrant & 1, t.sine, t.cosine);
	return scalars_of_bits_f32(scalars_bits_f32(value) ^ ((t.quadrant + 1) & 2) << 30);
}

LANES_FN float tan_of(float x)
{
	const struct angle t = angle_of(x);
	const double top = PICK(t.quadrant & 1, -t.cosine, t.sine), bottom = PICK(t.quadrant & 1, t.sine, t.cosine);
	return PICK(x == 0.0f, x, (float)(top / bottom));
}

/* ---- logarithms and powers */

/* ln(1 + f) between sqrt(1/2) and sqrt(2) */
LANES_FN double log_series(double f)
{
	double q = FMA64(0x1.7249d809621b2p-5, f, -0x1.61ad4b54f6b91p-4);
	q = FMA64(q, f, 0x1.63e3701bad8eap-4);
	q = FMA64(q, f, -0x1.5277084d22115p-4);
	q = FMA64(q, f, 0x1.6eff5e3f0fecfp-4);
	q = FMA64(q, f, -0x1.995f69d48aa00p-4);
	q = FMA64(q, f, 0x1.c770a7e2bd3b4p-4);
	q = FMA64(q, f, -0x1.00032a10496efp-3);
	q = FMA64(q, f, 0x1.2490fe835c95bp-3);
	q = FMA64(q, f, -0x1.55553d253738dp-3);
	q = FMA64(q, f, 0x1.99999e43d621cp-3);
	q = FMA64(q, f, -0x1.0000001c2d925p-2);
	q = FMA64(q, f, 0x1.55555552945b4p-2);
	q = FMA64(q, f, -0.5);
	return FMA64(f * f, q, f);
}

/* x = 2^k (1 + f); f of a number near 1 is `near`, which may be more exact than x */
LANES_FN double log_of(double x, double near)
{
	const uint64_t shifted = scalars_bits_f64(x) - UINT64_C(0x3FE6A09E667F3BCD) + (UINT64_C(1023) << 52);
	const double k = scalars_of_bits_f64(shifted >> 52 | UINT64_C(0x4330000000000000)) - (0x1p52 + 1023.0);
	const double m = scalars_of_bits_f64((shifted & UINT64_C(0xFFFFFFFFFFFFF)) + UINT64_C(0x3FE6A09E667F3BCD));
	return FMA64(k, 0x1.62e42fefa39efp-1, log_series(PICK(k == 0.0, near, m - 1.0)));
}

LANES_FN float log_plus_one_of(float x)
{
	const float value = (float)log_of((double)x + 1.0, (double)x);
	const float above = PICK(x > -1.0f, value, PICK(x == -1.0f, -INFINITE, NOT_A_NUMBER));
	return PICK(x == 0.0f || !(x < INFINITE), x, above);
}

/* e^t for f32: t is limited so that the result still overflows, or is 0 */
LANES_FN float exp_of(double t)
{
	const double low = PICK(t < -110.0, -110.0, t), a = PICK(low > 100.0, 100.0, low);
	const double z = FMA64(a, 0x1.71547652b82fep0, SHIFTER64), n = z - SHIFTER64;
	const double r = FMA64(-n, 0x1.abc9e3b39803fp-56, FMA64(-n, 0x1.62e42fefa39efp-1, a));
	double q = FMA64(0x1.a18b94fc77e3bp-16, r, 0x1.a1871707f46a8p-13);
	q = FMA64(q, r, 0x1.6c1622789e5fcp-10);
	q = FMA64(q, r, 0x1.1110a12bc7d0ap-7);
	q = FMA64(q, r, 0x1.5555558aa6391p-5);
	q = FMA64(q, r, 0x1.5555557e9a444p-3);
	q = FMA64(q, r, 0x1.ffffffffead57p-2);
	const double scale = scalars_of_bits_f64((scalars_bits_f64(z) << 52) + (UINT64_C(1023) << 52));
	return (float)(FMA64(r * r, q, r) * scale + scale);
}

/* The logarithm of a magnitude; that of 0 and of infinity are infinite */
LANES_FN double log_of_magnitude(float x)
{
	const double value = log_of((double)x, (double)x - 1.0);
	return PICK(x > 0.0f, PICK(x < INFINITE, value, (double)x), x == 0.0f ? -__builtin_inf() : (double)x);
}

LANES_FN float power_of(float x, float y)
{
	const float a = magnitude_of(x), b = magnitude_of(y);
	const float magnitude = exp_of((double)y * log_of_magnitude(a));
	const double count = (double)PICK(b > 0x1p25f, 0x1p25f, y), z = count + SHIFTER64; /* floats above 2^24 are even */
	const bool whole = z - SHIFTER64 == count;
	const uint32_t odd = (uint32_t)scalars_bits_f64(z) << 31 & (whole ? 0x80000000u : 0);
	const float value = scalars_of_bits_f32(scalars_bits_f32(magnitude) ^ (odd & scalars_bits_f32(x)));
	const float real = PICK(x < 0.0f && a < INFINITE && !whole, NOT_A_NUMBER, value);
	const bool one = y == 0.0f || x == 1.0f || (x == -1.0f && b == INFINITE);
	return PICK(one, 1.0f, PICK(y != y, y, real));
}

LANES_FN float cbrt_of(float x)
{
	const float a = magnitude_of(x), value = exp_of(log_of_magnitude(a) * 0x1.5555555555555p-2);
	const float magnitude = PICK(a > 0.0f && a < INFINITE, value, a);
	return scalars_of_bits_f32(scalars_bits_f32(magnitude) | (scalars_bits_f32(x) & 0x80000000));
}

/* The angle is computed between 0 and pi / 4, and reflected. */
LANES_FN float atan2_of(float y, float x)
{
	const double a = (double)magnitude_of(x), b = (double)magnitude_of(y);
	const double least = PICK(a < b, a, b), most = PICK(a < b, b, a);
	const double t = PICK(most == 0.0, 0.0, PICK(a == b, 1.0, least / most)), u = t * t;
	double q = FMA64(0x1.d7068224266a6p-12, u, -0x1.baaafcdba2e1fp-9);
	q = FMA64(q, u, 0x1.864e20ef12b8ap-7);
	q = FMA64(q, u, -0x1.b635739206fd3p-6);
	q = FMA64(q, u, 0x1.6b7482b3c5822p-5);
	q = FMA64(q, u, -0x1.f125c331492abp-5);
	q = FMA64(q, u, 0x1.33d4870a53a25p-4);
	q = FMA64(q, u, -0x1.72e415dd8cf25p-4);
	q = FMA64(q, u, 0x1.c6eabaf962931p-4);
	q = FMA64(q, u, -0x1.24905752924d8p-3);
	q = FMA64(q, u, 0x1.999985eac7dc0p-3);
	q = FMA64(q, u, -0x1.5555553271b0bp-2);
	const double first = FMA64(t * u, q, t), second = PICK(a < b, 0x1.921fb54442d18p0 - first, first);
	const double third = PICK(scalars_bits_f32(x) >> 31, 0x1.921fb54442d18p1 - second, second);
	const float value = scalars_of_bits_f32(scalars_bits_f32((float)third) | (scalars_bits_f32(y) & 0x80000000));
	return PICK(x != x || y != y, x + y, value);
}
