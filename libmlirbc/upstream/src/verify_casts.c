/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Casts between types of one operand and one result. */
#include "own_parts.h"
#include "verify_own.h"

static bool incompatible(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	return VERIFY_FAIL(parser, op, "operand type '%s' and result type '%s' are cast incompatible", UP__TEXT(up__operand_type(op, 0)),
		UP__TEXT(up__result_type(op, 0)));
}

static bool is_number(const struct mlirbc_type *type) { return type->kind == MLIRBC_TYPE_INTEGER || type->kind == MLIRBC_TYPE_FLOAT; }

/* arith.ext* make wider numbers, arith.trunc* narrower ones. */
bool up__check_width_cast(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0), *to = up__result_type(op, 0);
	const uint32_t before = mlirbc_type_width(up__element(from)), after = mlirbc_type_width(up__element(to));
	if (!is_number(up__element(from)) || !is_number(up__element(to)))
		return true;
	const bool extends = memcmp(op->name->data, "arith.ext", 9) == 0;
	return (up__shapes_match(from, to) && (extends ? after > before : after < before)) || incompatible(parser, op);
}

bool up__check_arith_bitcast(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0), *to = up__result_type(op, 0);
	if (!is_number(up__element(from)) || !is_number(up__element(to)))
		return true;
	return (up__shapes_match(from, to) && mlirbc_type_width(up__element(from)) == mlirbc_type_width(up__element(to))) ||
	       incompatible(parser, op);
}

/* Exactly one of the types is index. */
bool up__check_index_cast(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0), *to = up__result_type(op, 0);
	const bool one = (up__element(from)->kind == MLIRBC_TYPE_INDEX) != (up__element(to)->kind == MLIRBC_TYPE_INDEX);
	return (one && up__shapes_match(from, to)) || incompatible(parser, op);
}

bool up__check_tensor_cast(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0), *to = up__result_type(op, 0);
	return (up__element(from) == up__element(to) && up__shapes_match(from, to)) || incompatible(parser, op);
}

/* Layouts are kept as text, so their strides are not compared. */
bool up__check_memref_cast(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0), *to = up__result_type(op, 0);
	return (up__element(from) == up__element(to) && up__shapes_match(from, to) && from->u.shaped.space == to->u.shaped.space) ||
	       incompatible(parser, op);
}

bool up__check_llvm_extension(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__element(up__operand_type(op, 0)), *to = up__element(up__result_type(op, 0));
	if (from->kind != MLIRBC_TYPE_INTEGER || to->kind != MLIRBC_TYPE_INTEGER || from->u.integer.width < to->u.integer.width)
		return true;
	return mlirbc_parser_error_op(
		parser, op, "integer width of the output type is smaller or equal to the integer width of the input type");
}

bool up__check_spirv_width(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0), *to = up__result_type(op, 0);
	if (!is_number(up__element(from)) || !is_number(up__element(to)) ||
		mlirbc_type_width(up__element(from)) != mlirbc_type_width(up__element(to)))
		return true;
	return VERIFY_FAIL(parser, op, "expected the different bit widths for operand type and result type, but provided '%s' and '%s'",
		UP__TEXT(from), UP__TEXT(to));
}

/* The bits of a number or a vector of numbers; 0: not known. */
static uint64_t bits(const struct mlirbc_type *type)
{
	uint64_t count = 1;
	const struct mlirbc_type *element = up__element(type);
	if (!is_number(element) || (type != element && (type->kind != MLIRBC_TYPE_VECTOR || !mlirbc_type_elements(type, &count))))
		return 0;
	return count > UINT32_MAX ? 0 : count * mlirbc_type_width(element);
}

bool up__check_spirv_bitcast(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	if (up__operand_type(op, 0) == up__result_type(op, 0))
		return mlirbc_parser_error_op(parser, op, "result type must be different from operand type");
	const uint64_t from = bits(up__operand_type(op, 0)), to = bits(up__result_type(op, 0));
	return from == 0 || to == 0 || from == to ||
	       VERIFY_FAIL(parser, op, "mismatch in result type bitwidth %llu and operand type bitwidth %llu", (unsigned long long)to,
		       (unsigned long long)from);
}

bool up__check_complex_bitcast(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *types[] = { up__operand_type(op, 0), up__result_type(op, 0) };
	uint64_t width[2];
	for (int i = 0; i < 2; i++) {
		const bool complex = types[i]->kind == MLIRBC_TYPE_COMPLEX;
		width[i] = mlirbc_type_width(complex ? types[i]->u.shaped.element : types[i]) * (complex ? UINT64_C(2) : 1);
	}
	return width[0] == width[1] || VERIFY_FAIL(parser, op, "casting bitwidths do not match%s", "");
}
