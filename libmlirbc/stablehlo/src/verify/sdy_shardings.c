/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Meshes and shardings of Shardy 0.0.2: the constraints that its verifier has. */
#include "dialect/memory.h"
#include "verify/sdy_shardings.h"

#include <string.h>

/* ---- attributes */

bool shlo__sdy_is_text(const struct mlirbc_attr *attr)
{
	return attr && attr->kind == MLIRBC_ATTR_DIALECT && attr->u.dialect.dialect && attr->u.dialect.dialect->size == 3 &&
	       memcmp(attr->u.dialect.dialect->data, "sdy", 3) == 0;
}

bool shlo__sdy_fail_kind(struct shlo__sdy *sdy, const char *name, const char *mnemonic)
{
	return shlo__fail(sdy->check, "attribute '%s' is not an #sdy.%s", name, mnemonic);
}

static const struct mlirbc_string *string_of(const struct mlirbc_attr *attr)
{
	static const struct mlirbc_string none = { "", 0 };
	return attr && attr->kind == MLIRBC_ATTR_STRING ? attr->u.string : &none;
}

/* At most 40 characters of a name in a message. */
#define NAME(string) (int)((string)->size < 40 ? (string)->size : 40), (string)->data

/* ---- meshes */

/* Whether the ids are 0, 1, ... in any order. False after a failure for want of memory too. */
static bool is_permutation(struct shlo__check *check, const struct mlirbc_attr *ids)
{
	const struct mlirbc_allocator *allocator = mlirbc_context_allocator(check->context);
	const size_t count = shlo__sdy_length(ids);
	uint8_t *seen = shlo__take(allocator, count);
	bool good = seen != NULL || shlo__no_memory(check);
	for (size_t i = 0; good && i < count; i++) {
		const uint64_t id = (uint64_t)shlo__sdy_number(ids->u.array.data[i], -1);
		good = id < count && !seen[id];
		if (good)
			seen[id] = 1;
	}
	shlo__give(allocator, seen, count);
	return good;
}

static bool check_ids(struct shlo__check *check, const struct mlirbc_attr *ids)
{
	const size_t count = shlo__sdy_length(ids);
	bool sorted = true;
	for (size_t i = 0; i < count; i++) {
		const int64_t id = shlo__sdy_number(ids->u.array.data[i], -1);
		if (id < 0)
			return shlo__fail(check, "device id of mesh must be non-negative, but is %lld", (long long)id);
		sorted = sorted && (uint64_t)id == i;
	}
	if (!is_permutation(check, ids))
		return check->status == MLIRBC_OK && shlo__fail(check, "sorted device ids must be 0 to %zu", count - 1);
	return !sorted || shlo__fail(check, "the device ids are 0 to %zu in order; expected none", count - 1);
}

bool shlo__sdy_mesh_op(struct shlo__sdy *sdy)
{
	const struct mlirbc_op *parent = mlirbc_op_parent(sdy->check->op);
	const struct mlirbc_attr *attr = shlo__attr(sdy->check, "mesh"), *ids = shlo__sdy_field(attr, "mesh", 1);
	if (parent && !mlirbc_op_is(parent, "builtin.module"))
		return shlo__fail(sdy->check, "expects parent op 'builtin.module'");
	if (shlo__sdy_is_text(attr))
		return true;
	if (!shlo__sdy_mesh(sdy, attr))
		return false;
	if (sdy->maximal)
		return shlo__sdy_number(ids->u.array.data[0], -1) >= 0 || shlo__fail(sdy->check, "device id of mesh must be non-negative");
	return shlo__sdy_length(ids) == 0 || check_ids(sdy->check, ids);
}

bool shlo__sdy_mesh(struct shlo__sdy *sdy, const struct mlirbc_attr *attr)
{
	struct shlo__check *check = sdy->check;
	int64_t devices = 1;
	if (attr && attr->kind == MLIRBC_ATTR_SYMBOL) {
		const struct mlirbc_string *name = mlirbc_string_get(check->context, attr->u.symbol.root->data, attr->u.symbol.root->size);
		if (!name)
			return shlo__no_memory(check);
		const struct mlirbc_op *op = shlo__symbol(sdy->symbols, name);
		if (!op || !mlirbc_op_is(op, "sdy.mesh") || attr->u.symbol.count)
			return shlo__fail(check, "unknown mesh: @%.*s", NAME(name));
		attr = mlirbc_op_attr(op, "mesh");
	}
	if (attr == sdy->mesh && attr)
		return true;
	sdy->mesh = NULL;
	const struct mlirbc_attr *axes = shlo__sdy_field(attr, "mesh", 0), *ids = shlo__sdy_field(attr, "mesh", 1);
	if (!axes)
		return shlo__sdy_fail_kind(sdy, "mesh", "mesh");
	sdy->axis_count = shlo__sdy_length(axes);
	sdy->maximal = sdy->axis_count == 0 && shlo__sdy_length(ids) == 1;
	if (sdy->axis_count > SHLO__MOST_AXES)
		return shlo__fail(check, "the mesh has %zu axes; expected at most %d", sdy->axis_count, (int)SHLO__MOST_AXES);
	for (size_t i = 0; i < sdy->axis_count; i++) {
		const struct mlirbc_string *name = string_of(shlo__sdy_field(axes->u.array.data[i], "mesh_axis", 0));
		const int64_t size = shlo__sdy_number(shlo__sdy_field(axes->u.array.data[i], "mesh_axis", 1), 0);
		if (size < 1)
			return shlo__fail(check, "axis size must be at least 1, but that of \"%.*s\" is %lld", NAME(name), (long long)size);
		for (size_t k = 0; k < i; k++) {
			if (shlo__sdy_same(sdy->axes[k].name, name))
				return shlo__fail(check, "duplicate axis name: \"%.*s\"", NAME(name));
		}
		if (__builtin_mul_overflow(devices, size, &devices))
			return shlo__fail(check, "the product of the axis sizes of the mesh does not fit 64 bits");
		sdy->axes[i].name = name;
		sdy->axes[i].size = size;
	}
	const size_t count = shlo__sdy_length(ids);
	if (sdy->axis_count == 0 && count > 1)
		return shlo__fail(check, "a mesh without axes has %zu device ids; expected at most 1", count);
	if (sdy->axis_count && count && (uint64_t)devices != count)
		return shlo__fail(check, "total product of axis sizes must match total number of device ids, got: %lld != %zu",
			(long long)devices, count);
	sdy->mesh = attr;
	return true;
}

/* ---- axes */

static bool check_sub_axis(struct shlo__sdy *sdy, const struct shlo__axis_ref *ref)
{
	const struct mlirbc_string *name = sdy->axes[ref->axis].name;
	const int64_t whole = sdy->axes[ref->axis].size;
	int64_t end;
	if (ref->before < 1)
		return shlo__fail(sdy->check, "sub-axis pre-size must be at least 1, but that of \"%.*s\" is %lld", NAME(name),
			(long long)ref->before);
	if (ref->size <= 1)
		return shlo__fail(sdy->check, "sub-axis size must be greater than 1, but that of \"%.*s\" is %lld", NAME(name),
			(long long)ref->size);
	if (ref->size == whole)
		return shlo__fail(sdy->check, "sub-axis size is equal to the full axis size: \"%.*s\"", NAME(name));
	if (__builtin_mul_overflow(ref->before, ref->size, &end) || whole % end)
		return shlo__fail(sdy->check, "sub-axis next pre-size %lld*%lld doesn't divide the size of the full axis \"%.*s\": %lld",
			(long long)ref->before, (long long)ref->size, NAME(name), (long long)whole);
	return true;
}

bool shlo__sdy_axis(struct shlo__sdy *sdy, const struct mlirbc_attr *attr, struct shlo__axis_ref *out)
{
	const bool whole = attr && attr->kind == MLIRBC_ATTR_STRING; /* of manual axes */
	const struct mlirbc_string *name = string_of(whole ? attr : shlo__sdy_field(attr, "axis_ref", 0));
	const struct mlirbc_attr *part = shlo__sdy_field(attr, "axis_ref", 1);
	for (out->axis = 0; out->axis < sdy->axis_count; out->axis++) {
		if (shlo__sdy_same(sdy->axes[out->axis].name, name))
			break;
	}
	if (out->axis == sdy->axis_count)
		return shlo__fail(sdy->check, "unknown axis name: \"%.*s\"", NAME(name));
	out->before = part ? shlo__sdy_number(shlo__sdy_field(part, "sub_axis_info", 0), 0) : 1;
	out->size = part ? shlo__sdy_number(shlo__sdy_field(part, "sub_axis_info", 1), 0) : sdy->axes[out->axis].size;
	return !part || check_sub_axis(sdy, out);
}

/* What the two have in common makes a device's coordinate ambiguous. */
static bool check_pair(struct shlo__sdy *sdy, const struct shlo__axis_ref *a, const struct shlo__axis_ref *b, bool neighbours)
{
	if (a->axis != b->axis)
		return true;
	const struct mlirbc_string *name = sdy->axes[a->axis].name;
	if (a->before == b->before && a->size == b->size)
		return shlo__fail(sdy->check, "duplicate axis ref: \"%.*s\"", NAME(name));
	const struct shlo__axis_ref *low = a->before <= b->before ? a : b, *high = low == a ? b : a;
	if (low->before * low->size > high->before)
		return shlo__fail(sdy->check, "overlapping axis refs: two parts of \"%.*s\"", NAME(name));
	return !neighbours || low != a || a->before * a->size != b->before ||
	       shlo__fail(sdy->check, "two consecutive sub-axes can be merged: of \"%.*s\"", NAME(name));
}

/* A list of references: no axis twice, nor neighbours that are one. Appends to `refs`, which has room for SHLO__MOST_AXES. */
static bool sdy_axes(struct shlo__sdy *sdy, const struct mlirbc_attr *list, struct shlo__axis_ref *refs, size_t *count)
{
	const size_t first = *count;
	for (size_t i = 0; i < shlo__sdy_length(list); i++) {
		struct shlo__axis_ref *ref = &refs[*count];
		if (*count == SHLO__MOST_AXES)
			return shlo__fail(sdy->check, "a sharding has more than %d references to axes", (int)SHLO__MOST_AXES);
		if (!shlo__sdy_axis(sdy, list->u.array.data[i], ref))
			return false;
		for (size_t k = 0; k < *count; k++) {
			if (!check_pair(sdy, &refs[k], ref, k + 1 == *count && k >= first))
				return false;
		}
		++*count;
	}
	return true;
}

/* Axes that cut no dimension are in the order of the mesh. */
static bool check_order(struct shlo__sdy *sdy, const struct shlo__axis_ref *refs, size_t first, size_t count, const char *what)
{
	for (size_t i = first + 1; i < count; i++) {
		if (refs[i - 1].axis > refs[i].axis || (refs[i - 1].axis == refs[i].axis && refs[i - 1].before > refs[i].before))
			return shlo__fail(sdy->check, "%s axes are not ordered w.r.t. mesh", what);
	}
	return true;
}

/* An axis that an enclosing manual computation made manual has one coordinate inside. */
static bool check_free(struct shlo__sdy *sdy, const struct shlo__axis_ref *refs, size_t count)
{
	for (const struct mlirbc_op *op = mlirbc_op_parent(sdy->check->op); op; op = mlirbc_op_parent(op)) {
		if (!mlirbc_op_is(op, "sdy.manual_computation"))
			continue;
		const struct mlirbc_attr *manual = shlo__sdy_field(mlirbc_op_attr(op, "manual_axes"), "manual_axes", 0);
		for (size_t i = 0; i < shlo__sdy_length(manual); i++) {
			for (size_t k = 0; k < count; k++) {
				const struct mlirbc_string *name = sdy->axes[refs[k].axis].name;
				if (shlo__sdy_same(name, string_of(manual->u.array.data[i])))
					return shlo__fail(sdy->check,
						"axis \"%.*s\" is already bound by a parent sdy.manual_computation op", NAME(name));
			}
		}
	}
	return true;
}

/* ---- shardings */

/* The type whose dimensions are cut: a tuple of one counts as its element. */
static const struct mlirbc_type *sharded_type(const struct mlirbc_type *type)
{
	return type->kind == MLIRBC_TYPE_TUPLE && type->u.tuple.count == 1 ? type->u.tuple.data[0] : type;
}

static bool check_rank(struct shlo__sdy *sdy, const struct mlirbc_type *type, size_t dims, size_t others)
{
	struct shlo__spelled text;
	type = sharded_type(type);
	if (sdy->maximal)
		return (dims == 0 && others == 0) ||
		       shlo__fail(sdy->check, "a maximal sharding has no dimension shardings, replicated or unreduced axes");
	if (type->kind == MLIRBC_TYPE_TENSOR || type->kind == MLIRBC_TYPE_VECTOR || type->kind == MLIRBC_TYPE_MEMREF)
		return dims == type->u.shaped.rank ||
		       shlo__fail(sdy->check, "sharding doesn't match tensor rank: %zu != %zu", dims, type->u.shaped.rank);
	if (type->kind == MLIRBC_TYPE_UNRANKED_TENSOR || type->kind == MLIRBC_TYPE_TUPLE)
		return shlo__fail(sdy->check, "only ranked tensors with a static rank can have a sharding, found '%s'",
			shlo__spell(type, &text));
	return (dims == 0 && others == 0) || shlo__fail(sdy->check, "a sharding of '%s' must have rank 0 and no replicated or "
								    "unreduced axes", shlo__spell(type, &text));
}

static bool check_dimension(struct shlo__sdy *sdy, const struct mlirbc_attr *dim, size_t at, struct shlo__axis_ref *refs, size_t *count)
{
	const struct mlirbc_attr *axes = shlo__sdy_field(dim, "dimension_sharding", 0);
	const struct mlirbc_attr *priority = shlo__sdy_field(dim, "dimension_sharding", 2);
	if (priority && shlo__sdy_number(priority, -1) < 0)
		return shlo__fail(sdy->check, "dim %zu has a negative priority", at);
	if (priority && shlo__sdy_length(axes) == 0 && shlo__sdy_number(shlo__sdy_field(dim, "dimension_sharding", 1), 0))
		return shlo__fail(sdy->check, "dim %zu is empty and closed but has a priority", at);
	return sdy_axes(sdy, axes, refs, count);
}

bool shlo__sdy_sharding(struct shlo__sdy *sdy, const struct mlirbc_attr *attr, const char *name, const struct mlirbc_type *type)
{
	const struct mlirbc_attr *mesh = shlo__sdy_field(attr, "sharding", 0), *dims = shlo__sdy_field(attr, "sharding", 1);
	const struct mlirbc_attr *replicated = shlo__sdy_field(attr, "sharding", 2), *unreduced = shlo__sdy_field(attr, "sharding", 3);
	struct shlo__axis_ref refs[SHLO__MOST_AXES];
	size_t count = 0;
	if (shlo__sdy_is_text(attr))
		return true;
	if (!mesh)
		return shlo__sdy_fail_kind(sdy, name, "sharding");
	if (!shlo__sdy_mesh(sdy, mesh) ||
		!check_rank(sdy, type, shlo__sdy_length(dims), shlo__sdy_length(replicated) + shlo__sdy_length(unreduced)))
		return false;
	for (size_t i = 0; i < shlo__sdy_length(dims); i++) {
		if (!check_dimension(sdy, dims->u.array.data[i], i, refs, &count))
			return false;
	}
	const size_t cut = count;
	if (!sdy_axes(sdy, replicated, refs, &count) || !check_order(sdy, refs, cut, count, "replicated"))
		return false;
	const size_t kept = count;
	return sdy_axes(sdy, unreduced, refs, &count) && check_order(sdy, refs, kept, count, "unreduced") &&
	       check_free(sdy, refs, count);
}
