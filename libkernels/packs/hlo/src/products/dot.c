/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* dot_general as products of matrices: the operands are brought into the order [batch, rows, depth] and [batch, depth,
 * columns], unless they have it, and the result is [batch, rows, columns] in every case. */
#include "products/algorithm.h"
#include "products/few_rows.h"
#include "products/grouped.h"
#include "products/library.h"
#include "products/matrices.h"
#include "products/narrow.h"
#include "products/panels.h"
#include "products/short.h"
#include <string.h>

enum { LHS, RHS, OPERANDS };

/* How a product reads an operand in memory: steps of batches, of rows or columns, and of the depth. One of the latter two is 1
 * or has no meaning. */
struct view {
	size_t batch_step, line_step, depth_step;
};

struct dot {
	struct hlo_ending ending; /* first */
	struct hlo_algorithm algorithm;
	struct hlo_walk walks[OPERANDS];
	bool in_place[OPERANDS];      /* the product reads the operand by its view */
	struct view views[OPERANDS];
	size_t batches, rows, columns, depth;
	enum kernels_dtype small;   /* KERNELS_I8, KERNELS_BF16: elements smaller than their sums, read by their views */
	enum kernels_dtype grouped; /* the same if this processor multiplies groups of them; KERNELS_DTYPE_INVALID: not */
	bool narrow; /* few rows times elements smaller than their sums, which are widened in registers */
	bool plain;
	bool panels; /* operand RHS is in panels; `walks` and `views` have it row by row */
	bool direct; /* plain, and both operands are read where they are */
	bool turned; /* the product of a matrix and a vector is that of the row and the matrix, whose walk has the depth first */
};

/* Dimensions of an operand. */
struct sides {
	struct hlo_dims batch, contracting, free;
};

static bool read_sides(struct hlo_op *op, uint32_t operand, struct sides *out)
{
	const uint32_t rank = op->operands[operand].shape.rank;
	if (!kernels_hlo__dims(
		    op, operand == LHS ? "lhs_batching_dimensions" : "rhs_batching_dimensions", rank, &out->batch) ||
		!kernels_hlo__dims(op, operand == LHS ? "lhs_contracting_dimensions" : "rhs_contracting_dimensions", rank,
			&out->contracting))
		return false;
	for (uint32_t i = 0; i < out->contracting.count; i++)
		if (out->batch.set >> out->contracting.at[i] & 1)
			return kernels_hlo__refuse(op, "dimension %lld of operand %u is both batching and contracting",
				(long long)out->contracting.at[i], operand);
	out->free.count = 0;
	for (uint32_t d = 0; d < rank; d++)
		if (!((out->batch.set | out->contracting.set) >> d & 1))
			out->free.at[out->free.count++] = d;
	return true;
}

/* Compares the dimensions that the lists pair. */
static bool check_pairs(struct hlo_op *op, const char *kind, const struct hlo_dims *lhs, const struct hlo_dims *rhs)
{
	if (lhs->count != rhs->count)
		return kernels_hlo__refuse(
			op, "lhs has %u %s dimensions, rhs has %u", lhs->count, kind, rhs->count);
	for (uint32_t i = 0; i < lhs->count; i++) {
		const int64_t left = op->operands[LHS].shape.dims[lhs->at[i]], right = op->operands[RHS].shape.dims[rhs->at[i]];
		if (left != right)
			return kernels_hlo__refuse(op,
				"%s dimension %lld of lhs has size %lld, dimension %lld of rhs has size %lld", kind,
				(long long)lhs->at[i], (long long)left, (long long)rhs->at[i], (long long)right);
	}
	return true;
}

/* `fused`: the rank of the product is not known yet. */
static bool check_result(struct hlo_op *op, const struct sides *sides, bool fused)
{
	int64_t dims[2 * KERNELS_MAX_RANK];
	uint32_t rank = 0;
	for (uint32_t i = 0; i < sides[LHS].batch.count; i++)
		dims[rank++] = op->operands[LHS].shape.dims[sides[LHS].batch.at[i]];
	for (uint32_t operand = LHS; operand < OPERANDS; operand++)
		for (uint32_t i = 0; i < sides[operand].free.count; i++)
			dims[rank++] = op->operands[operand].shape.dims[sides[operand].free.at[i]];
	if (fused)
		op->results[0].shape.rank = rank <= KERNELS_MAX_RANK ? rank : 0;
	return kernels_hlo__set_shape(op, 0, rank, dims);
}

/* Adds dimensions to the walk, and returns their product. */
static size_t add_dims(struct hlo_walk *walk, const struct hlo_type *type, const struct hlo_dims *dims)
{
	int64_t strides[KERNELS_MAX_RANK];
	size_t product = 1;
	kernels_hlo__strides(type, strides);
	for (uint32_t i = 0; i < dims->count; i++) {
		hlo_walk_add(walk, type->shape.dims[dims->at[i]], strides[dims->at[i]]);
		product *= (size_t)type->shape.dims[dims->at[i]];
	}
	return product;
}

/* Whether these dimensions are one of equal steps; *step is that of the last dimension if there are no others. */
static bool one_step(const struct hlo_type *type, const struct hlo_dims *dims, size_t *step)
{
	struct hlo_walk walk = { .elements = 1 };
	add_dims(&walk, type, dims);
	*step = walk.rank > 0 ? (size_t)walk.steps[0] : 0;
	return walk.rank <= 1;
}

/* Returns false if the operand has no view. */
static bool find_view(const struct hlo_type *type, const struct sides *s, struct view *out)
{
	if (!one_step(type, &s->batch, &out->batch_step) ||
		!one_step(type, &s->free, &out->line_step) ||
		!one_step(type, &s->contracting, &out->depth_step))
		return false;
	if (out->depth_step == 0 && out->line_step != 1)
		out->depth_step = 1;
	if (out->line_step == 0 && out->depth_step != 1)
		out->line_step = 1;
	return out->line_step == 1 || out->depth_step == 1;
}

/* Elements whose products some processors sum in groups. Converting them to the type of the sums does not change their values. */
static enum kernels_dtype find_small(const struct dot *dot)
{
	const struct hlo_chain *l = &dot->algorithm.lhs, *r = &dot->algorithm.rhs;
	if (l->from == KERNELS_BF16 && r->from == KERNELS_BF16 && dot->algorithm.work == KERNELS_F32 &&
		(l->middle == KERNELS_BF16 || l->middle == KERNELS_F32) &&
		(r->middle == KERNELS_BF16 || r->middle == KERNELS_F32))
		return KERNELS_BF16;
	if ((l->from == KERNELS_I8 || l->from == KERNELS_UI8) && r->from == KERNELS_I8 && l->middle == KERNELS_I32 &&
		r->middle == KERNELS_I32)
		return KERNELS_I8;
	return KERNELS_DTYPE_INVALID;
}

/* Whether both operands are widened as they are, and multiplied so. */
static bool is_narrow(const struct dot *dot)
{
	const struct hlo_chain *l = &dot->algorithm.lhs, *r = &dot->algorithm.rhs;
	const bool halves = l->from == KERNELS_F16 && r->from == KERNELS_F16 && dot->algorithm.work == KERNELS_F32 &&
			    (l->middle == KERNELS_F16 || l->middle == KERNELS_F32) &&
			    (r->middle == KERNELS_F16 || r->middle == KERNELS_F32);
	return (halves || dot->small != KERNELS_DTYPE_INVALID) && kernels_hlo__narrow_fits(l->from, r->from, dot->rows);
}

/* How the product reads its operands. */
static void plan_views(const struct hlo_op *op, const struct sides *sides, struct dot *dot)
{
	bool views[OPERANDS] = { false, false };
	for (uint32_t i = LHS; i < OPERANDS && !dot->plain; i++)
		views[i] = find_view(&op->operands[i], &sides[i], &dot->views[i]);
	if (dot->panels && !dot->plain) {
		dot->views[RHS] = (struct view){ 0, 1, dot->columns };
		views[RHS] = true;
	}
	const bool strides = kernels_hlo__has_strides(dot->algorithm.work);
	dot->in_place[LHS] = strides && views[LHS] && kernels_hlo__chain_is_copy(&dot->algorithm.lhs);
	dot->in_place[RHS] = strides && views[RHS] && kernels_hlo__chain_is_copy(&dot->algorithm.rhs);
	if (views[LHS] && views[RHS])
		dot->small = find_small(dot);
	dot->grouped = kernels_hlo__has_groups(dot->small)							? dot->small :
		       dot->small == KERNELS_I8 && kernels_hlo__has_groups(KERNELS_I16) ? KERNELS_I16 :
												KERNELS_DTYPE_INVALID;
	dot->narrow = views[LHS] && views[RHS] && !dot->panels && !kernels_hlo__has_groups(dot->small) && is_narrow(dot);
}

/* A plain product of a transposed matrix and a vector needs no transposition if it adds to all rows at once, in the order of the
 * depth as others do. */
static void turn_matrix(const struct hlo_type *lhs, const struct sides *side, struct dot *dot)
{
	struct view view;
	dot->turned = dot->plain && dot->columns == 1 && dot->rows > 1 && dot->depth > 1 && find_view(lhs, side, &view) && view.depth_step != 1;
	if (!dot->turned)
		return;
	dot->walks[LHS] = (struct hlo_walk){ .elements = 1 };
	add_dims(&dot->walks[LHS], lhs, &side->batch);
	add_dims(&dot->walks[LHS], lhs, &side->contracting);
	add_dims(&dot->walks[LHS], lhs, &side->free);
}

static bool is_direct(const struct dot *dot)
{
	const struct hlo_algorithm *a = &dot->algorithm;
	return dot->plain && (a->work == KERNELS_F32 || a->work == KERNELS_F64) && !dot->panels && dot->depth > 0 &&
	       kernels_hlo__chain_is_copy(&a->lhs) && kernels_hlo__chain_is_copy(&a->rhs) && kernels_hlo__chain_is_copy(&a->result) &&
	       hlo_walk_in_order(&dot->walks[LHS]) && hlo_walk_in_order(&dot->walks[RHS]);
}

/* Result 0 of the op is the product. `turns`: a matrix may be turned. */
static bool plan_product(struct hlo_op *op, struct dot *dot, bool fused, bool turns)
{
	struct sides sides[OPERANDS];
	const struct hlo_type *lhs = &op->operands[LHS], *rhs = &op->operands[RHS];
	for (uint32_t i = 0; i < 3; i++)
		if ((i < 2 ? op->operands[i] : op->results[0]).dtype == KERNELS_DTYPE_INVALID)
			return kernels_hlo__refuse(op, "expected tensors, found a token");
	if (!read_sides(op, LHS, &sides[LHS]) || !read_sides(op, RHS, &sides[RHS]) ||
		!check_pairs(op, "batching", &sides[LHS].batch, &sides[RHS].batch) ||
		!check_pairs(op, "contracting", &sides[LHS].contracting, &sides[RHS].contracting) ||
		!check_result(op, sides, fused) || !kernels_hlo__algorithm(op, &dot->algorithm))
		return false;
	/* products of dimensions cannot overflow: each is a divisor of the elements of a type, or an operand is empty */
	if (op->results[0].elements == 0)
		return true;
	dot->walks[LHS].elements = dot->walks[RHS].elements = 1;
	dot->batches = add_dims(&dot->walks[LHS], lhs, &sides[LHS].batch);
	dot->rows = add_dims(&dot->walks[LHS], lhs, &sides[LHS].free);
	dot->depth = add_dims(&dot->walks[LHS], lhs, &sides[LHS].contracting);
	add_dims(&dot->walks[RHS], rhs, &sides[RHS].batch);
	add_dims(&dot->walks[RHS], rhs, &sides[RHS].contracting);
	dot->columns = add_dims(&dot->walks[RHS], rhs, &sides[RHS].free);
	dot->panels = rhs->panels;
	if (dot->panels) {
		if (!kernels_hlo__panels_plan(op, (int64_t)dot->batches, dot->depth, dot->columns))
			return false;
		dot->walks[RHS] = (struct hlo_walk){ .elements = 1 };
		hlo_walk_add(&dot->walks[RHS], rhs->elements, 1);
	}
	const double multiplications = (double)op->results[0].elements * (double)(dot->depth + 1);
	dot->plain = kernels_hlo__is_small(multiplications);
	plan_views(op, sides, dot);
	if (turns)
		turn_matrix(lhs, &sides[LHS], dot);
	dot->direct = is_direct(dot);
	op->operations = 2 * (uint64_t)op->results[0].elements * (uint64_t)dot->depth;
	op->nanoseconds = kernels_hlo__product_nanoseconds(
		dot->grouped != KERNELS_DTYPE_INVALID ? dot->grouped : dot->algorithm.work, multiplications);
	return true;
}

bool kernels_hlo__dot_matrices(struct hlo_op *op, struct hlo_matrices *out)
{
	struct dot dot = { .plain = false };
	if (!plan_product(op, &dot, false, false))
		return false;
	*out = (struct hlo_matrices){ dot.algorithm, dot.walks[LHS], dot.walks[RHS], dot.batches, dot.rows, dot.columns, dot.depth };
	return true;
}

static bool plan_dot_general(struct hlo_op *op, void *plan)
{
	struct dot *dot = plan;
	if (!plan_product(op, dot, false, true))
		return false;
	dot->ending.type = op->results[0];
	return true;
}

static bool plan_fused_product(struct hlo_op *product, void *plan) { return plan_product(product, plan, true, true); }

static bool plan_dot_general_fused(struct hlo_op *op, void *plan)
{
	return kernels_hlo__ending_plan(op, plan, plan_fused_product);
}

/* ---- a call */

static void free_block(const struct hlo_run *run, void *block, size_t size)
{
	if (block)
		async_free(run->allocator, block, size, 64);
}

/* An operand of a call, in place or rearranged. */
struct operand {
	const void *bytes;
	struct view view;
	void *block; /* NULL: in place */
	size_t size;
	bool panels;
};

/* Operand RHS, which is in panels, row by row. */
static const void *unpack_panels(const struct hlo_run *run, const struct dot *dot, struct operand *out)
{
	const struct hlo_chain *chain = &dot->algorithm.rhs;
	const size_t size = dot->depth * dot->columns * kernels_dtype_size(chain->from);
	void *rows = kernels_hlo__panels_unpack(run, chain->from, dot->depth, dot->columns, run->inputs[RHS]);
	if (!rows)
		return NULL;
	const void *bytes = kernels_hlo__walk_pack(run, &dot->walks[RHS], chain, rows, &out->block, &out->size);
	if (bytes == rows) {
		out->block = rows;
		out->size = size;
	} else {
		async_free(run->allocator, rows, size, 64);
	}
	return bytes;
}

static bool is_transposed(uint32_t number, const struct view *view)
{
	return number == LHS ? view->depth_step != 1 : view->line_step != 1;
}

/* Returns whether the library reads the operand where it is: not every one reads transposed operands, and none reads
 * panels. NULL: the built-in product, which does. */
static bool reads_in_place(const struct kernels_math *library, const struct dot *dot, uint32_t number)
{
	return !library || (!(number == RHS && dot->panels) &&
				   (kernels_math_has_gemm(library) || !is_transposed(number, &dot->views[number])));
}

/* Returns false when out of memory. */
static bool get_operand(const struct hlo_run *run, const struct dot *dot, uint32_t number, struct operand *out)
{
	if (dot->in_place[number] && reads_in_place(kernels_hlo__library(dot->algorithm.work), dot, number)) {
		*out = (struct operand){ run->inputs[number], dot->views[number], NULL, 0, number == RHS && dot->panels };
		return true;
	}
	out->view = number == LHS ? (struct view){ dot->depth * dot->rows, dot->depth, 1 } :
				    (struct view){ dot->depth * dot->columns, 1, dot->columns };
	out->bytes = number == RHS && dot->panels ? unpack_panels(run, dot, out) : kernels_hlo__walk_pack(run, &dot->walks[number],
		number == LHS ? &dot->algorithm.lhs : &dot->algorithm.rhs, run->inputs[number], &out->block, &out->size);
	return out->bytes != NULL;
}

static struct hlo_product turned_product(const struct dot *dot, const struct operand *lhs, const struct operand *rhs,
	struct hlo_epilogue *epilogue, struct hlo_batches *batches)
{
	*batches = (struct hlo_batches){ dot->batches, dot->depth, dot->depth * dot->rows, dot->rows, 0 };
	return (struct hlo_product){ .rows = 1, .columns = dot->rows, .depth = dot->depth, .a = rhs->bytes, .a_stride = dot->depth,
		.b = lhs->bytes, .b_stride = dot->rows, .c = epilogue->sums, .c_stride = dot->rows, .plain = true, .epilogue = epilogue };
}

/* The product of these operands, and the steps of its batches. */
static struct hlo_product product_of(const struct hlo_run *run, const struct dot *dot, const struct operand *lhs,
	const struct operand *rhs, struct hlo_epilogue *epilogue, struct hlo_batches *batches)
{
	/* a single row or column is whatever the product reads best */
	const bool a_transposed = is_transposed(LHS, &lhs->view), b_transposed = is_transposed(RHS, &rhs->view);
	*batches = (struct hlo_batches){ dot->batches, lhs->view.batch_step, rhs->view.batch_step, dot->rows * dot->columns, 0 };
	return (struct hlo_product){ .rows = dot->rows, .columns = dot->columns, .depth = dot->depth, .a = lhs->bytes,
		.a_stride = a_transposed ? lhs->view.depth_step : lhs->view.line_step, .a_transposed = a_transposed,
		.b = rhs->bytes,
		.b_stride = rhs->panels ? dot->depth : b_transposed ? rhs->view.line_step : rhs->view.depth_step,
		.b_transposed = b_transposed, .b_panels = rhs->panels,
		.b_version = rhs->bytes == run->inputs[RHS] ? kernels_hlo__version(run, RHS) : 0, .c = epilogue->sums,
		.c_stride = dot->columns, .plain = dot->plain, .epilogue = epilogue };
}

/* All sums, to `sums`. Returns false when out of memory. */
static bool multiply_elements(const struct hlo_run *run, const struct dot *dot, struct hlo_epilogue *epilogue)
{
	struct operand lhs = { .block = NULL }, rhs = { .block = NULL };
	const bool good = get_operand(run, dot, LHS, &lhs) && get_operand(run, dot, RHS, &rhs);
	if (good) {
		struct hlo_batches batches;
		const struct hlo_product product = dot->turned ? turned_product(dot, &lhs, &rhs, epilogue, &batches)
							       : product_of(run, dot, &lhs, &rhs, epilogue, &batches);
		kernels_hlo__multiply_all(run, dot->algorithm.work, &product, &batches);
	}
	free_block(run, lhs.block, lhs.size);
	free_block(run, rhs.block, rhs.size);
	return good;
}

/* Elements that are smaller than their sums, by a library. Returns false if there is none, if it declines, or when out of
 * memory. */
static bool multiply_by_library(const struct hlo_run *run, const struct dot *dot, struct hlo_epilogue *epilogue)
{
	const enum kernels_dtype left = dot->algorithm.lhs.from, right = dot->algorithm.rhs.from;
	if (dot->small == KERNELS_DTYPE_INVALID || !kernels_math_has_gemm(kernels_math_chosen()))
		return false;
	const struct operand lhs = { .bytes = run->inputs[LHS], .view = dot->views[LHS] };
	struct operand rhs = { .bytes = run->inputs[RHS], .view = dot->views[RHS] };
	if (dot->panels) {
		rhs.size = dot->depth * dot->columns * kernels_dtype_size(right);
		rhs.bytes = rhs.block = kernels_hlo__panels_unpack(run, right, dot->depth, dot->columns, run->inputs[RHS]);
	}
	struct hlo_batches batches;
	const struct hlo_product product = product_of(run, dot, &lhs, &rhs, epilogue, &batches);
	const bool done = rhs.bytes && kernels_hlo__library_multiply_small(run, left, right, &product, &batches);
	free_block(run, rhs.block, rhs.size);
	if (done)
		kernels_hlo__epilogue_all(epilogue);
	return done;
}

/* Signed bytes of the left operand are multiplied as unsigned ones that are greater by 128: for each column, subtracts 128
 * times the sum of the right operand from all results. *out_size bytes, which the caller frees; NULL: out of memory. */
static void *correct_signs(const struct hlo_run *run, const struct dot *dot, const struct hlo_product *product,
	const struct hlo_batches *batches, size_t *out_size)
{
	const size_t columns = dot->batches * dot->columns, row = product->depth * 4;
	*out_size = columns * 4 + row;
	uint32_t *sums = async_alloc(run->allocator, *out_size, 64);
	if (!sums)
		return NULL;
	struct hlo_product once = *product;
	struct hlo_batches of_rows = *batches;
	once.rows = 1;
	once.a = memset(sums + columns, 128, row);
	once.a_stride = product->depth;
	once.a_transposed = false;
	once.c = sums;
	of_rows.a_step = 0;
	of_rows.c_step = dot->columns;
	kernels_hlo__multiply_all(run, dot->grouped, &once, &of_rows);
	for (size_t i = 0; i < columns; i++)
		sums[i] = 0 - sums[i];
	return sums;
}

static bool multiply_groups(const struct hlo_run *run, const struct dot *dot, struct hlo_epilogue *epilogue)
{
	const size_t size = kernels_dtype_size(dot->grouped);
	const bool is_signed = dot->algorithm.lhs.from == KERNELS_I8;
	const bool few = !dot->panels && kernels_hlo__few_rows_fits(dot->rows);
	const struct view *l = &dot->views[LHS], *r = &dot->views[RHS];
	const struct hlo_lines right = { run->inputs[RHS], size, dot->batches, dot->columns, dot->depth, r->batch_step, r->line_step,
		r->depth_step, false, HLO_AS_THEY_ARE };
	struct hlo_grouped lhs = { .block = NULL }, rhs = { .block = NULL };
	void *correction = NULL;
	size_t correction_size = 0;
	bool good = kernels_hlo__group(run, &(struct hlo_lines){ run->inputs[LHS], size, dot->batches, dot->rows, dot->depth,
				l->batch_step, l->line_step, l->depth_step, is_signed && !few, HLO_AS_THEY_ARE }, &lhs);
	if (dot->panels)
		rhs = (struct hlo_grouped){ .bytes = run->inputs[RHS], .stride = hlo_groups(dot->depth, size), .depth_first = true };
	else if (!few)
		good = good && kernels_hlo__group(run, &right, &rhs);
	if (good && few) {
		const struct hlo_few_rows product = {
			.rows = dot->rows, .is_signed = is_signed, .left = &lhs, .right = &right, .epilogue = epilogue
		};
		kernels_hlo__few_rows_run(run, &product);
	} else if (good) {
		struct hlo_product product = { .rows = dot->rows, .columns = dot->columns,
			.depth = hlo_groups(dot->depth, size), .a = lhs.bytes, .a_stride = lhs.stride,
			.a_transposed = lhs.depth_first, .b = rhs.bytes, .b_stride = rhs.stride,
			.b_transposed = !rhs.depth_first, .b_panels = dot->panels, .c = epilogue->sums, .c_stride = dot->columns };
		struct hlo_batches batches = { dot->batches, lhs.batch_step, rhs.batch_step, dot->rows * dot->columns, 0 };
		if (is_signed) {
			product.d = correction = correct_signs(run, dot, &product, &batches, &correction_size);
			batches.d_step = dot->columns;
			good = correction != NULL;
		}
		product.epilogue = epilogue;
		if (good)
			kernels_hlo__multiply_all(run, dot->grouped, &product, &batches);
	}
	free_block(run, lhs.block, lhs.size);
	free_block(run, rhs.block, rhs.size);
	free_block(run, correction, correction_size);
	return good;
}

/* Bytes that are widened to pairs of i16. */
static bool multiply_pairs(const struct hlo_run *run, const struct dot *dot, struct hlo_epilogue *epilogue)
{
	const struct view *l = &dot->views[LHS], *r = &dot->views[RHS];
	const enum hlo_widening left = dot->algorithm.lhs.from == KERNELS_I8 ? HLO_WIDEN_SIGNED : HLO_WIDEN_UNSIGNED;
	struct hlo_grouped lhs = { .block = NULL }, rhs = { .block = NULL };
	bool good = kernels_hlo__group(run, &(struct hlo_lines){ run->inputs[LHS], 1, dot->batches, dot->rows, dot->depth,
				l->batch_step, l->line_step, l->depth_step, false, left }, &lhs);
	if (dot->panels) {
		rhs = (struct hlo_grouped){ .stride = dot->depth / 2, .depth_first = true };
		rhs.bytes = rhs.block = good ? kernels_hlo__widen_panels(run, dot->depth, dot->columns, run->inputs[RHS], &rhs.size) : NULL;
		good = rhs.block != NULL;
	} else {
		good = good && kernels_hlo__group(run, &(struct hlo_lines){ run->inputs[RHS], 1, dot->batches, dot->columns, dot->depth,
					r->batch_step, r->line_step, r->depth_step, false, HLO_WIDEN_SIGNED }, &rhs);
	}
	if (good) {
		const struct hlo_product product = { .rows = dot->rows, .columns = dot->columns, .depth = hlo_groups(dot->depth, 2),
			.a = lhs.bytes, .a_stride = lhs.stride, .a_transposed = lhs.depth_first, .b = rhs.bytes, .b_stride = rhs.stride,
			.b_transposed = !rhs.depth_first, .b_panels = dot->panels, .c = epilogue->sums, .c_stride = dot->columns,
			.epilogue = epilogue };
		const struct hlo_batches batches = { dot->batches, lhs.batch_step, rhs.batch_step, dot->rows * dot->columns, 0 };
		kernels_hlo__multiply_all(run, KERNELS_I16, &product, &batches);
	}
	free_block(run, lhs.block, lhs.size);
	free_block(run, rhs.block, rhs.size);
	return good;
}

static bool multiply_narrow(const struct hlo_run *run, const struct dot *dot, struct hlo_epilogue *epilogue)
{
	const enum kernels_dtype left = dot->algorithm.lhs.from, right = dot->algorithm.rhs.from;
	const size_t size = kernels_dtype_size(right);
	const struct view *l = &dot->views[LHS], *r = &dot->views[RHS];
	const struct hlo_lines of_left = { run->inputs[LHS], size, dot->batches, dot->rows, dot->depth, l->batch_step, l->line_step,
		l->depth_step, false, HLO_AS_THEY_ARE };
	const struct hlo_lines of_right = { run->inputs[RHS], size, dot->batches, dot->columns, dot->depth, r->batch_step,
		r->line_step, r->depth_step, false, HLO_AS_THEY_ARE };
	return kernels_hlo__narrow_run(run, &(struct hlo_narrow){ left, right, dot->rows, &of_left, &of_right, epilogue });
}

static bool multiply_directly(const struct hlo_run *run, const struct dot *dot)
{
	const size_t rows = dot->turned ? 1 : dot->rows, columns = dot->turned ? dot->rows : dot->columns;
	const struct hlo_batches batches = { dot->batches, rows * dot->depth, dot->depth * columns, rows * columns, 0 };
	const struct hlo_product product = { .rows = rows, .columns = columns, .depth = dot->depth,
		.a = run->inputs[dot->turned ? RHS : LHS], .a_stride = dot->depth, .b = run->inputs[dot->turned ? LHS : RHS],
		.b_stride = columns, .c_stride = columns, .plain = true };
	return kernels_hlo__short_product(run, &dot->ending, dot->algorithm.work, &product, &batches);
}

static bool run_dot_general(const struct hlo_run *run, const void *plan)
{
	const struct dot *dot = plan;
	const size_t elements = (size_t)dot->ending.type.elements;
	struct hlo_epilogue epilogue;
	if (elements == 0 || (dot->direct && multiply_directly(run, dot)))
		return true;
	bool good = kernels_hlo__epilogue_begin(&epilogue, run, &dot->ending, &dot->algorithm.result, true);
	if (good && dot->depth == 0) {
		kernels_hlo__fill_zero(dot->algorithm.work, epilogue.sums, elements);
		kernels_hlo__epilogue_rows(&epilogue, epilogue.sums, 1, elements, elements);
	} else if (good) {
		good = multiply_by_library(run, dot, &epilogue) ||
		       (dot->narrow			       ? multiply_narrow :
			dot->grouped == KERNELS_I16	       ? multiply_pairs :
			dot->grouped != KERNELS_DTYPE_INVALID ? multiply_groups :
								multiply_elements)(run, dot, &epilogue);
	}
	good = kernels_hlo__epilogue_end(&epilogue) && good;
	return good || kernels_hlo__fail(run, "out of memory for the operands in the order of a product");
}

HLO_KERNEL(dot_general, .plan_size = sizeof(struct dot), .plan = plan_dot_general, .run = run_dot_general, .flags = HLO_READS_PANELS)

HLO_KERNEL(dot_general_fused, .plan_size = sizeof(struct dot), .plan = plan_dot_general_fused, .run = run_dot_general,
	.finish = kernels_hlo__ending_finish, .flags = HLO_READS_PANELS)
