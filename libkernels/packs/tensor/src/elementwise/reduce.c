/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tfrt_test.{broadcast, reduce_mean, argmax, slice_inplace}: tensors whose shape differs from the argument's. */
#include "elementwise/elementwise.h"
#include "common/arguments.h"
#include <inttypes.h>
#include <string.h>

/* The distance, in elements of the row-major tensor, between neighbours of a dimension. */
static void strides_of(const struct kernels_shape *shape, int64_t *strides)
{
	int64_t stride = 1;
	for (uint32_t i = shape->rank; i-- > 0;) {
		strides[i] = stride;
		/* may overflow before a dimension of 0: the stride is not used then */
		(void)__builtin_mul_overflow(stride, shape->dims[i], &stride);
	}
}

/* Copies a box of elements, by rows of the last dimension.
 * @param strides  of the source per dimension; 0 repeats it. The last is 1 or 0
 * @param shape    of the box and of the destination; no dimension is 0 */
static void copy_box(char *to, const char *from, const int64_t *strides, const struct kernels_shape *shape, size_t size)
{
	int64_t at[KERNELS_MAX_RANK] = { 0 };
	uint32_t last = shape->rank - 1;
	size_t row = (size_t)shape->dims[last];
	for (;;) {
		int64_t offset = 0;
		for (uint32_t i = 0; i < last; i++)
			offset += at[i] * strides[i];
		const char *source = from + (size_t)offset * size;
		if (strides[last] == 1) {
			memmove(to, source, row * size);
		} else {
			for (size_t i = 0; i < row; i++)
				memcpy(to + i * size, source, size);
		}
		to += row * size;
		uint32_t i = last;
		while (i > 0 && ++at[i - 1] == shape->dims[i - 1])
			at[--i] = 0;
		if (i == 0)
			return;
	}
}

/* Dimensions are matched from last to first; a dimension of size 1 or a missing one is repeated. */
static bool broadcast_strides(const struct kernels_shape *from, const struct kernels_shape *to, int64_t *strides)
{
	int64_t own[KERNELS_MAX_RANK];
	if (from->rank > to->rank)
		return false;
	strides_of(from, own);
	uint32_t extra = to->rank - from->rank;
	for (uint32_t i = 0; i < to->rank; i++) {
		strides[i] = 0;
		if (i < extra)
			continue;
		if (from->dims[i - extra] == to->dims[i])
			strides[i] = own[i - extra];
		else if (from->dims[i - extra] != 1)
			return false;
	}
	return true;
}

void kernels_tensor__broadcast(struct kernels_call *call, enum kernels_dtype dtype, uint32_t rank)
{
	const struct kernels_tensor *from = kernels_tensor__dense(call, 0, dtype, KERNELS_TENSOR__ANY_RANK);
	const struct kernels_dims *to = call->arguments[1];
	struct kernels_shape shape;
	struct kernels_tensor out;
	int64_t strides[KERNELS_MAX_RANK];
	if (!from)
		return;
	if (to->rank != rank || !kernels_shape_from_dims(&shape, to) ||
		!broadcast_strides(&from->shape, &shape, strides)) {
		kernels_call_fail(call,
			"arguments 0 and 1: a tensor with shape %s cannot be broadcast to shape %s of rank %" PRIu32,
			kernels_tensor__shape_text(&from->shape).text, kernels_tensor__dims_text(to).text, rank);
		return;
	}
	if (!kernels_tensor__create(call, dtype, &shape, &out))
		return;
	size_t size = kernels_dtype_size(dtype);
	if (kernels_tensor_elements(&out) > 0)
		copy_box(kernels_tensor_data(&out), kernels_tensor_bytes(from), strides, &shape, size);
	*(struct kernels_tensor *)call->results[0] = out;
}

void kernels_tensor__slice_inplace(struct kernels_call *call, enum kernels_dtype dtype)
{
	enum { INPUT = 0, BEGIN = 1, OUTPUT = 3, RANK = 3 }; /* 2 is a chain */
	const struct kernels_tensor *from = kernels_tensor__dense(call, INPUT, dtype, RANK);
	const struct kernels_tensor *begin = from ? kernels_tensor__dense(call, BEGIN, KERNELS_I64, 1) : NULL;
	const struct kernels_tensor *to = begin ? kernels_tensor__dense(call, OUTPUT, dtype, RANK) : NULL;
	if (!to)
		return;
	if (begin->shape.dims[0] != RANK) {
		kernels_call_fail(call, "argument 1: expected 3 indices, got %" PRId64, begin->shape.dims[0]);
		return;
	}
	const int64_t *at = kernels_tensor_bytes(begin);
	for (uint32_t i = 0; i < RANK; i++) {
		int64_t size = from->shape.dims[i], wanted = to->shape.dims[i];
		if (at[i] < 0 || at[i] > size || wanted > size - at[i]) {
			kernels_call_fail(call,
				"argument 1: %" PRId64 " elements from %" PRId64 " on are not within dimension %" PRIu32
				" of shape %s", wanted, at[i], i, kernels_tensor__shape_text(&from->shape).text);
			return;
		}
	}
	if (kernels_tensor_elements(to) == 0)
		return;
	int64_t strides[RANK], first = 0;
	size_t size = kernels_dtype_size(dtype);
	strides_of(&from->shape, strides);
	for (uint32_t i = 0; i < RANK; i++)
		first += at[i] * strides[i];
	const char *source = (const char *)kernels_tensor_bytes(from) + (size_t)first * size;
	copy_box(kernels_tensor_data(to), source, strides, &to->shape, size);
}

void kernels_tensor__reduce_mean(struct kernels_call *call, enum kernels_dtype dtype)
{
	static const struct kernels_shape scalar = { .rank = 0 };
	const struct kernels_tensor *from = kernels_tensor__dense(call, 0, dtype, 1);
	struct kernels_tensor out;
	if (!from)
		return;
	int64_t count = kernels_tensor_elements(from);
	if (count == 0) {
		kernels_call_fail(call, "argument 0: no elements to take the mean of");
		return;
	}
	if (!kernels_tensor__create(call, dtype, &scalar, &out))
		return;
	const void *data = kernels_tensor_bytes(from);
	void *mean = kernels_tensor_data(&out);
	double sum = 0; /* for floats: wide enough for small addends */
	uint64_t total = 0; /* for integers: wraps around, as addition does */
	for (int64_t i = 0; i < count; i++) {
		if (dtype == KERNELS_F32)
			sum += (double)((const float *)data)[i];
		else if (dtype == KERNELS_I32)
			total += (uint64_t)((const int32_t *)data)[i];
		else
			total += ((const uint64_t *)data)[i];
	}
	if (dtype == KERNELS_F32)
		*(float *)mean = (float)(sum / (double)count);
	else if (dtype == KERNELS_I32)
		*(int32_t *)mean = (int32_t)((int64_t)total / count);
	else
		*(int64_t *)mean = (int64_t)total / count;
	*(struct kernels_tensor *)call->results[0] = out;
}

#define LARGEST(T) \
	static int32_t largest_##T(const void *row, int64_t count) \
	{ \
		int64_t best = 0; \
		for (int64_t i = 1; i < count; i++) { \
			if (((const T *)row)[i] > ((const T *)row)[best]) \
				best = i; \
		} \
		return (int32_t)best; \
	}
LARGEST(float)
LARGEST(int32_t)
LARGEST(int64_t)

void kernels_tensor__argmax(struct kernels_call *call, enum kernels_dtype dtype)
{
	const struct kernels_tensor *from = kernels_tensor__dense(call, 0, dtype, 2);
	struct kernels_tensor out;
	if (!from)
		return;
	int64_t rows = from->shape.dims[0], columns = from->shape.dims[1];
	if (columns == 0 || columns > INT32_MAX) {
		kernels_call_fail(call, "argument 0: no largest element in rows of %" PRId64, columns);
		return;
	}
	struct kernels_shape shape = { .rank = 1, .dims = { rows } };
	if (!kernels_tensor__create(call, KERNELS_I32, &shape, &out))
		return;
	const char *row = kernels_tensor_bytes(from);
	int32_t *to = kernels_tensor_data(&out);
	for (int64_t i = 0; i < rows; i++, row += (size_t)columns * kernels_dtype_size(dtype)) {
		to[i] = dtype == KERNELS_F32   ? largest_float(row, columns)
			: dtype == KERNELS_I32 ? largest_int32_t(row, columns)
					       : largest_int64_t(row, columns);
	}
	*(struct kernels_tensor *)call->results[0] = out;
}
