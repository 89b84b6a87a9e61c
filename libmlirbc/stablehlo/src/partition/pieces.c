/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* dynamic_slice and dynamic_update_slice along a divided dimension. A piece is not larger than a part, so the device takes one as near to
 * it as its part allows, and shifts what it has of it. */
#include "dialect/memory.h"
#include "dialect/types.h"
#include "partition/device.h"
#include "partition/factors.h"

#include <string.h>

enum { FIRST_SLICE = 1, FIRST_UPDATE = 2 }; /* start indices among operands */

static bool has_small_starts(const struct mlirbc_op *op, size_t first)
{
	for (size_t i = first; i < op->operand_count; i++) {
		const struct mlirbc_type *element = mlirbc_op_operands(op)[i].value->type->u.shaped.element;
		if (shlo__is_unsigned(element) && element->u.integer.width == 64)
			return false;
	}
	return true;
}

void shlo__factors_pieces(struct shlo__factors *f, const struct mlirbc_op *op)
{
	const bool updates = mlirbc_op_is(op, "stablehlo.dynamic_update_slice");
	const struct mlirbc_type *whole = mlirbc_op_operands(op)[0].value->type;
	const struct mlirbc_type *piece = updates ? mlirbc_op_operands(op)[1].value->type : mlirbc_op_results(op)[0].type;
	for (size_t dim = 0; dim < whole->u.shaped.rank && has_small_starts(op, updates ? FIRST_UPDATE : FIRST_SLICE); dim++) {
		if (piece->u.shaped.dims[dim] == whole->u.shaped.dims[dim] || piece->u.shaped.dims[dim] == 0)
			continue;
		const int16_t factor = shlo__factor_new(f, whole->u.shaped.dims[dim]);
		f->operands[0][dim] = factor;
		if (updates)
			f->results[0][dim] = factor;
		if (factor == SHLO__NO_FACTOR)
			continue;
		f->reduced[factor] = !updates;
		f->least[factor] = piece->u.shaped.dims[dim];
	}
}

/* ---- numbers */

static struct mlirbc_value *wide(struct shlo__partition *p, struct mlirbc_value *value)
{
	const struct mlirbc_type *type = shlo__tensor(p->context, NULL, 0, shlo__i64(p), NULL);
	return value->type == type ? value : MLIRBC_VALUE(&p->builder, "stablehlo.convert", MLIRBC_OPERANDS(value), MLIRBC_RESULTS(type));
}

static struct mlirbc_value *clamp(struct shlo__partition *p, struct mlirbc_value *value, int64_t most)
{
	struct mlirbc_value *low = shlo__number(p, 0), *high = shlo__number(p, most);
	return MLIRBC_VALUE(&p->builder, "stablehlo.clamp", MLIRBC_OPERANDS(low, value, high), MLIRBC_RESULTS(value ? value->type : NULL));
}

/* A piece of a dimension: where it begins for the device, and how far that is behind its place there. */
struct place {
	struct mlirbc_value *start, *shift;
};

/* `start`: in the whole dimension of `size` elements. */
static bool find_place(struct shlo__partition *p, struct mlirbc_value *start, const struct shlo__tiles *tiles, int16_t factor, int64_t size,
	int64_t piece, struct place *out)
{
	const int64_t own = size / tiles->parts[factor];
	int64_t *table = shlo__take(mlirbc_context_allocator(p->context), p->devices * sizeof *table);
	if (!table)
		return shlo__partition_no_memory(p);
	for (uint32_t device = 0; device < p->devices; device++)
		table[device] = tiles->at[(size_t)device * SHLO__MOST_DIMS + (size_t)factor] * own;
	struct mlirbc_value *begin = shlo__look_up(p, shlo__i64(p), table, p->devices * sizeof *table);
	shlo__give(mlirbc_context_allocator(p->context), table, p->devices * sizeof *table);
	struct mlirbc_value *wanted = shlo__both(p, "stablehlo.subtract", clamp(p, wide(p, start), size - piece), begin);
	out->start = clamp(p, wanted, own - piece);
	out->shift = shlo__both(p, "stablehlo.subtract", out->start, wanted);
	return shlo__partition_built(p);
}

/* Moves the elements of a dimension to the front by `by`, or, `back`, to the end. Zeros come in. */
static struct mlirbc_value *shifted(struct shlo__partition *p, struct mlirbc_value *value, size_t dim, struct mlirbc_value *by, bool back)
{
	static const uint8_t zeros[16];
	const struct mlirbc_type *type = value->type, *element = type->u.shaped.element;
	const size_t rank = type->u.shaped.rank;
	int64_t low[SHLO__MOST_DIMS] = { 0 }, inside[SHLO__MOST_DIMS] = { 0 }, dims[SHLO__MOST_DIMS];
	struct mlirbc_value *operands[SHLO__MOST_DIMS + 1], *size = shlo__number(p, type->u.shaped.dims[dim]), *zero = shlo__number(p, 0);
	memcpy(dims, type->u.shaped.dims, rank * sizeof *dims);
	low[dim] = dims[dim];
	dims[dim] *= 3;
	operands[0] = MLIRBC_VALUE(&p->builder, "stablehlo.pad",
		MLIRBC_OPERANDS(value, shlo__dense(p, shlo__tensor(p->context, NULL, 0, element, NULL), zeros, shlo__element_bytes(element))),
		MLIRBC_RESULTS(shlo__tensor(p->context, dims, rank, element, NULL)),
		MLIRBC_ATTRS({ "edge_padding_low", shlo__i64s_attr(p->context, low, rank) },
			{ "edge_padding_high", shlo__i64s_attr(p->context, low, rank) },
			{ "interior_padding", shlo__i64s_attr(p->context, inside, rank) }));
	for (size_t i = 0; i < rank; i++)
		operands[i + 1] = i == dim ? shlo__both(p, back ? "stablehlo.subtract" : "stablehlo.add", size, by) : zero;
	return mlirbc_builder_value(&p->builder, &(const struct mlirbc_build_op){ .name = "stablehlo.dynamic_slice", .operands = operands,
		.operand_count = rank + 1, MLIRBC_RESULTS(type),
		MLIRBC_ATTRS({ "slice_sizes", shlo__i64s_attr(p->context, type->u.shaped.dims, rank) }) });
}

/* ---- slices */

static bool is_divided(const struct shlo__partition *p, const struct shlo__tiles *tiles, size_t dim)
{
	const int16_t factor = p->factors.operands[0][dim];
	return tiles->rank > 0 && factor != SHLO__NO_FACTOR && tiles->parts[factor] > 1 && p->factors.least[factor] > 0;
}

/* Start indices of the copy become those of the device. *out: places of the divided dimensions. */
static bool set_starts(struct shlo__partition *p, const struct mlirbc_op *op, struct mlirbc_op *copy, const struct shlo__tiles *tiles, size_t first,
	struct place *out)
{
	const struct mlirbc_type *type = mlirbc_op_operands(op)[0].value->type;
	for (size_t dim = 0; dim < type->u.shaped.rank; dim++) {
		struct mlirbc_operand *start = &mlirbc_op_operands(copy)[first + dim];
		if (!is_divided(p, tiles, dim))
			out[dim].start = wide(p, start->value);
		else if (!find_place(p, start->value, tiles, p->factors.operands[0][dim], type->u.shaped.dims[dim],
				 p->factors.least[p->factors.operands[0][dim]], &out[dim]))
			return false;
		if (!shlo__partition_built(p))
			return false;
		mlirbc_operand_set(start, out[dim].start);
	}
	return true;
}

/* ---- updates */

/* Elements of the piece that are of the update: those from inside it. */
static struct mlirbc_value *is_updated(struct shlo__partition *p, const struct mlirbc_type *type, size_t dim, struct mlirbc_value *shift)
{
	const struct mlirbc_type *numbers = shlo__with_element(p->context, type, shlo__i64(p));
	const int64_t size = type->u.shaped.dims[dim], none = 0;
	struct mlirbc_value *at = MLIRBC_VALUE(&p->builder, "stablehlo.iota", MLIRBC_RESULTS(numbers),
		MLIRBC_ATTRS({ "iota_dimension", mlirbc_attr_integer(p->context, shlo__i64(p), dim) }));
	struct mlirbc_value *by = MLIRBC_VALUE(&p->builder, "stablehlo.broadcast_in_dim", MLIRBC_OPERANDS(shift), MLIRBC_RESULTS(numbers),
		MLIRBC_ATTRS({ "broadcast_dimensions", shlo__i64s_attr(p->context, NULL, 0) }));
	at = shlo__both(p, "stablehlo.add", at, by);
	struct mlirbc_value *low = shlo__compare(p, SHLO__GE, at, shlo__dense(p, numbers, &none, sizeof none));
	return shlo__both(p, "stablehlo.and", low, shlo__compare(p, SHLO__LT, at, shlo__dense(p, numbers, &size, sizeof size)));
}

/* The update becomes a piece of the part, with the elements that it changes. */
static bool blend(struct shlo__partition *p, struct mlirbc_op *copy, const struct place *places, size_t rank)
{
	struct mlirbc_value *update = mlirbc_op_operands(copy)[1].value, *operands[SHLO__MOST_DIMS + 1], *changed = NULL;
	const struct mlirbc_type *type = update->type;
	operands[0] = mlirbc_op_operands(copy)[0].value;
	for (size_t dim = 0; dim < rank; dim++) {
		operands[dim + 1] = places[dim].start;
		if (!places[dim].shift)
			continue;
		update = shifted(p, update, dim, places[dim].shift, false);
		struct mlirbc_value *here = is_updated(p, type, dim, places[dim].shift);
		changed = changed ? shlo__both(p, "stablehlo.and", changed, here) : here;
		if (!shlo__partition_built(p))
			return false;
	}
	struct mlirbc_value *old = mlirbc_builder_value(&p->builder, &(const struct mlirbc_build_op){ .name = "stablehlo.dynamic_slice",
		.operands = operands, .operand_count = rank + 1, MLIRBC_RESULTS(type),
		MLIRBC_ATTRS({ "slice_sizes", shlo__i64s_attr(p->context, type->u.shaped.dims, rank) }) });
	struct mlirbc_value *made = MLIRBC_VALUE(&p->builder, "stablehlo.select", MLIRBC_OPERANDS(changed, update, old), MLIRBC_RESULTS(type));
	if (!shlo__partition_built(p))
		return false;
	mlirbc_operand_set(&mlirbc_op_operands(copy)[1], made);
	return true;
}

bool shlo__pieces(struct shlo__partition *p, const struct mlirbc_op *op, struct mlirbc_op *copy, const struct shlo__tiles *tiles,
	struct mlirbc_value **shifts)
{
	const bool slices = mlirbc_op_is(op, "stablehlo.dynamic_slice"), updates = mlirbc_op_is(op, "stablehlo.dynamic_update_slice");
	const size_t rank = slices || updates ? mlirbc_op_operands(op)[0].value->type->u.shaped.rank : 0;
	struct place places[SHLO__MOST_DIMS] = { { NULL, NULL } };
	bool any = false;
	memset(shifts, 0, SHLO__MOST_DIMS * sizeof *shifts);
	for (size_t dim = 0; dim < rank; dim++)
		any |= is_divided(p, tiles, dim);
	if (!any)
		return true;
	if (!set_starts(p, op, copy, tiles, slices ? FIRST_SLICE : FIRST_UPDATE, places))
		return false;
	if (updates)
		return blend(p, copy, places, rank);
	for (size_t dim = 0; dim < rank; dim++)
		shifts[dim] = places[dim].shift;
	return true;
}

struct mlirbc_value *shlo__pieces_placed(struct shlo__partition *p, struct mlirbc_value *value, struct mlirbc_value *const *shifts)
{
	for (size_t dim = 0; value && dim < value->type->u.shaped.rank; dim++) {
		if (shifts[dim])
			value = shifted(p, value, dim, shifts[dim], true);
	}
	return shlo__partition_built(p) ? value : NULL;
}
