/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reversals, and rolls: the end of a value before its beginning, as slices and their concatenation. Along a divided dimension, each device needs the rest
 * of one part and the beginning of the next one. */
#include "dialect/types.h"
#include "partition/device.h"

struct roll {
	const struct mlirbc_value *of;
	size_t dim;
	int64_t start; /* of the first element */
};

/* Whether the value is a slice of the whole of `of` but in one dimension, where it is from `start` to `limit`. */
static bool is_slice(const struct mlirbc_value *value, const struct mlirbc_value *of, size_t dim, int64_t start, int64_t limit)
{
	const struct mlirbc_op *op = mlirbc_value_op(value);
	struct shlo__dims starts, limits, strides;
	if (!op || !mlirbc_op_is(op, "stablehlo.slice") || op->operand_count != 1 || mlirbc_op_operands(op)[0].value != of ||
		!shlo__i64s_of(mlirbc_op_attr(op, "start_indices"), &starts) || !shlo__i64s_of(mlirbc_op_attr(op, "limit_indices"), &limits) ||
		!shlo__i64s_of(mlirbc_op_attr(op, "strides"), &strides))
		return false;
	const size_t rank = of->type->u.shaped.rank;
	if (starts.count != rank || limits.count != rank || strides.count != rank)
		return false;
	for (size_t i = 0; i < rank; i++) {
		if (starts.at[i] != (i == dim ? start : 0) || limits.at[i] != (i == dim ? limit : of->type->u.shaped.dims[i]) || strides.at[i] != 1)
			return false;
	}
	return true;
}

static bool read_roll(const struct mlirbc_op *op, struct roll *out)
{
	const struct mlirbc_operand *pieces = mlirbc_op_operands(op);
	int64_t dim;
	if (!mlirbc_op_is(op, "stablehlo.concatenate") || op->operand_count != 2 || !shlo__int_of(mlirbc_op_attr(op, "dimension"), &dim) || dim < 0)
		return false;
	const struct mlirbc_op *second = mlirbc_value_op(pieces[1].value);
	if (!second || second->operand_count != 1)
		return false;
	const struct mlirbc_value *of = mlirbc_op_operands(second)[0].value;
	if (of->type != mlirbc_op_results(op)->type || !shlo__is_tensor(of->type) || !shlo__is_static(of->type) ||
		of->type->u.shaped.rank >= SHLO__MOST_DIMS || (size_t)dim >= of->type->u.shaped.rank || !shlo__is_tensor(pieces[1].value->type) ||
		pieces[1].value->type->u.shaped.rank != of->type->u.shaped.rank)
		return false;
	const int64_t size = of->type->u.shaped.dims[dim], start = pieces[1].value->type->u.shaped.dims[dim];
	*out = (struct roll){ of, (size_t)dim, start };
	return start > 0 && start < size && is_slice(pieces[0].value, of, (size_t)dim, start, size) && is_slice(pieces[1].value, of, (size_t)dim, 0, start);
}

bool shlo__is_roll(const struct mlirbc_op *op)
{
	struct roll roll;
	return read_roll(op, &roll);
}

bool shlo__is_roll_piece(const struct mlirbc_op *op)
{
	const struct mlirbc_operand *use = op->result_count == 1 ? mlirbc_op_results(op)->first_use : NULL;
	return use && !mlirbc_operand_next(use) && mlirbc_op_is(op, "stablehlo.slice") && mlirbc_operand_owner(use)->parent == op->parent &&
	       shlo__is_roll(mlirbc_operand_owner(use));
}

/* `size` elements from `start` on of the part `hops` behind. */
static struct mlirbc_value *piece(struct shlo__partition *p, struct mlirbc_value *value, const struct shlo__tiles *tiles, size_t dim, int64_t start,
	int64_t size, int64_t hops)
{
	struct mlirbc_value *made = shlo__part(p, value, dim, start, size);
	return made && hops % tiles->parts[dim] != 0 ? shlo__passed(p, made, tiles, dim, -(hops % (int64_t)tiles->parts[dim]), true) : made;
}

static bool roll_parts(struct shlo__partition *p, struct mlirbc_op *op, const struct roll *roll, const struct shlo__division *home)
{
	struct shlo__tiles *tiles = &p->tiles[SHLO__TILES_B];
	struct mlirbc_value *value = shlo__value_get(p, op, roll->of, home);
	if (!value)
		return false;
	shlo__tiles_clear(p, tiles, home->rank);
	for (size_t i = 0; i < home->rank; i++)
		shlo__tiles_copy(p, tiles, i, home, i);
	const int64_t own = value->type->u.shaped.dims[roll->dim], hops = roll->start / own, rest = roll->start % own;
	struct mlirbc_value *first = piece(p, value, tiles, roll->dim, rest, own - rest, hops), *made = first;
	if (rest > 0) {
		struct mlirbc_value *second = piece(p, value, tiles, roll->dim, 0, rest, hops + 1);
		made = MLIRBC_VALUE(&p->builder, "stablehlo.concatenate", MLIRBC_OPERANDS(first, second), MLIRBC_RESULTS(value->type),
			MLIRBC_ATTRS({ "dimension", mlirbc_attr_integer(p->context, shlo__i64(p), roll->dim) }));
	}
	return shlo__partition_built(p) && made && shlo__value_set(p, mlirbc_op_results(op), made, home);
}

bool shlo__partition_roll(struct shlo__partition *p, struct mlirbc_op *op)
{
	struct roll roll;
	const struct shlo__entry *entry = read_roll(op, &roll) ? shlo__value_find(p, roll.of) : NULL;
	const struct shlo__division *home = entry ? entry->home : NULL;
	if (home && home->parts[roll.dim] > 1 && p->replicas == 1 && shlo__parts_are_even(roll.of->type, home, roll.dim))
		return roll_parts(p, op, &roll, home);
	for (uint32_t i = 0; i < 2; i++) {
		struct mlirbc_op *slice = mlirbc_value_op(mlirbc_op_operands(op)[i].value);
		if (shlo__is_roll_piece(slice) && !shlo__partition_op(p, slice))
			return false;
	}
	return shlo__partition_op(p, op);
}

/* ---- reversals */

/* Where reversed parts are, if each device reverses its own. False after a failure. */
static bool mirror(struct shlo__partition *p, const struct shlo__division *home, const struct shlo__dims *dims, const struct shlo__division **out)
{
	struct shlo__tiles *made = &p->tiles[SHLO__TILES_A];
	shlo__tiles_clear(p, made, home->rank);
	for (size_t i = 0; i < home->rank; i++)
		shlo__tiles_copy(p, made, i, home, i);
	for (size_t i = 0; i < dims->count; i++) {
		const size_t dim = (size_t)dims->at[i];
		for (uint32_t device = 0; device < p->devices; device++) {
			uint32_t *at = &made->at[(size_t)device * SHLO__MOST_DIMS + dim];
			*at = home->parts[dim] - 1 - *at;
		}
	}
	return shlo__tiles_finish(p, made, out);
}

bool shlo__partition_reverse(struct shlo__partition *p, struct mlirbc_op *op)
{
	const struct mlirbc_value *of = op->operand_count == 1 ? mlirbc_op_operands(op)[0].value : NULL;
	const struct shlo__entry *entry = of ? shlo__value_find(p, of) : NULL;
	const struct shlo__division *home = entry ? entry->home : NULL, *mirrored;
	struct shlo__dims dims;
	bool divided = false;
	if (!home || p->replicas != 1 || of->type != mlirbc_op_results(op)->type || !shlo__i64s_of(mlirbc_op_attr(op, "dimensions"), &dims))
		return shlo__partition_op(p, op);
	for (size_t i = 0; i < dims.count; i++) {
		if (dims.at[i] < 0 || (size_t)dims.at[i] >= home->rank || !shlo__parts_are_even(of->type, home, (size_t)dims.at[i]))
			return shlo__partition_op(p, op);
		divided |= home->parts[dims.at[i]] > 1;
	}
	if (!divided || !mirror(p, home, &dims, &mirrored))
		return p->status == MLIRBC_OK && shlo__partition_op(p, op);
	struct mlirbc_value *value = shlo__value_get(p, op, of, home), *moved = NULL;
	if (!value)
		return false;
	value = MLIRBC_VALUE(&p->builder, "stablehlo.reverse", MLIRBC_OPERANDS(value), MLIRBC_RESULTS(value->type),
		MLIRBC_ATTRS({ "dimensions", mlirbc_op_attr(op, "dimensions") }));
	if (!shlo__partition_built(p) || !shlo__permute(p, value, mirrored, home, &moved))
		return false;
	return moved ? shlo__value_set(p, mlirbc_op_results(op), moved, home) : shlo__partition_op(p, op);
}
