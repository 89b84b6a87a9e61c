/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sums and products in order, as plain loops. */
#include "windows/reduce.h"
#include <scalars/formats.h>
#include <scalars/operations.h>

/* Elements of type E are computed as T, and rounded after each step. */
#define SERIAL(op, form, value, name, E, T, of_element, element_of) \
	static void op##_##name(void *out, const void *init, const void *elements, int64_t stride, int64_t n) \
	{ \
		const E *x = elements; \
		T a = of_element(*(const E *)init); \
		for (int64_t i = 0; i < n; i++) { \
			const T b = of_element(x[i * stride]); \
			const E result = element_of(value); \
			((E *)out)[i * stride] = result; \
			a = of_element(result); \
		} \
	}
#define SAME(x) (x)
SCALARS_SUMS(SERIAL, float, f32, float, float, SAME, SAME)
SCALARS_SUMS(SERIAL, double, f64, double, double, SAME, SAME)
SCALARS_SUMS(SERIAL, float, f16, uint16_t, float, scalars_of_f16, scalars_f16_of)
SCALARS_SUMS(SERIAL, float, bf16, uint16_t, float, scalars_of_bf16, scalars_bf16_of)
SCALARS_SUMS(SERIAL, uint32_t, i32, uint32_t, uint32_t, SAME, SAME)
SCALARS_SUMS(SERIAL, uint64_t, i64, uint64_t, uint64_t, SAME, SAME)

static const struct {
	hlo_serial_fn *sum, *product;
} table[KERNELS_DTYPE_LIMIT] = {
	[KERNELS_F32] = { add_f32, multiply_f32 },
	[KERNELS_F64] = { add_f64, multiply_f64 },
	[KERNELS_F16] = { add_f16, multiply_f16 },
	[KERNELS_BF16] = { add_bf16, multiply_bf16 },
	[KERNELS_I32] = { add_i32, multiply_i32 },
	[KERNELS_UI32] = { add_i32, multiply_i32 },
	[KERNELS_I64] = { add_i64, multiply_i64 },
	[KERNELS_UI64] = { add_i64, multiply_i64 },
};

hlo_serial_fn *kernels_hlo__serial(const struct hlo_body *body)
{
	if (body->captures > 0)
		return NULL;
	return body->kind.shape == HLO_EXPR_SUM	   ? table[body->expr->dtypes[0]].sum
		: body->kind.shape == HLO_EXPR_PRODUCT ? table[body->expr->dtypes[0]].product
						       : NULL;
}
