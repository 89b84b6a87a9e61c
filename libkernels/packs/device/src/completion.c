/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* From the signal of a driver to a value.
 *
 * The driver calls done() in one of its threads, or in the thread that puts the command into the stream. done() hands
 * one task to the host's queue, and the task completes the value: kernels that wait for it run in threads of the host. */
#include "common.h"

static void free_completion(struct kernels_device__completion *c)
{
	struct async_request *request = c->request;
	const struct kernels_site *site = c->site;
	struct async_value *const values[] = { c->result, c->payload, c->kept[0], c->kept[1] };
	kernels_device_release(&c->context->base);
	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		async_value_release(values[i]);
	async_free(kernels_host(request)->allocator, c, sizeof *c, _Alignof(struct kernels_device__completion));
	kernels_end_work(request, site);
}

/* Returns true for the one caller that completes the result. */
static bool claim(struct kernels_device__completion *c)
{
	/* acquire and release: the two callers are the task and the thread that cancels */
	return c->result && __atomic_exchange_n(&c->completed, 1, __ATOMIC_ACQ_REL) == 0;
}

static void fail_result(struct kernels_device__completion *c, const struct kernels_device_error *error)
{
	async_value_fail(c->result, kernels_site_error(c->site, c->request, error->code, "%s", error->text));
}

static void finish(void *argument)
{
	struct kernels_device__completion *c = argument;
	if (c->result)
		async_request_off_cancel(c->request, &c->hook);
	if (claim(c)) {
		struct kernels_device_error error = { .code = ASYNC_CODE_INTERNAL };
		if (c->number != 0) {
			c->context->base.driver->explain(c->context, c->number, &error);
			fail_result(c, &error);
		} else if (c->payload) {
			async_value_forward(c->result, async_value_retain(c->payload));
		} else {
			async_value_set_available(c->result);
		}
	}
	free_completion(c);
}

static void done(struct kernels_device_signal *signal, int32_t number)
{
	struct kernels_device__completion *c = (struct kernels_device__completion *)signal;
	c->number = number;
	async_external_complete(&c->external);
}

static void cancelled(struct async_cancel_hook *hook, struct async_error *error)
{
	struct kernels_device__completion *c =
		(void *)((char *)hook - offsetof(struct kernels_device__completion, hook));
	if (claim(c))
		async_value_fail(c->result, async_error_retain(error));
}

struct kernels_device__completion *kernels_device__completion_create(struct kernels_frame *frame,
	struct kernels_device_context *context, struct async_value *result, struct async_value *payload,
	struct async_value *kept, struct async_value *kept_too)
{
	struct kernels_device__completion *c = async_alloc(
		kernels_host(frame->request)->allocator, sizeof *c, _Alignof(struct kernels_device__completion));
	if (!c) {
		struct async_error *error =
			kernels_site_error(frame->site, frame->request, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory");
		if (result)
			async_value_fail(result, async_error_retain(error));
		async_value_release(result);
		async_value_release(payload);
		kernels_frame_fail_with(frame, error);
		return NULL;
	}
	*c = (struct kernels_device__completion){ .signal.done = done,
		.request = kernels_begin_work(frame->request, frame->site),
		.site = frame->site,
		.context = context,
		.result = result,
		.payload = payload,
		.kept = { kept, kept_too },
		.hook.run = cancelled };
	kernels_device_retain(&context->base);
	async_external_begin(&c->external, kernels_host(c->request)->queue, "device", finish, c);
	for (size_t i = 0; i < 2; i++) {
		if (c->kept[i])
			async_value_retain(c->kept[i]);
	}
	if (result)
		async_request_on_cancel(c->request, &c->hook);
	return c;
}

void kernels_device__completion_fail(struct kernels_device__completion *c, struct kernels_frame *frame,
	const struct kernels_device_error *error)
{
	if (c->result)
		async_request_off_cancel(c->request, &c->hook);
	if (claim(c))
		fail_result(c, error);
	else if (!c->result)
		kernels_device__fail_frame(frame, error);
	async_external_abandon(&c->external);
	free_completion(c);
}

struct async_value *kernels_device__later_chain(struct kernels_frame *frame)
{
	struct async_value *chain = kernels_frame_result(frame, 0, ASYNC_TYPE_CHAIN);
	return chain ? async_value_retain(chain) : NULL;
}
