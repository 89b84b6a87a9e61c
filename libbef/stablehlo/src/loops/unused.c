/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops without side effects of which nothing is used, as one side of a `select` whose predicate is a constant, and what only they use. */
#include "loops/loops.h"

#include <mlirbc/rewrite.h>

static bool is_unused(const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op)[i].first_use)
			return false;
	}
	return op->result_count > 0;
}

/* Whether the loop does nothing but to compute its results. What a function does is not known yet. */
static bool only_computes(const struct bef_hlo__lower *lower, struct mlirbc_op *loop)
{
	for (struct mlirbc_op *op = loop; op; op = mlirbc_op_next_pre(loop, op)) {
		if (bef_hlo__code(lower, op) == MLIRBC_STABLEHLO_NONE || bef_hlo__has_effect(lower, op)) /* none: a call */
			return false;
	}
	return true;
}

static bool is_needless(const struct bef_hlo__lower *lower, struct mlirbc_op *op)
{
	const unsigned traits = bef_hlo__facts(lower, op)->traits;
	if (!is_unused(op))
		return false;
	return (traits & MLIRBC_STABLEHLO_PURE) || (bef_hlo__is(lower, op, MLIRBC_STABLEHLO_while) && only_computes(lower, op));
}

/* Backwards: users before what they use. As deep as regions are. */
static bool drop_in(struct bef_hlo__lower *lower, struct mlirbc_block *block)
{
	for (struct mlirbc_op *op = block->last, *before; op; op = before) {
		before = op->prev;
		if (is_needless(lower, op)) {
			if (!bef_hlo__ok(lower, mlirbc_op_erase(op), NULL))
				return false;
			continue;
		}
		for (uint32_t i = 0; i < op->region_count; i++) {
			for (struct mlirbc_block *inside = mlirbc_op_regions(op)[i].first; inside; inside = inside->next) {
				if (!drop_in(lower, inside))
					return false;
			}
		}
	}
	return true;
}

bool bef_hlo__drop_unused(struct bef_hlo__lower *lower) { return drop_in(lower, lower->module->body); }
