/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* dot_general as products of matrices: the operands are brought into the order [batch, rows, depth] and [batch, depth,
 * columns], unless they have it, and the result is [batch, rows, columns] in every case. */
#include "products/algorithm.h"
#include "products/multiply.h"
#include <kernels/math.h>

enum { LHS, RHS, OPERANDS };

/* How a product reads an operand in memory. */
struct view {
	size_t batch_step, stride;
	bool transposed;
};

struct dot {
	struct hlo_algorithm algorithm;
	struct hlo_walk walks[OPERANDS];
	bool in_place[OPERANDS];      /* the product reads the operand by its view */
	struct view views[OPERANDS];
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

/* Whether these dimensions are one of equal steps; *step is that of the last dimension if there are no others. */
static bool one_step(const struct hlo_type *type, const int64_t *dims, uint32_t count, size_t *step)
{
	struct hlo_walk walk = { .elements = 1 };
	add_dims(&walk, type, dims, count);
	*step = walk.rank > 0 ? (size_t)walk.steps[0] : 0;
	return walk.rank <= 1;
}

/* The view of a matrix with the inner dimension contiguous, or of its transposition; false: it has none. */
static bool find_view(const struct hlo_type *type, const struct sides *s, bool free_is_inner, struct view *out)
{
	size_t free, contracting;
	if (!one_step(type, s->batch, s->batch_count, &out->batch_step) || !one_step(type, s->free, s->free_count, &free) ||
		!one_step(type, s->contracting, s->contracting_count, &contracting))
		return false;
	const size_t inner = free_is_inner ? free : contracting, outer = free_is_inner ? contracting : free;
	out->transposed = inner > 1;
	out->stride = out->transposed ? inner : outer;
	return inner <= 1 || outer <= 1;
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
	const bool strides = !dot->plain && kernels_hlo__has_strides(dot->algorithm.work);
	dot->in_place[LHS] = strides && kernels_hlo__chain_is_copy(&dot->algorithm.lhs) &&
		find_view(lhs, &sides[LHS], false, &dot->views[LHS]);
	dot->in_place[RHS] = strides && kernels_hlo__chain_is_copy(&dot->algorithm.rhs) &&
		find_view(rhs, &sides[RHS], true, &dot->views[RHS]);
	op->nanoseconds = kernels_hlo__product_nanoseconds(dot->algorithm.work, multiplications);
	return true;
}

/* An operand of a call, in place or rearranged. */
struct operand {
	const void *bytes;
	struct view view;
	void *block; /* NULL: in place */
	size_t size;
};

/* Returns false when out of memory. */
static bool get_operand(const struct hlo_run *run, const struct dot *dot, uint32_t number, struct operand *out)
{
	/* libraries that can replace the product do not read transposed operands */
	if (dot->in_place[number] && !kernels_math_chosen()) {
		*out = (struct operand){ run->inputs[number], dot->views[number], NULL, 0 };
		return true;
	}
	const size_t stride = number == LHS ? dot->depth : dot->columns;
	out->view = (struct view){ dot->depth * (number == LHS ? dot->rows : dot->columns), stride, false };
	out->bytes = kernels_hlo__walk_pack(run, &dot->walks[number],
		number == LHS ? &dot->algorithm.lhs : &dot->algorithm.rhs, run->inputs[number], &out->block, &out->size);
	return out->bytes != NULL;
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
	struct operand lhs = { .block = NULL }, rhs = { .block = NULL };
	void *sums = NULL;
	const bool direct = kernels_hlo__chain_is_copy(&algorithm->result);
	const bool found = get_operand(run, dot, LHS, &lhs) && get_operand(run, dot, RHS, &rhs);
	if (!direct)
		sums = async_alloc(run->allocator, sums_size, 64);
	const bool good = found && (direct || sums);
	if (good) {
		const struct hlo_product product = { .rows = dot->rows, .columns = dot->columns, .depth = dot->depth,
			.a = lhs.bytes, .a_stride = lhs.view.stride, .a_transposed = lhs.view.transposed,
			.b = rhs.bytes, .b_stride = rhs.view.stride, .b_transposed = rhs.view.transposed,
			.c = direct ? run->outputs[0] : sums, .c_stride = dot->columns, .plain = dot->plain };
		const struct hlo_batches batches = { dot->batches, lhs.view.batch_step, rhs.view.batch_step,
			dot->rows * dot->columns };
		kernels_hlo__multiply_all(run, algorithm->work, &product, &batches);
		if (!direct)
			kernels_hlo__chain_share(run, &algorithm->result, sums, elements, run->outputs[0]);
	}
	free_block(run, lhs.block, lhs.size);
	free_block(run, rhs.block, rhs.size);
	free_block(run, sums, sums_size);
	return good || kernels_hlo__fail(run, "out of memory for the operands in the order of a product");
}

static const struct hlo_kernel dot_general_kernel = {
	.plan_size = sizeof(struct dot), .plan = plan_dot_general, .run = run_dot_general
};
HLO_FRAME(dot_general)
