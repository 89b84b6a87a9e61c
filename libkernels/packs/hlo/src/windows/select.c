/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* select_and_scatter: for each source element, one element of its window in the operand is selected, and the result at
 * this place, at first the initial value, takes the source element. Up to HLO_EXPR_TILE windows are searched side by
 * side; their results are combined in row-major order of the source. */
#include "expr/call.h"
#include "layout/copy.h"
#include "layout/ints.h"
#include "windows/geometry.h"
#include "windows/reduce.h"
#include "windows/select_rows.h"
#include <kernels/stop.h>
#include <shared/share.h>
#include <string.h>

enum { OPERAND, SOURCE, INIT, FIRST_CAPTURE };

struct select {
	struct hlo_body scatter;
	struct hlo_expr *select;
	struct hlo_geometry geometry;
	bool disjoint; /* no two windows overlap */
	bool by_rows;
	struct hlo_select_rows rows;
};

/* ---- plan */

static bool plan_select(struct hlo_op *op, struct select *s, uint32_t captures)
{
	enum kernels_dtype dtype = op->operands[OPERAND].dtype;
	if (!kernels_hlo__body_attribute(op, "select", captures, FIRST_CAPTURE, &s->select))
		return false;
	const struct hlo_expr *e = s->select;
	if (e->call)
		captures = 0;
	bool fits = e->argument_count == 2 + captures && e->result_count == 1 && e->dtypes[0] == dtype &&
		e->dtypes[1] == dtype && hlo_expr_result(e, 0) == KERNELS_I1;
	for (uint32_t i = 0; fits && i < captures; i++)
		fits = e->dtypes[2 + i] == op->operands[FIRST_CAPTURE + i].dtype;
	return fits || kernels_hlo__refuse(op, "attribute select does not compare two values of type %s",
			       kernels_dtype_name(dtype));
}

static bool plan_operands(struct hlo_op *op, struct select *s)
{
	const struct hlo_type *operand = &op->operands[OPERAND], *source = &op->operands[SOURCE];
	char text[HLO_TYPE_TEXT];
	for (uint32_t i = OPERAND; i <= INIT; i++)
		if (!kernels_hlo__body_accepts(op, &s->scatter, 0, i))
			return false;
	if (op->operands[INIT].shape.rank != 0)
		return kernels_hlo__refuse(op, "operand 2 has the type %s, expected a scalar",
			kernels_hlo__type_text(&op->operands[INIT], text));
	if (!kernels_hlo__geometry_plan(op, operand, &s->geometry))
		return false;
	bool fits = source->shape.rank == operand->shape.rank;
	for (uint32_t i = 0; fits && i < operand->shape.rank; i++)
		fits = source->shape.dims[i] == s->geometry.dims[i].output;
	if (!fits)
		return kernels_hlo__refuse(op, "operand 1 has the type %s, which does not have one element per window",
			kernels_hlo__type_text(source, text));
	s->disjoint = true;
	for (uint32_t i = 0; i < operand->shape.rank; i++)
		s->disjoint = s->disjoint && s->geometry.dims[i].step >= s->geometry.dims[i].window;
	int64_t work = 0;
	if (source->elements > 0 &&
		(__builtin_mul_overflow(source->elements, s->geometry.positions, &work) || work > INT64_C(1) << 40))
		return kernels_hlo__refuse(op, "windows of %lld elements are too much work",
			(long long)s->geometry.positions);
	s->by_rows = kernels_hlo__select_rows_plan(s->select, &s->scatter, &s->geometry, &s->rows);
	op->nanoseconds = s->by_rows ? (uint64_t)work / 2 + (uint64_t)source->elements * 2
				     : (uint64_t)work * (4 + 2 * operand->shape.rank);
	return kernels_hlo__set_shape(op, 0, operand->shape.rank, operand->shape.dims);
}

static void finish_select(const struct async_allocator *allocator, void *plan)
{
	struct select *s = plan;
	kernels_hlo__body_finish(allocator, &s->scatter);
	kernels_hlo__expr_destroy(s->select);
}

static bool plan_select_and_scatter(struct hlo_op *op, void *plan)
{
	struct select *s = plan;
	uint32_t captures;
	if (!kernels_hlo__tensors_only(op, FIRST_CAPTURE) || !kernels_hlo__captures(op, FIRST_CAPTURE, &captures))
		return false;
	if (op->operand_count != FIRST_CAPTURE + captures)
		return kernels_hlo__refuse(op, "%u operands, expected %u", op->operand_count, FIRST_CAPTURE + captures);
	return kernels_hlo__body_plan(op, "scatter", 1, captures, &s->scatter) && plan_select(op, s, captures) && plan_operands(op, s);
}

/* ---- run */

struct search {
	const struct hlo_run *run;
	const struct select *plan;
	struct hlo_window_tile windows;
	int64_t selected[HLO_EXPR_TILE]; /* offsets in the operand; -1: none yet */
	int64_t offsets[HLO_EXPR_TILE];
	_Alignas(64) char best[HLO_EXPR_TILE * 16], current[HLO_EXPR_TILE * 16];
	uint8_t keep[HLO_EXPR_TILE];
	const void *arguments[2 + HLO_MOST_CAPTURES];
	bool scalars[2 + HLO_MOST_CAPTURES];
	_Alignas(64) char workspace[];
};

/* Compares one position of all windows with what they have selected. */
static void look(struct search *s)
{
	const char *operand = s->run->inputs[OPERAND];
	size_t size = kernels_dtype_size(s->plan->select->dtypes[0]);
	void *keep = s->keep;
	for (size_t i = 0; i < s->windows.count; i++)
		memcpy(s->current + i * size, s->offsets[i] >= 0 ? operand + (size_t)s->offsets[i] * size
								 : s->best + i * size, size);
	s->arguments[0] = s->best;
	s->arguments[1] = s->current;
	kernels_hlo__expr_run(s->plan->select, s->arguments, s->scalars, &keep, s->windows.count, s->workspace);
	for (size_t i = 0; i < s->windows.count; i++)
		if (s->offsets[i] >= 0 && (s->selected[i] < 0 || !s->keep[i])) {
			s->selected[i] = s->offsets[i];
			memcpy(s->best + i * size, s->current + i * size, size);
		}
}

/* Finds the selected elements of `count` windows. */
static void search(struct search *s, int64_t first, size_t count)
{
	const struct hlo_geometry *g = &s->plan->geometry;
	int64_t position[KERNELS_MAX_RANK] = { 0 };
	kernels_hlo__window_tile(g, &s->windows, first, count);
	memset(s->selected, 0xFF, sizeof s->selected);
	memset(s->best, 0, sizeof s->best);
	uint32_t did = 0;
	for (int64_t i = 0; i < g->positions && !kernels_stops(&did, 8 * count);
		i++, kernels_hlo__window_next(g, g->rank, position))
		if (kernels_hlo__window_offsets(g, &s->windows, position, s->offsets) > 0)
			look(s);
}

/* result[selected] = scatter(result[selected], source) */
static void scatter(const struct search *s, struct hlo_tile *tile, const char *source)
{
	size_t size = kernels_dtype_size(s->plan->scatter.expr->dtypes[0]), n = 0;
	char *result = s->run->outputs[0], *sources = tile->element[0], *values = tile->current[0];
	int64_t places[HLO_EXPR_TILE];
	for (size_t i = 0; i < s->windows.count; i++)
		if (s->selected[i] >= 0) {
			memcpy(sources + n * size, source + i * size, size);
			places[n++] = s->selected[i];
		}
	const size_t step = s->plan->disjoint ? n : 1;
	for (size_t i = 0; i < n; i += step) {
		const void *element = sources + i * size;
		kernels_hlo__pick(values, result, places + i, 0, size, step);
		kernels_hlo__tile_combine(tile, tile->current, &element, step);
		kernels_hlo__place(result, values, places + i, 0, size, step);
	}
}

static bool select_all(const struct hlo_run *run, const struct select *plan, struct hlo_tile *tile, const char *source)
{
	size_t bytes = sizeof(struct search) + kernels_hlo__expr_workspace(plan->select, HLO_EXPR_TILE);
	size_t size = kernels_dtype_size(plan->scatter.expr->dtypes[0]);
	struct search *s = async_alloc(run->allocator, bytes, 64);
	if (!s)
		return kernels_hlo__fail(run, "out of memory for windows");
	s->run = run;
	s->plan = plan;
	memset(s->scalars, 0, sizeof s->scalars);
	for (uint32_t i = FIRST_CAPTURE; i < run->op->operand_count; i++) {
		s->arguments[2 + i - FIRST_CAPTURE] = run->inputs[i];
		s->scalars[2 + i - FIRST_CAPTURE] = true;
	}
	uint32_t did = 0;
	for (int64_t i = 0; i < plan->geometry.outputs; i += HLO_EXPR_TILE) {
		int64_t left = plan->geometry.outputs - i;
		if (kernels_stops(&did, 8 * HLO_EXPR_TILE * (uint64_t)plan->geometry.positions))
			break;
		search(s, i, left < HLO_EXPR_TILE ? (size_t)left : HLO_EXPR_TILE);
		scatter(s, tile, source + (size_t)i * size);
	}
	async_free(run->allocator, s, bytes, 64);
	return true;
}

struct shared {
	const struct hlo_run *run;
	const struct select *plan;
	const void *source;
};

static void select_part(const void *data, size_t begin, size_t end)
{
	const struct shared *shared = data;
	kernels_hlo__select_rows(&shared->plan->rows, &shared->plan->geometry, shared->run->inputs[OPERAND], shared->source,
		shared->run->outputs[0], begin, end);
}

static bool select_general(const struct hlo_run *run, const struct select *s, const void *source)
{
	struct hlo_tile tile;
	if (!kernels_hlo__tile_init(&tile, run, &s->scatter))
		return kernels_hlo__fail(run, "out of memory for the body");
	const bool good = select_all(run, s, &tile, source);
	kernels_hlo__tile_finish(&tile);
	return good;
}

static bool run_select_and_scatter(const struct hlo_run *run, const void *plan)
{
	const struct select *s = plan;
	struct hlo_inputs sources, inits;
	if (!kernels_hlo__inputs_init(&inits, run, &s->scatter, INIT))
		return false;
	kernels_hlo__fill_outputs(run, &s->scatter, inits.data);
	bool good = kernels_hlo__inputs_init(&sources, run, &s->scatter, SOURCE);
	if (good) {
		const struct shared shared = { run, s, sources.data[0] };
		if (s->by_rows)
			kernels_shared__share(kernels_host(run->request)->queue, select_part, &shared,
				(size_t)s->rows.parts, run->op->nanoseconds);
		else
			good = select_general(run, s, sources.data[0]);
		kernels_hlo__inputs_finish(&sources);
	}
	kernels_hlo__inputs_finish(&inits);
	return good;
}

HLO_KERNEL(select_and_scatter, .plan_size = sizeof(struct select), .plan = plan_select_and_scatter, .run = run_select_and_scatter,
	.finish = finish_select)
