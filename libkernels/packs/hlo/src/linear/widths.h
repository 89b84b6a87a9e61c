/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops over f64 for each width of a vector. Products and sums may be fused where the processor can: unlike element-wise kernels,
 * factorizations do not have the same bits on all processors. */
#ifndef KERNELS_HLO_LINEAR_WIDTHS_H
#define KERNELS_HLO_LINEAR_WIDTHS_H

#if defined(__clang__)
#pragma STDC FP_CONTRACT ON
#define UNROLL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=fast")
#define UNROLL _Pragma("GCC unroll 8")
#else
#define UNROLL
#endif

/* VECTORS(DEFINE) defines functions by DEFINE(suffix, attribute, type of a vector); WITH_VECTORS(name, (argument, ...)) calls the one for the
 * processor. */
#if defined(__GNUC__) && defined(__x86_64__)
typedef double linear_vector2 __attribute__((vector_size(16), aligned(8), may_alias));
typedef double linear_vector4 __attribute__((vector_size(32), aligned(8), may_alias));
typedef double linear_vector8 __attribute__((vector_size(64), aligned(8), may_alias));
#define VECTORS(DEFINE)                                                                                                \
	DEFINE(any, , linear_vector2)                                                                                  \
	DEFINE(avx2, __attribute__((target("avx2,fma"))), linear_vector4)                                              \
	DEFINE(avx512, __attribute__((target("avx512f"))), linear_vector8)
#define WITH_VECTORS(name, arguments)                                                                                  \
	(__builtin_cpu_supports("avx512f")                                        ? name##_avx512 arguments            \
		: __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? name##_avx2 arguments              \
										  : name##_any arguments)
#elif defined(__GNUC__)
typedef double linear_vector2 __attribute__((vector_size(16), aligned(8), may_alias));
#define VECTORS(DEFINE) DEFINE(any, , linear_vector2)
#define WITH_VECTORS(name, arguments) name##_any arguments
#else
#define VECTORS(DEFINE) DEFINE(any, , double)
#define WITH_VECTORS(name, arguments) name##_any arguments
#endif

#endif
