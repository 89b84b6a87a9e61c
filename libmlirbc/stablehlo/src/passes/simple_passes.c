/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Passes that replace one operation by its operands or by a call. */
#include "passes/pass.h"

#include <string.h>

static struct mlirbc_value *operand(const struct mlirbc_op *op, uint32_t index)
{
	return index < op->operand_count ? mlirbc_op_operands(op)[index].value : NULL;
}

/* ---- barriers */

bool shlo__pass_barriers(struct shlo__pass *pass)
{
	for (struct mlirbc_op *op = shlo__pass_next(pass, NULL), *next; op; op = next) {
		next = shlo__pass_next(pass, op);
		if (shlo__pass_code(pass, op) != MLIRBC_STABLEHLO_optimization_barrier || op->operand_count != op->result_count)
			continue;
		for (uint32_t i = 0; i < op->result_count; i++)
			mlirbc_value_replace(&mlirbc_op_results(op)[i], operand(op, i));
		if (!shlo__pass_replace(pass, op, NULL))
			return false;
		pass->report.barriers++;
	}
	return true;
}

/* ---- custom calls */

struct shlo__function *shlo__pass_called(const struct shlo__pass *pass, const struct mlirbc_op *op, struct mlirbc_op *from)
{
	const struct mlirbc_attr *called = mlirbc_op_attr(op, "called_computations");
	const bool one = called && called->kind == MLIRBC_ATTR_ARRAY && called->u.array.count == 1;
	struct shlo__function *function = one ? shlo__pass_function(pass, from, called->u.array.data[0]) : NULL;
	return function && function->op->region_count == 1 ? function : NULL;
}

bool shlo__pass_fill_region(struct shlo__pass *pass, struct mlirbc_op *op, const struct shlo__function *body)
{
	if (!shlo__pass_ok(
		    pass, mlirbc_region_clone(mlirbc_op_regions(body->op), mlirbc_op_regions(op), NULL, pass->diag)))
		return false;
	struct mlirbc_op *end = mlirbc_op_regions(op)->first ? mlirbc_op_regions(op)->first->last : NULL;
	if (end && mlirbc_op_is(end, "stablehlo.return"))
		return true; /* JAX writes so in the text of comparators */
	if (!end || !mlirbc_op_is(end, "func.return"))
		return shlo__pass_fail(
			pass, MLIRBC_E_UNSUPPORTED, op, "the called computation does not end with func.return or stablehlo.return");
	const size_t size = (end->operand_count + (size_t)1) * sizeof(struct mlirbc_value *);
	struct mlirbc_value **values = mlirbc_context_alloc(pass->context, size, _Alignof(struct mlirbc_value *));
	if (!values)
		return shlo__pass_no_memory(pass);
	for (uint32_t i = 0; i < end->operand_count; i++)
		values[i] = operand(end, i);
	return shlo__pass_make(pass,
		       &(const struct mlirbc_op_spec){ .name = "stablehlo.return",
			       .name_size = 16,
			       .operands = values,
			       .operand_count = end->operand_count },
		       end) &&
	       shlo__pass_replace(pass, end, NULL);
}

/* The operand of the custom call `target` that defines the value; NULL: another operation does. */
static struct mlirbc_value *operand_of_call(struct shlo__pass *pass, const struct mlirbc_value *value, const char *target)
{
	const struct mlirbc_op *op = mlirbc_value_op(value);
	const struct mlirbc_attr *name =
		op && shlo__pass_code(pass, op) == MLIRBC_STABLEHLO_custom_call ? mlirbc_op_attr(op, "call_target_name") : NULL;
	const size_t size = strlen(target);
	return name && name->kind == MLIRBC_ATTR_STRING && name->u.string->size == size &&
				       memcmp(name->u.string->data, target, size) == 0
		       ? operand(op, 0)
		       : NULL;
}

/* The value by which the custom call can be replaced: of an identity the operand, of a buffer that becomes a tensor again the tensor
 * from which it was made. NULL: there is none. */
static struct mlirbc_value *equal_value(struct shlo__pass *pass, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *target = mlirbc_op_attr(op, "call_target_name");
	if (!target || target->kind != MLIRBC_ATTR_STRING || op->result_count != 1 || op->operand_count == 0)
		return NULL;
	const struct mlirbc_string *name = target->u.string;
	struct mlirbc_value *value = operand(op, 0);
	if (name->size == 5 && memcmp(name->data, "Unpin", 5) == 0)
		value = operand_of_call(pass, value, "Pin");
	else if (mlirbc_stablehlo_target(name->data, name->size).kind != MLIRBC_STABLEHLO_TARGET_IDENTITY)
		value = NULL;
	return value && value->type == mlirbc_op_results(op)[0].type ? value : NULL;
}

bool shlo__pass_custom_calls(struct shlo__pass *pass)
{
	for (struct mlirbc_op *op = shlo__pass_next(pass, NULL), *next; op; op = next) {
		next = shlo__pass_next(pass, op);
		struct mlirbc_value *value = shlo__pass_code(pass, op) == MLIRBC_STABLEHLO_custom_call ? equal_value(pass, op) : NULL;
		if (!value)
			continue;
		struct mlirbc_op *buffer = value == operand(op, 0) ? NULL : mlirbc_value_op(operand(op, 0));
		if (!shlo__pass_replace(pass, op, &value))
			return false;
		if (buffer && !mlirbc_op_results(buffer)->first_use && !shlo__pass_replace(pass, buffer, NULL))
			return false;
		pass->report.custom_calls++;
	}
	return true;
}

/* ---- composites */

/* Returns the call in the place of the composite; NULL after a failure. */
static struct mlirbc_op *expand(struct shlo__pass *pass, struct mlirbc_op *op)
{
	const struct mlirbc_attr *callee = mlirbc_op_attr(op, "decomposition");
	if (!shlo__pass_function(pass, op, callee)) {
		shlo__pass_fail(pass, MLIRBC_E_NOT_FOUND, op, "stablehlo.composite: its decomposition is not a function of the module");
		return NULL;
	}
	struct mlirbc_named_attr entry = { mlirbc_string_get(pass->context, "callee", 6), callee };
	const struct mlirbc_attr *properties = entry.name ? mlirbc_attr_dictionary(pass->context, &entry, 1) : NULL;
	const struct mlirbc_allocator *allocator = shlo__pass_allocator(pass);
	size_t type_size = (op->result_count + (size_t)1) * sizeof(void *);
	size_t value_size = (op->operand_count + (size_t)op->result_count + 1) * sizeof(void *);
	const struct mlirbc_type **types = shlo__take(allocator, type_size);
	struct mlirbc_value **values = shlo__take(allocator, value_size);
	struct mlirbc_op *call = NULL;
	if (!properties || !types || !values) {
		shlo__pass_no_memory(pass);
	} else {
		for (uint32_t i = 0; i < op->result_count; i++)
			types[i] = mlirbc_op_results(op)[i].type;
		for (uint32_t i = 0; i < op->operand_count; i++)
			values[i] = operand(op, i);
		call = shlo__pass_make(pass,
			&(const struct mlirbc_op_spec){ .name = "func.call", .name_size = 9, .properties = properties,
				.result_types = types, .operands = values, .result_count = op->result_count,
				.operand_count = op->operand_count },
			op);
	}
	for (uint32_t i = 0; call && i < op->result_count; i++)
		values[i] = &mlirbc_op_results(call)[i];
	bool ok = call && shlo__pass_replace(pass, op, values);
	shlo__give(allocator, types, type_size);
	shlo__give(allocator, values, value_size);
	pass->report.composites += ok;
	return ok ? call : NULL;
}

/* Regions of a composite describe it for consumers that know its name; the decomposition defines its results. */
bool shlo__pass_composites(struct shlo__pass *pass)
{
	for (struct mlirbc_op *op = shlo__pass_next(pass, NULL); op; op = shlo__pass_next(pass, op)) {
		if (shlo__pass_code(pass, op) == MLIRBC_STABLEHLO_composite && !(op = expand(pass, op)))
			return false;
	}
	return true;
}
