/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See source.h: steps of expressions, for scalars and vectors. A template has $0, $1, $2 for operands, $T for the type of the result, $U and
 * $S for the unsigned and signed type of its size, $B for its bits, and $W for an unsigned type in which arithmetic wraps: of at least
 * 32 bits for scalars, which C would promote to int. $w0 and $u0 are the operand as $W and $U; $R in front of parentheses makes $T of
 * an integer of the same size; $E is the type of one lane, $N the number of lanes, nothing for scalars, and $V the end of the names of
 * functions of vectors. Vectors are not converted by casts, a comparison of them is -1 or 0 in the signed type of their size, and constants have their type.
 * Edge cases are those of the host's primitives (expr/): integer division by zero, shifts by more bits than there are, conversions that
 * saturate, NaN. */
#include "device/source.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- functions of the text */

static const char prelude[] =
	"#pragma OPENCL FP_CONTRACT OFF\n"
	"#define CONVERT(x, T) ((T)(x))\n"
	"static ulong unsigned_power(ulong base, ulong exponent)\n"
	"{\n"
	"\tulong result = 1;\n"
	"\tfor (; exponent > 0; exponent >>= 1, base *= base)\n"
	"\t\tresult = exponent & 1 ? result * base : result;\n"
	"\treturn result;\n"
	"}\n"
	"static ulong signed_power(long base, long exponent)\n"
	"{\n"
	"\tif (exponent >= 0)\n"
	"\t\treturn unsigned_power((ulong)base, (ulong)exponent);\n"
	"\treturn base == 1 || (base == -1 && (exponent & 1) == 0) ? 1 : base == -1 ? ~0ul : 0;\n"
	"}\n";
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

/* ---- types */

static bool is_small_float(enum kernels_dtype t) { return t == KERNELS_BF16 || t == KERNELS_F16; }

const char *kernels_hlo__source_widen(enum kernels_dtype dtype)
{
	return dtype == KERNELS_BF16 ? "of_bf16" : dtype == KERNELS_F16 ? "of_f16" : "";
}

const char *kernels_hlo__source_narrow(enum kernels_dtype dtype)
{
	return dtype == KERNELS_BF16 ? "bf16_of" : dtype == KERNELS_F16 ? "f16_of" : "";
}

static const char *sized(size_t bytes, bool is_signed)
{
	static const char *const names[2][4] = { { "uchar", "ushort", "uint", "ulong" }, { "char", "short", "int", "long" } };
	return names[is_signed][bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3];
}

/* ---- templates */

const char *kernels_hlo__source_lanes(const struct hlo_source *source)
{
	static const char *const texts[] = { "", "2", "4", "8", "16" };
	uint32_t power = 0;
	while (power < 4 && (2u << power) <= source->lanes)
		power++;
	return texts[power];
}

static bool is_vector(const struct hlo_source *source) { return source->lanes > 1; }

static void put_type(struct hlo_source *source, const char *type)
{
	kernels_hlo__source_put(source, "%s%s", type, kernels_hlo__source_lanes(source));
}

/* An unsigned type in which arithmetic wraps. */
static const char *wrapping(const struct hlo_source *source, size_t bytes)
{
	return is_vector(source) ? sized(bytes, false) : bytes == 8 ? "ulong" : "uint";
}

/* The operand in a type of its size. */
static void put_as(struct hlo_source *source, const char *type, const char *operand)
{
	kernels_hlo__source_put(source, is_vector(source) ? "as_" : "(");
	put_type(source, type);
	kernels_hlo__source_put(source, is_vector(source) ? "(%s)" : ")(%s)", operand);
}

/* Writes the template for operands that are computed with in type `t`. */
static void expand(struct hlo_source *source, const char *template, enum kernels_dtype t, const char *const *operands)
{
	const size_t bytes = kernels_dtype_size(t);
	for (const char *at = template; *at; at++) {
		if (*at != '$') {
			kernels_hlo__source_put(source, "%c", *at);
			continue;
		}
		switch (*++at) {
		case 'T': put_type(source, kernels_hlo__source_work(t)); break;
		case 'E': kernels_hlo__source_put(source, "%s", kernels_hlo__source_work(t)); break;
		case 'U': put_type(source, sized(bytes, false)); break;
		case 'S': put_type(source, sized(bytes, true)); break;
		case 'W': put_type(source, wrapping(source, bytes)); break;
		case 'B': kernels_hlo__source_put(source, "%zu", 8 * bytes); break;
		case 'N': kernels_hlo__source_put(source, "%s", kernels_hlo__source_lanes(source)); break;
		case 'V': kernels_hlo__source_put(source, "%s", is_vector(source) ? "_v" : ""); break;
		case 'R': expand(source, is_vector(source) ? "as_$T" : "($T)", t, NULL); break;
		case 'w': put_as(source, wrapping(source, bytes), operands[*++at - '0']); break;
		case 'u': put_as(source, sized(bytes, false), operands[*++at - '0']); break;
		default: kernels_hlo__source_put(source, "%s", operands[*at - '0']);
		}
	}
}

static const char *const float_steps[HLO_OPCODE_COUNT] = {
	[HLO_OP_abs] = "fabs($0)",
	[HLO_OP_add] = "$0 + $1",
	[HLO_OP_atan2] = "atan2($0, $1)",
	[HLO_OP_cbrt] = "cbrt($0)",
	[HLO_OP_ceil] = "ceil($0)",
	[HLO_OP_clamp] = "smaller_$T(larger_$T($1, $0), $2)",
	[HLO_OP_cosine] = "cos_$T($0)",
	[HLO_OP_divide] = "$0 / $1",
	[HLO_OP_exponential] = "exp($0)",
	[HLO_OP_exponential_minus_one] = "expm1($0)",
	[HLO_OP_floor] = "floor($0)",
	[HLO_OP_log] = "log($0)",
	[HLO_OP_log_plus_one] = "log1p($0)",
	[HLO_OP_logistic] = "($T)1 / (($T)1 + exp(-($0)))",
	[HLO_OP_maximum] = "larger_$T($0, $1)",
	[HLO_OP_minimum] = "smaller_$T($0, $1)",
	[HLO_OP_multiply] = "$0 * $1",
	[HLO_OP_negate] = "-($0)",
	[HLO_OP_power] = "pow($0, $1)",
	[HLO_OP_real] = "$0",
	[HLO_OP_imag] = "($T)0",
	[HLO_OP_remainder] = "fmod($0, $1)",
	[HLO_OP_round_nearest_afz] = "round($0)",
	[HLO_OP_round_nearest_even] = "rint($0)",
	[HLO_OP_rsqrt] = "($T)1 / sqrt($0)",
	[HLO_OP_sign] = "$0 > ($T)0 ? ($T)1 : $0 < ($T)0 ? ($T)-1 : $0",
	[HLO_OP_sine] = "sin_$T($0)",
	[HLO_OP_sqrt] = "sqrt($0)",
	[HLO_OP_subtract] = "$0 - $1",
	[HLO_OP_tan] = "tan_$T($0)",
	[HLO_OP_tanh] = "tanh_$T($0)",
};

static const char *const integer_steps[HLO_OPCODE_COUNT] = {
	[HLO_OP_add] = "$w0 + $w1",
	[HLO_OP_and] = "$0 & $1",
	[HLO_OP_clamp] = "min(max($1, $0), $2)",
	[HLO_OP_count_leading_zeros] = "clz($u0)",
	[HLO_OP_maximum] = "max($0, $1)",
	[HLO_OP_minimum] = "min($0, $1)",
	[HLO_OP_multiply] = "$w0 * $w1",
	[HLO_OP_negate] = "($W)0 - $w0",
	[HLO_OP_not] = "~$w0",
	[HLO_OP_or] = "$0 | $1",
	[HLO_OP_popcnt] = "popcount($u0)",
	[HLO_OP_shift_left] = "$u1 >= ($U)$B ? ($W)0 : $w0 << $u1",
	[HLO_OP_shift_right_arithmetic] = "$0 >> ($u1 >= ($U)$B ? ($U)($B - 1) : $u1)",
	[HLO_OP_shift_right_logical] = "$u1 >= ($U)$B ? ($U)0 : $u0 >> $u1",
	[HLO_OP_subtract] = "$w0 - $w1",
	[HLO_OP_xor] = "$0 ^ $1",
};
/* The divisor is replaced where the quotient would trap. */
static const char *const signed_steps[HLO_OPCODE_COUNT] = {
	[HLO_OP_abs] = "$0 < ($T)0 ? $R(($W)0 - $w0) : $0",
	[HLO_OP_divide] = "$1 == ($T)0 ? ($T)-1 : $1 == ($T)-1 ? $R(($W)0 - $w0) : $R($0 / ($1 == ($T)0 | $1 == ($T)-1 ? ($T)1 : $1))",
	[HLO_OP_power] = "signed_power($0, $1)",
	[HLO_OP_remainder] = "$1 == ($T)0 ? $0 : $R($0 % ($1 == ($T)0 | $1 == ($T)-1 ? ($T)1 : $1))",
	[HLO_OP_sign] = "$0 > ($T)0 ? ($T)1 : $0 < ($T)0 ? ($T)-1 : ($T)0",
};
static const char *const unsigned_steps[HLO_OPCODE_COUNT] = {
	[HLO_OP_divide] = "$1 == ($T)0 ? $R(~($W)0) : $R($0 / ($1 == ($T)0 ? ($T)1 : $1))",
	[HLO_OP_power] = "unsigned_power($0, $1)",
	[HLO_OP_remainder] = "$1 == ($T)0 ? $0 : $R($0 % ($1 == ($T)0 ? ($T)1 : $1))",
};
static const char *const bool_steps[HLO_OPCODE_COUNT] = {
	[HLO_OP_add] = "$0 | $1",
	[HLO_OP_and] = "$0 & $1",
	[HLO_OP_clamp] = "min(max($1, $0), $2)",
	[HLO_OP_maximum] = "$0 | $1",
	[HLO_OP_minimum] = "$0 & $1",
	[HLO_OP_multiply] = "$0 & $1",
	[HLO_OP_not] = "$0 ^ ($T)1",
	[HLO_OP_or] = "$0 | $1",
	[HLO_OP_xor] = "$0 ^ $1",
};

static const char *template_of(enum hlo_opcode opcode, enum kernels_dtype t)
{
	if (hlo_is_float(t))
		return float_steps[opcode];
	if (t == KERNELS_I1)
		return bool_steps[opcode];
	if (integer_steps[opcode])
		return integer_steps[opcode];
	return hlo_is_signed(t) ? signed_steps[opcode] : unsigned_steps[opcode];
}

static void put_functions(struct hlo_source *source, bool f64)
{
	const char *others = is_vector(source) ? vector_functions : scalar_functions;
	expand(source, conversions, KERNELS_F32, NULL);
	for (int i = 0; i < 1 + f64; i++) {
		expand(source, float_functions, i ? KERNELS_F64 : KERNELS_F32, NULL);
		expand(source, others, i ? KERNELS_F64 : KERNELS_F32, NULL);
		if (is_vector(source))
			expand(source, i ? vector_tanh : vector_tanh_f32, i ? KERNELS_F64 : KERNELS_F32, NULL);
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

/* ---- operations with types of their own */

static void compare(struct hlo_source *source, const struct hlo_opcode_detail *detail, enum kernels_dtype t, const char *const *operands)
{
	static const char *const signs[] = { "==", "!=", "<", "<=", ">", ">=" };
	if (detail->compare_type == HLO_TOTALORDER)
		expand(source, "ordered_$T($0)", t, operands);
	else
		expand(source, "$0", t, operands);
	kernels_hlo__source_put(source, " %s ", signs[detail->direction]);
	expand(source, detail->compare_type == HLO_TOTALORDER ? "ordered_$T($1)" : "$1", t, operands);
}

/* A comparison as i1. */
static void end_condition(struct hlo_source *source)
{
	if (is_vector(source))
		expand(source, ", $T) & ($T)1", KERNELS_I1, NULL);
}

static void begin_condition(struct hlo_source *source)
{
	if (is_vector(source))
		kernels_hlo__source_put(source, "CONVERT_v(");
}

/* A comparison of a float for a choice between values of type `to`. */
static void put_choice(struct hlo_source *source, enum kernels_dtype to, const char *operand, const char *relation, const char *limit)
{
	kernels_hlo__source_put(source, "%s%s %s %s", is_vector(source) ? "CONVERT_v(" : "", operand, relation, limit);
	if (is_vector(source))
		expand(source, ", $S)", to, NULL);
}

/* Floats to integers: NaN is 0, and what is beyond the limits becomes these. */
static void saturate(struct hlo_source *source, enum kernels_dtype to, const char *const *operands)
{
	char limit[24];
	snprintf(limit, sizeof limit, "-0x1p%uf", 8 * (unsigned)kernels_dtype_size(to) - hlo_is_signed(to));
	if (hlo_is_signed(to)) {
		put_choice(source, to, operands[0], "<", limit);
		expand(source, " ? $R(($W)1 << ($B - 1)) : ", to, operands);
		put_choice(source, to, operands[0], ">=", limit + 1);
		expand(source, " ? $R((($W)1 << ($B - 1)) - ($W)1) : ", to, operands);
		put_choice(source, to, operands[0], "!=", operands[0]);
		expand(source, " ? ($T)0 : CONVERT$V($0, $T)", to, operands);
	} else {
		put_choice(source, to, operands[0], ">=", limit + 1);
		expand(source, " ? $R(~($W)0) : ", to, operands);
		put_choice(source, to, operands[0], ">", "0");
		expand(source, " ? CONVERT$V($0, $T) : ($T)0", to, operands);
	}
}

/* Of a number to another type. Integers of 32 bits and more, and f64, are not rounded to small floats: that would round twice. */
static bool convert(struct hlo_source *source, enum kernels_dtype from, enum kernels_dtype to, const char *const *operands)
{
	if (is_small_float(to) && (from == KERNELS_F64 || (!hlo_is_float(from) && kernels_dtype_size(from) > 2)))
		return false;
	if (to == KERNELS_I1) {
		begin_condition(source);
		expand(source, "$0 != ($T)0", from, operands);
		end_condition(source);
	} else if (hlo_is_float(to) || !hlo_is_float(from)) {
		expand(source, "CONVERT$V($0, $T)", to, operands);
	} else {
		saturate(source, to, operands);
	}
	return true;
}

static void bitcast(struct hlo_source *source, enum kernels_dtype to, const char *operand)
{
	kernels_hlo__source_put(source, "as_%s%s(%s)", kernels_hlo__source_type(to), kernels_hlo__source_lanes(source), operand);
}

static void constant(struct hlo_source *source, uint64_t bits, enum kernels_dtype t)
{
	if (is_vector(source))
		kernels_hlo__source_put(source, "(%s%s)", kernels_hlo__source_type(t), kernels_hlo__source_lanes(source));
	if (t == KERNELS_F32)
		kernels_hlo__source_put(source, "as_float(0x%" PRIx32 "u)", (uint32_t)bits);
	else if (t == KERNELS_F64)
		kernels_hlo__source_put(source, "as_double(0x%" PRIx64 "ul)", bits);
	else
		kernels_hlo__source_put(source, "(%s)0x%" PRIx64 "ul", kernels_hlo__source_type(t), bits);
}

static void select_of(struct hlo_source *source, enum kernels_dtype t, const char *const *operands)
{
	expand(source, is_vector(source) ? "CONVERT_v($0, $S) != ($S)0 ? $1 : $2" : "$0 ? $1 : $2", t, operands);
}

/* ---- all */

/* Computes with widened operands; the text is in the type in which steps compute with `result`. */
static bool compute(struct hlo_source *source, enum hlo_opcode opcode, const struct hlo_expr_step *step, enum kernels_dtype operand,
	enum kernels_dtype result, const char *const *operands)
{
	switch (opcode) {
	case HLO_OP_compare:
		begin_condition(source);
		compare(source, &step->detail, operand, operands);
		end_condition(source);
		return true;
	case HLO_OP_is_finite:
		begin_condition(source);
		expand(source, "fabs($0) < ($T)INFINITY", operand, operands);
		end_condition(source);
		return true;
	case HLO_OP_convert: return convert(source, operand, result, operands);
	default: break;
	}
	const char *template = operand == result ? template_of(opcode, operand) : NULL;
	if (opcode == HLO_OP_power && is_vector(source) && !hlo_is_float(operand))
		template = NULL; /* a loop for each element */
	if (template)
		expand(source, template, operand, operands);
	return template != NULL;
}

/* What makes an element of the text of compute(). */
static void put_result_type(struct hlo_source *source, enum kernels_dtype result)
{
	const char *narrow = kernels_hlo__source_narrow(result);
	if (narrow[0])
		kernels_hlo__source_put(source, "%s%s(", narrow, is_vector(source) ? "_v" : "");
	else if (is_vector(source))
		kernels_hlo__source_put(source, "as_%s%s(", kernels_hlo__source_type(result), kernels_hlo__source_lanes(source));
	else
		kernels_hlo__source_put(source, "(%s)(", kernels_hlo__source_type(result));
}

bool kernels_hlo__source_step(struct hlo_source *source, enum hlo_opcode opcode, const struct hlo_expr_step *step,
	enum kernels_dtype operand, enum kernels_dtype result, const char *const *operands)
{
	char wide[3][80];
	const char *widened[3] = { wide[0], wide[1], wide[2] }, *widen = kernels_hlo__source_widen(operand);
	const uint32_t count = kernels_hlo__opcode_operands(opcode);
	if (!kernels_hlo__source_has(result) || (count > 0 && !kernels_hlo__source_has(operand)))
		return false;
	if (opcode == HLO_OP_constant)
		constant(source, step->constant[0] & UINT64_MAX >> (64 - 8 * kernels_dtype_size(result)), result);
	else if (opcode == HLO_OP_bitcast_convert)
		bitcast(source, result, operands[0]);
	else if (opcode == HLO_OP_select)
		select_of(source, result, operands);
	else {
		for (uint32_t i = 0; i < count; i++)
			snprintf(wide[i], sizeof wide[i], "%s%s(%s)", widen, widen[0] && is_vector(source) ? "_v" : "", operands[i]);
		put_result_type(source, result);
		if (!compute(source, opcode, step, operand, result, widened))
			return false;
		kernels_hlo__source_put(source, ")");
	}
	return true;
}
