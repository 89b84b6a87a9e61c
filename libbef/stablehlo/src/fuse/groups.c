/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Groups of a block: what operations can be, groups (join.c), values that are stored, order. */
#include "body/expression.h"
#include "fuse/fuse.h"

#include <stdlib.h>
#include <string.h>

/* ---- what operations are */

static bool find_kinds(struct bef_hlo__lower *lower, const struct mlirbc_block *block)
{
	for (const struct mlirbc_op *op = block->first; op && op->next; op = op->next) {
		if (op->result_count != 1)
			continue;
		struct bef_hlo__place *place = bef_hlo__place_of(lower, mlirbc_op_results(op));
		enum bef_hlo__kind kind = bef_hlo__find_kind(lower, op);
		if ((kind == BEF_HLO__VIEW || kind == BEF_HLO__IOTA) && !bef_hlo__find_view(lower, op))
			return false;
		if ((kind == BEF_HLO__VIEW || kind == BEF_HLO__IOTA) && !place->view)
			kind = BEF_HLO__OTHER;
		place->kind = (uint8_t)kind;
	}
	return true;
}

static enum bef_hlo__kind kind_of(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	return op->result_count == 1 && op->next ? bef_hlo__place_of(lower, mlirbc_op_results(op))->kind : BEF_HLO__OTHER;
}

static bool has_no_kernel(enum bef_hlo__kind kind)
{
	return kind == BEF_HLO__VIEW || kind == BEF_HLO__IOTA || kind == BEF_HLO__CONSTANT;
}

/* Whether an operation outside of groups uses the result of a view, iota or constant. */
static bool needs_kernel(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	for (struct mlirbc_operand *use = mlirbc_op_results(op)[0].first_use; use; use = mlirbc_operand_next(use)) {
		const struct mlirbc_op *user = mlirbc_operand_owner(use);
		const enum bef_hlo__kind kind = kind_of(lower, user);
		if (user->parent != op->parent || kind == BEF_HLO__OTHER ||
			(kind == BEF_HLO__VIEW && bef_hlo__place_of(lower, mlirbc_op_results(user))->kernel))
			return true;
	}
	return false;
}

/* Whether a group computes elements of the pieces where they are in the result, so that it may store all of them. */
static bool continues_group(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct bef_hlo__view *view)
{
	const struct mlirbc_type *type = mlirbc_op_results(op)[0].type;
	int64_t strides[HLO_MOST_RANK];
	bef_hlo__row_major(type, strides);
	for (uint32_t i = 0; i < view->piece_count; i++) {
		const struct bef_hlo__piece *piece = &view->pieces[i];
		const struct mlirbc_op *from = mlirbc_value_op(piece->root);
		const bool computed = from && from->parent == op->parent && kind_of(lower, from) == BEF_HLO__STEP;
		if (computed && bef_hlo__count(piece->root->type) == bef_hlo__count(type) && piece->offset == 0 &&
			memcmp(piece->strides, strides, type->u.shaped.rank * sizeof *strides) == 0)
			return true;
	}
	return false;
}

/* From the last operation on, so that users come first. */
static void find_kernels(struct bef_hlo__lower *lower, const struct mlirbc_block *block)
{
	for (const struct mlirbc_op *op = block->last; op; op = op->prev) {
		if (op->next && op->result_count == 1 && has_no_kernel(kind_of(lower, op)))
			bef_hlo__place_of(lower, mlirbc_op_results(op))->kernel = needs_kernel(lower, op);
		struct bef_hlo__place *place = op->result_count == 1 ? bef_hlo__place_of(lower, mlirbc_op_results(op)) : NULL;
		if (op->next && place && place->kernel && place->view && place->view->pieces && continues_group(lower, op, place->view)) {
			place->kind = BEF_HLO__STEP;
			place->copy = place->view;
			place->view = NULL;
			place->kernel = false;
		}
	}
}

bool bef_hlo__is_grouped(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const enum bef_hlo__kind kind = kind_of(lower, op);
	return kind != BEF_HLO__OTHER && !(has_no_kernel(kind) && bef_hlo__place_of(lower, mlirbc_op_results(op))->kernel);
}

bool bef_hlo__is_copied(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	if (!lower->options.device || kind_of(lower, op) != BEF_HLO__VIEW || bef_hlo__is(lower, op, MLIRBC_STABLEHLO_reshape))
		return false;
	return !bef_hlo__place_of(lower, mlirbc_op_results(op))->view->iota;
}

bool bef_hlo__is_source(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	return bef_hlo__is(lower, op, MLIRBC_STABLEHLO_constant);
}

/* ---- values that are stored */

static void mark_stored(struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const struct bef_hlo__group *own = op->result_count == 1 ? bef_hlo__group_of(lower, mlirbc_op_results(op), op->parent) : NULL;
	for (uint32_t i = 0; i < (own ? bef_hlo__reads(lower, op) : op->operand_count); i++) {
		for (uint32_t k = 0; k < (own ? bef_hlo__pieces(lower, op, i) : 1); k++) {
			struct bef_hlo__access access = { .root = mlirbc_op_operands(op)[i].value };
			if (own)
				bef_hlo__access_piece(lower, op, i, k, &access);
			const struct bef_hlo__group *group = bef_hlo__group_of(lower, access.root, op->parent);
			if (group && (group != own || bef_hlo__is_initial(op, i) || !bef_hlo__is_inside(lower, own, &access)))
				bef_hlo__place_of(lower, access.root)->stored = true;
		}
	}
}

static void find_stored(struct bef_hlo__lower *lower, const struct mlirbc_block *block)
{
	for (const struct mlirbc_op *op = block->first; op; op = op->next) {
		for (uint32_t i = 0; i < op->result_count; i++)
			bef_hlo__place_of(lower, &mlirbc_op_results(op)[i])->stored = false;
	}
	for (const struct mlirbc_op *op = block->first; op; op = op->next) {
		const enum bef_hlo__kind kind = kind_of(lower, op);
		if (!has_no_kernel(kind) || bef_hlo__place_of(lower, mlirbc_op_results(op))->kernel)
			mark_stored(lower, op);
		if ((kind == BEF_HLO__STEP || kind == BEF_HLO__REDUCE) && bef_hlo__is_used_elsewhere(op))
			bef_hlo__place_of(lower, mlirbc_op_results(op))->stored = true;
	}
}

/* ---- order */

static int compare_ops(const void *a, const void *b)
{
	const struct mlirbc_op *const *x = a, *const *y = b;
	const uint32_t i = mlirbc_op_results(*x)[0].number, k = mlirbc_op_results(*y)[0].number;
	return (i > k) - (i < k);
}

static int compare_groups(const void *a, const void *b)
{
	const struct bef_hlo__group *x = *(struct bef_hlo__group *const *)a, *y = *(struct bef_hlo__group *const *)b;
	if (x->level != y->level)
		return x->level < y->level ? -1 : 1;
	if (x->depth != y->depth)
		return x->depth < y->depth ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

static void order(struct bef_hlo__row *groups, struct bef_hlo__groups *out)
{
	qsort(groups->items, groups->count, sizeof *groups->items, compare_groups);
	for (size_t i = 0; i < groups->count; i++) {
		struct bef_hlo__group *group = groups->items[i];
		if (group->into)
			continue;
		qsort(group->ops.items, group->ops.count, sizeof *group->ops.items, compare_ops);
		if (out->at[group->level].last)
			out->at[group->level].last->next = group;
		else
			out->at[group->level].first = group;
		out->at[group->level].last = group;
	}
}

bool bef_hlo__find_groups(struct bef_hlo__lower *lower, const struct mlirbc_block *block, struct bef_hlo__groups *out)
{
	struct bef_hlo__row groups = { NULL, 0, 0 };
	uint32_t count = 0;
	bool joined;
	for (struct mlirbc_op *op = block->first; op; op = op->next)
		count++;
	out->at = bef_hlo__room(lower, count + 1u, sizeof *out->at);
	if (!out->at || !find_kinds(lower, block))
		return false;
	find_kernels(lower, block);
	if (!bef_hlo__join_all(lower, block, &groups))
		return false;
	find_stored(lower, block);
	if (!lower->options.device)
		bef_hlo__find_epilogues(lower, &groups);
	if (!bef_hlo__join_columns(lower, block, &groups, &joined) || !bef_hlo__join_later(lower, block, &groups, &joined))
		return false;
	if (joined)
		find_stored(lower, block); /* again: groups have grown */
	if (groups.count)
		order(&groups, out);
	return true;
}

/* ---- kernels */

bool bef_hlo__is_alone(const struct bef_hlo__lower *lower, const struct bef_hlo__group *group)
{
	const struct mlirbc_op *op = group->ops.items[0];
	if (lower->options.device && bef_hlo__group_count(group) > 1)
		return false; /* devices have loops only */
	if (bef_hlo__place_of(lower, mlirbc_op_results(op))->copy)
		return false;
	for (uint32_t i = 0; i < op->operand_count && group->ops.count == 1; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		const struct mlirbc_op *from = mlirbc_value_op(value);
		const struct bef_hlo__place *place = bef_hlo__place_of(lower, value);
		if (from && (place->kind == BEF_HLO__CONSTANT || (from->parent == op->parent && place->view)) && !bef_hlo__is_initial(op, i))
			return false;
	}
	return group->ops.count == 1;
}

bool bef_hlo__group_results(struct bef_hlo__lower *lower, const struct bef_hlo__group *group, struct bef_hlo__row *out)
{
	for (size_t k = 0; k < group->ops.count; k++) {
		struct mlirbc_op *op = group->ops.items[k];
		if (bef_hlo__place_of(lower, mlirbc_op_results(op))->stored && !bef_hlo__push(lower, out, mlirbc_op_results(op)))
			return false;
	}
	return true;
}

bool bef_hlo__emit_results(struct bef_hlo__lower *lower, const char *name, const struct bef_hlo__value *operands, size_t operand_count,
	const struct bef_hlo__row *values, struct bef_hlo__attrs *attrs)
{
	struct bef_hlo__value *results = bef_hlo__scratch(lower, values->count, sizeof *results);
	if (!results)
		return false;
	for (size_t i = 0; i < values->count; i++)
		results[i].type = ((struct mlirbc_value *)values->items[i])->type;
	if (!bef_hlo__emit(lower, name, operands, operand_count, results, values->count, attrs))
		return false;
	for (size_t i = 0; i < values->count; i++)
		bef_hlo__set(lower, values->items[i], results[i].value);
	return true;
}

bool bef_hlo__emit_group(struct bef_hlo__lower *lower, const struct bef_hlo__group *group)
{
	const struct bef_hlo__mark mark = bef_hlo__explain_begin(lower);
	lower->op = group->ops.items[0];
	if (!(bef_hlo__group_count(group) == 1 ? bef_hlo__emit_scalar_group(lower, group) : bef_hlo__emit_loop_group(lower, group)))
		return false;
	bef_hlo__explain_group(lower, group, &mark);
	return true;
}
