/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parts of narrow products of bytes, for narrow.c: 16 bits of each factor, of which an instruction multiplies and adds pairs.
 * Sums are exact. */
#ifndef KERNELS_HLO_PRODUCTS_NARROW_BYTES_H
#define KERNELS_HLO_PRODUCTS_NARROW_BYTES_H

TARGET ALWAYS __m128i load_bytes(const char *from, size_t count)
{
	char unit[UNIT] = { 0 };
	if (count >= UNIT)
		return _mm_loadu_si128((const void *)from);
	memcpy(unit, from, count);
	return _mm_loadu_si128((const void *)unit);
}

/* Adds `side` pairs of rows from k on to the sums of a unit of columns, from j on. `whole`: all rows and columns exist; if the last row does
 * not, the element of the left operand for it is 0. */
TARGET ALWAYS void add_unit(
	const struct part *p, size_t k, size_t j, const size_t side, const size_t rows, const bool whole, uint32_t *sums, size_t width)
{
	const char *b = p->b + k * p->step + j;
	const int16_t *a = (const int16_t *)p->a + k;
	const size_t columns = whole ? UNIT : p->columns - j;
	__m256i sum[MOST_ROWS][2];
	UNROLL
	for (size_t r = 0; r < rows; r++) {
		sum[r][0] = _mm256_loadu_si256((const void *)(sums + r * width + j));
		sum[r][1] = _mm256_loadu_si256((const void *)(sums + r * width + j + 8));
	}
	UNROLL
	for (size_t i = 0; i < side; i++) {
		const char *at = b + 2 * i * p->step;
		const __m128i even = load_bytes(at, columns);
		const __m128i odd = whole || k + 2 * i + 1 < p->depth ? load_bytes(at + p->step, columns) : _mm_setzero_si128();
		const __m256i low = _mm256_cvtepi8_epi16(_mm_unpacklo_epi8(even, odd));
		const __m256i high = _mm256_cvtepi8_epi16(_mm_unpackhi_epi8(even, odd));
		UNROLL
		for (size_t r = 0; r < rows; r++) {
			int32_t pair;
			memcpy(&pair, a + r * p->a_stride + 2 * i, sizeof pair);
			const __m256i left = _mm256_set1_epi32(pair);
			sum[r][0] = _mm256_add_epi32(sum[r][0], _mm256_madd_epi16(left, low));
			sum[r][1] = _mm256_add_epi32(sum[r][1], _mm256_madd_epi16(left, high));
		}
	}
	UNROLL
	for (size_t r = 0; r < rows; r++) {
		_mm256_storeu_si256((void *)(sums + r * width + j), sum[r][0]);
		_mm256_storeu_si256((void *)(sums + r * width + j + 8), sum[r][1]);
	}
}

TARGET ALWAYS void add_pairs(const struct part *p, size_t k, const size_t side, const size_t rows, uint32_t *sums, size_t width)
{
	size_t j = 0;
	if (k + 2 * side <= p->depth)
		for (; j + UNIT <= p->columns; j += UNIT)
			add_unit(p, k, j, side, rows, true, sums, width);
	for (; j < p->columns; j += UNIT)
		add_unit(p, k, j, side, rows, false, sums, width);
}

TARGET ALWAYS void columns_of_bytes(const struct part *p, const size_t rows)
{
	_Alignas(64) uint32_t sums[MOST_SUMS];
	const size_t width = (p->columns + UNIT - 1) / UNIT * UNIT;
	size_t k = 0;
	memset(sums, 0, rows * width * sizeof *sums);
	for (; k + SIDE_BY_SIDE <= p->depth && p->step >= SHORT / 4; k += SIDE_BY_SIDE)
		add_pairs(p, k, SIDE_BY_SIDE / 2, rows, sums, width);
	for (; k < p->depth; k += 2)
		add_pairs(p, k, 1, rows, sums, width);
	for (size_t r = 0; r < rows; r++)
		memcpy((uint32_t *)p->c + r * p->c_stride, sums + r * width, p->columns * sizeof *sums);
}

TARGET static void columns_i8(const struct part *p, size_t rows)
{
	switch (rows) {
	case 1: columns_of_bytes(p, 1); break;
	case 2: columns_of_bytes(p, 2); break;
	case 3: columns_of_bytes(p, 3); break;
	default: columns_of_bytes(p, 4); break;
	}
}

/* The sums of `count` lines with a row of the left operand. */
TARGET ALWAYS void dots_i8(const struct part *p, size_t column, const size_t count, size_t row)
{
	const char *b = p->b + column * p->step;
	const int16_t *a = (const int16_t *)p->a + row * p->a_stride;
	__m256i sum[SIDE_BY_SIDE];
	UNROLL
	for (size_t j = 0; j < count; j++)
		sum[j] = _mm256_setzero_si256();
	for (size_t k = 0; k < p->depth; k += UNIT) {
		const __m256i left = _mm256_loadu_si256((const void *)(a + k));
		UNROLL
		for (size_t j = 0; j < count; j++) {
			const __m256i right = _mm256_cvtepi8_epi16(load_bytes(b + j * p->step + k, p->depth - k));
			sum[j] = _mm256_add_epi32(sum[j], _mm256_madd_epi16(left, right));
		}
	}
	for (size_t j = 0; j < count; j++) {
		uint32_t parts[8], total = 0;
		_mm256_storeu_si256((void *)parts, sum[j]);
		for (size_t i = 0; i < 8; i++)
			total += parts[i];
		((uint32_t *)p->c)[row * p->c_stride + column + j] = total;
	}
}

TARGET static void lines_i8(const struct part *p, size_t rows)
{
	for (size_t column = 0; column < p->columns;) {
		const bool many = p->step >= SHORT && column + SIDE_BY_SIDE <= p->columns;
		for (size_t row = 0; row < rows; row++) {
			if (many)
				dots_i8(p, column, SIDE_BY_SIDE, row);
			else
				dots_i8(p, column, 1, row);
		}
		column += many ? SIDE_BY_SIDE : 1;
	}
}

#endif
