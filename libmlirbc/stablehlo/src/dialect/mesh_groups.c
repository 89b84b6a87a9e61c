/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "dialect/mesh_groups.h"
#include "dialect/struct_attr.h"

#include <mlirbc/build.h>
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

/* An axis of a mesh may lack its mnemonic: StableHLO prints it so. */
static bool read_axis(struct shlo__scan *list, bool reference, struct shlo__axis *out)
{
	struct shlo__scan item;
	const bool bare = !reference && list->at < list->end && read_inside(list, "<", ">", &item);
	return (bare || read_inside(list, reference ? "#stablehlo.axis_ref<" : "#stablehlo.mesh_axis<", ">", &item)) &&
	       read_name(&item, &out->name) && read_size(&item, reference, out);
}

/* axes = [#stablehlo.NAME<...>, ...] */
static void read_axes(struct shlo__scan *scan, bool reference, struct shlo__axes *out)
{
	struct shlo__scan list;
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
		if (!read_axis(&list, reference, axis))
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

/* What follows the axes of a mesh. */
static void read_device_ids(struct shlo__scan *inside, struct mlirbc_string *out)
{
	if (shlo__scan_take(inside, ",") && shlo__scan_take(inside, "device_ids") && shlo__scan_take(inside, "=") &&
		!shlo__scan_done(inside))
		*out = (struct mlirbc_string){ inside->at, (size_t)(inside->end - inside->at) };
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
	if (out->known)
		read_device_ids(&inside, &out->device_ids);
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

/* ---- canonical text */

static void put_axis(struct shlo__text *text, const struct shlo__axis *axis, bool reference)
{
	shlo__text_puts(text, reference ? "#stablehlo.axis_ref<name = \"" : "<name = \"");
	shlo__text_add(text, axis->name.data, axis->name.size);
	shlo__text_puts(text, "\"");
	if (!reference || axis->before) {
		shlo__text_puts(text, reference ? ", sub_axis_info = (" : ", size = ");
		if (reference) {
			shlo__text_int(text, axis->before);
			shlo__text_puts(text, ")");
		}
		shlo__text_int(text, axis->size);
	}
	shlo__text_puts(text, ">");
}

static void put_axes(struct shlo__text *text, const struct shlo__axes *axes, bool reference)
{
	shlo__text_puts(text, "[");
	for (size_t i = 0; i < axes->count; i++) {
		shlo__text_puts(text, i ? ", " : "");
		put_axis(text, &axes->at[i], reference);
	}
	shlo__text_puts(text, "]");
}

static void put_mesh(struct shlo__text *text, const struct shlo__mesh_groups *groups)
{
	shlo__text_puts(text, "mesh<axes=");
	put_axes(text, &groups->mesh, false);
	if (groups->device_ids.size) {
		shlo__text_puts(text, ", device_ids=");
		shlo__text_add(text, groups->device_ids.data, groups->device_ids.size);
	}
	shlo__text_puts(text, ">");
}

static bool read_mesh(const struct mlirbc_string *body, struct shlo__mesh_groups *out)
{
	struct shlo__scan scan = shlo__scan(body->data, body->size);
	*out = (struct shlo__mesh_groups){ .known = true };
	read_axes(&scan, false, &out->mesh);
	if (out->mesh.why || shlo__scan_done(&scan))
		return !out->mesh.why;
	read_device_ids(&scan, &out->device_ids);
	return out->device_ids.size != 0;
}

const struct mlirbc_attr *shlo__canonical_mesh(struct mlirbc_context *context, const struct mlirbc_attr *attr)
{
	struct shlo__mesh_groups groups;
	struct mlirbc_string body;
	struct shlo__text text;
	const bool mesh = shlo__attr_body(attr, "stablehlo", "mesh", &body);
	if (mesh && !read_mesh(&body, &groups))
		return attr;
	if (!mesh && !shlo__attr_body(attr, "stablehlo", "replica_group_mesh_axes", &body))
		return attr;
	if (!mesh) {
		shlo__mesh_groups_of(&body, &groups);
		if (groups.why)
			return attr;
	}
	shlo__text_init(&text, context);
	if (mesh) {
		put_mesh(&text, &groups);
		return shlo__text_attr(&text, context, "stablehlo");
	}
	shlo__text_puts(&text, groups.known ? "replica_group_mesh_axes<mesh = #stablehlo." : "replica_group_mesh_axes<mesh = ");
	if (groups.known)
		put_mesh(&text, &groups);
	else
		shlo__text_add(&text, groups.name.data, groups.name.size);
	shlo__text_puts(&text, ", axes = ");
	put_axes(&text, &groups.axes, true);
	shlo__text_puts(&text, ">");
	return shlo__text_attr(&text, context, "stablehlo");
}

const struct mlirbc_attr *shlo__mesh_axes_attr(struct mlirbc_context *context, struct shlo__scan *scan)
{
	struct shlo__axes axes;
	const struct mlirbc_attr *items[SHLO__MOST_DIMS];
	read_axes(scan, false, &axes);
	if (axes.why)
		return NULL;
	for (size_t i = 0; i < axes.count; i++) {
		struct shlo__text text;
		shlo__text_init(&text, context);
		shlo__text_puts(&text, "mesh_axis");
		put_axis(&text, &axes.at[i], false);
		if (!(items[i] = shlo__text_attr(&text, context, "stablehlo")))
			return NULL;
	}
	return mlirbc_attr_array(context, items, axes.count);
}
