/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What compilers can be told about functions and branches, where they listen. */
#ifndef MLIRBC_SRC_COMPILER_H
#define MLIRBC_SRC_COMPILER_H

/* APART: for helpers of functions that call one another for nested input, so that their variables do not stay on the
 * stack meanwhile; and for what is rare beside its caller. WITHIN: where the call would take as long as the rest. */
#if defined(__GNUC__)
#define MLIRBC__APART __attribute__((noinline))
#define MLIRBC__WITHIN inline __attribute__((always_inline))
#define MLIRBC__LIKELY(x) __builtin_expect(!!(x), 1)
#define MLIRBC__PREFETCH(p) __builtin_prefetch(p)
#else
#define MLIRBC__APART
#define MLIRBC__WITHIN inline
#define MLIRBC__LIKELY(x) (x)
#define MLIRBC__PREFETCH(p) ((void)(p))
#endif

#endif
