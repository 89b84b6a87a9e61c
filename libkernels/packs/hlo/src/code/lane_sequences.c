/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Steps of several instructions on vectors, with the values of scalars/operations.h. */
#include "code/lane_steps.h"

#if HLO_CODE

enum { GREATER_32 = HLO_0F | HLO_66 | HLO_L | 0x66, GREATER_64 = HLO_0F38 | HLO_66 | HLO_L | 0x37 };

static bool is_long(enum kernels_dtype type) { return type == KERNELS_I64 || type == KERNELS_UI64; }
static bool is_word(enum kernels_dtype type) { return type == KERNELS_I32 || type == KERNELS_UI32; }

/* ---- minimum, maximum, clamp */

/* Whether a float constant is a number whose minimum and maximum with x are those of the instruction: no zero, which x may equal with
 * the other sign, and no NaN. */
static bool is_plain(const struct hlo_lane *item)
{
	const uint64_t word = item->source == HLO_LANE_CONSTANT ? item->constant[0] : 0;
	return item->dtype == KERNELS_F64 ? word << 1 != 0 && word << 1 <= UINT64_C(0xFFE0000000000000)
					  : (uint32_t)word << 1 != 0 && (uint32_t)word << 1 <= 0xFF000000;
}

/* Equal numbers: of zeros that with, or without, a sign. If a is a NaN: a. out is neither a nor b. */
static void float_extreme(struct hlo_lane_writer *w, enum kernels_dtype type, bool larger, uint32_t out, uint32_t a, uint32_t b)
{
	const uint32_t kind = hlo_lane_float(type), mask = kernels_hlo__lane_take(w), both = kernels_hlo__lane_take(w);
	hlo_lane_put_byte(w, kind | 0xC2, mask, a, hlo_xmm(b), 0);
	hlo_lane_put(w, kind | (larger ? 0x54 : 0x56), both, a, hlo_xmm(b));
	hlo_lane_put(w, kind | (larger ? 0x5F : 0x5D), out, a, hlo_xmm(b));
	hlo_lane_blend(w, out, out, hlo_xmm(both), mask);
	hlo_lane_put_byte(w, kind | 0xC2, mask, a, hlo_xmm(a), 3);
	hlo_lane_blend(w, out, out, hlo_xmm(a), mask);
	kernels_hlo__lane_release(w, mask);
	kernels_hlo__lane_release(w, both);
}

/* A mask of a > b. */
static void greater(struct hlo_lane_writer *w, enum kernels_dtype type, uint32_t out, uint32_t a, uint32_t b)
{
	const bool is_signed = type == KERNELS_I32 || type == KERNELS_I64;
	const uint32_t compare = is_long(type) ? GREATER_64 : GREATER_32;
	if (is_signed) {
		hlo_lane_put(w, compare, out, a, hlo_xmm(b));
		return;
	}
	const struct hlo_code_place sign = hlo_lane_pool(is_long(type) ? HLO_SIGN_64 : HLO_SIGN_32);
	const uint32_t other = kernels_hlo__lane_take(w);
	hlo_lane_put(w, LANE_XOR, other, b, sign);
	hlo_lane_put(w, LANE_XOR, out, a, sign);
	hlo_lane_put(w, compare, out, out, hlo_xmm(other));
	kernels_hlo__lane_release(w, other);
}

/* out is neither a nor b. `plain`: b is a constant as in is_plain(). */
static void extreme(struct hlo_lane_writer *w, enum kernels_dtype type, bool larger, uint32_t out, uint32_t a, uint32_t b, bool plain)
{
	static const uint8_t smaller_word[2] = { 0x39, 0x3B }, larger_word[2] = { 0x3D, 0x3F };
	if (hlo_lane_is_float(type) && plain) { /* of a NaN the instruction has the second */
		hlo_lane_put(w, hlo_lane_float(type) | (larger ? 0x5F : 0x5D), out, b, hlo_xmm(a));
	} else if (hlo_lane_is_float(type)) {
		float_extreme(w, type, larger, out, a, b);
	} else if (is_word(type)) {
		const uint8_t op = (larger ? larger_word : smaller_word)[type == KERNELS_UI32];
		hlo_lane_put(w, HLO_0F38 | HLO_66 | HLO_L | op, out, a, hlo_xmm(b));
	} else {
		const uint32_t mask = kernels_hlo__lane_take(w);
		greater(w, type, mask, larger ? a : b, larger ? b : a);
		hlo_lane_blend(w, out, b, hlo_xmm(a), mask);
		kernels_hlo__lane_release(w, mask);
	}
}

static void put_extreme(struct hlo_lane_writer *w, uint32_t item)
{
	const struct hlo_lane *i = &w->list[item];
	const bool larger = i->of->opcode == HLO_OP_maximum, exchange = is_plain(&w->list[i->operands[0]]);
	const uint32_t first = i->operands[exchange], second = i->operands[!exchange];
	for (uint32_t part = 0; part < hlo_lane_parts(i->dtype); part++) {
		const uint32_t a = kernels_hlo__lane_get(w, first, part), b = kernels_hlo__lane_get(w, second, part);
		const uint32_t out = kernels_hlo__lane_take(w);
		extreme(w, i->dtype, larger, out, a, b, is_plain(&w->list[second]));
		kernels_hlo__lane_finish(w, item, part, out);
	}
}

/* The smaller of c and the larger of b and a. */
static void put_clamp(struct hlo_lane_writer *w, uint32_t item)
{
	const struct hlo_lane *i = &w->list[item];
	for (uint32_t part = 0; part < hlo_lane_parts(i->dtype); part++) {
		const uint32_t a = kernels_hlo__lane_get(w, i->operands[0], part), b = kernels_hlo__lane_get(w, i->operands[1], part);
		const uint32_t c = kernels_hlo__lane_get(w, i->operands[2], part);
		const uint32_t first = kernels_hlo__lane_take(w), out = kernels_hlo__lane_take(w);
		extreme(w, i->dtype, true, first, b, a, is_plain(&w->list[i->operands[0]]));
		extreme(w, i->dtype, false, out, first, c, is_plain(&w->list[i->operands[2]]));
		kernels_hlo__lane_release(w, first);
		kernels_hlo__lane_finish(w, item, part, out);
	}
}

/* ---- comparisons of unsigned numbers and in the total order of floats, select */

/* Writes the code that compares one register of elements and leaves a mask for each element in `out`. */
typedef void compare_fn(struct hlo_lane_writer *w, enum kernels_dtype type, uint32_t out, uint32_t a, uint32_t b);

static void put_comparison(struct hlo_lane_writer *w, uint32_t item, compare_fn *put, bool exchange, bool inverse)
{
	const struct hlo_lane *i = &w->list[item];
	const enum kernels_dtype type = i->of->primitive.operand;
	uint32_t masks[2] = { 0, 0 };
	for (uint32_t part = 0; part < hlo_lane_parts(type); part++) {
		const uint32_t a = kernels_hlo__lane_get(w, i->operands[exchange], part), b = kernels_hlo__lane_get(w, i->operands[!exchange], part);
		masks[part] = kernels_hlo__lane_take(w);
		put(w, type, masks[part], a, b);
		w->locked = 1u << masks[0] | 1u << masks[part];
	}
	if (hlo_lane_parts(type) == 2)
		kernels_hlo__lane_narrow(w, masks[0], masks[0], masks[1]);
	if (inverse)
		hlo_lane_put(w, LANE_XOR, masks[0], masks[0], hlo_lane_pool(HLO_ALL));
	kernels_hlo__lane_finish(w, item, 0, masks[0]);
}

static void put_unsigned(struct hlo_lane_writer *w, uint32_t item)
{
	const enum hlo_direction direction = w->list[item].of->detail.direction;
	put_comparison(w, item, greater, direction == HLO_LT || direction == HLO_GE, direction == HLO_LE || direction == HLO_GE);
}

/* The bits as a signed number in the total order: those of a negative float but for its sign are inverted. out is not a. */
static void put_order(struct hlo_lane_writer *w, enum kernels_dtype type, uint32_t out, uint32_t a)
{
	enum { SHIFT_32 = HLO_0F | HLO_66 | HLO_L | 0x72, SHIFT_64 = HLO_0F | HLO_66 | HLO_L | 0x73 };
	if (type == KERNELS_F32) {
		hlo_lane_put_byte(w, SHIFT_32, 4, out, hlo_xmm(a), 31); /* vpsrad */
		hlo_lane_put_byte(w, SHIFT_32, 2, out, hlo_xmm(out), 1); /* vpsrld */
	} else {
		hlo_lane_put(w, LANE_XOR, out, out, hlo_xmm(out));
		hlo_lane_put(w, GREATER_64, out, out, hlo_xmm(a));
		hlo_lane_put_byte(w, SHIFT_64, 2, out, hlo_xmm(out), 1); /* vpsrlq */
	}
	hlo_lane_put(w, LANE_XOR, out, out, hlo_xmm(a));
}

static void greater_in_order(struct hlo_lane_writer *w, enum kernels_dtype type, uint32_t out, uint32_t a, uint32_t b)
{
	const uint32_t other = kernels_hlo__lane_take(w);
	put_order(w, type, other, b);
	put_order(w, type, out, a);
	hlo_lane_put(w, type == KERNELS_F32 ? GREATER_32 : GREATER_64, out, out, hlo_xmm(other));
	kernels_hlo__lane_release(w, other);
}

static void equal_bits(struct hlo_lane_writer *w, enum kernels_dtype type, uint32_t out, uint32_t a, uint32_t b)
{
	hlo_lane_put(w, type == KERNELS_F32 ? HLO_0F | HLO_66 | HLO_L | 0x76 : HLO_0F38 | HLO_66 | HLO_L | 0x29, out, a, hlo_xmm(b));
}

static void put_total(struct hlo_lane_writer *w, uint32_t item)
{
	const enum hlo_direction direction = w->list[item].of->detail.direction;
	if (direction == HLO_EQ || direction == HLO_NE)
		put_comparison(w, item, equal_bits, false, direction == HLO_NE);
	else
		put_comparison(w, item, greater_in_order, direction == HLO_LT || direction == HLO_GE,
			direction == HLO_LE || direction == HLO_GE);
}

static void put_select(struct hlo_lane_writer *w, uint32_t item)
{
	const struct hlo_lane *i = &w->list[item];
	const uint32_t parts = hlo_lane_parts(i->dtype);
	for (uint32_t part = 0; part < parts; part++) {
		uint32_t mask = kernels_hlo__lane_get(w, i->operands[0], 0);
		const uint32_t no = kernels_hlo__lane_get(w, i->operands[2], part);
		if (parts == 2) {
			const uint32_t wide = kernels_hlo__lane_take(w);
			kernels_hlo__lane_widen(w, HLO_0F38 | HLO_66 | HLO_L | 0x25, wide, mask, part);
			mask = wide;
		}
		const struct hlo_code_place yes = kernels_hlo__lane_place(w, i->operands[1], part);
		const uint32_t out = kernels_hlo__lane_take(w);
		hlo_lane_blend(w, out, no, yes, mask);
		kernels_hlo__lane_finish(w, item, part, out);
	}
}

/* ---- arithmetic */

/* Products of the halves: low * low + ((high * low + low * high) << 32). */
static void put_product(struct hlo_lane_writer *w, uint32_t item)
{
	enum { PRODUCT = HLO_0F | HLO_66 | HLO_L | 0xF4, ADD = HLO_0F | HLO_66 | HLO_L | 0xD4, SHIFT = HLO_0F | HLO_66 | HLO_L | 0x73 };
	const struct hlo_lane *i = &w->list[item];
	for (uint32_t part = 0; part < 2; part++) {
		const uint32_t a = kernels_hlo__lane_get(w, i->operands[0], part), b = kernels_hlo__lane_get(w, i->operands[1], part);
		const uint32_t out = kernels_hlo__lane_take(w), other = kernels_hlo__lane_take(w);
		hlo_lane_put_byte(w, SHIFT, 2, out, hlo_xmm(a), 32); /* vpsrlq */
		hlo_lane_put(w, PRODUCT, out, out, hlo_xmm(b));
		hlo_lane_put_byte(w, SHIFT, 2, other, hlo_xmm(b), 32);
		hlo_lane_put(w, PRODUCT, other, other, hlo_xmm(a));
		hlo_lane_put(w, ADD, out, out, hlo_xmm(other));
		hlo_lane_put_byte(w, SHIFT, 6, out, hlo_xmm(out), 32); /* vpsllq */
		hlo_lane_put(w, PRODUCT, other, a, hlo_xmm(b));
		hlo_lane_put(w, ADD, out, out, hlo_xmm(other));
		kernels_hlo__lane_release(w, other);
		kernels_hlo__lane_finish(w, item, part, out);
	}
}

static void put_negation(struct hlo_lane_writer *w, uint32_t item)
{
	const struct hlo_lane *i = &w->list[item];
	for (uint32_t part = 0; part < hlo_lane_parts(i->dtype); part++) {
		const uint32_t a = kernels_hlo__lane_get(w, i->operands[0], part), out = kernels_hlo__lane_take(w);
		hlo_lane_put(w, LANE_XOR, out, out, hlo_xmm(out));
		hlo_lane_put(w, HLO_0F | HLO_66 | HLO_L | (is_word(i->dtype) ? 0xFA : 0xFB), out, out, hlo_xmm(a));
		kernels_hlo__lane_finish(w, item, part, out);
	}
}

/* Of i32. */
static void put_absolute(struct hlo_lane_writer *w, uint32_t item)
{
	const uint32_t a = kernels_hlo__lane_get(w, w->list[item].operands[0], 0), out = kernels_hlo__lane_take(w);
	hlo_lane_put(w, HLO_0F38 | HLO_66 | HLO_L | 0x1E, out, 0, hlo_xmm(a));
	kernels_hlo__lane_finish(w, item, 0, out);
}

/* 1 with the sign of a; a itself if it is zero or NaN. Of i32: vpsignd. */
static void put_sign(struct hlo_lane_writer *w, uint32_t item)
{
	const struct hlo_lane *i = &w->list[item];
	const enum kernels_dtype type = i->dtype;
	const uint32_t kind = hlo_lane_float(type);
	for (uint32_t part = 0; part < hlo_lane_parts(type); part++) {
		const uint32_t a = kernels_hlo__lane_get(w, i->operands[0], part), out = kernels_hlo__lane_take(w);
		if (type == KERNELS_I32) {
			hlo_lane_put(w, HLO_0F | HLO_L | 0x10, out, 0, hlo_lane_pool(HLO_ONE_I32));
			hlo_lane_put(w, HLO_0F38 | HLO_66 | HLO_L | 0x0A, out, out, hlo_xmm(a));
			kernels_hlo__lane_finish(w, item, part, out);
			continue;
		}
		const uint32_t mask = kernels_hlo__lane_take(w);
		hlo_lane_put_byte(w, kind | 0xC2, mask, a, hlo_lane_pool(HLO_LANE_ZERO), 0x0C);
		hlo_lane_put(w, kind | 0x54, out, a, hlo_lane_pool(type == KERNELS_F64 ? HLO_SIGN_64 : HLO_SIGN_32));
		hlo_lane_put(w, kind | 0x56, out, out, hlo_lane_pool(type == KERNELS_F64 ? HLO_ONE_F64 : HLO_ONE_F32));
		hlo_lane_blend(w, out, a, hlo_xmm(out), mask);
		kernels_hlo__lane_release(w, mask);
		kernels_hlo__lane_finish(w, item, part, out);
	}
}

static void put_is_finite(struct hlo_lane_writer *w, uint32_t item)
{
	const struct hlo_lane *i = &w->list[item];
	const enum kernels_dtype type = i->of->primitive.operand;
	const uint32_t kind = hlo_lane_float(type);
	uint32_t masks[2] = { 0, 0 };
	for (uint32_t part = 0; part < hlo_lane_parts(type); part++) {
		const uint32_t a = kernels_hlo__lane_get(w, i->operands[0], part);
		masks[part] = kernels_hlo__lane_take(w);
		hlo_lane_put(w, kind | 0x54, masks[part], a, hlo_lane_pool(type == KERNELS_F64 ? HLO_REST_64 : HLO_REST_32));
		hlo_lane_put_byte(w, kind | 0xC2, masks[part], masks[part],
			hlo_lane_pool(type == KERNELS_F64 ? HLO_LANE_INFINITY_64 : HLO_LANE_INFINITY_32), 0x11);
		w->locked = 1u << masks[0] | 1u << masks[part];
	}
	if (type == KERNELS_F64)
		kernels_hlo__lane_narrow(w, masks[0], masks[0], masks[1]);
	kernels_hlo__lane_finish(w, item, 0, masks[0]);
}

static hlo_lane_sequence *comparison_of(const struct hlo_expr_operation *of, enum kernels_dtype type)
{
	const bool equality = of->detail.direction == HLO_EQ || of->detail.direction == HLO_NE;
	if (hlo_lane_is_float(type))
		return of->detail.compare_type == HLO_TOTALORDER ? put_total : NULL;
	return (type == KERNELS_UI32 || type == KERNELS_UI64) && !equality ? put_unsigned : NULL;
}

hlo_lane_sequence *kernels_hlo__lane_sequence(const struct hlo_expr_operation *of)
{
	const enum kernels_dtype type = of->primitive.operand;
	const bool word = is_word(type), wide = is_long(type), is_float = hlo_lane_is_float(type);
	switch ((int)of->opcode) {
	case HLO_OP_maximum:
	case HLO_OP_minimum: return is_float || wide ? put_extreme : NULL;
	case HLO_OP_clamp: return is_float || wide || word ? put_clamp : NULL;
	case HLO_OP_compare: return comparison_of(of, type);
	case HLO_OP_select: return put_select;
	case HLO_OP_multiply: return wide ? put_product : NULL;
	case HLO_OP_negate: return word || wide ? put_negation : NULL;
	case HLO_OP_abs: return type == KERNELS_I32 ? put_absolute : NULL;
	case HLO_OP_sign: return type == KERNELS_I32 || is_float ? put_sign : NULL;
	case HLO_OP_is_finite: return is_float ? put_is_finite : NULL;
	default: return NULL;
	}
}

#else
typedef int kernels_hlo__code_lane_sequences_is_empty; /* ISO C forbids an empty translation unit */
#endif
