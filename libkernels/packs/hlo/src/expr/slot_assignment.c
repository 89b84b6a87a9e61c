/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "expr/slot_assignment.h"

struct scratch {
	uint32_t *last_use; /* per value: the step after which it is not needed */
	uint32_t *free;     /* room for each step */
	uint32_t free_count;
};

/* A value from before a loop is needed until the loop's end, if the loop uses it: in the next iteration again. */
static void keep_through_loop(const struct hlo_expr *expr, uint32_t end, struct scratch *scratch)
{
	const uint32_t loop = expr->steps[end].first, first = expr->argument_count + loop;
	for (uint32_t i = loop; i < end; i++) {
		for (uint32_t k = 0; k < expr->steps[i].of->primitive.operand_count; k++) {
			if (expr->steps[i].operands[k] < first)
				scratch->last_use[expr->steps[i].operands[k]] = end;
		}
	}
}

static void find_uses(const struct hlo_expr *expr, struct scratch *scratch)
{
	for (uint32_t i = 0; i < expr->step_count; i++) {
		scratch->last_use[expr->argument_count + i] = i;
		for (uint32_t k = 0; k < expr->steps[i].of->primitive.operand_count; k++)
			scratch->last_use[expr->steps[i].operands[k]] = i;
		if (expr->steps[i].opcode == HLO_STEP_END && expr->steps[expr->steps[i].first].opcode == HLO_STEP_LOOP)
			keep_through_loop(expr, i, scratch);
	}
	for (uint32_t i = 0; i < expr->result_count; i++)
		scratch->last_use[expr->results[i]] = UINT32_MAX;
}

static bool has_slot(const struct hlo_expr_step *step) { return step->opcode != HLO_STEP_SET && !hlo_is_block_step(step->opcode); }

/* A value's slot is free again after the last step that reads it. Constants and repeated arguments keep theirs, and so do values that a loop
 * needs until its end. */
static bool give_slots(struct hlo_expr *expr, struct hlo_expr_step *steps, uint32_t *argument_slots, struct scratch *scratch)
{
	uint32_t first = expr->argument_count;
	expr->slot_count = 0;
	for (uint32_t i = 0; i < first; i++)
		argument_slots[i] = expr->slot_count++;
	for (uint32_t i = 0; i < expr->step_count; i++) {
		struct hlo_expr_step *step = &steps[i];
		bool constant = step->opcode == HLO_OP_constant;
		if (has_slot(step))
			step->slot = !constant && scratch->free_count > 0 ? scratch->free[--scratch->free_count] : expr->slot_count++;
		if (expr->slot_count > HLO_EXPR_SLOTS)
			return false;
		for (uint32_t k = 0; k < step->of->primitive.operand_count; k++) {
			uint32_t value = step->operands[k];
			if (value < first || scratch->last_use[value] != i || steps[value - first].opcode == HLO_OP_constant)
				continue;
			scratch->free[scratch->free_count++] = steps[value - first].slot;
			scratch->last_use[value] = UINT32_MAX; /* an operand may occur twice */
		}
	}
	return true;
}

const char *kernels_hlo__expr_assign_slots(struct hlo_expr *expr, struct hlo_expr_step *steps, uint32_t *argument_slots)
{
	_Static_assert(HLO_EXPR_SLOTS == 8192, "the message has the number");
	const size_t values = (size_t)expr->argument_count + expr->step_count, size = (values + expr->step_count + 1) * sizeof(uint32_t);
	uint32_t *block = async_alloc(expr->allocator, size, _Alignof(uint32_t));
	if (!block)
		return "out of memory";
	struct scratch scratch = { block, block + values, 0 };
	find_uses(expr, &scratch);
	bool good = give_slots(expr, steps, argument_slots, &scratch);
	async_free(expr->allocator, block, size, _Alignof(uint32_t));
	return good ? NULL : "more than 8192 values are needed at one time";
}
