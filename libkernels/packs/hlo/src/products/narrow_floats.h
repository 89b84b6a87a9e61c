/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parts of narrow products of floats. Included by narrow.c once for each type (hence no include guard), with the macros
 *
 *	WIDEN(from)   a unit as struct two, in any order
 *	ORDER(to, x)  stores one in the order of its elements
 *	NAME(x)       x with a unique suffix */

/* ---- rows of the right operand are contiguous: sums of all columns, in the order of WIDEN() */

TARGET ALWAYS struct two NAME(widen_some)(const char *from, size_t count)
{
	uint16_t unit[UNIT] = { 0 };
	if (count >= UNIT)
		return WIDEN(from);
	memcpy(unit, from, count * sizeof *unit);
	return WIDEN(unit);
}

/* Adds `side` rows from k on, each times its element of `rows` rows of the left operand, to the sums of a unit of columns, from j on.
 * `whole`: all of its columns exist. */
TARGET ALWAYS void NAME(add_unit)(
	const struct part *p, size_t k, size_t j, const size_t side, const size_t rows, const bool whole, float *sums, size_t width)
{
	const char *b = p->b + k * p->step + j * sizeof(uint16_t);
	const float *a = (const float *)p->a + k;
	struct two sum[MOST_ROWS];
	UNROLL
	for (size_t r = 0; r < rows; r++)
		sum[r] = (struct two){ { _mm256_loadu_ps(sums + r * width + j), _mm256_loadu_ps(sums + r * width + j + 8) } };
	UNROLL
	for (size_t i = 0; i < side; i++) {
		const struct two right = NAME(widen_some)(b + i * p->step, whole ? UNIT : p->columns - j);
		UNROLL
		for (size_t r = 0; r < rows; r++) {
			const __m256 left = _mm256_broadcast_ss(a + r * p->a_stride + i);
			sum[r].v[0] = _mm256_fmadd_ps(left, right.v[0], sum[r].v[0]);
			sum[r].v[1] = _mm256_fmadd_ps(left, right.v[1], sum[r].v[1]);
		}
	}
	UNROLL
	for (size_t r = 0; r < rows; r++) {
		_mm256_storeu_ps(sums + r * width + j, sum[r].v[0]);
		_mm256_storeu_ps(sums + r * width + j + 8, sum[r].v[1]);
	}
}

TARGET ALWAYS void NAME(add)(const struct part *p, size_t k, const size_t side, const size_t rows, float *sums, size_t width)
{
	size_t j = 0;
	for (; j + UNIT <= p->columns; j += UNIT)
		NAME(add_unit)(p, k, j, side, rows, true, sums, width);
	if (j < p->columns)
		NAME(add_unit)(p, k, j, side, rows, false, sums, width);
}

/* Blocks of the depth are summed one by one, as other products in f32 are. */
TARGET static void NAME(store)(const struct part *p, const float *sums, size_t row, bool first)
{
	float *c = (float *)p->c + row * p->c_stride;
	for (size_t j = 0; j < p->columns; j += UNIT) {
		const struct two sum = { { _mm256_loadu_ps(sums + j), _mm256_loadu_ps(sums + j + 8) } };
		float unit[UNIT];
		ORDER(unit, sum);
		for (size_t i = 0; i < hlo_least(p->columns - j, UNIT); i++)
			c[j + i] = first ? unit[i] : unit[i] + c[j + i];
	}
}

TARGET ALWAYS void NAME(columns_of)(const struct part *p, const size_t rows)
{
	_Alignas(64) float sums[MOST_SUMS];
	const size_t width = (p->columns + UNIT - 1) / UNIT * UNIT;
	const bool is_short = p->step < SHORT;
	for (size_t k = 0; k < p->depth;) {
		const size_t first = k, end = hlo_least(p->depth, k + GEMM_DEPTH);
		memset(sums, 0, rows * width * sizeof *sums);
		for (; !is_short && k + SIDE_BY_SIDE <= end; k += SIDE_BY_SIDE)
			NAME(add)(p, k, SIDE_BY_SIDE, rows, sums, width);
		for (; k < end; k++)
			NAME(add)(p, k, 1, rows, sums, width);
		for (size_t r = 0; r < rows; r++)
			NAME(store)(p, sums + r * width, r, first == 0);
	}
}

TARGET static void NAME(columns)(const struct part *p, size_t rows)
{
	switch (rows) {
	case 1: NAME(columns_of)(p, 1); break;
	case 2: NAME(columns_of)(p, 2); break;
	case 3: NAME(columns_of)(p, 3); break;
	default: NAME(columns_of)(p, 4); break;
	}
}

/* ---- lines of the right operand are contiguous */

/* The sums of `count` lines with a row of the left operand. */
TARGET ALWAYS void NAME(dots)(const struct part *p, size_t column, const size_t count, size_t row)
{
	const char *b = p->b + column * p->step;
	const float *a = (const float *)p->a + row * p->a_stride;
	struct two sum[SIDE_BY_SIDE];
	UNROLL
	for (size_t j = 0; j < count; j++)
		sum[j].v[0] = sum[j].v[1] = _mm256_setzero_ps();
	for (size_t k = 0; k < p->depth; k += UNIT) {
		const __m256 low = _mm256_loadu_ps(a + k), high = _mm256_loadu_ps(a + k + 8);
		UNROLL
		for (size_t j = 0; j < count; j++) {
			const struct two right = NAME(widen_some)(b + j * p->step + k * sizeof(uint16_t), p->depth - k);
			sum[j].v[0] = _mm256_fmadd_ps(low, right.v[0], sum[j].v[0]);
			sum[j].v[1] = _mm256_fmadd_ps(high, right.v[1], sum[j].v[1]);
		}
	}
	for (size_t j = 0; j < count; j++) {
		float parts[8];
		_mm256_storeu_ps(parts, _mm256_add_ps(sum[j].v[0], sum[j].v[1]));
		for (size_t half = 4; half > 0; half /= 2)
			for (size_t i = 0; i < half; i++)
				parts[i] += parts[i + half];
		((float *)p->c)[row * p->c_stride + column + j] = parts[0];
	}
}

TARGET static void NAME(lines)(const struct part *p, size_t rows)
{
	const bool is_short = p->step < SHORT;
	for (size_t column = 0; column < p->columns;) {
		const bool many = !is_short && column + SIDE_BY_SIDE <= p->columns;
		for (size_t row = 0; row < rows; row++) {
			if (many)
				NAME(dots)(p, column, SIDE_BY_SIDE, row);
			else
				NAME(dots)(p, column, 1, row);
		}
		column += many ? SIDE_BY_SIDE : 1;
	}
}

#undef WIDEN
#undef ORDER
#undef NAME
