/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Matrix product: blocks that fit the caches around inner loops that fit the registers.
 *
 * B is cut into blocks of DEPTH x COLUMNS, which are packed into panels as wide as one or two vector registers; each
 * block of rows of A, small enough for the second-level cache, is multiplied with panel after panel. */
#include "matmul.h"
#include <string.h>

#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 6")
/* gcc keeps multiplication and addition apart under -std=c11; clang does not. One rounding less is welcome here. */
#pragma GCC optimize("fp-contract=fast")
#endif

enum {
	ROWS = 6,           /* of a tile: 12 sums of one vector, leaving registers for the factors */
	DEPTH = 256,
	COLUMNS = 512,
	ROW_BLOCK = 72,     /* x DEPTH elements of A stay in the second-level cache */
	FLAT = 4,           /* so few rows do not repay packing B */
	ELEMENT_SIZE = 4
};

/* One tile: `depth` products summed for rows x columns elements of C. */
struct tile_work {
	size_t depth, rows, columns, c_stride;
	const void *a[ROWS]; /* where each row starts; rows beyond `rows` repeat the last */
	const void *panel;
	void *c;
	const void *alpha, *beta;
};

#if defined(__x86_64__) && defined(__GNUC__)
#define HAVE_X86 1
#else
#define HAVE_X86 0
#endif

#define ELEMENT float
#define VECTOR_BYTES 16
#define TARGET
#define NAME(x) x##_f32
#include "matmul_tile.h"
#define ELEMENT uint32_t
#define VECTOR_BYTES 16
#define TARGET
#define NAME(x) x##_i32
#include "matmul_tile.h"

static bool always(void) { return true; }

#if HAVE_X86
#define ELEMENT float
#define VECTOR_BYTES 32
#define TARGET __attribute__((target("avx2,fma")))
#define NAME(x) x##_f32_avx2
#include "matmul_tile.h"
#define ELEMENT uint32_t
#define VECTOR_BYTES 32
#define TARGET __attribute__((target("avx2,fma")))
#define NAME(x) x##_i32_avx2
#include "matmul_tile.h"
#define ELEMENT float
#define VECTOR_BYTES 64
#define TARGET __attribute__((target("avx512f")))
#define NAME(x) x##_f32_avx512
#include "matmul_tile.h"
#define ELEMENT uint32_t
#define VECTOR_BYTES 64
#define TARGET __attribute__((target("avx512f")))
#define NAME(x) x##_i32_avx512
#include "matmul_tile.h"

static bool has_avx2(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
static bool has_avx512(void) { return __builtin_cpu_supports("avx512f"); }
#define X86_KERNELS(type) \
	{ "avx512f", has_avx512, 16, wide_##type##_avx512, narrow_##type##_avx512, combine_##type##_avx512 }, \
		{ "avx2", has_avx2, 8, wide_##type##_avx2, narrow_##type##_avx2, combine_##type##_avx2 },
#else
#define X86_KERNELS(type)
#endif

const struct matmul_kernel kernels_tensor__matmul_kernels[MATMUL_ELEMENTS][MATMUL_KERNELS] = {
	[MATMUL_F32] = { X86_KERNELS(f32) { "generic", always, 4, wide_f32, narrow_f32, combine_f32 } },
	[MATMUL_I32] = { X86_KERNELS(i32) { "generic", always, 4, wide_i32, narrow_i32, combine_i32 } },
};

static const struct matmul_kernel *best_kernel(enum matmul_element element)
{
	const struct matmul_kernel *kernel = kernels_tensor__matmul_kernels[element];
	while (!kernel->supported())
		kernel++;
	return kernel;
}

static size_t at_most(size_t n, size_t limit) { return n < limit ? n : limit; }

/* Element `row`, `column` of a matrix with rows of `stride` elements. */
static const char *element_at(const void *matrix, size_t stride, size_t row, size_t column)
{
	return (const char *)matrix + (row * stride + column) * ELEMENT_SIZE;
}

/* ---- packing */

/* Columns `from` to `to` of `depth` rows of B, in panels; the last one narrow if that is enough, and filled up with
 * zeros. */
static void pack(char *scratch, const struct matmul *p, size_t first_row, size_t depth, size_t from, size_t to,
	size_t lanes)
{
	while (from < to) {
		size_t columns = at_most(to - from, 2 * lanes), width = columns > lanes ? 2 * lanes : lanes;
		for (size_t k = 0; k < depth; k++, scratch += width * ELEMENT_SIZE) {
			memcpy(scratch, element_at(p->b, p->columns, first_row + k, from), columns * ELEMENT_SIZE);
			memset(scratch + columns * ELEMENT_SIZE, 0, (width - columns) * ELEMENT_SIZE);
		}
		from += columns;
	}
}

/* Rows first..last of C, against the panels of columns from..to. */
static void multiply_block(const struct matmul *p, const struct matmul_kernel *kernel, struct tile_work *work,
	size_t first_k, size_t first, size_t last, size_t from, size_t to, const char *panel)
{
	while (from < to) {
		size_t columns = at_most(to - from, 2 * kernel->lanes);
		bool wide = columns > kernel->lanes;
		work->panel = panel;
		work->columns = columns;
		for (size_t row = first; row < last; row += ROWS) {
			work->rows = at_most(last - row, ROWS);
			for (size_t i = 0; i < ROWS; i++)
				work->a[i] = element_at(p->a, p->depth, row + at_most(i, work->rows - 1), first_k);
			work->c = (char *)p->c + (row * p->columns + from) * ELEMENT_SIZE;
			(wide ? kernel->wide : kernel->narrow)(work);
		}
		panel += work->depth * (wide ? 2 : 1) * kernel->lanes * ELEMENT_SIZE;
		from += columns;
	}
}

static void multiply_packed(const struct matmul *p, const void *one, const struct matmul_kernel *kernel, char *scratch)
{
	struct tile_work work = { .c_stride = p->columns, .alpha = p->alpha };
	for (size_t from = 0; from < p->columns; from += COLUMNS) {
		size_t to = from + at_most(p->columns - from, COLUMNS);
		for (size_t k = 0; k < p->depth; k += DEPTH) {
			work.depth = at_most(p->depth - k, DEPTH);
			work.beta = k == 0 ? p->beta : one; /* what was in C before counts once */
			pack(scratch, p, k, work.depth, from, to, kernel->lanes);
			for (size_t row = 0; row < p->rows; row += ROW_BLOCK) {
				size_t last = row + at_most(p->rows - row, ROW_BLOCK);
				multiply_block(p, kernel, &work, k, row, last, from, to, scratch);
			}
		}
	}
}

/* ---- without packing */

static void scale(void *to, const void *factor, const void *from, size_t count, enum matmul_element element)
{
	if (element == MATMUL_F32) {
		float f = *(const float *)factor;
		for (size_t i = 0; i < count; i++)
			((float *)to)[i] = f != 0 ? f * ((const float *)from)[i] : 0;
	} else {
		uint32_t f = *(const uint32_t *)factor;
		for (size_t i = 0; i < count; i++)
			((uint32_t *)to)[i] = f * ((const uint32_t *)from)[i];
	}
}

static void add_scaled(void *to, const void *factor, const void *from, size_t count, enum matmul_element element)
{
	if (element == MATMUL_F32) {
		float f = *(const float *)factor;
		for (size_t i = 0; i < count; i++)
			((float *)to)[i] += f * ((const float *)from)[i];
	} else {
		uint32_t f = *(const uint32_t *)factor;
		for (size_t i = 0; i < count; i++)
			((uint32_t *)to)[i] += f * ((const uint32_t *)from)[i];
	}
}

static void multiply_rows(const struct matmul *p, const struct matmul_kernel *kernel, enum matmul_element element)
{
	for (size_t row = 0; row < p->rows; row++) {
		char *c = (char *)p->c + row * p->columns * ELEMENT_SIZE;
		scale(c, p->beta, c, p->columns, element);
		for (size_t k = 0; k < p->depth; k += 4) {
			union {
				float f32[4];
				uint32_t i32[4];
			} factors;
			size_t count = at_most(p->depth - k, 4);
			scale(&factors, p->alpha, element_at(p->a, p->depth, row, k), count, element);
			const char *b = element_at(p->b, p->columns, k, 0);
			if (count == 4) {
				kernel->combine(&factors, b, p->columns, c, p->columns);
				continue;
			}
			for (size_t i = 0; i < count; i++) {
				const char *from = element_at(b, p->columns, i, 0);
				add_scaled(c, element_at(&factors, 0, 0, i), from, p->columns, element);
			}
		}
	}
}

void kernels_tensor__matmul(const struct matmul *product, enum matmul_element element,
	const struct matmul_kernel *kernel, const struct async_allocator *allocator)
{
	static const float one_f32 = 1;
	static const uint32_t one_i32 = 1;
	const void *one = element == MATMUL_F32 ? (const void *)&one_f32 : (const void *)&one_i32;
	struct matmul p = *product;
	if (p.rows == 0 || p.columns == 0)
		return;
	if (element == MATMUL_F32 ? *(const float *)p.alpha == 0 : *(const uint32_t *)p.alpha == 0)
		p.depth = 0; /* by the rules of BLAS nothing is multiplied then, not even infinities */
	if (!kernel)
		kernel = best_kernel(element);
	size_t wide = 2 * kernel->lanes;
	size_t width = (at_most(p.columns, COLUMNS) + wide - 1) / wide * wide;
	size_t size = at_most(p.depth, DEPTH) * width * ELEMENT_SIZE;
	char *scratch = p.rows > FLAT && size > 0 && allocator ? async_alloc(allocator, size, 64) : NULL;
	if (!scratch) {
		multiply_rows(&p, kernel, element);
		return;
	}
	multiply_packed(&p, one, kernel, scratch);
	async_free(allocator, scratch, size, 64);
}
