/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops of expr/fold.h over 32 lanes. Part of isa_loops.h. */
#define FOLD_BYTES (ISA_LANES == 1 ? 16 : 4 * ISA_LANES) /* of a vector */
#define FOLD_LANES 32

/* a: lanes, b: elements */
#define FOLD(op, name, T, expression) \
	__attribute__((LANES_ATTRIBUTES)) static void fold_##op##_##name( \
		void *lanes, const void *elements, size_t chunks, size_t step) \
	{ \
		enum { parts = FOLD_LANES * sizeof(T) / FOLD_BYTES }; \
		const char *x = elements; \
		fold_##name lane[parts]; \
		memcpy(lane, lanes, sizeof lane); \
		for (; chunks > 0; chunks--, x += step) \
			for (unsigned k = 0; k < parts; k++) { \
				fold_##name a = lane[k], b; \
				memcpy(&b, x + k * FOLD_BYTES, sizeof b); \
				lane[k] = expression; \
			} \
		memcpy(lanes, lane, sizeof lane); \
	}

#define FOLD_CHOOSE(mask, yes, no) (((yes) & (mask)) | ((no) & ~(mask)))

/* The larger or smaller one; b if one is a NaN or both are zeros. */
#if ISA_LANES == 16
#define FOLD_COMPARE(a, b, op, suffix, mask) _mm512_##op##_##suffix(a, b)
#elif ISA_LANES == 8
#define FOLD_COMPARE(a, b, op, suffix, mask) _mm256_##op##_##suffix(a, b)
#elif HLO_ISA_X86
#define FOLD_COMPARE(a, b, op, suffix, mask) _mm_##op##_##suffix(a, b)
#else
#define FOLD_LESS_max >
#define FOLD_LESS_min <
#define FOLD_COMPARE(a, b, op, suffix, mask) FOLD_CHOOSE((mask)(a FOLD_LESS_##op b), (mask)a, (mask)b)
#endif

/* Any bit of a mask is set. */
#if ISA_LANES == 16
#define FOLD_ANY(mask) (_mm512_test_epi32_mask((__m512i)(mask), (__m512i)(mask)) != 0)
#elif ISA_LANES == 8
#define FOLD_ANY(mask) (!_mm256_testz_si256((__m256i)(mask), (__m256i)(mask)))
#else
#define FOLD_ANY(mask) fold_any(&(mask))
static inline bool fold_any(const void *mask)
{
	uint64_t words[2];
	memcpy(words, mask, sizeof words);
	return (words[0] | words[1]) != 0;
}
#endif

/* Maxima and minima: a NaN stays, and -0 is less than +0. The instructions of processors do not compute this, so a first loop finds
 * out whether there is a NaN or a result of zero, and writes the lanes if not; otherwise a second one chooses exactly. `kept`: where a
 * stays. */
#define FOLD_EXTREME(op, name, T, suffix, instruction, kept, zeros) \
	FOLD(exact_##op, name, T, \
		(fold_##name)FOLD_CHOOSE((fold_mask_##name)((kept) | (a != a)), (fold_mask_##name)a, (fold_mask_##name)b zeros)) \
	__attribute__((LANES_ATTRIBUTES)) static bool fold_quick_##op##_##name( \
		void *lanes, const void *elements, size_t chunks, size_t step) \
	{ \
		enum { parts = FOLD_LANES * sizeof(T) / FOLD_BYTES }; \
		const char *x = elements; \
		fold_##name lane[parts], sum = { 0 }, b; \
		memcpy(lane, lanes, sizeof lane); \
		for (unsigned k = 0; k < parts; k++) \
			sum += lane[k]; \
		for (; chunks > 0; chunks--, x += step) \
			for (unsigned k = 0; k < parts; k++) { \
				memcpy(&b, x + k * FOLD_BYTES, sizeof b); \
				sum += b; /* a NaN stays in sums */ \
				lane[k] = (fold_##name)FOLD_COMPARE(lane[k], b, instruction, suffix, fold_mask_##name); \
			} \
		fold_mask_##name odd = (fold_mask_##name)(sum != sum); \
		for (unsigned k = 0; k < parts; k++) \
			odd |= (fold_mask_##name)(lane[k] == (fold_##name){ 0 }); \
		if (FOLD_ANY(odd)) \
			return false; \
		memcpy(lanes, lane, sizeof lane); \
		return true; \
	} \
	static void fold_##op##_##name(void *lanes, const void *elements, size_t chunks, size_t step) \
	{ \
		if (!fold_quick_##op##_##name(lanes, elements, chunks, step)) \
			fold_exact_##op##_##name(lanes, elements, chunks, step); \
	}

#define FOLD_FLOAT(name, T, I, suffix) \
	typedef T fold_##name __attribute__((vector_size(FOLD_BYTES))); \
	typedef I fold_mask_##name __attribute__((vector_size(FOLD_BYTES))); \
	FOLD(add, name, T, a + b) \
	FOLD(multiply, name, T, a *b) \
	FOLD_EXTREME(maximum, name, T, suffix, max, a > b, &((fold_mask_##name)a | (fold_mask_##name)(a != b))) \
	FOLD_EXTREME(minimum, name, T, suffix, min, a < b, | ((fold_mask_##name)a & (fold_mask_##name)(a == b)))
#define FOLD_INTEGER(name, T, U) \
	typedef T fold_##name __attribute__((vector_size(FOLD_BYTES))); \
	typedef U fold_sum_##name __attribute__((vector_size(FOLD_BYTES))); \
	FOLD(add, name, T, (fold_##name)((fold_sum_##name)a + (fold_sum_##name)b)) \
	FOLD(multiply, name, T, (fold_##name)((fold_sum_##name)a * (fold_sum_##name)b)) \
	FOLD(maximum, name, T, (fold_##name)FOLD_CHOOSE((fold_sum_##name)(a > b), (fold_sum_##name)a, (fold_sum_##name)b)) \
	FOLD(minimum, name, T, (fold_##name)FOLD_CHOOSE((fold_sum_##name)(a < b), (fold_sum_##name)a, (fold_sum_##name)b))

FOLD_FLOAT(f32, float, int32_t, ps)
FOLD_FLOAT(f64, double, int64_t, pd)
FOLD_INTEGER(i32, int32_t, uint32_t)
FOLD_INTEGER(ui32, uint32_t, uint32_t)
FOLD_INTEGER(i64, int64_t, uint64_t)

#if ISA_ONCE /* rows go through the lanes */
#define FOLD_CELL(op, name) { fold_##op##_##name, NULL }
#else
/* a, b: two elements */
#define FOLD_HALF(T, half, expression) \
	for (unsigned i = 0; i < (half); i++) { \
		const T a = lane[i], b = lane[i + (half)]; \
		lane[i] = expression; \
	}
#define FOLD_TREE(T, expression) \
	FOLD_HALF(T, 16, expression) \
	FOLD_HALF(T, 8, expression) \
	FOLD_HALF(T, 4, expression) \
	FOLD_HALF(T, 2, expression) \
	FOLD_HALF(T, 1, expression)
/* quick: computes the lanes if there are more chunks, and tells whether `quick_expression` then has the same result; the lanes
 * are computed by fold_OP_NAME otherwise */
#define FOLD_ROWS(op, name, T, expression, quick, quick_expression) \
	static void fold_rows_##op##_##name( \
		void *out, const void *elements, size_t rows, size_t n, const void *inits, size_t init_step) \
	{ \
		const T *x = elements, *init = inits; \
		const size_t chunks = n / FOLD_LANES, rest = n % FOLD_LANES; \
		for (size_t r = 0; r < rows; r++) { \
			T lane[FOLD_LANES]; \
			memcpy(lane, x, sizeof lane); \
			x += FOLD_LANES; \
			const bool clean = quick(lane, x, chunks - 1, sizeof lane); \
			if (!clean) \
				fold_##op##_##name(lane, x, chunks - 1, sizeof lane); \
			x += (chunks - 1) * FOLD_LANES; \
			for (size_t i = 0; i < rest; i++) { \
				const T a = lane[i], b = x[i]; \
				lane[i] = expression; \
			} \
			x += rest; \
			if (clean && rest == 0) { \
				FOLD_TREE(T, quick_expression) \
			} else { \
				FOLD_TREE(T, expression) \
			} \
			const T a = init[r * init_step], b = lane[0]; \
			((T *)out)[r] = expression; \
		} \
	}
#define FOLD_NEVER(lanes, elements, chunks, step) false
#define FOLD_ROW(op, form, value, name, T) FOLD_ROWS(op, name, T, (T)(value), FOLD_NEVER, (T)(value))
SCALARS_SUMS(FOLD_ROW, float, f32, float)
SCALARS_SUMS(FOLD_ROW, double, f64, double)
#define FOLD_INTEGER_ROWS(name, T, U) \
	SCALARS_SUMS(FOLD_ROW, U, name, T) \
	SCALARS_EXTREMES(FOLD_ROW, name, T)
FOLD_INTEGER_ROWS(i32, int32_t, uint32_t)
FOLD_INTEGER_ROWS(ui32, uint32_t, uint32_t)
FOLD_INTEGER_ROWS(i64, int64_t, uint64_t)
#define FOLD_EXTREME_ROWS(name, T) \
	FOLD_ROWS(maximum, name, T, HLO_FOLD_MAXIMUM(name), fold_quick_maximum_##name, a > b ? a : b) \
	FOLD_ROWS(minimum, name, T, HLO_FOLD_MINIMUM(name), fold_quick_minimum_##name, a < b ? a : b)
FOLD_EXTREME_ROWS(f32, float)
FOLD_EXTREME_ROWS(f64, double)

#define FOLD_CELL(op, name) { fold_##op##_##name, fold_rows_##op##_##name }
#endif
#define FOLD_CELLS(name) { FOLD_CELL(add, name), FOLD_CELL(multiply, name), FOLD_CELL(maximum, name), FOLD_CELL(minimum, name) }
static const struct hlo_fold_loops folds[HLO_HOT_LIMIT][HLO_FOLD_LOOPS] = { [HLO_HOT_F32] = FOLD_CELLS(f32),
	[HLO_HOT_F64] = FOLD_CELLS(f64), [HLO_HOT_I32] = FOLD_CELLS(i32), [HLO_HOT_UI32] = FOLD_CELLS(ui32),
	[HLO_HOT_I64] = FOLD_CELLS(i64) };
