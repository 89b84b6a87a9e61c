/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Verifies a module in the order of MLIR, so that the first error is the same: an operation, then what is in it, then what
 * depends on its complete regions. Isolated operations come after the others in the operation around them. */
#include "verify_own.h"

#include <stdlib.h>

enum { CACHED = 256 };

struct up__names {
	struct up__known cache[CACHED]; /* by the address of the name, which is unique */
};

struct verifying {
	struct mlirbc_parser *parser;
	struct up__names names;
};

struct up__known *up__known_of(struct up__names *names, const struct mlirbc_op *op)
{
	struct up__known *known = &names->cache[((uintptr_t)op->name >> 4) % CACHED];
	uint8_t size;
	if (known->name == op->name)
		return known;
	*known = (struct up__known){ .name = op->name, .row = mlirbc_upstream__row_find(op->name) };
	known->check = known->row ? up__check_find(op->name) : NULL;
	known->reference = up__reference_of(op);
	known->has_table = !known->row || mlirbc_upstream__find_check(known->row, CHECK_SYMBOL_TABLE, &size);
	return known;
}

static const struct mlirbc_upstream__row *row_of(struct verifying *v, const struct mlirbc_op *op)
{
	return up__known_of(&v->names, op)->row;
}

/* The check that MLIR has as code for this operation, before or after its regions. */
static bool run_check(struct verifying *v, const struct mlirbc_op *op, bool after)
{
	const struct up__check *check = up__known_of(&v->names, op)->check;
	return !check || check->after != after || check->run(v->parser, op);
}

/* ---- the walk, without recursion */

/* The first of these operations and of those in later blocks and regions of `parent` that is isolated or is not. */
static struct mlirbc_op *find_child(const struct mlirbc_op *parent, const struct mlirbc_region *region,
	const struct mlirbc_block *block, struct mlirbc_op *op, bool isolated)
{
	const struct mlirbc_region *end = mlirbc_op_regions(parent) + parent->region_count;
	for (;;) {
		for (; op; op = op->next) {
			if (op->isolated == isolated)
				return op;
		}
		block = block ? block->next : NULL;
		while (!block && region < end)
			block = (region++)->first;
		if (!block)
			return NULL;
		op = block->first;
	}
}

static struct mlirbc_op *first_child(const struct mlirbc_op *parent, bool isolated)
{
	return find_child(parent, mlirbc_op_regions(parent), NULL, NULL, isolated);
}

/* The next one of the same kind in the operation around `op`. */
static struct mlirbc_op *next_child(const struct mlirbc_op *op)
{
	const struct mlirbc_region *region = op->parent->parent;
	return find_child(region->parent, region + 1, op->parent, op->next, op->isolated);
}

static bool verify_blocks(struct verifying *v, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->region_count; i++) {
		const struct mlirbc_block *block = mlirbc_op_regions(op)[i].first;
		for (; block; block = block->next) {
			if (block->last && !mlirbc_upstream__verify_block(v->parser, block, row_of(v, op), row_of(v, block->last)))
				return false;
		}
	}
	return true;
}

static bool leave(struct verifying *v, struct mlirbc_op *op)
{
	const struct mlirbc_upstream__row *row = row_of(v, op);
	return mlirbc_upstream__verify_regions(v->parser, op, row) &&
	       (!row || (mlirbc_upstream__verify_after(v->parser, op, &v->names) && run_check(v, op, true)));
}

static bool verify_tree(struct verifying *v, struct mlirbc_op *root)
{
	struct mlirbc_op *op = root;
	for (;;) {
		if (!mlirbc_upstream__verify_before(v->parser, op, up__known_of(&v->names, op)) ||
			!run_check(v, op, false))
			return false;
		struct mlirbc_op *child = first_child(op, false);
		for (bool isolated = false; !child;) {
			if (!isolated && (!verify_blocks(v, op) || (child = first_child(op, true)) != NULL))
				break;
			if (!leave(v, op) || (op->isolated && !mlirbc_upstream__verify_dominance(v->parser, op, &v->names)))
				return false;
			if (op == root)
				return true;
			isolated = op->isolated;
			child = next_child(op);
			op = mlirbc_op_parent(op);
		}
		if (!child)
			return false; /* a block is invalid */
		op = child;
	}
}

bool mlirbc_upstream__verify(struct mlirbc_parser *parser, struct mlirbc_op *module, void *ctx)
{
	struct verifying *v = calloc(1, sizeof *v);
	(void)ctx;
	if (!v)
		return mlirbc_parser_no_memory(parser);
	v->parser = parser;
	const bool valid = verify_tree(v, module);
	free(v);
	return valid;
}
