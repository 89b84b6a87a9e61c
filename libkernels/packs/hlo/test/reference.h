/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* References for tests of element types: the value of each element by the definition of its format, and the nearest element
 * of a value by a search among all. Nothing here is shared with the code that is tested. */
#ifndef HLO_TEST_REFERENCE_H
#define HLO_TEST_REFERENCE_H

#include <kernels/dtype.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum special { IEEE, ONE_NAN, NAN_IS_MINUS_ZERO, NO_NAN, POWERS };

struct format {
	enum kernels_dtype dtype;
	int exponent_bits, mantissa_bits, bias;
	enum special special;
};

static const struct format formats[] = {
	{ KERNELS_F16, 5, 10, 15, IEEE },
	{ KERNELS_BF16, 8, 7, 127, IEEE },
	{ KERNELS_F8E5M2, 5, 2, 15, IEEE },
	{ KERNELS_F8E4M3, 4, 3, 7, IEEE },
	{ KERNELS_F8E3M4, 3, 4, 3, IEEE },
	{ KERNELS_F8E4M3FN, 4, 3, 7, ONE_NAN },
	{ KERNELS_F8E4M3FNUZ, 4, 3, 8, NAN_IS_MINUS_ZERO },
	{ KERNELS_F8E4M3B11FNUZ, 4, 3, 11, NAN_IS_MINUS_ZERO },
	{ KERNELS_F8E5M2FNUZ, 5, 2, 16, NAN_IS_MINUS_ZERO },
	{ KERNELS_F8E8M0FNU, 8, 0, 127, POWERS },
	{ KERNELS_F6E2M3FN, 2, 3, 1, NO_NAN },
	{ KERNELS_F6E3M2FN, 3, 2, 3, NO_NAN },
	{ KERNELS_F4E2M1FN, 2, 1, 1, NO_NAN },
};
#define FORMATS (sizeof formats / sizeof *formats)

static inline uint32_t sign_bit(const struct format *f)
{
	return f->special == POWERS ? 0 : 1u << (f->exponent_bits + f->mantissa_bits);
}
static inline uint32_t code_count(const struct format *f)
{
	return 1u << (f->exponent_bits + f->mantissa_bits + (f->special != POWERS));
}

/* The value of a magnitude that is finite. */
static inline double finite_value(const struct format *f, uint32_t magnitude)
{
	int exponent = (int)(magnitude >> f->mantissa_bits);
	double mantissa = (double)(magnitude & ((1u << f->mantissa_bits) - 1)) / (double)(1u << f->mantissa_bits);
	if (f->special == POWERS || exponent > 0)
		return ldexp(1 + mantissa, exponent - f->bias);
	return ldexp(mantissa, 1 - f->bias);
}

/* The largest finite magnitude. */
static inline uint32_t last_code(const struct format *f)
{
	uint32_t all = (1u << (f->exponent_bits + f->mantissa_bits)) - 1;
	switch (f->special) {
	case IEEE:
		return all - (1u << f->mantissa_bits);
	case ONE_NAN:
	case POWERS:
		return all - 1;
	default:
		return all;
	}
}

static inline double reference_value(const struct format *f, uint32_t code)
{
	uint32_t sign = code & sign_bit(f), magnitude = code & ~sign_bit(f);
	double value = NAN;
	if (f->special == NAN_IS_MINUS_ZERO && code == sign_bit(f))
		return NAN;
	if (magnitude <= last_code(f))
		value = finite_value(f, magnitude);
	else if (f->special == IEEE && magnitude == last_code(f) + 1)
		value = INFINITY;
	return sign ? -value : value;
}

#define REFERENCE_NAN UINT32_MAX /* any NaN */

/* The magnitude nearest to x, last_code() + 1 if that is too large. */
static inline uint32_t nearest(const struct format *f, long double x)
{
	uint32_t low = 0, high = last_code(f) + 1; /* value(low) <= x < value(high), or x is below all */
	while (high - low > 1) {
		uint32_t middle = (low + high) / 2;
		if ((long double)finite_value(f, middle) <= x)
			low = middle;
		else
			high = middle;
	}
	/* what follows the largest has its distance, or is the next power of two */
	long double here = (long double)finite_value(f, low), next = (long double)finite_value(f, low + 1);
	long double middle = here + (next - here) / 2;
	if (f->special == POWERS && low == 0) /* as XLA: only the least power and what is below become it */
		return x > here;
	if (x == middle)
		return f->special == POWERS || (low & 1) ? low + 1 : low; /* 1 is the mantissa of all powers, and odd */
	return x < middle ? low : low + 1;
}

static inline uint32_t reference_code(const struct format *f, long double x)
{
	uint32_t sign = signbit(x) ? sign_bit(f) : 0;
	if (isnan(x))
		return f->special == NO_NAN ? sign_bit(f) : REFERENCE_NAN;
	if (f->special == POWERS && x <= 0)
		return REFERENCE_NAN;
	uint32_t code = isinf(x) ? last_code(f) + 1 : nearest(f, fabsl(x));
	if (code > last_code(f)) {
		if (f->special == NO_NAN)
			return last_code(f) | sign;
		return f->special == IEEE ? (last_code(f) + 1) | sign : REFERENCE_NAN;
	}
	return code == 0 && f->special == NAN_IS_MINUS_ZERO ? 0 : code | sign;
}

/* Elements of one or two bytes. */
static inline uint32_t load_code(const struct format *f, const void *array, size_t i)
{
	return kernels_dtype_size(f->dtype) == 1 ? ((const uint8_t *)array)[i] : ((const uint16_t *)array)[i];
}
static inline void store_code(const struct format *f, void *array, size_t i, uint32_t code)
{
	if (kernels_dtype_size(f->dtype) == 1)
		((uint8_t *)array)[i] = (uint8_t)code;
	else
		((uint16_t *)array)[i] = (uint16_t)code;
}
static inline bool same_code(const struct format *f, uint32_t found, uint32_t expected)
{
	return expected == REFERENCE_NAN ? isnan(reference_value(f, found)) : found == expected;
}

static inline uint64_t next_random(void)
{
	static uint64_t state = 0x9E3779B97F4A7C15u;
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state * 0x2545F4914F6CDD1Du;
}
static inline float float_of(uint32_t bits)
{
	float x;
	memcpy(&x, &bits, 4);
	return x;
}
static inline double double_of(uint64_t bits)
{
	double x;
	memcpy(&x, &bits, 8);
	return x;
}

#endif
