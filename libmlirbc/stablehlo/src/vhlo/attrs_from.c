/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes of VHLO as StableHLO has them, whatever operation they belong to. */
#include "dialect/types.h"
#include "vhlo/values.h"

#include <string.h>

static const struct mlirbc_attr *bad(struct shlo__job *job, const struct mlirbc_coded *coded)
{
	shlo__job_fail(job, MLIRBC_E_CORRUPT, "attribute vhlo.%.*s has a field of the wrong kind",
		coded->mnemonic->size < 40 ? (int)coded->mnemonic->size : 40, coded->mnemonic->data);
	return NULL;
}

static const struct mlirbc_attr *array_from(struct shlo__job *job, const struct mlirbc_coded *coded)
{
	const struct mlirbc_attrs *from = shlo__field_list(coded, 0);
	if (!from)
		return bad(job, coded);
	const struct mlirbc_attr **items = shlo__room(job, from->count);
	if (!items)
		return NULL;
	for (size_t i = 0; i < from->count; i++) {
		if (!(items[i] = shlo__attr_from(job, from->data[i])))
			return NULL;
	}
	return shlo__made(job, mlirbc_attr_array(job->context, items, from->count));
}

/* Keys and values one after the other. */
static const struct mlirbc_attr *dictionary_from(struct shlo__job *job, const struct mlirbc_coded *coded)
{
	const struct mlirbc_attrs *from = shlo__field_list(coded, 0);
	if (!from || from->count % 2)
		return bad(job, coded);
	const size_t count = from->count / 2;
	struct shlo__map seen = { NULL, 0, 0 };
	struct mlirbc_named_attr *entries = mlirbc_context_alloc(
		job->context, (count ? count : 1) * sizeof *entries, _Alignof(struct mlirbc_named_attr));
	if (!entries)
		return shlo__made(job, NULL);
	for (size_t i = 0; i < count; i++) {
		const struct mlirbc_coded *key = shlo__vhlo_attr(from->data[2 * i], "string_v1", 1);
		const struct mlirbc_attr *text = key ? key->fields[0].value : NULL;
		if (!text || text->kind != MLIRBC_ATTR_STRING)
			return bad(job, coded);
		if (shlo__map_find(&seen, text->u.string, NULL))
			return bad(job, coded); /* one name twice */
		if (!shlo__map_add(&seen, job->context, text->u.string, NULL, NULL))
			return shlo__made(job, NULL);
		entries[i] = (struct mlirbc_named_attr){ text->u.string, shlo__attr_from(job, from->data[2 * i + 1]) };
		if (!entries[i].value)
			return NULL;
	}
	return shlo__made(job, mlirbc_attr_dictionary(job->context, entries, count));
}

static const struct mlirbc_attr *alias_from(struct shlo__job *job, const struct mlirbc_coded *coded)
{
	struct shlo__alias alias;
	if (!shlo__field_ints(coded, 0, &alias.output_tuple_indices) ||
		!shlo__field_int(coded, 1, &alias.operand_index) ||
		!shlo__field_ints(coded, 2, &alias.operand_tuple_indices))
		return bad(job, coded);
	return shlo__made(job, shlo__alias_attr(job->context, &alias));
}

/* The value of an enumeration's attribute; -1: it is not one. */
static int enum_value(enum shlo__enum which, const struct mlirbc_attr *attr)
{
	const struct mlirbc_coded *coded = shlo__vhlo_attr(attr, shlo__vhlo_enum(which), 1);
	const struct mlirbc_attr *name = coded ? coded->fields[0].value : NULL;
	return name && name->kind == MLIRBC_ATTR_STRING
		       ? shlo__enum_value(which, name->u.string->data, name->u.string->size)
		       : -1;
}

static const struct mlirbc_attr *accuracy_from(struct shlo__job *job, const struct mlirbc_coded *coded)
{
	struct shlo__accuracy accuracy;
	accuracy.mode = enum_value(SHLO__RESULT_ACCURACY_MODE, coded->fields[3].value);
	if (!shlo__field_double(coded, 0, &accuracy.atol) || !shlo__field_double(coded, 1, &accuracy.rtol) ||
		!shlo__field_int(coded, 2, &accuracy.ulps) || accuracy.mode < 0)
		return bad(job, coded);
	return shlo__made(job, shlo__accuracy_attr(job->context, &accuracy));
}

static const struct mlirbc_attr *bounds_from(struct shlo__job *job, const struct mlirbc_coded *coded)
{
	struct shlo__dims bounds;
	return shlo__field_ints(coded, 0, &bounds) ? shlo__made(job, shlo__bounds_attr(job->context, &bounds))
						   : bad(job, coded);
}

/* Versions append values, which have numbers here in place of names. */
static void bad_enum(struct shlo__job *job, const struct mlirbc_coded *coded)
{
	int64_t number;
	if (job->is_newer && shlo__int_of(coded->fields[0].value, &number))
		shlo__job_fail(job, MLIRBC_E_UNSUPPORTED, "no version up to 1.20.0 has value %lld of vhlo.%.*s", (long long)number,
			coded->mnemonic->size < 40 ? (int)coded->mnemonic->size : 40, coded->mnemonic->data);
	else
		bad(job, coded);
}

/* Enumerations; *out NULL: it is another attribute. */
static bool enum_from(struct shlo__job *job, const struct mlirbc_attr *attr, const struct mlirbc_attr **out)
{
	*out = NULL;
	for (int i = 0; i < SHLO__ENUMS; i++) {
		enum shlo__enum which = (enum shlo__enum)i;
		if (!shlo__is_coded(&attr->u.coded, shlo__vhlo_enum(which), 1))
			continue;
		int value = enum_value(which, attr);
		const struct mlirbc_type *i32 = mlirbc_type_integer(job->context, 32, MLIRBC_SIGNLESS);
		if (value < 0)
			bad_enum(job, &attr->u.coded);
		else if (which == SHLO__API_VERSION) /* an integer in StableHLO */
			*out = shlo__made(job, i32 ? mlirbc_attr_integer(job->context, i32, (uint64_t)value) : NULL);
		else
			*out = shlo__made(job, shlo__enum_attr(job->context, "stablehlo", which, value));
		return *out != NULL;
	}
	return true;
}

/* The builtin attribute inside of a simple one. */
static const struct mlirbc_attr *inner_from(struct shlo__job *job, const struct mlirbc_coded *coded)
{
	static const struct {
		const char *mnemonic;
		size_t fields;
		enum mlirbc_attr_kind kind;
	} simple[] = { { "bool_v1", 1, MLIRBC_ATTR_INTEGER }, { "string_v1", 1, MLIRBC_ATTR_STRING },
		{ "integer_v1", 2, MLIRBC_ATTR_INTEGER }, { "float_v1", 2, MLIRBC_ATTR_FLOAT },
		{ "tensor_v1", 2, MLIRBC_ATTR_DENSE } };
	for (size_t i = 0; i < sizeof simple / sizeof *simple; i++) {
		if (!shlo__is_coded(coded, simple[i].mnemonic, simple[i].fields))
			continue;
		const struct mlirbc_attr *value = coded->fields[0].value;
		return value && value->kind == simple[i].kind ? value : bad(job, coded);
	}
	shlo__job_fail(job, MLIRBC_E_UNSUPPORTED, "no version up to 1.20.0 has attribute vhlo.%.*s",
		coded->mnemonic->size < 40 ? (int)coded->mnemonic->size : 40, coded->mnemonic->data);
	return NULL;
}

static const struct mlirbc_attr *type_from(struct shlo__job *job, const struct mlirbc_coded *coded)
{
	const struct mlirbc_type *type = shlo__field_type(coded, 0);
	if (!type)
		return bad(job, coded);
	type = shlo__convert_type(job, type);
	return type ? shlo__made(job, mlirbc_attr_type(job->context, type)) : NULL;
}

static const struct mlirbc_attr *coded_from(struct shlo__job *job, const struct mlirbc_attr *attr)
{
	const struct mlirbc_coded *coded = &attr->u.coded;
	const struct mlirbc_attr *result;
	if (shlo__is_coded(coded, "array_v1", 1))
		return array_from(job, coded);
	if (shlo__is_coded(coded, "dict_v1", 1))
		return dictionary_from(job, coded);
	if (shlo__is_coded(coded, "type_v1", 1))
		return type_from(job, coded);
	if (shlo__is_coded(coded, "type_extensions_v1", 1))
		return bounds_from(job, coded);
	if (shlo__is_coded(coded, "output_operand_alias_v1", 3))
		return alias_from(job, coded);
	if (shlo__is_coded(coded, "result_accuracy_v1", 4))
		return accuracy_from(job, coded);
	if (shlo__is_mesh_mnemonic(coded->mnemonic))
		return shlo__mesh_from(job, coded);
	if (!enum_from(job, attr, &result) || result)
		return result;
	return inner_from(job, coded);
}

const struct mlirbc_attr *shlo__attr_from(struct shlo__job *job, const struct mlirbc_attr *attr)
{
	if (attr->kind == MLIRBC_ATTR_BYTES) {
		shlo__job_fail(job, MLIRBC_E_UNSUPPORTED, "an attribute has an unknown encoding");
		return NULL;
	}
	if (attr->kind == MLIRBC_ATTR_DIALECT && attr->u.dialect.dialect &&
		shlo__name_is(attr->u.dialect.dialect, "vhlo")) {
		shlo__job_fail(
			job, MLIRBC_E_UNSUPPORTED, "an attribute of VHLO is text; only bytecode can be converted");
		return NULL;
	}
	if (attr->kind != MLIRBC_ATTR_CODED || !shlo__name_is(attr->u.coded.dialect, "vhlo"))
		return attr;
	const struct shlo__map_entry *known = shlo__map_find(&job->done, attr, NULL);
	if (known)
		return known->value;
	const struct mlirbc_attr *result = shlo__job_enter(job) ? coded_from(job, attr) : NULL;
	job->depth--;
	return result && !shlo__map_add(&job->done, job->context, attr, NULL, result) ? shlo__made(job, NULL) : result;
}
