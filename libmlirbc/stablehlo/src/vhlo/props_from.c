/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inherent attributes of VHLO operations as StableHLO has them; those with their defaults are omitted. */
#include "vhlo/props.h"

#include <string.h>

struct reader {
	struct shlo__job *job;
	const struct mlirbc_op *op;
	const struct shlo__op_role *role;
	struct shlo__props *out;
};

static bool wrong(struct reader *r, const char *name, size_t size, const char *expected)
{
	return shlo__job_fail(r->job, MLIRBC_E_CORRUPT, "attribute \"%.*s\" is not %s", (int)size, name, expected);
}

/* The VHLO attribute; NULL after a failure. */
static const struct mlirbc_attr *required(struct reader *r, const char *name, size_t size)
{
	const struct mlirbc_attr *attr = shlo__vhlo_inherent(r->op, name, size);
	if (!attr)
		shlo__job_fail(r->job, MLIRBC_E_CORRUPT, "attribute \"%.*s\" is missing", (int)size, name);
	return attr;
}

static bool add(struct reader *r, const struct mlirbc_stablehlo_attr_spec *spec, const struct mlirbc_attr *value)
{
	if (!value && r->job->status == MLIRBC_OK)
		return shlo__job_memory(r->job);
	return shlo__props_add(r->job, r->out, spec->name, spec->name_size, value);
}

/* ---- groups */

static bool read_ints(struct reader *r, const char *name, struct shlo__dims *out)
{
	const struct mlirbc_attr *attr = required(r, name, strlen(name));
	const struct mlirbc_attr *value = attr ? shlo__attr_from(r->job, attr) : NULL;
	return value && (shlo__i64s_of(value, out) ||
				wrong(r, name, strlen(name), "a tensor of at most 64 elements of i64 and of rank 1"));
}

static bool read_int(struct reader *r, const char *name, int64_t *out)
{
	const struct mlirbc_attr *attr = required(r, name, strlen(name));
	const struct mlirbc_attr *value = attr ? shlo__attr_from(r->job, attr) : NULL;
	return value && (shlo__int_of(value, out) || wrong(r, name, strlen(name), "an integer"));
}

static bool read_group_field(struct reader *r, const struct shlo__field *field, unsigned char *group)
{
	void *at = group + field->offset;
	if (r->role->version == 1 && shlo__is_added(r->role->forms, field->name, strlen(field->name)))
		return true; /* empty */
	return field->kind == 'L' || field->kind == 'l' ? read_ints(r, field->name, at) : read_int(r, field->name, at);
}

static const struct mlirbc_attr *make_group(struct reader *r, char kind, const union shlo__group *value)
{
	struct mlirbc_context *context = r->job->context;
	return kind == 'V' ? shlo__conv_attr(context, &value->conv)
			   : shlo__struct_attr(shlo__group_of(kind), context, value);
}

static bool read_group(struct reader *r, const struct mlirbc_stablehlo_attr_spec *spec)
{
	const struct shlo__struct *form = shlo__group_of(spec->kind);
	union shlo__group value;
	memset(&value, 0, sizeof value);
	for (const struct shlo__field *field = form->fields; field->name; field++) {
		if (!read_group_field(r, field, (unsigned char *)&value))
			return false;
	}
	return add(r, spec, make_group(r, spec->kind, &value));
}

/* ---- dot_general's algorithm: seven attributes, all or none of which are types `none` */

static bool is_none(const struct mlirbc_attr *attr)
{
	const struct mlirbc_coded *coded = shlo__vhlo_attr(attr, "type_v1", 1);
	const struct mlirbc_type *type = coded ? shlo__field_type(coded, 0) : NULL;
	return type && type->kind == MLIRBC_TYPE_CODED && shlo__is_coded(&type->u.coded, "none_v1", 0);
}

static bool read_algorithm_field(
	struct reader *r, const struct shlo__field *field, const struct mlirbc_attr *attr, struct shlo__algorithm *out)
{
	void *at = (unsigned char *)out + field->offset;
	const struct mlirbc_attr *value = shlo__attr_from(r->job, attr);
	int64_t number;
	if (!value)
		return false;
	switch (field->kind) {
	case 'T':
		if (value->kind != MLIRBC_ATTR_TYPE || value->u.type_value->kind != MLIRBC_TYPE_FLOAT)
			return wrong(r, field->name, strlen(field->name), "a floating-point type");
		*(const struct mlirbc_type **)at = value->u.type_value;
		return true;
	case 'b':
		if (!shlo__int_of(value, &number))
			return wrong(r, field->name, strlen(field->name), "a bool");
		*(bool *)at = number != 0;
		return true;
	default: return shlo__int_of(value, at) || wrong(r, field->name, strlen(field->name), "an integer");
	}
}

static bool read_algorithm(struct reader *r, const struct mlirbc_stablehlo_attr_spec *spec)
{
	struct shlo__algorithm value;
	size_t none = 0, count = 0;
	memset(&value, 0, sizeof value);
	if (r->role->version == 1)
		return true;
	for (const struct shlo__field *field = shlo__algorithm_struct.fields; field->name; field++, count++) {
		const struct mlirbc_attr *attr = required(r, field->name, strlen(field->name));
		if (!attr)
			return false;
		if (is_none(attr))
			none++;
		else if (!read_algorithm_field(r, field, attr, &value))
			return false;
	}
	if (none && none != count)
		return shlo__job_fail(r->job, MLIRBC_E_CORRUPT, "only some attributes of its algorithm are none");
	return none || add(r, spec, shlo__algorithm_attr(r->job->context, &value));
}

/* ---- channels */

static bool read_channel(struct reader *r, const struct mlirbc_stablehlo_attr_spec *spec)
{
	struct shlo__channel channel = { 0, 0 };
	if (!read_int(r, "channel_id", &channel.handle) ||
		(!spec->optional && !read_int(r, "channel_type", &channel.type)))
		return false;
	if (spec->optional && channel.handle == 0)
		return true;
	return add(r, spec, shlo__channel_attr(r->job->context, &channel));
}

/* ---- single attributes */

static bool is_width(const struct mlirbc_attr *attr, enum mlirbc_attr_kind kind, uint32_t width)
{
	return attr->kind == kind && mlirbc_type_width(attr->type) == width;
}

static bool is_array_of(const struct mlirbc_attr *attr, enum mlirbc_attr_kind kind)
{
	if (attr->kind != MLIRBC_ATTR_ARRAY)
		return false;
	for (size_t i = 0; i < attr->u.array.count; i++) {
		if (attr->u.array.data[i]->kind != kind)
			return false;
	}
	return true;
}

static bool add_symbol(struct reader *r, const struct mlirbc_stablehlo_attr_spec *spec, const struct mlirbc_attr *value)
{
	if (value->kind != MLIRBC_ATTR_STRING)
		return wrong(r, spec->name, spec->name_size, "a string");
	return add(r, spec, mlirbc_attr_symbol(r->job->context, value->u.string->data, value->u.string->size));
}

static bool add_symbols(struct reader *r, const struct mlirbc_stablehlo_attr_spec *spec, const struct mlirbc_attr *value)
{
	struct mlirbc_context *context = r->job->context;
	if (!is_array_of(value, MLIRBC_ATTR_STRING))
		return wrong(r, spec->name, spec->name_size, "an array of strings");
	const size_t count = value->u.array.count;
	if (count == 0)
		return true;
	const struct mlirbc_attr **items = mlirbc_context_alloc(
		context, count * sizeof *items, _Alignof(const struct mlirbc_attr *));
	for (size_t i = 0; items && i < count; i++) {
		const struct mlirbc_string *name = value->u.array.data[i]->u.string;
		if (!(items[i] = mlirbc_attr_symbol(context, name->data, name->size)))
			return shlo__job_memory(r->job);
	}
	return add(r, spec, items ? mlirbc_attr_array(context, items, count) : NULL);
}

static bool add_ints(struct reader *r, const struct mlirbc_stablehlo_attr_spec *spec, const struct mlirbc_attr *value)
{
	struct shlo__dims dims;
	const bool ones = spec->has_default ? spec->fallback == 1 : spec->optional; /* optional: a window */
	if (ones && shlo__is_splat_of(value, 1))
		return true;
	if (!shlo__i64s_of(value, &dims))
		return wrong(r, spec->name, spec->name_size, "a tensor of at most 64 elements of i64 and of rank 1");
	if (spec->has_default && spec->fallback == 0 && dims.count == 0)
		return true;
	return add(r, spec, shlo__i64s_attr(r->job->context, dims.at, dims.count));
}

static bool add_bools(struct reader *r, const struct mlirbc_stablehlo_attr_spec *spec, const struct mlirbc_attr *value)
{
	struct shlo__dims dims;
	uint64_t count;
	if (value->kind != MLIRBC_ATTR_DENSE || value->type->u.shaped.rank != 1 ||
		mlirbc_type_width(value->type->u.shaped.element) != 1 || !mlirbc_type_elements(value->type, &count) ||
		count > SHLO__MOST_DIMS)
		return wrong(r, spec->name, spec->name_size, "a tensor of at most 64 elements of i1 and of rank 1");
	if (spec->has_default && shlo__is_splat_of(value, 0))
		return true;
	dims.count = (size_t)count;
	for (size_t i = 0; i < dims.count; i++)
		dims.at[i] = value->u.dense.data[value->u.dense.splat ? 0 : i] & 1;
	return add(r, spec, shlo__bools_attr(r->job->context, dims.at, dims.count));
}

static bool add_dense(struct reader *r, const struct mlirbc_stablehlo_attr_spec *spec, const struct mlirbc_attr *value)
{
	if (value->kind != MLIRBC_ATTR_DENSE || mlirbc_type_width(value->type->u.shaped.element) != 64)
		return wrong(r, spec->name, spec->name_size, "a tensor of i64");
	bool empty = value->u.dense.size == 0;
	if (spec->has_default && (spec->zeros ? shlo__is_splat_of(value, 0) : empty))
		return true;
	return add(r, spec, value);
}

static bool add_groups(struct reader *r, const struct mlirbc_stablehlo_attr_spec *spec, const struct mlirbc_attr *value)
{
	struct mlirbc_string ignored;
	return shlo__attr_body(value, "stablehlo", "replica_group_mesh_axes", &ignored) ? add(r, spec, value)
											: add_dense(r, spec, value);
}

/* An array of two precisions. */
static bool add_precision(struct reader *r, const struct mlirbc_stablehlo_attr_spec *spec, const struct mlirbc_attr *value)
{
	bool all_default = true;
	for (size_t i = 0; value->kind == MLIRBC_ATTR_ARRAY && i < value->u.array.count; i++) {
		int precision = shlo__enum_of(SHLO__PRECISION, value->u.array.data[i]);
		if (precision < 0)
			return wrong(r, spec->name, spec->name_size, "an array of precisions");
		all_default = all_default && precision == 0;
	}
	if (value->kind != MLIRBC_ATTR_ARRAY)
		return wrong(r, spec->name, spec->name_size, "an array of precisions");
	return (spec->has_default && all_default) || add(r, spec, value);
}

static bool add_enum(struct reader *r, const struct mlirbc_stablehlo_attr_spec *spec, const struct mlirbc_attr *value)
{
	enum shlo__enum which = (enum shlo__enum)shlo__enum_kind(spec->kind);
	int64_t number = shlo__enum_of(which, value);
	if (which == SHLO__API_VERSION && !is_width(value, MLIRBC_ATTR_INTEGER, 32))
		return wrong(r, spec->name, spec->name_size, "an API version");
	if (which == SHLO__API_VERSION)
		(void)shlo__int_of(value, &number);
	if (number < 0)
		return wrong(r, spec->name, spec->name_size, shlo__enum_mnemonic(which));
	return (spec->has_default && number == spec->fallback) || add(r, spec, value);
}

/* StableHLO writes a default with 64 bits where the attribute has 32, and accepts any width. NULL: it does not fit. */
static const struct mlirbc_attr *in_32_bits(struct reader *r, const struct mlirbc_attr *value)
{
	int64_t number = 0;
	bool zero = value->kind == MLIRBC_ATTR_INTEGER;
	for (size_t i = 0; zero && i < value->u.number.count; i++)
		zero = value->u.number.words[i] == 0;
	if (!zero && (!shlo__int_of(value, &number) || number != (int32_t)number))
		return NULL;
	const struct mlirbc_type *i32 = mlirbc_type_integer(r->job->context, 32, MLIRBC_SIGNLESS);
	return i32 ? mlirbc_attr_integer(r->job->context, i32, (uint32_t)number) : NULL;
}

static bool add_number(struct reader *r, const struct mlirbc_stablehlo_attr_spec *spec, const struct mlirbc_attr *value)
{
	int64_t number = 0;
	switch (spec->kind) {
	case 'n':
		if (!is_width(value, MLIRBC_ATTR_INTEGER, 64) || !shlo__int_of(value, &number))
			return wrong(r, spec->name, spec->name_size, "an integer of 64 bits");
		break;
	case 'm':
		if (spec->has_default && !(value = in_32_bits(r, value)))
			return wrong(r, spec->name, spec->name_size, "an integer that fits in 32 bits");
		if (!is_width(value, MLIRBC_ATTR_INTEGER, 32) || !shlo__int_of(value, &number))
			return wrong(r, spec->name, spec->name_size, "an integer of 32 bits");
		break;
	case 'f':
		return is_width(value, MLIRBC_ATTR_FLOAT, 32)
			       ? add(r, spec, value)
			       : wrong(r, spec->name, spec->name_size, "a number of type f32");
	default: /* b, u */
		if (!is_width(value, MLIRBC_ATTR_INTEGER, 1) || !shlo__int_of(value, &number))
			return wrong(r, spec->name, spec->name_size, "a bool");
		if (spec->kind == 'u')
			return number == 0 || add(r, spec, mlirbc_attr_unit(r->job->context));
	}
	return (spec->has_default && number == spec->fallback) || add(r, spec, value);
}

static bool add_config(struct reader *r, const struct mlirbc_stablehlo_attr_spec *spec, const struct mlirbc_attr *value)
{
	bool string = value->kind == MLIRBC_ATTR_STRING, dictionary = value->kind == MLIRBC_ATTR_DICTIONARY;
	if (!(string && spec->kind != 'd') && !(dictionary && spec->kind != 's'))
		return wrong(r, spec->name, spec->name_size, spec->kind == 's' ? "a string" : "a dictionary");
	bool empty = string ? value->u.string->size == 0 : value->u.dictionary.count == 0;
	return (spec->has_default && empty) || add(r, spec, value);
}

static bool add_array(struct reader *r, const struct mlirbc_stablehlo_attr_spec *spec, const struct mlirbc_attr *value)
{
	if (value->kind != MLIRBC_ATTR_ARRAY)
		return wrong(r, spec->name, spec->name_size, "an array");
	return (spec->has_default && value->u.array.count == 0) || add(r, spec, value);
}

/* Layouts of a custom call are omitted when both are empty. */
static bool add_layouts(struct reader *r, const struct mlirbc_stablehlo_attr_spec *spec, const struct mlirbc_attr *value)
{
	const char *other = memcmp(spec->name, "operand", 7) == 0 ? "result_layouts" : "operand_layouts";
	const struct mlirbc_attr *attr = required(r, other, strlen(other));
	const struct mlirbc_attr *more = attr ? shlo__attr_from(r->job, attr) : NULL;
	if (!more)
		return false;
	if (!is_array_of(value, MLIRBC_ATTR_DENSE) || !is_array_of(more, MLIRBC_ATTR_DENSE))
		return wrong(r, spec->name, spec->name_size, "an array of tensors");
	return (value->u.array.count == 0 && more->u.array.count == 0) || add(r, spec, value);
}

static bool add_accuracy(struct reader *r, const struct mlirbc_stablehlo_attr_spec *spec, const struct mlirbc_attr *value)
{
	struct shlo__accuracy accuracy;
	if (!shlo__accuracy_of(value, &accuracy, NULL))
		return wrong(r, spec->name, spec->name_size, "a result accuracy");
	return shlo__is_default_accuracy(&accuracy) || add(r, spec, value);
}

static bool add_value(struct reader *r, const struct mlirbc_stablehlo_attr_spec *spec, const struct mlirbc_attr *value)
{
	switch (spec->kind) {
	case 'n':
	case 'm':
	case 'f':
	case 'b':
	case 'u': return add_number(r, spec, value);
	case 's':
	case 'd':
	case 'B': return add_config(r, spec, value);
	case 'y': return add_symbol(r, spec, value);
	case 'S': return add_symbols(r, spec, value);
	case 'A': return add_ints(r, spec, value);
	case 'Z': return add_bools(r, spec, value);
	case 'D': return add_dense(r, spec, value);
	case 'p': return add_groups(r, spec, value);
	case 'a':
	case 'w': return add_array(r, spec, value);
	case 'l': return add_layouts(r, spec, value);
	case '3': return add_precision(r, spec, value);
	case 'R': return add_accuracy(r, spec, value);
	case 'e':
		return value->kind == MLIRBC_ATTR_DENSE ? add(r, spec, value)
							: wrong(r, spec->name, spec->name_size, "a tensor");
	default: return shlo__enum_kind(spec->kind) >= 0 ? add_enum(r, spec, value) : add(r, spec, value);
	}
}

bool shlo__props_from(
	struct shlo__job *job, const struct mlirbc_op *op, const struct shlo__op_role *role, struct shlo__props *out)
{
	struct reader r = { job, op, role, out };
	struct mlirbc_stablehlo_attr_spec spec;
	for (const char *at = shlo__op_attrs(role->code); (at = mlirbc_stablehlo_attr_next(at, &spec)) != NULL;) {
		bool ok;
		if (spec.kind == 'L') {
			ok = read_algorithm(&r, &spec);
		} else if (spec.kind == 'H') {
			ok = read_channel(&r, &spec);
		} else if (shlo__group_of(spec.kind)) {
			ok = read_group(&r, &spec);
		} else if (role->version == 1 && shlo__is_added(role->forms, spec.name, spec.name_size)) {
			ok = true; /* its default */
		} else {
			const struct mlirbc_attr *attr = required(&r, spec.name, spec.name_size);
			const struct mlirbc_attr *value = attr ? shlo__attr_from(job, attr) : NULL;
			ok = value && add_value(&r, &spec, value);
		}
		if (!ok)
			return false;
	}
	return true;
}
