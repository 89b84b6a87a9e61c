/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checked arithmetic under its C23 names, for compilers whose library has no <stdckdint.h> yet. Each macro stores the
 * wrapped result in *r and is true on overflow. */
#ifndef BYTECURSOR_CKD_H
#define BYTECURSOR_CKD_H

#if defined(__has_include)
#if __has_include(<stdckdint.h>)
#include <stdckdint.h>
#endif
#endif

#ifndef ckd_add
#define ckd_add(r, a, b) __builtin_add_overflow((a), (b), (r))
#define ckd_sub(r, a, b) __builtin_sub_overflow((a), (b), (r))
#define ckd_mul(r, a, b) __builtin_mul_overflow((a), (b), (r))
#endif

#endif
