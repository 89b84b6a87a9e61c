/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks of emitc: pointers, assignments, casts, subscripts, what expressions yield. */
#include "own_parts.h"
#include "verify_own.h"

#include <stdio.h>

static bool is_emitc(const struct mlirbc_type *type, const char *start)
{
	return mlirbc_upstream__is_dialect(type, "emitc", start);
}

bool up__check_emitc_add(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	return !is_emitc(up__operand_type(op, 0), "ptr<") || !is_emitc(up__operand_type(op, 1), "ptr<") ||
	       VERIFY_FAIL(parser, op, "requires that at most one operand is a pointer%s", "");
}

bool up__check_emitc_assign(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	return !mlirbc_op_operands(op)[0].value->is_argument ||
	       VERIFY_FAIL(parser, op, "cannot assign to block argument%s", "");
}

/* Tensors and tuples are types of values that C does not cast. */
bool up__check_emitc_cast(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *types[2] = { up__operand_type(op, 0), up__result_type(op, 0) };
	for (int i = 0; i < 2; i++) {
		if (types[i]->kind == MLIRBC_TYPE_TENSOR || types[i]->kind == MLIRBC_TYPE_TUPLE)
			return VERIFY_FAIL(parser, op, "operand type '%s' and result type '%s' are cast incompatible",
				UP__TEXT(types[0]), UP__TEXT(types[1]));
	}
	return true;
}

/* The dimensions of !emitc.array<4x5xf32>. */
static uint32_t array_rank(const struct mlirbc_string *text)
{
	uint32_t rank = 0;
	size_t at = sizeof "array<" - 1;
	for (size_t digits; at < text->size; at += digits + 1, rank++) {
		digits = strspn(text->data + at, "0123456789");
		if (digits == 0 || text->data[at + digits] != 'x')
			break;
	}
	return rank;
}

bool up__check_emitc_subscript(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *type = up__operand_type(op, 0);
	const uint32_t indices = op->operand_count - 1;
	if (is_emitc(type, "ptr<") && indices != 1)
		return VERIFY_FAIL(parser, op, "on pointer operand requires one index operand, but got %u", (unsigned)indices);
	if (!is_emitc(type, "array<") || indices == array_rank(type->u.dialect.text))
		return true;
	return VERIFY_FAIL(parser, op, "on array operand requires number of indices (%u) to match the rank of the array type (%u)",
		(unsigned)indices, (unsigned)array_rank(type->u.dialect.text));
}

bool up__check_emitc_expression(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_block *block = up__entry(op, 0);
	const struct mlirbc_op *yield = block ? block->last : NULL;
	return !yield || yield->operand_count == 0 || !mlirbc_op_operands(yield)[0].value->is_argument ||
	       VERIFY_FAIL(parser, op, "yielded value has no defining op%s", "");
}

bool up__check_emitc_yield(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_op *parent = mlirbc_op_parent(op);
	if (!parent || mlirbc_op_is(parent, "emitc.do"))
		return true;
	if (op->operand_count && parent->result_count != 1)
		return VERIFY_FAIL(parser, op, "yields a value not returned by parent%s", "");
	return op->operand_count || parent->result_count == 0 ||
	       VERIFY_FAIL(parser, op, "does not yield a value to be returned by parent%s", "");
}

/* A number has the type of the variable. Those of names that C defines, as !emitc.size_t, take an index. */
bool up__check_emitc_variable(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *value = mlirbc_op_attr(op, "value");
	const struct mlirbc_type *type = up__result_type(op, 0);
	if (value && value->kind == MLIRBC_ATTR_STRING)
		return VERIFY_FAIL(parser, op, "string attributes are not supported, use #emitc.opaque instead%s", "");
	if (!value || (value->kind != MLIRBC_ATTR_INTEGER && value->kind != MLIRBC_ATTR_FLOAT) || !is_emitc(type, "lvalue<") ||
		type->u.dialect.text->data[sizeof "lvalue<" - 1] == '!')
		return true;
	char wanted[220];
	const struct up__text found = up__text_of(value->type);
	const int size = snprintf(wanted, sizeof wanted, "lvalue<%s>", found.data);
	if (type->u.dialect.text->size == (size_t)size && memcmp(type->u.dialect.text->data, wanted, (size_t)size) == 0)
		return true;
	return VERIFY_FAIL(parser, op,
		"requires attribute to either be an #emitc.opaque attribute or it's type ('%s') to match the op's result type ('%s')",
		found.data, UP__TEXT(type));
}
