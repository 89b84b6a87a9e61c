/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Conversions between all element types, and reduce_precision. */
#include "check.h"
#include "core/op.h"
#include "expr/convert.h"
#include "expr/dtypes.h"
#include "expr/primitive.h"
#include "reference.h"

/* Every element of the small floats has its value, in f32 and f64. */
static void decodes(void)
{
	static uint16_t codes[65536];
	static double f64[65536];
	static float f32[65536];
	for (size_t k = 0; k < FORMATS; k++) {
		const struct format *f = &formats[k];
		uint32_t count = code_count(f), wrong = 0;
		for (uint32_t i = 0; i < count; i++)
			store_code(f, codes, i, i);
		kernels_hlo__convert(KERNELS_F64, f64, f->dtype, codes, count);
		kernels_hlo__convert(KERNELS_F32, f32, f->dtype, codes, count);
		for (uint32_t i = 0; i < count; i++) {
			double expected = reference_value(f, i);
			bool good = isnan(expected) ? isnan(f64[i]) && isnan(f32[i])
						    : f64[i] == expected && (double)f32[i] == expected &&
						      !signbit(f64[i]) == !signbit(expected) && !signbit(f32[i]) == !signbit(expected);
			wrong += !good;
		}
		if (wrong)
			check_report(__FILE__, __LINE__, "%u elements of %s", wrong, kernels_dtype_name(f->dtype));
	}
}

static uint32_t encode(const struct format *f, double x, bool from_f32)
{
	uint16_t code = 0;
	float narrow = (float)x;
	kernels_hlo__convert(f->dtype, &code, from_f32 ? KERNELS_F32 : KERNELS_F64, from_f32 ? (const void *)&narrow : &x, 1);
	return load_code(f, &code, 0);
}

static void try_encode(const struct format *f, double x)
{
	uint32_t wide = encode(f, x, false), narrow = encode(f, x, true);
	if (!same_code(f, wide, reference_code(f, (long double)x)))
		check_report(__FILE__, __LINE__, "%a to %s: 0x%x, expected 0x%x", x, kernels_dtype_name(f->dtype), wide,
			reference_code(f, (long double)x));
	if (!same_code(f, narrow, reference_code(f, (long double)(float)x)))
		check_report(__FILE__, __LINE__, "%a to %s: 0x%x, expected 0x%x", (double)(float)x, kernels_dtype_name(f->dtype),
			narrow, reference_code(f, (long double)(float)x));
}

/* Every element, the middle of it and the next, numbers beside the middle, and random ones. */
static void encodes(void)
{
	static const double corners[] = { 0.0, INFINITY, NAN, 1e300, 5e-324, 1e-310, 3.4e38, 1e-45, 0x1.fp1023 };
	for (size_t k = 0; k < FORMATS && check_failures < 20; k++) {
		const struct format *f = &formats[k];
		for (uint32_t i = 0; i <= last_code(f); i++) {
			double here = finite_value(f, i), middle = here + (finite_value(f, i + 1) - here) / 2;
			const double tries[] = { here, middle, nextafter(middle, 0), nextafter(middle, INFINITY) };
			for (size_t t = 0; t < 8; t++)
				try_encode(f, t % 2 ? -tries[t / 2] : tries[t / 2]);
		}
		for (size_t i = 0; i < sizeof corners / sizeof *corners; i++) {
			try_encode(f, corners[i]);
			try_encode(f, -corners[i]);
		}
		for (int i = 0; i < 20000; i++)
			try_encode(f, i % 2 ? double_of(next_random()) : (double)float_of((uint32_t)next_random()));
	}
}

/* ---- any to any */

static const enum kernels_dtype integers[] = { KERNELS_I2, KERNELS_I4, KERNELS_I8, KERNELS_I16, KERNELS_I32, KERNELS_I64,
	KERNELS_UI2, KERNELS_UI4, KERNELS_UI8, KERNELS_UI16, KERNELS_UI32, KERNELS_UI64 };

__extension__ typedef __int128 wide_integer;

static void limits(enum kernels_dtype t, wide_integer *least, wide_integer *largest)
{
	unsigned bits = hlo_element_type(t).bits;
	*least = hlo_is_signed(t) ? -((wide_integer)1 << (bits - 1)) : 0;
	*largest = *least + ((wide_integer)1 << bits) - 1;
}

static wide_integer get_integer(enum kernels_dtype t, const void *from)
{
	int64_t x = 0;
	memcpy(&x, from, kernels_dtype_size(t));
	unsigned shift = 64 - 8 * (unsigned)kernels_dtype_size(t);
	return hlo_is_signed(t) ? (wide_integer)((int64_t)((uint64_t)x << shift) >> shift) : (wide_integer)(uint64_t)x;
}

/* A number in the range of t, often near its ends. */
static wide_integer any_integer(enum kernels_dtype t)
{
	wide_integer least, largest;
	limits(t, &least, &largest);
	uint64_t r = next_random();
	wide_integer x = r % 4 == 0 ? least + (wide_integer)(r >> 8 & 7) : r % 4 == 1 ? largest - (wide_integer)(r >> 8 & 7)
		: r % 4 == 2 ? (wide_integer)(int64_t)(next_random() >> (r >> 8) % 63) : (wide_integer)(r >> 8 & 15) - 8;
	return x < least ? least : x > largest ? largest : x;
}

static void integers_to_integers(void)
{
	for (size_t a = 0; a < sizeof integers / sizeof *integers; a++)
		for (size_t b = 0; b < sizeof integers / sizeof *integers; b++)
			for (int i = 0; i < 300; i++) {
				wide_integer x = any_integer(integers[a]), least, largest;
				limits(integers[b], &least, &largest);
				wide_integer span = largest - least + 1, expected = (x - least) % span;
				expected = (expected < 0 ? expected + span : expected) + least;
				int64_t from = (int64_t)(uint64_t)x, to = 0;
				kernels_hlo__convert(integers[b], &to, integers[a], &from, 1);
				if (get_integer(integers[b], &to) != expected)
					check_report(__FILE__, __LINE__, "%lld as %s to %s", (long long)x,
						kernels_dtype_name(integers[a]), kernels_dtype_name(integers[b]));
			}
}

/* An integer of 64 bits is exact in long double, which all float types round from once. */
static void integers_to_floats(void)
{
	for (size_t a = 0; a < sizeof integers / sizeof *integers; a++)
		for (int i = 0; i < 3000; i++) {
			wide_integer x = any_integer(integers[a]);
			int64_t from = (int64_t)(uint64_t)x;
			float f32;
			double f64;
			kernels_hlo__convert(KERNELS_F32, &f32, integers[a], &from, 1);
			kernels_hlo__convert(KERNELS_F64, &f64, integers[a], &from, 1);
			CHECK(f32 == (float)(long double)x && f64 == (double)(long double)x);
			for (size_t k = 0; k < FORMATS; k++) {
				uint16_t code = 0;
				kernels_hlo__convert(formats[k].dtype, &code, integers[a], &from, 1);
				if (!same_code(&formats[k], load_code(&formats[k], &code, 0), reference_code(&formats[k], (long double)x)))
					check_report(__FILE__, __LINE__, "%lld as %s to %s", (long long)x,
						kernels_dtype_name(integers[a]), kernels_dtype_name(formats[k].dtype));
			}
		}
}

static double any_double(void)
{
	static const double corners[] = { 0.0, -0.0, INFINITY, -INFINITY, NAN, 0.99, -0.99, 127.5, 128, -128.9, 255.9, 256, -1,
		9223372036854775807.0, -9223372036854775808.0, 18446744073709551615.0, 18446744073709549568.0,
		9223372036854774784.0, 2147483647.5, 2147483648.0, -2147483649.0, 4294967296.0, 1e300, -1e300, 1.5, 7.99, 8, -8.99 };
	uint64_t r = next_random();
	return r % 2 ? corners[(r >> 8) % (sizeof corners / sizeof *corners)] : ldexp((double)(int64_t)next_random(), (int)(r >> 8 & 63) - 63);
}

static void floats_to_integers(void)
{
	for (size_t b = 0; b < sizeof integers / sizeof *integers; b++)
		for (int i = 0; i < 3000; i++) {
			wide_integer least, largest;
			limits(integers[b], &least, &largest);
			double x = any_double();
			long double cut = truncl((long double)x);
			wide_integer expected = isnan(x) ? 0 : cut <= (long double)least ? least
				: cut >= (long double)largest ? largest : (wide_integer)cut;
			int64_t to = 0;
			kernels_hlo__convert(integers[b], &to, KERNELS_F64, &x, 1);
			if (get_integer(integers[b], &to) != expected)
				check_report(__FILE__, __LINE__, "%a to %s", x, kernels_dtype_name(integers[b]));
		}
}

static void bools_and_complex(void)
{
	static const double inputs[] = { 0, -0.0, 2.5, NAN, 1e-310 };
	uint8_t bits[5];
	const uint8_t expected[] = { 0, 0, 1, 1, 1 };
	kernels_hlo__convert(KERNELS_I1, bits, KERNELS_F64, inputs, 5);
	CHECK_BYTES(bits, 5, expected, 5);
	float pairs[4] = { 0, 7, 2, 0 }, parts[2];
	kernels_hlo__convert(KERNELS_I1, bits, KERNELS_COMPLEX64, pairs, 2);
	CHECK(bits[0] == 0 && bits[1] == 1);
	kernels_hlo__convert(KERNELS_F32, parts, KERNELS_COMPLEX64, pairs, 2);
	CHECK(parts[0] == 0 && parts[1] == 2);
	double wide[4];
	kernels_hlo__convert(KERNELS_COMPLEX128, wide, KERNELS_COMPLEX64, pairs, 2);
	CHECK(wide[0] == 0 && wide[1] == 7 && wide[2] == 2 && wide[3] == 0);
	kernels_hlo__convert(KERNELS_COMPLEX128, wide, KERNELS_I1, bits, 2);
	CHECK(wide[0] == 0 && wide[1] == 0 && wide[2] == 1 && wide[3] == 0);
	int8_t in_place[4] = { -1, 5, 0, -128 };
	kernels_hlo__convert(KERNELS_I1, in_place, KERNELS_I8, in_place, 4);
	CHECK(in_place[0] == 1 && in_place[1] == 1 && in_place[2] == 0 && in_place[3] == 1);
}

/* Long arrays are converted in parts: all pairs of types, the same elements alone and together. */
static void long_arrays(void)
{
	static uint64_t in[2000], together[2000], alone[2];
	for (int a = 1; a < KERNELS_DTYPE_LIMIT; a++)
		for (int b = 1; b < KERNELS_DTYPE_LIMIT; b++) {
			enum kernels_dtype from = (enum kernels_dtype)a, to = (enum kernels_dtype)b;
			if (!hlo_kind(from) || !hlo_kind(to))
				continue;
			size_t from_size = kernels_dtype_size(from), to_size = kernels_dtype_size(to), wrong = 0;
			for (size_t i = 0; i < 600; i++)
				kernels_hlo__store(from, (char *)in + i * from_size, (double)(int64_t)(next_random() % 200) / 4 - 20);
			kernels_hlo__convert(to, together, from, in, 600);
			for (size_t i = 0; i < 600; i++) {
				kernels_hlo__convert(to, alone, from, (const char *)in + i * from_size, 1);
				wrong += memcmp(alone, (const char *)together + i * to_size, to_size) != 0;
			}
			if (wrong)
				check_report(__FILE__, __LINE__, "%s to %s", kernels_dtype_name(from), kernels_dtype_name(to));
		}
}

/* ---- reduce_precision */

/* x with m bits after the first, and exponents of e bits without subnormal numbers. The last bit that stays is even after a
 * tie: without a mantissa it is that of the exponent. */
static double reduced(double x, int type_exponent_bits, int bias_in_type, int e, int m, bool spec)
{
	int exponent;
	if (isnan(x))
		return m == 0 && spec ? copysign(INFINITY, x) : x;
	if (x == 0 || isinf(x))
		return x;
	double mantissa = frexp(x, &exponent), rounded = ldexp(nearbyint(ldexp(mantissa, m + 1)), exponent - m - 1);
	if (m == 0 && fabs(mantissa) == 0.75 && (exponent - 1 + bias_in_type) % 2 == 0)
		rounded = copysign(ldexp(0.5, exponent), x);
	if (e >= type_exponent_bits)
		return rounded;
	int bias = (1 << (e - 1)) - 1;
	return fabs(rounded) >= ldexp(1, bias + 1) ? copysign(INFINITY, x)
		: fabs(rounded) < ldexp(1, 1 - bias) ? copysign(0, x) : rounded;
}

static void reduces_precision(void)
{
	for (int i = 0; i < 200000; i++) {
		uint64_t r = next_random();
		int e = 1 + (int)(r % 8), m = (int)(r >> 8) % 23;
		m = m < 0 ? -m : m;
		struct hlo_opcode_detail detail = { .exponent_bits = (uint32_t)e, .mantissa_bits = (uint32_t)m, .spec = r >> 63 };
		struct hlo_primitive p;
		enum kernels_dtype type = KERNELS_F32;
		float x = i % 3 == 0 ? float_of((uint32_t)next_random()) : ldexpf((float)(int32_t)next_random(), (int)(r >> 40) % 40 - 50), y;
		if (fabsf(x) < 0x1p-126f) /* the rule counts bits below the last, not digits, of subnormal numbers */
			continue;
		CHECK(kernels_hlo__primitive(HLO_OP_reduce_precision, &detail, type, &type, &p));
		const void *in[] = { &x };
		p.run(&y, in, 1, &p);
		float expected = (float)reduced((double)x, 8, 127, e, m, detail.spec);
		if (!(y == expected && !signbit(y) == !signbit(expected)) && !(isnan(y) && isnan(expected)))
			check_report(__FILE__, __LINE__, "%a with %d, %d bits: %a, expected %a", (double)x, e, m, (double)y, (double)expected);
	}
}

/* Types of up to 8 bits have the results of f16, as in XLA; powers of two those of f32. */
static void reduces_element(const struct format *f, uint32_t code, uint32_t e, uint32_t m)
{
	const bool byte = kernels_dtype_size(f->dtype) == 1, powers = f->special == POWERS;
	const int bits = powers ? 8 : byte ? 5 : f->exponent_bits, bias = powers ? 127 : byte ? 15 : f->bias;
	const struct hlo_opcode_detail detail = { .exponent_bits = e, .mantissa_bits = m, .spec = code % 2 };
	struct hlo_primitive p;
	uint16_t x = 0, y = 0;
	const void *in[] = { &x };
	store_code(f, &x, 0, code);
	if (fabs(reference_value(f, code)) < ldexp(1, 1 - bias))
		return;
	CHECK(kernels_hlo__primitive(HLO_OP_reduce_precision, &detail, f->dtype, &f->dtype, &p));
	p.run(&y, in, 1, &p);
	uint32_t expected = reference_code(f, (long double)reduced(reference_value(f, code), bits, bias, (int)e, (int)m, detail.spec));
	if (!same_code(f, load_code(f, &y, 0), expected))
		check_report(__FILE__, __LINE__, "%s 0x%x with %u, %u bits: 0x%x, expected 0x%x", kernels_dtype_name(f->dtype), code, e, m,
			load_code(f, &y, 0), expected);
}

static void reduces_small_floats(void)
{
	for (size_t k = 0; k < FORMATS; k++)
		for (uint32_t m = 0; m <= 10; m++)
			for (uint32_t e = 2; e <= 8; e++)
				for (uint32_t i = 0; i < code_count(&formats[k]); i += 1 + code_count(&formats[k]) / 4096)
					reduces_element(&formats[k], i, e, m);
}

/* Codes of f8 as XLA reduces them: subnormal numbers are kept, and what the format has not becomes NaN or zero. */
static void reduces_as_xla(void)
{
	static const struct {
		enum kernels_dtype type;
		uint8_t x, e, m, result;
	} rows[] = {
		{ KERNELS_F8E4M3FN, 0x82, 5, 0, 0x82 }, { KERNELS_F8E4M3FN, 0x78, 4, 3, 0x7F }, { KERNELS_F8E4M3, 0x82, 4, 3, 0x80 },
		{ KERNELS_F8E5M2FNUZ, 0x46, 2, 0, 0x44 }, { KERNELS_F8E8M0FNU, 0, 5, 0, 0xFF }, { KERNELS_F4E2M1FN, 6, 2, 0, 7 },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct hlo_opcode_detail detail = { .exponent_bits = rows[i].e, .mantissa_bits = rows[i].m };
		struct hlo_primitive p;
		uint8_t y = 0;
		const void *in[] = { &rows[i].x };
		CHECK(kernels_hlo__primitive(HLO_OP_reduce_precision, &detail, rows[i].type, &rows[i].type, &p));
		p.run(&y, in, 1, &p);
		if (y != rows[i].result)
			check_report(__FILE__, __LINE__, "row %zu: 0x%x, expected 0x%x", i, y, rows[i].result);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(decodes), CHECK_CASE(encodes), CHECK_CASE(integers_to_integers),
		CHECK_CASE(integers_to_floats), CHECK_CASE(floats_to_integers), CHECK_CASE(bools_and_complex),
		CHECK_CASE(long_arrays), CHECK_CASE(reduces_precision), CHECK_CASE(reduces_small_floats),
		CHECK_CASE(reduces_as_xla) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
