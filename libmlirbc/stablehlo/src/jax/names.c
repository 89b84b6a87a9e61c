/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of arguments and results in a module. */
#include <mlirbc/edit.h>
#include <mlirbc/stablehlo_names.h>
#include <string.h>

enum { DEEPEST = 8 }; /* nested locations, functions that pass an argument on */

/* The attributes of an argument or result; NULL: none. */
static const struct mlirbc_attr *attrs_of(const struct mlirbc_op *function, bool result, size_t index)
{
	const struct mlirbc_attr *all = mlirbc_op_attr(function, result ? "res_attrs" : "arg_attrs");
	if (!all || all->kind != MLIRBC_ATTR_ARRAY || index >= all->u.array.count)
		return NULL;
	return all->u.array.data[index]->kind == MLIRBC_ATTR_DICTIONARY ? all->u.array.data[index] : NULL;
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
static bool entry_name(const struct mlirbc_op *function, bool result, size_t index, struct mlirbc_string *out)
{
	const struct mlirbc_attr *entry = mlirbc_op_attr(function, "tf.entry_function");
	struct mlirbc_string list;
	if (!entry || entry->kind != MLIRBC_ATTR_DICTIONARY || !text_of(mlirbc_dictionary_find(entry, result ? "outputs" : "inputs"), &list))
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

/* JAX names arguments by loc("x"). */
static bool location_name(const struct mlirbc_attr *location, struct mlirbc_string *out)
{
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

static bool own_name(const struct mlirbc_op *function, bool result, size_t index, struct mlirbc_string *out)
{
	const char *const keys[] = { result ? "jax.result_info" : "jax.arg_info", "tf_saved_model.index_path" };
	const struct mlirbc_attr *attrs = attrs_of(function, result, index);
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (text_of(mlirbc_dictionary_find(attrs, keys[i]), out))
			return true;
	return entry_name(function, result, index, out);
}

static const struct mlirbc_value *argument_of(const struct mlirbc_op *function, size_t index)
{
	const struct mlirbc_region *body = function->region_count ? mlirbc_op_regions(function) : NULL;
	const struct mlirbc_block *entry = body ? body->first : NULL;
	return entry && index < entry->argument_count ? &entry->arguments[index] : NULL;
}

/* The function of the same block that a call calls; NULL: another operation. */
static const struct mlirbc_op *callee_of(const struct mlirbc_op *function, const struct mlirbc_op *call)
{
	const struct mlirbc_attr *callee = mlirbc_op_is(call, "func.call") ? mlirbc_op_attr(call, "callee") : NULL;
	if (!callee || callee->kind != MLIRBC_ATTR_SYMBOL || !function->parent)
		return NULL;
	const struct mlirbc_op *found = mlirbc_block_symbol(function->parent, callee->u.symbol.root);
	return found && mlirbc_op_is(found, "func.func") ? found : NULL;
}

/* The call that gets the value as an operand, and which one; the last call counts. */
static const struct mlirbc_op *passed_to(const struct mlirbc_op *function, const struct mlirbc_value *value, size_t *out_index)
{
	for (const struct mlirbc_operand *use = value->first_use; use; use = mlirbc_operand_next(use)) {
		const struct mlirbc_op *owner = mlirbc_operand_owner(use);
		const struct mlirbc_op *callee = callee_of(function, owner);
		if (callee) {
			*out_index = (size_t)(use - mlirbc_op_operands(owner));
			return callee;
		}
	}
	return NULL;
}

bool mlirbc_stablehlo_argument_name(const struct mlirbc_op *function, size_t index, struct mlirbc_string *out_name)
{
	for (unsigned i = 0; function && i < DEEPEST; i++) {
		const struct mlirbc_value *argument = argument_of(function, index);
		if (own_name(function, false, index, out_name) ||
			(argument && location_name(mlirbc_value_location(argument), out_name)))
			return true;
		function = argument ? passed_to(function, argument, &index) : NULL;
	}
	return false;
}

bool mlirbc_stablehlo_result_name(const struct mlirbc_op *function, size_t index, struct mlirbc_string *out_name)
{
	return own_name(function, true, index, out_name);
}
