/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A function that another task runs. */
#include "remote_ask.h"
#include <kernels/program.h>

enum { FIRST_INPUT = 4 }; /* behind chain, context, task, spec */

/* The spec has one device of the task for each result. */
static bool check_spec(struct kernels_frame *frame, const struct kernels_collective__spec *spec, uint32_t task)
{
	const uint32_t outputs = frame->site->result_count - 1;
	if (spec->count != outputs) {
		kernels_frame_fail(
			frame, "%zu output devices; expected one for each of %u results", spec->count, outputs);
		return false;
	}
	for (size_t i = 0; i < spec->count; i++)
		if (spec->tasks[i] != task) {
			kernels_frame_fail(frame, "output device %zu is of task %u; expected one of task %u", i,
				spec->tasks[i], task);
			return false;
		}
	return true;
}

/* New objects on the task, as results 1 and later. */
static void return_objects(struct kernels_frame *frame, const struct kernels_collective__context *context,
	uint32_t task, struct kernels_collective__object *out)
{
	for (uint32_t i = 1; i < frame->site->result_count; i++) {
		out[i - 1] = (struct kernels_collective__object){ kernels_process_number(&context->process), task,
			kernels_collective__store_number(context->store) };
		struct kernels_collective__object payload = out[i - 1];
		kernels_frame_return(frame, i, kernels_collective__types().object, &payload);
	}
}

static void execute(struct kernels_collective__asked *asked, uint32_t task, struct kernels_collective__message *message)
{
	const struct kernels_collective__runner runner = { asked->context, asked->request, asked->site,
		kernels_collective__executed, asked };
	if (kernels_collective__is_self(asked->context, task))
		kernels_collective__call(&runner, message);
	else
		kernels_collective__send(asked, task, message);
}

void kernels_collective__remote_execute(struct kernels_frame *frame)
{
	const struct kernels_site *site = frame->site;
	const uint32_t inputs = site->argument_count - FIRST_INPUT, outputs = site->result_count - 1,
		       task = VALUE(uint32_t, 2);
	struct kernels_collective__context *context = kernels_collective__context_of(frame, 1);
	struct kernels_collective__message message = {
		.kind = KERNELS_COLLECTIVE__EXECUTE, .input_count = inputs, .output_count = outputs
	};
	if (!context || !kernels_collective__has_task(frame, context, task) ||
		!kernels_frame_string(frame, 0, &message.name) ||
		!check_spec(frame, async_value_payload(frame->arguments[3]), task))
		return;
	if (!site->program) {
		kernels_frame_fail(frame, "the op is in no program, which has the functions");
		return;
	}
	struct kernels_collective__object *objects = kernels_collective__objects_alloc(frame, (size_t)inputs + outputs);
	if (!objects)
		return;
	if (kernels_collective__objects_copy(frame, FIRST_INPUT, task, objects)) {
		struct kernels_collective__asked *asked = kernels_collective__ask(frame, context, false);
		if (asked) {
			return_objects(frame, context, task, objects + inputs);
			message.fingerprint = site->program->fingerprint(site->program);
			message.objects = objects;
			execute(asked, task, &message);
		}
	}
	kernels_collective__objects_free(frame, objects, (size_t)inputs + outputs);
}

enum kernels_status kernels_collective__prepare_remote(const struct kernels_site *site,
	const struct async_allocator *allocator, void **out_state, struct kernels_diag *diag)
{
	(void)allocator, (void)out_state, (void)diag;
	if (site->program)
		(void)site->program->fingerprint(
			site->program); /* before the program runs, which may write to its constants */
	return KERNELS_OK;
}
