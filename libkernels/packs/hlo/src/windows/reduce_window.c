/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* reduce_window: each result starts with the initial value and takes the elements of its window in row-major order.
 * Padding is skipped, as XLA does; in reduce_window_spec it takes part with the initial value. Cumulative forms, whose
 * windows have the length of a dimension, are scans (scan.c). */
#include "layout/copy.h"
#include "windows/scan.h"
#include <kernels/stop.h>
#include <shared/share.h>
#include <stdatomic.h>
#include <string.h>

#define MOST_POSITIONS (INT64_C(1) << 40) /* of all windows together; more would not end */

static bool plan_geometry(struct hlo_op *op, struct hlo_reduce_window *r)
{
	int64_t dims[KERNELS_MAX_RANK], work;
	if (!kernels_hlo__geometry_plan(op, &op->operands[0], &r->geometry))
		return false;
	for (uint32_t i = 0; i < r->geometry.rank; i++)
		dims[i] = r->geometry.dims[i].output;
	for (uint32_t i = 0; i < op->result_count; i++)
		if (!kernels_hlo__set_shape(op, i, r->geometry.rank, dims))
			return false;
	r->scan = r->geometry.outputs > 0 && kernels_hlo__scan_plan(op, r);
	if (r->geometry.outputs == 0)
		return true;
	bool endless = __builtin_mul_overflow(r->geometry.outputs, r->geometry.positions, &work);
	endless = endless || work > MOST_POSITIONS;
	if (endless && r->scan)
		work = MOST_POSITIONS;
	else if (endless)
		return kernels_hlo__refuse(op, "windows of %lld elements for %lld results are too much work",
			(long long)r->geometry.positions, (long long)r->geometry.outputs);
	op->operations = (r->scan ? (uint64_t)r->geometry.outputs : (uint64_t)work) * r->body.expr->step_count;
	r->pooled = kernels_hlo__pool_plan(&r->body, &r->geometry, r->takes_padding, &r->pool);
	if (r->scan)
		op->nanoseconds = (uint64_t)r->geometry.outputs * 4;
	else if (r->pooled)
		op->nanoseconds = (uint64_t)work / 8 + (uint64_t)(r->pool.units * r->geometry.positions) * 8;
	else
		op->nanoseconds = (uint64_t)work * (2 + 2 * r->geometry.rank);
	return true;
}

static bool plan_either(struct hlo_op *op, struct hlo_reduce_window *r, bool takes_padding)
{
	r->takes_padding = takes_padding;
	return kernels_hlo__reducer_plan(op, &r->body) && plan_geometry(op, r);
}

static bool plan_reduce_window(struct hlo_op *op, void *plan) { return plan_either(op, plan, false); }
static bool plan_reduce_window_spec(struct hlo_op *op, void *plan) { return plan_either(op, plan, true); }

/* ---- run */

/* to[i] = from[offsets[i]], or the initial value. */
#define PICK(width) \
	case width: \
		for (size_t i = 0; i < n; i++) { \
			bool padding = offsets[i] < 0; \
			memcpy((char *)to + i * (width), padding ? init : x + (size_t)offsets[i] * (width), width); \
		} \
		break;
static void pick_padded(void *to, const void *from, const void *init, const int64_t *offsets, size_t size, size_t n)
{
	const char *x = from;
	switch (size) {
		PICK(1)
		PICK(2)
		PICK(4)
		PICK(8)
		PICK(16)
	}
}

/* Combines the windows that have an element at these offsets with it. */
static void combine_inside(const struct hlo_reduce_window *r, struct hlo_tile *tile, const int64_t *offsets,
	void *const *current, const void *const *inputs, size_t n)
{
	int64_t windows[HLO_EXPR_TILE], places[HLO_EXPR_TILE];
	size_t inside = 0;
	for (size_t i = 0; i < n; i++)
		if (offsets[i] >= 0) {
			windows[inside] = (int64_t)i;
			places[inside++] = offsets[i];
		}
	if (inside == 0)
		return;
	for (uint32_t k = 0; k < r->body.count; k++) {
		const size_t size = kernels_dtype_size(r->body.expr->dtypes[k]);
		kernels_hlo__pick(tile->element[k], inputs[k], places, 0, size, inside);
		kernels_hlo__pick(tile->current[k], current[k], windows, 0, size, inside);
	}
	kernels_hlo__tile_combine(tile, tile->current, (const void *const *)tile->element, inside);
	for (uint32_t k = 0; k < r->body.count; k++)
		kernels_hlo__place(current[k], tile->current[k], windows, 0, kernels_dtype_size(r->body.expr->dtypes[k]), inside);
}

static void reduce_tile(const struct hlo_reduce_window *r, struct hlo_tile *tile, const struct hlo_window_tile *windows,
	void *const *current, const void *const *inputs, const void *const *inits)
{
	int64_t position[KERNELS_MAX_RANK] = { 0 }, offsets[HLO_EXPR_TILE];
	const void *elements[HLO_BODY_INPUTS];
	size_t n = windows->count;
	uint32_t did = 0;
	memcpy(elements, tile->element, r->body.count * sizeof *elements);
	for (int64_t i = 0; i < r->geometry.positions; i++, kernels_hlo__window_next(&r->geometry, r->geometry.rank, position)) {
		if (kernels_stops(&did, 4 * n))
			return;
		int64_t shift;
		bool all = kernels_hlo__window_inside(&r->geometry, windows, position, &shift);
		if (!all && kernels_hlo__window_offsets(&r->geometry, windows, position, offsets) < n && !r->takes_padding) {
			combine_inside(r, tile, offsets, current, inputs, n);
			continue;
		}
		for (uint32_t k = 0; k < r->body.count; k++) {
			size_t size = kernels_dtype_size(r->body.expr->dtypes[k]);
			if (all)
				kernels_hlo__pick(tile->element[k], inputs[k], windows->linear, shift, size, n);
			else
				pick_padded(tile->element[k], inputs[k], inits[k], offsets, size, n);
		}
		kernels_hlo__tile_combine(tile, current, elements, n);
	}
}

struct shared {
	const struct hlo_run *run;
	const struct hlo_reduce_window *plan;
	const void *const *inputs, *const *inits;
	atomic_bool failed;
};

/* Tiles [begin, end) of results. */
static void reduce_part(const void *data, size_t begin, size_t end)
{
	struct shared *shared = (struct shared *)(uintptr_t)data;
	const struct hlo_reduce_window *r = shared->plan;
	const struct hlo_run *run = shared->run;
	uint32_t did = 0;
	struct hlo_tile tile;
	struct hlo_window_tile *windows = async_alloc(run->allocator, sizeof *windows, 64);
	if (!windows || !kernels_hlo__tile_init(&tile, run, &r->body)) {
		if (windows)
			async_free(run->allocator, windows, sizeof *windows, 64);
		atomic_store(&shared->failed, true);
		return;
	}
	for (size_t i = begin; i < end && !kernels_stops(&did, (uint64_t)r->geometry.positions * HLO_EXPR_TILE); i++) {
		void *current[HLO_BODY_INPUTS];
		int64_t first = (int64_t)i * HLO_EXPR_TILE, left = r->geometry.outputs - first;
		size_t count = left < HLO_EXPR_TILE ? (size_t)left : HLO_EXPR_TILE;
		kernels_hlo__window_tile(&r->geometry, windows, first, count);
		for (uint32_t k = 0; k < r->body.count; k++)
			current[k] = (char *)run->outputs[k] +
				(size_t)first * kernels_dtype_size(r->body.expr->dtypes[k]);
		reduce_tile(r, &tile, windows, current, shared->inputs, shared->inits);
	}
	kernels_hlo__tile_finish(&tile);
	async_free(run->allocator, windows, sizeof *windows, 64);
}

/* Units [begin, end) of the pool. */
static void pool_part(const void *data, size_t begin, size_t end)
{
	const struct shared *shared = data;
	const struct hlo_reduce_window *r = shared->plan;
	kernels_hlo__pool(
		&r->pool, &r->geometry, shared->inputs[0], shared->inits[0], shared->run->outputs[0], begin, end);
}

static bool reduce_all(const struct hlo_run *run, const struct hlo_reduce_window *r, const void *const *inputs,
	const void *const *inits)
{
	struct shared shared = { .run = run, .plan = r, .inputs = inputs, .inits = inits };
	atomic_init(&shared.failed, false);
	if (r->pooled) {
		kernels_shared__share(kernels_host(run->request)->queue, pool_part, &shared, (size_t)r->pool.units,
			run->op->nanoseconds);
		return true;
	}
	kernels_hlo__fill_outputs(run, &r->body, inits);
	const size_t parts = (size_t)((r->geometry.outputs - 1) / HLO_EXPR_TILE + 1);
	if (r->body.expr->call) /* in this thread, which has the context of calls */
		reduce_part(&shared, 0, parts);
	else
		kernels_shared__share(kernels_host(run->request)->queue, reduce_part, &shared, parts, run->op->nanoseconds);
	return !atomic_load(&shared.failed) || kernels_hlo__fail(run, "out of memory for windows");
}

/* Fails, or computes all results as scans, or leaves them. */
static bool try_scan(const struct hlo_run *run, const struct hlo_reduce_window *r, const void *const *inputs,
	const void *const *inits, bool *done)
{
	struct hlo_tile tile;
	*done = false;
	if (!r->scan)
		return true;
	if (!kernels_hlo__tile_init(&tile, run, &r->body))
		return kernels_hlo__fail(run, "out of memory for the body");
	*done = kernels_hlo__scan(run, r, &tile, inputs, inits);
	kernels_hlo__tile_finish(&tile);
	return true;
}

static bool run_reduce_window(const struct hlo_run *run, const void *plan)
{
	const struct hlo_reduce_window *r = plan;
	struct hlo_inputs inputs, inits;
	bool done;
	if (r->geometry.outputs == 0)
		return true;
	if (!kernels_hlo__inputs_init(&inits, run, &r->body, r->body.count))
		return false;
	bool good = kernels_hlo__inputs_init(&inputs, run, &r->body, 0);
	if (good) {
		good = try_scan(run, r, inputs.data, inits.data, &done) &&
		       (done || reduce_all(run, r, inputs.data, inits.data));
		kernels_hlo__inputs_finish(&inputs);
	}
	kernels_hlo__inputs_finish(&inits);
	return good;
}

HLO_KERNEL(reduce_window, .plan_size = sizeof(struct hlo_reduce_window), .plan = plan_reduce_window, .run = run_reduce_window,
	.finish = kernels_hlo__body_finish)
HLO_KERNEL(reduce_window_spec, .plan_size = sizeof(struct hlo_reduce_window), .plan = plan_reduce_window_spec, .run = run_reduce_window,
	.finish = kernels_hlo__body_finish)
