/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of a single row, for one element type and one instruction set. Included by gemm_tile.h (hence no include
 * guard), with its macros. Each element of B is used once, so packing is not worthwhile. Matrices beyond the caches are read
 * in the order of their elements, which processors prefetch best: row by row if rows are short, else several long rows side
 * by side; of a transposed B several parts side by side. Whatever the order, each sum has the same terms in the same order. */

#ifndef GEMM_STREAMED
/* AddressSanitizer of gcc 12 puts vectors of 64 bytes of its own stack at addresses that are no multiples of 64. */
#ifndef UNWATCHED
#define UNWATCHED UNCHECKED __attribute__((no_sanitize_address))
#endif
#define GEMM_STREAMED ((size_t)3 << 19) /* bytes of B */
#define GEMM_SHORT_ROW ((size_t)6144)   /* bytes of a row of B */
#define GEMM_SIDE_BY_SIDE 8             /* long rows, or parts */
#define GEMM_SUMS_BYTES 16384           /* of sums that stay in the first-level cache */
#endif

/* Parts of vectors are computed by whole ones, with zeros behind: in loops over single elements the compiler may fuse
 * multiplications and additions or not. Masks read and write only the elements of the part; memcpy() of a size that is not constant takes
 * the bytes one by one. */
TARGET UNWATCHED static inline __attribute__((always_inline)) NAME(vector) NAME(load_part)(const ELEMENT *from, size_t count)
{
#if VECTOR_BYTES == 64
	const __m512i part = sizeof(ELEMENT) == 8 ? _mm512_maskz_loadu_epi64((__mmask8)((1u << count) - 1), from)
						  : _mm512_maskz_loadu_epi32((__mmask16)((1u << count) - 1), from);
	return (NAME(vector))part;
#elif VECTOR_BYTES == 32
	return (NAME(vector))(sizeof(ELEMENT) == 8 ? _mm256_maskload_epi64((const void *)from, GEMM_FIRST_4(count))
						   : _mm256_maskload_epi32((const void *)from, GEMM_FIRST_8(count)));
#else
	NAME(vector) part = { 0 };
	memcpy(&part, from, count * sizeof *from);
	return part;
#endif
}

TARGET UNWATCHED static inline __attribute__((always_inline)) void NAME(store_first)(ELEMENT *to, NAME(vector) part, size_t count)
{
#if VECTOR_BYTES == 64
	if (sizeof(ELEMENT) == 8)
		_mm512_mask_storeu_epi64(to, (__mmask8)((1u << count) - 1), (__m512i)part);
	else
		_mm512_mask_storeu_epi32(to, (__mmask16)((1u << count) - 1), (__m512i)part);
#elif VECTOR_BYTES == 32
	if (sizeof(ELEMENT) == 8)
		_mm256_maskstore_epi64((void *)to, GEMM_FIRST_4(count), (__m256i)part);
	else
		_mm256_maskstore_epi32((void *)to, GEMM_FIRST_8(count), (__m256i)part);
#else
	memcpy(to, &part, count * sizeof *to);
#endif
}

/* The sums of `count` columns, at most a vector. */
TARGET UNWATCHED static inline __attribute__((always_inline)) void NAME(store_sums)(
	const struct gemm_tile *t, size_t column, NAME(vector) sum, size_t count)
{
	const ELEMENT alpha = *(const ELEMENT *)t->alpha, beta = *(const ELEMENT *)t->beta;
	const ELEMENT *d = (const ELEMENT *)t->d + column;
	ELEMENT *c = (ELEMENT *)t->c + column;
	if (count == VECTOR_BYTES / sizeof(ELEMENT)) {
		*(NAME(vector) *)c = beta != 0 ? alpha * sum + beta * *(const NAME(vector) *)d : alpha * sum;
	} else {
		sum = beta != 0 ? alpha * sum + beta * NAME(load_part)(d, count) : alpha * sum;
		NAME(store_first)(c, sum, count);
	}
}

/* `vectors` columns of a row, in runs as long as the registers allow. */
TARGET UNWATCHED static inline __attribute__((always_inline)) void NAME(strip)(
	const struct gemm_tile *t, const size_t vectors)
{
	NAME(vector) sum[ROW_VECTORS];
	const char *b = t->b;
	const ELEMENT *a = t->a;
	UNROLL
	for (size_t v = 0; v < vectors; v++)
		sum[v] = (NAME(vector)){ 0 };
	for (size_t k = 0; k < t->depth; k++, b += t->b_step) {
		const ELEMENT left = a[k];
		UNROLL
		for (size_t v = 0; v < vectors; v++)
			sum[v] += left * *(const NAME(vector) *)(b + v * VECTOR_BYTES);
	}
	UNROLL
	for (size_t v = 0; v < vectors; v++)
		NAME(store_sums)(t, v * VECTOR_BYTES / sizeof(ELEMENT), sum[v], VECTOR_BYTES / sizeof(ELEMENT));
}

/* Less than a vector. */
TARGET UNWATCHED static void NAME(strip_part)(const struct gemm_tile *t)
{
	NAME(vector) sum = { 0 };
	const char *b = t->b;
	for (size_t k = 0; k < t->depth; k++, b += t->b_step)
		sum += ((const ELEMENT *)t->a)[k] * NAME(load_part)((const ELEMENT *)b, t->columns);
	NAME(store_sums)(t, 0, sum, t->columns);
}

/* Adds `rows` rows of B, each times its element of A, to the sums. */
TARGET UNWATCHED static inline __attribute__((always_inline)) void NAME(add_rows)(
	const ELEMENT *a, const char *b, ptrdiff_t step, ELEMENT *sums, size_t columns, const size_t rows)
{
	enum { LANES = VECTOR_BYTES / sizeof(ELEMENT), AT_ONCE = 2 };
	size_t j = 0;
	for (; j + AT_ONCE * LANES <= columns; j += AT_ONCE * LANES) {
		NAME(vector) sum[AT_ONCE];
		UNROLL
		for (size_t v = 0; v < AT_ONCE; v++)
			sum[v] = *(const NAME(vector) *)(sums + j + v * LANES);
		UNROLL
		for (size_t i = 0; i < rows; i++) {
			const ELEMENT *from = (const ELEMENT *)(b + (ptrdiff_t)i * step) + j;
			UNROLL
			for (size_t v = 0; v < AT_ONCE; v++)
				sum[v] += a[i] * *(const NAME(vector) *)(from + v * LANES);
		}
		UNROLL
		for (size_t v = 0; v < AT_ONCE; v++)
			*(NAME(vector) *)(sums + j + v * LANES) = sum[v];
	}
	for (; j < columns; j += LANES) { /* there is room for whole vectors of sums */
		NAME(vector) sum = *(const NAME(vector) *)(sums + j);
		for (size_t i = 0; i < rows; i++) {
			const ELEMENT *from = (const ELEMENT *)(b + (ptrdiff_t)i * step) + j;
			sum += a[i] * NAME(load_part)(from, columns - j < LANES ? columns - j : LANES);
		}
		*(NAME(vector) *)(sums + j) = sum;
	}
}

/* At most GEMM_SUMS_BYTES of columns. */
TARGET UNWATCHED static void NAME(stream_rows)(const struct gemm_tile *t)
{
	_Alignas(64) ELEMENT sums[GEMM_SUMS_BYTES / sizeof(ELEMENT)];
	enum { LANES = VECTOR_BYTES / sizeof(ELEMENT) };
	const ELEMENT *a = t->a;
	const bool is_short = (size_t)t->b_step < GEMM_SHORT_ROW;
	const char *b = t->b;
	size_t k = 0;
	memset(sums, 0, (t->columns + LANES - 1) / LANES * VECTOR_BYTES);
	for (; !is_short && k + GEMM_SIDE_BY_SIDE <= t->depth; k += GEMM_SIDE_BY_SIDE, b += GEMM_SIDE_BY_SIDE * t->b_step)
		NAME(add_rows)(a + k, b, t->b_step, sums, t->columns, GEMM_SIDE_BY_SIDE);
	for (; k < t->depth; k++, b += t->b_step)
		NAME(add_rows)(a + k, b, t->b_step, sums, t->columns, 1);
	for (size_t j = 0; j < t->columns; j += LANES)
		NAME(store_sums)(t, j, *(const NAME(vector) *)(sums + j), t->columns - j < LANES ? t->columns - j : LANES);
}

/* Whether B is beyond the nearest caches. */
static inline bool NAME(is_streamed)(const struct gemm_tile *t)
{
	return t->columns >= GEMM_STREAMED / sizeof(ELEMENT) / (t->depth + 1);
}

/* All columns of a single row. */
TARGET UNWATCHED static void NAME(row)(const struct gemm_tile *whole)
{
	enum { LANES = VECTOR_BYTES / sizeof(ELEMENT), SUMS = GEMM_SUMS_BYTES / sizeof(ELEMENT) };
	struct gemm_tile t = *whole;
	const bool streamed = NAME(is_streamed)(whole);
	while (t.columns > 0) {
		const size_t left = t.columns;
		size_t done = streamed && left > SUMS    ? SUMS :
			      streamed			 ? left :
			      left >= ROW_VECTORS * LANES ? ROW_VECTORS * LANES :
			      left >= 4 * LANES		 ? 4 * LANES :
			      left >= LANES		 ? LANES :
							   left;
		if (streamed) {
			t.columns = done;
			NAME(stream_rows)(&t);
			t.columns = left;
		} else if (done == ROW_VECTORS * LANES) {
			NAME(strip)(&t, ROW_VECTORS);
		} else if (done == 4 * LANES) {
			NAME(strip)(&t, 4);
		} else if (done == LANES) {
			NAME(strip)(&t, 1);
		} else {
			NAME(strip_part)(&t);
		}
		t.columns -= done;
		t.b = (const ELEMENT *)t.b + done;
		t.c = (ELEMENT *)t.c + done;
		t.d = (const ELEMENT *)t.d + done;
	}
}

/* The first half of the lanes plus the second, and so on. */
#define HALVE(n) \
	if (LANES >= 2 * (n)) { \
		typedef ELEMENT half __attribute__((vector_size((n) * sizeof(ELEMENT)))); \
		half low, high; \
		memcpy(&low, parts, sizeof low); \
		memcpy(&high, parts + (n) % LANES, sizeof high); \
		low += high; \
		memcpy(parts, &low, sizeof low); \
	}
TARGET UNWATCHED static inline __attribute__((always_inline)) ELEMENT NAME(sum_of)(NAME(vector) sums)
{
	enum { LANES = VECTOR_BYTES / sizeof(ELEMENT) };
	ELEMENT parts[LANES];
	memcpy(parts, &sums, sizeof parts);
	HALVE(8)
	HALVE(4)
	HALVE(2)
	return LANES > 1 ? parts[0] + parts[1 % LANES] : parts[0];
}
#undef HALVE

/* Dot products of the row with `columns` columns that are contiguous, `apart` columns from one to the next. The order of
 * each sum does not depend on `columns`. */
TARGET UNWATCHED static inline __attribute__((always_inline)) void NAME(dots_group)(
	const struct gemm_tile *t, const size_t columns, size_t apart)
{
	enum { LANES = VECTOR_BYTES / sizeof(ELEMENT), AT_ONCE = GEMM_SIDE_BY_SIDE };
	const ELEMENT *a = t->a, alpha = *(const ELEMENT *)t->alpha, beta = *(const ELEMENT *)t->beta;
	NAME(vector) even[AT_ONCE], odd[AT_ONCE];
	const ptrdiff_t step = (ptrdiff_t)apart * t->b_step;
	const ELEMENT *d = t->d;
	ELEMENT *c = t->c;
	size_t k = 0;
	UNROLL
	for (size_t j = 0; j < columns; j++)
		even[j] = odd[j] = (NAME(vector)){ 0 };
	for (; k + 2 * LANES <= t->depth; k += 2 * LANES) {
		const NAME(vector) left = *(const NAME(vector) *)(a + k), next = *(const NAME(vector) *)(a + k + LANES);
		UNROLL
		for (size_t j = 0; j < columns; j++) {
			const ELEMENT *b = (const ELEMENT *)((const char *)t->b + (ptrdiff_t)j * step) + k;
			even[j] += left * *(const NAME(vector) *)b;
			odd[j] += next * *(const NAME(vector) *)(b + LANES);
		}
	}
	for (; k < t->depth; k += LANES) {
		const size_t rest = t->depth - k < LANES ? t->depth - k : LANES;
		const NAME(vector) left = NAME(load_part)(a + k, rest);
		UNROLL
		for (size_t j = 0; j < columns; j++)
			even[j] += left * NAME(load_part)((const ELEMENT *)((const char *)t->b + (ptrdiff_t)j * step) + k, rest);
	}
	UNROLL
	for (size_t j = 0; j < columns; j++) {
		const ELEMENT sum = NAME(sum_of)(even[j] + odd[j]);
		c[j * apart] = beta != 0 ? alpha * sum + beta * d[j * apart] : alpha * sum;
	}
}

TARGET UNWATCHED static inline __attribute__((always_inline)) void NAME(skip_columns)(struct gemm_tile *t, size_t count)
{
	t->columns -= count;
	t->b = (const char *)t->b + (ptrdiff_t)count * t->b_step;
	t->c = (ELEMENT *)t->c + count;
	t->d = (const ELEMENT *)t->d + count;
}

TARGET UNWATCHED static void NAME(dots)(const struct gemm_tile *whole)
{
	struct gemm_tile t = *whole;
	if (NAME(is_streamed)(whole)) { /* several parts of B, each in order */
		const size_t each = t.columns / GEMM_SIDE_BY_SIDE;
		for (size_t i = 0; i < each; i++) {
			NAME(dots_group)(&t, GEMM_SIDE_BY_SIDE, each);
			NAME(skip_columns)(&t, 1);
		}
		NAME(skip_columns)(&t, (GEMM_SIDE_BY_SIDE - 1) * each);
	}
	while (t.columns > 0) {
		const size_t done = t.columns >= 4 ? 4 : 1;
		if (done == 4)
			NAME(dots_group)(&t, 4, 1);
		else
			NAME(dots_group)(&t, 1, 1);
		NAME(skip_columns)(&t, done);
	}
}
