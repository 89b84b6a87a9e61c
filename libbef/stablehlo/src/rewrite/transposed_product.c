/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A transposition that exchanges the rows and columns of a product, as gradients of weights have it, is the product with exchanged
 * operands: the sums have the same terms in the same order. Kernels of products read transposed operands in place. */
#include "rewrite/rewrite.h"

#include <mlirbc/rewrite.h>

/* The permutation keeps the batches and exchanges the groups of dimensions of the two operands. */
static bool exchanges(struct bef_hlo__lower *lower, const struct mlirbc_op *transpose, size_t batches, size_t rows, size_t columns)
{
	const struct mlirbc_stablehlo_attr *list;
	size_t count;
	if (mlirbc_stablehlo_attrs(lower->context, transpose, &list, &count, NULL) != MLIRBC_OK || count != 1 ||
		list[0].count != batches + rows + columns || rows == 0 || columns == 0)
		return false;
	for (size_t i = 0; i < list[0].count; i++) {
		const size_t from = i < batches ? i : i < batches + columns ? i + rows : i - columns;
		if (list[0].ints[i] != (int64_t)from)
			return false;
	}
	return true;
}

static bool is_plain(const struct mlirbc_type *type) { return bef_hlo__is_static(type) && !bef_hlo__is_quantized(type); }

/* The product that is only used by this transposition; NULL: there is none. */
static struct mlirbc_op *find_product(struct bef_hlo__lower *lower, struct mlirbc_op *transpose, struct mlirbc_stablehlo_dot *out_dims)
{
	if (!bef_hlo__is(lower, transpose, MLIRBC_STABLEHLO_transpose) || transpose->operand_count != 1)
		return NULL;
	struct mlirbc_op *product = mlirbc_value_op(mlirbc_op_operands(transpose)[0].value);
	if (!product || !bef_hlo__is(lower, product, MLIRBC_STABLEHLO_dot_general) || product->operand_count != 2)
		return NULL;
	const struct mlirbc_operand *use = mlirbc_op_results(product)[0].first_use, *operands = mlirbc_op_operands(product);
	const struct mlirbc_type *left = operands[0].value->type, *right = operands[1].value->type;
	if (mlirbc_operand_next(use) || !is_plain(left) || !is_plain(right) || !is_plain(mlirbc_op_results(product)[0].type) ||
		!bef_hlo__dot_dims(lower, product, out_dims))
		return NULL;
	const size_t summed = out_dims->batching_count + out_dims->contracting_count;
	return exchanges(lower, transpose, out_dims->batching_count, left->u.shaped.rank - summed, right->u.shaped.rank - summed) ? product
																   : NULL;
}

static bool replace(struct bef_hlo__lower *lower, struct mlirbc_builder *builder, struct mlirbc_op *transpose, struct mlirbc_op *product,
	const struct mlirbc_stablehlo_dot *dims)
{
	const struct mlirbc_operand *operands = mlirbc_op_operands(product);
	struct mlirbc_value *old = mlirbc_op_results(transpose);
	const struct mlirbc_stablehlo_dot exchanged = { dims->rhs_batching, dims->lhs_batching, dims->rhs_contracting, dims->lhs_contracting,
		dims->batching_count, dims->contracting_count };
	builder->location = mlirbc_op_location(product);
	struct mlirbc_value *made = mlirbc_stablehlo_dot_general(
		builder, operands[1].value, operands[0].value, &exchanged, bef_hlo__element(old->type));
	if (!made)
		return bef_hlo__fail_built(lower, builder, transpose);
	mlirbc_value_replace(old, made);
	return bef_hlo__ok(lower, mlirbc_op_erase(transpose), NULL) && bef_hlo__ok(lower, mlirbc_op_erase(product), NULL);
}

static bool try_product(struct bef_hlo__lower *lower, struct mlirbc_op *op, struct mlirbc_builder *builder)
{
	struct mlirbc_stablehlo_dot dims;
	struct mlirbc_op *product = find_product(lower, op, &dims);
	return product && (!builder || replace(lower, builder, op, product, &dims));
}

bool bef_hlo__rewrite_transposed_products(struct bef_hlo__lower *lower) { return bef_hlo__rewrite(lower, try_product); }
