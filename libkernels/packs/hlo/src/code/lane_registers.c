/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "code/lane_registers.h"

#if HLO_CODE

#include <string.h>

enum { MOVE = HLO_0F | HLO_L | 0x10, STORE = HLO_0F | HLO_L | 0x11 };

/* ---- constants */

static void put_pattern(struct hlo_lane_writer *w, uint64_t pattern)
{
	for (unsigned i = 0; i < HLO_LANE_BYTES; i++)
		kernels_hlo__code_byte(&w->text, (uint32_t)(pattern >> 8 * (i % 8)) & 0xFF);
}

static uint64_t twice(uint32_t word) { return (uint64_t)word << 32 | word; }

static uint64_t pattern_of(const struct hlo_lane *item)
{
	const uint64_t word = item->constant[0];
	return item->dtype == KERNELS_I1 ? (word & 1 ? UINT64_MAX : 0) : kernels_dtype_size(item->dtype) == 8 ? word : twice((uint32_t)word);
}

static void put_constants(struct hlo_lane_writer *w)
{
	const uint64_t fixed[HLO_LANE_FIXED] = { [HLO_SIGN_32] = twice(0x80000000), [HLO_SIGN_64] = UINT64_C(1) << 63,
		[HLO_REST_32] = twice(0x7FFFFFFF), [HLO_REST_64] = UINT64_MAX >> 1, [HLO_ONE_I32] = twice(1), [HLO_ONE_F32] = twice(0x3F800000),
		[HLO_ONE_F64] = UINT64_C(0x3FF0000000000000), [HLO_ALL] = UINT64_MAX, [HLO_LANE_ONE_I64] = 1,
		[HLO_LANE_INFINITY_32] = twice(0x7F800000), [HLO_LANE_INFINITY_64] = UINT64_C(0x7FF0000000000000),
		[HLO_LANE_TWO_31_F32] = twice(0x4F000000), [HLO_LANE_TWO_31_F64] = UINT64_C(0x41E0000000000000),
		[HLO_LANE_TWO_32_F32] = twice(0x4F800000), [HLO_LANE_TWO_16_F32] = twice(0x47800000), [HLO_LANE_LOW_16] = twice(0xFFFF),
		[HLO_LANE_TWO_52] = UINT64_C(0x4330000000000000), [HLO_LANE_BYTE] = UINT64_C(0x0101010101010101) };
	for (unsigned i = 0; i < HLO_LANE_FIXED; i++)
		put_pattern(w, fixed[i]);
	for (uint32_t i = 0; i < w->count; i++) {
		w->pools[i] = (uint32_t)w->text.bytes->size;
		if (w->list[i].source == HLO_LANE_CONSTANT)
			put_pattern(w, pattern_of(&w->list[i]));
	}
}

/* ---- uses */

static uint32_t operands_of(const struct hlo_lane *item)
{
	return item->source == HLO_LANE_STEP ? item->of->primitive.operand_count : item->source == HLO_LANE_COPY ? 1 : 0;
}

static void find_uses(struct hlo_lane_writer *w)
{
	uint32_t at = 0;
	for (uint32_t i = 0; i < w->count; i++)
		for (uint32_t k = 0; k < operands_of(&w->list[i]); k++)
			w->first_use[w->list[i].operands[k]]++;
	for (uint32_t i = 0; i <= w->count; i++) {
		const uint32_t uses = w->first_use[i];
		w->first_use[i] = at;
		at += uses;
	}
	for (uint32_t i = 0; i < w->count; i++) /* moves each beginning to its end, which the next loop undoes */
		for (uint32_t k = 0; k < operands_of(&w->list[i]); k++)
			w->uses[w->first_use[w->list[i].operands[k]]++] = i;
	for (uint32_t i = w->count; i > 0; i--)
		w->first_use[i] = w->first_use[i - 1];
	w->first_use[0] = 0;
}

/* The first use of an item at `position` or later. */
static uint32_t next_use(const struct hlo_lane_writer *w, uint32_t item, uint32_t position)
{
	uint32_t first = w->first_use[item], last = w->first_use[item + 1];
	const uint32_t end = last;
	while (first < last) {
		const uint32_t middle = (first + last) / 2;
		if (w->uses[middle] < position)
			first = middle + 1;
		else
			last = middle;
	}
	return first < end ? w->uses[first] : HLO_CODE_NEVER;
}

bool kernels_hlo__lane_writer_init(struct hlo_lane_writer *w)
{
	const size_t count = w->count, words = 3 * count + (count + 1) + count + 2 * count;
	w->block_size = 2 * count * sizeof *w->locations + words * sizeof(uint32_t) + 1;
	char *block = async_alloc(w->allocator, w->block_size, 16);
	if (!block)
		return false;
	memset(block, 0, w->block_size);
	w->locations = (struct hlo_lane_location *)(void *)block;
	w->uses = (uint32_t *)(void *)(block + 2 * count * sizeof *w->locations);
	w->first_use = w->uses + 3 * count;
	w->pools = w->first_use + count + 1;
	w->free_slots = w->pools + count;
	for (uint32_t i = 0; i < 2 * count; i++)
		w->locations[i].ymm = HLO_CODE_NONE;
	for (uint32_t i = 0; i < HLO_CODE_XMM; i++)
		w->owner[i] = HLO_CODE_NEVER;
	find_uses(w);
	put_constants(w);
	return true;
}

void kernels_hlo__lane_writer_finish(struct hlo_lane_writer *w)
{
	if (w->locations)
		async_free(w->allocator, w->locations, w->block_size, 16);
}

/* ---- memory */

static uint32_t address_of(struct hlo_lane_writer *w, uint32_t pointer)
{
	if (pointer < HLO_LANE_POINTERS)
		return HLO_R8 + pointer;
	kernels_hlo__code_load_argument(&w->text, HLO_RCX, pointer * (uint32_t)sizeof(void *));
	return HLO_RCX;
}

struct hlo_code_place kernels_hlo__lane_elements(struct hlo_lane_writer *w, uint32_t pointer, enum kernels_dtype dtype, uint32_t part)
{
	const size_t size = kernels_dtype_size(dtype);
	return hlo_lanes(address_of(w, pointer), size == 8 ? 3 : size == 4 ? 2 : 0, part * HLO_LANE_BYTES);
}

/* Masks of the elements 0 and 1 in 32 bits each. */
static void make_masks(struct hlo_lane_writer *w, uint32_t ymm)
{
	kernels_hlo__code_vex(&w->text, HLO_0F | HLO_66 | HLO_L | 0x72, 6, ymm, hlo_xmm(ymm), 1, 31); /* vpslld */
	kernels_hlo__code_vex(&w->text, HLO_0F | HLO_66 | HLO_L | 0x72, 4, ymm, hlo_xmm(ymm), 1, 31); /* vpsrad */
}

void kernels_hlo__lane_prepare(struct hlo_lane_writer *w)
{
	for (uint32_t i = 0; i < w->count; i++) {
		const struct hlo_lane *item = &w->list[i];
		const size_t size = kernels_dtype_size(item->dtype);
		if (item->source != HLO_LANE_ONE)
			continue;
		const struct hlo_code_place one = { HLO_IN_ONE, address_of(w, item->from) };
		const uint32_t broadcast = size == 8 ? 0x19 : size == 4 ? 0x18 : 0x78;
		kernels_hlo__code_vex(&w->text, HLO_0F38 | HLO_66 | HLO_L | broadcast, 0, 0, one, 0, 0);
		if (item->dtype == KERNELS_I1)
			make_masks(w, 0);
		for (uint32_t part = 0; part < 2; part++) /* one slot for both */
			w->locations[2 * i + part].frame = w->frame * HLO_LANE_BYTES;
		kernels_hlo__code_vex(&w->text, STORE, 0, 0, hlo_frame(w->frame++ * HLO_LANE_BYTES), 0, 0);
	}
}

/* Where a part is without a register, if instructions may read it there. */
static bool has_home(const struct hlo_lane_writer *w, uint32_t item)
{
	const struct hlo_lane *i = &w->list[item];
	return i->source == HLO_LANE_CONSTANT || i->source == HLO_LANE_ONE || (i->source == HLO_LANE_ELEMENTS && i->dtype != KERNELS_I1);
}

static struct hlo_code_place home_of(struct hlo_lane_writer *w, uint32_t item, uint32_t part)
{
	const struct hlo_lane *i = &w->list[item];
	const struct hlo_lane_location *at = &w->locations[2 * item + part];
	if (i->source == HLO_LANE_CONSTANT)
		return hlo_pool(w->pools[item]);
	if (at->saved || i->source == HLO_LANE_ONE)
		return hlo_frame(at->frame);
	return kernels_hlo__lane_elements(w, i->from, i->dtype, part);
}

static void save(struct hlo_lane_writer *w, uint32_t id)
{
	struct hlo_lane_location *at = &w->locations[id];
	if (at->saved || has_home(w, id / 2))
		return;
	if (!at->has_frame)
		at->frame = (w->free_count ? w->free_slots[--w->free_count] : w->frame++) * HLO_LANE_BYTES;
	at->saved = at->has_frame = true;
	kernels_hlo__code_vex(&w->text, STORE, at->ymm, 0, hlo_frame(at->frame), 0, 0);
}

/* ---- registers */

static void empty(struct hlo_lane_writer *w, uint32_t ymm)
{
	w->locations[w->owner[ymm]].ymm = HLO_CODE_NONE;
	w->owner[ymm] = HLO_CODE_NEVER;
}

/* The next use of what is in a register. A part of the item of this step is needed until the step has ended, which may store it. */
static uint32_t use_of(const struct hlo_lane_writer *w, uint32_t ymm)
{
	const uint32_t item = w->owner[ymm] / 2;
	return item == w->position ? item : next_use(w, item, w->position);
}

uint32_t kernels_hlo__lane_take(struct hlo_lane_writer *w)
{
	uint32_t best = HLO_CODE_NONE, farthest = 0;
	for (uint32_t i = 0; i < HLO_CODE_XMM; i++) {
		if (w->locked >> i & 1)
			continue;
		if (w->owner[i] == HLO_CODE_NEVER) {
			best = i;
			break;
		}
		const uint32_t use = use_of(w, i);
		if (best == HLO_CODE_NONE || use > farthest) {
			best = i;
			farthest = use;
		}
	}
	if (w->owner[best] != HLO_CODE_NEVER) {
		if (use_of(w, best) != HLO_CODE_NEVER)
			save(w, w->owner[best]);
		empty(w, best);
	}
	w->locked |= 1u << best;
	return best;
}

void kernels_hlo__lane_own(struct hlo_lane_writer *w, uint32_t ymm, uint32_t item, uint32_t part)
{
	w->owner[ymm] = 2 * item + part;
	w->locations[2 * item + part].ymm = (uint8_t)ymm;
}

uint32_t kernels_hlo__lane_get(struct hlo_lane_writer *w, uint32_t item, uint32_t part)
{
	const struct hlo_lane_location *at = &w->locations[2 * item + part];
	if (at->ymm == HLO_CODE_NONE) {
		const uint32_t ymm = kernels_hlo__lane_take(w);
		const struct hlo_code_place home = home_of(w, item, part);
		if (home.in == HLO_IN_LANES && w->list[item].dtype == KERNELS_I1) {
			kernels_hlo__code_vex(&w->text, HLO_0F38 | HLO_66 | HLO_L | 0x31, ymm, 0, home, 0, 0); /* vpmovzxbd */
			make_masks(w, ymm);
		} else {
			kernels_hlo__code_vex(&w->text, MOVE, ymm, 0, home, 0, 0);
		}
		kernels_hlo__lane_own(w, ymm, item, part);
	}
	w->locked |= 1u << at->ymm;
	return at->ymm;
}

struct hlo_code_place kernels_hlo__lane_place(struct hlo_lane_writer *w, uint32_t item, uint32_t part)
{
	const struct hlo_lane_location *at = &w->locations[2 * item + part];
	const enum hlo_lane_source source = w->list[item].source;
	const bool still = source == HLO_LANE_CONSTANT || source == HLO_LANE_ONE;
	if (at->ymm != HLO_CODE_NONE)
		return hlo_xmm(kernels_hlo__lane_get(w, item, part));
	if (still || ((at->saved || has_home(w, item)) && next_use(w, item, w->position + 1) == HLO_CODE_NEVER))
		return home_of(w, item, part);
	return hlo_xmm(kernels_hlo__lane_get(w, item, part));
}

void kernels_hlo__lane_drop(struct hlo_lane_writer *w, uint32_t item, uint32_t part)
{
	struct hlo_lane_location *at = &w->locations[2 * item + part];
	if (next_use(w, item, w->position + 1) != HLO_CODE_NEVER)
		return;
	if (at->ymm != HLO_CODE_NONE)
		empty(w, at->ymm);
	if (at->has_frame) {
		w->free_slots[w->free_count++] = at->frame / HLO_LANE_BYTES;
		at->has_frame = at->saved = false;
	}
}

#else
typedef int kernels_hlo__code_lane_registers_is_empty; /* ISO C forbids an empty translation unit */
#endif
