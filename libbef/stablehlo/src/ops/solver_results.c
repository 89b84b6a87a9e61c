/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Results of solvers in forms that differ from those of LAPACK. */
#include "ops/library.h"

#include <string.h>

static bool set(struct bef_hlo__lower *lower, uint32_t index, struct bef_hlo__value value)
{
	if (!value.value)
		return false;
	bef_hlo__set(lower, &mlirbc_op_results(lower->op)[index], value.value);
	return true;
}

static const struct mlirbc_type *real_type(struct bef_hlo__lower *lower, const struct mlirbc_type *type)
{
	const struct mlirbc_type *element = bef_hlo__element(type);
	return element->kind == MLIRBC_TYPE_COMPLEX ? bef_hlo__with_element(lower, type, element->u.shaped.element) : type;
}

static struct bef_hlo__value one(struct bef_hlo__lower *lower, const char *name, const struct mlirbc_type *type, struct bef_hlo__value x)
{
	const struct bef_hlo__value none = { NULL, NULL };
	return x.value && type ? bef_hlo__emit_one(lower, name, type, &x, 1, NULL) : none;
}

static struct bef_hlo__value two(struct bef_hlo__lower *lower, const char *name, const struct mlirbc_type *type, struct bef_hlo__value x,
	struct bef_hlo__value y)
{
	const struct bef_hlo__value none = { NULL, NULL }, operands[] = { x, y };
	return x.value && y.value && type ? bef_hlo__emit_one(lower, name, type, operands, 2, NULL) : none;
}

const struct mlirbc_type *bef_hlo__adjoint_type(struct bef_hlo__lower *lower, const struct mlirbc_type *type)
{
	int64_t dims[HLO_MOST_RANK];
	const size_t rank = bef_hlo__is_tensor(type) ? type->u.shaped.rank : 0;
	if (rank < 2 || rank > HLO_MOST_RANK)
		return type;
	for (size_t i = 0; i < rank; i++)
		dims[i] = type->u.shaped.dims[i + 2 < rank ? i : i + 2 == rank ? rank - 1 : rank - 2];
	return bef_hlo__shaped(lower, dims, rank, bef_hlo__element(type));
}

bool bef_hlo__set_adjoint(struct bef_hlo__lower *lower, uint32_t index, struct bef_hlo__value value)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	const struct mlirbc_type *type = bef_hlo__result_type(lower, index);
	const size_t rank = type && bef_hlo__is_tensor(type) ? type->u.shaped.rank : 0;
	int64_t order[HLO_MOST_RANK];
	if (rank < 2 || rank > HLO_MOST_RANK)
		return set(lower, index, value);
	for (size_t i = 0; i < rank; i++)
		order[i] = (int64_t)(i + 2 < rank ? i : i + 2 == rank ? rank - 1 : rank - 2);
	bef_hlo__attr_ints(lower, &attrs, "permutation", order, rank);
	value = bef_hlo__emit_one(lower, "transpose", type, &value, 1, &attrs);
	if (bef_hlo__element(type)->kind == MLIRBC_TYPE_COMPLEX) {
		const struct mlirbc_type *part = real_type(lower, type);
		const struct bef_hlo__value imaginary = one(lower, "negate", part, one(lower, "imag", part, value));
		value = two(lower, "complex", type, one(lower, "real", part, value), imaginary);
	}
	return set(lower, index, value);
}

bool bef_hlo__set_exchanges(struct bef_hlo__lower *lower, uint32_t index, struct bef_hlo__value pivots)
{
	return set(lower, index, two(lower, "subtract", pivots.type, pivots, bef_hlo__splat(lower, 1, pivots.type)));
}

bool bef_hlo__set_permutation(struct bef_hlo__lower *lower, uint32_t index, struct bef_hlo__value exchanges)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	const struct mlirbc_type *type = bef_hlo__result_type(lower, index);
	if (!exchanges.value || !type)
		return false;
	if (!bef_hlo__is_tensor(type) || type->u.shaped.rank == 0 || type->u.shaped.dims[type->u.shaped.rank - 1] < 0)
		return bef_hlo__refuse(lower, lower->op, "its permutation has no known number of rows");
	bef_hlo__attr_int(lower, &attrs, "rows", type->u.shaped.dims[type->u.shaped.rank - 1]);
	return set(lower, index, bef_hlo__emit_one(lower, "lu_permutation", type, &exchanges, 1, &attrs));
}

bool bef_hlo__set_complex(struct bef_hlo__lower *lower, uint32_t index, struct bef_hlo__value real, struct bef_hlo__value imaginary)
{
	return set(lower, index, two(lower, "complex", bef_hlo__result_type(lower, index), real, imaginary));
}

/* The second vector of a pair is conjugate to the first one: its eigenvalue has a negative imaginary part. */
bool bef_hlo__set_packed(struct bef_hlo__lower *lower, uint32_t index, struct bef_hlo__value vectors, struct bef_hlo__value imaginary)
{
	const struct mlirbc_type *type = bef_hlo__result_type(lower, index);
	const size_t rank = type && bef_hlo__is_tensor(type) ? type->u.shaped.rank : 0;
	const struct mlirbc_type *i1 = mlirbc_type_integer(lower->context, 1, MLIRBC_SIGNLESS);
	struct bef_hlo__attrs attrs = { .count = 0 };
	int64_t dims[HLO_MOST_RANK];
	if (!i1)
		return bef_hlo__no_memory(lower);
	if (rank < 2 || rank > HLO_MOST_RANK || bef_hlo__element(type)->kind == MLIRBC_TYPE_COMPLEX)
		return bef_hlo__refuse(lower, lower->op, "its result %u is no matrix of real numbers", index);
	for (size_t i = 0; i + 1 < rank; i++)
		dims[i] = (int64_t)(i + 2 < rank ? i : rank - 1);
	struct bef_hlo__value wide = bef_hlo__broadcast(lower, imaginary, dims, rank - 1, type), zero = bef_hlo__splat(lower, 0, type);
	bef_hlo__attr_text(lower, &attrs, "comparison_direction", "LT", 2);
	bef_hlo__attr_text(lower, &attrs, "compare_type", "FLOAT", 5);
	const struct mlirbc_type *truth = bef_hlo__with_element(lower, type, i1);
	if (!wide.value || !zero.value || !truth)
		return false;
	struct bef_hlo__value operands[3] = { wide, zero };
	operands[0] = bef_hlo__emit_one(lower, "compare", truth, operands, 2, &attrs);
	operands[1] = one(lower, "negate", type, one(lower, "imag", type, vectors));
	operands[2] = one(lower, "real", type, vectors);
	if (!operands[0].value || !operands[1].value || !operands[2].value)
		return false;
	return set(lower, index, bef_hlo__emit_one(lower, "select", type, operands, 3, NULL));
}

bool bef_hlo__set_zeros(struct bef_hlo__lower *lower, uint32_t index)
{
	const struct mlirbc_type *type = bef_hlo__result_type(lower, index);
	const struct bef_hlo__value none = { NULL, NULL };
	return set(lower, index, type ? bef_hlo__splat(lower, 0, type) : none);
}

/* The number of a factor's dimensions if it is one for all matrices, or one for each; else HLO_MOST_RANK. */
static size_t factor_rank(const struct mlirbc_type *factor, const struct mlirbc_type *matrices)
{
	const size_t rank = bef_hlo__is_tensor(factor) ? factor->u.shaped.rank : HLO_MOST_RANK;
	if ((rank != 0 && rank + 2 != matrices->u.shaped.rank) || bef_hlo__element(factor) != bef_hlo__element(matrices))
		return HLO_MOST_RANK;
	const bool fits = rank == 0 || memcmp(factor->u.shaped.dims, matrices->u.shaped.dims, rank * sizeof *factor->u.shaped.dims) == 0;
	return fits ? rank : HLO_MOST_RANK;
}

bool bef_hlo__set_symmetric_product(
	struct bef_hlo__lower *lower, uint32_t index, const struct bef_hlo__value *operands, bool transposed)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	const struct mlirbc_type *type = bef_hlo__result_type(lower, index), *a = operands[0].type;
	const struct bef_hlo__value twice[] = { operands[0], operands[0] };
	struct bef_hlo__value terms[2] = { { NULL, NULL }, operands[1] };
	int64_t batch[HLO_MOST_RANK];
	if (!type)
		return false;
	const size_t rank = bef_hlo__is_tensor(a) ? a->u.shaped.rank : 0;
	if (rank < 2 || rank > HLO_MOST_RANK || operands[1].type != type || type->u.shaped.rank != rank ||
		bef_hlo__element(a) != bef_hlo__element(type))
		return bef_hlo__refuse(lower, lower->op, "its operands are not matrices and a sum of the result's type");
	const int64_t contracted = (int64_t)rank - (transposed ? 2 : 1);
	for (size_t i = 0; i < rank; i++)
		batch[i] = (int64_t)i;
	bef_hlo__attr_ints(lower, &attrs, "lhs_batching_dimensions", batch, rank - 2);
	bef_hlo__attr_ints(lower, &attrs, "lhs_contracting_dimensions", &contracted, 1);
	bef_hlo__attr_ints(lower, &attrs, "rhs_batching_dimensions", batch, rank - 2);
	bef_hlo__attr_ints(lower, &attrs, "rhs_contracting_dimensions", &contracted, 1);
	bef_hlo__no_algorithm(lower, &attrs);
	terms[0] = bef_hlo__emit_one(lower, "dot_general", type, twice, 2, &attrs);
	for (size_t i = 0; i < 2; i++) {
		const struct bef_hlo__value factor = operands[i + 2];
		const size_t size = factor_rank(factor.type, type);
		if (size == HLO_MOST_RANK)
			return bef_hlo__refuse(lower, lower->op, "its operand %zu is not one factor, or one for each matrix", i + 2);
		terms[i] = bef_hlo__binary(lower, "multiply", bef_hlo__broadcast(lower, factor, batch, size, type), terms[i]);
	}
	return set(lower, index, bef_hlo__binary(lower, "add", terms[0], terms[1]));
}
