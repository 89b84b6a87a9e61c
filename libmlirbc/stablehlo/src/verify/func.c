/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions, and operations that name a function of the module. */
#include "dialect/memory.h"
#include "verify/walk.h"

#include <string.h>

/* The function type of func.func; NULL: it has none. */
static const struct mlirbc_type *signature(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, "function_type");
	return attr && attr->kind == MLIRBC_ATTR_TYPE && attr->u.type_value->kind == MLIRBC_TYPE_FUNCTION
		       ? attr->u.type_value
		       : NULL;
}

static bool check_list(struct shlo__check *check, const struct mlirbc_types *types)
{
	enum { MOST_DEPTH = 16 };
	for (size_t i = 0; i < types->count; ++i) {
		if (!shlo__check_type(check, types->data[i], MOST_DEPTH))
			return false;
	}
	return true;
}

bool shlo__check_func(struct shlo__check *check)
{
	const struct mlirbc_type *type = signature(check->op);
	struct shlo__spelled a, b;
	if (!type)
		return shlo__fail(check, "requires attribute 'function_type' with a function type");
	const struct mlirbc_types *inputs = &type->u.function.inputs;
	if (!check_list(check, inputs) || !check_list(check, &type->u.function.results))
		return false;
	if (check->region_count != 1)
		return shlo__fail(check, "the number of regions is %zu; expected 1", check->region_count);
	const struct mlirbc_block *block = check->regions[0].first;
	for (const struct mlirbc_block *at = block; at; at = at->next) {
		if (!at->first)
			return shlo__fail(check, "has an empty block; expected at least a terminator");
	}
	if (!block)
		return true;
	if (block->argument_count != inputs->count)
		return shlo__fail(check, "entry block must have %zu arguments to match function signature, but has %u",
			inputs->count, block->argument_count);
	for (size_t i = 0; i < inputs->count; ++i) {
		if (block->arguments[i].type != inputs->data[i])
			return shlo__fail(check,
				"entry block argument #%zu has type '%s', but the function signature has '%s'", i,
				shlo__spell(block->arguments[i].type, &a), shlo__spell(inputs->data[i], &b));
	}
	return true;
}

bool shlo__check_return(struct shlo__check *check)
{
	const struct mlirbc_op *func = mlirbc_op_parent(check->op);
	struct shlo__spelled a, b;
	if (!func)
		return true; /* detached */
	if (!mlirbc_op_is(func, "func.func"))
		return shlo__fail(check, "expects parent op 'func.func', but is in '%.*s'", (int)func->name->size,
			func->name->data);
	const struct mlirbc_type *type = signature(func);
	if (!type)
		return true; /* its function failed */
	const struct mlirbc_types *results = &type->u.function.results;
	if (check->operand_count != results->count)
		return shlo__fail(check, "has %zu operands, but enclosing function returns %zu", check->operand_count,
			results->count);
	for (size_t i = 0; i < results->count; ++i) {
		const struct mlirbc_value *value = check->operands[i].value;
		if (!value || value->type != results->data[i])
			return shlo__fail(check,
				"type of return operand %zu ('%s') doesn't match function result type ('%s')", i,
				shlo__spell(value ? value->type : NULL, &a), shlo__spell(results->data[i], &b));
	}
	return true;
}

/* ---- symbols */

struct shlo__symbol {
	const struct mlirbc_string *name;
	const struct mlirbc_op *op;
};

static struct shlo__symbol *slot_of(const struct shlo__symbols *table, const struct mlirbc_string *name)
{
	size_t slot = (size_t)(((uintptr_t)name >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> 20) & (table->size - 1);
	while (table->slots[slot].name && table->slots[slot].name != name)
		slot = (slot + 1) & (table->size - 1);
	return &table->slots[slot];
}

const struct mlirbc_op *shlo__symbol(const struct shlo__symbols *symbols, const struct mlirbc_string *name)
{
	return slot_of(symbols, name)->op;
}

static const struct mlirbc_string *unique(struct mlirbc_context *context, const struct mlirbc_string *name)
{
	return mlirbc_string_get(context, name->data, name->size);
}

/* Operations of the module's body by symbol name. False: memory is short. */
static bool make_table(struct shlo__walker *walker, struct mlirbc_op *module, struct shlo__symbols *out)
{
	size_t count = 0;
	const struct mlirbc_block *block = module->region_count ? mlirbc_op_regions(module)->first : NULL;
	for (const struct mlirbc_op *op = block ? block->first : NULL; op; op = op->next)
		count++;
	for (out->size = 16; out->size < 2 * count;)
		out->size *= 2;
	if (!(out->slots = shlo__take(walker->allocator, out->size * sizeof *out->slots)))
		return false;
	for (const struct mlirbc_op *op = block ? block->first : NULL; op; op = op->next) {
		const struct mlirbc_attr *attr = mlirbc_op_has_attrs(op) ? mlirbc_op_attr(op, "sym_name") : NULL;
		if (!attr || attr->kind != MLIRBC_ATTR_STRING)
			continue;
		const struct mlirbc_string *name = unique(walker->check.context, attr->u.string);
		if (!name)
			return false;
		struct shlo__symbol *slot = slot_of(out, name);
		if (!slot->name)
			*slot = (struct shlo__symbol){ name, op };
	}
	return true;
}

/* Operand and result types against those of a function. */
static bool check_callee(struct shlo__check *check, const struct mlirbc_type *type, const char *what, bool exact)
{
	struct shlo__spelled a, b;
	for (int side = 0; side < 2; ++side) {
		const struct mlirbc_types *types = side ? &type->u.function.results : &type->u.function.inputs;
		const char *name = side ? "result" : "operand";
		size_t count = side ? check->result_count : check->operand_count;
		if (count != types->count)
			return shlo__fail(check, "has %zu %s(s), but %s has %zu", count, name, what, types->count);
		for (size_t i = 0; i < count; ++i) {
			const struct mlirbc_value *value = side ? &check->results[i] : check->operands[i].value;
			const struct mlirbc_type *found = value ? value->type : NULL;
			if (found != types->data[i] &&
				(exact || !found || !shlo__compatible(check, found, types->data[i])))
				return shlo__fail(check, "%s #%zu has type '%s', but %s expects '%s'", name, i,
					shlo__spell(found, &a), what, shlo__spell(types->data[i], &b));
		}
	}
	return true;
}

static bool check_use(struct shlo__check *check, const struct shlo__symbols *table, bool call)
{
	const char *name = call ? "callee" : "decomposition";
	const struct mlirbc_attr *attr = shlo__attr(check, name);
	if (!attr || attr->kind != MLIRBC_ATTR_SYMBOL)
		return shlo__fail(check, "requires attribute '%s' with a symbol", name);
	const struct mlirbc_string *symbol = unique(check->context, attr->u.symbol.root);
	if (!symbol)
		return shlo__no_memory(check);
	const struct shlo__symbol *slot = attr->u.symbol.count ? NULL : slot_of(table, symbol);
	if (!slot || !slot->name || !mlirbc_op_is(slot->op, "func.func"))
		return shlo__fail(check, "'%.*s' does not reference a valid function",
			(int)(symbol->size < 80 ? symbol->size : 80), symbol->data);
	const struct mlirbc_type *type = signature(slot->op);
	return !type || check_callee(check, type, call ? "the callee" : "decomposition", call);
}

/* The next operation in pre-order; not one of a module inside `root`, which has symbols of its own. */
static struct mlirbc_op *next_user(struct shlo__walker *walker, struct mlirbc_op *root, struct mlirbc_op *op)
{
	bool descend = op == root || shlo__code_of(walker, op->name) != SHLO__MODULE;
	for (uint32_t i = 0; descend && i < op->region_count; ++i) {
		for (struct mlirbc_block *block = mlirbc_op_regions(op)[i].first; block; block = block->next) {
			if (block->first)
				return block->first;
		}
	}
	while (op != root) {
		struct mlirbc_op *parent = mlirbc_op_parent(op);
		struct mlirbc_region *region = op->parent->parent;
		if (op->next)
			return op->next;
		for (struct mlirbc_block *block = op->parent->next;; block = region->first) {
			for (; block; block = block->next) {
				if (block->first)
					return block->first;
			}
			if (++region >= mlirbc_op_regions(parent) + parent->region_count)
				break;
		}
		op = parent;
	}
	return NULL;
}

bool shlo__check_symbols(struct shlo__walker *walker, struct mlirbc_op *module)
{
	struct shlo__symbols table = { NULL, 0 };
	bool go_on = true;
	for (struct mlirbc_op *op = module; go_on && (op = next_user(walker, module, op));) {
		const int code = shlo__code_of(walker, op->name);
		const bool use = code == SHLO__CALL || code == MLIRBC_STABLEHLO_composite;
		const bool sdy = shlo__has_sdy(op);
		if ((!use && !sdy) || op->number)
			continue;
		shlo__check_op(&walker->check, op, MLIRBC_STABLEHLO_NONE);
		bool good = (table.slots || make_table(walker, module, &table) || shlo__no_memory(&walker->check)) &&
			    (!use || check_use(&walker->check, &table, code == SHLO__CALL)) &&
			    (!sdy || shlo__check_sdy(&walker->check, &table));
		if (!good)
			go_on = shlo__record(walker);
	}
	if (table.slots)
		shlo__give(walker->allocator, table.slots, table.size * sizeof *table.slots);
	return go_on;
}
