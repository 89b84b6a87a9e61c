/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Variables and blocks. At the head of a loop, and where branches meet, values are in the frame only, and so are variables:
 *
 *	loop	values to the frame
 *	head:	if (r12-- == 0 && (r12 = more(watch)) == 0) return HLO_CODE_GIVEN_UP
 *		...
 *	while	if (!condition) goto after
 *		...
 *	end	goto head
 *	after:
 */
#include "code/instructions.h"

#if HLO_CODE

#include <string.h>

static void put(struct hlo_code_text *text, const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		kernels_hlo__code_byte(text, bytes[i]);
}

void kernels_hlo__code_flag(struct hlo_code_writer *w, uint32_t value)
{
	static const uint8_t test_word[] = { 0x85, 0xC0 }; /* test eax, eax */
	w->locked = 0;
	kernels_hlo__code_vex(&w->text, HLO_0F | HLO_66 | 0x7E, kernels_hlo__code_get(w, value), 0, hlo_xmm(HLO_RAX), 0, 0);
	put(&w->text, test_word, sizeof test_word);
	w->locked = 0;
}

/* ---- variables */

/* The value to the frame of the variable, where it stays until it is read. */
static void store_variable(struct hlo_code_writer *w, uint32_t variable, uint32_t value)
{
	const enum kernels_dtype dtype = w->program.values[variable].dtype;
	const uint32_t frame = kernels_hlo__code_reserve(w, variable);
	if (kernels_hlo__code_has_register(dtype)) {
		kernels_hlo__code_store(w, kernels_hlo__code_get(w, value), frame, hlo_code_is_wide(dtype));
	} else {
		const struct hlo_code_place from = kernels_hlo__code_place(w, value);
		const uint32_t xmm = kernels_hlo__code_take(w);
		kernels_hlo__code_vex(&w->text, HLO_0F | 0x10, xmm, 0, from, 0, 0); /* vmovups */
		kernels_hlo__code_vex(&w->text, HLO_0F | 0x11, xmm, 0, hlo_frame(frame), 0, 0);
	}
	w->locked = 0;
	kernels_hlo__code_outdate(w, variable);
	w->locations[variable].saved = true;
	w->locations[variable].is_byte = false;
	kernels_hlo__code_drop(w, value);
	kernels_hlo__code_drop(w, variable);
}

/* ---- blocks */

static uint64_t more_of(struct hlo_watch *watch) { return watch->more(watch); }

/* Jumps are kept in `pool` of the step's location, which has no constant. */
static void put_loop(struct hlo_code_writer *w, uint32_t v)
{
	static const uint8_t count_down[] = { 0x49, 0x83, 0xEC, 0x01 }, call[] = { 0xFF, 0xD0 }; /* sub r12, 1; call rax */
	static const uint8_t take_more[] = { 0x49, 0x89, 0xC4, 0x48, 0x85, 0xC0 };               /* mov r12, rax; test rax, rax */
	static const uint8_t give_up[] = { 0xB8, HLO_CODE_GIVEN_UP, 0, 0, 0, 0x48, 0x83, 0xC4, 0x08, 0x41, 0x5C, 0x5B, 0xC3 };
	struct hlo_code_text *text = &w->text;
	uint64_t (*more)(struct hlo_watch *watch) = more_of;
	uint64_t address = 0;
	memcpy(&address, &more, sizeof more);
	kernels_hlo__code_save_all(w);
	w->locations[v].pool = (uint32_t)text->bytes->size;
	put(text, count_down, sizeof count_down);
	const size_t enough = kernels_hlo__code_jump(text, HLO_CODE_NOT_BELOW, 0);
	kernels_hlo__code_load_pointer(text, HLO_RDI, w->program.arguments * (uint32_t)sizeof(struct hlo_register) + HLO_CODE_WATCH);
	kernels_hlo__code_pointer(text, HLO_RAX, address);
	put(text, call, sizeof call);
	put(text, take_more, sizeof take_more);
	const size_t more_left = kernels_hlo__code_jump(text, HLO_CODE_NOT_ZERO, 0);
	put(text, give_up, sizeof give_up);
	kernels_hlo__code_land(text, enough);
	kernels_hlo__code_land(text, more_left);
}

static void put_condition(struct hlo_code_writer *w, uint32_t v)
{
	const struct hlo_code_value *value = &w->program.values[v];
	if (value->step->opcode == HLO_STEP_IF)
		kernels_hlo__code_save_copies(w);
	kernels_hlo__code_flag(w, value->operands[0]);
	w->locations[v].pool = (uint32_t)kernels_hlo__code_jump(&w->text, HLO_CODE_ZERO, 0);
	kernels_hlo__code_drop(w, value->operands[0]);
}

static void put_else(struct hlo_code_writer *w, uint32_t v)
{
	const uint32_t from = w->program.values[v].first;
	w->locations[v].pool = (uint32_t)kernels_hlo__code_jump(&w->text, 0, 0);
	kernels_hlo__code_land(&w->text, w->locations[from].pool);
	kernels_hlo__code_clear(w);
}

static void put_end(struct hlo_code_writer *w, uint32_t v)
{
	const uint32_t from = w->program.values[v].first, second = w->program.values[from].first;
	if (w->program.values[from].step->opcode == HLO_STEP_LOOP) {
		kernels_hlo__code_jump(&w->text, 0, w->locations[from].pool);
		kernels_hlo__code_land(&w->text, w->locations[second].pool);
	} else {
		kernels_hlo__code_land(&w->text, w->locations[second == v ? from : second].pool);
	}
	kernels_hlo__code_clear(w);
	kernels_hlo__code_drop_all(w);
}

bool kernels_hlo__code_block(struct hlo_code_writer *w, uint32_t v)
{
	const struct hlo_code_value *value = &w->program.values[v];
	switch ((int)value->step->opcode) {
	case HLO_STEP_VARIABLE: store_variable(w, v, value->operands[0]); return true;
	case HLO_STEP_SET: store_variable(w, value->operands[0], value->operands[1]); return true;
	case HLO_STEP_LOOP: put_loop(w, v); return true;
	case HLO_STEP_WHILE: case HLO_STEP_IF: put_condition(w, v); return true;
	case HLO_STEP_ELSE: put_else(w, v); return true;
	case HLO_STEP_END: put_end(w, v); return true;
	default: return false;
	}
}

#else
typedef int kernels_hlo__code_code_blocks_is_empty; /* ISO C forbids an empty translation unit */
#endif
