/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Devices, contexts, streams, events; what all kernels of the pack share. */
#include "common.h"
#include <string.h>

void kernels_device__fail_call(struct kernels_call *call, const struct kernels_device_error *error)
{
	kernels_call_fail_with(call, kernels_site_error(call->site, call->request, error->code, "%s", error->text));
}

void kernels_device__fail_frame(struct kernels_frame *frame, const struct kernels_device_error *error)
{
	kernels_frame_fail_with(frame, kernels_site_error(frame->site, frame->request, error->code, "%s", error->text));
}

bool kernels_device__same_context(const struct kernels_device_context *expected,
	const struct kernels_device_context *found, uint32_t operand, struct kernels_device_error *error)
{
	return expected == found ||
	       kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
		       "argument %u belongs to another context, of %s; expected the context of the stream, of %s",
		       (unsigned)operand, found->label, expected->label);
}

bool kernels_device__name(
	struct kernels_string text, char *out_name, size_t size, const char *what, struct kernels_device_error *error)
{
	if (text.size >= size || memchr(text.data, '\0', text.size))
		return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
			"attribute '%s' has %zu bytes or contains a NUL; expected at most %zu", what, text.size, size - 1);
	memcpy(out_name, text.data, text.size);
	out_name[text.size] = '\0';
	return true;
}

/* ---- devices and contexts: opening a driver or a device may take long, so it is done in a blocking task */

/* The device of an ordinal among those of all drivers, or of the one with this platform. */
static bool get_device(
	int32_t ordinal, int32_t platform, struct kernels_device *out_device, struct kernels_device_error *error)
{
	const struct kernels_device_driver *driver;
	uint32_t count = 0, before = 0;
	bool any = false;
	for (size_t i = 0; (driver = kernels_device_driver_at(i)) != NULL; i++) {
		if (platform != 0 && driver->platform != platform)
			continue;
		any = true;
		if (!driver->open(&count, error)) {
			if (platform != 0)
				return false;
			continue;
		}
		if (ordinal >= 0 && (uint32_t)ordinal - before < count) {
			*out_device = (struct kernels_device){ driver, (uint32_t)ordinal - before };
			return true;
		}
		before += count;
	}
	if (!any)
		return kernels_device_fail(error, ASYNC_CODE_NOT_FOUND, 0,
			"no driver for platform %d in this program; packs opencl (3) and device (4) have drivers",
			(int)platform);
	return kernels_device_fail(error, ASYNC_CODE_NOT_FOUND, 0, "no device with ordinal %d; there %s %u", (int)ordinal,
		before == 1 ? "is" : "are", (unsigned)before);
}

static void device_get_later(struct kernels_frame *frame)
{
	struct kernels_device device;
	struct kernels_device_error error;
	int32_t platform;
	if (!kernels_frame_scalar(frame, 0, KERNELS_I32, &platform))
		return;
	if (get_device(VALUE(int32_t, 0), platform, &device, &error))
		kernels_frame_return(frame, 0, kernels_device_types()->device, &device);
	else
		kernels_device__fail_frame(frame, &error);
}

void kernels_device__device_get(struct kernels_frame *frame)
{
	kernels_frame_later(frame, device_get_later, true);
}

static void device_find_later(struct kernels_frame *frame)
{
	struct kernels_device device;
	struct kernels_device_error error;
	struct kernels_string name;
	if (!kernels_frame_string(frame, 0, &name))
		return;
	if (kernels_device_find(name.data, name.size, &device, &error))
		kernels_frame_return(frame, 0, kernels_device_types()->device, &device);
	else
		kernels_device__fail_frame(frame, &error);
}

void kernels_device__device_find(struct kernels_frame *frame)
{
	kernels_frame_later(frame, device_find_later, true);
}

static void open_context(struct kernels_frame *frame, bool shared)
{
	struct kernels_device_error error;
	struct kernels_device_context *context = kernels_device_context_open(
		VALUE(struct kernels_device, 0), shared, kernels_host(frame->request)->allocator, &error);
	if (context)
		kernels_frame_return(frame, 0, kernels_device_types()->context, &context);
	else
		kernels_device__fail_frame(frame, &error);
}

static void context_primary_later(struct kernels_frame *frame) { open_context(frame, true); }
static void context_create_later(struct kernels_frame *frame) { open_context(frame, false); }

void kernels_device__context_primary(struct kernels_frame *frame)
{
	kernels_frame_later(frame, context_primary_later, true);
}

void kernels_device__context_create(struct kernels_frame *frame)
{
	kernels_frame_later(frame, context_create_later, true);
}

/* ---- streams and events */

void kernels_device__stream_create(struct kernels_call *call)
{
	struct kernels_device_context *context = ARGUMENT(struct kernels_device_context *, 0);
	struct kernels_device_error error;
	struct kernels_device_stream *stream =
		context->base.driver->stream_create(context, kernels_host(call->request)->queue, &error);
	if (stream)
		RESULT(struct kernels_device_stream *, 0) = stream;
	else
		kernels_device__fail_call(call, &error);
}

void kernels_device__stream_get_context(struct kernels_call *call)
{
	struct kernels_device_context *context = ARGUMENT(struct kernels_device_stream *, 0)->context;
	kernels_device_retain(&context->base);
	RESULT(struct kernels_device_context *, 0) = context;
}

void kernels_device__stream_wait(struct kernels_call *call)
{
	struct kernels_device_stream *stream = ARGUMENT(struct kernels_device_stream *, 0);
	struct kernels_device_event *event = ARGUMENT(struct kernels_device_event *, 1);
	struct kernels_device_error error;
	if (!kernels_device__same_context(stream->context, event->context, 1, &error) ||
		!stream->base.driver->stream_wait(stream, event, &error))
		kernels_device__fail_call(call, &error);
}

void kernels_device__event_create(struct kernels_call *call)
{
	struct kernels_device_context *context = ARGUMENT(struct kernels_device_context *, 0);
	struct kernels_device_error error;
	struct kernels_device_event *event = context->base.driver->event_create(context, &error);
	if (event)
		RESULT(struct kernels_device_event *, 0) = event;
	else
		kernels_device__fail_call(call, &error);
}

void kernels_device__event_record(struct kernels_call *call)
{
	struct kernels_device_event *event = ARGUMENT(struct kernels_device_event *, 0);
	struct kernels_device_stream *stream = ARGUMENT(struct kernels_device_stream *, 1);
	struct kernels_device_error error;
	if (!kernels_device__same_context(stream->context, event->context, 0, &error) ||
		!stream->base.driver->event_record(event, stream, &error))
		kernels_device__fail_call(call, &error);
}

/* `taken`: the driver's answer. The argument is kept: a stream that nothing holds could end before it signals. */
static void wait_for(struct kernels_frame *frame, struct kernels_device__completion *completion, bool taken,
	const struct kernels_device_error *error)
{
	if (taken)
		kernels_device__completion_start(completion, frame, true, NULL, 1);
	else
		kernels_device__completion_fail(completion, frame, error);
}

void kernels_device__stream_synchronize(struct kernels_frame *frame)
{
	struct kernels_device_stream *stream = VALUE(struct kernels_device_stream *, 0);
	struct kernels_device__completion *completion = kernels_device__completion_create(frame, stream->context);
	struct kernels_device_error error;
	if (completion)
		wait_for(frame, completion, stream->base.driver->signal(stream, &completion->signal, &error), &error);
}

void kernels_device__event_synchronize(struct kernels_frame *frame)
{
	struct kernels_device_event *event = VALUE(struct kernels_device_event *, 0);
	struct kernels_device__completion *completion = kernels_device__completion_create(frame, event->context);
	struct kernels_device_error error;
	if (completion)
		wait_for(frame, completion, event->base.driver->event_signal(event, &completion->signal, &error), &error);
}

void kernels_device__alias(struct kernels_frame *frame)
{
	frame->results[0] = kernels_frame_take(frame, 0);
}
