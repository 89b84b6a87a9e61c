/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "loops/parts.h"
#include "body/expression.h"

#include <mlirbc/stablehlo_build.h>
#include <string.h>

const struct mlirbc_type *bef_hlo__part_type(struct bef_hlo__lower *lower, const struct mlirbc_type *type, uint32_t dim)
{
	const size_t rank = type->u.shaped.rank;
	int64_t dims[HLO_MOST_RANK];
	memcpy(dims, type->u.shaped.dims, dim * sizeof *dims);
	memcpy(dims + dim, type->u.shaped.dims + dim + 1, (rank - dim - 1) * sizeof *dims);
	return bef_hlo__shaped(lower, dims, rank - 1, bef_hlo__element(type));
}

const struct bef_hlo__parts *bef_hlo__find_parts(const struct bef_hlo__splitter *s, const struct mlirbc_value *value)
{
	return value->number < s->count && s->list[value->number].value == value ? &s->list[value->number] : NULL;
}

struct bef_hlo__parts *bef_hlo__add_parts(struct bef_hlo__splitter *s, struct mlirbc_value *value, uint32_t dim, uint32_t count)
{
	if (s->count == s->room) {
		const uint32_t room = 2 * s->room + 64;
		struct bef_hlo__parts *list = bef_hlo__room(s->lower, room, sizeof *list);
		if (!list)
			return NULL;
		if (s->count)
			memcpy(list, s->list, s->count * sizeof *list);
		s->list = list;
		s->room = room;
	}
	value->number = s->count;
	s->list[s->count] = (struct bef_hlo__parts){ .value = value, .dim = dim, .count = count };
	return &s->list[s->count++];
}

/* ---- parts of other values */

/* The elements at an index of the dimension. */
static struct mlirbc_value *take(struct bef_hlo__splitter *s, struct mlirbc_value *value, uint32_t dim, int64_t index)
{
	const size_t rank = value->type->u.shaped.rank;
	struct mlirbc_context *context = s->lower->context;
	int64_t start[HLO_MOST_RANK] = { 0 }, limit[HLO_MOST_RANK], step[HLO_MOST_RANK];
	for (size_t d = 0; d < rank; d++) {
		limit[d] = value->type->u.shaped.dims[d];
		step[d] = 1;
	}
	start[dim] = index;
	limit[dim] = index + 1;
	const struct mlirbc_build_attr attrs[] = { { "start_indices", mlirbc_stablehlo_dims(context, start, rank) },
		{ "limit_indices", mlirbc_stablehlo_dims(context, limit, rank) }, { "strides", mlirbc_stablehlo_dims(context, step, rank) } };
	struct mlirbc_value *slice = mlirbc_stablehlo_value(&s->builder, &(struct mlirbc_build_op){
		.name = mlirbc_stablehlo_name(MLIRBC_STABLEHLO_slice), .operands = &value, .operand_count = 1, .attrs = attrs, .attr_count = 3 }, NULL);
	return mlirbc_stablehlo_reshape(&s->builder, slice, bef_hlo__part_type(s->lower, value->type, dim));
}

/* The part of a value whose parts are all equal: a broadcast or a splat. NULL: another value, or a failure. */
static struct mlirbc_value *same_part(struct bef_hlo__splitter *s, const struct mlirbc_value *value, uint32_t dim)
{
	const struct mlirbc_op *op = mlirbc_value_op(value);
	const struct mlirbc_type *type = op ? bef_hlo__part_type(s->lower, value->type, dim) : NULL;
	int64_t dims[HLO_MOST_RANK];
	if (!type)
		return NULL;
	if (bef_hlo__is(s->lower, op, MLIRBC_STABLEHLO_constant) && bef_hlo__has_value(op)) {
		const struct mlirbc_attr *bits = mlirbc_op_attr(op, "value");
		return mlirbc_stablehlo_constant(&s->builder, type, bits->u.dense.data, bits->u.dense.size);
	}
	if (!bef_hlo__is(s->lower, op, MLIRBC_STABLEHLO_broadcast_in_dim))
		return NULL;
	const struct mlirbc_stablehlo_attr *to = bef_hlo__find_attr(s->lower, op, "broadcast_dimensions");
	if (!to || to->kind != MLIRBC_STABLEHLO_INTS || to->count > HLO_MOST_RANK)
		return NULL;
	for (size_t i = 0; i < to->count; i++) {
		if (to->ints[i] == dim)
			return NULL;
		dims[i] = to->ints[i] - (to->ints[i] > dim);
	}
	return mlirbc_stablehlo_broadcast(&s->builder, mlirbc_op_operands(op)[0].value, type, dims);
}

bool bef_hlo__make_parts(struct bef_hlo__splitter *s, struct mlirbc_value *value, uint32_t dim, struct bef_hlo__parts *out)
{
	const struct bef_hlo__parts *found = bef_hlo__find_parts(s, value);
	if (found && found->dim == dim) {
		*out = *found;
		return true;
	}
	*out = (struct bef_hlo__parts){ .value = value, .dim = dim, .count = (uint32_t)value->type->u.shaped.dims[dim] };
	struct mlirbc_value *same = same_part(s, value, dim);
	for (uint32_t i = 0; i < out->count; i++) {
		out->parts[i] = same ? same : take(s, value, dim, i);
		if (!out->parts[i])
			return false;
	}
	struct bef_hlo__parts *entry = found ? out : bef_hlo__add_parts(s, value, dim, out->count);
	if (entry)
		*entry = *out;
	return entry != NULL;
}

struct mlirbc_value *bef_hlo__join_parts(struct bef_hlo__splitter *s, const struct bef_hlo__parts *parts)
{
	const struct mlirbc_type *type = parts->value->type, *i64 = mlirbc_type_integer(s->lower->context, 64, MLIRBC_SIGNLESS);
	struct mlirbc_value *values[BEF_HLO__MOST_PARTS];
	int64_t dims[HLO_MOST_RANK];
	memcpy(dims, type->u.shaped.dims, type->u.shaped.rank * sizeof *dims);
	dims[parts->dim] = 1;
	for (uint32_t i = 0; i < parts->count; i++)
		values[i] = mlirbc_stablehlo_reshape(&s->builder, parts->parts[i],
			bef_hlo__shaped(s->lower, dims, type->u.shaped.rank, bef_hlo__element(type)));
	const struct mlirbc_build_attr attr = { "dimension", i64 ? mlirbc_attr_integer(s->lower->context, i64, parts->dim) : NULL };
	return mlirbc_stablehlo_value(&s->builder, &(struct mlirbc_build_op){ .name = mlirbc_stablehlo_name(MLIRBC_STABLEHLO_concatenate),
		.operands = values, .operand_count = parts->count, .attrs = &attr, .attr_count = 1 }, NULL);
}
