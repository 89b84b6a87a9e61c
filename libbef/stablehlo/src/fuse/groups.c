/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Groups of a block. The level of a value is the position of the last operation outside of groups that it depends on; operations of
 * one level are one group. A group is made when the operation at its level has been, before any use: it depends on
 * nothing later. So groups cannot depend on each other in a circle, and an operation waits only for operations that precede the
 * last one that it depends on. */
#include "body/expression.h"
#include "fuse/fuse.h"

enum { MOST_OPS = 256 }; /* of a group; expressions have limits */

/* ---- finding */

static struct bef_hlo__place *place_of(const struct bef_hlo__lower *lower, const struct mlirbc_value *value)
{
	return &lower->places[value->number];
}

static uint32_t level_of(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	uint32_t level = 0;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		const struct mlirbc_op *from = mlirbc_value_op(value);
		if (from && from->parent == op->parent && place_of(lower, value)->level > level)
			level = place_of(lower, value)->level;
	}
	return level;
}

static bool join(struct bef_hlo__lower *lower, struct bef_hlo__groups *groups, struct mlirbc_op *op)
{
	struct bef_hlo__place *place = place_of(lower, &mlirbc_op_results(op)[0]);
	place->level = level_of(lower, op);
	struct bef_hlo__group *group = groups->at[place->level].last;
	if (!group || group->ops.count >= MOST_OPS) {
		struct bef_hlo__group *made = bef_hlo__room(lower, 1, sizeof *made);
		if (!made)
			return false;
		made->number = ++lower->group_count;
		groups->at[place->level].last = made;
		*(group ? &group->next : &groups->at[place->level].first) = made;
		group = made;
	}
	place->group = group->number;
	return bef_hlo__push(lower, &group->ops, op);
}

/* A constant has no level: it is in each expression that uses it. */
bool bef_hlo__find_groups(struct bef_hlo__lower *lower, const struct mlirbc_block *block, struct bef_hlo__groups *out)
{
	uint32_t position = 0;
	for (struct mlirbc_op *op = block->first; op; op = op->next)
		position++;
	out->at = bef_hlo__room(lower, position + 1u, sizeof *out->at);
	if (!out->at)
		return false;
	position = 0;
	for (struct mlirbc_op *op = block->first; op && op->next; op = op->next) {
		position++;
		if (bef_hlo__is_scalar_op(op)) {
			if (!join(lower, out, op))
				return false;
			continue;
		}
		for (uint32_t i = 0; i < op->result_count && !bef_hlo__is_inline_constant(op); i++)
			place_of(lower, &mlirbc_op_results(op)[i])->level = position;
	}
	return true;
}

/* ---- members and others */

static uint32_t group_of(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	return op->result_count == 1 && op->region_count == 0 ? place_of(lower, &mlirbc_op_results(op)[0])->group : 0;
}

/* Whether something uses the result other than members of the group; 0: other than any group's members of the same block. */
static bool is_used_outside(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, uint32_t number)
{
	for (struct mlirbc_operand *use = mlirbc_op_results(op)[0].first_use; use; use = mlirbc_operand_next(use)) {
		const struct mlirbc_op *user = mlirbc_operand_owner(use);
		const uint32_t other = group_of(lower, user);
		if (user->parent != op->parent || other == 0 || (number && other != number))
			return true;
	}
	return false;
}

bool bef_hlo__is_grouped(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	return bef_hlo__is_inline_constant(op) ? !is_used_outside(lower, op, 0) : group_of(lower, op) != 0;
}

static const struct mlirbc_op *constant_operand(const struct mlirbc_op *op, uint32_t i)
{
	const struct mlirbc_op *from = mlirbc_value_op(mlirbc_op_operands(op)[i].value);
	return from && bef_hlo__is_inline_constant(from) ? from : NULL;
}

bool bef_hlo__is_alone(const struct bef_hlo__group *group)
{
	const struct mlirbc_op *op = group->ops.items[0];
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (constant_operand(op, i))
			return false;
	}
	return group->ops.count == 1;
}

/* ---- the kernel */

/* Values that the group uses and does not compute, each once. */
static bool find_operands(struct bef_hlo__lower *lower, const struct bef_hlo__group *group, struct bef_hlo__row *out)
{
	lower->generation++;
	for (size_t k = 0; k < group->ops.count; k++) {
		const struct mlirbc_op *op = group->ops.items[k];
		for (uint32_t i = 0; i < op->operand_count; i++) {
			struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
			if (!constant_operand(op, i) && place_of(lower, value)->group != group->number &&
				!bef_hlo__push_once(lower, out, value))
				return false;
		}
	}
	return true;
}

static bool find_results(struct bef_hlo__lower *lower, const struct bef_hlo__group *group, struct bef_hlo__row *out)
{
	for (size_t k = 0; k < group->ops.count; k++) {
		struct mlirbc_op *op = group->ops.items[k];
		if (is_used_outside(lower, op, group->number) && !bef_hlo__push(lower, out, mlirbc_op_results(op)))
			return false;
	}
	return true;
}

/* The step, and before it those of its constants. */
static bool put_op(struct bef_hlo__expression *body, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_op *constant = constant_operand(op, i);
		if (constant && !bef_hlo__expression_defines(body, mlirbc_op_results(constant)) &&
			!bef_hlo__expression_step(body, constant))
			return false;
	}
	return bef_hlo__expression_step(body, op);
}

static bool put_group(struct bef_hlo__lower *lower, const struct bef_hlo__group *group, const struct bef_hlo__row *operands,
	const struct bef_hlo__row *results, struct bef_hlo__attrs *attrs)
{
	struct bef_hlo__expression body;
	bool ok = true;
	bef_hlo__expression_begin(lower, true, &body);
	for (size_t i = 0; i < operands->count && ok; i++)
		ok = bef_hlo__expression_argument(&body, operands->items[i]);
	bef_hlo__expression_end_arguments(&body);
	for (size_t i = 0; i < group->ops.count && ok; i++)
		ok = put_op(&body, group->ops.items[i]);
	bef_hlo__expression_begin_return(&body);
	for (size_t i = 0; i < results->count && ok; i++)
		ok = bef_hlo__expression_return(&body, results->items[i]);
	bef_hlo__expression_attr(&body, "body", attrs);
	return ok;
}

bool bef_hlo__emit_group(struct bef_hlo__lower *lower, const struct bef_hlo__group *group)
{
	struct bef_hlo__row from = { NULL, 0, 0 }, to = { NULL, 0, 0 };
	struct bef_hlo__attrs attrs = { .count = 0 };
	lower->op = group->ops.items[0];
	if (!find_operands(lower, group, &from) || !find_results(lower, group, &to))
		return false;
	struct bef_hlo__value *operands = bef_hlo__room(lower, from.count, sizeof *operands);
	struct bef_hlo__value *results = bef_hlo__room(lower, to.count, sizeof *results);
	if (!operands || !results)
		return false;
	for (size_t i = 0; i < from.count; i++)
		operands[i] = bef_hlo__get(lower, from.items[i]);
	for (size_t i = 0; i < to.count; i++)
		results[i].type = ((struct mlirbc_value *)to.items[i])->type;
	if (to.count == 0)
		return true; /* nothing uses what it computes */
	if (!put_group(lower, group, &from, &to, &attrs) ||
		!bef_hlo__emit(lower, "fused", operands, from.count, results, to.count, &attrs))
		return false;
	for (size_t i = 0; i < to.count; i++)
		bef_hlo__set(lower, to.items[i], results[i].value);
	return true;
}
