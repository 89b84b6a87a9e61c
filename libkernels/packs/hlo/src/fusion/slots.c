/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Slots of places, the size of tiles, and the workspace: its head, pointers of places, states of reductions, slots, kept rows. */
#include "code/lane_code.h"
#include "fusion/edges.h"
#include <string.h>

/* Memory that places use one after the other. */
struct slot {
	enum loop_kind kind;
	size_t size;    /* of an element */
	uint32_t until; /* the last instruction that uses it */
	size_t at;      /* in the workspace */
};

struct slots {
	struct hlo_loop *loop;
	struct slot *list;
	uint32_t count, limit;
	uint32_t *first, *last; /* per place: the instructions that write it first and use it last */
};

static void use(const struct slots *s, uint32_t place, uint32_t i, uint32_t segment)
{
	const struct loop_segment *segments = s->loop->segments;
	if (s->first[place] != LOOP_NONE && s->last[place] != LOOP_NONE)
		s->last[place] = s->first[place] < segments[segment].begin ? segments[segment].end - 1 : i;
}

/* The join may be a pointer to a place, which then lives as long: the places of pieces are not given to others. */
static void use_pieces(const struct slots *s, const struct loop_join *join, uint32_t i, uint32_t segment)
{
	for (uint32_t k = 0; k < join->piece_count; k++) {
		const uint32_t place = s->loop->pieces[join->piece + k].place;
		if (place == LOOP_NONE || s->first[place] == LOOP_NONE)
			continue;
		use(s, place, i, segment);
		s->last[place] = LOOP_NONE;
	}
}

/* A place that is written in another segment than the one that uses it is needed until the end of that segment, whose tiles
 * repeat. Hoisted places are always needed. */
static void find_lives(struct slots *s)
{
	const struct hlo_loop *loop = s->loop;
	uint32_t segment = 0;
	for (uint32_t i = 0; i < loop->place_count; i++)
		s->first[i] = LOOP_NONE;
	for (uint32_t i = 0; i < loop->instruction_count; i++) {
		const struct loop_instruction *in = &loop->instructions[i];
		const bool hoisted = i < loop->hoisted;
		while (!hoisted && loop->segments[segment].end <= i)
			segment++;
		for (uint32_t k = 0; k < loop_operands(in); k++)
			use(s, in->in[k], i, segment);
		if (in->action == LOOP_JOIN)
			use_pieces(s, &loop->joins[in->index], i, segment);
		if (s->first[in->out] == LOOP_NONE) {
			s->first[in->out] = i;
			s->last[in->out] = hoisted ? LOOP_NONE : i;
		} else if (s->last[in->out] != LOOP_NONE) /* the end of a fold */
			s->last[in->out] = i;
	}
}

static bool give_slot(struct slots *s, struct loop_place *place, uint32_t first, uint32_t last)
{
	for (uint32_t i = 0; i < s->count; i++) {
		struct slot *slot = &s->list[i];
		if (slot->kind == place->kind && slot->size == place->size && slot->until < first) {
			slot->until = last;
			place->index = i;
			return true;
		}
	}
	if (!kernels_hlo__loop_grow(s->loop->allocator, &s->list, s->count, &s->limit, sizeof *s->list))
		return false;
	place->index = s->count;
	s->list[s->count++] = (struct slot){ place->kind, place->size, last, 0 };
	return true;
}

static bool give_slots(struct slots *s)
{
	struct hlo_loop *loop = s->loop;
	for (uint32_t i = 0; i < loop->instruction_count; i++) {
		uint32_t out = loop->instructions[i].out;
		struct loop_place *place = &loop->places[out];
		if (place->base == LOOP_SLOT && s->first[out] == i && !give_slot(s, place, i, s->last[out]))
			return false;
	}
	return true;
}

/* ---- tiles */

/* Operands in runs are read where they are if tiles do not cross the ends of runs. */
static size_t fit_operands(struct hlo_loop *loop, size_t most)
{
	for (uint32_t i = 0; i < loop->body->argument_count; i++) {
		const struct hlo_access *a = &loop->arguments[i].access;
		const int64_t step = loop->arguments[i].kind != LOOP_FULL || hlo_access_in_order(a) ? 0 : a->stride[a->rank - 1];
		const size_t run = step == 1 || step == -1 ? (size_t)a->count[a->rank - 1] : 0, parts = (run + most - 1) / most;
		if (run < LOOP_TILE_LEAST || (loop->run > 0 && run >= loop->run))
			continue;
		loop->run = run;
		loop->tile = ((run + parts - 1) / parts + HLO_LANES - 1) / HLO_LANES * HLO_LANES;
	}
	return loop->run > 0 ? loop->tile : most;
}

static void choose_tile(struct hlo_loop *loop, const struct slots *s)
{
	size_t bytes = 1;
	for (uint32_t i = 0; i < s->count; i++)
		bytes += s->list[i].kind == LOOP_FULL ? s->list[i].size : 0;
	size_t most = LOOP_TILE_BYTES / bytes / 64 * 64;
	most = most < LOOP_TILE_LEAST ? LOOP_TILE_LEAST : most > LOOP_TILE_MOST ? LOOP_TILE_MOST : most;
	loop->rows = 1;
	loop->tile = most;
	if (!loop->by_row) {
		loop->tile = loop->edge_row ? LOOP_EDGE_TILE : fit_operands(loop, most);
		if ((int64_t)loop->tile > loop->total)
			loop->tile = loop->total > 0 ? (size_t)loop->total : 1;
		loop->rows = loop->tile;
	} else if (loop->columns) { /* whole runs */
		const size_t width = (size_t)loop->width;
		loop->tile = most < width ? width : most / width * width;
	} else if (!loop->passes) {
		if (loop->several && loop->inner > 0)
			loop->rows = most / (size_t)loop->inner;
		if ((int64_t)loop->rows > loop->outer)
			loop->rows = (size_t)loop->outer;
		if (loop->rows == 0)
			loop->rows = 1;
		loop->tile = loop->rows * (size_t)loop->inner;
	}
}

static size_t round_up(size_t size) { return (size + 63) & ~(size_t)63; }

/* Returns false if the workspace is too large for any memory. */
static bool lay_out(struct hlo_loop *loop, struct slots *s)
{
	size_t at = round_up(sizeof(struct loop_head));
	loop->places_at = at;
	at = round_up(at + loop->place_count * sizeof(void *));
	loop->states_at = at;
	for (uint32_t i = 0; i < loop->fold_count && loop->passes; i++) {
		size_t size = kernels_hlo__fold_state_size(
			&loop->folds[i], (uint64_t)(loop->inner / loop->width), (size_t)loop->width);
		loop->state_size = size > loop->state_size ? size : loop->state_size;
	}
	at += loop->state_size * loop->fold_count;
	for (uint32_t i = 0; i < s->count; i++) {
		struct slot *slot = &s->list[i];
		size_t count = slot->kind == LOOP_FULL ? loop->tile : slot->kind == LOOP_ROW ? loop->rows * (size_t)loop->width : 1;
		slot->at = at;
		at += round_up(count * slot->size + LOOP_SPARE);
	}
	for (uint32_t i = 0; i < loop->place_count; i++) {
		struct loop_place *place = &loop->places[i];
		if (place->base == LOOP_SLOT)
			place->offset = place->index == LOOP_NONE ? 0 : (int64_t)s->list[place->index].at;
		if (place->base != LOOP_KEPT)
			continue;
		place->offset = (int64_t)at;
		at = round_up(at + (size_t)loop->inner * place->size);
		if (at > SIZE_MAX / 4)
			return false;
	}
	loop->codes_at = at;
	at += (size_t)loop->most_pointers * (2 * sizeof(void *) + LOOP_BLOCK) + (size_t)loop->most_frame * HLO_CODE_UNIT;
	loop->edges_at = at = round_up(at);
	for (uint32_t i = 0; i < loop->place_count && loop->edge_row; i++)
		if (loop_place_moves(&loop->places[i]))
			at += loop_edge_size(loop, &loop->places[i]);
	loop->workspace = at;
	return true;
}

bool kernels_hlo__loop_layout(struct hlo_loop *loop)
{
	size_t size = (loop->place_count + 1) * 2 * sizeof(uint32_t);
	uint32_t *block = async_alloc(loop->allocator, size, 16);
	struct slots s = { .loop = loop, .first = block, .last = block ? block + loop->place_count : NULL };
	if (!block)
		return false;
	kernels_hlo__edges_plan(loop);
	find_lives(&s);
	bool good = give_slots(&s);
	if (good)
		choose_tile(loop, &s);
	good = good && lay_out(loop, &s);
	if (s.list)
		async_free(loop->allocator, s.list, s.limit * sizeof *s.list, 16);
	async_free(loop->allocator, block, size, 16);
	return good;
}
