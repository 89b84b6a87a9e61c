/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of floats with integers as results, and of complex numbers with real ones, as preferred_element_type of JAX asks for them. The
 * specification converts the operands first, so that 0.75 * 0.75 + 0.75 * 0.75 is 0. XLA converts the sum, which is 1. */
#include "rewrite/rewrite.h"

#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_build.h>

static bool is_converted_late(const struct mlirbc_type *from, const struct mlirbc_type *to)
{
	return (from->kind == MLIRBC_TYPE_FLOAT && to->kind == MLIRBC_TYPE_INTEGER) ||
	       (from->kind == MLIRBC_TYPE_COMPLEX && to->kind != MLIRBC_TYPE_COMPLEX);
}

/* The element type of both operands, if XLA converts their product; NULL: another product. */
static const struct mlirbc_type *summed_type(
	const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	if (lower->options.semantics != BEF_SEMANTICS_XLA || op->operand_count != 2 ||
		!bef_hlo__is(lower, op, MLIRBC_STABLEHLO_dot_general))
		return NULL;
	const struct mlirbc_type *left = mlirbc_op_operands(op)[0].value->type;
	const struct mlirbc_type *right = mlirbc_op_operands(op)[1].value->type;
	const struct mlirbc_type *result =
		mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op)[0].type;
	if (!bef_hlo__is_static(left) || !bef_hlo__is_static(right) || !bef_hlo__is_static(result))
		return NULL;
	const struct mlirbc_type *element = bef_hlo__element(left);
	return bef_hlo__element(right) == element && is_converted_late(element, bef_hlo__element(result)) ? element : NULL;
}

static bool replace(struct bef_hlo__lower *lower, struct mlirbc_builder *builder,
	struct mlirbc_op *op, const struct mlirbc_type *element)
{
	const struct mlirbc_operand *operands = mlirbc_op_operands(op);
	struct mlirbc_value *old = mlirbc_op_results(op), *made = NULL;
	struct mlirbc_stablehlo_dot dims;
	if (bef_hlo__dot_dims(lower, op, &dims))
		made = mlirbc_stablehlo_dot_general(
			builder, operands[0].value, operands[1].value, &dims, element);
	made = mlirbc_stablehlo_convert(builder, made, bef_hlo__element(old->type));
	if (!made)
		return bef_hlo__fail_built(lower, builder, op);
	mlirbc_value_replace(old, made);
	return bef_hlo__ok(lower, mlirbc_op_erase(op), NULL);
}

static bool try_product(
	struct bef_hlo__lower *lower, struct mlirbc_op *op, struct mlirbc_builder *builder)
{
	const struct mlirbc_type *element = summed_type(lower, op);
	return element && (!builder || replace(lower, builder, op, element));
}

bool bef_hlo__rewrite_integer_products(struct bef_hlo__lower *lower)
{
	return bef_hlo__rewrite(lower, try_product);
}
