/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations with a row in the table of instructions.c, as vectors: scalar instructions of floats have the prefix F3 or F2, those of vectors
 * none or 66. Others are sequences. */
#include "code/lane_steps.h"
#include "code/instructions.h"

#if HLO_CODE

/* ---- for all steps */

void kernels_hlo__lane_narrow(struct hlo_lane_writer *w, uint32_t out, uint32_t low, uint32_t high)
{
	hlo_lane_put_byte(w, HLO_0F | HLO_L | 0xC6, out, low, hlo_xmm(high), 0x88);                                /* vshufps */
	hlo_lane_put_byte(w, HLO_0F3A | HLO_66 | HLO_W | HLO_L | 0x00, out, 0, hlo_xmm(out), 0xD8); /* vpermq */
}

void kernels_hlo__lane_widen(struct hlo_lane_writer *w, uint32_t instruction, uint32_t out, uint32_t from, uint32_t part)
{
	if (part)
		hlo_lane_put_byte(w, LANE_HALF, from, 0, hlo_xmm(out), 1);
	hlo_lane_put(w, instruction, out, 0, hlo_xmm(part ? out : from));
}

void kernels_hlo__lane_drop_operands(struct hlo_lane_writer *w, uint32_t item)
{
	const struct hlo_lane *i = &w->list[item];
	for (uint32_t k = 0; k < i->of->primitive.operand_count; k++)
		for (uint32_t part = 0; part < hlo_lane_parts(i->of->operands[k]); part++)
			kernels_hlo__lane_drop(w, i->operands[k], part);
}

void kernels_hlo__lane_finish(struct hlo_lane_writer *w, uint32_t item, uint32_t part, uint32_t out)
{
	const struct hlo_lane *i = &w->list[item];
	const uint32_t parts = hlo_lane_parts(i->dtype);
	for (uint32_t k = 0; k < i->of->primitive.operand_count; k++) {
		if (hlo_lane_parts(i->of->operands[k]) == 2 && parts == 2)
			kernels_hlo__lane_drop(w, i->operands[k], part);
	}
	if (part + 1 == parts)
		kernels_hlo__lane_drop_operands(w, item);
	kernels_hlo__lane_own(w, out, item, part);
	w->locked = 0;
}

/* ---- rows */

static bool is_wide_mask(const struct hlo_code_row *row) { return row->form == COMPARED_WIDE || row->form == NOT_COMPARED_WIDE; }
static bool is_inverse(const struct hlo_code_row *row) { return row->form == NOT_COMPARED || row->form == NOT_COMPARED_WIDE; }

static bool in_memory(const struct hlo_lane_writer *w, uint32_t item)
{
	return w->locations[2 * item].ymm == HLO_CODE_NONE && w->list[item].source != HLO_LANE_STEP;
}

/* Part of a row into a register, which is locked, with its operands. */
static uint32_t put_part(struct hlo_lane_writer *w, uint32_t item, const struct hlo_code_row *row, uint32_t part)
{
	const struct hlo_lane *i = &w->list[item];
	const enum hlo_opcode opcode = i->of->opcode;
	const bool binary = i->of->primitive.operand_count == 2;
	const bool commutes = opcode == HLO_OP_add || opcode == HLO_OP_multiply || opcode == HLO_OP_and || opcode == HLO_OP_or || opcode == HLO_OP_xor;
	const bool compares_floats = opcode == HLO_OP_compare && hlo_lane_is_float(i->of->primitive.operand);
	uint32_t a = i->operands[0], b = binary ? i->operands[1] : a;
	if ((row->instruction & EXCHANGE) || (commutes && in_memory(w, a) && !in_memory(w, b))) {
		const uint32_t exchanged = a;
		a = b;
		b = exchanged;
	}
	uint32_t first = 0;
	if (binary || row->form == FIXED)
		first = kernels_hlo__lane_get(w, a, part);
	const struct hlo_code_place second = row->form == FIXED ? hlo_lane_pool(row->detail) : kernels_hlo__lane_place(w, b, part);
	if (!is_wide_mask(row)) { /* the result may take the register of an operand; memory is given up when it has been read */
		if (w->locations[2 * a + part].ymm != HLO_CODE_NONE)
			kernels_hlo__lane_drop(w, a, part);
		if (second.in == HLO_IN_REGISTER)
			kernels_hlo__lane_drop(w, b, part);
		w->locked = 0;
	}
	const uint32_t out = kernels_hlo__lane_take(w);
	if (compares_floats || row->form == ROUNDED)
		hlo_lane_put_byte(w, hlo_code_packed(row), out, first, second, row->form == ROUNDED ? row->detail : hlo_code_extra(row));
	else
		hlo_lane_put(w, hlo_code_packed(row), out, first, second);
	return out;
}

static void put_row(struct hlo_lane_writer *w, uint32_t item, const struct hlo_code_row *row)
{
	const struct hlo_lane *i = &w->list[item];
	uint32_t masks[2] = { 0, 0 };
	if (is_wide_mask(row)) {
		for (uint32_t part = 0; part < 2; part++) {
			masks[part] = put_part(w, item, row, part);
			w->locked = 1u << masks[0] | 1u << masks[part];
		}
		kernels_hlo__lane_narrow(w, masks[0], masks[0], masks[1]);
		if (is_inverse(row))
			hlo_lane_put(w, LANE_XOR, masks[0], masks[0], hlo_lane_pool(HLO_ALL));
		kernels_hlo__lane_finish(w, item, 0, masks[0]);
		return;
	}
	for (uint32_t part = 0; part < hlo_lane_parts(i->dtype); part++) {
		const uint32_t out = put_part(w, item, row, part);
		if (is_inverse(row))
			hlo_lane_put(w, LANE_XOR, out, out, hlo_lane_pool(HLO_ALL));
		kernels_hlo__lane_finish(w, item, part, out);
	}
}

/* A row whose operand and result have the same number of parts; conversions have sequences. */
static const struct hlo_code_row *find_row(const struct hlo_expr_operation *of)
{
	const struct hlo_code_row *row = of->opcode == HLO_OP_convert ? NULL : kernels_hlo__code_row(of, of->primitive.result);
	return row && row->form != SAME ? row : NULL;
}

/* The same bits. */
static void put_same(struct hlo_lane_writer *w, uint32_t item)
{
	const struct hlo_lane *i = &w->list[item];
	for (uint32_t part = 0; part < hlo_lane_parts(i->dtype); part++) {
		const struct hlo_code_place from = kernels_hlo__lane_place(w, i->operands[0], part);
		if (from.in == HLO_IN_REGISTER)
			kernels_hlo__lane_drop(w, i->operands[0], part);
		w->locked = 0;
		const uint32_t out = kernels_hlo__lane_take(w);
		if (from.in != HLO_IN_REGISTER || from.at != out)
			hlo_lane_put(w, from.in == HLO_IN_REGISTER ? LANE_MOVE : HLO_0F | HLO_L | 0x10, out, 0, from);
		kernels_hlo__lane_finish(w, item, part, out);
	}
}

static bool is_same(const struct hlo_expr_operation *of)
{
	const enum kernels_dtype from = of->primitive.operand, to = of->primitive.result;
	const struct hlo_code_row *row = kernels_hlo__code_row(of, to);
	return row && row->form == SAME && row->type == 0 && row->detail == 0 && hlo_lane_parts(from) == hlo_lane_parts(to) &&
	       (from == KERNELS_I1) == (to == KERNELS_I1);
}

/* ---- all */

bool kernels_hlo__code_has_lanes(const struct hlo_expr_operation *of)
{
	const struct hlo_primitive *p = &of->primitive;
	if (of->opcode >= HLO_OPCODE_COUNT || !kernels_hlo__code_has_register(p->result))
		return false;
	for (uint32_t k = 0; k < p->operand_count; k++)
		if (!kernels_hlo__code_has_register(of->operands[k]))
			return false;
	return p->operand_count > 0 && (is_same(of) || find_row(of) || kernels_hlo__lane_sequence(of) || kernels_hlo__lane_conversion(of));
}

/* Bytes 0 and 1 of the masks of eight elements. */
static void store_masks(struct hlo_lane_writer *w, uint32_t mask, uint32_t to)
{
	const uint32_t bytes = kernels_hlo__lane_take(w);
	hlo_lane_put_byte(w, LANE_HALF, mask, 0, hlo_xmm(bytes), 1);
	hlo_lane_put(w, HLO_0F | HLO_66 | 0x6B, bytes, mask, hlo_xmm(bytes));  /* vpackssdw */
	hlo_lane_put(w, HLO_0F | HLO_66 | 0x63, bytes, bytes, hlo_xmm(bytes)); /* vpacksswb */
	hlo_lane_put(w, HLO_0F | HLO_66 | 0xDB, bytes, bytes, hlo_lane_pool(HLO_LANE_BYTE));
	hlo_lane_put(w, HLO_0F | HLO_66 | 0xD6, bytes, 0, kernels_hlo__lane_elements(w, to, KERNELS_I1, 0)); /* vmovq */
	kernels_hlo__lane_release(w, bytes);
}

static void store(struct hlo_lane_writer *w, uint32_t item, uint32_t to)
{
	const enum kernels_dtype dtype = w->list[item].dtype;
	for (uint32_t part = 0; part < hlo_lane_parts(dtype); part++) {
		w->locked = 0;
		const uint32_t ymm = kernels_hlo__lane_get(w, item, part);
		if (dtype == KERNELS_I1)
			store_masks(w, ymm, to);
		else
			hlo_lane_put(w, HLO_0F | HLO_L | 0x11, ymm, 0, kernels_hlo__lane_elements(w, to, dtype, part));
	}
	w->locked = 0;
}

static void compute(struct hlo_lane_writer *w, uint32_t item)
{
	const struct hlo_expr_operation *of = w->list[item].of;
	const struct hlo_code_row *row = is_same(of) ? NULL : find_row(of);
	hlo_lane_sequence *sequence = row ? NULL : kernels_hlo__lane_sequence(of);
	w->locked = 0;
	if (is_same(of))
		put_same(w, item);
	else if (row)
		put_row(w, item, row);
	else
		(sequence ? sequence : kernels_hlo__lane_conversion(of))(w, item);
	w->locked = 0;
}

void kernels_hlo__lane_step(struct hlo_lane_writer *w)
{
	const uint32_t item = w->position;
	const struct hlo_lane *i = &w->list[item];
	if (i->source == HLO_LANE_STEP) {
		compute(w, item);
		if (i->to != HLO_LANE_NONE)
			store(w, item, i->to);
		for (uint32_t part = 0; part < hlo_lane_parts(i->dtype); part++)
			kernels_hlo__lane_drop(w, item, part);
	} else if (i->source == HLO_LANE_COPY) {
		store(w, i->operands[0], i->to);
		for (uint32_t part = 0; part < hlo_lane_parts(i->dtype); part++)
			kernels_hlo__lane_drop(w, i->operands[0], part);
	}
}

#else
bool kernels_hlo__code_has_lanes(const struct hlo_expr_operation *of)
{
	(void)of;
	return false;
}
#endif
