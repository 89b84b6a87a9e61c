/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Primitives of f32 and f64 that are exact or round once, and functions of f64. */
#include "expr/small.h"
#include "expr/tables.h"
#include <math.h>

/* IEEE 754-2019 maximum and minimum: a NaN gives NaN, -0 is less than +0. Numbers that compare equal have the same bits but
 * for zeros, of which `and` gives +0 if one is, `or` -0. */
#define EXTREMES(T, U, suffix, bits_of, of_bits) \
	static inline T maximum_##suffix(T a, T b) \
	{ \
		return a > b ? a : a < b ? b : a == b ? of_bits(bits_of(a) & bits_of(b)) : a + b; \
	} \
	static inline T minimum_##suffix(T a, T b) \
	{ \
		return a < b ? a : a > b ? b : a == b ? of_bits(bits_of(a) | bits_of(b)) : a + b; \
	}
EXTREMES(float, uint32_t, 1, hlo_float_bits, hlo_float_of)
EXTREMES(double, uint64_t, 2, hlo_double_bits, hlo_double_of)

/* f: the suffix of the functions of <math.h>; k: of the functions above. */
#define FLOAT_TYPE(name, T, f, k) \
	HLO_BINARY(add, name, T, T, a + b) \
	HLO_BINARY(subtract, name, T, T, a - b) \
	HLO_BINARY(multiply, name, T, T, a *b) \
	HLO_BINARY(divide, name, T, T, a / b) \
	HLO_BINARY(remainder, name, T, T, fmod##f(a, b)) \
	HLO_BINARY(maximum, name, T, T, maximum_##k(a, b)) \
	HLO_BINARY(minimum, name, T, T, minimum_##k(a, b)) \
	HLO_UNARY(negate, name, T, T, -a) \
	HLO_UNARY(abs, name, T, T, fabs##f(a)) \
	HLO_UNARY(sign, name, T, T, a > 0 ? (T)1 : a < 0 ? (T)-1 : a) \
	HLO_UNARY(floor, name, T, T, floor##f(a)) \
	HLO_UNARY(ceil, name, T, T, ceil##f(a)) \
	HLO_UNARY(round_nearest_afz, name, T, T, round##f(a)) \
	HLO_UNARY(round_nearest_even, name, T, T, rint##f(a)) \
	HLO_UNARY(sqrt, name, T, T, sqrt##f(a)) \
	HLO_UNARY(is_finite, name, T, uint8_t, isfinite(a) != 0) \
	HLO_CLAMP(name, T, minimum_##k(maximum_##k(a, least), most))
FLOAT_TYPE(f32, float, f, 1)
FLOAT_TYPE(f64, double, , 2)

#define CELL(op, name) [HLO_OP_##op] = op##_##name,
#define CELLS(name) \
	CELL(add, name) CELL(subtract, name) CELL(multiply, name) CELL(divide, name) CELL(remainder, name) CELL(maximum, name) \
	CELL(minimum, name) CELL(negate, name) CELL(abs, name) CELL(sign, name) CELL(floor, name) CELL(ceil, name) \
	CELL(round_nearest_afz, name) CELL(round_nearest_even, name) CELL(sqrt, name) CELL(clamp, name)

static hlo_primitive_fn *const table[2][HLO_OPCODE_COUNT] = { { CELLS(f32) }, { CELLS(f64) } };

hlo_primitive_fn *kernels_hlo__float_primitive(enum hlo_opcode opcode, enum kernels_dtype dtype)
{
	return table[dtype == KERNELS_F64][opcode];
}

hlo_primitive_fn *kernels_hlo__is_finite_primitive(enum kernels_dtype dtype)
{
	return dtype == KERNELS_F32 ? is_finite_f32 : is_finite_f64;
}

/* ---- functions of f64: for narrower types with the C library's functions of double; for f64 itself, functions whose error
 * may exceed one unit in the last place are computed in long double, which has 11 bits more on x86 */

#define FUNCTION(op, simple, careful) \
	HLO_UNARY(op, narrow, double, double, simple) \
	HLO_UNARY(op, exact, double, double, careful)
#define BINARY_FUNCTION(op, both) HLO_BINARY(op, narrow, double, double, both)

FUNCTION(cbrt, cbrt(a), cbrtl(a))
FUNCTION(cosine, cos(a), cos(a))
FUNCTION(exponential, exp(a), exp(a))
FUNCTION(exponential_minus_one, expm1(a), expm1l(a))
FUNCTION(log, log(a), log(a))
FUNCTION(log_plus_one, log1p(a), log1pl(a))
FUNCTION(logistic, 1 / (1 + exp(-a)), 1 / (1 + expl(-(long double)a)))
FUNCTION(rsqrt, 1 / sqrt(a), 1 / sqrtl(a))
FUNCTION(sine, sin(a), sin(a))
FUNCTION(tan, tan(a), tan(a))
FUNCTION(tanh, tanh(a), tanhl(a))
BINARY_FUNCTION(atan2, atan2(a, b))
BINARY_FUNCTION(power, pow(a, b))

#define FUNCTION_CELLS(variant) \
	CELL(cbrt, variant) CELL(cosine, variant) CELL(exponential, variant) CELL(exponential_minus_one, variant) \
	CELL(log, variant) CELL(log_plus_one, variant) CELL(logistic, variant) CELL(rsqrt, variant) CELL(sine, variant) \
	CELL(tan, variant) CELL(tanh, variant) CELL(atan2, narrow) CELL(power, narrow)

static hlo_primitive_fn *const functions[2][HLO_OPCODE_COUNT] = { { FUNCTION_CELLS(exact) }, { FUNCTION_CELLS(narrow) } };

hlo_primitive_fn *kernels_hlo__function_primitive(enum hlo_opcode opcode, bool narrow)
{
	return functions[narrow][opcode];
}
