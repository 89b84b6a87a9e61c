/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* From the signal of a driver to a value.
 *
 * The driver calls done() in one of its threads, or in the thread that puts the command into the stream. done() hands
 * one task to the host's queue, and the task completes the value: kernels that wait for it run in threads of the host.
 *
 * A command that has ended when the driver's call returns needs neither the task nor a value that completes later:
 * devices that run commands in the caller end all of them so. Until then done() only notes the end. */
#include "common.h"
#include <async/timer.h>

enum { STARTING, ENDED, WATCHED }; /* states of a completion */

static void free_completion(struct kernels_device__completion *c)
{
	async_free(kernels_host(c->request)->allocator, c, sizeof *c, _Alignof(struct kernels_device__completion));
}

/* Of a completion that was watched. */
static void end_watched(struct kernels_device__completion *c)
{
	struct async_request *request = c->request;
	const struct kernels_site *site = c->site;
	struct async_value *const values[] = { c->result, c->payload, c->kept[0], c->kept[1] };
	kernels_device_release(&c->context->base);
	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		async_value_release(values[i]);
	free_completion(c);
	kernels_end_work(request, site);
}

/* Returns true for the one caller that completes the result. */
static bool claim(struct kernels_device__completion *c)
{
	/* acquire and release: the two callers are the task and the thread that cancels */
	return c->result && __atomic_exchange_n(&c->completed, 1, __ATOMIC_ACQ_REL) == 0;
}

static struct kernels_device_error explain(const struct kernels_device__completion *c)
{
	struct kernels_device_error error = { .code = ASYNC_CODE_INTERNAL }, named;
	c->context->base.driver->explain(c->context, c->number, &error);
	if (!c->function)
		return error;
	kernels_device_fail(&named, error.code, error.number, "launch of '%.200s': %.700s", c->function->name, error.text);
	return named;
}

static void finish(void *argument)
{
	struct kernels_device__completion *c = argument;
	if (c->span.put)
		kernels_device_report(&c->span);
	if (c->result)
		async_request_off_cancel(c->request, &c->hook);
	if (claim(c)) {
		if (c->number != 0) {
			const struct kernels_device_error error = explain(c);
			async_value_fail(c->result, kernels_site_error(c->site, c->request, error.code, "%s", error.text));
		} else if (c->payload) {
			async_value_forward(c->result, async_value_retain(c->payload));
		} else {
			async_value_set_available(c->result);
		}
	}
	end_watched(c);
}

static void done(struct kernels_device_signal *signal, int32_t number)
{
	struct kernels_device__completion *c = (struct kernels_device__completion *)signal;
	c->number = number;
	if (c->span.put)
		c->span.ended = async_now_ns();
	/* release: publishes the number; acquire: the task reads what start() has stored. A completion that is not
	 * watched yet may be freed now */
	if (__atomic_exchange_n(&c->state, ENDED, __ATOMIC_ACQ_REL) == WATCHED)
		async_external_complete(&c->external);
}

static void cancelled(struct async_cancel_hook *hook, struct async_error *error)
{
	struct kernels_device__completion *c =
		(void *)((char *)hook - offsetof(struct kernels_device__completion, hook));
	if (claim(c))
		async_value_fail(c->result, async_error_retain(error));
}

struct kernels_device__completion *kernels_device__completion_create(
	struct kernels_frame *frame, struct kernels_device_context *context)
{
	struct kernels_device__completion *c = async_alloc(
		kernels_host(frame->request)->allocator, sizeof *c, _Alignof(struct kernels_device__completion));
	if (!c) {
		kernels_frame_fail_with(frame,
			kernels_site_error(frame->site, frame->request, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory"));
		return NULL;
	}
	c->signal.done = done;
	c->request = frame->request;
	c->site = frame->site;
	c->context = context;
	c->function = NULL;
	c->number = 0;
	c->state = STARTING;
	c->span.put = 0;
	async_external_begin(&c->external, kernels_host(c->request)->queue, "device", finish, c);
	return c;
}

void kernels_device__completion_watch(
	struct kernels_device__completion *c, const struct kernels_device_stream *stream, const char *name)
{
	if (kernels_device_is_watched())
		c->span = (struct kernels_device_span){
			.device = c->context->label, .name = name, .stream = (uintptr_t)stream, .put = async_now_ns() };
}

/* The command has ended already. */
static void end_now(struct kernels_device__completion *c, struct kernels_frame *frame, bool waits, struct async_value *payload)
{
	if (c->span.put)
		kernels_device_report(&c->span);
	if (waits && c->number != 0) {
		const struct kernels_device_error error = explain(c);
		kernels_device__fail_frame(frame, &error);
		async_value_release(payload);
	} else {
		frame->results[0] = waits && payload ? payload : async_chain();
	}
	async_external_abandon(&c->external);
	free_completion(c);
}

/* The result of the frame, which completes later, with a reference for the completion. Without memory, the frame fails, but the
 * completion keeps what the device uses. */
static struct async_value *later_result(struct kernels_frame *frame, const struct async_value *payload)
{
	struct async_value *result = NULL;
	if (payload)
		frame->results[0] = result =
			async_value_create_indirect(kernels_host(frame->request)->allocator, async_value_type(payload));
	else
		result = kernels_frame_result(frame, 0, ASYNC_TYPE_CHAIN);
	/* the executor replaces a result that is NULL by an error */
	return result ? async_value_retain(result) : NULL;
}

void kernels_device__completion_start(struct kernels_device__completion *c, struct kernels_frame *frame, bool waits,
	struct async_value *payload, uint32_t kept_count)
{
	/* acquire: pairs with done(); the number */
	if (__atomic_load_n(&c->state, __ATOMIC_ACQUIRE) == ENDED) {
		end_now(c, frame, waits, payload);
		return;
	}
	struct async_value *result = waits ? later_result(frame, payload) : NULL;
	if (!waits)
		frame->results[0] = async_chain();
	kernels_begin_work(c->request, c->site);
	kernels_device_retain(&c->context->base);
	c->result = result;
	c->payload = payload;
	for (uint32_t i = 0; i < 2; i++)
		c->kept[i] = i < kept_count ? async_value_retain(frame->arguments[i]) : NULL;
	c->hook = (struct async_cancel_hook){ .run = cancelled };
	c->completed = 0;
	if (result)
		async_request_on_cancel(c->request, &c->hook);
	/* release: the task reads all of this; acquire: the number */
	if (__atomic_exchange_n(&c->state, WATCHED, __ATOMIC_ACQ_REL) == ENDED)
		async_external_complete(&c->external);
}

void kernels_device__completion_fail(struct kernels_device__completion *c, struct kernels_frame *frame,
	const struct kernels_device_error *error)
{
	kernels_device__fail_frame(frame, error);
	async_external_abandon(&c->external);
	free_completion(c);
}
