/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Formats of floats, and single elements of up to 16 bits from and to f32 and f64. */
#ifndef SCALARS_FORMATS_H
#define SCALARS_FORMATS_H

#include <scalars/floats.h>

/* The layout of a float type. */
struct scalars_format {
	uint32_t width, mantissa; /* bits */
	int32_t bias;
	uint64_t largest;  /* bits of the largest finite magnitude */
	uint64_t infinity; /* bits of what too large magnitudes become */
	uint64_t nan;      /* bits of the usual NaN; 0: the type has none */
	bool has_infinity, has_sign;
};

/* X(enumerator, width, mantissa bits, bias, largest, overflow, NaN, has infinity, has sign) */
#define SCALARS_FORMATS(X) \
	X(F16, 16, 10, 15, 0x7BFF, 0x7C00, 0x7E00, true, true) \
	X(BF16, 16, 7, 127, 0x7F7F, 0x7F80, 0x7FC0, true, true) \
	X(F8E5M2, 8, 2, 15, 0x7B, 0x7C, 0x7E, true, true) \
	X(F8E4M3, 8, 3, 7, 0x77, 0x78, 0x7C, true, true) \
	X(F8E3M4, 8, 4, 3, 0x6F, 0x70, 0x78, true, true) \
	X(F8E4M3FN, 8, 3, 7, 0x7E, 0x7F, 0x7F, false, true) \
	X(F8E4M3FNUZ, 8, 3, 8, 0x7F, 0x80, 0x80, false, true) \
	X(F8E4M3B11FNUZ, 8, 3, 11, 0x7F, 0x80, 0x80, false, true) \
	X(F8E5M2FNUZ, 8, 2, 16, 0x7F, 0x80, 0x80, false, true) \
	X(F8E8M0FNU, 8, 0, 127, 0xFE, 0xFF, 0xFF, false, false) \
	X(F6E2M3FN, 6, 3, 1, 0x1F, 0x1F, 0, false, true) \
	X(F6E3M2FN, 6, 2, 3, 0x1F, 0x1F, 0, false, true) \
	X(F4E2M1FN, 4, 1, 1, 0x7, 0x7, 0, false, true)

#define SCALARS_FORMAT_VALUE(enumerator, width, mantissa, bias, largest, infinity, nan, has_infinity, has_sign) \
	{ width, mantissa, bias, largest, infinity, nan, has_infinity, has_sign }
#define SCALARS_FORMAT_CONSTANT(enumerator, ...) \
	static const struct scalars_format scalars_format_##enumerator = SCALARS_FORMAT_VALUE(enumerator, __VA_ARGS__);
SCALARS_FORMATS(SCALARS_FORMAT_CONSTANT)
#undef SCALARS_FORMAT_CONSTANT

/* The bits of the sign; 0 for a type without. */
static inline uint32_t scalars_sign_mask(const struct scalars_format *f)
{
	return f->has_sign ? 1u << (f->width - 1) : 0;
}

static inline bool scalars_is_nan(const struct scalars_format *f, uint32_t code)
{
	if (f->has_infinity)
		return (code & ~scalars_sign_mask(f)) > f->infinity;
	if (!f->nan)
		return false;
	/* The NaN of the types without -0 is what -0 would be; else the sign does not matter. */
	return code == f->nan || (code & ~scalars_sign_mask(f)) == f->nan;
}

/* The bits of the f32 with the same value: exact. Signs and payloads of NaNs stay, so that their order does. */
static inline float scalars_decode(const struct scalars_format *f, uint32_t code)
{
	uint32_t sign_mask = scalars_sign_mask(f), magnitude = code & ~sign_mask & ((1u << f->width) - 1);
	uint32_t sign = (code & sign_mask) ? UINT32_C(0x80000000) : 0;
	uint32_t mantissa = magnitude & ((1u << f->mantissa) - 1), exponent = magnitude >> f->mantissa;
	if (scalars_is_nan(f, code))
		return scalars_of_bits_f32(sign | UINT32_C(0x7F800000) |
				    (f->has_infinity ? mantissa << (23 - f->mantissa) : UINT32_C(0x400000)));
	if (f->has_infinity && magnitude == f->infinity)
		return scalars_of_bits_f32(sign | UINT32_C(0x7F800000));
	if (f->bias == 127) /* bf16, f8E8M0FNU */
		return scalars_of_bits_f32(!f->has_sign && magnitude == 0 ? UINT32_C(0x400000)
								   : sign | magnitude << (23 - f->mantissa));
	if (exponent == 0) {
		float scale = scalars_of_bits_f32((uint32_t)(128 - f->bias - (int32_t)f->mantissa) << 23);
		float value = (float)mantissa * scale;
		return scalars_of_bits_f32(scalars_bits_f32(value) | sign);
	}
	return scalars_of_bits_f32(sign | (exponent + (uint32_t)(127 - f->bias)) << 23 | mantissa << (23 - f->mantissa));
}

/* The nearest element, ties to even. */
static inline uint32_t scalars_encode(const struct scalars_format *f, double x)
{
	uint64_t bits = scalars_bits_f64(x), magnitude = bits & INT64_MAX;
	bool negative = bits >> 63;
	uint32_t sign = negative ? scalars_sign_mask(f) : 0;
	uint32_t code;
	if (magnitude > UINT64_C(0x7FF0000000000000)) {
		if (!f->nan) /* -0: the type has no better place */
			return scalars_sign_mask(f);
		uint32_t payload = f->has_infinity ? (uint32_t)((magnitude & UINT64_C(0xFFFFFFFFFFFFF)) >> (52 - f->mantissa)) : 0;
		return (uint32_t)f->nan | sign | payload;
	}
	if (!f->has_sign && (negative || magnitude == 0)) /* powers of two: neither 0 nor negative numbers */
		return (uint32_t)f->nan;
	int32_t exponent = (int32_t)(magnitude >> 52) - 1023 + f->bias;
	uint64_t whole = (magnitude & UINT64_C(0xFFFFFFFFFFFFF)) | UINT64_C(1) << 52;
	if (!f->has_sign) { /* XLA and ml_dtypes round all above the least power, a subnormal f32, up to the second */
		uint64_t up = exponent == 0 ? (UINT64_C(1) << 52) + 1 : UINT64_C(3) << 51;
		code = exponent < 0 ? 0 : (uint32_t)exponent + (uint32_t)(whole >= up);
	}
	else {
		int32_t below = exponent < 1 ? 1 - exponent : 0; /* bits that a subnormal number lacks */
		uint32_t shift = 52 - f->mantissa + (uint32_t)(below > 60 ? 60 : below);
		uint64_t rounded = 0;
		if (shift <= 54)
			rounded = (whole + (UINT64_C(1) << (shift - 1)) - 1 + (whole >> shift & 1)) >> shift;
		code = (exponent < 1 ? 0 : (uint32_t)(exponent - 1) << f->mantissa) + (uint32_t)rounded;
	}
	if (code > f->largest)
		code = (uint32_t)f->infinity;
	/* The types without -0 have their NaN in its place. */
	bool unsigned_zero = f->nan == scalars_sign_mask(f) && f->has_sign;
	return code == 0 && unsigned_zero ? 0 : code | sign;
}

static inline float scalars_of_f16(uint16_t code) { return scalars_decode(&scalars_format_F16, code); }
static inline uint16_t scalars_f16_of(float x) { return (uint16_t)scalars_encode(&scalars_format_F16, (double)x); }
static inline float scalars_of_bf16(uint16_t code) { return scalars_decode(&scalars_format_BF16, code); }
static inline uint16_t scalars_bf16_of(float x) { return (uint16_t)scalars_encode(&scalars_format_BF16, (double)x); }

#endif
