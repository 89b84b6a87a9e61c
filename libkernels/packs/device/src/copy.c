/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies between buffers of devices and memory of the host, which is kept until the copy has ended. */
#include "common.h"
#include <inttypes.h>

struct side {
	struct kernels_device_place place;
	struct kernels_device_context *context; /* NULL: memory of the host alone */
	size_t size;
};

/* Returns false for a value that is not a buffer. */
static bool side_of(struct kernels_frame *frame, uint32_t index, bool written, struct side *out)
{
	struct async_value *value = frame->arguments[index];
	const async_type_id type = async_value_type(value);
	if (type == kernels_device_types()->buffer) {
		struct kernels_device_buffer *buffer = VALUE(struct kernels_device_buffer *, index);
		*out = (struct side){ { buffer, NULL }, buffer->context, buffer->size };
		return true;
	}
	if (type == kernels_tensor_types()->buffer) {
		struct kernels_buffer *buffer = VALUE(struct kernels_buffer *, index);
		void *bytes = written ? kernels_buffer_data(buffer) : (void *)(uintptr_t)kernels_buffer_bytes(buffer);
		*out = (struct side){ { NULL, bytes }, NULL, kernels_buffer_size(buffer) };
		return true;
	}
	kernels_frame_fail(frame, "argument %u is a %s; expected !tfrt_gpu.buffer or !ht.host_buffer", (unsigned)index,
		async_type_get(type)->name);
	return false;
}

static bool is_host(const struct side *side)
{
	return !side->place.buffer || side->place.buffer->host;
}

/* Puts the copy into the stream. `payload`: the result when the copy has ended, one reference; NULL: the result is a chain that is
 * available. */
static void put_copy(struct kernels_frame *frame, struct kernels_device_stream *stream, const struct side *to,
	const struct side *from, size_t size, struct async_value *payload)
{
	struct kernels_device_error error;
	struct kernels_device__completion *completion = NULL;
	if (payload || is_host(to) || is_host(from)) {
		completion = kernels_device__completion_create(frame, stream->context);
		if (!completion) {
			async_value_release(payload);
			return;
		}
		kernels_device__completion_watch(completion, stream, "copy");
	}
	if (!stream->base.driver->copy(stream, &to->place, &from->place, size, completion ? &completion->signal : NULL, &error)) {
		async_value_release(payload);
		if (completion)
			kernels_device__completion_fail(completion, frame, &error);
		else
			kernels_device__fail_frame(frame, &error);
	} else if (completion) {
		kernels_device__completion_start(completion, frame, payload != NULL, payload, 2);
	} else {
		frame->results[0] = async_chain();
	}
}

/* Returns false, with the frame failed, if the buffers are not in the context of the stream. */
static bool check_sides(struct kernels_frame *frame, const struct kernels_device_stream *stream, const struct side *to,
	const struct side *from)
{
	struct kernels_device_error error;
	if ((!to->context || kernels_device__same_context(stream->context, to->context, 0, &error)) &&
		(!from->context || kernels_device__same_context(stream->context, from->context, 1, &error)))
		return true;
	kernels_device__fail_frame(frame, &error);
	return false;
}

void kernels_device__mem_copy(struct kernels_frame *frame)
{
	struct kernels_device_stream *stream = VALUE(struct kernels_device_stream *, 2);
	struct side to, from;
	if (!side_of(frame, 0, true, &to) || !side_of(frame, 1, false, &from) || !check_sides(frame, stream, &to, &from))
		return;
	if (to.size != from.size)
		kernels_frame_fail(frame, "Buffer sizes don't match: %zu (dst size) vs %zu (src size)", to.size, from.size);
	else if (to.size == 0 || frame->arguments[0] == frame->arguments[1])
		frame->results[0] = async_chain();
	else if (is_host(&to) && is_host(&from))
		kernels_frame_fail(frame, "both buffers are memory of the host; expected one of %s", stream->context->label);
	else
		put_copy(frame, stream, &to, &from, to.size, NULL);
}

/* ---- tensors */

void kernels_device__tensor_write(struct kernels_frame *frame)
{
	struct kernels_device_buffer *buffer = VALUE(struct kernels_device_buffer *, 0);
	const struct kernels_tensor *tensor = async_value_payload(frame->arguments[1]);
	struct kernels_device_stream *stream = VALUE(struct kernels_device_stream *, 2);
	if (tensor->kind != KERNELS_TENSOR_DENSE) {
		kernels_frame_fail(frame, "argument 1 is not a dense tensor");
		return;
	}
	const size_t size = kernels_buffer_size(tensor->buffer);
	const struct side to = { { buffer, NULL }, buffer->context, buffer->size };
	const struct side from = { { NULL, (void *)(uintptr_t)kernels_tensor_bytes(tensor) }, NULL, size };
	if (!check_sides(frame, stream, &to, &from))
		return;
	if (size > buffer->size)
		kernels_frame_fail(frame, "argument 0 has %zu bytes; the tensor has %zu", buffer->size, size);
	else if (size == 0)
		frame->results[0] = async_chain();
	else
		put_copy(frame, stream, &to, &from, size, NULL);
}

/* Creates the tensor, and the result that becomes it. Returns NULL if the frame has failed. */
static struct async_value *make_tensor(
	struct kernels_frame *frame, enum kernels_dtype dtype, const struct kernels_dims *dims)
{
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	struct kernels_tensor tensor;
	struct kernels_shape shape;
	int64_t elements;
	if (!kernels_dims_elements(dims, &elements) || !kernels_shape_from_dims(&shape, dims)) {
		kernels_frame_fail(frame, "argument 1: no tensor has this shape");
		return NULL;
	}
	if (kernels_tensor_init(&tensor, allocator, dtype, &shape)) {
		struct async_value *value = async_value_create_available(allocator, kernels_tensor_types()->tensor, &tensor);
		if (value)
			return value;
		kernels_tensor_finish(&tensor);
	}
	kernels_frame_fail_with(frame,
		kernels_site_error(frame->site, frame->request, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory"));
	return NULL;
}

void kernels_device__tensor_read(struct kernels_frame *frame)
{
	struct kernels_device_buffer *buffer = VALUE(struct kernels_device_buffer *, 0);
	struct kernels_device_stream *stream = VALUE(struct kernels_device_stream *, 2);
	enum kernels_dtype dtype;
	if (frame->site->attribute_count < 1 || !kernels_attr_dtype(frame->site->attributes[0], &dtype)) {
		kernels_frame_fail(frame, "attribute 0 is not a type");
		return;
	}
	struct async_value *value = make_tensor(frame, dtype, async_value_payload(frame->arguments[1]));
	if (!value)
		return;
	const struct kernels_tensor *tensor = async_value_payload(value);
	const size_t size = kernels_buffer_size(tensor->buffer);
	const struct side to = { { NULL, kernels_tensor_data(tensor) }, NULL, size };
	const struct side from = { { buffer, NULL }, buffer->context, buffer->size };
	if (!check_sides(frame, stream, &from, &to)) {
		async_value_release(value);
	} else if (size > buffer->size) {
		kernels_frame_fail(frame, "argument 0 has %zu bytes; the tensor has %zu", buffer->size, size);
		async_value_release(value);
	} else if (size == 0) {
		frame->results[0] = value;
	} else {
		put_copy(frame, stream, &to, &from, size, value);
	}
}
