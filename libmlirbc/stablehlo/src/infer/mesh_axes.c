/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Replica groups by the axes of a mesh:
 *
 *	#stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 4>], ...>,
 *		axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>]>
 *
 * The group has as many members as the product of the sizes of its axes. A mesh that is given by its name is not looked up: its
 * operation belongs to another dialect. */
#include "dialect/struct_attr.h"
#include "infer/rules.h"

#include <string.h>

struct axis {
	struct mlirbc_string name;
	int64_t size, before; /* of a sub-axis: what comes before it; 0: the whole axis */
};

struct axes {
	size_t count;
	struct axis at[SHLO__MOST_DIMS];
	const char *why; /* not NULL: the text has an error */
};

/* The text in the brackets of a list or an attribute, without them. */
static bool read_inside(struct shlo__scan *scan, const char *open, const char *close, struct shlo__scan *out)
{
	const char *text;
	size_t size;
	if (!shlo__scan_take(scan, open))
		return false;
	bool some = shlo__scan_until(scan, close, &text, &size);
	*out = shlo__scan(text, some ? size : 0);
	return shlo__scan_take(scan, close);
}

static bool read_name(struct shlo__scan *scan, struct mlirbc_string *out)
{
	if (!shlo__scan_take(scan, "name") || !shlo__scan_take(scan, "=") || !shlo__scan_take_char(scan, '"'))
		return false;
	const char *end = memchr(scan->at, '"', (size_t)(scan->end - scan->at));
	if (!end)
		return false;
	*out = (struct mlirbc_string){ scan->at, (size_t)(end - scan->at) };
	scan->at = end + 1;
	return out->size != 0;
}

/* "size = 4" of an axis of a mesh, "sub_axis_info = (1)2" of a reference, which may lack it. */
static bool read_size(struct shlo__scan *scan, bool reference, struct axis *out)
{
	if (reference && shlo__scan_done(scan))
		return true;
	if (!shlo__scan_take(scan, ",") || !shlo__scan_take(scan, reference ? "sub_axis_info" : "size") || !shlo__scan_take(scan, "="))
		return false;
	if (reference && (!shlo__scan_take(scan, "(") || !shlo__scan_int(scan, &out->before) || !shlo__scan_take(scan, ")")))
		return false;
	return shlo__scan_int(scan, &out->size) && shlo__scan_done(scan) && out->size > 0 && (!reference || out->before > 0);
}

/* axes = [#stablehlo.NAME<...>, ...] */
static void read_axes(struct shlo__scan *scan, bool reference, struct axes *out)
{
	struct shlo__scan list, item;
	out->count = 0;
	out->why = "expected axes = [...]";
	if (!shlo__scan_take(scan, "axes") || !shlo__scan_take(scan, "=") || !read_inside(scan, "[", "]", &list))
		return;
	while (!shlo__scan_done(&list)) {
		struct axis *axis = &out->at[out->count];
		if (out->count == SHLO__MOST_DIMS || (out->count && !shlo__scan_take(&list, ",")))
			return;
		*axis = (struct axis){ .size = 0 };
		out->why = reference ? "expected an axis like #stablehlo.axis_ref<name = \"x\", sub_axis_info = (1)2>"
				     : "expected an axis like #stablehlo.mesh_axis<name = \"x\", size = 2>";
		if (!read_inside(&list, reference ? "#stablehlo.axis_ref<" : "#stablehlo.mesh_axis<", ">", &item) ||
			!read_name(&item, &axis->name) || !read_size(&item, reference, axis))
			return;
		out->count++;
	}
	out->why = NULL;
}

static const struct axis *find(const struct axes *axes, const struct mlirbc_string *name)
{
	for (size_t i = 0; i < axes->count; ++i) {
		if (axes->at[i].name.size == name->size && memcmp(axes->at[i].name.data, name->data, name->size) == 0)
			return &axes->at[i];
	}
	return NULL;
}

static bool fail(struct shlo__check *check, const struct axis *axis, const char *what)
{
	return shlo__fail(check, "replica_groups: axis \"%.*s\" %s", (int)(axis->name.size < 40 ? axis->name.size : 40), axis->name.data, what);
}

/* The members of a group; -1 after a failure. */
static int64_t group_size(struct shlo__check *check, const struct axes *mesh, const struct axes *axes)
{
	int64_t total = 1;
	for (size_t i = 0; i < axes->count; ++i) {
		const struct axis *own = &axes->at[i], *whole = find(mesh, &own->name);
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
	struct shlo__scan inside, scan;
	struct axes mesh = { .count = 0 }, axes;
	const char *text;
	size_t text_size;
	if (!shlo__attr_body(attr, "stablehlo", "replica_group_mesh_axes", &body))
		return true;
	scan = shlo__scan(body.data, body.size);
	if (!shlo__scan_take(&scan, "mesh") || !shlo__scan_take(&scan, "="))
		return shlo__fail(check, "replica_groups: expected mesh = #stablehlo.mesh<...> or a name");
	bool known = read_inside(&scan, "#stablehlo.mesh<", ">", &inside);
	if (known)
		read_axes(&inside, false, &mesh);
	else
		(void)shlo__scan_until(&scan, ",", &text, &text_size);
	axes.why = "expected ','";
	if (!mesh.why && shlo__scan_take(&scan, ","))
		read_axes(&scan, true, &axes);
	if (mesh.why || axes.why)
		return shlo__fail(check, "replica_groups: %s", mesh.why ? mesh.why : axes.why);
	for (size_t i = 0; i < mesh.count; ++i) {
		if (find(&mesh, &mesh.at[i].name) != &mesh.at[i])
			return fail(check, &mesh.at[i], "occurs twice in the mesh");
	}
	for (size_t i = 0; i < axes.count; ++i) {
		const struct axis *first = find(&axes, &axes.at[i].name);
		if (first != &axes.at[i] && (!first->before || !axes.at[i].before))
			return fail(check, first, "occurs twice");
	}
	int64_t members = known ? group_size(check, &mesh, &axes) : 0;
	if (members > 0 && size && members != size)
		return shlo__fail(check, "group size of replica_groups must be %lld, but is %lld", (long long)size, (long long)members);
	return members >= 0;
}
