/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "body/expression.h"
#include "fuse/fuse.h"

bool bef_hlo__is_scalar(const struct mlirbc_type *type)
{
	uint64_t count;
	return bef_hlo__is_tensor(type) && !bef_hlo__is_quantized(type) && type->u.shaped.rank <= HLO_MOST_RANK &&
	       bef_hlo__dtype_name(bef_hlo__element(type)) && mlirbc_type_elements(type, &count) && count == 1;
}

bool bef_hlo__is_inline_constant(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	if (!bef_hlo__is(lower, op, MLIRBC_STABLEHLO_constant) || op->result_count != 1)
		return false;
	const struct mlirbc_type *type = mlirbc_op_results(op)[0].type;
	const struct mlirbc_attr *value = mlirbc_op_attr(op, "value");
	const bool one = bef_hlo__is_scalar(type) || (value && value->kind == MLIRBC_ATTR_DENSE && value->u.dense.splat &&
							      !bef_hlo__is_quantized(type) && bef_hlo__count(type) > 0 &&
							      bef_hlo__dtype_name(bef_hlo__element(type)));
	return one && bef_hlo__has_value(op);
}

bool bef_hlo__has_short_numbers(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	static const char *const names[] = { "exponent_bits", "mantissa_bits" };
	for (size_t i = 0; i < 2 && bef_hlo__is(lower, op, MLIRBC_STABLEHLO_reduce_precision); i++) {
		const struct mlirbc_attr *bits = mlirbc_op_attr(op, names[i]);
		if (!bits || bits->kind != MLIRBC_ATTR_INTEGER || bits->u.number.words[0] > 999)
			return false;
	}
	return true;
}

bool bef_hlo__is_scalar_op(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	if (!bef_hlo__is_step(lower, op) || bef_hlo__is(lower, op, MLIRBC_STABLEHLO_constant) || !bef_hlo__has_short_numbers(lower, op) ||
		!bef_hlo__is_scalar(mlirbc_op_results(op)[0].type))
		return false;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_type *type = mlirbc_op_operands(op)[i].value->type;
		if (!bef_hlo__is_scalar(type) || (bef_hlo__element(type)->kind == MLIRBC_TYPE_COMPLEX &&
							 bef_hlo__is(lower, op, MLIRBC_STABLEHLO_bitcast_convert)))
			return false;
	}
	return true;
}

bool bef_hlo__is_scalar_block(const struct bef_hlo__lower *lower, const struct mlirbc_block *block, uint32_t limit)
{
	uint32_t count = 0;
	for (const struct mlirbc_op *op = block->first; op && op->next; op = op->next) {
		const bool constant = bef_hlo__is_inline_constant(lower, op) && bef_hlo__is_scalar(mlirbc_op_results(op)[0].type);
		if (++count > limit || (!constant && !bef_hlo__is_scalar_op(lower, op)))
			return false;
	}
	return block->last != NULL;
}
