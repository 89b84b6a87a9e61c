/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rules of operations: which dimensions of operands and results are divided alike. An operation without a rule has no factors, and is
 * computed whole. */
#include "dialect/types.h"
#include "partition/factors.h"

#include <string.h>

static const struct mlirbc_type *operand_type(const struct mlirbc_op *op, size_t i) { return mlirbc_op_operands(op)[i].value->type; }
static const struct mlirbc_type *result_type(const struct mlirbc_op *op, size_t i) { return mlirbc_op_results(op)[i].type; }

/* ---- making factors */

void shlo__factor_share(struct shlo__factors *f, int16_t *dim, int16_t factor, int64_t size)
{
	if (factor == SHLO__NO_FACTOR)
		return;
	*dim = factor;
	f->padded[factor] &= f->size[factor] == size;
	int64_t a = f->size[factor], b = size; /* the greatest common divisor */
	while (b) {
		const int64_t rest = a % b;
		a = b;
		b = rest;
	}
	f->size[factor] = a;
}

int16_t shlo__factor_new(struct shlo__factors *f, int64_t size)
{
	if (f->count == SHLO__MOST_FACTORS || size < 2)
		return SHLO__NO_FACTOR;
	f->size[f->count] = size;
	f->reduced[f->count] = false;
	f->padded[f->count] = true;
	f->least[f->count] = 0;
	f->running[f->count] = 0;
	f->halo[f->count].reach = 0;
	return (int16_t)f->count++;
}

void shlo__factor_pair(struct shlo__factors *f, const struct mlirbc_op *op, size_t result, size_t result_dim, size_t operand, size_t operand_dim)
{
	const int64_t size = result_type(op, result)->u.shaped.dims[result_dim];
	int16_t *at = &f->results[result][result_dim];
	if (*at == SHLO__NO_FACTOR)
		*at = shlo__factor_new(f, size);
	shlo__factor_share(f, &f->operands[operand][operand_dim], *at, operand_type(op, operand)->u.shaped.dims[operand_dim]);
}

static bool are_static(const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_type *type = operand_type(op, i);
		if (!shlo__is_tensor(type) || !shlo__is_static(type) || type->u.shaped.encoding || !shlo__is_plain(type->u.shaped.element) ||
			type->u.shaped.rank >= SHLO__MOST_DIMS)
			return false;
	}
	for (uint32_t i = 0; i < op->result_count; i++) {
		const struct mlirbc_type *type = result_type(op, i);
		if (!shlo__is_tensor(type) || !shlo__is_static(type) || type->u.shaped.encoding || !shlo__is_plain(type->u.shaped.element) ||
			type->u.shaped.rank >= SHLO__MOST_DIMS)
			return false;
	}
	return op->operand_count <= SHLO__MOST_VALUES && op->result_count <= SHLO__MOST_VALUES;
}

static bool is_shape(const struct mlirbc_type *a, const struct mlirbc_type *b)
{
	return a->u.shaped.rank == b->u.shaped.rank &&
	       (a->u.shaped.rank == 0 || memcmp(a->u.shaped.dims, b->u.shaped.dims, a->u.shaped.rank * sizeof *a->u.shaped.dims) == 0);
}

/* ---- rules */

/* Every part can be computed from nothing, or from scalars. */
static void free_dims(struct shlo__factors *f, const struct mlirbc_op *op)
{
	for (size_t dim = 0; dim < result_type(op, 0)->u.shaped.rank; dim++) {
		if (f->results[0][dim] == SHLO__NO_FACTOR)
			f->results[0][dim] = shlo__factor_new(f, result_type(op, 0)->u.shaped.dims[dim]);
	}
}

/* Operands have the shape of the result, or are scalars. */
static void elementwise(struct shlo__factors *f, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (operand_type(op, i)->u.shaped.rank != 0 && !is_shape(operand_type(op, i), result_type(op, 0)))
			return;
	}
	for (uint32_t i = 0; i < op->operand_count; i++) {
		for (size_t dim = 0; dim < operand_type(op, i)->u.shaped.rank; dim++)
			shlo__factor_pair(f, op, 0, dim, i, dim);
	}
}

/* Operand i becomes result i. */
static void separate(struct shlo__factors *f, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count && op->operand_count == op->result_count; i++) {
		for (size_t dim = 0; dim < operand_type(op, i)->u.shaped.rank && is_shape(operand_type(op, i), result_type(op, i)); dim++)
			shlo__factor_pair(f, op, i, dim, i, dim);
	}
}

static void transpose(struct shlo__factors *f, const struct mlirbc_op *op)
{
	struct shlo__dims permutation;
	if (!shlo__i64s_of(mlirbc_op_attr(op, "permutation"), &permutation) || permutation.count != result_type(op, 0)->u.shaped.rank)
		return;
	for (size_t i = 0; i < permutation.count; i++)
		shlo__factor_pair(f, op, 0, i, 0, (size_t)permutation.at[i]);
}

static void broadcast(struct shlo__factors *f, const struct mlirbc_op *op)
{
	struct shlo__dims dims;
	if (!shlo__i64s_of(mlirbc_op_attr(op, "broadcast_dimensions"), &dims) || dims.count != operand_type(op, 0)->u.shaped.rank)
		return;
	for (size_t i = 0; i < dims.count; i++) {
		if (operand_type(op, 0)->u.shaped.dims[i] == result_type(op, 0)->u.shaped.dims[dims.at[i]])
			shlo__factor_pair(f, op, 0, (size_t)dims.at[i], 0, i);
	}
	for (size_t i = 0; i < dims.count; i++) { /* of one element, which all parts need */
		if (operand_type(op, 0)->u.shaped.dims[i] != result_type(op, 0)->u.shaped.dims[dims.at[i]] &&
			operand_type(op, 0)->u.shaped.dims[i] != 1)
			return;
	}
	free_dims(f, op);
}

/* Slices of whole dimensions are divided as the operand is, batches as the indices are. */
static void gather(struct shlo__factors *f, const struct mlirbc_op *op)
{
	struct shlo__gather dims;
	struct shlo__dims sizes;
	const struct mlirbc_type *operand = operand_type(op, 0), *indices = operand_type(op, 1), *result = result_type(op, 0);
	if (!shlo__gather_of(mlirbc_op_attr(op, "dimension_numbers"), &dims, NULL) ||
		!shlo__i64s_of(mlirbc_op_attr(op, "slice_sizes"), &sizes))
		return;
	uint64_t gone = 0, offsets = 0;
	for (size_t i = 0; i < dims.collapsed_slice_dims.count; i++)
		gone |= UINT64_C(1) << dims.collapsed_slice_dims.at[i];
	for (size_t i = 0; i < dims.operand_batching_dims.count; i++)
		gone |= UINT64_C(1) << dims.operand_batching_dims.at[i];
	for (size_t dim = 0, at = 0; dim < operand->u.shaped.rank; dim++) {
		if (gone >> dim & 1)
			continue;
		if (at >= dims.offset_dims.count)
			return;
		offsets |= UINT64_C(1) << dims.offset_dims.at[at];
		if (sizes.at[dim] == operand->u.shaped.dims[dim])
			shlo__factor_pair(f, op, 0, (size_t)dims.offset_dims.at[at], 0, dim);
		at++;
	}
	for (size_t dim = 0, at = 0; dim < result->u.shaped.rank; dim++) {
		if (offsets >> dim & 1)
			continue;
		at += (int64_t)at == dims.index_vector_dim;
		for (size_t i = 0; i < dims.start_indices_batching_dims.count; i++) {
			if (dims.start_indices_batching_dims.at[i] == (int64_t)at)
				shlo__factor_pair(f, op, 0, dim, 0, (size_t)dims.operand_batching_dims.at[i]);
		}
		if (at < indices->u.shaped.rank)
			shlo__factor_pair(f, op, 0, dim, 1, at++);
	}
	shlo__factors_gather_rows(f, op, &dims, &sizes);
}

/* The older product of vectors and matrices: the last dimension of one with the first one of the other. */
static bool plain_dot(const struct mlirbc_op *op, struct shlo__dot *out)
{
	const uint64_t rank = operand_type(op, 0)->u.shaped.rank, other = operand_type(op, 1)->u.shaped.rank;
	*out = (struct shlo__dot){ .lhs_contracting_dimensions = { .count = 1 }, .rhs_contracting_dimensions = { .count = 1 } };
	out->lhs_contracting_dimensions.at[0] = rank > 1;
	out->rhs_contracting_dimensions.at[0] = 0;
	return rank > 0 && rank <= 2 && other > 0 && other <= 2;
}

static void dot(struct shlo__factors *f, const struct mlirbc_op *op)
{
	struct shlo__dot dims;
	size_t at = 0;
	if (mlirbc_op_is(op, "stablehlo.dot") ? !plain_dot(op, &dims) : !shlo__dot_of(mlirbc_op_attr(op, "dot_dimension_numbers"), &dims, NULL))
		return;
	uint64_t used[2] = { 0, 0 };
	for (size_t i = 0; i < dims.lhs_batching_dimensions.count; i++, at++) {
		shlo__factor_pair(f, op, 0, at, 0, (size_t)dims.lhs_batching_dimensions.at[i]);
		shlo__factor_pair(f, op, 0, at, 1, (size_t)dims.rhs_batching_dimensions.at[i]);
		used[0] |= UINT64_C(1) << dims.lhs_batching_dimensions.at[i];
		used[1] |= UINT64_C(1) << dims.rhs_batching_dimensions.at[i];
	}
	for (size_t i = 0; i < dims.lhs_contracting_dimensions.count; i++) {
		const size_t left = (size_t)dims.lhs_contracting_dimensions.at[i], right = (size_t)dims.rhs_contracting_dimensions.at[i];
		const int64_t size = operand_type(op, 0)->u.shaped.dims[left];
		const int16_t factor = shlo__factor_new(f, size);
		shlo__factor_share(f, &f->operands[0][left], factor, size);
		shlo__factor_share(f, &f->operands[1][right], factor, size);
		if (factor != SHLO__NO_FACTOR)
			f->reduced[factor] = true;
		used[0] |= UINT64_C(1) << left;
		used[1] |= UINT64_C(1) << right;
	}
	for (size_t side = 0; side < 2; side++) {
		for (size_t i = 0; i < operand_type(op, side)->u.shaped.rank; i++) {
			if (!(used[side] >> i & 1))
				shlo__factor_pair(f, op, 0, at++, side, i);
		}
	}
}

/* Dimensions of both shapes with equal products from one end of a group to the other: the first ones are divided alike. */
static void reshape(struct shlo__factors *f, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = operand_type(op, 0), *to = result_type(op, 0);
	size_t i = 0, k = 0;
	while (i < from->u.shaped.rank && k < to->u.shaped.rank) {
		int64_t a = from->u.shaped.dims[i], b = to->u.shaped.dims[k];
		if (a == 0 || b == 0)
			return;
		if (a == 1 || b == 1) {
			i += a == 1;
			k += a != 1;
			continue;
		}
		shlo__factor_pair(f, op, 0, k++, 0, i++);
		while (a != b) {
			if (a < b)
				a *= i < from->u.shaped.rank ? from->u.shaped.dims[i++] : b;
			else
				b *= k < to->u.shaped.rank ? to->u.shaped.dims[k++] : a;
			if (a == 0 || b == 0)
				return;
		}
	}
}

/* All dimensions but these are divided alike. */
static void all_but(struct shlo__factors *f, const struct mlirbc_op *op, const struct shlo__dims *whole)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (operand_type(op, i)->u.shaped.rank != result_type(op, 0)->u.shaped.rank)
			return;
	}
	for (size_t dim = 0; dim < result_type(op, 0)->u.shaped.rank; dim++) {
		bool kept = true;
		for (size_t i = 0; i < whole->count; i++)
			kept &= whole->at[i] != (int64_t)dim;
		for (uint32_t i = 0; kept && i < op->operand_count; i++)
			shlo__factor_pair(f, op, 0, dim, i, dim);
		for (uint32_t i = 1; kept && i < op->result_count; i++)
			shlo__factor_share(f, &f->results[i][dim], f->results[0][dim], result_type(op, i)->u.shaped.dims[dim]);
	}
}

static void all_but_one(struct shlo__factors *f, const struct mlirbc_op *op, const char *name)
{
	struct shlo__dims whole = { .count = 1 };
	if (shlo__int_of(mlirbc_op_attr(op, name), &whole.at[0]))
		all_but(f, op, &whole);
}

/* Dimensions of which the slice has all: operand and result are equally long there. */
static void equal_sizes(struct shlo__factors *f, const struct mlirbc_op *op)
{
	for (size_t dim = 0; dim < result_type(op, 0)->u.shaped.rank; dim++) {
		if (operand_type(op, 0)->u.shaped.dims[dim] == result_type(op, 0)->u.shaped.dims[dim])
			shlo__factor_pair(f, op, 0, dim, 0, dim);
	}
}

static void slice(struct shlo__factors *f, const struct mlirbc_op *op)
{
	struct shlo__dims start, strides;
	equal_sizes(f, op);
	if (!shlo__i64s_of(mlirbc_op_attr(op, "start_indices"), &start) || !shlo__i64s_of(mlirbc_op_attr(op, "strides"), &strides))
		return;
	for (size_t dim = 0; dim < result_type(op, 0)->u.shaped.rank; dim++) {
		if (f->operands[0][dim] == SHLO__NO_FACTOR)
			shlo__factor_halo(f, op, dim, dim, &(const struct shlo__halo){ strides.at[dim], -start.at[dim], 1, 1 });
	}
}

static void pad(struct shlo__factors *f, const struct mlirbc_op *op)
{
	struct shlo__dims low, high, inside;
	if (!shlo__i64s_of(mlirbc_op_attr(op, "edge_padding_low"), &low) || !shlo__i64s_of(mlirbc_op_attr(op, "edge_padding_high"), &high) ||
		!shlo__i64s_of(mlirbc_op_attr(op, "interior_padding"), &inside))
		return;
	for (size_t dim = 0; dim < result_type(op, 0)->u.shaped.rank; dim++) {
		if (low.at[dim] == 0 && high.at[dim] == 0 && inside.at[dim] == 0)
			shlo__factor_pair(f, op, 0, dim, 0, dim);
		else if (inside.at[dim] < INT64_MAX)
			shlo__factor_halo(f, op, dim, dim, &(const struct shlo__halo){ 1, low.at[dim], 1, inside.at[dim] + 1 });
	}
}

static void update_slice(struct shlo__factors *f, const struct mlirbc_op *op)
{
	for (size_t dim = 0; dim < result_type(op, 0)->u.shaped.rank; dim++) {
		if (operand_type(op, 1)->u.shaped.dims[dim] == result_type(op, 0)->u.shaped.dims[dim]) {
			shlo__factor_pair(f, op, 0, dim, 0, dim);
			shlo__factor_pair(f, op, 0, dim, 1, dim);
		}
	}
}

/* ---- by operation */

static void rule(struct shlo__factors *f, const struct mlirbc_op *op, enum mlirbc_stablehlo_code code)
{
	struct shlo__dims dims;
	uint64_t bits;
	switch (code) {
	case MLIRBC_STABLEHLO_transpose: transpose(f, op); break;
	case MLIRBC_STABLEHLO_broadcast_in_dim: broadcast(f, op); break;
	case MLIRBC_STABLEHLO_dot:
	case MLIRBC_STABLEHLO_dot_general: dot(f, op); break;
	case MLIRBC_STABLEHLO_reshape: reshape(f, op); break;
	case MLIRBC_STABLEHLO_concatenate: all_but_one(f, op, "dimension"); break;
	case MLIRBC_STABLEHLO_sort: all_but_one(f, op, "dimension"); break;
	case MLIRBC_STABLEHLO_reverse:
		if (shlo__i64s_of(mlirbc_op_attr(op, "dimensions"), &dims))
			all_but(f, op, &dims);
		break;
	case MLIRBC_STABLEHLO_slice: slice(f, op); break;
	case MLIRBC_STABLEHLO_dynamic_slice:
		equal_sizes(f, op);
		shlo__factors_pieces(f, op);
		break;
	case MLIRBC_STABLEHLO_pad: pad(f, op); break;
	case MLIRBC_STABLEHLO_dynamic_update_slice:
		update_slice(f, op);
		shlo__factors_pieces(f, op);
		break;
	case MLIRBC_STABLEHLO_reduce: shlo__factors_reduce(f, op); break;
	case MLIRBC_STABLEHLO_optimization_barrier: separate(f, op); break;
	case MLIRBC_STABLEHLO_gather: gather(f, op); break;
	case MLIRBC_STABLEHLO_convolution: shlo__factors_convolution(f, op); break;
	case MLIRBC_STABLEHLO_reduce_window: shlo__factors_window(f, op); break;
	case MLIRBC_STABLEHLO_select_and_scatter: shlo__factors_window(f, op); break;
	case MLIRBC_STABLEHLO_scatter: shlo__factors_scatter(f, op); break;
	case MLIRBC_STABLEHLO_fft:
		if (shlo__i64s_of(mlirbc_op_attr(op, "fft_length"), &dims))
			shlo__factors_batches(f, op, dims.count);
		break;
	case MLIRBC_STABLEHLO_cholesky: shlo__factors_batches(f, op, 2); break;
	case MLIRBC_STABLEHLO_triangular_solve: shlo__factors_batches(f, op, 2); break;
	case MLIRBC_STABLEHLO_custom_call: shlo__factors_written(f, op); break;
	case MLIRBC_STABLEHLO_iota: free_dims(f, op); break;
	case MLIRBC_STABLEHLO_constant:
		if (shlo__splat_of(mlirbc_op_results(op), &bits))
			free_dims(f, op);
		break;
	default:
		if (!shlo__factors_collective(f, op) && shlo__ops[code].op_class == MLIRBC_STABLEHLO_CLASS_ELEMENTWISE && op->result_count == 1)
			elementwise(f, op);
	}
}

/* Factors whose padding would be read, or is not masked: those of running sums and pieces; sums of other operations than products
 * and reduce, but for rows that a gather takes, which its indices do not reach beyond. */
static void refuse_padding(struct shlo__factors *f, const struct mlirbc_op *op, enum mlirbc_stablehlo_code code)
{
	const bool masked = code == MLIRBC_STABLEHLO_dot || code == MLIRBC_STABLEHLO_dot_general || code == MLIRBC_STABLEHLO_reduce || code == MLIRBC_STABLEHLO_gather;
	const bool never = code == MLIRBC_STABLEHLO_custom_call || shlo__is_collective(op);
	for (size_t i = 0; i < f->count; i++)
		f->padded[i] &= !never && !f->running[i] && f->least[i] == 0 && (masked || !f->reduced[i]);
}

bool shlo__factors_of(struct shlo__partition *p, struct mlirbc_op *op, struct shlo__factors *out)
{
	const enum mlirbc_stablehlo_code code = mlirbc_stablehlo_code(op->name);
	out->count = 0;
	for (size_t i = 0; i < op->operand_count && i < SHLO__MOST_VALUES; i++) {
		for (size_t dim = 0; dim < SHLO__MOST_DIMS; dim++)
			out->operands[i][dim] = SHLO__NO_FACTOR;
	}
	for (size_t i = 0; i < op->result_count && i < SHLO__MOST_VALUES; i++) {
		for (size_t dim = 0; dim < SHLO__MOST_DIMS; dim++)
			out->results[i][dim] = SHLO__NO_FACTOR;
	}
	if (code == MLIRBC_STABLEHLO_NONE || !are_static(op))
		return true;
	shlo__check_op(&p->check, op, code);
	if (shlo__enter(&p->check) && shlo__leave(&p->check)) {
		rule(out, op, code);
		refuse_padding(out, op, code);
	} else if (p->check.status == MLIRBC_E_NOMEM || p->check.status == MLIRBC_E_LIMIT) {
		return shlo__partition_no_memory(p);
	}
	return true;
}

/* ---- attributes with sizes */

static bool set_list(struct shlo__partition *p, struct mlirbc_op *copy, const char *name, const int64_t *values, size_t count)
{
	const struct mlirbc_attr *attr = shlo__i64s_attr(p->context, values, count);
	return (attr && mlirbc_op_set_attr(copy, name, attr) == MLIRBC_OK) || shlo__partition_no_memory(p);
}

bool shlo__factors_fix(struct shlo__partition *p, struct mlirbc_op *op, struct mlirbc_op *copy)
{
	static const char *const names[][2] = { { "stablehlo.slice", "limit_indices" }, { "stablehlo.dynamic_slice", "slice_sizes" },
		{ "stablehlo.gather", "slice_sizes" } };
	if (mlirbc_op_is(op, "stablehlo.constant") && result_type(copy, 0) != result_type(op, 0)) {
		const struct mlirbc_attr *old = mlirbc_op_attr(op, "value");
		const struct mlirbc_attr *attr = mlirbc_attr_dense(p->context, result_type(copy, 0), old->u.dense.data, old->u.dense.size);
		return (attr && mlirbc_op_set_attr(copy, "value", attr) == MLIRBC_OK) || shlo__partition_no_memory(p);
	}
	if (mlirbc_op_is(op, "stablehlo.convolution") && !shlo__fix_convolution(p, op, copy))
		return false;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct shlo__dims sizes;
		if (!mlirbc_op_is(op, names[i][0]) || !shlo__i64s_of(mlirbc_op_attr(copy, names[i][1]), &sizes)) /* of halo.c perhaps */
			continue;
		/* a divided dimension is taken as it is */
		for (size_t dim = 0; dim < sizes.count; dim++) {
			if (sizes.at[dim] == operand_type(op, 0)->u.shaped.dims[dim]) /* others are batches of gather, one by one */
				sizes.at[dim] = operand_type(copy, 0)->u.shaped.dims[dim];
		}
		return set_list(p, copy, names[i][1], sizes.at, sizes.count);
	}
	return true;
}
