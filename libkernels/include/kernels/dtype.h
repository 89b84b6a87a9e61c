/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Element types of tensors and attributes. The numbers are those of TFRT's DType, which BEF files store; libbef
 * checks at compile time that they agree with its own (bef/format.h), so that neither library needs the other's
 * header. Thread class: safe. */
#ifndef KERNELS_DTYPE_H
#define KERNELS_DTYPE_H

#include <kernels/export.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum kernels_dtype {
	KERNELS_DTYPE_INVALID = 0,
	KERNELS_UI8 = 1,
	KERNELS_UI16 = 2,
	KERNELS_UI32 = 3,
	KERNELS_UI64 = 4,
	KERNELS_I1 = 5, /* one byte, 0 or 1 */
	KERNELS_I8 = 6,
	KERNELS_I16 = 7,
	KERNELS_I32 = 8,
	KERNELS_I64 = 9,
	KERNELS_F32 = 10,
	KERNELS_F64 = 11,
	KERNELS_COMPLEX64 = 12,  /* two f32: real, imaginary */
	KERNELS_COMPLEX128 = 13, /* two f64 */
	KERNELS_F16 = 14,
	KERNELS_BF16 = 15,
	KERNELS_STRING = 16,
	KERNELS_RESOURCE = 17,
	KERNELS_VARIANT = 18,
	KERNELS_QUI8 = 19,
	KERNELS_QUI16 = 20,
	KERNELS_QI8 = 21,
	KERNELS_QI16 = 22,
	KERNELS_QI32 = 23,
	KERNELS_DTYPE_COUNT = 24, /* of TFRT's types */
	/* Element types of StableHLO that TFRT does not have (libbef/FORMAT.md 12.2). One byte per element: integers
	 * of 2 and 4 bits are sign- or zero-extended, floats of fewer than 8 bits have zeros above. */
	KERNELS_I2 = 32,
	KERNELS_I4 = 33,
	KERNELS_UI2 = 34,
	KERNELS_UI4 = 35,
	KERNELS_F8E5M2 = 36,
	KERNELS_F8E4M3 = 37,
	KERNELS_F8E3M4 = 38,
	KERNELS_F8E4M3FN = 39,
	KERNELS_F8E4M3FNUZ = 40,
	KERNELS_F8E4M3B11FNUZ = 41,
	KERNELS_F8E5M2FNUZ = 42,
	KERNELS_F8E8M0FNU = 43,
	KERNELS_F6E2M3FN = 44,
	KERNELS_F6E3M2FN = 45,
	KERNELS_F4E2M1FN = 46,
	KERNELS_DTYPE_LIMIT = 47 /* above all numbers */
};

/* True for the numbers of element types. */
static inline bool kernels_dtype_is_known(unsigned dtype)
{
	return (dtype > KERNELS_DTYPE_INVALID && dtype < KERNELS_DTYPE_COUNT) ||
		(dtype >= KERNELS_I2 && dtype < KERNELS_DTYPE_LIMIT);
}
/* Bytes of an element in memory; 0 for types without a size (string, resource, variant, unknown numbers). */
KERNELS_API size_t kernels_dtype_size(enum kernels_dtype dtype);
/* The name as TFRT prints it: "i32", "u8" for UI8, "bf16", "complex64"; "?" for an unknown number. Static text. */
KERNELS_API const char *kernels_dtype_name(enum kernels_dtype dtype);

#ifdef __cplusplus
}
#endif

#endif
