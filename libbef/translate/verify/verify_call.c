/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Ops that call functions or have bodies: checks arguments and results. */
#include "verify/verify.h"
#include <mlirbc/print.h>

static const struct mlirbc_types *func_inputs(const struct mlirbc_op *func)
{
	return &mlirbc_op_attr(func, "function_type")->u.type_value->u.function.inputs;
}

static const struct mlirbc_types *func_results(const struct mlirbc_op *func)
{
	return &mlirbc_op_attr(func, "function_type")->u.type_value->u.function.results;
}

/* Looks up the function that an attribute names; reports an error if there is none. */
static enum bef_status callee(struct bef_mlir__convert *convert, const struct mlirbc_op *op, const char *attr,
	const struct mlirbc_op **out_func)
{
	const struct mlirbc_string *name = mlirbc_op_attr(op, attr)->u.symbol.root;
	const struct mlirbc_op *func = bef_mlir__symbol(convert, op->number, name);
	*out_func = func;
	if (!func || !mlirbc_op_is(func, "func.func"))
		return bef_mlir__fail_op(
			convert, op, "'%.*s' does not reference a valid function", BEF_MLIR__TEXT(name));
	/* The function may follow this op and not be verified yet. */
	const struct mlirbc_attr *type = mlirbc_op_attr(func, "function_type");
	if (!type || type->kind != MLIRBC_ATTR_TYPE || type->u.type_value->kind != MLIRBC_TYPE_FUNCTION)
		return bef_mlir__fail_op(convert, func, "requires attribute 'function_type'");
	return BEF_OK;
}

/* Checks that the operands from `first` on are the function's arguments. `which` is "callee", "true function" ... */
static enum bef_status check_inputs(struct bef_mlir__convert *convert, const struct mlirbc_op *op, uint32_t first,
	const struct mlirbc_types *inputs, const char *which)
{
	if (op->operand_count - first != inputs->count)
		return bef_mlir__fail_op(convert, op, "incorrect number of operands for %s", which);
	for (size_t i = 0; i < inputs->count; i++) {
		if (mlirbc_op_operands(op)[first + i].value->type != inputs->data[i])
			return bef_mlir__fail_op(convert, op, "operand type mismatch");
	}
	return BEF_OK;
}

static enum bef_status check_outputs(struct bef_mlir__convert *convert, const struct mlirbc_op *op,
	const struct mlirbc_types *results, const char *which)
{
	if (op->result_count != results->count)
		return bef_mlir__fail_op(convert, op, "incorrect number of results for %s", which);
	for (size_t i = 0; i < results->count; i++) {
		if (mlirbc_op_results(op)[i].type != results->data[i])
			return bef_mlir__fail_op(convert, op, "result type mismatch");
	}
	return BEF_OK;
}

static enum bef_status check_callee(struct bef_mlir__convert *convert, const struct mlirbc_op *op, uint32_t first,
	const char *attr, const char *which)
{
	const struct mlirbc_op *func;
	BEF_MLIR__TRY(callee(convert, op, attr, &func));
	BEF_MLIR__TRY(check_inputs(convert, op, first, func_inputs(func), which));
	return check_outputs(convert, op, func_results(func), which);
}

static bool is_chain(const struct bef_mlir__convert *convert, const struct mlirbc_type *type)
{
	return type == convert->chain;
}

/* Arguments: start, end, then the other operands; no result, or a chain. */
static enum bef_status check_parallel_call(struct bef_mlir__convert *convert, const struct mlirbc_op *op)
{
	const struct mlirbc_op *func;
	BEF_MLIR__TRY(callee(convert, op, "callee", &func));
	const struct mlirbc_types *inputs = func_inputs(func), *results = func_results(func);
	if (results->count > 1 || (results->count == 1 && !is_chain(convert, results->data[0])))
		return bef_mlir__fail_op(convert, op, "async callee must return a chain");
	if (op->operand_count - 1 != inputs->count)
		return bef_mlir__fail_op(convert, op, "incorrect number of operands for callee");
	for (uint32_t i = 0; i < inputs->count; i++) {
		if (mlirbc_op_operands(op)[i < 2 ? i : i + 1].value->type != inputs->data[i])
			return bef_mlir__fail_op(convert, op, "operand type mismatch");
	}
	return BEF_OK;
}

/* ---- bodies. Arguments are `leading` numbers of type i32, then the operands from `first` on. */
static enum bef_status check_arguments(struct bef_mlir__convert *convert, const struct mlirbc_op *op,
	const struct mlirbc_region *region, uint32_t first, uint32_t leading)
{
	const struct mlirbc_block *entry = region->first;
	uint32_t count = leading + op->operand_count - first;
	if (entry->argument_count != count)
		return bef_mlir__fail_op(
			convert, op, "region has %u arguments, expected %u", entry->argument_count, count);
	for (uint32_t i = 0; i < count; i++) {
		const struct mlirbc_type *type = i < leading ? convert->i32
							     : mlirbc_op_operands(op)[first + i - leading].value->type;
		if (entry->arguments[i].type != type)
			return bef_mlir__fail_op(
				convert, op, "type of region argument %u does not match the operand", i);
	}
	return BEF_OK;
}

static enum bef_status check_body(
	struct bef_mlir__convert *convert, const struct mlirbc_op *op, uint32_t first, uint32_t leading)
{
	if (mlirbc_op_regions(op)[0].block_count == 0)
		return bef_mlir__fail_op(convert, op, "expects a non-empty region");
	return check_arguments(convert, op, &mlirbc_op_regions(op)[0], first, leading);
}

static enum bef_status check_if(struct bef_mlir__convert *convert, const struct mlirbc_op *op)
{
	BEF_MLIR__TRY(check_body(convert, op, 1, 0));
	if (mlirbc_op_regions(op)[1].block_count)
		return check_arguments(convert, op, &mlirbc_op_regions(op)[1], 1, 0);
	return op->result_count ? bef_mlir__fail_op(convert, op, "needs an else region to have results") : BEF_OK;
}

static enum bef_status check_repeat(struct bef_mlir__convert *convert, const struct mlirbc_op *op)
{
	BEF_MLIR__TRY(check_body(convert, op, 1, 0));
	if (op->result_count != op->operand_count - 1)
		return bef_mlir__fail_op(convert, op, "incorrect number of results");
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (mlirbc_op_results(op)[i].type != mlirbc_op_operands(op)[i + 1].value->type)
			return bef_mlir__fail_op(convert, op, "result type mismatch");
	}
	return BEF_OK;
}

static enum bef_status check_benchmark(struct bef_mlir__convert *convert, const struct mlirbc_op *op)
{
	BEF_MLIR__TRY(check_body(convert, op, 0, 0));
	const struct mlirbc_op *last = mlirbc_op_regions(op)[0].first->last;
	if (mlirbc_op_is(last, "tfrt.return") && last->operand_count != 1)
		return bef_mlir__fail_op(
			convert, op, "incorrect number of return values. One return value is expected");
	return BEF_OK;
}

/* ---- tfrt.return: its operands must have the result types of the enclosing op */

static enum bef_status check_func_return(
	struct bef_mlir__convert *convert, const struct mlirbc_op *op, const struct mlirbc_op *func)
{
	const struct mlirbc_types *results = func_results(func);
	if (op->operand_count != results->count)
		return bef_mlir__fail_op(convert, op, "has %u operands, but enclosing function returns %zu",
			op->operand_count, results->count);
	for (size_t i = 0; i < results->count; i++) {
		char texts[2][64];
		if (mlirbc_op_operands(op)[i].value->type == results->data[i])
			continue;
		(void)mlirbc_type_text(mlirbc_op_operands(op)[i].value->type, texts[0], sizeof texts[0]);
		(void)mlirbc_type_text(results->data[i], texts[1], sizeof texts[1]);
		return bef_mlir__fail(convert, BEF_E_CORRUPT, op,
			"type of return operand %zu ('%s') doesn't match function result type ('%s')", i, texts[0],
			texts[1]);
	}
	return BEF_OK;
}

static enum bef_status check_region_return(
	struct bef_mlir__convert *convert, const struct mlirbc_op *op, const struct mlirbc_op *parent)
{
	bool same = op->operand_count == parent->result_count;
	for (uint32_t i = 0; i < op->operand_count && same; i++)
		same = mlirbc_op_operands(op)[i].value->type == mlirbc_op_results(parent)[i].type;
	if (!same)
		return bef_mlir__fail_op(
			convert, op, "operand types don't match '%.*s' result", BEF_MLIR__TEXT(parent->name));
	return BEF_OK;
}

static enum bef_status check_return(struct bef_mlir__convert *convert, const struct mlirbc_op *op)
{
	const struct mlirbc_op *parent = bef_mlir__parent(op);
	const struct bef_mlir__name *name = parent ? bef_mlir__name(convert, parent->name) : NULL;
	if (!parent)
		return BEF_OK;
	if (!name)
		return bef_mlir__nomem(convert);
	if (name->role == BEF_MLIR__FUNC)
		return check_func_return(convert, op, parent);
	switch (name->op.def ? name->op.def->check : BEF_MLIR__CHECK_NONE) {
	case BEF_MLIR__CHECK_IF:
	case BEF_MLIR__CHECK_REPEAT:
	case BEF_MLIR__CHECK_DO_ASYNC: return check_region_return(convert, op, parent);
	case BEF_MLIR__CHECK_PARALLEL_FOR: return op->operand_count ? check_region_return(convert, op, parent) : BEF_OK;
	default: return BEF_OK;
	}
}

/* ---- the rest */

/* op_attrs are [key, value] pairs. */
static enum bef_status check_execute(struct bef_mlir__convert *convert, const struct mlirbc_op *op)
{
	const struct mlirbc_attrs *pairs = &mlirbc_op_attr(op, "op_attrs")->u.array;
	for (size_t i = 0; i < pairs->count; i++) {
		const struct mlirbc_attr *pair = pairs->data[i];
		if (pair->kind != MLIRBC_ATTR_ARRAY || pair->u.array.count != 2 ||
			pair->u.array.data[0]->kind != MLIRBC_ATTR_STRING)
			return bef_mlir__fail_op(
				convert, op, "each op_attr should be a key-value pair, where the key is a string");
	}
	return BEF_OK;
}

static enum bef_status check_cost(struct bef_mlir__convert *convert, const struct mlirbc_op *op)
{
	if (bef_mlir__integer(mlirbc_op_attr(op, "_tfrt_cost")) <= 0)
		return bef_mlir__fail_op(convert, op, "requires a positive _tfrt_cost");
	return BEF_OK;
}

enum bef_status bef_mlir__check(
	struct bef_mlir__convert *convert, const struct mlirbc_op *op, enum bef_mlir__check check)
{
	switch (check) {
	case BEF_MLIR__CHECK_NONE: break;
	case BEF_MLIR__CHECK_BENCHMARK: return check_benchmark(convert, op);
	case BEF_MLIR__CHECK_CALL: return check_callee(convert, op, 0, "callee", "callee");
	case BEF_MLIR__CHECK_COND:
		BEF_MLIR__TRY(check_callee(convert, op, 1, "a_true_fn", "true function"));
		return check_callee(convert, op, 1, "b_false_fn", "false function");
	case BEF_MLIR__CHECK_COST: return check_cost(convert, op);
	case BEF_MLIR__CHECK_DO_ASYNC: return check_body(convert, op, 0, 0);
	case BEF_MLIR__CHECK_EXECUTE: return check_execute(convert, op);
	case BEF_MLIR__CHECK_IF: return check_if(convert, op);
	case BEF_MLIR__CHECK_PARALLEL_CALL: return check_parallel_call(convert, op);
	case BEF_MLIR__CHECK_PARALLEL_FOR: return check_body(convert, op, 3, 2);
	case BEF_MLIR__CHECK_REPEAT: return check_repeat(convert, op);
	case BEF_MLIR__CHECK_RETURN: return check_return(convert, op);
	}
	return BEF_OK;
}
