/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Values of tuple types become one value for each element, nested tuples included. An operation that takes or returns tuples is made
 * anew: before it, get_tuple_element takes its operands apart; behind it and at the start of its blocks, tuple puts values together.
 * Forwarding then removes the pairs. */
#include "dialect/attrs.h"
#include "dialect/types.h"
#include "passes/pass.h"

#include <mlirbc/build.h>
#include <mlirbc/rewrite.h>
#include <string.h>

enum { MOST_NESTED = 64 };

static bool is_tuple(const struct mlirbc_type *type) { return type->kind == MLIRBC_TYPE_TUPLE; }

/* Types share parts, so a short type can have any number of elements. */
static bool is_too_large(struct shlo__pass *pass, unsigned depth)
{
	if (depth < MOST_NESTED && pass->work++ < pass->options.max_ops)
		return false;
	shlo__pass_fail(pass, MLIRBC_E_LIMIT, NULL, "a tuple type is nested more than %d deep, or has too many elements", MOST_NESTED);
	return true;
}

/* The types of the elements, in order. */
static bool add_types(struct shlo__pass *pass, struct shlo__row *row, const struct mlirbc_type *type, unsigned depth)
{
	if (!is_tuple(type))
		return shlo__pass_push(pass, row, type);
	if (is_too_large(pass, depth))
		return false;
	for (size_t i = 0; i < type->u.tuple.count; i++) {
		if (!add_types(pass, row, type->u.tuple.data[i], depth + 1))
			return false;
	}
	return true;
}

/* The elements of a value, taken apart before an operation. */
static bool add_values(
	struct shlo__pass *pass, struct shlo__row *row, struct mlirbc_value *value, struct mlirbc_op *before, unsigned depth)
{
	if (!is_tuple(value->type))
		return shlo__pass_push(pass, row, value);
	if (is_too_large(pass, depth))
		return false;
	const struct mlirbc_type *i32 = mlirbc_type_integer(pass->context, 32, MLIRBC_SIGNLESS);
	for (size_t i = 0; i < value->type->u.tuple.count; i++) {
		const struct mlirbc_type *type = value->type->u.tuple.data[i];
		struct mlirbc_named_attr index = { mlirbc_string_get(pass->context, "index", 5),
			i32 ? mlirbc_attr_integer(pass->context, i32, i) : NULL };
		const struct mlirbc_attr *properties =
			index.name && index.value ? mlirbc_attr_dictionary(pass->context, &index, 1) : NULL;
		if (!properties)
			return shlo__pass_no_memory(pass);
		struct mlirbc_op *op = shlo__pass_make(pass,
			&(const struct mlirbc_op_spec){ .name = "stablehlo.get_tuple_element", .name_size = 27,
				.properties = properties, .result_types = &type, .result_count = 1, .operands = &value,
				.operand_count = 1 },
			before);
		if (!op || !add_values(pass, row, mlirbc_op_results(op), before, depth + 1))
			return false;
	}
	return true;
}

/* A value of the type, made of the values from *at on; NULL after a failure. */
static struct mlirbc_value *gather(struct shlo__pass *pass, const struct mlirbc_type *type, struct mlirbc_value **values, size_t *at,
	struct mlirbc_op *before)
{
	if (!is_tuple(type))
		return values[(*at)++];
	struct shlo__row elements = { 0 };
	bool ok = true;
	for (size_t i = 0; ok && i < type->u.tuple.count; i++) {
		struct mlirbc_value *element = gather(pass, type->u.tuple.data[i], values, at, before);
		ok = element && shlo__pass_push(pass, &elements, element);
	}
	struct mlirbc_op *op = ok ? shlo__pass_make(pass,
					    &(const struct mlirbc_op_spec){ .name = "stablehlo.tuple", .name_size = 15,
						    .result_types = &type, .result_count = 1,
						    .operands = (struct mlirbc_value *const *)(void *)elements.items,
						    .operand_count = elements.count },
					    before)
				  : NULL;
	shlo__pass_free(pass, &elements);
	return op ? mlirbc_op_results(op) : NULL;
}

/* ---- blocks */

/* Moves the operations of `from` into a new block of `region`, whose arguments are the elements of those of `from`. */
static bool move_block(struct shlo__pass *pass, struct mlirbc_block *from, struct mlirbc_region *region)
{
	struct shlo__row types = { 0 }, places = { 0 }, values = { 0 };
	bool ok = true;
	size_t at = 0;
	for (uint32_t i = 0; ok && i < from->argument_count; i++) {
		ok = add_types(pass, &types, from->arguments[i].type, 0);
		while (ok && places.count < types.count)
			ok = shlo__pass_push(pass, &places, mlirbc_value_location(&from->arguments[i]));
	}
	struct mlirbc_block *block = ok ? mlirbc_block_create(pass->context, region,
						  (const struct mlirbc_type *const *)(void *)types.items,
						  (const struct mlirbc_attr *const *)(void *)places.items, types.count)
					: NULL;
	if (ok && !block)
		ok = shlo__pass_no_memory(pass);
	while (ok && from->first)
		ok = shlo__pass_ok(pass, mlirbc_op_insert_at_end(from->first, block));
	for (size_t i = 0; ok && i < types.count; i++)
		ok = shlo__pass_push(pass, &values, &block->arguments[i]);
	for (uint32_t i = 0; ok && block->first && i < from->argument_count; i++) {
		struct mlirbc_op *first = block->first;
		struct mlirbc_value *value =
			gather(pass, from->arguments[i].type, (struct mlirbc_value **)(void *)values.items, &at, first);
		ok = value != NULL;
		if (ok)
			mlirbc_value_replace(&from->arguments[i], value);
	}
	shlo__pass_free(pass, &types);
	shlo__pass_free(pass, &places);
	shlo__pass_free(pass, &values);
	return ok;
}

static bool move_regions(struct shlo__pass *pass, struct mlirbc_op *from, struct mlirbc_op *into)
{
	for (uint32_t i = 0; i < from->region_count; i++) {
		struct mlirbc_region *region = &mlirbc_op_regions(from)[i];
		if (region->block_count == 1) {
			if (!move_block(pass, region->first, &mlirbc_op_regions(into)[i]))
				return false;
		} else if (!shlo__pass_ok(pass, mlirbc_region_take(&mlirbc_op_regions(into)[i], region))) {
			return false;
		}
	}
	return true;
}

/* ---- operations */

static bool has_tuple(const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		if (value && is_tuple(value->type))
			return true;
	}
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (is_tuple(mlirbc_op_results(op)[i].type))
			return true;
	}
	return false;
}

/* The operation with elements in place of tuples; its results are put together behind it. */
static bool rebuild(struct shlo__pass *pass, struct mlirbc_op *op)
{
	struct shlo__row operands = { 0 }, types = { 0 }, results = { 0 }, values = { 0 };
	bool ok = true;
	size_t at = 0;
	for (uint32_t i = 0; ok && i < op->operand_count; i++)
		ok = add_values(pass, &operands, mlirbc_op_operands(op)[i].value, op, 0);
	for (uint32_t i = 0; ok && i < op->result_count; i++)
		ok = add_types(pass, &types, mlirbc_op_results(op)[i].type, 0);
	struct mlirbc_op *made = ok ? shlo__pass_make(pass,
					      &(const struct mlirbc_op_spec){ .unique_name = op->name,
						      .attributes = mlirbc_op_attributes(op),
						      .properties = mlirbc_op_properties(op),
						      .result_types = (const struct mlirbc_type *const *)(void *)types.items,
						      .result_count = types.count,
						      .operands = (struct mlirbc_value *const *)(void *)operands.items,
						      .operand_count = operands.count,
						      .region_count = op->region_count },
					      op)
				    : NULL;
	ok = made && move_regions(pass, op, made);
	for (size_t i = 0; ok && i < types.count; i++)
		ok = shlo__pass_push(pass, &results, &mlirbc_op_results(made)[i]);
	for (uint32_t i = 0; ok && i < op->result_count; i++) {
		struct mlirbc_value *value = gather(
			pass, mlirbc_op_results(op)[i].type, (struct mlirbc_value **)(void *)results.items, &at, op);
		ok = value && shlo__pass_push(pass, &values, value);
	}
	ok = ok && shlo__pass_replace(pass, op, (struct mlirbc_value *const *)(void *)values.items);
	shlo__pass_free(pass, &operands);
	shlo__pass_free(pass, &types);
	shlo__pass_free(pass, &results);
	shlo__pass_free(pass, &values);
	pass->report.tuples += ok;
	return ok;
}

/* ---- functions */

/* The array of dictionaries with the entry of a tuple repeated for its elements. */
static bool spread_attrs(struct shlo__pass *pass, struct mlirbc_op *function, const char *name, const struct mlirbc_types *types)
{
	const struct mlirbc_attr *old = mlirbc_op_attr(function, name);
	struct shlo__row entries = { 0 }, elements = { 0 };
	bool ok = true;
	if (!old || old->kind != MLIRBC_ATTR_ARRAY || old->u.array.count != types->count)
		return true;
	for (size_t i = 0; ok && i < types->count; i++) {
		ok = add_types(pass, &elements, types->data[i], 0);
		while (ok && entries.count < elements.count)
			ok = shlo__pass_push(pass, &entries, old->u.array.data[i]);
	}
	const struct mlirbc_attr *made = ok ? mlirbc_attr_array(pass->context,
						      (const struct mlirbc_attr *const *)(void *)entries.items, entries.count)
					    : NULL;
	shlo__pass_free(pass, &entries);
	shlo__pass_free(pass, &elements);
	return made ? shlo__pass_ok(pass, mlirbc_op_set_attr(function, name, made)) : shlo__pass_no_memory(pass);
}

static const struct mlirbc_type *function_type(const struct mlirbc_op *function)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(function, "function_type");
	return attr && attr->kind == MLIRBC_ATTR_TYPE && attr->u.type_value->kind == MLIRBC_TYPE_FUNCTION ? attr->u.type_value : NULL;
}

static bool any_tuple(const struct mlirbc_types *types)
{
	for (size_t i = 0; i < types->count; i++) {
		if (is_tuple(types->data[i]))
			return true;
	}
	return false;
}

static bool set_function_type(struct shlo__pass *pass, struct mlirbc_op *function, const struct mlirbc_type *old)
{
	struct shlo__row inputs = { 0 }, results = { 0 };
	bool ok = true;
	for (size_t i = 0; ok && i < old->u.function.inputs.count; i++)
		ok = add_types(pass, &inputs, old->u.function.inputs.data[i], 0);
	for (size_t i = 0; ok && i < old->u.function.results.count; i++)
		ok = add_types(pass, &results, old->u.function.results.data[i], 0);
	const struct mlirbc_type *type = ok ? mlirbc_type_function(pass->context,
						      (const struct mlirbc_type *const *)(void *)inputs.items, inputs.count,
						      (const struct mlirbc_type *const *)(void *)results.items, results.count)
					    : NULL;
	const struct mlirbc_attr *attr = type ? mlirbc_attr_type(pass->context, type) : NULL;
	shlo__pass_free(pass, &inputs);
	shlo__pass_free(pass, &results);
	return attr ? shlo__pass_ok(pass, mlirbc_op_set_attr(function, "function_type", attr)) : shlo__pass_no_memory(pass);
}

static bool rebuild_function(struct shlo__pass *pass, struct mlirbc_op *function, const struct mlirbc_type *type)
{
	struct mlirbc_op *made = shlo__pass_make(pass,
		&(const struct mlirbc_op_spec){ .unique_name = function->name, .attributes = mlirbc_op_attributes(function),
			.properties = mlirbc_op_properties(function), .region_count = function->region_count },
		function);
	if (!made)
		return false;
	made->isolated = function->isolated;
	if (!move_regions(pass, function, made) || !set_function_type(pass, made, type) ||
		!spread_attrs(pass, made, "arg_attrs", &type->u.function.inputs) ||
		!spread_attrs(pass, made, "res_attrs", &type->u.function.results))
		return false;
	pass->report.tuples++;
	return shlo__pass_ok(pass, mlirbc_op_erase(function));
}

/* ---- the pass */

/* False also after a failure: the types are too large. stablehlo.tuple has no elements of other types, which functions and custom calls
 * take inside of tuples. */
static bool has_elements(struct shlo__pass *pass, const struct mlirbc_type *tuple, unsigned depth)
{
	if (is_too_large(pass, depth))
		return false;
	for (size_t i = 0; i < tuple->u.tuple.count; i++) {
		const struct mlirbc_type *type = tuple->u.tuple.data[i];
		if (is_tuple(type) ? !has_elements(pass, type, depth + 1) : !shlo__type_fits('V', type))
			return false;
	}
	return true;
}

static bool all_have_elements(struct shlo__pass *pass, const struct mlirbc_types *types)
{
	for (size_t i = 0; i < types->count; i++) {
		if (is_tuple(types->data[i]) && !has_elements(pass, types->data[i], 0))
			return false;
	}
	return true;
}

/* Its operands have the types of values that change with it. */
static bool op_has_elements(struct shlo__pass *pass, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count + op->result_count; i++) {
		const struct mlirbc_value *value =
			i < op->operand_count ? mlirbc_op_operands(op)[i].value : &mlirbc_op_results(op)[i - op->operand_count];
		if (value && is_tuple(value->type) && !has_elements(pass, value->type, 0))
			return false;
	}
	return true;
}

/* A function with several blocks stays: its entry block cannot be made anew in front of the others. So does one that another operation
 * than a return ends. */
static bool can_change(const struct mlirbc_op *function)
{
	const struct mlirbc_block *body = function->region_count == 1 ? mlirbc_op_regions(function)->first : NULL;
	if (!body)
		return function->region_count == 1;
	return !body->next && body->last && (mlirbc_op_is(body->last, "func.return") || mlirbc_op_is(body->last, "stablehlo.return"));
}

/* The function, its returns and its calls change together or not at all. */
static bool is_spread(struct shlo__pass *pass, struct mlirbc_op *function)
{
	const struct shlo__function *slot = function ? shlo__pass_function_of(pass, function) : NULL;
	return slot && !slot->kept;
}

/* A custom call whose only tuple is its result: to XLA, several results are the same. Of the indices of aliases, the first then is that of
 * a result, as it is with several results. */
static bool is_spread_call(struct shlo__pass *pass, const struct mlirbc_op *op)
{
	const struct mlirbc_type *type = op->result_count == 1 ? mlirbc_op_results(op)[0].type : NULL;
	if (!type || !is_tuple(type) || type->u.tuple.count < 2)
		return false;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (is_tuple(mlirbc_op_operands(op)[i].value->type))
			return false;
	}
	for (size_t i = 0; i < type->u.tuple.count; i++) {
		if (is_tuple(type->u.tuple.data[i]))
			return false;
	}
	return has_elements(pass, type, 0);
}

static bool is_rebuilt(struct shlo__pass *pass, struct mlirbc_op *op)
{
	const struct shlo__function *callee;
	struct mlirbc_op *parent = mlirbc_op_parent(op);
	switch (shlo__pass_code(pass, op)) {
	case MLIRBC_STABLEHLO_while:
	case MLIRBC_STABLEHLO_if:
	case MLIRBC_STABLEHLO_case:
	case MLIRBC_STABLEHLO_optimization_barrier: return op_has_elements(pass, op);
	case MLIRBC_STABLEHLO_custom_call: return is_spread_call(pass, op);
	case MLIRBC_STABLEHLO_return:
		if (parent && shlo__pass_code(pass, parent) != MLIRBC_STABLEHLO_NONE)
			return is_rebuilt(pass, parent);
		return parent && mlirbc_op_is(parent, "func.func") && is_spread(pass, parent);
	case MLIRBC_STABLEHLO_NONE: break;
	default: return false;
	}
	if (mlirbc_op_is(op, "func.return"))
		return is_spread(pass, parent);
	callee = mlirbc_op_is(op, "func.call") ? shlo__pass_function(pass, op, mlirbc_op_attr(op, "callee")) : NULL;
	return callee && is_spread(pass, callee->op);
}

/* Composites keep their tuples, so their decompositions do. */
static bool keep_functions(struct shlo__pass *pass)
{
	for (struct mlirbc_op *op = NULL; (op = shlo__pass_next(pass, op)) != NULL;) {
		struct shlo__function *function = NULL;
		if (shlo__pass_code(pass, op) == MLIRBC_STABLEHLO_composite) {
			function = shlo__pass_function(pass, op, mlirbc_op_attr(op, "decomposition"));
		} else if (mlirbc_op_is(op, "func.func")) {
			const struct mlirbc_type *type = function_type(op);
			if (type && can_change(op) && all_have_elements(pass, &type->u.function.inputs) &&
				all_have_elements(pass, &type->u.function.results))
				continue;
			function = shlo__pass_function_of(pass, op);
		}
		if (function)
			function->kept = true;
	}
	return pass->status == MLIRBC_OK;
}

static bool rebuild_all(struct shlo__pass *pass, const struct shlo__row *ops)
{
	for (size_t i = 0; i < ops->count; i++) {
		struct mlirbc_op *op = ops->items[i];
		const struct mlirbc_type *type = mlirbc_op_is(op, "func.func") ? function_type(op) : NULL;
		if (type ? !rebuild_function(pass, op, type) : !rebuild(pass, op))
			return false;
	}
	return true;
}

/* get_tuple_element of a tuple; then tuples that are not used any more. */
static bool forward(struct shlo__pass *pass)
{
	struct shlo__row tuples = { 0 };
	bool ok = true;
	for (struct mlirbc_op *op = shlo__pass_next(pass, NULL), *next; ok && op; op = next) {
		int64_t index;
		next = shlo__pass_next(pass, op);
		enum mlirbc_stablehlo_code code = shlo__pass_code(pass, op);
		if (code == MLIRBC_STABLEHLO_tuple)
			ok = shlo__pass_push(pass, &tuples, op);
		struct mlirbc_op *from = code == MLIRBC_STABLEHLO_get_tuple_element && op->operand_count == 1
						 ? mlirbc_value_op(mlirbc_op_operands(op)[0].value)
						 : NULL;
		if (!from || shlo__pass_code(pass, from) != MLIRBC_STABLEHLO_tuple || !shlo__int_of(mlirbc_op_attr(op, "index"), &index) ||
			index < 0 || (uint64_t)index >= from->operand_count)
			continue;
		ok = shlo__pass_replace(pass, op, &(struct mlirbc_value *){ mlirbc_op_operands(from)[index].value });
		pass->report.tuples += ok;
	}
	for (size_t i = tuples.count; ok && i-- > 0;) {
		struct mlirbc_op *op = tuples.items[i];
		if (!mlirbc_op_results(op)->first_use)
			ok = shlo__pass_replace(pass, op, NULL);
	}
	shlo__pass_free(pass, &tuples);
	return ok;
}

/* Functions and their calls change one after the other. If one of the steps fails, a copy of the module takes its place, which
 * needs no memory. */
static bool rebuild_or_restore(struct shlo__pass *pass, const struct shlo__row *ops)
{
	struct mlirbc_op *root = pass->module->body->first, *copy;
	if (ops->count == 0)
		return true;
	if (!shlo__pass_ok(pass, mlirbc_op_clone(root, NULL, &copy, NULL)))
		return false;
	bool ok = rebuild_all(pass, ops);
	if (!ok && mlirbc_op_insert_before(copy, root) == MLIRBC_OK)
		(void)!mlirbc_op_erase(root);
	return ok;
}

bool shlo__pass_tuples(struct shlo__pass *pass)
{
	struct shlo__row ops = { 0 };
	bool ok = keep_functions(pass);
	for (struct mlirbc_op *op = NULL; ok && (op = shlo__pass_next(pass, op)) != NULL;) {
		const struct mlirbc_type *type = mlirbc_op_is(op, "func.func") && is_spread(pass, op) ? function_type(op) : NULL;
		if (type ? any_tuple(&type->u.function.inputs) || any_tuple(&type->u.function.results)
			 : has_tuple(op) && is_rebuilt(pass, op))
			ok = shlo__pass_push(pass, &ops, op);
	}
	ok = ok && pass->status == MLIRBC_OK && rebuild_or_restore(pass, &ops);
	shlo__pass_free(pass, &ops);
	return ok && forward(pass) && shlo__pass_index(pass);
}
