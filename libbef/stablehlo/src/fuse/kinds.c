/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What an operation can be in a group. */
#include "body/expression.h"
#include "fuse/fuse.h"

enum {
	LONG_ROW = 32768, FEW_ROWS = 8,
	FEW_COLUMNS = 8 /* a loop over fewer has short runs */
};

uint64_t bef_hlo__count(const struct mlirbc_type *type)
{
	uint64_t count;
	return bef_hlo__is_tensor(type) && mlirbc_type_elements(type, &count) ? count : 0;
}

bool bef_hlo__is_plain_array(const struct mlirbc_type *type)
{
	return bef_hlo__is_tensor(type) && bef_hlo__is_static(type) && !bef_hlo__is_quantized(type) && type->u.shaped.rank <= HLO_MOST_RANK &&
	       bef_hlo__dtype_name(bef_hlo__element(type)) && bef_hlo__element_size(bef_hlo__element(type)) > 0;
}

const int64_t *bef_hlo__ints_of(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const char *name, size_t rank)
{
	const struct mlirbc_stablehlo_attr *attr = bef_hlo__find_attr(lower, op, name);
	return attr && attr->kind == MLIRBC_STABLEHLO_INTS && attr->count == rank ? attr->ints : NULL;
}

/* A tensor of known size with elements that expressions have. */
static bool is_array(const struct mlirbc_type *type)
{
	return bef_hlo__is_tensor(type) && !bef_hlo__is_quantized(type) && type->u.shaped.rank <= HLO_MOST_RANK &&
	       bef_hlo__dtype_name(bef_hlo__element(type)) && bef_hlo__count(type) > 0;
}

static bool all_arrays(const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (!is_array(mlirbc_op_operands(op)[i].value->type))
			return false;
	}
	return is_array(mlirbc_op_results(op)[0].type);
}

/* ---- element-wise operations */

/* Whether the elements of the operand are those of one element, which is repeated. */
static bool is_repeated(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, uint32_t operand)
{
	struct bef_hlo__access access;
	bef_hlo__access(lower, op, operand, &access);
	if (bef_hlo__pieces(lower, op, operand) > 1)
		return false;
	return access.kind == BEF_HLO__INLINE || (access.kind == BEF_HLO__MEMORY && bef_hlo__count(access.root->type) == 1);
}

static bool is_array_step(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const uint64_t count = bef_hlo__count(mlirbc_op_results(op)[0].type);
	bool varies = false;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_type *type = mlirbc_op_operands(op)[i].value->type;
		const uint64_t operand_count = bef_hlo__count(type);
		if (operand_count != count && operand_count != 1)
			return false;
		if (bef_hlo__is(lower, op, MLIRBC_STABLEHLO_bitcast_convert) &&
			(type->u.shaped.rank != mlirbc_op_results(op)[0].type->u.shaped.rank ||
				bef_hlo__element(type)->kind == MLIRBC_TYPE_COMPLEX))
			return false;
		varies = varies || !is_repeated(lower, op, i);
	}
	return varies;
}

/* ---- reductions */

const char *bef_hlo__reducer(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const struct mlirbc_op *step = bef_hlo__combining_step(op);
	const struct hlo_step *found = step ? bef_hlo__step(lower, step) : NULL;
	return found && (found->flags & HLO_REDUCES) ? found->name : NULL;
}

/* The elements of the dimensions behind those that are reduced; 0: other dimensions are between these. */
static int64_t count_columns(const struct mlirbc_type *type, const int64_t *dims, size_t count)
{
	uint32_t reduced = 0;
	int64_t columns = 1;
	enum { BEHIND, REDUCED, BEFORE } at = BEHIND;
	for (size_t i = 0; i < count; i++)
		reduced |= 1u << dims[i];
	for (size_t i = type->u.shaped.rank; i-- > 0;) {
		const bool is_reduced = reduced >> i & 1;
		if (type->u.shaped.dims[i] == 1)
			continue;
		if (at == BEFORE && is_reduced)
			return 0;
		if (at != BEFORE)
			at = is_reduced ? REDUCED : at == REDUCED ? BEFORE : BEHIND;
		columns *= at == BEHIND ? type->u.shaped.dims[i] : 1;
	}
	return columns;
}

int64_t bef_hlo__columns(struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const struct mlirbc_stablehlo_attr *dimensions = bef_hlo__find_attr(lower, op, "dimensions");
	return dimensions ? count_columns(mlirbc_op_operands(op)[0].value->type, dimensions->ints, dimensions->count) : 0;
}

/* Whether a loop over columns is worth while. Its initial value is a constant, so that it can join any group. */
static bool has_columns(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, int64_t columns)
{
	struct bef_hlo__access access;
	bef_hlo__access(lower, op, 1, &access);
	return columns >= FEW_COLUMNS && access.kind == BEF_HLO__INLINE && !bef_hlo__reads_pieces(lower, op);
}

static bool reduces_rows(struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	if (op->operand_count != 2 || op->result_count != 1 || !all_arrays(op) || !bef_hlo__reducer(lower, op))
		return false;
	const struct mlirbc_type *type = mlirbc_op_operands(op)[0].value->type, *result = mlirbc_op_results(op)[0].type;
	const struct mlirbc_type *element = bef_hlo__element(type);
	const uint64_t rows = bef_hlo__count(result), inner = bef_hlo__count(type) / rows;
	if (bef_hlo__element(result) != element || bef_hlo__element(mlirbc_op_operands(op)[1].value->type) != element ||
		mlirbc_op_regions(op)->first->arguments[0].type->u.shaped.element != element || inner * rows < 2 ||
		(rows < FEW_ROWS && inner > LONG_ROW && !lower->options.device))
		return false;
	const int64_t columns = bef_hlo__columns(lower, op);
	return columns == 1 || has_columns(lower, op, columns);
}

/* Whether the operation cuts one element out of an array only for concatenations, as a shift around the end does. */
static bool is_piece(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	if (!bef_hlo__is(lower, op, MLIRBC_STABLEHLO_slice))
		return false;
	const struct mlirbc_value *from = mlirbc_op_operands(op)[0].value;
	const struct mlirbc_op *made_by = mlirbc_value_op(from);
	const struct bef_hlo__view *view = made_by && made_by->parent == op->parent ? bef_hlo__place_of(lower, from)->view : NULL;
	if (bef_hlo__count(from->type) == 1 || (view && view->iota))
		return false;
	for (struct mlirbc_operand *use = mlirbc_op_results(op)[0].first_use; use; use = mlirbc_operand_next(use)) {
		const struct mlirbc_op *user = mlirbc_operand_owner(use);
		if (user->parent != op->parent || !bef_hlo__makes_pieces(lower, user) || !bef_hlo__is(lower, user, MLIRBC_STABLEHLO_concatenate))
			return false;
	}
	return true;
}

/* ---- all */

enum bef_hlo__kind bef_hlo__find_kind(struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	if (op->result_count != 1)
		return BEF_HLO__OTHER;
	const enum mlirbc_stablehlo_code code = bef_hlo__code(lower, op);
	if (op->region_count)
		return code == MLIRBC_STABLEHLO_reduce && reduces_rows(lower, op) ? BEF_HLO__REDUCE : BEF_HLO__OTHER;
	if (code == MLIRBC_STABLEHLO_constant)
		return bef_hlo__is_inline_constant(lower, op) ? BEF_HLO__CONSTANT : BEF_HLO__OTHER;
	if (bef_hlo__is_scalar_op(lower, op))
		return BEF_HLO__STEP;
	if (!all_arrays(op) || (bef_hlo__count(mlirbc_op_results(op)[0].type) == 1 && !is_piece(lower, op)))
		return BEF_HLO__OTHER;
	if (bef_hlo__facts(lower, op)->op_class == MLIRBC_STABLEHLO_CLASS_VIEW || bef_hlo__makes_pieces(lower, op))
		return BEF_HLO__VIEW;
	if (code == MLIRBC_STABLEHLO_iota)
		return BEF_HLO__IOTA;
	return bef_hlo__is_element_step(lower, op) && is_array_step(lower, op) ? BEF_HLO__STEP : BEF_HLO__OTHER;
}
