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

static inline void release_last(struct bef__frame *frame, const struct bef__step *step)
{
	for (const uint32_t *slot = step->slots, *const end = slot + step->slot_count; slot < end; slot++) {
		struct async_value **place = bef__frame_value(frame, *slot & ~BEF__SLOT_GUARDED);
		async_value_release_n(*place, 1u + (*slot & BEF__SLOT_GUARDED));
		*place = NULL; /* for bef__call_counted() */
	}
}

/* A payload kernel with one result, which is copied into a value after the call. */
bool bef__step_values(
	struct bef__frame *frame, const struct bef__step *step, struct kernels_call *call, void **pointers)
{
	const struct bef__kernel *k = step->kernel;
	const struct bef__result *result = k->results;
	void *place;
	uint64_t room[BEF__PLAIN_SIZE / sizeof(uint64_t)];
	if (bef__frame_has_errors(frame))
		return false;
	for (const struct bef__argument *argument = k->arguments, *const end = argument + step->argument_count; argument < end;
		argument++, pointers++) {
		if (argument->local)
			*pointers = bef__frame_payload(frame, argument->slot);
		else if (!(*pointers = bef__take_heap(frame, argument, BEF__SMALL_PAYLOAD)))
			return false;
	}
	place = result->local ? bef__frame_payload(frame, result->slot) : room;
	call->results = &place;
	call->site = &k->site;
	k->payload(call);
	if (!BEF__LIKELY(!call->error)) {
		bef__run_fail(frame, k, call->error);
		call->error = NULL;
		return true;
	}
	release_last(frame, step);
	if (result->local)
		return true;
	struct async_value *value = async_value_create_available(frame->allocator, result->type, room);
	if (BEF__LIKELY(value != NULL))
		set_new(frame, result, value);
	else
		bef__frame_set_planned(frame, result, async_value_out_of_memory());
	return true;
}

/* A frame kernel that gets the references of the frame, and takes none of them. */
enum bef__step_end bef__step_direct(struct bef__frame *frame, const struct bef__step *step)
{
	const struct bef__kernel *k = step->kernel;
	struct async_value *pointers[BEF__MOST_LOCAL];
	for (uint32_t i = 0; i < step->argument_count; i++) {
		if (!(pointers[i] = bef__take_heap(frame, &k->arguments[i], BEF__VALUE)))
			return BEF__STEP_REFUSED;
	}
	struct async_value **results = pointers + step->argument_count;
	for (struct async_value **place = results, **const end = place + k->site.result_count; place < end; place++)
		*place = NULL;
	if (k->site.function_count > 0)
		kernels_caller_.site = &k->site;
	struct kernels_frame call = { pointers, results, &k->site, frame->request, false, NULL };
	k->frame(&call);
	bef__step_release(frame, step);
	return bef__step_results(frame, k, results);
}
