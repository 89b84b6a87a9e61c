/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tensor handles from attributes and tensors, and back. The pack's other kernels do the work, on the tensors. */
#include "eager/eager.h"
#include "common/arguments.h"
#include "common/print.h"
#include "tensors/tensors.h"
#include <inttypes.h>
#include <string.h>

static void attributes_destroy(void *payload) { kernels_attributes_release(*(struct kernels_attributes **)payload); }

static int attributes_copy(void *to, const void *from)
{
	*(struct kernels_attributes **)to = kernels_attributes_retain(*(struct kernels_attributes *const *)from);
	return 0;
}

static void text_destroy(void *payload) { async_type_get(kernels_types()->string)->destroy(payload); }
static int text_copy(void *to, const void *from) { return async_type_get(kernels_types()->string)->copy(to, from); }

bool kernels_tensor__register_eager_types(void)
{
	enum { SIZE = sizeof(void *), ALIGN = _Alignof(void *) };
	static const struct async_type types[] = {
		{ .name = KERNELS_TENSOR__HANDLER, .size = SIZE, .align = ALIGN },
		{ .name = KERNELS_TENSOR__OP, .size = SIZE, .align = ALIGN },
		{ KERNELS_TENSOR__OP_ATTRS, SIZE, ALIGN, attributes_destroy, NULL, attributes_copy },
		{ KERNELS_TENSOR__FROZEN_ATTRS, SIZE, ALIGN, attributes_destroy, NULL, attributes_copy },
		{ KERNELS_TENSOR__TENSOR_TYPE, sizeof(struct kernels_text), _Alignof(struct kernels_text), text_destroy, NULL,
			text_copy },
		{ .name = KERNELS_TENSOR__DEVICE, .size = SIZE, .align = ALIGN },
	};
	bool all = kernels_tensor_types()->handle != ASYNC_TYPE_NONE;
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		all = all && async_type_register(&types[i]) != ASYNC_TYPE_NONE;
	return all;
}

const struct kernels_tensor *kernels_tensor__in_handle(struct kernels_call *call, uint32_t index)
{
	const struct kernels_tensor_handle *handle = call->arguments[index];
	if (handle->tensor)
		return async_value_payload(handle->tensor);
	kernels_call_fail(call, "argument %" PRIu32 ": the tensor is on another task", index);
	return NULL;
}

/* ---- new handles */

/* Result 0 becomes a handle of a tensor, which is taken over. */
static void return_tensor(struct kernels_call *call, struct kernels_tensor *tensor)
{
	struct async_value *value =
		async_value_create_available(kernels_tensor__allocator(call), kernels_tensor_types()->tensor, tensor);
	if (value) {
		*(struct kernels_tensor_handle *)call->results[0] = (struct kernels_tensor_handle){ .tensor = value };
		return;
	}
	kernels_tensor_finish(tensor);
	kernels_call_fail(call, "out of memory");
}

void kernels_tensor__const_string_handle(struct kernels_call *call)
{
	struct kernels_tensor tensor;
	void *results[] = { &tensor };
	struct kernels_call inner = { NULL, results, call->site, call->request, NULL };
	kernels_tensor__create_string_or_splat(&inner);
	call->error = inner.error;
	if (!inner.error)
		return_tensor(call, &tensor);
}

bool kernels_tensor__from_elements(struct kernels_call *call, enum kernels_dtype dtype, const struct kernels_shape *shape,
	const uint8_t *elements, size_t count, struct kernels_tensor *out)
{
	/* arrays of complex numbers: real, imaginary, ... */
	const bool is_complex = dtype == KERNELS_COMPLEX64 || dtype == KERNELS_COMPLEX128;
	const enum kernels_dtype part = !is_complex ? dtype : dtype == KERNELS_COMPLEX64 ? KERNELS_F32 : KERNELS_F64;
	const size_t parts = is_complex ? 2 : 1, size = kernels_dtype_size(part);
	int64_t wanted;
	if (!kernels_shape_elements(shape, &wanted) || ((uint64_t)wanted * parts != count && count != parts)) {
		kernels_call_fail(call, "Incorrect number of values for the tensor: %zu, but expected shape %s", count / parts,
			kernels_tensor__shape_text(shape).text);
		return false;
	}
	if (!kernels_tensor__create(call, dtype, shape, out))
		return false;
	char *data = kernels_tensor_data(out);
	if ((uint64_t)wanted * parts == count) {
		kernels_elements_load(data, elements, part, count);
	} else {
		for (int64_t i = 0; i < wanted; i++)
			kernels_elements_load(data + (size_t)i * parts * size, elements, part, parts);
	}
	return true;
}

static void return_elements(struct kernels_call *call, enum kernels_dtype dtype, const struct kernels_shape *shape,
	const uint8_t *elements, size_t count)
{
	struct kernels_tensor tensor;
	if (kernels_tensor__from_elements(call, dtype, shape, elements, count, &tensor))
		return_tensor(call, &tensor);
}

void kernels_tensor__const_dense_handle(struct kernels_call *call)
{
	struct kernels_dense_view dense;
	struct kernels_shape shape;
	if (call->site->attribute_count < 1 || !kernels_attr_dense(call->site->attributes[0], &dense)) {
		kernels_call_fail(call, "attribute 0 is not a dense tensor");
		return;
	}
	if (dense.rank > KERNELS_MAX_RANK || kernels_dtype_size(dense.dtype) == 0) {
		kernels_call_fail(call, "attribute 0: no tensor of %s with %" PRIu32 " dimensions", kernels_dtype_name(dense.dtype),
			dense.rank);
		return;
	}
	shape.rank = dense.rank;
	for (uint32_t i = 0; i < dense.rank; i++) {
		shape.dims[i] = kernels_load_i64(dense.dims + 8 * (size_t)i);
		if (shape.dims[i] < 0) {
			kernels_call_fail(call, "attribute 0: dimension %" PRIu32 " is negative", i);
			return;
		}
	}
	const bool is_complex = dense.dtype == KERNELS_COMPLEX64 || dense.dtype == KERNELS_COMPLEX128;
	return_elements(call, dense.dtype, &shape, dense.elements, (size_t)dense.count * (is_complex ? 2 : 1));
}

void kernels_tensor__create_dense_handle(struct kernels_call *call, enum kernels_dtype dtype)
{
	struct kernels_shape shape;
	struct kernels_array values;
	if (kernels_tensor__shape_attribute(call, 0, &shape) && kernels_call_array(call, 1, dtype, &values))
		return_elements(call, dtype, &shape, values.elements, values.count);
}

void kernels_tensor__error_handle(struct kernels_call *call) { kernels_call_fail(call, "invalid tensorhandle"); }

/* Another handle of the same tensor. */
static void return_same(struct kernels_frame *frame, struct async_value *tensor)
{
	struct kernels_tensor_handle handle = { .tensor = async_value_retain(tensor) };
	kernels_frame_return(frame, 0, kernels_tensor_types()->handle, &handle);
}

void kernels_tensor__tensor_to_handle(struct kernels_frame *frame) { return_same(frame, frame->arguments[0]); }

/* ---- from handles */

void kernels_tensor__print_handle(struct kernels_call *call)
{
	void *tensor = (void *)(uintptr_t)kernels_tensor__in_handle(call, 0);
	if (!tensor)
		return;
	struct kernels_call inner = { &tensor, NULL, call->site, call->request, NULL };
	kernels_tensor__print_tensor(&inner);
	call->error = inner.error;
}

void kernels_tensor__handle_to_i32(struct kernels_call *call)
{
	const struct kernels_tensor *tensor = kernels_tensor__in_handle(call, 0);
	if (!tensor)
		return;
	if (tensor->kind == KERNELS_TENSOR_DENSE && tensor->dtype == KERNELS_I32 && kernels_tensor_elements(tensor) == 1)
		memcpy(call->results[0], kernels_tensor_bytes(tensor), sizeof(int32_t));
	else
		kernels_call_fail(call, "argument 0: expected one element of i32, got %s with shape %s",
			kernels_dtype_name(tensor->dtype), kernels_tensor__shape_text(&tensor->shape).text);
}

void kernels_tensor__handle_to_shape(struct kernels_call *call)
{
	const struct kernels_tensor_handle *handle = call->arguments[0];
	if (handle->tensor) {
		const struct kernels_tensor *tensor = async_value_payload(handle->tensor);
		kernels_tensor__return_dims(call, call->results[0], tensor->shape.dims, tensor->shape.rank);
	} else if (!handle->place->shape(handle->object, kernels_tensor__allocator(call), call->results[0])) {
		kernels_call_fail(call, "out of memory");
	}
}

void kernels_tensor__handle_to_tensor(struct kernels_frame *frame)
{
	const struct kernels_tensor_handle *handle = async_value_payload(frame->arguments[0]);
	if (handle->tensor)
		frame->results[0] = async_value_retain(handle->tensor);
	else
		handle->place->fetch(handle->object, frame);
}

/* ---- devices and types. All devices that have tensors of this type are the host. */

static const char *type_of(const struct kernels_tensor *tensor)
{
	return tensor->kind == KERNELS_TENSOR_STRING ? "StringHost" : tensor->kind == KERNELS_TENSOR_COO ? "CooHost" : "DenseHost";
}

void kernels_tensor__handle_type(struct kernels_call *call)
{
	const struct kernels_tensor *tensor = kernels_tensor__in_handle(call, 0);
	const char *type = tensor ? type_of(tensor) : "";
	if (tensor && !kernels_text_init(call->results[0], kernels_tensor__allocator(call), type, strlen(type)))
		kernels_call_fail(call, "out of memory");
}

void kernels_tensor__transfer_handle(struct kernels_frame *frame)
{
	const struct kernels_tensor_handle *handle = async_value_payload(frame->arguments[0]);
	if (handle->tensor)
		return_same(frame, handle->tensor);
	else
		kernels_frame_fail(frame, "argument 0: the tensor is on another task");
}

void kernels_tensor__transfer_handle_as(struct kernels_frame *frame)
{
	const struct kernels_tensor_handle *handle = async_value_payload(frame->arguments[0]);
	const struct kernels_text *wanted = async_value_payload(frame->arguments[2]);
	const char *type = handle->tensor ? type_of(async_value_payload(handle->tensor)) : NULL;
	if (type && (wanted->size != strlen(type) || memcmp(wanted->data, type, wanted->size) != 0))
		kernels_frame_fail(frame, "argument 2: no conversion of a tensor of type '%s' to '%.*s'", type,
			(int)(wanted->size < 100 ? wanted->size : 100), wanted->data);
	else
		kernels_tensor__transfer_handle(frame);
}
