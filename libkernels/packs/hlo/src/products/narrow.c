/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "products/narrow.h"
#include "expr/convert.h"
#include "products/multiply.h"
#include <shared/gemm.h>
#include <shared/share.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(KERNELS_ONE_ISA)
#include <cpuid.h>
#include <immintrin.h>

enum {
	MOST_ROWS = 4,
	UNIT = 16,           /* columns, or elements of a line, that are widened at a time */
	SIDE_BY_SIDE = 8,    /* long rows or lines of the right operand */
	SHORT = 6144,        /* bytes of others: as of f32 (shared/gemm_vector.h) */
	MOST_SUMS = 4096,    /* of all rows: they stay in the first-level cache */
	LINES = 64           /* of a part */
};

/* The left operand, widened: `depth` (rounded up to units) f32 or i16 of each row. For bf16, the elements of a unit are those with even
 * numbers, then those with odd ones, unless the right operand has contiguous rows. */
struct widened {
	const struct hlo_narrow *product;
	void *bytes;
	size_t size, stride; /* bytes of all; elements from a row to the next */
};

/* A part of a product: columns of one batch. */
struct part {
	const char *b;
	size_t step;    /* bytes from a row of the right operand to the next, or from a line */
	size_t columns, depth;
	const void *a;
	size_t a_stride; /* elements */
	void *c;
	size_t c_stride;
};

#define ALWAYS static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 8")
#ifdef __clang__
#undef UNROLL
#define UNROLL
#endif
#if defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define TARGET __attribute__((target("avx2,fma,f16c"), no_sanitize_address)) /* as in transpose_square.h */
#else
#define TARGET __attribute__((target("avx2,fma,f16c")))
#endif

/* A unit in two vectors. */
struct two {
	__m256 v[2];
};

TARGET ALWAYS struct two widen_bf16(const void *from)
{
	const __m256i x = _mm256_loadu_si256(from);
	return (struct two){ { _mm256_castsi256_ps(_mm256_slli_epi32(x, 16)),
		_mm256_castsi256_ps(_mm256_and_si256(x, _mm256_set1_epi32((int)0xFFFF0000))) } };
}
TARGET ALWAYS void order_bf16(float *to, struct two x)
{
	const __m256 low = _mm256_unpacklo_ps(x.v[0], x.v[1]), high = _mm256_unpackhi_ps(x.v[0], x.v[1]);
	_mm256_storeu_ps(to, _mm256_permute2f128_ps(low, high, 0x20));
	_mm256_storeu_ps(to + 8, _mm256_permute2f128_ps(low, high, 0x31));
}
TARGET ALWAYS struct two widen_f16(const void *from)
{
	return (struct two){ { _mm256_cvtph_ps(_mm_loadu_si128(from)),
		_mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)from + 1)) } };
}
TARGET ALWAYS void order_f16(float *to, struct two x)
{
	_mm256_storeu_ps(to, x.v[0]);
	_mm256_storeu_ps(to + 8, x.v[1]);
}

#define WIDEN widen_bf16
#define ORDER order_bf16
#define NAME(x) x##_bf16
#include "products/narrow_floats.h"
#define WIDEN widen_f16
#define ORDER order_f16
#define NAME(x) x##_f16
#include "products/narrow_floats.h"
#include "products/narrow_bytes.h"

/* ---- the left operand */

static void widen_element(const struct hlo_narrow *p, const void *from, void *to)
{
	switch ((int)p->left_type) {
	case KERNELS_I8: *(int16_t *)to = *(const int8_t *)from; break;
	case KERNELS_UI8: *(int16_t *)to = *(const uint8_t *)from; break;
	case KERNELS_BF16: *(uint32_t *)to = (uint32_t) * (const uint16_t *)from << 16; break;
	default: kernels_hlo__convert(KERNELS_F32, to, KERNELS_F16, from, 1); break;
	}
}

static bool is_turned(const struct hlo_lines *right) { return right->depth_step == 1 && right->line_step != 1; }

/* Position in its unit of an element of the depth. */
static size_t place_of(const struct hlo_narrow *p, size_t k)
{
	return p->right_type == KERNELS_BF16 && is_turned(p->right) ? k / UNIT * UNIT + k % 2 * (UNIT / 2) + k % UNIT / 2 : k;
}

static bool widen_left(const struct hlo_run *run, const struct hlo_narrow *p, struct widened *out)
{
	const struct hlo_lines *l = p->left;
	const size_t size = l->element_size, wide = size == 1 ? sizeof(int16_t) : sizeof(float);
	*out = (struct widened){ .product = p, .stride = (l->depth + UNIT - 1) / UNIT * UNIT };
	out->size = l->batches * p->rows * out->stride * wide;
	out->bytes = async_alloc(run->allocator, out->size, 64);
	if (!out->bytes)
		return false;
	memset(out->bytes, 0, out->size);
	for (size_t row = 0; row < l->batches * p->rows; row++) {
		const char *from = (const char *)l->bytes + (row / p->rows * l->batch_step + row % p->rows * l->line_step) * size;
		char *to = (char *)out->bytes + row * out->stride * wide;
		for (size_t k = 0; k < l->depth; k++)
			widen_element(p, from + k * l->depth_step * size, to + place_of(p, k) * wide);
	}
	return true;
}

/* ---- the product */

static size_t part_width(const struct hlo_narrow *p)
{
	return is_turned(p->right) ? LINES : MOST_SUMS / (p->rows == 3 ? 4 : p->rows);
}

static void run_part(const struct hlo_narrow *p, const struct part *part)
{
	const bool turned = is_turned(p->right);
	if (p->right_type == KERNELS_BF16)
		(turned ? lines_bf16 : columns_bf16)(part, p->rows);
	else if (p->right_type == KERNELS_F16)
		(turned ? lines_f16 : columns_f16)(part, p->rows);
	else
		(turned ? lines_i8 : columns_i8)(part, p->rows);
}

static void run_parts(const void *data, size_t begin, size_t end)
{
	const struct widened *w = data;
	const struct hlo_narrow *p = w->product;
	const struct hlo_lines *b = p->right;
	const size_t width = part_width(p), parts = (b->lines - 1) / width + 1, wide = b->element_size == 1 ? 2 : 4;
	for (size_t i = begin; i < end && (i == begin || !kernels_stopped()); i++) {
		const size_t batch = i / parts, column = i % parts * width;
		const struct part part = { .columns = hlo_least(b->lines - column, width), .depth = b->depth,
			.b = (const char *)b->bytes + (batch * b->batch_step + column * b->line_step) * b->element_size,
			.step = (is_turned(b) ? b->line_step : b->depth_step) * b->element_size,
			.a = (const char *)w->bytes + batch * p->rows * w->stride * wide, .a_stride = w->stride,
			.c = (uint32_t *)p->epilogue->sums + batch * p->rows * b->lines + column, .c_stride = b->lines };
		run_part(p, &part);
		kernels_hlo__epilogue_rows(p->epilogue, part.c, p->rows, part.columns, part.c_stride);
	}
}

/* clang 14 has no name for it. */
static bool has_f16c(void)
{
	unsigned a, b, c = 0, d;
	return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C) != 0;
}

bool kernels_hlo__narrow_fits(enum kernels_dtype left, enum kernels_dtype right, size_t rows)
{
	const bool floats = left == right && (right == KERNELS_BF16 || right == KERNELS_F16);
	const bool bytes = right == KERNELS_I8 && (left == KERNELS_I8 || left == KERNELS_UI8);
	return rows <= MOST_ROWS && (floats || bytes) && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
	       has_f16c();
}

bool kernels_hlo__narrow_run(const struct hlo_run *run, const struct hlo_narrow *product)
{
	const struct hlo_lines *b = product->right;
	struct widened widened;
	if (!widen_left(run, product, &widened))
		return false;
	kernels_shared__share(kernels_host(run->request)->queue, run_parts, &widened,
		b->batches * ((b->lines - 1) / part_width(product) + 1),
		b->batches * b->lines * b->depth * b->element_size / 16); /* bytes of a nanosecond */
	async_free(run->allocator, widened.bytes, widened.size, 64);
	return true;
}
#else
bool kernels_hlo__narrow_fits(enum kernels_dtype left, enum kernels_dtype right, size_t rows)
{
	(void)left, (void)right, (void)rows;
	return false;
}
bool kernels_hlo__narrow_run(const struct hlo_run *run, const struct hlo_narrow *product)
{
	(void)run, (void)product;
	return false;
}
#endif
