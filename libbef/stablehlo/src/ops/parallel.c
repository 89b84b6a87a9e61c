/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations between processes, and with the host. They are ordered by a chain, the last operand and the last result: a
 * process gives and takes in the order of the program. */
#include "ops/ops.h"

#include <mlirbc/stablehlo_origin.h>
#include <stdlib.h>
#include <string.h>

static bool emit_ordered(struct bef_hlo__lower *lower, const char *name, struct bef_hlo__attrs *attrs)
{
	struct bef_hlo__value *operands;
	size_t count;
	return bef_hlo__ordered_operands(lower, true, NULL, &operands, &count) &&
	       bef_hlo__lower_ordered(lower, name, operands, count, true, attrs);
}

/* ---- attributes */

/* The number in #stablehlo.channel_handle<handle = 1, type = 0>; 0: there is none. */
static int64_t channel_of(const struct mlirbc_op *op)
{
	static const char key[] = "handle = ";
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, "channel_handle");
	if (!attr || attr->kind != MLIRBC_ATTR_DIALECT)
		return 0;
	const struct mlirbc_string *text = attr->u.dialect.text;
	for (size_t i = 0; i + sizeof key <= text->size; i++) {
		char digits[24];
		size_t size = text->size - i - (sizeof key - 1);
		if (memcmp(text->data + i, key, sizeof key - 1) != 0)
			continue;
		size = size < sizeof digits - 1 ? size : sizeof digits - 1;
		memcpy(digits, text->data + i + sizeof key - 1, size);
		digits[size] = '\0';
		return strtoll(digits, NULL, 10);
	}
	return 0;
}

/* replica_groups and group_size, the numbers of a row, from a dense attribute of rank 2 with elements i64. */
static bool add_groups(struct bef_hlo__lower *lower, const struct mlirbc_attr *groups, struct bef_hlo__attrs *attrs)
{
	const struct mlirbc_type *type = groups && groups->kind == MLIRBC_ATTR_DENSE ? groups->type : NULL;
	const uint64_t stored = type ? groups->u.dense.count : 0;
	const size_t size = stored ? groups->u.dense.size / stored : 8;
	if (!type || type->u.shaped.rank != 2 || size != 8)
		return bef_hlo__refuse(lower, lower->op, "its replica_groups are no matrix of i64");
	const int64_t rows = type->u.shaped.dims[0], row = type->u.shaped.dims[1];
	if (row > 0 && rows > INT32_MAX / row)
		return bef_hlo__refuse(lower, lower->op, "its replica_groups have too many numbers");
	const size_t count = (size_t)(rows * row);
	int64_t *numbers = bef_hlo__room(lower, count, sizeof *numbers);
	if (!numbers)
		return false;
	for (size_t i = 0; i < count; i++) {
		const uint8_t *from = groups->u.dense.data + (groups->u.dense.splat ? 0 : 8 * i);
		uint64_t number = 0;
		for (int k = 7; k >= 0; k--)
			number = number << 8 | from[k];
		numbers[i] = (int64_t)number;
	}
	bef_hlo__attr_ints(lower, attrs, "replica_groups", numbers, count);
	bef_hlo__attr_int(lower, attrs, "group_size", count ? row : 0);
	return true;
}

/* The attributes of lower->op that have plain values, and channel_id. */
static bool plain_attrs(struct bef_hlo__lower *lower, const char *skip, struct bef_hlo__attrs *attrs)
{
	attrs->count = 0;
	if (!bef_hlo__attrs_of_op(lower, skip, attrs))
		return false;
	bef_hlo__attr_int(lower, attrs, "channel_id", channel_of(lower->op));
	return true;
}

/* ---- collective operations */

/* Operands and results with the element types that the body computes with: not quantized, and wide enough for the results. */
static bool find_values(
	struct bef_hlo__lower *lower, bool arithmetic, struct bef_hlo__value *operands, struct bef_hlo__value *results)
{
	const struct mlirbc_op *op = lower->op;
	if (!bef_hlo__operands(lower, operands))
		return false;
	for (uint32_t i = 0; i < op->result_count; i++)
		results[i].type = bef_hlo__result_type(lower, i);
	for (uint32_t i = 0; arithmetic && i < op->result_count && i < op->operand_count; i++) {
		const struct mlirbc_type *from = mlirbc_op_operands(op)[i].value->type, *to = mlirbc_op_results(op)[i].type;
		if (bef_hlo__is_quantized(from))
			operands[i] = bef_hlo__dequantize(lower, operands[i], from);
		if (!operands[i].value || !results[i].type)
			return false;
		if (bef_hlo__is_quantized(to))
			results[i].type = bef_hlo__with_element(lower, results[i].type, bef_hlo__element(operands[i].type));
		else
			operands[i] = bef_hlo__convert(lower, operands[i], bef_hlo__element(to));
	}
	return true;
}

/* An operation of an async_start has one more token: the operations behind it wait for its start only. */
static bool emit_collective(struct bef_hlo__lower *lower, const char *name, bool arithmetic, const struct bef_hlo__row *captures,
	struct bef_hlo__attrs *attrs)
{
	struct mlirbc_op *op = bef_hlo__source_op(lower);
	const bool starts = mlirbc_op_attr(op, BEF_HLO__ASYNC) != NULL;
	const size_t captured = captures ? captures->count : 0, count = op->operand_count + captured;
	const uint32_t tokens = starts ? 2 : 1;
	struct bef_hlo__value *operands = bef_hlo__room(lower, count + 1u, sizeof *operands);
	struct bef_hlo__value *results = bef_hlo__room(lower, op->result_count + tokens, sizeof *results);
	if (!operands || !results || !find_values(lower, arithmetic, operands, results))
		return false;
	for (size_t i = 0; i < captured; i++)
		operands[op->operand_count + i] = bef_hlo__get(lower, captures->items[i]);
	operands[count] = bef_hlo__effects(lower);
	for (uint32_t i = 0; i < tokens; i++)
		results[op->result_count + i].type = operands[count].type;
	if (!bef_hlo__emit(lower, name, operands, count + 1u, results, op->result_count + tokens, attrs))
		return false;
	return bef_hlo__set_results(lower, results, arithmetic) && bef_hlo__set_effects(lower, results[op->result_count].value) &&
	       (!starts || bef_hlo__push(lower, &lower->unfinished, results[op->result_count + 1].value));
}

/* replica_groups and group_size; the axes of a mesh become groups. */
static bool find_groups(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	const struct mlirbc_attr *groups;
	enum mlirbc_status status = mlirbc_stablehlo_replica_groups(lower->context, lower->op, &groups, &diag);
	if (status == MLIRBC_E_NOMEM)
		return bef_hlo__no_memory(lower);
	return status == MLIRBC_OK ? add_groups(lower, groups, attrs) : bef_hlo__refuse(lower, lower->op, "%s", diag.message);
}

bool bef_hlo__lower_collective(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct bef_hlo__attrs attrs;
	struct bef_hlo__row captures = { NULL, 0, 0 };
	static const char *const names[] = { "body" };
	const bool body = lower->op->region_count == 1, quantized = bef_hlo__is_quantized(mlirbc_op_results(lower->op)[0].type);
	bool calls = false;
	if (!plain_attrs(lower, rule->skip, &attrs) || !find_groups(lower, &attrs))
		return false;
	if (body && !bef_hlo__write_bodies(lower, names, 0, &captures, &attrs, &calls))
		return false;
	return emit_collective(lower, bef_hlo__kernel_name(lower, lower->op), body && !(calls && quantized), &captures, &attrs);
}

/* cross-replica-sum: all_reduce that adds. */
bool bef_hlo__lower_replica_sum(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct bef_hlo__attrs attrs;
	const struct mlirbc_type *type = mlirbc_op_results(lower->op)[0].type;
	struct mlirbc_stablehlo_quantized quantized = { .expressed = bef_hlo__element(type) };
	if (bef_hlo__is_quantized(type) && mlirbc_stablehlo_quantized(lower->context, bef_hlo__element(type), &quantized) != MLIRBC_OK)
		return false;
	if (!plain_attrs(lower, rule->skip, &attrs) || !find_groups(lower, &attrs))
		return false;
	bef_hlo__attr_sum(lower, &attrs, quantized.expressed);
	bef_hlo__attr_bool(lower, &attrs, "use_global_device_ids", false);
	return emit_collective(lower, "all_reduce", true, NULL, &attrs);
}

bool bef_hlo__lower_permute(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct bef_hlo__attrs attrs;
	return plain_attrs(lower, rule->skip, &attrs) &&
	       emit_collective(lower, bef_hlo__kernel_name(lower, lower->op), false, NULL, &attrs);
}

/* send and recv: source_target_pairs is optional. */
bool bef_hlo__lower_transfer(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct bef_hlo__attrs attrs;
	const struct mlirbc_stablehlo_origin origin = mlirbc_stablehlo_origin(lower->op);
	bool found = false;
	if (origin.kind == MLIRBC_STABLEHLO_TARGET_HOST)
		return bef_hlo__refuse(lower, lower->op, "it is part of %s, %s: %s", origin.wrote, origin.is, origin.advice);
	if (!plain_attrs(lower, rule->skip, &attrs))
		return false;
	for (size_t i = 0; i < attrs.count; i++)
		found = found || strcmp(attrs.list[i].name, "source_target_pairs") == 0;
	if (!found)
		bef_hlo__attr_ints(lower, &attrs, "source_target_pairs", NULL, 0);
	return emit_ordered(lower, bef_hlo__kernel_name(lower, lower->op), &attrs);
}

bool bef_hlo__lower_feed(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	(void)rule;
	return emit_ordered(lower, bef_hlo__kernel_name(lower, lower->op), &attrs);
}

/* ---- run_parallel */

static const struct mlirbc_attr *array_attr(const struct bef_hlo__lower *lower, const char *name)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(lower->op, name);
	return attr && attr->kind == MLIRBC_ATTR_ARRAY ? attr : NULL;
}

/* Appends the functions that an array of symbols names. */
static bool add_functions(struct bef_hlo__lower *lower, const struct mlirbc_attr *list, struct bef_hlo__row *functions)
{
	for (size_t i = 0; i < list->u.array.count; i++) {
		struct bef_hlo__function *function = bef_hlo__function(lower, lower->op, list->u.array.data[i]);
		if (!function)
			return bef_hlo__fail(lower, BEF_E_CORRUPT, lower->op, "a function that it names does not exist");
		if (!bef_hlo__push(lower, functions, function))
			return false;
	}
	return true;
}

/* The grid of processes, row by row, then the functions of the infeed. */
static bool find_functions(struct bef_hlo__lower *lower, struct bef_hlo__row *functions, int64_t *replicas, size_t *infeeds)
{
	const struct mlirbc_attr *programs = array_attr(lower, "programs"), *infeed = array_attr(lower, "infeed");
	*replicas = programs ? (int64_t)programs->u.array.count : 0;
	for (int64_t i = 0; i < *replicas; i++) {
		const struct mlirbc_attr *row = programs->u.array.data[i];
		if (row->kind != MLIRBC_ATTR_ARRAY || row->u.array.count == 0 ||
			row->u.array.count != programs->u.array.data[0]->u.array.count)
			return bef_hlo__fail(lower, BEF_E_CORRUPT, lower->op, "its programs are no grid");
		if (!add_functions(lower, row, functions))
			return false;
	}
	*infeeds = infeed ? infeed->u.array.count : 0;
	return *replicas > 0 ? !infeed || add_functions(lower, infeed, functions)
			     : bef_hlo__fail(lower, BEF_E_CORRUPT, lower->op, "it has no programs");
}

static uint32_t results_of(const struct bef_hlo__function *function)
{
	const struct mlirbc_attr *type = mlirbc_op_attr(function->op, "function_type");
	return type && type->kind == MLIRBC_ATTR_TYPE ? (uint32_t)type->u.type_value->u.function.results.count : 0;
}

/* Each process gives its results, and the chain of its side effects if it has any. */
bool bef_hlo__lower_run_parallel(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct mlirbc_op *op = bef_hlo__source_op(lower);
	struct bef_hlo__row functions = { NULL, 0, 0 };
	struct bef_hlo__attrs attrs = { .count = 0 };
	const struct mlirbc_type *token = bef_hlo__token_type(lower);
	int64_t replicas = 0;
	size_t infeeds = 0, made = 0;
	(void)rule;
	if (!token || !find_functions(lower, &functions, &replicas, &infeeds))
		return false;
	const size_t processes = functions.count - infeeds;
	struct bef_hlo__value *operands = bef_hlo__room(lower, op->operand_count, sizeof *operands);
	struct bef_hlo__value *results = bef_hlo__room(lower, op->result_count + processes, sizeof *results);
	const struct mlirbc_attr **symbols = bef_hlo__room(lower, functions.count, sizeof *symbols);
	if (!operands || !results || !symbols || !bef_hlo__operands(lower, operands))
		return false;
	uint32_t result = 0;
	for (size_t i = 0; i < functions.count; i++) {
		const struct bef_hlo__function *function = functions.items[i];
		symbols[i] = mlirbc_attr_symbol(lower->context, function->name->data, function->name->size);
		for (uint32_t k = 0; i < processes && k < results_of(function) && result < op->result_count; k++)
			results[made++].type = bef_hlo__result_type(lower, result++);
		if (i < processes && function->effects)
			results[made++].type = token;
	}
	if (result != op->result_count)
		return bef_hlo__fail(lower, BEF_E_CORRUPT, op, "its results are not those of its programs");
	bef_hlo__attr(&attrs, "functions", mlirbc_attr_array(lower->context, symbols, functions.count));
	bef_hlo__attr_int(lower, &attrs, "infeeds", (int64_t)infeeds);
	bef_hlo__attr_int(lower, &attrs, "partitions", (int64_t)processes / replicas);
	bef_hlo__attr_int(lower, &attrs, "replicas", replicas);
	if (!bef_hlo__emit(lower, "run_parallel", operands, op->operand_count, results, made, &attrs))
		return false;
	made = result = 0;
	for (size_t i = 0; i < processes; i++) {
		const struct bef_hlo__function *function = functions.items[i];
		for (uint32_t k = 0; k < results_of(function); k++)
			bef_hlo__set(lower, &mlirbc_op_results(op)[result++], results[made++].value);
		if (function->effects && !bef_hlo__push(lower, &lower->tokens, results[made++].value))
			return false;
	}
	return true;
}
