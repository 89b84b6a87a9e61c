/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Float formats: bits from and to sign, significand and exponent; words as wide integers. */
#include "support/float_format.h"

#include <string.h>

#define IEEE(precision, exponent, bias)                                                                                \
	{                                                                                                              \
		precision, exponent, bias, FORMAT_IEEE, false, true, true                                              \
	}
const struct mlirbc__format mlirbc__formats[MLIRBC_FLOAT_COUNT] = {
	[MLIRBC_BF16] = IEEE(8, 8, 127),
	[MLIRBC_F16] = IEEE(11, 5, 15),
	[MLIRBC_F32] = IEEE(24, 8, 127),
	[MLIRBC_F64] = IEEE(53, 11, 1023),
	[MLIRBC_F80] = { 64, 15, 16383, FORMAT_IEEE, true, true, true },
	[MLIRBC_F128] = IEEE(113, 15, 16383),
	[MLIRBC_TF32] = IEEE(11, 8, 127),
	[MLIRBC_F8E5M2] = IEEE(3, 5, 15),
	[MLIRBC_F8E4M3] = IEEE(4, 4, 7),
	[MLIRBC_F8E3M4] = IEEE(5, 3, 3),
	[MLIRBC_F8E4M3FN] = { 4, 4, 7, FORMAT_NAN_ALL_ONES, false, true, true },
	[MLIRBC_F8E5M2FNUZ] = { 3, 5, 16, FORMAT_NAN_NEGATIVE_ZERO, false, true, true },
	[MLIRBC_F8E4M3FNUZ] = { 4, 4, 8, FORMAT_NAN_NEGATIVE_ZERO, false, true, true },
	[MLIRBC_F8E4M3B11FNUZ] = { 4, 4, 11, FORMAT_NAN_NEGATIVE_ZERO, false, true, true },
	[MLIRBC_F8E8M0FNU] = { 1, 8, 127, FORMAT_NAN_ALL_ONES, false, false, false },
	[MLIRBC_F6E2M3FN] = { 4, 2, 1, FORMAT_FINITE, false, true, true },
	[MLIRBC_F6E3M2FN] = { 3, 3, 3, FORMAT_FINITE, false, true, true },
	[MLIRBC_F4E2M1FN] = { 2, 2, 1, FORMAT_FINITE, false, true, true },
};

/* ---- 128 bits */

static struct mlirbc__u128 shift_left(struct mlirbc__u128 x, unsigned by)
{
	if (by == 0)
		return x;
	if (by >= 64)
		return (struct mlirbc__u128){ 0, by < 128 ? x.low << (by - 64) : 0 };
	return (struct mlirbc__u128){ x.low << by, x.high << by | x.low >> (64 - by) };
}

static struct mlirbc__u128 shift_right(struct mlirbc__u128 x, unsigned by)
{
	if (by == 0)
		return x;
	if (by >= 64)
		return (struct mlirbc__u128){ by < 128 ? x.high >> (by - 64) : 0, 0 };
	return (struct mlirbc__u128){ x.low >> by | x.high << (64 - by), x.high >> by };
}

static bool is_zero(struct mlirbc__u128 x) { return (x.low | x.high) == 0; }

static bool equal(struct mlirbc__u128 x, struct mlirbc__u128 y) { return x.low == y.low && x.high == y.high; }

static struct mlirbc__u128 low_bits(struct mlirbc__u128 x, unsigned count)
{
	return count >= 128 ? x : shift_right(shift_left(x, 128 - count), 128 - count);
}

static struct mlirbc__u128 ones(unsigned count)
{
	return low_bits((struct mlirbc__u128){ UINT64_MAX, UINT64_MAX }, count);
}

static struct mlirbc__u128 add_one(struct mlirbc__u128 x)
{
	x.low++;
	x.high += x.low == 0;
	return x;
}

static struct mlirbc__u128 either(struct mlirbc__u128 x, struct mlirbc__u128 y)
{
	return (struct mlirbc__u128){ x.low | y.low, x.high | y.high };
}

static int bit_length(struct mlirbc__u128 x)
{
	uint64_t word = x.high ? x.high : x.low;
	int bits = x.high ? 64 : 0;
	for (; word; word >>= 1)
		bits++;
	return bits;
}

/* ---- formats */

/* Bits of the stored significand: without the hidden bit. */
static unsigned stored_bits(const struct mlirbc__format *format)
{
	return (unsigned)format->precision - !format->explicit_bit;
}

static unsigned sign_position(const struct mlirbc__format *format) { return stored_bits(format) + format->exponent; }

static bool is_nan_pattern(
	const struct mlirbc__format *format, bool negative, struct mlirbc__u128 exponent, struct mlirbc__u128 fraction)
{
	bool top = equal(exponent, ones(format->exponent));
	switch (format->special) {
	case FORMAT_IEEE: return top && !is_zero(fraction);
	case FORMAT_NAN_ALL_ONES: return top && equal(fraction, ones(stored_bits(format)));
	case FORMAT_NAN_NEGATIVE_ZERO: return negative && is_zero(exponent) && is_zero(fraction);
	case FORMAT_FINITE: break;
	}
	return false;
}

struct mlirbc__float mlirbc__float_decode(enum mlirbc_float kind, const uint64_t words[2])
{
	const struct mlirbc__format *format = &mlirbc__formats[kind];
	struct mlirbc__u128 bits = { words[0], words[1] };
	unsigned stored = stored_bits(format), fraction_bits = (unsigned)format->precision - 1;
	struct mlirbc__u128 significand = low_bits(bits, stored), fraction = low_bits(bits, fraction_bits);
	struct mlirbc__u128 exponent = low_bits(shift_right(bits, stored), format->exponent);
	struct mlirbc__float value = { .kind = FLOAT_FINITE, .significand = significand };
	value.negative = format->has_sign && (shift_right(bits, sign_position(format)).low & 1);
	bool hidden = !format->explicit_bit && (!format->has_zero || !is_zero(exponent));
	if (hidden)
		value.significand = either(significand, shift_left((struct mlirbc__u128){ 1, 0 }, fraction_bits));
	int e = (int)exponent.low;
	value.exponent = (e == 0 && format->has_zero ? 1 : e) - format->bias - (int)fraction_bits;
	if (is_nan_pattern(format, value.negative, exponent, fraction))
		value.kind = FLOAT_NAN;
	else if (format->special == FORMAT_IEEE && equal(exponent, ones(format->exponent)))
		value.kind = FLOAT_INFINITE;
	else if (is_zero(value.significand))
		value.kind = FLOAT_ZERO;
	/* f80: the leading bit must match the exponent, else arithmetic cannot produce these bits */
	if (format->explicit_bit && (e != 0) != (significand.low >> fraction_bits != 0))
		value.kind = FLOAT_NAN;
	return value;
}

static void compose(const struct mlirbc__format *format, bool negative, unsigned exponent,
	struct mlirbc__u128 significand, uint64_t words[2])
{
	unsigned stored = stored_bits(format);
	struct mlirbc__u128 bits = either(
		low_bits(significand, stored), shift_left((struct mlirbc__u128){ exponent, 0 }, stored));
	if (negative && format->has_sign)
		bits = either(bits, shift_left((struct mlirbc__u128){ 1, 0 }, sign_position(format)));
	words[0] = bits.low;
	words[1] = bits.high;
}

/* The result for a value that is too large: infinity, or NaN, or the largest value. Also used for infinity itself. */
static void compose_overflow(const struct mlirbc__format *format, bool negative, uint64_t words[2])
{
	unsigned top = (1u << format->exponent) - 1, fraction_bits = (unsigned)format->precision - 1;
	struct mlirbc__u128 one = shift_left((struct mlirbc__u128){ 1, 0 }, fraction_bits);
	switch (format->special) {
	case FORMAT_IEEE: compose(format, negative, top, one, words); break;
	case FORMAT_NAN_NEGATIVE_ZERO: compose(format, true, 0, (struct mlirbc__u128){ 0, 0 }, words); break;
	case FORMAT_NAN_ALL_ONES:
	case FORMAT_FINITE: compose(format, negative, top, ones(fraction_bits), words); break;
	}
}

/* Shifts right by `by`, to nearest even. */
static struct mlirbc__u128 round_off(struct mlirbc__u128 x, unsigned by, bool sticky)
{
	if (by == 0)
		return x;
	if (by > 128)
		return (struct mlirbc__u128){ 0, 0 };
	struct mlirbc__u128 kept = shift_right(x, by), rest = low_bits(x, by), half = { 0, 0 };
	half = shift_left((struct mlirbc__u128){ 1, 0 }, by - 1);
	bool above = rest.high != half.high ? rest.high > half.high : rest.low > half.low;
	bool tie = equal(rest, half);
	return above || (tie && (sticky || (kept.low & 1))) ? add_one(kept) : kept;
}

static void encode_finite(
	const struct mlirbc__format *format, const struct mlirbc__float *value, bool sticky, uint64_t words[2])
{
	int precision = format->precision, least = (format->has_zero ? 1 : 0) - format->bias - (precision - 1);
	int drop = bit_length(value->significand) - precision, exponent = value->exponent;
	if (exponent + drop < least)
		drop = least - exponent;
	struct mlirbc__u128 significand = drop >= 0 ? round_off(value->significand, (unsigned)drop, sticky)
						    : shift_left(value->significand, (unsigned)-drop);
	exponent += drop;
	if (bit_length(significand) > precision) {
		significand = shift_right(significand, 1);
		exponent++;
	}
	bool normal = bit_length(significand) == precision;
	int biased = normal ? exponent - least + (format->has_zero ? 1 : 0) : 0;
	int top = (1 << format->exponent) - 1;
	struct mlirbc__u128 fraction = low_bits(significand, (unsigned)precision - 1);
	if (!normal && !format->has_zero) { /* below the smallest power of two, which is the least value */
		compose(format, false, 0, (struct mlirbc__u128){ 0, 0 }, words);
		return;
	}
	bool over = biased > top || (biased == top && format->special == FORMAT_IEEE) ||
		    (biased == top && format->special == FORMAT_NAN_ALL_ONES &&
			    equal(fraction, ones((unsigned)precision - 1)));
	if (over) {
		compose_overflow(format, value->negative, words);
		return;
	}
	bool zero = is_zero(significand);
	compose(format, value->negative && !(zero && format->special == FORMAT_NAN_NEGATIVE_ZERO), (unsigned)biased,
		significand, words);
}

void mlirbc__float_encode(enum mlirbc_float kind, const struct mlirbc__float *value, bool sticky, uint64_t words[2])
{
	const struct mlirbc__format *format = &mlirbc__formats[kind];
	if (value->kind == FLOAT_FINITE || value->kind == FLOAT_ZERO)
		encode_finite(format, value, sticky, words);
	else
		compose_overflow(format, value->negative, words);
}

/* ---- integers of many words */

uint32_t mlirbc__words_mul_add(uint64_t *words, size_t count, uint32_t factor, uint32_t add)
{
	uint64_t carry = add;
	for (size_t i = 0; i < count; i++) {
		uint64_t low = (words[i] & UINT32_MAX) * factor + carry;
		uint64_t high = (words[i] >> 32) * factor + (low >> 32);
		words[i] = high << 32 | (low & UINT32_MAX);
		carry = high >> 32;
	}
	return (uint32_t)carry;
}

uint32_t mlirbc__words_divide(uint64_t *words, size_t count, uint32_t divisor)
{
	uint64_t rest = 0;
	for (size_t i = count; i-- > 0;) {
		uint64_t high = rest << 32 | words[i] >> 32;
		uint64_t low = (high % divisor) << 32 | (words[i] & UINT32_MAX);
		words[i] = (high / divisor) << 32 | low / divisor;
		rest = low % divisor;
	}
	return (uint32_t)rest;
}
