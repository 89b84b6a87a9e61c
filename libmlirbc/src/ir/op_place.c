/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inserting, moving and erasing ops; moving blocks. */
#include "ir/context.h"
#include "ir/links.h"

#include <mlirbc/rewrite.h>

const struct mlirbc_context *mlirbc__block_context(const struct mlirbc_block *block)
{
	if (block->parent && block->parent->parent)
		return mlirbc__context(block->parent->parent);
	if (block->module)
		return block->module->context;
	return block->first ? mlirbc__context(block->first) : NULL;
}

const struct mlirbc_context *mlirbc__value_context(const struct mlirbc_value *value)
{
	const struct mlirbc_op *op = mlirbc_value_op(value);
	return op ? mlirbc__context(op) : mlirbc__block_context(mlirbc_value_block(value));
}

/* ---- position of an op */

static bool is_inside(const struct mlirbc_block *block, const struct mlirbc_op *op)
{
	const struct mlirbc_op *around = block->parent ? block->parent->parent : NULL;
	while (around && around != op)
		around = mlirbc_op_parent(around);
	return around != NULL;
}

static bool may_hold(const struct mlirbc_block *block, const struct mlirbc_op *op)
{
	const struct mlirbc_context *context = mlirbc__block_context(block);
	return (!context || context == mlirbc__context(op)) && (op->region_count == 0 || !is_inside(block, op));
}

/* `next` NULL: at the end. */
static enum mlirbc_status insert(struct mlirbc_op *op, struct mlirbc_block *block, struct mlirbc_op *next)
{
	if (!block || !may_hold(block, op))
		return MLIRBC_E_ARG;
	if (op == next)
		return MLIRBC_OK;
	mlirbc_op_remove(op);
	if (!next) {
		mlirbc_op_append(op, block);
		return MLIRBC_OK;
	}
	op->parent = block;
	op->next = next;
	op->prev = next->prev;
	if (next->prev)
		next->prev->next = op;
	else
		block->first = op;
	next->prev = op;
	return MLIRBC_OK;
}

enum mlirbc_status mlirbc_op_insert_before(struct mlirbc_op *op, struct mlirbc_op *next)
{
	return insert(op, next->parent, next);
}

enum mlirbc_status mlirbc_op_insert_after(struct mlirbc_op *op, struct mlirbc_op *prev)
{
	return insert(op, prev->parent, op == prev ? op : prev->next);
}

enum mlirbc_status mlirbc_op_insert_at_start(struct mlirbc_op *op, struct mlirbc_block *block)
{
	return insert(op, block, block->first);
}

enum mlirbc_status mlirbc_op_insert_at_end(struct mlirbc_op *op, struct mlirbc_block *block)
{
	return insert(op, block, block->last == op ? op : NULL);
}

/* ---- erasing */

/* Whether all uses of the value are by ops in `home`, at any depth, or inside `root`. A valid use is in the region of the
 * value, so the way up is short. */
static bool used_inside(
	const struct mlirbc_value *value, const struct mlirbc_region *home, const struct mlirbc_op *root)
{
	for (const struct mlirbc_operand *use = value->first_use; use; use = mlirbc_operand_next(use)) {
		const struct mlirbc_op *op = mlirbc_operand_owner(use);
		while (op && op != root && !(home && op->parent && op->parent->parent == home))
			op = mlirbc_op_parent(op);
		if (!op)
			return false;
	}
	return true;
}

static bool all_used_inside(const struct mlirbc_op *op, const struct mlirbc_op *root)
{
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (!used_inside(&mlirbc_op_results(op)[i], op == root ? NULL : op->parent->parent, root))
			return false;
	}
	for (uint32_t i = 0; i < op->region_count; i++) {
		const struct mlirbc_region *region = &mlirbc_op_regions(op)[i];
		for (const struct mlirbc_block *block = region->first; block; block = block->next) {
			for (uint32_t k = 0; k < block->argument_count; k++) {
				if (!used_inside(&block->arguments[k], region, root))
					return false;
			}
		}
	}
	return true;
}

/* Uses of values inside the op are dropped list by list, since removing one use searches its list. */
void mlirbc__op_drop(struct mlirbc_op *op)
{
	for (struct mlirbc_op *inner = NULL; (inner = mlirbc_op_next_pre(op, inner)) != NULL;) {
		for (uint32_t i = 0; i < inner->result_count; i++)
			mlirbc_value_replace(&mlirbc_op_results(inner)[i], NULL);
		for (uint32_t i = 0; i < inner->region_count; i++) {
			for (struct mlirbc_block *b = mlirbc_op_regions(inner)[i].first; b; b = b->next) {
				for (uint32_t k = 0; k < b->argument_count; k++)
					mlirbc_value_replace(&b->arguments[k], NULL);
			}
		}
	}
	for (struct mlirbc_op *inner = NULL; (inner = mlirbc_op_next_pre(op, inner)) != NULL;) {
		for (uint32_t i = 0; i < inner->operand_count; i++)
			mlirbc_operand_set(&mlirbc_op_operands(inner)[i], NULL);
	}
	mlirbc_op_remove(op);
}

enum mlirbc_status mlirbc_op_erase(struct mlirbc_op *op)
{
	for (struct mlirbc_op *inner = NULL; (inner = mlirbc_op_next_pre(op, inner)) != NULL;) {
		if (!all_used_inside(inner, op))
			return MLIRBC_E_STATE;
	}
	mlirbc__op_drop(op);
	return MLIRBC_OK;
}

/* ---- blocks */

static bool is_region_inside(const struct mlirbc_region *region, const struct mlirbc_region *around)
{
	for (const struct mlirbc_op *op = region->parent; op; op = mlirbc_op_parent(op)) {
		if (op->parent && op->parent->parent == around)
			return true;
	}
	return false;
}

void mlirbc__region_splice(struct mlirbc_region *into, struct mlirbc_region *from)
{
	struct mlirbc_block *next;
	for (struct mlirbc_block *block = from->first; block; block = next) {
		next = block->next;
		block->next = NULL;
		mlirbc__region_append(into, block);
	}
	from->first = from->last = NULL;
	from->block_count = 0;
}

enum mlirbc_status mlirbc_region_take(struct mlirbc_region *into, struct mlirbc_region *from)
{
	if (into->parent->unread || from->parent->unread)
		return MLIRBC_E_STATE;
	if (mlirbc__context(into->parent) != mlirbc__context(from->parent) || is_region_inside(into, from))
		return MLIRBC_E_ARG;
	if (into != from)
		mlirbc__region_splice(into, from);
	return MLIRBC_OK;
}
