/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See edges.h. */
#include "fusion/edges.h"
#include "fusion/join.h"
#include "layout/copy.h"
#include "layout/pick.h"

#define MOST_EDGE 8     /* elements at an end of a row */
#define LEAST_ROWS 8
#define LEAST_SHARE 24  /* elements of a row for each of its ends: computing one again takes about ten times as long */

/* ---- plan */

/* The index divides rows near an end. False: it divides them elsewhere. */
static bool add_edge(struct hlo_loop *loop, int64_t index, int64_t row)
{
	if (index > 0 && index <= MOST_EDGE)
		loop->edge_low = index > loop->edge_low ? index : loop->edge_low;
	else if (index < row && index >= row - MOST_EDGE)
		loop->edge_high = row - index > loop->edge_high ? row - index : loop->edge_high;
	else
		return index == 0 || index == row;
	return true;
}

/* The shortest rows that a join divides. */
static void find_row(struct hlo_loop *loop)
{
	for (uint32_t i = 0; i < loop->join_count; i++) {
		const struct loop_join *join = &loop->joins[i];
		const int64_t row = join->dims[join->rank - 1];
		if (join->used && join->rank > 1 && (loop->edge_row == 0 || row < loop->edge_row))
			loop->edge_row = row; /* or it would be joined with the dimension before */
	}
}

static bool add_join(struct hlo_loop *loop, const struct loop_join *join)
{
	const uint32_t last = join->rank - 1;
	for (uint32_t i = 0; i < join->piece_count; i++) {
		const struct loop_cut *cut = &loop->cuts[loop->pieces[join->piece + i].cut + last];
		if (!add_edge(loop, cut->from, loop->edge_row) || !add_edge(loop, cut->to, loop->edge_row))
			return false;
	}
	return true;
}

static bool is_fit(const struct hlo_loop *loop)
{
	const int64_t row = loop->edge_row, edges = loop->edge_low + loop->edge_high;
	if (row == 0 || edges * LEAST_SHARE > row || loop->total / row < LEAST_ROWS || loop->total % row != 0)
		return false;
	for (uint32_t i = 0; i < loop->join_count; i++)
		if (loop->joins[i].used && loop->joins[i].dims[loop->joins[i].rank - 1] % row != 0)
			return false;
	for (uint32_t i = loop->hoisted; i < loop->instruction_count; i++)
		if (loop->instructions[i].action != LOOP_RUN && loop->instructions[i].action != LOOP_READ &&
			loop->instructions[i].action != LOOP_COPY && loop->instructions[i].action != LOOP_JOIN &&
			loop->instructions[i].action != LOOP_CODE)
			return false;
	return true;
}

void kernels_hlo__edges_plan(struct hlo_loop *loop)
{
	bool good = !loop->by_row && !loop->passes && !loop->computed;
	loop->edge_row = loop->edge_low = loop->edge_high = 0;
	if (good)
		find_row(loop);
	for (uint32_t i = 0; i < loop->join_count && good; i++)
		good = !loop->joins[i].used || loop->joins[i].dims[loop->joins[i].rank - 1] != loop->edge_row || add_join(loop, &loop->joins[i]);
	if (!good || !is_fit(loop))
		loop->edge_row = 0;
}

/* ---- places of elements */

struct position {
	int64_t index[KERNELS_MAX_RANK];
	const struct loop_piece *piece;
};

/* In the middle of the row of the element, if `middle`. */
static void find(const struct hlo_loop *loop, const struct loop_join *join, uint64_t first, bool middle, struct position *out)
{
	const uint32_t last = join->rank - 1;
	for (uint32_t d = join->rank; d-- > 0; first /= (uint64_t)join->dims[d])
		out->index[d] = (int64_t)(first % (uint64_t)join->dims[d]);
	const int64_t own = out->index[last];
	if (middle && join->dims[last] == loop->edge_row)
		out->index[last] = loop->edge_low;
	out->piece = kernels_hlo__join_piece(loop, join, out->index);
	out->index[last] = own;
}

static int64_t offset_of(const struct hlo_loop *loop, const struct loop_join *join, const struct position *p)
{
	int64_t offset = p->piece->offset;
	for (uint32_t d = 0; d < join->rank; d++)
		offset += p->index[d] * loop->cuts[p->piece->cut + d].stride;
	return offset;
}

/* Elements until the piece ends, the ends of rows not counted. */
static uint64_t left_in_piece(const struct hlo_loop *loop, const struct loop_join *join, const struct position *p)
{
	const struct loop_cut *cuts = loop->cuts + p->piece->cut;
	const uint32_t last = join->rank - 1;
	if (join->dims[last] != loop->edge_row || join->rank == 1)
		return (uint64_t)(cuts[last].to - p->index[last]);
	return (uint64_t)((cuts[last - 1].to - p->index[last - 1]) * loop->edge_row - p->index[last]);
}

size_t kernels_hlo__edges_run(const struct hlo_loop *loop, uint64_t first, size_t n)
{
	for (uint32_t i = 0; i < loop->join_count; i++) {
		struct position p;
		if (!loop->joins[i].used)
			continue;
		find(loop, &loop->joins[i], first, true, &p);
		const uint64_t left = left_in_piece(loop, &loop->joins[i], &p);
		n = left < n ? (size_t)left : n;
	}
	return n;
}

const void *kernels_hlo__edges_read(const struct hlo_loop *loop, const struct loop_join *join, void *const *at, const void *const *inputs,
	uint64_t first, size_t n, size_t size)
{
	const uint32_t last = join->rank - 1;
	struct position p;
	find(loop, join, first, true, &p);
	const struct loop_cut *cuts = loop->cuts + p.piece->cut;
	if (p.piece->place != LOOP_NONE)
		return p.piece->single ? NULL : at[p.piece->place];
	const int64_t offset = offset_of(loop, join, &p);
	const bool rows = join->dims[last] == loop->edge_row && join->rank > 1;
	if (cuts[last].stride != 1 || (rows && cuts[last - 1].stride != loop->edge_row) || offset < 0 ||
		offset > p.piece->elements - (int64_t)n)
		return NULL;
	return (const char *)inputs[p.piece->value] + offset * (int64_t)size;
}

void kernels_hlo__edges_gather(const struct hlo_loop *loop, const struct loop_join *join, void *const *at, const void *const *inputs,
	uint64_t first, size_t n, size_t size, void *to)
{
	const uint32_t last = join->rank - 1;
	const int64_t row = loop->edge_row;
	const bool rows = join->dims[last] == row && join->rank > 1;
	for (size_t done = 0; done < n;) {
		struct position p;
		find(loop, join, first + done * (uint64_t)row, false, &p);
		const struct loop_cut *cuts = loop->cuts + p.piece->cut;
		const int64_t left = rows ? cuts[last - 1].to - p.index[last - 1] : (cuts[last].to - p.index[last] + row - 1) / row;
		const size_t run = (size_t)left < n - done ? (size_t)left : n - done;
		const char *from = p.piece->place == LOOP_NONE ? (const char *)inputs[p.piece->value] + offset_of(loop, join, &p) * (int64_t)size :
								 (const char *)at[p.piece->place] + (p.piece->single ? 0 : done * size);
		const int64_t step = p.piece->place != LOOP_NONE ? !p.piece->single : rows ? cuts[last - 1].stride : row * cuts[last].stride;
		char *out = (char *)to + done * size;
		if (step == 0)
			kernels_hlo__fill(out, from, size, (int64_t)run);
		else if (out != from)
			kernels_hlo__copy_elements(out, 1, from, step, size, run);
		done += run;
	}
}
