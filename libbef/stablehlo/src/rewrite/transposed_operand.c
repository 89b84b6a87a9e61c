/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A product of a transposed operand (x @ w.T) becomes the product of the operand itself, with other numbers of dimensions: the sums have
 * the same terms in the same order. Kernels of products read both orders of a matrix in place, whereas the transposition would write
 * all of it in each call. */
#include "rewrite/rewrite.h"

#include <mlirbc/rewrite.h>

enum {
	MOST_RANK = 32,
	FEW_LINES = 16 /* rows or columns of a product in batches that reads each element of the other operand so few times */
};

/* An operand of a product, and how the product uses its dimensions. */
struct side {
	const struct mlirbc_type *type;
	int64_t batching[MOST_RANK], contracting[MOST_RANK];
	size_t batching_count, contracting_count;
};

/* Elements along some dimensions of a row-major array: how many, and the step from one to the next. */
struct run {
	int64_t count, step;
};

static bool is_plain(const struct mlirbc_type *type)
{
	return bef_hlo__is_static(type) && !bef_hlo__is_quantized(type) && type->u.shaped.rank <= MOST_RANK;
}

/* Adds a dimension that is faster than all others of the run. Returns false if the elements of both have no common step. */
static bool extend(struct run *run, const struct mlirbc_type *type, int64_t dim)
{
	int64_t step = 1;
	for (size_t d = (size_t)dim + 1; d < type->u.shaped.rank; d++)
		step *= type->u.shaped.dims[d];
	const int64_t count = type->u.shaped.dims[dim];
	if (count == 1)
		return true;
	const bool first = run->count == 1;
	if (!first && run->step != step * count)
		return false;
	*run = (struct run){ run->count * count, step };
	return true;
}

static bool contains(const int64_t *dims, size_t count, size_t dim)
{
	for (size_t i = 0; i < count; i++)
		if (dims[i] == (int64_t)dim)
			return true;
	return false;
}

static bool is_free(const struct side *side, size_t dim)
{
	return !contains(side->batching, side->batching_count, dim) && !contains(side->contracting, side->contracting_count, dim);
}

/* Whether the kernel reads the operand where it is: its batches, lines and depth have one step each, and lines or depth are contiguous. */
static bool is_in_place(const struct side *side)
{
	struct run batches = { 1, 0 }, lines = { 1, 0 }, depth = { 1, 0 };
	bool good = true;
	for (size_t i = 0; i < side->batching_count; i++)
		good = good && extend(&batches, side->type, side->batching[i]);
	for (size_t i = 0; i < side->contracting_count; i++)
		good = good && extend(&depth, side->type, side->contracting[i]);
	for (size_t d = 0; d < side->type->u.shaped.rank; d++)
		good = good && (!is_free(side, d) || extend(&lines, side->type, (int64_t)d));
	return good && (lines.step <= 1 || depth.step <= 1);
}

/* Rows or columns of a product. */
static int64_t count_lines(const struct side *side)
{
	int64_t count = 1;
	for (size_t d = 0; d < side->type->u.shaped.rank; d++)
		count *= is_free(side, d) ? side->type->u.shaped.dims[d] : 1;
	return count;
}

/* The operand of a transposition in place of its result. Returns false if the free dimensions would change their order, since they are
 * dimensions of the product. */
static bool unturn(const struct side *side, const int64_t *permutation, const struct mlirbc_type *type, struct side *out)
{
	int64_t last = -1;
	*out = *side;
	out->type = type;
	for (size_t i = 0; i < side->batching_count; i++)
		out->batching[i] = permutation[side->batching[i]];
	for (size_t i = 0; i < side->contracting_count; i++)
		out->contracting[i] = permutation[side->contracting[i]];
	for (size_t d = 0; d < type->u.shaped.rank; d++) {
		if (!is_free(side, d))
			continue;
		if (permutation[d] < last)
			return false;
		last = permutation[d];
	}
	return true;
}

static struct side read_side(const struct mlirbc_op *product, const struct mlirbc_stablehlo_dot *dims, size_t number)
{
	struct side side = { .type = mlirbc_op_operands(product)[number].value->type, .batching_count = dims->batching_count,
		.contracting_count = dims->contracting_count };
	for (size_t i = 0; i < dims->batching_count; i++)
		side.batching[i] = (number == 0 ? dims->lhs_batching : dims->rhs_batching)[i];
	for (size_t i = 0; i < dims->contracting_count; i++)
		side.contracting[i] = (number == 0 ? dims->lhs_contracting : dims->rhs_contracting)[i];
	return side;
}

/* The transposition whose result is the operand; NULL: none that the product can do without. */
static struct mlirbc_op *find_transpose(struct bef_hlo__lower *lower, const struct mlirbc_op *product, size_t number,
	const struct mlirbc_stablehlo_dot *dims, struct side *out)
{
	const struct mlirbc_operand *operands = mlirbc_op_operands(product);
	struct mlirbc_op *transpose = mlirbc_value_op(operands[number].value);
	const struct mlirbc_stablehlo_attr *list;
	size_t count;
	if (!transpose || !bef_hlo__is(lower, transpose, MLIRBC_STABLEHLO_transpose) || transpose->operand_count != 1)
		return NULL;
	const struct mlirbc_type *type = mlirbc_op_operands(transpose)[0].value->type;
	if (!is_plain(type) || !is_plain(operands[0].value->type) || !is_plain(operands[1].value->type) ||
		mlirbc_stablehlo_attrs(lower->context, transpose, &list, &count, NULL) != MLIRBC_OK || count != 1 ||
		list[0].count != type->u.shaped.rank)
		return NULL;
	const struct side side = read_side(product, dims, number), other = read_side(product, dims, 1 - number);
	if (!unturn(&side, list[0].ints, type, out) || !is_in_place(out))
		return NULL;
	/* Many lines of batches are faster if those of each batch lie together. */
	return dims->batching_count == 0 || count_lines(out) <= FEW_LINES || count_lines(&other) <= FEW_LINES ? transpose : NULL;
}

/* A product, and what takes the place of its operands: transpositions, or NULL. */
struct found {
	struct mlirbc_op *transposes[2];
	struct side sides[2];
};

static bool find(struct bef_hlo__lower *lower, const struct mlirbc_op *product, struct found *out)
{
	struct mlirbc_stablehlo_dot dims;
	if (!bef_hlo__is(lower, product, MLIRBC_STABLEHLO_dot_general) || product->operand_count != 2 ||
		!is_plain(mlirbc_op_results(product)[0].type) || !bef_hlo__dot_dims(lower, product, &dims))
		return false;
	for (size_t i = 0; i < 2; i++) {
		out->transposes[i] = find_transpose(lower, product, i, &dims, &out->sides[i]);
		if (!out->transposes[i])
			out->sides[i] = read_side(product, &dims, i);
	}
	return out->transposes[0] || out->transposes[1];
}

static struct mlirbc_value *operand_of(const struct mlirbc_op *product, const struct found *found, size_t number)
{
	const struct mlirbc_op *transpose = found->transposes[number];
	return mlirbc_op_operands(transpose ? transpose : product)[transpose ? 0 : number].value;
}

static bool replace(struct bef_hlo__lower *lower, struct mlirbc_builder *builder, struct mlirbc_op *product, const struct found *found)
{
	const struct side *left = &found->sides[0], *right = &found->sides[1];
	const struct mlirbc_stablehlo_dot dims = { left->batching, right->batching, left->contracting, right->contracting,
		left->batching_count, left->contracting_count };
	struct mlirbc_value *old = mlirbc_op_results(product);
	struct mlirbc_value *made = mlirbc_stablehlo_dot_general(
		builder, operand_of(product, found, 0), operand_of(product, found, 1), &dims, bef_hlo__element(old->type));
	if (!made)
		return bef_hlo__fail_built(lower, builder, product);
	mlirbc_value_replace(old, made);
	if (!bef_hlo__ok(lower, mlirbc_op_erase(product), NULL))
		return false;
	for (size_t i = 0; i < 2; i++) {
		struct mlirbc_op *transpose = i == 1 && found->transposes[0] == found->transposes[1] ? NULL : found->transposes[i];
		if (transpose && !mlirbc_op_results(transpose)[0].first_use && !bef_hlo__ok(lower, mlirbc_op_erase(transpose), NULL))
			return false;
	}
	return true;
}

static bool try_product(struct bef_hlo__lower *lower, struct mlirbc_op *op, struct mlirbc_builder *builder)
{
	struct found found;
	return find(lower, op, &found) && (!builder || replace(lower, builder, op, &found));
}

bool bef_hlo__rewrite_transposed_operands(struct bef_hlo__lower *lower) { return bef_hlo__rewrite(lower, try_product); }
