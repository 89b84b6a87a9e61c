/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Running sums, products, maxima: a window over all elements so far. Each device has those of its part, to which it adds the totals of the
 * parts before. */
#include "dialect/memory.h"
#include "dialect/types.h"
#include "partition/device.h"
#include "partition/factors.h"

#include <string.h>

static bool set_list(struct shlo__partition *p, struct mlirbc_op *copy, const char *name, const struct mlirbc_attr *attr)
{
	return (attr && mlirbc_op_set_attr(copy, name, attr) == MLIRBC_OK) || shlo__partition_no_memory(p);
}

/* The windows become those of the part. */
static bool set_windows(struct shlo__partition *p, struct mlirbc_op *copy, size_t dim, int64_t own)
{
	struct shlo__dims sizes, padding;
	int64_t shape[2];
	if (!shlo__i64s_of(mlirbc_op_attr(copy, "window_dimensions"), &sizes) ||
		!shlo__i64_matrix_of(mlirbc_op_attr(copy, "padding"), &padding, shape))
		return shlo__partition_fail(p, copy, MLIRBC_E_CORRUPT, "its windows changed"); /* the rule has read them */
	sizes.at[dim] = own;
	for (size_t i = 2 * dim; i < 2 * dim + 2; i++)
		padding.at[i] = padding.at[i] ? own - 1 : 0;
	return set_list(p, copy, "window_dimensions", shlo__i64s_attr(p->context, sizes.at, sizes.count)) &&
	       set_list(p, copy, "padding", mlirbc_attr_dense(p->context, shlo__tensor(p->context, shape, 2, shlo__i64(p), NULL), padding.at,
		       padding.count * sizeof *padding.at));
}

/* The dimension of the windows that is divided, and runs; the rank: there is none. */
static size_t find_dim(const struct shlo__partition *p, const struct mlirbc_op *op, const struct shlo__tiles *tiles)
{
	const size_t rank = mlirbc_op_results(op)[0].type->u.shaped.rank;
	for (size_t dim = 0; tiles->rank > 0 && dim < rank; dim++) {
		const int16_t factor = p->factors.results[0][dim];
		if (factor != SHLO__NO_FACTOR && tiles->parts[factor] > 1 && p->factors.running[factor])
			return dim;
	}
	return rank;
}

bool shlo__running(struct shlo__partition *p, const struct mlirbc_op *op, struct mlirbc_op *copy, const struct shlo__tiles *tiles)
{
	if (!mlirbc_op_is(op, "stablehlo.reduce_window"))
		return true;
	const size_t dim = find_dim(p, op, tiles);
	const struct mlirbc_type *type = mlirbc_op_operands(copy)[0].value->type;
	return dim == type->u.shaped.rank || set_windows(p, copy, dim, type->u.shaped.dims[dim]);
}

/* ---- totals */

static struct mlirbc_value *gathered(struct shlo__partition *p, struct mlirbc_value *total, const struct shlo__tiles *tiles, size_t factor, size_t dim)
{
	const struct mlirbc_attr *groups = total ? shlo__tiles_groups(p, tiles, factor, tiles->parts[factor]) : NULL;
	int64_t dims[SHLO__MOST_DIMS];
	if (!groups)
		return NULL;
	memcpy(dims, total->type->u.shaped.dims, total->type->u.shaped.rank * sizeof *dims);
	dims[dim] = tiles->parts[factor];
	return MLIRBC_VALUE(&p->builder, "stablehlo.all_gather", MLIRBC_OPERANDS(total),
		MLIRBC_RESULTS(shlo__tensor(p->context, dims, total->type->u.shaped.rank, total->type->u.shaped.element, NULL)),
		MLIRBC_ATTRS({ "all_gather_dim", mlirbc_attr_integer(p->context, shlo__i64(p), dim) }, { "replica_groups", groups },
			{ "channel_handle", shlo__partition_channel(p) }, { "use_global_device_ids", mlirbc_attr_unit(p->context) }));
}

static struct mlirbc_value *broadcast(struct shlo__partition *p, struct mlirbc_value *value, const struct mlirbc_type *type, const int64_t *dims,
	size_t count)
{
	return MLIRBC_VALUE(&p->builder, "stablehlo.broadcast_in_dim", MLIRBC_OPERANDS(value), MLIRBC_RESULTS(type),
		MLIRBC_ATTRS({ "broadcast_dimensions", shlo__i64s_attr(p->context, dims, count) }));
}

/* Totals of other parts than those before the device (`back`: behind it) are replaced by the initial value. */
static struct mlirbc_value *masked(struct shlo__partition *p, struct mlirbc_value *totals, struct mlirbc_value *init, const struct shlo__tiles *tiles,
	size_t factor, size_t dim, bool back)
{
	const struct mlirbc_type *numbers = shlo__with_element(p->context, totals->type, shlo__i64(p));
	int64_t *table = shlo__take(mlirbc_context_allocator(p->context), p->devices * sizeof *table);
	for (uint32_t device = 0; table && device < p->devices; device++)
		table[device] = tiles->at[(size_t)device * SHLO__MOST_DIMS + factor];
	struct mlirbc_value *own = table ? shlo__look_up(p, shlo__i64(p), table, p->devices * sizeof *table) : NULL;
	shlo__give(mlirbc_context_allocator(p->context), table, p->devices * sizeof *table);
	if (!own)
		return NULL;
	struct mlirbc_value *at = MLIRBC_VALUE(&p->builder, "stablehlo.iota", MLIRBC_RESULTS(numbers),
		MLIRBC_ATTRS({ "iota_dimension", mlirbc_attr_integer(p->context, shlo__i64(p), dim) }));
	struct mlirbc_value *counts = shlo__compare(p, back ? SHLO__GT : SHLO__LT, at, broadcast(p, own, numbers, NULL, 0));
	return MLIRBC_VALUE(&p->builder, "stablehlo.select", MLIRBC_OPERANDS(counts, totals, broadcast(p, init, totals->type, NULL, 0)),
		MLIRBC_RESULTS(totals->type));
}

struct mlirbc_value *shlo__running_totals(
	struct shlo__partition *p, struct mlirbc_op *op, struct mlirbc_op *copy, struct mlirbc_value *value, const struct shlo__tiles *tiles)
{
	const struct mlirbc_type *type = value->type;
	const size_t dim = mlirbc_op_is(op, "stablehlo.reduce_window") ? find_dim(p, op, tiles) : type->u.shaped.rank;
	int64_t left[SHLO__MOST_DIMS], dims[SHLO__MOST_DIMS];
	size_t rank = 0;
	if (dim == type->u.shaped.rank)
		return value;
	const size_t factor = (size_t)p->factors.results[0][dim];
	const bool back = p->factors.running[factor] < 0;
	struct mlirbc_value *init = mlirbc_op_operands(copy)[1].value;
	struct mlirbc_value *total = shlo__part(p, value, dim, back ? 0 : type->u.shaped.dims[dim] - 1, 1);
	struct mlirbc_value *totals = gathered(p, total, tiles, factor, dim);
	totals = totals ? masked(p, totals, init, tiles, factor, dim, back) : NULL;
	for (size_t i = 0; i < type->u.shaped.rank; i++) {
		if (i == dim)
			continue;
		left[rank] = (int64_t)i;
		dims[rank++] = type->u.shaped.dims[i];
	}
	const int64_t gone = (int64_t)dim;
	struct mlirbc_value *before = totals ? shlo__reducing(p, MLIRBC_OP(&p->builder, "stablehlo.reduce", MLIRBC_OPERANDS(totals, init),
		MLIRBC_RESULTS(shlo__tensor(p->context, dims, rank, type->u.shaped.element, NULL)),
		MLIRBC_ATTRS({ "dimensions", shlo__i64s_attr(p->context, &gone, 1) }), .region_count = 1), NULL, op) : NULL;
	/* the region has one operation: shlo__is_neutral() */
	const char *name = mlirbc_stablehlo_name(mlirbc_stablehlo_code(mlirbc_op_regions(op)[0].first->first->name));
	before = before ? broadcast(p, before, type, left, rank) : NULL;
	struct mlirbc_value *made = before ? mlirbc_builder_value(&p->builder, &(const struct mlirbc_build_op){ .name = name,
		MLIRBC_OPERANDS(before, value), MLIRBC_RESULTS(type) }) : NULL;
	return shlo__partition_built(p) ? made : NULL;
}
