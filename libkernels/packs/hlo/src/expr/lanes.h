/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lanes: one vector of f32, or a single f32, behind the same macros, for functions that are written once (math_f32.h).
 * Included several times, with LANES_FN (isa_loops.h) and
 *	LANES		1, 8 (AVX2 and FMA) or 16 (AVX-512F)
 *	LANE_NAME(x)	the name of a function or type for these lanes
 *	HLO_FMA		defined if the target multiplies and adds with one rounding. Without, sums of f32 are rounded twice, which
 *			gives the same bits but in one of 2^28 cases.
 * Every operation gives the same bits for any number of lanes. MAXIMUM, MINIMUM and LESS are comparisons: if one operand
 * is a NaN, the result is the second one, or `no`. */
#undef VF
#undef VU
#undef VI
#undef BITS
#undef OF_BITS
#undef SET
#undef FMA
#undef MAXIMUM
#undef MINIMUM
#undef LESS
#undef SQRT
#undef TO_FLOAT
#undef LOAD_PART
#undef STORE_PART

#define VF LANE_NAME(lanes_f)
#define VU LANE_NAME(lanes_u)
#define VI LANE_NAME(lanes_i)

#if LANES == 1
typedef float VF;
typedef uint32_t VU;
typedef int32_t VI;
#define BITS(x) scalars_bits_f32(x)
#define OF_BITS(u) scalars_of_bits_f32(u)
#define SET(x) (x)
#if defined(HLO_FMA)
#define FMA(a, b, c) __builtin_fmaf(a, b, c)
#else
#define FMA(a, b, c) ((float)((double)(a) * (double)(b) + (double)(c)))
#endif
#define MAXIMUM(a, b) ((a) > (b) ? (a) : (b))
#define MINIMUM(a, b) ((a) < (b) ? (a) : (b))
#define LESS(a, b, yes, no) ((a) < (b) ? (yes) : (no))
#define SQRT(x) __builtin_sqrtf(x)
#define TO_FLOAT(i) ((float)(i))
#else
typedef float VF __attribute__((vector_size(4 * LANES)));
typedef uint32_t VU __attribute__((vector_size(4 * LANES)));
typedef int32_t VI __attribute__((vector_size(4 * LANES)));
#define BITS(x) ((VU)(x))
#define OF_BITS(u) ((VF)(u))
#define TO_FLOAT(i) __builtin_convertvector(i, VF)
/* the first n lanes, 0 < n < LANES */
#if LANES == 8
#define PART_MASK(n) \
	_mm256_cmpgt_epi32(_mm256_set1_epi32((int)(n)), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7))
#define LOAD_PART(p, n) ((VF)_mm256_maskload_ps(p, PART_MASK(n)))
#define STORE_PART(p, x, n) _mm256_maskstore_ps(p, PART_MASK(n), x)
#define SET(x) ((VF)_mm256_set1_ps(x))
#define FMA(a, b, c) ((VF)_mm256_fmadd_ps(a, b, c))
#define MAXIMUM(a, b) ((VF)_mm256_max_ps(a, b))
#define MINIMUM(a, b) ((VF)_mm256_min_ps(a, b))
#define LESS(a, b, yes, no) ((VF)_mm256_blendv_ps(no, yes, _mm256_cmp_ps(a, b, _CMP_LT_OQ)))
#define SQRT(x) ((VF)_mm256_sqrt_ps(x))
#else
#define PART_MASK(n) ((__mmask16)((1u << (n)) - 1))
#define LOAD_PART(p, n) ((VF)_mm512_maskz_loadu_ps(PART_MASK(n), p))
#define STORE_PART(p, x, n) _mm512_mask_storeu_ps(p, PART_MASK(n), x)
#define SET(x) ((VF)_mm512_set1_ps(x))
#define FMA(a, b, c) ((VF)_mm512_fmadd_ps(a, b, c))
#define MAXIMUM(a, b) ((VF)_mm512_max_ps(a, b))
#define MINIMUM(a, b) ((VF)_mm512_min_ps(a, b))
#define LESS(a, b, yes, no) ((VF)_mm512_mask_blend_ps(_mm512_cmp_ps_mask(a, b, _CMP_LT_OQ), no, yes))
#define SQRT(x) ((VF)_mm512_sqrt_ps(x))
#endif
#endif
