/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions that a task gets as text from another one, or from itself. */
#include "remote_ask.h"

enum { MOST_NAME = 100, MOST_REASON = 300 };

static struct async_error *refuse(struct async_request *request, const struct kernels_site *site, enum async_code code,
	struct kernels_string name, const char *reason)
{
	return kernels_site_error(site, request, code, "function %.*s: %s", (int)(name.size < MOST_NAME ? name.size : MOST_NAME),
		name.data, reason);
}

struct async_error *kernels_collective__register(struct kernels_collective__context *context, struct async_request *request,
	const struct kernels_site *site, const struct kernels_collective__message *message)
{
	const struct kernels_program *own = site->program;
	const struct kernels_string name = message->name;
	char reason[MOST_REASON], file[MOST_NAME + 1] = "";
	if (!own || !kernels_program_compiles(own))
		return refuse(request, site, ASYNC_CODE_FAILED_PRECONDITION, name, "the host of the task has no compiler");
	if (own->find(own, name.data, name.size))
		return refuse(request, site, ASYNC_CODE_ALREADY_EXISTS, name, "the program of the task has a function of this name");
	memcpy(file, name.data, name.size < MOST_NAME ? name.size : MOST_NAME);
	const struct kernels_program *program =
		own->compile(own, message->text.data, message->text.size, file, reason, sizeof reason);
	if (!program)
		return refuse(request, site, ASYNC_CODE_INVALID_ARGUMENT, name, reason);
	const struct kernels_function *function = program->find(program, name.data, name.size);
	const char *failure = function ? kernels_collective__store_add_function(context->store, program, function)
				       : "the text has no function of this name";
	if (!failure)
		return NULL;
	program->release(program);
	return refuse(request, site, function ? ASYNC_CODE_ALREADY_EXISTS : ASYNC_CODE_NOT_FOUND, name, failure);
}

void kernels_collective__register_function(struct kernels_frame *frame)
{
	const uint32_t task = VALUE(uint32_t, 2);
	struct kernels_collective__context *context = kernels_collective__context_of(frame, 1);
	struct kernels_collective__message message = { .kind = KERNELS_COLLECTIVE__REGISTER };
	if (!context || !kernels_collective__has_task(frame, context, task) || !kernels_frame_string(frame, 0, &message.text) ||
		!kernels_frame_string(frame, 1, &message.name))
		return;
	if (!kernels_collective__is_self(context, task)) {
		struct kernels_collective__asked *asked = kernels_collective__ask(frame, context, false, NULL);
		if (asked)
			kernels_collective__send(asked, task, &message);
		return;
	}
	struct async_error *error = kernels_collective__register(context, frame->request, frame->site, &message);
	if (error)
		kernels_frame_fail_with(frame, error);
	else
		frame->results[0] = async_value_retain(async_chain());
}
