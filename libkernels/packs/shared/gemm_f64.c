/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Product of matrices of f64: panels of B that fit the first-level cache are packed on the stack, A is read in place. */
#include <shared/gemm.h>
#include <string.h>

#define ELEMENT double
#define VECTOR_BYTES 16
#define TARGET
#define HEIGHTS HEIGHTS_6
#define ROW_VECTORS 8
#define NAME(x) x##_f64
#include <shared/gemm_tile.h>

#if GEMM_X86
#define ELEMENT double
#define VECTOR_BYTES 32
#define TARGET __attribute__((target("avx2,fma")))
#define HEIGHTS HEIGHTS_6
#define ROW_VECTORS 8
#define NAME(x) x##_f64_avx2
#include <shared/gemm_tile.h>
#define ELEMENT double
#define VECTOR_BYTES 64
#define TARGET __attribute__((target("avx512f")))
#define HEIGHTS HEIGHTS_14
#define ROW_VECTORS 16
#define NAME(x) x##_f64_avx512
#include <shared/gemm_tile.h>
#endif

enum {
	DEPTH = 256,
	MOST_LANES = 8,
	ROW_BLOCK = 16 /* tiles whose part of A stays in the second-level cache while the panels change */
};

static struct gemm_isa best_isa(void)
{
#if GEMM_X86
	if (__builtin_cpu_supports("avx512f"))
		return (struct gemm_isa){ "avx512f", NULL, 8, 14, wide_f64_avx512, narrow_f64_avx512, row_f64_avx512 };
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
		return (struct gemm_isa){ "avx2", NULL, 4, 6, wide_f64_avx2, narrow_f64_avx2, row_f64_avx2 };
#endif
	return (struct gemm_isa){ "generic", NULL, 2, 6, wide_f64, narrow_f64, row_f64 };
}

/* Copies `columns` columns of B; the rest of the panel's `width` is zero. */
static void pack_panel(const struct gemm *p, size_t k, size_t depth, size_t column, size_t columns, size_t width, double *to)
{
	const double *from = (const double *)p->b + k * p->b_stride + column;
	for (size_t i = 0; i < depth; i++, from += p->b_stride, to += width) {
		memcpy(to, from, columns * sizeof(double));
		memset(to + columns, 0, (width - columns) * sizeof(double));
	}
}

/* Rows [first, last) times one block of the depth. */
static void multiply_block(const struct gemm *p, const struct gemm_isa *isa, size_t first, size_t last, size_t k,
	size_t depth, const double *beta)
{
	_Alignas(64) double panel[DEPTH * 2 * MOST_LANES];
	struct gemm_tile tile = { .depth = depth,
		.a_row = (ptrdiff_t)(p->a_stride * sizeof(double)),
		.a_step = sizeof(double),
		.b = panel,
		.c_row = (ptrdiff_t)(p->c_stride * sizeof(double)),
		.alpha = p->alpha,
		.beta = beta };
	for (size_t column = 0; column < p->columns; column += tile.columns) {
		tile.columns = p->columns - column < 2 * isa->lanes ? p->columns - column : 2 * isa->lanes;
		const bool wide = tile.columns > isa->lanes;
		const size_t width = (wide ? 2 : 1) * isa->lanes;
		pack_panel(p, k, depth, column, tile.columns, width, panel);
		tile.b_step = (ptrdiff_t)(width * sizeof(double));
		for (size_t row = first; row < last;) {
			const size_t rows = last - row < isa->rows ? last - row : isa->rows;
			tile.a = (const double *)p->a + row * p->a_stride + k;
			tile.c = (double *)p->c + row * p->c_stride + column;
			(wide ? isa->wide : isa->narrow)[rows - 1](&tile);
			row += rows;
		}
	}
}

void kernels_shared__gemm_f64(const struct gemm *p)
{
	static const double one = 1;
	const struct gemm_isa isa = best_isa();
	if (p->rows == 0 || p->columns == 0)
		return;
	if (p->rows == 1) {
		isa.row(&(struct gemm_tile){ .depth = p->depth, .columns = p->columns, .a = p->a, .b = p->b,
			.b_step = (ptrdiff_t)(p->b_stride * sizeof(double)), .c = p->c, .alpha = p->alpha,
			.beta = p->beta });
		return;
	}
	const size_t block = ROW_BLOCK * isa.rows;
	for (size_t first = 0; first < p->rows; first += block) {
		const size_t last = p->rows - first < block ? p->rows : first + block;
		size_t k = 0;
		do { /* once even for depth 0, to scale C */
			const size_t depth = p->depth - k < DEPTH ? p->depth - k : DEPTH;
			multiply_block(p, &isa, first, last, k, depth, k == 0 ? p->beta : &one);
			k += depth;
		} while (k < p->depth);
	}
}
