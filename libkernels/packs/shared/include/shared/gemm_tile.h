/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The inner loops of a matrix product, for one element type and one instruction set. Included by gemm_isa.c
 * once for each pair (hence no include guard), with these macros:
 *
 *	ELEMENT        float, double or uint32_t (signed products have the same bits, and unsigned ones may wrap)
 *	VECTOR_BYTES   width of a vector register
 *	TARGET         attribute that enables the instruction set
 *	HEIGHTS(LOW, HIGH)  LOW(1) LOW(2) ... up to the number of rows whose sums fit in the registers, HIGH for those that occur if
 *	               there are several tiles
 *	ROW_VECTORS    number of vectors of a row that suffice for a single row; not defined: no functions for single rows
 *	GROUPS         defined if an element is a group: MULTIPLY_ADD(sum, left, right) is defined, too, for a vector of
 *	               sums, a group as ELEMENT, and a vector of groups
 *	NAME(x)        x with a unique suffix */

#ifndef UNROLL
#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
/* Under -std=c11 gcc does not contract multiplication and addition, clang does. Fused operations are wanted here.
 * With ipa-ra gcc 12 omits vzeroupper around calls of functions that it knows to use no upper parts of registers, and after them; below -O2
 * it writes vzeroupper only as an expensive optimization. */
#pragma GCC optimize("fp-contract=fast,no-ipa-ra,expensive-optimizations")
#endif

/* 16 registers hold 6 rows of two vectors and the factors; 32 registers hold 14 rows. */
#define HEIGHTS_2(LOW, HIGH) HIGH(1) HIGH(2)
#define HEIGHTS_6(LOW, HIGH) LOW(1) LOW(2) HIGH(3) HIGH(4) HIGH(5) HIGH(6)
#define HEIGHTS_14(LOW, HIGH) HEIGHTS_6(LOW, LOW) HIGH(7) HIGH(8) HIGH(9) HIGH(10) HIGH(11) HIGH(12) HIGH(13) HIGH(14)

/* AddressSanitizer checks the accesses. UndefinedBehaviorSanitizer would check each pointer again, and the compiler would take
 * three times as long. */
#define UNCHECKED __attribute__((no_sanitize("null"), no_sanitize("alignment"), no_sanitize("object-size"), \
	no_sanitize("pointer-overflow")))

#if defined(__x86_64__) && defined(__GNUC__) && !defined(KERNELS_ONE_ISA)
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
	for (size_t k = t->depth; k > 0; k--) {
		NAME(vector) right[2];
		UNROLL
		for (size_t v = 0; v < vectors; v++)
			right[v] = *(const NAME(vector) *)(b + v * VECTOR_BYTES);
		UNROLL
		for (size_t v = 0; v < vectors; v++)
			__builtin_prefetch(next + v * VECTOR_BYTES);
		if (packs) {
			UNROLL
			for (size_t v = 0; v < vectors; v++)
				*(NAME(vector) *)(panel + v * VECTOR_BYTES) = right[v];
			panel += vectors * VECTOR_BYTES;
		}
		b += b_step;
		next += next_step;
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

/* Among operations on vectors of 64 bytes the question whether there is a panel takes no time, so wide tiles also pack. */
#define WIDE(height) \
	TARGET UNCHECKED static void NAME(wide_##height)(const struct gemm_tile *t) \
	{ \
		NAME(tile)(t, height, 2, VECTOR_BYTES == 64 && t->panel); \
	}
#define NARROW(height) \
	TARGET UNCHECKED static void NAME(narrow_##height)(const struct gemm_tile *t) { NAME(tile)(t, height, 1, false); }
#if VECTOR_BYTES == 64
#define PACKING(height)
#define PACKING_NAME(height) NAME(wide_##height),
#else
#define PACKING(height) \
	TARGET UNCHECKED static void NAME(packing_##height)(const struct gemm_tile *t) { NAME(tile)(t, height, 2, true); }
#define PACKING_NAME(height) NAME(packing_##height),
#endif
#define WIDE_NAME(height) NAME(wide_##height),
#define NARROW_NAME(height) NAME(narrow_##height),
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

#ifdef ROW_VECTORS
#include <shared/gemm_vector.h>
#endif

#undef ROW_VECTORS
#undef MULTIPLY_ADD
#undef GROUPS
#undef ELEMENT
#undef VECTOR_BYTES
#undef TARGET
#undef HEIGHTS
#undef NAME
