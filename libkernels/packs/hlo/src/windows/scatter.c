/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scatter: updates are combined with elements of the inputs in row-major order of the updates. A window that is partly
 * outside is dropped, as XLA does; scatter_spec combines its elements that are inside, as the specification wants. The
 * last dimensions of the updates, if they belong to the window, are combined together: their elements have different
 * places. So are the windows of up to BLOCK indices, which all have the same box of elements: first their places are computed, then
 * the elements are combined. Only scatter_spec computes the box of each window. */
#include "expr/convert.h"
#include "layout/ints.h"
#include "layout/pick.h"
#include "windows/body.h"
#include "windows/index.h"
#include "windows/rows.h"
#include <kernels/stop.h>
#include <string.h>

#define BLOCK 256 /* windows whose places are computed together */

/* Elements that are combined together, collapsed where possible. */
struct box {
	uint32_t rank;
	int64_t count[KERNELS_MAX_RANK], input_stride[KERNELS_MAX_RANK], update_stride[KERNELS_MAX_RANK];
};

struct scatter {
	struct hlo_body body; /* first */
	struct hlo_index index;
	uint32_t prefix; /* dimensions of the updates before those that are combined together */
	bool partial; /* windows that are partly outside are combined */
	int64_t last[KERNELS_MAX_RANK]; /* of each element of an index vector: the last start of a window inside */
	int64_t input_strides[KERNELS_MAX_RANK], update_strides[KERNELS_MAX_RANK]; /* in elements */
	struct box box;     /* of every window, unless `partial` */
	bool adjacent;      /* the elements of a box */
	hlo_rows_fn *rows;  /* for adjacent elements; NULL: none */
	bool empty;
};

/* ---- plan */

static bool check_types(struct hlo_op *op, const struct scatter *s)
{
	uint32_t n = s->body.count;
	const struct hlo_shape *input = &op->operands[0].shape, *update = &op->operands[n + 1].shape;
	for (uint32_t i = 0; i < n; i++) {
		if (!kernels_hlo__same_shape(&op->operands[i].shape, input) ||
			!kernels_hlo__same_shape(&op->operands[n + 1 + i].shape, update))
			return kernels_hlo__refuse(op, "inputs, or updates, have different shapes");
		if (!kernels_hlo__body_accepts(op, &s->body, i, i) ||
			!kernels_hlo__body_accepts(op, &s->body, i, n + 1 + i) ||
			!kernels_hlo__set_shape(op, i, input->rank, input->dims))
			return false;
		if (op->operands[i].dtype == op->results[i].dtype)
			op->reuse[i] = (int32_t)i;
	}
	for (uint32_t i = 0; i < update->rank; i++) {
		uint32_t window = s->index.window[i];
		if (window == HLO_NO_DIM ? update->dims[i] != s->index.batch_dims[i]
					 : update->dims[i] > input->dims[window])
			return kernels_hlo__refuse(op, "dimension %u of the updates is %lld, expected %s%lld", i,
				(long long)update->dims[i], window == HLO_NO_DIM ? "" : "at most ",
				(long long)(window == HLO_NO_DIM ? s->index.batch_dims[i] : input->dims[window]));
	}
	return true;
}

/* Needs checked types. */
static void find_last(const struct hlo_op *op, struct scatter *s)
{
	const struct hlo_shape *input = &op->operands[0].shape, *update = &op->operands[s->body.count + 1].shape;
	for (uint32_t i = 0; i < s->index.depth; i++) {
		s->last[i] = input->dims[s->index.map[i]] - 1;
		for (uint32_t k = 0; k < update->rank; k++)
			if (s->index.window[k] == s->index.map[i])
				s->last[i] = input->dims[s->index.map[i]] - update->dims[k];
	}
}

/* Adds a dimension within the last one, or makes both one. */
static void add_dim(struct box *box, int64_t count, int64_t input_stride, int64_t update_stride)
{
	uint32_t last = box->rank - 1;
	if (box->rank > 0 && box->input_stride[last] == input_stride * count &&
		box->update_stride[last] == update_stride * count) {
		count *= box->count[last];
		box->rank--;
	}
	box->count[box->rank] = count;
	box->input_stride[box->rank] = input_stride;
	box->update_stride[box->rank++] = update_stride;
}

/* The box of a window that is inside. */
static void find_box(const struct hlo_op *op, struct scatter *s)
{
	s->box.rank = 0;
	for (uint32_t i = s->prefix; i < s->index.other_rank; i++)
		add_dim(&s->box, op->operands[s->body.count + 1].shape.dims[i], s->input_strides[s->index.window[i]],
			s->update_strides[i]);
	s->adjacent = s->box.rank == 0 || (s->box.rank == 1 && (s->box.input_stride[0] == 1 || s->box.count[0] == 1));
}

static bool plan_checked(struct hlo_op *op, struct scatter *s)
{
	const struct hlo_type *input = &op->operands[0], *update = &op->operands[s->body.count + 1];
	if (!kernels_hlo__index_plan(op, &kernels_hlo__scatter_names, input, &op->operands[s->body.count],
		    update->shape.rank, &s->index) ||
		!check_types(op, s))
		return false;
	find_last(op, s);
	s->empty = input->elements == 0 || update->elements == 0;
	kernels_hlo__strides(input, s->input_strides);
	kernels_hlo__strides(update, s->update_strides);
	s->prefix = update->shape.rank;
	while (s->prefix > 0 && s->index.window[s->prefix - 1] != HLO_NO_DIM)
		s->prefix--;
	find_box(op, s);
	s->rows = kernels_hlo__rows(&s->body);
	uint64_t windows = 1;
	for (uint32_t i = 0; i < s->prefix && !s->empty; i++)
		windows *= (uint64_t)update->shape.dims[i];
	op->nanoseconds = s->empty ? 0 : windows * (s->rows && s->adjacent && !s->partial ? 3 : 60) +
		(uint64_t)update->elements + hlo_bytes(input) / 64;
	return true;
}

static bool plan_either(struct hlo_op *op, struct scatter *s, bool partial)
{
	uint32_t captures;
	s->partial = partial;
	if (!kernels_hlo__tensors_only(op, 3) || !kernels_hlo__captures(op, 3, &captures))
		return false;
	if ((op->operand_count - captures) % 2 == 0)
		return kernels_hlo__refuse(op, "%u operands, expected an odd number", op->operand_count - captures);
	return kernels_hlo__body_plan(op, "body", (op->operand_count - captures) / 2, captures, &s->body) && plan_checked(op, s);
}

static bool plan_scatter(struct hlo_op *op, void *plan) { return plan_either(op, plan, false); }
static bool plan_scatter_spec(struct hlo_op *op, void *plan) { return plan_either(op, plan, true); }

/* ---- run */

struct state {
	const struct hlo_run *run;
	const struct scatter *plan;
	struct hlo_tile tile;
	const void *const *updates; /* with the element types of the body */
	int64_t base[KERNELS_MAX_RANK];       /* the place without the index vector */
	int64_t place;                        /* the same as an offset */
	uint32_t did;
	bool stopped; /* the request has ended */
};

/* Combines up to HLO_EXPR_TILE elements. Elements of updates are adjacent. */
static void combine(struct state *state, int64_t input, int64_t stride, int64_t update, size_t n)
{
	const struct hlo_body *body = &state->plan->body;
	if (state->plan->rows && (stride == 1 || n == 1)) {
		const size_t size = kernels_dtype_size(body->expr->dtypes[0]);
		state->plan->rows(state->run->outputs[0], &input, (const char *)state->updates[0] + update * (int64_t)size, 0, 1, n);
		return;
	}
	void *current[HLO_BODY_INPUTS];
	const void *elements[HLO_BODY_INPUTS];
	for (uint32_t i = 0; i < body->count; i++) {
		size_t size = kernels_dtype_size(body->expr->dtypes[i]);
		char *place = (char *)state->run->outputs[i] + input * (int64_t)size;
		elements[i] = (const char *)state->updates[i] + update * (int64_t)size;
		if (body->kind.shape == HLO_EXPR_SECOND) {
			kernels_hlo__copy_elements(place, stride, elements[i], 1, size, n);
			continue;
		}
		current[i] = stride == 1 || n == 1 ? place : state->tile.current[i];
		if (current[i] != place)
			kernels_hlo__copy_elements(current[i], 1, place, stride, size, n);
	}
	if (body->kind.shape == HLO_EXPR_SECOND)
		return;
	kernels_hlo__tile_combine(&state->tile, current, elements, n);
	for (uint32_t i = 0; i < body->count && stride != 1 && n != 1; i++) {
		size_t size = kernels_dtype_size(body->expr->dtypes[i]);
		kernels_hlo__copy_elements((char *)state->run->outputs[i] + input * (int64_t)size, stride, current[i], 1, size, n);
	}
}

static void combine_box(struct state *state, const struct box *box, uint32_t d, int64_t input, int64_t update)
{
	if (d + 1 < box->rank) {
		for (int64_t i = 0; i < box->count[d] && !state->stopped; i++) {
			combine_box(state, box, d + 1, input + i * box->input_stride[d],
				update + i * box->update_stride[d]);
			state->stopped = state->stopped || kernels_stops(&state->did, (uint64_t)box->count[box->rank - 1]);
		}
		return;
	}
	int64_t count = box->rank ? box->count[d] : 1, stride = box->rank ? box->input_stride[d] : 1;
	for (; count > HLO_EXPR_TILE; count -= HLO_EXPR_TILE) {
		combine(state, input, stride, update, HLO_EXPR_TILE);
		if ((state->stopped = kernels_stops(&state->did, HLO_EXPR_TILE)))
			return;
		input += HLO_EXPR_TILE * stride;
		update += HLO_EXPR_TILE;
	}
	combine(state, input, stride, update, (size_t)count);
}

/* Combines the elements of a window that are inside. */
static void part_of_window(struct state *state, int64_t index, int64_t update)
{
	const struct scatter *s = state->plan;
	const struct hlo_shape *shape = &state->run->op->operands[0].shape;
	uint32_t indices = s->body.count, in_window = 0;
	int64_t start[KERNELS_MAX_RANK], input = 0;
	struct box box = { .rank = 0 };
	memcpy(start, state->base, sizeof start);
	for (uint32_t i = 0; i < s->index.depth; i++, index += s->index.vector_stride) {
		int64_t at = kernels_hlo__index_at(
			state->run->op->operands[indices].dtype, state->run->inputs[indices], index);
		start[s->index.map[i]] += hlo_clamp(at, -(INT64_C(1) << 62), INT64_C(1) << 62);
	}
	for (uint32_t i = s->prefix; i < s->index.other_rank; i++) {
		uint32_t d = s->index.window[i];
		int64_t size = state->run->op->operands[indices + 1].shape.dims[i];
		int64_t low = start[d] < 0 ? -start[d] : 0, high = shape->dims[d] - start[d];
		high = high < size ? high : size;
		if (low >= high)
			return;
		in_window |= 1u << d;
		input += (start[d] + low) * s->input_strides[d];
		update += low * s->update_strides[i];
		add_dim(&box, high - low, s->input_strides[d], s->update_strides[i]);
	}
	for (uint32_t d = 0; d < shape->rank; d++) {
		if (in_window >> d & 1)
			continue;
		if (start[d] < 0 || start[d] >= shape->dims[d])
			return;
		input += start[d] * s->input_strides[d];
	}
	combine_box(state, &box, 0, input, update);
}

/* Adds to each place the part of its index vector; a place becomes negative if the window would be partly outside. */
#define ADD_PLACES(element) \
	for (size_t i = 0; i < count; i++) { \
		const int64_t place = index + (int64_t)i * step, at = (element); \
		places[i] = (uint64_t)at > (uint64_t)last ? -1 : (places[i] + at * stride) | places[i] >> 63; \
	}
#if defined(__x86_64__) && defined(__GNUC__)
/* Adjacent i32, four at a time. Returns how many were added. */
__attribute__((target("avx2"))) static size_t add_adjacent(int64_t *places, size_t count, const int32_t *indices, int64_t last, int64_t stride)
{
	typedef int32_t four __attribute__((vector_size(16)));
	typedef int64_t wide __attribute__((vector_size(32)));
	size_t i = 0;
	for (; i + 4 <= count; i += 4) {
		four narrow;
		wide place;
		memcpy(&narrow, indices + i, sizeof narrow);
		memcpy(&place, places + i, sizeof place);
		const wide at = __builtin_convertvector(narrow, wide), outside = (at < 0) | (at > last) | (place < 0);
		place = (stride == 1 ? place + at : place + at * stride) | outside;
		memcpy(places + i, &place, sizeof place);
	}
	return i;
}
#define ADDS_ADJACENT __builtin_cpu_supports("avx2")
#else
static size_t add_adjacent(int64_t *places, size_t count, const int32_t *indices, int64_t last, int64_t stride)
{
	(void)places;
	(void)count;
	(void)indices;
	(void)last;
	(void)stride;
	return 0;
}
#define ADDS_ADJACENT false
#endif

static void add_places(int64_t *places, size_t count, enum kernels_dtype dtype, const void *indices, int64_t index, int64_t step,
	int64_t last, int64_t stride)
{
	if (dtype == KERNELS_I32 && step == 1 && ADDS_ADJACENT) {
		const size_t done = add_adjacent(places, count, (const int32_t *)indices + index, last, stride);
		places += done;
		count -= done;
		index += (int64_t)done;
	}
	if (dtype == KERNELS_I32) {
		ADD_PLACES(((const int32_t *)indices)[place])
	} else if (dtype == KERNELS_I64) {
		ADD_PLACES(((const int64_t *)indices)[place])
	} else {
		ADD_PLACES(kernels_hlo__index_at(dtype, indices, place))
	}
}

static void first_places(int64_t *places, size_t count, int64_t place, int64_t step)
{
	if (count == BLOCK && step == 0) { /* a constant number, for vectors */
		for (size_t i = 0; i < BLOCK; i++)
			places[i] = place;
		return;
	}
	for (size_t i = 0; i < count; i++)
		places[i] = place + (int64_t)i * step;
}

/* Combines `count` windows, up to BLOCK. `index`, `update` and the place without an index vector belong to the first; steps lead to the
 * next one. */
static void windows(struct state *state, size_t count, int64_t index, int64_t index_step, int64_t update, int64_t update_step,
	int64_t place_step)
{
	const struct scatter *s = state->plan;
	const uint32_t indices = s->body.count;
	const enum kernels_dtype dtype = state->run->op->operands[indices].dtype;
	int64_t places[BLOCK];
	first_places(places, count, state->place, place_step);
	for (uint32_t d = 0; d < s->index.depth; d++)
		add_places(places, count, dtype, state->run->inputs[indices], index + d * s->index.vector_stride, index_step,
			s->last[d], s->input_strides[s->index.map[d]]);
	if (s->rows && s->adjacent) {
		const size_t size = kernels_dtype_size(s->body.expr->dtypes[0]);
		s->rows(state->run->outputs[0], places, (const char *)state->updates[0] + update * (int64_t)size, update_step, count,
			s->box.rank ? (size_t)s->box.count[0] : 1);
		return;
	}
	for (size_t i = 0; i < count && !state->stopped; i++)
		if (places[i] >= 0)
			combine_box(state, &s->box, 0, places[i], update + (int64_t)i * update_step);
}

/* The windows along dimension d of the updates, the last one before those that are combined together. */
static void line(struct state *state, uint32_t d, int64_t index, int64_t update)
{
	const struct scatter *s = state->plan;
	const int64_t count = state->run->op->operands[s->body.count + 1].shape.dims[d], step = s->index.index_stride[d];
	const int64_t place_step = s->index.batching[d] == HLO_NO_DIM ? 0 : s->input_strides[s->index.batching[d]];
	const int64_t place = state->place;
	for (int64_t i = 0; i < count && !state->stopped; i += BLOCK) {
		const int64_t n = count - i < BLOCK ? count - i : BLOCK;
		state->place = place + i * place_step;
		windows(state, (size_t)n, index + i * step, step, update + i * s->update_strides[d], s->update_strides[d], place_step);
		state->stopped = state->stopped ||
			kernels_stops(&state->did, (uint64_t)n * (s->box.rank ? (uint64_t)s->box.count[0] : 1));
	}
	state->place = place;
}

/* Recursion over the dimensions of the updates before those that are combined together. The last of these is a batch dimension. */
static void walk(struct state *state, uint32_t d, int64_t index, int64_t update)
{
	const struct scatter *s = state->plan;
	if (!s->partial && d + 1 == s->prefix) {
		line(state, d, index, update);
		return;
	}
	if (d == s->prefix) {
		if (s->partial)
			part_of_window(state, index, update);
		else
			windows(state, 1, index, 0, update, 0, 0);
		state->stopped = state->stopped || kernels_stops(&state->did, 16);
		return;
	}
	int64_t count = state->run->op->operands[s->body.count + 1].shape.dims[d];
	bool batch = s->index.window[d] == HLO_NO_DIM;
	uint32_t moved = batch ? s->index.batching[d] : s->index.window[d];
	const int64_t place = state->place;
	for (int64_t i = 0; i < count && !state->stopped; i++) {
		walk(state, d + 1, index, update);
		index += batch ? s->index.index_stride[d] : 0;
		update += s->update_strides[d];
		if (moved != HLO_NO_DIM) {
			state->base[moved]++;
			state->place += s->input_strides[moved];
		}
	}
	state->place = place;
	if (moved != HLO_NO_DIM)
		state->base[moved] -= count;
}

/* Puts the inputs into the outputs. */
static void begin(const struct hlo_run *run, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		const struct hlo_type *type = &run->op->operands[i];
		if (run->outputs[i] != run->inputs[i] && type->elements > 0)
			kernels_hlo__convert(run->op->results[i].dtype, run->outputs[i], type->dtype, run->inputs[i],
				(size_t)type->elements);
	}
}

static bool run_scatter(const struct hlo_run *run, const void *plan)
{
	const struct scatter *s = plan;
	struct state state = { .run = run, .plan = s };
	struct hlo_inputs updates;
	begin(run, s->body.count);
	if (s->empty || s->body.kind.shape == HLO_EXPR_FIRST)
		return true;
	if (!kernels_hlo__inputs_init(&updates, run, &s->body, s->body.count + 1))
		return false;
	bool good = kernels_hlo__tile_init(&state.tile, run, &s->body);
	if (good) {
		state.updates = updates.data;
		walk(&state, 0, 0, 0);
		kernels_hlo__tile_finish(&state.tile);
	}
	kernels_hlo__inputs_finish(&updates);
	return good || kernels_hlo__fail(run, "out of memory for the body");
}

HLO_KERNEL(scatter, .plan_size = sizeof(struct scatter), .plan = plan_scatter, .run = run_scatter, .finish = kernels_hlo__body_finish)
HLO_KERNEL(scatter_spec, .plan_size = sizeof(struct scatter), .plan = plan_scatter_spec, .run = run_scatter,
	.finish = kernels_hlo__body_finish)
