/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Values that leave or enter regions and blocks: arguments of functions, returned and yielded values, operands of
 * successors. */
#include "own_llvm.h"
#include "verify.h"

#include <mlirbc/print.h>
#include <string.h>

/* The operands of an operation from `from` on, and the types that they must have. */
static bool same_types(const struct mlirbc_op *op, uint32_t from, uint32_t count, const struct mlirbc_type *const *types,
	uint32_t *out_index)
{
	for (uint32_t i = 0; i < count; i++) {
		*out_index = i;
		if (mlirbc_op_operands(op)[from + i].value->type != types[i])
			return false;
	}
	return true;
}

/* ---- functions */

static const struct mlirbc_type *function_type(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, "function_type");
	if (!attr || attr->kind != MLIRBC_ATTR_TYPE || attr->u.type_value->kind != MLIRBC_TYPE_FUNCTION)
		return NULL;
	return attr->u.type_value;
}

/* gpu.func and others may have further arguments. */
static bool check_entry(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_block *entry,
	const struct mlirbc_types *inputs)
{
	const bool more = mlirbc_op_is(op, "gpu.func");
	if (more ? entry->argument_count < inputs->count : entry->argument_count != inputs->count)
		return VERIFY_FAIL(parser, op, "entry block must have %u arguments to match function signature", (unsigned)inputs->count);
	for (size_t i = 0; i < inputs->count; i++) {
		char found[100], expected[100];
		if (entry->arguments[i].type == inputs->data[i])
			continue;
		mlirbc_type_text(entry->arguments[i].type, found, sizeof found);
		mlirbc_type_text(inputs->data[i], expected, sizeof expected);
		return VERIFY_FAIL(parser, op,
			"type of entry block argument #%u('%s') must match the type of the corresponding argument in function "
			"signature('%s')",
			(unsigned)i, found, expected);
	}
	return true;
}

/* The inputs of !llvm.func<result (inputs)>. */
static bool check_llvm_entry(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, "function_type");
	const struct mlirbc_block *entry = op->region_count ? mlirbc_op_regions(op)->first : NULL;
	struct mlirbc_string inputs = { NULL, 0 };
	if (!entry || !attr || attr->kind != MLIRBC_ATTR_TYPE || attr->u.type_value->kind != MLIRBC_TYPE_DIALECT ||
		!up__llvm_function_result(attr->u.type_value, &inputs).size)
		return true;
	const char *at = inputs.data, *end = at + inputs.size;
	for (uint32_t i = 0; i < entry->argument_count && at < end; i++) {
		const size_t size = mlirbc_upstream__type_end(at, (size_t)(end - at));
		const struct mlirbc_type *type = mlirbc_upstream__inner_type(mlirbc_parser_context(parser), "llvm", at, size);
		if (type && type != entry->arguments[i].type)
			return VERIFY_FAIL(parser, op, "type of entry block argument #%u must match the type of the corresponding argument in "
						       "function signature('%.*s')", (unsigned)i, (int)(size < 80 ? size : 80), at);
		at += size;
		at += at < end && *at == ',';
	}
	return true;
}

/* The names of attributes of arguments or results begin with a dialect's. */
static bool have_dialects(const struct mlirbc_attr *lists)
{
	for (size_t i = 0; lists && lists->kind == MLIRBC_ATTR_ARRAY && i < lists->u.array.count; i++) {
		const struct mlirbc_attr *list = lists->u.array.data[i];
		for (size_t j = 0; list->kind == MLIRBC_ATTR_DICTIONARY && j < list->u.dictionary.count; j++) {
			const struct mlirbc_string *name = list->u.dictionary.data[j].name;
			if (!memchr(name->data, '.', name->size))
				return false;
		}
	}
	return true;
}

static bool check_results(struct mlirbc_parser *parser, const struct mlirbc_op *op, size_t count)
{
	if (mlirbc_op_is(op, "emitc.func") && count > 1)
		return VERIFY_FAIL(parser, op, "requires zero or exactly one result, but has %zu", count);
	return !mlirbc_op_is(op, "gpu.func") || count == 0 || !mlirbc_op_attr(op, "gpu.kernel") ||
	       VERIFY_FAIL(parser, op, "expected void return type for kernel function%s", "");
}

static bool check_function(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *type = function_type(op);
	const struct mlirbc_region *body = op->region_count ? mlirbc_op_regions(op) : NULL;
	if (!have_dialects(mlirbc_op_attr(op, "arg_attrs")) || !have_dialects(mlirbc_op_attr(op, "res_attrs")))
		return VERIFY_FAIL(parser, op, "%s may only have dialect attributes",
			have_dialects(mlirbc_op_attr(op, "arg_attrs")) ? "results" : "arguments");
	if (!type && mlirbc_op_is(op, "llvm.func"))
		return check_llvm_entry(parser, op);
	if (type && !check_results(parser, op, type->u.function.results.count))
		return false;
	if (!type || !body || !body->first)
		return true;
	return check_entry(parser, op, body->first, &type->u.function.inputs);
}

static bool check_declaration(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const bool open = op->region_count == 0 || mlirbc_op_regions(op)[0].first;
	return open || mlirbc_op_is_private(op) || mlirbc_op_attr(op, "sym_visibility") ||
	       VERIFY_FAIL(parser, op, "symbol declaration cannot have public visibility%s", "");
}

/* ---- returns */

/* "func.return" for "func.func". async.func returns a token as well, which async.return does not have. */
static bool is_return(const struct mlirbc_op *op, const struct mlirbc_op *function)
{
	if (mlirbc_op_is(function, "async.func"))
		return false;
	const char *dot = memchr(function->name->data, '.', function->name->size);
	if (!dot)
		return false;
	const size_t size = (size_t)(dot - function->name->data);
	return op->name->size == size + 7 && memcmp(op->name->data, function->name->data, size) == 0 &&
	       memcmp(op->name->data + size, ".return", 7) == 0;
}

bool mlirbc_upstream__verify_return(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_op *function = mlirbc_op_parent(op);
	const struct mlirbc_type *type = function && is_return(op, function) ? function_type(function) : NULL;
	const struct mlirbc_types *results = type ? &type->u.function.results : NULL;
	uint32_t index;
	if (!results)
		return true;
	if (op->operand_count != results->count)
		return VERIFY_FAIL(parser, op, "has %u operands, but enclosing function returns %u", (unsigned)op->operand_count,
			(unsigned)results->count);
	return same_types(op, 0, op->operand_count, results->data, &index) ||
	       VERIFY_FAIL(parser, op, "type of return operand %u doesn't match function result type", (unsigned)index);
}

/* ---- yields */

bool mlirbc_upstream__verify_yields(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->region_count; i++) {
		const struct mlirbc_block *block = mlirbc_op_regions(op)[i].last;
		const struct mlirbc_op *end = block ? block->last : NULL;
		if (!end || mlirbc_op_successor_count(end))
			continue;
		if (end->operand_count != op->result_count)
			return VERIFY_FAIL(parser, op, "region control flow edge from region #%u has %u values, but there are %u results",
				(unsigned)i, (unsigned)end->operand_count, (unsigned)op->result_count);
		for (uint32_t j = 0; j < end->operand_count; j++) {
			if (mlirbc_op_operands(end)[j].value->type != mlirbc_op_results(op)[j].type)
				return VERIFY_FAIL(parser, op, "along control flow edge from region #%u: type #%u is not that of the result",
					(unsigned)i, (unsigned)j);
		}
	}
	return true;
}

/* ---- branches */

/* The next successor of the operation gets these operands. */
static bool check_successor(struct mlirbc_parser *parser, const struct mlirbc_op *op, uint32_t index, uint32_t from, uint32_t count)
{
	const struct mlirbc_block *block = mlirbc_op_successors(op)[index];
	if (count != block->argument_count)
		return mlirbc_parser_error_op(parser, op, "branch has %u operands for successor #%u, but target block has %u",
			(unsigned)count, (unsigned)index, (unsigned)block->argument_count);
	for (uint32_t i = 0; i < count; i++) {
		if (mlirbc_op_operands(op)[from + i].value->type != block->arguments[i].type)
			return mlirbc_parser_error_op(
				parser, op, "type mismatch for bb argument #%u of successor #%u", (unsigned)i, (unsigned)index);
	}
	return true;
}

static bool check_branch(
	struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_upstream__row *row)
{
	const struct mlirbc_upstream__printing of = { .op = op, .row = row };
	const uint32_t successors = mlirbc_op_successor_count(op);
	uint32_t index = 0;
	if (row->operand_count < row->successor_count)
		return true;
	for (uint8_t slot = (uint8_t)(row->operand_count - row->successor_count); slot < row->operand_count; slot++) {
		const struct mlirbc_upstream__slot *one = mlirbc_upstream__slot_of(row, slot);
		const struct mlirbc_attr *sizes =
			one->kind == SLOT_LISTS ? mlirbc_op_attr(op, mlirbc_upstream__string(one->sizes)) : NULL;
		struct mlirbc_upstream__group group;
		if (!mlirbc_upstream__group(&of, slot, &group))
			return true;
		if (one->kind != SLOT_LISTS) {
			if (index < successors && !check_successor(parser, op, index++, group.from, group.count))
				return false;
			continue;
		}
		if (!sizes || sizes->kind != MLIRBC_ATTR_DENSE_ARRAY)
			return true;
		for (size_t i = 0; i < sizes->u.dense.count && index < successors; i++) {
			const int64_t count = mlirbc_upstream__element(sizes, i);
			if (count < 0 || (uint64_t)count > op->operand_count - group.from)
				return true;
			if (!check_successor(parser, op, index++, group.from, (uint32_t)count))
				return false;
			group.from += (uint32_t)count;
		}
	}
	return true;
}

bool mlirbc_upstream__verify_flow(struct mlirbc_parser *parser, const struct mlirbc_op *op,
	const struct mlirbc_upstream__row *row, enum mlirbc_upstream__check check)
{
	switch (check) {
	case CHECK_FUNCTION: return check_function(parser, op);
	case CHECK_DECLARATION: return check_declaration(parser, op);
	case CHECK_BRANCH: return check_branch(parser, op, row);
	default: return true;
	}
}
