/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "fuse/fuse.h"

#include <string.h>

struct bef_hlo__group *bef_hlo__group_of(
	const struct bef_hlo__lower *lower, const struct mlirbc_value *value, const struct mlirbc_block *block)
{
	const struct mlirbc_op *from = mlirbc_value_op(value);
	struct bef_hlo__group *group = from && from->parent == block ? bef_hlo__place_of(lower, value)->group : NULL;
	while (group && group->into) {
		if (group->into->into)
			group->into = group->into->into;
		group = group->into;
	}
	return group;
}

/* Views of other blocks are values like others: a function of a region gets them as arguments. */
static const struct bef_hlo__view *view_of(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, uint32_t operand)
{
	const struct mlirbc_value *value = mlirbc_op_operands(op)[operand].value;
	const struct mlirbc_op *from = mlirbc_value_op(value);
	if (op->result_count == 1 && bef_hlo__place_of(lower, mlirbc_op_results(op))->copy)
		return bef_hlo__place_of(lower, mlirbc_op_results(op))->copy;
	return from && from->parent == op->parent ? bef_hlo__place_of(lower, value)->view : NULL;
}

uint32_t bef_hlo__reads(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	return op->result_count == 1 && bef_hlo__place_of(lower, mlirbc_op_results(op))->copy ? 1 : op->operand_count;
}

uint32_t bef_hlo__pieces(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, uint32_t operand)
{
	const struct bef_hlo__view *view = view_of(lower, op, operand);
	return view && view->pieces ? view->piece_count : 1;
}

bool bef_hlo__reads_pieces(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < bef_hlo__reads(lower, op); i++) {
		if (bef_hlo__pieces(lower, op, i) > 1)
			return true;
	}
	return false;
}

void bef_hlo__access_piece(
	const struct bef_hlo__lower *lower, const struct mlirbc_op *op, uint32_t operand, uint32_t piece, struct bef_hlo__access *out)
{
	const struct bef_hlo__view *view = view_of(lower, op, operand);
	if (!view || !view->pieces) {
		bef_hlo__access(lower, op, operand, out);
		return;
	}
	const struct bef_hlo__piece *p = &view->pieces[piece];
	const struct mlirbc_op *from = mlirbc_value_op(p->root);
	const bool is_inline = from && bef_hlo__place_of(lower, p->root)->kind == BEF_HLO__CONSTANT;
	*out = (struct bef_hlo__access){ .kind = is_inline ? BEF_HLO__INLINE : BEF_HLO__MEMORY, .root = p->root, .offset = p->offset,
		.shape = bef_hlo__shape_of(op, op->region_count ? BEF_HLO__REDUCE : BEF_HLO__STEP), .piece = p };
	memcpy(out->strides, p->strides, out->shape->u.shaped.rank * sizeof *out->strides);
}

void bef_hlo__access(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, uint32_t operand, struct bef_hlo__access *out)
{
	const struct bef_hlo__view *view = view_of(lower, op, operand);
	const struct mlirbc_value *value = mlirbc_op_operands(op)[operand].value;
	const struct mlirbc_op *from;
	*out = (struct bef_hlo__access){ .kind = BEF_HLO__MEMORY, .root = view ? view->root : value, .offset = view ? view->offset : 0,
		.shape = bef_hlo__shape_of(op, op->region_count ? BEF_HLO__REDUCE : BEF_HLO__STEP) };
	from = mlirbc_value_op(out->root);
	if (from && bef_hlo__place_of(lower, out->root)->kind == BEF_HLO__CONSTANT)
		out->kind = BEF_HLO__INLINE;
	else if (view && view->iota)
		out->kind = BEF_HLO__INDEX;
	if (bef_hlo__count(value->type) == 1 && bef_hlo__count(out->shape) != 1)
		return;
	if (view)
		memcpy(out->strides, view->strides, value->type->u.shaped.rank * sizeof *out->strides);
	else
		bef_hlo__row_major(value->type, out->strides);
}

static bool is_identity(const struct bef_hlo__access *access)
{
	int64_t strides[HLO_MOST_RANK];
	bef_hlo__row_major(access->shape, strides);
	return access->offset == 0 && memcmp(strides, access->strides, access->shape->u.shaped.rank * sizeof *strides) == 0;
}

/* Whether each row reads one element of a value with one element for each row. */
static bool is_of_row(const struct bef_hlo__access *access, int64_t inner)
{
	int64_t size = 1;
	for (size_t i = access->shape->u.shaped.rank; i-- > 0;) {
		const int64_t dim = access->shape->u.shaped.dims[i];
		if (dim == 1)
			continue;
		if (size < inner && size * dim > inner)
			return false;
		if (access->strides[i] != (size >= inner ? size / inner : 0))
			return false;
		size *= dim;
	}
	return access->offset == 0;
}

bool bef_hlo__is_inside(const struct bef_hlo__lower *lower, const struct bef_hlo__group *group, const struct bef_hlo__access *access)
{
	const bool row = bef_hlo__place_of(lower, access->root)->row;
	const int64_t count = (int64_t)bef_hlo__count(access->shape), all = bef_hlo__group_count(group);
	if (row && group->columns > 1)
		return false;
	if (count == all)
		return row ? is_of_row(access, group->inner) : is_identity(access);
	return row && group->inner && count == all / group->inner && is_identity(access);
}
