/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "fold/tensor.h"
#include "dialect/memory.h"

#include <string.h>

static bool shape_of(const struct mlirbc_type *type, size_t limit, struct shlo__constant *out)
{
	uint64_t count;
	if (!type || !shlo__is_tensor(type) || type->u.shaped.rank > SHLO__MOST_RANK || !mlirbc_type_elements(type, &count) ||
		count > limit)
		return false;
	*out = (struct shlo__constant){ .type = type,
		.element = type->u.shaped.element,
		.dims = type->u.shaped.dims,
		.rank = type->u.shaped.rank,
		.count = (size_t)count,
		.width = shlo__element_bytes(type->u.shaped.element) };
	return out->width != 0 && out->width <= SHLO__MOST_BYTES;
}

bool shlo__constant_of(const struct mlirbc_attr *attr, size_t limit, struct shlo__constant *out)
{
	if (!attr || attr->kind != MLIRBC_ATTR_DENSE || !shape_of(attr->type, limit, out))
		return false;
	out->data = attr->u.dense.data;
	out->splat = attr->u.dense.splat;
	return attr->u.dense.size >= (out->splat ? out->width : out->width * out->count);
}

uint64_t shlo__bits_at(const struct shlo__constant *constant, size_t index)
{
	const uint8_t *bytes = shlo__at(constant, index);
	uint64_t value = 0;
	for (size_t i = 0; i < constant->width; i++)
		value |= (uint64_t)bytes[i] << (8 * i);
	return value;
}

int64_t shlo__int_at(const struct shlo__constant *constant, size_t index)
{
	uint32_t bits = mlirbc_type_width(constant->element);
	uint64_t value = shlo__bits_at(constant, index);
	if (bits < 64) {
		value &= (UINT64_C(1) << bits) - 1;
		if (!shlo__is_unsigned(constant->element) && value >> (bits - 1))
			value |= UINT64_MAX << bits;
	}
	return (int64_t)value;
}

bool shlo__making_init(
	struct shlo__making *making, struct mlirbc_context *context, const struct mlirbc_type *type, size_t limit, bool equal)
{
	making->failed = false;
	making->data = NULL;
	if (!shape_of(type, limit, &making->shape) || (equal && making->shape.count == 0))
		return false;
	making->computed = equal ? 1 : making->shape.count;
	making->room = (making->computed + 1) * making->shape.width;
	making->data = making->computed < SIZE_MAX / SHLO__MOST_BYTES ? shlo__take(mlirbc_context_allocator(context), making->room) : NULL;
	making->failed = !making->data;
	return making->data != NULL;
}

const struct mlirbc_attr *shlo__making_finish(struct shlo__making *making, struct mlirbc_context *context)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DENSE, .type = making->shape.type };
	size_t width = making->shape.width, count = making->computed;
	bool splat = count != 0 && memcmp(making->data, making->data + width, width * (count - 1)) == 0;
	attr.u.dense.data = making->data;
	attr.u.dense.size = splat ? width : width * count;
	attr.u.dense.count = splat ? 1 : count;
	attr.u.dense.splat = splat;
	const struct mlirbc_attr *made = mlirbc_attr_get(context, &attr);
	making->failed = !made;
	shlo__making_cancel(making, context);
	return made;
}

void shlo__making_cancel(struct shlo__making *making, struct mlirbc_context *context)
{
	shlo__give(mlirbc_context_allocator(context), making->data, making->room);
	making->data = NULL;
}

void shlo__put_bits(struct shlo__making *making, size_t index, uint64_t bits)
{
	for (size_t i = 0; i < making->shape.width; i++)
		shlo__put(making, index)[i] = (uint8_t)(bits >> (8 * i));
}

void shlo__put_int(struct shlo__making *making, size_t index, int64_t value)
{
	uint32_t bits = mlirbc_type_width(making->shape.element);
	shlo__put_bits(making, index, (uint64_t)value & (bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX));
}

void shlo__strides(const int64_t *dims, size_t rank, int64_t *out)
{
	int64_t stride = 1;
	for (size_t i = rank; i-- > 0;) {
		out[i] = stride;
		if (__builtin_mul_overflow(stride, dims[i], &stride))
			stride = 0; /* there are no elements */
	}
}

bool shlo__step(const int64_t *dims, size_t rank, int64_t *at)
{
	for (size_t i = rank; i-- > 0;) {
		if (++at[i] < dims[i])
			return true;
		at[i] = 0;
	}
	return false;
}
