/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Transposes 16 x 16 elements of 4 bytes in registers. For x86 processors with AVX-512. */
#ifndef KERNELS_SHARED_TRANSPOSE_SQUARE_H
#define KERNELS_SHARED_TRANSPOSE_SQUARE_H

#include <immintrin.h>
#include <stddef.h>

/* AddressSanitizer of gcc 12 does not align vectors on the stack that it uses to detect uses after a return. */
#if defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define SQUARE_TARGET __attribute__((target("avx512f"), no_sanitize_address))
#else
#define SQUARE_TARGET __attribute__((target("avx512f")))
#endif

#ifdef __clang__
#define SQUARE_UNROLL _Pragma("clang loop unroll(full)")
#else
#define SQUARE_UNROLL _Pragma("GCC unroll 16")
#endif

/* Transposes 4 x 4 elements in each quarter of four rows. */
SQUARE_TARGET static inline __attribute__((always_inline)) void square_transpose_quarters(__m512i *row)
{
	const __m512i a = _mm512_unpacklo_epi32(row[0], row[1]), b = _mm512_unpackhi_epi32(row[0], row[1]);
	const __m512i c = _mm512_unpacklo_epi32(row[2], row[3]), d = _mm512_unpackhi_epi32(row[2], row[3]);
	row[0] = _mm512_unpacklo_epi64(a, c);
	row[1] = _mm512_unpackhi_epi64(a, c);
	row[2] = _mm512_unpacklo_epi64(b, d);
	row[3] = _mm512_unpackhi_epi64(b, d);
}

/* Transposes 4 x 4 quarters: those of four rows, each four apart. */
SQUARE_TARGET static inline __attribute__((always_inline)) void square_exchange_quarters(__m512i *row)
{
	const __m512i a = _mm512_shuffle_i32x4(row[0], row[4], 0x88), b = _mm512_shuffle_i32x4(row[0], row[4], 0xdd);
	const __m512i c = _mm512_shuffle_i32x4(row[8], row[12], 0x88), d = _mm512_shuffle_i32x4(row[8], row[12], 0xdd);
	row[0] = _mm512_shuffle_i32x4(a, c, 0x88);
	row[4] = _mm512_shuffle_i32x4(b, d, 0x88);
	row[8] = _mm512_shuffle_i32x4(a, c, 0xdd);
	row[12] = _mm512_shuffle_i32x4(b, d, 0xdd);
}

SQUARE_TARGET static inline __attribute__((always_inline)) void square_transpose(__m512i row[16])
{
	SQUARE_UNROLL
	for (size_t i = 0; i < 16; i += 4)
		square_transpose_quarters(row + i);
	SQUARE_UNROLL
	for (size_t i = 0; i < 4; i++)
		square_exchange_quarters(row + i);
}

#endif
