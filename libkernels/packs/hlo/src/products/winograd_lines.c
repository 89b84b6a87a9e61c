/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The transforms of winograd.h by vectors. There is no product to contract with an addition: all instruction sets give the same
 * bits. */
#include "products/winograd.h"

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF /* as gcc has it under -std=c11 */
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 4")
#endif

#define VECTOR_BYTES 16
#define TARGET
#define NAME(x) x##_any
#include "products/winograd_lines.h"
#if defined(__x86_64__) && defined(__GNUC__)
#define VECTOR_BYTES 32
#define TARGET __attribute__((target("avx2")))
#define NAME(x) x##_avx2
#include "products/winograd_lines.h"
#define VECTOR_BYTES 64
#define TARGET __attribute__((target("avx512f")))
#define NAME(x) x##_avx512
#include "products/winograd_lines.h"
#endif

const struct winograd_lines *kernels_hlo__winograd_lines(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
	if (__builtin_cpu_supports("avx512f"))
		return &lines_avx512;
	if (__builtin_cpu_supports("avx2"))
		return &lines_avx2;
#endif
	return &lines_any;
}
