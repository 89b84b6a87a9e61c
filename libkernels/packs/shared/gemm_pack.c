/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <shared/gemm_pack.h>
#include <string.h>

static size_t at_most(size_t n, size_t limit) { return n < limit ? n : limit; }

#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define HAVE_SHUFFLE 1
#endif
#endif

#ifdef HAVE_SHUFFLE
typedef uint32_t four __attribute__((vector_size(16), aligned(4), may_alias));

/* Transposes 4 x 4 elements. */
static inline void transpose_four(const uint32_t *const *from, size_t k, uint32_t *to, size_t step)
{
	const four a = *(const four *)(from[0] + k), b = *(const four *)(from[1] + k);
	const four c = *(const four *)(from[2] + k), d = *(const four *)(from[3] + k);
	const four ab = __builtin_shufflevector(a, b, 0, 4, 1, 5), ab2 = __builtin_shufflevector(a, b, 2, 6, 3, 7);
	const four cd = __builtin_shufflevector(c, d, 0, 4, 1, 5), cd2 = __builtin_shufflevector(c, d, 2, 6, 3, 7);
	*(four *)to = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
	*(four *)(to + step) = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
	*(four *)(to + 2 * step) = __builtin_shufflevector(ab2, cd2, 0, 1, 4, 5);
	*(four *)(to + 3 * step) = __builtin_shufflevector(ab2, cd2, 2, 3, 6, 7);
}
#endif

void kernels_shared__interleave(const void *const *from, size_t rows, size_t count, uint32_t *to)
{
	const uint32_t *const *lines = (const uint32_t *const *)from;
	size_t k = 0;
#ifdef HAVE_SHUFFLE
	for (; rows >= 4 && k + 4 <= count; k += 4) {
		for (size_t i = 0; i < rows; i += 4) {
			size_t first = i + 4 <= rows ? i : rows - 4; /* the last ones may be copied twice */
			transpose_four(lines + first, k, to + k * rows + first, rows);
		}
	}
#endif
	for (; k < count; k++) {
		for (size_t i = 0; i < rows; i++)
			to[k * rows + i] = lines[i][k];
	}
}

static void interleave_8(const void *const *from, size_t rows, size_t count, uint64_t *to)
{
	const uint64_t *const *lines = (const uint64_t *const *)from;
	for (size_t k = 0; k < count; k++) {
		for (size_t i = 0; i < rows; i++)
			to[k * rows + i] = lines[i][k];
	}
}

static void interleave(const void *const *from, size_t rows, size_t count, size_t size, void *to)
{
	if (size == 8)
		interleave_8(from, rows, count, to);
	else
		kernels_shared__interleave(from, rows, count, to);
}

enum {
	FEW = 8,         /* rows of B that are packed at a time */
	FEW_COLUMNS = 64 /* elements of columns of a transposed B: the lines of a panel stay in the first-level cache */
};

/* Rows of one panel. */
static void pack_panel(const struct gemm *p, size_t size, size_t row, size_t rows, size_t column, size_t columns,
	size_t width, char *out)
{
	const char *b = gemm_b_at(p, size, row, column);
	const size_t step = p->b_stride * size;
	for (size_t k = 0; k < rows; k++, out += width * size, b += step) {
		if (columns * size == 128) { /* a constant size */
			/* for the next few rows: the processor does not predict the stride of the rows */
			__builtin_prefetch(b + FEW * step);
			__builtin_prefetch(b + FEW * step + 64);
			memcpy(out, b, 128);
			continue;
		}
		memcpy(out, b, columns * size);
		memset(out + columns * size, 0, (width - columns) * size);
	}
}

static void pack_transposed(const struct gemm *p, size_t size, size_t row, size_t rows, size_t column, size_t columns,
	size_t width, char *out)
{
	static const uint64_t zeros[FEW_COLUMNS];
	const void *lines[GEMM_MOST_COLUMNS];
	for (size_t i = 0; i < width; i++)
		lines[i] = i < columns ? gemm_b_at(p, size, row, column + i) : zeros;
	interleave(lines, width, rows, size, out);
}

/* Processes a few rows at a time for all panels, so that B, which may be outside the caches, is read in long runs. */
void kernels_shared__pack_panels(char *scratch, const struct gemm *p, const struct gemm_isa *isa,
	const struct gemm_panels *panels, size_t begin, size_t end)
{
	const size_t size = isa->size, lanes = isa->lanes, some = p->b_transposed ? FEW_COLUMNS : FEW;
	for (size_t first = begin; first < end; first += some) {
		const size_t rows = at_most(end - first, some), row = panels->first_row + first;
		char *panel = scratch;
		for (size_t column = panels->from; column < panels->to;) {
			const size_t columns = at_most(panels->to - column, 2 * lanes),
				     width = columns > lanes ? 2 * lanes : lanes;
			(p->b_transposed ? pack_transposed : pack_panel)(
				p, size, row, rows, column, columns, width, panel + first * width * size);
			panel += panels->depth * width * size;
			column += columns;
		}
	}
}

void kernels_shared__pack_rows(const struct gemm *p, const struct gemm_isa *isa, size_t row, size_t rows, size_t first_k,
	size_t depth, void *to)
{
	const void *lines[GEMM_MOST_ROWS];
	const size_t size = isa->size;
	if (p->a_transposed) {
		const char *from = gemm_a_at(p, size, row, first_k);
		for (size_t k = 0; k < depth; k++, from += p->a_stride * size)
			memcpy((char *)to + k * rows * size, from, rows * size);
		return;
	}
	for (size_t i = 0; i < rows; i++)
		lines[i] = gemm_a_at(p, size, row + i, first_k);
	interleave(lines, rows, depth, size, to);
}
