/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Short cuts of executions by the plan for kernels with operands on the heap: without the tests for other modes of execution that
 * bef__run_kernel() makes in each run. make_plan.c decides which steps take them. */
#ifndef BEF_EXEC_STEP_H
#define BEF_EXEC_STEP_H

#include "frame.h"

/* Slots are converted to pointers in groups of this size, so most kernels need no loop. Lists of slots are padded with
 * zeros to a multiple of it. */
enum { BEF__SLOTS_AT_ONCE = 4 };
static_assert(BEF__MOST_LOCAL % BEF__SLOTS_AT_ONCE == 0, "room for the last few");

enum bef__step_end {
	BEF__STEP_REFUSED, /* the kernel was not called: an argument may be an error or have another type */
	BEF__STEP_DONE,
	BEF__STEP_LATE /* a result that kernels of the function use is not available */
};

/* Run a step of the kind in the name. The request is not cancelled. The first: false if it refuses the step; its result is
 * available. `call` has `pointers` as arguments, the request of the frame, and no error, now and afterwards. */
bool bef__step_values(
	struct bef__frame *frame, const struct bef__step *step, struct kernels_call *call, void **pointers);
enum bef__step_end bef__step_direct(struct bef__frame *frame, const struct bef__step *step);

/* The ends of steps of frame kernels: the references of last uses, without guards, and the results. */
static inline void bef__step_release(struct bef__frame *frame, const struct bef__step *step)
{
	for (const uint32_t *slot = step->slots, *const end = slot + step->slot_count; slot < end; slot++) {
		struct async_value **place = bef__frame_value(frame, *slot);
		async_value_release(*place);
		*place = NULL; /* for bef__call_counted() */
	}
}

static inline enum bef__step_end bef__step_result(
	struct bef__frame *frame, const struct bef__kernel *k, const struct bef__result *result, struct async_value *value)
{
	enum bef__step_end end = BEF__STEP_DONE;
	if (!BEF__LIKELY(kernels_result_is_ready(value, result->type))) {
		value = kernels_result_take(&k->site, frame->request, (uint32_t)(result - k->results), result->type, value);
		if (result->inside && !async_value_is_available(value))
			end = BEF__STEP_LATE;
	}
	bef__frame_set_planned(frame, result, value);
	return end;
}

static inline enum bef__step_end bef__step_results(
	struct bef__frame *frame, const struct bef__kernel *k, struct async_value *const *values)
{
	enum bef__step_end end = BEF__STEP_DONE;
	if (BEF__LIKELY(k->site.result_count == 1))
		return bef__step_result(frame, k, k->results, values[0]);
	for (uint32_t i = 0; i < k->site.result_count; i++) {
		if (bef__step_result(frame, k, &k->results[i], values[i]) == BEF__STEP_LATE)
			end = BEF__STEP_LATE;
	}
	return end;
}

#endif
