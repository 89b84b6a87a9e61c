/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Machine code of a tile: whole blocks of lanes, then the rest. */
#include "code/lane_code.h"
#include "fusion/tile.h"

static void copy_block(void *to, const void *from, size_t size, size_t n)
{
	for (size_t i = 0; i < n && size == 4; i++)
		((uint32_t *)to)[i] = ((const uint32_t *)from)[i];
	for (size_t i = 0; i < n && size == 8; i++)
		((uint64_t *)to)[i] = ((const uint64_t *)from)[i];
	for (size_t i = 0; i < n && size == 1; i++)
		((uint8_t *)to)[i] = ((const uint8_t *)from)[i];
}

/* Copies the elements of an operand and fills the unused lanes of the block with the first one: stale data may be subnormal, and
 * arithmetic on subnormal numbers takes a hundred times as long. */
static void fill_block(char *block, const void *from, size_t size, size_t n)
{
	copy_block(block, from, size, n);
	for (; n < HLO_LANES; n++)
		copy_block(block + n * size, from, size, 1);
}

/* Memory of all codes in a workspace. */
struct code_memory {
	void **pointers, **rest;
	char *frame, *blocks;
};

static struct code_memory memory_of(const struct loop_tile *t)
{
	const struct hlo_loop *loop = t->loop;
	void **pointers = (void **)(void *)(t->workspace + loop->codes_at);
	char *frame = (char *)(pointers + 2 * (size_t)loop->most_pointers);
	return (struct code_memory){ pointers, pointers + loop->most_pointers, frame, frame + (size_t)loop->most_frame * HLO_CODE_UNIT };
}

/* Whether code may use the memory of a block in which fewer elements are: slots have room for results. */
static bool has_room(const struct loop_tile *t, const struct loop_pointer *pointer)
{
	const struct loop_place *place = &t->loop->places[pointer->place];
	return pointer->one || (pointer->result && place->base == LOOP_SLOT && t->at[pointer->place] == t->workspace + place->offset);
}

static void check_memory(const struct loop_code *code, const struct loop_pointer *list, void *const *pointers, size_t n)
{
	for (uint32_t k = 0; k < code->count; k++)
		hlo_code_check(pointers[k], list[k].size * (list[k].one ? 1 : n));
}

/* Whether no result is where an operand is, so that the last block may be computed again from its elements. */
static bool is_apart(const struct loop_code *code, const struct loop_pointer *list, void *const *pointers)
{
	for (uint32_t k = 0; k < code->count; k++)
		for (uint32_t i = 0; list[k].result && i < code->count; i++)
			if (!list[i].result && pointers[i] == pointers[k])
				return false;
	return true;
}

/* The n elements from `first` on, less than a block: as the end of a whole one, or in copies, unless there is room for a block. */
static void run_rest(const struct loop_tile *t, const struct loop_code *code, const struct code_memory *m, size_t first, size_t n)
{
	const struct loop_pointer *list = t->loop->pointers + code->first;
	if (first > 0 && is_apart(code, list, m->pointers)) {
		for (uint32_t k = 0; k < code->count; k++)
			m->rest[k] = (char *)m->pointers[k] + (list[k].one ? 0 : (first + n - HLO_LANES) * list[k].size);
		check_memory(code, list, m->rest, HLO_LANES);
		code->code->run_lanes(m->rest, m->frame, HLO_LANES);
		return;
	}
	for (uint32_t k = 0; k < code->count; k++) {
		char *at = (char *)m->pointers[k] + (list[k].one ? 0 : first * list[k].size), *block = m->blocks + (size_t)k * LOOP_BLOCK;
		m->rest[k] = has_room(t, &list[k]) ? at : block;
		if (m->rest[k] == block && !list[k].result)
			fill_block(block, at, list[k].size, n);
	}
	check_memory(code, list, m->rest, HLO_LANES);
	code->code->run_lanes(m->rest, m->frame, HLO_LANES);
	for (uint32_t k = 0; k < code->count; k++)
		if (list[k].result && !has_room(t, &list[k]))
			copy_block((char *)m->pointers[k] + first * list[k].size, m->rest[k], list[k].size, n);
}

void kernels_hlo__tile_code(const struct loop_tile *t, const struct loop_instruction *in)
{
	const struct loop_code *code = &t->loop->codes[in->index];
	const struct loop_pointer *list = t->loop->pointers + code->first;
	const struct code_memory m = memory_of(t);
	const size_t n = code->by_rows ? (size_t)t->loop->inner : loop_count_of(t, in->kind), whole = n / HLO_LANES * HLO_LANES;
	for (uint32_t k = 0; k < code->count; k++)
		m.pointers[k] = t->at[list[k].place];
	for (size_t row = 0; whole > 0 && row < (code->by_rows ? t->rows : 1); row++) {
		for (uint32_t k = 0; row > 0 && k < code->count; k++)
			m.pointers[k] = (char *)m.pointers[k] + list[k].step;
		check_memory(code, list, m.pointers, whole);
		code->code->run_lanes(m.pointers, m.frame, whole);
	}
	if (whole < n)
		run_rest(t, code, &m, whole, n - whole);
}

/* One tile of a loop whose code reads operands and constants and writes results: no addresses of others are needed. */
bool kernels_hlo__loop_run_plain(const struct hlo_loop *loop, const void *const *inputs, void *const *outputs, void *workspace)
{
	const struct loop_tile t = { .loop = loop, .workspace = workspace };
	const size_t n = (size_t)loop->total, whole = n / HLO_LANES * HLO_LANES;
	if (!loop->plain)
		return false;
	const struct loop_code *code = &loop->codes[0];
	const struct loop_pointer *list = loop->pointers + code->first;
	const struct code_memory m = memory_of(&t);
	for (uint32_t k = 0; k < code->count; k++) {
		const struct loop_place *place = &loop->places[list[k].place];
		m.pointers[k] = place->base == LOOP_OUTPUT ? outputs[place->index] :
			place->base == LOOP_INPUT ? (char *)(uintptr_t)inputs[place->index] + place->offset * (int64_t)place->size :
						    (void *)(uintptr_t)loop->body->steps[place->index].constant;
	}
	if (whole > 0) {
		check_memory(code, list, m.pointers, whole);
		code->code->run_lanes(m.pointers, m.frame, whole);
	}
	if (whole < n)
		run_rest(&t, code, &m, whole, n - whole);
	return true;
}
