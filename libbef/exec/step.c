/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "step.h"
#include "run.h"

#include <kernels/kernel.h>

/* As bef__frame_set_planned(), for a value that no other thread knows: its references are counted without locked instructions. */
static inline void set_new(struct bef__frame *frame, const struct bef__result *result, struct async_value *value)
{
	*bef__frame_value(frame, result->slot) = result->inside ? value : NULL;
	if (!BEF__LIKELY(result->planned > 0)) {
		async_value_release(value);
		return;
	}
	if (result->planned > 1)
		async_value_retain_new(value, result->planned - 1);
	if (result->out != BEF__NONE)
		*bef__frame_out(frame, result->out) = value;
}

static inline void release_last(struct bef__frame *frame, const struct bef__kernel *k)
{
	const struct bef__argument *const end = k->arguments + k->argument_count;
	for (const struct bef__argument *argument = k->arguments; argument < end; argument++) {
		if (!argument->last)
			continue;
		struct async_value **place = bef__frame_value(frame, argument->slot);
		async_value_release_n(*place, 1u + argument->guarded);
		*place = NULL; /* for bef__continue_counted() */
	}
}

/* A payload kernel with one result, which is copied into a value after the call. */
static enum bef__step_end run_values(struct bef__frame *frame, const struct bef__kernel *k)
{
	const struct bef__result *result = k->results;
	void *pointers[BEF__MOST_LOCAL], *place;
	uint64_t room[BEF__PLAIN_SIZE / sizeof(uint64_t)];
	if (bef__frame_has_errors(frame))
		return BEF__STEP_REFUSED;
	for (uint32_t i = 0; i < k->argument_count; i++) {
		const struct bef__argument *argument = &k->arguments[i];
		if (argument->local)
			pointers[i] = bef__frame_payload(frame, argument->slot);
		else if (!(pointers[i] = bef__take_heap(frame, argument, true)))
			return BEF__STEP_REFUSED;
	}
	place = result->local ? bef__frame_payload(frame, result->slot) : room;
	struct kernels_call call = { pointers, &place, &k->site, frame->request, NULL };
	k->payload(&call);
	if (!BEF__LIKELY(!call.error)) {
		bef__run_fail(frame, k, call.error);
		return BEF__STEP_DONE;
	}
	release_last(frame, k);
	if (result->local)
		return BEF__STEP_DONE;
	struct async_value *value = async_value_create_available(frame->allocator, result->type, room);
	if (BEF__LIKELY(value != NULL))
		set_new(frame, result, value);
	else
		bef__frame_set_planned(frame, result, async_value_out_of_memory());
	return BEF__STEP_DONE;
}

/* A frame kernel that gets the references of the frame, and takes none of them. */
static enum bef__step_end run_direct(struct bef__frame *frame, const struct bef__step *step)
{
	const struct bef__kernel *k = step->kernel;
	struct async_value *pointers[BEF__MOST_LOCAL];
	for (uint32_t i = 0; i < step->argument_count; i++) {
		if (!(pointers[i] = bef__take_heap(frame, &k->arguments[i], false)))
			return BEF__STEP_REFUSED;
	}
	struct async_value **results = pointers + step->argument_count;
	const uint32_t result_count = k->site.result_count;
	for (uint32_t i = 0; i < result_count; i++)
		results[i] = NULL;
	if (k->site.function_count > 0)
		kernels_caller_.site = &k->site;
	struct kernels_frame call = { pointers, results, &k->site, frame->request, false, NULL };
	k->frame(&call);
	for (uint32_t i = 0; i < step->slot_count; i++) {
		struct async_value **place = bef__frame_value(frame, step->slots[i]);
		async_value_release(*place);
		*place = NULL; /* for bef__continue_counted() */
	}
	enum bef__step_end end = BEF__STEP_DONE;
	for (uint32_t i = 0; i < result_count; i++) {
		const struct bef__result *result = &k->results[i];
		struct async_value *value = results[i];
		if (!BEF__LIKELY(kernels_result_is_ready(value, result->type))) {
			value = kernels_result_take(&k->site, frame->request, i, result->type, value);
			if (result->inside && !async_value_is_available(value))
				end = BEF__STEP_LATE;
		}
		bef__frame_set_planned(frame, result, value);
	}
	return end;
}

enum bef__step_end bef__step_run(struct bef__frame *frame, const struct bef__step *step)
{
	return step->kind == BEF__STEP_VALUES ? run_values(frame, step->kernel) : run_direct(frame, step);
}
