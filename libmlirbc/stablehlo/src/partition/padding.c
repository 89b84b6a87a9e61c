/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Dimensions that are not a multiple of their parts: each device has as many elements, rounded up, and the last ones of the dimension are
 * padding. Its elements are unspecified; sums over the dimension replace them. */
#include "dialect/memory.h"
#include "dialect/types.h"
#include "partition/device.h"

#include <string.h>

enum { MOST_BYTES = 16 }; /* of an element */

bool shlo__parts_are_even(const struct mlirbc_type *type, const struct shlo__division *division, size_t dim)
{
	return !division || type->u.shaped.dims[dim] % division->parts[dim] == 0;
}

bool shlo__can_pad(const struct mlirbc_type *type)
{
	const size_t size = shlo__element_bytes(type->u.shaped.element);
	return size > 0 && size <= MOST_BYTES;
}

bool shlo__even_division(struct shlo__partition *p, const struct mlirbc_type *type, const struct shlo__division *division,
	const struct shlo__division **out)
{
	struct shlo__tiles *made = &p->tiles[SHLO__TILES_A];
	*out = division;
	if (!division)
		return true;
	shlo__tiles_clear(p, made, division->rank);
	for (size_t i = 0; i < division->rank; i++) {
		if (shlo__parts_are_even(type, division, i))
			shlo__tiles_copy(p, made, i, division, i);
	}
	return shlo__tiles_finish(p, made, out);
}

struct mlirbc_value *shlo__pad_to_parts(
	struct shlo__partition *p, struct mlirbc_value *value, const struct mlirbc_type *global, const struct shlo__division *to)
{
	static const int64_t none[SHLO__MOST_DIMS];
	static const uint8_t zeros[MOST_BYTES];
	const struct mlirbc_type *type = value->type, *local = shlo__local_type(p, global, to);
	int64_t dims[SHLO__MOST_DIMS], high[SHLO__MOST_DIMS];
	const size_t rank = to->rank;
	bool any = false;
	for (size_t i = 0; local && i < rank; i++) {
		/* a dimension that is not whole is a multiple of its parts, or stays as it is */
		const int64_t wanted = local->u.shaped.dims[i] * to->parts[i];
		dims[i] = type->u.shaped.dims[i] == global->u.shaped.dims[i] ? wanted : type->u.shaped.dims[i];
		high[i] = dims[i] - type->u.shaped.dims[i];
		any |= high[i] > 0;
	}
	if (!local || !any)
		return local ? value : NULL;
	const struct mlirbc_type *scalar = shlo__tensor(p->context, NULL, 0, type->u.shaped.element, NULL);
	struct mlirbc_value *zero = shlo__dense(p, scalar, zeros, shlo__element_bytes(type->u.shaped.element));
	return MLIRBC_VALUE(&p->builder, "stablehlo.pad", MLIRBC_OPERANDS(value, zero),
		MLIRBC_RESULTS(shlo__tensor(p->context, dims, rank, type->u.shaped.element, NULL)),
		MLIRBC_ATTRS({ "edge_padding_low", shlo__i64s_attr(p->context, none, rank) },
			{ "edge_padding_high", shlo__i64s_attr(p->context, high, rank) },
			{ "interior_padding", shlo__i64s_attr(p->context, none, rank) }));
}

/* ---- sums */

/* A scalar for all elements of a type. */
static struct mlirbc_value *filled(struct shlo__partition *p, struct mlirbc_value *scalar, const struct mlirbc_type *type)
{
	return MLIRBC_VALUE(&p->builder, "stablehlo.broadcast_in_dim", MLIRBC_OPERANDS(scalar), MLIRBC_RESULTS(type),
		MLIRBC_ATTRS({ "broadcast_dimensions", shlo__i64s_attr(p->context, NULL, 0) }));
}

/* The value, with `neutral` (a scalar) where its dimension is padding. `size`: of the dimension in the program. */
static struct mlirbc_value *masked(struct shlo__partition *p, struct mlirbc_value *value, size_t dim, int64_t size,
	const struct shlo__tiles *tiles, size_t factor, struct mlirbc_value *neutral)
{
	const struct mlirbc_allocator *allocator = mlirbc_context_allocator(p->context);
	const int64_t own = value->type->u.shaped.dims[dim];
	const struct mlirbc_type *type = shlo__with_element(p->context, value->type, shlo__i64(p));
	int64_t *table = shlo__take(allocator, p->devices * sizeof *table);
	for (uint32_t device = 0; table && device < p->devices; device++) /* elements from the device's first one to the end */
		table[device] = size - tiles->at[(size_t)device * SHLO__MOST_DIMS + factor] * own;
	struct mlirbc_value *left = table ? shlo__look_up(p, shlo__i64(p), table, p->devices * sizeof *table) : NULL;
	shlo__give(allocator, table, p->devices * sizeof *table);
	if (!table || !type) {
		(void)shlo__partition_no_memory(p);
		return NULL;
	}
	struct mlirbc_value *place = MLIRBC_VALUE(&p->builder, "stablehlo.iota", MLIRBC_RESULTS(type),
		MLIRBC_ATTRS({ "iota_dimension", mlirbc_attr_integer(p->context, shlo__i64(p), dim) }));
	struct mlirbc_value *inside = shlo__compare(p, SHLO__LT, place, filled(p, left, type));
	struct mlirbc_value *other = filled(p, neutral, value->type);
	return MLIRBC_VALUE(&p->builder, "stablehlo.select", MLIRBC_OPERANDS(inside, value, other), MLIRBC_RESULTS(value->type));
}

bool shlo__mask_padding(struct shlo__partition *p, const struct mlirbc_op *op, struct mlirbc_op *copy, const struct shlo__tiles *tiles)
{
	static const uint8_t zeros[MOST_BYTES];
	const bool dot = mlirbc_op_is(op, "stablehlo.dot_general") || mlirbc_op_is(op, "stablehlo.dot");
	if (tiles->rank == 0 || (!dot && !mlirbc_op_is(op, "stablehlo.reduce")))
		return true;
	for (uint32_t i = 0; i < (dot ? 2u : op->operand_count / 2); i++) {
		struct mlirbc_value *value = mlirbc_op_operands(copy)[i].value, *neutral = NULL;
		const struct mlirbc_type *global = mlirbc_op_operands(op)[i].value->type;
		for (size_t dim = 0; dim < global->u.shaped.rank; dim++) {
			const int16_t factor = p->factors.operands[i][dim];
			if (factor == SHLO__NO_FACTOR || !p->factors.reduced[factor] || global->u.shaped.dims[dim] % tiles->parts[factor] == 0)
				continue;
			if (!neutral) /* both operands of a product: what padding has may be infinite */
				neutral = dot ? shlo__dense(p, shlo__tensor(p->context, NULL, 0, global->u.shaped.element, NULL), zeros,
						shlo__element_bytes(global->u.shaped.element))
					      : mlirbc_op_operands(copy)[op->operand_count / 2 + i].value;
			value = masked(p, value, dim, global->u.shaped.dims[dim], tiles, (size_t)factor, neutral);
			if (!value)
				return false;
		}
		if (!shlo__partition_built(p))
			return false;
		if (neutral)
			mlirbc_operand_set(&mlirbc_op_operands(copy)[i], value);
	}
	return true;
}
