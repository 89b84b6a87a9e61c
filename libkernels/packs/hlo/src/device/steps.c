/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See source.h: steps of expressions. Vectors are not converted by casts, a comparison of them is -1 or 0 in the
 * signed type of their size, and constants have their type. What the host computes by rows of scalars/operations.h has the text of
 * these rows. */
#include "device/template.h"
#define SCALARS_OPENCL
#include <inttypes.h>
#include <scalars/operations.h>
#include <stdio.h>
#include <string.h>

/* ---- rows of scalars/operations.h as text */

#define TEXT(value) #value
#define ROW(op, form, value, ...) [HLO_OP_##op] = TEXT(value),
static const char *const integer_steps[HLO_OPCODE_COUNT] = { SCALARS_INTEGERS(ROW, T, U, W, B, ) };
static const char *const signed_steps[HLO_OPCODE_COUNT] = { SCALARS_SIGNED_QUOTIENTS(ROW, T, W, ) SCALARS_SIGNS(ROW, T, W, ) };
static const char *const unsigned_steps[HLO_OPCODE_COUNT] = { SCALARS_UNSIGNED_QUOTIENTS(ROW, T, W, ) };
static const char *const bool_steps[HLO_OPCODE_COUNT] = { SCALARS_BOOLS(ROW, T, ) };
static const char *const float_steps[HLO_OPCODE_COUNT] = {
	SCALARS_FLOATS(ROW, T, T, )
	SCALARS_FLOAT_REMAINDER(ROW, T, )
	SCALARS_FLOAT_ROOT(ROW, T, )
	SCALARS_FLOAT_CLAMP(ROW, T, )
	[HLO_OP_atan2] = "atan2(a, b)",
	[HLO_OP_cbrt] = "cbrt(a)",
	[HLO_OP_cosine] = "cos_T(a)",
	[HLO_OP_erf] = "erf(a)",
	[HLO_OP_exponential] = "exp(a)",
	[HLO_OP_exponential_minus_one] = "expm1(a)",
	[HLO_OP_log] = "log(a)",
	[HLO_OP_log_plus_one] = "log1p(a)",
	[HLO_OP_logistic] = "(T)1 / ((T)1 + exp(-a))",
	[HLO_OP_power] = "pow(a, b)",
	[HLO_OP_real] = "a",
	[HLO_OP_imag] = "(T)0",
	[HLO_OP_rsqrt] = "(T)1 / sqrt(a)",
	[HLO_OP_sine] = "sin_T(a)",
	[HLO_OP_tan] = "tan_T(a)",
	[HLO_OP_tanh] = "tanh_T(a)",
};

static const char *text_of(enum hlo_opcode opcode, enum kernels_dtype t)
{
	if (hlo_is_float(t))
		return float_steps[opcode];
	if (t == KERNELS_I1)
		return bool_steps[opcode];
	if (integer_steps[opcode])
		return integer_steps[opcode];
	return hlo_is_signed(t) ? signed_steps[opcode] : unsigned_steps[opcode];
}

/* The words a, b, c, T, U, S, W and B are $0, $1, $2, $T, ... of templates; the type at the end of others is $T. as_T(...) is $R(...), and
 * as_W(a) is $w0. Returns the size of what it has written the template of. */
static size_t expand_word(struct hlo_source *source, const char *text, size_t size, enum kernels_dtype t, const char *const *operands)
{
	char template[48];
	const bool converts = size == 4 && memcmp(text, "as_", 3) == 0, of_operand = converts && strchr("abc", text[5]) && text[6] == ')';
	if (size == 1 && strchr("abc", *text))
		snprintf(template, sizeof template, "$%c", '0' + *text - 'a');
	else if (size == 1 && strchr("TUSWB", *text))
		snprintf(template, sizeof template, "$%c", *text);
	else if (of_operand && text[3] == 'T')
		snprintf(template, sizeof template, "$%c", '0' + text[5] - 'a');
	else if (of_operand)
		snprintf(template, sizeof template, "$%c%c", text[3] - 'A' + 'a', '0' + text[5] - 'a');
	else if (converts)
		snprintf(template, sizeof template, "$R");
	else if (size > 2 && memcmp(text + size - 2, "_T", 2) == 0)
		snprintf(template, sizeof template, "%.*s$T", (int)size - 1, text);
	else
		snprintf(template, sizeof template, "%.*s", (int)size, text);
	kernels_hlo__source_expand(source, template, t, operands);
	return of_operand ? size + 3 : size;
}

static void expand_row(struct hlo_source *source, const char *text, enum kernels_dtype t, const char *const *operands)
{
	while (*text) {
		const size_t size = strspn(text, "abcdefghijklmnopqrstuvwxyzTUSWB_0123456789");
		text += expand_word(source, text, size > 0 ? size : 1, t, operands);
	}
}

/* ---- operations with types of their own */

static void compare(struct hlo_source *source, const struct hlo_opcode_detail *detail, enum kernels_dtype t, const char *const *operands)
{
#define SIGN(direction, operator, ...) [HLO_##direction] = #operator,
	static const char *const signs[] = { SCALARS_COMPARISONS(SIGN, ) };
	if (detail->compare_type == HLO_TOTALORDER)
		kernels_hlo__source_expand(source, "ordered_$T($0)", t, operands);
	else
		kernels_hlo__source_expand(source, "$0", t, operands);
	kernels_hlo__source_put(source, " %s ", signs[detail->direction]);
	kernels_hlo__source_expand(source, detail->compare_type == HLO_TOTALORDER ? "ordered_$T($1)" : "$1", t, operands);
}

/* A comparison as i1. */
static void end_condition(struct hlo_source *source)
{
	if (hlo_source_is_vector(source))
		kernels_hlo__source_expand(source, ", $T) & ($T)1", KERNELS_I1, NULL);
}

static void begin_condition(struct hlo_source *source)
{
	if (hlo_source_is_vector(source))
		kernels_hlo__source_put(source, "CONVERT_v(");
}

/* A comparison of a float for a choice between values of type `to`. */
static void put_choice(struct hlo_source *source, enum kernels_dtype to, const char *operand, const char *relation, const char *limit)
{
	kernels_hlo__source_put(source, "%s%s %s %s", hlo_source_is_vector(source) ? "CONVERT_v(" : "", operand, relation, limit);
	if (hlo_source_is_vector(source))
		kernels_hlo__source_expand(source, ", $S)", to, NULL);
}

/* Floats to integers: NaN is 0, and what is beyond the limits becomes these. */
static void saturate(struct hlo_source *source, enum kernels_dtype to, const char *const *operands)
{
	char limit[24];
	snprintf(limit, sizeof limit, "-0x1p%uf", 8 * (unsigned)kernels_dtype_size(to) - hlo_is_signed(to));
	if (hlo_is_signed(to)) {
		put_choice(source, to, operands[0], "<", limit);
		kernels_hlo__source_expand(source, " ? $R(($W)1 << ($B - 1)) : ", to, operands);
		put_choice(source, to, operands[0], ">=", limit + 1);
		kernels_hlo__source_expand(source, " ? $R((($W)1 << ($B - 1)) - ($W)1) : ", to, operands);
		put_choice(source, to, operands[0], "!=", operands[0]);
		kernels_hlo__source_expand(source, " ? ($T)0 : CONVERT$V($0, $T)", to, operands);
	} else {
		put_choice(source, to, operands[0], ">=", limit + 1);
		kernels_hlo__source_expand(source, " ? $R(~($W)0) : ", to, operands);
		put_choice(source, to, operands[0], ">", "0");
		kernels_hlo__source_expand(source, " ? CONVERT$V($0, $T) : ($T)0", to, operands);
	}
}

/* Of a number to another type. */
static void convert(struct hlo_source *source, enum kernels_dtype from, enum kernels_dtype to, const char *const *operands)
{
	if (to == KERNELS_I1) {
		begin_condition(source);
		kernels_hlo__source_expand(source, "$0 != ($T)0", from, operands);
		end_condition(source);
	} else if (hlo_is_float(to) || !hlo_is_float(from)) {
		kernels_hlo__source_expand(source, "CONVERT$V($0, $T)", to, operands);
	} else {
		saturate(source, to, operands);
	}
}

static void bitcast(struct hlo_source *source, enum kernels_dtype to, const char *operand)
{
	kernels_hlo__source_put(source, "as_%s%s(%s)", kernels_hlo__source_type(to), kernels_hlo__source_lanes(source), operand);
}

static void constant(struct hlo_source *source, uint64_t bits, enum kernels_dtype t)
{
	if (hlo_source_is_vector(source))
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
	kernels_hlo__source_expand(source, hlo_source_is_vector(source) ? "CONVERT_v($0, $S) != ($S)0 ? $1 : $2" : "$0 ? $1 : $2", t, operands);
}

/* ---- all */

/* Computes with widened operands; the text is in the type in which steps compute with `result`. */
static bool compute(struct hlo_source *source, enum hlo_opcode opcode, const struct hlo_expr_step *step, enum kernels_dtype operand,
	enum kernels_dtype result, const char *const *operands)
{
	switch (opcode) {
	case HLO_OP_compare:
		begin_condition(source);
		compare(source, &step->of->detail, operand, operands);
		end_condition(source);
		return true;
	case HLO_OP_is_finite:
		begin_condition(source);
		kernels_hlo__source_expand(source, "fabs($0) < ($T)INFINITY", operand, operands);
		end_condition(source);
		return true;
	case HLO_OP_convert:
		convert(source, operand, result, operands);
		return true;
	default: break;
	}
	const char *text = operand == result ? text_of(opcode, operand) : NULL;
	if (opcode == HLO_OP_power && hlo_source_is_vector(source) && !hlo_is_float(operand))
		text = NULL; /* a loop for each element */
	if (text)
		expand_row(source, text, operand, operands);
	return text != NULL;
}

/* What makes an element of the text of compute(). */
static void put_result_type(struct hlo_source *source, enum kernels_dtype result)
{
	const char *narrow = kernels_hlo__source_narrow(result);
	if (narrow[0])
		kernels_hlo__source_put(source, "%s%s(", narrow, hlo_source_is_vector(source) ? "_v" : "");
	else if (hlo_source_is_vector(source))
		kernels_hlo__source_put(source, "as_%s%s(", kernels_hlo__source_type(result), kernels_hlo__source_lanes(source));
	else
		kernels_hlo__source_put(source, "(%s)(", kernels_hlo__source_type(result));
}

bool kernels_hlo__source_step(struct hlo_source *source, enum hlo_opcode opcode, const struct hlo_expr_step *step,
	enum kernels_dtype operand, enum kernels_dtype result, const char *const *operands)
{
	char wide[3][80];
	const char *widened[3] = { wide[0], wide[1], wide[2] }, *widen = kernels_hlo__source_widen(operand);
	const uint32_t count = hlo_step(opcode)->operands;
	if (opcode == HLO_OP_constant)
		constant(source, step->constant[0] & UINT64_MAX >> (64 - 8 * kernels_dtype_size(result)), result);
	else if (opcode == HLO_OP_bitcast_convert)
		bitcast(source, result, operands[0]);
	else if (opcode == HLO_OP_select)
		select_of(source, result, operands);
	else {
		for (uint32_t i = 0; i < count; i++)
			snprintf(wide[i], sizeof wide[i], "%s%s(%s)", widen, widen[0] && hlo_source_is_vector(source) ? "_v" : "", operands[i]);
		put_result_type(source, result);
		if (!compute(source, opcode, step, operand, result, widened))
			return false;
		kernels_hlo__source_put(source, ")");
	}
	return true;
}
