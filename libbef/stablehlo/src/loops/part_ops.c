/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations on values with parts. */
#include "body/expression.h"
#include "fuse/fuse.h"
#include "loops/parts.h"

#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_build.h>
#include <string.h>

enum { MOST_OPERANDS = 3 };

static struct mlirbc_value *operand(const struct mlirbc_op *op, uint32_t i) { return mlirbc_op_operands(op)[i].value; }
static struct mlirbc_value *result(const struct mlirbc_op *op) { return &mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op)[0]; }

static bool is_array(const struct mlirbc_type *type)
{
	return bef_hlo__is_tensor(type) && bef_hlo__is_static(type) && !bef_hlo__is_quantized(type) && type->u.shaped.rank <= HLO_MOST_RANK &&
	       bef_hlo__dtype_name(bef_hlo__element(type));
}

static bool same_shape(const struct mlirbc_type *a, const struct mlirbc_type *b)
{
	return a->u.shaped.rank == b->u.shaped.rank &&
	       memcmp(a->u.shaped.dims, b->u.shaped.dims, a->u.shaped.rank * sizeof *a->u.shaped.dims) == 0;
}

static bool is_short(const struct mlirbc_type *type, uint32_t dim)
{
	uint64_t elements;
	const int64_t size = type->u.shaped.dims[dim];
	return size >= 2 && size <= BEF_HLO__MOST_PARTS && mlirbc_type_elements(type, &elements) &&
	       elements / (uint64_t)size >= BEF_HLO__LEAST_PART;
}

/* ---- which operations */

bool bef_hlo__has_steps_of_parts(struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	if (op->result_count != 1 || op->region_count || op->operand_count == 0 || op->operand_count > MOST_OPERANDS ||
		!bef_hlo__is_element_step(lower, op) || bef_hlo__is(lower, op, MLIRBC_STABLEHLO_bitcast_convert) || !is_array(result(op)->type))
		return false;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_type *type = operand(op, i)->type;
		if (!is_array(type) || (type->u.shaped.rank > 0 && !same_shape(type, result(op)->type)))
			return false;
	}
	return true;
}

bool bef_hlo__takes_parts(struct bef_hlo__lower *lower, const struct mlirbc_op *op, uint32_t dim, int64_t *out_first, int64_t *out_step)
{
	if (!bef_hlo__is(lower, op, MLIRBC_STABLEHLO_slice) || !is_array(operand(op, 0)->type) || !is_array(result(op)->type))
		return false;
	const struct mlirbc_stablehlo_attr *start = bef_hlo__find_attr(lower, op, "start_indices"), *step = bef_hlo__find_attr(lower, op, "strides");
	const struct mlirbc_type *from = operand(op, 0)->type, *to = result(op)->type;
	const size_t rank = from->u.shaped.rank;
	if (!start || !step || start->count != rank || step->count != rank || dim >= rank)
		return false;
	for (size_t d = 0; d < rank; d++) {
		if (d != dim && from->u.shaped.dims[d] != to->u.shaped.dims[d])
			return false;
	}
	*out_first = start->ints[dim];
	*out_step = step->ints[dim];
	return true;
}

uint32_t bef_hlo__puts_parts(struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	if (!bef_hlo__is(lower, op, MLIRBC_STABLEHLO_concatenate) || !is_array(result(op)->type))
		return BEF_HLO__NONE;
	const struct mlirbc_stablehlo_attr *attr = bef_hlo__find_attr(lower, op, "dimension");
	return attr && is_short(result(op)->type, (uint32_t)attr->number) ? (uint32_t)attr->number : BEF_HLO__NONE;
}

const char *bef_hlo__reduces_parts(struct bef_hlo__lower *lower, const struct mlirbc_op *op, uint32_t dim)
{
	if (!bef_hlo__is(lower, op, MLIRBC_STABLEHLO_reduce) || op->operand_count != 2 || op->result_count != 1)
		return NULL;
	const struct mlirbc_stablehlo_attr *dims = bef_hlo__find_attr(lower, op, "dimensions");
	const char *name = bef_hlo__reducer(lower, op);
	const struct mlirbc_type *type = operand(op, 0)->type;
	if (!dims || dims->count != 1 || dims->ints[0] != dim || !name || !is_array(type) || !is_array(result(op)->type) ||
		!bef_hlo__combines_one_type(op))
		return NULL;
	return name;
}

/* ---- parts of results */

static bool split_step(struct bef_hlo__splitter *s, struct mlirbc_op *op, uint32_t dim)
{
	struct bef_hlo__parts operands[MOST_OPERANDS], made;
	const struct mlirbc_type *type = bef_hlo__part_type(s->lower, result(op)->type, dim);
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (operand(op, i)->type->u.shaped.rank > 0 && !bef_hlo__make_parts(s, operand(op, i), dim, &operands[i]))
			return false;
	}
	made = (struct bef_hlo__parts){ .value = result(op), .dim = dim, .count = (uint32_t)result(op)->type->u.shaped.dims[dim],
		.replaced = true };
	for (uint32_t k = 0; k < made.count && type; k++) {
		struct mlirbc_value *values[MOST_OPERANDS];
		for (uint32_t i = 0; i < op->operand_count; i++)
			values[i] = operand(op, i)->type->u.shaped.rank > 0 ? operands[i].parts[k] : operand(op, i);
		struct mlirbc_op *part = mlirbc_op_create(s->lower->context, &(const struct mlirbc_op_spec){ .unique_name = op->name,
			.location = mlirbc_op_location(op), .attributes = mlirbc_op_attributes(op), .properties = mlirbc_op_properties(op),
			.result_types = &type, .result_count = 1, .operands = values, .operand_count = op->operand_count }, NULL);
		if (!part || mlirbc_op_insert_before(part, op) != MLIRBC_OK)
			return false;
		made.parts[k] = result(part);
	}
	struct bef_hlo__parts *entry = type ? bef_hlo__add_parts(s, result(op), dim, made.count) : NULL;
	if (entry)
		*entry = made;
	return entry != NULL;
}

/* Some parts are those of the result; one is the result. */
static bool split_slice(struct bef_hlo__splitter *s, struct mlirbc_op *op, const struct bef_hlo__parts *from, int64_t first, int64_t step)
{
	const uint32_t count = (uint32_t)result(op)->type->u.shaped.dims[from->dim];
	struct bef_hlo__parts made = { .value = result(op), .dim = from->dim, .count = count, .replaced = true };
	for (uint32_t k = 0; k < count; k++)
		made.parts[k] = from->parts[first + k * step];
	if (count == 1) {
		struct mlirbc_value *value = mlirbc_stablehlo_reshape(&s->builder, made.parts[0], result(op)->type);
		if (value)
			mlirbc_value_replace(result(op), value);
		return value != NULL;
	}
	struct bef_hlo__parts *entry = bef_hlo__add_parts(s, result(op), made.dim, count);
	if (entry)
		*entry = made;
	return entry != NULL;
}

static bool split_concatenate(struct bef_hlo__splitter *s, struct mlirbc_op *op, uint32_t dim)
{
	const struct mlirbc_type *type = bef_hlo__part_type(s->lower, result(op)->type, dim);
	struct bef_hlo__parts made = { .value = result(op), .dim = dim, .replaced = true }, from;
	for (uint32_t i = 0; i < op->operand_count && type; i++) {
		struct mlirbc_value *value = operand(op, i);
		if (value->type->u.shaped.dims[dim] == 1) {
			made.parts[made.count++] = value = mlirbc_stablehlo_reshape(&s->builder, value, type);
			if (!value)
				return false;
			continue;
		}
		if (!bef_hlo__make_parts(s, value, dim, &from))
			return false;
		for (uint32_t k = 0; k < from.count; k++)
			made.parts[made.count++] = from.parts[k];
	}
	struct bef_hlo__parts *entry = type ? bef_hlo__add_parts(s, result(op), dim, made.count) : NULL;
	if (entry)
		*entry = made;
	return entry != NULL;
}

static bool split_transpose(struct bef_hlo__splitter *s, struct mlirbc_op *op, const struct bef_hlo__parts *from)
{
	const struct mlirbc_stablehlo_attr *attr = bef_hlo__find_attr(s->lower, op, "permutation");
	struct bef_hlo__parts made = { .value = result(op), .count = from->count, .replaced = true };
	int64_t permutation[HLO_MOST_RANK];
	size_t rank = 0;
	bool same = true;
	for (size_t d = 0; attr && d < attr->count; d++) {
		if (attr->ints[d] == from->dim) {
			made.dim = (uint32_t)d;
			continue;
		}
		permutation[rank] = attr->ints[d] - (attr->ints[d] > from->dim);
		same = same && permutation[rank] == (int64_t)rank;
		rank++;
	}
	for (uint32_t k = 0; k < made.count; k++) {
		made.parts[k] = same ? from->parts[k] : mlirbc_stablehlo_transpose(&s->builder, from->parts[k], permutation);
		if (!made.parts[k])
			return false;
	}
	struct bef_hlo__parts *entry = attr ? bef_hlo__add_parts(s, result(op), made.dim, made.count) : NULL;
	if (entry)
		*entry = made;
	return entry != NULL;
}

/* The initial value, then the parts, one after the other, as the kernel combines them. */
static bool split_reduce(struct bef_hlo__splitter *s, struct mlirbc_op *op, const struct bef_hlo__parts *parts, const char *name)
{
	const int64_t none = 0;
	struct mlirbc_value *value = mlirbc_stablehlo_broadcast(&s->builder, operand(op, 1), result(op)->type, &none);
	for (uint32_t k = 0; k < parts->count; k++)
		value = mlirbc_stablehlo_binary(&s->builder, name, value, parts->parts[k]);
	if (value)
		mlirbc_value_replace(result(op), value);
	return value != NULL;
}

/* The dimension of the first operand with parts that has this shape; BEF_HLO__NONE: there is none. */
static uint32_t dim_of_operands(const struct bef_hlo__splitter *s, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct bef_hlo__parts *parts = bef_hlo__find_parts(s, operand(op, i));
		if (parts && same_shape(parts->value->type, result(op)->type))
			return parts->dim;
	}
	return BEF_HLO__NONE;
}

bool bef_hlo__split_op(struct bef_hlo__splitter *s, struct mlirbc_op *op)
{
	int64_t first, step;
	if (op->result_count != 1 || op->operand_count == 0)
		return true;
	mlirbc_builder_enter_before(&s->builder, op);
	s->builder.location = mlirbc_op_location(op);
	if (bef_hlo__has_steps_of_parts(s->lower, op)) {
		const uint32_t dim = dim_of_operands(s, op);
		return dim == BEF_HLO__NONE || split_step(s, op, dim);
	}
	const struct bef_hlo__parts *found = bef_hlo__find_parts(s, operand(op, 0));
	const struct bef_hlo__parts parts = found ? *found : (struct bef_hlo__parts){ .count = 0 };
	if (found && bef_hlo__takes_parts(s->lower, op, parts.dim, &first, &step))
		return split_slice(s, op, &parts, first, step);
	const char *name = found ? bef_hlo__reduces_parts(s->lower, op, parts.dim) : NULL;
	if (name)
		return split_reduce(s, op, &parts, name);
	if (found && bef_hlo__is(s->lower, op, MLIRBC_STABLEHLO_transpose))
		return split_transpose(s, op, &parts);
	const uint32_t dim = bef_hlo__puts_parts(s->lower, op);
	return dim == BEF_HLO__NONE || split_concatenate(s, op, dim);
}
