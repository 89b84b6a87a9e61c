/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Conversions of vectors. Eight elements of 4 bytes are one register, of 8 bytes two. Of floats to integers: toward zero, saturating, NaN is 0. */
#include "code/lane_steps.h"

#if HLO_CODE

enum { TO_I32 = HLO_0F | HLO_F3 | HLO_L | 0x5B /* vcvttps2dq */, OF_I32 = HLO_0F | HLO_L | 0x5B /* vcvtdq2ps */,
	ADD = HLO_0F | HLO_L | 0x58, MULTIPLY = HLO_0F | HLO_L | 0x59, COMPARE = HLO_0F | HLO_L | 0xC2, LOGICAL = HLO_0F | HLO_66 | HLO_L | 0x72,
	EQUAL = HLO_0F | HLO_66 | HLO_L | 0x76, INSERT = HLO_0F3A | HLO_66 | HLO_L | 0x38 /* vinserti128 */,
	SIGNED = HLO_0F38 | HLO_66 | HLO_L | 0x25, UNSIGNED = HLO_0F38 | HLO_66 | HLO_L | 0x35 /* vpmovsxdq, vpmovzxdq */ };
enum { AT_LEAST = 0x1D, ORDERED = 7, NOT_EQUAL = 4 }; /* comparisons */

static uint32_t operand(struct hlo_lane_writer *w, uint32_t item, uint32_t part)
{
	return kernels_hlo__lane_get(w, w->list[item].operands[0], part);
}

static bool is_word(enum kernels_dtype type) { return type == KERNELS_I32 || type == KERNELS_UI32; }
static bool is_long(enum kernels_dtype type) { return type == KERNELS_I64 || type == KERNELS_UI64; }

/* ---- 4 to 8 bytes: an instruction of half a register */

static uint32_t widening(enum kernels_dtype from, enum kernels_dtype to)
{
	if (from == KERNELS_F32 && to == KERNELS_F64)
		return HLO_0F | HLO_L | 0x5A; /* vcvtps2pd */
	if (from == KERNELS_I32 && to == KERNELS_F64)
		return HLO_0F | HLO_F3 | HLO_L | 0xE6; /* vcvtdq2pd */
	if (from == KERNELS_I32 && is_long(to))
		return SIGNED;
	return from == KERNELS_UI32 && (is_long(to) || to == KERNELS_F64) ? UNSIGNED : 0;
}

static void put_widening(struct hlo_lane_writer *w, uint32_t item)
{
	const struct hlo_expr_operation *of = w->list[item].of;
	for (uint32_t part = 0; part < 2; part++) {
		const uint32_t a = operand(w, item, 0), out = kernels_hlo__lane_take(w);
		kernels_hlo__lane_widen(w, widening(of->primitive.operand, of->primitive.result), out, a, part);
		if (of->primitive.operand == KERNELS_UI32 && of->primitive.result == KERNELS_F64) { /* the last bits of 2^52 */
			hlo_lane_put(w, LANE_OR, out, out, hlo_lane_pool(HLO_LANE_TWO_52));
			hlo_lane_put(w, HLO_0F | HLO_66 | HLO_L | 0x5C, out, out, hlo_lane_pool(HLO_LANE_TWO_52));
		}
		kernels_hlo__lane_finish(w, item, part, out);
	}
}

/* ---- 8 to 4 bytes */

/* The low halves of integers. */
static void put_low(struct hlo_lane_writer *w, uint32_t item)
{
	const uint32_t low = operand(w, item, 0), high = operand(w, item, 1), out = kernels_hlo__lane_take(w);
	kernels_hlo__lane_narrow(w, out, low, high);
	kernels_hlo__lane_finish(w, item, 0, out);
}

static void put_rounding(struct hlo_lane_writer *w, uint32_t item)
{
	const uint32_t low = operand(w, item, 0), high = operand(w, item, 1);
	const uint32_t out = kernels_hlo__lane_take(w), other = kernels_hlo__lane_take(w);
	hlo_lane_put(w, HLO_0F | HLO_66 | HLO_L | 0x5A, out, 0, hlo_xmm(low)); /* vcvtpd2ps */
	hlo_lane_put(w, HLO_0F | HLO_66 | HLO_L | 0x5A, other, 0, hlo_xmm(high));
	hlo_lane_put_byte(w, INSERT, out, out, hlo_xmm(other), 1);
	kernels_hlo__lane_finish(w, item, 0, out);
}

/* ---- floats and words */

static void put_of_word(struct hlo_lane_writer *w, uint32_t item)
{
	const uint32_t a = operand(w, item, 0), out = kernels_hlo__lane_take(w);
	hlo_lane_put(w, OF_I32, out, 0, hlo_xmm(a));
	kernels_hlo__lane_finish(w, item, 0, out);
}

/* Both halves are exact, and their sum rounds once. */
static void put_of_unsigned(struct hlo_lane_writer *w, uint32_t item)
{
	const uint32_t a = operand(w, item, 0), out = kernels_hlo__lane_take(w), low = kernels_hlo__lane_take(w);
	hlo_lane_put_byte(w, LOGICAL, 2, out, hlo_xmm(a), 16);
	hlo_lane_put(w, OF_I32, out, 0, hlo_xmm(out));
	hlo_lane_put(w, MULTIPLY, out, out, hlo_lane_pool(HLO_LANE_TWO_16_F32));
	hlo_lane_put(w, LANE_AND, low, a, hlo_lane_pool(HLO_LANE_LOW_16));
	hlo_lane_put(w, OF_I32, low, 0, hlo_xmm(low));
	hlo_lane_put(w, ADD, out, out, hlo_xmm(low));
	kernels_hlo__lane_finish(w, item, 0, out);
}

/* The instruction has 2^31 for what is out of range, as the result below has to be; above it is the complement. */
static void put_to_word(struct hlo_lane_writer *w, uint32_t item)
{
	const uint32_t a = operand(w, item, 0), out = kernels_hlo__lane_take(w), mask = kernels_hlo__lane_take(w);
	hlo_lane_put(w, TO_I32, out, 0, hlo_xmm(a));
	hlo_lane_put_byte(w, COMPARE, mask, a, hlo_lane_pool(HLO_LANE_TWO_31_F32), AT_LEAST);
	hlo_lane_put(w, LANE_XOR, out, out, hlo_xmm(mask));
	hlo_lane_put_byte(w, COMPARE, mask, a, hlo_xmm(a), ORDERED);
	hlo_lane_put(w, LANE_AND, out, out, hlo_xmm(mask));
	kernels_hlo__lane_finish(w, item, 0, out);
}

static void put_of_double(struct hlo_lane_writer *w, uint32_t item)
{
	enum { WIDE = HLO_66 };
	uint32_t halves[2], above[2], numbers[2];
	for (uint32_t part = 0; part < 2; part++) {
		const uint32_t a = operand(w, item, part);
		halves[part] = kernels_hlo__lane_take(w);
		above[part] = kernels_hlo__lane_take(w);
		numbers[part] = kernels_hlo__lane_take(w);
		hlo_lane_put(w, HLO_0F | HLO_66 | HLO_L | 0xE6, halves[part], 0, hlo_xmm(a)); /* vcvttpd2dq */
		hlo_lane_put_byte(w, COMPARE | WIDE, above[part], a, hlo_lane_pool(HLO_LANE_TWO_31_F64), AT_LEAST);
		hlo_lane_put_byte(w, COMPARE | WIDE, numbers[part], a, hlo_xmm(a), ORDERED);
	}
	hlo_lane_put_byte(w, INSERT, halves[0], halves[0], hlo_xmm(halves[1]), 1);
	kernels_hlo__lane_narrow(w, above[0], above[0], above[1]);
	kernels_hlo__lane_narrow(w, numbers[0], numbers[0], numbers[1]);
	hlo_lane_put(w, LANE_XOR, halves[0], halves[0], hlo_xmm(above[0]));
	hlo_lane_put(w, LANE_AND, halves[0], halves[0], hlo_xmm(numbers[0]));
	kernels_hlo__lane_finish(w, item, 0, halves[0]);
}

/* From 2^31 on, 2^31 less is converted, and added again. */
static void put_to_unsigned(struct hlo_lane_writer *w, uint32_t item)
{
	const uint32_t a = operand(w, item, 0), x = kernels_hlo__lane_take(w), mask = kernels_hlo__lane_take(w), out = kernels_hlo__lane_take(w);
	hlo_lane_put(w, HLO_0F | HLO_L | 0x5F, x, a, hlo_lane_pool(HLO_LANE_ZERO)); /* of NaN: 0 */
	hlo_lane_put_byte(w, COMPARE, mask, x, hlo_lane_pool(HLO_LANE_TWO_31_F32), AT_LEAST);
	hlo_lane_put(w, LANE_AND, out, mask, hlo_lane_pool(HLO_LANE_TWO_31_F32));
	hlo_lane_put(w, HLO_0F | HLO_L | 0x5C, out, x, hlo_xmm(out));
	hlo_lane_put(w, TO_I32, out, 0, hlo_xmm(out));
	hlo_lane_put(w, LANE_AND, mask, mask, hlo_lane_pool(HLO_SIGN_32));
	hlo_lane_put(w, LANE_XOR, out, out, hlo_xmm(mask));
	hlo_lane_put_byte(w, COMPARE, mask, x, hlo_lane_pool(HLO_LANE_TWO_32_F32), AT_LEAST);
	hlo_lane_put(w, LANE_OR, out, out, hlo_xmm(mask));
	kernels_hlo__lane_finish(w, item, 0, out);
}

/* ---- i1 */

static uint32_t one_of(enum kernels_dtype type)
{
	return type == KERNELS_F32 ? HLO_ONE_F32 : type == KERNELS_F64 ? HLO_ONE_F64 : is_long(type) ? (uint32_t)HLO_LANE_ONE_I64 : HLO_ONE_I32;
}

static void put_of_flag(struct hlo_lane_writer *w, uint32_t item)
{
	const enum kernels_dtype type = w->list[item].dtype;
	for (uint32_t part = 0; part < hlo_lane_parts(type); part++) {
		const uint32_t a = operand(w, item, 0), out = kernels_hlo__lane_take(w);
		if (hlo_lane_parts(type) == 2)
			kernels_hlo__lane_widen(w, SIGNED, out, a, part);
		hlo_lane_put(w, LANE_AND, out, hlo_lane_parts(type) == 2 ? out : a, hlo_lane_pool(one_of(type)));
		kernels_hlo__lane_finish(w, item, part, out);
	}
}

/* Of floats, a NaN is not zero. */
static void put_flag(struct hlo_lane_writer *w, uint32_t item)
{
	const enum kernels_dtype type = w->list[item].of->primitive.operand;
	const struct hlo_code_place zero = hlo_lane_pool(HLO_LANE_ZERO);
	uint32_t masks[2] = { 0, 0 };
	for (uint32_t part = 0; part < hlo_lane_parts(type); part++) {
		const uint32_t a = operand(w, item, part);
		masks[part] = kernels_hlo__lane_take(w);
		if (hlo_lane_is_float(type))
			hlo_lane_put_byte(w, hlo_lane_float(type) | 0xC2, masks[part], a, zero, NOT_EQUAL);
		else
			hlo_lane_put(w, is_long(type) ? HLO_0F38 | HLO_66 | HLO_L | 0x29 : EQUAL, masks[part], a, zero);
		w->locked = 1u << masks[0] | 1u << masks[part];
	}
	if (hlo_lane_parts(type) == 2)
		kernels_hlo__lane_narrow(w, masks[0], masks[0], masks[1]);
	if (!hlo_lane_is_float(type))
		hlo_lane_put(w, LANE_XOR, masks[0], masks[0], hlo_lane_pool(HLO_ALL));
	kernels_hlo__lane_finish(w, item, 0, masks[0]);
}

hlo_lane_sequence *kernels_hlo__lane_conversion(const struct hlo_expr_operation *of)
{
	const enum kernels_dtype from = of->primitive.operand, to = of->primitive.result;
	if (of->opcode != HLO_OP_convert)
		return NULL;
	if (from == KERNELS_I1)
		return to == KERNELS_I1 ? NULL : put_of_flag;
	if (to == KERNELS_I1)
		return put_flag;
	if (widening(from, to))
		return put_widening;
	if (is_long(from))
		return is_word(to) ? put_low : NULL;
	if (to == KERNELS_F32)
		return from == KERNELS_F64 ? put_rounding : from == KERNELS_I32 ? put_of_word : from == KERNELS_UI32 ? put_of_unsigned : NULL;
	if (from == KERNELS_F32)
		return to == KERNELS_I32 ? put_to_word : to == KERNELS_UI32 ? put_to_unsigned : NULL;
	return from == KERNELS_F64 && to == KERNELS_I32 ? put_of_double : NULL;
}

#else
typedef int kernels_hlo__code_lane_conversions_is_empty; /* ISO C forbids an empty translation unit */
#endif
