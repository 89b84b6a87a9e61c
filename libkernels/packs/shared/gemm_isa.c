/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The inner loops of the matrix product, compiled for each instruction set, and their selection for the processor. */
#include <shared/gemm.h>

#define ELEMENT float
#define VECTOR_BYTES 16
#define TARGET
#define HEIGHTS HEIGHTS_6
#define ROW_VECTORS 8
#define NAME(x) x##_f32
#include <shared/gemm_tile.h>
#define ELEMENT uint32_t
#define VECTOR_BYTES 16
#define TARGET
#define HEIGHTS HEIGHTS_6
#define ROW_VECTORS 8
#define NAME(x) x##_i32
#include <shared/gemm_tile.h>

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

static bool has_avx2(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
static bool has_avx512(void) { return __builtin_cpu_supports("avx512f"); }
#define X86_ISAS(type) \
	{ "avx512f", has_avx512, 16, 14, wide_##type##_avx512, narrow_##type##_avx512, row_##type##_avx512 }, \
		{ "avx2", has_avx2, 8, 6, wide_##type##_avx2, narrow_##type##_avx2, row_##type##_avx2 },
#else
#define X86_ISAS(type)
#endif

const struct gemm_isa kernels_shared__gemm_isas[GEMM_ELEMENTS][GEMM_ISAS] = {
	[GEMM_F32] = { X86_ISAS(f32) { "generic", always, 4, 6, wide_f32, narrow_f32, row_f32 } },
	[GEMM_I32] = { X86_ISAS(i32) { "generic", always, 4, 6, wide_i32, narrow_i32, row_i32 } },
};
