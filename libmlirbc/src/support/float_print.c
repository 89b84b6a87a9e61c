/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Floats as MLIR's printer writes them. */
#include "support/bigint.h"

#include <string.h>

struct digits {
	char text[64];
	int count;
	int exponent; /* value = digits * 10^exponent */
};

static void drop_zeros(struct digits *d)
{
	while (d->count > 1 && d->text[d->count - 1] == '0') {
		d->count--;
		d->exponent++;
	}
}

/* Cuts to `want` digits, half up. */
static void cut(struct digits *d, int want)
{
	if (d->count <= want)
		return;
	bool up = d->text[want] >= '5';
	d->exponent += d->count - want;
	d->count = want;
	while (up && d->count && d->text[d->count - 1] == '9') {
		d->count--;
		d->exponent++;
	}
	if (up && d->count)
		d->text[d->count - 1]++;
	else if (up)
		d->text[d->count++] = '1';
	drop_zeros(d);
}

static void put_digits(struct mlirbc__big *n, struct digits *out)
{
	char reversed[sizeof out->text + 9];
	int count = 0;
	while (n->count && count < (int)sizeof out->text) {
		uint32_t chunk = mlirbc__big_divide(n, 1000000000);
		for (int i = 0; i < 9 && (n->count || chunk); i++, chunk /= 10)
			reversed[count++] = (char)('0' + chunk % 10);
	}
	out->count = 0;
	while (count)
		out->text[out->count++] = reversed[--count];
}

static uint64_t multiply_high(uint64_t a, uint64_t b)
{
	uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX);
	uint64_t middle = (a >> 32) * (b & UINT32_MAX) + (low >> 32);
	uint64_t other = (a & UINT32_MAX) * (b >> 32) + (middle & UINT32_MAX);
	return (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
}

/* x * 2^exponent with the top bit of x set. */
struct rough {
	uint64_t x;
	int exponent;
};

static struct rough rough_multiply(struct rough a, struct rough b)
{
	struct rough product = { multiply_high(a.x, b.x), a.exponent + b.exponent + 64 };
	if (!(product.x >> 63)) {
		product.x <<= 1;
		product.exponent--;
	}
	return product;
}

/* Bits of n * 5^power, found without multiplying it out unless it is too close to call. */
static unsigned product_bits(const struct mlirbc__big *n, unsigned power)
{
	unsigned bits = mlirbc__big_bits(n);
	struct rough product = { 0, (int)bits - 64 }, square = { UINT64_C(5) << 61, -61 };
	for (size_t i = n->count > 3 ? n->count - 3 : 0; i < n->count; i++) {
		int shift = (int)i * 32 - product.exponent;
		if (shift >= 0 && shift < 64)
			product.x |= (uint64_t)n->limbs[i] << shift;
		else if (shift < 0 && shift > -32)
			product.x |= n->limbs[i] >> -shift;
	}
	for (unsigned rest = power; rest; rest >>= 1) {
		if (rest & 1)
			product = rough_multiply(product, square);
		square = rough_multiply(square, square);
	}
	/* each step lost less than one part in 2^62, and squaring doubles what was lost: 2^-46 is far more than that */
	if (product.x < UINT64_MAX - (UINT64_MAX >> 46))
		return (unsigned)(product.exponent + 64);
	struct mlirbc__big exact = *n;
	mlirbc__big_multiply_power5(&exact, power);
	return mlirbc__big_bits(&exact);
}

/* The digits that MLIR prints at a given precision. This is not a correct rounding: the value as an integer N, or as
 * N times a negative power of ten, is truncated, not rounded, by enough decimal places to leave about `precision`
 * digits; only excess digits after that are rounded, half up. */
static void find_digits(const struct mlirbc__float *value, int precision, struct digits *out)
{
	struct mlirbc__u128 m = value->significand;
	int exponent = value->exponent;
	for (; !(m.low & 1); exponent++) {
		m.low = m.low >> 1 | m.high << 63;
		m.high >>= 1;
	}
	struct mlirbc__big n;
	mlirbc__big_set(&n, m);
	unsigned power = exponent < 0 ? (unsigned)-exponent : 0, shift = exponent > 0 ? (unsigned)exponent : 0;
	unsigned need = ((unsigned)precision * 196 + 58) / 59, bits = product_bits(&n, power) + shift;
	unsigned places = bits > need ? (bits - need) * 59 / 196 : 0;
	out->exponent = (int)places - (int)power;
	/* m * 5^power * 2^shift / 10^places, with no power of 2 and 5 in it twice; rounding down in steps is rounding
	 * down */
	if (power > places)
		mlirbc__big_multiply_power5(&n, power - places);
	if (shift >= places)
		mlirbc__big_shift_left(&n, shift - places);
	else
		mlirbc__big_shift_right(&n, places - shift);
	if (places > power)
		mlirbc__big_divide_power5(&n, places - power);
	put_digits(&n, out);
	drop_zeros(out);
	cut(out, precision);
}

static bool reads_back(enum mlirbc_float kind, bool negative, const struct digits *d, const uint64_t words[2])
{
	uint64_t back[2], digits = 0;
	for (int i = 0; i < d->count && i < 18; i++)
		digits = digits * 10 + (uint64_t)(d->text[i] - '0');
	if (kind == MLIRBC_F64 && d->count <= 17 && mlirbc__float_short(digits, d->exponent, negative, back))
		return back[0] == words[0];
	mlirbc__float_from_decimal(kind, negative, d->text, (size_t)d->count, d->exponent, false, back);
	return back[0] == words[0] && back[1] == words[1];
}

static size_t put_number(char *out, int number, int least)
{
	char reversed[12];
	int count = 0;
	size_t size = 0;
	for (; number || count < least; number /= 10)
		reversed[count++] = (char)('0' + number % 10);
	while (count)
		out[size++] = reversed[--count];
	return size;
}

/* d.dddddde+NN */
static size_t put_scientific(char *out, const struct digits *d)
{
	size_t size = 0;
	int exponent = d->exponent + d->count - 1;
	out[size++] = d->text[0];
	out[size++] = '.';
	for (int i = 1; i < 7; i++)
		out[size++] = i < d->count ? d->text[i] : '0';
	out[size++] = 'e';
	out[size++] = exponent < 0 ? '-' : '+';
	return size + put_number(out + size, exponent < 0 ? -exponent : exponent, 2);
}

/* d.ddE+38 */
static size_t put_long_scientific(char *out, const struct digits *d)
{
	size_t size = 0;
	int exponent = d->exponent + d->count - 1;
	out[size++] = d->text[0];
	out[size++] = '.';
	for (int i = 1; i < d->count; i++)
		out[size++] = d->text[i];
	if (d->count == 1)
		out[size++] = '0';
	out[size++] = 'E';
	out[size++] = exponent < 0 ? '-' : '+';
	return size + put_number(out + size, exponent < 0 ? -exponent : exponent, 1);
}

/* 12.5 or 0.00125; the caller has checked that there is a fraction. */
static size_t put_plain(char *out, const struct digits *d)
{
	size_t size = 0;
	int whole = d->count + d->exponent;
	if (whole <= 0) {
		out[size++] = '0';
		out[size++] = '.';
		for (int i = whole; i < 0; i++)
			out[size++] = '0';
	}
	for (int i = 0; i < d->count; i++) {
		if (i == whole && whole > 0)
			out[size++] = '.';
		out[size++] = d->text[i];
	}
	return size;
}

static size_t put_hex(char *out, const uint64_t words[2])
{
	static const char digits[] = "0123456789ABCDEF";
	size_t size = 2;
	memcpy(out, "0x", 2);
	for (int i = 31; i >= 0; i--) {
		unsigned digit = words[i / 16] >> (i % 16 * 4) & 15;
		if (digit || size > 2 || i == 0)
			out[size++] = digits[digit];
	}
	return size;
}

/* With all the digits; integers without a point are left to hexadecimal. */
static size_t put_long(char *out, const struct mlirbc__float *value, enum mlirbc_float kind, const uint64_t words[2])
{
	struct digits d;
	int precision = 2 + mlirbc__formats[kind].precision * 59 / 196;
	find_digits(value, precision, &d);
	int first = d.exponent + d.count - 1; /* power of ten of the first digit */
	bool scientific = d.exponent >= 0 ? d.exponent > 3 || d.count + d.exponent > precision : first < -3;
	if (!scientific && d.exponent >= 0)
		return put_hex(out, words);
	size_t size = 0;
	if (value->negative)
		out[size++] = '-';
	return size + (scientific ? put_long_scientific(out + size, &d) : put_plain(out + size, &d));
}

size_t mlirbc__float_text(enum mlirbc_float kind, const uint64_t words[2], char *out)
{
	static const char zero[] = "-0.000000e+00";
	struct mlirbc__float value = mlirbc__float_decode(kind, words);
	struct digits d;
	if (value.kind == FLOAT_NAN || value.kind == FLOAT_INFINITE)
		return put_hex(out, words);
	if (value.kind == FLOAT_ZERO) {
		memcpy(out, zero + !value.negative, sizeof zero - 1 - !value.negative);
		return sizeof zero - 1 - !value.negative;
	}
	find_digits(&value, 6, &d);
	if (!reads_back(kind, value.negative, &d, words))
		return put_long(out, &value, kind, words);
	if (value.negative)
		*out = '-';
	return value.negative + put_scientific(out + value.negative, &d);
}
