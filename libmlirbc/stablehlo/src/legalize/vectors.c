/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sizes of tensors, and lists of them, as tensors of i64. */
#include "legalize/legalize.h"

#include <mlirbc/build.h>

#include <string.h>

static const struct mlirbc_type *i64(struct shlo__legal *legal)
{
	return mlirbc_type_integer(legal->emit.pass->context, 64, MLIRBC_SIGNLESS);
}

static const struct mlirbc_type *list_type(struct shlo__legal *legal, int64_t length, const struct mlirbc_type *element)
{
	return element ? shlo__tensor(legal->emit.pass->context, &length, 1, element, NULL) : NULL;
}

static const struct mlirbc_type *scalar_type(struct shlo__legal *legal, const struct mlirbc_type *element)
{
	return element ? shlo__tensor(legal->emit.pass->context, NULL, 0, element, NULL) : NULL;
}

/* ---- constants */

struct mlirbc_value *shlo__legal_numbers(struct shlo__legal *legal, const int64_t *numbers, size_t count)
{
	uint8_t bytes[8 * SHLO__MOST_DIMS];
	const struct mlirbc_type *type = list_type(legal, (int64_t)count, i64(legal));
	if (count > SHLO__MOST_DIMS)
		return shlo__legal_refuse(legal, "it has more than 64 sizes");
	for (size_t i = 0; i < 8 * count; i++)
		bytes[i] = (uint8_t)((uint64_t)numbers[i / 8] >> (8 * (i % 8)));
	const struct shlo__property value = { "value",
		type ? mlirbc_attr_dense(legal->emit.pass->context, type, bytes, 8 * count) : NULL };
	return shlo__emit(&legal->emit, "stablehlo.constant", type, NULL, 0, &value, 1);
}

struct mlirbc_value *shlo__legal_number(struct shlo__legal *legal, int64_t number)
{
	uint8_t bytes[8];
	const struct mlirbc_type *type = scalar_type(legal, i64(legal));
	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (uint8_t)((uint64_t)number >> (8 * i));
	const struct shlo__property value = { "value",
		type ? mlirbc_attr_dense(legal->emit.pass->context, type, bytes, sizeof bytes) : NULL };
	return shlo__emit(&legal->emit, "stablehlo.constant", type, NULL, 0, &value, 1);
}

bool shlo__legal_constant(const struct mlirbc_value *value, int64_t *out)
{
	const struct mlirbc_op *op = value ? mlirbc_value_op(value) : NULL;
	const struct mlirbc_attr *attr = op && mlirbc_op_is(op, "stablehlo.constant") ? mlirbc_op_attr(op, "value") : NULL;
	if (!attr || attr->kind != MLIRBC_ATTR_DENSE || !attr->type || attr->type->u.shaped.rank != 0 ||
		attr->type->u.shaped.element->kind != MLIRBC_TYPE_INTEGER || attr->u.dense.size == 0 || attr->u.dense.size > 8)
		return false;
	uint64_t bits = 0;
	const uint8_t *bytes = attr->u.dense.data;
	const size_t size = attr->u.dense.size;
	for (size_t i = 0; i < size; i++)
		bits |= (uint64_t)bytes[i] << (8 * i);
	if (size < 8 && bytes[size - 1] >> 7 && attr->type->u.shaped.element->u.integer.width == 8 * size)
		bits |= UINT64_MAX << (8 * size);
	*out = (int64_t)bits;
	return true;
}

/* ---- sizes of tensors */

struct mlirbc_value *shlo__legal_size(struct shlo__legal *legal, struct mlirbc_value *tensor, size_t dimension)
{
	const struct mlirbc_type *type = tensor->type;
	if (type->u.shaped.dims[dimension] != MLIRBC_DYNAMIC)
		return shlo__legal_number(legal, type->u.shaped.dims[dimension]);
	const struct mlirbc_type *i32 = mlirbc_type_integer(legal->emit.pass->context, 32, MLIRBC_SIGNLESS);
	const struct shlo__property property = { "dimension", shlo__emit_i64(&legal->emit, (int64_t)dimension) };
	struct mlirbc_value *size = shlo__emit(
		&legal->emit, "stablehlo.get_dimension_size", scalar_type(legal, i32), &tensor, 1, &property, 1);
	return shlo__emit_convert(&legal->emit, size, i64(legal));
}

struct mlirbc_value *shlo__legal_sizes(struct shlo__legal *legal, struct mlirbc_value *tensor)
{
	struct mlirbc_value *sizes[SHLO__MOST_DIMS];
	const size_t rank = tensor->type->u.shaped.rank;
	if (rank > SHLO__MOST_DIMS)
		return shlo__legal_refuse(legal, "it has more than 64 sizes");
	if (shlo__is_static(tensor->type))
		return shlo__legal_numbers(legal, tensor->type->u.shaped.dims, rank);
	for (size_t i = 0; i < rank; i++) {
		if (!(sizes[i] = shlo__legal_size(legal, tensor, i)))
			return NULL;
	}
	return shlo__legal_join(legal, sizes, rank, i64(legal));
}

/* ---- lists */

int64_t shlo__legal_length(const struct mlirbc_value *list)
{
	const struct mlirbc_type *type = list ? list->type : NULL;
	return type && shlo__is_tensor(type) && type->u.shaped.rank == 1 && type->u.shaped.dims[0] != MLIRBC_DYNAMIC
		       ? type->u.shaped.dims[0]
		       : -1;
}

struct mlirbc_value *shlo__legal_part(struct shlo__legal *legal, struct mlirbc_value *list, int64_t start, int64_t count)
{
	struct mlirbc_context *context = legal->emit.pass->context;
	const int64_t limit = start + count, one = 1;
	if (!list)
		return NULL;
	if (start == 0 && count == shlo__legal_length(list))
		return list;
	const struct shlo__property properties[] = { { "start_indices", shlo__i64s_attr(context, &start, 1) },
		{ "limit_indices", shlo__i64s_attr(context, &limit, 1) }, { "strides", shlo__i64s_attr(context, &one, 1) } };
	return shlo__emit(&legal->emit, "stablehlo.slice", list_type(legal, count, shlo__element(list->type)), &list, 1, properties, 3);
}

struct mlirbc_value *shlo__legal_element(struct shlo__legal *legal, struct mlirbc_value *list, int64_t at)
{
	struct mlirbc_value *part = shlo__legal_part(legal, list, at, 1);
	return part ? shlo__emit(&legal->emit, "stablehlo.reshape", scalar_type(legal, shlo__element(list->type)), &part, 1, NULL, 0)
		    : NULL;
}

struct mlirbc_value *shlo__legal_join(struct shlo__legal *legal, struct mlirbc_value *const *parts, size_t count,
	const struct mlirbc_type *element)
{
	struct mlirbc_context *context = legal->emit.pass->context;
	struct mlirbc_value **lists = mlirbc_context_alloc(context, (count + 1) * sizeof *lists, _Alignof(struct mlirbc_value *));
	int64_t length = 0;
	if (!lists) {
		shlo__pass_no_memory(legal->emit.pass);
		return NULL;
	}
	for (size_t i = 0; i < count; i++) {
		lists[i] = parts[i];
		if (lists[i] && shlo__is_tensor(lists[i]->type) && lists[i]->type->u.shaped.rank == 0)
			lists[i] = shlo__emit(&legal->emit, "stablehlo.reshape", list_type(legal, 1, element), &lists[i], 1, NULL, 0);
		if (!lists[i] || shlo__legal_length(lists[i]) < 0)
			return NULL;
		length += shlo__legal_length(lists[i]);
	}
	if (count == 1)
		return lists[0];
	if (count == 0) {
		const struct mlirbc_type *empty = list_type(legal, 0, element);
		return empty ? shlo__emit_zero(&legal->emit, empty) : NULL;
	}
	const struct shlo__property dimension = { "dimension", shlo__emit_i64(&legal->emit, 0) };
	return shlo__emit(&legal->emit, "stablehlo.concatenate", list_type(legal, length, element), lists, count, &dimension, 1);
}

struct mlirbc_value *shlo__legal_combine(
	struct shlo__legal *legal, const char *operation, struct mlirbc_value *list, int64_t neutral)
{
	const int64_t length = shlo__legal_length(list);
	if (length < 0 || length > SHLO__MOST_DIMS)
		return NULL;
	if (length == 0) {
		const struct mlirbc_type *type = scalar_type(legal, shlo__element(list->type));
		struct mlirbc_value *like = type ? shlo__emit_zero(&legal->emit, type) : NULL;
		return shlo__emit_bits(&legal->emit, like, (uint64_t)neutral);
	}
	struct mlirbc_value *value = shlo__legal_element(legal, list, 0);
	for (int64_t i = 1; i < length; i++) {
		struct mlirbc_value *next = shlo__legal_element(legal, list, i);
		value = shlo__emit_binary(&legal->emit, operation, value, next);
	}
	return value;
}

struct mlirbc_value *shlo__legal_reshape(struct shlo__legal *legal, struct mlirbc_value *value, const struct mlirbc_type *type,
	struct mlirbc_value *sizes)
{
	if (!value || !type || value->type == type)
		return value;
	if (shlo__is_static(type) && shlo__is_static(value->type))
		return shlo__emit(&legal->emit, "stablehlo.reshape", type, &value, 1, NULL, 0);
	if (shlo__is_static(type))
		sizes = shlo__legal_numbers(legal, type->u.shaped.dims, type->u.shaped.rank);
	struct mlirbc_value *operands[] = { value, sizes };
	return sizes ? shlo__emit(&legal->emit, "stablehlo.dynamic_reshape", type, operands, 2, NULL, 0) : NULL;
}

/* ---- assertions */

bool shlo__legal_assert(struct shlo__legal *legal, struct mlirbc_value *condition, const struct mlirbc_attr *message)
{
	struct shlo__pass *pass = legal->emit.pass;
	struct mlirbc_context *context = pass->context;
	const struct mlirbc_type *i32 = mlirbc_type_integer(context, 32, MLIRBC_SIGNLESS);
	struct mlirbc_named_attr entries[] = {
		{ mlirbc_string_get(context, "api_version", 11), i32 ? mlirbc_attr_integer(context, i32, 2) : NULL },
		{ mlirbc_string_get(context, "call_target_name", 16), mlirbc_attr_string(context, "shape_assertion", 15) },
		{ mlirbc_string_get(context, "has_side_effect", 15), mlirbc_attr_bool(context, true) } };
	struct mlirbc_named_attr text = { mlirbc_string_get(context, "error_message", 13), message };
	const bool ok = entries[0].name && entries[0].value && entries[1].name && entries[1].value && entries[2].name && entries[2].value &&
			text.name && message;
	const struct mlirbc_attr *properties = ok ? mlirbc_attr_dictionary(context, entries, 3) : NULL;
	const struct mlirbc_attr *attributes = ok ? mlirbc_attr_dictionary(context, &text, 1) : NULL;
	if (!condition)
		return false;
	if (!properties || !attributes)
		return shlo__pass_no_memory(pass);
	return shlo__pass_make(pass,
		       &(const struct mlirbc_op_spec){ .name = "stablehlo.custom_call", .name_size = 21, .properties = properties,
			       .attributes = attributes, .operands = &condition, .operand_count = 1 },
		       legal->op) != NULL;
}
