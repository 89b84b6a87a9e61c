/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Objects that are on another task: their values, and their end. */
#include "remote_ask.h"

/* As kernels_collective__no_object(), with the code of kernels that fail. */
static void fail_no_object(struct kernels_frame *frame, const struct kernels_collective__object *object)
{
	kernels_frame_fail(frame, "Could not find object: task %u has no object %llu of task %u", object->task,
		(unsigned long long)object->number, object->maker);
}

void kernels_collective__fetch(struct kernels_frame *frame, struct kernels_collective__context *context,
	const struct kernels_collective__object *object)
{
	if (!kernels_collective__has_task(frame, context, object->task))
		return;
	struct async_value *own = kernels_collective__is_self(context, object->task)
					  ? kernels_collective__store_get(context->store, object)
					  : NULL;
	if (kernels_collective__is_self(context, object->task) && !own) {
		fail_no_object(frame, object);
		return;
	}
	struct kernels_collective__asked *asked = kernels_collective__ask(frame, context, true, NULL);
	struct kernels_collective__message message = {
		.kind = KERNELS_COLLECTIVE__FETCH, .objects = object, .input_count = 1
	};
	if (!asked) {
		if (own)
			async_value_release(own);
		return;
	}
	asked->object = own;
	if (!own)
		kernels_collective__send(asked, object->task, &message);
	else if (async_value_and_then_call(own, kernels_collective__fetched, asked) != ASYNC_OK)
		kernels_collective__ask_fail(asked);
}

void kernels_collective__fetch_object(struct kernels_frame *frame)
{
	struct kernels_collective__context *context = kernels_collective__context_of(frame, 0);
	if (context)
		kernels_collective__fetch(frame, context, async_value_payload(frame->arguments[1]));
}

void kernels_collective__create_object(struct kernels_call *call)
{
	struct kernels_collective__context *context = ARGUMENT(struct kernels_collective__context *, 0);
	const uint32_t task = ARGUMENT(uint32_t, 1);
	if (task >= kernels_collective__tasks(context))
		kernels_call_fail(call, "argument 1: task %u of %u tasks", task, kernels_collective__tasks(context));
	else
		RESULT(struct kernels_collective__object, 0) = (struct kernels_collective__object){
			kernels_process_number(&context->process), task, kernels_collective__store_number(context->store)
		};
}

/* Deletes objects of this task. */
static void delete_own(struct kernels_frame *frame, struct kernels_collective__context *context)
{
	for (uint32_t i = 2; i < frame->site->argument_count; i++) {
		const struct kernels_collective__object *object = async_value_payload(frame->arguments[i]);
		if (kernels_collective__store_remove(context->store, object) || frame->results[0])
			continue;
		fail_no_object(frame, object);
	}
	if (!frame->results[0])
		frame->results[0] = async_value_retain(async_chain());
}

void kernels_collective__delete_objects(struct kernels_frame *frame)
{
	const uint32_t count = frame->site->argument_count - 2;
	struct kernels_collective__context *context = kernels_collective__context_of(frame, 1);
	if (!context)
		return;
	if (count == 0) {
		frame->results[0] = async_value_retain(async_chain());
		return;
	}
	const uint32_t task = ((const struct kernels_collective__object *)async_value_payload(frame->arguments[2]))
				      ->task;
	struct kernels_collective__object *objects = kernels_collective__has_task(frame, context, task)
							     ? kernels_collective__objects_alloc(frame, count)
							     : NULL;
	if (!objects)
		return;
	if (kernels_collective__objects_copy(frame, 2, task, objects)) {
		struct kernels_collective__message message = {
			.kind = KERNELS_COLLECTIVE__DELETE, .objects = objects, .input_count = count
		};
		struct kernels_collective__asked *asked = kernels_collective__is_self(context, task)
								  ? NULL
								  : kernels_collective__ask(frame, context, false, NULL);
		if (asked)
			kernels_collective__send(asked, task, &message);
		else if (kernels_collective__is_self(context, task))
			delete_own(frame, context);
	}
	kernels_collective__objects_free(frame, objects, count);
}
