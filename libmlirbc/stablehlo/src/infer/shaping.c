/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations that move elements to other positions. */
#include "infer/rules.h"

/* Static, or with one dynamic dimension that has a bound. */
static bool is_sized(struct shlo__check *check, const struct mlirbc_type *type)
{
	struct shlo__dims bounds;
	struct shlo__spelled text;
	size_t dynamic = 0, bounded = 0;
	shlo__bounds(type, &bounds);
	for (size_t i = 0; i < shlo__rank(type); ++i) {
		if (shlo__dim(type, i) == SHLO__DYNAMIC) {
			dynamic++;
			bounded += i < bounds.count && bounds.at[i] != SHLO__DYNAMIC;
		}
	}
	return dynamic == 0 || (dynamic == 1 && bounded == 1) ||
	       shlo__fail(check, "the result must be statically shaped or have a single bounded dimension, but is '%s'",
		       shlo__spell(type, &text));
}

/* The size of a dimension or its bound; SHLO__DYNAMIC: unknown. */
static int64_t largest_size(const struct shlo__shape *shape, size_t index)
{
	return shape->dims[index] != SHLO__DYNAMIC ? shape->dims[index]
	       : shape->bounds.count               ? shape->bounds.at[index]
						   : SHLO__DYNAMIC;
}

/* A list with one entry per dimension of operand 0. */
static bool list_of_rank(struct shlo__check *check, const char *name, size_t rank, struct shlo__dims *out)
{
	if (!shlo__list(check, name, out))
		return false;
	return out->count == rank ||
	       shlo__fail(check, "the number of elements in %s (%zu) does not match the rank of the operand (%zu)",
		       name, out->count, rank);
}

bool shlo__rule_broadcast(struct shlo__check *check)
{
	struct shlo__shape shape, operand;
	struct shlo__dims sizes;
	if (!shlo__list(check, "broadcast_sizes", &sizes) || !shlo__shape_of(check, shlo__operand(check, 0), &operand))
		return false;
	if (sizes.count + operand.rank > SHLO__MOST_DIMS)
		return shlo__fail(check, "the result has more than %d dimensions", (int)SHLO__MOST_DIMS);
	shape.element = operand.element;
	shape.rank = sizes.count + operand.rank;
	shape.bounds.count = 0;
	for (size_t i = 0; i < shape.rank; ++i) {
		shape.dims[i] = i < sizes.count ? sizes.at[i] : operand.dims[i - sizes.count];
		if (i < sizes.count && sizes.at[i] < 0)
			return shlo__fail(check, "broadcast with negative dimension size %lld", (long long)sizes.at[i]);
	}
	for (size_t i = 0; i < operand.bounds.count; ++i)
		shlo__set_bound(&shape, sizes.count + i, operand.bounds.at[i]);
	return shlo__emit_shape(check, &shape);
}

bool shlo__rule_broadcast_in_dim(struct shlo__check *check)
{
	const struct mlirbc_type *from = shlo__operand(check, 0), *to = shlo__needed(check, 0);
	struct shlo__dims dims;
	struct shlo__spelled a, b;
	if (!to || !is_sized(check, to) || !shlo__list(check, "broadcast_dimensions", &dims))
		return false;
	if (!shlo__compatible_elements(check, shlo__element(from), shlo__element(to)))
		return shlo__fail(check, "requires the same element type, but the operand is '%s' and the result '%s'",
			shlo__spell(from, &a), shlo__spell(to, &b));
	if (dims.count != shlo__rank(from))
		return shlo__fail(check, "broadcast_dimensions size (%zu) does not match operand rank (%zu)",
			dims.count, shlo__rank(from));
	if (!shlo__unique(check, "broadcast_dimensions", &dims) ||
		!shlo__in_range(check, "broadcast_dimensions", &dims, shlo__rank(to), "the result"))
		return false;
	for (size_t i = 0; i < dims.count; ++i) {
		int64_t size = shlo__dim(from, i), expected = shlo__dim(to, (size_t)dims.at[i]);
		if (size != SHLO__DYNAMIC && size != 1 && size != expected)
			return shlo__fail(check,
				"size of operand dimension %zu (%lld) is not equal to 1 or size of result dimension "
				"%lld (%lld)",
				i, (long long)size, (long long)dims.at[i], (long long)expected);
	}
	return shlo__quant_broadcast(check, from, to, &dims) && shlo__emit_type(check, to);
}

/* Adds the size and the bound of another input along the dimension of a concatenation. */
static bool append(struct shlo__check *check, struct shlo__shape *sum, size_t dim, const struct shlo__shape *next)
{
	int64_t a = sum->dims[dim], b = next->dims[dim], bound = SHLO__DYNAMIC;
	int64_t left = a != SHLO__DYNAMIC ? a : sum->bounds.count ? sum->bounds.at[dim] : SHLO__DYNAMIC;
	int64_t right = b != SHLO__DYNAMIC ? b : next->bounds.count ? next->bounds.at[dim] : SHLO__DYNAMIC;
	if (left != SHLO__DYNAMIC && right != SHLO__DYNAMIC && __builtin_add_overflow(left, right, &bound))
		return shlo__fail(check, "the size of dimension %zu of the result is above 2^63 - 1", dim);
	bool known = a != SHLO__DYNAMIC && b != SHLO__DYNAMIC;
	sum->dims[dim] = known ? bound : SHLO__DYNAMIC;
	return shlo__set_bound(sum, dim, known ? SHLO__DYNAMIC : bound);
}

bool shlo__rule_concatenate(struct shlo__check *check)
{
	struct shlo__shape shape, next;
	int64_t dim = shlo__int(check, "dimension", 0);
	if (!check->operand_count)
		return shlo__fail(check, "expected 1 or more operands, but found 0");
	if (!shlo__elements_compatible(check, 0, check->operand_count) ||
		!shlo__shape_of(check, shlo__operand(check, 0), &shape))
		return false;
	for (size_t i = 1; i < check->operand_count; ++i) {
		if (shlo__rank(shlo__operand(check, i)) != shape.rank)
			return shlo__fail(check, "operands (0) and (%zu) do not match rank", i);
	}
	if (shape.rank == 0)
		return shlo__fail(check, "rank-0 values cannot be concatenated");
	if ((uint64_t)dim >= shape.rank)
		return shlo__fail(
			check, "dimension %lld is out-of-bounds for input rank %zu", (long long)dim, shape.rank);
	for (size_t i = 1; i < check->operand_count; ++i) {
		const struct mlirbc_type *type = shlo__operand(check, i);
		if (!shlo__shape_of(check, type, &next))
			return false;
		if (!append(check, &shape, (size_t)dim, &next))
			return false;
		for (size_t k = 0; k < shape.rank; ++k) {
			struct shlo__spelled a, b;
			if (k == (size_t)dim)
				continue;
			if (!shlo__same_dim(shape.dims[k], next.dims[k]))
				return shlo__fail(check,
					"shapes of operand (0) and (%zu) are not compatible at non-concat index %zu: "
					"%s != %s",
					i, k, shlo__spell_dims(shape.dims, shape.rank, &a),
					shlo__spell_dims(next.dims, next.rank, &b));
			if (shape.dims[k] == SHLO__DYNAMIC)
				shape.dims[k] = next.dims[k];
			if (shape.bounds.count && shape.dims[k] != SHLO__DYNAMIC)
				shape.bounds.at[k] = SHLO__DYNAMIC;
		}
	}
	return shlo__emit_shape(check, &shape);
}

bool shlo__rule_slice(struct shlo__check *check)
{
	struct shlo__dims start, limit, stride;
	struct shlo__shape shape;
	if (!shlo__shape_of(check, shlo__operand(check, 0), &shape) ||
		!list_of_rank(check, "start_indices", shape.rank, &start) ||
		!list_of_rank(check, "limit_indices", shape.rank, &limit) ||
		!list_of_rank(check, "strides", shape.rank, &stride))
		return false;
	for (size_t i = 0; i < shape.rank; ++i) {
		int64_t size = largest_size(&shape, i);
		if (start.at[i] < 0)
			return shlo__fail(
				check, "negative start index %lld in dimension %zu", (long long)start.at[i], i);
		if (size != SHLO__DYNAMIC && limit.at[i] > size)
			return shlo__fail(check, "limit index %lld is larger than dimension size %lld in dimension %zu",
				(long long)limit.at[i], (long long)size, i);
		if (start.at[i] > limit.at[i])
			return shlo__fail(check, "start index %lld is larger than limit index %lld in dimension %zu",
				(long long)start.at[i], (long long)limit.at[i], i);
		if (stride.at[i] <= 0)
			return shlo__fail(check, "stride must be positive but got %lld in dimension %zu",
				(long long)stride.at[i], i);
		int64_t length = limit.at[i] - start.at[i];
		shape.dims[i] = length / stride.at[i] + (length % stride.at[i] != 0);
	}
	shape.bounds.count = 0;
	return shlo__emit_shape(check, &shape);
}

bool shlo__padded(int64_t size, int64_t low, int64_t high, int64_t interior, int64_t *out)
{
	int64_t inside = 0;
	if (size > 0 &&
		(__builtin_mul_overflow(size - 1, interior, &inside) || __builtin_add_overflow(inside, size, &inside)))
		return false;
	return !__builtin_add_overflow(inside, low, &inside) && !__builtin_add_overflow(inside, high, out);
}

bool shlo__rule_pad(struct shlo__check *check)
{
	static const char *const names[3] = { "edge_padding_low", "edge_padding_high", "interior_padding" };
	struct shlo__dims lists[3];
	struct shlo__shape shape;
	if (!shlo__elements_compatible(check, 0, 2) || !shlo__shape_of(check, shlo__operand(check, 0), &shape))
		return false;
	if (shlo__rank(shlo__operand(check, 1)) != 0)
		return shlo__fail(check, "padding value type should be a rank-0 tensor, is rank %zu",
			shlo__rank(shlo__operand(check, 1)));
	for (size_t i = 0; i < 3; ++i) {
		if (!shlo__list(check, names[i], &lists[i]))
			return false;
		if (lists[i].count != shape.rank)
			return shlo__fail(check, "%s length (%zu) must match operand rank (%zu)", names[i],
				lists[i].count, shape.rank);
	}
	for (size_t i = 0; i < shape.rank; ++i) {
		int64_t *known = shape.dims[i] != SHLO__DYNAMIC ? &shape.dims[i]
				 : shape.bounds.count           ? &shape.bounds.at[i]
								: NULL;
		if (lists[2].at[i] < 0)
			return shlo__fail(
				check, "interior padding cannot be negative: %lld", (long long)lists[2].at[i]);
		if (!known || *known == SHLO__DYNAMIC)
			continue;
		if (!shlo__padded(*known, lists[0].at[i], lists[1].at[i], lists[2].at[i], known))
			return shlo__fail(check, "the padded size of dimension %zu is out of range", i);
		if (*known < 0)
			return shlo__fail(check, "padding results in the negative size %lld of dimension %zu",
				(long long)*known, i);
	}
	return shlo__emit_shape(check, &shape);
}

bool shlo__rule_transpose(struct shlo__check *check)
{
	const struct mlirbc_type *from = shlo__operand(check, 0);
	struct shlo__dims permutation;
	struct shlo__shape shape, operand;
	struct shlo__spelled text;
	if (!shlo__list(check, "permutation", &permutation) || !shlo__shape_of(check, from, &operand))
		return false;
	if (permutation.count != operand.rank)
		return shlo__fail(
			check, "operand rank %zu does not match permutation size %zu", operand.rank, permutation.count);
	for (size_t i = 0; i < operand.rank; ++i) {
		if (!shlo__has(&permutation, (int64_t)i))
			return shlo__fail(check, "attribute permutation must be a permutation of [0, %zu), but got %s",
				operand.rank, shlo__spell_dims(permutation.at, permutation.count, &text));
	}
	shape.element = operand.element;
	shape.rank = operand.rank;
	shape.bounds.count = 0;
	for (size_t i = 0; i < operand.rank; ++i)
		shape.dims[i] = operand.dims[permutation.at[i]];
	for (size_t i = 0; i < operand.bounds.count; ++i)
		shlo__set_bound(&shape, i, operand.bounds.at[permutation.at[i]]);
	if (shlo__is_quant(shape.element) && check->declared) {
		if (!shlo__quant_transpose(check, from, shlo__declared(check, 0), &permutation))
			return false;
		shape.element = shlo__element(shlo__declared(check, 0));
	}
	return shlo__emit_shape(check, &shape);
}

bool shlo__rule_reverse(struct shlo__check *check)
{
	const struct mlirbc_type *type = shlo__operand(check, 0);
	struct shlo__dims dims;
	return shlo__list(check, "dimensions", &dims) && shlo__unique(check, "dimensions", &dims) &&
	       shlo__in_range(check, "dimensions", &dims, shlo__rank(type), "the operand") && shlo__emit_type(check, type);
}

bool shlo__rule_reshape(struct shlo__check *check)
{
	const struct mlirbc_type *from = shlo__operand(check, 0), *to = shlo__needed(check, 0);
	struct shlo__spelled a, b;
	uint64_t have, want;
	if (!to || !is_sized(check, to))
		return false;
	if (!shlo__compatible_elements(check, shlo__element(from), shlo__element(to)))
		return shlo__fail(check, "requires the same element type, but the operand is '%s' and the result '%s'",
			shlo__spell(from, &a), shlo__spell(to, &b));
	if (shlo__static(from) && shlo__static(to)) {
		bool have_count = mlirbc_type_elements(from, &have), want_count = mlirbc_type_elements(to, &want);
		if (!have_count || !want_count)
			return from == to ? shlo__emit_type(check, to)
					  : shlo__fail(check, "the number of elements is above 2^63 - 1");
		if (have != want)
			return shlo__fail(check,
				"number of output elements (%llu) doesn't match expected number of elements (%llu)",
				(unsigned long long)want, (unsigned long long)have);
	}
	return shlo__quant_reshape(check, from, to) && shlo__emit_type(check, to);
}

static bool same_index_types(struct shlo__check *check, size_t first)
{
	for (size_t i = first + 1; i < check->operand_count; ++i) {
		if (shlo__element(shlo__operand(check, i)) != shlo__element(shlo__operand(check, first)))
			return shlo__fail(check, "start indices must have same element type");
	}
	return true;
}

bool shlo__rule_dynamic_slice(struct shlo__check *check)
{
	struct shlo__shape shape;
	struct shlo__dims sizes;
	size_t starts = check->operand_count - 1;
	if (!shlo__list(check, "slice_sizes", &sizes) || !shlo__shape_of(check, shlo__operand(check, 0), &shape))
		return false;
	if (sizes.count != starts)
		return shlo__fail(check, "has mismatched number of slice sizes (%zu) and number of start indices (%zu)",
			sizes.count, starts);
	if (starts != shape.rank)
		return shlo__fail(check, "has mismatched number of start indices (%zu) and the rank of operand (%zu)",
			starts, shape.rank);
	if (!same_index_types(check, 1))
		return false;
	for (size_t i = 0; i < sizes.count; ++i) {
		int64_t size = largest_size(&shape, i);
		if (sizes.at[i] < 0)
			return shlo__fail(
				check, "has negative size index to dynamic slice: %lld", (long long)sizes.at[i]);
		if (size != SHLO__DYNAMIC && sizes.at[i] > size)
			return shlo__fail(check,
				"has slice size %lld greater than dimension size %lld in dimension %zu of operand",
				(long long)sizes.at[i], (long long)size, i);
		shape.dims[i] = sizes.at[i];
	}
	shape.bounds.count = 0;
	return shlo__emit_shape(check, &shape);
}

bool shlo__rule_dynamic_update_slice(struct shlo__check *check)
{
	const struct mlirbc_type *operand = shlo__operand(check, 0), *update = shlo__operand(check, 1);
	size_t starts = check->operand_count - 2, rank = shlo__rank(operand);
	if (!shlo__elements_compatible(check, 0, 2))
		return false;
	if (shlo__rank(update) != rank)
		return shlo__fail(
			check, "update rank does not match operand rank: %zu vs %zu", shlo__rank(update), rank);
	if (starts != rank)
		return shlo__fail(
			check, "expects number of start_indices to match operand rank: %zu vs %zu", starts, rank);
	if (!same_index_types(check, 2))
		return false;
	for (size_t i = 0; i < rank; ++i) {
		int64_t size = shlo__dim(update, i), room = shlo__dim(operand, i);
		if (size != SHLO__DYNAMIC && room != SHLO__DYNAMIC && size > room)
			return shlo__fail(check,
				"expects size at dimension %zu of update to be in range [0, %lld]. Got: %lld", i,
				(long long)room, (long long)size);
	}
	return shlo__emit_type(check, operand);
}

bool shlo__rule_set_dimension_size(struct shlo__check *check)
{
	struct shlo__shape shape;
	struct shlo__dims size;
	int64_t dim = shlo__int(check, "dimension", 0);
	if (!shlo__shape_of(check, shlo__operand(check, 0), &shape))
		return false;
	if ((uint64_t)dim >= shape.rank)
		return shlo__fail(check, "requires dimension attribute in range [0, %zu); found (%lld)", shape.rank,
			(long long)dim);
	int64_t bound = shape.dims[dim] != SHLO__DYNAMIC ? shape.dims[dim]
			: shape.bounds.count             ? shape.bounds.at[dim]
							 : SHLO__DYNAMIC;
	if (shlo__constant(check, 1, &size) && size.count == 1) {
		if (size.at[0] < 0 || (bound != SHLO__DYNAMIC && size.at[0] > bound))
			return shlo__fail(check, "the size %lld is not within the bound %lld of dimension %lld",
				(long long)size.at[0], (long long)bound, (long long)dim);
		shape.dims[dim] = size.at[0];
		bound = SHLO__DYNAMIC;
	} else {
		shape.dims[dim] = SHLO__DYNAMIC;
	}
	shlo__set_bound(&shape, (size_t)dim, bound);
	return shlo__emit_shape(check, &shape);
}

bool shlo__rule_torch_index_select(struct shlo__check *check)
{
	const struct mlirbc_type *operand = shlo__operand(check, 0), *index = shlo__operand(check, 1);
	struct shlo__shape shape, rest;
	int64_t dim = shlo__int(check, "dim", 0), batch = shlo__int(check, "batch_dims", 0);
	if (!shlo__shape_of(check, operand, &rest) || !shlo__shape_of(check, index, &shape))
		return false;
	if (dim < 0)
		dim += (int64_t)rest.rank;
	if (batch < 0)
		batch += (int64_t)shape.rank;
	if (dim < 0 || (uint64_t)dim >= rest.rank || batch < 0 || batch > dim || (uint64_t)batch > shape.rank)
		return shlo__fail(check,
			"dim and batch_dims must satisfy 0 <= batch_dims <= dim < the rank of the operand (%zu)",
			rest.rank);
	if (rest.rank - 1 + shape.rank - (size_t)batch > SHLO__MOST_DIMS)
		return shlo__fail(check, "the result has more than %d dimensions", (int)SHLO__MOST_DIMS);
	/* the dimensions before dim, those of the index without the batch, those behind dim */
	struct shlo__shape out = { .element = rest.element, .rank = 0, .bounds = { .count = 0 } };
	for (int64_t i = 0; i < dim; ++i)
		out.dims[out.rank++] = rest.dims[i];
	for (size_t i = (size_t)batch; i < shape.rank; ++i)
		out.dims[out.rank++] = shape.dims[i];
	for (size_t i = (size_t)dim + 1; i < rest.rank; ++i)
		out.dims[out.rank++] = rest.dims[i];
	return shlo__emit_shape(check, &out);
}
