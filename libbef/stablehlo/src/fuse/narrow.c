/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Computes of element-wise operations what is used: `slice(f(x, y))`, where nothing else uses f, becomes `f(slice(x), slice(y))`. Slices of
 * values in memory are views, so that f is in the group of the operations that follow. */
#include "body/expression.h"
#include "fuse/fuse.h"

#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_build.h>

enum { MOST_OPERANDS = 3 };

struct narrower {
	struct bef_hlo__lower *lower;
	struct mlirbc_builder builder;
	struct mlirbc_op *slice;
};

static struct mlirbc_value *operand(const struct mlirbc_op *op, uint32_t i) { return mlirbc_op_operands(op)[i].value; }

static const struct mlirbc_type *type_of(const struct mlirbc_op *op)
{
	return mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op)[0].type;
}

/* Strided elements would be copied for each operand. */
static bool has_unit_steps(struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const struct mlirbc_stablehlo_attr *attr = bef_hlo__find_attr(lower, op, "strides");
	bool unit = attr && attr->kind == MLIRBC_STABLEHLO_INTS;
	for (size_t d = 0; unit && d < attr->count; d++)
		unit = attr->ints[d] == 1;
	return unit;
}

/* A product computes the operations that follow it, of its shape. */
static bool is_product(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const enum mlirbc_stablehlo_code code = bef_hlo__code(lower, op);
	return code == MLIRBC_STABLEHLO_dot_general || code == MLIRBC_STABLEHLO_dot || code == MLIRBC_STABLEHLO_convolution;
}

/* An element-wise operation on arrays of its shape, and single elements, that one operation uses. */
static bool is_step(struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	if (op->result_count != 1 || op->region_count || op->operand_count > MOST_OPERANDS || !bef_hlo__is_element_step(lower, op) ||
		bef_hlo__is(lower, op, MLIRBC_STABLEHLO_bitcast_convert) || !bef_hlo__is_plain_array(type_of(op)))
		return false;
	const struct mlirbc_operand *use = mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op)[0].first_use;
	bool step = use && !mlirbc_operand_next(use);
	for (uint32_t i = 0; i < op->operand_count && step; i++) {
		const struct mlirbc_type *type = operand(op, i)->type;
		const struct mlirbc_op *from = mlirbc_value_op(operand(op, i));
		uint64_t count, all;
		step = bef_hlo__is_plain_array(type) && mlirbc_type_elements(type, &count) && mlirbc_type_elements(type_of(op), &all) &&
		       (type->u.shaped.rank == 0 || count == all) && !(from && is_product(lower, from));
	}
	return step;
}

/* The elements of the value that the slice has of the result. */
static struct mlirbc_value *narrow(struct narrower *n, struct mlirbc_value *value)
{
	const struct mlirbc_op *from = mlirbc_value_op(value);
	const struct mlirbc_type *shape = type_of(n->slice);
	const struct mlirbc_type *type =
		bef_hlo__shaped(n->lower, shape->u.shaped.dims, shape->u.shaped.rank, bef_hlo__element(value->type));
	if (value->type->u.shaped.rank == 0 || !type)
		return type ? value : NULL;
	if (from && bef_hlo__is_inline_constant(n->lower, from)) {
		const struct mlirbc_attr *elements = mlirbc_op_attr(from, "value");
		return mlirbc_stablehlo_constant(&n->builder, type, elements->u.dense.data, elements->u.dense.size);
	}
	const struct mlirbc_op_spec spec = { .unique_name = n->slice->name, .location = mlirbc_op_location(n->slice),
		.attributes = mlirbc_op_attributes(n->slice), .properties = mlirbc_op_properties(n->slice), .result_types = &type, .result_count = 1,
		.operands = &value, .operand_count = 1 };
	struct mlirbc_op *made = mlirbc_op_create(n->lower->context, &spec, NULL);
	return made && mlirbc_op_insert_before(made, n->slice) == MLIRBC_OK ? mlirbc_op_results(made) : NULL;
}

static bool replace(struct narrower *n, struct mlirbc_op *step)
{
	struct mlirbc_value *operands[MOST_OPERANDS];
	const struct mlirbc_type *type = type_of(n->slice);
	mlirbc_builder_init_module(&n->builder, n->lower->module);
	mlirbc_builder_enter_before(&n->builder, n->slice);
	n->builder.location = mlirbc_op_location(n->slice);
	for (uint32_t i = 0; i < step->operand_count; i++) {
		if (!(operands[i] = narrow(n, operand(step, i))))
			return bef_hlo__fail_built(n->lower, &n->builder, n->slice);
	}
	struct mlirbc_op *made = mlirbc_op_create(n->lower->context, &(const struct mlirbc_op_spec){ .unique_name = step->name,
		.location = mlirbc_op_location(step), .attributes = mlirbc_op_attributes(step), .properties = mlirbc_op_properties(step),
		.result_types = &type, .result_count = 1, .operands = operands, .operand_count = step->operand_count }, NULL);
	if (!made || mlirbc_op_insert_before(made, n->slice) != MLIRBC_OK)
		return bef_hlo__no_memory(n->lower);
	mlirbc_value_replace(mlirbc_op_results(n->slice), mlirbc_op_results(made));
	return bef_hlo__ok(n->lower, mlirbc_op_erase(n->slice), NULL) && bef_hlo__ok(n->lower, mlirbc_op_erase(step), NULL);
}

/* Backwards, so that the new slices come next. As deep as regions are. */
static bool narrow_in(struct bef_hlo__lower *lower, struct mlirbc_block *block)
{
	for (struct mlirbc_op *op = block->last, *before; op; op = before) {
		struct narrower n = { .lower = lower, .slice = op };
		struct mlirbc_op *after = op->next;
		const bool slices = bef_hlo__is(lower, op, MLIRBC_STABLEHLO_slice) && bef_hlo__is_plain_array(type_of(op)) &&
			has_unit_steps(lower, op);
		struct mlirbc_op *step = slices ? mlirbc_value_op(operand(op, 0)) : NULL;
		if (step && step->parent == block && is_step(lower, step)) {
			if (!replace(&n, step))
				return false;
			before = after ? after->prev : block->last;
			continue;
		}
		for (uint32_t i = 0; i < op->region_count; i++) {
			for (struct mlirbc_block *inside = mlirbc_op_regions(op)[i].first; inside; inside = inside->next) {
				if (!narrow_in(lower, inside))
					return false;
			}
		}
		before = op->prev;
	}
	return true;
}

bool bef_hlo__narrow(struct bef_hlo__lower *lower) { return narrow_in(lower, lower->module->body); }
