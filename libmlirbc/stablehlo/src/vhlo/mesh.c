/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Replica groups by the axes of a mesh (since 1.16): text in StableHLO, coded attributes in VHLO.
 *
 *	#stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>]>
 *	#stablehlo.mesh<axes=[<name = "x", size = 2>], device_ids=dense<[1, 0]> : tensor<2xi64>> */
#include "dialect/mesh_groups.h"
#include "dialect/struct_attr.h"
#include "vhlo/values.h"

#include <mlirbc/parse.h>
#include <mlirbc/print.h>

/* ---- from VHLO */

bool shlo__is_mesh_mnemonic(const struct mlirbc_string *mnemonic)
{
	static const char *const names[] = { "replica_group_mesh_axes_v1", "mesh_v1", "mesh_axis_v1", "axis_ref_v1",
		"sub_axis_info_v1" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (shlo__name_is(mnemonic, names[i]))
			return true;
	}
	return false;
}

static const struct mlirbc_attr *bad(struct shlo__job *job, const struct mlirbc_coded *coded)
{
	shlo__job_fail(job, MLIRBC_E_CORRUPT, "attribute vhlo.%.*s is not valid",
		coded->mnemonic->size < 40 ? (int)coded->mnemonic->size : 40, coded->mnemonic->data);
	return NULL;
}

static void put_attr(struct shlo__text *text, const struct mlirbc_attr *attr)
{
	text->failed |= !attr || mlirbc_print_attr(attr, shlo__text_put, text) != MLIRBC_OK;
}

/* A field as StableHLO has it; NULL also when it has another kind. */
static const struct mlirbc_attr *field_from(
	struct shlo__job *job, const struct mlirbc_coded *coded, size_t field, enum mlirbc_attr_kind kind)
{
	const struct mlirbc_attr *value = coded->fields[field].value;
	const struct mlirbc_attr *attr = value ? shlo__attr_from(job, value) : NULL;
	if (attr && attr->kind == kind)
		return attr;
	return bad(job, coded);
}

/* The mesh itself, or its name. */
static const struct mlirbc_attr *mesh_from(struct shlo__job *job, const struct mlirbc_coded *coded)
{
	const struct mlirbc_attr *value = coded->fields[0].value;
	const struct mlirbc_attr *attr = value ? shlo__attr_from(job, value) : NULL;
	if (attr && attr->kind == MLIRBC_ATTR_DIALECT)
		return attr;
	if (!attr || attr->kind != MLIRBC_ATTR_STRING)
		return bad(job, coded);
	return shlo__made(job, mlirbc_attr_symbol(job->context, attr->u.string->data, attr->u.string->size));
}

static bool put_groups(struct shlo__job *job, const struct mlirbc_coded *coded, struct shlo__text *text)
{
	const struct mlirbc_attr *mesh = mesh_from(job, coded);
	const struct mlirbc_attr *axes = mesh ? field_from(job, coded, 1, MLIRBC_ATTR_ARRAY) : NULL;
	shlo__text_puts(text, "replica_group_mesh_axes<mesh = ");
	put_attr(text, mesh);
	shlo__text_puts(text, ", axes = ");
	put_attr(text, axes);
	return axes != NULL;
}

static bool put_mesh(struct shlo__job *job, const struct mlirbc_coded *coded, struct shlo__text *text)
{
	const struct mlirbc_attr *axes = field_from(job, coded, 0, MLIRBC_ATTR_ARRAY), *ids = NULL;
	if (!axes || (coded->fields[1].value && !(ids = field_from(job, coded, 1, MLIRBC_ATTR_DENSE))))
		return false;
	shlo__text_puts(text, "mesh<axes=[");
	for (size_t i = 0; i < axes->u.array.count; i++) {
		struct mlirbc_string body;
		if (!shlo__attr_body(axes->u.array.data[i], "stablehlo", "mesh_axis", &body))
			return bad(job, coded) != NULL;
		shlo__text_puts(text, i ? ", <" : "<");
		shlo__text_add(text, body.data, body.size);
		shlo__text_puts(text, ">");
	}
	shlo__text_puts(text, ids ? "], device_ids=" : "]");
	if (ids)
		put_attr(text, ids);
	return true;
}

static bool put_axis(struct shlo__job *job, const struct mlirbc_coded *coded, struct shlo__text *text)
{
	const struct mlirbc_attr *name = field_from(job, coded, 0, MLIRBC_ATTR_STRING);
	int64_t size, before;
	if (!name)
		return false;
	shlo__text_puts(text, shlo__is_coded(coded, "mesh_axis_v1", 2) ? "mesh_axis<name = " : "axis_ref<name = ");
	put_attr(text, name);
	if (shlo__is_coded(coded, "mesh_axis_v1", 2)) {
		if (!shlo__field_int(coded, 1, &size))
			return bad(job, coded) != NULL;
		shlo__text_puts(text, ", size = ");
		shlo__text_int(text, size);
	} else if (coded->fields[1].value) {
		const struct mlirbc_coded *part = shlo__vhlo_attr(coded->fields[1].value, "sub_axis_info_v1", 2);
		if (!part || !shlo__field_int(part, 0, &before) || !shlo__field_int(part, 1, &size))
			return bad(job, coded) != NULL;
		shlo__text_puts(text, ", sub_axis_info = (");
		shlo__text_int(text, before);
		shlo__text_puts(text, ")");
		shlo__text_int(text, size);
	}
	return true;
}

const struct mlirbc_attr *shlo__mesh_from(struct shlo__job *job, const struct mlirbc_coded *coded)
{
	struct shlo__text text;
	bool ok;
	shlo__text_init(&text, job->context);
	if (shlo__is_coded(coded, "replica_group_mesh_axes_v1", 2))
		ok = put_groups(job, coded, &text);
	else if (shlo__is_coded(coded, "mesh_v1", 2))
		ok = put_mesh(job, coded, &text);
	else if (shlo__is_coded(coded, "mesh_axis_v1", 2) || shlo__is_coded(coded, "axis_ref_v1", 2))
		ok = put_axis(job, coded, &text);
	else
		ok = bad(job, coded) != NULL; /* a part of an axis, alone */
	shlo__text_puts(&text, ">");
	text.failed |= !ok;
	return shlo__made(job, shlo__text_attr(&text, job->context, "stablehlo"));
}

/* ---- to VHLO. NULL without a failure: the text has an error. */

/* "name = value": the value as an attribute. */
static const struct mlirbc_attr *read_field(struct shlo__job *job, struct shlo__scan *scan, const char *name)
{
	const struct mlirbc_attr *attr = NULL;
	const char *text;
	size_t size;
	if (!shlo__scan_take(scan, name) || !shlo__scan_take(scan, "=") || !shlo__scan_until(scan, ",", &text, &size))
		return NULL;
	enum mlirbc_status status = mlirbc_parse_attr(job->context, text, size, &attr, NULL);
	if (status == MLIRBC_E_NOMEM || status == MLIRBC_E_LIMIT)
		shlo__job_memory(job);
	return attr;
}

static const struct mlirbc_attr *groups_to(struct shlo__job *job, struct shlo__scan scan)
{
	const struct mlirbc_attr *mesh = read_field(job, &scan, "mesh"), *axes = NULL;
	if (mesh && shlo__scan_take(&scan, ","))
		axes = read_field(job, &scan, "axes");
	if (!axes || axes->kind != MLIRBC_ATTR_ARRAY || !shlo__scan_done(&scan))
		return NULL;
	bool named = mesh->kind == MLIRBC_ATTR_SYMBOL && mesh->u.symbol.count == 0;
	const struct mlirbc_attr *values[] = {
		named ? shlo__make_string(job, mesh->u.symbol.root) : shlo__attr_to(job, mesh), shlo__attr_to(job, axes)
	};
	return values[0] && values[1] ? shlo__make_attr(job, "replica_group_mesh_axes_v1", values, 2) : NULL;
}

/* Fields that may be absent are NULL. */
static const struct mlirbc_attr *make_partial(
	struct shlo__job *job, const char *mnemonic, const struct mlirbc_attr *const values[2])
{
	return values[1] ? shlo__make_attr(job, mnemonic, values, 2) : shlo__make_open_attr(job, mnemonic, values, 2);
}

static const struct mlirbc_attr *mesh_to(struct shlo__job *job, struct shlo__scan scan)
{
	const struct mlirbc_attr *axes = shlo__mesh_axes_attr(job->context, &scan), *values[2] = { NULL, NULL };
	if (!axes || !(values[0] = shlo__attr_to(job, axes)))
		return NULL;
	if (shlo__scan_take(&scan, ",")) {
		const struct mlirbc_attr *ids = read_field(job, &scan, "device_ids");
		if (!ids || ids->kind != MLIRBC_ATTR_DENSE || !(values[1] = shlo__attr_to(job, ids)))
			return NULL;
	}
	return shlo__scan_done(&scan) ? make_partial(job, "mesh_v1", values) : NULL;
}

static const struct mlirbc_attr *mesh_axis_to(struct shlo__job *job, struct shlo__scan scan)
{
	const struct mlirbc_attr *name = read_field(job, &scan, "name");
	int64_t size;
	if (!name || name->kind != MLIRBC_ATTR_STRING || !shlo__scan_take(&scan, ",") ||
		!shlo__scan_take(&scan, "size") || !shlo__scan_take(&scan, "=") || !shlo__scan_int(&scan, &size) ||
		!shlo__scan_done(&scan))
		return NULL;
	const struct mlirbc_attr *values[] = { shlo__attr_to(job, name), shlo__plain_int(job, size) };
	return shlo__make_attr(job, "mesh_axis_v1", values, 2);
}

static const struct mlirbc_attr *axis_ref_to(struct shlo__job *job, struct shlo__scan scan)
{
	const struct mlirbc_attr *name = read_field(job, &scan, "name"), *values[2] = { NULL, NULL };
	int64_t before, size;
	if (!name || name->kind != MLIRBC_ATTR_STRING || !(values[0] = shlo__attr_to(job, name)))
		return NULL;
	if (shlo__scan_take(&scan, ",")) {
		if (!shlo__scan_take(&scan, "sub_axis_info") || !shlo__scan_take(&scan, "=") ||
			!shlo__scan_take(&scan, "(") || !shlo__scan_int(&scan, &before) ||
			!shlo__scan_take_char(&scan, ')') || !shlo__scan_int(&scan, &size))
			return NULL;
		const struct mlirbc_attr *part[] = { shlo__plain_int(job, before), shlo__plain_int(job, size) };
		if (!(values[1] = shlo__make_attr(job, "sub_axis_info_v1", part, 2)))
			return NULL;
	}
	return shlo__scan_done(&scan) ? make_partial(job, "axis_ref_v1", values) : NULL;
}

const struct mlirbc_attr *shlo__mesh_to(struct shlo__job *job, const struct mlirbc_attr *attr)
{
	static const struct {
		const char *mnemonic;
		const struct mlirbc_attr *(*convert)(struct shlo__job *job, struct shlo__scan scan);
	} forms[] = { { "replica_group_mesh_axes", groups_to }, { "mesh", mesh_to }, { "mesh_axis", mesh_axis_to },
		{ "axis_ref", axis_ref_to } };
	struct mlirbc_string body;
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		if (!shlo__attr_body(attr, "stablehlo", forms[i].mnemonic, &body))
			continue;
		return shlo__job_needs(job, V(1, 16), "attribute ", forms[i].mnemonic)
			       ? forms[i].convert(job, shlo__scan(body.data, body.size))
			       : NULL;
	}
	return NULL;
}
