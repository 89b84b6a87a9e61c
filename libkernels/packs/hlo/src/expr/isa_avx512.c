/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The loops for x86-64 with AVX-512 (F, BW, DQ, VL), in vectors of 512 bits. */
#include "expr/isa.h"

#if HLO_ISA_X86
#define HLO_FMA
#define ISA_LANES 16
#define ISA_TARGET "avx512f,avx512bw,avx512dq,avx512vl,fma"
#include "expr/isa_begin.h"
#if !defined(__clang__)
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,fma,prefer-vector-width=512")
#endif
#include "expr/isa_loops.h"

static bool supported(void)
{
	return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
	       __builtin_cpu_supports("avx512vl");
}

const struct hlo_isa kernels_hlo__isa_avx512 = ISA_VALUE("avx512");
#include "expr/isa_end.h"
#endif
