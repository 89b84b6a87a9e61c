/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations that are one instruction are rows of a table: what x86 computes is what scalars/operations.h says, but for the payload of a NaN
 * from two NaNs, which is that of the first. */
#include "code/instructions.h"

#if HLO_CODE

#include <string.h>

#define FLOATS(name, form, low) \
	{ HLO_OP_##name, form, KERNELS_F32, 0, HLO_0F | HLO_F3 | (low) }, { HLO_OP_##name, form, KERNELS_F64, 0, HLO_0F | HLO_F2 | (low) }
#define ROUNDS(name, immediate) \
	{ HLO_OP_##name, ROUNDED, KERNELS_F32, immediate, HLO_0F3A | HLO_66 | 0x0A }, \
	{ HLO_OP_##name, ROUNDED, KERNELS_F64, immediate, HLO_0F3A | HLO_66 | 0x0B }
#define SIGNS(name, low, constant) \
	{ HLO_OP_##name, FIXED, KERNELS_F32, HLO_##constant##_32, HLO_0F | (low) }, \
	{ HLO_OP_##name, FIXED, KERNELS_F64, HLO_##constant##_64, HLO_0F | (low) }
#define WORDS(name, form, instruction) \
	{ HLO_OP_##name, form, KERNELS_I32, 0, HLO_66 | (instruction) }, { HLO_OP_##name, form, KERNELS_UI32, 0, HLO_66 | (instruction) }
#define LONGS(name, form, instruction) \
	{ HLO_OP_##name, form, KERNELS_I64, 0, HLO_66 | (instruction) }, { HLO_OP_##name, form, KERNELS_UI64, 0, HLO_66 | (instruction) }
#define BITS(name, low) \
	WORDS(name, BINARY, HLO_0F | (low)), LONGS(name, BINARY, HLO_0F | (low)), \
	{ HLO_OP_##name, BINARY, KERNELS_I1, 0, HLO_66 | HLO_0F | (low) }
#define NOTS(type) { HLO_OP_not, FIXED, type, HLO_ALL, HLO_66 | HLO_0F | 0xEF }
#define EXTREMES(type, low, high) \
	{ HLO_OP_minimum, BINARY, type, 0, HLO_66 | HLO_0F38 | (low) }, { HLO_OP_maximum, BINARY, type, 0, HLO_66 | HLO_0F38 | (high) }
/* Predicates of vcmp: an ordered comparison is false for a NaN, NE is true; none signals. */
#define COMPARES(direction, predicate) \
	{ HLO_OP_compare, COMPARED, KERNELS_F32, HLO_##direction, HLO_0F | HLO_F3 | 0xC2 | (predicate) << 20 }, \
	{ HLO_OP_compare, COMPARED_WIDE, KERNELS_F64, HLO_##direction, HLO_0F | HLO_F2 | 0xC2 | (predicate) << 20 }
#define CONVERTS(from, to, form, instruction) { HLO_OP_convert, form, to, from, instruction }

static const struct hlo_code_row rows[] = {
	FLOATS(add, BINARY, 0x58), FLOATS(subtract, BINARY, 0x5C), FLOATS(multiply, BINARY, 0x59), FLOATS(divide, BINARY, 0x5E),
	FLOATS(sqrt, UNARY, 0x51), SIGNS(negate, 0x57, SIGN), SIGNS(abs, 0x54, REST),
	ROUNDS(floor, 9), ROUNDS(ceil, 10), ROUNDS(round_nearest_even, 8),
	WORDS(add, BINARY, HLO_0F | 0xFE), LONGS(add, BINARY, HLO_0F | 0xD4), WORDS(subtract, BINARY, HLO_0F | 0xFA),
	LONGS(subtract, BINARY, HLO_0F | 0xFB), WORDS(multiply, BINARY, HLO_0F38 | 0x40),
	BITS(and, 0xDB), BITS(or, 0xEB), BITS(xor, 0xEF), NOTS(KERNELS_I32), NOTS(KERNELS_UI32), NOTS(KERNELS_I64), NOTS(KERNELS_UI64),
	NOTS(KERNELS_I1), { HLO_OP_add, BINARY, KERNELS_I1, 0, HLO_66 | HLO_0F | 0xEB },
	{ HLO_OP_maximum, BINARY, KERNELS_I1, 0, HLO_66 | HLO_0F | 0xEB },
	{ HLO_OP_multiply, BINARY, KERNELS_I1, 0, HLO_66 | HLO_0F | 0xDB },
	{ HLO_OP_minimum, BINARY, KERNELS_I1, 0, HLO_66 | HLO_0F | 0xDB },
	EXTREMES(KERNELS_I32, 0x39, 0x3D), EXTREMES(KERNELS_UI32, 0x3B, 0x3F),
	/* of vectors, since these shift by 32 or more as StableHLO does */
	WORDS(shift_left, BINARY, HLO_0F38 | 0x47), WORDS(shift_right_logical, BINARY, HLO_0F38 | 0x45),
	WORDS(shift_right_arithmetic, BINARY, HLO_0F38 | 0x46), LONGS(shift_left, BINARY, HLO_0F38 | HLO_W | 0x47),
	LONGS(shift_right_logical, BINARY, HLO_0F38 | HLO_W | 0x45),
	COMPARES(EQ, 0x00), COMPARES(NE, 0x04), COMPARES(LT, 0x11), COMPARES(LE, 0x12), COMPARES(GE, 0x1D), COMPARES(GT, 0x1E),
	{ HLO_OP_compare, COMPARED, KERNELS_I32, HLO_EQ, HLO_66 | HLO_0F | 0x76 },
	{ HLO_OP_compare, COMPARED, KERNELS_UI32, HLO_EQ, HLO_66 | HLO_0F | 0x76 },
	{ HLO_OP_compare, NOT_COMPARED, KERNELS_I32, HLO_NE, HLO_66 | HLO_0F | 0x76 },
	{ HLO_OP_compare, NOT_COMPARED, KERNELS_UI32, HLO_NE, HLO_66 | HLO_0F | 0x76 },
	{ HLO_OP_compare, COMPARED_WIDE, KERNELS_I64, HLO_EQ, HLO_66 | HLO_0F38 | 0x29 },
	{ HLO_OP_compare, COMPARED_WIDE, KERNELS_UI64, HLO_EQ, HLO_66 | HLO_0F38 | 0x29 },
	{ HLO_OP_compare, NOT_COMPARED_WIDE, KERNELS_I64, HLO_NE, HLO_66 | HLO_0F38 | 0x29 },
	{ HLO_OP_compare, NOT_COMPARED_WIDE, KERNELS_UI64, HLO_NE, HLO_66 | HLO_0F38 | 0x29 },
#define SIGNED(type, form, instruction) \
	{ HLO_OP_compare, form, type, HLO_GT, instruction }, { HLO_OP_compare, NOT_##form, type, HLO_LE, instruction }, \
	{ HLO_OP_compare, form, type, HLO_LT, (instruction) | EXCHANGE }, \
	{ HLO_OP_compare, NOT_##form, type, HLO_GE, (instruction) | EXCHANGE }
	SIGNED(KERNELS_I32, COMPARED, HLO_66 | HLO_0F | 0x66), SIGNED(KERNELS_I64, COMPARED_WIDE, HLO_66 | HLO_0F38 | 0x37),
	CONVERTS(KERNELS_F32, KERNELS_F64, UNARY, HLO_0F | HLO_F3 | 0x5A),
	CONVERTS(KERNELS_F64, KERNELS_F32, UNARY, HLO_0F | HLO_F2 | 0x5A),
	CONVERTS(KERNELS_I32, KERNELS_F32, SAME, HLO_0F | 0x5B),
	CONVERTS(KERNELS_I32, KERNELS_F64, SAME, HLO_0F | HLO_F3 | 0xE6),
	CONVERTS(KERNELS_I32, KERNELS_I64, SAME, HLO_0F38 | HLO_66 | 0x25),
	CONVERTS(KERNELS_I32, KERNELS_UI64, SAME, HLO_0F38 | HLO_66 | 0x25),
	CONVERTS(KERNELS_UI32, KERNELS_I64, SAME, HLO_0F38 | HLO_66 | 0x35),
	CONVERTS(KERNELS_UI32, KERNELS_UI64, SAME, HLO_0F38 | HLO_66 | 0x35),
	CONVERTS(KERNELS_I1, KERNELS_F32, FIXED, HLO_0F | 0x54 | HLO_ONE_F32 << 20),
	CONVERTS(KERNELS_I1, KERNELS_F64, FIXED, HLO_0F | 0x54 | HLO_ONE_F64 << 20),
	CONVERTS(KERNELS_I1, KERNELS_I32, FIXED, HLO_0F | HLO_66 | 0xDB | HLO_ONE_I32 << 20),
	CONVERTS(KERNELS_I1, KERNELS_UI32, FIXED, HLO_0F | HLO_66 | 0xDB | HLO_ONE_I32 << 20),
};

/* Types whose values are the same low bits in a register. */
static bool same_bits(enum kernels_dtype from, enum kernels_dtype to, bool convert)
{
	const bool word = to == KERNELS_I32 || to == KERNELS_UI32, from_word = from == KERNELS_I32 || from == KERNELS_UI32;
	const bool wide = to == KERNELS_I64 || to == KERNELS_UI64, from_wide = from == KERNELS_I64 || from == KERNELS_UI64;
	if (from == to || (from_word && word) || (from_wide && wide))
		return true;
	if (convert)
		return from_wide && word;
	return (from == KERNELS_F32 && word) || (to == KERNELS_F32 && from_word) || (from == KERNELS_F64 && wide) ||
	       (to == KERNELS_F64 && from_wide);
}

const struct hlo_code_row *kernels_hlo__code_row(const struct hlo_expr_operation *of, enum kernels_dtype result)
{
	static const struct hlo_code_row same = { .form = SAME, .instruction = HLO_0F | 0x28 };
	const enum hlo_opcode opcode = of->opcode;
	const enum kernels_dtype type = of->primitive.operand;
	if (!kernels_hlo__code_has_register(type) || !kernels_hlo__code_has_register(result))
		return NULL;
	if ((opcode == HLO_OP_convert && same_bits(type, result, true)) ||
		(opcode == HLO_OP_bitcast_convert && same_bits(type, result, false)))
		return &same;
	if (opcode == HLO_OP_compare && of->detail.compare_type == HLO_TOTALORDER && (type == KERNELS_F32 || type == KERNELS_F64))
		return NULL;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct hlo_code_row *row = &rows[i];
		if (row->opcode != opcode)
			continue;
		if (opcode == HLO_OP_convert ? row->detail == type && row->type == result
					     : row->type == type && (opcode != HLO_OP_compare || row->detail == of->detail.direction))
			return row;
	}
	return NULL;
}

/* The second operand of an instruction on single floats is read from where it is; others read 16 bytes, as constants have. */
static struct hlo_code_place source(struct hlo_code_writer *w, uint32_t value, bool single)
{
	single = single || w->program.values[value].lanes;
	const struct hlo_code_place place = kernels_hlo__code_place(w, value);
	const bool last = kernels_hlo__code_next_use(&w->program, value, w->position + 1) == HLO_CODE_NEVER;
	if (place.in == HLO_IN_POOL || (place.in == HLO_IN_FRAME && single && last))
		return place;
	return hlo_xmm(kernels_hlo__code_get(w, value));
}

static void widen(struct hlo_code_writer *w, uint32_t out, const struct hlo_code_row *row)
{
	if ((row->form == COMPARED || row->form == NOT_COMPARED) && !w->vector) /* vpshufd out, out, 0 */
		kernels_hlo__code_vex(&w->text, HLO_0F | HLO_66 | 0x70, out, 0, hlo_xmm(out), 1, 0);
	if (row->form == NOT_COMPARED || row->form == NOT_COMPARED_WIDE)
		kernels_hlo__code_vex(&w->text, w->vector | HLO_0F | HLO_66 | 0xEF, out, out, hlo_code_fixed(HLO_ALL), 0, 0);
}

static bool has_constant_form(const struct hlo_code_writer *w, const struct hlo_code_row *row, uint32_t a)
{
	const bool commutes = row->opcode == HLO_OP_add || row->opcode == HLO_OP_multiply;
	return commutes && row->form == BINARY && hlo_code_is_constant(&w->program.values[a]);
}

static void put_row(struct hlo_code_writer *w, uint32_t v, const struct hlo_code_row *row)
{
	const struct hlo_code_value *value = &w->program.values[v];
	const enum kernels_dtype type = value->step->of->primitive.operand;
	const bool binary = hlo_code_operands(value) == 2, is_float = type == KERNELS_F32 || type == KERNELS_F64;
	const uint32_t extra = hlo_code_extra(row), instruction = w->vector ? hlo_code_packed(row) : hlo_code_instruction(row);
	const bool alone = row->form == SAME || (w->vector && (row->form == UNARY || row->form == ROUNDED)); /* without a first operand */
	uint32_t a = value->operands[0], b = binary ? value->operands[1] : a;
	if ((row->instruction & EXCHANGE) || has_constant_form(w, row, a)) {
		const uint32_t exchanged = a;
		a = b;
		b = exchanged;
	}
	const uint32_t first = kernels_hlo__code_get(w, a);
	struct hlo_code_place second = row->form == FIXED ? hlo_code_fixed(row->opcode == HLO_OP_convert ? extra : row->detail)
				       : binary		 ? source(w, b, is_float)
							 : hlo_xmm(first);
	kernels_hlo__code_drop(w, a);
	if (second.in != HLO_IN_FRAME) /* what is saved for `out` must not replace it before it is read */
		kernels_hlo__code_drop(w, b);
	w->locked = 0;
	const uint32_t out = kernels_hlo__code_take(w);
	const bool immediate = row->form == ROUNDED || (row->opcode == HLO_OP_compare && is_float);
	kernels_hlo__code_vex(&w->text, instruction, out, alone ? 0 : first, second, immediate,
		row->form == ROUNDED ? row->detail : extra);
	kernels_hlo__code_drop(w, b);
	widen(w, out, row);
	kernels_hlo__code_own(w, out, v);
}

/* ---- select */

static bool put_select(struct hlo_code_writer *w, uint32_t v)
{
	const struct hlo_code_value *value = &w->program.values[v];
	const uint32_t *operands = value->operands;
	if (value->step->opcode != HLO_OP_select || !kernels_hlo__code_has_register(value->dtype))
		return false;
	const uint32_t mask = kernels_hlo__code_get(w, operands[0]), no = kernels_hlo__code_get(w, operands[2]);
	const struct hlo_code_place yes = source(w, operands[1], false);
	for (unsigned k = 0; k < 3; k++)
		kernels_hlo__code_drop(w, operands[k]);
	w->locked = 0;
	const uint32_t out = kernels_hlo__code_take(w);
	kernels_hlo__code_vex(&w->text, w->vector | HLO_0F3A | HLO_66 | 0x4A, out, no, yes, 1, mask << 4);
	kernels_hlo__code_own(w, out, v);
	return true;
}

/* ---- calls */

/* A byte, 0 or 1, of an operand of i1, whose mask is in a register, the constants or the frame. */
static struct hlo_code_place put_flag(struct hlo_code_writer *w, uint32_t value, uint32_t k)
{
	const struct hlo_code_location *at = &w->locations[value];
	const uint32_t flag = (w->program.arguments + HLO_CODE_POINTERS) * (uint32_t)sizeof(struct hlo_register) + k;
	if (at->is_byte)
		return hlo_frame(at->frame);
	kernels_hlo__code_load_word(&w->text, kernels_hlo__code_place(w, value), false);
	kernels_hlo__code_byte(&w->text, 0x83); /* and eax, 1 */
	kernels_hlo__code_byte(&w->text, 0xE0);
	kernels_hlo__code_byte(&w->text, 1);
	kernels_hlo__code_store_byte(&w->text, HLO_RAX, hlo_frame(flag));
	return hlo_frame(flag);
}

/* primitive->run(out, pointers, lanes, primitive), by the calling convention of System V: no register is kept. */
static void put_call(struct hlo_code_writer *w, uint32_t v)
{
	const struct hlo_code_value *value = &w->program.values[v];
	const struct hlo_primitive *primitive = &value->step->of->primitive;
	const uint32_t pointers = w->program.arguments * (uint32_t)sizeof(struct hlo_register);
	const uint32_t result = kernels_hlo__code_reserve(w, v); /* before operands are dropped: it is the memory of none */
	uint64_t run = 0;
	kernels_hlo__code_save_all(w);
	for (uint32_t k = 0; k < primitive->operand_count; k++) {
		const uint32_t operand = value->operands[k];
		const struct hlo_code_place place =
			w->program.values[operand].dtype == KERNELS_I1 ? put_flag(w, operand, k) : kernels_hlo__code_place(w, operand);
		kernels_hlo__code_address(&w->text, HLO_RAX, place);
		kernels_hlo__code_store_pointer(&w->text, pointers + 8 * k);
	}
	for (uint32_t k = 0; k < primitive->operand_count; k++)
		kernels_hlo__code_drop(w, value->operands[k]);
	kernels_hlo__code_address(&w->text, HLO_RDI, hlo_frame(result));
	kernels_hlo__code_address(&w->text, HLO_RSI, hlo_frame(pointers));
	kernels_hlo__code_byte(&w->text, 0xBA); /* mov edx, lanes */
	kernels_hlo__code_word(&w->text, value->lanes ? value->lanes : 1);
	kernels_hlo__code_pointer(&w->text, HLO_RCX, (uint64_t)(uintptr_t)primitive);
	memcpy(&run, &primitive->run, sizeof run);
	if (w->program.homes)
		kernels_hlo__code_zero_upper(&w->text);
	kernels_hlo__code_pointer(&w->text, HLO_RAX, run);
	kernels_hlo__code_byte(&w->text, 0xFF); /* call rax */
	kernels_hlo__code_byte(&w->text, 0xD0);
	w->locations[v].saved = true;
	w->locations[v].is_byte = value->dtype == KERNELS_I1;
}

void kernels_hlo__code_step(struct hlo_code_writer *w)
{
	const uint32_t v = w->position;
	const struct hlo_code_value *value = &w->program.values[v];
	if (!value->needed || hlo_code_is_constant(value))
		return;
	w->locked = 0;
	w->vector = value->lanes ? HLO_L : 0;
	if (!value->step) {
		kernels_hlo__code_gather(w, v);
		return;
	}
	if (kernels_hlo__code_block(w, v))
		return;
	if (value->step->opcode == HLO_STEP_LOAD || value->step->opcode == HLO_STEP_STORE) {
		kernels_hlo__code_access(w, v);
		return;
	}
	const struct hlo_code_row *row = kernels_hlo__code_row(value->step->of, value->dtype);
	if (row)
		put_row(w, v, row);
	else if (!put_select(w, v) && !kernels_hlo__code_sequence(w, v))
		put_call(w, v);
}

#else
typedef int kernels_hlo__code_instructions_is_empty; /* ISO C forbids an empty translation unit */
#endif
