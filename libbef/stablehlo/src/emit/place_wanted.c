/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which values of loops and branches stay on the device. A loop keeps there the carried values that its body uses and makes there, those
 * that it uses there and returns unchanged, and the captures that it uses there. A branch keeps there the operands that one of its functions
 * uses there, and the results that one of them makes there. */
#include "emit/place.h"

#include <hlo/device.h>

#define NEAR 2 /* operations between a move and one that computes */

/* ---- operations */

static bool is_near(const struct bef_hlo__placing *place, const struct mlirbc_op *op, uint32_t depth);

/* Whether the operation is for the device: it computes there, or moves elements for one that does. */
static bool computes_there(const struct bef_hlo__placing *place, const struct mlirbc_op *op, uint32_t depth)
{
	const enum bef_hlo__fit fit = bef_hlo__place_fit(place, op);
	return fit == BEF_HLO__COMPUTES || (fit == BEF_HLO__MOVES && depth > 0 && is_near(place, op, depth - 1));
}

/* The value of which this one is a reshape, or itself. */
static const struct mlirbc_value *before_reshapes(const struct mlirbc_value *value)
{
	const struct mlirbc_op *op;
	while (!value->is_argument && mlirbc_op_is(op = mlirbc_value_op(value), "hlo.reshape") && op->operand_count == 1)
		value = mlirbc_op_operands(op)[0].value;
	return value;
}

static bool is_near(const struct bef_hlo__placing *place, const struct mlirbc_op *op, uint32_t depth)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *value = before_reshapes(mlirbc_op_operands(op)[i].value);
		if (!value->is_argument && computes_there(place, mlirbc_value_op(value), depth))
			return true;
	}
	for (const struct mlirbc_operand *use = mlirbc_op_results(op)->first_use; use; use = mlirbc_operand_next(use)) {
		if (computes_there(place, mlirbc_operand_owner(use), depth))
			return true;
	}
	return false;
}

static bool is_there(const struct bef_hlo__placing *place, const struct mlirbc_op *op) { return computes_there(place, op, NEAR); }

/* The loop or branch that the operation is, if it wants something on the device. */
static const struct bef_hlo__caller *region_of(const struct bef_hlo__placing *place, const struct mlirbc_op *op)
{
	const struct bef_hlo__caller *caller = bef_hlo__place_caller(place, op);
	return caller && caller->wanted && caller->op == op ? caller : NULL;
}

/* ---- values */

/* Whether an operation of the device, or a loop or branch inside, uses the value there, or an index that is computed from it. */
static bool is_used_there(const struct bef_hlo__placing *place, const struct mlirbc_value *value, uint32_t depth)
{
	for (const struct mlirbc_operand *use = value->first_use; use; use = mlirbc_operand_next(use)) {
		const struct mlirbc_op *op = mlirbc_operand_owner(use);
		const struct bef_hlo__caller *region = region_of(place, op);
		if (region ? region->wanted[use - mlirbc_op_operands(op)] : is_there(place, op))
			return true;
		for (uint32_t i = 0; depth > 0 && i < op->result_count && bef_hlo__place_fit(place, op) == BEF_HLO__INDEXES; i++) {
			if (is_used_there(place, &mlirbc_op_results(op)[i], depth - 1))
				return true;
		}
	}
	return false;
}

/* Whether a value of the function of `caller` is made there. */
static bool is_made_there(
	const struct bef_hlo__placing *place, const struct bef_hlo__caller *caller, const struct mlirbc_value *value, uint32_t depth)
{
	value = before_reshapes(value);
	if (value->is_argument)
		return caller->wanted[caller->first + value->index];
	const struct mlirbc_op *op = mlirbc_value_op(value);
	const struct bef_hlo__caller *region = region_of(place, op);
	if (region)
		return region->wanted[region->operand_count + value->index];
	for (uint32_t i = 0; depth > 0 && i < op->operand_count && bef_hlo__place_fit(place, op) == BEF_HLO__INDEXES; i++) {
		if (is_made_there(place, caller, mlirbc_op_operands(op)[i].value, depth - 1))
			return true;
	}
	return is_there(place, op);
}

static struct mlirbc_block *body_of(const struct bef_hlo__caller *caller) { return mlirbc_op_regions(caller->function)->first; }

/* ---- loops */

/* The numbers of operands that the host reads. */
static bool is_of_condition(const struct mlirbc_op *op, uint32_t operand)
{
	const struct mlirbc_attr *list = mlirbc_op_attr(op, "condition_operands");
	for (size_t i = 0; list && list->kind == MLIRBC_ATTR_ARRAY && i < list->u.array.count; i++) {
		if (list->u.array.data[i]->kind == MLIRBC_ATTR_INTEGER && list->u.array.data[i]->u.number.words[0] == operand)
			return true;
	}
	return false;
}

/* Operand i, and the result of this number. A single integer that is captured goes there with each launch. */
static bool loop_wants(const struct bef_hlo__placing *place, const struct bef_hlo__caller *caller, const int64_t *type, uint32_t i)
{
	const struct mlirbc_block *body = body_of(caller);
	if (i >= caller->operand_count)
		return i - caller->operand_count < caller->operand_count && caller->wanted[i - caller->operand_count];
	const struct mlirbc_value *argument = &body->arguments[i];
	if (is_of_condition(caller->op, i) || !is_used_there(place, argument, NEAR))
		return false;
	if (i >= caller->op->result_count)
		return !bef_hlo__is_index_type(type) && !bef_hlo__place_constant(place, argument);
	const struct mlirbc_value *returned = mlirbc_op_operands(body->last)[i].value;
	return returned == argument || is_made_there(place, caller, returned, NEAR);
}

/* ---- branches */

/* Whether one of the functions makes the result there. */
static bool branch_makes(const struct bef_hlo__placing *place, const struct bef_hlo__caller *caller, uint32_t result)
{
	for (; caller; caller = caller->next) {
		if (is_made_there(place, caller, mlirbc_op_operands(body_of(caller)->last)[result].value, NEAR))
			return true;
	}
	return false;
}

static bool returns_there(const struct bef_hlo__caller *caller, const struct mlirbc_value *argument)
{
	const struct mlirbc_op *last = body_of(caller)->last;
	for (uint32_t i = 0; i < last->operand_count; i++) {
		if (mlirbc_op_operands(last)[i].value == argument && caller->wanted[caller->operand_count + i])
			return true;
	}
	return false;
}

static bool branch_wants(const struct bef_hlo__placing *place, const struct bef_hlo__caller *caller, const int64_t *type, uint32_t i)
{
	(void)type;
	if (i >= caller->operand_count)
		return branch_makes(place, caller, i - caller->operand_count);
	if (i < caller->first || bef_hlo__place_constant(place, &body_of(caller)->arguments[i - caller->first]))
		return false;
	for (; caller; caller = caller->next) {
		const struct mlirbc_value *argument = &body_of(caller)->arguments[i - caller->first];
		if (is_used_there(place, argument, NEAR) || returns_there(caller, argument))
			return true;
	}
	return false;
}

/* ---- all */

static uint32_t functions_of(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *list = mlirbc_op_attr(op, "branches");
	return mlirbc_op_is(op, "hlo.while_condition") ? 1 : list && list->kind == MLIRBC_ATTR_ARRAY ? (uint32_t)list->u.array.count : 2;
}

/* Whether the function fits the operation, whose values devices may have. */
static bool fits(const struct bef_hlo__caller *caller)
{
	const struct mlirbc_op *op = caller->op;
	if (!op || caller->function->region_count != 1 || mlirbc_op_regions(caller->function)->block_count != 1)
		return false;
	const struct mlirbc_block *body = body_of(caller);
	return body->argument_count == op->operand_count - caller->first && body->last && mlirbc_op_is(body->last, "tfrt.return") &&
	       body->last->operand_count == op->result_count && (caller->first > 0 || op->result_count <= op->operand_count);
}

/* Whether the caller is the first function of a loop of this form, or of a branch. */
static bool is_region(const struct bef_hlo__placing *place, const struct bef_hlo__caller *caller)
{
	uint32_t count = 0;
	if (!caller->op || bef_hlo__place_caller(place, caller->op) != caller)
		return false;
	for (const struct bef_hlo__caller *other = caller; other; other = other->next) {
		if (!fits(other))
			return false;
		count++;
	}
	return count == functions_of(caller->op);
}

/* Adds values that are wanted. *out_more: there are. False after a failure. */
static bool choose(struct bef_hlo__placing *place, struct bef_hlo__caller *caller, bool *out_more)
{
	struct bef_hlo__placed types;
	if (!is_region(place, caller) || !bef_hlo__read_types(caller->op, &types))
		return true;
	const size_t count = (size_t)caller->operand_count + caller->op->result_count;
	bool *wanted = caller->wanted ? caller->wanted : bef_hlo__room(place->lower, count + 1, sizeof *wanted);
	if (!wanted)
		return false;
	bool any = caller->wanted != NULL;
	for (struct bef_hlo__caller *other = caller; other; other = other->next)
		other->wanted = wanted;
	for (size_t i = 0, at = 0; i < count; at += 2 + (size_t)types.words[at + 1], i++) {
		if (wanted[i] || !hlo_device_has_type((enum kernels_dtype)types.words[at], !place->lower->options.device_without_f64) ||
			!(caller->first ? branch_wants : loop_wants)(place, caller, types.words + at, (uint32_t)i))
			continue;
		wanted[i] = any = *out_more = true;
	}
	for (struct bef_hlo__caller *other = caller; other && !any; other = other->next)
		other->wanted = NULL;
	return true;
}

/* A region may want what one inside wants, and a carried value what another one is on the device. */
bool bef_hlo__place_regions(struct bef_hlo__placing *place)
{
	for (bool more = true; more;) {
		more = false;
		for (size_t i = place->callers.count; i-- > 0;) {
			if (!choose(place, place->callers.items[i], &more))
				return false;
		}
	}
	return true;
}
