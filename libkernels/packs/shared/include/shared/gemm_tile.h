/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The inner loops of a matrix product, for one element type and one instruction set. Included by gemm_isa.c
 * once for each pair (hence no include guard), with these macros:
 *
 *	ELEMENT        float, double or uint32_t (signed products have the same bits, and unsigned ones may wrap)
 *	VECTOR_BYTES   width of a vector register
 *	TARGET         attribute that enables the instruction set
 *	HEIGHTS(LOW, HIGH)  LOW(1) LOW(2) ... up to the number of rows whose sums fit in the registers, HIGH for those that occur if
 *	               there are several tiles
 *	ROW_VECTORS    number of vectors of a row that suffice for a single row
 *	GROUPS         defined if an element is a group: MULTIPLY_ADD(sum, left, right) is defined, too, for a vector of
 *	               sums, a group as ELEMENT, and a vector of groups. There are no functions for single rows then
 *	NAME(x)        x with a unique suffix */

#ifndef UNROLL
#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
/* Under -std=c11 gcc does not contract multiplication and addition, clang does. Fused operations are wanted here. */
#pragma GCC optimize("fp-contract=fast")
#endif

/* 16 registers hold 6 rows of two vectors and the factors; 32 registers hold 14 rows. */
#define HEIGHTS_6(LOW, HIGH) LOW(1) LOW(2) HIGH(3) HIGH(4) HIGH(5) HIGH(6)
#define HEIGHTS_14(LOW, HIGH) HEIGHTS_6(LOW, LOW) HIGH(7) HIGH(8) HIGH(9) HIGH(10) HIGH(11) HIGH(12) HIGH(13) HIGH(14)

/* AddressSanitizer checks the accesses. UndefinedBehaviorSanitizer would check each pointer again, and the compiler would take
 * three times as long. */
#define UNCHECKED __attribute__((no_sanitize("null"), no_sanitize("alignment"), no_sanitize("object-size"), \
	no_sanitize("pointer-overflow")))

#if defined(__x86_64__) && defined(__GNUC__)
#define GEMM_X86 1
#else
#define GEMM_X86 0
#endif
#endif

#ifndef GROUPS
#define MULTIPLY_ADD(sum, left, right) ((sum) + (left) * (right))
#endif

typedef ELEMENT NAME(vector) __attribute__((vector_size(VECTOR_BYTES), aligned(4), may_alias));

/* Partial vectors are copied through memory. */
TARGET UNCHECKED static __attribute__((noinline)) void NAME(store_part)(
	const struct gemm_tile *t, const ELEMENT *sums, size_t rows, size_t width)
{
	const ELEMENT alpha = *(const ELEMENT *)t->alpha, beta = *(const ELEMENT *)t->beta;
	for (size_t i = 0; i < rows; i++, sums += width) {
		ELEMENT *c = (ELEMENT *)((char *)t->c + (ptrdiff_t)i * t->c_row);
		const ELEMENT *d = (const ELEMENT *)((const char *)t->d + (ptrdiff_t)i * t->d_row);
		for (size_t j = 0; j < t->columns; j++)
			c[j] = beta != 0 ? alpha * sums[j] + beta * d[j] : alpha * sums[j];
	}
}

/* `rows` and `vectors` are constants at each call, so that loops over them are unrolled and the sums stay in
 * registers. */
TARGET UNCHECKED static inline __attribute__((always_inline)) void NAME(tile)(const struct gemm_tile *t, const size_t rows,
	const size_t vectors, const bool packs)
{
	enum { LANES = VECTOR_BYTES / sizeof(ELEMENT), GROUP = 3 };
	NAME(vector) sum[GEMM_MOST_ROWS][2];
	/* Every third row has a pointer; the next two rows are addressed relative to it, which saves registers. */
	const char *a[(GEMM_MOST_ROWS + GROUP - 1) / GROUP];
	const ptrdiff_t row = t->a_row, a_step = t->a_step, b_step = t->b_step, next_step = t->next_step;
	const char *b = t->b, *next = t->next;
	char *panel = t->panel;
	UNROLL
	for (size_t i = 0; i < rows; i++) {
		UNROLL
		for (size_t v = 0; v < vectors; v++)
			sum[i][v] = (NAME(vector)){ 0 };
	}
	UNROLL
	for (size_t g = 0; g < (rows + GROUP - 1) / GROUP; g++)
		a[g] = (const char *)t->a + (ptrdiff_t)g * GROUP * row;
	UNROLL
	for (size_t i = 0; i < rows; i++) {
		UNROLL
		for (size_t v = 0; v < vectors; v++)
			__builtin_prefetch((const char *)t->c + (ptrdiff_t)i * t->c_row + v * VECTOR_BYTES, 1);
	}
	const size_t packed = packs ? vectors : 0;
	for (size_t k = t->depth; k > 0; k--) {
		NAME(vector) right[2];
		UNROLL
		for (size_t v = 0; v < vectors; v++)
			right[v] = *(const NAME(vector) *)(b + v * VECTOR_BYTES);
		UNROLL
		for (size_t v = 0; v < vectors; v++)
			__builtin_prefetch(next + v * VECTOR_BYTES);
		UNROLL
		for (size_t v = 0; v < packed; v++)
			*(NAME(vector) *)(panel + v * VECTOR_BYTES) = right[v];
		b += b_step;
		next += next_step;
		panel += packed * VECTOR_BYTES;
		UNROLL
		for (size_t i = 0; i < rows; i++) {
			const ELEMENT left = *(const ELEMENT *)(a[i / GROUP] + (ptrdiff_t)(i % GROUP) * row);
			UNROLL
			for (size_t v = 0; v < vectors; v++)
				sum[i][v] = MULTIPLY_ADD(sum[i][v], left, right[v]);
		}
		UNROLL
		for (size_t g = 0; g < (rows + GROUP - 1) / GROUP; g++)
			a[g] += a_step;
	}
	if (t->columns == vectors * LANES) {
		const ELEMENT alpha = *(const ELEMENT *)t->alpha, beta = *(const ELEMENT *)t->beta;
		const char *d = t->d;
		char *c = t->c;
		UNROLL
		for (size_t i = 0; i < rows; i++, c += t->c_row, d += t->d_row) {
			UNROLL
			for (size_t v = 0; v < vectors; v++) {
				NAME(vector) *to = (NAME(vector) *)(c + v * VECTOR_BYTES);
				const NAME(vector) *old = (const NAME(vector) *)(d + v * VECTOR_BYTES);
				*to = beta != 0 ? alpha * sum[i][v] + beta * *old : alpha * sum[i][v];
			}
		}
		return;
	}
	ELEMENT sums[GEMM_MOST_ROWS * 2 * LANES];
	UNROLL
	for (size_t i = 0; i < rows; i++) {
		UNROLL
		for (size_t v = 0; v < vectors; v++)
			*(NAME(vector) *)&sums[(i * vectors + v) * LANES] = sum[i][v];
	}
	NAME(store_part)(t, sums, rows, vectors * LANES);
}

#define WIDE(height) \
	TARGET UNCHECKED static void NAME(wide_##height)(const struct gemm_tile *t) { NAME(tile)(t, height, 2, false); }
#define NARROW(height) \
	TARGET UNCHECKED static void NAME(narrow_##height)(const struct gemm_tile *t) { NAME(tile)(t, height, 1, false); }
#define PACKING(height) \
	TARGET UNCHECKED static void NAME(packing_##height)(const struct gemm_tile *t) { NAME(tile)(t, height, 2, true); }
#define WIDE_NAME(height) NAME(wide_##height),
#define NARROW_NAME(height) NAME(narrow_##height),
#define PACKING_NAME(height) NAME(packing_##height),
#define NONE(height)
#define NONE_NAME(height) NULL,
HEIGHTS(WIDE, WIDE)
HEIGHTS(NARROW, NARROW)
HEIGHTS(NONE, PACKING)
static const gemm_tile_fn NAME(wide)[] = { HEIGHTS(WIDE_NAME, WIDE_NAME) };
static const gemm_tile_fn NAME(narrow)[] = { HEIGHTS(NARROW_NAME, NARROW_NAME) };
static const gemm_tile_fn NAME(packing)[] = { HEIGHTS(NONE_NAME, PACKING_NAME) };
#undef WIDE
#undef NARROW
#undef PACKING
#undef WIDE_NAME
#undef NARROW_NAME
#undef PACKING_NAME
#undef NONE
#undef NONE_NAME

#ifndef GROUPS
/* `vectors` columns of a single row. Each element of B is used once, so packing is not worthwhile: B is read in runs as
 * long as the registers allow. */
TARGET UNCHECKED static inline __attribute__((always_inline)) void NAME(strip)(const struct gemm_tile *t, const size_t vectors)
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
	const ELEMENT alpha = *(const ELEMENT *)t->alpha, beta = *(const ELEMENT *)t->beta;
	UNROLL
	for (size_t v = 0; v < vectors; v++) {
		NAME(vector) *to = (NAME(vector) *)((char *)t->c + v * VECTOR_BYTES);
		const NAME(vector) *old = (const NAME(vector) *)((const char *)t->d + v * VECTOR_BYTES);
		*to = beta != 0 ? alpha * sum[v] + beta * *old : alpha * sum[v];
	}
}

/* All columns of a single row. */
TARGET UNCHECKED static void NAME(row)(const struct gemm_tile *whole)
{
	enum { LANES = VECTOR_BYTES / sizeof(ELEMENT) };
	struct gemm_tile t = *whole;
	while (t.columns > 0) {
		size_t done = t.columns >= ROW_VECTORS * LANES ? ROW_VECTORS * LANES :
			      t.columns >= 4 * LANES	       ? 4 * LANES :
			      t.columns >= LANES	       ? LANES :
								 1;
		if (done == ROW_VECTORS * LANES) {
			NAME(strip)(&t, ROW_VECTORS);
		} else if (done == 4 * LANES) {
			NAME(strip)(&t, 4);
		} else if (done == LANES) {
			NAME(strip)(&t, 1);
		} else {
			const ELEMENT alpha = *(const ELEMENT *)t.alpha, beta = *(const ELEMENT *)t.beta;
			const ELEMENT *d = t.d;
			ELEMENT sum = 0, *c = t.c;
			const char *b = t.b;
			for (size_t k = 0; k < t.depth; k++, b += t.b_step)
				sum += ((const ELEMENT *)t.a)[k] * *(const ELEMENT *)b;
			*c = beta != 0 ? alpha * sum + beta * *d : alpha * sum;
		}
		t.columns -= done;
		t.b = (const ELEMENT *)t.b + done;
		t.c = (ELEMENT *)t.c + done;
		t.d = (const ELEMENT *)t.d + done;
	}
}

/* Dot products of the row with `columns` columns that are contiguous. The order of each sum does not depend on
 * `columns`. */
TARGET UNCHECKED static inline __attribute__((always_inline)) void NAME(dots_group)(const struct gemm_tile *t, const size_t columns)
{
	enum { LANES = VECTOR_BYTES / sizeof(ELEMENT), AT_ONCE = 4 };
	const ELEMENT *a = t->a, alpha = *(const ELEMENT *)t->alpha, beta = *(const ELEMENT *)t->beta;
	NAME(vector) even[AT_ONCE], odd[AT_ONCE];
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
			const ELEMENT *b = (const ELEMENT *)((const char *)t->b + (ptrdiff_t)j * t->b_step) + k;
			even[j] += left * *(const NAME(vector) *)b;
			odd[j] += next * *(const NAME(vector) *)(b + LANES);
		}
	}
	UNROLL
	for (size_t j = 0; j < columns; j++) {
		const ELEMENT *b = (const ELEMENT *)((const char *)t->b + (ptrdiff_t)j * t->b_step);
		const NAME(vector) sums = even[j] + odd[j];
		ELEMENT parts[LANES], rest = 0;
		memcpy(parts, &sums, sizeof parts);
		for (size_t half = LANES / 2; half > 0; half /= 2)
			for (size_t i = 0; i < half; i++)
				parts[i] += parts[i + half];
		for (size_t i = k; i < t->depth; i++)
			rest += a[i] * b[i];
		const ELEMENT sum = parts[0] + rest;
		c[j] = beta != 0 ? alpha * sum + beta * d[j] : alpha * sum;
	}
}

TARGET UNCHECKED static void NAME(dots)(const struct gemm_tile *whole)
{
	struct gemm_tile t = *whole;
	while (t.columns > 0) {
		const size_t done = t.columns >= 4 ? 4 : 1;
		if (done == 4)
			NAME(dots_group)(&t, 4);
		else
			NAME(dots_group)(&t, 1);
		t.columns -= done;
		t.b = (const char *)t.b + (ptrdiff_t)done * t.b_step;
		t.c = (ELEMENT *)t.c + done;
		t.d = (const ELEMENT *)t.d + done;
	}
}
#endif

#undef ROW_VECTORS
#undef MULTIPLY_ADD
#undef GROUPS
#undef ELEMENT
#undef VECTOR_BYTES
#undef TARGET
#undef HEIGHTS
#undef NAME
