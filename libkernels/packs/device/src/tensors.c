/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tensors on a device: a buffer with an element type and a shape. */
#include "common.h"

struct device_tensor {
	struct kernels_device_buffer *buffer; /* one reference; NULL in a payload that is not set */
	enum kernels_dtype dtype;
	struct kernels_shape shape;
};

static void tensor_destroy(void *payload)
{
	struct device_tensor *tensor = payload;
	if (tensor->buffer)
		kernels_device_release(&tensor->buffer->base);
}

static int tensor_copy(void *to, const void *from)
{
	const struct device_tensor *tensor = from;
	if (tensor->buffer)
		kernels_device_retain(&tensor->buffer->base);
	*(struct device_tensor *)to = *tensor;
	return 0;
}

bool kernels_device__register_tensors(void)
{
	static const struct async_type type = { .name = "!tfrt_gpu.tensor",
		.size = sizeof(struct device_tensor),
		.align = _Alignof(struct device_tensor),
		.destroy = tensor_destroy,
		.copy = tensor_copy };
	return async_type_register(&type) != ASYNC_TYPE_NONE;
}

/* The sizes must agree exactly, as in TFRT: a view takes a part of a larger buffer. */
static void make(struct kernels_call *call, enum kernels_dtype dtype)
{
	struct kernels_device_buffer *buffer = ARGUMENT(struct kernels_device_buffer *, 0);
	const struct kernels_dims *dims = call->arguments[1];
	const size_t element = kernels_dtype_size(dtype);
	struct kernels_shape shape;
	int64_t elements;
	char text[KERNELS_SHAPE_TEXT];
	if (!kernels_dims_elements(dims, &elements) || !kernels_shape_from_dims(&shape, dims)) {
		kernels_call_fail(call, "argument 1: no tensor has this shape");
		return;
	}
	if ((uint64_t)elements > SIZE_MAX / element || (size_t)elements * element != buffer->size) {
		kernels_shape_text(&shape, text, sizeof text);
		kernels_call_fail(call,
			"tfrt_gpu.tensor.make failed: buffer_size (%zu) is not equal to the number of elements in shape (%s) times "
			"element size (%zu)",
			buffer->size, text, element);
		return;
	}
	kernels_device_retain(&buffer->base);
	RESULT(struct device_tensor, 0) = (struct device_tensor){ buffer, dtype, shape };
}

void kernels_device__tensor_make_i8(struct kernels_call *call) { make(call, KERNELS_I8); }
void kernels_device__tensor_make_i32(struct kernels_call *call) { make(call, KERNELS_I32); }
void kernels_device__tensor_make_i64(struct kernels_call *call) { make(call, KERNELS_I64); }
void kernels_device__tensor_make_f32(struct kernels_call *call) { make(call, KERNELS_F32); }
void kernels_device__tensor_make_f64(struct kernels_call *call) { make(call, KERNELS_F64); }

void kernels_device__tensor_print_metadata(struct kernels_call *call)
{
	const struct device_tensor *tensor = call->arguments[0];
	const struct kernels_device_buffer *buffer = tensor->buffer;
	char text[KERNELS_SHAPE_TEXT];
	kernels_shape_text(&tensor->shape, text, sizeof text);
	async_host_print(kernels_host(call->request), "DenseGpuTensor<dtype=%s, shape=%s, pointer=%p (%s)>\n",
		kernels_dtype_name(tensor->dtype), text, buffer->host ? buffer->host : (const void *)buffer,
		buffer->base.driver->name);
}
