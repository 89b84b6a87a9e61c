/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A call of an asynchronous function: chooses the way to run it, and collects the results. */
#include "counted.h"
#include "plan.h"

/* What the frame has for the caller. */
static void collect(struct bef__frame *frame, struct async_value *const *arguments, struct async_value **results)
{
	const struct bef__function *f = frame->function;
	for (uint32_t i = 0; i < f->base.result_count; i++)
		results[i] = f->origins[i].is_argument ? arguments[f->origins[i].index]
						       : bef__frame_take_out(frame, f->origins[i].index);
}

/* How many calls an execution that starts now is nested in; an error value, and 0, when they are too many. */
static uint32_t enter_call(const struct bef__function *f, struct async_request *request, struct async_value **out_error)
{
	struct async_location nowhere = { NULL, 0 };
	uint32_t depth = bef__here.call_depth + 1;
	if (BEF__LIKELY(depth <= f->file->max_call_depth))
		return depth;
	*out_error = kernels_error_value(request,
		async_host_error(async_request_host(request), ASYNC_CODE_RESOURCE_EXHAUSTED, nowhere,
			"more than %u calls inside each other", f->file->max_call_depth));
	return 0;
}

static void execute(const struct kernels_function *self, struct async_request *request,
	struct async_value *const *arguments, struct async_value **results)
{
	const struct bef__function *f = (const struct bef__function *)self;
	struct async_value *error = NULL;
	struct bef__frame *frame;
	uint32_t depth = enter_call(f, request, &error), done = 0;
	if (!depth) {
		bef__results_set(results, self->result_count, error);
		return;
	}
	if (bef__here.runs < BEF__MOST_RUNS && bef__may_plan(f, request, arguments)) {
		frame = bef__execute_plan(f, request, depth, arguments, results, &done);
		if (!frame)
			return;
		bef__continue_counted(frame, done, arguments);
	} else if (!(frame = bef__execute_counted(f, request, depth, arguments))) {
		bef__results_set(results, self->result_count, async_value_out_of_memory());
		return;
	}
	collect(frame, arguments, results);
	bef__frame_release(frame);
}

const struct kernels_function_vtable bef__async_vtable = { sizeof(struct kernels_function_vtable), execute, NULL };
