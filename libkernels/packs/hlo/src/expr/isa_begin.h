/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Begins the functions of one instruction set; isa_end.h ends them. gcc wants its target
 * in a pragma that follows; it does not replace macros in pragmas. Each product and each sum rounds on its own, also where the
 * target could fuse them: all instruction sets shall give the same bits. */
#include "expr/dtypes.h"
#include "expr/fold.h"
#include "expr/isa.h"
#include "expr/tables.h"
#include <scalars/operations.h>
#include <math.h>
#include <string.h>
#if HLO_ISA_X86
#include <immintrin.h>
#endif

/* Loops that run on few processors, x86-64 without AVX2, have less code: without copies for repeated operands and for rows. */
#define ISA_RARE (HLO_ISA_X86 && ISA_LANES == 1)
#define ISA_ONCE (HLO_LEAN || ISA_RARE)

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#pragma clang diagnostic ignored "-Wpass-failed" /* a loop that is no vector */
#if defined(ISA_TARGET)
#pragma clang attribute push(__attribute__((target(ISA_TARGET))), apply_to = function)
#endif
#else
#pragma GCC push_options
#pragma GCC optimize("fp-contract=off")
#if defined(__OPTIMIZE__) && !defined(KERNELS_ONE_ISA) && !ISA_RARE
#pragma GCC optimize("O3") /* which makes more loops vectors; twice the size, so not in small builds */
#endif
#endif
