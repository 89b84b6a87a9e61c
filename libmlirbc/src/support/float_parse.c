/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decimal text to floats, correctly rounded: exactly, with a short way for the usual ones. */
#include "support/bigint.h"

#include <float.h>
#include <string.h>

/* A double is decided by fewer than 770 digits; further ones only break ties. */
enum { MAX_DIGITS = 800 };

static void big_set_digits(struct mlirbc__big *x, const char *digits, size_t count)
{
	x->count = 0;
	for (size_t i = 0; i < count; i++)
		mlirbc__big_multiply_add(x, 10, (uint32_t)(digits[i] - '0'));
}

/* The first `want` bits of n / d as a significand; true if there is a remainder. Modifies n and d. */
static bool divide(struct mlirbc__big *n, struct mlirbc__big *d, unsigned want, struct mlirbc__float *out)
{
	int shift = (int)mlirbc__big_bits(n) - (int)mlirbc__big_bits(d) - (int)want;
	if (shift < 0)
		mlirbc__big_shift_left(n, (unsigned)-shift);
	else
		mlirbc__big_shift_left(d, (unsigned)shift);
	struct mlirbc__u128 quotient = { 0, 0 };
	mlirbc__big_shift_left(d, want); /* from now on the quotient has at most want + 1 bits */
	for (unsigned bit = 0; bit <= want; bit++) {
		quotient.high = quotient.high << 1 | quotient.low >> 63;
		quotient.low <<= 1;
		if (mlirbc__big_compare(n, d) >= 0) {
			mlirbc__big_subtract(n, d);
			quotient.low |= 1;
		}
		if (bit < want)
			mlirbc__big_shift_left(n, 1);
	}
	out->significand = quotient;
	out->exponent = shift;
	return n->count != 0;
}

void mlirbc__float_from_decimal(enum mlirbc_float kind, bool negative, const char *digits, size_t count,
	int64_t exponent, bool more, uint64_t words[2])
{
	/* powers of ten from here on are beyond the format */
	const int64_t far = (mlirbc__formats[kind].bias + mlirbc__formats[kind].precision) / 3 + 10;
	struct mlirbc__float value = { .kind = FLOAT_FINITE, .negative = negative };
	bool sticky = more;
	int64_t magnitude = exponent + (int64_t)count;
	if (count == 0) {
		value.kind = FLOAT_ZERO;
	} else if (magnitude > far) {
		value.kind = FLOAT_INFINITE;
	} else if (magnitude < -far) {
		value.kind = FLOAT_ZERO;
	} else {
		struct mlirbc__big n, d;
		big_set_digits(&n, digits, count);
		mlirbc__big_set(&d, (struct mlirbc__u128){ 1, 0 });
		if (exponent >= 0)
			mlirbc__big_multiply_power5(&n, (unsigned)exponent);
		else
			mlirbc__big_multiply_power5(&d, (unsigned)-exponent);
		sticky = divide(&n, &d, (unsigned)mlirbc__formats[kind].precision + 2, &value) || more;
		value.exponent += (int)exponent;
	}
	mlirbc__float_encode(kind, &value, sticky, words);
}

static const double powers10[23] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14,
	1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

bool mlirbc__float_short(uint64_t digits, int64_t exponent, bool negative, uint64_t *out_bits)
{
	if (FLT_EVAL_METHOD != 0 || digits > UINT64_C(1) << 53 || exponent < -22 || exponent > 22)
		return false;
	double value = exponent < 0 ? (double)digits / powers10[-exponent] : (double)digits * powers10[exponent];
	value = negative ? -value : value;
	memcpy(out_bits, &value, sizeof value);
	return true;
}

/* "123.45e-6" as digits without leading zeros and an exponent. */
struct decimal {
	char digits[MAX_DIGITS];
	size_t count;
	int64_t exponent;
	bool more;
};

static const char *read_exponent(const char *p, const char *end, int64_t *exponent)
{
	bool minus = p < end && *p == '-';
	int64_t value = 0;
	p += p < end && (*p == '-' || *p == '+');
	for (; p < end; p++)
		value = value < 1000000000 ? value * 10 + (*p - '0') : value;
	*exponent += minus ? -value : value;
	return p;
}

static void read_decimal(const char *p, const char *end, struct decimal *out)
{
	bool fraction = false;
	out->count = 0;
	out->exponent = 0;
	out->more = false;
	for (; p < end; p++) {
		if (*p == '.') {
			fraction = true;
			continue;
		}
		if (*p == 'e' || *p == 'E') {
			read_exponent(p + 1, end, &out->exponent);
			return;
		}
		out->exponent -= fraction;
		if (out->count == 0 && *p == '0')
			continue;
		if (out->count < MAX_DIGITS) {
			out->digits[out->count++] = *p;
		} else {
			out->exponent++;
			out->more |= *p != '0';
		}
	}
}

static bool read_short(const char *p, const char *end, bool negative, uint64_t *out_bits)
{
	uint64_t digits = 0;
	int64_t exponent = 0;
	bool fraction = false;
	if (end - p > 24)
		return false;
	for (; p < end && *p != 'e' && *p != 'E'; p++) {
		if (*p == '.') {
			fraction = true;
			continue;
		}
		if (digits > UINT64_MAX / 100)
			return false;
		digits = digits * 10 + (uint64_t)(*p - '0');
		exponent -= fraction;
	}
	if (p < end)
		read_exponent(p + 1, end, &exponent);
	return mlirbc__float_short(digits, exponent, negative, out_bits);
}

void mlirbc__float_from_text(enum mlirbc_float kind, bool negative, const char *text, size_t size, uint64_t words[2])
{
	bool wide = mlirbc__formats[kind].precision > mlirbc__formats[MLIRBC_F64].precision;
	if (!wide && read_short(text, text + size, negative, words)) {
		words[1] = 0;
	} else {
		struct decimal d;
		read_decimal(text, text + size, &d);
		mlirbc__float_from_decimal(
			wide ? kind : MLIRBC_F64, negative, d.digits, d.count, d.exponent, d.more, words);
	}
	if (wide || kind == MLIRBC_F64)
		return;
	struct mlirbc__float value = mlirbc__float_decode(MLIRBC_F64, words);
	mlirbc__float_encode(kind, &value, false, words);
}
