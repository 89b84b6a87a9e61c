/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Ends what isa_begin.h began. */
#if defined(__clang__)
#if defined(ISA_TARGET)
#pragma clang attribute pop
#endif
#else
#pragma GCC pop_options
#endif
