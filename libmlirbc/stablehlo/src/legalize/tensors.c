/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tensor: sizes, elements, and other shapes of the same elements. */
#include "chlo/formula.h"
#include "legalize/legalize.h"

#include <mlirbc/build.h>

#define NO_RANK "its tensor has no rank"

/* An operand with a rank; NULL: it is refused. */
static struct mlirbc_value *operand(struct shlo__legal *legal, size_t index)
{
	struct mlirbc_value *value = shlo__legal_operand(legal, index);
	if (value && !shlo__is_tensor(value->type))
		return shlo__legal_refuse(legal, NO_RANK);
	if (value && value->type->u.shaped.rank > SHLO__MOST_DIMS)
		return shlo__legal_refuse(legal, "its tensor has more than 64 dimensions");
	return value;
}

static const struct mlirbc_type *result_type(struct shlo__legal *legal)
{
	const struct mlirbc_type *type = shlo__legal_type(legal->emit.pass->context, mlirbc_op_results(legal->op)->type);
	if (type && shlo__is_tensor(type) && type->u.shaped.rank <= SHLO__MOST_DIMS)
		return type;
	(void)shlo__legal_refuse(legal, NO_RANK);
	return NULL;
}

static struct mlirbc_value *emit_lists(struct shlo__legal *legal, const char *name, const struct mlirbc_type *type,
	struct mlirbc_value *const *operands, size_t count, const char *list, const int64_t *numbers, size_t length)
{
	const struct shlo__property property = { list, shlo__i64s_attr(legal->emit.pass->context, numbers, length) };
	return shlo__emit(&legal->emit, name, type, operands, count, &property, 1);
}

/* ---- sizes */

static struct mlirbc_value *dim(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *value = operand(legal, 0), *index = shlo__legal_operand(legal, 1);
	const int64_t one = 1;
	int64_t at;
	(void)row;
	if (!value || !index)
		return NULL;
	if (shlo__legal_constant(index, &at))
		return at >= 0 && (uint64_t)at < value->type->u.shaped.rank
			       ? shlo__legal_size(legal, value, (size_t)at)
			       : shlo__legal_refuse(legal, "its index is beyond the number of dimensions");
	struct mlirbc_value *operands[] = { shlo__legal_sizes(legal, value), index };
	struct mlirbc_value *part = operands[0] && value->type->u.shaped.rank
					    ? emit_lists(legal, "stablehlo.dynamic_slice",
						      shlo__tensor(legal->emit.pass->context, &one, 1, shlo__element(operands[0]->type), NULL),
						      operands, 2, "slice_sizes", &one, 1)
					    : NULL;
	return part ? shlo__emit(&legal->emit, "stablehlo.reshape", index->type, &part, 1, NULL, 0) : NULL;
}

static struct mlirbc_value *rank(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *value = operand(legal, 0);
	(void)row;
	return value ? shlo__legal_number(legal, (int64_t)value->type->u.shaped.rank) : NULL;
}

/* ---- elements */

static struct mlirbc_value *from_elements(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	const struct mlirbc_type *type = result_type(legal);
	const size_t count = legal->op->operand_count;
	struct mlirbc_value **parts = mlirbc_context_alloc(legal->emit.pass->context, (count + 1) * sizeof *parts, _Alignof(void *));
	(void)row;
	if (!type || !parts)
		return type ? (shlo__pass_no_memory(legal->emit.pass), NULL) : NULL;
	for (size_t i = 0; i < count; i++) {
		if (!(parts[i] = operand(legal, i)) || parts[i]->type->u.shaped.rank)
			return NULL;
	}
	struct mlirbc_value *list = count == 1 && type->u.shaped.rank == 0 ? parts[0]
									   : shlo__legal_join(legal, parts, count, shlo__element(type));
	return shlo__legal_reshape(legal, list, type, NULL);
}

/* The operands from `from` on are one index for each dimension. */
static bool indices(struct shlo__legal *legal, size_t from, const struct mlirbc_value *tensor, struct mlirbc_value **out)
{
	const size_t count = tensor->type->u.shaped.rank;
	if (legal->op->operand_count != from + count)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (!(out[i] = operand(legal, from + i)))
			return false;
	}
	return true;
}

static struct mlirbc_value *extract(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_context *context = legal->emit.pass->context;
	struct mlirbc_value *values[1 + SHLO__MOST_DIMS] = { operand(legal, 0) }, *value = values[0];
	int64_t ones[SHLO__MOST_DIMS], at;
	(void)row;
	if (!value || !indices(legal, 1, value, values + 1))
		return NULL;
	const size_t count = value->type->u.shaped.rank;
	const struct mlirbc_type *element = shlo__element(value->type);
	if (count == 0)
		return value;
	if (count == 1 && shlo__legal_constant(values[1], &at) && at >= 0 && at < shlo__legal_length(value))
		return shlo__legal_element(legal, value, at);
	for (size_t i = 0; i < count; i++)
		ones[i] = 1;
	const struct mlirbc_type *scalar = shlo__tensor(context, NULL, 0, element, NULL);
	struct mlirbc_value *part = emit_lists(legal, "stablehlo.dynamic_slice", shlo__tensor(context, ones, count, element, NULL), values,
		1 + count, "slice_sizes", ones, count);
	return part ? shlo__emit(&legal->emit, "stablehlo.reshape", scalar, &part, 1, NULL, 0) : NULL;
}

static struct mlirbc_value *insert(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *values[2 + SHLO__MOST_DIMS] = { operand(legal, 1), operand(legal, 0) }, *scalar = values[1];
	int64_t ones[SHLO__MOST_DIMS];
	(void)row;
	if (!values[0] || !scalar || !indices(legal, 2, values[0], values + 2))
		return NULL;
	const size_t count = values[0]->type->u.shaped.rank;
	if (count == 0)
		return scalar;
	for (size_t i = 0; i < count; i++)
		ones[i] = 1;
	const struct mlirbc_type *type =
		shlo__tensor(legal->emit.pass->context, ones, count, shlo__element(scalar->type), NULL);
	values[1] = shlo__emit(&legal->emit, "stablehlo.reshape", type, &scalar, 1, NULL, 0);
	return shlo__emit(&legal->emit, "stablehlo.dynamic_update_slice", values[0]->type, values, 2 + count, NULL, 0);
}

/* One element for all of a tensor, whose unknown sizes are the operands from `from` on. */
static struct mlirbc_value *spread(
	struct shlo__legal *legal, struct mlirbc_value *scalar, const struct mlirbc_type *type, size_t from)
{
	struct mlirbc_value *sizes[SHLO__MOST_DIMS];
	for (size_t i = 0; i < type->u.shaped.rank; i++) {
		const bool open = type->u.shaped.dims[i] == MLIRBC_DYNAMIC;
		if (open && from >= legal->op->operand_count)
			return NULL;
		sizes[i] = open ? operand(legal, from++) : shlo__legal_number(legal, type->u.shaped.dims[i]);
		if (!sizes[i])
			return NULL;
	}
	if (shlo__is_static(type))
		return scalar ? shlo__emit_broadcast(&legal->emit, scalar, type, NULL, NULL) : NULL;
	const struct mlirbc_type *i64 = mlirbc_type_integer(legal->emit.pass->context, 64, MLIRBC_SIGNLESS);
	struct mlirbc_value *shape = shlo__legal_join(legal, sizes, type->u.shaped.rank, i64);
	return scalar && shape ? shlo__emit_broadcast(&legal->emit, scalar, type, NULL, shape) : NULL;
}

static struct mlirbc_value *splat(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	const struct mlirbc_type *type = result_type(legal);
	(void)row;
	return type ? spread(legal, operand(legal, 0), type, 1) : NULL;
}

/* Its elements are not defined: zeros. */
static struct mlirbc_value *empty(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_context *context = legal->emit.pass->context;
	const struct mlirbc_type *type = result_type(legal);
	const struct mlirbc_type *scalar = type && shlo__is_plain(shlo__element(type))
						   ? shlo__tensor(context, NULL, 0, shlo__element(type), NULL)
						   : NULL;
	(void)row;
	return scalar ? spread(legal, shlo__emit_zero(&legal->emit, scalar), type, 0) : NULL;
}

/* ---- shapes */

static struct mlirbc_value *cast(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *value = operand(legal, 0);
	const struct mlirbc_type *type = value ? result_type(legal) : NULL;
	(void)row;
	if (!type || type->u.shaped.rank != value->type->u.shaped.rank || shlo__element(type) != shlo__element(value->type))
		return NULL;
	return type == value->type ? value : shlo__legal_reshape(legal, value, type, shlo__is_static(type) ? NULL : shlo__legal_sizes(legal, value));
}

static struct mlirbc_value *bitcast(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *value = operand(legal, 0);
	const struct mlirbc_type *type = value ? result_type(legal) : NULL;
	return type ? shlo__emit(&legal->emit, row->text, type, &value, 1, NULL, 0) : NULL;
}

static struct mlirbc_value *reshape(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *value = operand(legal, 0), *sizes = operand(legal, 1);
	const struct mlirbc_type *type = value && sizes ? result_type(legal) : NULL;
	(void)row;
	return type ? shlo__legal_reshape(legal, value, type, sizes) : NULL;
}

/* Group `at` of a reassociation: dimensions that follow each other. Returns their number. */
static size_t group(const struct mlirbc_attr *groups, size_t at)
{
	const struct mlirbc_attr *list =
		groups && groups->kind == MLIRBC_ATTR_ARRAY && at < groups->u.array.count ? groups->u.array.data[at] : NULL;
	return list && list->kind == MLIRBC_ATTR_ARRAY ? list->u.array.count : 0;
}

/* The size of each result dimension is the product of those of its group. */
static struct mlirbc_value *collapse_shape(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	const struct mlirbc_attr *groups = mlirbc_op_attr(legal->op, "reassociation");
	struct mlirbc_value *value = operand(legal, 0), *sizes[SHLO__MOST_DIMS];
	const struct mlirbc_type *type = value ? result_type(legal) : NULL;
	size_t at = 0;
	(void)row;
	if (!type || shlo__is_static(type))
		return type ? shlo__legal_reshape(legal, value, type, NULL) : NULL;
	for (size_t i = 0; i < type->u.shaped.rank; i++) {
		sizes[i] = NULL;
		for (size_t end = at + group(groups, i); at < end && at < value->type->u.shaped.rank; at++) {
			struct mlirbc_value *size = shlo__legal_size(legal, value, at);
			sizes[i] = sizes[i] ? shlo__emit_binary(&legal->emit, "stablehlo.multiply", sizes[i], size) : size;
		}
		if (!sizes[i])
			return NULL;
	}
	const struct mlirbc_type *i64 = mlirbc_type_integer(legal->emit.pass->context, 64, MLIRBC_SIGNLESS);
	return shlo__legal_reshape(legal, value, type, shlo__legal_join(legal, sizes, type->u.shaped.rank, i64));
}

/* The sizes that a list of an operation has: constants, and operands from `*from` on in place of unknown ones. */
static bool mixed_sizes(struct shlo__legal *legal, const char *name, size_t *from, struct shlo__dims *out, struct mlirbc_value **values)
{
	if (!shlo__i64s_of(mlirbc_op_attr(legal->op, name), out))
		return false;
	for (size_t i = 0; i < out->count; i++) {
		const bool open = out->at[i] == MLIRBC_DYNAMIC;
		if (open && *from >= legal->op->operand_count)
			return false;
		values[i] = open ? operand(legal, (*from)++) : shlo__legal_number(legal, out->at[i]);
		if (!values[i])
			return false;
	}
	return true;
}

static struct mlirbc_value *expand_shape(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *value = operand(legal, 0), *sizes[SHLO__MOST_DIMS];
	const struct mlirbc_type *type = value ? result_type(legal) : NULL;
	struct shlo__dims shape;
	size_t from = 1;
	if (!type || shlo__is_static(type))
		return type ? shlo__legal_reshape(legal, value, type, NULL) : NULL;
	if (!mixed_sizes(legal, row->text, &from, &shape, sizes) || shape.count != type->u.shaped.rank)
		return NULL;
	const struct mlirbc_type *i64 = mlirbc_type_integer(legal->emit.pass->context, 64, MLIRBC_SIGNLESS);
	return shlo__legal_reshape(legal, value, type, shlo__legal_join(legal, sizes, shape.count, i64));
}

static struct mlirbc_value *concat(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	const struct mlirbc_type *type = result_type(legal);
	const size_t count = legal->op->operand_count;
	struct mlirbc_value **parts = mlirbc_context_alloc(legal->emit.pass->context, (count + 1) * sizeof *parts, _Alignof(void *));
	int64_t at;
	if (!type || !parts || count == 0 || !shlo__int_of(mlirbc_op_attr(legal->op, row->text), &at))
		return NULL;
	for (size_t i = 0; i < count; i++) {
		if (!(parts[i] = operand(legal, i)))
			return NULL;
	}
	const struct shlo__property dimension = { "dimension", shlo__emit_i64(&legal->emit, at) };
	return shlo__emit(&legal->emit, "stablehlo.concatenate", type, parts, count, &dimension, 1);
}

/* The type of a slice that keeps all dimensions; the result may lack some of size 1. */
static struct mlirbc_value *slice(struct shlo__legal *legal, struct mlirbc_value *value, const struct mlirbc_type *type,
	struct mlirbc_value *const *lists, const struct shlo__dims *sizes, bool fixed, struct shlo__dims *start, struct shlo__dims *strides)
{
	struct mlirbc_context *context = legal->emit.pass->context;
	const size_t count = sizes->count;
	const struct mlirbc_type *whole = shlo__tensor(context, sizes->at, count, shlo__element(type), NULL);
	struct shlo__dims limit = { count, { 0 } };
	struct mlirbc_value *part = NULL;
	if (fixed) {
		for (size_t i = 0; i < count; i++)
			limit.at[i] = sizes->at[i] ? start->at[i] + (sizes->at[i] - 1) * strides->at[i] + 1 : start->at[i];
		const struct shlo__property properties[] = { { "start_indices", shlo__i64s_attr(context, start->at, count) },
			{ "limit_indices", shlo__i64s_attr(context, limit.at, count) },
			{ "strides", shlo__i64s_attr(context, strides->at, count) } };
		part = shlo__emit(&legal->emit, "stablehlo.slice", whole, &value, 1, properties, 3);
	} else {
		struct mlirbc_value *span = shlo__formula(&legal->emit, "(x - 1) * y + 1", lists[1], lists[2]);
		struct mlirbc_value *operands[] = { value, lists[0], shlo__emit_binary(&legal->emit, "stablehlo.add", lists[0], span), lists[2] };
		part = span ? shlo__emit(&legal->emit, "stablehlo.real_dynamic_slice", whole, operands, 4, NULL, 0) : NULL;
	}
	return part && (part->type == type || shlo__is_static(type)) ? shlo__legal_reshape(legal, part, type, NULL) : NULL;
}

static struct mlirbc_value *extract_slice(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	static const char *const names[] = { "static_offsets", "static_sizes", "static_strides" };
	const struct mlirbc_type *i64 = mlirbc_type_integer(legal->emit.pass->context, 64, MLIRBC_SIGNLESS);
	struct mlirbc_value *value = operand(legal, 0), *lists[3], *numbers[SHLO__MOST_DIMS];
	const struct mlirbc_type *type = value ? result_type(legal) : NULL;
	struct shlo__dims sets[3];
	size_t from = 1;
	bool fixed = true;
	(void)row;
	for (size_t k = 0; type && k < 3; k++) {
		if (!mixed_sizes(legal, names[k], &from, &sets[k], numbers) || sets[k].count != value->type->u.shaped.rank)
			return NULL;
		for (size_t i = 0; i < sets[k].count; i++) {
			fixed = fixed && sets[k].at[i] != MLIRBC_DYNAMIC;
			if (sets[k].at[i] != MLIRBC_DYNAMIC && (sets[k].at[i] > INT32_MAX || sets[k].at[i] < (k == 2)))
				return shlo__legal_refuse(legal, "its offsets, sizes or strides are not those of a slice");
		}
		if (!(lists[k] = shlo__legal_join(legal, numbers, sets[k].count, i64)))
			return NULL;
	}
	return type ? slice(legal, value, type, lists, &sets[1], fixed, &sets[0], &sets[2]) : NULL;
}

/* ---- rows */

const struct shlo__legal_row shlo__legal_tensors[] = {
	{ "tensor.bitcast", bitcast, "stablehlo.bitcast_convert", true, 0 },
	{ "tensor.cast", cast, NULL, true, 0 },
	{ "tensor.collapse_shape", collapse_shape, NULL, true, 0 },
	{ "tensor.concat", concat, "dim", true, 0 },
	{ "tensor.dim", dim, NULL, true, 0 },
	{ "tensor.empty", empty, NULL, true, 0 },
	{ "tensor.expand_shape", expand_shape, "static_output_shape", true, 0 },
	{ "tensor.extract", extract, NULL, true, 0 },
	{ "tensor.extract_slice", extract_slice, NULL, true, 0 },
	{ "tensor.from_elements", from_elements, NULL, true, 0 },
	{ "tensor.insert", insert, NULL, true, 0 },
	{ "tensor.rank", rank, NULL, true, 0 },
	{ "tensor.reshape", reshape, NULL, true, 0 },
	{ "tensor.splat", splat, NULL, true, 0 },
};
const size_t shlo__legal_tensors_count = sizeof shlo__legal_tensors / sizeof *shlo__legal_tensors;
