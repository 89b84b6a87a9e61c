/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The transforms of lines, compiled for each instruction set. */
#include "linear/line.h"
#include <kernels/stop.h>
#include <string.h>

/* Where a stage reads and writes. */
enum line_side {
	LINE_LANES,   /* vectors of numbers of all lines */
	LINE_COLUMNS, /* the numbers of neighbouring lines in memory */
	LINE_TURNED   /* the same, multiplied by a table */
};

struct line_isa {
	size_t (*units)(const struct hlo_pass *pass);
	size_t (*scratch)(const struct hlo_pass *pass);
	void (*run)(const struct hlo_pass *pass, size_t begin, size_t end, void *scratch);
};

#ifdef __clang__
#define LINE_UNROLL /* loops of a constant number are unrolled */
#define LINE_SHUFFLE(index, a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#pragma STDC FP_CONTRACT ON
#else
#define LINE_UNROLL _Pragma("GCC unroll 16")
#define LINE_SHUFFLE(index, a, b, ...) __builtin_shuffle(a, b, (index){ __VA_ARGS__ })
#pragma GCC optimize("fp-contract=fast")
#endif

/* Transpositions: blocks of 8, 4, 2 and 1 elements of two vectors. */
#define LINE_16_LOW_8 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23
#define LINE_16_HIGH_8 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31
#define LINE_16_LOW_4 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27
#define LINE_16_HIGH_4 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31
#define LINE_16_LOW_2 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29
#define LINE_16_HIGH_2 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31
#define LINE_16_LOW_1 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30
#define LINE_16_HIGH_1 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31
#define LINE_8_LOW_4 0, 1, 2, 3, 8, 9, 10, 11
#define LINE_8_HIGH_4 4, 5, 6, 7, 12, 13, 14, 15
#define LINE_8_LOW_2 0, 1, 8, 9, 4, 5, 12, 13
#define LINE_8_HIGH_2 2, 3, 10, 11, 6, 7, 14, 15
#define LINE_8_LOW_1 0, 8, 2, 10, 4, 12, 6, 14
#define LINE_8_HIGH_1 1, 9, 3, 11, 5, 13, 7, 15
#define LINE_4_LOW_2 0, 1, 4, 5
#define LINE_4_HIGH_2 2, 3, 6, 7
#define LINE_4_LOW_1 0, 4, 2, 6
#define LINE_4_HIGH_1 1, 5, 3, 7
#define LINE_2_LOW_1 0, 2
#define LINE_2_HIGH_1 1, 3

/* Real and imaginary parts of the numbers in two vectors, by instructions that do not cross 16 bytes. */
#define ELEMENT float
#define ELEMENT_BYTES 4
#define LANES 4
#define TARGET
#define LINE_ORDER { 0, 1, 2, 3 }
#define LINE_REAL 0, 2, 4, 6
#define LINE_IMAG 1, 3, 5, 7
#define LINE_JOIN_LOW 0, 4, 1, 5
#define LINE_JOIN_HIGH 2, 6, 3, 7
#define LINE_REVERSE 2, 3, 0, 1
#define NAME(x) x##_f32
#include "linear/line_typed.h"
#include "linear/line_passes.h"
#define ELEMENT double
#define ELEMENT_BYTES 8
#define LANES 2
#define TARGET
#define LINE_ORDER { 0, 1 }
#define LINE_REAL 0, 2
#define LINE_IMAG 1, 3
#define LINE_JOIN_LOW 0, 2
#define LINE_JOIN_HIGH 1, 3
#define LINE_REVERSE 0, 1
#define NAME(x) x##_f64
#include "linear/line_typed.h"
#include "linear/line_passes.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define ELEMENT float
#define ELEMENT_BYTES 4
#define LANES 8
#define TARGET __attribute__((target("avx2,fma")))
#define LINE_ORDER { 0, 1, 4, 5, 2, 3, 6, 7 }
#define LINE_REAL 0, 2, 8, 10, 4, 6, 12, 14
#define LINE_IMAG 1, 3, 9, 11, 5, 7, 13, 15
#define LINE_JOIN_LOW 0, 8, 1, 9, 4, 12, 5, 13
#define LINE_JOIN_HIGH 2, 10, 3, 11, 6, 14, 7, 15
#define LINE_REVERSE 6, 7, 4, 5, 2, 3, 0, 1
#define NAME(x) x##_f32_avx2
#include "linear/line_typed.h"
#include "linear/line_passes.h"
#define ELEMENT double
#define ELEMENT_BYTES 8
#define LANES 4
#define TARGET __attribute__((target("avx2,fma")))
#define LINE_ORDER { 0, 2, 1, 3 }
#define LINE_REAL 0, 4, 2, 6
#define LINE_IMAG 1, 5, 3, 7
#define LINE_JOIN_LOW 0, 4, 2, 6
#define LINE_JOIN_HIGH 1, 5, 3, 7
#define LINE_REVERSE 2, 3, 0, 1
#define NAME(x) x##_f64_avx2
#include "linear/line_typed.h"
#include "linear/line_passes.h"

/* Their vectors on the stack are aligned to 64 bytes, which the stack of AddressSanitizer of gcc 12 is not. */
#if defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define LINE_AVX512 __attribute__((target("avx512f,avx512dq,avx512vl"), no_sanitize_address))
#else
#define LINE_AVX512 __attribute__((target("avx512f,avx512dq,avx512vl")))
#endif
#define ELEMENT float
#define ELEMENT_BYTES 4
#define LANES 16
#define TARGET LINE_AVX512
#define LINE_ORDER { 0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15 }
#define LINE_REAL 0, 2, 16, 18, 4, 6, 20, 22, 8, 10, 24, 26, 12, 14, 28, 30
#define LINE_IMAG 1, 3, 17, 19, 5, 7, 21, 23, 9, 11, 25, 27, 13, 15, 29, 31
#define LINE_JOIN_LOW 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29
#define LINE_JOIN_HIGH 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31
#define LINE_REVERSE 14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1
#define NAME(x) x##_f32_avx512
#include "linear/line_typed.h"
#include "linear/line_passes.h"
#define ELEMENT double
#define ELEMENT_BYTES 8
#define LANES 8
#define TARGET LINE_AVX512
#define LINE_ORDER { 0, 4, 1, 5, 2, 6, 3, 7 }
#define LINE_REAL 0, 8, 2, 10, 4, 12, 6, 14
#define LINE_IMAG 1, 9, 3, 11, 5, 13, 7, 15
#define LINE_JOIN_LOW 0, 8, 2, 10, 4, 12, 6, 14
#define LINE_JOIN_HIGH 1, 9, 3, 11, 5, 13, 7, 15
#define LINE_REVERSE 6, 7, 4, 5, 2, 3, 0, 1
#define NAME(x) x##_f64_avx512
#include "linear/line_typed.h"
#include "linear/line_passes.h"

/* The lines of a pass that vectors of so many lanes can hold side by side. */
static bool fills(const struct hlo_pass *pass, size_t lanes)
{
	const struct hlo_line *line = pass->line->inner && pass->alone ? pass->line->inner : pass->line;
	if (pass->alone)
		return line->first && line->first->length >= lanes;
	return (pass->step > 1 ? pass->step : pass->lines) >= lanes;
}

static bool has_avx512(void)
{
	return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}

static const struct line_isa *isa_of(const struct hlo_pass *pass)
{
	const bool single = pass->line->single;
	if (has_avx512() && fills(pass, single ? 16 : 8))
		return single ? &isa_f32_avx512 : &isa_f64_avx512;
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
		return pass->line->single ? &isa_f32_avx2 : &isa_f64_avx2;
	return pass->line->single ? &isa_f32 : &isa_f64;
}
#else
static const struct line_isa *isa_of(const struct hlo_pass *pass) { return pass->line->single ? &isa_f32 : &isa_f64; }
#endif

size_t kernels_hlo__pass_units(const struct hlo_pass *pass) { return isa_of(pass)->units(pass); }
size_t kernels_hlo__pass_scratch(const struct hlo_pass *pass) { return isa_of(pass)->scratch(pass); }

void kernels_hlo__pass_run(const struct hlo_pass *pass, size_t begin, size_t end, void *scratch)
{
	isa_of(pass)->run(pass, begin, end, scratch);
}
