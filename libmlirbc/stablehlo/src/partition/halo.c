/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Windows over a divided dimension: each device needs elements of its neighbours, its halo. Slices and padding are windows of one element. */
#include "dialect/memory.h"
#include "dialect/types.h"
#include "partition/device.h"
#include "partition/factors.h"

#include <string.h>

bool shlo__halo_is_small(const struct shlo__halo *halo)
{
	const int64_t numbers[] = { halo->stride, halo->reach, halo->base };
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		if (numbers[i] < 1 || numbers[i] > SHLO__MOST_PLACES)
			return false;
	}
	return halo->low <= SHLO__MOST_PLACES && halo->low >= -SHLO__MOST_PLACES;
}

void shlo__factor_halo(struct shlo__factors *f, const struct mlirbc_op *op, size_t result_dim, size_t dim, const struct shlo__halo *halo)
{
	const int64_t made = mlirbc_op_results(op)->type->u.shaped.dims[result_dim];
	const int64_t size = mlirbc_op_operands(op)[0].value->type->u.shaped.dims[dim];
	if (!shlo__halo_is_small(halo) || made < 1 || made > SHLO__MOST_PLACES || size < 1 || size > SHLO__MOST_PLACES)
		return;
	shlo__factor_pair(f, op, 0, result_dim, 0, dim);
	const int16_t factor = f->operands[0][dim];
	if (factor != SHLO__NO_FACTOR) {
		f->halo[factor] = *halo;
		f->size[factor] = made;
		f->padded[factor] = true;
	}
}

/* ---- what devices need */

/* An operand's dimension of `size` elements, of which each device has `own`, makes `made`, and needs `needed`. */
struct window {
	struct shlo__halo halo;
	size_t dim;
	int64_t size, own, made, needed, parts;
	int64_t low, high; /* padding of what a device needs, -base < low <= 0 */
	int64_t left, right; /* the most that a device needs of others */
};

static int64_t floor_of(int64_t a, int64_t b) { return a / b - (a % b < 0); }

/* Elements in front of its own that device `at` of the dimension needs. made * stride is a multiple of base: see shlo__halo_pays(). */
static int64_t left_of(const struct window *w, int64_t at)
{
	return at * (w->own - w->made * w->halo.stride / w->halo.base) - floor_of(-w->halo.low, w->halo.base);
}

static struct window window_of(const struct shlo__halo *halo, size_t dim, int64_t size, int64_t made, int64_t parts)
{
	struct window w = { .halo = *halo, .dim = dim, .size = size, .own = (size + parts - 1) / parts, .made = (made + parts - 1) / parts,
		.parts = parts };
	/* how far behind an element the first window begins */
	const int64_t first = -halo->low - floor_of(-halo->low, halo->base) * halo->base;
	const int64_t places = (w.made - 1) * halo->stride + halo->reach;
	w.needed = (first + places - 1) / halo->base + 1;
	w.low = -first;
	w.high = first + places - ((w.needed - 1) * halo->base + 1);
	for (int64_t at = 0; at < parts; at += parts > 1 ? parts - 1 : 1) { /* both are linear */
		const int64_t left = left_of(&w, at), right = w.needed - left - w.own;
		w.left = left > w.left ? left : w.left;
		w.right = right > w.right ? right : w.right;
	}
	return w;
}

static const struct shlo__halo *halo_at(const struct shlo__partition *p, size_t operand, size_t dim)
{
	const int16_t factor = p->factors.operands[operand][dim];
	return factor != SHLO__NO_FACTOR && p->factors.halo[factor].reach > 0 ? &p->factors.halo[factor] : NULL;
}

static int64_t result_size(const struct shlo__partition *p, const struct mlirbc_op *op, int16_t factor)
{
	const struct mlirbc_type *type = mlirbc_op_results(op)[0].type;
	for (size_t i = 0; i < type->u.shaped.rank; i++) {
		if (p->factors.results[0][i] == factor)
			return type->u.shaped.dims[i];
	}
	return 0;
}

bool shlo__halo_pays(const struct shlo__partition *p, const struct mlirbc_op *op, size_t dim, uint32_t parts)
{
	const struct mlirbc_type *type = mlirbc_op_operands(op)[0].value->type;
	const struct shlo__halo *halo = halo_at(p, 0, dim);
	if (!halo)
		return true;
	if (mlirbc_op_is(op, "stablehlo.select_and_scatter"))
		return shlo__select_pays(p, op, dim, parts);
	const int64_t made = result_size(p, op, p->factors.operands[0][dim]);
	const struct window w = window_of(halo, dim, type->u.shaped.dims[dim], made, parts);
	return p->replicas == 1 && w.made * halo->stride % halo->base == 0 && w.left + w.right < type->u.shaped.dims[dim] - w.own;
}

/* ---- exchange */

/* The type with `size` elements in a dimension. */
static const struct mlirbc_type *resized(struct shlo__partition *p, const struct mlirbc_type *type, size_t dim, int64_t size)
{
	int64_t dims[SHLO__MOST_DIMS];
	memcpy(dims, type->u.shaped.dims, type->u.shaped.rank * sizeof *dims);
	dims[dim] = size;
	return shlo__tensor(p->context, dims, type->u.shaped.rank, type->u.shaped.element, NULL);
}

struct mlirbc_value *shlo__part(struct shlo__partition *p, struct mlirbc_value *value, size_t dim, int64_t start, int64_t size)
{
	const struct mlirbc_type *type = resized(p, value->type, dim, size);
	const size_t rank = value->type->u.shaped.rank;
	int64_t starts[SHLO__MOST_DIMS] = { 0 }, limits[SHLO__MOST_DIMS], strides[SHLO__MOST_DIMS];
	for (size_t i = 0; i < rank; i++) {
		limits[i] = i == dim ? start + size : value->type->u.shaped.dims[i];
		strides[i] = 1;
	}
	starts[dim] = start;
	if (size == value->type->u.shaped.dims[dim])
		return value;
	return MLIRBC_VALUE(&p->builder, "stablehlo.slice", MLIRBC_OPERANDS(value), MLIRBC_RESULTS(type),
		MLIRBC_ATTRS({ "start_indices", shlo__i64s_attr(p->context, starts, rank) },
			{ "limit_indices", shlo__i64s_attr(p->context, limits, rank) }, { "strides", shlo__i64s_attr(p->context, strides, rank) }));
}

struct mlirbc_value *shlo__passed(
	struct shlo__partition *p, struct mlirbc_value *value, const struct shlo__tiles *tiles, size_t factor, int64_t hops, bool around)
{
	const int64_t parts = tiles->parts[factor], rows = p->devices / parts;
	const size_t size = p->devices * sizeof(int64_t);
	int64_t *table = shlo__take(mlirbc_context_allocator(p->context), 3 * size), *pairs = table ? table + p->devices : NULL, count = 0;
	if (!table) {
		(void)shlo__partition_no_memory(p);
		return NULL;
	}
	const bool good = shlo__tiles_rows(p, tiles, factor, (uint32_t)parts, table);
	for (int64_t to = 0; good && to < rows * parts; to++) {
		const int64_t slot = to % parts, source = slot - hops;
		if (!around && (source < 0 || source >= parts))
			continue;
		pairs[2 * count] = table[to - slot + (source + parts) % parts];
		pairs[2 * count++ + 1] = table[to];
	}
	const struct mlirbc_type *type = good ? shlo__tensor(p->context, (const int64_t[]){ count, 2 }, 2, shlo__i64(p), NULL) : NULL;
	const struct mlirbc_attr *attr = type ? mlirbc_attr_dense(p->context, type, pairs, (size_t)count * 2 * sizeof *pairs) : NULL;
	shlo__give(mlirbc_context_allocator(p->context), table, 3 * size);
	return good ? MLIRBC_VALUE(&p->builder, "stablehlo.collective_permute", MLIRBC_OPERANDS(value), MLIRBC_RESULTS(value->type),
		MLIRBC_ATTRS({ "source_target_pairs", attr }, { "channel_handle", shlo__partition_channel(p) })) : NULL;
}

struct mlirbc_value *shlo__extended(struct shlo__partition *p, struct mlirbc_value *value, const struct shlo__tiles *tiles, size_t factor,
	size_t dim, int64_t before, int64_t behind)
{
	const int64_t own = value->type->u.shaped.dims[dim];
	struct mlirbc_value *made = value;
	for (int side = 0; side < 2; side++) {
		int64_t left = side ? behind : before;
		for (int64_t hop = 1; made && left > 0; hop++) {
			const int64_t size = left < own ? left : own;
			struct mlirbc_value *piece = shlo__part(p, value, dim, side ? 0 : own - size, size);
			struct mlirbc_value *other = hop < tiles->parts[factor]
				? (piece ? shlo__passed(p, piece, tiles, factor, side ? -hop : hop, false) : NULL)
				: shlo__dense(p, resized(p, value->type, dim, size), &(const uint8_t[16]){ 0 },
					shlo__element_bytes(value->type->u.shaped.element));
			const struct mlirbc_type *type = resized(p, made->type, dim, made->type->u.shaped.dims[dim] + size);
			struct mlirbc_value *first = side ? made : other, *second = side ? other : made;
			made = other ? MLIRBC_VALUE(&p->builder, "stablehlo.concatenate", MLIRBC_OPERANDS(first, second), MLIRBC_RESULTS(type),
				MLIRBC_ATTRS({ "dimension", mlirbc_attr_integer(p->context, shlo__i64(p), dim) })) : NULL;
			left -= size;
		}
	}
	return made;
}

/* A number of each device: where what it needs begins, in the extended value or in the whole one. */
static struct mlirbc_value *begin_of(
	struct shlo__partition *p, const struct shlo__tiles *tiles, size_t factor, const struct window *w, bool in_whole)
{
	int64_t *table = shlo__take(mlirbc_context_allocator(p->context), p->devices * sizeof *table);
	for (uint32_t device = 0; table && device < p->devices; device++) {
		const int64_t at = tiles->at[(size_t)device * SHLO__MOST_DIMS + factor];
		table[device] = in_whole ? at * w->own - left_of(w, at) : w->left - left_of(w, at);
	}
	struct mlirbc_value *made = table ? shlo__look_up(p, shlo__i64(p), table, p->devices * sizeof *table) : NULL;
	shlo__give(mlirbc_context_allocator(p->context), table, p->devices * sizeof *table);
	if (!table)
		(void)shlo__partition_no_memory(p);
	return made;
}

/* `size` elements of a dimension, from `start`, a number of the device, on. */
static struct mlirbc_value *dynamic_part(
	struct shlo__partition *p, struct mlirbc_value *value, size_t dim, int64_t size, struct mlirbc_value *start)
{
	const struct mlirbc_type *type = resized(p, value->type, dim, size);
	struct mlirbc_value *operands[SHLO__MOST_DIMS + 1] = { value }, *zero = shlo__number(p, 0);
	const size_t rank = value->type->u.shaped.rank;
	for (size_t i = 0; i < rank; i++)
		operands[i + 1] = i == dim ? start : zero;
	return mlirbc_builder_value(&p->builder, &(const struct mlirbc_build_op){ .name = "stablehlo.dynamic_slice", .operands = operands,
		.operand_count = rank + 1, MLIRBC_RESULTS(type),
		MLIRBC_ATTRS({ "slice_sizes", type ? shlo__i64s_attr(p->context, type->u.shaped.dims, rank) : NULL }) });
}

struct mlirbc_value *shlo__part_at(struct shlo__partition *p, struct mlirbc_value *value, size_t dim, int64_t size, const int64_t *table)
{
	bool same = true;
	for (uint32_t device = 1; device < p->devices; device++)
		same &= table[device] == table[0];
	return same ? shlo__part(p, value, dim, table[0], size)
	            : dynamic_part(p, value, dim, size, shlo__look_up(p, shlo__i64(p), table, p->devices * sizeof *table));
}

/* What the device needs of the extended value. */
static struct mlirbc_value *needed(
	struct shlo__partition *p, struct mlirbc_value *value, const struct shlo__tiles *tiles, size_t factor, const struct window *w)
{
	if (left_of(w, 0) == left_of(w, w->parts - 1))
		return shlo__part(p, value, w->dim, w->left - left_of(w, 0), w->needed);
	return dynamic_part(p, value, w->dim, w->needed, begin_of(p, tiles, factor, w, false));
}

/* Replaces elements beyond the ends of the whole value. */
static struct mlirbc_value *padded(struct shlo__partition *p, struct mlirbc_value *value, const struct shlo__tiles *tiles, size_t factor,
	const struct window *w, struct mlirbc_value *with)
{
	const struct mlirbc_type *numbers = shlo__with_element(p->context, value->type, shlo__i64(p));
	const int64_t size = w->size;
	struct mlirbc_value *at = MLIRBC_VALUE(&p->builder, "stablehlo.iota", MLIRBC_RESULTS(numbers),
		MLIRBC_ATTRS({ "iota_dimension", mlirbc_attr_integer(p->context, shlo__i64(p), w->dim) }));
	struct mlirbc_value *begin = MLIRBC_VALUE(&p->builder, "stablehlo.broadcast_in_dim", MLIRBC_OPERANDS(begin_of(p, tiles, factor, w, true)),
		MLIRBC_RESULTS(numbers), MLIRBC_ATTRS({ "broadcast_dimensions", shlo__i64s_attr(p->context, NULL, 0) }));
	at = shlo__both(p, "stablehlo.add", at, begin);
	struct mlirbc_value *low = shlo__dense(p, numbers, &(const int64_t){ 0 }, sizeof size), *high = shlo__dense(p, numbers, &size, sizeof size);
	low = shlo__compare(p, SHLO__GE, at, low);
	struct mlirbc_value *inside = shlo__both(p, "stablehlo.and", low, shlo__compare(p, SHLO__LT, at, high));
	struct mlirbc_value *other = MLIRBC_VALUE(&p->builder, "stablehlo.broadcast_in_dim", MLIRBC_OPERANDS(with), MLIRBC_RESULTS(value->type),
		MLIRBC_ATTRS({ "broadcast_dimensions", shlo__i64s_attr(p->context, NULL, 0) }));
	return MLIRBC_VALUE(&p->builder, "stablehlo.select", MLIRBC_OPERANDS(inside, value, other), MLIRBC_RESULTS(value->type));
}

/* ---- attributes */

static bool set_number(struct shlo__partition *p, struct mlirbc_op *copy, const char *name, size_t at, int64_t value)
{
	struct shlo__dims list;
	if (!shlo__i64s_of(mlirbc_op_attr(copy, name), &list) || at >= list.count)
		return true;
	list.at[at] = value;
	const struct mlirbc_attr *attr = shlo__i64s_attr(p->context, list.at, list.count);
	return (attr && mlirbc_op_set_attr(copy, name, attr) == MLIRBC_OK) || shlo__partition_no_memory(p);
}

/* A row of a matrix of two columns. */
static bool set_padding(struct shlo__partition *p, struct mlirbc_op *copy, size_t row, const struct window *w)
{
	const struct mlirbc_attr *old = mlirbc_op_attr(copy, "padding");
	struct shlo__dims list;
	int64_t shape[2];
	if (!old || !shlo__i64_matrix_of(old, &list, shape) || 2 * row + 1 >= list.count)
		return true;
	list.at[2 * row] = w->low;
	list.at[2 * row + 1] = w->high;
	const struct mlirbc_attr *attr = mlirbc_attr_dense(p->context, shlo__tensor(p->context, shape, 2, shlo__i64(p), NULL), list.at,
		list.count * sizeof *list.at);
	return (attr && mlirbc_op_set_attr(copy, "padding", attr) == MLIRBC_OK) || shlo__partition_no_memory(p);
}

static bool set_attributes(struct shlo__partition *p, const struct mlirbc_op *op, struct mlirbc_op *copy, const struct window *w)
{
	struct shlo__conv conv;
	if (mlirbc_op_is(op, "stablehlo.slice"))
		return set_number(p, copy, "start_indices", w->dim, 0) && set_number(p, copy, "limit_indices", w->dim, w->needed);
	if (mlirbc_op_is(op, "stablehlo.pad"))
		return set_number(p, copy, "edge_padding_low", w->dim, w->low) && set_number(p, copy, "edge_padding_high", w->dim, w->high);
	if (mlirbc_op_is(op, "stablehlo.reduce_window"))
		return set_padding(p, copy, w->dim, w);
	if (!shlo__conv_of(mlirbc_op_attr(op, "dimension_numbers"), &conv, NULL))
		return true;
	for (size_t i = 0; i < conv.input_spatial_dimensions.count; i++) {
		if (conv.input_spatial_dimensions.at[i] == (int64_t)w->dim)
			return set_padding(p, copy, i, w);
	}
	return true;
}

/* What elements beyond the ends become; NULL: the zeros that they are, or they are never used. */
static struct mlirbc_value *beyond(struct shlo__partition *p, const struct mlirbc_op *op, const struct mlirbc_op *copy, const struct window *w)
{
	static const uint8_t zeros[16];
	const struct mlirbc_type *element = mlirbc_op_operands(op)[0].value->type->u.shaped.element;
	const bool uneven = w->size != w->own * w->parts; /* the last part has padding, which is unspecified */
	uint64_t bits;
	if (mlirbc_op_is(op, "stablehlo.pad") || mlirbc_op_is(op, "stablehlo.reduce_window"))
		return !uneven && shlo__splat_of(mlirbc_op_operands(op)[1].value, &bits) && bits == 0 ? NULL : mlirbc_op_operands(copy)[1].value;
	if (!uneven || !mlirbc_op_is(op, "stablehlo.convolution"))
		return NULL;
	return shlo__dense(p, shlo__tensor(p->context, NULL, 0, element, NULL), zeros, shlo__element_bytes(element));
}

bool shlo__halos(struct shlo__partition *p, const struct mlirbc_op *op, struct mlirbc_op *copy, const struct shlo__tiles *tiles)
{
	if (mlirbc_op_is(op, "stablehlo.select_and_scatter"))
		return shlo__select_views(p, op, copy, tiles);
	for (size_t dim = 0; tiles->rank > 0 && op->operand_count > 0 && dim < mlirbc_op_operands(op)[0].value->type->u.shaped.rank; dim++) {
		const struct shlo__halo *halo = halo_at(p, 0, dim);
		const int16_t factor = p->factors.operands[0][dim];
		if (!halo || tiles->parts[factor] == 1)
			continue;
		const struct window w = window_of(halo, dim, mlirbc_op_operands(op)[0].value->type->u.shaped.dims[dim],
			result_size(p, op, factor), tiles->parts[factor]);
		struct mlirbc_value *value =
			shlo__extended(p, mlirbc_op_operands(copy)[0].value, tiles, (size_t)factor, dim, w.left, w.right);
		struct mlirbc_value *with = beyond(p, op, copy, &w);
		value = value ? needed(p, value, tiles, (size_t)factor, &w) : NULL;
		if (value && with)
			value = padded(p, value, tiles, (size_t)factor, &w, with);
		if (!shlo__partition_built(p) || !value)
			return false;
		mlirbc_operand_set(&mlirbc_op_operands(copy)[0], value);
		if (!set_attributes(p, op, copy, &w))
			return false;
	}
	return true;
}
