/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The branch of if and case that a constant chooses takes the place of the operation; the others are gone. Programs for several platforms
 * choose so between the functions of each, of which the others may not exist here. */
#include "fold/tensor.h"
#include "passes/pass.h"

/* The number of the branch that is taken. */
static bool chosen(struct shlo__pass *pass, const struct mlirbc_op *op, bool cases, uint32_t *out)
{
	const struct mlirbc_value *index = op->operand_count == 1 ? mlirbc_op_operands(op)->value : NULL;
	const struct mlirbc_op *from = index ? mlirbc_value_op(index) : NULL;
	struct shlo__constant constant;
	if (!from || shlo__pass_code(pass, from) != MLIRBC_STABLEHLO_constant ||
		!shlo__constant_of(mlirbc_op_attr(from, "value"), 1, &constant) || constant.count != 1 || constant.rank != 0 ||
		!(cases ? shlo__is_int(constant.element) : shlo__is_bool(constant.element)))
		return false;
	const int64_t number = shlo__int_at(&constant, 0);
	if (cases)
		*out = number < 0 || number >= (int64_t)op->region_count ? op->region_count - 1u : (uint32_t)number;
	else
		*out = number == 0;
	return true;
}

/* The branch has one block that ends with the results. */
static bool has_results(struct shlo__pass *pass, const struct mlirbc_op *op, const struct mlirbc_region *region)
{
	const struct mlirbc_block *block = region->block_count == 1 ? region->first : NULL;
	const struct mlirbc_op *end = block && block->argument_count == 0 ? block->last : NULL;
	if (!end || shlo__pass_code(pass, end) != MLIRBC_STABLEHLO_return || end->operand_count != op->result_count)
		return false;
	for (uint32_t i = 0; i < op->result_count; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(end)[i].value;
		if (!value || value->type != mlirbc_op_results(op)[i].type)
			return false;
	}
	return true;
}

bool shlo__pass_take_branch(struct shlo__pass *pass, struct mlirbc_op *op, bool *out_taken)
{
	const enum mlirbc_stablehlo_code code = shlo__pass_code(pass, op);
	const bool cases = code == MLIRBC_STABLEHLO_case;
	uint32_t branch;
	*out_taken = false;
	if ((!cases && code != MLIRBC_STABLEHLO_if) || op->region_count == 0 || (!cases && op->region_count != 2) ||
		!chosen(pass, op, cases, &branch) || !has_results(pass, op, &mlirbc_op_regions(op)[branch]))
		return true;
	struct mlirbc_block *block = mlirbc_op_regions(op)[branch].first;
	struct mlirbc_op *end = block->last;
	while (block->first != end) {
		if (!shlo__pass_ok(pass, mlirbc_op_insert_before(block->first, op)))
			return false;
	}
	for (uint32_t i = 0; i < op->result_count; i++)
		mlirbc_value_replace(&mlirbc_op_results(op)[i], mlirbc_op_operands(end)[i].value);
	*out_taken = true;
	pass->report.folded++;
	return shlo__pass_replace(pass, op, NULL);
}
