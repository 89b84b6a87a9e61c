/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types of elements.
 *
 * Some have several elements in a block of bytes: short floats, and the quantized types of GGUF, whose blocks are
 * runs of the last dimension. With d and m numbers of f16, lowest bits first, and q the bits of an element:
 *
 *	Q4_0   d, 16 bytes of two q          d (q - 8); byte i has elements i and i + 16
 *	Q4_1   d, m, 16 bytes of two q       d q + m
 *	Q5_0   d, u32 high bits, 16 bytes    d (q - 16); bit i of the u32 is the fifth bit of element i
 *	Q5_1   d, m, u32 high bits, 16 bytes d q + m
 *	Q8_0   d, 32 i8                      d q
 *	Q4_K   d, m, 12 bytes, 128 bytes     d s q - m t; s and t of 6 bits for each 32 elements
 *	Q5_K   d, m, 12 bytes, 32, 128       likewise, with a fifth bit
 *	Q6_K   128 bytes, 64, 16 i8, d       d s (q - 32); s for each 16 elements
 *
 * Thread class: safe. */
#ifndef TENSORFILE_DTYPE_H
#define TENSORFILE_DTYPE_H

#include <stddef.h>
#include <stdint.h>
#include <tensorfile/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* X(enumerator, number, name, name in safetensors, in .npy, number in GGUF, elements of a block, bytes of a block).
 * "" and -1: the format does not have the type. */
#define TENSORFILE_DTYPES(X)                                                                                           \
	X(BOOL, 1, "bool", "BOOL", "|b1", -1, 1, 1)                                                                    \
	X(I8, 2, "i8", "I8", "|i1", 24, 1, 1)                                                                          \
	X(I16, 3, "i16", "I16", "<i2", 25, 1, 2)                                                                       \
	X(I32, 4, "i32", "I32", "<i4", 26, 1, 4)                                                                       \
	X(I64, 5, "i64", "I64", "<i8", 27, 1, 8)                                                                       \
	X(U8, 6, "u8", "U8", "|u1", -1, 1, 1)                                                                          \
	X(U16, 7, "u16", "U16", "<u2", -1, 1, 2)                                                                       \
	X(U32, 8, "u32", "U32", "<u4", -1, 1, 4)                                                                       \
	X(U64, 9, "u64", "U64", "<u8", -1, 1, 8)                                                                       \
	X(F16, 10, "f16", "F16", "<f2", 1, 1, 2)                                                                       \
	X(BF16, 11, "bf16", "BF16", "|V2", 30, 1, 2)                                                                   \
	X(F32, 12, "f32", "F32", "<f4", 0, 1, 4)                                                                       \
	X(F64, 13, "f64", "F64", "<f8", 28, 1, 8)                                                                      \
	X(C64, 14, "c64", "C64", "<c8", -1, 1, 8)                                                                      \
	X(C128, 15, "c128", "", "<c16", -1, 1, 16)                                                                     \
	X(F8_E4M3, 16, "f8_e4m3fn", "F8_E4M3", "", -1, 1, 1)                                                           \
	X(F8_E5M2, 17, "f8_e5m2", "F8_E5M2", "", -1, 1, 1)                                                             \
	X(F8_E4M3FNUZ, 18, "f8_e4m3fnuz", "F8_E4M3FNUZ", "", -1, 1, 1)                                                 \
	X(F8_E5M2FNUZ, 19, "f8_e5m2fnuz", "F8_E5M2FNUZ", "", -1, 1, 1)                                                 \
	X(F8_E8M0, 20, "f8_e8m0fnu", "F8_E8M0", "", -1, 1, 1)                                                          \
	X(F6_E2M3, 21, "f6_e2m3fn", "F6_E2M3", "", -1, 4, 3)                                                           \
	X(F6_E3M2, 22, "f6_e3m2fn", "F6_E3M2", "", -1, 4, 3)                                                           \
	X(F4, 23, "f4_e2m1fn", "F4", "", -1, 2, 1)                                                                     \
	X(BYTE, 24, "byte", "", "|V1", -1, 1, 1)                                                                       \
	X(Q4_0, 32, "q4_0", "", "", 2, 32, 18)                                                                         \
	X(Q4_1, 33, "q4_1", "", "", 3, 32, 20)                                                                         \
	X(Q5_0, 34, "q5_0", "", "", 6, 32, 22)                                                                         \
	X(Q5_1, 35, "q5_1", "", "", 7, 32, 24)                                                                         \
	X(Q8_0, 36, "q8_0", "", "", 8, 32, 34)                                                                         \
	X(Q4_K, 37, "q4_k", "", "", 12, 256, 144)                                                                      \
	X(Q5_K, 38, "q5_k", "", "", 13, 256, 176)                                                                      \
	X(Q6_K, 39, "q6_k", "", "", 14, 256, 210)

enum tensorfile_dtype {
	TENSORFILE_OTHER = 0, /* a type of NumPy that is none of these: texts, times, long double */
/* BYTE: 8 bits without a meaning, as NumPy has the types of the package ml_dtypes; two such bytes are BF16. */
#define TENSORFILE_DTYPE_ENUMERATOR(name, number, ...) TENSORFILE_##name = number,
	TENSORFILE_DTYPES(TENSORFILE_DTYPE_ENUMERATOR)
#undef TENSORFILE_DTYPE_ENUMERATOR
};

/* "bf16"; "?" for an unknown number. Static text. */
TENSORFILE_API const char *tensorfile_dtype_name(enum tensorfile_dtype dtype);
/* Elements and bytes of a block of the type: 1 and 4 for F32, 32 and 18 for Q4_0; zeros for an unknown number and
 * OTHER. */
TENSORFILE_API void tensorfile_dtype_block(enum tensorfile_dtype dtype, uint32_t *out_elements, uint32_t *out_bytes);

#ifdef __cplusplus
}
#endif

#endif
