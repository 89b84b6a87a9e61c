/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Element-wise operations of arrays whose elements are all equal, because those of each operand are: they become operations on single
 * elements, whose result is repeated. Parameters of distributions and counters of loops, which programs repeat for each element of a batch,
 * are such arrays. Regions repeat such elements themselves, instead of capturing the array. */
#include "body/expression.h"
#include "fuse/fuse.h"

#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_build.h>

enum { MOST_OPERANDS = 3 };

static struct mlirbc_value *operand(const struct mlirbc_op *op, uint32_t i) { return mlirbc_op_operands(op)[i].value; }

static const struct mlirbc_type *type_of(const struct mlirbc_op *op)
{
	return mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op)[0].type;
}

static bool is_array(const struct mlirbc_type *type)
{
	return bef_hlo__is_tensor(type) && bef_hlo__is_static(type) && !bef_hlo__is_quantized(type) &&
	       bef_hlo__dtype_name(bef_hlo__element(type)) && bef_hlo__element_size(bef_hlo__element(type)) > 0;
}

/* The operation that repeats an element of rank 0; NULL: another one made the value. */
static struct mlirbc_op *repeats(const struct bef_hlo__lower *lower, const struct mlirbc_value *value)
{
	struct mlirbc_op *op = mlirbc_value_op(value);
	const bool found = op && bef_hlo__is(lower, op, MLIRBC_STABLEHLO_broadcast_in_dim) && is_array(value->type) &&
		is_array(operand(op, 0)->type) && operand(op, 0)->type->u.shaped.rank == 0;
	return found ? op : NULL;
}

static bool is_equal(const struct bef_hlo__lower *lower, const struct mlirbc_value *value)
{
	const struct mlirbc_op *op = mlirbc_value_op(value);
	return is_array(value->type) && (value->type->u.shaped.rank == 0 || repeats(lower, value) || (op && bef_hlo__is_inline_constant(lower, op)));
}

static bool is_candidate(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	uint64_t count;
	bool equal = op->result_count == 1 && op->region_count == 0 && op->operand_count > 0 && op->operand_count <= MOST_OPERANDS &&
		bef_hlo__is_element_step(lower, op) && is_array(type_of(op)) && mlirbc_type_elements(type_of(op), &count) && count > 1 &&
		!bef_hlo__is(lower, op, MLIRBC_STABLEHLO_bitcast_convert);
	for (uint32_t i = 0; i < op->operand_count && equal; i++)
		equal = is_equal(lower, operand(op, i));
	return equal;
}

/* The element, as a value of rank 0. */
static struct mlirbc_value *element_of(struct bef_hlo__lower *lower, struct mlirbc_builder *builder, struct mlirbc_value *value)
{
	const struct mlirbc_op *op = mlirbc_value_op(value), *repeat = repeats(lower, value);
	if (repeat || value->type->u.shaped.rank == 0)
		return repeat ? operand(repeat, 0) : value;
	const struct mlirbc_attr *elements = mlirbc_op_attr(op, "value");
	return mlirbc_stablehlo_constant(builder, bef_hlo__shaped(lower, NULL, 0, bef_hlo__element(value->type)), elements->u.dense.data,
		bef_hlo__element_size(bef_hlo__element(value->type)));
}

static bool replace(struct bef_hlo__lower *lower, struct mlirbc_op *op)
{
	struct mlirbc_value *operands[MOST_OPERANDS];
	const struct mlirbc_type *scalar = bef_hlo__shaped(lower, NULL, 0, bef_hlo__element(type_of(op)));
	const int64_t none = 0;
	struct mlirbc_builder builder;
	mlirbc_builder_init_module(&builder, lower->module);
	mlirbc_builder_enter_before(&builder, op);
	builder.location = mlirbc_op_location(op);
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (!(operands[i] = element_of(lower, &builder, operand(op, i))))
			return bef_hlo__fail_built(lower, &builder, op);
	}
	struct mlirbc_op *made = scalar ? mlirbc_op_create(lower->context, &(const struct mlirbc_op_spec){ .unique_name = op->name,
		.location = mlirbc_op_location(op), .attributes = mlirbc_op_attributes(op), .properties = mlirbc_op_properties(op),
		.result_types = &scalar, .result_count = 1, .operands = operands, .operand_count = op->operand_count }, NULL) : NULL;
	if (!made || mlirbc_op_insert_before(made, op) != MLIRBC_OK)
		return bef_hlo__no_memory(lower);
	struct mlirbc_value *repeated = mlirbc_stablehlo_broadcast(&builder, mlirbc_op_results(made), type_of(op), &none);
	if (!repeated)
		return bef_hlo__fail_built(lower, &builder, op);
	mlirbc_value_replace(mlirbc_op_results(op), repeated);
	return bef_hlo__ok(lower, mlirbc_op_erase(op), NULL);
}

bool bef_hlo__compute_once(struct bef_hlo__lower *lower)
{
	struct mlirbc_op *root = lower->module->body->first, *next;
	for (struct mlirbc_op *op = root; op; op = next) { /* in order, so that users see what operands have become */
		next = mlirbc_op_next_pre(root, op);
		if (is_candidate(lower, op) && !replace(lower, op))
			return false;
	}
	return true;
}

/* ---- regions */

/* The operation at the start of the block that repeats the same element. */
static struct mlirbc_op *copy_in(struct bef_hlo__lower *lower, struct mlirbc_op *op, struct mlirbc_block *block)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_op *copy = NULL, *first = block->first;
	if (first && bef_hlo__is(lower, first, MLIRBC_STABLEHLO_broadcast_in_dim) && type_of(first) == type_of(op) &&
		operand(first, 0) == operand(op, 0))
		return first;
	if (!bef_hlo__ok(lower, mlirbc_op_clone(op, NULL, &copy, &diag), &diag))
		return NULL;
	return bef_hlo__ok(lower, mlirbc_op_insert_at_start(copy, block), NULL) ? copy : NULL;
}

/* Uses by element-wise operations only: others need the array, which is made once. */
bool bef_hlo__sink_repeated(struct bef_hlo__lower *lower)
{
	struct mlirbc_op *root = lower->module->body->first;
	for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op)) {
		if (op->result_count != 1 || !repeats(lower, mlirbc_op_results(op)))
			continue;
		for (struct mlirbc_operand *use = mlirbc_op_results(op)[0].first_use, *next; use; use = next) {
			struct mlirbc_op *user = mlirbc_operand_owner(use);
			next = mlirbc_operand_next(use);
			if (user->parent == op->parent || !bef_hlo__is_element_step(lower, user))
				continue;
			struct mlirbc_op *copy = copy_in(lower, op, user->parent);
			if (!copy)
				return false;
			mlirbc_operand_set(use, mlirbc_op_results(copy));
		}
	}
	return true;
}
