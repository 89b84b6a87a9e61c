/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parts of products of few rows, for one type of elements. Included by few_rows.c once for each (hence no include guard), with the macros
 *
 *	OF_GROUP                        elements of a group: 2 or 4
 *	TARGET                          attribute that enables the instruction set
 *	TURN(vector)                    b as the instruction reads it
 *	MULTIPLY_ADD(sum, left, right)  a group of a times 16 groups of b
 *	PLUS(x, y)                      adds 16 sums
 *	CORRECTION(a, step, depth)      a number that is added to all sums of a row; 0 for floats
 *	NAME(x)                         x with a unique suffix */

/* Stores sums of `columns` columns of a row, from `column` on. */
TARGET static __attribute__((noinline)) void NAME(store)(const struct part *p, size_t row, size_t column, size_t columns,
	const uint32_t *sums)
{
	const __m512i correction = _mm512_set1_epi32((int)CORRECTION(p->a + row * p->a_row, p->a_group, p->depth));
	uint32_t *c = p->c + row * p->c_stride + column;
	for (size_t i = 0; i < columns; i += LANES) {
		const __mmask16 mask = (__mmask16)low_bits(columns - i);
		__m512i sum = _mm512_add_epi32(_mm512_loadu_si512(sums + i), correction); /* 0 leaves floats as they are */
		if (p->add)
			sum = PLUS(_mm512_maskz_loadu_epi32(mask, c + i), sum);
		_mm512_mask_storeu_epi32(c + i, mask, sum);
	}
}

/* ---- elements of a row of b are contiguous */

TARGET ALWAYS __m512i NAME(load)(const char *from, uint64_t mask)
{
#if OF_GROUP == 2
	return _mm512_maskz_loadu_epi16((__mmask32)mask, from);
#else
	return _mm512_maskz_loadu_epi8((__mmask64)mask, from);
#endif
}

/* Groups of `there` rows: each vector has those of 4 columns of each quarter of the rows. */
TARGET ALWAYS void NAME(weave)(const char *from, size_t step, size_t there, uint64_t mask, __m512i *out)
{
	__m512i row[OF_GROUP];
	SQUARE_UNROLL
	for (size_t k = 0; k < OF_GROUP; k++)
		row[k] = NAME(load)(k < there ? from + k * step : from, k < there ? mask : 0);
#if OF_GROUP == 2
	out[0] = _mm512_unpacklo_epi16(row[0], row[1]);
	out[1] = _mm512_unpackhi_epi16(row[0], row[1]);
#else
	const __m512i a = _mm512_unpacklo_epi8(row[0], row[1]), b = _mm512_unpackhi_epi8(row[0], row[1]);
	const __m512i c = _mm512_unpacklo_epi8(row[2], row[3]), d = _mm512_unpackhi_epi8(row[2], row[3]);
	out[0] = _mm512_unpacklo_epi16(a, c);
	out[1] = _mm512_unpackhi_epi16(a, c);
	out[2] = _mm512_unpacklo_epi16(b, d);
	out[3] = _mm512_unpackhi_epi16(b, d);
#endif
	SQUARE_UNROLL
	for (size_t i = 0; i < OF_GROUP; i++)
		out[i] = TURN(out[i]);
}

/* Sums of the vectors of weave() in the order of columns. */
TARGET static __attribute__((noinline)) void NAME(order)(const __m512i *woven, size_t units, uint32_t *out)
{
	for (; units > 0; units--, woven += OF_GROUP, out += OF_GROUP * LANES) {
		for (size_t i = 0; i < OF_GROUP; i++) {
			_mm_storeu_si128((__m128i *)(out + 4 * i), _mm512_extracti32x4_epi32(woven[i], 0));
			_mm_storeu_si128((__m128i *)(out + 4 * (OF_GROUP + i)), _mm512_extracti32x4_epi32(woven[i], 1));
			_mm_storeu_si128((__m128i *)(out + 4 * (2 * OF_GROUP + i)), _mm512_extracti32x4_epi32(woven[i], 2));
			_mm_storeu_si128((__m128i *)(out + 4 * (3 * OF_GROUP + i)), _mm512_extracti32x4_epi32(woven[i], 3));
		}
	}
}

/* A group of `there` rows of b for all sums of a tile. */
TARGET ALWAYS void NAME(step)(const struct part *p, const char *b, const uint32_t *const *a, const size_t rows, const size_t units,
	size_t there, uint64_t mask, __m512i (*sums)[MOST_VECTORS])
{
	SQUARE_UNROLL
	for (size_t u = 0; u < units; u++) {
		__m512i right[OF_GROUP];
		NAME(weave)(b + u * UNIT, p->b_step, there, mask, right);
		SQUARE_UNROLL
		for (size_t i = 0; i < rows; i++) {
			SQUARE_UNROLL
			for (size_t v = 0; v < OF_GROUP; v++)
				sums[i][u * OF_GROUP + v] = MULTIPLY_ADD(sums[i][u * OF_GROUP + v], *a[i], right[v]);
		}
	}
}

/* `rows` and `units` are constants in each call, so that the sums stay in registers. A single unit has the columns of `mask`. Rows
 * from `p->rows` on are the last one once more, and not stored. */
TARGET ALWAYS void NAME(tile)(const struct part *p, size_t column, const size_t rows, const size_t units, uint64_t mask)
{
	enum { COLUMNS = LANES * OF_GROUP };
	const char *b = p->b + column * (4 / OF_GROUP);
	const uint32_t *a[MOST_ROWS];
	__m512i sums[MOST_ROWS][MOST_VECTORS];
	SQUARE_UNROLL
	for (size_t i = 0; i < rows; i++) {
		a[i] = p->a + hlo_least(i, p->rows - 1) * p->a_row;
		SQUARE_UNROLL
		for (size_t v = 0; v < units * OF_GROUP; v++)
			sums[i][v] = _mm512_setzero_si512();
	}
	size_t k = 0;
	for (; k + OF_GROUP <= p->depth; k += OF_GROUP, b += OF_GROUP * p->b_step) {
		NAME(step)(p, b, a, rows, units, OF_GROUP, mask, sums);
		SQUARE_UNROLL
		for (size_t i = 0; i < rows; i++)
			a[i] += p->a_group;
	}
	if (k < p->depth)
		NAME(step)(p, b, a, rows, units, p->depth - k, mask, sums);
	SQUARE_UNROLL
	for (size_t i = 0; i < rows; i++) {
		__m512i woven[MOST_VECTORS]; /* a copy, since `sums` would not be in registers if it had an address */
		uint32_t ordered[MOST_VECTORS * LANES];
		SQUARE_UNROLL
		for (size_t v = 0; v < units * OF_GROUP; v++)
			woven[v] = sums[i][v];
		if (i >= p->rows)
			break;
		NAME(order)(woven, units, ordered);
		NAME(store)(p, i, column, hlo_least(p->columns - column, units * COLUMNS), ordered);
	}
}

TARGET ALWAYS void NAME(tiles)(const struct part *p, const size_t rows)
{
	enum { COLUMNS = LANES * OF_GROUP };
	const size_t most = MOST_VECTORS / rows / OF_GROUP;
	size_t column = 0;
	for (; column + most * COLUMNS <= p->columns; column += most * COLUMNS)
		NAME(tile)(p, column, rows, most, UINT64_MAX);
	for (; column < p->columns; column += COLUMNS)
		NAME(tile)(p, column, rows, 1, low_bits(p->columns - column));
}

/* A group of `there` rows of b for the sums of one unit, which are in memory. */
TARGET ALWAYS void NAME(add_group)(const struct part *p, size_t k, size_t unit, size_t there, uint64_t mask, __m512i *sums)
{
	__m512i right[OF_GROUP];
	NAME(weave)(p->b + k * p->b_step + unit * UNIT, p->b_step, there, mask, right);
	const uint32_t left = p->a[k / OF_GROUP * p->a_group];
	SQUARE_UNROLL
	for (size_t v = 0; v < OF_GROUP; v++)
		sums[v] = MULTIPLY_ADD(sums[v], left, right[v]);
}

/* Some rows of b along all columns. `full`: there are as many. */
TARGET ALWAYS void NAME(add_far)(const struct part *p, size_t k, const size_t rows, const bool full, uint32_t *sums)
{
	enum { COLUMNS = LANES * OF_GROUP };
	for (size_t u = 0; u * COLUMNS < p->columns; u++, sums += COLUMNS) {
		const uint64_t mask = low_bits(p->columns - u * COLUMNS);
		__m512i sum[OF_GROUP];
		SQUARE_UNROLL
		for (size_t v = 0; v < OF_GROUP; v++)
			sum[v] = _mm512_loadu_si512(sums + v * LANES);
		SQUARE_UNROLL
		for (size_t i = 0; i < rows; i += OF_GROUP)
			NAME(add_group)(p, k + i, u, full ? OF_GROUP : hlo_least(p->depth - k, OF_GROUP), mask, sum);
		SQUARE_UNROLL
		for (size_t v = 0; v < OF_GROUP; v++)
			_mm512_storeu_si512(sums + v * LANES, sum[v]);
	}
}

/* One row times a matrix in memory, whose rows are read from one end to the other: pieces of 256 bytes, one from each, come half as fast. The
 * sums stay in the first cache. */
TARGET static void NAME(far)(const struct part *p)
{
	enum { COLUMNS = LANES * OF_GROUP };
	uint32_t sums[FAR_PART], ordered[FAR_PART];
	const size_t units = (p->columns + COLUMNS - 1) / COLUMNS;
	size_t k = 0;
	memset(sums, 0, units * COLUMNS * sizeof *sums);
	for (; k + SIDE_BY_SIDE <= p->depth; k += SIDE_BY_SIDE)
		NAME(add_far)(p, k, SIDE_BY_SIDE, true, sums);
	for (; k < p->depth; k += OF_GROUP)
		NAME(add_far)(p, k, OF_GROUP, false, sums);
	for (size_t u = 0; u < units; u++) {
		__m512i woven[OF_GROUP];
		for (size_t v = 0; v < OF_GROUP; v++)
			woven[v] = _mm512_loadu_si512(sums + u * COLUMNS + v * LANES);
		NAME(order)(woven, 1, ordered + u * COLUMNS);
	}
	NAME(store)(p, 0, 0, p->columns, ordered);
}

/* ---- elements of a column of b are contiguous */

/* 16 groups of 16 columns. */
TARGET ALWAYS void NAME(square)(const char *const *lines, size_t at, uint64_t mask, uint32_t (*left)[LANES], const size_t rows,
	size_t set, __m512i (*sums)[SETS])
{
	__m512i right[LANES];
	SQUARE_UNROLL
	for (size_t j = 0; j < LANES; j++)
		right[j] = TURN(_mm512_maskz_loadu_epi8((__mmask64)mask, lines[j] + at));
	square_transpose(right);
	SQUARE_UNROLL
	for (size_t i = 0; i < rows; i++) {
		__m512i sum = sums[i][set];
		SQUARE_UNROLL
		for (size_t g = 0; g < LANES; g++)
			sum = MULTIPLY_ADD(sum, left[i][g], right[g]);
		sums[i][set] = sum;
	}
}

/* Up to SETS * 16 columns, so that the sums of others continue while one waits for its previous one. */
TARGET ALWAYS void NAME(squares)(const struct part *p, size_t column, size_t columns, const size_t rows)
{
	const size_t bytes = p->depth * (4 / OF_GROUP);
	const char *lines[SETS * LANES];
	__m512i sums[MOST_ROWS][SETS];
	for (size_t j = 0; j < SETS * LANES; j++) /* sums of those beyond the last one are not stored */
		lines[j] = p->b + (column + hlo_least(j, columns - 1)) * p->b_step;
	memset(sums, 0, sizeof sums);
	for (size_t at = 0; at < bytes; at += UNIT) {
		const size_t groups = hlo_least((bytes - at + 3) / 4, LANES);
		uint32_t left[MOST_ROWS][LANES] = { { 0 } };
		for (size_t i = 0; i < hlo_least(rows, p->rows); i++)
			for (size_t g = 0; g < groups; g++)
				left[i][g] = p->a[i * p->a_row + (at / 4 + g) * p->a_group];
		for (size_t s = 0; s * LANES < columns; s++)
			NAME(square)(lines + s * LANES, at, low_bits(bytes - at), left, rows, s, sums);
	}
	for (size_t i = 0; i < hlo_least(rows, p->rows); i++)
		NAME(store)(p, i, column, columns, (const uint32_t *)(const void *)sums[i]);
}

/* ---- all rows */

TARGET static void NAME(columns)(const struct part *p)
{
	if (p->rows == 1)
		NAME(tiles)(p, 1);
	else if (p->rows == 2)
		NAME(tiles)(p, 2);
	else
		NAME(tiles)(p, 4);
}

TARGET static void NAME(lines)(const struct part *p)
{
	for (size_t column = 0, columns; column < p->columns; column += columns) {
		columns = hlo_least(p->columns - column, SETS * LANES);
		if (p->rows == 1)
			NAME(squares)(p, column, columns, 1);
		else
			NAME(squares)(p, column, columns, 4);
	}
}

#undef OF_GROUP
#undef TARGET
#undef TURN
#undef MULTIPLY_ADD
#undef PLUS
#undef CORRECTION
#undef NAME
