/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <shared/gemm.h>
#include <shared/transpose.h>
#include <string.h>

enum {
	LANES = 16,  /* elements of a line of the cache */
	SOME = 64    /* columns that are transposed at a time: they stay in the first-level cache */
};

static size_t at_most(size_t n, size_t limit) { return n < limit ? n : limit; }

static void transpose_lines(const struct transpose *t, size_t row, size_t rows, size_t column, size_t columns)
{
	uint32_t turned[SOME * LANES];
	const void *lines[LANES] = { NULL };
	for (size_t i = 0; i < rows; i++)
		lines[i] = t->from + (row + i) * t->from_step + column;
	kernels_shared__interleave(lines, rows, columns, turned);
	for (size_t i = 0; i < columns; i++)
		memcpy(t->to + (column + i) * t->to_step + row, turned + i * rows, rows * sizeof *turned);
}

/* The rectangle from (row, column) on. */
static void transpose_rest(const struct transpose *t, size_t row, size_t column)
{
	for (; row < t->rows; row += LANES) {
		for (size_t k = column; k < t->columns; k += SOME)
			transpose_lines(t, row, at_most(t->rows - row, LANES), k, at_most(t->columns - k, SOME));
	}
}

#if defined(__x86_64__) && defined(__GNUC__)
#include <shared/transpose_square.h>

SQUARE_TARGET static inline __attribute__((always_inline)) void transpose_square(
	const uint32_t *from, size_t from_step, uint32_t *to, size_t to_step, const bool streams)
{
	__m512i row[LANES];
	SQUARE_UNROLL
	for (size_t i = 0; i < LANES; i++)
		row[i] = _mm512_loadu_si512(from + i * from_step);
	square_transpose(row);
	SQUARE_UNROLL
	for (size_t i = 0; i < LANES; i++) {
		if (streams)
			_mm512_stream_si512((void *)(to + i * to_step), row[i]);
		else
			_mm512_storeu_si512(to + i * to_step, row[i]);
	}
}

/* Whole squares. */
SQUARE_TARGET static void transpose_squares(const struct transpose *t, size_t rows, size_t columns)
{
	const bool streams = t->streams && (uintptr_t)t->to % 64 == 0 && t->to_step % LANES == 0;
	for (size_t column = 0; column < columns; column += LANES) {
		for (size_t row = 0; row < rows; row += LANES) {
			const uint32_t *from = t->from + row * t->from_step + column;
			uint32_t *to = t->to + column * t->to_step + row;
			if (streams)
				transpose_square(from, t->from_step, to, t->to_step, true);
			else
				transpose_square(from, t->from_step, to, t->to_step, false);
		}
	}
}

/* ---- AVX2: 16 rows of 8 columns at a time, so that whole lines are written */

#if defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define EIGHT_TARGET __attribute__((target("avx2"), no_sanitize_address)) /* as SQUARE_TARGET */
#else
#define EIGHT_TARGET __attribute__((target("avx2")))
#endif

EIGHT_TARGET static inline __attribute__((always_inline)) void transpose_eight(
	const uint32_t *from, size_t from_step, __m256i *out)
{
	__m256i row[8], pair[8], four[8];
	SQUARE_UNROLL
	for (size_t i = 0; i < 8; i++)
		row[i] = _mm256_loadu_si256((const void *)(from + i * from_step));
	SQUARE_UNROLL
	for (size_t i = 0; i < 8; i += 2) {
		pair[i] = _mm256_unpacklo_epi32(row[i], row[i + 1]);
		pair[i + 1] = _mm256_unpackhi_epi32(row[i], row[i + 1]);
	}
	SQUARE_UNROLL
	for (size_t i = 0; i < 8; i += 4) {
		four[i] = _mm256_unpacklo_epi64(pair[i], pair[i + 2]);
		four[i + 1] = _mm256_unpackhi_epi64(pair[i], pair[i + 2]);
		four[i + 2] = _mm256_unpacklo_epi64(pair[i + 1], pair[i + 3]);
		four[i + 3] = _mm256_unpackhi_epi64(pair[i + 1], pair[i + 3]);
	}
	SQUARE_UNROLL
	for (size_t i = 0; i < 4; i++) {
		out[i] = _mm256_permute2x128_si256(four[i], four[i + 4], 0x20);
		out[i + 4] = _mm256_permute2x128_si256(four[i], four[i + 4], 0x31);
	}
}

EIGHT_TARGET static void transpose_eights(const struct transpose *t, size_t rows, size_t columns)
{
	const bool streams = t->streams && (uintptr_t)t->to % 64 == 0 && t->to_step % LANES == 0;
	for (size_t column = 0; column < columns; column += 8) {
		for (size_t row = 0; row < rows; row += LANES) {
			const uint32_t *from = t->from + row * t->from_step + column;
			uint32_t *to = t->to + column * t->to_step + row;
			__m256i left[8], right[8];
			transpose_eight(from, t->from_step, left);
			transpose_eight(from + 8 * t->from_step, t->from_step, right);
			SQUARE_UNROLL
			for (size_t i = 0; i < 8; i++) {
				__m256i *line = (__m256i *)(void *)(to + i * t->to_step);
				if (streams) {
					_mm256_stream_si256(line, left[i]);
					_mm256_stream_si256(line + 1, right[i]);
				} else {
					_mm256_storeu_si256(line, left[i]);
					_mm256_storeu_si256(line + 1, right[i]);
				}
			}
		}
	}
}

void kernels_shared__transpose(const struct transpose *t)
{
	const bool wide = t->isa == TRANSPOSE_BEST && __builtin_cpu_supports("avx512f");
	const bool vectors = wide || (t->isa != TRANSPOSE_PORTABLE && __builtin_cpu_supports("avx2"));
	/* in squares, or their halves */
	const size_t rows = vectors ? t->rows / LANES * LANES : 0;
	const size_t columns = t->columns / (wide ? LANES : LANES / 2) * (wide ? LANES : LANES / 2);
	if (vectors)
		(wide ? transpose_squares : transpose_eights)(t, rows, columns);
	if (rows > 0 && columns < t->columns) {
		struct transpose right = *t;
		right.rows = rows;
		transpose_rest(&right, 0, columns);
	}
	transpose_rest(t, rows, 0);
}

/* Stores that bypass the caches are not ordered with others. */
void kernels_shared__transpose_end(void) { _mm_sfence(); }
#else
void kernels_shared__transpose(const struct transpose *t) { transpose_rest(t, 0, 0); }
void kernels_shared__transpose_end(void) { }
#endif
