/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes of an operation as plain values, by the table of mlirbc/stablehlo_ops.def. */
#include "dialect/enums.h"
#include "dialect/ops.h"
#include "dialect/struct_attr.h"
#include "dialect/types.h"
#include "plain/plain.h"

#include <bytecursor/diag.h>
#include <mlirbc/stablehlo_attrs.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ATTRS = 40, MOST_NAME = 48 };

struct plain {
	struct mlirbc_context *context;
	const struct mlirbc_op *op;
	struct mlirbc_diag *diag;
	enum mlirbc_status status;
	struct mlirbc_stablehlo_attr attrs[MOST_ATTRS];
	size_t count;
};

enum mlirbc_status shlo__plain_fail(struct mlirbc_diag *diag, enum mlirbc_status status, const char *format, ...)
{
	BYTECURSOR_DIAG_RETURN(diag, status, mlirbc_status_name(status), MLIRBC_NO_OFFSET, format);
}

static bool fail(struct plain *p, enum mlirbc_status status, const char *name, const char *why)
{
	p->status = shlo__plain_fail(p->diag, status, "attribute \"%.40s\": %.80s", name, why);
	return false;
}

static bool no_memory(struct plain *p)
{
	p->status = shlo__plain_fail(p->diag, MLIRBC_E_NOMEM, "out of memory");
	return false;
}

/* The entry for an attribute of that name, whose text is copied into the context unless it is static. */
static struct mlirbc_stablehlo_attr *add(struct plain *p, const char *name, enum mlirbc_stablehlo_attr_kind kind, bool given)
{
	if (p->count == MOST_ATTRS) {
		(void)fail(p, MLIRBC_E_LIMIT, name, "too many attributes");
		return NULL;
	}
	p->attrs[p->count] = (struct mlirbc_stablehlo_attr){ .name = name, .kind = kind, .given = given };
	return &p->attrs[p->count++];
}

static bool add_ints(struct plain *p, const char *name, const int64_t *values, size_t count, bool given)
{
	struct mlirbc_stablehlo_attr *out = add(p, name, MLIRBC_STABLEHLO_INTS, given);
	int64_t *copy = mlirbc_context_alloc(p->context, (count ? count : 1) * sizeof *copy, _Alignof(int64_t));
	if (!out)
		return false;
	if (!copy)
		return no_memory(p);
	if (count)
		memcpy(copy, values, count * sizeof *copy);
	out->ints = copy;
	out->count = count;
	return true;
}

static bool add_number(
	struct plain *p, const char *name, enum mlirbc_stablehlo_attr_kind kind, int64_t number, bool given)
{
	struct mlirbc_stablehlo_attr *out = add(p, name, kind, given);
	if (out)
		out->number = number;
	return out != NULL;
}

static bool add_text(struct plain *p, const char *name, const char *data, size_t size, bool given)
{
	struct mlirbc_stablehlo_attr *out = add(p, name, MLIRBC_STABLEHLO_TEXT, given);
	if (!out)
		return false;
	out->text = mlirbc_string_get(p->context, data, size);
	return out->text || no_memory(p);
}

static bool add_other(struct plain *p, const char *name, const struct mlirbc_attr *attr)
{
	struct mlirbc_stablehlo_attr *out = add(p, name, MLIRBC_STABLEHLO_OTHER, attr != NULL);
	if (out)
		out->attr = attr;
	return out != NULL;
}

/* ---- groups */

static bool add_field(struct plain *p, const struct shlo__field *field, const unsigned char *group)
{
	const void *at = group + field->offset;
	struct mlirbc_stablehlo_attr *out;
	switch (field->kind) {
	case 'L':
	case 'l': {
		const struct shlo__dims *list = at;
		return add_ints(p, field->name, list->at, list->count, true);
	}
	case 'T':
		out = add(p, field->name, MLIRBC_STABLEHLO_TYPE, true);
		if (out)
			out->type = *(const struct mlirbc_type *const *)at;
		return out != NULL;
	case 'b': return add_number(p, field->name, MLIRBC_STABLEHLO_BOOL, *(const bool *)at, true);
	default: return add_number(p, field->name, MLIRBC_STABLEHLO_INT, *(const int64_t *)at, true);
	}
}

static bool add_group(struct plain *p, const char *name, char kind, const struct mlirbc_attr *attr)
{
	const char *why = "unexpected kind of attribute";
	union shlo__group value;
	if (!shlo__group_read(kind, p->context, attr, &value, &why))
		return fail(p, MLIRBC_E_CORRUPT, name, why);
	for (const struct shlo__field *field = shlo__group_of(kind)->fields; field->name; field++) {
		if (!add_field(p, field, (const unsigned char *)&value))
			return false;
	}
	return true;
}

/* ---- values that are given */

static bool add_list(struct plain *p, const char *name, char kind, const struct mlirbc_attr *attr)
{
	struct shlo__dims dims;
	int64_t shape[2];
	bool read = kind == 'Z' ? shlo__bools_of(attr, &dims)
				: shlo__i64s_of(attr, &dims) || (kind == 'D' && shlo__i64_matrix_of(attr, &dims, shape));
	return read ? add_ints(p, name, dims.at, dims.count, true)
		    : fail(p, MLIRBC_E_CORRUPT, name, "expected a list of integers");
}

static bool add_enumerator(struct plain *p, const char *name, enum shlo__enum which, const struct mlirbc_attr *attr)
{
	int value = shlo__enum_of(which, attr);
	struct mlirbc_string text;
	if (value < 0 || !shlo__enum_name(which, value, &text))
		return which == SHLO__API_VERSION ? add_other(p, name, attr)
						  : fail(p, MLIRBC_E_CORRUPT, name, shlo__enum_expected(which));
	return add_text(p, name, text.data, text.size, true);
}

static bool add_given(struct plain *p, const char *name, char kind, const struct mlirbc_attr *attr)
{
	int64_t number;
	if (shlo__group_of(kind))
		return add_group(p, name, kind, attr);
	if (shlo__enum_kind(kind) >= 0 && kind != '3')
		return add_enumerator(p, name, (enum shlo__enum)shlo__enum_kind(kind), attr);
	switch (kind) {
	case 'A':
	case 'D':
	case 'Z': return add_list(p, name, kind, attr);
	case 'n':
	case 'm':
		return shlo__int_of(attr, &number) ? add_number(p, name, MLIRBC_STABLEHLO_INT, number, true)
						   : fail(p, MLIRBC_E_CORRUPT, name, "expected an integer");
	case 'u':
	case 'b':
		if (attr->kind == MLIRBC_ATTR_UNIT)
			return add_number(p, name, MLIRBC_STABLEHLO_BOOL, 1, true);
		return shlo__int_of(attr, &number) ? add_number(p, name, MLIRBC_STABLEHLO_BOOL, number != 0, true)
						   : fail(p, MLIRBC_E_CORRUPT, name, "expected a boolean");
	case 's':
	case 'y':
		if (attr->kind == MLIRBC_ATTR_STRING)
			return add_text(p, name, attr->u.string->data, attr->u.string->size, true);
		if (attr->kind == MLIRBC_ATTR_SYMBOL && attr->u.symbol.count == 0)
			return add_text(p, name, attr->u.symbol.root->data, attr->u.symbol.root->size, true);
		return fail(p, MLIRBC_E_CORRUPT, name, "expected a string or symbol");
	default: return add_other(p, name, attr);
	}
}

/* ---- defaults */

/* The number of entries that lists have by default: one per (spatial) dimension. */
static bool default_count(const struct plain *p, size_t *out)
{
	const struct mlirbc_attr *numbers = mlirbc_op_attr(p->op, "dimension_numbers");
	struct shlo__conv conv;
	const char *why;
	if (numbers && shlo__conv_of(numbers, &conv, &why)) {
		*out = conv.input_spatial_dimensions.count;
		return true;
	}
	const struct mlirbc_value *value = p->op->operand_count ? mlirbc_op_operands(p->op)[0].value : NULL;
	*out = value && shlo__is_tensor(value->type) ? value->type->u.shaped.rank : 0;
	return *out <= SHLO__MOST_DIMS;
}

static bool add_default_list(struct plain *p, const char *name, const struct mlirbc_stablehlo_attr_spec *spec)
{
	int64_t values[2 * SHLO__MOST_DIMS];
	size_t count = 0;
	const bool sized = spec->fallback == 1 || spec->zeros || spec->kind == 'Z' || !spec->has_default;
	if (sized && !default_count(p, &count))
		return fail(p, MLIRBC_E_LIMIT, name, "too many dimensions");
	if (spec->kind == 'D' && spec->zeros)
		count *= 2;
	for (size_t i = 0; i < count; i++)
		values[i] = spec->kind == 'A' ? 1 : 0;
	return add_ints(p, name, values, count, false);
}

static bool add_default(struct plain *p, const char *name, const struct mlirbc_stablehlo_attr_spec *spec)
{
	struct mlirbc_string text;
	int which = shlo__enum_kind(spec->kind);
	if (shlo__group_of(spec->kind))
		return true;
	if (which >= 0 && spec->kind != '3') {
		return !shlo__enum_name((enum shlo__enum)which, (int)spec->fallback, &text) ||
		       add_text(p, name, text.data, text.size, false);
	}
	switch (spec->kind) {
	case 'A':
	case 'D':
	case 'Z': return add_default_list(p, name, spec);
	case 'n':
	case 'm': return add_number(p, name, MLIRBC_STABLEHLO_INT, spec->fallback, false);
	case 'u':
	case 'b': return add_number(p, name, MLIRBC_STABLEHLO_BOOL, 0, false);
	case 's': return add_text(p, name, "", 0, false);
	default: return add_other(p, name, NULL);
	}
}

/* A list without entries where the default has some: of a window, where StableHLO takes it as absent. */
static bool is_empty(const struct mlirbc_stablehlo_attr_spec *spec, const struct mlirbc_attr *attr)
{
	struct shlo__dims list;
	const bool dense = attr->kind == MLIRBC_ATTR_DENSE && attr->type && shlo__is_tensor(attr->type) && attr->u.dense.count == 0;
	return spec->optional && spec->has_default &&
	       ((spec->kind == 'A' && shlo__i64s_of(attr, &list) && list.count == 0) ||
		       (spec->kind == 'Z' && shlo__bools_of(attr, &list) && list.count == 0) || (spec->kind == 'D' && dense));
}

static bool add_spec(struct plain *p, const struct mlirbc_stablehlo_attr_spec *spec)
{
	char text[MOST_NAME];
	if (spec->name_size >= sizeof text)
		return fail(p, MLIRBC_E_LIMIT, "", "long name");
	memcpy(text, spec->name, spec->name_size);
	text[spec->name_size] = '\0';
	const struct mlirbc_string *name = mlirbc_string_get(p->context, text, spec->name_size + 1);
	if (!name)
		return no_memory(p);
	const struct mlirbc_attr *attr = mlirbc_op_attr(p->op, text);
	if (attr && !is_empty(spec, attr))
		return add_given(p, name->data, spec->kind, attr);
	return spec->optional ? add_default(p, name->data, spec)
			      : fail(p, MLIRBC_E_CORRUPT, text, "it is missing");
}

enum mlirbc_status mlirbc_stablehlo_attrs(struct mlirbc_context *context, const struct mlirbc_op *op,
	const struct mlirbc_stablehlo_attr **out_attrs, size_t *out_count, struct mlirbc_diag *diag)
{
	struct plain p = { .context = context, .op = op, .diag = diag, .count = 0 };
	enum mlirbc_stablehlo_code code = mlirbc_stablehlo_code(op->name);
	*out_attrs = NULL;
	*out_count = 0;
	if (code == MLIRBC_STABLEHLO_NONE)
		return MLIRBC_E_NOT_FOUND;
	struct mlirbc_stablehlo_attr_spec spec;
	for (const char *at = shlo__op_attrs(code); (at = mlirbc_stablehlo_attr_next(at, &spec)) != NULL;) {
		if (!add_spec(&p, &spec))
			return p.status;
	}
	size_t bytes = (p.count ? p.count : 1) * sizeof *p.attrs;
	struct mlirbc_stablehlo_attr *copy = mlirbc_context_alloc(context, bytes, _Alignof(struct mlirbc_stablehlo_attr));
	if (!copy)
		return shlo__plain_fail(diag, MLIRBC_E_NOMEM, "out of memory");
	memcpy(copy, p.attrs, p.count * sizeof *copy);
	*out_attrs = copy;
	*out_count = p.count;
	return MLIRBC_OK;
}
