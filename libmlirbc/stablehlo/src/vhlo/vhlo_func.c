/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes of functions, calls and returns. */
#include "vhlo/props.h"

#include <string.h>

/* ---- from VHLO */

static const struct mlirbc_attr *required(struct shlo__job *job, const struct mlirbc_op *op, const char *name)
{
	const struct mlirbc_attr *attr = shlo__vhlo_inherent(op, name, strlen(name));
	if (!attr)
		shlo__job_fail(job, MLIRBC_E_CORRUPT, "attribute \"%s\" is missing", name);
	return attr ? shlo__attr_from(job, attr) : NULL;
}

static bool wrong(struct shlo__job *job, const char *name, const char *expected)
{
	return shlo__job_fail(job, MLIRBC_E_CORRUPT, "attribute \"%s\" is not %s", name, expected);
}

static bool add(struct shlo__job *job, struct shlo__props *out, const char *name, const struct mlirbc_attr *value)
{
	return shlo__props_add(job, out, name, strlen(name), value);
}

static bool string_from(struct shlo__job *job, const struct mlirbc_op *op, const char *name, struct shlo__props *out)
{
	const struct mlirbc_attr *value = required(job, op, name);
	if (!value)
		return false;
	if (value->kind != MLIRBC_ATTR_STRING)
		return wrong(job, name, "a string");
	bool is_default = strcmp(name, "sym_visibility") == 0 && value->u.string->size == 0;
	return is_default || add(job, out, name, value);
}

static bool is_dictionaries(const struct mlirbc_attr *value, size_t count)
{
	if (value->kind != MLIRBC_ATTR_ARRAY || value->u.array.count != count)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (value->u.array.data[i]->kind != MLIRBC_ATTR_DICTIONARY)
			return false;
	}
	return true;
}

static bool dictionaries_from(
	struct shlo__job *job, const struct mlirbc_op *op, const char *name, size_t count, struct shlo__props *out)
{
	const struct mlirbc_attr *value = required(job, op, name);
	if (!value)
		return false;
	if (value->kind == MLIRBC_ATTR_ARRAY && value->u.array.count == 0)
		return true;
	if (!is_dictionaries(value, count))
		return wrong(job, name, "an array with a dictionary for each argument or result");
	return add(job, out, name, value);
}

static bool call_from(struct shlo__job *job, const struct mlirbc_op *op, struct shlo__props *out)
{
	const struct mlirbc_attr *value = required(job, op, "callee");
	if (!value)
		return false;
	if (value->kind != MLIRBC_ATTR_STRING)
		return wrong(job, "callee", "a string");
	value = mlirbc_attr_symbol(job->context, value->u.string->data, value->u.string->size);
	return value ? add(job, out, "callee", value) : shlo__job_memory(job);
}

bool shlo__func_from(
	struct shlo__job *job, const struct mlirbc_op *op, const struct shlo__op_role *role, struct shlo__props *out)
{
	if (role->role == SHLO__RETURN)
		return true;
	if (role->role == SHLO__CALL)
		return call_from(job, op, out);
	const struct mlirbc_attr *type = required(job, op, "function_type");
	if (!type)
		return false;
	if (type->kind != MLIRBC_ATTR_TYPE || type->u.type_value->kind != MLIRBC_TYPE_FUNCTION)
		return wrong(job, "function_type", "a function type");
	const struct mlirbc_type *function = type->u.type_value;
	return string_from(job, op, "sym_name", out) && string_from(job, op, "sym_visibility", out) &&
	       add(job, out, "function_type", type) &&
	       dictionaries_from(job, op, "arg_attrs", function->u.function.inputs.count, out) &&
	       dictionaries_from(job, op, "res_attrs", function->u.function.results.count, out);
}

/* ---- to VHLO */

static bool string_to(struct shlo__job *job, const struct mlirbc_op *op, const char *name, struct shlo__props *out)
{
	const struct mlirbc_attr *value = shlo__vhlo_inherent(op, name, strlen(name));
	const struct mlirbc_string empty = { "", 0 };
	if (!value && strcmp(name, "sym_visibility") == 0)
		return add(job, out, name, shlo__make_string(job, &empty));
	if (!value || value->kind != MLIRBC_ATTR_STRING)
		return wrong(job, name, "a string");
	return add(job, out, name, shlo__make_string(job, value->u.string));
}

/* What has no form in VHLO is left out. `number`: of the argument or result. */
static const struct mlirbc_attr *dictionary_to(struct shlo__job *job, const char *what, size_t number, const struct mlirbc_attr *from)
{
	const size_t count = from->u.dictionary.count;
	const struct mlirbc_attr **items = shlo__room(job, 2 * count);
	size_t kept = 0;
	for (size_t i = 0; items && i < count; i++) {
		const struct mlirbc_named_attr *entry = &from->u.dictionary.data[i];
		const struct mlirbc_attr *value = shlo__is_foreign(job, entry->value) ? NULL : shlo__attr_to(job, entry->value);
		if (job->status != MLIRBC_OK)
			return NULL;
		if (value) {
			items[kept++] = shlo__make_string(job, entry->name);
			items[kept++] = value;
		} else {
			shlo__job_note(job, "attribute \"%.*s\" of %s %zu is left out: VHLO has no form for its value",
				entry->name->size < 60 ? (int)entry->name->size : 60, entry->name->data,
				strcmp(what, "arg_attrs") == 0 ? "argument" : "result", number);
		}
		if (job->status != MLIRBC_OK)
			return NULL;
	}
	const struct mlirbc_attr *list = items ? shlo__made(job, mlirbc_attr_array(job->context, items, kept)) : NULL;
	return list ? shlo__make_attr(job, "dict_v1", &list, 1) : NULL;
}

static bool dictionaries_to(
	struct shlo__job *job, const struct mlirbc_op *op, const char *name, size_t count, struct shlo__props *out)
{
	const struct mlirbc_attr *value = shlo__vhlo_inherent(op, name, strlen(name));
	if (!value)
		return add(job, out, name, shlo__make_array(job, NULL, 0));
	if (!is_dictionaries(value, count))
		return wrong(job, name, "an array with a dictionary for each argument or result");
	const struct mlirbc_attr **items = shlo__room(job, count);
	for (size_t i = 0; items && i < count; i++) {
		if (!(items[i] = dictionary_to(job, name, i, value->u.array.data[i])))
			return false;
	}
	return items && add(job, out, name, shlo__make_array(job, items, count));
}

static bool call_to(struct shlo__job *job, const struct mlirbc_op *op, struct shlo__props *out)
{
	static const char *const others[] = { "arg_attrs", "res_attrs" };
	const struct mlirbc_attr *value = shlo__vhlo_inherent(op, "callee", 6);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		if (shlo__vhlo_inherent(op, others[i], strlen(others[i])))
			return shlo__job_fail(
				job, MLIRBC_E_UNSUPPORTED, "a call has no attribute \"%s\" in VHLO", others[i]);
	}
	if (!value || value->kind != MLIRBC_ATTR_SYMBOL || value->u.symbol.count)
		return wrong(job, "callee", "the name of a function");
	return add(job, out, "callee", shlo__make_string(job, value->u.symbol.root));
}

bool shlo__func_to(
	struct shlo__job *job, const struct mlirbc_op *op, const struct shlo__op_role *role, struct shlo__props *out)
{
	if (role->role == SHLO__RETURN)
		return true;
	if (shlo__vhlo_inherent(op, "no_inline", 9))
		return shlo__job_fail(job, MLIRBC_E_UNSUPPORTED, "VHLO has no attribute \"no_inline\"");
	if (role->role == SHLO__CALL)
		return call_to(job, op, out);
	const struct mlirbc_attr *type = shlo__vhlo_inherent(op, "function_type", 13);
	if (!type || type->kind != MLIRBC_ATTR_TYPE || type->u.type_value->kind != MLIRBC_TYPE_FUNCTION)
		return wrong(job, "function_type", "a function type");
	const struct mlirbc_type *function = type->u.type_value;
	return string_to(job, op, "sym_name", out) && string_to(job, op, "sym_visibility", out) &&
	       add(job, out, "function_type", shlo__make_type_attr(job, function)) &&
	       dictionaries_to(job, op, "arg_attrs", function->u.function.inputs.count, out) &&
	       dictionaries_to(job, op, "res_attrs", function->u.function.results.count, out);
}
