/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions that operations.h names: of f32 and f64, and powers of integers. Conditions become masks of bits, which compilers keep in
 * vectors where the functions are inlined into loops. Sums must round to the type (FLT_EVAL_METHOD 0). */
#ifndef SCALARS_FLOATS_H
#define SCALARS_FLOATS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define SCALARS_INLINE static inline __attribute__((always_inline))

static inline uint32_t scalars_bits_f32(float x)
{
	uint32_t u;
	memcpy(&u, &x, sizeof u);
	return u;
}
static inline float scalars_of_bits_f32(uint32_t u)
{
	float x;
	memcpy(&x, &u, sizeof x);
	return x;
}
static inline uint64_t scalars_bits_f64(double x)
{
	uint64_t u;
	memcpy(&u, &x, sizeof u);
	return u;
}
static inline double scalars_of_bits_f64(uint64_t u)
{
	double x;
	memcpy(&x, &u, sizeof x);
	return x;
}

/* remainder: with the sign of a. digits: 2 to the power of the mantissa's bits */
#define SCALARS_FUNCTIONS(T, U, suffix, bits_of, of_bits, digits, fmod, root) \
	SCALARS_INLINE T scalars_choose_##suffix(bool condition, T yes, T no) \
	{ \
		const U mask = (U)0 - (U)condition; \
		return of_bits((bits_of(yes) & mask) | (bits_of(no) & ~mask)); \
	} \
	SCALARS_INLINE U scalars_sign_bit_##suffix(T a) { return bits_of(a) & ((U)1 << (8 * sizeof(U) - 1)); } \
	SCALARS_INLINE T scalars_absolute_##suffix(T a) { return of_bits(bits_of(a) & ~((U)1 << (8 * sizeof(U) - 1))); } \
	SCALARS_INLINE T scalars_with_sign_##suffix(T magnitude, T a) \
	{ \
		return of_bits(bits_of(magnitude) | scalars_sign_bit_##suffix(a)); \
	} \
	/* Numbers that compare equal have the same bits but for zeros, of which `and` gives +0 if one is, `or` -0. */ \
	SCALARS_INLINE T scalars_larger_##suffix(T a, T b) \
	{ \
		const T number = scalars_choose_##suffix(a == b, of_bits(bits_of(a) & bits_of(b)), a > b ? a : b); \
		return scalars_choose_##suffix(a != a, a, number); \
	} \
	SCALARS_INLINE T scalars_smaller_##suffix(T a, T b) \
	{ \
		const T number = scalars_choose_##suffix(a == b, of_bits(bits_of(a) | bits_of(b)), a < b ? a : b); \
		return scalars_choose_##suffix(a != a, a, number); \
	} \
	/* Rounds a magnitude below `digits` to an even integer by adding that; larger ones, and NaN, are integers. */ \
	SCALARS_INLINE T scalars_nearest_##suffix(T a) \
	{ \
		const T m = scalars_absolute_##suffix(a), rounded = (m + digits) - digits; \
		return scalars_with_sign_##suffix(scalars_choose_##suffix(m < digits, rounded, m), a); \
	} \
	SCALARS_INLINE T scalars_floor_##suffix(T a) \
	{ \
		const T t = scalars_nearest_##suffix(a); \
		return scalars_with_sign_##suffix(scalars_choose_##suffix(t > a, t - 1, t), a); \
	} \
	SCALARS_INLINE T scalars_ceil_##suffix(T a) \
	{ \
		const T t = scalars_nearest_##suffix(a); \
		return scalars_with_sign_##suffix(scalars_choose_##suffix(t < a, t + 1, t), a); \
	} \
	/* A half that went to the even number below goes up instead. */ \
	SCALARS_INLINE T scalars_round_##suffix(T a) \
	{ \
		const T m = scalars_absolute_##suffix(a), t = scalars_absolute_##suffix(scalars_nearest_##suffix(a)); \
		return scalars_with_sign_##suffix(scalars_choose_##suffix(m - t == (T)0.5, t + 1, t), a); \
	} \
	SCALARS_INLINE T scalars_sign_##suffix(T a) \
	{ \
		return scalars_choose_##suffix(a > 0 || a < 0, scalars_with_sign_##suffix(1, a), a); \
	} \
	SCALARS_INLINE T scalars_remainder_##suffix(T a, T b) { return fmod(a, b); } \
	SCALARS_INLINE T scalars_sqrt_##suffix(T a) { return root(a); }
SCALARS_FUNCTIONS(float, uint32_t, f32, scalars_bits_f32, scalars_of_bits_f32, 0x1p23f, fmodf, __builtin_sqrtf)
SCALARS_FUNCTIONS(double, uint64_t, f64, scalars_bits_f64, scalars_of_bits_f64, 0x1p52, fmod, __builtin_sqrt)
#undef SCALARS_FUNCTIONS

/* Functions NAME_unsigned_power and NAME_signed_power, in C and OpenCL C. U, S: types of 64 bits */
#define SCALARS_POWERS(prefix, U, S) \
	static inline U prefix##unsigned_power(U base, U exponent) \
	{ \
		U result = 1; \
		for (; exponent > 0; exponent >>= 1, base *= base) \
			result = exponent & 1 ? result * base : result; \
		return result; \
	} \
	static inline U prefix##signed_power(S base, S exponent) \
	{ \
		if (exponent >= 0) \
			return prefix##unsigned_power((U)base, (U)exponent); \
		return base == 1 || (base == -1 && (exponent & 1) == 0) ? 1 : base == -1 ? ~(U)0 : 0; \
	}
SCALARS_POWERS(scalars_, uint64_t, int64_t)

#endif
