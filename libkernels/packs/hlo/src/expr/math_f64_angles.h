/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sine, cosine, tangent and angles of f64, as math_f64.h, after that. */

/* larger ones, infinity, and NaN are left to the C library */
#define LARGEST_ANGLE64 0x1p30

/* x = n pi / 2 + r, |r| <= pi / 4; sine and cosine of r are sums of two */
struct angle_f64 {
	double sine, sine_low, cosine, cosine_low;
	uint64_t quadrant;
};

/* pi / 2 has three parts. The first difference is exact, since it is less than 1 and a multiple of 2^-53. */
LANES_FN struct angle_f64 angle_of_f64(double x)
{
	const double z = x * 0x1.45f306dc9c883p-1 + SHIFTER64, n = z - SHIFTER64;
	const double first = FUSED(-n, 0x1.921fb54442d18p0, x), p = n * 0x1.1a62633145c07p-54;
	const double p_low = FUSED(n, 0x1.1a62633145c07p-54, -p) - n * 0x1.f1976b7ed8fbcp-110;
	const double sum = first - p, rest = sum_error_f64(first, -p, sum) - p_low, r = sum + rest, r_low = (sum - r) + rest, u = r * r;
	double s = STEP(0x1.5d92fe8be5afap-33, u, -0x1.ae5e6633019a2p-26);
	s = STEP(s, u, 0x1.71de3577aed6cp-19);
	s = STEP(s, u, -0x1.a01a019c11948p-13);
	s = STEP(s, u, 0x1.111111110f87ap-7);
	s = STEP(s, u, -0x1.5555555555549p-3);
	double c = STEP(-0x1.8fae9c87de471p-37, u, 0x1.1ee9ebe983a11p-29);
	c = STEP(c, u, -0x1.27e4f809f172fp-22);
	c = STEP(c, u, 0x1.a01a019cb1bf4p-16);
	c = STEP(c, u, -0x1.6c16c16c1517ep-10);
	c = STEP(c, u, 0x1.555555555554cp-5);
	const double half = u * 0.5, one = 1.0 - half;
	const double cosine_low = ((1.0 - one) - half) + FUSED(u * u, c, -r * r_low);
	return (struct angle_f64){ r, FUSED(r * u, s, r_low * one), one, cosine_low, scalars_bits_f64(z) };
}

LANES_FN double sine_of_f64(double x)
{
	const struct angle_f64 t = angle_of_f64(x);
	const double value = PICK(t.quadrant & 1, t.cosine + t.cosine_low, t.sine + t.sine_low);
	return PICK(x == 0.0, x, scalars_of_bits_f64(scalars_bits_f64(value) ^ (t.quadrant & 2) << 62));
}

LANES_FN double cosine_of_f64(double x)
{
	const struct angle_f64 t = angle_of_f64(x);
	const double value = PICK(t.quadrant & 1, t.sine + t.sine_low, t.cosine + t.cosine_low);
	return scalars_of_bits_f64(scalars_bits_f64(value) ^ ((t.quadrant + 1) & 2) << 62);
}

LANES_FN double tan_of_f64(double x)
{
	const struct angle_f64 t = angle_of_f64(x);
	const double s = t.sine + t.sine_low, s_low = (t.sine - s) + t.sine_low;
	const double c = t.cosine + t.cosine_low, c_low = (t.cosine - c) + t.cosine_low;
	const bool odd = t.quadrant & 1;
	const double value = quotient_f64(PICK(odd, -c, s), PICK(odd, -c_low, s_low), PICK(odd, s, c), PICK(odd, s_low, c_low));
	return PICK(magnitude_f64(x) < 0x1p-28, x, value);
}

/* base + sign q: the angle is computed between 0 and pi / 8, and reflected at pi / 4, pi / 2 and the vertical */
LANES_FN double atan2_of_f64(double y, double x)
{
	const double ax = magnitude_f64(x), ay = magnitude_f64(y), larger = PICK(ax < ay, ay, ax), smaller = PICK(ax < ay, ax, ay);
	const double scale = PICK(larger > 0x1p900, 0x1p-200, PICK(larger < 0x1p-700, 0x1p200, 1.0));
	/* infinities count as equal, and as far above numbers */
	const double most = PICK(larger == INFINITE64, 1.0, larger * scale);
	const double least = PICK(larger == INFINITE64, PICK(smaller == INFINITE64, 1.0, 0.0), smaller * scale);
	const bool turned = least > most * 0x1.a827999fcef32p-2;
	const double difference = least - most, sum = least + most;
	const double top = PICK(turned, difference, least), top_low = PICK(turned, sum_error_f64(least, -most, difference), 0.0);
	const double bottom = PICK(turned, sum, PICK(most == 0.0, 1.0, most));
	const double bottom_low = PICK(turned, sum_error_f64(most, least, sum), 0.0);
	const double q = top / bottom, u = q * q;
	const double q_low = (FUSED(-q, bottom, top) + (top_low - q * bottom_low)) / bottom;
	double p = STEP(-0x1.2596f8119b1d8p-6, u, 0x1.37ea6d8306327p-5);
	p = STEP(p, u, -0x1.9cdb10cf2e376p-5);
	p = STEP(p, u, 0x1.df112b459d49ep-5);
	p = STEP(p, u, -0x1.10ebd995f8bdap-4);
	p = STEP(p, u, 0x1.3b111c0c28bc7p-4);
	p = STEP(p, u, -0x1.745cf906462d4p-4);
	p = STEP(p, u, 0x1.c71c70e7787ddp-4);
	p = STEP(p, u, -0x1.24924922b0b86p-3);
	p = STEP(p, u, 0x1.99999999958dbp-3);
	p = STEP(p, u, -0x1.555555555553dp-2);
	const double tail = STEP(q * u, p, q_low * (1.0 - u));
	/* the angle is base + sign (q + tail), base a multiple of pi / 4; reflections change the sign */
	const double quarters = PICK(turned, 1.0, 0.0), upper = PICK(ax < ay, 2.0 - quarters, quarters);
	const double all = 2.0 - (2.0 - upper) * signed_f64(1.0, x), sign = PICK(ax < ay, -1.0, 1.0) * signed_f64(1.0, x);
	const double base = all * 0x1.921fb54442d18p-1, base_low = FUSED(all, 0x1.921fb54442d18p-1, -base) + all * 0x1.1a62633145c07p-55;
	const double rest = sign * tail + base_low, first = sign * q, high = base + first, low = sum_error_f64(base, first, high);
	const double direct = smaller / PICK(larger == 0.0, 1.0, larger); /* tiny angles, also subnormal ones */
	const double angle = PICK(all + q < 0x1p-60, PICK(larger == INFINITE64, 0.0, direct), high + (low + rest));
	return PICK(x != x || y != y, x + y, signed_f64(angle, y));
}
