/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The inner loops of the matrix product, compiled for each instruction set, and their selection for the processor. */
#include <shared/gemm.h>
#include <string.h>
#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
/* Masks of the first elements. */
#define GEMM_FIRST_4(count) _mm256_cmpgt_epi64(_mm256_set1_epi64x((long long)(count)), _mm256_setr_epi64x(0, 1, 2, 3))
#define GEMM_FIRST_8(count) _mm256_cmpgt_epi32(_mm256_set1_epi32((int)(count)), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7))
#endif

#define ELEMENT float
#define VECTOR_BYTES 16
#define TARGET
#define HEIGHTS HEIGHTS_6
#define ROW_VECTORS 8
#define NAME(x) x##_f32
#include <shared/gemm_tile.h>
/* The least tiles, and no functions for single rows: of i32 and f64 in a small build that is compiled for size, and of i32 on x86-64, which
 * multiplies it slowly without AVX2 anyway. */
#if defined(KERNELS_ONE_ISA) && defined(__OPTIMIZE_SIZE__)
#define GEMM_LEAN 1
#else
#define GEMM_LEAN 0
#endif
#define ELEMENT uint32_t
#define VECTOR_BYTES 16
#define TARGET
#if GEMM_LEAN || GEMM_X86
#define HEIGHTS HEIGHTS_2
#define GENERIC_I32 LEAN_ISA(i32, 4)
#else
#define HEIGHTS HEIGHTS_6
#define ROW_VECTORS 8
#define GENERIC_I32 ISA("generic", always, i32, 16, 6, 4)
#endif
#define NAME(x) x##_i32
#include <shared/gemm_tile.h>
#define ELEMENT double
#define VECTOR_BYTES 16
#define TARGET
#if GEMM_LEAN
#define HEIGHTS HEIGHTS_2
#define GENERIC_F64 LEAN_ISA(f64, 8)
#else
#define HEIGHTS HEIGHTS_6
#define ROW_VECTORS 8
#define GENERIC_F64 ISA("generic", always, f64, 16, 6, 8)
#endif
#define NAME(x) x##_f64
#include <shared/gemm_tile.h>

#define ISA(name, supported, suffix, bytes, rows, size) \
	{ name, supported, (bytes) / (size), rows, wide_##suffix, narrow_##suffix, packing_##suffix, row_##suffix, dots_##suffix, size, 0, false, NULL }
#define LEAN_ISA(suffix, size) { "generic", always, 16 / (size), 2, wide_##suffix, narrow_##suffix, packing_##suffix, NULL, NULL, size, 0, false, NULL }

static bool always(void) { return true; }

#if GEMM_X86
#define ELEMENT float
#define VECTOR_BYTES 32
#define TARGET __attribute__((target("avx2,fma")))
#define HEIGHTS HEIGHTS_6
#define ROW_VECTORS 8
#define NAME(x) x##_f32_avx2
#include <shared/gemm_tile.h>
#define ELEMENT uint32_t
#define VECTOR_BYTES 32
#define TARGET __attribute__((target("avx2,fma")))
#define HEIGHTS HEIGHTS_6
#define ROW_VECTORS 8
#define NAME(x) x##_i32_avx2
#include <shared/gemm_tile.h>
#define ELEMENT float
#define VECTOR_BYTES 64
#define TARGET __attribute__((target("avx512f")))
#define HEIGHTS HEIGHTS_14
#define ROW_VECTORS 16
#define NAME(x) x##_f32_avx512
#include <shared/gemm_tile.h>
#define ELEMENT uint32_t
#define VECTOR_BYTES 64
#define TARGET __attribute__((target("avx512f")))
#define HEIGHTS HEIGHTS_14
#define ROW_VECTORS 16
#define NAME(x) x##_i32_avx512
#include <shared/gemm_tile.h>
#define ELEMENT double
#define VECTOR_BYTES 32
#define TARGET __attribute__((target("avx2,fma")))
#define HEIGHTS HEIGHTS_6
#define ROW_VECTORS 8
#define NAME(x) x##_f64_avx2
#include <shared/gemm_tile.h>
#define ELEMENT double
#define VECTOR_BYTES 64
#define TARGET __attribute__((target("avx512f")))
#define HEIGHTS HEIGHTS_14
#define ROW_VECTORS 16
#define NAME(x) x##_f64_avx512
#include <shared/gemm_tile.h>

/* Vectors of the intrinsics have other element types, but the same bits. They are aligned to 64 bytes, which the stack that
 * AddressSanitizer of gcc 12 uses to detect uses after a return is not: it does not check these functions, but those of other
 * elements from the same text. */
#if defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define GROUPS_TARGET(list) __attribute__((target(list), no_sanitize_address))
#else
#define GROUPS_TARGET(list) __attribute__((target(list)))
#endif

#define ELEMENT uint32_t
#define VECTOR_BYTES 64
#define TARGET GROUPS_TARGET("avx512f,avx512vnni")
#define HEIGHTS HEIGHTS_14
#define GROUPS
#define MULTIPLY_ADD(sum, left, right) \
	((NAME(vector))_mm512_dpbusd_epi32((__m512i)(sum), _mm512_set1_epi32((int)(left)), (__m512i)(right)))
#define NAME(x) x##_i8x4_vnni
#include <shared/gemm_tile.h>
#define ELEMENT float
#define VECTOR_BYTES 64
#define TARGET GROUPS_TARGET("avx512f,avx512bf16")
#define HEIGHTS HEIGHTS_14
#define GROUPS
#define MULTIPLY_ADD(sum, left, right) \
	((NAME(vector))_mm512_dpbf16_ps((__m512)(sum), (__m512bh)_mm512_set1_ps(left), (__m512bh)(right)))
#define NAME(x) x##_bf16x2_avx512
#include <shared/gemm_tile.h>

#define ELEMENT uint32_t
#define VECTOR_BYTES 32
#define TARGET GROUPS_TARGET("avx2,fma")
#define HEIGHTS HEIGHTS_6
#define GROUPS
#define MULTIPLY_ADD(sum, left, right) \
	((sum) + (NAME(vector))_mm256_madd_epi16(_mm256_set1_epi32((int)(left)), (__m256i)(right)))
#define NAME(x) x##_i16x2_avx2
#include <shared/gemm_tile.h>

static bool has_vnni(void) { return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vnni"); }
static bool has_bf16(void) { return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bf16"); }
static bool has_avx2(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
static bool has_avx512(void) { return __builtin_cpu_supports("avx512f"); }
#if defined(__linux__)
#include <shared/gemm_amx.h>
#define AMX_ISA(name, type) { name, has_amx, 16, 14, amx_wide_##type, amx_narrow_##type, amx_wide_##type, NULL, NULL, 4, AMX_LEAST_ROWS, true, amx_end },
#else
#define AMX_ISA(name, type)
#endif
#define GROUPS_ISA(name, supported, suffix) \
	{ name, supported, 16, 14, wide_##suffix, narrow_##suffix, packing_##suffix, NULL, NULL, 4, 0, false, NULL }
#define X86_ISAS(type, size) \
	ISA("avx512f", has_avx512, type##_avx512, 64, 14, size), ISA("avx2", has_avx2, type##_avx2, 32, 6, size),
#else
#define X86_ISAS(type, size)
#endif

const struct gemm_isa kernels_shared__gemm_isas[GEMM_ELEMENTS][GEMM_ISAS] = {
	[GEMM_F32] = { X86_ISAS(f32, 4) ISA("generic", always, f32, 16, 6, 4) },
	[GEMM_I32] = { X86_ISAS(i32, 4) GENERIC_I32 },
	[GEMM_F64] = { X86_ISAS(f64, 8) GENERIC_F64 },
#if GEMM_X86
	[GEMM_I8X4] = { AMX_ISA("amx-int8", i8) GROUPS_ISA("avx512vnni", has_vnni, i8x4_vnni) },
	[GEMM_BF16X2] = { AMX_ISA("amx-bf16", bf16) GROUPS_ISA("avx512bf16", has_bf16, bf16x2_avx512) },
	[GEMM_I16X2] = { { "avx2", has_avx2, 8, 6, wide_i16x2_avx2, narrow_i16x2_avx2, packing_i16x2_avx2, NULL, NULL, 4, 0, false, NULL } },
#endif
};
