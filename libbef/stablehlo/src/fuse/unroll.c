/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arrays whose last dimension is short, such as the coordinates of points, are computed as one array per index of that dimension, if they
 * are only reduced afterwards. The sum of that dimension is then the sum of these arrays, and sums of other dimensions are those of long
 * rows: loops over the last dimension would be as short as it is. The order of the elements in each sum stays. */
#include "body/expression.h"
#include "fuse/fuse.h"

#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_build.h>
#include <string.h>

enum {
	LONGEST = 4,       /* dimension that is unrolled */
	MOST_MEMBERS = 24, /* element-wise operations */
	MOST_TARGETS = 8,  /* reductions */
	MOST_LEAVES = 3 * MOST_MEMBERS,
	MOST_BACK = 256,
	LEAST = 16384      /* elements */
};

struct leaf {
	const struct mlirbc_value *value;
	struct mlirbc_value *parts[LONGEST];
};

struct unroller {
	struct bef_hlo__lower *lower;
	struct mlirbc_builder builder;
	const struct mlirbc_type *shape; /* of all members */
	size_t rank;
	int64_t length; /* of the last dimension */
	struct mlirbc_op *members[MOST_MEMBERS]; /* from the last on */
	struct mlirbc_op *targets[MOST_TARGETS]; /* reductions of members */
	struct mlirbc_value *parts[MOST_MEMBERS][LONGEST];
	struct leaf leaves[MOST_LEAVES];
	uint32_t member_count, target_count, leaf_count;
};

static struct mlirbc_value *operand(const struct mlirbc_op *op, uint32_t i) { return mlirbc_op_operands(op)[i].value; }
static const struct mlirbc_type *type_of(const struct mlirbc_op *op) { return mlirbc_op_results(op)[0].type; }

static bool has_shape(const struct unroller *u, const struct mlirbc_type *type)
{
	return bef_hlo__is_tensor(type) && bef_hlo__is_static(type) && !bef_hlo__is_quantized(type) && type->u.shaped.rank == u->rank &&
	       bef_hlo__dtype_name(bef_hlo__element(type)) &&
	       memcmp(type->u.shaped.dims, u->shape->u.shaped.dims, u->rank * sizeof *type->u.shaped.dims) == 0;
}

/* ---- what is unrolled */

/* A reduction by one operation, of the last dimension only, or of others only. */
static bool is_target(struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	if (!bef_hlo__is(lower, op, MLIRBC_STABLEHLO_reduce) || op->operand_count != 2 || op->result_count != 1 || !bef_hlo__reducer(lower, op))
		return false;
	const struct mlirbc_type *type = operand(op, 0)->type;
	const struct mlirbc_stablehlo_attr *dims = bef_hlo__find_attr(lower, op, "dimensions");
	uint64_t count;
	if (!dims || dims->count == 0 || !bef_hlo__is_static(type) || bef_hlo__is_quantized(type) || type->u.shaped.rank < 2 ||
		type->u.shaped.rank > HLO_MOST_RANK || !bef_hlo__dtype_name(bef_hlo__element(type)) ||
		bef_hlo__element(type_of(op)) != bef_hlo__element(type) || bef_hlo__element(operand(op, 1)->type) != bef_hlo__element(type) ||
		mlirbc_op_regions(op)->first->arguments[0].type->u.shaped.element != bef_hlo__element(type))
		return false;
	const int64_t last = (int64_t)type->u.shaped.rank - 1, length = type->u.shaped.dims[last];
	for (size_t i = 0; i < dims->count; i++) {
		if (dims->ints[i] == last && dims->count > 1)
			return false;
	}
	return length >= 2 && length <= LONGEST && mlirbc_type_elements(type, &count) && count >= LEAST;
}

static bool is_found(const struct unroller *u, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < u->member_count; i++) {
		if (u->members[i] == op)
			return true;
	}
	for (uint32_t i = 0; i < u->target_count; i++) {
		if (u->targets[i] == op)
			return true;
	}
	return false;
}

static bool is_member(const struct unroller *u, const struct mlirbc_op *op)
{
	if (op->result_count != 1 || op->region_count || !has_shape(u, type_of(op)) || !bef_hlo__is_element_step(u->lower, op) ||
		bef_hlo__is(u->lower, op, MLIRBC_STABLEHLO_bitcast_convert) || !mlirbc_op_results(op)[0].first_use)
		return false;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (operand(op, i)->type->u.shaped.rank && !has_shape(u, operand(op, i)->type))
			return false;
	}
	for (struct mlirbc_operand *use = mlirbc_op_results(op)[0].first_use; use; use = mlirbc_operand_next(use)) {
		if (!is_found(u, mlirbc_operand_owner(use)))
			return false;
	}
	return true;
}

/* Reductions of arrays of this shape, and the operations that only they use; from `last` to the front of the block. */
static bool find(struct unroller *u, struct mlirbc_op *last)
{
	uint32_t back = MOST_BACK;
	for (struct mlirbc_op *op = last; op && back > 0; op = op->prev, back--) {
		if (u->target_count < MOST_TARGETS && is_target(u->lower, op) && has_shape(u, operand(op, 0)->type))
			u->targets[u->target_count++] = op;
		else if (u->member_count < MOST_MEMBERS && is_member(u, op))
			u->members[u->member_count++] = op;
	}
	for (uint32_t i = 0; i < u->target_count; i++) {
		const struct mlirbc_op *from = mlirbc_value_op(operand(u->targets[i], 0));
		if (!from || !is_found(u, from))
			return false;
	}
	return true;
}

/* ---- one array per index */

static const struct mlirbc_type *part_type(const struct unroller *u, const struct mlirbc_type *type)
{
	return bef_hlo__shaped(u->lower, type->u.shaped.dims, u->rank - 1, bef_hlo__element(type));
}

/* The elements of an array at an index of the last dimension. */
static struct mlirbc_value *take(struct unroller *u, struct mlirbc_value *value, int64_t index)
{
	int64_t start[HLO_MOST_RANK] = { 0 }, limit[HLO_MOST_RANK], step[HLO_MOST_RANK];
	struct mlirbc_context *context = u->lower->context;
	for (size_t d = 0; d < u->rank; d++) {
		limit[d] = value->type->u.shaped.dims[d];
		step[d] = 1;
	}
	start[u->rank - 1] = index;
	limit[u->rank - 1] = index + 1;
	const struct mlirbc_build_attr attrs[] = { { "start_indices", mlirbc_stablehlo_dims(context, start, u->rank) },
		{ "limit_indices", mlirbc_stablehlo_dims(context, limit, u->rank) }, { "strides", mlirbc_stablehlo_dims(context, step, u->rank) } };
	struct mlirbc_value *slice = mlirbc_stablehlo_value(&u->builder, &(struct mlirbc_build_op){
		.name = mlirbc_stablehlo_name(MLIRBC_STABLEHLO_slice), .operands = &value, .operand_count = 1, .attrs = attrs, .attr_count = 3 }, NULL);
	return mlirbc_stablehlo_reshape(&u->builder, slice, part_type(u, value->type));
}

/* The parts of an operand; NULL after a failure. */
static struct mlirbc_value *const *parts_of(struct unroller *u, struct mlirbc_value *value)
{
	const struct mlirbc_op *from = mlirbc_value_op(value);
	for (uint32_t i = 0; i < u->member_count; i++) {
		if (u->members[i] == from)
			return u->parts[i];
	}
	for (uint32_t i = 0; i < u->leaf_count; i++) {
		if (u->leaves[i].value == value)
			return u->leaves[i].parts;
	}
	if (u->leaf_count == MOST_LEAVES)
		return NULL;
	struct leaf *leaf = &u->leaves[u->leaf_count++];
	leaf->value = value;
	const bool is_constant = from && value->type->u.shaped.rank && bef_hlo__is_inline_constant(u->lower, from);
	const struct mlirbc_attr *bits = is_constant ? mlirbc_op_attr(from, "value") : NULL;
	for (int64_t k = 0; k < u->length; k++) {
		leaf->parts[k] = value->type->u.shaped.rank == 0 ? value : is_constant ?
			mlirbc_stablehlo_constant(&u->builder, part_type(u, value->type), bits->u.dense.data, bits->u.dense.size) : take(u, value, k);
		if (!leaf->parts[k])
			return NULL;
	}
	return leaf->parts;
}

static bool unroll_member(struct unroller *u, uint32_t member)
{
	struct mlirbc_op *op = u->members[member];
	struct mlirbc_value *const *operands[3] = { NULL };
	const struct mlirbc_type *type = part_type(u, type_of(op));
	mlirbc_builder_enter_before(&u->builder, op);
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (!(operands[i] = parts_of(u, operand(op, i))))
			return false;
	}
	for (int64_t k = 0; k < u->length && type; k++) {
		struct mlirbc_value *values[3];
		for (uint32_t i = 0; i < op->operand_count; i++)
			values[i] = operands[i][k];
		struct mlirbc_op *made = mlirbc_op_create(u->lower->context, &(const struct mlirbc_op_spec){ .unique_name = op->name,
			.location = mlirbc_op_location(op), .attributes = mlirbc_op_attributes(op), .properties = mlirbc_op_properties(op),
			.result_types = &type, .result_count = 1, .operands = values, .operand_count = op->operand_count }, NULL);
		if (!made || mlirbc_op_insert_before(made, op) != MLIRBC_OK)
			return false;
		u->parts[member][k] = mlirbc_op_results(made);
	}
	return type != NULL;
}

/* The initial value, then the parts, one after the other. */
static struct mlirbc_value *sum_parts(struct unroller *u, const struct mlirbc_op *op, const char *name, struct mlirbc_value *const *parts)
{
	const int64_t none = 0;
	struct mlirbc_value *sum = mlirbc_stablehlo_broadcast(&u->builder, operand(op, 1), type_of(op), &none);
	for (int64_t k = 0; k < u->length; k++)
		sum = mlirbc_stablehlo_binary(&u->builder, name, sum, parts[k]);
	return sum;
}

/* The sums of each part, side by side. */
static struct mlirbc_value *join_sums(struct unroller *u, const struct mlirbc_op *op, const char *name, struct mlirbc_value *const *parts)
{
	const struct mlirbc_stablehlo_attr *dims = bef_hlo__find_attr(u->lower, op, "dimensions");
	const struct mlirbc_type *type = type_of(op), *i64 = mlirbc_type_integer(u->lower->context, 64, MLIRBC_SIGNLESS);
	const size_t rank = type->u.shaped.rank;
	struct mlirbc_value *sums[LONGEST];
	int64_t one[HLO_MOST_RANK];
	memcpy(one, type->u.shaped.dims, rank * sizeof *one);
	one[rank - 1] = 1;
	for (int64_t k = 0; k < u->length; k++) {
		struct mlirbc_value *sum = mlirbc_stablehlo_reduce(&u->builder, name, parts[k], operand(op, 1), dims->ints, dims->count);
		sums[k] = mlirbc_stablehlo_reshape(&u->builder, sum, bef_hlo__shaped(u->lower, one, rank, bef_hlo__element(type)));
	}
	const struct mlirbc_build_attr attr = { "dimension", i64 ? mlirbc_attr_integer(u->lower->context, i64, rank - 1) : NULL };
	return mlirbc_stablehlo_value(&u->builder, &(struct mlirbc_build_op){ .name = mlirbc_stablehlo_name(MLIRBC_STABLEHLO_concatenate),
		.operands = sums, .operand_count = (size_t)u->length, .attrs = &attr, .attr_count = 1 }, NULL);
}

static bool unroll_target(struct unroller *u, struct mlirbc_op *op)
{
	const struct mlirbc_stablehlo_attr *dims = bef_hlo__find_attr(u->lower, op, "dimensions");
	struct mlirbc_value *const *parts = parts_of(u, operand(op, 0));
	const char *name = bef_hlo__reducer(u->lower, op);
	mlirbc_builder_enter_before(&u->builder, op);
	u->builder.location = mlirbc_op_location(op);
	struct mlirbc_value *made = !parts ? NULL : dims->ints[0] == (int64_t)u->rank - 1 ? sum_parts(u, op, name, parts) : join_sums(u, op, name, parts);
	if (made)
		mlirbc_value_replace(mlirbc_op_results(op), made);
	return made != NULL;
}

static bool replace(struct unroller *u)
{
	struct bef_hlo__lower *lower = u->lower;
	mlirbc_builder_init_module(&u->builder, lower->module);
	mlirbc_builder_enter_before(&u->builder, u->members[0]);
	for (uint32_t i = u->member_count; i-- > 0;) {
		u->builder.location = mlirbc_op_location(u->members[i]);
		if (!unroll_member(u, i))
			return bef_hlo__fail_built(lower, &u->builder, u->members[i]);
	}
	for (uint32_t i = u->target_count; i-- > 0;) {
		if (!unroll_target(u, u->targets[i]))
			return bef_hlo__fail_built(lower, &u->builder, u->targets[i]);
	}
	for (uint32_t i = 0; i < u->target_count; i++) {
		if (!bef_hlo__ok(lower, mlirbc_op_erase(u->targets[i]), NULL))
			return false;
	}
	for (uint32_t i = 0; i < u->member_count; i++) {
		if (!bef_hlo__ok(lower, mlirbc_op_erase(u->members[i]), NULL))
			return false;
	}
	return true;
}

/* From the last reduction of the block; those before it are found with it, if they belong together. */
static bool unroll_block(struct bef_hlo__lower *lower, struct mlirbc_block *block)
{
	for (struct mlirbc_op *op = block->last, *prev; op; op = prev) {
		prev = op->prev;
		if (!is_target(lower, op))
			continue;
		struct unroller *u = bef_hlo__room(lower, 1, sizeof *u);
		if (!u)
			return false;
		const struct mlirbc_type *type = operand(op, 0)->type;
		*u = (struct unroller){ .lower = lower, .shape = type, .rank = type->u.shaped.rank,
			.length = type->u.shaped.dims[type->u.shaped.rank - 1] };
		if (find(u, op))
			return replace(u) && unroll_block(lower, block);
	}
	return true;
}

bool bef_hlo__unroll(struct bef_hlo__lower *lower)
{
	struct mlirbc_op *root = lower->module->body->first;
	if (lower->options.device)
		return true; /* devices have a thread for each element */
	for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op)) {
		for (uint32_t i = 0; i < op->region_count; i++) {
			struct mlirbc_region *region = &mlirbc_op_regions(op)[i];
			if (region->block_count == 1 && region->first && op != root && !unroll_block(lower, region->first))
				return false;
		}
	}
	return true;
}
