/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reductions that keep the last dimensions: sums of columns. Each begins as a separate group, so that groups form as if there were
 * none: rows are more useful, since their values are used in the same group. Then it moves into the group that computes its operand,
 * or into one that reads it. That group is not deeper, and other groups depend on the reduction only if they are deeper. */
#include "fuse/fuse.h"

enum { LONG_LOOP = 131072, FEW_ROWS = 4 };

/* Whether the operation takes longer than loading its operands. */
static bool is_function(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	return bef_hlo__facts(lower, op)->cost == MLIRBC_STABLEHLO_COST_FUNCTION;
}

/* A loop over columns is divided among threads by rows only, which is as good for operations that wait for memory. */
static bool needs_threads(const struct bef_hlo__lower *lower, const struct bef_hlo__group *group, const struct bef_hlo__group *columns)
{
	const int64_t count = bef_hlo__group_count(group);
	bool has_function = false;
	for (size_t i = 0; i < group->ops.count && !has_function; i++)
		has_function = is_function(lower, group->ops.items[i]);
	return has_function && count >= LONG_LOOP && count / columns->inner < FEW_ROWS;
}

static bool can_move(const struct bef_hlo__lower *lower, const struct bef_hlo__group *group, const struct bef_hlo__group *to)
{
	return to && to != group && !to->into && !to->product && to->level == group->level && to->depth <= group->depth &&
	       bef_hlo__group_count(to) == bef_hlo__group_count(group) && !needs_threads(lower, to, group);
}

/* Moves the group of one reduction if it can. False after a failure. */
static bool move(struct bef_hlo__lower *lower, const struct mlirbc_block *block, struct bef_hlo__group *group)
{
	struct bef_hlo__access access;
	bef_hlo__access(lower, group->ops.items[0], 0, &access);
	struct bef_hlo__group *host = bef_hlo__group_of(lower, access.root, block);
	if (host && !bef_hlo__is_inside(lower, host, &access))
		host = NULL;
	if (!host && access.kind == BEF_HLO__MEMORY)
		host = bef_hlo__place_of(lower, access.root)->reader;
	while (host && host->into)
		host = host->into;
	if (can_move(lower, group, host))
		(void)bef_hlo__move_into(lower, group, host);
	return lower->status != BEF_E_NOMEM;
}

bool bef_hlo__join_columns(
	struct bef_hlo__lower *lower, const struct mlirbc_block *block, struct bef_hlo__row *groups, bool *out_joined)
{
	*out_joined = false;
	for (size_t i = 0; i < groups->count; i++) {
		struct bef_hlo__group *group = groups->items[i];
		if (group->columns <= 1 || group->into || group->ops.count != 1)
			continue;
		if (!move(lower, block, group))
			return false;
		*out_joined = *out_joined || group->into;
	}
	return true;
}
