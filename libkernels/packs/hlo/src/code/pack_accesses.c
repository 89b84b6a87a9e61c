/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Packs of neighbours in an array:
 *
 *	vmovq rax, index; mov rcx, [last]; sub rcx, lanes - 1; jb apart; cmp rax, rcx; ja apart
 *	mov rcx, [array]; ... [rcx + rax * size]; jmp after
 * apart:	one element after the other, each with its index clamped (arrays.c), by the frame
 * after:
 */
#include "code/instructions.h"

#include <stddef.h>

#if HLO_CODE

enum { MOVE = HLO_0F | HLO_L | 0x10, STORE = HLO_0F | HLO_L | 0x11 };

static void put(struct hlo_code_writer *w, const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		kernels_hlo__code_byte(&w->text, bytes[i]);
}

static void put_index(struct hlo_code_writer *w, uint32_t index, uint32_t distance)
{
	const uint8_t add[] = { 0x48, 0x83, 0xC0, (uint8_t)distance }; /* add rax, distance */
	kernels_hlo__code_vex(&w->text, HLO_0F | HLO_66 | HLO_W | 0x7E, index, 0, hlo_xmm(HLO_RAX), 0, 0);
	if (distance)
		put(w, add, sizeof add);
}

/* One element from the array to the frame, or back, by an xmm register. */
static void move_apart(
	struct hlo_code_writer *w, const struct hlo_code_value *value, uint32_t j, uint32_t index, uint32_t xmm, uint32_t frame)
{
	const bool wide = value->lanes == 4, loads = value->form == HLO_LOADED;
	const struct hlo_code_place array = { HLO_IN_ARRAY, wide ? 3u : 2u };
	const uint32_t place = frame + j * (wide ? 8 : 4), prefix = HLO_0F | (wide ? HLO_F2 : HLO_F3);
	put_index(w, index, j);
	if (!loads)
		kernels_hlo__code_load(w, xmm, hlo_frame(place), wide);
	kernels_hlo__code_array_address(w, value->operands[0]);
	kernels_hlo__code_vex(&w->text, prefix | (loads ? 0x10 : 0x11), xmm, 0, array, 0, 0);
	if (loads)
		kernels_hlo__code_store(w, xmm, place, wide);
}

static void put_lanes(struct hlo_code_writer *w, const struct hlo_code_value *value, uint32_t index, uint32_t ymm, size_t apart[2])
{
	static const uint8_t compare[] = { 0x48, 0x39, 0xC8 };                     /* cmp rax, rcx */
	const uint8_t less[] = { 0x48, 0x83, 0xE9, (uint8_t)(value->lanes - 1) }; /* sub rcx, lanes - 1 */
	const struct hlo_code_place array = { HLO_IN_ARRAY, value->lanes == 4 ? 3u : 2u };
	const uint32_t frame = value->operands[0] * (uint32_t)sizeof(struct hlo_register);
	put_index(w, index, 0);
	kernels_hlo__code_load_pointer(&w->text, HLO_RCX, frame + (uint32_t)offsetof(struct hlo_scalar_array, last));
	put(w, less, sizeof less);
	apart[0] = kernels_hlo__code_jump(&w->text, HLO_CODE_BELOW, 0);
	put(w, compare, sizeof compare);
	apart[1] = kernels_hlo__code_jump(&w->text, HLO_CODE_ABOVE, 0);
	kernels_hlo__code_load_pointer(&w->text, HLO_RCX, frame);
	kernels_hlo__code_vex(&w->text, value->form == HLO_LOADED ? MOVE : STORE, ymm, 0, array, 0, 0);
}

void kernels_hlo__code_access_pack(struct hlo_code_writer *w, uint32_t v)
{
	const struct hlo_code_value *value = &w->program.values[v];
	const bool loads = value->form == HLO_LOADED;
	const uint32_t frame = kernels_hlo__code_reserve(w, v);
	size_t apart[2];
	const uint32_t index = kernels_hlo__code_get(w, value->operands[1]);
	const uint32_t new = loads ? 0 : kernels_hlo__code_get(w, value->operands[2]), out = kernels_hlo__code_take(w);
	put_lanes(w, value, index, loads ? out : new, apart);
	const size_t after = kernels_hlo__code_jump(&w->text, 0, 0);
	kernels_hlo__code_land(&w->text, apart[0]);
	kernels_hlo__code_land(&w->text, apart[1]);
	if (!loads)
		kernels_hlo__code_vex(&w->text, STORE, new, 0, hlo_frame(frame), 0, 0);
	for (uint32_t j = 0; j < value->lanes; j++)
		move_apart(w, value, j, index, out, frame);
	if (loads)
		kernels_hlo__code_vex(&w->text, MOVE, out, 0, hlo_frame(frame), 0, 0);
	kernels_hlo__code_land(&w->text, after);
	for (uint32_t k = 1; k < value->operand_count; k++)
		kernels_hlo__code_drop(w, value->operands[k]);
	w->locked = 0;
	if (loads)
		kernels_hlo__code_own(w, out, v);
	else
		kernels_hlo__code_drop(w, v);
}

#else
typedef int kernels_hlo__code_pack_accesses_is_empty; /* ISO C forbids an empty translation unit */
#endif
