/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations that combine elements, in the order of the kernels: dot_general begins with 0 and adds rounded products, reduce begins
 * with the initial value. Long sums of floats, which kernels compute in lanes, have no such form; nor have products of small floats, which
 * kernels round otherwise. */
#include "fuse/elements.h"
#include "fuse/fuse.h"

#include <string.h>

enum { MOST_SERIAL = 32 }; /* terms of a sum that kernels add one after the other */

static const struct mlirbc_value *operand(const struct mlirbc_op *op, uint32_t i) { return mlirbc_op_operands(op)[i].value; }

/* ---- dot_general */

/* Which dimensions of both operands are which. */
struct dot {
	struct mlirbc_stablehlo_dot dims;
	const struct mlirbc_type *left, *right, *result;
};

static bool has(const int64_t *dims, size_t count, size_t dim)
{
	for (size_t i = 0; i < count; i++) {
		if (dims[i] == (int64_t)dim)
			return true;
	}
	return false;
}

/* Sets the dimensions that are neither batching nor contracting from *at on. */
static void set_free(const struct mlirbc_type *type, const int64_t *batching, const int64_t *contracting, const struct dot *dot,
	const int64_t *from, size_t *at, int64_t *index)
{
	for (size_t i = 0; i < type->u.shaped.rank; i++) {
		if (!has(batching, dot->dims.batching_count, i) && !has(contracting, dot->dims.contracting_count, i))
			index[i] = from[(*at)++];
	}
}

/* The indices of both operands for one of the result, but for the contracted dimensions. */
static void outer_indices(const struct dot *dot, const int64_t *index, int64_t *left, int64_t *right)
{
	size_t at = dot->dims.batching_count;
	for (size_t i = 0; i < at; i++)
		left[dot->dims.lhs_batching[i]] = right[dot->dims.rhs_batching[i]] = index[i];
	set_free(dot->left, dot->dims.lhs_batching, dot->dims.lhs_contracting, dot, index, &at, left);
	set_free(dot->right, dot->dims.rhs_batching, dot->dims.rhs_contracting, dot, index, &at, right);
}

static int64_t depth_of(const struct dot *dot)
{
	int64_t depth = 1;
	for (size_t i = 0; i < dot->dims.contracting_count; i++)
		depth *= dot->left->u.shaped.dims[dot->dims.lhs_contracting[i]];
	return depth;
}

static uint32_t sum_products(struct bef_hlo__elements *e, const struct mlirbc_op *op, const struct dot *dot, int64_t *left, int64_t *right)
{
	uint32_t sum = bef_hlo__elements_number(e, 0, dot->result);
	const uint32_t *a = bef_hlo__elements_of(e, operand(op, 0)), *b = bef_hlo__elements_of(e, operand(op, 1));
	for (int64_t k = 0; k < depth_of(dot) && e->fits; k++) {
		int64_t rest = k;
		for (size_t i = dot->dims.contracting_count; i-- > 0;) {
			const int64_t size = dot->left->u.shaped.dims[dot->dims.lhs_contracting[i]];
			left[dot->dims.lhs_contracting[i]] = right[dot->dims.rhs_contracting[i]] = rest % size;
			rest /= size;
		}
		const uint32_t factors[2] = { a[bef_hlo__ravel(dot->left, left)], b[bef_hlo__ravel(dot->right, right)] };
		const uint32_t terms[2] = { sum, bef_hlo__elements_step(e, "multiply", factors, 2, dot->result) };
		sum = bef_hlo__elements_step(e, "add", terms, 2, dot->result);
	}
	return sum;
}

static bool has_plain_type(const struct dot *dot)
{
	const struct mlirbc_type *element = bef_hlo__element(dot->result);
	const enum kernels_dtype dtype = bef_hlo__dtype(element);
	return bef_hlo__element(dot->left) == element && bef_hlo__element(dot->right) == element &&
	       (dtype == KERNELS_F32 || dtype == KERNELS_F64 || dtype == KERNELS_I32 || dtype == KERNELS_UI32 || dtype == KERNELS_I64 ||
		       dtype == KERNELS_UI64);
}

static void multiply(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	struct dot dot = { .left = operand(op, 0)->type, .right = operand(op, 1)->type, .result = mlirbc_op_results(op)[0].type };
	int64_t index[HLO_MOST_RANK], left[HLO_MOST_RANK], right[HLO_MOST_RANK];
	const uint32_t before = e->steps;
	uint64_t count = 0;
	e->fits = bef_hlo__is_small(dot.left) && bef_hlo__is_small(dot.right) && bef_hlo__is_small(dot.result) && has_plain_type(&dot) &&
		  bef_hlo__dot_dims(e->text.lower, op, &dot.dims) && mlirbc_type_elements(dot.result, &count);
	uint32_t *out = bef_hlo__elements_define(e, mlirbc_op_results(op));
	for (uint64_t i = 0; out && e->fits && i < count; i++) {
		bef_hlo__unravel(dot.result, (int64_t)i, index);
		outer_indices(&dot, index, left, right);
		const uint32_t sum = sum_products(e, op, &dot, left, right);
		out[i] = sum;
	}
	bef_hlo__elements_note_packs(e, dot.result, count, before);
}

/* ---- reduce */

struct reduction {
	const struct mlirbc_op *op;
	const struct mlirbc_block *body;
	const struct mlirbc_type *type, *result; /* of all operands, and results */
	uint32_t count; /* operands beside the initial values */
	bool reduced[HLO_MOST_RANK];
};

/* Whether a kernel combines the elements one after the other, or the order does not matter. */
static bool is_serial(const struct bef_hlo__elements *e, const struct reduction *r, uint64_t terms)
{
	const enum kernels_dtype dtype = bef_hlo__dtype(bef_hlo__element(r->type));
	const char *name = bef_hlo__reducer(e->text.lower, r->op);
	return terms <= MOST_SERIAL || !name || (dtype != KERNELS_F32 && dtype != KERNELS_F64) ||
	       (strcmp(name, "add") != 0 && strcmp(name, "multiply") != 0);
}

static bool find_reduction(struct bef_hlo__elements *e, const struct mlirbc_op *op, struct reduction *r)
{
	const struct mlirbc_region *region = op->region_count == 1 ? mlirbc_op_regions((struct mlirbc_op *)(uintptr_t)op) : NULL;
	const struct mlirbc_stablehlo_attr *dims = bef_hlo__find_attr(e->text.lower, op, "dimensions");
	uint64_t all, kept;
	*r = (struct reduction){ .op = op, .body = region && region->block_count == 1 ? region->first : NULL, .count = op->result_count };
	if (!r->body || !r->body->last || !dims || dims->kind != MLIRBC_STABLEHLO_INTS || op->result_count == 0 ||
		op->operand_count != 2 * op->result_count || r->body->argument_count != op->operand_count ||
		r->body->last->operand_count != op->result_count)
		return false;
	r->type = operand(op, 0)->type;
	r->result = mlirbc_op_results(op)[0].type;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_type *type = operand(op, i)->type;
		if (!bef_hlo__is_small(type) || bef_hlo__element(r->body->arguments[i].type) != bef_hlo__element(type) ||
			(i < r->count && bef_hlo__element(mlirbc_op_results(op)[i].type) != bef_hlo__element(type)))
			return false;
	}
	for (size_t i = 0; i < dims->count; i++)
		r->reduced[dims->ints[i]] = true;
	return mlirbc_type_elements(r->type, &all) && mlirbc_type_elements(r->result, &kept) && is_serial(e, r, all / kept);
}

static void define_one(struct bef_hlo__elements *e, const struct mlirbc_value *value, uint32_t number)
{
	uint32_t *out = bef_hlo__elements_define(e, value);
	if (out)
		*out = number;
}

/* The body with the accumulators and element `position` of the operands as arguments. */
static void combine(struct bef_hlo__elements *e, const struct reduction *r, uint32_t *sums, int64_t position)
{
	for (uint32_t k = 0; k < r->count; k++) {
		const uint32_t *element = bef_hlo__elements_of(e, operand(r->op, k));
		const uint32_t number = element ? element[position] : 0;
		define_one(e, &r->body->arguments[k], sums[k]);
		define_one(e, &r->body->arguments[r->count + k], number);
	}
	bef_hlo__elements_block(e, r->body);
	for (uint32_t k = 0; k < r->count && e->fits; k++) {
		const uint32_t *number = bef_hlo__elements_of(e, operand(r->body->last, k));
		sums[k] = number ? number[0] : 0;
	}
}

static bool belongs(const struct reduction *r, const int64_t *index, const int64_t *result)
{
	for (size_t i = 0, k = 0; i < r->type->u.shaped.rank; i++) {
		if (!r->reduced[i] && index[i] != result[k++])
			return false;
	}
	return true;
}

static void reduce_one(struct bef_hlo__elements *e, const struct reduction *r, int64_t which, uint32_t *sums)
{
	int64_t index[HLO_MOST_RANK], result[HLO_MOST_RANK];
	uint64_t all = 0;
	for (uint32_t k = 0; k < r->count; k++) {
		const uint32_t *initial = bef_hlo__elements_of(e, operand(r->op, r->count + k));
		sums[k] = initial ? initial[0] : 0;
	}
	(void)mlirbc_type_elements(r->type, &all);
	bef_hlo__unravel(r->result, which, result);
	for (uint64_t i = 0; i < all && e->fits; i++) {
		bef_hlo__unravel(r->type, (int64_t)i, index);
		if (belongs(r, index, result))
			combine(e, r, sums, (int64_t)i);
	}
}

enum { MOST_REDUCED = 4 }; /* operands of a reduction */

static void reduce(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	struct reduction r;
	uint32_t sums[MOST_REDUCED][BEF_HLO__MOST_ELEMENTS], one[MOST_REDUCED];
	const uint32_t before = e->steps;
	uint64_t count = 0;
	e->fits = e->fits && op->result_count <= MOST_REDUCED && find_reduction(e, op, &r) && mlirbc_type_elements(r.result, &count);
	for (uint64_t i = 0; e->fits && i < count; i++) {
		reduce_one(e, &r, (int64_t)i, one);
		for (uint32_t k = 0; k < r.count; k++)
			sums[k][i] = one[k];
	}
	for (uint32_t k = 0; e->fits && k < r.count; k++) {
		uint32_t *out = bef_hlo__elements_define(e, &mlirbc_op_results(op)[k]);
		for (uint64_t i = 0; out && i < count; i++)
			out[i] = sums[k][i];
	}
	bef_hlo__elements_note_packs(e, mlirbc_op_results(op)[0].type, count, before);
}

bool bef_hlo__elements_combine(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	const enum mlirbc_stablehlo_code code = bef_hlo__code(e->text.lower, op);
	if (code == MLIRBC_STABLEHLO_dot_general && op->result_count == 1 && op->operand_count == 2)
		multiply(e, op);
	else if (code == MLIRBC_STABLEHLO_reduce)
		reduce(e, op);
	else
		return false;
	return true;
}
