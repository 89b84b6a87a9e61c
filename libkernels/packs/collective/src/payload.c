/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tensors as payloads: element type and dimensions as ui64, then the elements. */
#include "common.h"
#include <string.h>

static struct kernels_buffer *copy(const struct async_allocator *allocator, const void *bytes, size_t size)
{
	struct kernels_buffer *buffer = kernels_buffer_create(allocator, size, 64);
	if (buffer && size > 0)
		memcpy(kernels_buffer_data(buffer), bytes, size);
	return buffer;
}

/* Copies the elements: a program may write to its tensor later. */
void kernels_collective__serialize(struct kernels_call *call)
{
	const struct kernels_tensor *tensor = call->arguments[0];
	const struct async_allocator *allocator = kernels_host(call->request)->allocator;
	struct kernels_collective__payload out = { 2, { NULL, NULL } };
	uint64_t header[1 + KERNELS_MAX_RANK];
	if (tensor->kind != KERNELS_TENSOR_DENSE) {
		kernels_call_fail(call, "argument 0 is not a dense tensor");
		return;
	}
	header[0] = tensor->dtype;
	for (uint32_t i = 0; i < tensor->shape.rank; i++)
		header[1 + i] = (uint64_t)tensor->shape.dims[i];
	out.buffers[0] = copy(allocator, header, (1 + tensor->shape.rank) * sizeof *header);
	out.buffers[1] = copy(allocator, kernels_tensor_bytes(tensor), kernels_buffer_size(tensor->buffer));
	if (out.buffers[0] && out.buffers[1]) {
		RESULT(struct kernels_collective__payload, 0) = out;
		return;
	}
	kernels_buffer_release(out.buffers[0]);
	kernels_buffer_release(out.buffers[1]);
	kernels_call_fail(call, "out of memory");
}

/* Reads a header, whose bytes may come from anywhere. */
static bool read_header(const struct kernels_buffer *buffer, enum kernels_dtype *out_dtype, struct kernels_shape *out_shape)
{
	const size_t words = kernels_buffer_size(buffer) / sizeof(uint64_t);
	uint64_t header[1 + KERNELS_MAX_RANK];
	if (words < 1 || words > 1 + KERNELS_MAX_RANK || kernels_buffer_size(buffer) % sizeof(uint64_t) != 0)
		return false;
	memcpy(header, kernels_buffer_bytes(buffer), words * sizeof *header);
	*out_shape = (struct kernels_shape){ .rank = (uint32_t)words - 1 };
	for (uint32_t i = 0; i < out_shape->rank; i++) {
		if (header[1 + i] > INT64_MAX)
			return false;
		out_shape->dims[i] = (int64_t)header[1 + i];
	}
	if (header[0] > UINT8_MAX || kernels_dtype_size((enum kernels_dtype)header[0]) == 0)
		return false;
	*out_dtype = (enum kernels_dtype)header[0];
	return true;
}

void kernels_collective__deserialize(struct kernels_call *call)
{
	const struct kernels_collective__payload *payload = call->arguments[0];
	enum kernels_dtype dtype;
	struct kernels_shape shape;
	struct kernels_tensor tensor;
	int64_t count;
	if (payload->count != 2 || !read_header(payload->buffers[0], &dtype, &shape) || !kernels_shape_elements(&shape, &count)) {
		kernels_call_fail(call, "argument 0 does not have the bytes of a tensor");
		return;
	}
	const size_t size = kernels_buffer_size(payload->buffers[1]), element = kernels_dtype_size(dtype);
	if (size % element != 0 || (uint64_t)count != size / element) {
		kernels_call_fail(call, "argument 0 has %zu bytes of elements; its shape has %lld elements of %zu bytes", size,
			(long long)count, element);
		return;
	}
	if (!kernels_tensor_init(&tensor, kernels_host(call->request)->allocator, dtype, &shape)) {
		kernels_call_fail(call, "out of memory");
		return;
	}
	if (size > 0)
		memcpy(kernels_tensor_data(&tensor), kernels_buffer_bytes(payload->buffers[1]), size);
	RESULT(struct kernels_tensor, 0) = tensor;
}
