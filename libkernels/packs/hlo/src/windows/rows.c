/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See rows.h. */
#include "windows/rows.h"
#include <scalars/formats.h>
#include <scalars/operations.h>
#include <string.h>

#define BYTES 32 /* of a vector; compilers split it where processors have smaller ones */

/* Elements of type E are computed as T. */
#define ROWS(op, form, value, name, E, T, of_element, element_of) \
	static void op##_##name(void *out, const int64_t *places, const void *updates, int64_t step, size_t count, size_t width) \
	{ \
		for (size_t i = 0; i < count; i++) { \
			if (places[i] < 0) \
				continue; \
			E *restrict to = (E *)out + places[i]; \
			const E *restrict from = (const E *)updates + (int64_t)i * step; \
			for (size_t j = 0; j < width; j++) { \
				const T a = of_element(to[j]), b = of_element(from[j]); \
				to[j] = element_of(value); \
			} \
		} \
	}
/* The same, for operators of vectors. Single elements, as in histograms, have a loop of their own. Rows are far apart: the next ones are
 * fetched meanwhile. */
#define AHEAD 8
#define ADD_ROWS(target, name, E, operator) \
	target static void name(void *out, const int64_t *places, const void *updates, int64_t step, size_t count, size_t width) \
	{ \
		typedef E vector __attribute__((vector_size(BYTES), aligned(sizeof(E)), may_alias)); \
		const size_t lanes = BYTES / sizeof(E); \
		for (size_t i = 0; i < count && width == 1; i++) \
			if (places[i] >= 0) \
				((E *)out)[places[i]] = ((E *)out)[places[i]] operator ((const E *)updates)[(int64_t)i * step]; \
		if (width == 1) \
			return; \
		for (size_t i = 0; i < count; i++) { \
			if (i + AHEAD < count) \
				__builtin_prefetch((const E *)out + (places[i + AHEAD] < 0 ? 0 : places[i + AHEAD]), 1); \
			if (places[i] < 0) \
				continue; \
			E *to = (E *)out + places[i]; \
			const E *from = (const E *)updates + (int64_t)i * step; \
			size_t j = 0; \
			for (; j + lanes <= width; j += lanes) \
				*(vector *)(to + j) = *(vector *)(to + j) operator *(const vector *)(from + j); \
			for (; j < width; j++) \
				to[j] = to[j] operator from[j]; \
		} \
	}
#if defined(__x86_64__) && defined(__GNUC__)
#define HAS_AVX2 __builtin_cpu_supports("avx2")
#define VECTOR_ROWS(name, E, operator) \
	ADD_ROWS(, name, E, operator) \
	ADD_ROWS(__attribute__((target("avx2"))), name##_avx2, E, operator)
#define BOTH(name) { name, name##_avx2 }
#else
#define HAS_AVX2 false
#define VECTOR_ROWS(name, E, operator) ADD_ROWS(, name, E, operator)
#define BOTH(name) { name, NULL }
#endif
/* Copies of elements of a size. */
#define COPY_ROWS(bits, E) \
	static void copy_##bits(void *out, const int64_t *places, const void *updates, int64_t step, size_t count, size_t width) \
	{ \
		for (size_t i = 0; i < count && width == 1; i++) \
			if (places[i] >= 0) \
				((E *)out)[places[i]] = ((const E *)updates)[(int64_t)i * step]; \
		for (size_t i = 0; i < count && width > 1; i++) \
			if (places[i] >= 0) \
				memcpy((E *)out + places[i], (const E *)updates + (int64_t)i * step, width * sizeof(E)); \
	}

#define SAME(x) (x)
VECTOR_ROWS(add_f32, float, +)
VECTOR_ROWS(add_f64, double, +)
VECTOR_ROWS(add_i32, uint32_t, +)
VECTOR_ROWS(add_i64, uint64_t, +)
VECTOR_ROWS(multiply_f32, float, *)
VECTOR_ROWS(multiply_f64, double, *)
VECTOR_ROWS(multiply_i32, uint32_t, *)
VECTOR_ROWS(multiply_i64, uint64_t, *)
SCALARS_SUMS(ROWS, float, f16, uint16_t, float, scalars_of_f16, scalars_f16_of)
SCALARS_SUMS(ROWS, float, bf16, uint16_t, float, scalars_of_bf16, scalars_bf16_of)
SCALARS_FLOAT_EXTREMES(ROWS, f32, f32, float, float, SAME, SAME)
SCALARS_FLOAT_EXTREMES(ROWS, f64, f64, double, double, SAME, SAME)
SCALARS_EXTREMES(ROWS, i32, int32_t, int32_t, SAME, SAME)
SCALARS_EXTREMES(ROWS, i64, int64_t, int64_t, SAME, SAME)
COPY_ROWS(8, uint8_t)
COPY_ROWS(16, uint16_t)
COPY_ROWS(32, uint32_t)
COPY_ROWS(64, uint64_t)

static hlo_rows_fn *copy_of(size_t size)
{
	switch (size) {
	case 1: return copy_8;
	case 2: return copy_16;
	case 4: return copy_32;
	case 8: return copy_64;
	default: return NULL;
	}
}

static const struct {
	hlo_rows_fn *sum[2], *product[2], *minimum, *maximum; /* [1]: of AVX2 */
} table[KERNELS_DTYPE_LIMIT] = {
	[KERNELS_F32] = { BOTH(add_f32), BOTH(multiply_f32), minimum_f32, maximum_f32 },
	[KERNELS_F64] = { BOTH(add_f64), BOTH(multiply_f64), minimum_f64, maximum_f64 },
	[KERNELS_F16] = { { add_f16 }, { multiply_f16 }, NULL, NULL },
	[KERNELS_BF16] = { { add_bf16 }, { multiply_bf16 }, NULL, NULL },
	[KERNELS_I32] = { BOTH(add_i32), BOTH(multiply_i32), minimum_i32, maximum_i32 },
	[KERNELS_UI32] = { BOTH(add_i32), BOTH(multiply_i32), NULL, NULL },
	[KERNELS_I64] = { BOTH(add_i64), BOTH(multiply_i64), minimum_i64, maximum_i64 },
	[KERNELS_UI64] = { BOTH(add_i64), BOTH(multiply_i64), NULL, NULL },
};

static hlo_rows_fn *best(hlo_rows_fn *const variants[2]) { return variants[1] && HAS_AVX2 ? variants[1] : variants[0]; }

hlo_rows_fn *kernels_hlo__rows(const struct hlo_body *body)
{
	if (body->count != 1 || body->captures > 0)
		return NULL;
	const enum kernels_dtype dtype = body->expr->dtypes[0];
	switch (body->kind.shape) {
	case HLO_EXPR_SECOND: return copy_of(kernels_dtype_size(dtype));
	case HLO_EXPR_SUM: return best(table[dtype].sum);
	case HLO_EXPR_PRODUCT: return best(table[dtype].product);
	case HLO_EXPR_MINIMUM: return table[dtype].minimum;
	case HLO_EXPR_MAXIMUM: return table[dtype].maximum;
	default: return NULL;
	}
}
