/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* reduce, reduce_window, scatter, select_and_scatter, sort, map: their regions become expressions, or functions that the kernel calls for
 * each element ("call 0 f32 f32; return f32": hlo/steps.h). */
#include "body/body.h"
#include "ops/ops.h"
#include <hlo/steps.h>

#include <string.h>

enum { MOST_BODIES = 2, TYPE_TEXT = 20 };

/* ---- functions */

static bool check_inside(struct bef_hlo__lower *lower, struct mlirbc_op *op)
{
	for (struct mlirbc_op *at = mlirbc_op_next_pre(op, op); at; at = mlirbc_op_next_pre(op, at)) {
		if (bef_hlo__is_exchange(lower, at))
			return bef_hlo__refuse(lower, at, "it cannot be part of the region of '%.*s'", (int)op->name->size, op->name->data);
	}
	return true;
}

/* " f32" for each of the values. */
static bool put_types(struct bef_hlo__lower *lower, const struct mlirbc_type *type, char *text, size_t *size)
{
	const struct mlirbc_type *storage = bef_hlo__storage_type(lower, type);
	const char *name = storage && bef_hlo__is_tensor(storage) ? bef_hlo__dtype_name(bef_hlo__element(storage)) : NULL;
	if (!name || storage->u.shaped.rank != 0)
		return bef_hlo__refuse(lower, lower->op, "its region takes or returns a value that is no scalar");
	text[(*size)++] = ' ';
	memcpy(text + *size, name, strlen(name));
	*size += strlen(name);
	return true;
}

static bool put_text(struct bef_hlo__lower *lower, const struct mlirbc_block *block, uint32_t number, const char *name,
	struct bef_hlo__attrs *attrs)
{
	const uint32_t results = block->last->operand_count;
	char *text = bef_hlo__room(lower, block->argument_count + (size_t)results + 2, TYPE_TEXT);
	static const char begin[] = "call ", middle[] = "; return";
	size_t size = sizeof begin;
	if (!text)
		return false;
	memcpy(text, begin, size - 1);
	text[size - 1] = (char)('0' + number);
	for (uint32_t i = 0; i < block->argument_count; i++) {
		if (!put_types(lower, block->arguments[i].type, text, &size))
			return false;
	}
	memcpy(text + size, middle, sizeof middle - 1);
	size += sizeof middle - 1;
	for (uint32_t i = 0; i < results; i++) {
		if (!put_types(lower, mlirbc_op_operands(block->last)[i].value->type, text, &size))
			return false;
	}
	bef_hlo__attr_text(lower, attrs, name, text, size);
	return true;
}

static bool write_functions(struct bef_hlo__lower *lower, const char *const *names, struct bef_hlo__row *captures,
	struct bef_hlo__attrs *attrs)
{
	struct mlirbc_op *op = bef_hlo__source_op(lower);
	const enum bef_hlo__order order = bef_hlo__about(lower, op)->effects ? BEF_HLO__ORDERED : BEF_HLO__PURE;
	const struct mlirbc_attr *symbols[MOST_BODIES];
	if (!check_inside(lower, op) || !bef_hlo__captured_values(lower, op, captures))
		return false;
	if (captures->count > HLO_MOST_CAPTURES)
		return bef_hlo__refuse(lower, op, "its regions use more than %d values from outside", HLO_MOST_CAPTURES);
	for (uint32_t i = 0; i < op->region_count; i++) {
		const struct mlirbc_block *block = mlirbc_op_regions(op)[i].first;
		if (!block || !block->last)
			return bef_hlo__refuse(lower, op, "a region has no operations");
		symbols[i] = bef_hlo__region_function(lower, op, i, names[i], order, captures);
		if (!symbols[i] || !put_text(lower, block, i, names[i], attrs))
			return false;
	}
	bef_hlo__attr(attrs, "functions", mlirbc_attr_array(lower->context, symbols, op->region_count));
	return true;
}

/* A function computes with storage integers, which are not converted to a wider accumulator. */
static bool check_quantized(struct bef_hlo__lower *lower)
{
	const struct mlirbc_op *op = lower->op;
	for (uint32_t i = 0; i < op->result_count && i < op->operand_count; i++) {
		const struct mlirbc_type *from = bef_hlo__element(mlirbc_op_operands(op)[i].value->type),
					 *to = bef_hlo__element(mlirbc_op_results(op)[i].type);
		if (from != to && (bef_hlo__is_quantized(from) || bef_hlo__is_quantized(to)))
			return bef_hlo__refuse(lower, op, "its region, which is no expression, changes the quantized type");
	}
	return true;
}

bool bef_hlo__write_bodies(struct bef_hlo__lower *lower, const char *const *names, size_t most_captures,
	struct bef_hlo__row *captures, struct bef_hlo__attrs *attrs, bool *out_calls)
{
	const uint32_t count = lower->op->region_count;
	if (count > MOST_BODIES)
		return bef_hlo__refuse(lower, lower->op, "it has %u regions", count);
	*out_calls = !bef_hlo__are_expressions(lower);
	for (uint32_t i = 0; i < count && !*out_calls; i++) {
		if (!bef_hlo__find_captures(lower, i, captures))
			return false;
		*out_calls = captures->count > most_captures;
	}
	if (*out_calls) {
		captures->count = 0;
		return write_functions(lower, names, captures, attrs) && check_quantized(lower);
	}
	for (uint32_t i = 0; i < count; i++) {
		if (!bef_hlo__body(lower, i, names[i], captures, attrs))
			return false;
	}
	return true;
}

/* ---- the operations */

bool bef_hlo__lower_bodies(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	struct bef_hlo__row captures = { NULL, 0, 0 };
	struct bef_hlo__rule own = *rule;
	const struct mlirbc_op *op = lower->op;
	const enum mlirbc_stablehlo_code code = bef_hlo__code(lower, op);
	const char *names[MOST_BODIES] = { "body", "scatter" };
	bool calls;
	if (op->region_count == 2)
		names[0] = "select";
	else if (code == MLIRBC_STABLEHLO_sort)
		names[0] = "comparator";
	if (!bef_hlo__attrs_of_op(lower, rule->skip, &attrs) ||
		!bef_hlo__write_bodies(lower, names, HLO_MOST_CAPTURES, &captures, &attrs, &calls))
		return false;
	const char *kernel = bef_hlo__kernel_name(lower, op);
	if (lower->options.semantics == BEF_SEMANTICS_SPEC && code == MLIRBC_STABLEHLO_scatter)
		kernel = "scatter_spec";
	else if (lower->options.semantics == BEF_SEMANTICS_SPEC && code == MLIRBC_STABLEHLO_reduce_window)
		kernel = "reduce_window_spec";
	own.flags |= calls ? (unsigned)BEF_HLO__STORED : 0u;
	bef_hlo__attr_int(lower, &attrs, "captures", (int64_t)captures.count);
	return bef_hlo__lower_with(lower, kernel, &own, &captures, &attrs);
}
