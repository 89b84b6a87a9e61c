/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a task asks of another one: to run a function, to give a value, to delete objects. */
#include "remote.h"
#include <kernels/program.h>

/* A reply that has not come. */
struct asked {
	struct async_request *request; /* a unit of work */
	const struct kernels_site *site;
	struct kernels_collective__context *context; /* one reference */
	struct async_value *promised, *result;       /* one reference each; promised: NULL before the reply is expected */
	struct async_value *object;                  /* of this task, one reference; NULL: none */
	bool fetches;
};

/* ---- the end */

/* `value`: the reply, borrowed. */
static void set_result(struct asked *asked, struct async_value *value)
{
	if (async_value_is_error(value)) {
		/* it names the task; here it gets the place of this op */
		const struct async_error *error = async_value_error(value);
		async_value_fail(asked->result, kernels_site_error(asked->site, asked->request, async_error_code(error), "%s",
							async_error_message(error)));
	} else if (!asked->fetches) {
		async_value_set_available(asked->result);
	} else if (async_value_type(value) != kernels_tensor_types()->tensor) {
		async_value_fail(asked->result,
			kernels_site_error(asked->site, asked->request, ASYNC_CODE_DATA_LOSS, "the reply is not a tensor"));
	} else {
		async_value_forward(asked->result, async_value_retain(value));
	}
}

static void end(struct asked *asked)
{
	struct async_request *request = asked->request;
	const struct kernels_site *site = asked->site;
	if (asked->promised)
		async_value_release(asked->promised);
	if (asked->object)
		async_value_release(asked->object);
	async_value_release(asked->result);
	kernels_collective__context_release(asked->context);
	async_free(kernels_host(request)->allocator, asked, sizeof *asked, _Alignof(struct asked));
	kernels_end_work(request, site);
}

static void replied(void *ctx)
{
	struct asked *asked = ctx;
	set_result(asked, asked->promised);
	end(asked);
}

static void fail(struct asked *asked)
{
	set_result(asked, async_value_out_of_memory());
	end(asked);
}

/* Of a function on this task. */
static void executed(void *ctx, struct async_error *error)
{
	struct asked *asked = ctx;
	if (error)
		async_value_fail(asked->result, async_error_retain(error));
	else
		async_value_set_available(asked->result);
	end(asked);
}

static void fetched(void *ctx)
{
	struct asked *asked = ctx;
	asked->promised = kernels_collective__copy_of(asked->request, asked->site, asked->object);
	replied(asked);
}

/* ---- the beginning */

/* With result 0 of the frame: a chain, or a tensor that comes. NULL after the frame has failed. */
static struct asked *ask(struct kernels_frame *frame, struct kernels_collective__context *context, bool fetches)
{
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	struct asked *asked = async_alloc(allocator, sizeof *asked, _Alignof(struct asked));
	struct async_value *result = NULL;
	if (asked && fetches)
		frame->results[0] = result = async_value_create_indirect(allocator, kernels_tensor_types()->tensor);
	else if (asked)
		result = kernels_frame_result(frame, 0, ASYNC_TYPE_CHAIN);
	if (!result) {
		if (asked)
			async_free(allocator, asked, sizeof *asked, _Alignof(struct asked));
		if (!frame->results[0])
			kernels_frame_fail(frame, "out of memory");
		return NULL;
	}
	*asked = (struct asked){ kernels_begin_work(frame->request, frame->site), frame->site,
		kernels_collective__context_retain(context), NULL, async_value_retain(result), NULL, fetches };
	return asked;
}

static void send(struct asked *asked, uint32_t task, struct kernels_collective__message *message)
{
	message->call = kernels_collective__store_call(asked->context->store);
	struct async_value *value = kernels_collective__message_pack(kernels_host(asked->request)->allocator, message);
	const bool sent = value && kernels_collective__message_send(
					   asked->context, asked->request, task, KERNELS_COLLECTIVE__CALLS, value);
	if (value)
		async_value_release(value);
	if (sent)
		asked->promised = kernels_collective__message_expect(asked->context, asked->request, asked->site, task,
			kernels_collective__reply_channel(message->call));
	if (!asked->promised || async_value_and_then_call(asked->promised, replied, asked) != ASYNC_OK)
		fail(asked);
}

static bool is_self(const struct kernels_collective__context *context, uint32_t task)
{
	return task == kernels_process_number(&context->process);
}

/* The context of an argument, which is open; NULL after the frame has failed. */
static struct kernels_collective__context *context_of(struct kernels_frame *frame, uint32_t index)
{
	struct kernels_collective__context *context = VALUE(struct kernels_collective__context *, index);
	if (!__atomic_load_n(&context->closed, __ATOMIC_RELAXED)) /* see operation.c */
		return context;
	kernels_frame_fail(frame, "the context is closed");
	return NULL;
}

/* The task is one of the context's. */
static bool has_task(struct kernels_frame *frame, const struct kernels_collective__context *context, uint32_t task)
{
	const uint32_t tasks = kernels_collective__tasks(context);
	if (task < tasks && (context->process.engine || is_self(context, task)))
		return true;
	kernels_frame_fail(frame, "task %u of %u tasks", task, tasks);
	return false;
}

/* Objects in arguments from `first` on; all are on `task`. Returns false after the frame has failed. */
static bool copy_objects(
	struct kernels_frame *frame, uint32_t first, uint32_t task, struct kernels_collective__object *out)
{
	for (uint32_t i = first; i < frame->site->argument_count; i++) {
		const struct kernels_collective__object *object = async_value_payload(frame->arguments[i]);
		out[i - first] = *object;
		if (object->task != task) {
			kernels_frame_fail(frame, "argument %u is an object on task %u; expected one on task %u", i, object->task, task);
			return false;
		}
	}
	return true;
}

static struct kernels_collective__object *objects_alloc(struct kernels_frame *frame, size_t count)
{
	struct kernels_collective__object *objects = async_alloc(kernels_host(frame->request)->allocator,
		(count + 1) * sizeof *objects, _Alignof(struct kernels_collective__object));
	if (!objects)
		kernels_frame_fail(frame, "out of memory");
	return objects;
}

static void objects_free(struct kernels_frame *frame, struct kernels_collective__object *objects, size_t count)
{
	async_free(kernels_host(frame->request)->allocator, objects, (count + 1) * sizeof *objects,
		_Alignof(struct kernels_collective__object));
}

/* ---- remote_execute */

enum { FIRST_INPUT = 4 }; /* behind chain, context, task, spec */

/* The spec has one device of the task for each result. */
static bool check_spec(struct kernels_frame *frame, const struct kernels_collective__spec *spec, uint32_t task)
{
	const uint32_t outputs = frame->site->result_count - 1;
	if (spec->count != outputs) {
		kernels_frame_fail(frame, "%zu output devices; expected one for each of %u results", spec->count, outputs);
		return false;
	}
	for (size_t i = 0; i < spec->count; i++)
		if (spec->tasks[i] != task) {
			kernels_frame_fail(frame, "output device %zu is of task %u; expected one of task %u", i, spec->tasks[i], task);
			return false;
		}
	return true;
}

/* New objects on the task, as results 1 and later. */
static void return_objects(struct kernels_frame *frame, const struct kernels_collective__context *context, uint32_t task,
	struct kernels_collective__object *out)
{
	for (uint32_t i = 1; i < frame->site->result_count; i++) {
		out[i - 1] = (struct kernels_collective__object){ kernels_process_number(&context->process), task,
			kernels_collective__store_number(context->store) };
		struct kernels_collective__object payload = out[i - 1];
		kernels_frame_return(frame, i, kernels_collective__types().object, &payload);
	}
}

static void execute(struct asked *asked, uint32_t task, struct kernels_collective__message *message)
{
	const struct kernels_collective__runner runner = { asked->context, asked->request, asked->site, executed, asked };
	if (is_self(asked->context, task))
		kernels_collective__call(&runner, message);
	else
		send(asked, task, message);
}

void kernels_collective__remote_execute(struct kernels_frame *frame)
{
	const struct kernels_site *site = frame->site;
	const uint32_t inputs = site->argument_count - FIRST_INPUT, outputs = site->result_count - 1, task = VALUE(uint32_t, 2);
	struct kernels_collective__context *context = context_of(frame, 1);
	struct kernels_collective__message message = { .kind = KERNELS_COLLECTIVE__EXECUTE, .input_count = inputs,
		.output_count = outputs };
	if (!context || !has_task(frame, context, task) || !kernels_frame_string(frame, 0, &message.name) ||
		!check_spec(frame, async_value_payload(frame->arguments[3]), task))
		return;
	if (!site->program) {
		kernels_frame_fail(frame, "the op is in no program, which has the functions");
		return;
	}
	struct kernels_collective__object *objects = objects_alloc(frame, (size_t)inputs + outputs);
	if (!objects)
		return;
	if (copy_objects(frame, FIRST_INPUT, task, objects)) {
		struct asked *asked = ask(frame, context, false);
		if (asked) {
			return_objects(frame, context, task, objects + inputs);
			message.fingerprint = site->program->fingerprint(site->program);
			message.objects = objects;
			execute(asked, task, &message);
		}
	}
	objects_free(frame, objects, (size_t)inputs + outputs);
}

enum kernels_status kernels_collective__prepare_remote(
	const struct kernels_site *site, const struct async_allocator *allocator, void **out_state, struct kernels_diag *diag)
{
	(void)allocator, (void)out_state, (void)diag;
	if (site->program)
		(void)site->program->fingerprint(site->program); /* before the program runs, which may write to its constants */
	return KERNELS_OK;
}

/* ---- objects */

/* As kernels_collective__no_object(), with the code of kernels that fail. */
static void fail_no_object(struct kernels_frame *frame, const struct kernels_collective__object *object)
{
	kernels_frame_fail(frame, "Could not find object: task %u has no object %llu of task %u", object->task,
		(unsigned long long)object->number, object->maker);
}

void kernels_collective__fetch_object(struct kernels_frame *frame)
{
	const struct kernels_collective__object *object = async_value_payload(frame->arguments[1]);
	struct kernels_collective__context *context = context_of(frame, 0);
	if (!context || !has_task(frame, context, object->task))
		return;
	struct async_value *own = is_self(context, object->task) ? kernels_collective__store_get(context->store, object) : NULL;
	if (is_self(context, object->task) && !own) {
		fail_no_object(frame, object);
		return;
	}
	struct asked *asked = ask(frame, context, true);
	struct kernels_collective__message message = { .kind = KERNELS_COLLECTIVE__FETCH, .objects = object, .input_count = 1 };
	if (!asked) {
		if (own)
			async_value_release(own);
		return;
	}
	asked->object = own;
	if (!own)
		send(asked, object->task, &message);
	else if (async_value_and_then_call(own, fetched, asked) != ASYNC_OK)
		fail(asked);
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
	struct kernels_collective__context *context = context_of(frame, 1);
	if (!context)
		return;
	if (count == 0) {
		frame->results[0] = async_value_retain(async_chain());
		return;
	}
	const uint32_t task = ((const struct kernels_collective__object *)async_value_payload(frame->arguments[2]))->task;
	struct kernels_collective__object *objects = has_task(frame, context, task) ? objects_alloc(frame, count) : NULL;
	if (!objects)
		return;
	if (copy_objects(frame, 2, task, objects)) {
		struct kernels_collective__message message = { .kind = KERNELS_COLLECTIVE__DELETE, .objects = objects, .input_count = count };
		struct asked *asked = is_self(context, task) ? NULL : ask(frame, context, false);
		if (asked)
			send(asked, task, &message);
		else if (is_self(context, task))
			delete_own(frame, context);
	}
	objects_free(frame, objects, count);
}
