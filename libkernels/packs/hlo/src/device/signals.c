/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* From the signal of a driver to a value. The driver calls done() in one of its threads, or in the caller; done() hands one task to the
 * host's queue, so that users of the value run in threads of the host. A copy is short, so cancellation does not interrupt it. */
#include "device/device.h"
#include <async/timer.h>

static void free_copy(struct hlo_device_copy *copy)
{
	struct async_request *request = copy->request;
	const struct kernels_site *site = copy->site;
	kernels_device_release(&copy->context->base);
	async_value_release(copy->result);
	async_value_release(copy->payload);
	async_value_release(copy->kept);
	async_free(kernels_host(request)->allocator, copy, sizeof *copy, _Alignof(struct hlo_device_copy));
	kernels_end_work(request, site);
}

static void fail_result(const struct hlo_device_copy *copy, const struct kernels_device_error *error)
{
	async_value_fail(copy->result, kernels_site_error(copy->site, copy->request, error->code, "%s", error->text));
}

static void finish(void *argument)
{
	struct hlo_device_copy *copy = argument;
	if (copy->span.put)
		kernels_device_report(&copy->span);
	if (copy->result && copy->number != 0) {
		struct kernels_device_error error = { .code = ASYNC_CODE_INTERNAL };
		copy->context->base.driver->explain(copy->context, copy->number, &error);
		fail_result(copy, &error);
	} else if (copy->result) {
		/* what waits may find the only reference, and write into the payload's memory */
		struct async_value *result = copy->result, *payload = copy->payload;
		copy->result = copy->payload = NULL;
		async_value_forward_last(result, payload);
	}
	free_copy(copy);
}

static void done(struct kernels_device_signal *signal, int32_t number)
{
	struct hlo_device_copy *copy = (struct hlo_device_copy *)signal;
	copy->number = number;
	if (copy->span.put)
		copy->span.ended = async_now_ns();
	async_external_complete(&copy->external);
}

struct hlo_device_copy *kernels_hlo__device_copy_begin(struct kernels_frame *frame, struct kernels_device_context *context,
	struct async_value *result, struct async_value *payload, struct async_value *kept)
{
	struct hlo_device_copy *copy =
		async_alloc(kernels_host(frame->request)->allocator, sizeof *copy, _Alignof(struct hlo_device_copy));
	if (!copy)
		return NULL;
	*copy = (struct hlo_device_copy){ .signal.done = done,
		.request = kernels_begin_work(frame->request, frame->site),
		.site = frame->site,
		.context = context,
		.result = result,
		.payload = payload,
		.kept = kept ? async_value_retain(kept) : NULL };
	kernels_device_retain(&context->base);
	async_external_begin(&copy->external, kernels_host(copy->request)->queue, "device", finish, copy);
	return copy;
}

void kernels_hlo__device_copy_watch(struct hlo_device_copy *copy, const struct kernels_device_stream *stream, const char *name)
{
	if (kernels_device_is_watched())
		copy->span = (struct kernels_device_span){
			.device = copy->context->label, .name = name, .stream = (uintptr_t)stream, .put = async_now_ns() };
}

void kernels_hlo__device_copy_abandon(struct hlo_device_copy *copy, const struct kernels_device_error *error)
{
	if (copy->result)
		fail_result(copy, error);
	async_external_abandon(&copy->external);
	free_copy(copy);
}
