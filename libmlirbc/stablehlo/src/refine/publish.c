/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Puts the copies into the module. Everything that can fail happens while the change can be taken back. */
#include "refine/refine.h"

#include <mlirbc/load.h>
#include <mlirbc/rewrite.h>
#include <stdio.h>
#include <string.h>

static bool set_string(struct shlo__pass *pass, struct mlirbc_op *op, const char *name, const char *text, size_t size)
{
	const struct mlirbc_attr *attr = mlirbc_attr_string(pass->context, text, size);
	return attr ? shlo__pass_ok(pass, mlirbc_op_set_attr(op, name, attr)) : shlo__pass_no_memory(pass);
}

static bool set_name(struct shlo__pass *pass, struct shlo__copy *copy, const char *name, size_t size)
{
	copy->symbol = mlirbc_attr_symbol(pass->context, name, size);
	return copy->symbol ? set_string(pass, copy->op, "sym_name", name, size) : shlo__pass_no_memory(pass);
}

/* Inserts a private function with a name that is free: that of the origin with a number. */
static bool insert(struct shlo__pass *pass, struct shlo__copy *copy, size_t number)
{
	struct mlirbc_string base, name;
	char few[256];
	if (!mlirbc_op_symbol(copy->origin, &base) || base.size > sizeof few - 32)
		return shlo__pass_fail(pass, MLIRBC_E_LIMIT, copy->origin,
			"the name of a function is longer than %zu bytes", sizeof few - 32);
	do {
		name.size = (size_t)snprintf(few, sizeof few, "%.*s_%zu", (int)base.size, base.data, number++);
		name.data = few;
	} while (mlirbc_block_symbol(copy->origin->parent, &name));
	return set_name(pass, copy, name.data, name.size) &&
	       set_string(pass, copy->op, "sym_visibility", "private", 7) &&
	       shlo__pass_ok(pass, mlirbc_op_insert_before(copy->op, copy->origin));
}

/* The calls refer to the copies by their present names. */
static bool set_callees(struct shlo__refining *refining)
{
	bool ok = true;
	for (size_t i = 0; ok && i < refining->calls.count; i++) {
		struct mlirbc_op *call = refining->calls.items[i];
		const struct shlo__copy *callee = refining->callees.items[i];
		ok = shlo__pass_ok(&refining->pass,
			mlirbc_op_set_attr(
				call, mlirbc_op_is(call, "func.call") ? "callee" : "decomposition", callee->symbol));
	}
	return ok;
}

/* Whether an operation outside of the function refers to it. */
static const struct mlirbc_op *user_of(struct shlo__refining *refining, struct mlirbc_op *function)
{
	struct shlo__pass *pass = &refining->pass;
	for (struct mlirbc_op *op = shlo__pass_next(pass, NULL), *next; op; op = next) {
		bool call = mlirbc_op_is(op, "func.call");
		next = op == function ? shlo__pass_after(pass, op) : shlo__pass_next(pass, op);
		if (!call && shlo__pass_code(pass, op) != MLIRBC_STABLEHLO_composite)
			continue;
		const struct shlo__function *callee = shlo__pass_function(
			pass, op, mlirbc_op_attr(op, call ? "callee" : "decomposition"));
		if (callee && callee->op == function)
			return op;
	}
	return NULL;
}

/* The first copy of a function that nothing uses any more gets its name; the function is taken out at once, but not erased yet. */
static bool take_names(struct shlo__refining *refining)
{
	struct shlo__pass *pass = &refining->pass;
	bool ok = set_callees(refining) && shlo__pass_index(pass) && shlo__pass_mark(pass);
	for (size_t i = 1; ok && i < refining->copies.count; i++) {
		struct shlo__copy *copy = refining->copies.items[i];
		const struct shlo__function *slot = copy->origin->parent ? shlo__pass_function_of(pass, copy->origin)
									 : NULL;
		struct mlirbc_string name;
		if (!slot || slot->state || !mlirbc_op_symbol(copy->origin, &name))
			continue;
		ok = set_name(pass, copy, name.data, name.size);
		copy->owns_name = true;
		mlirbc_op_remove(copy->origin);
	}
	return ok && set_callees(refining);
}

/* Takes the copies out again. */
static void withdraw(struct shlo__refining *refining)
{
	for (size_t i = 0; i < refining->copies.count; i++) {
		struct shlo__copy *copy = refining->copies.items[i];
		if (!copy->op->parent)
			continue;
		if (copy->owns_name)
			(void)!mlirbc_op_insert_after(copy->origin, copy->op);
		mlirbc_op_remove(copy->op);
	}
}

bool shlo__publish(struct shlo__refining *refining, struct mlirbc_op *function)
{
	struct shlo__pass *pass = &refining->pass;
	struct shlo__copy *entry = refining->copies.items[0];
	const struct mlirbc_op *user = user_of(refining, function);
	bool ok = true;
	if (user && shlo__function_type(entry->op) != shlo__function_type(function))
		return shlo__pass_fail(
			pass, MLIRBC_E_UNSUPPORTED, user, "the function that is refined has other callers");
	for (size_t i = 1; ok && i < refining->copies.count; i++)
		ok = insert(pass, refining->copies.items[i], i);
	if (ok && (ok = shlo__pass_ok(pass, mlirbc_op_insert_before(entry->op, function)))) {
		mlirbc_op_remove(function);
		entry->owns_name = true;
	}
	if (!ok || !take_names(refining)) {
		withdraw(refining);
		return false;
	}
	for (size_t i = 0; ok && i < refining->copies.count; i++) {
		struct shlo__copy *copy = refining->copies.items[i];
		ok = !copy->owns_name || shlo__pass_ok(pass, mlirbc_op_erase(copy->origin));
	}
	return ok && shlo__pass_index(pass) && shlo__pass_dce(pass);
}
