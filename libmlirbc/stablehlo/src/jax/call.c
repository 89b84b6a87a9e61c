/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "jax/call.h"

#include <mlirbc/build.h>
#include <mlirbc/edit.h>
#include <mlirbc/rewrite.h>
#include <stdio.h>
#include <string.h>

bool shlo__jax_call_fail(struct shlo__jax_call *call, enum mlirbc_status status, const char *format, ...)
{
	if (call->status != MLIRBC_OK)
		return false;
	call->status = status;
	if (!BYTECURSOR_DIAG_IS_OPEN(call->diag))
		return false;
	struct bytecursor_diag full = BYTECURSOR_DIAG(status, mlirbc_status_name(status), MLIRBC_NO_OFFSET);
	va_list arguments;
	bytecursor_diag_add(&full, "JAX export: ");
	va_start(arguments, format);
	bytecursor_diag_add_v(&full, format, arguments);
	va_end(arguments);
	BYTECURSOR_DIAG_STORE(call->diag, &full);
	return false;
}

bool shlo__jax_call_no_memory(struct shlo__jax_call *call)
{
	const char *text;
	const enum mlirbc_status status = mlirbc_context_shortage(call->context, &text);
	return shlo__jax_call_fail(call, status, "%s", text);
}

bool shlo__jax_call_ok(struct shlo__jax_call *call, enum mlirbc_status status)
{
	if (call->status == MLIRBC_OK)
		call->status = status;
	return status == MLIRBC_OK;
}

/* ---- what main takes */

static bool is_token(const struct mlirbc_type *type)
{
	return type->kind == MLIRBC_TYPE_DIALECT || type->kind == MLIRBC_TYPE_BYTES || type->kind == MLIRBC_TYPE_CODED;
}

/* tensor<i32> or tensor<i64> */
static bool is_index(const struct mlirbc_type *type)
{
	return type->kind == MLIRBC_TYPE_TENSOR && type->u.shaped.rank == 0 && type->u.shaped.element->kind == MLIRBC_TYPE_INTEGER &&
	       (type->u.shaped.element->u.integer.width == 32 || type->u.shaped.element->u.integer.width == 64);
}

static bool check_type(struct shlo__jax_call *call, const char *what, size_t leaf, const struct mlirbc_jax_aval *aval,
	const struct mlirbc_type *found)
{
	const struct mlirbc_type *expected = shlo__jax_type(call->context, aval);
	if (!expected)
		return aval->rank > 64 ? shlo__jax_call_fail(call, MLIRBC_E_LIMIT, "%s %zu has more than 64 dimensions", what, leaf)
				       : shlo__jax_call_no_memory(call);
	bool same = found->kind == MLIRBC_TYPE_TENSOR && found->u.shaped.element == expected->u.shaped.element &&
		    found->u.shaped.rank == expected->u.shaped.rank;
	for (size_t i = 0; same && i < expected->u.shaped.rank; i++)
		same = found->u.shaped.dims[i] == expected->u.shaped.dims[i] || found->u.shaped.dims[i] == MLIRBC_DYNAMIC;
	return same || shlo__jax_call_fail(call, MLIRBC_E_CORRUPT, "%s %zu of the artifact does not have the type that the file describes",
			       what, leaf);
}

static bool check_tokens(struct shlo__jax_call *call, const struct mlirbc_types *types, size_t first)
{
	for (size_t i = 0; i < call->tokens; i++)
		if (!is_token(types->data[first + i]))
			return shlo__jax_call_fail(call, MLIRBC_E_CORRUPT, "the artifact has no token for an ordered effect");
	return true;
}

bool shlo__jax_check_main(struct shlo__jax_call *call)
{
	const struct mlirbc_jax_export *e = call->exported;
	const struct mlirbc_types *inputs = &call->type->u.function.inputs, *results = &call->type->u.function.results;
	call->platforms = e->platforms.count > 1;
	call->tokens = e->ordered_effects.count;
	const size_t first = call->platforms + call->tokens;
	if (mlirbc_op_regions(call->main)->first->argument_count != inputs->count)
		return shlo__jax_call_fail(call, MLIRBC_E_CORRUPT, "the artifact's main has other arguments than its type");
	if (inputs->count != first + e->kept_count || results->count != call->tokens + e->out_avals.count)
		return shlo__jax_call_fail(call, MLIRBC_E_CORRUPT,
			"the artifact has %zu arguments and %zu results, expected %zu and %zu", inputs->count, results->count,
			first + e->kept_count, call->tokens + e->out_avals.count);
	const struct mlirbc_type *index = call->platforms ? inputs->data[0] : NULL;
	if (index && !is_index(index))
		return shlo__jax_call_fail(call, MLIRBC_E_CORRUPT, "the artifact does not take the index of the platform");
	if (!check_tokens(call, inputs, call->platforms) || !check_tokens(call, results, 0))
		return false;
	for (size_t i = 0; i < e->kept_count; i++)
		if (!check_type(call, "argument", e->kept[i], &e->in_avals.data[e->kept[i]], inputs->data[first + i]))
			return false;
	for (size_t i = 0; i < e->out_avals.count; i++)
		if (!check_type(call, "result", i, &e->out_avals.data[i], results->data[call->tokens + i]))
			return false;
	return true;
}

/* ---- a function of all leaves */

/* `tf.aliasing_output` has the number of a result of the artifact, which callers do not see. */
static const struct mlirbc_attr *without_alias(struct mlirbc_context *context, const struct mlirbc_attr *attrs)
{
	if (!mlirbc_dictionary_find(attrs->kind == MLIRBC_ATTR_DICTIONARY ? attrs : NULL, "tf.aliasing_output"))
		return attrs;
	const size_t count = attrs->u.dictionary.count;
	struct mlirbc_named_attr *entries = mlirbc_context_alloc(context, count * sizeof *entries, _Alignof(struct mlirbc_named_attr));
	size_t kept = 0;
	for (size_t i = 0; entries && i < count; i++) {
		const struct mlirbc_string *name = attrs->u.dictionary.data[i].name;
		if (name->size != 18 || memcmp(name->data, "tf.aliasing_output", 18) != 0)
			entries[kept++] = attrs->u.dictionary.data[i];
	}
	return entries ? mlirbc_attr_dictionary(context, entries, kept) : NULL;
}

/* Attributes of the artifact's arguments (`first` of them are not leaves) or results, for the leaves. */
static const struct mlirbc_attr *leaf_attrs(struct shlo__jax_call *call, const char *name, size_t first, size_t count, const uint16_t *kept,
	size_t kept_count)
{
	const struct mlirbc_attr *all = mlirbc_op_attr(call->main, name), *none = mlirbc_attr_dictionary(call->context, NULL, 0);
	const struct mlirbc_attr **list = mlirbc_context_alloc(call->context, (count + 1) * sizeof *list, _Alignof(void *));
	if (!none || !list)
		return NULL;
	for (size_t i = 0; i < count; i++)
		list[i] = none;
	const bool any = all && all->kind == MLIRBC_ATTR_ARRAY;
	for (size_t i = 0; any && i < kept_count && first + i < all->u.array.count; i++)
		if (!(list[kept ? kept[i] : i] = without_alias(call->context, all->u.array.data[first + i])))
			return NULL;
	return mlirbc_attr_array(call->context, list, count);
}

static const struct mlirbc_type *leaf_function(struct shlo__jax_call *call)
{
	const struct mlirbc_jax_export *e = call->exported;
	const struct mlirbc_types *inputs = &call->type->u.function.inputs, *results = &call->type->u.function.results;
	const struct mlirbc_type **types = mlirbc_context_alloc(call->context, (e->in_avals.count + 1) * sizeof *types, _Alignof(void *));
	for (size_t i = 0; types && i < e->in_avals.count; i++)
		if (!(types[i] = shlo__jax_type(call->context, &e->in_avals.data[i])))
			return NULL;
	for (size_t i = 0; types && i < e->kept_count; i++)
		types[e->kept[i]] = inputs->data[call->platforms + call->tokens + i];
	return types ? mlirbc_type_function(call->context, types, e->in_avals.count, results->data + call->tokens, results->count - call->tokens)
		     : NULL;
}

/* The artifact's main gets a name that is free, and becomes private. */
static bool hide_main(struct shlo__jax_call *call, const struct mlirbc_attr **out_symbol)
{
	struct mlirbc_string name;
	char text[48];
	unsigned number = 0;
	do {
		name.size = (size_t)snprintf(text, sizeof text, "main_exported%.0u", number++);
		name.data = text;
	} while (mlirbc_block_symbol(mlirbc_module_symbols(call->module), &name));
	const struct mlirbc_attr *own = mlirbc_attr_string(call->context, text, name.size);
	const struct mlirbc_attr *hidden = mlirbc_attr_string(call->context, "private", 7);
	*out_symbol = mlirbc_attr_symbol(call->context, text, name.size);
	if (!own || !hidden || !*out_symbol)
		return shlo__jax_call_no_memory(call);
	return shlo__jax_call_ok(call, mlirbc_op_set_attr(call->main, "sym_name", own)) &&
	       shlo__jax_call_ok(call, mlirbc_op_set_attr(call->main, "sym_visibility", hidden));
}

/* The operands of the call: constants and tokens, then leaves. */
static struct mlirbc_value **make_operands(struct shlo__jax_call *call, struct mlirbc_builder *b, struct mlirbc_block *block)
{
	const struct mlirbc_jax_export *e = call->exported;
	const struct mlirbc_types *inputs = &call->type->u.function.inputs;
	struct mlirbc_value **operands = mlirbc_context_alloc(call->context, (inputs->count + 1) * sizeof *operands, _Alignof(void *));
	const uint8_t index[8] = { (uint8_t)call->platform, (uint8_t)(call->platform >> 8) };
	if (!operands || !block)
		return NULL;
	if (call->platforms) {
		const struct mlirbc_attr *value =
			mlirbc_attr_dense(call->context, inputs->data[0], index, mlirbc_type_width(inputs->data[0]->u.shaped.element) / 8);
		operands[0] = MLIRBC_VALUE(b, "stablehlo.constant", MLIRBC_RESULTS(inputs->data[0]), MLIRBC_ATTRS({ "value", value }));
	}
	for (size_t i = 0; i < call->tokens; i++)
		operands[call->platforms + i] =
			MLIRBC_VALUE(b, "stablehlo.after_all", MLIRBC_RESULTS(inputs->data[call->platforms + i]));
	for (size_t i = 0; i < e->kept_count; i++)
		operands[call->platforms + call->tokens + i] = &block->arguments[e->kept[i]];
	return operands;
}

static bool make_body(struct shlo__jax_call *call, struct mlirbc_builder *b, struct mlirbc_block *block, const struct mlirbc_attr *symbol)
{
	const struct mlirbc_types *inputs = &call->type->u.function.inputs, *results = &call->type->u.function.results;
	const struct mlirbc_build_attr callee = { "callee", symbol };
	struct mlirbc_build_op op = { .name = "func.call", .operands = make_operands(call, b, block), .operand_count = inputs->count,
		.results = results->data, .result_count = results->count, .attrs = &callee, .attr_count = 1 };
	struct mlirbc_op *made = op.operands ? mlirbc_builder_op(b, &op) : NULL;
	const size_t count = results->count - call->tokens;
	struct mlirbc_value **values = mlirbc_context_alloc(call->context, (count + 1) * sizeof *values, _Alignof(void *));
	for (size_t i = 0; made && values && i < count; i++)
		values[i] = &mlirbc_op_results(made)[call->tokens + i];
	if (!made || !values)
		return shlo__jax_call_no_memory(call);
	op = (struct mlirbc_build_op){ .name = "func.return", .operands = values, .operand_count = count };
	return mlirbc_builder_op(b, &op) || shlo__jax_call_no_memory(call);
}

bool shlo__jax_wrap_main(struct shlo__jax_call *call)
{
	const struct mlirbc_jax_export *e = call->exported;
	const struct mlirbc_attr *symbol;
	struct mlirbc_builder builder;
	if (!call->platforms && !call->tokens && e->kept_count == e->in_avals.count)
		return true;
	const struct mlirbc_attr *args = leaf_attrs(call, "arg_attrs", call->platforms + call->tokens, e->in_avals.count, e->kept, e->kept_count);
	const struct mlirbc_attr *rest = leaf_attrs(call, "res_attrs", call->tokens, e->out_avals.count, NULL, e->out_avals.count);
	const struct mlirbc_type *type = leaf_function(call);
	if (!args || !rest || !type)
		return shlo__jax_call_no_memory(call);
	if (!hide_main(call, &symbol))
		return false;
	mlirbc_builder_init_module(&builder, call->module);
	struct mlirbc_block *block = mlirbc_builder_function(&builder, "main", type);
	if (!block || !make_body(call, &builder, block, symbol))
		return shlo__jax_call_no_memory(call);
	for (size_t i = 0; i < e->kept_count; i++)
		mlirbc_value_set_location(&block->arguments[e->kept[i]],
			mlirbc_value_location(&mlirbc_op_regions(call->main)->first->arguments[call->platforms + call->tokens + i]));
	struct mlirbc_op *inner = call->main;
	call->main = block->parent->parent;
	return shlo__jax_call_ok(call, mlirbc_op_set_attr(call->main, "arg_attrs", args)) &&
	       shlo__jax_call_ok(call, mlirbc_op_set_attr(call->main, "res_attrs", rest)) &&
	       shlo__jax_call_ok(call, mlirbc_op_insert_before(call->main, inner));
}
