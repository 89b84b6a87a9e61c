/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Constraints of replica groups by the axes of a mesh. The group has as many members as the product of the sizes of its axes. A mesh that
 * is given by its name is not looked up: its operation belongs to another dialect. */
#include "dialect/mesh_groups.h"
#include "dialect/struct_attr.h"
#include "infer/rules.h"

static bool fail(struct shlo__check *check, const struct shlo__axis *axis, const char *what)
{
	return shlo__fail(check, "replica_groups: axis \"%.*s\" %s", (int)(axis->name.size < 40 ? axis->name.size : 40), axis->name.data, what);
}

/* The members of a group; -1 after a failure. */
static int64_t group_size(struct shlo__check *check, const struct shlo__axes *mesh, const struct shlo__axes *axes)
{
	int64_t total = 1;
	for (size_t i = 0; i < axes->count; ++i) {
		const struct shlo__axis *own = &axes->at[i], *whole = shlo__find_axis(mesh, &own->name);
		int64_t end;
		if (!whole)
			return fail(check, own, "is not an axis of the mesh"), -1;
		if (own->before && (__builtin_mul_overflow(own->before, own->size, &end) || whole->size % end))
			return fail(check, own, "has a sub-axis that does not divide its size"), -1;
		if (__builtin_mul_overflow(total, own->before ? own->size : whole->size, &total))
			return fail(check, own, "makes the group too large"), -1;
	}
	return total;
}

bool shlo__check_mesh_axes(struct shlo__check *check, const struct mlirbc_attr *attr, int64_t size)
{
	struct mlirbc_string body;
	struct shlo__mesh_groups groups;
	if (!shlo__attr_body(attr, "stablehlo", "replica_group_mesh_axes", &body))
		return true;
	shlo__mesh_groups_of(&body, &groups);
	const struct shlo__axes *mesh = &groups.mesh, *axes = &groups.axes;
	if (groups.why)
		return shlo__fail(check, "replica_groups: %s", groups.why);
	for (size_t i = 0; i < mesh->count; ++i) {
		if (shlo__find_axis(mesh, &mesh->at[i].name) != &mesh->at[i])
			return fail(check, &mesh->at[i], "occurs twice in the mesh");
	}
	for (size_t i = 0; i < axes->count; ++i) {
		const struct shlo__axis *first = shlo__find_axis(axes, &axes->at[i].name);
		if (first != &axes->at[i] && (!first->before || !axes->at[i].before))
			return fail(check, first, "occurs twice");
	}
	int64_t members = groups.known ? group_size(check, mesh, axes) : 0;
	if (members > 0 && size && members != size)
		return shlo__fail(check, "group size of replica_groups must be %lld, but is %lld", (long long)size, (long long)members);
	return members >= 0;
}
