/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inherent attributes of StableHLO operations as a version of VHLO has them: all are there, with their defaults. What only
 * the newer form of an operation has must have its default for the older form. */
#include "dialect/types.h"
#include "vhlo/props.h"

#include <string.h>

struct writer {
	struct shlo__job *job;
	const struct mlirbc_op *op;
	const struct shlo__op_role *role;
	struct shlo__props *out;
};

static bool wrong(struct writer *w, const char *name, size_t size, const char *expected)
{
	return shlo__job_fail(w->job, MLIRBC_E_CORRUPT, "attribute \"%.*s\": %s", (int)size, name, expected);
}

static bool add(struct writer *w, const char *name, const struct mlirbc_attr *value)
{
	return shlo__props_add(w->job, w->out, name, strlen(name), value);
}

static bool add_spec(struct writer *w, const struct mlirbc_stablehlo_attr_spec *spec, const struct mlirbc_attr *value)
{
	return shlo__props_add(w->job, w->out, spec->name, spec->name_size, value);
}

/* Fails: the target has only the older form of the operation. */
static bool too_new(struct writer *w, const char *name, size_t size)
{
	char what[SHLO__MOST_NAME + 16];
	size = size < SHLO__MOST_NAME ? size : SHLO__MOST_NAME;
	memcpy(what, name, size);
	what[size] = '\0';
	return shlo__job_needs(w->job, w->role->forms->second, "attribute ", what);
}

static bool is_added(const struct writer *w, const char *name, size_t size)
{
	return w->role->version == 1 && w->role->forms->second && shlo__is_added(w->role->forms, name, size);
}

/* ---- groups */

static bool write_group_field(struct writer *w, const struct shlo__field *field, const unsigned char *group)
{
	const void *at = group + field->offset;
	if (field->kind != 'L' && field->kind != 'l')
		return add(w, field->name, shlo__make_int(w->job, 64, *(const int64_t *)at));
	const struct shlo__dims *list = at;
	if (!is_added(w, field->name, strlen(field->name)))
		return add(w, field->name, shlo__make_tensor(w->job, 64, list));
	return list->count == 0 || too_new(w, field->name, strlen(field->name));
}

static bool write_group(struct writer *w, const struct mlirbc_stablehlo_attr_spec *spec, const struct mlirbc_attr *attr)
{
	const struct shlo__struct *form = shlo__group_of(spec->kind);
	const char *why = "unexpected kind of attribute";
	union shlo__group value;
	if (!shlo__group_read(spec->kind, w->job->context, attr, &value, &why))
		return wrong(w, spec->name, spec->name_size, why);
	for (const struct shlo__field *field = form->fields; field->name; field++) {
		if (!write_group_field(w, field, (const unsigned char *)&value))
			return false;
	}
	return true;
}

static const struct mlirbc_attr *algorithm_field(
	struct writer *w, const struct shlo__field *field, const struct shlo__algorithm *value)
{
	const void *at = (const unsigned char *)value + field->offset;
	switch (field->kind) {
	case 'T': return shlo__make_type_attr(w->job, *(const struct mlirbc_type *const *)at);
	case 'b': return shlo__make_bool(w->job, *(const bool *)at);
	default: return shlo__make_int(w->job, 64, *(const int64_t *)at);
	}
}

static bool write_algorithm(struct writer *w, const struct mlirbc_stablehlo_attr_spec *spec, const struct mlirbc_attr *attr)
{
	const char *why = "unexpected kind of attribute";
	struct shlo__algorithm value;
	if (attr && !shlo__algorithm_of(w->job->context, attr, &value, &why))
		return wrong(w, spec->name, spec->name_size, why);
	if (w->role->version == 1)
		return !attr || too_new(w, spec->name, spec->name_size);
	const struct mlirbc_attr *none = attr ? NULL : shlo__make_type_attr(w->job, mlirbc_type_none(w->job->context));
	for (const struct shlo__field *field = shlo__algorithm_struct.fields; field->name; field++) {
		if (!add(w, field->name, attr ? algorithm_field(w, field, &value) : none))
			return false;
	}
	return true;
}

/* Only the channels of send and recv have a type there. */
static bool write_channel(struct writer *w, const struct mlirbc_stablehlo_attr_spec *spec, const struct mlirbc_attr *attr)
{
	const char *why = "it is missing";
	struct shlo__channel channel = { 0, 0 };
	if ((attr || !spec->optional) && !shlo__channel_of(attr, &channel, &why))
		return wrong(w, spec->name, spec->name_size, why);
	return add(w, "channel_id", shlo__make_int(w->job, 64, channel.handle)) &&
	       (spec->optional || add(w, "channel_type", shlo__make_int(w->job, 64, channel.type)));
}

/* ---- defaults */

/* The number of (spatial) dimensions that lists have by default. */
static bool default_count(struct writer *w, size_t *out)
{
	struct shlo__conv conv;
	struct shlo__dims window;
	const struct mlirbc_attr *attr = shlo__vhlo_inherent(w->op, "window_dimensions", 17);
	if (attr) {
		*out = window.count = shlo__i64s_of(attr, &window) ? window.count : 0;
		return true;
	}
	const char *why = "it is missing";
	attr = shlo__vhlo_inherent(w->op, "dimension_numbers", 17);
	if (attr) {
		if (!shlo__conv_of(attr, &conv, &why))
			return wrong(w, "dimension_numbers", 17, why);
		*out = conv.input_spatial_dimensions.count;
		return true;
	}
	const struct mlirbc_value *value = w->op->operand_count ? mlirbc_op_operands(w->op)[0].value : NULL;
	*out = value && shlo__is_tensor(value->type) ? value->type->u.shaped.rank : 0;
	return *out <= SHLO__MOST_DIMS ||
	       shlo__job_fail(w->job, MLIRBC_E_LIMIT, "more than %d dimensions", SHLO__MOST_DIMS);
}

static const struct mlirbc_attr *default_precisions(struct writer *w)
{
	const struct mlirbc_attr *one = shlo__make_enum(w->job, SHLO__PRECISION, 0);
	const struct mlirbc_attr *both[] = { one, one };
	return one ? shlo__make_array(w->job, both, 2) : NULL;
}

static const struct mlirbc_attr *default_accuracy(struct writer *w)
{
	const struct shlo__accuracy zero = { 0, 0, 0, 0 };
	const struct mlirbc_attr *attr = shlo__made(w->job, shlo__accuracy_attr(w->job->context, &zero));
	return attr ? shlo__attr_to(w->job, attr) : NULL;
}

/* The value of an attribute that the operation has not; NULL also when it must have it. */
static const struct mlirbc_attr *default_value(struct writer *w, const struct mlirbc_stablehlo_attr_spec *spec)
{
	const struct mlirbc_string empty = { "", 0 };
	const struct mlirbc_attr *list;
	int64_t dims[2] = { 0, 2 };
	size_t count = 0;
	const bool sized = spec->fallback == 1 || spec->zeros || spec->kind == 'Z' || !spec->has_default;
	if ((spec->kind == 'A' || spec->kind == 'D' || spec->kind == 'Z') && sized && !default_count(w, &count))
		return NULL;
	dims[0] = (int64_t)count;
	switch (spec->kind) {
	case 'b':
	case 'u': return shlo__make_bool(w->job, false);
	case 'm': /* as StableHLO does, although a given one has 32 bits */
	case 'n': return shlo__make_int(w->job, 64, spec->fallback);
	case 's':
	case 'B': return shlo__make_string(w->job, &empty);
	case 'A': return shlo__make_splat(w->job, 64, dims, 1, 1);
	case 'D': return shlo__make_splat(w->job, 64, dims, spec->zeros ? 2 : 1, 0);
	case 'Z': return shlo__make_splat(w->job, 1, dims, 1, 0);
	case '3': return default_precisions(w);
	case 'R': return default_accuracy(w);
	case 'd':
		list = mlirbc_attr_array(w->job->context, NULL, 0);
		return shlo__make_attr(w->job, "dict_v1", &list, 1);
	case 'S':
	case 'a':
	case 'w':
	case 'l': return shlo__make_array(w->job, NULL, 0);
	default: {
		int which = shlo__enum_kind(spec->kind);
		return which >= 0 ? shlo__make_enum(w->job, (enum shlo__enum)which, (int)spec->fallback) : NULL;
	}
	}
}

static bool write_default(struct writer *w, const struct mlirbc_stablehlo_attr_spec *spec)
{
	if (!spec->optional)
		return wrong(w, spec->name, spec->name_size, "it is missing");
	if (is_added(w, spec->name, spec->name_size))
		return true;
	return add_spec(w, spec, default_value(w, spec));
}

/* ---- values */

static const struct mlirbc_attr *symbol_to(struct writer *w, const struct mlirbc_attr *value)
{
	return value->kind == MLIRBC_ATTR_SYMBOL && value->u.symbol.count == 0
		       ? shlo__make_string(w->job, value->u.symbol.root)
		       : NULL;
}

static const struct mlirbc_attr *symbols_to(struct writer *w, const struct mlirbc_attr *value)
{
	if (value->kind != MLIRBC_ATTR_ARRAY)
		return NULL;
	const size_t count = value->u.array.count;
	const struct mlirbc_attr **items = shlo__room(w->job, count);
	for (size_t i = 0; items && i < count; i++) {
		if (!(items[i] = symbol_to(w, value->u.array.data[i])))
			return NULL;
	}
	return items ? shlo__make_array(w->job, items, count) : NULL;
}

static const struct mlirbc_attr *ints_to(struct writer *w, const struct mlirbc_attr *value)
{
	struct shlo__dims dims;
	return shlo__i64s_of(value, &dims) ? shlo__make_tensor(w->job, 64, &dims) : NULL;
}

static const struct mlirbc_attr *bools_to(struct writer *w, const struct mlirbc_attr *value)
{
	struct shlo__dims dims;
	return shlo__bools_of(value, &dims) ? shlo__make_tensor(w->job, 1, &dims) : NULL;
}

static const struct mlirbc_attr *enum_to(struct writer *w, enum shlo__enum which, const struct mlirbc_attr *value)
{
	int64_t number = shlo__enum_of(which, value);
	struct mlirbc_string name;
	if (which == SHLO__API_VERSION && value->kind == MLIRBC_ATTR_INTEGER && !shlo__int_of(value, &number))
		return NULL;
	return number >= 0 && number < 64 && shlo__enum_name(which, (int)number, &name)
		       ? shlo__make_enum(w->job, which, (int)number)
		       : NULL;
}

static const struct mlirbc_attr *flag_to(struct writer *w, const struct mlirbc_attr *value)
{
	if (value->kind == MLIRBC_ATTR_UNIT)
		return shlo__make_bool(w->job, true);
	return value->kind == MLIRBC_ATTR_INTEGER && shlo__is_bool(value->type) ? shlo__attr_to(w->job, value) : NULL;
}

/* True if an attribute of that kind may have the value; its form in VHLO is then the general one. */
static bool is_plain(char kind, const struct mlirbc_attr *value)
{
	switch (kind) {
	case 'n': return value->kind == MLIRBC_ATTR_INTEGER && mlirbc_type_width(value->type) == 64;
	case 'm': /* frontends write versions of composites in other widths too */
		return value->kind == MLIRBC_ATTR_INTEGER && mlirbc_type_width(value->type) <= 64;
	case 'b': return value->kind == MLIRBC_ATTR_INTEGER && mlirbc_type_width(value->type) == 1;
	case 'f': return value->kind == MLIRBC_ATTR_FLOAT && value->type->u.float_kind == MLIRBC_F32;
	case 's': return value->kind == MLIRBC_ATTR_STRING;
	case 'd': return value->kind == MLIRBC_ATTR_DICTIONARY;
	case 'B': return value->kind == MLIRBC_ATTR_STRING || value->kind == MLIRBC_ATTR_DICTIONARY;
	case 'D': return value->kind == MLIRBC_ATTR_DENSE && mlirbc_type_width(value->type->u.shaped.element) == 64;
	case 'p':
		return (value->kind == MLIRBC_ATTR_DENSE && mlirbc_type_width(value->type->u.shaped.element) == 64) ||
		       value->kind == MLIRBC_ATTR_DIALECT;
	case 'a':
	case 'w':
	case 'l':
	case '3': return value->kind == MLIRBC_ATTR_ARRAY;
	case 'e': return value->kind == MLIRBC_ATTR_DENSE;
	default: return true;
	}
}

static const struct mlirbc_attr *value_to(
	struct writer *w, const struct mlirbc_stablehlo_attr_spec *spec, const struct mlirbc_attr *value)
{
	switch (spec->kind) {
	case 'y': return symbol_to(w, value);
	case 'S': return symbols_to(w, value);
	case 'A': return ints_to(w, value);
	case 'Z': return bools_to(w, value);
	case 'u': return flag_to(w, value);
	default: break;
	}
	if (spec->kind != '3' && shlo__enum_kind(spec->kind) >= 0)
		return enum_to(w, (enum shlo__enum)shlo__enum_kind(spec->kind), value);
	return is_plain(spec->kind, value) ? shlo__attr_to(w->job, value) : NULL;
}

/* True for the value that means the same as no attribute, where the older form has none. */
static bool is_default(const struct mlirbc_stablehlo_attr_spec *spec, const struct mlirbc_attr *value)
{
	struct shlo__accuracy accuracy;
	switch (spec->kind) {
	case 'R': return shlo__accuracy_of(value, &accuracy, NULL) && shlo__is_default_accuracy(&accuracy);
	case 'D': return value->kind == MLIRBC_ATTR_DENSE && value->u.dense.size == 0;
	case 'a': return value->kind == MLIRBC_ATTR_ARRAY && value->u.array.count == 0;
	case 'u': return value->kind == MLIRBC_ATTR_INTEGER && value->u.number.words[0] == 0;
	default: return false;
	}
}

static bool write_value(struct writer *w, const struct mlirbc_stablehlo_attr_spec *spec, const struct mlirbc_attr *value)
{
	if (is_added(w, spec->name, spec->name_size))
		return is_default(spec, value) || too_new(w, spec->name, spec->name_size);
	const struct mlirbc_attr *converted = value_to(w, spec, value);
	if (converted)
		return add_spec(w, spec, converted);
	return shlo__job_fail(w->job, MLIRBC_E_UNSUPPORTED, "attribute \"%.*s\" has a value without a form in VHLO",
		(int)spec->name_size, spec->name);
}

/* dynamic_conv_v1 has a padding that means nothing beside the operand. */
static bool write_dead_padding(struct writer *w)
{
	int64_t dims[2] = { 0, 2 };
	size_t count;
	if (w->role->code != MLIRBC_STABLEHLO_dynamic_conv || w->role->version == 2)
		return true;
	if (!default_count(w, &count))
		return false;
	dims[0] = (int64_t)count;
	return add(w, "padding", shlo__make_splat(w->job, 64, dims, 2, 0));
}

bool shlo__props_to(
	struct shlo__job *job, const struct mlirbc_op *op, const struct shlo__op_role *role, struct shlo__props *out)
{
	struct writer w = { job, op, role, out };
	struct mlirbc_stablehlo_attr_spec spec;
	for (const char *at = shlo__op_attrs(role->code); (at = mlirbc_stablehlo_attr_next(at, &spec)) != NULL;) {
		const struct mlirbc_attr *value = shlo__vhlo_inherent(op, spec.name, spec.name_size);
		bool ok;
		if (spec.kind == 'L')
			ok = write_algorithm(&w, &spec, value);
		else if (spec.kind == 'H')
			ok = write_channel(&w, &spec, value);
		else if (!value)
			ok = write_default(&w, &spec);
		else if (shlo__group_of(spec.kind))
			ok = write_group(&w, &spec, value);
		else
			ok = write_value(&w, &spec, value);
		if (!ok)
			return false;
	}
	return write_dead_padding(&w);
}
