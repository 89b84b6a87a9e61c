/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tfrt_dht.*: creates and fills dense tensors. */
#include "tensors/tensors.h"
#include "common/arguments.h"
#include "common/print.h"
#include <inttypes.h>
#include <string.h>

void kernels_tensor__create_uninitialized(struct kernels_call *call, enum kernels_dtype dtype, uint32_t rank)
{
	struct kernels_shape shape;
	if (!kernels_tensor__shape_attribute(call, 0, &shape))
		return;
	if (shape.rank != rank) {
		kernels_call_fail(call, "attribute 0: expected %" PRIu32 " dimensions, got %" PRIu32, rank, shape.rank);
		return;
	}
	kernels_tensor__create(call, dtype, &shape, call->results[0]);
}

/* The value of an attribute; for complex numbers two attributes, sorted by name: imaginary, real. */
static bool value_attribute(struct kernels_call *call, enum kernels_dtype dtype, void *out)
{
	size_t half = kernels_dtype_size(dtype) / 2;
	if (dtype != KERNELS_COMPLEX64 && dtype != KERNELS_COMPLEX128)
		return kernels_call_scalar(call, 0, dtype, out);
	enum kernels_dtype part = dtype == KERNELS_COMPLEX64 ? KERNELS_F32 : KERNELS_F64;
	return kernels_call_scalar(call, 0, part, (char *)out + half) && kernels_call_scalar(call, 1, part, out);
}

void kernels_tensor__fill(struct kernels_call *call, enum kernels_dtype dtype)
{
	char value[16];
	const struct kernels_tensor *tensor = kernels_tensor__dense(call, 0, dtype, KERNELS_TENSOR__ANY_RANK);
	if (!tensor || !value_attribute(call, dtype, value))
		return;
	char *data = kernels_tensor_data(tensor);
	size_t element = kernels_dtype_size(dtype), size = (size_t)kernels_tensor_elements(tensor) * element;
	if (size == 0)
		return;
	memcpy(data, value, element);
	for (size_t done = element; done < size;) {
		size_t n = done < size - done ? done : size - done; /* the filled part is the next pattern */
		memcpy(data + done, data, n);
		done += n;
	}
}

static bool right_count(struct kernels_call *call, size_t count, size_t expected)
{
	if (count == expected)
		return true;
	kernels_call_fail(call, "Incorrect number of values for the tensor: %zu, but expected %zu", count, expected);
	return false;
}

void kernels_tensor__set_constant(struct kernels_call *call, enum kernels_dtype dtype)
{
	const struct kernels_tensor *tensor = kernels_tensor__dense(call, 0, dtype, KERNELS_TENSOR__ANY_RANK);
	if (!tensor)
		return;
	/* Arrays of complex numbers are stored as alternating real and imaginary parts. */
	bool is_complex = dtype == KERNELS_COMPLEX64 || dtype == KERNELS_COMPLEX128;
	enum kernels_dtype part = dtype == KERNELS_COMPLEX64 ? KERNELS_F32 : is_complex ? KERNELS_F64 : dtype;
	struct kernels_array values;
	if (!kernels_call_array(call, 0, part, &values))
		return;
	if (right_count(call, values.count, (size_t)kernels_tensor_elements(tensor) * (is_complex ? 2 : 1)))
		kernels_elements_load(kernels_tensor_data(tensor), values.elements, part, values.count);
}

void kernels_tensor__set_values(struct kernels_call *call, enum kernels_dtype dtype)
{
	enum { FIRST_VALUE = 2 }; /* after tensor and chain */
	const struct kernels_tensor *tensor = kernels_tensor__dense(call, 0, dtype, KERNELS_TENSOR__ANY_RANK);
	if (!tensor)
		return;
	size_t count = call->site->argument_count - FIRST_VALUE, element = kernels_dtype_size(dtype);
	if (!right_count(call, count, (size_t)kernels_tensor_elements(tensor)))
		return;
	char *data = kernels_tensor_data(tensor);
	for (size_t i = 0; i < count; i++)
		memcpy(data + i * element, call->arguments[FIRST_VALUE + i], element);
}

void kernels_tensor__make(struct kernels_call *call, enum kernels_dtype dtype)
{
	struct kernels_buffer *buffer = *(struct kernels_buffer *const *)call->arguments[0];
	struct kernels_shape shape;
	int64_t count;
	size_t size;
	if (!kernels_tensor__shape_argument(call, 1, &shape))
		return;
	if (!kernels_shape_elements(&shape, &count) || __builtin_mul_overflow(count, kernels_dtype_size(dtype), &size) ||
		size != kernels_buffer_size(buffer)) {
		kernels_call_fail(call, "argument 0: a buffer of %zu bytes cannot hold a tensor of %s with shape %s",
			kernels_buffer_size(buffer), kernels_dtype_name(dtype), kernels_tensor__shape_text(&shape).text);
		return;
	}
	*(struct kernels_tensor *)call->results[0] = (struct kernels_tensor){
		.kind = KERNELS_TENSOR_DENSE, .dtype = dtype, .shape = shape, .buffer = kernels_buffer_retain(buffer)
	};
}

void kernels_tensor__get_shape(struct kernels_call *call)
{
	const struct kernels_shape *shape = &kernels_tensor__argument(call, 0)->shape;
	kernels_tensor__return_dims(call, call->results[0], shape->dims, shape->rank);
}

void kernels_tensor__print_tensor_shape(struct kernels_call *call)
{
	kernels_tensor__print_named_shape(call, "shape", &kernels_tensor__argument(call, 0)->shape);
}

void kernels_tensor__no_op(struct kernels_call *call)
{
	(void)call; /* the chain has all information */
}
