/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A symbol must be unique in its module. */
#include "text/parse/parser.h"

static bool same_pointer(const void *item, const void *key) { return item == key; }

static bool add_symbol(struct mlirbc_parser *parser, struct mlirbc__set *seen, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, "sym_name");
	if (!attr || attr->kind != MLIRBC_ATTR_STRING)
		return true;
	const struct mlirbc_string *name = attr->u.string;
	uint64_t hash = mlirbc__hash(0, &name, sizeof name);
	struct mlirbc__set_slot *slot = mlirbc__set_find(seen, &parser->context->arena, hash, name, same_pointer);
	if (!slot)
		return mlirbc__no_memory(parser);
	if (slot->item)
		return mlirbc_parser_error_op(parser, op, "redefinition of symbol named '%.*s'",
			(int)(name->size < 150 ? name->size : 150), name->data);
	mlirbc__set_fill(seen, slot, hash, name);
	return true;
}

static bool check_block(struct mlirbc_parser *parser, const struct mlirbc_block *block)
{
	struct mlirbc__set seen = { 0 };
	bool good = true;
	for (const struct mlirbc_op *op = block->first; op && good; op = op->next)
		good = add_symbol(parser, &seen, op);
	mlirbc__set_finish(&seen, &parser->context->arena);
	return good;
}

static struct mlirbc_block *body_of(const struct mlirbc_op *module)
{
	return module->region_count ? mlirbc_op_regions(module)->first : NULL;
}

/* Inner modules are checked first. */
bool mlirbc__check_symbols(struct mlirbc_parser *parser, struct mlirbc_op *module)
{
	const struct mlirbc_block *block = body_of(module);
	const struct mlirbc_op *op = block ? block->first : NULL;
	while (block) {
		while (op && !(mlirbc_op_is(op, "builtin.module") && body_of(op)))
			op = op->next;
		if (op) {
			block = body_of(op);
			op = block->first;
			continue;
		}
		if (!check_block(parser, block))
			return false;
		const struct mlirbc_op *around = block->parent->parent;
		if (around == module)
			break;
		block = around->parent;
		op = around->next;
	}
	return true;
}
