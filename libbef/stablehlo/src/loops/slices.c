/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of slices. A scan multiplies, in each iteration, a slice of its input by weights that do not change: a product of few rows,
 * which takes as long as to read the weights. The product of all slices is one product in front of the loop; iterations take slices of the
 * result. Start indices are clamped, so each slice is one of these, whatever the loop does with its counter. The sums have the same
 * terms in the same order, if neither product is one of those that kernels compute without fused operations (LEAST_PRODUCT). */
#include "loops/loops.h"

#include <hlo/products.h>
#include <mlirbc/rewrite.h>
#include <string.h>

#define MOST_BYTES (UINT64_C(16) << 20) /* that the products of one loop take in front of it */

enum {
	LEAST_PRODUCT = 2 * HLO_FEW_MULTIPLICATIONS, /* multiplications in an iteration */
	MOST_ROWS = 4,         /* in an iteration: products of more rows read the weights less often */
	LEAST_SLICES = 4,
	MOST_RESHAPES = 4
};

/* A product in the body. */
struct found {
	struct mlirbc_op *product, *slice;
	struct mlirbc_value *whole, *weights;
	int64_t slices, rows, depth, columns;
};

static struct mlirbc_value *operand(const struct mlirbc_op *op, uint32_t i) { return mlirbc_op_operands(op)[i].value; }

static bool is_outside(const struct mlirbc_block *block, const struct mlirbc_value *value)
{
	const struct mlirbc_op *op = mlirbc_value_op(value);
	return op ? op->parent != block : mlirbc_value_block(value) != block;
}

/* f32 or f64, of rank 2 or more, without empty dimensions. */
static bool is_matrix(const struct mlirbc_type *type)
{
	const size_t rank = bef_hlo__is_static(type) && !bef_hlo__is_quantized(type) ? type->u.shaped.rank : 0;
	const char *name = rank >= 2 ? bef_hlo__dtype_name(bef_hlo__element(type)) : NULL;
	for (size_t i = 0; i < rank; i++) {
		if (type->u.shaped.dims[i] <= 0)
			return false;
	}
	return name && (strcmp(name, "f32") == 0 || strcmp(name, "f64") == 0);
}

/* The dynamic_slice of the block that computes the value, which may be reshaped. */
static struct mlirbc_op *find_slice(const struct bef_hlo__lower *lower, const struct mlirbc_block *block, const struct mlirbc_value *value)
{
	for (unsigned i = 0; i <= MOST_RESHAPES && !is_outside(block, value); i++) {
		struct mlirbc_op *op = mlirbc_value_op(value);
		if (op && bef_hlo__is(lower, op, MLIRBC_STABLEHLO_dynamic_slice))
			return op;
		if (!op || !bef_hlo__is(lower, op, MLIRBC_STABLEHLO_reshape))
			return NULL;
		value = operand(op, 0);
	}
	return NULL;
}

/* One index of the first dimension, and all of the others. */
static bool takes_one(const struct mlirbc_op *slice)
{
	const struct mlirbc_type *from = operand(slice, 0)->type, *to = mlirbc_op_results(slice)[0].type;
	if (!is_matrix(from) || !is_matrix(to) || to->u.shaped.dims[0] != 1 || slice->operand_count != 1 + from->u.shaped.rank)
		return false;
	return memcmp(from->u.shaped.dims + 1, to->u.shaped.dims + 1, (from->u.shaped.rank - 1) * sizeof *to->u.shaped.dims) == 0;
}

static bool is_contraction(struct bef_hlo__lower *lower, const struct mlirbc_op *product)
{
	struct mlirbc_stablehlo_dot dims;
	const struct mlirbc_type *left = operand(product, 0)->type, *right = operand(product, 1)->type;
	const struct mlirbc_type *result = mlirbc_op_results(product)[0].type;
	return is_matrix(left) && is_matrix(right) && is_matrix(result) && right->u.shaped.rank == 2 &&
	       bef_hlo__element(left) == bef_hlo__element(right) && bef_hlo__element(left) == bef_hlo__element(result) &&
	       bef_hlo__dot_dims(lower, product, &dims) && dims.batching_count == 0 && dims.contracting_count == 1 &&
	       dims.lhs_contracting[0] == (int64_t)left->u.shaped.rank - 1 && dims.rhs_contracting[0] == 0;
}

static bool match(struct bef_hlo__lower *lower, const struct mlirbc_block *body, struct mlirbc_op *op, struct found *out)
{
	uint64_t elements = 0;
	if (!bef_hlo__is(lower, op, MLIRBC_STABLEHLO_dot_general) || op->operand_count != 2 || !is_outside(body, operand(op, 1)) ||
		!is_contraction(lower, op))
		return false;
	struct mlirbc_op *slice = find_slice(lower, body, operand(op, 0));
	if (!slice || !takes_one(slice) || !is_outside(body, operand(slice, 0)) || !mlirbc_type_elements(operand(op, 0)->type, &elements))
		return false;
	const int64_t *right = operand(op, 1)->type->u.shaped.dims;
	*out = (struct found){ op, slice, operand(slice, 0), operand(op, 1), operand(slice, 0)->type->u.shaped.dims[0],
		(int64_t)elements / right[0], right[0], right[1] };
	return out->slices >= LEAST_SLICES && out->rows <= MOST_ROWS &&
	       (double)out->rows * (double)out->depth * (double)out->columns >= LEAST_PRODUCT;
}

/* ---- the product of all slices */

static struct mlirbc_value *multiply_all(
	struct bef_hlo__lower *lower, struct mlirbc_builder *builder, const struct mlirbc_op *loop, const struct found *f)
{
	static const int64_t left = 1, right = 0;
	const struct mlirbc_stablehlo_dot dims = { .lhs_contracting = &left, .rhs_contracting = &right, .contracting_count = 1 };
	const struct mlirbc_type *element = bef_hlo__element(f->whole->type);
	const struct mlirbc_type *lines = bef_hlo__shaped(lower, (int64_t[]){ f->slices * f->rows, f->depth }, 2, element);
	const struct mlirbc_type *cube = bef_hlo__shaped(lower, (int64_t[]){ f->slices, f->rows, f->columns }, 3, element);
	mlirbc_builder_enter_before(builder, (struct mlirbc_op *)(uintptr_t)loop);
	builder->location = mlirbc_op_location(f->product);
	struct mlirbc_value *value = mlirbc_stablehlo_reshape(builder, f->whole, lines);
	value = mlirbc_stablehlo_dot_general(builder, value, f->weights, &dims, element);
	return mlirbc_stablehlo_reshape(builder, value, cube);
}

static struct mlirbc_value *take_slice(
	struct bef_hlo__lower *lower, struct mlirbc_builder *builder, const struct found *f, struct mlirbc_value *products)
{
	const int64_t sizes[] = { 1, f->rows, f->columns };
	/* the indices of whole dimensions are clamped to 0, whatever they are */
	struct mlirbc_value *const operands[] = { products, operand(f->slice, 1), operand(f->slice, 2), operand(f->slice, 2) };
	const struct mlirbc_type *type = bef_hlo__shaped(lower, sizes, 3, bef_hlo__element(f->whole->type));
	const struct mlirbc_build_attr attr = { "slice_sizes", mlirbc_stablehlo_dims(lower->context, sizes, 3) };
	mlirbc_builder_enter_before(builder, f->product);
	builder->location = mlirbc_op_location(f->product);
	struct mlirbc_value *slice = mlirbc_stablehlo_value(builder, &(struct mlirbc_build_op){
		.name = mlirbc_stablehlo_name(MLIRBC_STABLEHLO_dynamic_slice), .operands = operands, .operand_count = 4,
		.results = &type, .result_count = 1, .attrs = &attr, .attr_count = 1 }, NULL);
	return mlirbc_stablehlo_reshape(builder, slice, mlirbc_op_results(f->product)[0].type);
}

/* The operation, and what only it needed: reshapes and the slice. */
static bool erase(struct bef_hlo__lower *lower, struct mlirbc_op *op, const struct mlirbc_op *last)
{
	while (op && !mlirbc_op_results(op)[0].first_use) {
		struct mlirbc_op *from = op == last ? NULL : mlirbc_value_op(operand(op, 0));
		if (!bef_hlo__ok(lower, mlirbc_op_erase(op), NULL))
			return false;
		op = from;
	}
	return true;
}

static bool replace(struct bef_hlo__lower *lower, struct mlirbc_builder *builder, const struct mlirbc_op *loop, const struct found *f)
{
	struct mlirbc_value *products = multiply_all(lower, builder, loop, f);
	struct mlirbc_value *made = products ? take_slice(lower, builder, f, products) : NULL;
	if (!made)
		return bef_hlo__fail_built(lower, builder, f->product);
	mlirbc_value_replace(mlirbc_op_results(f->product), made);
	return erase(lower, f->product, f->slice);
}

static bool multiply_ahead(struct bef_hlo__lower *lower, struct mlirbc_builder *builder, struct mlirbc_op *loop)
{
	const struct mlirbc_block *condition = bef_hlo__loop_block(lower, loop, 0), *body = bef_hlo__loop_block(lower, loop, 1);
	uint64_t iterations;
	uint64_t left = MOST_BYTES;
	struct found f;
	/* the loop probably takes all slices */
	bool counts = condition && body && mlirbc_stablehlo_trip_count(loop, &iterations);
	for (struct mlirbc_op *op = counts ? body->first : NULL, *next; op; op = next) {
		next = op->next;
		if (!match(lower, body, op, &f) || (uint64_t)f.slices > iterations)
			continue;
		const uint64_t size = bef_hlo__element_size(bef_hlo__element(f.whole->type));
		const double bytes = (double)f.slices * (double)f.rows * (double)f.columns * (double)size;
		if (bytes > (double)left)
			continue;
		left -= (uint64_t)bytes;
		if (!replace(lower, builder, loop, &f))
			return false;
	}
	return true;
}

bool bef_hlo__multiply_slices(struct bef_hlo__lower *lower)
{
	struct mlirbc_op *root = lower->module->body->first;
	struct mlirbc_builder builder;
	mlirbc_builder_init_module(&builder, lower->module);
	for (struct mlirbc_op *op = mlirbc_op_next_post(root, NULL); op && op != root; op = mlirbc_op_next_post(root, op)) {
		if (bef_hlo__is(lower, op, MLIRBC_STABLEHLO_while) && !multiply_ahead(lower, &builder, op))
			return false;
	}
	return true;
}
