/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Branches of a few scalar operations are computed all, and `select` chooses the results: less than the call of a function takes.
 * No operation of scalars traps or has side effects. */
#include "fuse/fuse.h"

#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_build.h>

enum { MOST_OPS = 16, MOST_BRANCHES = 8 };

static const struct mlirbc_block *branch_of(const struct mlirbc_op *op, uint32_t i)
{
	return mlirbc_op_regions(op)[i].first;
}

/* Whether the branch has scalar operations only, and returns values of the types of the results. */
static bool is_scalar_branch(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, uint32_t i)
{
	const struct mlirbc_block *block = branch_of(op, i);
	if (mlirbc_op_regions(op)[i].block_count != 1 || block->argument_count || !bef_hlo__is_scalar_block(lower, block, MOST_OPS) ||
		block->last->operand_count != op->result_count)
		return false;
	for (uint32_t k = 0; k < op->result_count; k++) {
		const struct mlirbc_type *type = mlirbc_op_results(op)[k].type;
		if (!bef_hlo__is_scalar(type) || mlirbc_op_operands(block->last)[k].value->type != type)
			return false;
	}
	return true;
}

static bool is_scalar_if(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const enum mlirbc_stablehlo_code code = bef_hlo__code(lower, op);
	const bool cases = code == MLIRBC_STABLEHLO_case;
	if ((!cases && code != MLIRBC_STABLEHLO_if) || op->operand_count != 1 || op->result_count == 0 ||
		op->region_count == 0 || op->region_count > MOST_BRANCHES || (!cases && op->region_count != 2) ||
		!bef_hlo__is_scalar(mlirbc_op_operands(op)[0].value->type))
		return false;
	for (uint32_t i = 0; i < op->region_count; i++) {
		if (!is_scalar_branch(lower, op, i))
			return false;
	}
	return true;
}

/* Moves the operations of all branches before the operation. */
static bool move_branches(struct bef_hlo__lower *lower, struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->region_count; i++) {
		for (struct mlirbc_op *at; (at = branch_of(op, i)->first) != branch_of(op, i)->last;) {
			if (!bef_hlo__ok(lower, mlirbc_op_insert_before(at, op), NULL))
				return false;
		}
	}
	return true;
}

static struct mlirbc_value *returned(const struct mlirbc_op *op, uint32_t branch, uint32_t result)
{
	return mlirbc_op_operands(branch_of(op, branch)->last)[result].value;
}

/* The predicate that selects branch i if no branch before it is selected; NULL after a failure. */
static struct mlirbc_value *predicate_of(
	const struct bef_hlo__lower *lower, struct mlirbc_builder *builder, const struct mlirbc_op *op, uint32_t i)
{
	struct mlirbc_value *index = mlirbc_op_operands(op)[0].value;
	const uint8_t number[4] = { (uint8_t)i };
	if (bef_hlo__is(lower, op, MLIRBC_STABLEHLO_if))
		return index;
	return mlirbc_stablehlo_compare(builder, "EQ", index, mlirbc_stablehlo_constant(builder, index->type, number, sizeof number));
}

/* The last branch is that of all other numbers. */
static bool select_results(struct bef_hlo__lower *lower, struct mlirbc_builder *builder, struct mlirbc_op *op)
{
	struct mlirbc_value *predicates[MOST_BRANCHES];
	for (uint32_t i = 0; i + 1 < op->region_count; i++)
		predicates[i] = predicate_of(lower, builder, op, i);
	for (uint32_t k = 0; k < op->result_count; k++) {
		struct mlirbc_value *value = returned(op, op->region_count - 1, k);
		for (uint32_t i = op->region_count - 1; i-- > 0;) {
			if (returned(op, i, k) != value)
				value = mlirbc_stablehlo_select(builder, predicates[i], returned(op, i, k), value);
		}
		if (builder->status != MLIRBC_OK)
			return bef_hlo__fail_built(lower, builder, op);
		mlirbc_value_replace(&mlirbc_op_results(op)[k], value);
	}
	return true;
}

static bool speculate(struct bef_hlo__lower *lower, struct mlirbc_op *op)
{
	struct mlirbc_builder builder;
	mlirbc_builder_init_module(&builder, lower->module);
	mlirbc_builder_enter_before(&builder, op);
	builder.location = mlirbc_op_location(op);
	return move_branches(lower, op) && select_results(lower, &builder, op) && bef_hlo__ok(lower, mlirbc_op_erase(op), NULL);
}

/* From the inside out: a branch may have had branches itself. */
bool bef_hlo__speculate(struct bef_hlo__lower *lower)
{
	struct mlirbc_op *root = lower->module->body->first, *next;
	for (struct mlirbc_op *op = mlirbc_op_next_post(root, NULL); op && op != root; op = next) {
		next = mlirbc_op_next_post(root, op);
		if (is_scalar_if(lower, op) && !speculate(lower, op))
			return false;
	}
	return true;
}
