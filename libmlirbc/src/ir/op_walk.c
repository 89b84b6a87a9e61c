/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Walks all ops below one, without recursion: every op has a pointer to its parent. */
#include <mlirbc/ir.h>

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
