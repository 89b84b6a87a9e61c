/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "passes/pass.h"
#include "dialect/place.h"

#include <bytecursor/diag.h>
#include <mlirbc/load.h>
#include <mlirbc/rewrite.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- failures */

bool shlo__pass_fail(struct shlo__pass *pass, enum mlirbc_status status, const struct mlirbc_op *op, const char *format, ...)
{
	if (pass->status != MLIRBC_OK)
		return false;
	pass->status = status;
	if (!BYTECURSOR_DIAG_IS_OPEN(pass->diag))
		return false;
	struct bytecursor_diag full = BYTECURSOR_DIAG(status, mlirbc_status_name(status), MLIRBC_NO_OFFSET);
	va_list arguments;
	va_start(arguments, format);
	bytecursor_diag_add_v(&full, format, arguments);
	va_end(arguments);
	shlo__put_place(&full, op);
	BYTECURSOR_DIAG_STORE(pass->diag, &full);
	return false;
}

bool shlo__pass_no_memory(struct shlo__pass *pass)
{
	const char *text;
	const enum mlirbc_status status = mlirbc_context_shortage(pass->context, &text);
	return shlo__pass_fail(pass, status, NULL, "%s", text);
}

bool shlo__pass_goes_on(struct shlo__pass *pass)
{
	return ++pass->ops % 1024 != 0 || !mlirbc_context_stopped(pass->context) || shlo__pass_no_memory(pass);
}

bool shlo__pass_ok(struct shlo__pass *pass, enum mlirbc_status status)
{
	if (status == MLIRBC_E_NOMEM || (status == MLIRBC_E_LIMIT && mlirbc_context_shortage(pass->context, NULL) == status))
		return shlo__pass_no_memory(pass);
	return status == MLIRBC_OK || shlo__pass_fail(pass, status, NULL, "%s", mlirbc_status_name(status));
}

bool shlo__pass_push(struct shlo__pass *pass, struct shlo__row *row, const void *item)
{
	if (!shlo__make_room(shlo__pass_allocator(pass), &row->items, row->count, &row->room, sizeof *row->items))
		return shlo__pass_no_memory(pass);
	row->items[row->count++] = (void *)(uintptr_t)item;
	return true;
}

void shlo__pass_free(struct shlo__pass *pass, struct shlo__row *row)
{
	shlo__give(shlo__pass_allocator(pass), row->items, row->room * sizeof *row->items);
}

/* ---- operations */

enum mlirbc_stablehlo_code shlo__pass_code(struct shlo__pass *pass, const struct mlirbc_op *op)
{
	size_t slot = (uintptr_t)op->name / sizeof(struct mlirbc_string) % (sizeof pass->codes / sizeof *pass->codes);
	if (pass->codes[slot].name != op->name) {
		pass->codes[slot].name = op->name;
		pass->codes[slot].code = mlirbc_stablehlo_code(op->name);
	}
	return pass->codes[slot].code;
}

struct mlirbc_op *shlo__pass_next(const struct shlo__pass *pass, struct mlirbc_op *op)
{
	return mlirbc_op_next_pre(pass->module->body->first, op);
}

struct mlirbc_op *shlo__pass_after(const struct shlo__pass *pass, struct mlirbc_op *op)
{
	const struct mlirbc_op *root = pass->module->body->first;
	/* the last operation inside it has the same successor */
	while (op->region_count) {
		struct mlirbc_op *last = NULL;
		for (uint32_t i = op->region_count; i-- > 0 && !last;) {
			const struct mlirbc_region *region = &mlirbc_op_regions(op)[i];
			for (const struct mlirbc_block *block = region->first; block; block = block->next)
				last = block->last ? block->last : last;
		}
		if (!last)
			break;
		op = last;
	}
	return op == root ? NULL : shlo__pass_next(pass, op);
}

/* The block with the symbols that the operation sees: as in MLIR, only the nearest symbol table. The parent of a function is
 * one, also if it is an unknown operation. */
static struct mlirbc_block *symbols_of(const struct shlo__pass *pass, struct mlirbc_op *op)
{
	while (op && !mlirbc_op_is(op, "builtin.module") && !(mlirbc_op_is(op, "func.func") && op->parent))
		op = mlirbc_op_parent(op);
	if (op && mlirbc_op_is(op, "func.func"))
		return op->parent;
	return op && op->region_count && mlirbc_op_regions(op)->first ? mlirbc_op_regions(op)->first : pass->module->body;
}

/* ---- symbols: an open hash table of the functions of all modules */

static size_t hash_of(const struct mlirbc_block *block, const struct mlirbc_string *name)
{
	uint64_t hash = (uint64_t)(uintptr_t)block * UINT64_C(0x9E3779B97F4A7C15);
	for (size_t i = 0; i < name->size; i++)
		hash = (hash ^ (unsigned char)name->data[i]) * UINT64_C(0x100000001B3);
	return (size_t)(hash >> 20);
}

static struct shlo__function *slot_of(
	const struct shlo__pass *pass, const struct mlirbc_block *block, const struct mlirbc_string *name)
{
	size_t mask = pass->function_room - 1;
	for (size_t at = hash_of(block, name) & mask;; at = (at + 1) & mask) {
		const struct mlirbc_op *op = pass->functions[at].op;
		struct mlirbc_string other;
		if (!op || (op->parent == block && mlirbc_op_symbol(op, &other) && other.size == name->size &&
				   memcmp(other.data, name->data, name->size) == 0))
			return &pass->functions[at];
	}
}

void shlo__pass_finish(struct shlo__pass *pass)
{
	shlo__give(shlo__pass_allocator(pass), pass->functions, pass->function_room * sizeof *pass->functions);
	pass->functions = NULL;
}

bool shlo__pass_index(struct shlo__pass *pass)
{
	size_t count = 0;
	struct mlirbc_op *op = NULL;
	shlo__pass_finish(pass);
	while ((op = shlo__pass_next(pass, op)) != NULL)
		count += mlirbc_op_is(op, "func.func");
	pass->function_room = 16;
	while (pass->function_room < 2 * count)
		pass->function_room *= 2;
	pass->functions = shlo__take(shlo__pass_allocator(pass), pass->function_room * sizeof *pass->functions);
	if (!pass->functions)
		return shlo__pass_no_memory(pass);
	for (op = NULL; (op = shlo__pass_next(pass, op)) != NULL;) {
		struct mlirbc_string name;
		if (mlirbc_op_is(op, "func.func") && op->parent && mlirbc_op_symbol(op, &name))
			slot_of(pass, op->parent, &name)->op = op;
	}
	return true;
}

struct shlo__function *shlo__pass_function(
	const struct shlo__pass *pass, struct mlirbc_op *from, const struct mlirbc_attr *symbol)
{
	if (!symbol || symbol->kind != MLIRBC_ATTR_SYMBOL)
		return NULL;
	const struct mlirbc_block *block = symbols_of(pass, from);
	const struct mlirbc_string *name = symbol->u.symbol.root;
	for (size_t i = 0; i < symbol->u.symbol.count; i++) { /* @table::@name */
		const struct mlirbc_op *table = mlirbc_block_symbol(block, name);
		block = table && table->region_count ? mlirbc_op_regions(table)->first : NULL;
		name = symbol->u.symbol.nested[i];
		if (!block)
			return NULL;
	}
	struct shlo__function *slot = slot_of(pass, block, name);
	return slot->op ? slot : NULL;
}

struct shlo__function *shlo__pass_function_of(const struct shlo__pass *pass, struct mlirbc_op *function)
{
	struct mlirbc_string name;
	if (!function->parent || !mlirbc_op_symbol(function, &name))
		return NULL;
	struct shlo__function *slot = slot_of(pass, function->parent, &name);
	return slot->op == function ? slot : NULL;
}

/* ---- changes */

bool shlo__pass_replace(struct shlo__pass *pass, struct mlirbc_op *op, struct mlirbc_value *const *values)
{
	for (uint32_t i = 0; values && i < op->result_count; i++)
		mlirbc_value_replace(&mlirbc_op_results(op)[i], values[i]);
	return shlo__pass_ok(pass, mlirbc_op_erase(op));
}

bool shlo__pass_erase(struct shlo__pass *pass, const struct shlo__row *ops)
{
	for (size_t i = ops->count; i-- > 0;) {
		if (!shlo__pass_replace(pass, ops->items[i], NULL))
			return false;
	}
	return true;
}

struct mlirbc_op *shlo__pass_make(struct shlo__pass *pass, const struct mlirbc_op_spec *spec, struct mlirbc_op *before)
{
	struct mlirbc_op_spec whole = *spec;
	whole.location = mlirbc_op_location(before);
	struct mlirbc_op *op = mlirbc_op_create(pass->context, &whole, NULL);
	if (!op) {
		shlo__pass_no_memory(pass);
		return NULL;
	}
	return shlo__pass_ok(pass, mlirbc_op_insert_before(op, before)) ? op : NULL;
}
