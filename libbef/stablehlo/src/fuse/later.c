/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Groups whose values only one other group uses, element by element, and that were complete before it, since it depends on others
 * too: they become a part of it. Nothing else waits for what moves, and its operands are there. The other group may have a larger level if
 * there are few elements, as in the body of a scan, whose slices are operations outside of groups. */
#include "fuse/fuse.h"

enum {
	MOST_VIEWS = 16, /* one after the other */
	FEW = 4096       /* elements; a call of a kernel takes longer than the computation */
};

struct search {
	struct bef_hlo__lower *lower;
	const struct mlirbc_block *block;
	const struct bef_hlo__group *own;
	const struct mlirbc_value *value; /* of that group */
	struct bef_hlo__group *user;      /* of all its values; NULL: none yet */
};

/* Whether all elements that the step reads of the value are those that its group computes at the same time. */
static bool reads_inside(const struct search *s, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < bef_hlo__reads(s->lower, op); i++) {
		for (uint32_t k = 0; k < bef_hlo__pieces(s->lower, op, i); k++) {
			struct bef_hlo__access access;
			bef_hlo__access_piece(s->lower, op, i, k, &access);
			if (access.root == s->value && (bef_hlo__is_initial(op, i) || !bef_hlo__is_inside(s->lower, s->user, &access)))
				return false;
		}
	}
	return true;
}

/* Whether only the own group and one other use the value, which is `of` or a view of it. */
static bool find_user(struct search *s, const struct mlirbc_value *of, unsigned views)
{
	for (struct mlirbc_operand *use = of->first_use; use; use = mlirbc_operand_next(use)) {
		const struct mlirbc_op *op = mlirbc_operand_owner(use);
		if (op->parent != s->block || op->result_count != 1 || !op->next)
			return false;
		const struct mlirbc_value *result = mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op);
		const struct bef_hlo__place *place = bef_hlo__place_of(s->lower, result);
		if (place->kind == BEF_HLO__VIEW && !place->kernel) {
			if (views == MOST_VIEWS || !find_user(s, result, views + 1))
				return false;
			continue;
		}
		struct bef_hlo__group *group = bef_hlo__group_of(s->lower, result, s->block);
		if (group == s->own)
			continue;
		if (!group || group->level < s->own->level || group->product || (s->user && s->user != group))
			return false;
		s->user = group;
		if (!reads_inside(s, op))
			return false;
	}
	return true;
}

/* Whether an operation outside of groups between the levels of both groups uses the memory, in which it may write its result. */
static bool is_used_between(const struct search *s, const struct mlirbc_value *memory, unsigned views)
{
	for (struct mlirbc_operand *use = memory->first_use; use; use = mlirbc_operand_next(use)) {
		const struct mlirbc_op *op = mlirbc_operand_owner(use);
		if (op->parent == s->block && !op->next)
			continue;
		if (op->parent != s->block || op->result_count == 0)
			return true;
		const struct mlirbc_value *result = mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op);
		const struct bef_hlo__place *place = bef_hlo__place_of(s->lower, result);
		if (bef_hlo__group_of(s->lower, result, s->block))
			continue;
		if (place->kind == BEF_HLO__VIEW ? views == MOST_VIEWS || is_used_between(s, result, views + 1)
						 : place->level > s->own->level && place->level <= s->user->level)
			return true;
	}
	return false;
}

/* What the group reads, it may read at the level of the user. */
static bool may_wait(const struct search *s)
{
	for (size_t i = 0; i < s->own->ops.count; i++) {
		const struct mlirbc_op *op = s->own->ops.items[i];
		for (uint32_t k = 0; k < bef_hlo__reads(s->lower, op); k++) {
			for (uint32_t n = 0; n < bef_hlo__pieces(s->lower, op, k); n++) {
				struct bef_hlo__access access;
				bef_hlo__access_piece(s->lower, op, k, n, &access);
				if (access.kind == BEF_HLO__MEMORY && bef_hlo__group_of(s->lower, access.root, s->block) != s->own &&
					is_used_between(s, access.root, 0))
					return false;
			}
		}
	}
	return true;
}

static bool move(struct bef_hlo__lower *lower, const struct mlirbc_block *block, struct bef_hlo__group *group)
{
	struct search s = { .lower = lower, .block = block, .own = group };
	for (size_t i = 0; i < group->ops.count; i++) {
		s.value = mlirbc_op_results((struct mlirbc_op *)group->ops.items[i]);
		if (bef_hlo__place_of(lower, s.value)->stored && !find_user(&s, s.value, 0))
			return false;
	}
	if (!s.user || s.user->columns > 1 || bef_hlo__group_count(s.user) != bef_hlo__group_count(group))
		return false;
	if (s.user->level > group->level && (bef_hlo__group_count(group) > FEW || !may_wait(&s)))
		return false;
	return bef_hlo__move_into(lower, group, s.user);
}

bool bef_hlo__join_later(
	struct bef_hlo__lower *lower, const struct mlirbc_block *block, struct bef_hlo__row *groups, bool *out_joined)
{
	for (size_t i = groups->count; i-- > 0;) { /* users first: what moves into them may take others along */
		struct bef_hlo__group *group = groups->items[i];
		if (!group->into && !group->product && !group->inner && bef_hlo__group_count(group) > 1 && move(lower, block, group))
			*out_joined = true;
	}
	return lower->status != BEF_E_NOMEM;
}
