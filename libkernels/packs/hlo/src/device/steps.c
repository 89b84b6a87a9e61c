/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See source.h: steps of expressions. A template has $0, $1, $2 for operands, $T for the type of the result, $U and $S for the unsigned
 * and signed type of its size, $W for an unsigned type of at least 32 bits, $B for its bits. Edge cases are those of the host's
 * primitives (expr/): integer division by zero, shifts by more bits than there are, conversions that saturate, NaN. */
#include "device/source.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- functions of the text */

static const char conversions[] =
	"#pragma OPENCL FP_CONTRACT OFF\n"
	"float of_bf16(ushort x) { return as_float((uint)x << 16); }\n"
	"ushort bf16_of(float x)\n"
	"{\n"
	"\tconst uint bits = as_uint(x), rounded = bits + 0x7FFF + (bits >> 16 & 1);\n"
	"\treturn (ushort)((x != x ? bits | 0x400000 : rounded) >> 16);\n"
	"}\n"
	"float of_f16(ushort x)\n"
	"{\n"
	"\tconst uint m = x & 0x7FFF, sign = (uint)(x & 0x8000) << 16;\n"
	"\treturn as_float(sign | (m >= 0x7C00 ? m << 13 | 0x7F800000 : as_uint(as_float(m << 13) * 0x1p112f)));\n"
	"}\n"
	"ushort f16_of(float x)\n"
	"{\n"
	"\tconst uint bits = as_uint(x), m = bits & 0x7FFFFFFF, sign = bits >> 16 & 0x8000;\n"
	"\tconst uint small = as_uint(as_float(m < 0x38800000 ? m : 0) + 0.5f) - 0x3F000000;\n"
	"\tconst uint normal = (m - 0x38000000 + 0xFFF + (m >> 13 & 1)) >> 13;\n"
	"\tconst uint beyond = 0x7C00 | (m > 0x7F800000 ? (m >> 13 & 0x3FF) | 0x200 : 0);\n"
	"\treturn (ushort)(sign | (m >= 0x47800000 ? beyond : m < 0x38800000 ? small : normal));\n"
	"}\n"
	"ulong unsigned_power(ulong base, ulong exponent)\n"
	"{\n"
	"\tulong result = 1;\n"
	"\tfor (; exponent > 0; exponent >>= 1, base *= base)\n"
	"\t\tresult = exponent & 1 ? result * base : result;\n"
	"\treturn result;\n"
	"}\n"
	"ulong signed_power(long base, long exponent)\n"
	"{\n"
	"\tif (exponent >= 0)\n"
	"\t\treturn unsigned_power((ulong)base, (ulong)exponent);\n"
	"\treturn base == 1 || (base == -1 && (exponent & 1) == 0) ? 1 : base == -1 ? ~0ul : 0;\n"
	"}\n";
/* For f32 and f64. -0 is less than +0. */
static const char float_functions[] =
	"$T larger_$T($T a, $T b) { return a != a ? a : a == b ? as_$T(as_$S(a) & as_$S(b)) : a > b ? a : b; }\n"
	"$T smaller_$T($T a, $T b) { return a != a ? a : a == b ? as_$T(as_$S(a) | as_$S(b)) : a < b ? a : b; }\n"
	"$S ordered_$T($T a) { const $S x = as_$S(a); return x ^ ($S)(($U)(x >> ($B - 1)) >> 1); }\n";

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
		case 'T': kernels_hlo__source_put(source, "%s", kernels_hlo__source_work(t)); break;
		case 'U': kernels_hlo__source_put(source, "%s", sized(bytes, false)); break;
		case 'S': kernels_hlo__source_put(source, "%s", sized(bytes, true)); break;
		case 'W': kernels_hlo__source_put(source, "%s", bytes == 8 ? "ulong" : "uint"); break;
		case 'B': kernels_hlo__source_put(source, "%zu", 8 * bytes); break;
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
	[HLO_OP_cosine] = "cos($0)",
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
	[HLO_OP_sign] = "$0 > 0 ? ($T)1 : $0 < 0 ? ($T)-1 : $0",
	[HLO_OP_sine] = "sin($0)",
	[HLO_OP_sqrt] = "sqrt($0)",
	[HLO_OP_subtract] = "$0 - $1",
	[HLO_OP_tan] = "tan($0)",
	[HLO_OP_tanh] = "tanh($0)",
};

static const char *const integer_steps[HLO_OPCODE_COUNT] = {
	[HLO_OP_add] = "($W)$0 + ($W)$1",
	[HLO_OP_and] = "$0 & $1",
	[HLO_OP_clamp] = "min(max($1, $0), $2)",
	[HLO_OP_count_leading_zeros] = "clz(($U)$0)",
	[HLO_OP_maximum] = "max($0, $1)",
	[HLO_OP_minimum] = "min($0, $1)",
	[HLO_OP_multiply] = "($W)$0 * ($W)$1",
	[HLO_OP_negate] = "($W)0 - ($W)$0",
	[HLO_OP_not] = "~($W)$0",
	[HLO_OP_or] = "$0 | $1",
	[HLO_OP_popcnt] = "popcount(($U)$0)",
	[HLO_OP_shift_left] = "($U)$1 >= $B ? ($W)0 : ($W)$0 << ($U)$1",
	[HLO_OP_shift_right_arithmetic] = "($S)$0 >> (($U)$1 >= $B ? ($U)($B - 1) : ($U)$1)",
	[HLO_OP_shift_right_logical] = "($U)$1 >= $B ? ($U)0 : ($U)(($U)$0 >> ($U)$1)",
	[HLO_OP_subtract] = "($W)$0 - ($W)$1",
	[HLO_OP_xor] = "$0 ^ $1",
};
/* The divisor is replaced where the quotient would trap. */
static const char *const signed_steps[HLO_OPCODE_COUNT] = {
	[HLO_OP_abs] = "$0 < 0 ? ($T)(($W)0 - ($W)$0) : $0",
	[HLO_OP_divide] = "$1 == 0 ? ($T)-1 : $1 == -1 ? ($T)(($W)0 - ($W)$0) : ($T)($0 / ($1 == 0 || $1 == -1 ? ($T)1 : $1))",
	[HLO_OP_power] = "signed_power($0, $1)",
	[HLO_OP_remainder] = "$1 == 0 ? $0 : ($T)($0 % ($1 == 0 || $1 == -1 ? ($T)1 : $1))",
	[HLO_OP_sign] = "($0 > 0) - ($0 < 0)",
};
static const char *const unsigned_steps[HLO_OPCODE_COUNT] = {
	[HLO_OP_divide] = "$1 == 0 ? ($T)~($W)0 : ($T)($0 / ($1 == 0 ? ($T)1 : $1))",
	[HLO_OP_power] = "unsigned_power($0, $1)",
	[HLO_OP_remainder] = "$1 == 0 ? $0 : ($T)($0 % ($1 == 0 ? ($T)1 : $1))",
};
static const char *const bool_steps[HLO_OPCODE_COUNT] = {
	[HLO_OP_add] = "$0 | $1",
	[HLO_OP_and] = "$0 & $1",
	[HLO_OP_clamp] = "min(max($1, $0), $2)",
	[HLO_OP_maximum] = "$0 | $1",
	[HLO_OP_minimum] = "$0 & $1",
	[HLO_OP_multiply] = "$0 & $1",
	[HLO_OP_not] = "$0 ^ 1",
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

void kernels_hlo__source_prelude(struct hlo_source *source, bool f64)
{
	if (f64)
		kernels_hlo__source_put(source, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
	kernels_hlo__source_put(source, "%s", conversions);
	expand(source, float_functions, KERNELS_F32, NULL);
	if (f64)
		expand(source, float_functions, KERNELS_F64, NULL);
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

/* Of a number to another type. Integers of 32 bits and more, and f64, are not rounded to small floats: that would round twice. */
static bool convert(struct hlo_source *source, enum kernels_dtype from, enum kernels_dtype to, const char *const *operands)
{
	const unsigned bits = 8 * (unsigned)kernels_dtype_size(to);
	if (is_small_float(to) && (from == KERNELS_F64 || (!hlo_is_float(from) && kernels_dtype_size(from) > 2)))
		return false;
	if (to == KERNELS_I1)
		expand(source, "$0 != 0", from, operands);
	else if (hlo_is_float(to) || !hlo_is_float(from))
		expand(source, "($T)$0", to, operands);
	else if (hlo_is_signed(to)) {
		kernels_hlo__source_put(source, "%s != %s ? 0 : %s < -0x1p%uf ? ", operands[0], operands[0], operands[0], bits - 1);
		expand(source, "($T)(($W)1 << ($B - 1)) : ", to, operands);
		kernels_hlo__source_put(source, "%s >= 0x1p%uf ? ", operands[0], bits - 1);
		expand(source, "($T)((($W)1 << ($B - 1)) - 1) : ($T)$0", to, operands);
	} else {
		kernels_hlo__source_put(source, "!(%s > 0) ? 0 : %s >= 0x1p%uf ? ", operands[0], operands[0], bits);
		expand(source, "($T)~($W)0 : ($T)$0", to, operands);
	}
	return true;
}

static void bitcast(struct hlo_source *source, enum kernels_dtype to, const char *operand)
{
	kernels_hlo__source_put(source, "as_%s(%s)", kernels_hlo__source_type(to), operand);
}

static void constant(struct hlo_source *source, uint64_t bits, enum kernels_dtype t)
{
	if (t == KERNELS_F32)
		kernels_hlo__source_put(source, "as_float(0x%" PRIx32 "u)", (uint32_t)bits);
	else if (t == KERNELS_F64)
		kernels_hlo__source_put(source, "as_double(0x%" PRIx64 "ul)", bits);
	else
		kernels_hlo__source_put(source, "(%s)0x%" PRIx64 "ul", kernels_hlo__source_type(t), bits);
}

/* ---- all */

/* Computes with widened operands; the text is in the type in which steps compute with `result`. */
static bool compute(struct hlo_source *source, enum hlo_opcode opcode, const struct hlo_expr_step *step, enum kernels_dtype operand,
	enum kernels_dtype result, const char *const *operands)
{
	switch (opcode) {
	case HLO_OP_compare: compare(source, &step->detail, operand, operands); return true;
	case HLO_OP_is_finite: expand(source, "fabs($0) < INFINITY", operand, operands); return true;
	case HLO_OP_convert: return convert(source, operand, result, operands);
	default: break;
	}
	const char *template = operand == result ? template_of(opcode, operand) : NULL;
	if (template)
		expand(source, template, operand, operands);
	return template != NULL;
}

bool kernels_hlo__source_step(struct hlo_source *source, enum hlo_opcode opcode, const struct hlo_expr_step *step,
	enum kernels_dtype operand, enum kernels_dtype result, const char *const *operands)
{
	char wide[3][80];
	const char *widened[3] = { wide[0], wide[1], wide[2] };
	const uint32_t count = kernels_hlo__opcode_operands(opcode);
	if (!kernels_hlo__source_has(result) || (count > 0 && !kernels_hlo__source_has(operand)))
		return false;
	if (opcode == HLO_OP_constant)
		constant(source, step->constant[0] & UINT64_MAX >> (64 - 8 * kernels_dtype_size(result)), result);
	else if (opcode == HLO_OP_bitcast_convert)
		bitcast(source, result, operands[0]);
	else if (opcode == HLO_OP_select)
		expand(source, "$0 ? $1 : $2", result, operands);
	else {
		for (uint32_t i = 0; i < count; i++)
			snprintf(wide[i], sizeof wide[i], "%s(%s)", kernels_hlo__source_widen(operand), operands[i]);
		const char *narrow = kernels_hlo__source_narrow(result);
		kernels_hlo__source_put(source, narrow[0] ? "%s(" : "(%s)(", narrow[0] ? narrow : kernels_hlo__source_type(result));
		if (!compute(source, opcode, step, operand, result, widened))
			return false;
		kernels_hlo__source_put(source, ")");
	}
	return true;
}
