/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of a small invariant matrix and a vector, as cells of recurrent networks have them: `w . x` becomes `x . w'` with the transposed
 * matrix in front of the loop, because kernels compute columns side by side. Small products round each step, in the order of the
 * contracted dimension (plain.c of pack hlo), so the results have the same bits. */
#include "loops/loops.h"

#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_build.h>
#include <string.h>

enum {
	LEAST_ELEMENTS = 1024,      /* of the matrix; smaller ones take no time */
	MOST_MULTIPLICATIONS = 32768 /* of products that round each step */
};

/* The product of a matrix from outside of the body and a vector. */
static bool is_product(struct bef_hlo__lower *lower, const struct mlirbc_block *body, const struct mlirbc_op *op)
{
	struct mlirbc_stablehlo_dot dims;
	if (!bef_hlo__is(lower, op, MLIRBC_STABLEHLO_dot_general) || op->operand_count != 2 || mlirbc_op_attr(op, "algorithm"))
		return false;
	const struct mlirbc_value *matrix = mlirbc_op_operands(op)[0].value, *vector = mlirbc_op_operands(op)[1].value;
	const struct mlirbc_type *type = mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op)[0].type;
	const char *name = bef_hlo__is_static(type) && !bef_hlo__is_quantized(type) ? bef_hlo__dtype_name(bef_hlo__element(type)) : NULL;
	uint64_t count;
	if (!name || (strcmp(name, "f32") != 0 && strcmp(name, "f64") != 0) || !bef_hlo__is_static(matrix->type) ||
		!bef_hlo__is_static(vector->type) || bef_hlo__element(matrix->type) != bef_hlo__element(type) ||
		bef_hlo__element(vector->type) != bef_hlo__element(type) || matrix->type->u.shaped.rank != 2 || vector->type->u.shaped.rank != 1 ||
		!bef_hlo__dot_dims(lower, op, &dims) || dims.batching_count != 0 || dims.contracting_count != 1 || dims.lhs_contracting[0] != 1)
		return false;
	const struct mlirbc_op *from = mlirbc_value_op(matrix);
	return mlirbc_value_block(matrix) != body && !(from && from->parent == body) && mlirbc_type_elements(matrix->type, &count) &&
	       count >= LEAST_ELEMENTS && count <= MOST_MULTIPLICATIONS;
}

static bool exchange(struct bef_hlo__lower *lower, struct mlirbc_op *loop, struct mlirbc_op *op)
{
	static const int64_t permutation[] = { 1, 0 }, first[] = { 0 };
	const struct mlirbc_stablehlo_dot dims = { .lhs_contracting = first, .rhs_contracting = first, .contracting_count = 1 };
	struct mlirbc_value *old = mlirbc_op_results(op);
	struct mlirbc_builder builder;
	mlirbc_builder_init_module(&builder, lower->module);
	mlirbc_builder_enter_before(&builder, loop);
	builder.location = mlirbc_op_location(op);
	struct mlirbc_value *turned = mlirbc_stablehlo_transpose(&builder, mlirbc_op_operands(op)[0].value, permutation);
	mlirbc_builder_enter_before(&builder, op);
	builder.location = mlirbc_op_location(op);
	struct mlirbc_value *made = turned
		? mlirbc_stablehlo_dot_general(&builder, mlirbc_op_operands(op)[1].value, turned, &dims, bef_hlo__element(old->type)) : NULL;
	if (!made)
		return bef_hlo__fail_built(lower, &builder, op);
	mlirbc_value_replace(old, made);
	return bef_hlo__ok(lower, mlirbc_op_erase(op), NULL);
}

bool bef_hlo__turn_matrices(struct bef_hlo__lower *lower)
{
	struct mlirbc_op *root = lower->module->body->first;
	for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op)) {
		struct mlirbc_block *body = bef_hlo__loop_block(lower, op, 1);
		for (struct mlirbc_op *step = body ? body->first : NULL, *next; step; step = next) {
			next = step->next;
			if (is_product(lower, body, step) && !exchange(lower, op, step))
				return false;
		}
	}
	return true;
}
