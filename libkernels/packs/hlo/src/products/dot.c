/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* dot_general as products of matrices: the operands are brought into the order [batch, rows, depth] and [batch, depth,
 * columns], unless they have it, and the result is [batch, rows, columns] in every case. */
#include "products/algorithm.h"
#include "products/multiply.h"

enum { LHS, RHS, OPERANDS };

struct dot {
	struct hlo_algorithm algorithm;
	struct hlo_walk walks[OPERANDS];
	size_t batches, rows, columns, depth;
	bool plain;
};

/* Dimensions of an operand. */
struct sides {
	int64_t batch[KERNELS_MAX_RANK], contracting[KERNELS_MAX_RANK], free[KERNELS_MAX_RANK];
	uint32_t batch_count, contracting_count, free_count;
};

static bool read_sides(struct hlo_op *op, uint32_t operand, struct sides *out)
{
	const struct kernels_shape *shape = &op->operands[operand].shape;
	uint32_t used = 0;
	if (!kernels_hlo__dims(op, operand == LHS ? "lhs_batching_dimensions" : "rhs_batching_dimensions", shape->rank,
		    out->batch, &out->batch_count) ||
		!kernels_hlo__dims(op, operand == LHS ? "lhs_contracting_dimensions" : "rhs_contracting_dimensions",
			shape->rank, out->contracting, &out->contracting_count))
		return false;
	for (uint32_t i = 0; i < out->batch_count; i++)
		used |= 1u << out->batch[i];
	for (uint32_t i = 0; i < out->contracting_count; i++) {
		if (used >> out->contracting[i] & 1)
			return kernels_hlo__refuse(op, "dimension %lld of operand %u is both batching and contracting",
				(long long)out->contracting[i], operand);
		used |= 1u << out->contracting[i];
	}
	out->free_count = 0;
	for (uint32_t d = 0; d < shape->rank; d++)
		if (!(used >> d & 1))
			out->free[out->free_count++] = d;
	return true;
}

/* Compares the dimensions that the lists pair. */
static bool check_pairs(struct hlo_op *op, const char *kind, const int64_t *lhs, uint32_t lhs_count, const int64_t *rhs,
	uint32_t rhs_count)
{
	if (lhs_count != rhs_count)
		return kernels_hlo__refuse(
			op, "lhs has %u %s dimensions, rhs has %u", lhs_count, kind, rhs_count);
	for (uint32_t i = 0; i < lhs_count; i++) {
		const int64_t left = op->operands[LHS].shape.dims[lhs[i]], right = op->operands[RHS].shape.dims[rhs[i]];
		if (left != right)
			return kernels_hlo__refuse(op,
				"%s dimension %lld of lhs has size %lld, dimension %lld of rhs has size %lld", kind,
				(long long)lhs[i], (long long)left, (long long)rhs[i], (long long)right);
	}
	return true;
}

static bool check_result(struct hlo_op *op, const struct sides *sides)
{
	int64_t dims[2 * KERNELS_MAX_RANK];
	uint32_t rank = 0;
	for (uint32_t i = 0; i < sides[LHS].batch_count; i++)
		dims[rank++] = op->operands[LHS].shape.dims[sides[LHS].batch[i]];
	for (uint32_t operand = LHS; operand < OPERANDS; operand++)
		for (uint32_t i = 0; i < sides[operand].free_count; i++)
			dims[rank++] = op->operands[operand].shape.dims[sides[operand].free[i]];
	return kernels_hlo__set_shape(op, 0, rank, dims);
}

/* Adds dimensions to the walk, and returns their product. */
static size_t add_dims(struct hlo_walk *walk, const struct hlo_type *type, const int64_t *dims, uint32_t count)
{
	int64_t strides[KERNELS_MAX_RANK];
	size_t product = 1;
	kernels_hlo__walk_strides(type, strides);
	for (uint32_t i = 0; i < count; i++) {
		kernels_hlo__walk_add(walk, type->shape.dims[dims[i]], strides[dims[i]]);
		product *= (size_t)type->shape.dims[dims[i]];
	}
	return product;
}

static bool plan_dot_general(struct hlo_op *op, void *plan)
{
	struct dot *dot = plan;
	struct sides sides[OPERANDS];
	const struct hlo_type *lhs = &op->operands[LHS], *rhs = &op->operands[RHS];
	for (uint32_t i = 0; i < 3; i++)
		if ((i < 2 ? op->operands[i] : op->results[0]).dtype == KERNELS_DTYPE_INVALID)
			return kernels_hlo__refuse(op, "expected tensors, found a token");
	if (!read_sides(op, LHS, &sides[LHS]) || !read_sides(op, RHS, &sides[RHS]) ||
		!check_pairs(op, "batching", sides[LHS].batch, sides[LHS].batch_count, sides[RHS].batch,
			sides[RHS].batch_count) ||
		!check_pairs(op, "contracting", sides[LHS].contracting, sides[LHS].contracting_count,
			sides[RHS].contracting, sides[RHS].contracting_count) ||
		!check_result(op, sides) || !kernels_hlo__algorithm(op, &dot->algorithm))
		return false;
	/* products of dimensions cannot overflow: each is a divisor of the elements of a type, or an operand is empty */
	if (op->results[0].elements == 0)
		return true;
	dot->walks[LHS].elements = dot->walks[RHS].elements = 1;
	dot->batches = add_dims(&dot->walks[LHS], lhs, sides[LHS].batch, sides[LHS].batch_count);
	dot->rows = add_dims(&dot->walks[LHS], lhs, sides[LHS].free, sides[LHS].free_count);
	dot->depth = add_dims(&dot->walks[LHS], lhs, sides[LHS].contracting, sides[LHS].contracting_count);
	add_dims(&dot->walks[RHS], rhs, sides[RHS].batch, sides[RHS].batch_count);
	add_dims(&dot->walks[RHS], rhs, sides[RHS].contracting, sides[RHS].contracting_count);
	dot->columns = add_dims(&dot->walks[RHS], rhs, sides[RHS].free, sides[RHS].free_count);
	const double multiplications = (double)op->results[0].elements * (double)(dot->depth + 1);
	dot->plain = kernels_hlo__is_small(multiplications);
	op->nanoseconds = kernels_hlo__product_nanoseconds(dot->algorithm.work, multiplications);
	return true;
}

static void free_block(const struct hlo_run *run, void *block, size_t size)
{
	if (block)
		async_free(run->allocator, block, size, 64);
}

static bool run_dot_general(const struct hlo_run *run, const void *plan)
{
	const struct dot *dot = plan;
	const struct hlo_algorithm *algorithm = &dot->algorithm;
	const size_t elements = (size_t)run->op->results[0].elements;
	const size_t sums_size = elements * kernels_dtype_size(algorithm->work);
	if (elements == 0)
		return true;
	if (dot->depth == 0) {
		kernels_hlo__fill_zero(run->op->results[0].dtype, run->outputs[0], elements);
		return true;
	}
	void *lhs_block, *rhs_block, *sums = NULL;
	size_t lhs_size, rhs_size;
	const bool direct = kernels_hlo__chain_is_copy(&algorithm->result);
	const void *lhs = kernels_hlo__walk_pack(
		run, &dot->walks[LHS], &algorithm->lhs, run->inputs[LHS], &lhs_block, &lhs_size);
	const void *rhs = kernels_hlo__walk_pack(
		run, &dot->walks[RHS], &algorithm->rhs, run->inputs[RHS], &rhs_block, &rhs_size);
	if (!direct)
		sums = async_alloc(run->allocator, sums_size, 64);
	const bool good = lhs && rhs && (direct || sums);
	if (good) {
		const struct hlo_product product = { dot->rows, dot->columns, dot->depth, lhs, dot->depth, rhs,
			dot->columns, direct ? run->outputs[0] : sums, dot->columns, false, dot->plain, NULL };
		kernels_hlo__multiply_all(run, algorithm->work, &product, dot->batches);
		if (!direct)
			kernels_hlo__chain_share(run, &algorithm->result, sums, elements, run->outputs[0]);
	}
	free_block(run, lhs_block, lhs_size);
	free_block(run, rhs_block, rhs_size);
	free_block(run, sums, sums_size);
	return good || kernels_hlo__fail(run, "out of memory for the operands in the order of a product");
}

static const struct hlo_kernel dot_general_kernel = {
	.plan_size = sizeof(struct dot), .plan = plan_dot_general, .run = run_dot_general
};
HLO_FRAME(dot_general)
