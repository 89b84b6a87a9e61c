/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations that move elements without looking at them. */
#include "fold/fold.h"

#include <string.h>

/* For each element of the result: where it comes from in the operand, as offset + sum(position * step), in elements. */
struct mapping {
	int64_t offset, step[SHLO__MOST_RANK];
};

static const struct mlirbc_attr *move(struct shlo__folding *folding, const struct shlo__constant *from, const struct mapping *mapping)
{
	struct shlo__making making;
	int64_t at[SHLO__MOST_RANK] = { 0 };
	if (!shlo__fold_begin(folding, &making))
		return NULL;
	for (size_t i = 0; i < making.computed; i++) {
		int64_t source = mapping->offset;
		if (shlo__fold_stopped(folding, i)) {
			shlo__making_cancel(&making, folding->context);
			return NULL;
		}
		for (size_t d = 0; d < making.shape.rank; d++)
			source += at[d] * mapping->step[d];
		memcpy(shlo__put(&making, i), shlo__at(from, (size_t)source), making.shape.width);
		(void)shlo__step(making.shape.dims, making.shape.rank, at);
	}
	return shlo__fold_end(folding, &making);
}

static bool dims_attr(const struct shlo__folding *folding, const char *name, size_t count, struct shlo__dims *out)
{
	return shlo__i64s_of(mlirbc_op_attr(folding->op, name), out) && out->count == count;
}

static size_t result_rank(const struct shlo__folding *folding)
{
	return shlo__is_tensor(folding->type) ? folding->type->u.shaped.rank : SHLO__MOST_RANK + 1;
}

static bool in_range(int64_t index, size_t rank) { return index >= 0 && (uint64_t)index < rank; }

static const struct mlirbc_attr *fold_reshape(struct shlo__folding *folding, const struct shlo__constant *from)
{
	struct shlo__making making;
	if (!shlo__fold_begin(folding, &making))
		return NULL;
	if (making.shape.count != from->count || making.shape.width != from->width) {
		shlo__making_cancel(&making, folding->context);
		return NULL;
	}
	for (size_t i = 0; i < making.computed; i++)
		memcpy(shlo__put(&making, i), shlo__at(from, i), from->width);
	return shlo__fold_end(folding, &making);
}

static const struct mlirbc_attr *fold_broadcast(struct shlo__folding *folding, const struct shlo__constant *from)
{
	struct mapping mapping = { 0 };
	struct shlo__dims dims;
	int64_t strides[SHLO__MOST_RANK];
	if (!dims_attr(folding, "broadcast_dimensions", from->rank, &dims) || result_rank(folding) > SHLO__MOST_RANK)
		return NULL;
	shlo__strides(from->dims, from->rank, strides);
	for (size_t i = 0; i < from->rank; i++) {
		if (!in_range(dims.at[i], result_rank(folding)) ||
			(from->dims[i] != 1 && from->dims[i] != folding->type->u.shaped.dims[dims.at[i]]))
			return NULL;
		mapping.step[dims.at[i]] = from->dims[i] == 1 ? 0 : strides[i];
	}
	return move(folding, from, &mapping);
}

static const struct mlirbc_attr *fold_transpose(struct shlo__folding *folding, const struct shlo__constant *from)
{
	struct mapping mapping = { 0 };
	struct shlo__dims dims;
	int64_t strides[SHLO__MOST_RANK];
	if (!dims_attr(folding, "permutation", from->rank, &dims) || result_rank(folding) != from->rank)
		return NULL;
	shlo__strides(from->dims, from->rank, strides);
	for (size_t i = 0; i < from->rank; i++) {
		if (!in_range(dims.at[i], from->rank) || folding->type->u.shaped.dims[i] != from->dims[dims.at[i]])
			return NULL;
		mapping.step[i] = strides[dims.at[i]];
	}
	return move(folding, from, &mapping);
}

static const struct mlirbc_attr *fold_reverse(struct shlo__folding *folding, const struct shlo__constant *from)
{
	struct mapping mapping = { 0 };
	struct shlo__dims dims;
	if (!shlo__i64s_of(mlirbc_op_attr(folding->op, "dimensions"), &dims) || folding->type != from->type)
		return NULL;
	shlo__strides(from->dims, from->rank, mapping.step);
	for (size_t i = 0; i < dims.count; i++) {
		if (!in_range(dims.at[i], from->rank) || mapping.step[dims.at[i]] < 0)
			return NULL;
		if (from->count != 0) /* else the product may not fit */
			mapping.offset += (from->dims[dims.at[i]] - 1) * mapping.step[dims.at[i]];
		mapping.step[dims.at[i]] *= -1;
	}
	return move(folding, from, &mapping);
}

/* A slice that begins at `start` and has the shape of the result. */
static const struct mlirbc_attr *fold_window(
	struct shlo__folding *folding, const struct shlo__constant *from, const int64_t *start, const int64_t *step)
{
	struct mapping mapping = { 0 };
	int64_t strides[SHLO__MOST_RANK];
	if (result_rank(folding) != from->rank)
		return NULL;
	shlo__strides(from->dims, from->rank, strides);
	for (size_t i = 0; i < from->rank; i++) {
		int64_t size = folding->type->u.shaped.dims[i];
		if (size < 0 || start[i] < 0 || step[i] < 1 || start[i] > from->dims[i] ||
			(size > 0 && (start[i] == from->dims[i] || (from->dims[i] - 1 - start[i]) / step[i] < size - 1)))
			return NULL;
		if (from->count != 0)
			mapping.offset += start[i] * strides[i];
		if (size > 1) /* a step that is not taken may have any size */
			mapping.step[i] = step[i] * strides[i];
	}
	return move(folding, from, &mapping);
}

static const struct mlirbc_attr *fold_slice(struct shlo__folding *folding, const struct shlo__constant *from)
{
	struct shlo__dims start, step;
	if (!dims_attr(folding, "start_indices", from->rank, &start) || !dims_attr(folding, "strides", from->rank, &step))
		return NULL;
	return fold_window(folding, from, start.at, step.at);
}

static int64_t clamp(int64_t value, int64_t low, int64_t high)
{
	return value > high ? high : value < low ? low : value;
}

/* A start index: unsigned types count from 0 to their maximum. */
static int64_t start_at(const struct shlo__constant *constant)
{
	int64_t value = shlo__int_at(constant, 0);
	return value < 0 && shlo__is_unsigned(constant->element) ? INT64_MAX : value;
}

static const struct mlirbc_attr *fold_dynamic_slice(struct shlo__folding *folding, const struct shlo__constant *from)
{
	int64_t start[SHLO__MOST_RANK], step[SHLO__MOST_RANK];
	struct shlo__constant index;
	if (result_rank(folding) != from->rank || folding->op->operand_count != from->rank + 1)
		return NULL;
	for (size_t i = 0; i < from->rank; i++) {
		int64_t size = folding->type->u.shaped.dims[i], room = from->dims[i] - (size < 0 ? 0 : size);
		if (!shlo__fold_operand(folding, i + 1, &index) || index.count != 1 || size < 0 || room < 0)
			return NULL;
		start[i] = clamp(start_at(&index), 0, room);
		step[i] = 1;
	}
	return fold_window(folding, from, start, step);
}

/* Start, limit and strides are operands and not clamped. */
static const struct mlirbc_attr *fold_real_dynamic_slice(struct shlo__folding *folding, const struct shlo__constant *from)
{
	int64_t start[SHLO__MOST_RANK], step[SHLO__MOST_RANK];
	struct shlo__constant starts, steps;
	if (!shlo__fold_operand(folding, 1, &starts) || !shlo__fold_operand(folding, 3, &steps) ||
		starts.count != from->rank || steps.count != from->rank)
		return NULL;
	for (size_t i = 0; i < from->rank; i++) {
		start[i] = shlo__int_at(&starts, i);
		step[i] = shlo__int_at(&steps, i);
	}
	return fold_window(folding, from, start, step);
}

static const struct mlirbc_attr *fold_concatenate(struct shlo__folding *folding)
{
	struct shlo__making making;
	struct shlo__constant part;
	int64_t dimension;
	if (!shlo__int_of(mlirbc_op_attr(folding->op, "dimension"), &dimension) || !in_range(dimension, result_rank(folding)))
		return NULL;
	for (size_t i = 0; i < folding->op->operand_count; i++) {
		if (!shlo__fold_operand(folding, i, &part) || part.rank != result_rank(folding) ||
			part.element != folding->type->u.shaped.element)
			return NULL;
	}
	if (!shlo__fold_begin(folding, &making))
		return NULL;
	/* rows: what stands behind the dimension; each operand has some rows at each position before it */
	size_t row = making.shape.width, before = 1, done = 0, whole = (size_t)making.shape.dims[dimension];
	for (size_t i = 0; i < making.shape.rank; i++) {
		if (i < (size_t)dimension)
			before *= (size_t)making.shape.dims[i];
		else if (i > (size_t)dimension)
			row *= (size_t)making.shape.dims[i];
	}
	size_t elements = row / making.shape.width;
	for (size_t i = 0; i < folding->op->operand_count; i++) {
		(void)shlo__fold_operand(folding, i, &part);
		size_t rows = (size_t)part.dims[dimension];
		for (size_t j = 0; rows <= whole - done && j < before * rows * elements && j < part.count; j++) {
			size_t outer = j / (rows * elements), inner = j % (rows * elements);
			memcpy(shlo__put(&making, (outer * whole + done) * elements + inner), shlo__at(&part, j), part.width);
		}
		done += rows <= whole - done ? rows : 0;
	}
	return shlo__fold_end(folding, &making);
}

static const struct mlirbc_attr *fold_pad(struct shlo__folding *folding, const struct shlo__constant *from)
{
	struct shlo__dims low, interior;
	struct shlo__constant value;
	struct shlo__making making;
	int64_t at[SHLO__MOST_RANK] = { 0 }, strides[SHLO__MOST_RANK];
	if (!dims_attr(folding, "edge_padding_low", from->rank, &low) ||
		!dims_attr(folding, "interior_padding", from->rank, &interior) || !shlo__fold_operand(folding, 1, &value) ||
		value.count != 1 || value.width != from->width || result_rank(folding) != from->rank ||
		!shlo__fold_begin(folding, &making))
		return NULL;
	shlo__strides(making.shape.dims, making.shape.rank, strides);
	for (size_t i = 0; i < making.shape.count; i++)
		memcpy(shlo__put(&making, i), value.data, value.width);
	for (size_t i = 0; i < from->count; i++) {
		int64_t target = 0;
		bool inside = true;
		for (size_t d = 0; d < from->rank; d++) {
			int64_t place;
			inside = inside && interior.at[d] >= 0 && !__builtin_add_overflow(interior.at[d], 1, &place) &&
				 !__builtin_mul_overflow(at[d], place, &place) &&
				 !__builtin_add_overflow(place, low.at[d], &place) && in_range(place, (size_t)making.shape.dims[d]);
			target += inside ? place * strides[d] : 0;
		}
		if (inside)
			memcpy(shlo__put(&making, (size_t)target), shlo__at(from, i), from->width);
		(void)shlo__step(from->dims, from->rank, at);
	}
	return shlo__fold_end(folding, &making);
}

static const struct mlirbc_attr *fold_dimension_size(struct shlo__folding *folding)
{
	struct shlo__making making;
	int64_t dimension;
	const struct mlirbc_value *operand = folding->op->operand_count ? mlirbc_op_operands(folding->op)[0].value : NULL;
	if (!operand || !shlo__is_tensor(operand->type) ||
		!shlo__int_of(mlirbc_op_attr(folding->op, "dimension"), &dimension) ||
		!in_range(dimension, operand->type->u.shaped.rank))
		return NULL;
	int64_t size = operand->type->u.shaped.dims[dimension];
	if (size < 0 || size > INT32_MAX || !shlo__fold_begin(folding, &making))
		return NULL;
	shlo__put_int(&making, 0, size);
	return shlo__fold_end(folding, &making);
}

/* Whether a bitcast_convert gives each element another type of the same size. */
static bool keeps_bits(const struct mlirbc_type *type, const struct mlirbc_type *from)
{
	const struct mlirbc_type *to = shlo__element(type);
	return (shlo__is_int(to) || shlo__is_float(to)) && (shlo__is_int(from) || shlo__is_float(from)) &&
	       mlirbc_type_width(to) == mlirbc_type_width(from);
}

const struct mlirbc_attr *shlo__fold_shape(struct shlo__folding *folding)
{
	struct shlo__constant from;
	if (folding->code == MLIRBC_STABLEHLO_concatenate)
		return fold_concatenate(folding);
	if (folding->code == MLIRBC_STABLEHLO_get_dimension_size)
		return fold_dimension_size(folding);
	if (!shlo__fold_operand(folding, 0, &from))
		return NULL;
	if (folding->code == MLIRBC_STABLEHLO_bitcast_convert)
		return keeps_bits(folding->type, from.element) ? fold_reshape(folding, &from) : NULL;
	if (shlo__is_tensor(folding->type) && folding->type->u.shaped.element != from.element)
		return NULL;
	switch (folding->code) {
	case MLIRBC_STABLEHLO_reshape:
	case MLIRBC_STABLEHLO_dynamic_reshape: return fold_reshape(folding, &from);
	case MLIRBC_STABLEHLO_broadcast_in_dim:
	case MLIRBC_STABLEHLO_dynamic_broadcast_in_dim: return fold_broadcast(folding, &from);
	case MLIRBC_STABLEHLO_transpose: return fold_transpose(folding, &from);
	case MLIRBC_STABLEHLO_reverse: return fold_reverse(folding, &from);
	case MLIRBC_STABLEHLO_slice: return fold_slice(folding, &from);
	case MLIRBC_STABLEHLO_dynamic_slice: return fold_dynamic_slice(folding, &from);
	case MLIRBC_STABLEHLO_real_dynamic_slice: return fold_real_dynamic_slice(folding, &from);
	case MLIRBC_STABLEHLO_pad: return fold_pad(folding, &from);
	default: return NULL;
	}
}
