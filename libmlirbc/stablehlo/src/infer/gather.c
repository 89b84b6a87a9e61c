/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* gather, dynamic_gather and scatter. */
#include "infer/rules.h"

/* What gather and scatter share: how index vectors select positions of an operand. */
struct indexing {
	const struct shlo__shape *operand, *indices;
	const char *window_name, *collapsed_name, *batching_name, *index_batching_name, *map_name;
	const struct shlo__dims *window, *collapsed, *batching, *index_batching, *map;
	int64_t vector_dim;
	size_t window_rank; /* of the tensor that the window dimensions are in */
	const char *window_of;
};

static bool check_batching(struct shlo__check *check, const struct indexing *at)
{
	if (!shlo__unique(check, at->index_batching_name, at->index_batching) ||
		!shlo__in_range(check, at->index_batching_name, at->index_batching, at->indices->rank, "the indices"))
		return false;
	if (shlo__has(at->index_batching, at->vector_dim))
		return shlo__fail(check, "expects %s not to include index_vector_dim %lld", at->index_batching_name,
			(long long)at->vector_dim);
	if (at->batching->count != at->index_batching->count)
		return shlo__fail(
			check, "%s and %s should have the same size", at->batching_name, at->index_batching_name);
	for (size_t i = 0; i < at->batching->count; ++i) {
		int64_t a = at->operand->dims[at->batching->at[i]], b = at->indices->dims[at->index_batching->at[i]];
		if (!shlo__same_dim(a, b))
			return shlo__fail(check,
				"%s[%zu] and %s[%zu] must have compatible sizes, but got %lld and %lld",
				at->batching_name, i, at->index_batching_name, i, (long long)a, (long long)b);
	}
	return true;
}

static bool check_indexing(struct shlo__check *check, const struct indexing *at)
{
	size_t total = at->window->count + at->collapsed->count + at->batching->count;
	if (total != at->operand->rank)
		return shlo__fail(check,
			"%s size (%zu) plus %s size (%zu) plus %s size (%zu) is not equal to operand rank (%zu)",
			at->window_name, at->window->count, at->collapsed_name, at->collapsed->count, at->batching_name,
			at->batching->count, at->operand->rank);
	if (at->vector_dim < 0 || (uint64_t)at->vector_dim > at->indices->rank)
		return shlo__fail(check, "expects index_vector_dim to be in range [0, %zu], got %lld",
			at->indices->rank, (long long)at->vector_dim);
	bool implicit = (uint64_t)at->vector_dim == at->indices->rank;
	int64_t length = implicit ? 1 : at->indices->dims[at->vector_dim];
	if (length != SHLO__DYNAMIC && length != (int64_t)at->map->count)
		return shlo__fail(check,
			"%s size (%zu) is not equal to size of index dimension (%lld) of the indices (%lld)",
			at->map_name, at->map->count, (long long)at->vector_dim, (long long)length);
	return shlo__sorted(check, at->window_name, at->window) && shlo__unique(check, at->window_name, at->window) &&
	       shlo__in_range(check, at->window_name, at->window, at->window_rank, at->window_of) &&
	       shlo__unique(check, at->collapsed_name, at->collapsed) &&
	       shlo__unique(check, at->batching_name, at->batching) &&
	       shlo__disjoint(check, at->collapsed_name, at->collapsed, at->batching_name, at->batching) &&
	       shlo__sorted(check, at->collapsed_name, at->collapsed) &&
	       shlo__in_range(check, at->collapsed_name, at->collapsed, at->operand->rank, "the operand") &&
	       shlo__sorted(check, at->batching_name, at->batching) &&
	       shlo__in_range(check, at->batching_name, at->batching, at->operand->rank, "the operand") &&
	       check_batching(check, at) && shlo__unique(check, at->map_name, at->map) &&
	       shlo__disjoint(check, at->map_name, at->map, at->batching_name, at->batching) &&
	       shlo__in_range(check, at->map_name, at->map, at->operand->rank, "the operand");
}

/* ---- gather */

static bool check_slices(struct shlo__check *check, const struct shlo__gather *numbers,
	const struct shlo__shape *operand, const struct shlo__dims *sizes)
{
	if (sizes->count != operand->rank)
		return shlo__fail(
			check, "slice_sizes size (%zu) not equal to operand rank (%zu)", sizes->count, operand->rank);
	for (size_t i = 0; i < sizes->count; ++i) {
		int64_t size = sizes->at[i], room = operand->dims[i];
		if (size == SHLO__DYNAMIC)
			continue;
		if (size < 0 || (room != SHLO__DYNAMIC && size > room))
			return shlo__fail(check,
				"slice size (%lld) is out of bounds for operand dimension (%lld) at index %zu",
				(long long)size, (long long)room, i);
		if (size > 1 && (shlo__has(&numbers->collapsed_slice_dims, (int64_t)i) ||
					shlo__has(&numbers->operand_batching_dims, (int64_t)i)))
			return shlo__fail(check,
				"the slice size of a collapsed or batching dimension must be <= 1, but dimension %zu "
				"has %lld",
				i, (long long)size);
	}
	return true;
}

/* Slice sizes: an attribute, or an operand that may be constant. Unknown ones are SHLO__DYNAMIC. */
static bool slice_sizes(struct shlo__check *check, size_t rank, struct shlo__dims *out)
{
	struct shlo__spelled text;
	if (check->code == MLIRBC_STABLEHLO_gather)
		return shlo__list(check, "slice_sizes", out);
	const struct mlirbc_type *type = shlo__operand(check, 2);
	if (shlo__rank(type) != 1)
		return shlo__fail(check, "slice_sizes must be of rank 1, but is '%s'", shlo__spell(type, &text));
	int64_t length = shlo__dim(type, 0);
	if (length != SHLO__DYNAMIC && (uint64_t)length != rank)
		return shlo__fail(
			check, "slice_sizes size (%lld) not equal to operand rank (%zu)", (long long)length, rank);
	if (shlo__constant(check, 2, out)) {
		for (size_t i = 0; i < out->count; ++i) {
			if (out->at[i] < 0)
				return shlo__fail(check, "slice size (%lld) is out of bounds at index %zu",
					(long long)out->at[i], i);
		}
		return true;
	}
	out->count = rank;
	for (size_t i = 0; i < rank; ++i)
		out->at[i] = SHLO__DYNAMIC;
	return true;
}

bool shlo__rule_gather(struct shlo__check *check)
{
	struct shlo__shape operand, indices, out;
	struct shlo__gather numbers;
	struct shlo__dims sizes;
	const char *why = "not #stablehlo.gather<...>";
	if (!shlo__gather_of(shlo__attr(check, "dimension_numbers"), &numbers, &why))
		return shlo__fail(check, "attribute 'dimension_numbers': %s", why);
	if (!shlo__shape_of(check, shlo__operand(check, 0), &operand) ||
		!shlo__shape_of(check, shlo__operand(check, 1), &indices))
		return false;
	bool implicit = (uint64_t)numbers.index_vector_dim >= indices.rank;
	out.element = operand.element;
	out.rank = indices.rank - !implicit + numbers.offset_dims.count;
	out.bounds.count = 0;
	const struct indexing indexing = { .operand = &operand,
		.indices = &indices,
		.window_name = "offset_dims",
		.collapsed_name = "collapsed_slice_dims",
		.batching_name = "operand_batching_dims",
		.index_batching_name = "start_indices_batching_dims",
		.map_name = "start_index_map",
		.window = &numbers.offset_dims,
		.collapsed = &numbers.collapsed_slice_dims,
		.batching = &numbers.operand_batching_dims,
		.index_batching = &numbers.start_indices_batching_dims,
		.map = &numbers.start_index_map,
		.vector_dim = numbers.index_vector_dim,
		.window_rank = out.rank,
		.window_of = "the result" };
	if (!check_indexing(check, &indexing) || !slice_sizes(check, operand.rank, &sizes) ||
		!check_slices(check, &numbers, &operand, &sizes))
		return false;
	if (out.rank > SHLO__MOST_DIMS)
		return shlo__fail(check, "the result has more than %d dimensions", (int)SHLO__MOST_DIMS);
	size_t slice = 0, batch = 0;
	for (size_t i = 0; i < out.rank; ++i) {
		if (shlo__has(&numbers.offset_dims, (int64_t)i)) {
			while (shlo__has(&numbers.collapsed_slice_dims, (int64_t)slice) ||
				shlo__has(&numbers.operand_batching_dims, (int64_t)slice))
				slice++;
			out.dims[i] = sizes.at[slice++];
		} else {
			batch += batch == (size_t)numbers.index_vector_dim;
			out.dims[i] = indices.dims[batch++];
		}
	}
	return shlo__emit_shape(check, &out);
}

/* ---- scatter */

static size_t inputs_of(const struct shlo__check *check) { return (check->operand_count - 1) / 2; }
static const struct mlirbc_type *scatter_input(struct shlo__check *check, size_t index)
{
	return shlo__operand(check, index);
}
static const struct mlirbc_type *scatter_update(struct shlo__check *check, size_t index)
{
	return shlo__operand(check, inputs_of(check) + 1 + index);
}

static bool check_update_dims(struct shlo__check *check, const struct shlo__scatter *numbers,
	const struct shlo__shape *input, const struct shlo__shape *indices, const struct shlo__shape *update)
{
	size_t window = 0, batch = 0;
	for (size_t i = 0; i < update->rank; ++i) {
		if (shlo__has(&numbers->update_window_dims, (int64_t)i)) {
			while (shlo__has(&numbers->inserted_window_dims, (int64_t)window) ||
				shlo__has(&numbers->input_batching_dims, (int64_t)window))
				window++;
			int64_t room = input->dims[window++];
			if (update->dims[i] != SHLO__DYNAMIC && room != SHLO__DYNAMIC && update->dims[i] > room)
				return shlo__fail(check,
					"window dimension %zu of updates has size %lld, above that of the operand, "
					"%lld",
					i, (long long)update->dims[i], (long long)room);
		} else {
			batch += batch == (size_t)numbers->index_vector_dim;
			int64_t size = indices->dims[batch++];
			if (!shlo__same_dim(update->dims[i], size))
				return shlo__fail(check,
					"scatter dimension %zu of updates has size %lld, but scatter_indices has %lld",
					i, (long long)update->dims[i], (long long)size);
		}
	}
	return true;
}

bool shlo__rule_scatter_enter(struct shlo__check *check)
{
	struct shlo__shape input, indices, update;
	struct shlo__scatter numbers;
	const char *why = "not #stablehlo.scatter<...>";
	size_t count = inputs_of(check);
	if (!shlo__scatter_of(shlo__attr(check, "scatter_dimension_numbers"), &numbers, &why))
		return shlo__fail(check, "attribute 'scatter_dimension_numbers': %s", why);
	if (!count)
		return shlo__fail(check, "expects at least one input");
	for (size_t i = 1; i < count; ++i) {
		if (!shlo__compatible_shapes(shlo__operand(check, 0), shlo__operand(check, i)))
			return shlo__fail(
				check, "not all inputs have compatible shapes: input %zu differs from input 0", i);
		if (!shlo__compatible_shapes(scatter_update(check, 0), scatter_update(check, i)))
			return shlo__fail(
				check, "not all updates have compatible shapes: update %zu differs from update 0", i);
	}
	if (!shlo__shape_of(check, shlo__operand(check, 0), &input) ||
		!shlo__shape_of(check, shlo__operand(check, count), &indices) ||
		!shlo__shape_of(check, scatter_update(check, 0), &update))
		return false;
	const struct indexing indexing = { .operand = &input,
		.indices = &indices,
		.window_name = "update_window_dims",
		.collapsed_name = "inserted_window_dims",
		.batching_name = "input_batching_dims",
		.index_batching_name = "scatter_indices_batching_dims",
		.map_name = "scatter_dims_to_operand_dims",
		.window = &numbers.update_window_dims,
		.collapsed = &numbers.inserted_window_dims,
		.batching = &numbers.input_batching_dims,
		.index_batching = &numbers.scatter_indices_batching_dims,
		.map = &numbers.scatter_dims_to_operand_dims,
		.vector_dim = numbers.index_vector_dim,
		.window_rank = update.rank,
		.window_of = "the updates" };
	if (!check_indexing(check, &indexing))
		return false;
	size_t expected = indices.rank - ((uint64_t)numbers.index_vector_dim < indices.rank) +
			  numbers.update_window_dims.count;
	if (update.rank != expected)
		return shlo__fail(
			check, "expects updates tensor to be of rank %zu, but got %zu", expected, update.rank);
	const struct shlo__reducer reducer = {
		.count = count, .input = scatter_update, .init = scatter_input, .scalar_init = true
	};
	return check_update_dims(check, &numbers, &input, &indices, &update) && shlo__check_reducer(check, &reducer);
}

bool shlo__rule_scatter_leave(struct shlo__check *check)
{
	struct shlo__body body;
	if (!shlo__body(check, 0, &body))
		return false;
	for (size_t i = 0; i < inputs_of(check); ++i) {
		if (!shlo__emit_like(check, shlo__operand(check, i), shlo__element(shlo__body_value(&body, i))))
			return false;
	}
	return true;
}
