/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A call of an asynchronous function: selects the execution mode and collects the results. */
#include "counted.h"
#include "plan.h"
#include "returns.h"

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

/* `frame`: of an execution that has left the plan; NULL: the execution counts from the start. `taken`: only without a
 * frame; a reference to each argument is released. */
static __attribute__((noinline)) void execute_counted(struct bef__frame *frame, const struct bef__function *f,
	struct async_request *request, struct async_value *const *arguments, bool taken, struct async_value **results)
{
	if (frame) {
		bef__continue_counted(frame, arguments);
	} else if (bef__here.call_depth >= f->file->max_call_depth) {
		fail_too_deep(f, request, results);
		if (taken)
			kernels_values_release(arguments, f->base.argument_count);
		return;
	} else if (!(frame = bef__execute_counted(f, request, bef__here.call_depth + 1, arguments, taken))) {
		bef__results_set(results, f->base.result_count, async_value_out_of_memory());
		return;
	}
	collect(frame, arguments, results);
	if (!BEF__LIKELY(!BEF__RETURNS_LAST(f)))
		bef__return_last(frame, results);
	bef__frame_release(frame);
}

static void execute_async(const struct kernels_function *self, struct async_request *request,
	struct async_value *const *arguments, struct async_value **results)
{
	const struct bef__function *f = (const struct bef__function *)self;
	struct bef__frame *frame = NULL;
	if (bef__here.call_depth < f->file->max_call_depth && bef__here.runs < BEF__MOST_RUNS &&
		bef__may_plan(f, request, arguments)) {
		frame = bef__execute_plan(f, request, bef__here.call_depth + 1, arguments, results);
		if (!frame)
			return;
	}
	execute_counted(frame, f, request, arguments, false, results);
}

/* Counts from the start: in the plan, arguments belong to the caller. */
static void execute_taking(const struct kernels_function *self, struct async_request *request,
	struct async_value *const *arguments, struct async_value **results)
{
	execute_counted(NULL, (const struct bef__function *)self, request, arguments, true, results);
}

#if BEF__LARGE
#define STEPS bef__steps
#else
#define STEPS NULL /* programs that are compiled for size: kernels of loops call the function */
#endif
_Alignas(8) const struct kernels_function_vtable bef__async_vtable = { sizeof(struct kernels_function_vtable), execute_async,
	NULL, execute_taking, STEPS };
