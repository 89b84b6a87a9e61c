/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shorthand for types and attributes. */
#include <mlirbc/build.h>

#include "ir/context.h"

static bool all_there(const struct mlirbc_type *const *types, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!types[i])
			return false;
	}
	return true;
}

const struct mlirbc_type *mlirbc_type_function(struct mlirbc_context *context, const struct mlirbc_type *const *inputs,
	size_t input_count, const struct mlirbc_type *const *results, size_t result_count)
{
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_FUNCTION };
	type.u.function.inputs = (struct mlirbc_types){ inputs, input_count };
	type.u.function.results = (struct mlirbc_types){ results, result_count };
	return all_there(inputs, input_count) && all_there(results, result_count) ? mlirbc_type_get(context, &type)
										  : NULL;
}

const struct mlirbc_type *mlirbc_type_shaped(struct mlirbc_context *context, enum mlirbc_type_kind kind,
	const int64_t *dims, size_t rank, const struct mlirbc_type *element)
{
	struct mlirbc_type type = { .kind = kind };
	bool fits = kind == MLIRBC_TYPE_VECTOR || kind == MLIRBC_TYPE_TENSOR || kind == MLIRBC_TYPE_MEMREF;
	type.u.shaped.element = element;
	type.u.shaped.dims = dims;
	type.u.shaped.rank = rank;
	return fits && element ? mlirbc_type_get(context, &type) : NULL;
}

const struct mlirbc_attr *mlirbc_attr_float(
	struct mlirbc_context *context, const struct mlirbc_type *type, double value)
{
	uint64_t bits;
	if (!type || type->kind != MLIRBC_TYPE_FLOAT)
		return NULL;
	if (type->u.float_kind == MLIRBC_F32) {
		float single = (float)value;
		uint32_t word;
		memcpy(&word, &single, sizeof word);
		bits = word;
	} else if (type->u.float_kind == MLIRBC_F64) {
		memcpy(&bits, &value, sizeof bits);
	} else {
		return NULL;
	}
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_FLOAT, .type = type };
	attr.u.number.words = &bits;
	attr.u.number.count = 1;
	return mlirbc_attr_get(context, &attr);
}

const struct mlirbc_attr *mlirbc_attr_i32_array(struct mlirbc_context *context, const int32_t *values, size_t count)
{
	uint8_t few[64], *bytes = few;
	if (count > sizeof few / 4)
		bytes = MLIRBC__NEW_ARRAY(context, uint8_t, count > SIZE_MAX / 4 ? SIZE_MAX : 4 * count);
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DENSE_ARRAY,
		.type = mlirbc_type_integer(context, 32, MLIRBC_SIGNLESS) };
	if (!bytes || !attr.type)
		return NULL;
	for (size_t i = 0; i < 4 * count; i++)
		bytes[i] = (uint8_t)((uint32_t)values[i / 4] >> (8 * (i % 4)));
	attr.u.dense.data = bytes;
	attr.u.dense.size = 4 * count;
	attr.u.dense.count = count;
	return mlirbc_attr_get(context, &attr);
}

/* Bytes per element; 0: the type has no dense form. */
static size_t element_size(const struct mlirbc_type *type)
{
	if (type->kind == MLIRBC_TYPE_COMPLEX)
		return 2 * element_size(type->u.shaped.element);
	return ((size_t)mlirbc_type_width(type) + 7) / 8;
}

const struct mlirbc_attr *mlirbc_attr_dense(
	struct mlirbc_context *context, const struct mlirbc_type *type, const void *data, size_t size)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DENSE, .type = type };
	uint64_t count;
	bool shaped = type && (type->kind == MLIRBC_TYPE_VECTOR || type->kind == MLIRBC_TYPE_TENSOR ||
				      type->kind == MLIRBC_TYPE_MEMREF);
	size_t bytes = shaped ? element_size(type->u.shaped.element) : 0;
	if (bytes == 0 || size % bytes != 0 || !mlirbc_type_elements(type, &count))
		return NULL;
	if (size / bytes != count && !(size == bytes && count > 1))
		return NULL;
	attr.u.dense.data = data;
	attr.u.dense.size = size;
	attr.u.dense.splat = size / bytes != count;
	attr.u.dense.count = size / bytes;
	return mlirbc_attr_get(context, &attr);
}

/* ---- locations */

const struct mlirbc_attr *mlirbc_loc_name(
	struct mlirbc_context *context, const char *name, const struct mlirbc_attr *child)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_LOC_NAME };
	attr.u.name.name = mlirbc_string_get(context, name, strlen(name));
	attr.u.name.child = child && child->kind == MLIRBC_LOC_UNKNOWN ? NULL : child;
	return attr.u.name.name ? mlirbc_attr_get(context, &attr) : NULL;
}

const struct mlirbc_attr *mlirbc_loc_callsite(
	struct mlirbc_context *context, const struct mlirbc_attr *callee, const struct mlirbc_attr *caller)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_LOC_CALLSITE };
	attr.u.callsite.callee = callee;
	attr.u.callsite.caller = caller;
	return callee && caller ? mlirbc_attr_get(context, &attr) : NULL;
}

const struct mlirbc_attr *mlirbc_loc_fused(struct mlirbc_context *context, const struct mlirbc_attr *const *parts,
	size_t count, const struct mlirbc_attr *metadata)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_LOC_FUSED };
	for (size_t i = 0; i < count; i++) {
		if (!parts[i])
			return NULL;
	}
	attr.u.fused.parts = (struct mlirbc_attrs){ parts, count };
	attr.u.fused.metadata = metadata;
	return mlirbc_attr_get(context, &attr);
}
