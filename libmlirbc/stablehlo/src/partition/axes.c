/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "dialect/sdy_fields.h"
#include "dialect/types.h"
#include "partition/partition.h"

#include <mlirbc/edit.h>
#include <string.h>

/* An axis, or a part of one: device `i` of the mesh is at i / stride % size. */
struct axis {
	uint32_t stride, size;
};

/* ---- meshes */

uint64_t shlo__mesh_size(const struct mlirbc_attr *mesh)
{
	const struct mlirbc_attr *axes = shlo__sdy_field(mesh, "mesh", 0);
	uint64_t product = 1;
	for (size_t i = 0; i < shlo__sdy_length(axes); i++) {
		const int64_t size = shlo__sdy_number(shlo__sdy_field(axes->u.array.data[i], "mesh_axis", 1), 0);
		if (size < 1 || size > UINT32_MAX || product * (uint64_t)size > UINT32_MAX)
			return 0;
		product *= (uint64_t)size;
	}
	return axes ? product : 0;
}

static const struct mlirbc_attr *axis_name(const struct mlirbc_attr *axis)
{
	return axis->kind == MLIRBC_ATTR_STRING ? axis : shlo__sdy_field(axis, "axis_ref", 0);
}

/* False: the mesh has no such axis. */
static bool find_axis(const struct mlirbc_attr *mesh, const struct mlirbc_attr *ref, struct axis *out)
{
	const struct mlirbc_attr *axes = shlo__sdy_field(mesh, "mesh", 0), *name = axis_name(ref);
	const struct mlirbc_attr *part = shlo__sdy_field(ref, "axis_ref", 1);
	int64_t stride = 1, size = 0;
	for (size_t i = shlo__sdy_length(axes); i-- > 0 && size == 0;) {
		const struct mlirbc_attr *other = shlo__sdy_field(axes->u.array.data[i], "mesh_axis", 0);
		const int64_t here = shlo__sdy_number(shlo__sdy_field(axes->u.array.data[i], "mesh_axis", 1), 0);
		if (name && name->kind == MLIRBC_ATTR_STRING && other && other->kind == MLIRBC_ATTR_STRING &&
			shlo__sdy_same(name->u.string, other->u.string))
			size = here;
		else
			stride *= here;
	}
	if (part && size > 0) { /* (before)size of an axis */
		const int64_t before = shlo__sdy_number(shlo__sdy_field(part, "sub_axis_info", 0), 0);
		const int64_t own = shlo__sdy_number(shlo__sdy_field(part, "sub_axis_info", 1), 0);
		if (before < 1 || own < 1 || before > size || own > size || size % (before * own) != 0)
			return false;
		stride *= size / (before * own);
		size = own;
	}
	*out = (struct axis){ (uint32_t)stride, (uint32_t)size };
	return size > 0;
}

bool shlo__mesh_places(struct shlo__partition *p, const struct mlirbc_attr *mesh)
{
	const struct mlirbc_attr *ids = shlo__sdy_field(mesh, "mesh", 1);
	const size_t count = shlo__sdy_length(ids);
	for (uint32_t i = 0; i < p->devices; i++)
		p->count[i] = i;
	if (count == 0)
		return true;
	for (size_t i = 0; i < count; i++) {
		const int64_t id = shlo__sdy_number(ids->u.array.data[i], -1);
		if (id < 0 || id >= p->devices)
			return false;
		p->count[id] = (uint32_t)i;
	}
	return count == p->devices;
}

/* ---- shardings */

/* Cuts a dimension of the tiles by an axis. */
static void cut(struct shlo__partition *p, struct shlo__tiles *tiles, size_t dim, struct axis axis)
{
	tiles->parts[dim] *= axis.size;
	for (uint32_t device = 0; device < p->devices; device++) {
		uint32_t *at = &tiles->at[(size_t)device * SHLO__MOST_DIMS + dim];
		*at = *at * axis.size + p->count[device] / axis.stride % axis.size;
	}
}

static bool is_manual(const struct mlirbc_attr *manual, const struct mlirbc_attr *axis)
{
	const struct mlirbc_attr *name = axis_name(axis);
	for (size_t i = 0; name && name->kind == MLIRBC_ATTR_STRING && i < shlo__sdy_length(manual); i++) {
		const struct mlirbc_attr *other = manual->u.array.data[i];
		if (other->kind == MLIRBC_ATTR_STRING && shlo__sdy_same(other->u.string, name->u.string))
			return true;
	}
	return false;
}

static bool broken(struct shlo__partition *p, const struct mlirbc_op *op)
{
	return shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED, "a sharding with an axis that its mesh does not have");
}

/* Manual axes come before the others in each dimension. */
static bool read_dim(struct shlo__partition *p, const struct mlirbc_op *op, const struct mlirbc_attr *mesh, const struct mlirbc_attr *sharding,
	const struct mlirbc_attr *manual, size_t dim, int64_t size, struct shlo__sharding *out)
{
	const struct mlirbc_attr *axes = shlo__sdy_field(sharding, "dimension_sharding", 0);
	out->open[dim] = shlo__sdy_number(shlo__sdy_field(sharding, "dimension_sharding", 1), 1) == 0;
	for (size_t i = 0; i < shlo__sdy_length(axes); i++) {
		struct axis axis;
		const bool by_hand = is_manual(manual, axes->u.array.data[i]);
		if (!find_axis(mesh, axes->u.array.data[i], &axis))
			return broken(p, op);
		if (axis.size == 1)
			continue;
		if (size % ((int64_t)out->tiles->parts[dim] * axis.size) != 0 && (!out->padded || size < 2)) {
			if (by_hand)
				return shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED, "a dimension that its axes do not divide");
			break;
		}
		cut(p, out->tiles, dim, axis);
		if (by_hand)
			cut(p, out->manual, dim, axis);
	}
	return true;
}

static bool read_unreduced(struct shlo__partition *p, const struct mlirbc_op *op, const struct mlirbc_attr *mesh,
	const struct mlirbc_attr *sharding, const struct mlirbc_attr *manual, struct shlo__sharding *out)
{
	const struct mlirbc_attr *axes = shlo__sdy_field(sharding, "sharding", 3);
	const int64_t kind = shlo__sdy_number(shlo__sdy_field(sharding, "sharding", 4), 0);
	struct shlo__tiles *terms = &p->tiles[SHLO__TILES_TERMS];
	shlo__tiles_clear(p, terms, 1);
	for (size_t i = 0; i < shlo__sdy_length(axes); i++) {
		struct axis axis;
		if (!find_axis(mesh, axes->u.array.data[i], &axis))
			return broken(p, op);
		if (axis.size > 1 && (!manual || is_manual(manual, axes->u.array.data[i]))) {
			cut(p, terms, 0, axis);
			out->reduction = kind == 1 ? SHLO__UNREDUCED_MAX : kind == 2 ? SHLO__UNREDUCED_MIN : SHLO__UNREDUCED_SUM;
		}
	}
	return out->reduction == SHLO__REDUCED || shlo__tiles_finish(p, terms, &out->terms);
}

static bool has_axes(const struct mlirbc_attr *sharding, size_t rank)
{
	const struct mlirbc_attr *dims = shlo__sdy_field(sharding, "sharding", 1);
	bool any = shlo__sdy_length(shlo__sdy_field(sharding, "sharding", 3)) != 0;
	for (size_t i = 0; i < rank && i < shlo__sdy_length(dims); i++)
		any |= shlo__sdy_length(shlo__sdy_field(dims->u.array.data[i], "dimension_sharding", 0)) != 0;
	return any;
}

bool shlo__sharding_read(struct shlo__partition *p, const struct mlirbc_op *op, const struct mlirbc_attr *sharding,
	const struct mlirbc_type *type, const struct mlirbc_attr *manual, bool padded, struct shlo__sharding *out)
{
	const struct mlirbc_attr *mesh = shlo__sdy_sharding_mesh(sharding, mlirbc_module_symbols(p->module));
	mesh = mesh ? mesh : shlo__plain_mesh(p, sharding);
	const struct mlirbc_attr *dims = shlo__sdy_field(sharding, "sharding", 1);
	const bool tensor = type->kind == MLIRBC_TYPE_TENSOR && type->u.shaped.rank < SHLO__MOST_DIMS;
	const size_t rank = tensor ? type->u.shaped.rank : 0;
	*out = (struct shlo__sharding){ .given = mesh != NULL, .padded = padded && tensor && shlo__can_pad(type),
		.manual = &p->tiles[SHLO__TILES_MANUAL], .tiles = &p->tiles[SHLO__TILES_ALL] };
	shlo__tiles_clear(p, out->manual, rank);
	shlo__tiles_clear(p, out->tiles, rank);
	for (size_t i = 0; i < rank; i++)
		out->open[i] = true;
	if (sharding && sharding->kind == MLIRBC_ATTR_STRING)
		return !tensor || shlo__gspmd_read(p, op, sharding, type, out);
	if (sharding && !mesh)
		return shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED, "a sharding whose mesh is not known");
	if (!mesh || !tensor)
		return true;
	const bool divides = has_axes(sharding, rank);
	if (divides && (shlo__mesh_size(mesh) != p->devices || !shlo__mesh_places(p, mesh)))
		return shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED,
			"the mesh of a sharding has another number of devices than the program has partitions");
	if (divides && (type->u.shaped.encoding || !shlo__is_static(type) || !shlo__is_plain(type->u.shaped.element)))
		return shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED, "a divided value of other elements than numbers, or without a static shape");
	for (size_t i = 0; i < rank && i < shlo__sdy_length(dims); i++) {
		if (!read_dim(p, op, mesh, dims->u.array.data[i], manual, i, type->u.shaped.dims[i], out))
			return false;
	}
	return !divides || read_unreduced(p, op, mesh, sharding, manual, out);
}

bool shlo__sharding_groups(struct shlo__partition *p, const struct mlirbc_op *op, const struct mlirbc_attr *manual, struct shlo__tiles *out)
{
	const struct mlirbc_attr *first = shlo__sharding_at(op, "in_shardings", 0);
	const struct mlirbc_attr *mesh = shlo__sdy_sharding_mesh(first ? first : shlo__sharding_at(op, "out_shardings", 0),
		mlirbc_module_symbols(p->module));
	shlo__tiles_clear(p, out, 1);
	if (shlo__sdy_length(manual) == 0)
		return true;
	if (shlo__mesh_size(mesh) != p->devices || !shlo__mesh_places(p, mesh))
		return shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED,
			"the mesh of a sharding has another number of devices than the program has partitions");
	for (size_t i = 0; i < shlo__sdy_length(manual); i++) {
		struct axis axis;
		if (!find_axis(mesh, manual->u.array.data[i], &axis))
			return broken(p, op);
		cut(p, out, 0, axis);
	}
	return true;
}

/* ---- lists */

const struct mlirbc_attr *shlo__sharding_at(const struct mlirbc_op *op, const char *name, size_t at)
{
	const struct mlirbc_attr *list = shlo__sdy_field(mlirbc_op_attr(op, name), "sharding_per_value", 0);
	return at < shlo__sdy_length(list) ? list->u.array.data[at] : NULL;
}

const struct mlirbc_attr *shlo__sharding_of_main(const struct mlirbc_op *main, const char *name, size_t at)
{
	const struct mlirbc_attr *list = mlirbc_op_attr(main, name);
	const struct mlirbc_attr *values = at < shlo__sdy_length(list) ? list->u.array.data[at] : NULL;
	if (!values || values->kind != MLIRBC_ATTR_DICTIONARY)
		return NULL;
	const struct mlirbc_attr *found = mlirbc_dictionary_find(values, "sdy.sharding"), *older = mlirbc_dictionary_find(values, "mhlo.sharding");
	return found ? found : older && older->kind == MLIRBC_ATTR_STRING ? older : NULL;
}

const struct mlirbc_attr *shlo__sharding_replace(struct shlo__partition *p, const struct mlirbc_attr *old, const struct mlirbc_attr *sharding)
{
	static const char shardings[] = "sdy.sharding\0mhlo.sharding\0";
	const size_t count = old && old->kind == MLIRBC_ATTR_DICTIONARY ? old->u.dictionary.count : 0;
	struct mlirbc_named_attr *entries = mlirbc_context_alloc(p->context, (count + 1) * sizeof *entries, _Alignof(struct mlirbc_named_attr));
	size_t kept = 0;
	for (size_t i = 0; entries && i < count; i++) {
		entries[kept] = old->u.dictionary.data[i];
		kept += !shlo__is_one_of(entries[kept].name, shardings);
	}
	if (entries && sharding)
		entries[kept++] = (struct mlirbc_named_attr){ mlirbc_string_get(p->context, shardings, strlen(shardings)), sharding };
	return entries && (!sharding || entries[kept - 1].name) ? mlirbc_attr_dictionary(p->context, entries, kept) : NULL;
}
