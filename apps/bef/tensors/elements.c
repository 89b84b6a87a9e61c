/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Elements of tensors as numbers. Floats of at most 16 bits are computed from a table of their layouts. */
#include "tensors/elements.h"

#include <math.h>
#include <string.h>

/* ---- types */

static const struct type {
	enum kernels_dtype dtype;
	enum elements_kind kind;
	unsigned width;
} types[] = {
	{ KERNELS_I1, ELEMENTS_BOOL, 8 },
	{ KERNELS_I2, ELEMENTS_SIGNED, 2 },
	{ KERNELS_I4, ELEMENTS_SIGNED, 4 },
	{ KERNELS_I8, ELEMENTS_SIGNED, 8 },
	{ KERNELS_QI8, ELEMENTS_SIGNED, 8 },
	{ KERNELS_I16, ELEMENTS_SIGNED, 16 },
	{ KERNELS_QI16, ELEMENTS_SIGNED, 16 },
	{ KERNELS_I32, ELEMENTS_SIGNED, 32 },
	{ KERNELS_QI32, ELEMENTS_SIGNED, 32 },
	{ KERNELS_I64, ELEMENTS_SIGNED, 64 },
	{ KERNELS_UI2, ELEMENTS_UNSIGNED, 2 },
	{ KERNELS_UI4, ELEMENTS_UNSIGNED, 4 },
	{ KERNELS_UI8, ELEMENTS_UNSIGNED, 8 },
	{ KERNELS_QUI8, ELEMENTS_UNSIGNED, 8 },
	{ KERNELS_UI16, ELEMENTS_UNSIGNED, 16 },
	{ KERNELS_QUI16, ELEMENTS_UNSIGNED, 16 },
	{ KERNELS_UI32, ELEMENTS_UNSIGNED, 32 },
	{ KERNELS_UI64, ELEMENTS_UNSIGNED, 64 },
	{ KERNELS_F32, ELEMENTS_FLOAT, 32 },
	{ KERNELS_F64, ELEMENTS_FLOAT, 64 },
	{ KERNELS_COMPLEX64, ELEMENTS_COMPLEX, 32 },
	{ KERNELS_COMPLEX128, ELEMENTS_COMPLEX, 64 },
};

/* Layouts: magnitudes are the codes without the sign. */
static const struct layout {
	enum kernels_dtype dtype;
	unsigned width, mantissa;
	int bias;
	unsigned largest;  /* magnitude */
	unsigned infinity; /* magnitude; 0: the type has none */
	unsigned nan;      /* code; 0: the type has none */
	bool has_sign;
} layouts[] = {
	{ KERNELS_F16, 16, 10, 15, 0x7BFF, 0x7C00, 0x7E00, true },
	{ KERNELS_BF16, 16, 7, 127, 0x7F7F, 0x7F80, 0x7FC0, true },
	{ KERNELS_F8E5M2, 8, 2, 15, 0x7B, 0x7C, 0x7E, true },
	{ KERNELS_F8E4M3, 8, 3, 7, 0x77, 0x78, 0x7C, true },
	{ KERNELS_F8E3M4, 8, 4, 3, 0x6F, 0x70, 0x78, true },
	{ KERNELS_F8E4M3FN, 8, 3, 7, 0x7E, 0, 0x7F, true },
	{ KERNELS_F8E4M3FNUZ, 8, 3, 8, 0x7F, 0, 0x80, true },
	{ KERNELS_F8E4M3B11FNUZ, 8, 3, 11, 0x7F, 0, 0x80, true },
	{ KERNELS_F8E5M2FNUZ, 8, 2, 16, 0x7F, 0, 0x80, true },
	{ KERNELS_F8E8M0FNU, 8, 0, 127, 0xFE, 0, 0xFF, false },
	{ KERNELS_F6E2M3FN, 6, 3, 1, 0x1F, 0, 0, true },
	{ KERNELS_F6E3M2FN, 6, 2, 3, 0x1F, 0, 0, true },
	{ KERNELS_F4E2M1FN, 4, 1, 1, 0x7, 0, 0, true },
};

static const struct type *type_of(enum kernels_dtype dtype)
{
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		if (types[i].dtype == dtype)
			return &types[i];
	}
	return NULL;
}

static const struct layout *layout_of(enum kernels_dtype dtype)
{
	for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
		if (layouts[i].dtype == dtype)
			return &layouts[i];
	}
	return NULL;
}

enum elements_kind elements_kind(enum kernels_dtype dtype)
{
	const struct type *type = type_of(dtype);
	return type ? type->kind : layout_of(dtype) ? ELEMENTS_FLOAT : ELEMENTS_NONE;
}

unsigned elements_width(enum kernels_dtype dtype)
{
	const struct type *type = type_of(dtype);
	const struct layout *layout = layout_of(dtype);
	return type ? type->width : layout ? layout->width : 0;
}

/* ---- integers: little-endian, of 1, 2, 4 or 8 bytes */

int64_t elements_integer(enum kernels_dtype dtype, const void *bytes, uint64_t index)
{
	const size_t size = kernels_dtype_size(dtype);
	const unsigned unused = 64 - 8 * (unsigned)size;
	uint64_t bits = 0;
	memcpy(&bits, (const char *)bytes + index * size, size);
	if (elements_kind(dtype) == ELEMENTS_BOOL)
		return bits != 0;
	/* sign extension by arithmetic: a shift of a negative number is left to the implementation */
	const uint64_t sign = UINT64_C(1) << (63 - unused);
	return (int64_t)(elements_kind(dtype) == ELEMENTS_SIGNED ? (bits ^ sign) - sign : bits);
}

void elements_put_integer(enum kernels_dtype dtype, void *bytes, uint64_t index, int64_t number)
{
	const size_t size = kernels_dtype_size(dtype);
	memcpy((char *)bytes + index * size, &number, size);
}

bool elements_fits(enum kernels_dtype dtype, int64_t number, bool is_unsigned)
{
	const enum elements_kind kind = elements_kind(dtype);
	const unsigned width = kind == ELEMENTS_BOOL ? 1 : elements_width(dtype);
	if (kind == ELEMENTS_SIGNED)
		return !is_unsigned && (width == 64 || (number >= -(INT64_C(1) << (width - 1)) &&
							       number < INT64_C(1) << (width - 1)));
	return (is_unsigned || number >= 0) && (width == 64 || (uint64_t)number >> width == 0);
}

/* ---- floats */

static double magnitude_value(const struct layout *layout, unsigned magnitude)
{
	const unsigned fraction = magnitude & ((1u << layout->mantissa) - 1);
	const int exponent = (int)(magnitude >> layout->mantissa);
	if (layout->mantissa == 0)
		return ldexp(1, exponent - layout->bias);
	if (exponent == 0)
		return ldexp(fraction, 1 - layout->bias - (int)layout->mantissa);
	return ldexp(fraction + (1u << layout->mantissa), exponent - layout->bias - (int)layout->mantissa);
}

static double decode(const struct layout *layout, unsigned code)
{
	const unsigned sign = layout->has_sign ? 1u << (layout->width - 1) : 0;
	const unsigned magnitude = code & ((1u << layout->width) - 1) & ~sign;
	double value;
	if (magnitude > layout->largest)
		value = layout->infinity && magnitude == layout->infinity ? HUGE_VAL : NAN;
	else if (layout->nan && code == layout->nan)
		value = NAN;
	else
		value = magnitude_value(layout, magnitude);
	return code & sign ? -value : value;
}

double elements_float(enum kernels_dtype dtype, const void *bytes, uint64_t index, unsigned part)
{
	if (dtype == KERNELS_F32) { /* the usual type, without a search */
		float single;
		memcpy(&single, (const char *)bytes + index * sizeof single, sizeof single);
		return (double)single;
	}
	const struct layout *layout = layout_of(dtype);
	const uint64_t at = elements_kind(dtype) == ELEMENTS_COMPLEX ? 2 * index + part : index;
	if (elements_width(dtype) == 64) {
		double number;
		memcpy(&number, (const char *)bytes + at * sizeof number, sizeof number);
		return number;
	}
	if (!layout) {
		float number;
		memcpy(&number, (const char *)bytes + at * sizeof number, sizeof number);
		return (double)number;
	}
	unsigned code = 0;
	memcpy(&code, (const char *)bytes + at * (layout->width == 16 ? 2 : 1), layout->width == 16 ? 2 : 1);
	return decode(layout, code);
}

/* The code of the nearest magnitude, ties to even codes; it is above layout->largest if the number is. */
static uint64_t nearest_magnitude(const struct layout *layout, double number)
{
	const int mantissa = (int)layout->mantissa, lowest = mantissa ? 1 : 0; /* exponents below are those of subnormal numbers */
	uint64_t bits;
	memcpy(&bits, &number, sizeof bits);
	int exponent = (int)(bits >> 52) - 1023 + layout->bias;
	uint64_t significand = (bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
	int shift = 52 - mantissa;
	if (exponent < lowest) {
		if (!mantissa || exponent < lowest - mantissa - 2)
			return 0;
		shift += lowest - exponent;
		exponent = lowest;
	}
	/* the uppermost bit of a significand counts as one exponent */
	const uint64_t code = (uint64_t)(((int64_t)exponent - 1) * (INT64_C(1) << mantissa) + (int64_t)(significand >> shift));
	const uint64_t rest = significand & ((UINT64_C(1) << shift) - 1), half = UINT64_C(1) << (shift - 1);
	return code + (rest > half || (rest == half && code % 2));
}

/* Above the largest number: what is nearer to it than to the next one that its exponent would allow becomes the largest. */
static unsigned overflow_code(const struct layout *layout, double magnitude)
{
	const double largest = magnitude_value(layout, layout->largest);
	const double beyond = largest + (largest - magnitude_value(layout, layout->largest - 1)) / 2;
	if (magnitude < beyond)
		return layout->largest;
	return layout->infinity ? layout->infinity : layout->nan ? layout->nan : layout->largest;
}

static unsigned encode(const struct layout *layout, double number)
{
	const unsigned sign = layout->has_sign ? 1u << (layout->width - 1) : 0;
	if (isnan(number) || (number < 0 && !sign))
		return layout->nan;
	const double magnitude = fabs(number);
	const uint64_t nearest = nearest_magnitude(layout, magnitude);
	const unsigned code = nearest < layout->largest ? (unsigned)nearest : overflow_code(layout, magnitude);
	/* the NaN of the types without -0 is in its place */
	return code == 0 && layout->nan == sign ? 0 : signbit(number) ? code | sign : code;
}

void elements_put_float(enum kernels_dtype dtype, void *bytes, uint64_t index, unsigned part, double number)
{
	const float single = (float)number;
	if (dtype == KERNELS_F32) {
		memcpy((char *)bytes + index * sizeof single, &single, sizeof single);
		return;
	}
	const struct layout *layout = layout_of(dtype);
	if (layout) {
		const unsigned code = encode(layout, number);
		const size_t size = layout->width == 16 ? 2 : 1;
		memcpy((char *)bytes + index * size, &code, size); /* little-endian */
		return;
	}
	const uint64_t at = elements_kind(dtype) == ELEMENTS_COMPLEX ? 2 * index + part : index;
	const size_t size = elements_width(dtype) / 8;
	memcpy((char *)bytes + at * size, size == 8 ? (const void *)&number : (const void *)&single, size);
}
