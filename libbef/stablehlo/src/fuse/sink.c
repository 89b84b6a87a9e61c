/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies constants of one element to the blocks that use them: a region then captures none, and expressions contain them. */
#include "fuse/fuse.h"

#include <mlirbc/rewrite.h>

/* A copy of the constant at the start of the block, or before the constant in its own block; uses of one block need not be
 * adjacent in the list of uses, so the copy at the start is found again. NULL after a failure. */
static struct mlirbc_op *copy_in(struct bef_hlo__lower *lower, struct mlirbc_op *op, struct mlirbc_block *block)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	const bool own = block == op->parent;
	struct mlirbc_op *found = own ? op->prev : block->first, *copy = NULL;
	if (found && bef_hlo__is(lower, found, MLIRBC_STABLEHLO_constant) &&
		mlirbc_op_results(found)[0].type == mlirbc_op_results(op)[0].type &&
		mlirbc_op_attr(found, "value") == mlirbc_op_attr(op, "value"))
		return found;
	if (!bef_hlo__ok(lower, mlirbc_op_clone(op, NULL, &copy, &diag), &diag))
		return NULL;
	enum mlirbc_status status = own ? mlirbc_op_insert_before(copy, op) : mlirbc_op_insert_at_start(copy, block);
	return bef_hlo__ok(lower, status, NULL) ? copy : NULL;
}

bool bef_hlo__is_used_elsewhere(const struct mlirbc_op *op)
{
	for (struct mlirbc_operand *use = mlirbc_op_results(op)[0].first_use; use; use = mlirbc_operand_next(use)) {
		if (mlirbc_operand_owner(use)->parent != op->parent)
			return true;
	}
	return false;
}

/* Uses are changed from the front of the list, which takes constant time each; so those of the own block are changed too. */
static bool sink(struct bef_hlo__lower *lower, struct mlirbc_op *op)
{
	for (struct mlirbc_operand *use; (use = mlirbc_op_results(op)[0].first_use) != NULL;) {
		struct mlirbc_op *copy = copy_in(lower, op, mlirbc_operand_owner(use)->parent);
		if (!copy)
			return false;
		mlirbc_operand_set(use, mlirbc_op_results(copy));
	}
	return true;
}

bool bef_hlo__sink_constants(struct bef_hlo__lower *lower)
{
	struct mlirbc_op *root = lower->module->body->first;
	for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op)) {
		if (bef_hlo__is_inline_constant(lower, op) && bef_hlo__is_used_elsewhere(op) && !sink(lower, op))
			return false;
	}
	return true;
}
