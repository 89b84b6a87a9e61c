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

/* ---- handles: kernels_tensor_handle's object is a struct handle */

struct handle {
	const struct async_allocator *allocator;
	struct kernels_collective__context *context; /* one reference */
	struct kernels_collective__object object;
	struct kernels_collective__metadata metadata;
};

static bool shape_of(const void *object, const struct async_allocator *allocator, struct kernels_dims *out)
{
	const struct handle *handle = object;
	return kernels_dims_init(out, allocator, handle->metadata.dims, (size_t)handle->metadata.rank) != NULL;
}

static void fetch(const void *object, struct kernels_frame *frame)
{
	const struct handle *handle = object;
	if (__atomic_load_n(&handle->context->closed, __ATOMIC_RELAXED)) /* see operation.c */
		kernels_frame_fail(frame, "the context is closed");
	else
		kernels_collective__fetch(frame, handle->context, &handle->object);
}

static void release(void *object)
{
	struct handle *handle = object;
	kernels_collective__context_release(handle->context);
	async_free(handle->allocator, handle, sizeof *handle, _Alignof(struct handle));
}

static const struct kernels_tensor_place place = { shape_of, fetch, release };

bool kernels_collective__handle_init(struct kernels_tensor_handle *out, const struct async_allocator *allocator,
	struct kernels_collective__context *context, const struct kernels_collective__object *object,
	const struct kernels_collective__metadata *metadata)
{
	struct handle *handle = async_alloc(allocator, sizeof *handle, _Alignof(struct handle));
	if (!handle)
		return false;
	*handle = (struct handle){ allocator, kernels_collective__context_retain(context), *object, *metadata };
	*out = (struct kernels_tensor_handle){ .place = &place, .object = handle };
	return true;
}

void kernels_collective__handle_object(struct kernels_call *call)
{
	const struct kernels_tensor_handle *handle = call->arguments[0];
	if (handle->place == &place)
		RESULT(struct kernels_collective__object, 0) = ((const struct handle *)handle->object)->object;
	else
		kernels_call_fail(call, "argument 0: the tensor is not on another task");
}
