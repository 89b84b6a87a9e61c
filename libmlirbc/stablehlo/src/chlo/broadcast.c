/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* chlo.broadcast_OP: both operands are broadcast to the shape of the result as NumPy does, then OP. */
#include "chlo/lower.h"
#include "dialect/enums.h"

#include <mlirbc/build.h>
#include <stdio.h>
#include <string.h>

/* Dimensions of the result that those of an operand become: at its end, or as broadcast_dimensions says for one of lower rank. */
static bool dims_of(const struct mlirbc_op *op, const struct mlirbc_type *type, size_t rank, size_t lowest, struct shlo__dims *out)
{
	size_t own = type->u.shaped.rank;
	if (own > rank || rank > SHLO__MOST_DIMS)
		return false;
	const struct mlirbc_attr *given = mlirbc_op_attr(op, "broadcast_dimensions");
	if (given && own == lowest && own < rank) {
		if (!shlo__i64s_of(given, out) || out->count != own)
			return false;
	} else {
		out->count = own;
		for (size_t i = 0; i < own; i++)
			out->at[i] = (int64_t)(rank - own + i);
	}
	for (size_t i = 0; i < own; i++) {
		if (out->at[i] < 0 || (uint64_t)out->at[i] >= rank)
			return false;
	}
	return true;
}

struct sides {
	struct mlirbc_value *values[3];
	struct shlo__dims dims[3];
	size_t count, rank;
};

/* The first size, or the second one where the first is 1. */
static struct mlirbc_value *larger(struct shlo__emit *emit, struct mlirbc_value *size, struct mlirbc_value *other)
{
	struct mlirbc_value *one = shlo__emit_number(emit, size, 1), *is_one = shlo__emit_compare(emit, SHLO__EQ, size, one);
	return shlo__emit_select(emit, is_one, other, size);
}

/* The size of the result in a dimension as tensor<1xi32>: that of the first operand whose size there is not 1. */
static struct mlirbc_value *size_of(struct shlo__emit *emit, const struct sides *sides, size_t dimension, const struct mlirbc_type *scalar,
	const struct mlirbc_type *one)
{
	struct mlirbc_value *size = NULL;
	for (size_t i = 0; i < sides->count; i++) {
		for (size_t j = 0; j < sides->dims[i].count; j++) {
			if ((size_t)sides->dims[i].at[j] != dimension)
				continue;
			struct mlirbc_value *value = sides->values[i];
			const struct shlo__property property = { "dimension", shlo__emit_i64(emit, (int64_t)j) };
			struct mlirbc_value *own = shlo__emit(emit, "stablehlo.get_dimension_size", scalar, &value, 1, &property, 1);
			if (size)
				own = larger(emit, size, own);
			size = own;
		}
	}
	return size ? shlo__emit(emit, "stablehlo.reshape", one, &size, 1, NULL, 0) : NULL;
}

static struct mlirbc_value *shape_of(struct shlo__emit *emit, const struct sides *sides)
{
	struct mlirbc_context *context = emit->pass->context;
	struct mlirbc_value *sizes[SHLO__MOST_DIMS];
	const struct mlirbc_type *i32 = mlirbc_type_integer(context, 32, MLIRBC_SIGNLESS);
	const struct mlirbc_type *scalar = i32 ? shlo__tensor(context, NULL, 0, i32, NULL) : NULL;
	const struct mlirbc_type *one = i32 ? shlo__tensor(context, (const int64_t[]){ 1 }, 1, i32, NULL) : NULL;
	const struct mlirbc_type *all = i32 ? shlo__tensor(context, (const int64_t[]){ (int64_t)sides->rank }, 1, i32, NULL) : NULL;
	const struct shlo__property dimension = { "dimension", shlo__emit_i64(emit, 0) };
	for (size_t i = 0; i < sides->rank; i++)
		sizes[i] = size_of(emit, sides, i, scalar, one);
	return shlo__emit(emit, "stablehlo.concatenate", all, sizes, sides->rank, &dimension, 1);
}

static bool collect(struct shlo__emit *emit, struct sides *sides)
{
	const struct mlirbc_op *op = emit->before;
	size_t lowest = SHLO__MOST_DIMS;
	sides->count = op->operand_count;
	if (sides->count < 2 || sides->count > 3)
		return false;
	for (size_t i = 0; i < sides->count; i++) {
		sides->values[i] = mlirbc_op_operands(op)[i].value;
		if (!sides->values[i] || !shlo__is_tensor(sides->values[i]->type))
			return false;
		size_t rank = sides->values[i]->type->u.shaped.rank;
		lowest = rank < lowest ? rank : lowest;
	}
	for (size_t i = 0; i < sides->count; i++) {
		if (!dims_of(op, sides->values[i]->type, sides->rank, lowest, &sides->dims[i]))
			return false;
	}
	return true;
}

struct mlirbc_value *shlo__lower_broadcast(struct shlo__emit *emit, enum mlirbc_stablehlo_code code)
{
	static const char prefix[] = "chlo.broadcast_";
	struct mlirbc_context *context = emit->pass->context;
	const char *name = shlo__op_name(code);
	const struct mlirbc_type *result = mlirbc_op_results(emit->before)[0].type;
	struct sides sides = { .rank = result->u.shaped.rank };
	uint64_t count;
	char target[40];
	if (strncmp(name, prefix, sizeof prefix - 1) != 0 || !shlo__is_tensor(result) || !collect(emit, &sides))
		return NULL;
	struct mlirbc_value *shape = mlirbc_type_elements(result, &count) ? NULL : shape_of(emit, &sides);
	for (size_t i = 0; i < sides.count; i++) {
		const struct mlirbc_type *type = shlo__with_element(context, result, shlo__element(sides.values[i]->type));
		bool scalar = code == MLIRBC_CHLO_broadcast_select && i == 0 && sides.values[i]->type->u.shaped.rank == 0;
		if (!scalar)
			sides.values[i] = shlo__emit_broadcast(emit, sides.values[i], type, sides.dims[i].at, shape);
	}
	bool special = code == MLIRBC_CHLO_broadcast_next_after || code == MLIRBC_CHLO_broadcast_polygamma ||
		       code == MLIRBC_CHLO_broadcast_zeta;
	snprintf(target, sizeof target, "%s.%s", special ? "chlo" : "stablehlo", name + sizeof prefix - 1);
	if (code != MLIRBC_CHLO_broadcast_compare)
		return shlo__emit(emit, target, result, sides.values, sides.count, NULL, 0);
	int direction = shlo__enum_of(SHLO__COMPARISON_DIRECTION, mlirbc_op_attr(emit->before, "comparison_direction"));
	int type = shlo__enum_of(SHLO__COMPARISON_TYPE, mlirbc_op_attr(emit->before, "compare_type"));
	if (direction < 0)
		return NULL;
	const struct shlo__property properties[] = {
		{ "comparison_direction", shlo__enum_attr(context, "stablehlo", SHLO__COMPARISON_DIRECTION, direction) },
		{ "compare_type", type >= 0 ? shlo__enum_attr(context, "stablehlo", SHLO__COMPARISON_TYPE, type) : NULL } };
	return shlo__emit(emit, target, result, sides.values, sides.count, properties, type >= 0 ? 2 : 1);
}
