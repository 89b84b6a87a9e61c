/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations whose kernel has the same operands, results and attributes. */
#include "body/expression.h"
#include "fuse/fuse.h"
#include "ops/ops.h"

#include <stdio.h>

const struct mlirbc_type *bef_hlo__result_type(struct bef_hlo__lower *lower, uint32_t index)
{
	return bef_hlo__storage_type(lower, mlirbc_op_results(lower->op)[index].type);
}

bool bef_hlo__set_result(struct bef_hlo__lower *lower, struct bef_hlo__value value)
{
	if (!value.value)
		return false;
	bef_hlo__set(lower, &mlirbc_op_results(bef_hlo__source_op(lower))[0], value.value);
	return true;
}

/* ---- quantized types */

static bool any_quantized(const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (bef_hlo__is_quantized(mlirbc_op_operands(op)[i].value->type))
			return true;
	}
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (bef_hlo__is_quantized(mlirbc_op_results(op)[i].type))
			return true;
	}
	return false;
}

/* Whether all quantized values have the same parameters, as far as one element type can differ from another: per axis, the axis
 * moves with the elements. */
static bool same_parameters(struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	struct mlirbc_stablehlo_quantized first = { .count = 0 }, other;
	for (uint32_t i = 0; i < op->operand_count + op->result_count; i++) {
		const struct mlirbc_type *type = i < op->operand_count ? mlirbc_op_operands(op)[i].value->type
								       : mlirbc_op_results(op)[i - op->operand_count].type;
		if (!bef_hlo__is_quantized(type))
			continue;
		if (mlirbc_stablehlo_quantized(lower->context, bef_hlo__element(type), &other) != MLIRBC_OK)
			return false;
		if (first.count == 0)
			first = other;
		else if (first.storage != other.storage || first.count != other.count)
			return false;
		for (size_t k = 0; k < first.count; k++) {
			if (first.scales[k] != other.scales[k] || first.zero_points[k] != other.zero_points[k])
				return false;
		}
	}
	return true;
}

bool bef_hlo__dequantize_operands(struct bef_hlo__lower *lower, struct bef_hlo__value *operands)
{
	for (uint32_t i = 0; i < lower->op->operand_count; i++) {
		const struct mlirbc_type *type = mlirbc_op_operands(lower->op)[i].value->type;
		if (bef_hlo__is_quantized(type))
			operands[i] = bef_hlo__dequantize(lower, operands[i], type);
		if (!operands[i].value)
			return false;
	}
	return true;
}

static bool expressed_result(struct bef_hlo__lower *lower, const struct mlirbc_type *type, const struct mlirbc_type **out)
{
	struct mlirbc_stablehlo_quantized quantized;
	*out = type;
	if (!bef_hlo__is_quantized(type))
		return true;
	enum mlirbc_status status = mlirbc_stablehlo_quantized(lower->context, bef_hlo__element(type), &quantized);
	if (!bef_hlo__ok(lower, status, NULL))
		return false;
	*out = bef_hlo__with_element(lower, type, quantized.expressed);
	return *out != NULL;
}

/* ---- the operation */

bool bef_hlo__set_results(struct bef_hlo__lower *lower, struct bef_hlo__value *results, bool arithmetic)
{
	struct mlirbc_op *op = bef_hlo__source_op(lower);
	for (uint32_t i = 0; i < op->result_count; i++) {
		struct mlirbc_value *result = &mlirbc_op_results(op)[i];
		if (arithmetic && bef_hlo__is_quantized(result->type))
			results[i] = bef_hlo__quantize(lower, results[i], result->type);
		if (!results[i].value)
			return false;
		bef_hlo__set(lower, result, results[i].value);
	}
	return true;
}

/* A product together with the group that uses it. */
static bool lower_product(struct bef_hlo__lower *lower, const char *name, const struct bef_hlo__value *operands, size_t count,
	struct bef_hlo__attrs *attrs)
{
	char fused[64];
	snprintf(fused, sizeof fused, "%s_fused", name);
	return bef_hlo__emit_product(lower, fused, operands, count, attrs);
}

bool bef_hlo__lower_with(struct bef_hlo__lower *lower, const char *name, const struct bef_hlo__rule *rule,
	const struct bef_hlo__row *more, struct bef_hlo__attrs *attrs)
{
	const struct mlirbc_op *op = lower->op;
	const size_t more_count = more ? more->count : 0, operand_count = op->operand_count + more_count;
	const bool arithmetic =
		any_quantized(op) && !(rule->flags & BEF_HLO__STORED) && !((rule->flags & BEF_HLO__MOVES) && same_parameters(lower, op));
	struct bef_hlo__value *operands = bef_hlo__scratch(lower, operand_count, sizeof *operands);
	struct bef_hlo__value *results = bef_hlo__scratch(lower, op->result_count, sizeof *results);
	if (!operands || !results || !bef_hlo__operands(lower, operands) ||
		(arithmetic && !bef_hlo__dequantize_operands(lower, operands)))
		return false;
	for (size_t i = 0; i < more_count; i++)
		operands[op->operand_count + i] = bef_hlo__get(lower, more->items[i]);
	if (lower->epilogue)
		return lower_product(lower, name, operands, operand_count, attrs);
	for (uint32_t i = 0; i < op->result_count; i++) {
		results[i].type = bef_hlo__result_type(lower, i);
		if (!results[i].type ||
			(arithmetic && !expressed_result(lower, mlirbc_op_results(op)[i].type, &results[i].type)))
			return false;
	}
	return bef_hlo__emit(lower, name, operands, operand_count, results, op->result_count, attrs) &&
	       bef_hlo__set_results(lower, results, arithmetic);
}

/* ---- side effects */

struct bef_hlo__value bef_hlo__effects(struct bef_hlo__lower *lower)
{
	return (struct bef_hlo__value){ bef_hlo__merge(lower, &lower->tokens), bef_hlo__token_type(lower) };
}

bool bef_hlo__set_effects(struct bef_hlo__lower *lower, struct mlirbc_value *chain)
{
	lower->tokens = (struct bef_hlo__row){ NULL, 0, 0 };
	return bef_hlo__push(lower, &lower->tokens, chain);
}

bool bef_hlo__ordered_operands(struct bef_hlo__lower *lower, bool effects, const struct bef_hlo__row *captures,
	struct bef_hlo__value **out, size_t *out_count)
{
	const size_t captured = captures ? captures->count : 0;
	struct bef_hlo__value *list = *out = bef_hlo__room(lower, lower->op->operand_count + captured + 1, sizeof *list);
	if (!list || !bef_hlo__operands(lower, list))
		return false;
	list += lower->op->operand_count;
	if (effects)
		*list++ = bef_hlo__effects(lower);
	for (size_t i = 0; i < captured; i++)
		*list++ = bef_hlo__get(lower, captures->items[i]);
	*out_count = (size_t)(list - *out);
	for (size_t i = 0; i < *out_count; i++) {
		if (!(*out)[i].value || !(*out)[i].type)
			return false;
	}
	return true;
}

bool bef_hlo__lower_ordered(struct bef_hlo__lower *lower, const char *name, const struct bef_hlo__value *operands,
	size_t operand_count, bool effects, struct bef_hlo__attrs *attrs)
{
	struct mlirbc_op *op = bef_hlo__source_op(lower);
	const size_t count = op->result_count + (size_t)effects;
	struct bef_hlo__value *results = bef_hlo__room(lower, count, sizeof *results);
	if (!results)
		return false;
	for (uint32_t i = 0; i < op->result_count; i++)
		results[i].type = bef_hlo__result_type(lower, i);
	if (effects)
		results[count - 1].type = bef_hlo__token_type(lower);
	if (!bef_hlo__emit(lower, name, operands, operand_count, results, count, attrs))
		return false;
	return bef_hlo__set_results(lower, results, false) && (!effects || bef_hlo__set_effects(lower, results[count - 1].value));
}

/* An element-wise operation as an expression, whose steps have forms that single kernels do not have. */
static bool lower_step(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	struct bef_hlo__expression body;
	bef_hlo__expression_begin(lower, true, &body);
	bool ok = true;
	for (uint32_t i = 0; i < lower->op->operand_count; i++)
		ok = ok && bef_hlo__expression_argument(&body, mlirbc_op_operands(lower->op)[i].value);
	bef_hlo__expression_end_arguments(&body);
	ok = ok && bef_hlo__expression_step(&body, lower->op);
	bef_hlo__expression_begin_return(&body);
	ok = ok && bef_hlo__expression_return(&body, mlirbc_op_results(lower->op));
	bef_hlo__expression_attr(&body, "body", &attrs);
	return ok && bef_hlo__lower_with(lower, "fused", rule, NULL, &attrs);
}

bool bef_hlo__lower_generic(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	if (bef_hlo__has_spec(lower, lower->op))
		return lower_step(lower, rule);
	return bef_hlo__attrs_of_op(lower, rule->skip, &attrs) &&
	       bef_hlo__lower_with(lower, bef_hlo__kernel_name(lower, lower->op), rule, NULL, &attrs);
}
