/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Computes element by element what is padded or concatenated afterwards in the shape of the result: `pad(f(x))` becomes
 * `pad(slice(f(x')))`, where x' are the operands with more elements around them. The elements of f(x') then have the indices of the
 * result, so that one group computes and stores all (fuse/pieces.c). Steppers of simulations, which do not compute their borders, end
 * in this way. The values of the elements around do not matter: those of the array of which x is a slice, else 0. */
#include "body/expression.h"
#include "fuse/fuse.h"

#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_build.h>
#include <string.h>

enum {
	MOST_MEMBERS = 64, /* operations that are computed in the new shape */
	NARROW = 2,        /* elements around that are always few */
	MOST_BACK = 256    /* operations before the last one that are looked at */
};

struct enlarger {
	struct bef_hlo__lower *lower;
	struct mlirbc_builder builder;
	size_t rank;
	int64_t low[HLO_MOST_RANK], high[HLO_MOST_RANK]; /* elements around */
	int64_t dims[HLO_MOST_RANK];                     /* the new shape */
	struct mlirbc_op *members[MOST_MEMBERS];         /* from the last on */
	struct mlirbc_value *made[MOST_MEMBERS];
	uint32_t count;
};

static struct mlirbc_value *operand(const struct mlirbc_op *op, uint32_t i) { return mlirbc_op_operands(op)[i].value; }

static const struct mlirbc_type *type_of(const struct mlirbc_op *op) { return mlirbc_op_results(op)[0].type; }

static bool has_shape(const struct mlirbc_type *a, const struct mlirbc_type *b)
{
	return a->u.shaped.rank == b->u.shaped.rank && memcmp(a->u.shaped.dims, b->u.shaped.dims, a->u.shaped.rank * sizeof *a->u.shaped.dims) == 0;
}

/* ---- which operations */

static bool is_member(const struct enlarger *e, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < e->count; i++) {
		if (e->members[i] == op)
			return true;
	}
	return false;
}

/* An iota is no memory, and a product computes the operations that follow it. */
static bool makes_elements(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const enum mlirbc_stablehlo_code code = bef_hlo__code(lower, op);
	return code == MLIRBC_STABLEHLO_iota || code == MLIRBC_STABLEHLO_dot_general || code == MLIRBC_STABLEHLO_dot ||
	       code == MLIRBC_STABLEHLO_convolution;
}

/* An element-wise operation on arrays of its shape, and single elements. */
static bool is_step(const struct enlarger *e, const struct mlirbc_op *op)
{
	if (op->result_count != 1 || op->region_count || !bef_hlo__is_element_step(e->lower, op) ||
		!bef_hlo__is_plain_array(type_of(op)) ||
		bef_hlo__is(e->lower, op, MLIRBC_STABLEHLO_bitcast_convert))
		return false;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_type *type = operand(op, i)->type;
		const struct mlirbc_op *from = mlirbc_value_op(operand(op, i));
		if (!bef_hlo__is_plain_array(type) || (type->u.shaped.rank && !has_shape(type, type_of(op))) ||
			(from && makes_elements(e->lower, from)))
			return false;
	}
	return true;
}

/* The operation and those before it that only members use. */
static void find_members(struct enlarger *e, struct mlirbc_op *last)
{
	uint32_t back = MOST_BACK;
	e->members[e->count++] = last;
	for (struct mlirbc_op *op = last->prev; op && back > 0 && e->count < MOST_MEMBERS; op = op->prev, back--) {
		bool inside = op->result_count == 1 && mlirbc_op_results(op)[0].first_use && bef_hlo__is_plain_array(type_of(op)) &&
			has_shape(type_of(op), type_of(last)) && is_step(e, op);
		for (struct mlirbc_operand *use = inside ? mlirbc_op_results(op)[0].first_use : NULL; use && inside; use = mlirbc_operand_next(use))
			inside = is_member(e, mlirbc_operand_owner(use));
		if (inside)
			e->members[e->count++] = op;
	}
}

/* ---- their operands in the new shape */

static const struct mlirbc_type *new_type(const struct enlarger *e, const struct mlirbc_type *type)
{
	return bef_hlo__shaped(e->lower, e->dims, e->rank, bef_hlo__element(type));
}

static struct mlirbc_value *slice(struct enlarger *e, struct mlirbc_value *value, const int64_t *start, const int64_t *limit)
{
	int64_t step[HLO_MOST_RANK];
	for (size_t d = 0; d < e->rank; d++)
		step[d] = 1;
	struct mlirbc_context *context = e->lower->context;
	const struct mlirbc_build_attr attrs[] = { { "start_indices", mlirbc_stablehlo_dims(context, start, e->rank) },
		{ "limit_indices", mlirbc_stablehlo_dims(context, limit, e->rank) }, { "strides", mlirbc_stablehlo_dims(context, step, e->rank) } };
	return mlirbc_stablehlo_value(&e->builder, &(struct mlirbc_build_op){ .name = mlirbc_stablehlo_name(MLIRBC_STABLEHLO_slice),
		.operands = &value, .operand_count = 1, .attrs = attrs, .attr_count = 3 }, NULL);
}

static struct mlirbc_value *pad_with(
	struct enlarger *e, struct mlirbc_value *value, struct mlirbc_value *with, const int64_t *low, const int64_t *high)
{
	const int64_t interior[HLO_MOST_RANK] = { 0 };
	struct mlirbc_value *const operands[] = { value, with };
	struct mlirbc_context *context = e->lower->context;
	const struct mlirbc_build_attr attrs[] = { { "edge_padding_low", mlirbc_stablehlo_dims(context, low, e->rank) },
		{ "edge_padding_high", mlirbc_stablehlo_dims(context, high, e->rank) },
		{ "interior_padding", mlirbc_stablehlo_dims(context, interior, e->rank) } };
	return mlirbc_stablehlo_value(&e->builder, &(struct mlirbc_build_op){ .name = mlirbc_stablehlo_name(MLIRBC_STABLEHLO_pad),
		.operands = operands, .operand_count = 2, .attrs = attrs, .attr_count = 3 }, NULL);
}

static struct mlirbc_value *pad(struct enlarger *e, struct mlirbc_value *value, const int64_t *low, const int64_t *high)
{
	const struct mlirbc_type *element = bef_hlo__element(value->type), *scalar = bef_hlo__shaped(e->lower, NULL, 0, element);
	const uint8_t zeros[16] = { 0 };
	bool none = true;
	for (size_t d = 0; d < e->rank; d++)
		none = none && low[d] == 0 && high[d] == 0;
	if (none || !scalar)
		return scalar ? value : NULL;
	return pad_with(e, value, mlirbc_stablehlo_constant(&e->builder, scalar, zeros, bef_hlo__element_size(element)), low, high);
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

/* A larger slice, as far as its array reaches. */
static struct mlirbc_value *enlarge_slice(struct enlarger *e, const struct mlirbc_op *op)
{
	struct mlirbc_value *from = operand(op, 0);
	const int64_t *start = bef_hlo__ints_of(e->lower, op, "start_indices", e->rank);
	const int64_t *limit = bef_hlo__ints_of(e->lower, op, "limit_indices", e->rank);
	int64_t begin[HLO_MOST_RANK], end[HLO_MOST_RANK], low[HLO_MOST_RANK], high[HLO_MOST_RANK];
	bool whole = true;
	for (size_t d = 0; d < e->rank; d++) {
		const int64_t dim = from->type->u.shaped.dims[d];
		begin[d] = most(start[d] - e->low[d], 0);
		end[d] = least(limit[d] + e->high[d], dim);
		low[d] = begin[d] - (start[d] - e->low[d]);
		high[d] = limit[d] + e->high[d] - end[d];
		whole = whole && begin[d] == 0 && end[d] == dim;
	}
	return pad(e, whole ? from : slice(e, from, begin, end), low, high);
}

static bool has_unit_steps(struct bef_hlo__lower *lower, const struct mlirbc_op *op, size_t rank)
{
	const int64_t *step = bef_hlo__ints_of(lower, op, "strides", rank);
	for (size_t d = 0; d < rank && step; d++) {
		if (step[d] != 1)
			return false;
	}
	return step && bef_hlo__ints_of(lower, op, "start_indices", rank) && bef_hlo__ints_of(lower, op, "limit_indices", rank);
}

/* All elements of the constant are equal. */
static struct mlirbc_value *repeat_constant(struct enlarger *e, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *value = mlirbc_op_attr(op, "value");
	return mlirbc_stablehlo_constant(&e->builder, new_type(e, type_of(op)), value->u.dense.data, value->u.dense.size);
}

static struct mlirbc_value *enlarge(struct enlarger *e, struct mlirbc_value *value)
{
	const struct mlirbc_op *from = mlirbc_value_op(value);
	const int64_t none = 0;
	if (value->type->u.shaped.rank == 0)
		return value; /* one element for all */
	for (uint32_t i = 0; i < e->count; i++) {
		if (e->members[i] == from)
			return e->made[i];
	}
	if (from && bef_hlo__is(e->lower, from, MLIRBC_STABLEHLO_broadcast_in_dim) && operand(from, 0)->type->u.shaped.rank == 0)
		return mlirbc_stablehlo_broadcast(&e->builder, operand(from, 0), new_type(e, value->type), &none);
	if (from && bef_hlo__is_inline_constant(e->lower, from))
		return repeat_constant(e, from);
	if (from && bef_hlo__is(e->lower, from, MLIRBC_STABLEHLO_slice) && has_unit_steps(e->lower, from, e->rank))
		return enlarge_slice(e, from);
	return pad(e, value, e->low, e->high);
}

static struct mlirbc_value *enlarge_member(struct enlarger *e, const struct mlirbc_op *op)
{
	struct mlirbc_value *operands[3];
	const struct mlirbc_type *type = new_type(e, type_of(op));
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (!(operands[i] = enlarge(e, operand(op, i))))
			return NULL;
	}
	struct mlirbc_op *made = type ? mlirbc_op_create(e->lower->context, &(const struct mlirbc_op_spec){ .unique_name = op->name,
		.location = mlirbc_op_location(op), .attributes = mlirbc_op_attributes(op), .properties = mlirbc_op_properties(op),
		.result_types = &type, .result_count = 1, .operands = operands, .operand_count = op->operand_count }, NULL) : NULL;
	if (!made)
		return NULL;
	return mlirbc_op_insert_before(made, e->members[0]) == MLIRBC_OK ? mlirbc_op_results(made) : NULL;
}

/* ---- operations that put the elements into a larger array */

/* The elements around operand `i` in the result; false: there are none, or this is no such operation. */
static bool find_around(struct enlarger *e, const struct mlirbc_op *op, uint32_t i)
{
	const struct mlirbc_type *type = operand(op, i)->type, *to = type_of(op);
	int64_t more = 0;
	e->rank = to->u.shaped.rank;
	if (bef_hlo__is(e->lower, op, MLIRBC_STABLEHLO_pad)) {
		const int64_t *low = bef_hlo__ints_of(e->lower, op, "edge_padding_low", e->rank);
		const int64_t *high = bef_hlo__ints_of(e->lower, op, "edge_padding_high", e->rank);
		const int64_t *interior = bef_hlo__ints_of(e->lower, op, "interior_padding", e->rank);
		for (size_t d = 0; d < e->rank && low && high && interior; d++) {
			if (low[d] < 0 || high[d] < 0 || interior[d])
				return false;
			e->low[d] = low[d];
			e->high[d] = high[d];
			more += low[d] + high[d];
		}
	} else {
		const struct mlirbc_stablehlo_attr *dimension = bef_hlo__find_attr(e->lower, op, "dimension");
		memset(e->low, 0, sizeof e->low);
		memset(e->high, 0, sizeof e->high);
		for (uint32_t k = 0; k < op->operand_count && dimension; k++) {
			const int64_t dim = operand(op, k)->type->u.shaped.dims[dimension->number];
			if (k != i)
				(k < i ? e->low : e->high)[dimension->number] += dim;
			more += k == i ? 0 : dim;
		}
	}
	for (size_t d = 0; d < e->rank; d++) {
		e->dims[d] = to->u.shaped.dims[d];
		const int64_t around = e->low[d] + e->high[d];
		if (around > NARROW && around > type->u.shaped.dims[d] / 4) /* little more work */
			return false;
	}
	return more > 0;
}

static bool is_computed(const struct enlarger *e, const struct mlirbc_op *op, uint32_t i)
{
	struct mlirbc_op *from = mlirbc_value_op(operand(op, i));
	const struct mlirbc_operand *use = operand(op, i)->first_use;
	uint64_t count;
	return from && from->parent == op->parent && use && !mlirbc_operand_next(use) && is_step(e, from) && type_of(from)->u.shaped.rank > 0 &&
	       mlirbc_type_elements(type_of(op), &count) && count > 1 && mlirbc_type_elements(type_of(from), &count) && count > 0;
}

static bool replace(struct enlarger *e, struct mlirbc_op *op, uint32_t i)
{
	int64_t end[HLO_MOST_RANK];
	struct mlirbc_op *last = mlirbc_value_op(operand(op, i));
	find_members(e, last);
	mlirbc_builder_init_module(&e->builder, e->lower->module);
	mlirbc_builder_enter_before(&e->builder, last);
	e->builder.location = mlirbc_op_location(last);
	for (uint32_t k = e->count; k-- > 0;) {
		if (!(e->made[k] = enlarge_member(e, e->members[k])))
			return bef_hlo__fail_built(e->lower, &e->builder, op);
	}
	for (size_t d = 0; d < e->rank; d++)
		end[d] = e->low[d] + type_of(last)->u.shaped.dims[d];
	struct mlirbc_value *part = slice(e, e->made[0], e->low, end);
	if (!part)
		return bef_hlo__fail_built(e->lower, &e->builder, op);
	mlirbc_operand_set(&mlirbc_op_operands(op)[i], part);
	for (uint32_t k = 0; k < e->count; k++) {
		if (!bef_hlo__ok(e->lower, mlirbc_op_erase(e->members[k]), NULL))
			return false;
	}
	return true;
}

static bool try_op(struct bef_hlo__lower *lower, struct mlirbc_op *op)
{
	if (!bef_hlo__makes_pieces(lower, op) || op->result_count != 1 || !bef_hlo__is_plain_array(type_of(op)) ||
		type_of(op)->u.shaped.rank == 0)
		return true;
	const uint32_t count = bef_hlo__is(lower, op, MLIRBC_STABLEHLO_pad) ? 1 : op->operand_count;
	for (uint32_t i = 0; i < count; i++) {
		struct enlarger e = { .lower = lower };
		if (is_computed(&e, op, i) && find_around(&e, op, i))
			return replace(&e, op, i);
	}
	return true;
}

bool bef_hlo__enlarge(struct bef_hlo__lower *lower)
{
	struct mlirbc_op *root = lower->module->body->first, *next;
	for (struct mlirbc_op *op = mlirbc_op_next_post(root, NULL); op && op != root; op = next) {
		next = mlirbc_op_next_post(root, op);
		if (!try_op(lower, op))
			return false;
	}
	return true;
}
