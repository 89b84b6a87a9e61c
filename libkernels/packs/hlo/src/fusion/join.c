/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See join.h. */
#include "fusion/join.h"
#include "layout/copy.h"
#include "layout/pick.h"
#include <string.h>

#define MOST_DEPTH 64u   /* of joins of joins */
#define MOST_PIECES 256u /* of one join */
#define NARROW 16        /* elements of a row that are read column by column: finding the piece of a run takes longer */

struct box {
	int64_t from[KERNELS_MAX_RANK], to[KERNELS_MAX_RANK];
};

struct planner {
	struct hlo_loop *loop;
	struct hlo_op *op;
	const struct kernels_array *maps;
	struct loop_join *join; /* that is found */
	uint32_t rank;          /* of its space: without the dimensions of rows if it is a row value */
};

static const struct hlo_expr_step *step_of(const struct hlo_loop *loop, uint32_t value)
{
	const uint32_t first = loop->body->argument_count;
	return value < first ? NULL : &loop->body->steps[value - first];
}

static bool is_join(const struct hlo_loop *loop, uint32_t value)
{
	const struct hlo_expr_step *step = step_of(loop, value);
	return step && step->opcode == HLO_STEP_JOIN;
}

static bool grow(struct hlo_loop *loop, void *array, uint32_t count, uint32_t *limit, size_t size)
{
	return kernels_hlo__loop_grow(loop->allocator, array, count, limit, size);
}

/* ---- pieces of a join */

static bool add_cut(struct hlo_loop *loop, int64_t from, int64_t to, int64_t stride)
{
	if (!grow(loop, &loop->cuts, loop->cut_count, &loop->cut_limit, sizeof *loop->cuts))
		return false;
	loop->cuts[loop->cut_count++] = (struct loop_cut){ from, to, stride };
	return true;
}

static bool fits(const struct planner *p, uint32_t argument, const int64_t *map, const struct box *box)
{
	int64_t dims[KERNELS_MAX_RANK], offset = map[0];
	const uint32_t operand = argument - p->loop->computed + p->loop->first_operand;
	for (uint32_t d = 0; d < p->rank; d++) {
		int64_t step;
		dims[d] = box->to[d] - box->from[d];
		if (__builtin_mul_overflow(box->from[d], map[d + 1], &step) || __builtin_add_overflow(offset, step, &offset))
			return false;
	}
	return kernels_hlo__access_fits(offset, p->rank, dims, map + 1, p->op->operands[operand].elements);
}

static bool add_piece(struct planner *p, uint32_t value, const struct box *box)
{
	struct hlo_loop *loop = p->loop;
	int64_t map[KERNELS_MAX_RANK + 1] = { 0 };
	const bool argument = value < loop->body->argument_count;
	if (argument && value == 0 && loop->computed)
		return kernels_hlo__refuse(p->op, "join of the computed value");
	if (argument)
		kernels_hlo__loop_map(loop, p->maps, value - loop->computed, map);
	if (argument && !fits(p, value, map, box))
		return kernels_hlo__refuse(p->op, "the map of argument %u of join leads outside of the operand", value);
	for (uint32_t d = 0; d < p->rank && argument; d++)
		if (box->to[d] - box->from[d] == 1) { /* any stride is valid, even one whose multiples overflow */
			map[0] += box->from[d] * map[d + 1];
			map[d + 1] = 0;
		}
	if (p->join->piece_count == MOST_PIECES)
		return kernels_hlo__refuse(p->op, "join of more than %u pieces", MOST_PIECES);
	if (!grow(loop, &loop->pieces, loop->piece_count, &loop->piece_limit, sizeof *loop->pieces))
		return kernels_hlo__refuse(p->op, "out of memory");
	loop->pieces[loop->piece_count++] = (struct loop_piece){ .value = value, .place = LOOP_NONE, .cut = loop->cut_count, .offset = map[0],
		.elements = argument ? p->op->operands[value - loop->computed + loop->first_operand].elements : 0 };
	p->join->piece_count++;
	for (uint32_t d = 0; d < p->rank; d++)
		if (!add_cut(loop, box->from[d], box->to[d], map[d + 1]))
			return kernels_hlo__refuse(p->op, "out of memory");
	return true;
}

static bool add_pieces(struct planner *p, uint32_t value, const struct box *box, uint32_t depth)
{
	for (uint32_t d = 0; d < p->rank; d++)
		if (box->from[d] >= box->to[d])
			return true;
	if (!is_join(p->loop, value))
		return add_piece(p, value, box);
	const struct hlo_expr_step *step = step_of(p->loop, value);
	const uint32_t dimension = step->dimension;
	const int64_t at = step->operands[2];
	struct box part = *box;
	if (depth == MOST_DEPTH)
		return kernels_hlo__refuse(p->op, "more than %u joins of joins", MOST_DEPTH);
	part.to[dimension] = at < box->to[dimension] ? at : box->to[dimension];
	if (!add_pieces(p, step->operands[0], &part, depth + 1))
		return false;
	part = *box;
	part.from[dimension] = at > box->from[dimension] ? at : box->from[dimension];
	return add_pieces(p, step->operands[1], &part, depth + 1);
}

/* ---- dimensions that no piece divides are joined with those before them */

static bool can_merge(const struct hlo_loop *loop, const struct loop_join *join, uint32_t outer, uint32_t d, int64_t dim)
{
	for (uint32_t i = 0; i < join->piece_count; i++) {
		const struct loop_piece *piece = &loop->pieces[join->piece + i];
		const struct loop_cut *cuts = loop->cuts + piece->cut;
		if (cuts[d].from != 0 || cuts[d].to != dim ||
			(piece->value < loop->body->argument_count && cuts[outer].stride != cuts[d].stride * dim))
			return false;
	}
	return true;
}

static void merge(const struct hlo_loop *loop, const struct loop_join *join, uint32_t outer, uint32_t d, int64_t dim)
{
	for (uint32_t i = 0; i < join->piece_count; i++) {
		struct loop_cut *cuts = loop->cuts + loop->pieces[join->piece + i].cut;
		cuts[outer] = (struct loop_cut){ cuts[outer].from * dim, cuts[outer].to * dim, cuts[d].stride };
	}
}

static void keep(const struct hlo_loop *loop, const struct loop_join *join, uint32_t to, uint32_t d)
{
	for (uint32_t i = 0; i < join->piece_count; i++) {
		struct loop_cut *cuts = loop->cuts + loop->pieces[join->piece + i].cut;
		cuts[to] = cuts[d];
	}
}

static void collapse(const struct hlo_loop *loop, struct loop_join *join, uint32_t rank)
{
	join->rank = 0;
	for (uint32_t d = 0; d < rank; d++) {
		const int64_t dim = loop->dims[d];
		const uint32_t last = join->rank - 1;
		if (dim == 1)
			continue;
		if (join->rank > 0 && can_merge(loop, join, last, d, dim)) {
			merge(loop, join, last, d, dim);
			join->dims[last] *= dim;
			continue;
		}
		keep(loop, join, join->rank, d);
		join->dims[join->rank++] = dim;
	}
	if (join->rank == 0) /* one element: the first dimension has it */
		join->dims[join->rank++] = 1;
	join->narrow = join->rank == 2 && join->dims[1] <= NARROW;
	for (uint32_t i = 0; i < join->piece_count && join->narrow; i++) {
		const struct loop_cut *cut = loop->cuts + loop->pieces[join->piece + i].cut;
		join->narrow = cut->from == 0 && cut->to == join->dims[0];
	}
}

/* ---- joins of a loop */

static bool add_join(struct planner *p, uint32_t value, enum loop_kind kind)
{
	struct hlo_loop *loop = p->loop;
	struct box box = { { 0 }, { 0 } };
	if (!grow(loop, &loop->joins, loop->join_count, &loop->join_limit, sizeof *loop->joins))
		return kernels_hlo__refuse(p->op, "out of memory");
	p->join = &loop->joins[loop->join_count++];
	*p->join = (struct loop_join){ .value = value, .piece = loop->piece_count, .carried = LOOP_NONE };
	p->rank = kind == LOOP_ROW ? loop->rank - loop->row_rank : loop->rank;
	memcpy(box.to, loop->dims, p->rank * sizeof *box.to);
	if (!add_pieces(p, value, &box, 0))
		return false;
	collapse(loop, p->join, p->rank);
	return true;
}

bool kernels_hlo__has_joins(const struct hlo_expr *body)
{
	for (uint32_t i = 0; i < body->step_count; i++)
		if (body->steps[i].opcode == HLO_STEP_JOIN)
			return true;
	return false;
}

bool kernels_hlo__only_joins_use(const struct hlo_expr *body, uint32_t value)
{
	bool used = false;
	for (uint32_t i = 0; i < body->result_count; i++)
		if (body->results[i] == value)
			return false;
	for (uint32_t i = 0; i < body->step_count; i++)
		for (uint32_t k = 0; k < body->steps[i].of->primitive.operand_count; k++)
			if (body->steps[i].operands[k] == value) {
				used = true;
				if (body->steps[i].opcode != HLO_STEP_JOIN)
					return false;
			}
	return used;
}

/* Pieces of a join that are the step, whose elements nothing else uses: it may compute them where the join has them. */
static void find_carried(struct hlo_loop *loop, const enum loop_kind *kinds)
{
	for (uint32_t i = 0; i < loop->piece_count; i++) {
		const uint32_t value = loop->pieces[i].value;
		uint32_t count = 0;
		const struct hlo_expr_step *step = step_of(loop, value);
		for (uint32_t k = 0; k < loop->piece_count; k++)
			count += loop->pieces[k].value == value;
		if (count != 1 || kinds[value] != LOOP_FULL || !step || step->opcode == HLO_OP_constant || !kernels_hlo__only_joins_use(loop->body, value))
			continue;
		for (uint32_t k = 0; k < loop->join_count; k++)
			if (i - loop->joins[k].piece < loop->joins[k].piece_count && kinds[loop->joins[k].value] == LOOP_FULL)
				loop->joins[k].carried = value;
	}
}

bool kernels_hlo__joins_plan(struct hlo_loop *loop, struct hlo_op *op, const struct kernels_array *maps, const enum loop_kind *kinds)
{
	struct planner p = { .loop = loop, .op = op, .maps = maps };
	const uint32_t first = loop->body->argument_count;
	for (uint32_t i = 0; i < loop->body->step_count; i++)
		if (loop->body->steps[i].opcode == HLO_STEP_JOIN && !kernels_hlo__only_joins_use(loop->body, first + i) &&
			!add_join(&p, first + i, kinds[first + i]))
			return false;
	if (loop->join_count > 0 && !loop->row_rank)
		find_carried(loop, kinds);
	return true;
}

uint32_t kernels_hlo__join_of(const struct hlo_loop *loop, uint32_t value)
{
	for (uint32_t i = 0; i < loop->join_count; i++)
		if (loop->joins[i].value == value)
			return i;
	return LOOP_NONE;
}

uint32_t kernels_hlo__join_copy(struct hlo_loop *loop, uint32_t join)
{
	if (!grow(loop, &loop->joins, loop->join_count, &loop->join_limit, sizeof *loop->joins))
		return LOOP_NONE;
	struct loop_join copy = loop->joins[join];
	const uint32_t from = copy.piece;
	copy.piece = loop->piece_count;
	for (uint32_t i = 0; i < copy.piece_count; i++) {
		if (!grow(loop, &loop->pieces, loop->piece_count, &loop->piece_limit, sizeof *loop->pieces))
			return LOOP_NONE;
		loop->pieces[loop->piece_count] = loop->pieces[from + i];
		loop->pieces[loop->piece_count++].place = LOOP_NONE;
	}
	loop->joins[loop->join_count] = copy;
	return loop->join_count++;
}

void kernels_hlo__joins_destroy(struct hlo_loop *loop)
{
	if (loop->joins)
		async_free(loop->allocator, loop->joins, loop->join_limit * sizeof *loop->joins, 16);
	if (loop->pieces)
		async_free(loop->allocator, loop->pieces, loop->piece_limit * sizeof *loop->pieces, 16);
	if (loop->cuts)
		async_free(loop->allocator, loop->cuts, loop->cut_limit * sizeof *loop->cuts, 16);
}

/* ---- reading */

/* The piece with this element; the pieces of a join have all elements. The search begins with piece *at. */
static const struct loop_piece *find(
	const struct hlo_loop *loop, const struct loop_join *join, const int64_t *index, uint32_t *at)
{
	const struct loop_piece *pieces = loop->pieces + join->piece;
	for (uint32_t i = 0; i < join->piece_count; i++) {
		const struct loop_cut *cuts = loop->cuts + pieces[*at].cut;
		uint32_t d = 0;
		while (d < join->rank && index[d] >= cuts[d].from && index[d] < cuts[d].to)
			d++;
		if (d == join->rank)
			return &pieces[*at];
		*at = *at + 1 < join->piece_count ? *at + 1 : 0;
	}
	return &pieces[*at];
}

const struct loop_piece *kernels_hlo__join_piece(const struct hlo_loop *loop, const struct loop_join *join, const int64_t *index)
{
	uint32_t at = 0;
	return find(loop, join, index, &at);
}

static void put(void *to, const void *from, int64_t step, size_t size, size_t n)
{
	if (n == 1)
		kernels_hlo__copy_elements(to, 0, from, 0, size, 1);
	else if (step == 0)
		kernels_hlo__fill(to, from, size, (int64_t)n);
	else if (to != from)
		kernels_hlo__copy_elements(to, 1, from, step, size, n);
}

/* The first element of the piece at `index`, or of the place, of whose tile `done` elements are before it. */
static const char *source(const struct hlo_loop *loop, const struct loop_join *join, const struct loop_piece *piece, void *const *at,
	const void *const *inputs, const int64_t *index, size_t done, size_t size)
{
	const struct loop_cut *cuts = loop->cuts + piece->cut;
	if (piece->place != LOOP_NONE)
		return (const char *)at[piece->place] + (piece->single ? 0 : done * size);
	int64_t offset = piece->offset;
	for (uint32_t d = 0; d < join->rank; d++)
		offset += index[d] * cuts[d].stride;
	return (const char *)inputs[piece->value] + offset * (int64_t)size;
}

static void advance(const struct loop_join *join, int64_t *index, size_t run)
{
	uint32_t d = join->rank - 1;
	index[d] += (int64_t)run;
	for (; d > 0 && index[d] == join->dims[d]; d--) {
		index[d] = 0;
		index[d - 1]++;
	}
}

/* Column `column` of a narrow join, of n elements from element `first` on. */
static void read_column(const struct hlo_loop *loop, const struct loop_join *join, const struct loop_piece *piece, int64_t column,
	void *const *at, const void *const *inputs, uint64_t first, size_t n, size_t size, char *copy)
{
	const struct loop_cut *cuts = loop->cuts + piece->cut;
	const size_t width = (size_t)join->dims[1], begin = ((size_t)column + width - (size_t)(first % width)) % width;
	const int64_t index[2] = { (int64_t)((first + begin) / width), column };
	const char *from = source(loop, join, piece, at, inputs, index, begin, size);
	const int64_t step = piece->place == LOOP_NONE ? cuts->stride : piece->single ? 0 : (int64_t)width;
	char *to = copy + begin * size;
	if (begin < n && to != from)
		kernels_hlo__copy_elements(to, (int64_t)width, from, step, size, (n - begin + width - 1) / width);
}

static void read_columns(const struct hlo_loop *loop, const struct loop_join *join, void *const *at, const void *const *inputs,
	uint64_t first, size_t n, size_t size, void *copy)
{
	for (uint32_t i = 0; i < join->piece_count; i++) {
		const struct loop_piece *piece = &loop->pieces[join->piece + i];
		for (int64_t c = loop->cuts[piece->cut + 1].from; c < loop->cuts[piece->cut + 1].to; c++)
			read_column(loop, join, piece, c, at, inputs, first, n, size, copy);
	}
}

const void *kernels_hlo__join_read(const struct hlo_loop *loop, const struct loop_join *join, void *const *at, const void *const *inputs,
	uint64_t first, size_t n, size_t size, void *copy)
{
	int64_t index[KERNELS_MAX_RANK];
	const uint32_t last = join->rank - 1;
	uint32_t number = 0;
	if (n == 0)
		return copy;
	if (join->narrow && n >= 2 * (size_t)join->dims[1]) {
		read_columns(loop, join, at, inputs, first, n, size, copy);
		return copy;
	}
	for (uint32_t d = join->rank; d-- > 0; first /= (uint64_t)join->dims[d])
		index[d] = (int64_t)(first % (uint64_t)join->dims[d]);
	for (size_t done = 0; done < n;) {
		const struct loop_piece *piece = find(loop, join, index, &number);
		const struct loop_cut *cut = &loop->cuts[piece->cut + last];
		const size_t left = (size_t)(cut->to - index[last]), run = left < n - done ? left : n - done;
		const char *from = source(loop, join, piece, at, inputs, index, done, size);
		const int64_t step = piece->place == LOOP_NONE ? cut->stride : !piece->single;
		if (run == n && step == 1)
			return from;
		put((char *)copy + done * size, from, step, size, run);
		done += run;
		advance(join, index, run);
	}
	return copy;
}
