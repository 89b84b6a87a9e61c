/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks of single operations of tosa, emitc, irdl, shape, transform, pdl and spirv. */
#include "own_parts.h"
#include "verify_own.h"

#include <stdlib.h>

/* ---- tosa */

/* Shapes are made by other operations of tosa, so that they are known before the program runs. */
bool up__check_tosa_shapes(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		const struct mlirbc_op *from = mlirbc_value_op(value);
		const bool other = from && mlirbc_upstream__row_find(from->name) && memcmp(from->name->data, "tosa.", 5) != 0;
		if (mlirbc_upstream__is_dialect(value->type, "tosa", "shape<") && (!from || other))
			return VERIFY_FAIL(parser, op, "shape operand is not compile time resolvable%s", "");
	}
	return true;
}

bool up__check_tosa_pool(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	static const char *const names[] = { "kernel", "stride" };
	for (size_t i = 0; i < 2; i++) {
		struct up__ints list;
		for (size_t j = 0; up__ints_of(op, names[i], &list) && j < list.count; j++) {
			if (up__int_at(&list, j) < 1)
				return VERIFY_FAIL(parser, op, "expect all %s values to be >= 1, got %lld", names[i], (long long)up__int_at(&list, j));
		}
	}
	return true;
}

/* !tosa.shape<3> has three values. */
bool up__check_tosa_shape(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	static const char start[] = "shape<";
	const struct mlirbc_type *type = up__result_type(op, 0);
	const struct mlirbc_attr *values = mlirbc_op_attr(op, "values");
	int64_t rank = 0;
	if (!mlirbc_upstream__is_dialect(type, "tosa", start) || !values || values->kind != MLIRBC_ATTR_DENSE ||
		up__rank(values->type) != 1)
		return true;
	const struct mlirbc_string *text = type->u.dialect.text;
	for (size_t at = sizeof start - 1; at < text->size && text->data[at] >= '0' && text->data[at] <= '9' && rank < 1000; at++)
		rank = 10 * rank + (text->data[at] - '0');
	return up__dim(values->type, 0) == rank ||
	       VERIFY_FAIL(parser, op, "expect number of elements in attribute values (%lld) to be equal to the rank (%lld) for the "
				       "result shape type",
		       (long long)up__dim(values->type, 0), (long long)rank);
}

/* ---- emitc, irdl */

/* Indices of operands among the arguments. */
bool up__check_emitc_call(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *callee = mlirbc_op_attr(op, "callee"), *args = mlirbc_op_attr(op, "args");
	if (callee && callee->kind == MLIRBC_ATTR_STRING && callee->u.string->size == 0)
		return VERIFY_FAIL(parser, op, "callee must not be empty%s", "");
	for (size_t i = 0; args && args->kind == MLIRBC_ATTR_ARRAY && i < args->u.array.count; i++) {
		const struct mlirbc_attr *one = args->u.array.data[i];
		if (one->kind != MLIRBC_ATTR_INTEGER || one->type->kind != MLIRBC_TYPE_INDEX)
			continue;
		if (up__integer_of(one) < 0 || up__integer_of(one) >= (int64_t)op->operand_count)
			return VERIFY_FAIL(parser, op, "index argument is out of range%s", "");
	}
	const struct mlirbc_attr *parameters = mlirbc_op_attr(op, "template_args");
	for (size_t i = 0; parameters && parameters->kind == MLIRBC_ATTR_ARRAY && i < parameters->u.array.count; i++) {
		const enum mlirbc_attr_kind kind = parameters->u.array.data[i]->kind;
		if (kind == MLIRBC_ATTR_SYMBOL || kind == MLIRBC_ATTR_STRING || kind == MLIRBC_ATTR_UNIT ||
			kind == MLIRBC_ATTR_ARRAY || kind == MLIRBC_ATTR_DICTIONARY)
			return VERIFY_FAIL(parser, op, "template argument has invalid type%s", "");
	}
	return true;
}

bool up__check_irdl_base(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *name = mlirbc_op_attr(op, "base_name");
	return !name || name->kind != MLIRBC_ATTR_STRING ||
	       (name->u.string->size > 0 && (*name->u.string->data == '!' || *name->u.string->data == '#')) ||
	       VERIFY_FAIL(parser, op, "the base type or attribute name should start with '!' or '#'%s", "");
}

bool up__check_irdl_dialect(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *name = mlirbc_op_attr(op, "sym_name");
	return !name || name->kind != MLIRBC_ATTR_STRING || !memchr(name->u.string->data, '.', name->u.string->size) ||
	       VERIFY_FAIL(parser, op, "invalid dialect name%s", "");
}

bool up__check_irdl_names(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *names = mlirbc_op_attr(op, "names");
	for (size_t i = 0; names && names->kind == MLIRBC_ATTR_ARRAY && i < names->u.array.count; i++) {
		for (size_t j = 0; j < i; j++) {
			if (names->u.array.data[i] == names->u.array.data[j])
				return VERIFY_FAIL(parser, op, "name of #%u is a duplicate of the name of #%u", (unsigned)i, (unsigned)j);
		}
	}
	return true;
}

/* ---- shape */

/* Values that may be errors make others of their kind: no index, no tensor. */
bool up__check_shape_errors(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	static const char *const kinds[] = { "shape", "size", "value_shape" };
	for (uint32_t i = 0; i < op->operand_count && op->result_count; i++) {
		for (size_t k = 0; k < 3; k++) {
			if (mlirbc_upstream__is_dialect(up__operand_type(op, i), "shape", kinds[k]) &&
				up__result_type(op, 0)->kind != MLIRBC_TYPE_DIALECT)
				return VERIFY_FAIL(parser, op, "if at least one of the operands can hold error values then the result must propagate "
							       "them%s", "");
		}
	}
	return true;
}

/* ---- transform, pdl */

static bool is_of(const struct mlirbc_op *op, const char *dialect)
{
	const size_t size = strlen(dialect);
	return op->name->size > size && memcmp(op->name->data, dialect, size) == 0;
}

static bool is_in_transform(const struct mlirbc_op *op)
{
	const struct mlirbc_op *parent = mlirbc_op_parent(op);
	while (parent && !mlirbc_op_is(parent, "transform.sequence"))
		parent = mlirbc_op_parent(parent);
	return parent != NULL;
}

bool up__check_sequence(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_block *block = up__entry(op, 0);
	if (!block)
		return true;
	if (block->argument_count == 0)
		return VERIFY_FAIL(parser, op, "expects the entry block to have at least one argument%s", "");
	if (op->operand_count == 0 && is_in_transform(op))
		return VERIFY_FAIL(parser, op, "expects operands to be provided for a nested op%s", "");
	if (block->arguments[0].type->kind != MLIRBC_TYPE_DIALECT)
		return VERIFY_FAIL(parser, op, "expects the first entry block argument to be of type implementing "
					       "TransformHandleTypeInterface%s", "");
	for (const struct mlirbc_op *part = block->first; part; part = part->next) {
		if (!is_of(part, "transform.") && mlirbc_upstream__row_find(part->name))
			return VERIFY_FAIL(parser, op, "expected children ops to implement TransformOpInterface%s", "");
	}
	return true;
}

/* As many values as the function type has results. */
static bool yields_results(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *type = mlirbc_op_attr(op, "function_type");
	const struct mlirbc_block *block = up__entry(op, 0);
	const struct mlirbc_op *yield = block ? block->last : NULL;
	if (!yield || !mlirbc_op_is(yield, "transform.yield") || !type || type->kind != MLIRBC_ATTR_TYPE ||
		type->u.type_value->kind != MLIRBC_TYPE_FUNCTION)
		return true;
	return type->u.type_value->u.function.results.count == yield->operand_count ||
	       mlirbc_parser_error_op(parser, yield, "expected terminator to have as many operands as the parent op has results");
}

bool up__check_named_sequence(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_op *module = mlirbc_op_parent(op);
	if (!module || (mlirbc_op_is(module, "builtin.module") && !mlirbc_op_attr(module, "transform.with_named_sequence")))
		return mlirbc_parser_error_op(parser, op,
			"expects the parent symbol table to have the 'transform.with_named_sequence' attribute");
	return yields_results(parser, op);
}

/* ---- spirv */

bool up__check_spirv_select(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *condition = up__operand_type(op, 0), *result = up__result_type(op, 0);
	return condition->kind != MLIRBC_TYPE_VECTOR ||
	       (result->kind == MLIRBC_TYPE_VECTOR && up__dim(result, 0) == up__dim(condition, 0)) ||
	       VERIFY_FAIL(parser, op, "result should have the same number of elements as the condition when condition is of vector "
				       "type%s", "");
}

bool up__check_spec_constant(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *id = mlirbc_op_attr(op, "spec_id");
	return !id || id->kind != MLIRBC_ATTR_INTEGER || up__integer_of(id) >= 0 ||
	       VERIFY_FAIL(parser, op, "SpecId cannot be negative%s", "");
}

/* ---- amx, async, acc, smt */

bool up__check_tile_access(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *base = up__operand_type(op, 0);
	const size_t others = mlirbc_op_is(op, "amx.tile_store") ? 2 : 1; /* operands besides indices and stride */
	const bool has_stride = base->kind == MLIRBC_TYPE_MEMREF && op->operand_count > others + up__rank(base);
	return base->kind != MLIRBC_TYPE_MEMREF || has_stride || up__rank(base) >= 2 ||
	       VERIFY_FAIL(parser, op, "requires at least 2D memref%s", "");
}

bool up__check_async_func(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *type = mlirbc_op_attr(op, "function_type");
	if (!type || type->kind != MLIRBC_ATTR_TYPE || type->u.type_value->kind != MLIRBC_TYPE_FUNCTION)
		return true;
	const struct mlirbc_types *results = &type->u.type_value->u.function.results;
	for (size_t i = 0; i < results->count; i++) {
		const struct mlirbc_type *result = results->data[i];
		if (!mlirbc_upstream__is_dialect(result, "async", "value<") && !mlirbc_upstream__is_dialect(result, "async", "token"))
			return VERIFY_FAIL(
				parser, op, "result type must be async value type or async token type, but got '%s'", UP__TEXT(result));
	}
	return true;
}

bool up__check_acc_wait(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	enum { WAITS, ASYNC, DEVICE, CONDITION, GROUPS };
	uint32_t begins[GROUPS + 1];
	if (!up__segments(op, begins, GROUPS))
		return true;
	if (begins[DEVICE] != begins[ASYNC] && mlirbc_op_attr(op, "async"))
		return mlirbc_parser_error_op(parser, op, "async attribute cannot appear with asyncOperand");
	return begins[CONDITION] == begins[DEVICE] || begins[ASYNC] != begins[WAITS] ||
	       mlirbc_parser_error_op(parser, op, "wait_devnum cannot appear without waitOperands");
}

/* N of !smt.bv<N>; 0: another type. */
static int64_t bits_of(const struct mlirbc_type *type)
{
	return mlirbc_upstream__is_dialect(type, "smt", "bv<") ? strtoll(type->u.dialect.text->data + 3, NULL, 10) : 0;
}

bool up__check_bv_extract(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const int64_t from = up__int_of(op, "lowBit", 0), size = bits_of(up__result_type(op, 0)),
		      whole = bits_of(up__operand_type(op, 0));
	return size == 0 || whole == 0 || from + size <= whole ||
	       VERIFY_FAIL(parser, op,
		       "range to be extracted is too big, expected range starting at index %lld of length %lld requires "
		       "input width of at least %lld, but the input width is only %lld",
		       (long long)from, (long long)size, (long long)(from + size), (long long)whole);
}

bool up__check_alternatives(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->region_count; i++) {
		const struct mlirbc_block *block = up__entry(op, i);
		if (block && block->argument_count == 0)
			return VERIFY_FAIL(parser, op, "expects the entry block to have at least one argument%s", "");
	}
	return true;
}
