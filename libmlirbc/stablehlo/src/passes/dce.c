/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Unused operations and functions. */
#include "passes/pass.h"

#include <mlirbc/parts.h>
#include <mlirbc/rewrite.h>
#include <string.h>

static bool is_unused(const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (mlirbc_op_results(op)[i].first_use)
			return false;
	}
	return true;
}



/* Backwards in pre-order: the operations of a region come before the one that has it, and users before what they use. The number of an
 * operation says whether one inside it has effects. */
static bool remove_operations(struct shlo__pass *pass, const struct shlo__row *list)
{
	for (size_t i = 0; i < list->count; i++)
		((struct mlirbc_op *)list->items[i])->number = 0;
	for (size_t i = list->count; i-- > 0;) {
		struct mlirbc_op *op = list->items[i], *parent = mlirbc_op_parent(op);
		unsigned traits = shlo__ops[shlo__pass_code(pass, op)].traits;
		bool pure = op->number == 0 && (traits & (MLIRBC_STABLEHLO_PURE | MLIRBC_STABLEHLO_REGION_EFFECTS));
		if (!pure && parent)
			parent->number = 1;
		if (!pure || (traits & MLIRBC_STABLEHLO_TERMINATOR) || !is_unused(op))
			continue;
		if (!shlo__pass_replace(pass, op, NULL))
			return false;
		pass->report.removed++;
	}
	return true;
}

/* ---- functions */

struct marking {
	struct shlo__pass *pass;
	struct shlo__row todo; /* functions that are used, and whose operations have not been visited */
};

static bool mark(struct marking *marking, struct shlo__function *function)
{
	if (!function || function->state)
		return true;
	function->state = 1;
	return shlo__pass_push(marking->pass, &marking->todo, function->op);
}

/* All symbols in an attribute. Nested attributes are at most as deep as the reader allows. */
static bool mark_attr(struct marking *marking, struct mlirbc_op *from, const struct mlirbc_attr *attr)
{
	if (attr->kind == MLIRBC_ATTR_SYMBOL)
		return mark(marking, shlo__pass_function(marking->pass, from, attr));
	if (attr->kind != MLIRBC_ATTR_ARRAY && attr->kind != MLIRBC_ATTR_DICTIONARY)
		return true;
	struct mlirbc_parts parts = mlirbc_attr_parts(attr);
	for (struct mlirbc_part part; mlirbc_parts_next(&parts, &part);) {
		if (part.attr && !mark_attr(marking, from, part.attr))
			return false;
	}
	return true;
}

static bool mark_operation(struct marking *marking, struct mlirbc_op *op)
{
	const struct mlirbc_attr *properties = mlirbc_op_properties(op), *attributes = mlirbc_op_attributes(op);
	return (!properties || mark_attr(marking, op, properties)) && (!attributes || mark_attr(marking, op, attributes));
}

/* Everything outside of functions refers to functions that are used, and so do public functions. */
static bool mark_roots(struct marking *marking)
{
	struct shlo__pass *pass = marking->pass;
	for (struct mlirbc_op *op = shlo__pass_next(pass, NULL); op;) {
		struct shlo__function *function = mlirbc_op_is(op, "func.func") ? shlo__pass_function_of(pass, op) : NULL;
		if (function ? !mlirbc_op_is_private(op) && !mark(marking, function) : !mark_operation(marking, op))
			return false;
		op = function ? shlo__pass_after(pass, op) : shlo__pass_next(pass, op);
	}
	return true;
}

static bool mark_all(struct marking *marking)
{
	if (!mark_roots(marking))
		return false;
	while (marking->todo.count) {
		struct mlirbc_op *function = marking->todo.items[--marking->todo.count];
		for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(function, op)) != NULL;) {
			if (!mark_operation(marking, op))
				return false;
		}
	}
	return true;
}

bool shlo__pass_mark(struct shlo__pass *pass)
{
	struct marking marking = { .pass = pass };
	bool ok = mark_all(&marking);
	shlo__pass_free(pass, &marking.todo);
	return ok;
}

static bool remove_functions(struct shlo__pass *pass)
{
	bool ok = shlo__pass_mark(pass);
	for (size_t i = 0; ok && i < pass->function_room; i++) {
		struct shlo__function *function = &pass->functions[i];
		if (!function->op || function->state)
			continue;
		ok = shlo__pass_ok(pass, mlirbc_op_erase(function->op));
		pass->report.removed_functions += ok;
	}
	return ok && shlo__pass_index(pass);
}

bool shlo__pass_dce(struct shlo__pass *pass)
{
	struct shlo__row list = { 0 };
	bool ok = true;
	for (struct mlirbc_op *op = NULL; ok && (op = shlo__pass_next(pass, op)) != NULL;)
		ok = shlo__pass_push(pass, &list, op);
	ok = ok && remove_operations(pass, &list);
	shlo__pass_free(pass, &list);
	return ok && shlo__pass_index(pass) && remove_functions(pass);
}
