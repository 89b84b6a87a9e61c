/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Buffers: allocation, views, registered memory, reading and filling. */
#include "common.h"
#include <inttypes.h>
#include <string.h>

void kernels_device__allocator_create(struct kernels_call *call)
{
	struct kernels_device_context *context = ARGUMENT(struct kernels_device_context *, 0);
	kernels_device_retain(&context->base);
	RESULT(struct kernels_device_context *, 0) = context;
}

static void allocate(struct kernels_call *call, struct kernels_device_context *context, uint32_t operand, bool host_memory)
{
	const int64_t size = ARGUMENT(int64_t, operand);
	struct kernels_device_error error;
	if (size < 0 || (uint64_t)size > PTRDIFF_MAX) {
		kernels_call_fail(call, "argument %u: a buffer of %" PRId64 " bytes", (unsigned)operand, size);
		return;
	}
	struct kernels_device_buffer *buffer =
		context->base.driver->buffer_create(context, (size_t)size, host_memory, &error);
	if (buffer)
		RESULT(struct kernels_device_buffer *, 0) = buffer;
	else
		kernels_device__fail_call(call, &error);
}

void kernels_device__mem_allocate(struct kernels_call *call)
{
	struct kernels_device_context *context = ARGUMENT(struct kernels_device_context *, 0);
	struct kernels_device_error error;
	if (kernels_device__same_context(ARGUMENT(struct kernels_device_stream *, 1)->context, context, 0, &error))
		allocate(call, context, 2, false);
	else
		kernels_device__fail_call(call, &error);
}

void kernels_device__mem_allocate_host(struct kernels_call *call)
{
	allocate(call, ARGUMENT(struct kernels_device_context *, 0), 1, true);
}

/* The memory ends with its last reference: commands of the stream, and views, may still use it. */
void kernels_device__mem_deallocate(struct kernels_call *call)
{
	struct kernels_device_error error;
	if (!kernels_device__same_context(ARGUMENT(struct kernels_device_stream *, 1)->context,
		    ARGUMENT(struct kernels_device_buffer *, 0)->context, 0, &error))
		kernels_device__fail_call(call, &error);
}

static void release_host(void *owner)
{
	kernels_buffer_release(owner);
}

void kernels_device__mem_register(struct kernels_call *call)
{
	struct kernels_device_context *context = ARGUMENT(struct kernels_device_context *, 0);
	struct kernels_buffer *host = ARGUMENT(struct kernels_buffer *, 1);
	struct kernels_device_error error;
	kernels_buffer_retain(host);
	struct kernels_device_buffer *buffer = context->base.driver->buffer_wrap(
		context, kernels_buffer_data(host), kernels_buffer_size(host), release_host, host, &error);
	if (buffer) {
		RESULT(struct kernels_device_buffer *, 0) = buffer;
		return;
	}
	kernels_buffer_release(host);
	kernels_device__fail_call(call, &error);
}

void kernels_device__mem_view(struct kernels_call *call)
{
	struct kernels_device_buffer *buffer = ARGUMENT(struct kernels_device_buffer *, 0);
	const uint64_t offset = ARGUMENT(uint64_t, 1), size = ARGUMENT(uint64_t, 2);
	struct kernels_device_error error;
	if (offset > buffer->size || size > buffer->size - offset) {
		kernels_call_fail(call, "buffer size (%zu) is smaller than offset (%" PRIu64 ") plus size (%" PRIu64 ")",
			buffer->size, offset, size);
		return;
	}
	struct kernels_device_buffer *view =
		buffer->base.driver->buffer_view(buffer, (size_t)offset, (size_t)size, &error);
	if (view)
		RESULT(struct kernels_device_buffer *, 0) = view;
	else
		kernels_device__fail_call(call, &error);
}

void kernels_device__mem_print_metadata(struct kernels_call *call)
{
	const struct kernels_device_buffer *buffer = ARGUMENT(struct kernels_device_buffer *, 0);
	async_host_print(kernels_host(call->request), "GpuBuffer<pointer=%p (%s), size=%zu>",
		buffer->host ? buffer->host : (const void *)buffer, buffer->base.driver->name, buffer->size);
}

/* Reads host memory; commands that write it must have ended. */
void kernels_device__mem_load(struct kernels_frame *frame)
{
	const struct kernels_device_buffer *buffer = VALUE(struct kernels_device_buffer *, 0);
	enum kernels_dtype dtype;
	if (frame->site->attribute_count < 1 || !kernels_attr_dtype(frame->site->attributes[0], &dtype)) {
		kernels_frame_fail(frame, "attribute 0 is not a type");
		return;
	}
	if (dtype != KERNELS_I1 && dtype != KERNELS_I32) {
		kernels_frame_fail(frame, "unsupported type %s; expected i1 or i32", kernels_dtype_name(dtype));
		return;
	}
	const size_t size = dtype == KERNELS_I1 ? 1 : 4;
	if (!buffer->host) {
		kernels_frame_fail(frame, "argument 0 is memory of %s; expected memory of the host: copy it first",
			buffer->context->label);
	} else if (buffer->size < size) {
		kernels_frame_fail(frame, "argument 0 has %zu bytes; expected %zu", buffer->size, size);
	} else if (dtype == KERNELS_I1) {
		uint8_t value = *(const uint8_t *)buffer->host != 0;
		kernels_frame_return(frame, 0, kernels_types()->i1, &value);
	} else {
		int32_t value;
		memcpy(&value, buffer->host, sizeof value);
		kernels_frame_return(frame, 0, kernels_types()->i32, &value);
	}
}

/* Fills whole words of 32 bits; the rest of an odd size stays. */
void kernels_device__mem_set(struct kernels_frame *frame)
{
	struct kernels_device_buffer *buffer = VALUE(struct kernels_device_buffer *, 0);
	struct kernels_device_stream *stream = VALUE(struct kernels_device_stream *, 2);
	const async_type_id type = async_value_type(frame->arguments[1]);
	const struct kernels_type_ids *types = kernels_types();
	struct kernels_device_error error;
	if (type != types->i32 && type != types->ui32 && type != types->f32) {
		kernels_frame_fail(frame, "Expected 32 bit value.");
		return;
	}
	const size_t size = buffer->size & ~(size_t)3;
	if (!kernels_device__same_context(stream->context, buffer->context, 0, &error) ||
		(size > 0 && !stream->base.driver->fill(stream, buffer,
				     async_value_payload_small(frame->arguments[1]), 4, size, &error)))
		kernels_device__fail_frame(frame, &error);
	else
		frame->results[0] = async_chain();
}
