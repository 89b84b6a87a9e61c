/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "code/registers.h"

#if HLO_CODE

#include <string.h>

enum { MOVS = 0x10, STORES = 0x11, MOVD = 0x6E };

bool kernels_hlo__code_has_register(enum kernels_dtype dtype)
{
	switch ((int)dtype) {
	case KERNELS_F32: case KERNELS_F64: case KERNELS_I32: case KERNELS_UI32: case KERNELS_I64: case KERNELS_UI64: case KERNELS_I1:
		return true;
	default: return false;
	}
}

/* ---- constants, in front of the code */

static void put_words(struct hlo_code_text *text, uint64_t low, uint64_t high)
{
	for (unsigned i = 0; i < HLO_CODE_CONSTANT; i++)
		kernels_hlo__code_byte(text, (uint32_t)((i / 8 % 2 ? high : low) >> 8 * (i % 8)) & 0xFF);
}

static void put_pack_constant(struct hlo_code_writer *w, const struct hlo_code_value *pack)
{
	const uint32_t size = HLO_CODE_CONSTANT / pack->lanes;
	for (uint32_t j = 0; j < pack->lanes; j++) {
		const uint64_t word = w->program.values[pack->operands[j]].step->constant[0];
		for (uint32_t i = 0; i < size; i++)
			kernels_hlo__code_byte(&w->text, pack->dtype != KERNELS_I1 ? (uint32_t)(word >> 8 * i) & 0xFF : word & 1 ? 0xFF : 0);
	}
}

static void put_constants(struct hlo_code_writer *w)
{
	static const uint64_t fixed[HLO_CODE_FIXED] = { [HLO_SIGN_32] = UINT64_C(0x8000000080000000),
		[HLO_SIGN_64] = UINT64_C(0x8000000000000000), [HLO_REST_32] = UINT64_C(0x7FFFFFFF7FFFFFFF),
		[HLO_REST_64] = UINT64_C(0x7FFFFFFFFFFFFFFF), [HLO_ONE_I32] = UINT64_C(0x0000000100000001),
		[HLO_ONE_F32] = UINT64_C(0x3F8000003F800000), [HLO_ONE_F64] = UINT64_C(0x3FF0000000000000), [HLO_ALL] = UINT64_MAX };
	for (unsigned i = 0; i < HLO_CODE_FIXED; i++)
		put_words(&w->text, fixed[i], fixed[i]);
	for (uint32_t i = w->program.arguments; i < w->program.count; i++) {
		const struct hlo_code_value *value = &w->program.values[i];
		if (!hlo_code_is_constant(value) || !value->needed)
			continue;
		w->locations[i].pool = (uint32_t)w->text.bytes->size;
		if (value->form == HLO_CONSTANTS) {
			put_pack_constant(w, value);
			continue;
		}
		const uint64_t *words = value->step->constant;
		if (value->dtype == KERNELS_I1)
			put_words(&w->text, words[0] & 1 ? UINT64_MAX : 0, 0);
		else
			put_words(&w->text, words[0], words[1]);
	}
}

bool kernels_hlo__code_writer_init(struct hlo_code_writer *w)
{
	const uint32_t count = w->program.count;
	const size_t size = count * (sizeof *w->locations + 3 * sizeof *w->free_slots) + 1;
	char *block = async_alloc(w->program.allocator, size, 16);
	if (!block)
		return false;
	memset(block, 0, size);
	w->locations = (struct hlo_code_location *)(void *)block;
	w->free_slots = (uint32_t *)(void *)(block + count * sizeof *w->locations);
	w->free_pairs = w->free_slots + 2 * count; /* a pair may leave a slot */
	w->frame = w->program.arguments + HLO_CODE_POINTERS + 1;
	if (w->program.homes)
		w->frame = hlo_code_homes(w->program.arguments) / (uint32_t)sizeof(struct hlo_register) + 2 * w->program.argument_packs;
	for (uint32_t i = 0; i < count; i++)
		w->locations[i].xmm = HLO_CODE_NONE;
	kernels_hlo__code_forget(w);
	put_constants(w);
	return true;
}

void kernels_hlo__code_writer_finish(struct hlo_code_writer *w)
{
	const size_t size = w->program.count * (sizeof *w->locations + 3 * sizeof *w->free_slots) + 1;
	if (w->locations)
		async_free(w->program.allocator, w->locations, size, 16);
}

void kernels_hlo__code_forget(struct hlo_code_writer *w)
{
	for (uint32_t i = 0; i < HLO_CODE_XMM; i++)
		w->owner[i] = HLO_CODE_NEVER;
	for (uint32_t i = 0; i < w->program.arguments; i++)
		w->locations[i] = (struct hlo_code_location){ .frame = kernels_hlo__code_frame_of(&w->program, i), .xmm = HLO_CODE_NONE,
			.saved = true, .has_frame = true, .is_byte = w->program.values[i].dtype == KERNELS_I1 };
}

/* ---- copies */

static void move_pack(struct hlo_code_writer *w, uint32_t instruction, uint32_t ymm, struct hlo_code_place place)
{
	kernels_hlo__code_vex(&w->text, HLO_0F | HLO_L | instruction, ymm, 0, place, 0, 0); /* vmovups */
}

void kernels_hlo__code_load(struct hlo_code_writer *w, uint32_t xmm, struct hlo_code_place from, bool wide)
{
	kernels_hlo__code_vex(&w->text, HLO_0F | (wide ? HLO_F2 : HLO_F3) | MOVS, xmm, 0, from, 0, 0);
}

void kernels_hlo__code_store(struct hlo_code_writer *w, uint32_t xmm, uint32_t frame, bool wide)
{
	kernels_hlo__code_vex(&w->text, HLO_0F | (wide ? HLO_F2 : HLO_F3) | STORES, xmm, 0, hlo_frame(frame), 0, 0);
}

/* The mask of a byte: movzx eax, byte; neg rax; vmovq xmm, rax. */
static void load_byte(struct hlo_code_writer *w, uint32_t xmm, uint32_t frame)
{
	kernels_hlo__code_load_word(&w->text, hlo_frame(frame), true);
	kernels_hlo__code_byte(&w->text, 0x48);
	kernels_hlo__code_byte(&w->text, 0xF7);
	kernels_hlo__code_byte(&w->text, 0xD8);
	kernels_hlo__code_vex(&w->text, HLO_0F | HLO_66 | HLO_W | MOVD, xmm, 0, hlo_xmm(HLO_RAX), 0, 0);
}

/* ---- the frame */

static uint32_t new_slot(struct hlo_code_writer *w) { return w->free_count ? w->free_slots[--w->free_count] : w->frame++; }

static uint32_t new_pair(struct hlo_code_writer *w)
{
	if (w->pair_count)
		return w->free_pairs[--w->pair_count];
	if (w->frame % 2) /* aligned to 32 bytes */
		w->free_slots[w->free_count++] = w->frame++;
	w->frame += 2;
	return w->frame - 2;
}

uint32_t kernels_hlo__code_reserve(struct hlo_code_writer *w, uint32_t value)
{
	struct hlo_code_location *at = &w->locations[value];
	if (!at->has_frame) {
		at->frame = (w->program.values[value].lanes ? new_pair(w) : new_slot(w)) * (uint32_t)sizeof(struct hlo_register);
		at->has_frame = true;
	}
	return at->frame;
}

void kernels_hlo__code_save(struct hlo_code_writer *w, uint32_t value)
{
	struct hlo_code_location *at = &w->locations[value];
	if (at->saved || hlo_code_is_constant(&w->program.values[value]))
		return;
	const uint32_t frame = kernels_hlo__code_reserve(w, value);
	if (w->program.values[value].lanes)
		move_pack(w, STORES, at->xmm, hlo_frame(frame));
	else
		kernels_hlo__code_store(w, at->xmm, frame, hlo_code_is_wide(w->program.values[value].dtype));
	at->saved = true;
	at->is_byte = false;
}

struct hlo_code_place kernels_hlo__code_place(struct hlo_code_writer *w, uint32_t value)
{
	const struct hlo_code_location *at = &w->locations[value];
	if (at->xmm != HLO_CODE_NONE)
		return hlo_xmm(at->xmm);
	return hlo_code_is_constant(&w->program.values[value]) ? hlo_pool(at->pool) : hlo_frame(at->frame);
}

/* ---- registers */

static void empty(struct hlo_code_writer *w, uint32_t xmm)
{
	w->locations[w->owner[xmm]].xmm = HLO_CODE_NONE;
	w->owner[xmm] = HLO_CODE_NEVER;
}

uint32_t kernels_hlo__code_take(struct hlo_code_writer *w)
{
	uint32_t best = HLO_CODE_NONE, farthest = 0;
	for (uint32_t i = 0; i < HLO_CODE_XMM; i++) {
		if (w->locked >> i & 1)
			continue;
		if (w->owner[i] == HLO_CODE_NEVER) {
			best = i;
			break;
		}
		const uint32_t use = kernels_hlo__code_next_use(&w->program, w->owner[i], w->position);
		if (best == HLO_CODE_NONE || use > farthest) {
			best = i;
			farthest = use;
		}
	}
	if (w->owner[best] != HLO_CODE_NEVER) {
		if (kernels_hlo__code_next_use(&w->program, w->owner[best], w->position) != HLO_CODE_NEVER)
			kernels_hlo__code_save(w, w->owner[best]);
		empty(w, best);
	}
	w->locked |= 1u << best;
	return best;
}

void kernels_hlo__code_own(struct hlo_code_writer *w, uint32_t xmm, uint32_t value)
{
	w->owner[xmm] = value;
	w->locations[value].xmm = (uint8_t)xmm;
}

uint32_t kernels_hlo__code_get(struct hlo_code_writer *w, uint32_t value)
{
	struct hlo_code_location *at = &w->locations[value];
	if (at->xmm == HLO_CODE_NONE) {
		const uint32_t xmm = kernels_hlo__code_take(w);
		if (at->is_byte)
			load_byte(w, xmm, at->frame);
		else if (w->program.values[value].lanes)
			move_pack(w, MOVS, xmm, kernels_hlo__code_place(w, value));
		else
			kernels_hlo__code_load(w, xmm, kernels_hlo__code_place(w, value), hlo_code_is_wide(w->program.values[value].dtype));
		kernels_hlo__code_own(w, xmm, value);
	}
	w->locked |= 1u << at->xmm;
	return at->xmm;
}

void kernels_hlo__code_drop(struct hlo_code_writer *w, uint32_t value)
{
	struct hlo_code_location *at = &w->locations[value];
	if (kernels_hlo__code_next_use(&w->program, value, w->position + 1) != HLO_CODE_NEVER)
		return;
	if (at->xmm != HLO_CODE_NONE)
		empty(w, at->xmm);
	if (at->has_frame && !at->fixed && value >= w->program.arguments) {
		const uint32_t slot = at->frame / (uint32_t)sizeof(struct hlo_register);
		if (w->program.values[value].lanes)
			w->free_pairs[w->pair_count++] = slot;
		else
			w->free_slots[w->free_count++] = slot;
		at->has_frame = at->saved = false;
	}
}

void kernels_hlo__code_save_copies(struct hlo_code_writer *w)
{
	for (uint32_t i = 0; i < HLO_CODE_XMM; i++) {
		const uint32_t value = w->owner[i];
		if (value != HLO_CODE_NEVER && kernels_hlo__code_next_use(&w->program, value, w->position) != HLO_CODE_NEVER)
			kernels_hlo__code_save(w, value);
	}
}

void kernels_hlo__code_clear(struct hlo_code_writer *w)
{
	for (uint32_t i = 0; i < HLO_CODE_XMM; i++) {
		if (w->owner[i] != HLO_CODE_NEVER)
			empty(w, i);
	}
}

void kernels_hlo__code_save_all(struct hlo_code_writer *w)
{
	kernels_hlo__code_save_copies(w);
	kernels_hlo__code_clear(w);
}

void kernels_hlo__code_outdate(struct hlo_code_writer *w, uint32_t value)
{
	if (w->locations[value].xmm != HLO_CODE_NONE)
		empty(w, w->locations[value].xmm);
}

void kernels_hlo__code_drop_all(struct hlo_code_writer *w)
{
	for (uint32_t i = w->program.arguments; i < w->position; i++) {
		if (w->locations[i].has_frame)
			kernels_hlo__code_drop(w, i);
	}
}

#else
typedef int kernels_hlo__code_registers_is_empty; /* ISO C forbids an empty translation unit */
#endif
