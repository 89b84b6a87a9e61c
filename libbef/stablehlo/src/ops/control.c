/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* while, if, case and calls. Side effects are ordered by a chain that is one more operand and result. */
#include "ops/ops.h"

#include <mlirbc/edit.h>
#include <mlirbc/rewrite.h>
#include <string.h>

/* ---- captures */

bool bef_hlo__captured_values(struct bef_hlo__lower *lower, struct mlirbc_op *op, struct bef_hlo__row *out)
{
	const struct bef_hlo__about *about = bef_hlo__about(lower, op);
	lower->generation++;
	for (struct mlirbc_op *at = mlirbc_op_next_pre(op, op); at; at = mlirbc_op_next_pre(op, at)) {
		for (uint32_t i = 0; i < at->operand_count; i++) {
			struct mlirbc_value *value = mlirbc_op_operands(at)[i].value;
			if (value && (value->number < about->first || value->number >= about->last) &&
				!bef_hlo__push_once(lower, out, value))
				return false;
		}
	}
	return true;
}

/* ---- while */

static bool region_has_effects(const struct bef_hlo__lower *lower, struct mlirbc_op *op, uint32_t region)
{
	for (struct mlirbc_op *at = mlirbc_op_regions(op)[region].first ? mlirbc_op_regions(op)[region].first->first : NULL; at;
		at = at->next) {
		if (bef_hlo__about(lower, at)->effects)
			return true;
	}
	return false;
}

/* The condition gets the chain of effects like the body. */
bool bef_hlo__lower_while(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct mlirbc_op *op = bef_hlo__source_op(lower);
	struct bef_hlo__row captures = { NULL, 0, 0 };
	struct bef_hlo__attrs attrs = { .count = 0 };
	const struct mlirbc_attr *condition = NULL;
	const bool effects = bef_hlo__about(lower, op)->effects;
	struct bef_hlo__value *operands;
	size_t count;
	bool written;
	(void)rule;
	if (!bef_hlo__captured_values(lower, op, &captures) || !bef_hlo__ordered_operands(lower, effects, &captures, &operands, &count))
		return false;
	if (region_has_effects(lower, op, 0))
		return bef_hlo__ordered_while(lower, op, operands, &captures);
	if (!effects && bef_hlo__write_scalar_loop(lower, op, &captures, &attrs))
		return bef_hlo__lower_ordered(lower, "while_scalars", operands, count, false, &attrs);
	attrs.count = 0;
	if (!bef_hlo__write_condition(lower, op, &captures, op->operand_count + (size_t)effects, &attrs, &written))
		return false;
	if (!written)
		condition = bef_hlo__region_function(lower, op, 0, "cond", effects ? BEF_HLO__TAKES : BEF_HLO__PURE, &captures);
	const struct mlirbc_attr *body = condition || written ? bef_hlo__region_function(lower, op, 1, "body", effects ? BEF_HLO__ORDERED : BEF_HLO__PURE, &captures) : NULL;
	if (!body)
		return false;
	bef_hlo__attr(&attrs, "body", body);
	bef_hlo__attr_int(lower, &attrs, "captures", (int64_t)captures.count);
	if (!written)
		bef_hlo__attr(&attrs, "cond", condition);
	return bef_hlo__lower_ordered(
		lower, written ? "while_condition" : "while", operands, count, effects, &attrs);
}

/* ---- if, case */

bool bef_hlo__lower_if(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct mlirbc_op *op = bef_hlo__source_op(lower);
	struct bef_hlo__row captures = { NULL, 0, 0 };
	struct bef_hlo__attrs attrs = { .count = 0 };
	const bool effects = bef_hlo__about(lower, op)->effects, cases = bef_hlo__is(lower, op, MLIRBC_STABLEHLO_case);
	const struct mlirbc_attr **branches = bef_hlo__room(lower, op->region_count, sizeof *branches);
	struct bef_hlo__value *operands;
	size_t count;
	bool ok = true;
	(void)rule;
	if (!branches || !bef_hlo__captured_values(lower, op, &captures) ||
		!bef_hlo__ordered_operands(lower, effects, &captures, &operands, &count))
		return false;
	for (uint32_t i = 0; i < op->region_count; i++) {
		const char *role = cases ? "branch" : i ? "false" : "true";
		lower->branches++;
		branches[i] = bef_hlo__region_function(lower, op, i, role, effects ? BEF_HLO__ORDERED : BEF_HLO__PURE, &captures);
		lower->branches--;
		ok = ok && branches[i];
		if (bef_hlo__is_over(lower))
			return false;
	}
	if (!ok) /* after the reports of all branches */
		return false;
	if (cases) {
		bef_hlo__attr(&attrs, "branches", mlirbc_attr_array(lower->context, branches, op->region_count));
		return bef_hlo__lower_ordered(lower, "case", operands, count, effects, &attrs);
	}
	bef_hlo__attr(&attrs, "false_branch", branches[1]);
	bef_hlo__attr(&attrs, "true_branch", branches[0]);
	return bef_hlo__lower_ordered(lower, "if", operands, count, effects, &attrs);
}

/* ---- operations in branches that cannot run */

/* Functions for regions of the operation that were not completed when it was refused. */
static bool erase_incomplete(struct bef_hlo__lower *lower)
{
	struct mlirbc_op *op = mlirbc_module_symbols(lower->builder.module)->last;
	for (struct mlirbc_op *before; op && op != lower->builder.block->parent->parent; op = before) {
		before = op->prev;
		const struct mlirbc_block *block = op->region_count ? mlirbc_op_regions(op)->first : NULL;
		if (block && (!block->last || !mlirbc_op_is(block->last, "tfrt.return")) &&
			!bef_hlo__ok(lower, mlirbc_op_erase(op), NULL))
			return false;
	}
	return true;
}

bool bef_hlo__emit_refused(struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	const bool effects = bef_hlo__about(lower, op)->effects;
	struct bef_hlo__value *results = bef_hlo__room(lower, op->result_count + (size_t)effects, sizeof *results);
	const struct mlirbc_value *values = mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op);
	size_t count = 0;
	if (!results || !erase_incomplete(lower))
		return false;
	lower->op = op;
	for (uint32_t i = 0; i < op->result_count; i++) { /* others have no values, so what uses them is refused too */
		if (!bef_hlo__get(lower, &values[i]).value && bef_hlo__program_type(lower, values[i].type))
			results[count++].type = bef_hlo__storage_type(lower, values[i].type);
	}
	if (effects)
		results[count++].type = bef_hlo__token_type(lower);
	if (count == 0)
		return true;
	bef_hlo__attr_text(lower, &attrs, "message", lower->refused.message, strlen(lower->refused.message));
	if (!bef_hlo__emit(lower, "unsupported", NULL, 0, results, count, &attrs))
		return false;
	for (uint32_t i = 0, k = 0; i < op->result_count; i++) {
		if (!bef_hlo__get(lower, &values[i]).value && bef_hlo__program_type(lower, values[i].type))
			bef_hlo__set(lower, &values[i], results[k++].value);
	}
	return !effects || bef_hlo__set_effects(lower, results[count - 1].value);
}

/* ---- calls that were not inlined */

bool bef_hlo__lower_call(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct mlirbc_op *op = bef_hlo__source_op(lower), *call;
	const struct mlirbc_attr *symbol = mlirbc_op_attr(op, "callee");
	struct bef_hlo__function *callee = symbol ? bef_hlo__function(lower, op, symbol) : NULL;
	(void)rule;
	if (!callee)
		return bef_hlo__fail(lower, BEF_E_CORRUPT, op, "the function that it calls does not exist");
	struct mlirbc_value **operands = bef_hlo__room(lower, op->operand_count, sizeof *operands);
	const struct mlirbc_type **types = bef_hlo__room(lower, op->result_count + 1u, sizeof *types);
	if (!operands || !types)
		return false;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		operands[i] = bef_hlo__get(lower, mlirbc_op_operands(op)[i].value).value;
		if (!operands[i])
			return false;
	}
	for (uint32_t i = 0; i < op->result_count; i++)
		types[i] = bef_hlo__program_type(lower, mlirbc_op_results(op)[i].type);
	types[op->result_count] = lower->chain;
	const struct mlirbc_build_attr attr = { "callee",
		mlirbc_attr_symbol(lower->context, callee->name->data, callee->name->size) };
	const struct mlirbc_build_op spec = { .name = "tfrt.call", .operands = operands, .operand_count = op->operand_count,
		.results = types, .result_count = op->result_count + (size_t)callee->effects, .attrs = &attr, .attr_count = 1 };
	if (!bef_hlo__plain_op(lower, &spec, &call))
		return false;
	for (uint32_t i = 0; i < op->result_count; i++)
		bef_hlo__set(lower, &mlirbc_op_results(op)[i], &mlirbc_op_results(call)[i]);
	return !callee->effects || bef_hlo__push(lower, &lower->tokens, &mlirbc_op_results(call)[op->result_count]);
}
