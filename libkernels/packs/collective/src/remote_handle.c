/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tensor handles: dense tensors on another task, whose shapes are known here. */
#include "remote_ask.h"

struct kernels_collective__metadata kernels_collective__metadata_of(struct async_value *value)
{
	struct kernels_collective__metadata metadata = { .dtype = 0 };
	if (async_value_is_error(value) || async_value_type(value) != kernels_tensor_types()->tensor)
		return metadata;
	const struct kernels_tensor *tensor = async_value_payload(value);
	if (tensor->kind != KERNELS_TENSOR_DENSE)
		return metadata;
	metadata.dtype = (uint64_t)tensor->dtype;
	metadata.rank = tensor->shape.rank;
	memcpy(metadata.dims, tensor->shape.dims, tensor->shape.rank * sizeof *metadata.dims);
	return metadata;
}

bool kernels_collective__metadata_is_valid(const struct kernels_collective__metadata *metadata)
{
	if (metadata->dtype >= KERNELS_DTYPE_LIMIT || metadata->rank > KERNELS_MAX_RANK)
		return false;
	for (size_t i = 0; i < metadata->rank; i++)
		if (metadata->dims[i] < 0)
			return false;
	return true;
}

void kernels_collective__handle_finish(void *payload)
{
	kernels_collective__context_release(((struct kernels_collective__handle *)payload)->context);
}

void kernels_collective__handle_object(struct kernels_call *call)
{
	RESULT(struct kernels_collective__object, 0) =
		((const struct kernels_collective__handle *)call->arguments[0])->object;
}

void kernels_collective__handle_shape(struct kernels_call *call)
{
	const struct kernels_collective__handle *handle = call->arguments[0];
	if (!kernels_dims_init(&RESULT(struct kernels_dims, 0), kernels_host(call->request)->allocator, handle->metadata.dims,
		    (size_t)handle->metadata.rank))
		kernels_call_fail(call, "out of memory");
}

void kernels_collective__handle_tensor(struct kernels_frame *frame)
{
	const struct kernels_collective__handle *handle = async_value_payload(frame->arguments[0]);
	if (__atomic_load_n(&handle->context->closed, __ATOMIC_RELAXED)) /* see operation.c */
		kernels_frame_fail(frame, "the context is closed");
	else
		kernels_collective__fetch(frame, handle->context, &handle->object);
}
