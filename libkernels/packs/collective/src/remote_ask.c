/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Asking another task, and the reply. */
#include "remote_ask.h"

static size_t size_of(uint32_t handles)
{
	return sizeof(struct kernels_collective__asked) + handles * sizeof(struct kernels_collective__pending);
}

/* ---- the end */

/* All results become this error, which it takes over. */
static void fail_with(struct kernels_collective__asked *asked, struct async_error *error)
{
	for (uint32_t i = 0; i < asked->handle_count; i++)
		async_value_fail(asked->handles[i].value, async_error_retain(error));
	async_value_fail(asked->result, error);
}

static void fail_lost(struct kernels_collective__asked *asked, const char *reason)
{
	fail_with(asked, kernels_site_error(asked->site, asked->request, ASYNC_CODE_DATA_LOSS, "%s", reason));
}

static void set_handle(struct kernels_collective__asked *asked, uint32_t index, const struct kernels_collective__metadata *metadata)
{
	struct kernels_collective__pending *pending = &asked->handles[index];
	if (metadata->dtype == 0) {
		async_value_fail(pending->value, kernels_site_error(asked->site, asked->request, ASYNC_CODE_INVALID_ARGUMENT,
							 "tensor handle %u: the result is not a dense tensor", index));
		return;
	}
	struct kernels_tensor_handle handle;
	if (kernels_collective__handle_init(
		    &handle, kernels_host(asked->request)->allocator, asked->context, &pending->object, metadata))
		async_value_emplace(pending->value, &handle);
	else
		async_value_fail(pending->value, kernels_site_error(asked->site, asked->request, ASYNC_CODE_RESOURCE_EXHAUSTED,
							 "tensor handle %u: out of memory", index));
}

/* From what the reply has for each handle. */
static void set_handles(struct kernels_collective__asked *asked, struct async_value *value)
{
	struct kernels_collective__message message;
	struct kernels_collective__metadata metadata;
	bool good = kernels_collective__message_unpack(value, &message) && message.text.size == asked->handle_count * sizeof metadata;
	for (uint32_t i = 0; good && i < asked->handle_count; i++) {
		memcpy(&metadata, message.text.data + i * sizeof metadata, sizeof metadata);
		good = kernels_collective__metadata_is_valid(&metadata);
	}
	if (!good) {
		fail_lost(asked, "the reply is not that of a call");
		return;
	}
	for (uint32_t i = 0; i < asked->handle_count; i++) {
		memcpy(&metadata, message.text.data + i * sizeof metadata, sizeof metadata);
		set_handle(asked, i, &metadata);
	}
	async_value_set_available(asked->result);
}

/* `value`: the reply, borrowed. */
static void set_results(struct kernels_collective__asked *asked, struct async_value *value)
{
	if (async_value_is_error(value)) {
		/* it names the task; here it gets the place of this op */
		const struct async_error *error = async_value_error(value);
		fail_with(asked, kernels_site_error(asked->site, asked->request, async_error_code(error), "%s",
					 async_error_message(error)));
	} else if (!asked->fetches) {
		set_handles(asked, value);
	} else if (async_value_type(value) != kernels_tensor_types()->tensor) {
		fail_lost(asked, "the reply is not a tensor");
	} else {
		async_value_forward(asked->result, async_value_retain(value));
	}
}

static void end(struct kernels_collective__asked *asked)
{
	struct async_request *request = asked->request;
	const struct kernels_site *site = asked->site;
	if (asked->promised)
		async_value_release(asked->promised);
	if (asked->object)
		async_value_release(asked->object);
	async_value_release(asked->result);
	for (uint32_t i = 0; i < asked->handle_count; i++)
		async_value_release(asked->handles[i].value);
	kernels_collective__context_release(asked->context);
	async_free(kernels_host(request)->allocator, asked, asked->size, _Alignof(struct kernels_collective__asked));
	kernels_end_work(request, site);
}

static void replied(void *ctx)
{
	struct kernels_collective__asked *asked = ctx;
	set_results(asked, asked->promised);
	end(asked);
}

void kernels_collective__ask_fail(struct kernels_collective__asked *asked)
{
	set_results(asked, async_value_out_of_memory());
	end(asked);
}

void kernels_collective__executed(void *ctx, struct async_value *const *outputs, struct async_error *error)
{
	struct kernels_collective__asked *asked = ctx;
	if (error) {
		fail_with(asked, async_error_retain(error));
	} else {
		for (uint32_t i = 0; i < asked->handle_count; i++) {
			const struct kernels_collective__metadata metadata =
				kernels_collective__metadata_of(outputs[asked->output_count - asked->handle_count + i]);
			set_handle(asked, i, &metadata);
		}
		async_value_set_available(asked->result);
	}
	end(asked);
}

void kernels_collective__fetched(void *ctx)
{
	struct kernels_collective__asked *asked = ctx;
	asked->promised = kernels_collective__copy_of(asked->request, asked->site, asked->object);
	replied(asked);
}

/* ---- the beginning */

/* Returns false after the frame has failed; the handles that have been made are pending. */
static bool make_handles(struct kernels_collective__asked *asked, struct kernels_frame *frame,
	const struct kernels_collective__handles *handles)
{
	for (uint32_t i = 0; i < handles->count; i++) {
		struct async_value *value = kernels_frame_result(frame, handles->first + i, kernels_tensor_types()->handle);
		if (!value)
			return false;
		asked->handles[asked->handle_count++] =
			(struct kernels_collective__pending){ async_value_retain(value), handles->objects[i] };
	}
	return true;
}

struct kernels_collective__asked *kernels_collective__ask(struct kernels_frame *frame,
	struct kernels_collective__context *context, bool fetches, const struct kernels_collective__handles *handles)
{
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	const size_t size = size_of(handles ? handles->count : 0);
	struct kernels_collective__asked *asked = async_alloc(allocator, size, _Alignof(struct kernels_collective__asked));
	struct async_value *result = NULL;
	if (asked && fetches)
		frame->results[0] = result = async_value_create_indirect(allocator, kernels_tensor_types()->tensor);
	else if (asked)
		result = kernels_frame_result(frame, 0, ASYNC_TYPE_CHAIN);
	if (!result) {
		if (asked)
			async_free(allocator, asked, size, _Alignof(struct kernels_collective__asked));
		if (!frame->results[0])
			kernels_frame_fail(frame, "out of memory");
		return NULL;
	}
	*asked = (struct kernels_collective__asked){ .request = kernels_begin_work(frame->request, frame->site),
		.site = frame->site, .context = kernels_collective__context_retain(context),
		.result = async_value_retain(result), .size = size, .fetches = fetches };
	if (!handles || make_handles(asked, frame, handles))
		return asked;
	kernels_collective__ask_fail(asked);
	return NULL;
}

void kernels_collective__send(
	struct kernels_collective__asked *asked, uint32_t task, struct kernels_collective__message *message)
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
		kernels_collective__ask_fail(asked);
}

struct kernels_collective__context *kernels_collective__context_of(struct kernels_frame *frame, uint32_t index)
{
	struct kernels_collective__context *context = VALUE(struct kernels_collective__context *, index);
	if (!__atomic_load_n(&context->closed, __ATOMIC_RELAXED)) /* see operation.c */
		return context;
	kernels_frame_fail(frame, "the context is closed");
	return NULL;
}

bool kernels_collective__has_task(
	struct kernels_frame *frame, const struct kernels_collective__context *context, uint32_t task)
{
	const uint32_t tasks = kernels_collective__tasks(context);
	if (task < tasks && (context->process.engine || kernels_collective__is_self(context, task)))
		return true;
	kernels_frame_fail(frame, "task %u of %u tasks", task, tasks);
	return false;
}

bool kernels_collective__objects_copy(
	struct kernels_frame *frame, uint32_t first, uint32_t task, struct kernels_collective__object *out)
{
	for (uint32_t i = first; i < frame->site->argument_count; i++) {
		const struct kernels_collective__object *object = async_value_payload(frame->arguments[i]);
		out[i - first] = *object;
		if (object->task != task) {
			kernels_frame_fail(frame, "argument %u is an object on task %u; expected one on task %u", i,
				object->task, task);
			return false;
		}
	}
	return true;
}

struct kernels_collective__object *kernels_collective__objects_alloc(struct kernels_frame *frame, size_t count)
{
	struct kernels_collective__object *objects = async_alloc(kernels_host(frame->request)->allocator,
		(count + 1) * sizeof *objects, _Alignof(struct kernels_collective__object));
	if (!objects)
		kernels_frame_fail(frame, "out of memory");
	return objects;
}

void kernels_collective__objects_free(
	struct kernels_frame *frame, struct kernels_collective__object *objects, size_t count)
{
	async_free(kernels_host(frame->request)->allocator, objects, (count + 1) * sizeof *objects,
		_Alignof(struct kernels_collective__object));
}
