/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Floats from and to decimal text, exactly: with integers as large as it takes, and a short way for the usual ones. */
#include "number.h"

#include <float.h>
#include <string.h>

/* ---- integers of up to LIMBS * 32 bits */

enum {
	LIMBS = 1216, /* 5^16494, the largest power needed (smallest f128), has 38298 bits; 113 more for its factor */
	MAX_DIGITS = 800 /* a double is decided by fewer than 770 digits; further ones only break ties */
};

struct big {
	size_t count;
	uint32_t limbs[LIMBS];
};

static void big_set(struct big *x, struct mlirbc__u128 value)
{
	const uint32_t parts[4] = { (uint32_t)value.low, (uint32_t)(value.low >> 32), (uint32_t)value.high,
		(uint32_t)(value.high >> 32) };
	memcpy(x->limbs, parts, sizeof parts);
	for (x->count = 4; x->count && x->limbs[x->count - 1] == 0;)
		x->count--;
}

static void big_multiply_add(struct big *x, uint32_t factor, uint32_t add)
{
	uint64_t carry = add;
	for (size_t i = 0; i < x->count; i++) {
		carry += (uint64_t)x->limbs[i] * factor;
		x->limbs[i] = (uint32_t)carry;
		carry >>= 32;
	}
	if (carry)
		x->limbs[x->count++] = (uint32_t)carry;
}

static void big_multiply_power5(struct big *x, unsigned power)
{
	static const uint32_t small[13] = { 1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, 1953125, 9765625, 48828125,
		244140625 };
	for (; power > 13; power -= 13)
		big_multiply_add(x, 1220703125, 0);
	if (power == 13)
		big_multiply_add(x, 1220703125, 0);
	else if (power)
		big_multiply_add(x, small[power], 0);
}

static void big_shift_left(struct big *x, unsigned bits)
{
	size_t limbs = bits / 32;
	unsigned rest = bits % 32;
	if (x->count == 0)
		return;
	memmove(x->limbs + limbs, x->limbs, x->count * sizeof *x->limbs);
	memset(x->limbs, 0, limbs * sizeof *x->limbs);
	x->count += limbs;
	uint32_t carry = 0;
	for (size_t i = limbs; i < x->count && rest; i++) {
		uint32_t limb = x->limbs[i];
		x->limbs[i] = limb << rest | carry;
		carry = limb >> (32 - rest);
	}
	if (carry)
		x->limbs[x->count++] = carry;
}

static uint32_t big_divide(struct big *x, uint32_t divisor)
{
	uint64_t rest = 0;
	for (size_t i = x->count; i-- > 0;) {
		rest = rest << 32 | x->limbs[i];
		x->limbs[i] = (uint32_t)(rest / divisor);
		rest %= divisor;
	}
	while (x->count && x->limbs[x->count - 1] == 0)
		x->count--;
	return (uint32_t)rest;
}

static int big_compare(const struct big *x, const struct big *y)
{
	if (x->count != y->count)
		return x->count < y->count ? -1 : 1;
	for (size_t i = x->count; i-- > 0;) {
		if (x->limbs[i] != y->limbs[i])
			return x->limbs[i] < y->limbs[i] ? -1 : 1;
	}
	return 0;
}

/* x - y, which is not negative */
static void big_subtract(struct big *x, const struct big *y)
{
	uint64_t borrow = 0;
	for (size_t i = 0; i < x->count; i++) {
		uint64_t take = (i < y->count ? y->limbs[i] : 0) + borrow;
		borrow = x->limbs[i] < take;
		x->limbs[i] = (uint32_t)(x->limbs[i] - take);
	}
	while (x->count && x->limbs[x->count - 1] == 0)
		x->count--;
}

static unsigned big_bits(const struct big *x)
{
	unsigned bits = 0;
	for (uint32_t top = x->count ? x->limbs[x->count - 1] : 0; top; top >>= 1)
		bits++;
	return x->count ? (unsigned)(x->count - 1) * 32 + bits : 0;
}

/* ---- decimal to binary */

static void big_set_digits(struct big *x, const char *digits, size_t count)
{
	x->count = 0;
	for (size_t i = 0; i < count; i++)
		big_multiply_add(x, 10, (uint32_t)(digits[i] - '0'));
}

/* The first `want` bits of n / d as a significand; true when something is left over. Spoils n and d. */
static bool divide(struct big *n, struct big *d, unsigned want, struct mlirbc__float *out)
{
	int shift = (int)big_bits(n) - (int)big_bits(d) - (int)want;
	if (shift < 0)
		big_shift_left(n, (unsigned)-shift);
	else
		big_shift_left(d, (unsigned)shift);
	struct mlirbc__u128 quotient = { 0, 0 };
	big_shift_left(d, want); /* from now on the quotient has at most want + 1 bits */
	for (unsigned bit = 0; bit <= want; bit++) {
		quotient.high = quotient.high << 1 | quotient.low >> 63;
		quotient.low <<= 1;
		if (big_compare(n, d) >= 0) {
			big_subtract(n, d);
			quotient.low |= 1;
		}
		if (bit < want)
			big_shift_left(n, 1);
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
		struct big n, d;
		big_set_digits(&n, digits, count);
		big_set(&d, (struct mlirbc__u128){ 1, 0 });
		if (exponent >= 0)
			big_multiply_power5(&n, (unsigned)exponent);
		else
			big_multiply_power5(&d, (unsigned)-exponent);
		sticky = divide(&n, &d, (unsigned)mlirbc__formats[kind].precision + 2, &value) || more;
		value.exponent += (int)exponent;
	}
	mlirbc__float_encode(kind, &value, sticky, words);
}

static uint64_t double_bits(double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits;
}

static const double powers10[23] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14,
	1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

/* When both the digits and the power of ten are exact doubles, one operation rounds once. */
static bool short_way(uint64_t digits, int64_t exponent, double *out)
{
	if (FLT_EVAL_METHOD != 0 || digits > UINT64_C(1) << 53 || exponent < -22 || exponent > 22)
		return false;
	*out = exponent < 0 ? (double)digits / powers10[-exponent] : (double)digits * powers10[exponent];
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

static bool read_short(const char *p, const char *end, double *out)
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
	return short_way(digits, exponent, out);
}

void mlirbc__float_from_text(enum mlirbc_float kind, bool negative, const char *text, size_t size, uint64_t words[2])
{
	bool wide = mlirbc__formats[kind].precision > mlirbc__formats[MLIRBC_F64].precision;
	double quick;
	if (!wide && read_short(text, text + size, &quick)) {
		words[0] = double_bits(negative ? -quick : quick);
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

/* ---- binary to decimal */

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

static void put_digits(struct big *n, struct digits *out)
{
	char reversed[sizeof out->text + 9];
	int count = 0;
	while (n->count && count < (int)sizeof out->text) {
		uint32_t chunk = big_divide(n, 1000000000);
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
static unsigned product_bits(const struct big *n, unsigned power)
{
	unsigned bits = big_bits(n);
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
	struct big exact = *n;
	big_multiply_power5(&exact, power);
	return big_bits(&exact);
}

static void big_divide_power5(struct big *x, unsigned power)
{
	for (; power >= 13; power -= 13)
		big_divide(x, 1220703125);
	for (; power; power--)
		big_divide(x, 5);
}

static void big_shift_right(struct big *x, unsigned bits)
{
	size_t limbs = bits / 32;
	unsigned rest = bits % 32;
	if (limbs >= x->count) {
		x->count = 0;
		return;
	}
	x->count -= limbs;
	memmove(x->limbs, x->limbs + limbs, x->count * sizeof *x->limbs);
	for (size_t i = 0; i < x->count && rest; i++) {
		uint32_t next = i + 1 < x->count ? x->limbs[i + 1] : 0;
		x->limbs[i] = x->limbs[i] >> rest | next << (32 - rest);
	}
	while (x->count && x->limbs[x->count - 1] == 0)
		x->count--;
}

/* The digits that MLIR shows at a given precision. This is no correct rounding: the value as an integer N, or as N times a
 * negative power of ten, loses so many decimal places that about `precision` digits are left, cut off, not rounded; only what
 * is still too long is rounded, half up. */
static void find_digits(const struct mlirbc__float *value, int precision, struct digits *out)
{
	struct mlirbc__u128 m = value->significand;
	int exponent = value->exponent;
	for (; !(m.low & 1); exponent++) {
		m.low = m.low >> 1 | m.high << 63;
		m.high >>= 1;
	}
	struct big n;
	big_set(&n, m);
	unsigned power = exponent < 0 ? (unsigned)-exponent : 0, shift = exponent > 0 ? (unsigned)exponent : 0;
	unsigned need = ((unsigned)precision * 196 + 58) / 59, bits = product_bits(&n, power) + shift;
	unsigned places = bits > need ? (bits - need) * 59 / 196 : 0;
	out->exponent = (int)places - (int)power;
	/* m * 5^power * 2^shift / 10^places, with no power of 2 and 5 in it twice; rounding down in steps is rounding down */
	if (power > places)
		big_multiply_power5(&n, power - places);
	if (shift >= places)
		big_shift_left(&n, shift - places);
	else
		big_shift_right(&n, places - shift);
	if (places > power)
		big_divide_power5(&n, places - power);
	put_digits(&n, out);
	drop_zeros(out);
	cut(out, precision);
}

static bool reads_back(enum mlirbc_float kind, bool negative, const struct digits *d, const uint64_t words[2])
{
	uint64_t back[2], digits = 0;
	double quick;
	for (int i = 0; i < d->count && i < 18; i++)
		digits = digits * 10 + (uint64_t)(d->text[i] - '0');
	if (kind == MLIRBC_F64 && d->count <= 17 && short_way(digits, d->exponent, &quick))
		return double_bits(negative ? -quick : quick) == words[0];
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

/* 12.5 or 0.00125; the caller knows that there is a fraction. */
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
