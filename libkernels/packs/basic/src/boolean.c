/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels on i1. */
#include "basic.h"

CONSTANT(i1, uint8_t, KERNELS_I1)

BINARY(and_i1, uint8_t, uint8_t, a && b)

PRINT(i1, uint8_t, "int1 = %d", *v)
