/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops that convert between the most common element types; included by isa_loops.h. Others: convert.c. */

/* bf16 is the upper half of f32, rounded to the nearest, ties to even. NaNs keep their sign and upper payload, and become quiet. */
LANES_FN uint16_t bf16_of(float x)
{
	const uint32_t bits = scalars_bits_f32(x), rounded = bits + 0x7FFF + (bits >> 16 & 1);
	const uint32_t is_nan = 0u - (uint32_t)(x != x);
	return (uint16_t)(((rounded & ~is_nan) | ((bits | 0x400000) & is_nan)) >> 16);
}

/* Subnormal results are rounded by an addition, whose sum has their last bit as its own; others by adding below the mantissa.
 * NaNs as above. */
LANES_FN uint16_t f16_of(float x)
{
	const uint32_t bits = scalars_bits_f32(x), magnitude = bits & 0x7FFFFFFF, sign = bits >> 16 & 0x8000;
	const uint32_t is_small = 0u - (uint32_t)(magnitude < 0x38800000), is_large = 0u - (uint32_t)(magnitude >= 0x47800000);
	const uint32_t is_nan = 0u - (uint32_t)(magnitude > 0x7F800000);
	const uint32_t small = scalars_bits_f32(scalars_of_bits_f32(magnitude & is_small) + 0.5f) - 0x3F000000;
	const uint32_t normal = (magnitude - 0x38000000 + 0xFFF + (magnitude >> 13 & 1)) >> 13;
	const uint32_t finite = (small & is_small) | (normal & ~is_small);
	const uint32_t beyond = 0x7C00 | (((magnitude >> 13 & 0x3FF) | 0x200) & is_nan);
	return (uint16_t)(sign | (beyond & is_large) | (finite & ~is_large));
}

LANES_FN float of_bf16(uint16_t x) { return scalars_of_bits_f32((uint32_t)x << 16); }

/* A product by a power of two moves the exponent, and makes subnormal numbers normal. Payloads of NaNs stay. */
LANES_FN float of_f16(uint16_t x)
{
	const uint32_t magnitude = x & 0x7FFFu, sign = (uint32_t)(x & 0x8000) << 16;
	const uint32_t is_special = 0u - (uint32_t)(magnitude >= 0x7C00);
	const uint32_t finite = scalars_bits_f32(scalars_of_bits_f32((magnitude & ~is_special) << 13) * 0x1p112f);
	return scalars_of_bits_f32(sign | (finite & ~is_special) | ((magnitude << 13 | 0x7F800000) & is_special));
}

/* Toward zero, saturating, NaN is 0. In f64 every bound is exact. */
#define SATURATED(T, least, most, x) \
	((T)((x) != (x) ? 0.0 : (double)(x) < (least) ? (least) : (double)(x) > (most) ? (most) : (double)(x)))

#define CONVERSIONS(X) \
	X(BF16, uint16_t, F32, float, bf16_of(a)) \
	X(F16, uint16_t, F32, float, f16_of(a)) \
	X(F32, float, BF16, uint16_t, of_bf16(a)) \
	X(F32, float, F16, uint16_t, of_f16(a)) \
	X(F64, double, F32, float, a) \
	X(F32, float, F64, double, a) \
	X(F32, float, I8, int8_t, a) \
	X(F32, float, UI8, uint8_t, a) \
	X(F32, float, I1, uint8_t, a) \
	X(F32, float, I32, int32_t, a) \
	X(F64, double, I32, int32_t, a) \
	X(I8, int8_t, F32, float, SATURATED(int32_t, -128.0, 127.0, a)) \
	X(UI8, uint8_t, F32, float, SATURATED(int32_t, 0.0, 255.0, a)) \
	X(I32, int32_t, F32, float, SATURATED(int32_t, -2147483648.0, 2147483647.0, a)) \
	X(I32, int32_t, F64, double, SATURATED(int32_t, -2147483648.0, 2147483647.0, a)) \
	X(I1, uint8_t, F32, float, a != 0) \
	X(I1, uint8_t, I32, int32_t, a != 0) \
	X(I1, uint8_t, I8, int8_t, a != 0) \
	X(I32, int32_t, I8, int8_t, a) \
	X(I32, int32_t, UI8, uint8_t, a) \
	X(I32, int32_t, I1, uint8_t, a) \
	X(I32, int32_t, I64, int64_t, (int32_t)(uint32_t)a) \
	X(I64, int64_t, I32, int32_t, a) \
	X(I8, int8_t, I32, int32_t, (uint8_t)a) \
	X(UI8, uint8_t, I32, int32_t, (uint8_t)a) \
	X(UI8, uint8_t, I8, int8_t, (uint8_t)a) \
	X(I8, int8_t, UI8, uint8_t, (int8_t)a) \
	X(I8, int8_t, I1, uint8_t, (int8_t)a) \
	X(UI8, uint8_t, I1, uint8_t, a) \
	X(I1, uint8_t, UI8, uint8_t, a != 0) \
	X(F32, float, I64, int64_t, a) \
	X(F64, double, I64, int64_t, a)

#define CONVERSION_LOOP(to, R, from, T, expression) ISA_UNARY(to##_of_##from, T, R, expression)
CONVERSIONS(CONVERSION_LOOP)
#define CONVERSION_CELL(to, R, from, T, expression) [HLO_HOT_##to][HLO_HOT_##from] = to##_of_##from,
static hlo_primitive_fn *const conversions[HLO_HOT_CONVERTED][HLO_HOT_CONVERTED] = { CONVERSIONS(CONVERSION_CELL) };
