/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Packs that are assembled from other values, and single elements taken from packs. */
#include "code/instructions.h"

#if HLO_CODE

enum { BROADCAST_32 = HLO_0F38 | HLO_66 | HLO_L | 0x18, BROADCAST_64 = HLO_0F38 | HLO_66 | HLO_L | 0x19,
	HALVES = HLO_0F3A | HLO_66 | HLO_L | 0x06 /* vperm2f128 */, ALIGN = HLO_0F3A | HLO_66 | HLO_L | 0x0F /* vpalignr */,
	INSERT = HLO_0F3A | HLO_66 | 0x21 /* vinsertps */, PAIR = HLO_0F | HLO_66 | 0x14 /* vunpcklpd */,
	INSERT_HALF = HLO_0F3A | HLO_66 | HLO_L | 0x18 /* vinsertf128 */ };

static void own(struct hlo_code_writer *w, uint32_t v, uint32_t ymm)
{
	const struct hlo_code_value *value = &w->program.values[v];
	for (uint32_t k = 0; k < hlo_code_operands(value); k++)
		kernels_hlo__code_drop(w, value->operands[k]);
	kernels_hlo__code_own(w, ymm, v);
	w->locked = 0;
}

static bool in_frame(const struct hlo_code_writer *w, uint32_t value)
{
	return w->locations[value].xmm == HLO_CODE_NONE && w->program.values[value].dtype != KERNELS_I1;
}

static void put_repeated(struct hlo_code_writer *w, uint32_t v)
{
	const struct hlo_code_value *value = &w->program.values[v];
	const uint32_t element = value->operands[0];
	const struct hlo_code_place from =
		in_frame(w, element) ? kernels_hlo__code_place(w, element) : hlo_xmm(kernels_hlo__code_get(w, element));
	const uint32_t out = kernels_hlo__code_take(w);
	kernels_hlo__code_vex(&w->text, value->lanes == 8 ? BROADCAST_32 : BROADCAST_64, out, 0, from, 0, 0);
	own(w, v, out);
}

/* The upper half of one and the lower half of the other are between them; bytes of two neighbours become each half. */
static void put_shifted(struct hlo_code_writer *w, uint32_t v)
{
	enum { HALF = HLO_CODE_CONSTANT / 2 };
	const struct hlo_code_value *value = &w->program.values[v];
	const uint32_t bytes = value->lane * ((uint32_t)HLO_CODE_CONSTANT / value->lanes);
	const uint32_t low = kernels_hlo__code_get(w, value->operands[0]), high = kernels_hlo__code_get(w, value->operands[1]);
	const uint32_t out = kernels_hlo__code_take(w);
	kernels_hlo__code_vex(&w->text, HALVES, out, low, hlo_xmm(high), 1, 0x21);
	if (bytes < HALF)
		kernels_hlo__code_vex(&w->text, ALIGN, out, out, hlo_xmm(low), 1, bytes);
	else if (bytes > HALF)
		kernels_hlo__code_vex(&w->text, ALIGN, out, high, hlo_xmm(out), 1, bytes - HALF);
	own(w, v, out);
}

/* Operands first to first + count - 1 as the low half of a register. */
static uint32_t put_half(struct hlo_code_writer *w, const struct hlo_code_value *value, uint32_t first, uint32_t count)
{
	const uint32_t *operands = value->operands + first, kept = w->locked;
	const uint32_t from = kernels_hlo__code_get(w, operands[0]), out = kernels_hlo__code_take(w);
	uint32_t last = from;
	for (uint32_t k = 1; k < count; k++) {
		const bool memory = count == 4 && in_frame(w, operands[k]);
		const struct hlo_code_place place =
			memory ? kernels_hlo__code_place(w, operands[k]) : hlo_xmm(kernels_hlo__code_get(w, operands[k]));
		kernels_hlo__code_vex(&w->text, count == 4 ? INSERT : PAIR, out, last, place, count == 4, k << 4);
		w->locked = kept | 1u << out;
		last = out;
	}
	return out;
}

static void put_built(struct hlo_code_writer *w, uint32_t v)
{
	const struct hlo_code_value *value = &w->program.values[v];
	const uint32_t half = value->lanes / 2u;
	const uint32_t out = put_half(w, value, 0, half), high = put_half(w, value, half, half);
	kernels_hlo__code_vex(&w->text, INSERT_HALF, out, out, hlo_xmm(high), 1, 1);
	own(w, v, out);
}

/* The pack stays in memory until the end of the iteration. */
static void put_element(struct hlo_code_writer *w, uint32_t v)
{
	const struct hlo_code_value *value = &w->program.values[v];
	const uint32_t pack = value->operands[0], size = (uint32_t)HLO_CODE_CONSTANT / w->program.values[pack].lanes;
	struct hlo_code_location *at = &w->locations[v];
	kernels_hlo__code_save(w, pack);
	w->locations[pack].fixed = true;
	const uint32_t frame = w->locations[pack].frame + value->lane * size;
	if (value->dtype == KERNELS_I1) { /* as wide as single ones are */
		const uint32_t out = kernels_hlo__code_take(w);
		kernels_hlo__code_load(w, out, hlo_frame(frame), size == 8);
		if (size == 4)
			kernels_hlo__code_vex(&w->text, HLO_0F | HLO_66 | 0x70, out, 0, hlo_xmm(out), 1, 0); /* vpshufd */
		kernels_hlo__code_own(w, out, v);
		w->locked = 0;
	} else {
		at->frame = frame;
		at->has_frame = at->saved = at->fixed = true;
	}
	kernels_hlo__code_drop(w, pack);
}

void kernels_hlo__code_gather(struct hlo_code_writer *w, uint32_t v)
{
	const struct hlo_code_value *value = &w->program.values[v];
	struct hlo_code_location *at = &w->locations[v];
	switch ((int)value->form) {
	case HLO_ARGUMENTS:
		at->frame = value->first;
		at->has_frame = at->saved = at->fixed = true;
		break;
	case HLO_REPEATED: put_repeated(w, v); break;
	case HLO_SHIFTED: put_shifted(w, v); break;
	case HLO_BUILT: put_built(w, v); break;
	case HLO_LOADED: case HLO_STORED: kernels_hlo__code_access_pack(w, v); break;
	default: put_element(w, v); break;
	}
}

#else
typedef int kernels_hlo__code_pack_steps_is_empty; /* ISO C forbids an empty translation unit */
#endif
