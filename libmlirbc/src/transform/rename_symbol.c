/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Renames a symbol with all its uses, and finds its users. References are looked up in the nearest symbol table: inside the table
 * of the symbol they begin with its name, outside with the names of the tables around it. */
#include "transform/symbol.h"

#include <mlirbc/rewrite.h>

/* The symbol as ops of one table refer to it. */
struct scope {
	struct mlirbc__job job;
	const struct mlirbc_string *name; /* of the symbol */
	struct mlirbc_op *table;          /* NULL: the top level */
	struct mlirbc__out path;          /* const struct mlirbc_string *: tables between `table` and the symbol, outer first */
};

/* An attribute of a file that could not be read looks like one that is missing. */
static enum mlirbc_status read_failure(const struct mlirbc_module *module, struct mlirbc_diag *diag)
{
	return module && module->file && mlirbc_file_failure(module->file, NULL) != MLIRBC_OK
		       ? mlirbc_file_failure(module->file, diag)
		       : MLIRBC_OK;
}

static bool scope_begin(struct scope *scope, const struct mlirbc_op *symbol, struct mlirbc_diag *diag)
{
	const struct mlirbc_module *module = mlirbc_op_module(symbol);
	struct mlirbc_string name;
	*scope = (struct scope){ .job = { .module = module, .diag = diag } };
	if (!module || !mlirbc_op_symbol(symbol, &name)) {
		scope->job.status = read_failure(module, diag);
		if (scope->job.status != MLIRBC_OK)
			return false;
		scope->job.status = mlirbc__fail(diag, MLIRBC_E_ARG, MLIRBC_NO_OFFSET,
			module ? "the op is not a symbol: it has no sym_name" : "the symbol is in no module");
		return false;
	}
	scope->job.context = module->context;
	scope->job.status = mlirbc_module_load((struct mlirbc_module *)(uintptr_t)module, diag);
	scope->table = mlirbc_op_parent(symbol);
	if (scope->job.status == MLIRBC_OK)
		scope->name = mlirbc__symbol_name(&scope->job, symbol);
	return scope->job.status == MLIRBC_OK;
}

/* Goes on to the table around the present one. False: there is none that could refer to the symbol, or a failure. */
static bool scope_widen(struct scope *scope)
{
	const struct mlirbc_string *name = scope->table ? mlirbc__symbol_name(&scope->job, scope->table) : NULL;
	if (!name || scope->job.status != MLIRBC_OK)
		return false;
	const size_t size = scope->path.size;
	mlirbc__out_put(&scope->job, &scope->path, &name, sizeof name);
	if (scope->job.status != MLIRBC_OK)
		return false;
	memmove((char *)scope->path.data + sizeof name, scope->path.data, size);
	memcpy(scope->path.data, &name, sizeof name);
	do
		scope->table = mlirbc_op_parent(scope->table);
	while (scope->table && !mlirbc_op_is(scope->table, "builtin.module"));
	return true;
}

static size_t path_size(const struct scope *scope) { return MLIRBC__ITEMS(&scope->path, const struct mlirbc_string *); }

/* The op after `top` among those directly in the table, in all its blocks; NULL: the first. */
static struct mlirbc_op *next_top(const struct scope *scope, const struct mlirbc_op *top)
{
	if (top && top->next)
		return top->next;
	if (!scope->table)
		return top ? NULL : scope->job.module->body->first;
	const struct mlirbc_region *region = mlirbc_op_regions(scope->table), *end = region + scope->table->region_count;
	const struct mlirbc_block *block = top ? top->parent->next : region->first;
	region = top ? top->parent->parent : region;
	for (;;) {
		for (; block; block = block->next) {
			if (block->first)
				return block->first;
		}
		if (++region == end)
			return NULL;
		block = region->first;
	}
}

/* ---- renaming */

/* All ops whose nearest symbol table is that of the scope. */
static void rename_in(struct scope *scope, const struct mlirbc_string *to, bool dry)
{
	struct mlirbc__rename rename = { .job = scope->job,
		.path = scope->path.data,
		.path_size = path_size(scope),
		.dry = dry };
	bool ok = mlirbc__rename_add(&rename, &rename.symbols, scope->name, to);
	for (struct mlirbc_op *top = NULL; ok && (top = next_top(scope, top)) != NULL;) {
		for (struct mlirbc_op *op = NULL; ok && (op = mlirbc_op_next_pre(top, op)) != NULL;)
			ok = mlirbc__is_in_nested_table(top, op) || mlirbc__rename_op(&rename, op);
	}
	scope->job.status = rename.job.status;
	mlirbc__rename_finish(&rename);
}

static enum mlirbc_status rename_everywhere(
	const struct mlirbc_op *symbol, const struct mlirbc_string *to, bool dry, struct mlirbc_diag *diag)
{
	struct scope scope;
	if (scope_begin(&scope, symbol, diag)) {
		do
			rename_in(&scope, to, dry);
		while (scope.job.status == MLIRBC_OK && scope_widen(&scope));
		mlirbc__out_finish(&scope.job, &scope.path);
	}
	return scope.job.status;
}

enum mlirbc_status mlirbc_symbol_rename(
	struct mlirbc_op *symbol, struct mlirbc_string name, struct mlirbc_diag *diag)
{
	struct mlirbc_module *module = mlirbc_op_module(symbol);
	struct mlirbc_context *context = module ? module->context : NULL;
	if (!name.size)
		return mlirbc__fail(diag, MLIRBC_E_ARG, MLIRBC_NO_OFFSET, "the new name of a symbol is empty");
	const struct mlirbc_string *to = context ? mlirbc_string_get(context, name.data, name.size) : NULL;
	const struct mlirbc_attr *value = to ? mlirbc_attr_string(context, to->data, to->size) : NULL;
	if (context && !value)
		return mlirbc__fail(diag, mlirbc__memory_status(context), MLIRBC_NO_OFFSET, "%s", mlirbc__memory_text(context));
	const struct mlirbc_op *other = to ? mlirbc_block_symbol(symbol->parent, to) : NULL;
	enum mlirbc_status status = read_failure(module, NULL);
	if (status == MLIRBC_E_NOMEM || status == MLIRBC_E_LIMIT)
		return read_failure(module, diag);
	if (other == symbol)
		return MLIRBC_OK;
	if (other)
		return mlirbc__fail(diag, MLIRBC_E_ARG, MLIRBC_NO_OFFSET, "there is another symbol @%.*s",
			to->size < 100 ? (int)to->size : 100, to->data);
	status = rename_everywhere(symbol, to, true, diag);
	if (status == MLIRBC_OK)
		status = rename_everywhere(symbol, to, false, diag);
	if (status != MLIRBC_OK)
		return status;
	status = mlirbc_op_set_attr(symbol, "sym_name", value);
	return status == MLIRBC_OK ? status
				   : mlirbc__fail(diag, status, MLIRBC_NO_OFFSET, "%s", mlirbc__memory_text(context));
}

/* ---- users */

struct search {
	const struct scope *scope;
	bool found;
};

static bool mentions(struct mlirbc__visit *visit, const struct mlirbc_string *text)
{
	const struct search *search = visit->ctx;
	const struct mlirbc_string *const *path = search->scope->path.data;
	const char *at = text->data, *end = at + text->size;
	struct mlirbc__symbol_token token;
	const size_t size = path_size(search->scope);
	size_t level = 0, matched = 0;
	while (mlirbc__next_symbol(&visit->job, &at, end, &token)) {
		level = token.nested ? level + 1 : 0;
		matched = level ? matched : 0;
		if (level == size && matched == size && mlirbc__string_is(search->scope->name, token.name.data, token.name.size))
			return true;
		if (matched == level && level < size && mlirbc__string_is(path[level], token.name.data, token.name.size))
			matched++;
	}
	return false;
}

static void look_at(struct mlirbc__visit *visit, const struct mlirbc_attr *attr)
{
	struct search *search = visit->ctx;
	const size_t size = path_size(search->scope);
	if (attr->kind == MLIRBC_ATTR_DIALECT)
		search->found |= mentions(visit, attr->u.dialect.text);
	if (attr->kind == MLIRBC_ATTR_SYMBOL && mlirbc__begins_with(attr, search->scope->path.data, size))
		search->found |= (size ? attr->u.symbol.nested[size - 1] : attr->u.symbol.root) == search->scope->name;
}

/* Names in the texts of types. */
static void look_at_name(struct mlirbc__visit *visit, struct mlirbc_string name)
{
	struct search *search = visit->ctx;
	search->found |= path_size(search->scope) == 0 && mlirbc__string_is(search->scope->name, name.data, name.size);
}

static bool refers(struct scope *scope, const struct mlirbc_op *op)
{
	struct search search = { scope, false };
	struct mlirbc__visit visit = { .job = scope->job, .attr = look_at, .symbol = look_at_name, .ctx = &search };
	mlirbc__visit_op(&visit, op);
	scope->job.status = visit.job.status;
	mlirbc__visit_finish(&visit);
	return search.found && scope->job.status == MLIRBC_OK;
}

/* Sets the scope to the table in which references of the op are looked up. False: it is not around the symbol, or a failure. */
static bool scope_of(struct scope *scope, const struct mlirbc_op *symbol, const struct mlirbc_op *op)
{
	const struct mlirbc_op *own = mlirbc_op_parent(symbol), *table = mlirbc_op_parent(op);
	while (table && table != own && !mlirbc_op_is(table, "builtin.module"))
		table = mlirbc_op_parent(table);
	scope->table = mlirbc_op_parent(symbol);
	scope->path.size = 0;
	while (scope->table != table) {
		if (!scope_widen(scope))
			return false;
	}
	return true;
}

static struct mlirbc_op *next_op(const struct mlirbc_module *module, struct mlirbc_op *op)
{
	if (!op)
		return module->body->first;
	struct mlirbc_op *root = op;
	for (struct mlirbc_op *parent; (parent = mlirbc_op_parent(root)) != NULL;)
		root = parent;
	struct mlirbc_op *next = mlirbc_op_next_pre(root, op);
	return next ? next : root->next;
}

enum mlirbc_status mlirbc_symbol_next_user(
	const struct mlirbc_op *symbol, struct mlirbc_op *current, struct mlirbc_op **out_user, struct mlirbc_diag *diag)
{
	struct scope scope;
	*out_user = NULL;
	if (!scope_begin(&scope, symbol, diag))
		return scope.job.status;
	if (current && mlirbc_op_module(current) != scope.job.module)
		return mlirbc__fail(diag, MLIRBC_E_ARG, MLIRBC_NO_OFFSET, "the op to continue after is in another module");
	for (struct mlirbc_op *op = current; !*out_user && (op = next_op(scope.job.module, op)) != NULL;) {
		if (scope_of(&scope, symbol, op) && refers(&scope, op))
			*out_user = op;
		if (scope.job.status != MLIRBC_OK)
			break;
	}
	mlirbc__out_finish(&scope.job, &scope.path);
	return scope.job.status;
}
