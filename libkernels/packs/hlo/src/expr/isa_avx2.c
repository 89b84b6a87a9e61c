/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The loops for x86-64 with AVX2 and FMA. */
#include "expr/isa.h"

#if HLO_ISA_X86
#define HLO_FMA
#define ISA_LANES 8
#define ISA_TARGET "avx2,fma"
#include "expr/isa_begin.h"
#if !defined(__clang__)
#pragma GCC target("avx2,fma")
#endif
#include "expr/isa_loops.h"

static bool supported(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }

const struct hlo_isa kernels_hlo__isa_avx2 = ISA_VALUE("avx2");
#include "expr/isa_end.h"
#endif
