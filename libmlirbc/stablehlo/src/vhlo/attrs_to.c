/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The VHLO form of attributes, whatever operation they belong to. */
#include "dialect/types.h"
#include "vhlo/values.h"

#include <mlirbc/build.h>
#include <string.h>

/* NULL also when one of the items has no form in VHLO. */
static const struct mlirbc_attr *array_to(struct shlo__job *job, const struct mlirbc_attrs *from)
{
	const struct mlirbc_attr **items = shlo__room(job, from->count);
	if (!items)
		return NULL;
	for (size_t i = 0; i < from->count; i++) {
		if (!(items[i] = shlo__attr_to(job, from->data[i])))
			return NULL;
	}
	return shlo__make_array(job, items, from->count);
}

static const struct mlirbc_attr *dictionary_to(struct shlo__job *job, const struct mlirbc_attr *attr)
{
	const size_t count = attr->u.dictionary.count;
	const struct mlirbc_attr **items = shlo__room(job, 2 * count);
	if (!items)
		return NULL;
	for (size_t i = 0; i < count; i++) {
		items[2 * i] = shlo__make_string(job, attr->u.dictionary.data[i].name);
		if (!items[2 * i] || !(items[2 * i + 1] = shlo__attr_to(job, attr->u.dictionary.data[i].value)))
			return NULL;
	}
	const struct mlirbc_attr *list = mlirbc_attr_array(job->context, items, 2 * count);
	return shlo__make_attr(job, "dict_v1", &list, 1);
}

static const struct mlirbc_attr *number_to(struct shlo__job *job, const struct mlirbc_attr *attr, const char *mnemonic)
{
	const struct shlo__scalar *scalar = shlo__scalar_of(attr->type);
	if (attr->kind == MLIRBC_ATTR_INTEGER && shlo__is_bool(attr->type))
		return shlo__make_bool(job, attr->u.number.words[0] != 0);
	const struct mlirbc_type *type = scalar ? shlo__convert_type(job, attr->type) : NULL;
	if (!type)
		return NULL;
	const struct mlirbc_attr *values[] = { attr, mlirbc_attr_type(job->context, type) };
	return shlo__make_attr(job, mnemonic, values, 2);
}

static const struct mlirbc_attr *alias_to(struct shlo__job *job, const struct shlo__alias *alias)
{
	const struct mlirbc_attr *values[] = { shlo__plain_ints(job, alias->output_tuple_indices.at,
						       alias->output_tuple_indices.count),
		shlo__plain_int(job, alias->operand_index),
		shlo__plain_ints(job, alias->operand_tuple_indices.at, alias->operand_tuple_indices.count) };
	return shlo__make_attr(job, "output_operand_alias_v1", values, 3);
}

static const struct mlirbc_attr *accuracy_to(struct shlo__job *job, const struct shlo__accuracy *accuracy)
{
	const struct mlirbc_type *f64 = mlirbc_type_float(job->context, MLIRBC_F64);
	if (!shlo__job_needs(job, V(1, 9), "attribute ", "result_accuracy"))
		return NULL;
	const struct mlirbc_attr *values[] = { f64 ? mlirbc_attr_float(job->context, f64, accuracy->atol) : NULL,
		f64 ? mlirbc_attr_float(job->context, f64, accuracy->rtol) : NULL, shlo__plain_int(job, accuracy->ulps),
		shlo__make_enum(job, SHLO__RESULT_ACCURACY_MODE, accuracy->mode) };
	return shlo__make_attr(job, "result_accuracy_v1", values, 4);
}

/* Attributes of the dialect that are text. */
static const struct mlirbc_attr *dialect_to(struct shlo__job *job, const struct mlirbc_attr *attr)
{
	struct shlo__dims bounds;
	struct shlo__alias alias;
	struct shlo__accuracy accuracy;
	if (attr->u.dialect.dialect && shlo__name_is(attr->u.dialect.dialect, "sdy"))
		return attr;
	if (!attr->u.dialect.dialect || !shlo__name_is(attr->u.dialect.dialect, "stablehlo"))
		return NULL;
	for (int i = 0; i < SHLO__ENUMS; i++) {
		int value = shlo__enum_of((enum shlo__enum)i, attr);
		if (value >= 0)
			return shlo__make_enum(job, (enum shlo__enum)i, value);
	}
	if (shlo__bounds_of(attr, &bounds, NULL)) {
		const struct mlirbc_attr *list = shlo__plain_ints(job, bounds.at, bounds.count);
		return shlo__make_attr(job, "type_extensions_v1", &list, 1);
	}
	if (shlo__alias_of(attr, &alias, NULL))
		return alias_to(job, &alias);
	if (shlo__accuracy_of(attr, &accuracy, NULL))
		return accuracy_to(job, &accuracy);
	return shlo__mesh_to(job, attr);
}

static const struct mlirbc_attr *convert(struct shlo__job *job, const struct mlirbc_attr *attr)
{
	switch (attr->kind) {
	case MLIRBC_ATTR_ARRAY: return array_to(job, &attr->u.array);
	case MLIRBC_ATTR_DICTIONARY: return dictionary_to(job, attr);
	case MLIRBC_ATTR_STRING: return attr->type ? NULL : shlo__make_string(job, attr->u.string);
	case MLIRBC_ATTR_INTEGER: return number_to(job, attr, "integer_v1");
	case MLIRBC_ATTR_FLOAT: return number_to(job, attr, "float_v1");
	case MLIRBC_ATTR_DENSE: return attr->type->kind == MLIRBC_TYPE_TENSOR ? shlo__make_dense(job, attr) : NULL;
	case MLIRBC_ATTR_TYPE: return shlo__make_type_attr(job, attr->u.type_value);
	case MLIRBC_ATTR_DIALECT: return dialect_to(job, attr);
	case MLIRBC_ATTR_CODED: /* artifacts have annotations of Shardy as they are */
		return shlo__name_is(attr->u.coded.dialect, "sdy") ? attr : NULL;
	default: return NULL;
	}
}

const struct mlirbc_attr *shlo__attr_to(struct shlo__job *job, const struct mlirbc_attr *attr)
{
	const struct shlo__map_entry *known = shlo__map_find(&job->done, attr, NULL);
	if (known)
		return known->value;
	const struct mlirbc_attr *result = shlo__job_enter(job) ? convert(job, attr) : NULL;
	job->depth--;
	if (job->status == MLIRBC_OK && !shlo__map_add(&job->done, job->context, attr, NULL, result))
		return shlo__made(job, NULL);
	return result;
}

static bool is_one_of(const struct mlirbc_string *dialect, const char *const *names)
{
	for (; *names; names++) {
		if (shlo__name_is(dialect, *names))
			return true;
	}
	return false;
}

static bool is_foreign(struct shlo__job *job, const struct mlirbc_attr *attr, unsigned levels);

/* An array or dictionary. Each is looked into once: parts may be shared, and a few bytes of a file may stand for very many values. */
static bool has_foreign(struct shlo__job *job, const struct mlirbc_attr *attr, unsigned levels)
{
	static const char yes, no, key; /* addresses */
	const struct shlo__map_entry *known = shlo__map_find(&job->done, attr, &key);
	if (known)
		return known->value == &yes;
	bool found = levels == 0;
	for (size_t i = 0; !found && attr->kind == MLIRBC_ATTR_ARRAY && i < attr->u.array.count; i++)
		found = is_foreign(job, attr->u.array.data[i], levels - 1);
	for (size_t i = 0; !found && attr->kind == MLIRBC_ATTR_DICTIONARY && i < attr->u.dictionary.count; i++)
		found = is_foreign(job, attr->u.dictionary.data[i].value, levels - 1);
	if (!shlo__map_add(&job->done, job->context, attr, &key, found ? &yes : &no))
		shlo__job_memory(job);
	return found;
}

/* `levels` that may be looked into. */
static bool is_foreign(struct shlo__job *job, const struct mlirbc_attr *attr, unsigned levels)
{
	static const char *const own[] = { "stablehlo", "sdy", NULL }, *const types[] = { "stablehlo", "quant", NULL };
	const struct mlirbc_type *type = attr->kind == MLIRBC_ATTR_TYPE ? attr->u.type_value : NULL;
	switch ((int)attr->kind) {
	case MLIRBC_ATTR_ARRAY:
	case MLIRBC_ATTR_DICTIONARY: return has_foreign(job, attr, levels);
	case MLIRBC_ATTR_BYTES: return true;
	case MLIRBC_ATTR_DIALECT: return attr->u.dialect.dialect && !is_one_of(attr->u.dialect.dialect, own);
	case MLIRBC_ATTR_CODED: return !is_one_of(attr->u.coded.dialect, own);
	case MLIRBC_ATTR_TYPE:
		return type->kind == MLIRBC_TYPE_BYTES ||
		       (type->kind == MLIRBC_TYPE_DIALECT && !is_one_of(type->u.dialect.dialect, types));
	default: return false;
	}
}

bool shlo__is_foreign(struct shlo__job *job, const struct mlirbc_attr *attr)
{
	enum { MOST_LEVELS = 64 };
	return is_foreign(job, attr, MOST_LEVELS);
}
