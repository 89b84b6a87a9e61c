/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Walks all ops below one, without recursion: every op has a pointer to its parent. Users of a value. */
#include "ir/context.h"

#include <string.h>

static struct mlirbc_op *first_in_blocks(struct mlirbc_block *block)
{
	while (block && !block->first)
		block = block->next;
	return block ? block->first : NULL;
}

/* The first op in the regions of `op` from number `region` on. */
static struct mlirbc_op *first_in_regions(const struct mlirbc_op *op, uint32_t region)
{
	struct mlirbc_op *found = NULL;
	for (; region < op->region_count && !found; region++)
		found = first_in_blocks(mlirbc_op_regions(op)[region].first);
	return found;
}

/* The next op of the parent's regions after `op` and everything inside it. */
static struct mlirbc_op *next_sibling(const struct mlirbc_op *op)
{
	if (op->next)
		return op->next;
	const struct mlirbc_block *block = op->parent;
	if (!block)
		return NULL;
	struct mlirbc_op *found = first_in_blocks(block->next);
	const struct mlirbc_region *region = block->parent;
	if (found || !region)
		return found;
	return first_in_regions(region->parent, (uint32_t)(region - mlirbc_op_regions(region->parent)) + 1);
}

struct mlirbc_op *mlirbc_op_next_pre(struct mlirbc_op *root, struct mlirbc_op *current)
{
	if (!current)
		return root;
	struct mlirbc_op *next = first_in_regions(current, 0);
	while (!next && current && current != root) {
		next = next_sibling(current);
		current = mlirbc_op_parent(current);
	}
	return next;
}

static struct mlirbc_op *deepest_first(struct mlirbc_op *op)
{
	for (struct mlirbc_op *inner = op; inner; inner = first_in_regions(inner, 0))
		op = inner;
	return op;
}

struct mlirbc_op *mlirbc_op_next_post(struct mlirbc_op *root, struct mlirbc_op *current)
{
	if (!current)
		return deepest_first(root);
	if (current == root)
		return NULL;
	struct mlirbc_op *next = next_sibling(current);
	return next ? deepest_first(next) : mlirbc_op_parent(current);
}

/* ---- filters */

static bool name_fits(const struct mlirbc_op *op, const char *name)
{
	const size_t size = strlen(name);
	if (size > 2 && memcmp(name + size - 2, ".*", 2) == 0)
		return op->name->size >= size && memcmp(op->name->data, name, size - 1) == 0;
	return mlirbc_op_is(op, name);
}

/* Levels between the op and `root`. */
static uint32_t depth_of(const struct mlirbc_op *root, const struct mlirbc_op *op)
{
	uint32_t depth = 0;
	for (; op && op != root; op = mlirbc_op_parent(op))
		depth++;
	return depth;
}

static bool matches(const struct mlirbc_op *root, const struct mlirbc_op *op, const struct mlirbc_op_filter *filter)
{
	return (!filter->name || name_fits(op, filter->name)) &&
	       (!filter->max_depth || depth_of(root, op) <= filter->max_depth) &&
	       (!filter->attr || mlirbc_op_attr(op, filter->attr)) && (!filter->accept || filter->accept(filter->ctx, op));
}

/* The next op in pre-order that is not inside `current`. */
static struct mlirbc_op *next_outside(struct mlirbc_op *root, struct mlirbc_op *current)
{
	struct mlirbc_op *next = NULL;
	while (!next && current && current != root) {
		next = next_sibling(current);
		current = mlirbc_op_parent(current);
	}
	return next;
}

struct mlirbc_op *mlirbc_op_next_match(
	struct mlirbc_op *root, struct mlirbc_op *current, const struct mlirbc_op_filter *filter)
{
	if (!filter || BYTECURSOR_SIZE_IS_WRONG(filter))
		return NULL;
	bool selected = current != NULL;
	for (;;) {
		const bool inside = !current || !((selected && filter->skip_inside) ||
							(filter->max_depth && depth_of(root, current) >= filter->max_depth));
		if (filter->post_order)
			current = mlirbc_op_next_post(root, current);
		else
			current = inside ? mlirbc_op_next_pre(root, current) : next_outside(root, current);
		if (!current || matches(root, current, filter))
			return current;
		selected = false;
	}
}

/* ---- users */

size_t mlirbc_value_use_count(const struct mlirbc_value *value)
{
	size_t count = 0;
	for (const struct mlirbc_operand *use = value->first_use; use; use = mlirbc_operand_next(use))
		count++;
	return count;
}

/* True if the use is the first one of its op in the list. */
static bool is_first_of_op(const struct mlirbc_value *value, const struct mlirbc_operand *use)
{
	const struct mlirbc_op *op = mlirbc_operand_owner(use);
	const struct mlirbc_operand *operands = mlirbc_op_operands(op), *first = value->first_use;
	uint32_t uses = 0;
	for (uint32_t i = 0; i < op->operand_count && uses < 2; i++)
		uses += operands[i].value == value;
	while (uses > 1 && first != use && mlirbc_operand_owner(first) != op)
		first = mlirbc_operand_next(first);
	return uses < 2 || first == use;
}

struct mlirbc_op *mlirbc_value_next_user(const struct mlirbc_value *value, const struct mlirbc_op *current)
{
	const struct mlirbc_operand *use = value->first_use;
	while (current && use && mlirbc_operand_owner(use) != current)
		use = mlirbc_operand_next(use);
	if (current && use)
		use = mlirbc_operand_next(use);
	while (use && !is_first_of_op(value, use))
		use = mlirbc_operand_next(use);
	return use ? mlirbc_operand_owner(use) : NULL;
}
