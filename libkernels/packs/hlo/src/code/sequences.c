/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Steps of several instructions, with the values of scalars/operations.h. Operands stay in their registers until the last instruction. */
#include "code/instructions.h"

#if HLO_CODE

enum { VEX_MOVE = HLO_0F | 0x28, VEX_AND = HLO_0F | 0x54, VEX_OR = HLO_0F | 0x56, VEX_BLEND = HLO_0F3A | HLO_66 | 0x4A,
	VEX_XOR = HLO_0F | HLO_66 | 0xEF, VEX_GREATER_32 = HLO_0F | HLO_66 | 0x66, VEX_GREATER_64 = HLO_0F38 | HLO_66 | 0x37,
	VEX_TO_GPR = HLO_0F | HLO_66 | HLO_W | 0x7E, VEX_FROM_GPR = HLO_0F | HLO_66 | HLO_W | 0x6E };

static void put(struct hlo_code_writer *w, uint32_t instruction, uint32_t out, uint32_t a, uint32_t b)
{
	kernels_hlo__code_vex(&w->text, w->vector | instruction, out, a, hlo_xmm(b), 0, 0);
}

/* Opcode map and prefix of an instruction of floats, single ones or packs. */
static uint32_t float_of(const struct hlo_code_writer *w, enum kernels_dtype type)
{
	const bool wide = type == KERNELS_F64;
	return HLO_0F | (w->vector ? w->vector | (wide ? HLO_66 : 0) : (uint32_t)(wide ? HLO_F2 : HLO_F3));
}

/* out = mask ? yes : no */
static void blend(struct hlo_code_writer *w, uint32_t out, uint32_t no, uint32_t yes, uint32_t mask)
{
	kernels_hlo__code_vex(&w->text, w->vector | VEX_BLEND, out, no, hlo_xmm(yes), 1, mask << 4);
}

static void release(struct hlo_code_writer *w, uint32_t xmm) { w->locked &= ~(1u << xmm); }

static void finish(struct hlo_code_writer *w, uint32_t v, uint32_t out)
{
	const struct hlo_code_value *value = &w->program.values[v];
	for (uint32_t k = 0; k < hlo_code_operands(value); k++)
		kernels_hlo__code_drop(w, value->operands[k]);
	kernels_hlo__code_own(w, out, v);
	w->locked = 0;
}

/* ---- minimum, maximum */

static bool is_float(enum kernels_dtype type) { return type == KERNELS_F32 || type == KERNELS_F64; }
static bool is_long(enum kernels_dtype type) { return type == KERNELS_I64 || type == KERNELS_UI64; }
static bool is_word(enum kernels_dtype type) { return type == KERNELS_I32 || type == KERNELS_UI32; }

/* Equal numbers: of zeros that with, or without, a sign. If a is a NaN: a. */
static void float_extreme(struct hlo_code_writer *w, enum kernels_dtype type, bool larger, uint32_t out, uint32_t a, uint32_t b)
{
	const uint32_t prefix = float_of(w, type);
	const uint32_t mask = kernels_hlo__code_take(w), both = kernels_hlo__code_take(w);
	kernels_hlo__code_vex(&w->text, prefix | 0xC2, mask, a, hlo_xmm(b), 1, 0);
	put(w, larger ? VEX_AND : VEX_OR, both, a, b);
	put(w, prefix | (larger ? 0x5F : 0x5D), out, a, b);
	blend(w, out, out, both, mask);
	kernels_hlo__code_vex(&w->text, prefix | 0xC2, mask, a, hlo_xmm(a), 1, 3);
	blend(w, out, out, a, mask);
	release(w, mask);
	release(w, both);
}

/* A mask of a > b. */
static void greater(struct hlo_code_writer *w, enum kernels_dtype type, uint32_t out, uint32_t a, uint32_t b)
{
	const bool is_signed = type == KERNELS_I32 || type == KERNELS_I64;
	const uint32_t compare = is_long(type) ? VEX_GREATER_64 : VEX_GREATER_32;
	if (is_signed) {
		put(w, compare, out, a, b);
		return;
	}
	const struct hlo_code_place sign = hlo_code_fixed(is_long(type) ? HLO_SIGN_64 : HLO_SIGN_32);
	const uint32_t other = kernels_hlo__code_take(w);
	kernels_hlo__code_vex(&w->text, w->vector | VEX_XOR, other, b, sign, 0, 0);
	kernels_hlo__code_vex(&w->text, w->vector | VEX_XOR, out, a, sign, 0, 0);
	put(w, compare, out, out, other);
	release(w, other);
}

/* Integers: a > b ? a : b, or a < b ? a : b. */
static void extreme(struct hlo_code_writer *w, enum kernels_dtype type, bool larger, uint32_t out, uint32_t a, uint32_t b)
{
	if (is_float(type)) {
		float_extreme(w, type, larger, out, a, b);
		return;
	}
	const uint32_t mask = kernels_hlo__code_take(w);
	greater(w, type, mask, larger ? a : b, larger ? b : a);
	blend(w, out, b, a, mask);
	release(w, mask);
}

static bool put_extreme(struct hlo_code_writer *w, uint32_t v, enum kernels_dtype type, bool larger)
{
	const uint32_t *operands = w->program.values[v].operands;
	if (!is_float(type) && !is_long(type))
		return false;
	const uint32_t a = kernels_hlo__code_get(w, operands[0]), b = kernels_hlo__code_get(w, operands[1]);
	const uint32_t out = kernels_hlo__code_take(w);
	extreme(w, type, larger, out, a, b);
	finish(w, v, out);
	return true;
}

/* The smaller of c and the larger of b and a. */
static bool put_clamp(struct hlo_code_writer *w, uint32_t v, enum kernels_dtype type)
{
	const uint32_t *operands = w->program.values[v].operands;
	if (!is_float(type) && !is_long(type) && !is_word(type))
		return false;
	const uint32_t a = kernels_hlo__code_get(w, operands[0]), b = kernels_hlo__code_get(w, operands[1]);
	const uint32_t c = kernels_hlo__code_get(w, operands[2]);
	const uint32_t first = kernels_hlo__code_take(w), out = kernels_hlo__code_take(w);
	extreme(w, type, true, first, b, a);
	extreme(w, type, false, out, first, c);
	finish(w, v, out);
	return true;
}

/* ---- comparisons of unsigned numbers */

static bool put_unsigned(struct hlo_code_writer *w, uint32_t v, enum kernels_dtype type)
{
	const struct hlo_code_value *value = &w->program.values[v];
	const enum hlo_direction direction = value->step->of->detail.direction;
	const bool exchange = direction == HLO_LT || direction == HLO_GE, inverse = direction == HLO_LE || direction == HLO_GE;
	if (type != KERNELS_UI32 && type != KERNELS_UI64)
		return false;
	const uint32_t a = kernels_hlo__code_get(w, value->operands[0]), b = kernels_hlo__code_get(w, value->operands[1]);
	const uint32_t out = kernels_hlo__code_take(w);
	greater(w, type, out, exchange ? b : a, exchange ? a : b);
	if (type == KERNELS_UI32 && !w->vector)
		kernels_hlo__code_vex(&w->text, HLO_0F | HLO_66 | 0x70, out, 0, hlo_xmm(out), 1, 0);
	if (inverse)
		kernels_hlo__code_vex(&w->text, w->vector | VEX_XOR, out, out, hlo_code_fixed(HLO_ALL), 0, 0);
	finish(w, v, out);
	return true;
}

/* ---- numbers of 64 bits by general registers */

static void to_gpr(struct hlo_code_writer *w, enum hlo_code_gpr gpr, uint32_t xmm)
{
	kernels_hlo__code_vex(&w->text, VEX_TO_GPR, xmm, 0, hlo_xmm(gpr), 0, 0);
}

static bool put_product(struct hlo_code_writer *w, uint32_t v, enum kernels_dtype type)
{
	static const uint8_t imul[] = { 0x48, 0x0F, 0xAF, 0xC1 }; /* rax = rax * rcx */
	const uint32_t *operands = w->program.values[v].operands;
	if (!is_long(type))
		return false;
	const uint32_t a = kernels_hlo__code_get(w, operands[0]), b = kernels_hlo__code_get(w, operands[1]);
	const uint32_t out = kernels_hlo__code_take(w);
	to_gpr(w, HLO_RAX, a);
	to_gpr(w, HLO_RCX, b);
	for (unsigned i = 0; i < sizeof imul; i++)
		kernels_hlo__code_byte(&w->text, imul[i]);
	kernels_hlo__code_vex(&w->text, VEX_FROM_GPR, out, 0, hlo_xmm(HLO_RAX), 0, 0);
	finish(w, v, out);
	return true;
}

/* ---- conversions, negation */

static bool put_convert(struct hlo_code_writer *w, uint32_t v, enum kernels_dtype type)
{
	const struct hlo_code_value *value = &w->program.values[v];
	const bool to_float = type == KERNELS_I64 && is_float(value->dtype), to_long = type == KERNELS_I1 && is_long(value->dtype);
	const bool to_bool = is_word(type) && value->dtype == KERNELS_I1;
	if (!to_float && !to_long && !to_bool)
		return false;
	const uint32_t a = kernels_hlo__code_get(w, value->operands[0]), out = kernels_hlo__code_take(w);
	if (to_float) {
		to_gpr(w, HLO_RAX, a);
		put(w, VEX_XOR, out, out, out);
		kernels_hlo__code_vex(&w->text, HLO_0F | (value->dtype == KERNELS_F64 ? HLO_F2 : HLO_F3) | HLO_W | 0x2A, out, out,
			hlo_xmm(HLO_RAX), 0, 0);
	} else if (to_long) { /* vpsrlq out, a, 63 */
		kernels_hlo__code_vex(&w->text, HLO_0F | HLO_66 | 0x73, 2, out, hlo_xmm(a), 1, 63);
	} else {
		put(w, VEX_XOR, out, out, out);
		put(w, HLO_0F | HLO_66 | 0x76, out, out, a);
		kernels_hlo__code_vex(&w->text, HLO_0F | HLO_66 | 0x70, out, 0, hlo_xmm(out), 1, 0);
		kernels_hlo__code_vex(&w->text, VEX_XOR, out, out, hlo_code_fixed(HLO_ALL), 0, 0);
	}
	finish(w, v, out);
	return true;
}

static bool put_negation(struct hlo_code_writer *w, uint32_t v, enum kernels_dtype type)
{
	if (!is_word(type) && !is_long(type))
		return false;
	const uint32_t a = kernels_hlo__code_get(w, w->program.values[v].operands[0]), out = kernels_hlo__code_take(w);
	put(w, VEX_XOR, out, out, out);
	put(w, HLO_0F | HLO_66 | (is_word(type) ? 0xFA : 0xFB), out, out, a);
	finish(w, v, out);
	return true;
}

bool kernels_hlo__code_has_pack_sequence(const struct hlo_code_value *value)
{
	const enum kernels_dtype type = value->step->of->primitive.operand;
	switch ((int)value->step->opcode) {
	case HLO_OP_select: return true;
	case HLO_OP_maximum:
	case HLO_OP_minimum: return is_float(type) || is_long(type);
	case HLO_OP_clamp: return is_float(type) || is_long(type) || is_word(type);
	case HLO_OP_compare: return type == KERNELS_UI32 || type == KERNELS_UI64;
	case HLO_OP_negate: return is_word(type) || is_long(type);
	default: return false;
	}
}

bool kernels_hlo__code_sequence(struct hlo_code_writer *w, uint32_t v)
{
	const struct hlo_code_value *value = &w->program.values[v];
	const enum kernels_dtype type = value->step->of->primitive.operand;
	if (w->vector && !kernels_hlo__code_has_pack_sequence(value))
		return false;
	switch ((int)value->step->opcode) {
	case HLO_OP_maximum: return put_extreme(w, v, type, true);
	case HLO_OP_minimum: return put_extreme(w, v, type, false);
	case HLO_OP_clamp: return put_clamp(w, v, type);
	case HLO_OP_compare: return put_unsigned(w, v, type);
	case HLO_OP_multiply: return put_product(w, v, type);
	case HLO_OP_convert: return put_convert(w, v, type);
	case HLO_OP_negate: return put_negation(w, v, type);
	default: return false;
	}
}

#else
typedef int kernels_hlo__code_sequences_is_empty; /* ISO C forbids an empty translation unit */
#endif
