/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sums and products in order, as plain loops. */
#include <scalars/formats.h>
#include "windows/reduce.h"

/* Integers are computed as unsigned numbers: they wrap around. */
#define SERIAL(name, type, op) \
	static void fold_##name(void *current, const void *elements, int64_t stride, int64_t n) \
	{ \
		const type *x = elements; \
		type value = *(type *)current; \
		for (int64_t i = 0; i < n; i++) \
			value = value op x[i * stride]; \
		*(type *)current = value; \
	} \
	static void scan_##name( \
		void *out, int64_t out_stride, const void *init, const void *elements, int64_t stride, int64_t n) \
	{ \
		const type *x = elements; \
		type value = *(const type *)init; \
		for (int64_t i = 0; i < n; i++) { \
			value = value op x[i * stride]; \
			((type *)out)[i * out_stride] = value; \
		} \
	}
SERIAL(sum_f32, float, +)
SERIAL(sum_f64, double, +)
SERIAL(sum_32, uint32_t, +)
SERIAL(sum_64, uint64_t, +)
SERIAL(product_f32, float, *)
SERIAL(product_f64, double, *)
SERIAL(product_32, uint32_t, *)
SERIAL(product_64, uint64_t, *)

/* f16 and bf16: computed in f32, rounded after each step. */
#define SMALL_STEP(format, op, element) \
	scalars_decode( \
		&(format), scalars_encode(&(format), (double)(value op scalars_decode(&(format), element))))
#define SERIAL_SMALL(name, format, op) \
	static void fold_##name(void *current, const void *elements, int64_t stride, int64_t n) \
	{ \
		const uint16_t *x = elements; \
		float value = scalars_decode(&(format), *(uint16_t *)current); \
		for (int64_t i = 0; i < n; i++) \
			value = SMALL_STEP(format, op, x[i * stride]); \
		*(uint16_t *)current = (uint16_t)scalars_encode(&(format), (double)value); \
	} \
	static void scan_##name( \
		void *out, int64_t out_stride, const void *init, const void *elements, int64_t stride, int64_t n) \
	{ \
		const uint16_t *x = elements; \
		float value = scalars_decode(&(format), *(const uint16_t *)init); \
		for (int64_t i = 0; i < n; i++) { \
			value = SMALL_STEP(format, op, x[i * stride]); \
			((uint16_t *)out)[i * out_stride] = (uint16_t)scalars_encode(&(format), (double)value); \
		} \
	}
SERIAL_SMALL(sum_f16, scalars_format_F16, +)
SERIAL_SMALL(sum_bf16, scalars_format_BF16, +)
SERIAL_SMALL(product_f16, scalars_format_F16, *)
SERIAL_SMALL(product_bf16, scalars_format_BF16, *)

#define CHOOSE(prefix, sum) \
	switch (body->expr->dtypes[0]) { \
	case KERNELS_F32: return (sum) ? prefix##_sum_f32 : prefix##_product_f32; \
	case KERNELS_F64: return (sum) ? prefix##_sum_f64 : prefix##_product_f64; \
	case KERNELS_F16: return (sum) ? prefix##_sum_f16 : prefix##_product_f16; \
	case KERNELS_BF16: return (sum) ? prefix##_sum_bf16 : prefix##_product_bf16; \
	case KERNELS_I32: \
	case KERNELS_UI32: return (sum) ? prefix##_sum_32 : prefix##_product_32; \
	case KERNELS_I64: \
	case KERNELS_UI64: return (sum) ? prefix##_sum_64 : prefix##_product_64; \
	default: return NULL; \
	}

static bool is_sum_or_product(const struct hlo_body *body)
{
	return body->captures == 0 && (body->kind.shape == HLO_EXPR_SUM || body->kind.shape == HLO_EXPR_PRODUCT);
}

hlo_serial_fn *kernels_hlo__serial(const struct hlo_body *body)
{
	if (!is_sum_or_product(body))
		return NULL;
	CHOOSE(fold, body->kind.shape == HLO_EXPR_SUM)
}

hlo_serial_scan_fn *kernels_hlo__serial_scan(const struct hlo_body *body)
{
	if (!is_sum_or_product(body))
		return NULL;
	CHOOSE(scan, body->kind.shape == HLO_EXPR_SUM)
}
