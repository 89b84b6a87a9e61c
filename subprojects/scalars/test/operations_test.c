/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rows against definitions of their own: integers of 8 bits and less in wide arithmetic, floats by the C library. */
#undef NDEBUG
#include <assert.h>
#include <scalars/formats.h>
#include <scalars/operations.h>
#include <stdlib.h>

/* A function NAME_TYPE for each row, extended from the low bits as users do. */
#define EXTEND_i(bits, x) SCALARS_EXTENDED(bits, x)
#define EXTEND_u(bits, x) ((int64_t)SCALARS_LOW(uint64_t, uint64_t, bits, x))
#define FUNCTION(op, form, value, kind, name, T, bits) \
	static int64_t op##_##name(int64_t x, int64_t y, int64_t z) \
	{ \
		const T a = (T)x, b = (T)y, c = (T)z; \
		(void)b; \
		(void)c; \
		return EXTEND_##kind(bits, (T)(value)); \
	}
#define SIGNED(name, bits) \
	SCALARS_INTEGERS(FUNCTION, int8_t, uint8_t, uint32_t, bits, i, name, int8_t, bits) \
	SCALARS_SIGNED_QUOTIENTS(FUNCTION, int8_t, uint32_t, i, name, int8_t, bits) \
	SCALARS_SIGNS(FUNCTION, int8_t, uint32_t, i, name, int8_t, bits)
#define UNSIGNED(name, bits) \
	SCALARS_INTEGERS(FUNCTION, uint8_t, uint8_t, uint32_t, bits, u, name, uint8_t, bits) \
	SCALARS_UNSIGNED_QUOTIENTS(FUNCTION, uint8_t, uint32_t, u, name, uint8_t, bits)
SIGNED(i2, 2)
SIGNED(i4, 4)
SIGNED(i8, 8)
UNSIGNED(ui2, 2)
UNSIGNED(ui4, 4)
UNSIGNED(ui8, 8)

static int64_t wrap(bool is_signed, unsigned bits, int64_t x)
{
	const int64_t low = x & ((INT64_C(1) << bits) - 1);
	return is_signed && low >> (bits - 1) ? low - (INT64_C(1) << bits) : low;
}

static int64_t power(bool is_signed, unsigned bits, int64_t x, int64_t y)
{
	int64_t result = 1;
	if (y < 0)
		return x == 1 || x == -1 ? power(is_signed, bits, x, -y) : 0;
	for (; y > 0; y--)
		result = wrap(is_signed, bits, result * x);
	return result;
}

/* The row for all pairs of operands. */
#define CHECK_ROW(op, expected) \
	for (int64_t x = least; x <= most; x++) \
		for (int64_t y = least; y <= most; y++) { \
			const int64_t low = x & mask, count = y & mask; \
			(void)low; \
			(void)count; \
			assert(op(x, y, most / 2) == wrap(is_signed, bits, expected)); \
		}
#define CHECK_TYPE(name, bits_, is_signed_) \
	static void check_##name(void) \
	{ \
		enum { bits = bits_, is_signed = is_signed_ }; \
		const int64_t mask = (1 << bits) - 1, least = is_signed ? -(1 << (bits - 1)) : 0, most = least + mask; \
		CHECK_ROW(add_##name, x + y) \
		CHECK_ROW(subtract_##name, x - y) \
		CHECK_ROW(multiply_##name, x * y) \
		CHECK_ROW(negate_##name, -x) \
		CHECK_ROW(not_##name, ~x) \
		CHECK_ROW(and_##name, x & y) \
		CHECK_ROW(or_##name, x | y) \
		CHECK_ROW(xor_##name, x ^ y) \
		CHECK_ROW(maximum_##name, x < y ? y : x) \
		CHECK_ROW(minimum_##name, y < x ? y : x) \
		CHECK_ROW(clamp_##name, (x < y ? y : x) < most / 2 ? (x < y ? y : x) : most / 2) \
		CHECK_ROW(divide_##name, y == 0 ? -1 : x / y) \
		CHECK_ROW(remainder_##name, y == 0 ? x : x % y) \
		CHECK_ROW(power_##name, power(is_signed, bits, x, y)) \
		CHECK_ROW(shift_left_##name, count >= bits ? 0 : low << count) \
		CHECK_ROW(shift_right_logical_##name, count >= bits ? 0 : low >> count) \
		CHECK_ROW(shift_right_arithmetic_##name, wrap(true, bits, x) >> (count >= bits ? bits - 1 : count)) \
		for (int64_t x = least; x <= most; x++) { \
			int ones = 0, zeros = bits; \
			for (int i = 0; i < bits; i++) { \
				ones += (int)(x >> i & 1); \
				zeros = x >> i & 1 ? bits - 1 - i : zeros; \
			} \
			assert(popcnt_##name(x, 0, 0) == wrap(is_signed, bits, ones)); \
			assert(count_leading_zeros_##name(x, 0, 0) == wrap(is_signed, bits, zeros)); \
		} \
	}
CHECK_TYPE(i2, 2, true)
CHECK_TYPE(i4, 4, true)
CHECK_TYPE(i8, 8, true)
CHECK_TYPE(ui2, 2, false)
CHECK_TYPE(ui4, 4, false)
CHECK_TYPE(ui8, 8, false)

static void checks_signs(void)
{
	for (int x = -128; x < 128; x++) {
		assert(abs_i8(x, 0, 0) == (x == -128 ? -128 : abs(x)) && sign_i8(x, 0, 0) == (x > 0) - (x < 0));
		if (x >= -8 && x < 8)
			assert(abs_i4(x, 0, 0) == (x == -8 ? -8 : abs(x)) && sign_i4(x, 0, 0) == (x > 0) - (x < 0));
		if (x >= -2 && x < 2)
			assert(abs_i2(x, 0, 0) == (x == -2 ? -2 : abs(x)) && sign_i2(x, 0, 0) == (x > 0) - (x < 0));
	}
}

/* Bits of f32 that are spread over all exponents, and of the numbers around halves. */
static float sample(uint32_t i)
{
	return i % 2 ? (float)(int)(i / 2 % 4096 - 2048) * 0.25f : scalars_of_bits_f32(i * UINT32_C(2654435761));
}

static bool same(double x, double y) { return scalars_bits_f64(x) == scalars_bits_f64(y) || (x != x && y != y); }

static void checks_floats(void)
{
	for (uint32_t i = 0; i < 1u << 20; i++) {
		const float x = sample(i), y = sample(i * 7 + 3);
		const double d = (double)x * 1.0000000001;
		assert(same((double)scalars_floor_f32(x), (double)floorf(x)) && same(scalars_floor_f64(d), floor(d)));
		assert(same((double)scalars_ceil_f32(x), (double)ceilf(x)) && same(scalars_ceil_f64(d), ceil(d)));
		assert(same((double)scalars_round_f32(x), (double)roundf(x)) && same(scalars_round_f64(d), round(d)));
		assert(same((double)scalars_nearest_f32(x), (double)rintf(x)) && same(scalars_nearest_f64(d), rint(d)));
		assert(same((double)scalars_absolute_f32(x), (double)fabsf(x)));
		assert(same((double)scalars_sign_f32(x), x > 0 ? 1.0 : x < 0 ? -1.0 : (double)x));
		const float larger = x != x ? x : y != y ? y : x > y || (x == y && signbit(y)) ? x : y;
		const float smaller = x != x ? x : y != y ? y : x < y || (x == y && signbit(x)) ? x : y;
		assert(same((double)scalars_larger_f32(x, y), (double)larger) && same((double)scalars_smaller_f32(x, y), (double)smaller));
	}
	assert(signbit(scalars_larger_f64(-0.0, -0.0)) && !signbit(scalars_larger_f64(-0.0, 0.0)));
	assert(signbit(scalars_smaller_f64(0.0, -0.0)) && !signbit(scalars_smaller_f64(0.0, 0.0)));
}

static void checks_conversions(void)
{
	static const double from[] = { -1e30, -129.0, -128.9, -1.5, -0.0, 0.9, 127.5, 128.0, 255.9, 256.0, 1e30 };
	static const int to_i8[] = { -128, -128, -128, -1, 0, 0, 127, 127, 127, 127, 127 };
	static const int to_ui8[] = { 0, 0, 0, 0, 0, 0, 127, 128, 255, 255, 255 };
	for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
		assert(SCALARS_TO_SIGNED(int64_t, 8, from[i]) == to_i8[i]);
		assert(SCALARS_TO_UNSIGNED(uint64_t, 8, from[i]) == (uint64_t)to_ui8[i]);
	}
	const double nan = (double)NAN;
	assert(SCALARS_TO_SIGNED(int64_t, 64, nan) == 0 && SCALARS_TO_SIGNED(int64_t, 64, 0x1p63) == INT64_MAX);
	assert(SCALARS_TO_UNSIGNED(uint64_t, 64, 0x1.8p63) == UINT64_C(3) << 62 && SCALARS_TO_UNSIGNED(uint64_t, 64, 0x1p64) == UINT64_MAX);
	for (uint32_t code = 0; code < 0x10000; code++) {
		if (!scalars_is_nan(&scalars_format_F16, code))
			assert(scalars_encode(&scalars_format_F16, (double)scalars_decode(&scalars_format_F16, code)) == code);
		if (!scalars_is_nan(&scalars_format_BF16, code))
			assert(scalars_encode(&scalars_format_BF16, (double)scalars_decode(&scalars_format_BF16, code)) == code);
	}
	assert(scalars_encode(&scalars_format_F16, 1 + 0x1p-11) == 0x3C00 && scalars_encode(&scalars_format_F16, 1 + 0x1.8p-10) == 0x3C02);
	assert(scalars_encode(&scalars_format_F16, 1 + 0x1p-11 + 0x1p-40) == 0x3C01); /* not by way of f32 */
	const struct scalars_format *powers = &scalars_format_F8E8M0FNU;
	assert(scalars_encode(powers, 0.0) == 0xFF && scalars_encode(powers, -0.0) == 0xFF && scalars_encode(powers, -1.0) == 0xFF);
	assert(scalars_encode(powers, 0x1p-149) == 0 && scalars_encode(powers, 0x1p-127) == 0 && scalars_encode(powers, 0x1.4p-127) == 1);
	assert(scalars_encode(powers, 0x1.6p-126) == 1 && scalars_encode(powers, 0x1.8p-126) == 2 && scalars_encode(powers, 0x1.8p127) == 0xFF);
}

int main(void)
{
	check_i2();
	check_i4();
	check_i8();
	check_ui2();
	check_ui4();
	check_ui8();
	checks_signs();
	checks_floats();
	checks_conversions();
	return 0;
}
