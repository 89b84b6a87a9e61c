/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies of functions for the types and constants that they are called with. */
#include "refine/refine.h"

#include <mlirbc/build.h>
#include <mlirbc/rewrite.h>
#include <string.h>

const struct mlirbc_type *shlo__function_type(const struct mlirbc_op *function)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(function, "function_type");
	return attr && attr->kind == MLIRBC_ATTR_TYPE && attr->u.type_value->kind == MLIRBC_TYPE_FUNCTION
		       ? attr->u.type_value
		       : NULL;
}

static struct mlirbc_block *body_of(const struct mlirbc_op *function)
{
	return function->region_count == 1 ? mlirbc_op_regions(function)->first : NULL;
}

/* ---- functions that need a copy even if the types of their arguments stay */

enum { UNSEEN, STATIC, DYNAMIC, OPEN };

static bool is_dynamic_op(struct shlo__refining *refining, struct mlirbc_op *op)
{
	if (shlo__has_shape_operands(shlo__pass_code(&refining->pass, op), op))
		return true;
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (shlo__is_dynamic(mlirbc_op_results(op)[i].type))
			return true;
	}
	return false;
}

/* Whether its operations, or those of the functions it calls, have dynamic types. Deep chains of calls count as such. */
static bool is_dynamic_function(struct shlo__refining *refining, struct shlo__function *function, unsigned depth)
{
	if (function->state != UNSEEN || depth > SHLO__MOST_CALLS)
		return function->state == DYNAMIC || function->state == UNSEEN;
	const struct mlirbc_block *body = body_of(function->op);
	bool found = false;
	function->state = OPEN;
	for (uint32_t i = 0; body && i < body->argument_count; i++)
		found |= shlo__is_dynamic(body->arguments[i].type);
	for (struct mlirbc_op *op = NULL; !found && (op = mlirbc_op_next_pre(function->op, op)) != NULL;) {
		const struct mlirbc_attr *symbol = mlirbc_op_is(op, "func.call") ? mlirbc_op_attr(op, "callee")
						   : shlo__pass_code(&refining->pass, op) == MLIRBC_STABLEHLO_composite
							   ? mlirbc_op_attr(op, "decomposition")
							   : NULL;
		struct shlo__function *callee = symbol ? shlo__pass_function(&refining->pass, function->op, symbol)
						       : NULL;
		found = is_dynamic_op(refining, op) || (callee && is_dynamic_function(refining, callee, depth + 1));
	}
	function->state = found ? DYNAMIC : STATIC;
	return found;
}

/* ---- copies */

static bool replace_arguments(struct shlo__refining *refining, struct shlo__copy *copy)
{
	struct mlirbc_block *body = body_of(copy->op);
	struct mlirbc_op *first = body->first;
	for (size_t i = 0; i < copy->count; i++) {
		struct mlirbc_value *argument = &body->arguments[i];
		refining->refined += argument->type != copy->types[i];
		argument->type = copy->types[i];
		if (!copy->values[i] || !first)
			continue;
		struct mlirbc_value *constant = shlo__pass_constant(
			&refining->pass, copy->types[i], copy->values[i], first);
		if (!constant)
			return false;
		mlirbc_value_replace(argument, constant);
	}
	return true;
}

/* The function's type from its arguments and what it returns. */
static bool set_type(struct shlo__refining *refining, struct shlo__copy *copy)
{
	struct shlo__pass *pass = &refining->pass;
	const struct mlirbc_types *declared = &shlo__function_type(copy->origin)->u.function.results;
	const struct mlirbc_type **results = mlirbc_context_alloc(
		pass->context, (declared->count + 1) * sizeof *results, _Alignof(const struct mlirbc_type *));
	const struct mlirbc_op *seen = NULL;
	if (!results)
		return shlo__pass_no_memory(pass);
	memcpy(results, declared->data, declared->count * sizeof *results);
	for (struct mlirbc_block *block = body_of(copy->op); block; block = block->next) {
		const struct mlirbc_op *end = block->last;
		if (!end || !mlirbc_op_is(end, "func.return"))
			continue;
		if (end->operand_count != declared->count)
			return shlo__pass_fail(pass, MLIRBC_E_CORRUPT, end,
				"func.return has %u operands, but the function returns %zu values",
				(unsigned)end->operand_count, declared->count);
		for (uint32_t i = 0; i < end->operand_count; i++) {
			const struct mlirbc_type *type = mlirbc_op_operands(end)[i].value->type;
			if (seen && results[i] != type)
				return shlo__pass_fail(pass, MLIRBC_E_UNSUPPORTED, end,
					"the function returns values of different types at different places");
			results[i] = type;
		}
		seen = end;
	}
	const struct mlirbc_type *type = mlirbc_type_function(
		pass->context, copy->types, copy->count, results, declared->count);
	const struct mlirbc_attr *attr = type ? mlirbc_attr_type(pass->context, type) : NULL;
	return attr ? shlo__pass_ok(pass, mlirbc_op_set_attr(copy->op, "function_type", attr))
		    : shlo__pass_no_memory(pass);
}

static struct shlo__copy *find(struct shlo__refining *refining, struct shlo__copy *copy,
	const struct mlirbc_type *const *types, const struct mlirbc_attr *const *values, size_t count)
{
	for (; copy; copy = copy->next) {
		refining->ops++;
		if (count == 0 || (memcmp(copy->types, types, count * sizeof *types) == 0 &&
					  memcmp(copy->values, values, count * sizeof *values) == 0))
			break;
	}
	return copy;
}

bool shlo__charge(struct shlo__refining *refining, struct mlirbc_op *op)
{
	for (struct mlirbc_op *at = NULL; (at = mlirbc_op_next_pre(op, at)) != NULL;)
		refining->ops++;
	return refining->ops <= refining->pass.options.max_ops ||
	       shlo__pass_fail(&refining->pass, MLIRBC_E_LIMIT, op, "refinement would make more than %llu operations",
		       (unsigned long long)refining->pass.options.max_ops);
}

/* Makes the copy, without visiting it; `slot` of the origin gets its number. */
static struct shlo__copy *begin(struct shlo__refining *refining, struct shlo__function *slot,
	const struct mlirbc_type *const *types, const struct mlirbc_attr *const *values, size_t count)
{
	struct shlo__pass *pass = &refining->pass;
	const size_t align = _Alignof(struct shlo__copy);
	struct shlo__copy *copy = mlirbc_context_alloc(pass->context, sizeof *copy, align);
	const struct mlirbc_type **own_types = mlirbc_context_alloc(
		pass->context, (count + 1) * sizeof *own_types, align);
	const struct mlirbc_attr **own_values = mlirbc_context_alloc(
		pass->context, (count + 1) * sizeof *own_values, align);
	if (!copy || !own_types || !own_values) {
		shlo__pass_no_memory(pass);
		return NULL;
	}
	memcpy(own_types, types, count * sizeof *own_types);
	memcpy(own_values, values, count * sizeof *own_values);
	*copy = (struct shlo__copy){ .origin = slot->op, .types = own_types, .values = own_values, .count = count };
	copy->next = slot->depth ? refining->copies.items[slot->depth - 1] : NULL;
	if (refining->copies.count >= refining->max_functions) {
		shlo__pass_fail(pass, MLIRBC_E_LIMIT, slot->op, "refinement would make more than %zu functions",
			refining->max_functions);
		return NULL;
	}
	if (!shlo__charge(refining, slot->op) ||
		!shlo__pass_ok(pass, mlirbc_op_clone(slot->op, NULL, &copy->op, pass->diag)) ||
		!shlo__pass_push(pass, &refining->copies, copy))
		return NULL;
	slot->depth = refining->copies.count;
	return copy;
}

bool shlo__specialize(struct shlo__refining *refining, struct mlirbc_op *origin, const struct mlirbc_type *const *types,
	const struct mlirbc_attr *const *values, size_t count, struct shlo__copy **out_copy)
{
	struct shlo__pass *pass = &refining->pass;
	struct shlo__function *slot = shlo__pass_function_of(pass, origin);
	if (!slot)
		return shlo__pass_fail(pass, MLIRBC_E_CORRUPT, origin, "two functions have the same name");
	struct shlo__copy *copy = find(
		refining, slot->depth ? refining->copies.items[slot->depth - 1] : NULL, types, values, count);
	*out_copy = copy;
	if (copy)
		return copy->done || shlo__pass_fail(pass, MLIRBC_E_UNSUPPORTED, origin,
					     "the function calls itself with the same types, directly or through other "
					     "functions: its result types are unknown");
	if (refining->call_depth >= SHLO__MOST_CALLS)
		return shlo__pass_fail(
			pass, MLIRBC_E_LIMIT, origin, "calls are nested more than %d deep", (int)SHLO__MOST_CALLS);
	*out_copy = copy = begin(refining, slot, types, values, count);
	if (!copy)
		return false;
	struct shlo__copy *caller = refining->current;
	refining->current = copy;
	refining->call_depth++;
	bool ok = replace_arguments(refining, copy) && shlo__refine_region(refining, mlirbc_op_regions(copy->op)) &&
		  set_type(refining, copy);
	refining->call_depth--;
	refining->current = caller;
	copy->done = true;
	return ok;
}

/* ---- calls */

/* A scalar integer or truth value: a dimension that the caller passes on, or computes with. */
static const struct mlirbc_attr *size_of(struct shlo__pass *pass, const struct mlirbc_value *value)
{
	const struct mlirbc_op *op = mlirbc_value_op(value);
	const struct mlirbc_type *element = shlo__element(value->type);
	bool scalar = shlo__is_tensor(value->type) && shlo__rank(value->type) == 0;
	if (!op || shlo__pass_code(pass, op) != MLIRBC_STABLEHLO_constant || !scalar ||
		!(shlo__is_int(element) || shlo__is_bool(element) || element->kind == MLIRBC_TYPE_INDEX))
		return NULL;
	return mlirbc_op_attr(op, "value");
}

/* JAX computes with dimensions in functions (divmod). */
static bool are_sizes(const struct mlirbc_attr *const *values, size_t count)
{
	size_t i = 0;
	while (i < count && values[i])
		i++;
	return count && i == count;
}

/* Uses of the call's results become uses of the constants that the copy returns. */
static bool take_constants(struct shlo__refining *refining, struct mlirbc_op *op, const struct shlo__copy *copy)
{
	const struct mlirbc_block *body = body_of(copy->op);
	const struct mlirbc_op *end = body && !body->next ? body->last : NULL;
	for (uint32_t i = 0; end && mlirbc_op_is(end, "func.return") && i < op->result_count; i++) {
		const struct mlirbc_value *returned = mlirbc_op_operands(end)[i].value;
		const struct mlirbc_attr *value = size_of(&refining->pass, returned);
		struct mlirbc_value *constant = value ? shlo__pass_constant(&refining->pass, returned->type, value, op) : NULL;
		if (value && !constant)
			return false;
		if (constant)
			mlirbc_value_replace(&mlirbc_op_results(op)[i], constant);
	}
	return true;
}

bool shlo__refine_call(struct shlo__refining *refining, struct mlirbc_op *op, const char *attribute)
{
	struct shlo__pass *pass = &refining->pass;
	struct shlo__function *function = shlo__pass_function(
		pass, refining->current->origin, mlirbc_op_attr(op, attribute));
	const struct mlirbc_type *type = function ? shlo__function_type(function->op) : NULL;
	const size_t align = _Alignof(const struct mlirbc_type *);
	struct shlo__copy *copy;
	bool changed = false;
	if (!type)
		return shlo__pass_fail(
			pass, MLIRBC_E_NOT_FOUND, op, "the module has no function of the name in '%s'", attribute);
	const struct mlirbc_block *body = body_of(function->op);
	if (type->u.function.inputs.count != op->operand_count || type->u.function.results.count != op->result_count ||
		(body && body->argument_count != op->operand_count))
		return shlo__pass_fail(
			pass, MLIRBC_E_CORRUPT, op, "the function has other numbers of arguments or results");
	const struct mlirbc_type **types = mlirbc_context_alloc(
		pass->context, (op->operand_count + 1) * sizeof *types, align);
	const struct mlirbc_attr **values = mlirbc_context_alloc(
		pass->context, (op->operand_count + 1) * sizeof *values, align);
	if (!types || !values)
		return shlo__pass_no_memory(pass);
	for (uint32_t i = 0; i < op->operand_count; i++) {
		types[i] = mlirbc_op_operands(op)[i].value->type;
		values[i] = size_of(pass, mlirbc_op_operands(op)[i].value);
		changed |= types[i] != type->u.function.inputs.data[i];
		if (!shlo__compatible(&refining->check, types[i], type->u.function.inputs.data[i]))
			return shlo__pass_fail(pass, MLIRBC_E_CORRUPT, op,
				"operand #%u has another type than the argument", (unsigned)i);
	}
	if (!body && changed)
		return shlo__pass_fail(
			pass, MLIRBC_E_UNSUPPORTED, op, "the function has no body that could be refined");
	if (!body || (!changed && !are_sizes(values, op->operand_count) && !is_dynamic_function(refining, function, 0)))
		return true;
	if (!shlo__specialize(refining, function->op, types, values, op->operand_count, &copy) ||
		!shlo__pass_push(pass, &refining->calls, op) || !shlo__pass_push(pass, &refining->callees, copy))
		return false;
	type = shlo__function_type(copy->op);
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (!shlo__narrow(refining, op, &mlirbc_op_results(op)[i], type->u.function.results.data[i]))
			return false;
	}
	return !mlirbc_op_is(op, "func.call") || take_constants(refining, op, copy);
}
