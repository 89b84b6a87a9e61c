/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The transforms of lines, compiled for each instruction set. */
#include "linear/line.h"
#include <kernels/stop.h>
#include <string.h>

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
#define LINE_UNROLL _Pragma("GCC unroll 8")
#define LINE_SHUFFLE(index, a, b, ...) __builtin_shuffle(a, b, (index){ __VA_ARGS__ })
#pragma GCC optimize("fp-contract=fast")
#endif

/* Transpositions: blocks of 4, 2 and 1 elements of two vectors. */
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
#define NAME(x) x##_f64_avx2
#include "linear/line_typed.h"
#include "linear/line_passes.h"

static const struct line_isa *isa_of(const struct hlo_pass *pass)
{
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
