/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "dialect/mesh_groups.h"

#include <string.h>

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

static bool read_quoted(struct shlo__scan *scan, struct mlirbc_string *out)
{
	if (!shlo__scan_take_char(scan, '"'))
		return false;
	const char *end = memchr(scan->at, '"', (size_t)(scan->end - scan->at));
	if (!end)
		return false;
	*out = (struct mlirbc_string){ scan->at, (size_t)(end - scan->at) };
	scan->at = end + 1;
	return out->size != 0;
}

static bool read_name(struct shlo__scan *scan, struct mlirbc_string *out)
{
	return shlo__scan_take(scan, "name") && shlo__scan_take(scan, "=") && read_quoted(scan, out);
}

/* "size = 4" of an axis of a mesh, "sub_axis_info = (1)2" of a reference, which may lack it. */
static bool read_size(struct shlo__scan *scan, bool reference, struct shlo__axis *out)
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
static void read_axes(struct shlo__scan *scan, bool reference, struct shlo__axes *out)
{
	struct shlo__scan list, item;
	out->count = 0;
	out->why = "expected axes = [...]";
	if (!shlo__scan_take(scan, "axes") || !shlo__scan_take(scan, "=") || !read_inside(scan, "[", "]", &list))
		return;
	while (!shlo__scan_done(&list)) {
		struct shlo__axis *axis = &out->at[out->count];
		if (out->count == SHLO__MOST_DIMS || (out->count && !shlo__scan_take(&list, ",")))
			return;
		*axis = (struct shlo__axis){ .size = 0 };
		out->why = reference ? "expected an axis like #stablehlo.axis_ref<name = \"x\", sub_axis_info = (1)2>"
				     : "expected an axis like #stablehlo.mesh_axis<name = \"x\", size = 2>";
		if (!read_inside(&list, reference ? "#stablehlo.axis_ref<" : "#stablehlo.mesh_axis<", ">", &item) ||
			!read_name(&item, &axis->name) || !read_size(&item, reference, axis))
			return;
		out->count++;
	}
	out->why = NULL;
}

const struct shlo__axis *shlo__find_axis(const struct shlo__axes *axes, const struct mlirbc_string *name)
{
	for (size_t i = 0; i < axes->count; ++i) {
		if (axes->at[i].name.size == name->size && memcmp(axes->at[i].name.data, name->data, name->size) == 0)
			return &axes->at[i];
	}
	return NULL;
}

void shlo__mesh_groups_of(const struct mlirbc_string *body, struct shlo__mesh_groups *out)
{
	struct shlo__scan scan = shlo__scan(body->data, body->size), inside;
	*out = (struct shlo__mesh_groups){ .why = "expected mesh = #stablehlo.mesh<...> or a name" };
	if (!shlo__scan_take(&scan, "mesh") || !shlo__scan_take(&scan, "="))
		return;
	out->known = read_inside(&scan, "#stablehlo.mesh<", ">", &inside);
	if (out->known)
		read_axes(&inside, false, &out->mesh);
	else
		(void)shlo__scan_until(&scan, ",", &out->name.data, &out->name.size);
	if (out->known && shlo__scan_take(&inside, ",") && shlo__scan_take(&inside, "device_ids") && shlo__scan_take(&inside, "="))
		out->device_ids = (struct mlirbc_string){ inside.at, (size_t)(inside.end - inside.at) };
	out->why = out->mesh.why ? out->mesh.why : "expected ','";
	if (out->mesh.why || !shlo__scan_take(&scan, ","))
		return;
	read_axes(&scan, true, &out->axes);
	out->why = out->axes.why;
}

void shlo__sdy_mesh_of(struct shlo__scan scan, struct shlo__mesh_groups *out)
{
	struct shlo__scan list;
	out->mesh.count = 0;
	out->mesh.why = "expected a list of axes like [\"x\"=2]";
	if (!read_inside(&scan, "[", "]", &list))
		return;
	while (!shlo__scan_done(&list)) {
		struct shlo__axis *axis = &out->mesh.at[out->mesh.count];
		if (out->mesh.count == SHLO__MOST_DIMS || (out->mesh.count && !shlo__scan_take(&list, ",")))
			return;
		*axis = (struct shlo__axis){ .size = 0 };
		if (!read_quoted(&list, &axis->name) || !shlo__scan_take(&list, "=") || !shlo__scan_int(&list, &axis->size) ||
			axis->size <= 0)
			return;
		out->mesh.count++;
	}
	if (shlo__scan_take(&scan, ",") && shlo__scan_take(&scan, "device_ids") && shlo__scan_take(&scan, "="))
		out->device_ids = (struct mlirbc_string){ scan.at, (size_t)(scan.end - scan.at) };
	out->mesh.why = NULL;
}
