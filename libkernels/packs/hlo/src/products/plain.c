/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Vectors of columns, as wide as the processor has them, then narrower ones, then single columns. Each element of the result is
 * the same sequence of operations in all of them. */
#include "products/plain.h"

enum {
	ROWS = 4, /* of a tile */
	STRIP = 8 /* vectors of a single row: more sums than an addition takes cycles */
};

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF /* as gcc has it under -std=c11 */
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 8")
#endif

#define ELEMENT float
#define VECTOR_BYTES 16
#define TARGET
#define WIDE 2
#define NAME(x) x##_f32
#include "products/plain_tile.h"
#define ELEMENT double
#define VECTOR_BYTES 16
#define TARGET
#define WIDE 2
#define NAME(x) x##_f64
#include "products/plain_tile.h"

/* ---- single columns */

#define COLUMN(type, name) \
	static inline __attribute__((always_inline)) void name##_rows(const struct hlo_product *p, size_t row, size_t column, \
		const size_t rows) \
	{ \
		const type *a = (const type *)p->a + row * p->a_stride, *b = (const type *)p->b + column; \
		type sums[ROWS] = { 0 }, *c = (type *)p->c + row * p->c_stride + column; \
		for (size_t k = 0; k < p->depth; k++, b += p->b_stride) { \
			UNROLL \
			for (size_t i = 0; i < rows; i++) \
				sums[i] += a[i * p->a_stride + k] * *b; \
		} \
		for (size_t i = 0; i < rows; i++, c += p->c_stride) \
			*c = p->add ? *c + sums[i] : sums[i]; \
	} \
	static void name(const struct hlo_product *p, size_t column) \
	{ \
		size_t row = 0; \
		for (; row + ROWS <= p->rows; row += ROWS) \
			name##_rows(p, row, column, ROWS); \
		for (; row < p->rows; row++) \
			name##_rows(p, row, column, 1); \
	}
COLUMN(float, column_f32)
COLUMN(double, column_f64)

/* ---- wider vectors */

#if defined(__x86_64__) && defined(__GNUC__) && !defined(KERNELS_ONE_ISA)
#define ELEMENT float
#define VECTOR_BYTES 32
#define TARGET __attribute__((target("avx2")))
#define WIDE 2
#define NAME(x) x##_f32_avx2
#include "products/plain_tile.h"
#define ELEMENT double
#define VECTOR_BYTES 32
#define TARGET __attribute__((target("avx2")))
#define WIDE 2
#define NAME(x) x##_f64_avx2
#include "products/plain_tile.h"
#define ELEMENT float
#define VECTOR_BYTES 64
#define TARGET __attribute__((target("avx512f")))
#define WIDE 4
#define NAME(x) x##_f32_avx512
#include "products/plain_tile.h"
#define ELEMENT double
#define VECTOR_BYTES 64
#define TARGET __attribute__((target("avx512f")))
#define WIDE 4
#define NAME(x) x##_f64_avx512
#include "products/plain_tile.h"

#define WIDER(suffix) \
	static size_t wider_##suffix(const struct hlo_product *p) \
	{ \
		size_t column = 0; \
		if (__builtin_cpu_supports("avx512f")) \
			column = columns_##suffix##_avx512(p, column); \
		if (__builtin_cpu_supports("avx2")) \
			column = columns_##suffix##_avx2(p, column); \
		return column; \
	}
WIDER(f32)
WIDER(f64)
#else
static size_t wider_f32(const struct hlo_product *p) { (void)p; return 0; }
static size_t wider_f64(const struct hlo_product *p) { (void)p; return 0; }
#endif

void kernels_hlo__multiply_plain(enum kernels_dtype work, const struct hlo_product *p)
{
	if (work == KERNELS_F32) {
		for (size_t column = columns_f32(p, wider_f32(p)); column < p->columns; column++)
			column_f32(p, column);
	} else {
		for (size_t column = columns_f64(p, wider_f64(p)); column < p->columns; column++)
			column_f64(p, column);
	}
}
