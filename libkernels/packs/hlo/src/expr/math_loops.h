/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops over the functions of f32 and f64; included by isa_loops.h. */
#define LANES 1
#define LANE_NAME(x) x##_1
#include "expr/lanes.h"
#include "expr/math_f32.h"
#include "expr/math_f32_wide.h"
#undef LANES
#undef LANE_NAME

#if ISA_LANES > 1
#define LANES ISA_LANES
#define LANE_NAME(x) x##_v
#include "expr/lanes.h"
#include "expr/math_f32.h"

#define LANES_LOOP(op) \
	__attribute__((LANES_ATTRIBUTES)) static void op##_f32(ISA_ARGUMENTS) \
	{ \
		const float *x = in[0]; \
		float *r = out; \
		size_t i = 0; \
		(void)self; \
		for (; i + LANES <= n; i += LANES) { \
			VF lanes; \
			memcpy(&lanes, x + i, sizeof lanes); \
			lanes = op##_v(lanes); \
			memcpy(r + i, &lanes, sizeof lanes); \
		} \
		if (n - i == 1) \
			r[i] = op##_1(x[i]); \
		else if (n > i) \
			STORE_PART(r + i, op##_v(LOAD_PART(x + i, n - i)), n - i); \
	}
#else
#define LANES_LOOP(op) ISA_UNARY(op##_f32, float, float, op##_1(a))
#endif
#define WIDE_LOOP(op) ISA_UNARY(op##_f32, float, float, op##_of(a))
ISA_BINARY_OF(power_f32, float, float, x[i], y[i], power_of(a, b))
/* Conditions of a repeated operand would become branches of the loop. */
#define POWER_SCALAR(k) \
	static void power_f32_##k(ISA_ARGUMENTS) \
	{ \
		enum { TILE = 64 }; \
		float tile[TILE]; \
		for (size_t i = 0; i < TILE && i < n; i++) \
			tile[i] = *(const float *)in[k]; \
		for (size_t i = 0; i < n; i += TILE) { \
			const void *operands[2]; \
			operands[k] = tile; \
			operands[1 - k] = (const float *)in[1 - k] + i; \
			power_f32((float *)out + i, operands, n - i < TILE ? n - i : TILE, self); \
		} \
	}
ISA_REPEATED(POWER_SCALAR(0) POWER_SCALAR(1))
ISA_BINARY(atan2_f32, float, float, atan2_of(a, b))

/* Blocks with an angle that is too large are computed one by one. */
#define ANGLE_LOOP(op) \
	static void op##_f32(ISA_ARGUMENTS) \
	{ \
		enum { BLOCK = 64 }; \
		(void)self; \
		for (size_t begin = 0; begin < n; begin += BLOCK) { \
			const float *x = (const float *)in[0] + begin; \
			float *r = (float *)out + begin; \
			const size_t count = n - begin < BLOCK ? n - begin : BLOCK; \
			uint32_t large = 0; \
			for (size_t i = 0; i < count; i++) \
				large |= (uint32_t) !(magnitude_of(x[i]) < LARGEST_ANGLE); \
			if (large) { \
				for (size_t i = 0; i < count; i++) \
					r[i] = magnitude_of(x[i]) < LARGEST_ANGLE ? op##_of(x[i]) : (float)op##_far((double)x[i]); \
				continue; \
			} \
			ISA_LOOP(i, count) \
			{ \
				r[i] = op##_of(x[i]); \
			} \
		} \
	}

#include "expr/math_f64_loops.h"

/* Functions of one operand. In f32: LANES, in vectors (math_f32.h); WIDE, with some f64 (math_f32_wide.h); ANGLE, besides by the
 * function OP_far where the angle is large. In f64 (math_f64.h, math_f64_angles.h): EACH, or ANGLE. */
#define FUNCTIONS(X) \
	X(cbrt, WIDE, EACH) X(cosine, ANGLE, ANGLE) X(erf, LANES, EACH) X(exponential, LANES, EACH) \
	X(exponential_minus_one, LANES, EACH) X(log, LANES, EACH) X(log_plus_one, WIDE, EACH) X(logistic, LANES, EACH) \
	X(rsqrt, LANES, EACH) X(sine, ANGLE, ANGLE) X(tan, ANGLE, ANGLE) X(tanh, LANES, EACH)
#define sine_far(angle) sin(angle)
#define cosine_far(angle) cos(angle)
#define tan_far(angle) tan(angle)
#define FUNCTION_LOOPS(op, in_f32, in_f64) in_f32##_LOOP(op) F64_##in_f64(op)
FUNCTIONS(FUNCTION_LOOPS)

#define FUNCTION_CELL(op, in_f32, in_f64) UNARY_CELL(op, f32)
#define FUNCTION_CELLS FUNCTIONS(FUNCTION_CELL) BINARY_CELL(power, f32) BINARY_CELL(atan2, f32)
#define FUNCTION_CELL_F64(op, in_f32, in_f64) UNARY_CELL(op, f64)
#define FUNCTION_CELLS_F64 FUNCTIONS(FUNCTION_CELL_F64) BINARY_CELL(power, f64) BINARY_CELL(atan2, f64)
