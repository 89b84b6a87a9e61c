/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Host tensors, and the payload types of this header. */
#include <kernels/tensor.h>
#include <pthread.h>

bool kernels_tensor_init(struct kernels_tensor *out, const struct async_allocator *allocator, enum kernels_dtype dtype,
	const struct kernels_shape *shape)
{
	int64_t count;
	size_t size, element = kernels_dtype_size(dtype);
	*out = (struct kernels_tensor){ .kind = KERNELS_TENSOR_DENSE, .dtype = dtype };
	if (element == 0 || !kernels_shape_elements(shape, &count) || __builtin_mul_overflow(count, element, &size))
		return false;
	out->shape = *shape;
	out->buffer = kernels_buffer_create(allocator, size, 64);
	return out->buffer != NULL;
}

void kernels_tensor_finish(struct kernels_tensor *tensor)
{
	if (!tensor)
		return;
	kernels_buffer_release(tensor->buffer);
	kernels_buffer_release(tensor->indices);
	tensor->buffer = NULL;
	tensor->indices = NULL;
}

int64_t kernels_tensor_elements(const struct kernels_tensor *tensor)
{
	int64_t count;
	return kernels_shape_elements(&tensor->shape, &count) ? count : 0; /* fits for every existing tensor */
}

/* ---- payloads */

static void tensor_destroy(void *payload)
{
	kernels_tensor_finish(payload);
}

static int tensor_copy(void *to, const void *from)
{
	struct kernels_tensor *copy = to;
	*copy = *(const struct kernels_tensor *)from;
	if (copy->buffer)
		kernels_buffer_retain(copy->buffer);
	if (copy->indices)
		kernels_buffer_retain(copy->indices);
	return 0;
}

static void buffer_destroy(void *payload)
{
	kernels_buffer_release(*(struct kernels_buffer **)payload);
}

static int buffer_copy(void *to, const void *from)
{
	*(struct kernels_buffer **)to = kernels_buffer_retain(*(struct kernels_buffer *const *)from);
	return 0;
}

static void shape_destroy(void *payload)
{
	struct kernels_dims *dims = payload;
	if (dims->rank > KERNELS_INLINE_RANK)
		kernels_dims_finish(dims);
}

static int shape_copy(void *to, const void *from)
{
	const struct kernels_dims *dims = from;
	const struct async_allocator *allocator =
		dims->rank > KERNELS_INLINE_RANK ? dims->at.large.allocator : NULL;
	return kernels_dims_init(to, allocator, kernels_dims_data(dims), dims->rank) ? 0 : -1;
}

static void partial_shape_destroy(void *payload)
{
	shape_destroy(&((struct kernels_partial_shape *)payload)->dims);
}

static int partial_shape_copy(void *to, const void *from)
{
	const struct kernels_partial_shape *partial = from;
	struct kernels_partial_shape *copy = to;
	copy->ranked = partial->ranked;
	return shape_copy(&copy->dims, &partial->dims);
}

static void handle_destroy(void *payload)
{
	struct kernels_tensor_handle *handle = payload;
	async_value_release(handle->tensor);
	if (handle->place)
		handle->place->release(handle->object);
}

static struct kernels_tensor_types types;

static void register_types(void)
{
	static const struct async_type shape = { .name = "!ts.shape", .size = sizeof(struct kernels_dims),
		.align = _Alignof(struct kernels_dims), .destroy = shape_destroy, .copy = shape_copy };
	static const struct async_type partial_shape = { .name = "!ts.partial_shape",
		.size = sizeof(struct kernels_partial_shape), .align = _Alignof(struct kernels_partial_shape),
		.destroy = partial_shape_destroy, .copy = partial_shape_copy };
	static const struct async_type buffer = { .name = "!ht.host_buffer", .size = sizeof(struct kernels_buffer *),
		.align = _Alignof(struct kernels_buffer *), .destroy = buffer_destroy, .copy = buffer_copy };
	static const struct async_type tensor = { .name = "!tfrt_tensor.tensor", .size = sizeof(struct kernels_tensor),
		.align = _Alignof(struct kernels_tensor), .destroy = tensor_destroy, .copy = tensor_copy };
	static const struct async_type handle = { .name = "!corert.tensorhandle", .size = sizeof(struct kernels_tensor_handle),
		.align = _Alignof(struct kernels_tensor_handle), .destroy = handle_destroy };
	types.shape = async_type_register(&shape);
	types.partial_shape = async_type_register(&partial_shape);
	types.buffer = async_type_register(&buffer);
	types.tensor = async_type_register(&tensor);
	types.handle = async_type_register(&handle);
}

const struct kernels_tensor_types *kernels_tensor_types(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, register_types);
	return &types;
}
