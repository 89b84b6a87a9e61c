/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes and hints for functions and branches, where compilers support them. */
#ifndef MLIRBC_SRC_COMPILER_H
#define MLIRBC_SRC_COMPILER_H

/* APART (noinline): for helpers of recursive functions, to keep their variables off the stack during the recursion;
 * and for rare paths. WITHIN (always inline): if the call would cost as much as the body. */
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
