/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Primitives of f32 and f64 that are in no loop of isa_loops.h: remainders, and functions of f64. */
#include "expr/isa.h"
#include "expr/tables.h"
#include <math.h>

HLO_BINARY(remainder, f32, float, float, fmodf(a, b))
HLO_BINARY(remainder, f64, double, double, fmod(a, b))

hlo_primitive_fn *kernels_hlo__float_primitive(enum hlo_opcode opcode, enum kernels_dtype dtype)
{
	if (opcode == HLO_OP_remainder)
		return dtype == KERNELS_F64 ? remainder_f64 : remainder_f32;
	return kernels_hlo__isa_base()->operations[kernels_hlo__hot_type(dtype)][opcode].run;
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

#define CELL(op, name) [HLO_OP_##op] = op##_##name,
#define FUNCTION_CELLS(variant) \
	CELL(cbrt, variant) CELL(cosine, variant) CELL(exponential, variant) CELL(exponential_minus_one, variant) \
	CELL(log, variant) CELL(log_plus_one, variant) CELL(logistic, variant) CELL(rsqrt, variant) CELL(sine, variant) \
	CELL(tan, variant) CELL(tanh, variant) CELL(atan2, narrow) CELL(power, narrow)

static hlo_primitive_fn *const functions[2][HLO_OPCODE_COUNT] = { { FUNCTION_CELLS(exact) }, { FUNCTION_CELLS(narrow) } };

hlo_primitive_fn *kernels_hlo__function_primitive(enum hlo_opcode opcode, bool narrow)
{
	return functions[narrow][opcode];
}
