/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operands and results of kernels on devices, and why a frame fails. */
#include "core/op_call.h"
#include "device/device.h"

void kernels_hlo__device_fail(struct kernels_frame *frame, const struct kernels_device_error *error)
{
	kernels_frame_fail_with(frame, kernels_site_error(frame->site, frame->request, error->code, "%s", error->text));
}

void kernels_hlo__device_out_of_memory(struct kernels_frame *frame)
{
	const struct kernels_device_error error = { .code = ASYNC_CODE_RESOURCE_EXHAUSTED, .text = "out of memory" };
	kernels_hlo__device_fail(frame, &error);
}

const void *kernels_hlo__device_plan_of(struct kernels_frame *frame, const struct hlo_op **out_op)
{
	const void *plan = kernels_hlo__plan_of(frame->site, out_op);
	if (!plan)
		kernels_frame_fail(frame, "the op was not prepared: shapes must be known when the program is opened");
	return plan;
}

struct kernels_device_stream *kernels_hlo__device_stream_of(struct kernels_frame *frame, const struct hlo_device *device)
{
	struct async_value *value = frame->arguments[0];
	struct kernels_device_stream *stream = NULL;
	if (async_value_type(value) == kernels_device_types()->stream)
		stream = *(struct kernels_device_stream *const *)async_value_payload_small(value);
	if (stream && stream->context == device->context)
		return stream;
	kernels_frame_fail(frame, stream ? "the stream is not one of %s" : "argument 0 is not a stream of %s", device->context->label);
	return NULL;
}

struct kernels_device_buffer *kernels_hlo__device_buffer_of(struct kernels_frame *frame, const struct hlo_device *device, uint32_t index,
	const struct hlo_type *type)
{
	struct async_value *value = frame->arguments[index];
	struct kernels_device_buffer *buffer = NULL;
	char text[HLO_TYPE_TEXT];
	if (async_value_type(value) == kernels_device_types()->buffer)
		buffer = *(struct kernels_device_buffer *const *)async_value_payload_small(value);
	if (buffer && buffer->context == device->context && buffer->size >= hlo_bytes(type))
		return buffer;
	kernels_frame_fail(frame, "argument %u is not a buffer of %s with %zu bytes, for %s", index, device->context->label,
		hlo_bytes(type), kernels_hlo__type_text(type, text));
	return NULL;
}

struct kernels_device_buffer *kernels_hlo__device_create_buffer(
	const struct hlo_device *device, const struct hlo_type *type, struct kernels_device_error *error)
{
	const size_t size = hlo_bytes(type);
	return device->context->base.driver->buffer_create(device->context, size ? size : 1, false, error);
}

void kernels_hlo__device_describe(const struct kernels_site *site, struct kernels_memory_use *results)
{
	const struct hlo_op *op;
	const struct hlo_device *device = kernels_hlo__plan_of(site, &op);
	for (uint32_t i = 0; device && i < op->result_count; i++) {
		if (hlo_is_token(&op->results[i]) || op->results[i].elements < 0 || device->shared)
			continue;
		results[i].size = hlo_bytes(&op->results[i]);
		results[i].argument = device->passes ? 1 : 0;
		results[i].kind = device->passes                ? KERNELS_MEMORY_ARGUMENT
				  : i < device->updates       ? KERNELS_MEMORY_MAY_REUSE
							      : KERNELS_MEMORY_NEW;
	}
}
