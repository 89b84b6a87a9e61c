/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Counted executions, from the first kernel, or from the first one that the plan has not run, to the results for the caller. */
#include "counted.h"
#include "returns.h"
#include "schedule.h"

#include <string.h>

/* Stores the arguments in the first registers; kernel 0 provides them to its users. */
static void bind_arguments(struct bef__frame *frame, struct async_value *const *arguments)
{
	const struct bef__kernel *k = &frame->function->kernels[0];
	for (uint32_t i = 1; i < k->site.result_count; i++) {
		if (k->results[i].uses)
			*bef__frame_value(frame, k->results[i].slot) =
				async_value_retain_n(arguments[i - 1], k->results[i].uses);
	}
}

static struct bef__frame *start(const struct bef__function *f, struct async_request *request, uint32_t depth,
	struct async_value *const *arguments, bool taken)
{
	struct bef__frame *frame = bef__frame_create(f, request, depth);
	if (frame)
		bind_arguments(frame, arguments);
	if (taken)
		kernels_values_release(arguments, f->base.argument_count);
	if (!frame)
		return NULL;
	if (bef__here.runs < BEF__MOST_RUNS)
		bef__start(frame);
	else
		bef__start_as_task(frame);
	return frame;
}

/* ---- by the plan first */

/* Converts from one reference per register to one per remaining use. */
static void count_references(struct bef__frame *frame, struct async_value *const *arguments)
{
	const struct bef__function *f = frame->function;
	uint32_t count = f->kernel_count - 1, done = frame->done;
	for (uint32_t p = done; p < count; p++) { /* these results do not exist yet */
		const struct bef__kernel *k = f->plan[p].kernel;
		for (uint32_t i = 0; i < k->site.result_count; i++) {
			if (!k->results[i].local)
				*bef__frame_value(frame, k->results[i].slot) = NULL;
			if (k->results[i].out != BEF__NONE)
				*bef__frame_out(frame, k->results[i].out) = NULL;
		}
	}
	struct async_value *last = NULL; /* a value with consecutive uses is retained once for all of them */
	uint32_t uses = 0;
	for (uint32_t p = done; p < count; p++) {
		const struct bef__kernel *k = f->plan[p].kernel;
		for (uint32_t i = 0; i < k->argument_count; i++) {
			struct async_value *value =
				k->arguments[i].local ? NULL : *bef__frame_value(frame, k->arguments[i].slot);
			if (value != last && uses > 0)
				async_value_retain_n(last, uses);
			uses = value == last ? uses : 0;
			last = value;
			uses += value != NULL;
		}
	}
	if (uses > 0)
		async_value_retain_n(last, uses);
	for (uint32_t p = 0; p < done; p++) {
		const struct bef__kernel *k = f->plan[p].kernel;
		for (uint32_t i = 0; i < k->site.result_count; i++) {
			if (!k->results[i].local)
				async_value_release_n(
					*bef__frame_value(frame, k->results[i].slot), 1u + k->results[i].guarded);
		}
	}
	for (uint32_t i = 0; i < f->base.result_count; i++) {
		if (f->origins[i].is_argument)
			async_value_retain(arguments[f->origins[i].index]);
	}
	bef__release_guards(f, arguments);
}

static void continue_counted(struct bef__frame *frame, struct async_value *const *arguments)
{
	const struct bef__function *f = frame->function;
	memcpy(bef__frame_nodes(frame), f->nodes, f->kernel_count * sizeof(struct bef__node));
	bef__frame_hold(frame);
	count_references(frame, arguments);
	frame->counted = 1;
	bef__start_behind_plan(frame);
}

/* ---- */

/* Collects the results of the frame for the caller. */
static void collect(struct bef__frame *frame, struct async_value *const *arguments, struct async_value **results)
{
	const struct bef__function *f = frame->function;
	for (uint32_t i = 0; i < f->base.result_count; i++)
		results[i] = f->origins[i].is_argument ? arguments[f->origins[i].index]
						       : bef__frame_take_out(frame, f->origins[i].index);
}

/* The location is that of the calling op. */
static void fail_too_deep(const struct bef__function *f, struct async_request *request, struct async_value **results)
{
	static struct kernels_site host; /* of a call by the host: no location */
	const struct kernels_site *site = kernels_caller().site;
	bef__results_set(results, f->base.result_count,
		kernels_error_value(
			request, kernels_site_error(site ? site : &host, request, ASYNC_CODE_RESOURCE_EXHAUSTED,
					 "more than %u calls nested inside each other", f->file->max_call_depth)));
}

__attribute__((noinline)) void bef__call_counted(struct bef__frame *frame, const struct bef__function *f,
	struct async_request *request, struct async_value *const *arguments, bool taken, struct async_value **results)
{
	if (frame) {
		continue_counted(frame, arguments);
	} else if (bef__here.call_depth >= f->file->max_call_depth) {
		fail_too_deep(f, request, results);
		if (taken)
			kernels_values_release(arguments, f->base.argument_count);
		return;
	} else if (!(frame = start(f, request, bef__here.call_depth + 1, arguments, taken))) {
		bef__results_set(results, f->base.result_count, async_value_out_of_memory());
		return;
	}
	collect(frame, arguments, results);
	if (!BEF__LIKELY(!BEF__RETURNS_LAST(f)))
		bef__return_last(frame, results);
	bef__frame_release(frame);
}
