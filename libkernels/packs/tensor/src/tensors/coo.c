/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* coo.*: sparse tensors, as values and their coordinates.
 *
 * dense_to_coo computes the coordinates like TFRT, which divides by the dimensions from first to last and stores the
 * remainders from last to first. This is correct only if all dimensions are equal; otherwise the conversion does not
 * round-trip. Programs depend on it (README.md). Coordinates may be outside the tensor; coo_to_dense omits these
 * values. */
#include "tensors/tensors.h"
#include "common/arguments.h"
#include <string.h>

static bool is_zero(const void *p, enum kernels_dtype dtype)
{
	return dtype == KERNELS_F32 ? *(const float *)p == 0 : *(const int32_t *)p == 0;
}

static size_t count_nonzero(const struct kernels_tensor *dense, size_t elements)
{
	const char *data = kernels_tensor_bytes(dense);
	size_t size = kernels_dtype_size(dense->dtype), count = 0;
	for (size_t i = 0; i < elements; i++)
		count += !is_zero(data + i * size, dense->dtype);
	return count;
}

static void coordinates_of(int64_t linear, const struct kernels_shape *shape, int64_t *out)
{
	for (uint32_t k = 0; k < shape->rank; k++) {
		out[shape->rank - 1 - k] = linear % shape->dims[k];
		linear /= shape->dims[k];
	}
}

void kernels_tensor__dense_to_coo(struct kernels_call *call, enum kernels_dtype dtype, uint32_t rank)
{
	const struct kernels_tensor *dense = kernels_tensor__dense(call, 0, dtype, rank);
	if (!dense)
		return;
	size_t elements = (size_t)kernels_tensor_elements(dense), size = kernels_dtype_size(dtype);
	size_t count = count_nonzero(dense, elements), indices_size;
	const struct async_allocator *allocator = kernels_tensor__allocator(call);
	struct kernels_tensor out = { .kind = KERNELS_TENSOR_COO, .dtype = dtype, .shape = dense->shape };
	out.buffer = kernels_buffer_create(allocator, count * size, 64);
	if (!__builtin_mul_overflow(count, rank * sizeof(int64_t), &indices_size))
		out.indices = kernels_buffer_create(allocator, indices_size, 64);
	if (!out.buffer || !out.indices) {
		kernels_tensor_finish(&out);
		kernels_call_fail(call, "Cannot allocate tensor");
		return;
	}
	const char *from = kernels_tensor_bytes(dense);
	char *values = kernels_buffer_data(out.buffer);
	int64_t *coordinates = kernels_buffer_data(out.indices);
	for (size_t i = 0; i < elements; i++) {
		if (is_zero(from + i * size, dtype))
			continue;
		memcpy(values, from + i * size, size);
		values += size;
		coordinates_of((int64_t)i, &dense->shape, coordinates);
		coordinates += rank;
	}
	*(struct kernels_tensor *)call->results[0] = out;
}

/* Position in row-major order; -1 if it is outside a tensor of `count` elements. */
static int64_t position_of(const int64_t *coordinates, const struct kernels_shape *shape, int64_t elements)
{
	int64_t position = 0;
	for (uint32_t k = 0; k < shape->rank; k++) {
		if (__builtin_mul_overflow(position, shape->dims[k], &position) ||
			__builtin_add_overflow(position, coordinates[k], &position) || coordinates[k] < 0)
			return -1;
	}
	return position < elements ? position : -1;
}

void kernels_tensor__coo_to_dense(struct kernels_call *call, enum kernels_dtype dtype, uint32_t rank)
{
	const struct kernels_tensor *coo = kernels_tensor__coo(call, 0, dtype, rank);
	struct kernels_tensor out;
	if (!coo || !kernels_tensor__create(call, dtype, &coo->shape, &out))
		return;
	size_t size = kernels_dtype_size(dtype), count = kernels_buffer_size(coo->buffer) / size;
	int64_t elements = kernels_tensor_elements(&out);
	const char *values = kernels_buffer_data(coo->buffer);
	const int64_t *coordinates = kernels_buffer_data(coo->indices);
	char *to = kernels_tensor_data(&out);
	memset(to, 0, (size_t)elements * size);
	for (size_t i = 0; i < count; i++) {
		int64_t position = position_of(coordinates + i * rank, &out.shape, elements);
		if (position >= 0)
			memcpy(to + (size_t)position * size, values + i * size, size);
	}
	*(struct kernels_tensor *)call->results[0] = out;
}

void kernels_tensor__coo_equal(struct kernels_call *call, enum kernels_dtype dtype, uint32_t rank)
{
	const uint32_t ulps = 2;
	const struct kernels_tensor *a = kernels_tensor__coo(call, 0, dtype, rank);
	const struct kernels_tensor *b = a ? kernels_tensor__coo(call, 1, dtype, rank) : NULL;
	if (!b)
		return;
	size_t values = kernels_buffer_size(a->buffer), indices = kernels_buffer_size(a->indices);
	bool equal = kernels_shape_equal(&a->shape, &b->shape) && values == kernels_buffer_size(b->buffer) &&
		     indices == kernels_buffer_size(b->indices);
	if (equal && indices > 0)
		equal = memcmp(kernels_buffer_data(a->indices), kernels_buffer_data(b->indices), indices) == 0;
	*(uint8_t *)call->results[0] =
		equal && kernels_tensor__elements_close(kernels_buffer_data(a->buffer), kernels_buffer_data(b->buffer),
				 values / kernels_dtype_size(dtype), dtype, ulps);
}
