/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Verifies a module in the order of MLIR, so that the first error is the same: an operation, then what is in it, then what
 * depends on its complete regions. Isolated operations wait until the operation around them is done. */
#include "verify.h"

#include <stdlib.h>

enum { CACHED = 256 };

struct verifying {
	struct mlirbc_parser *parser;
	struct {
		const struct mlirbc_string *name;
		const struct mlirbc_upstream__row *row;
	} cache[CACHED]; /* by the address of the name, which is unique */
	struct mlirbc_op **waiting;
	size_t count, room;
};

static const struct mlirbc_upstream__row *row_of(struct verifying *v, const struct mlirbc_op *op)
{
	const size_t at = ((uintptr_t)op->name >> 4) % CACHED;
	if (v->cache[at].name != op->name) {
		v->cache[at].name = op->name;
		v->cache[at].row = mlirbc_upstream__row_find(op->name);
	}
	return v->cache[at].row;
}

/* ---- the walk, without recursion */

static bool wait_for_parent(struct verifying *v, struct mlirbc_op *op)
{
	if (v->count == v->room) {
		const size_t room = v->room ? 2 * v->room : 64;
		struct mlirbc_op **more = realloc(v->waiting, room * sizeof *more);
		if (!more)
			return mlirbc_parser_no_memory(v->parser);
		v->waiting = more;
		v->room = room;
	}
	v->waiting[v->count++] = op;
	return true;
}

static struct mlirbc_op *first_from(struct mlirbc_block *block)
{
	while (block && !block->first)
		block = block->next;
	return block ? block->first : NULL;
}

static struct mlirbc_op *first_inside(const struct mlirbc_op *op, const struct mlirbc_region *region)
{
	const struct mlirbc_region *end = mlirbc_op_regions(op) + op->region_count;
	struct mlirbc_op *first = NULL;
	for (; !first && region < end; region++)
		first = first_from(region->first);
	return first;
}

static bool leave(struct verifying *v, struct mlirbc_op *op)
{
	const struct mlirbc_upstream__row *row = row_of(v, op);
	return mlirbc_upstream__verify_regions(v->parser, op, row) && (!row || mlirbc_upstream__verify_after(v->parser, op, row));
}

/* An operation and all in it that is not isolated. */
static bool verify_tree(struct verifying *v, struct mlirbc_op *root)
{
	struct mlirbc_op *op = root;
	for (;;) {
		const struct mlirbc_upstream__row *row = row_of(v, op);
		struct mlirbc_op *inside = op == root || !op->isolated ? first_inside(op, mlirbc_op_regions(op)) : NULL;
		if (op != root && op->isolated) {
			if (!wait_for_parent(v, op))
				return false;
		} else if (!mlirbc_upstream__verify_before(v->parser, op, row) || (!inside && !leave(v, op))) {
			return false;
		}
		while (!inside) {
			if (op == root)
				return true;
			struct mlirbc_block *block = op->parent;
			inside = op->next;
			if (inside)
				continue;
			if (!mlirbc_upstream__verify_block(v->parser, block, row_of(v, block->parent->parent), row_of(v, op)))
				return false;
			inside = first_from(block->next);
			op = block->parent->parent;
			inside = inside ? inside : first_inside(op, block->parent + 1);
			if (!inside && !leave(v, op))
				return false;
		}
		op = inside;
	}
}

bool mlirbc_upstream__verify(struct mlirbc_parser *parser, struct mlirbc_op *module, void *ctx)
{
	struct verifying *v = calloc(1, sizeof *v);
	(void)ctx;
	if (!v)
		return mlirbc_parser_no_memory(parser);
	v->parser = parser;
	bool valid = wait_for_parent(v, module);
	for (size_t i = 0; valid && i < v->count; i++)
		valid = verify_tree(v, v->waiting[i]);
	free(v->waiting);
	free(v);
	return valid;
}
