/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions that the text of steps calls, as templates: for scalars, and for vectors. */
#include "device/template.h"
#include <scalars/floats.h>

#define TEXT(text) TEXT_OF(text)
#define TEXT_OF(...) #__VA_ARGS__
static const char prelude[] =
	"#pragma OPENCL FP_CONTRACT OFF\n"
	"#define CONVERT(x, T) ((T)(x))\n"
	TEXT(SCALARS_POWERS(, ulong, long)) "\n";
/* Compilers convert vectors element by element in the functions of OpenCL C. */
static const char vector_prelude[] =
	"#ifdef __has_builtin\n"
	"#if __has_builtin(__builtin_convertvector)\n"
	"#define CONVERT_v(x, T) __builtin_convertvector(x, T)\n"
	"#endif\n"
	"#endif\n"
	"#ifndef CONVERT_v\n"
	"#define CONVERT_v(x, T) convert_##T(x)\n"
	"#endif\n";
static const char conversions[] =
	"static float$N of_bf16$V(const ushort$N x) { return as_float$N(CONVERT$V(x, uint$N) << 16); }\n"
	"static ushort$N bf16_of$V(const float$N x)\n"
	"{\n"
	"\tconst uint$N bits = as_uint$N(x), rounded = bits + 0x7FFFu + (bits >> 16 & 1u);\n"
	"\treturn CONVERT$V((x != x ? bits | 0x400000u : rounded) >> 16, ushort$N);\n"
	"}\n"
	"static float$N of_f16$V(const ushort$N x)\n"
	"{\n"
	"\tconst uint$N all = CONVERT$V(x, uint$N), m = all & 0x7FFFu, sign = (all & 0x8000u) << 16;\n"
	"\treturn as_float$N(sign | (m >= 0x7C00u ? m << 13 | 0x7F800000u : as_uint$N(as_float$N(m << 13) * 0x1p112f)));\n"
	"}\n"
	"static ushort$N f16_of$V(const float$N x)\n"
	"{\n"
	"\tconst uint$N bits = as_uint$N(x), m = bits & 0x7FFFFFFFu, sign = bits >> 16 & 0x8000u, none = 0;\n"
	"\tconst uint$N small = as_uint$N(as_float$N(m < 0x38800000u ? m : none) + 0.5f) - 0x3F000000u;\n"
	"\tconst uint$N normal = (m - 0x38000000u + 0xFFFu + (m >> 13 & 1u)) >> 13;\n"
	"\tconst uint$N beyond = 0x7C00u | (m > 0x7F800000u ? (m >> 13 & 0x3FFu) | 0x200u : none);\n"
	"\treturn CONVERT$V(sign | (m >= 0x47800000u ? beyond : m < 0x38800000u ? small : normal), ushort$N);\n"
	"}\n";
/* For f32 and f64. -0 is less than +0. */
static const char float_functions[] =
	"static $T larger_$T(const $T a, const $T b) { return a != a ? a : a == b ? as_$T(as_$S(a) & as_$S(b)) : a > b ? a : b; }\n"
	"static $T smaller_$T(const $T a, const $T b) { return a != a ? a : a == b ? as_$T(as_$S(a) | as_$S(b)) : a < b ? a : b; }\n"
	"static $S ordered_$T(const $T a) { const $S x = as_$S(a); return x ^ as_$S(as_$U(x >> ($B - 1)) >> 1); }\n";

/* PoCL's sines of vectors (SLEEF's) are wrong for tiny numbers if another lane is large or not finite. */
static const char scalar_functions[] =
	"static $T sin_$T(const $T x) { return sin(x); }\n"
	"static $T cos_$T(const $T x) { return cos(x); }\n"
	"static $T tan_$T(const $T x) { return tan(x); }\n"
	"static $T tanh_$T(const $T x) { return tanh(x); }\n";
#define TRIGONOMETRIC(name) \
	"static $T " name "_$T(const $T x)\n" \
	"{\n" \
	"\tif (all(fabs(x) < ($T)($B == 32 ? 100 : 10)))\n" \
	"\t\treturn " name "(x);\n" \
	"\tunion { $T vector; $E lanes[$N]; } y = { x };\n" \
	"\tfor (int i = 0; i < $N; i++)\n" \
	"\t\ty.lanes[i] = " name "(y.lanes[i]);\n" \
	"\treturn y.vector;\n" \
	"}\n"
static const char vector_functions[] = TRIGONOMETRIC("sin") TRIGONOMETRIC("cos") TRIGONOMETRIC("tan");
static const char vector_tanh[] = "static $T tanh_$T(const $T x) { return tanh(x); }\n";
/* As the host's (expr/math_f32.h): 1 - 2 / (e^2a + 1), where that is at least 3/4, below an odd polynomial. PoCL's takes twice as long. */
static const char vector_tanh_f32[] =
	"#if defined(FP_FAST_FMAF) || defined(__FMA__)\n"
	"static $T tanh_$T(const $T x)\n"
	"{\n"
	"\tconst $T a = min(fabs(x), ($T)10.0f), z = fma(a, ($T)0x1.715476p+1f, ($T)0x1.8p23f), n = z - 0x1.8p23f;\n"
	"\tconst $T r = fma(-n, ($T)0x1.62e43p-1f, a + a), y = a * a, scale = as_$T((as_$U(z) << 23) + 0x3F800000u);\n"
	"\t$T q = fma(($T)0x1.6d9940p-10f, r, ($T)0x1.12281ap-7f);\n"
	"\tq = fma(q, r, ($T)0x1.555486p-5f);\n"
	"\tq = fma(q, r, ($T)0x1.5554b0p-3f);\n"
	"\tq = fma(q, r, ($T)0.5f);\n"
	"\tconst $T large = 1.0f - 2.0f / fma(scale, fma(r * r, q, r), scale + 1.0f);\n"
	"\t$T s = fma(($T)-0x1.95529ap-12f, y, ($T)0x1.3944p-9f);\n"
	"\ts = fma(s, y, ($T)-0x1.07f2f4p-7f);\n"
	"\ts = fma(s, y, ($T)0x1.611cb6p-6f);\n"
	"\ts = fma(s, y, ($T)-0x1.b98bc8p-5f);\n"
	"\ts = fma(s, y, ($T)0x1.110d52p-3f);\n"
	"\ts = fma(s, y, ($T)-0x1.555544p-2f);\n"
	"\treturn x != x ? x : copysign(a < 0.973f ? fma(a * y, s, a) : large, x);\n"
	"}\n"
	"#else\n"
	"static $T tanh_$T(const $T x) { return tanh(x); }\n"
	"#endif\n";

static void put_functions(struct hlo_source *source, bool f64)
{
	const char *others = hlo_source_is_vector(source) ? vector_functions : scalar_functions;
	kernels_hlo__source_expand(source, conversions, KERNELS_F32, NULL);
	for (int i = 0; i < 1 + f64; i++) {
		kernels_hlo__source_expand(source, float_functions, i ? KERNELS_F64 : KERNELS_F32, NULL);
		kernels_hlo__source_expand(source, others, i ? KERNELS_F64 : KERNELS_F32, NULL);
		if (hlo_source_is_vector(source))
			kernels_hlo__source_expand(source, i ? vector_tanh : vector_tanh_f32, i ? KERNELS_F64 : KERNELS_F32, NULL);
	}
}

void kernels_hlo__source_prelude(struct hlo_source *source, bool f64, uint32_t lanes)
{
	if (f64)
		kernels_hlo__source_put(source, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
	source->lanes = 1;
	kernels_hlo__source_put(source, "%s", prelude);
	put_functions(source, f64);
	if (lanes < 2)
		return;
	source->lanes = lanes;
	kernels_hlo__source_put(source, "%s", vector_prelude);
	put_functions(source, f64);
	source->lanes = 1;
}
