/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "products/tiny.h"
#include "products/library.h"
#include <kernels/stop.h>
#include <shared/share.h>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(KERNELS_ONE_ISA)
#include <immintrin.h>

enum { MOST = 512 /* multiplications of one product */, BATCHES = 64 /* that a thread takes at a time */ };

#define TARGET __attribute__((target("avx2,fma")))
#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 8")
#endif

/* Rows of one product: vectors of columns, then narrower ones, then single columns. */
#define VECTORS(type, lanes, vector, zero, load, repeat, multiply_add, store) \
	for (; column + (lanes) <= columns; column += (lanes)) { \
		vector sum = zero(); \
		UNROLL for (size_t k = 0; k < depth; k++) \
			sum = multiply_add(repeat(a + k * a_depth), load(b + k * b_stride + column), sum); \
		store(c + column, sum); \
	}
#define REPEAT_PD(x) _mm_set1_pd(*(x))
#define LOAD_2(x) _mm_castsi128_ps(_mm_loadl_epi64((const void *)(x)))
#define STORE_2(x, y) _mm_storel_epi64((void *)(x), _mm_castps_si128(y))
/* tiny_NAME(): products [first, last) of a batch. Columns and depth of NAME_rows() are constants for square matrices that are frequent:
 * then the rows of b stay in registers. */
#define TINY(name, type, fma, wide, ...) \
	TARGET static inline __attribute__((always_inline)) void name##_rows(const struct hlo_product *p, size_t columns, size_t depth, \
		const type *restrict a, const type *restrict b, size_t b_stride, type *restrict c) \
	{ \
		const size_t a_depth = p->a_transposed ? p->a_stride : 1, a_row = p->a_transposed ? 1 : p->a_stride; \
		for (size_t row = 0; row < p->rows; row++, a += a_row, c += p->c_stride) { \
			size_t column = 0; \
			wide \
			__VA_ARGS__ \
			for (; column < columns; column++) { \
				type sum = 0; \
				UNROLL for (size_t k = 0; k < depth; k++) \
					sum = fma(a[k * a_depth], b[k * b_stride + column], sum); \
				c[column] = sum; \
			} \
		} \
	} \
	TARGET static void tiny_##name(const struct hlo_product *p, const struct hlo_batches *steps, size_t first, size_t last) \
	{ \
		const size_t b_stride = p->b_transposed ? p->columns : p->b_stride, square = p->columns == p->depth ? p->depth : 0; \
		type turned[MOST]; \
		for (size_t i = first; i < last; i++) { \
			const type *a = (const type *)p->a + i * steps->a_step, *b = (const type *)p->b + i * steps->b_step; \
			type *c = (type *)p->c + i * steps->c_step; \
			for (size_t column = 0; column < p->columns && p->b_transposed; column++) \
				for (size_t k = 0; k < p->depth; k++) \
					turned[k * b_stride + column] = b[column * p->b_stride + k]; \
			b = p->b_transposed ? turned : b; \
			switch (square) { \
			case 2: \
				name##_rows(p, 2, 2, a, b, b_stride, c); \
				break; \
			case 3: \
				name##_rows(p, 3, 3, a, b, b_stride, c); \
				break; \
			case 4: \
				name##_rows(p, 4, 4, a, b, b_stride, c); \
				break; \
			case 8: \
				name##_rows(p, 8, 8, a, b, b_stride, c); \
				break; \
			default: \
				name##_rows(p, p->columns, p->depth, a, b, b_stride, c); \
			} \
		} \
	}
TINY(f32, float, __builtin_fmaf,
	VECTORS(float, 8, __m256, _mm256_setzero_ps, _mm256_loadu_ps, _mm256_broadcast_ss, _mm256_fmadd_ps, _mm256_storeu_ps),
	VECTORS(float, 4, __m128, _mm_setzero_ps, _mm_loadu_ps, _mm_broadcast_ss, _mm_fmadd_ps, _mm_storeu_ps)
	VECTORS(float, 2, __m128, _mm_setzero_ps, LOAD_2, _mm_broadcast_ss, _mm_fmadd_ps, STORE_2))
TINY(f64, double, __builtin_fma,
	VECTORS(double, 4, __m256d, _mm256_setzero_pd, _mm256_loadu_pd, _mm256_broadcast_sd, _mm256_fmadd_pd, _mm256_storeu_pd),
	VECTORS(double, 2, __m128d, _mm_setzero_pd, _mm_loadu_pd, REPEAT_PD, _mm_fmadd_pd, _mm_storeu_pd))

/* Two rows of four elements in one vector, in matrices without gaps: [first, last) of a batch. */
TARGET static void pairs_of_rows(const struct hlo_product *p, const struct hlo_batches *steps, size_t first, size_t last)
{
	for (size_t i = first; i < last; i++) {
		const float *a = (const float *)p->a + i * steps->a_step, *b = (const float *)p->b + i * steps->b_step;
		float *c = (float *)p->c + i * steps->c_step;
		__m256 rows[4];
		UNROLL for (size_t k = 0; k < 4; k++)
			rows[k] = _mm256_broadcast_ps((const void *)(b + k * p->b_stride));
		for (size_t row = 0; row < p->rows; row += 2, a += 8, c += 8) {
			const __m256 pair = _mm256_loadu_ps(a);
			__m256 sum = _mm256_fmadd_ps(_mm256_permute_ps(pair, 0x00), rows[0], _mm256_setzero_ps());
			sum = _mm256_fmadd_ps(_mm256_permute_ps(pair, 0x55), rows[1], sum);
			sum = _mm256_fmadd_ps(_mm256_permute_ps(pair, 0xaa), rows[2], sum);
			_mm256_storeu_ps(c, _mm256_fmadd_ps(_mm256_permute_ps(pair, 0xff), rows[3], sum));
		}
	}
}

static bool has_pairs_of_rows(const struct hlo_product *p)
{
	return p->columns == 4 && p->depth == 4 && p->rows % 2 == 0 && p->a_stride == 4 && p->c_stride == 4 && !p->a_transposed &&
	       !p->b_transposed;
}

bool kernels_hlo__tiny_fits(enum kernels_dtype work, const struct hlo_product *p, const struct hlo_batches *batches)
{
	return (work == KERNELS_F32 || work == KERNELS_F64) && batches->count > 1 && p->rows > 1 && p->columns > 1 && p->depth > 0 &&
	       p->rows <= MOST && p->columns <= MOST && p->depth <= MOST && p->rows * p->columns <= MOST &&
	       p->rows * p->columns * p->depth <= MOST && !p->plain && !p->add && !p->d && !p->b_panels && !p->packed_b &&
	       !kernels_hlo__library(work) && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

struct tiny {
	enum kernels_dtype work;
	const struct hlo_product *first;
	const struct hlo_batches *batches;
};

static void multiply_some(const void *data, size_t begin, size_t end)
{
	const struct tiny *t = data;
	const struct hlo_product *p = t->first;
	const struct hlo_batches *steps = t->batches;
	for (size_t unit = begin; unit < end && (unit == begin || !kernels_stopped()); unit++) {
		const size_t first = unit * BATCHES, last = hlo_least(first + BATCHES, steps->count);
		if (t->work == KERNELS_F64)
			tiny_f64(p, steps, first, last);
		else if (has_pairs_of_rows(p))
			pairs_of_rows(p, steps, first, last);
		else
			tiny_f32(p, steps, first, last);
		if (p->epilogue)
			kernels_hlo__epilogue_rows(p->epilogue, (const char *)p->c + first * steps->c_step * p->epilogue->size,
				(last - first) * p->rows, p->columns, p->c_stride);
	}
}

void kernels_hlo__tiny_run(struct async_queue *queue, enum kernels_dtype work, const struct hlo_product *first,
	const struct hlo_batches *batches, uint64_t nanoseconds)
{
	const struct tiny tiny = { work, first, batches };
	kernels_shared__share(queue, multiply_some, &tiny, (batches->count + BATCHES - 1) / BATCHES, nanoseconds);
}
#else
bool kernels_hlo__tiny_fits(enum kernels_dtype work, const struct hlo_product *first, const struct hlo_batches *batches)
{
	(void)work;
	(void)first;
	(void)batches;
	return false;
}

void kernels_hlo__tiny_run(struct async_queue *queue, enum kernels_dtype work, const struct hlo_product *first,
	const struct hlo_batches *batches, uint64_t nanoseconds)
{
	(void)queue;
	(void)work;
	(void)first;
	(void)batches;
	(void)nanoseconds;
}
#endif
