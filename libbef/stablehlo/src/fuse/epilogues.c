/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products whose result only one group uses, element by element: the kernel of the product computes the group for each block of its
 * result. Everything else that the group reads is computed before the product, since the product is the last operation outside of
 * groups that it depends on, and it depends on no group behind the product. */
#include "fuse/fuse.h"

enum { MOST_VIEWS = 16 }; /* one after the other */

static bool is_product(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const enum mlirbc_stablehlo_code code = bef_hlo__code(lower, op);
	return code == MLIRBC_STABLEHLO_convolution || code == MLIRBC_STABLEHLO_dot || code == MLIRBC_STABLEHLO_dot_general;
}

static bool has_plain_types(const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_type *type = mlirbc_op_operands(op)[i].value->type;
		if (bef_hlo__count(type) == 0 || bef_hlo__is_quantized(type))
			return false;
	}
	return bef_hlo__count(mlirbc_op_results(op)[0].type) > 0 && !bef_hlo__is_quantized(mlirbc_op_results(op)[0].type);
}

/* Whether operations of the group use the value, the product or a view of it, as the same element, and nothing else uses it. */
static bool only_group_uses(struct bef_hlo__lower *lower, const struct bef_hlo__group *group, const struct mlirbc_value *product,
	const struct mlirbc_value *value, unsigned views)
{
	const struct mlirbc_block *block = mlirbc_value_op(product)->parent;
	for (struct mlirbc_operand *use = value->first_use; use; use = mlirbc_operand_next(use)) {
		const struct mlirbc_op *user = mlirbc_operand_owner(use);
		if (user->parent != block || user->result_count != 1 || !user->next)
			return false;
		const struct bef_hlo__place *place = bef_hlo__place_of(lower, mlirbc_op_results(user));
		if (place->kind == BEF_HLO__VIEW && !place->kernel) {
			if (views == MOST_VIEWS || !only_group_uses(lower, group, product, mlirbc_op_results(user), views + 1))
				return false;
			continue;
		}
		struct bef_hlo__access access;
		if (bef_hlo__group_of(lower, mlirbc_op_results(user), block) != group)
			return false;
		bef_hlo__access(lower, user, (uint32_t)(use - mlirbc_op_operands(user)), &access);
		if (access.root != product || !bef_hlo__is_inside(lower, group, &access))
			return false;
	}
	return true;
}

/* The kernel iterates over the dimensions of the product. */
static bool has_space_of(const struct bef_hlo__group *group, const struct mlirbc_type *type)
{
	struct bef_hlo__space space;
	bef_hlo__space_of(type, &space);
	const uint32_t count = space.count;
	return bef_hlo__space_add(&space, &group->space, 1) && space.count == count;
}

static bool continues(struct bef_hlo__lower *lower, const struct bef_hlo__group *group, const struct mlirbc_value *value)
{
	const struct mlirbc_op *op = mlirbc_value_op(value), *member = group->ops.items[0];
	return op && op->parent == member->parent && is_product(lower, op) && bef_hlo__place_of(lower, value)->level == group->level &&
	       (int64_t)bef_hlo__count(value->type) == bef_hlo__group_count(group) && has_plain_types(op) &&
	       has_space_of(group, value->type) && only_group_uses(lower, group, value, value, 0);
}

static void find_product(struct bef_hlo__lower *lower, struct bef_hlo__group *group)
{
	for (size_t k = 0; k < group->ops.count && !group->product; k++) {
		const struct mlirbc_op *op = group->ops.items[k];
		for (uint32_t i = 0; i < op->operand_count && !group->product; i++) {
			struct bef_hlo__access access;
			bef_hlo__access(lower, op, i, &access);
			if (access.kind != BEF_HLO__MEMORY || !continues(lower, group, access.root))
				continue;
			group->product = access.root;
			bef_hlo__space_of(access.root->type, &group->space);
			bef_hlo__place_of(lower, access.root)->epilogue = group;
		}
	}
}

static bool stores(const struct bef_hlo__lower *lower, const struct bef_hlo__group *group)
{
	for (size_t k = 0; k < group->ops.count; k++) {
		if (bef_hlo__place_of(lower, mlirbc_op_results(group->ops.items[k]))->stored)
			return true;
	}
	return false;
}

void bef_hlo__find_epilogues(struct bef_hlo__lower *lower, const struct bef_hlo__row *groups)
{
	for (size_t i = 0; i < groups->count; i++) {
		struct bef_hlo__group *group = groups->items[i];
		if (!group->into && !group->fixed && group->depth == 0 && group->level > 0 && !group->inner && bef_hlo__group_count(group) > 1 &&
			stores(lower, group))
			find_product(lower, group);
	}
}
