/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The operations of StableHLO on single elements, but for the functions whose results are not always the nearest element: a row for each
 * operation and class of element types. README.md says how they are used.
 *
 *	ROW(name, form, value, ...)
 *
 * name: that of StableHLO. form: UNARY, BINARY, COMMUTATIVE or TERNARY. value: of the operands a, b and c, in C and, by other meanings of
 * the words SCALARS_*, in OpenCL C. What follows are the last arguments of the table. Of an integer type, elements are sign- or
 * zero-extended from its bits to the type T, and only the low bits of a value count:
 *	T	holds an element
 *	U	the unsigned type of T's size
 *	W	an unsigned type in which sums and products wrap: of at least 32 bits in C, which would promote others to int
 *	bits	of the element type: a power of two, up to those of T */
#ifndef SCALARS_OPERATIONS_H
#define SCALARS_OPERATIONS_H

/* ---- words of values */

#if defined(SCALARS_OPENCL)
/* As text: identifiers as_T, as_U, as_S and as_W keep the bits of a scalar or vector, and become its functions with those types. In
 * vectors, both sides of a choice are computed. */
#define SCALARS_AS(T, x) as_##T(x)
#define SCALARS_LOW(U, W, bits, x) as_##U(x)
#define SCALARS_PLACES(U, W, bits, x) as_##U(x)
#define SCALARS_EXTENDED(bits, x) as_S(x)
#define SCALARS_POPULATION(U, W, bits, x) popcount(as_##U(x))
#define SCALARS_LEADING_ZEROS(U, W, bits, x) clz(as_##U(x))
#define SCALARS_LARGER(x, y) max(x, y)
#define SCALARS_SMALLER(x, y) min(x, y)
#define SCALARS_SIGN(T, x) x > (T)0 ? (T)1 : x < (T)0 ? (T)-1 : (T)0
#define SCALARS_DIVISOR(T, traps, x) (traps ? (T)1 : x)
#define SCALARS_POWER(sign, x, y) sign##_power(x, y)
#define SCALARS_FLOAT(name, suffix) SCALARS_OPENCL_##name
#define SCALARS_OPENCL_absolute fabs
#define SCALARS_OPENCL_ceil ceil
#define SCALARS_OPENCL_floor floor
#define SCALARS_OPENCL_larger larger_T
#define SCALARS_OPENCL_nearest rint
#define SCALARS_OPENCL_remainder fmod
#define SCALARS_OPENCL_round round
#define SCALARS_OPENCL_sign(x) x > (T)0 ? (T)1 : x < (T)0 ? (T)-1 : x
#define SCALARS_OPENCL_smaller smaller_T
#define SCALARS_OPENCL_sqrt sqrt
#else
#include <scalars/floats.h>

/* x in a type of T's size. */
#define SCALARS_AS(T, x) ((T)(x))
/* The bits of x, zero-extended; below `bits` by a mask that compilers know, where a choice takes the others. */
#define SCALARS_LOW(U, W, bits, x) ((W)(U)((U)(x) & (U)((U)~(U)0 >> (8 * sizeof(U) - (bits)))))
#define SCALARS_PLACES(U, W, bits, x) (SCALARS_LOW(U, W, bits, x) & (W)((bits) - 1))
/* As a signed number, also of an unsigned type. */
#define SCALARS_EXTENDED(bits, x) ((int64_t)((uint64_t)(x) << (64 - (bits))) >> (64 - (bits)))
#define SCALARS_POPULATION(U, W, bits, x) __builtin_popcountll(SCALARS_LOW(U, uint64_t, bits, x))
#define SCALARS_LEADING_ZEROS(U, W, bits, x) \
	(SCALARS_LOW(U, uint64_t, bits, x) == 0 ? (int)(bits) : __builtin_clzll(SCALARS_LOW(U, uint64_t, bits, x)) - (64 - (int)(bits)))
#define SCALARS_LARGER(x, y) ((x) > (y) ? (x) : (y))
#define SCALARS_SMALLER(x, y) ((x) < (y) ? (x) : (y))
#define SCALARS_SIGN(T, x) (((x) > 0) - ((x) < 0))
/* x, which is not computed with where it would trap. */
#define SCALARS_DIVISOR(T, traps, x) (x)
#define SCALARS_POWER(sign, x, y) scalars_##sign##_power(x, y)
/* The function of floats.h for a type. */
#define SCALARS_FLOAT(name, suffix) scalars_##name##_##suffix
#endif

/* ---- integers */

/* Also of floats, with their own type as W. */
#define SCALARS_SUMS(ROW, W, ...) \
	ROW(add, COMMUTATIVE, SCALARS_AS(W, a) + SCALARS_AS(W, b), __VA_ARGS__) \
	ROW(multiply, COMMUTATIVE, SCALARS_AS(W, a) * SCALARS_AS(W, b), __VA_ARGS__)
#define SCALARS_DIFFERENCES(ROW, W, ...) ROW(subtract, BINARY, SCALARS_AS(W, a) - SCALARS_AS(W, b), __VA_ARGS__)

/* Signed and unsigned types of a size have the same bits. A shift by `bits` or more moves all out. */
#define SCALARS_BITWISE(ROW, T, U, W, bits, ...) \
	SCALARS_SUMS(ROW, W, __VA_ARGS__) \
	SCALARS_DIFFERENCES(ROW, W, __VA_ARGS__) \
	ROW(not, UNARY, ~SCALARS_AS(W, a), __VA_ARGS__) \
	ROW(negate, UNARY, (W)0 - SCALARS_AS(W, a), __VA_ARGS__) \
	ROW(shift_left, BINARY, \
		SCALARS_LOW(U, W, bits, b) >= (U)bits ? (W)0 : SCALARS_AS(W, a) << SCALARS_PLACES(U, W, bits, b), __VA_ARGS__) \
	ROW(shift_right_logical, BINARY, \
		SCALARS_LOW(U, W, bits, b) >= (U)bits ? (U)0 : SCALARS_LOW(U, W, bits, a) >> SCALARS_PLACES(U, W, bits, b), __VA_ARGS__)
/* So have they here; processors have no vectors of these. */
#define SCALARS_COUNTS(ROW, T, U, W, bits, ...) \
	ROW(popcnt, UNARY, SCALARS_POPULATION(U, W, bits, a), __VA_ARGS__) \
	ROW(count_leading_zeros, UNARY, SCALARS_LEADING_ZEROS(U, W, bits, a), __VA_ARGS__) \
	ROW(shift_right_arithmetic, BINARY, SCALARS_AS(T, SCALARS_EXTENDED(bits, a) >> \
		(SCALARS_LOW(U, W, bits, b) >= (U)bits ? (U)(bits - 1) : SCALARS_LOW(U, W, bits, b))), __VA_ARGS__)
/* Results are extended as the operands are. */
#define SCALARS_LOGIC(ROW, ...) \
	ROW(and, COMMUTATIVE, a & b, __VA_ARGS__) \
	ROW(or, COMMUTATIVE, a | b, __VA_ARGS__) \
	ROW(xor, COMMUTATIVE, a ^ b, __VA_ARGS__)
#define SCALARS_EXTREMES(ROW, ...) \
	ROW(maximum, COMMUTATIVE, SCALARS_LARGER(a, b), __VA_ARGS__) \
	ROW(minimum, COMMUTATIVE, SCALARS_SMALLER(a, b), __VA_ARGS__)
#define SCALARS_CLAMP(ROW, ...) ROW(clamp, TERNARY, SCALARS_SMALLER(SCALARS_LARGER(b, a), c), __VA_ARGS__)

/* x / 0 has all bits set, x % 0 is x; the least number / -1 wraps. */
#define SCALARS_SIGNED_QUOTIENTS(ROW, T, W, ...) \
	ROW(divide, BINARY, b == (T)0 ? (T)-1 : b == (T)-1 ? SCALARS_AS(T, (W)0 - SCALARS_AS(W, a)) \
		: SCALARS_AS(T, a / SCALARS_DIVISOR(T, b == (T)0 | b == (T)-1, b)), __VA_ARGS__) \
	ROW(remainder, BINARY, b == (T)0 ? a : b == (T)-1 ? (T)0 : SCALARS_AS(T, a % SCALARS_DIVISOR(T, b == (T)0 | b == (T)-1, b)), \
		__VA_ARGS__) \
	ROW(power, BINARY, SCALARS_POWER(signed, a, b), __VA_ARGS__)
#define SCALARS_UNSIGNED_QUOTIENTS(ROW, T, W, ...) \
	ROW(divide, BINARY, b == (T)0 ? SCALARS_AS(T, ~(W)0) : SCALARS_AS(T, a / SCALARS_DIVISOR(T, b == (T)0, b)), __VA_ARGS__) \
	ROW(remainder, BINARY, b == (T)0 ? a : SCALARS_AS(T, a % SCALARS_DIVISOR(T, b == (T)0, b)), __VA_ARGS__) \
	ROW(power, BINARY, SCALARS_POWER(unsigned, a, b), __VA_ARGS__)
/* Only of signed types. */
#define SCALARS_SIGNS(ROW, T, W, ...) \
	ROW(abs, UNARY, a < (T)0 ? SCALARS_AS(T, (W)0 - SCALARS_AS(W, a)) : a, __VA_ARGS__) \
	ROW(sign, UNARY, SCALARS_SIGN(T, a), __VA_ARGS__)

/* All operations of a type; i1 is 0 or 1. */
#define SCALARS_INTEGERS(ROW, T, U, W, bits, ...) \
	SCALARS_BITWISE(ROW, T, U, W, bits, __VA_ARGS__) \
	SCALARS_COUNTS(ROW, T, U, W, bits, __VA_ARGS__) \
	SCALARS_LOGIC(ROW, __VA_ARGS__) \
	SCALARS_EXTREMES(ROW, __VA_ARGS__) \
	SCALARS_CLAMP(ROW, __VA_ARGS__)
#define SCALARS_BOOLS(ROW, T, ...) \
	SCALARS_LOGIC(ROW, __VA_ARGS__) \
	SCALARS_CLAMP(ROW, __VA_ARGS__) \
	ROW(add, COMMUTATIVE, a | b, __VA_ARGS__) \
	ROW(multiply, COMMUTATIVE, a & b, __VA_ARGS__) \
	ROW(maximum, COMMUTATIVE, a | b, __VA_ARGS__) \
	ROW(minimum, COMMUTATIVE, a & b, __VA_ARGS__) \
	ROW(not, UNARY, a ^ (T)1, __VA_ARGS__)

/* ---- floats: exact, or rounded once to the nearest, ties to even. suffix: f32 or f64 */

/* IEEE 754-2019 maximum and minimum: a NaN gives NaN, -0 is less than +0. */
#define SCALARS_FLOAT_EXTREMES(ROW, suffix, ...) \
	ROW(maximum, COMMUTATIVE, SCALARS_FLOAT(larger, suffix)(a, b), __VA_ARGS__) \
	ROW(minimum, COMMUTATIVE, SCALARS_FLOAT(smaller, suffix)(a, b), __VA_ARGS__)
#define SCALARS_FLOAT_QUOTIENT(ROW, ...) ROW(divide, BINARY, a / b, __VA_ARGS__)
#define SCALARS_FLOAT_REMAINDER(ROW, suffix, ...) ROW(remainder, BINARY, SCALARS_FLOAT(remainder, suffix)(a, b), __VA_ARGS__)
#define SCALARS_FLOATS(ROW, T, suffix, ...) \
	SCALARS_SUMS(ROW, T, __VA_ARGS__) \
	SCALARS_DIFFERENCES(ROW, T, __VA_ARGS__) \
	SCALARS_FLOAT_QUOTIENT(ROW, __VA_ARGS__) \
	SCALARS_FLOAT_EXTREMES(ROW, suffix, __VA_ARGS__) \
	ROW(negate, UNARY, -a, __VA_ARGS__) \
	ROW(abs, UNARY, SCALARS_FLOAT(absolute, suffix)(a), __VA_ARGS__) \
	ROW(sign, UNARY, SCALARS_FLOAT(sign, suffix)(a), __VA_ARGS__) \
	ROW(floor, UNARY, SCALARS_FLOAT(floor, suffix)(a), __VA_ARGS__) \
	ROW(ceil, UNARY, SCALARS_FLOAT(ceil, suffix)(a), __VA_ARGS__) \
	ROW(round_nearest_afz, UNARY, SCALARS_FLOAT(round, suffix)(a), __VA_ARGS__) \
	ROW(round_nearest_even, UNARY, SCALARS_FLOAT(nearest, suffix)(a), __VA_ARGS__)
/* Constants of these are not folded. */
#define SCALARS_FLOAT_ROOT(ROW, suffix, ...) ROW(sqrt, UNARY, SCALARS_FLOAT(sqrt, suffix)(a), __VA_ARGS__)
#define SCALARS_FLOAT_CLAMP(ROW, suffix, ...) \
	ROW(clamp, TERNARY, SCALARS_FLOAT(smaller, suffix)(SCALARS_FLOAT(larger, suffix)(b, a), c), __VA_ARGS__)

/* ---- comparisons of integers and floats: ROW(direction, operator, ...). A NaN is not equal, less or greater. */

#define SCALARS_COMPARISONS(ROW, ...) \
	ROW(EQ, ==, __VA_ARGS__) \
	ROW(NE, !=, __VA_ARGS__) \
	ROW(LT, <, __VA_ARGS__) \
	ROW(LE, <=, __VA_ARGS__) \
	ROW(GT, >, __VA_ARGS__) \
	ROW(GE, >=, __VA_ARGS__)

/* ---- conversions */

/* Of a float to an integer: toward zero, saturating; NaN is 0. Every bound is exact in f64. */
#define SCALARS_SATURATED(T, least, largest, above, x) \
	((x) != (x) ? (T)0 : (x) < (least) ? (T)(least) : (x) >= (above) ? (T)(largest) : (T)(x))
#define SCALARS_TO_SIGNED(T, bits, x) \
	SCALARS_SATURATED(T, -(double)(UINT64_C(1) << ((bits) - 1)), INT64_MAX >> (64 - (bits)), (double)(UINT64_C(1) << ((bits) - 1)), x)
#define SCALARS_TO_UNSIGNED(T, bits, x) \
	SCALARS_SATURATED(T, 0.0, UINT64_MAX >> (64 - (bits)), 2.0 * (double)(UINT64_C(1) << ((bits) - 1)), x)

#endif
