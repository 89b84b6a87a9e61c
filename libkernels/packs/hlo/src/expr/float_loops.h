/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops over operations of f32 and f64 that are exact or round once, comparisons, and select; included by isa_loops.h.
 * Conditions become masks of bits, which compilers keep in vectors. */

#define MASKS(T, U, I, suffix, bits_of, of_bits, fraction) \
	LANES_FN T choose_##suffix(bool condition, T yes, T no) \
	{ \
		const U mask = (U)0 - (U)condition; \
		return of_bits((bits_of(yes) & mask) | (bits_of(no) & ~mask)); \
	} \
	LANES_FN U sign_bit_##suffix(T a) { return bits_of(a) & ((U)1 << (8 * sizeof(U) - 1)); } \
	LANES_FN T absolute_##suffix(T a) { return of_bits(bits_of(a) & ~((U)1 << (8 * sizeof(U) - 1))); } \
	LANES_FN T with_sign_##suffix(T magnitude, T a) { return of_bits(bits_of(magnitude) | sign_bit_##suffix(a)); } \
	/* IEEE 754-2019 maximum and minimum: a NaN gives NaN, -0 is less than +0. Numbers that compare equal have the same bits \
	 * but for zeros, of which `and` gives +0 if one is, `or` -0. */ \
	LANES_FN T larger_##suffix(T a, T b) \
	{ \
		const T number = choose_##suffix(a == b, of_bits(bits_of(a) & bits_of(b)), a > b ? a : b); \
		return choose_##suffix(a != a, a, number); \
	} \
	LANES_FN T smaller_##suffix(T a, T b) \
	{ \
		const T number = choose_##suffix(a == b, of_bits(bits_of(a) | bits_of(b)), a < b ? a : b); \
		return choose_##suffix(a != a, a, number); \
	} \
	/* Rounds a magnitude below 2^digits to an even integer by adding that; larger ones, and NaN, are integers. */ \
	LANES_FN T nearest_##suffix(T a) \
	{ \
		const T m = absolute_##suffix(a), rounded = (m + fraction) - fraction; \
		return with_sign_##suffix(choose_##suffix(m < fraction, rounded, m), a); \
	} \
	LANES_FN T floor_of_##suffix(T a) \
	{ \
		const T t = nearest_##suffix(a); \
		return with_sign_##suffix(choose_##suffix(t > a, t - 1, t), a); \
	} \
	LANES_FN T ceil_of_##suffix(T a) \
	{ \
		const T t = nearest_##suffix(a); \
		return with_sign_##suffix(choose_##suffix(t < a, t + 1, t), a); \
	} \
	/* A half that went to the even number below goes up instead. */ \
	LANES_FN T round_of_##suffix(T a) \
	{ \
		const T m = absolute_##suffix(a), t = absolute_##suffix(nearest_##suffix(a)); \
		return with_sign_##suffix(choose_##suffix(m - t == (T)0.5, t + 1, t), a); \
	} \
	LANES_FN T sign_of_##suffix(T a) { return choose_##suffix(a > 0 || a < 0, with_sign_##suffix(1, a), a); }
MASKS(float, uint32_t, int32_t, f32, hlo_float_bits, hlo_float_of, 0x1p23f)
MASKS(double, uint64_t, int64_t, f64, hlo_double_bits, hlo_double_of, 0x1p52)

#define EQUALITIES(name, T) \
	ISA_COMMUTATIVE(EQ_##name, T, uint8_t, a == b) \
	ISA_COMMUTATIVE(NE_##name, T, uint8_t, a != b)
#define INEQUALITIES(name, T) \
	ISA_BINARY(LT_##name, T, uint8_t, a < b) \
	ISA_BINARY(LE_##name, T, uint8_t, a <= b) \
	ISA_MIRRORED(GT_##name, LT_##name) \
	ISA_MIRRORED(GE_##name, LE_##name)
#define COMPARE_CELL(direction, name) [HLO_##direction] = { direction##_##name, { direction##_##name##_0, direction##_##name##_1, NULL } }
/* equal: of the comparisons for equality */
#define COMPARE_CELLS(name, equal) \
	{ COMPARE_CELL(EQ, equal), COMPARE_CELL(NE, equal), COMPARE_CELL(LT, name), COMPARE_CELL(LE, name), COMPARE_CELL(GT, name), \
	  COMPARE_CELL(GE, name) }

/* Of three operands, the first and the last may be single elements. */
#define CLAMP_OF(name, T, first, third, expression) \
	static void name(ISA_ARGUMENTS) \
	{ \
		const T *lows = in[0], *x = in[1], *highs = in[2]; \
		T *r = out; \
		const T low = n > 0 ? *lows : (T)0, high = n > 0 ? *highs : (T)0; \
		(void)self; \
		(void)low; \
		(void)high; \
		ISA_BLOCKS(n, ISA_ELEMENTS(sizeof(T)), const T least = first; const T a = x[i]; const T most = third; \
			r[i] = expression); \
	}
#define CLAMP(name, T, expression) \
	CLAMP_OF(clamp_##name, T, lows[i], highs[i], expression) \
	CLAMP_OF(clamp_##name##_0, T, low, highs[i], expression) \
	CLAMP_OF(clamp_##name##_2, T, lows[i], high, expression)
#define CLAMP_CELL(name) [HLO_OP_clamp] = { clamp_##name, { clamp_##name##_0, NULL, clamp_##name##_2 } },

#define FLOATS(name, T, infinity, root) \
	ISA_COMMUTATIVE(add_##name, T, T, a + b) \
	ISA_BINARY(subtract_##name, T, T, a - b) \
	ISA_COMMUTATIVE(multiply_##name, T, T, a *b) \
	ISA_BINARY(divide_##name, T, T, a / b) \
	ISA_COMMUTATIVE(maximum_##name, T, T, larger_##name(a, b)) \
	ISA_COMMUTATIVE(minimum_##name, T, T, smaller_##name(a, b)) \
	ISA_UNARY(negate_##name, T, T, -a) \
	ISA_UNARY(abs_##name, T, T, absolute_##name(a)) \
	ISA_UNARY(sign_##name, T, T, sign_of_##name(a)) \
	ISA_UNARY(floor_##name, T, T, floor_of_##name(a)) \
	ISA_UNARY(ceil_##name, T, T, ceil_of_##name(a)) \
	ISA_UNARY(round_nearest_afz_##name, T, T, round_of_##name(a)) \
	ISA_UNARY(round_nearest_even_##name, T, T, nearest_##name(a)) \
	ISA_UNARY(sqrt_##name, T, T, root(a)) \
	ISA_UNARY(is_finite_##name, T, uint8_t, absolute_##name(a) < infinity) \
	CLAMP(name, T, smaller_##name(larger_##name(a, least), most)) \
	EQUALITIES(name, T) \
	INEQUALITIES(name, T)
FLOATS(f32, float, __builtin_inff(), __builtin_sqrtf)
FLOATS(f64, double, __builtin_inf(), __builtin_sqrt)

#define FLOAT_CELLS(name) \
	BINARY_CELL(add, name) BINARY_CELL(subtract, name) BINARY_CELL(multiply, name) BINARY_CELL(divide, name) \
	BINARY_CELL(maximum, name) BINARY_CELL(minimum, name) UNARY_CELL(negate, name) UNARY_CELL(abs, name) UNARY_CELL(sign, name) \
	UNARY_CELL(floor, name) UNARY_CELL(ceil, name) UNARY_CELL(round_nearest_afz, name) UNARY_CELL(round_nearest_even, name) \
	UNARY_CELL(sqrt, name) UNARY_CELL(is_finite, name) CLAMP_CELL(name)

/* ---- select: predicate 0 is not repeated, but either value may be */

#define SELECT_OF(name, T, yes, no, expression) \
	static void name(ISA_ARGUMENTS) \
	{ \
		const uint8_t *which = in[0]; \
		const T *x = in[1], *y = in[2]; \
		T *r = out; \
		const T x0 = n > 0 ? *x : (T)0, y0 = n > 0 ? *y : (T)0; \
		(void)self; \
		(void)x0; \
		(void)y0; \
		ISA_BLOCKS(n, ISA_ELEMENTS(sizeof(T)), const T a = yes; const T b = no; r[i] = expression); \
	}
#define SELECT(name, T, expression) \
	SELECT_OF(select_##name, T, x[i], y[i], expression) \
	SELECT_OF(select_##name##_1, T, x0, y[i], expression) \
	SELECT_OF(select_##name##_2, T, x[i], y0, expression)
#define BRANCH (which[i] ? a : b)
SELECT(1, uint8_t, BRANCH)
SELECT(2, uint16_t, BRANCH)
SELECT(4, uint32_t, BRANCH)
/* gcc 12 makes no vectors of a condition of one byte for eight */
#define BLEND ((a & (0 - (uint64_t)(which[i] != 0))) | (b & ((uint64_t)(which[i] != 0) - 1)))
SELECT(8, uint64_t, BLEND)

#define SELECT_CELL(name) { select_##name, { NULL, select_##name##_1, select_##name##_2 } }
static const struct hlo_variants selections[4] = { SELECT_CELL(1), SELECT_CELL(2), SELECT_CELL(4), SELECT_CELL(8) };
