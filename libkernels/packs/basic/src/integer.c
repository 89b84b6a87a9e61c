/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels on integers. Overflow wraps around: sums are computed on unsigned integers, for which this is defined. */
#include "basic.h"
#include <inttypes.h>

void kernels_basic__read_constant(struct kernels_call *call, enum kernels_dtype dtype, size_t size)
{
	uint64_t value[2];
	if (kernels_call_scalar(call, 0, dtype, value))
		memcpy(call->results[0], value, size);
}

CONSTANT(i32, int32_t, KERNELS_I32)
CONSTANT(i64, int64_t, KERNELS_I64)
CONSTANT(ui32, uint32_t, KERNELS_UI32)
CONSTANT(ui64, uint64_t, KERNELS_UI64)

BINARY(add_i32, int32_t, int32_t, (uint32_t)a + (uint32_t)b)
BINARY(add_i64, int64_t, int64_t, (uint64_t)a + (uint64_t)b)
BINARY(minus_i32, int32_t, int32_t, (uint32_t)a - (uint32_t)b)
BINARY(minus_i64, int64_t, int64_t, (uint64_t)a - (uint64_t)b)
BINARY(mul_i32, int32_t, int32_t, (uint32_t)a * (uint32_t)b)
BINARY(mul_i64, int64_t, int64_t, (uint64_t)a * (uint64_t)b)
BINARY(equal_i32, int32_t, uint8_t, a == b)
BINARY(equal_i64, int64_t, uint8_t, a == b)
BINARY(lessequal_i32, int32_t, uint8_t, a <= b)
BINARY(lessequal_i64, int64_t, uint8_t, a <= b)

/* Quotient and remainder. Division by -1 is a negation that wraps around: dividing the smallest number by -1 would
 * trap. */
#define DIVISION(suffix, type, unsigned_type) \
	void kernels_basic__div_##suffix(struct kernels_call *call) \
	{ \
		const type a = ARGUMENT(type, 0), b = ARGUMENT(type, 1); \
		if (b == 0) { \
			kernels_call_fail(call, "Divide by zero"); \
			return; \
		} \
		RESULT(type, 0) = b == -1 ? (type)(0 - (unsigned_type)a) : a / b; \
		RESULT(type, 1) = b == -1 ? 0 : a % b; \
	}
DIVISION(i32, int32_t, uint32_t)
DIVISION(i64, int64_t, uint64_t)

PRINT(i32, int32_t, "int32 = %" PRId32, *v)
PRINT(i64, int64_t, "int64 = %" PRId64, *v)

void kernels_basic__cast_i64_to_f32(struct kernels_call *call)
{
	RESULT(float, 0) = (float)ARGUMENT(int64_t, 0);
}

void kernels_basic__cast_i64_to_f64(struct kernels_call *call)
{
	RESULT(double, 0) = (double)ARGUMENT(int64_t, 0);
}

/* NaN and values out of range become the smallest number, as on x86; in C the conversion is undefined. */
static int64_t to_i64(double v)
{
	return v >= -0x1p63 && v < 0x1p63 ? (int64_t)v : INT64_MIN;
}

void kernels_basic__cast_f32_to_i64(struct kernels_call *call)
{
	RESULT(int64_t, 0) = to_i64(ARGUMENT(float, 0));
}

void kernels_basic__cast_f64_to_i64(struct kernels_call *call)
{
	RESULT(int64_t, 0) = to_i64(ARGUMENT(double, 0));
}
