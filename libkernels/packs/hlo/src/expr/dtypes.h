/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lists of element types, for tables by type. */
#ifndef KERNELS_HLO_EXPR_DTYPES_H
#define KERNELS_HLO_EXPR_DTYPES_H

#include <kernels/dtype.h>
#include <stdbool.h>
#include <stddef.h>

/* X(enumerator, name, type in memory, unsigned type of that size, unsigned type to compute in, bits) */
#define HLO_SIGNED(X) \
	X(I2, i2, int8_t, uint8_t, uint32_t, 2) \
	X(I4, i4, int8_t, uint8_t, uint32_t, 4) \
	X(I8, i8, int8_t, uint8_t, uint32_t, 8) \
	X(I16, i16, int16_t, uint16_t, uint32_t, 16) \
	X(I32, i32, int32_t, uint32_t, uint32_t, 32) \
	X(I64, i64, int64_t, uint64_t, uint64_t, 64)
#define HLO_UNSIGNED(X) \
	X(UI2, ui2, uint8_t, uint8_t, uint32_t, 2) \
	X(UI4, ui4, uint8_t, uint8_t, uint32_t, 4) \
	X(UI8, ui8, uint8_t, uint8_t, uint32_t, 8) \
	X(UI16, ui16, uint16_t, uint16_t, uint32_t, 16) \
	X(UI32, ui32, uint32_t, uint32_t, uint32_t, 32) \
	X(UI64, ui64, uint64_t, uint64_t, uint64_t, 64)
#define HLO_INTEGERS(X) HLO_SIGNED(X) HLO_UNSIGNED(X)

/* X(enumerator, name, unsigned type in memory): float types that are computed in f32 or f64 */
#define HLO_SMALL_FLOATS(X) \
	X(F16, f16, uint16_t) \
	X(BF16, bf16, uint16_t) \
	X(F8E5M2, f8E5M2, uint8_t) \
	X(F8E4M3, f8E4M3, uint8_t) \
	X(F8E3M4, f8E3M4, uint8_t) \
	X(F8E4M3FN, f8E4M3FN, uint8_t) \
	X(F8E4M3FNUZ, f8E4M3FNUZ, uint8_t) \
	X(F8E4M3B11FNUZ, f8E4M3B11FNUZ, uint8_t) \
	X(F8E5M2FNUZ, f8E5M2FNUZ, uint8_t) \
	X(F8E8M0FNU, f8E8M0FNU, uint8_t) \
	X(F6E2M3FN, f6E2M3FN, uint8_t) \
	X(F6E3M2FN, f6E3M2FN, uint8_t) \
	X(F4E2M1FN, f4E2M1FN, uint8_t)

/* Element types by MLIR's names: "f8E4M3FN", "complex<f32>". */
const char *kernels_hlo__dtype_name(enum kernels_dtype dtype); /* "?" for others */

/* The loop over elements of a primitive: they are independent of each other, also where out and in are one array. */
#if defined(__clang__) /* compares the addresses before a loop instead, and would warn of loops that call functions */
#define HLO_LOOP(i, n) for (size_t i = 0; i < (n); i++)
#else
#define HLO_LOOP(i, n) _Pragma("GCC ivdep") for (size_t i = 0; i < (n); i++)
#endif

#endif
