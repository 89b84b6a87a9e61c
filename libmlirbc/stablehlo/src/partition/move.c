/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Moves between divisions: parts of a value that a device has are sliced, and parts that it lacks are gathered from others. */
#include "dialect/memory.h"
#include "dialect/types.h"
#include "partition/device.h"

#include <string.h>

/* ---- slices */

static bool is_splat(const struct mlirbc_value *value)
{
	const struct mlirbc_op *op = mlirbc_value_op(value);
	if (!op || (!mlirbc_op_is(op, "stablehlo.constant") && !mlirbc_op_is(op, "stablehlo.broadcast_in_dim")))
		return false;
	if (op->operand_count == 1)
		return mlirbc_op_operands(op)[0].value->type->u.shaped.rank == 0;
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, "value");
	return attr && attr->kind == MLIRBC_ATTR_DENSE && attr->u.dense.splat;
}

/* All elements are equal: the same operation for another number of them. */
static struct mlirbc_value *other_splat(struct shlo__partition *p, struct mlirbc_value *value, const struct mlirbc_type *type)
{
	const struct mlirbc_op *op = mlirbc_value_op(value);
	if (op->operand_count == 1)
		return MLIRBC_VALUE(&p->builder, "stablehlo.broadcast_in_dim", MLIRBC_OPERANDS(mlirbc_op_operands(op)[0].value),
			MLIRBC_RESULTS(type), MLIRBC_ATTRS({ "broadcast_dimensions", shlo__i64s_attr(p->context, NULL, 0) }));
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, "value");
	return shlo__dense(p, type, attr->u.dense.data, attr->u.dense.size);
}

/* From a division to a finer one. */
static struct mlirbc_value *slice(struct shlo__partition *p, struct mlirbc_value *value, const struct mlirbc_type *global,
	const struct shlo__division *from, const struct shlo__division *to)
{
	const struct mlirbc_type *type = shlo__local_type(p, global, to);
	struct mlirbc_value *operands[SHLO__MOST_DIMS + 1], *zero = NULL;
	if (!type)
		return NULL;
	if (!(operands[0] = shlo__pad_to_parts(p, value, global, to)))
		return NULL;
	for (size_t i = 0; i < to->rank; i++) {
		if (to->parts[i] != (from ? from->parts[i] : 1)) {
			operands[i + 1] = shlo__start_of(p, from, to, i, type->u.shaped.dims[i]);
			continue;
		}
		if (!zero)
			zero = shlo__number(p, 0);
		operands[i + 1] = zero;
	}
	return mlirbc_builder_value(&p->builder,
		&(const struct mlirbc_build_op){ .name = "stablehlo.dynamic_slice", .operands = operands, .operand_count = to->rank + 1,
			MLIRBC_RESULTS(type),
			MLIRBC_ATTRS({ "slice_sizes", shlo__i64s_attr(p->context, type->u.shaped.dims, type->u.shaped.rank) }) });
}

struct mlirbc_value *shlo__spread(struct shlo__partition *p, struct mlirbc_value *value, const struct mlirbc_type *global,
	const struct shlo__division *from, const struct shlo__division *to, size_t dim)
{
	static const uint8_t zeros[16];
	const struct mlirbc_type *type = shlo__local_type(p, global, to);
	const size_t size = shlo__element_bytes(global->u.shaped.element);
	struct mlirbc_value *operands[SHLO__MOST_DIMS + 2] = { NULL, value };
	if (!type || size == 0 || size > sizeof zeros)
		return NULL;
	operands[0] = shlo__dense(p, type, zeros, size);
	struct mlirbc_value *zero = shlo__number(p, 0);
	for (size_t i = 0; i < from->rank; i++)
		operands[i + 2] = i == dim ? shlo__start_of(p, NULL, from, i, value->type->u.shaped.dims[i]) : zero;
	struct mlirbc_value *made = mlirbc_builder_value(&p->builder, &(const struct mlirbc_build_op){
		.name = "stablehlo.dynamic_update_slice", .operands = operands, .operand_count = from->rank + 2, MLIRBC_RESULTS(type) });
	return shlo__partition_built(p) ? made : NULL;
}

/* ---- collectives */

const struct mlirbc_attr *shlo__partition_channel(struct shlo__partition *p)
{
	return shlo__channel_attr(p->context, &(const struct shlo__channel){ .handle = 1, .type = 1 });
}

/* Along one dimension, from the parts of the tiles to `parts`. */
static struct mlirbc_value *gather_dim(
	struct shlo__partition *p, struct mlirbc_value *value, struct shlo__tiles *tiles, size_t dim, uint32_t parts)
{
	const uint32_t ratio = tiles->parts[dim] / parts;
	const struct mlirbc_attr *groups = shlo__tiles_groups(p, tiles, dim, ratio);
	int64_t dims[SHLO__MOST_DIMS];
	if (!value || !groups)
		return NULL;
	memcpy(dims, value->type->u.shaped.dims, value->type->u.shaped.rank * sizeof *dims);
	dims[dim] *= ratio;
	const struct mlirbc_type *type = shlo__tensor(p->context, dims, value->type->u.shaped.rank, value->type->u.shaped.element, NULL);
	tiles->parts[dim] = parts;
	for (uint32_t device = 0; device < p->devices; device++)
		tiles->at[(size_t)device * SHLO__MOST_DIMS + dim] /= ratio;
	return MLIRBC_VALUE(&p->builder, "stablehlo.all_gather", MLIRBC_OPERANDS(value), MLIRBC_RESULTS(type),
		MLIRBC_ATTRS({ "all_gather_dim", mlirbc_attr_integer(p->context, shlo__i64(p), dim) }, { "replica_groups", groups },
			{ "channel_handle", shlo__partition_channel(p) }, { "use_global_device_ids", mlirbc_attr_unit(p->context) }));
}

struct mlirbc_value *shlo__move(struct shlo__partition *p, struct mlirbc_value *value, const struct mlirbc_type *type,
	const struct shlo__division *from, const struct shlo__division *to)
{
	struct shlo__tiles *tiles = &p->tiles[SHLO__TILES_A];
	struct mlirbc_value *permuted;
	const struct mlirbc_type *local = shlo__local_type(p, type, to);
	if (!local)
		return NULL;
	uint64_t count;
	if (from != to && mlirbc_type_elements(local, &count) && count == 0) { /* no collective has such dimensions */
		value = shlo__dense(p, local, "", 0);
		return shlo__partition_built(p) ? value : NULL;
	}
	if (is_splat(value)) {
		value = other_splat(p, value, local);
		return shlo__partition_built(p) ? value : NULL;
	}
	if (from && to && from != to) {
		if (!shlo__permute(p, value, from, to, &permuted))
			return NULL;
		if (permuted)
			return permuted;
	}
	if (from) { /* keep what both have */
		shlo__tiles_clear(p, tiles, from->rank);
		for (size_t i = 0; i < from->rank; i++)
			shlo__tiles_copy(p, tiles, i, from, i);
		if (to && !(value = shlo__all_to_all(p, value, type, tiles, to)))
			return NULL;
		if (!shlo__tiles_finish(p, tiles, &from))
			return NULL;
		for (size_t i = 0; from && i < from->rank; i++) {
			const bool same = to && to->parts[i] == from->parts[i];
			const bool even = shlo__parts_are_even(type, from, i) && shlo__parts_are_even(type, to, i);
			if (shlo__refines(p, to, from, i) && (even || same))
				continue;
			const uint32_t kept = even && to && shlo__refines(p, from, to, i) ? to->parts[i] : 1;
			value = gather_dim(p, value, tiles, i, kept);
			if (value && kept == 1) /* without padding */
				value = shlo__part(p, value, i, 0, type->u.shaped.dims[i]);
		}
		if (!value || !shlo__tiles_finish(p, tiles, &from))
			return NULL;
	}
	if (from != to)
		value = slice(p, value, type, from, to);
	return shlo__partition_built(p) ? value : NULL;
}

/* ---- reductions */

struct mlirbc_value *shlo__all_reduce(struct shlo__partition *p, struct mlirbc_value *value, const struct shlo__tiles *tiles, size_t dim,
	const char *name, struct mlirbc_op *reduce)
{
	const struct mlirbc_attr *groups = value ? shlo__tiles_groups(p, tiles, dim, tiles->parts[dim]) : NULL;
	if (!groups)
		return NULL;
	return shlo__reducing(p, MLIRBC_OP(&p->builder, "stablehlo.all_reduce", MLIRBC_OPERANDS(value), MLIRBC_RESULTS(value->type),
		MLIRBC_ATTRS({ "replica_groups", groups }, { "channel_handle", shlo__partition_channel(p) },
			{ "use_global_device_ids", mlirbc_attr_unit(p->context) }), .region_count = 1), name, reduce);
}

struct mlirbc_value *shlo__reduce_scatter(struct shlo__partition *p, struct mlirbc_value *value, const struct shlo__tiles *tiles, size_t dim,
	size_t scattered, const char *name, struct mlirbc_op *reduce)
{
	const struct mlirbc_attr *groups = value ? shlo__tiles_groups(p, tiles, dim, tiles->parts[dim]) : NULL;
	int64_t dims[SHLO__MOST_DIMS];
	if (!groups)
		return NULL;
	memcpy(dims, value->type->u.shaped.dims, value->type->u.shaped.rank * sizeof *dims);
	dims[scattered] /= tiles->parts[dim];
	const struct mlirbc_type *type = shlo__tensor(p->context, dims, value->type->u.shaped.rank, value->type->u.shaped.element, NULL);
	return shlo__reducing(p, MLIRBC_OP(&p->builder, "stablehlo.reduce_scatter", MLIRBC_OPERANDS(value), MLIRBC_RESULTS(type),
		MLIRBC_ATTRS({ "scatter_dimension", mlirbc_attr_integer(p->context, shlo__i64(p), scattered) }, { "replica_groups", groups },
			{ "channel_handle", shlo__partition_channel(p) }, { "use_global_device_ids", mlirbc_attr_unit(p->context) }),
		.region_count = 1), name, reduce);
}

static const char *const reducers[] = { [SHLO__UNREDUCED_SUM] = "stablehlo.add", [SHLO__UNREDUCED_MAX] = "stablehlo.maximum",
	[SHLO__UNREDUCED_MIN] = "stablehlo.minimum" };

struct mlirbc_value *shlo__unite(struct shlo__partition *p, const struct mlirbc_op *op, const struct shlo__version *version)
{
	struct shlo__tiles *tiles = &p->tiles[SHLO__TILES_A];
	const struct shlo__division *division = version->division;
	const size_t rank = division ? division->rank : 0;
	shlo__tiles_clear(p, tiles, rank + 1);
	for (size_t i = 0; i < rank; i++)
		shlo__tiles_copy(p, tiles, i, division, i);
	shlo__tiles_copy(p, tiles, rank, version->terms, 0);
	if (!shlo__tiles_uniform(p, tiles)) {
		(void)shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED, "unreduced axes that are not independent of those of dimensions");
		return NULL;
	}
	return shlo__all_reduce(p, version->value, tiles, rank, reducers[version->reduction], NULL);
}

struct mlirbc_value *shlo__terms(struct shlo__partition *p, struct mlirbc_value *value, const struct shlo__division *terms)
{
	static const uint8_t zeros[16];
	const size_t size = shlo__element_bytes(value->type->u.shaped.element);
	uint8_t *table = size > 0 && size <= sizeof zeros ? shlo__take(mlirbc_context_allocator(p->context), p->devices) : NULL;
	if (!table) {
		(void)shlo__partition_no_memory(p);
		return NULL;
	}
	for (uint32_t device = 0; device < p->devices; device++)
		table[device] = terms->at[device] == 0;
	struct mlirbc_value *first = shlo__look_up(p, mlirbc_type_integer(p->context, 1, MLIRBC_SIGNLESS), table, p->devices);
	shlo__give(mlirbc_context_allocator(p->context), table, p->devices);
	struct mlirbc_value *zero = shlo__dense(p, value->type, zeros, size);
	struct mlirbc_value *made =
		MLIRBC_VALUE(&p->builder, "stablehlo.select", MLIRBC_OPERANDS(first, value, zero), MLIRBC_RESULTS(value->type));
	return shlo__partition_built(p) ? made : NULL;
}
