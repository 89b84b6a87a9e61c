/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Collectives of manual computations over some axes: other axes may divide what they move, if all members of a group have the same part. */
#include "dialect/mesh_groups.h"
#include "dialect/sdy_fields.h"
#include "dialect/struct_attr.h"
#include "partition/factors.h"

#include <mlirbc/edit.h>
#include <string.h>

/* ---- rules */

static void whole_but(struct shlo__factors *f, const struct mlirbc_op *op, int64_t a, int64_t b)
{
	if (op->operand_count != op->result_count)
		return;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_type *from = mlirbc_op_operands(op)[i].value->type, *to = mlirbc_op_results(op)[i].type;
		for (size_t dim = 0; dim < from->u.shaped.rank; dim++) {
			if ((int64_t)dim != a && (int64_t)dim != b && from->u.shaped.dims[dim] == to->u.shaped.dims[dim])
				shlo__factor_pair(f, op, i, dim, i, dim);
		}
	}
}

bool shlo__factors_collective(struct shlo__factors *f, const struct mlirbc_op *op)
{
	static const char same[] = "stablehlo.all_reduce\0stablehlo.collective_permute\0stablehlo.collective_broadcast\0";
	int64_t a = -1, b = -1;
	if (shlo__is_one_of(op->name, same))
		whole_but(f, op, a, b);
	else if (mlirbc_op_is(op, "stablehlo.all_gather") && shlo__int_of(mlirbc_op_attr(op, "all_gather_dim"), &a))
		whole_but(f, op, a, b);
	else if (mlirbc_op_is(op, "stablehlo.reduce_scatter") && shlo__int_of(mlirbc_op_attr(op, "scatter_dimension"), &a))
		whole_but(f, op, a, b);
	else if (mlirbc_op_is(op, "stablehlo.all_to_all") && shlo__int_of(mlirbc_op_attr(op, "split_dimension"), &a) &&
		 shlo__int_of(mlirbc_op_attr(op, "concat_dimension"), &b))
		whole_but(f, op, a, b);
	else
		return false;
	return true;
}

bool shlo__is_collective(const struct mlirbc_op *op)
{
	static const char names[] = "stablehlo.all_reduce\0stablehlo.all_gather\0stablehlo.reduce_scatter\0stablehlo.all_to_all\0"
				    "stablehlo.collective_permute\0stablehlo.collective_broadcast\0";
	return shlo__is_one_of(op->name, names);
}

/* ---- groups */

static bool same_parts(const struct shlo__tiles *tiles, int64_t a, int64_t b)
{
	const uint32_t *at = tiles->at + (size_t)a * SHLO__MOST_DIMS, *other = tiles->at + (size_t)b * SHLO__MOST_DIMS;
	return memcmp(at, other, tiles->rank * sizeof *at) == 0;
}

/* Rows of devices: groups, or pairs of a source and a target. */
static bool fits_rows(const struct shlo__partition *p, const struct mlirbc_attr *rows, const struct shlo__tiles *tiles)
{
	const struct mlirbc_type *type = rows->type;
	if (type->u.shaped.rank != 2 || type->u.shaped.element->kind != MLIRBC_TYPE_INTEGER || type->u.shaped.element->u.integer.width != 64 ||
		rows->u.dense.splat)
		return false;
	const int64_t size = type->u.shaped.dims[1];
	int64_t first = -1;
	for (size_t i = 0; i < rows->u.dense.count; i++) {
		int64_t device;
		memcpy(&device, rows->u.dense.data + i * sizeof device, sizeof device);
		first = (int64_t)i % size == 0 ? device : first;
		if (device >= p->devices || first < 0 || (device >= 0 && !same_parts(tiles, first, device)))
			return false;
	}
	return true;
}

/* What a step along the axis is among the places of the mesh; 0: it has no such axis, or a part of one is meant. */
static int64_t stride_of(const struct mlirbc_attr *mesh, const struct shlo__axis *axis, int64_t *out_size)
{
	const struct mlirbc_attr *axes = shlo__sdy_field(mesh, "mesh", 0);
	int64_t stride = 1;
	for (size_t i = shlo__sdy_length(axes); i-- > 0 && axis->before == 0;) {
		const struct mlirbc_attr *name = shlo__sdy_field(axes->u.array.data[i], "mesh_axis", 0);
		*out_size = shlo__sdy_number(shlo__sdy_field(axes->u.array.data[i], "mesh_axis", 1), 0);
		if (name && name->kind == MLIRBC_ATTR_STRING && shlo__sdy_same(name->u.string, &axis->name))
			return *out_size > 0 ? stride : 0;
		stride *= *out_size;
	}
	return 0;
}

/* Axes of a mesh: each device has the parts of the first one of its group. */
static bool fits_axes(struct shlo__partition *p, const struct shlo__mesh_groups *groups, const struct shlo__tiles *tiles)
{
	const struct mlirbc_string name = { groups->name.data + 1, groups->name.size - 1 };
	const struct mlirbc_op *op = groups->name.size > 1 ? mlirbc_block_symbol(mlirbc_module_symbols(p->module), &name) : NULL;
	const struct mlirbc_attr *mesh = op && mlirbc_op_is(op, "sdy.mesh") ? mlirbc_op_attr(op, "mesh") : NULL;
	if (!mesh || shlo__mesh_size(mesh) != p->devices || shlo__sdy_length(shlo__sdy_field(mesh, "mesh", 1)) != 0)
		return false; /* devices in another order are rare */
	for (uint32_t device = 0; device < p->devices; device++) {
		int64_t first = device, size;
		for (size_t i = 0; i < groups->axes.count; i++) {
			const int64_t stride = stride_of(mesh, &groups->axes.at[i], &size);
			if (stride == 0)
				return false;
			first -= device / stride % size * stride;
		}
		if (!same_parts(tiles, first, device))
			return false;
	}
	return true;
}

bool shlo__collective_fits(struct shlo__partition *p, const struct mlirbc_op *op, const struct shlo__tiles *tiles)
{
	const bool pairs = mlirbc_op_is(op, "stablehlo.collective_permute");
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, pairs ? "source_target_pairs" : "replica_groups");
	struct shlo__mesh_groups groups;
	struct mlirbc_string body;
	struct shlo__channel channel;
	if (p->groups == 1 || p->replicas != 1 || !attr || !shlo__channel_of(mlirbc_op_attr(op, "channel_handle"), &channel, NULL) ||
		channel.handle < 1)
		return false;
	if (attr->kind == MLIRBC_ATTR_DENSE)
		return fits_rows(p, attr, tiles);
	if (!shlo__attr_body(attr, "stablehlo", "replica_group_mesh_axes", &body))
		return false;
	shlo__mesh_groups_of(&body, &groups);
	return !groups.why && !groups.known && fits_axes(p, &groups, tiles);
}
