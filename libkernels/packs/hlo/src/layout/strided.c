/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See strided.h. Vectors are words of 4 bytes: an element has one or two. */
#include "layout/strided.h"
#include "expr/isa.h"

#if HLO_ISA_X86
#include <immintrin.h>

typedef int32_t words_8 __attribute__((vector_size(32)));
typedef int32_t words_16 __attribute__((vector_size(64)));

enum hlo_steps_isa kernels_hlo__steps_isa(void)
{
	return __builtin_cpu_supports("avx512f") ? HLO_STEPS_AVX512 : __builtin_cpu_supports("avx2") ? HLO_STEPS_AVX2 : HLO_STEPS_NONE;
}

/* Where word k of adjacent elements of 1 << pair words is, if they are `step` elements apart. */
#define PLACE(k) ((((k) >> pair) * (int)step << pair) + ((k) & pair))
#define FOUR(X, first) X(first), X((first) + 1), X((first) + 2), X((first) + 3)
#define EIGHT(X, first) FOUR(X, first), FOUR(X, (first) + 4)
#define INLINED static inline __attribute__((always_inline))
#if defined(__clang__)
#define UNROLLED
#else
#define UNROLLED _Pragma("GCC unroll 4")
#endif
/* Constants of common distances: no table is made in a call. */
#define BY_STEP(call) (step == 2 ? call(2) : step == 3 ? call(3) : step == 4 ? call(4) : call(step))

/* ---- reading: each result vector takes its words from `step` vectors */

#define TARGET_AVX512 __attribute__((target("avx512f")))
TARGET_AVX512 INLINED size_t read_avx512(char *to, const char *from, const int64_t step, const int pair, size_t n)
{
	const __m512i place = (__m512i)(words_16){ EIGHT(PLACE, 0), EIGHT(PLACE, 8) }, number = _mm512_srli_epi32(place, 4);
	const size_t once = 16u >> pair;
	size_t i = 0;
	__mmask16 masks[HLO_STEPS_MOST_READ];
	for (int j = 1; j < step; j++)
		masks[j] = _mm512_cmpeq_epi32_mask(number, _mm512_set1_epi32(j));
	for (; n - i > once; i += once, from += 64 * step, to += 64) {
		__m512i found = _mm512_permutexvar_epi32(place, _mm512_loadu_si512(from));
		for (int j = 1; j < step; j++)
			found = _mm512_mask_permutexvar_epi32(found, masks[j], place, _mm512_loadu_si512(from + 64 * j));
		_mm512_storeu_si512(to, found);
	}
	return i;
}

#define TARGET_AVX2 __attribute__((target("avx2")))
TARGET_AVX2 INLINED size_t read_avx2(char *to, const char *from, const int64_t step, const int pair, size_t n)
{
	const __m256i place = (__m256i)(words_8){ EIGHT(PLACE, 0) }, number = _mm256_srli_epi32(place, 3);
	const size_t once = 8u >> pair;
	size_t i = 0;
	__m256i masks[HLO_STEPS_MOST_READ];
	for (int j = 1; j < step; j++)
		masks[j] = _mm256_cmpeq_epi32(number, _mm256_set1_epi32(j));
	for (; n - i > once; i += once, from += 32 * step, to += 32) {
		__m256i found = _mm256_permutevar8x32_epi32(_mm256_loadu_si256((const void *)from), place);
		for (int j = 1; j < step; j++)
			found = _mm256_blendv_epi8(found,
				_mm256_permutevar8x32_epi32(_mm256_loadu_si256((const void *)(from + 32 * j)), place), masks[j]);
		_mm256_storeu_si256((void *)to, found);
	}
	return i;
}

#define READ(isa, size, pair) \
	TARGET_##isa static size_t read_##isa##_##size(char *to, const char *from, int64_t step, size_t n) \
	{ \
		return BY_STEP(READ_##isa##_##size); \
	}
#define READ_AVX512_4(step) read_avx512(to, from, step, 0, n)
#define READ_AVX512_8(step) read_avx512(to, from, step, 1, n)
#define READ_AVX2_4(step) read_avx2(to, from, step, 0, n)
#define READ_AVX2_8(step) read_avx2(to, from, step, 1, n)
READ(AVX512, 4, 0)
READ(AVX512, 8, 1)
READ(AVX2, 4, 0)
READ(AVX2, 8, 1)

size_t kernels_hlo__read_steps(enum hlo_steps_isa isa, void *to, const void *from, int64_t step, size_t size, size_t n)
{
	if (step < 2 || step > HLO_STEPS_MOST_READ || (size != 4 && size != 8) || n == 0 || isa == HLO_STEPS_NONE)
		return 0;
	if (isa == HLO_STEPS_AVX512)
		return (size == 4 ? read_AVX512_4 : read_AVX512_8)(to, from, step, n);
	return (size == 4 ? read_AVX2_4 : read_AVX2_8)(to, from, step, n);
}

/* ---- writing: stores of some words. AVX2's take long on some processors; single elements are as fast there. */

#define SOURCE(k) ((int)((k) / (step << pair) << pair) + (int)((k) & pair))
#define IS_ELEMENT(k) ((uint32_t)((k) % (step << pair) < (1 << pair)) << ((k) % 16))
#define SIXTEEN(X, first) (EIGHT_OF(X, first) | EIGHT_OF(X, (first) + 8))
#define EIGHT_OF(X, k) (X(k) | X((k) + 1) | X((k) + 2) | X((k) + 3) | X((k) + 4) | X((k) + 5) | X((k) + 6) | X((k) + 7))
TARGET_AVX512 INLINED size_t write_avx512(char *to, const int64_t step, const char *from, const int pair, size_t n)
{
	const size_t once = 16u >> pair;
	size_t i = 0;
	for (; n - i >= once; i += once, from += 64, to += 64 * step) {
		const __m512i elements = _mm512_loadu_si512(from);
		UNROLLED for (int j = 0; j < step; j++) {
			const __m512i source = (__m512i)(words_16){ EIGHT(SOURCE, 16 * j), EIGHT(SOURCE, 16 * j + 8) };
			_mm512_mask_storeu_epi32(to + 64 * j, (__mmask16)SIXTEEN(IS_ELEMENT, 16 * j), _mm512_permutexvar_epi32(source, elements));
		}
	}
	return i;
}

TARGET_AVX512 static size_t write_4(char *to, int64_t step, const char *from, size_t n)
{
	return step == 2 ? write_avx512(to, 2, from, 0, n)
		: step == 3 ? write_avx512(to, 3, from, 0, n)
			    : write_avx512(to, 4, from, 0, n);
}

TARGET_AVX512 static size_t write_8(char *to, int64_t step, const char *from, size_t n)
{
	return step == 2 ? write_avx512(to, 2, from, 1, n)
		: step == 3 ? write_avx512(to, 3, from, 1, n)
			    : write_avx512(to, 4, from, 1, n);
}

size_t kernels_hlo__write_steps(enum hlo_steps_isa isa, void *to, int64_t step, const void *from, size_t size, size_t n)
{
	if (step < 2 || step > HLO_STEPS_MOST_WRITTEN || (size != 4 && size != 8) || isa != HLO_STEPS_AVX512)
		return 0;
	return (size == 4 ? write_4 : write_8)(to, step, from, n);
}
#else
enum hlo_steps_isa kernels_hlo__steps_isa(void) { return HLO_STEPS_NONE; }
size_t kernels_hlo__read_steps(enum hlo_steps_isa isa, void *to, const void *from, int64_t step, size_t size, size_t n)
{
	(void)isa, (void)to, (void)from, (void)step, (void)size, (void)n;
	return 0;
}
size_t kernels_hlo__write_steps(enum hlo_steps_isa isa, void *to, int64_t step, const void *from, size_t size, size_t n)
{
	(void)isa, (void)to, (void)step, (void)from, (void)size, (void)n;
	return 0;
}
#endif
