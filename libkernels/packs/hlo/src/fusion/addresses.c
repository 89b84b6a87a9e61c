/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which places have addresses: a group of many steps that is one piece of code leaves few. */
#include "fusion/program.h"
#include <string.h>

static void need(bool *needed, uint32_t place)
{
	if (place != LOOP_NONE)
		needed[place] = true;
}

/* Instructions behind a LOOP_CODE that it computes are not executed. */
static void find_needed(const struct hlo_loop *loop, bool *needed)
{
	for (uint32_t i = 0; i < loop->instruction_count; i++) {
		const struct loop_instruction *in = &loop->instructions[i];
		need(needed, in->out);
		for (uint32_t k = 0; k < loop_operands(in); k++)
			need(needed, in->in[k]);
		if (in->action != LOOP_CODE)
			continue;
		const struct loop_code *code = &loop->codes[in->index];
		for (uint32_t k = 0; k < code->count; k++)
			need(needed, loop->pointers[code->first + k].place);
		i += code->steps;
	}
	for (uint32_t i = 0; i < loop->piece_count; i++)
		need(needed, loop->pieces[i].place);
}

/* Whether the code is all, and all that it reads and writes is where it is before the loop begins. */
static bool is_plain(const struct hlo_loop *loop)
{
	const struct loop_instruction *in = loop->instructions;
	if (loop->segment_count != 1 || loop->hoisted > 0 || loop->passes || loop->edge_row || loop->computed || loop->code_count != 1 ||
		loop->total == 0 || in->action != LOOP_CODE || in->kind != LOOP_FULL || loop->codes[0].by_rows ||
		loop->codes[0].steps + 1 != loop->instruction_count)
		return false;
	const size_t units = kernels_hlo__loop_units(loop);
	if (units > loop->rows || (loop->run > 0 && units > loop->run))
		return false;
	for (uint32_t k = 0; k < loop->codes[0].count; k++) {
		const struct loop_pointer *pointer = &loop->pointers[loop->codes[0].first + k];
		const struct loop_place *place = &loop->places[pointer->place];
		const bool moves = place->step == LOOP_BY_ELEMENT, still = place->step == LOOP_STILL && pointer->one;
		if (!(place->base == LOOP_FIXED ? still : place->base == LOOP_INPUT ? moves || still : place->base == LOOP_OUTPUT && moves))
			return false;
	}
	return true;
}

bool kernels_hlo__loop_find_addresses(struct hlo_loop *loop)
{
	const size_t count = loop->place_count + 1u;
	bool *needed = async_alloc(loop->allocator, count, 1);
	loop->addressed = needed ? async_alloc(loop->allocator, count * sizeof *loop->addressed, _Alignof(uint32_t)) : NULL;
	if (!loop->addressed) {
		if (needed)
			async_free(loop->allocator, needed, count, 1);
		return false;
	}
	loop->addressed_room = count;
	memset(needed, 0, count);
	find_needed(loop, needed);
	for (uint32_t i = 0; i < loop->place_count; i++)
		if (needed[i] && loop->places[i].step != LOOP_STILL)
			loop->addressed[loop->moving_count++] = i;
	loop->addressed_count = loop->moving_count;
	for (uint32_t i = 0; i < loop->place_count; i++)
		if (needed[i] && (loop->places[i].step == LOOP_STILL || loop->places[i].base == LOOP_SLOT))
			loop->addressed[loop->addressed_count++] = i;
	async_free(loop->allocator, needed, count, 1);
	loop->plain = is_plain(loop);
	return true;
}
