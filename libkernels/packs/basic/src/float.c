/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels on floating-point numbers. f16 and bf16 are stored and printed as bits; there is no arithmetic on them. */
#include "basic.h"

CONSTANT(f16, uint16_t, KERNELS_F16)
CONSTANT(bf16, uint16_t, KERNELS_BF16)
CONSTANT(f32, float, KERNELS_F32)
CONSTANT(f64, double, KERNELS_F64)

/* Attributes are sorted by name: imaginary, real. The payload has the opposite order. */
#define COMPLEX_CONSTANT(suffix, type, dtype) \
	void kernels_basic__constant_##suffix(struct kernels_call *call) \
	{ \
		type imaginary, real; \
		if (!kernels_call_scalar(call, 0, dtype, &imaginary) || !kernels_call_scalar(call, 1, dtype, &real)) \
			return; \
		type *result = call->results[0]; \
		result[0] = real; \
		result[1] = imaginary; \
	}
COMPLEX_CONSTANT(complex64, float, KERNELS_F32)
COMPLEX_CONSTANT(complex128, double, KERNELS_F64)

BINARY(add_f32, float, float, a + b)
BINARY(add_f64, double, double, a + b)
BINARY(multiply_f32, float, float, a * b)
BINARY(multiply_f64, double, double, a * b)
/* If either argument is NaN the result is the first one, as with std::min and unlike fmin. */
BINARY(minimum_f32, float, float, b < a ? b : a)
BINARY(minimum_f64, double, double, b < a ? b : a)

#define DIVISION(suffix, type) \
	void kernels_basic__div_##suffix(struct kernels_call *call) \
	{ \
		if (ARGUMENT(type, 1) == 0) \
			kernels_call_fail(call, "Divide by zero"); \
		else \
			RESULT(type, 0) = ARGUMENT(type, 0) / ARGUMENT(type, 1); \
	}
DIVISION(f32, float)
DIVISION(f64, double)

PRINT(f16, uint16_t, "f16 = %u", *v)
PRINT(f32, float, "f32 = %f", (double)*v)
PRINT(f64, double, "f64 = %f", *v)
PRINT(complex64, float, "complex64 = %f+%fi", (double)v[0], (double)v[1])
PRINT(complex128, double, "complex128 = %f+%fi", v[0], v[1])
