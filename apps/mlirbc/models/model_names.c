/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of arguments and results, as exporters record them. */
#include "models/model.h"

#include <stdlib.h>
#include <string.h>

const struct mlirbc_type *model_function_type(const struct model_function *function)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(function->op, "function_type");
	if (!attr || attr->kind != MLIRBC_ATTR_TYPE || attr->u.type_value->kind != MLIRBC_TYPE_FUNCTION)
		return NULL;
	return attr->u.type_value;
}

const struct mlirbc_attr *model_slot_attrs(const struct model_function *function, bool result, size_t index)
{
	const struct mlirbc_attr *all = mlirbc_op_attr(function->op, result ? "res_attrs" : "arg_attrs");
	if (!all || all->kind != MLIRBC_ATTR_ARRAY || index >= all->u.array.count)
		return NULL;
	const struct mlirbc_attr *one = all->u.array.data[index];
	return one->kind == MLIRBC_ATTR_DICTIONARY ? one : NULL;
}

/* A string, or the first string of an array; an empty one names nothing. */
static bool text_of(const struct mlirbc_attr *attr, struct mlirbc_string *out)
{
	if (attr && attr->kind == MLIRBC_ATTR_ARRAY && attr->u.array.count)
		attr = attr->u.array.data[0];
	if (!attr || attr->kind != MLIRBC_ATTR_STRING || attr->u.string->size == 0)
		return false;
	*out = *attr->u.string;
	return true;
}

/* TensorFlow: tf.entry_function = {inputs = "x,y", outputs = "z"}. */
static bool entry_name(const struct model_function *function, bool result, size_t index, struct mlirbc_string *out)
{
	const struct mlirbc_attr *entry = mlirbc_op_attr(function->op, "tf.entry_function");
	struct mlirbc_string list;
	if (!entry || entry->kind != MLIRBC_ATTR_DICTIONARY ||
		!text_of(mlirbc_dictionary_find(entry, result ? "outputs" : "inputs"), &list))
		return false;
	const char *at = list.data, *end = list.data + list.size;
	for (; index && at; index--) {
		at = memchr(at, ',', (size_t)(end - at));
		at = at ? at + 1 : NULL;
	}
	if (!at)
		return false;
	const char *comma = memchr(at, ',', (size_t)(end - at));
	*out = (struct mlirbc_string){ at, (size_t)((comma ? comma : end) - at) };
	return out->size != 0;
}

/* The name in a location: JAX names arguments by loc("x"). */
static bool location_name(const struct mlirbc_attr *location, struct mlirbc_string *out)
{
	enum { DEEPEST = 8 };
	for (unsigned i = 0; location && i < DEEPEST; i++) {
		if (location->kind == MLIRBC_LOC_NAME) {
			*out = *location->u.name.name;
			return out->size != 0;
		}
		if (location->kind == MLIRBC_LOC_CALLSITE)
			location = location->u.callsite.callee;
		else if (location->kind == MLIRBC_LOC_FUSED && location->u.fused.parts.count)
			location = location->u.fused.parts.data[0];
		else
			return false;
	}
	return false;
}

static void find_name(const struct model_function *function, bool result, size_t index,
	const struct mlirbc_attr *location, struct model_name *out)
{
	const char *const keys[] = { result ? "jax.result_info" : "jax.arg_info", "tf_saved_model.index_path" };
	const struct mlirbc_attr *attrs = model_slot_attrs(function, result, index);
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		if (text_of(mlirbc_dictionary_find(attrs, keys[i]), &out->text))
			return;
	}
	if (entry_name(function, result, index, &out->text) || location_name(location, &out->text))
		return;
	const int size = snprintf(out->few, sizeof out->few, "%s%zu", result ? "result" : "arg", index);
	out->text = (struct mlirbc_string){ out->few, (size_t)size };
}

void model_argument_name(const struct model_function *function, size_t index, struct model_name *out_name)
{
	const struct mlirbc_region *body = function->op->region_count ? mlirbc_op_regions(function->op) : NULL;
	const struct mlirbc_block *entry = body ? body->first : NULL;
	const struct mlirbc_attr *location = entry && index < entry->argument_count
						     ? mlirbc_value_location(&entry->arguments[index])
						     : NULL;
	find_name(function, false, index, location, out_name);
}

void model_result_name(const struct model_function *function, size_t index, struct model_name *out_name)
{
	find_name(function, true, index, NULL, out_name);
}
