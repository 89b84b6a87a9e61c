/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* arith: signless integers, on which some operations are unsigned. Flags of overflow and of fast mathematics permit other results, so
 * they are ignored. */
#include "chlo/formula.h"
#include "legalize/legalize.h"

#include <mlirbc/build.h>

/* ---- types */

static bool is_kind(char kind, const struct mlirbc_type *element)
{
	switch (kind) {
	case 'i': return shlo__is_int(element);
	case 'b': return shlo__is_int(element) || shlo__is_bool(element);
	case 'f': return shlo__is_float(element);
	case 'n': return shlo__is_int(element) || shlo__is_float(element);
	default: return true;
	}
}

/* An operand with elements that the operation takes. */
static struct mlirbc_value *operand(struct shlo__legal *legal, const struct shlo__legal_row *row, size_t index)
{
	struct mlirbc_value *value = shlo__legal_operand(legal, index);
	if (value && (!shlo__is_tensor(value->type) || !is_kind(row->kinds, shlo__element(value->type))))
		return shlo__legal_refuse(legal, "its elements have a type for which StableHLO has no such operation");
	return value;
}

static const struct mlirbc_type *result_element(struct shlo__legal *legal)
{
	const struct mlirbc_type *type = shlo__legal_type(legal->emit.pass->context, mlirbc_op_results(legal->op)->type);
	return type ? shlo__element(type) : NULL;
}

/* The same bits as unsigned or signless integers. */
static struct mlirbc_value *as_bits(struct shlo__legal *legal, struct mlirbc_value *value, bool is_unsigned)
{
	struct mlirbc_context *context = legal->emit.pass->context;
	if (!value)
		return NULL;
	const struct mlirbc_type *integer = mlirbc_type_integer(
		context, mlirbc_type_width(shlo__element(value->type)), is_unsigned ? MLIRBC_UNSIGNED : MLIRBC_SIGNLESS);
	const struct mlirbc_type *type = integer ? shlo__with_element(context, value->type, integer) : NULL;
	return type == value->type ? value : shlo__emit(&legal->emit, "stablehlo.bitcast_convert", type, &value, 1, NULL, 0);
}

/* ---- arithmetic */

static struct mlirbc_value *binary(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *a = operand(legal, row, 0), *b = operand(legal, row, 1);
	return a && b ? shlo__emit_binary(&legal->emit, row->text, a, b) : NULL;
}

static struct mlirbc_value *unary(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	return shlo__emit_unary(&legal->emit, row->text, operand(legal, row, 0));
}

static struct mlirbc_value *formula(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *a = operand(legal, row, 0), *b = operand(legal, row, 1);
	return a && b ? shlo__formula(&legal->emit, row->text, a, b) : NULL;
}

static struct mlirbc_value *unsigned_formula(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *a = operand(legal, row, 0), *b = operand(legal, row, 1);
	a = as_bits(legal, a, true);
	b = as_bits(legal, b, true);
	return a && b ? as_bits(legal, shlo__formula(&legal->emit, row->text, a, b), false) : NULL;
}

static struct mlirbc_value *compare_integers(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	static const char *const formulas[] = { "x == y", "x != y", "x < y", "x <= y", "x > y", "x >= y", "x < y", "x <= y", "x > y",
		"x >= y" };
	enum { FIRST_ORDER = 2, FIRST_UNSIGNED = 6 };
	struct mlirbc_value *a = operand(legal, row, 0), *b = operand(legal, row, 1);
	int64_t predicate;
	if (!a || !b || !shlo__int_of(mlirbc_op_attr(legal->op, "predicate"), &predicate) || predicate < 0 ||
		predicate >= (int64_t)(sizeof formulas / sizeof *formulas))
		return NULL;
	const bool bits = shlo__is_bool(shlo__element(a->type));
	if (bits && predicate >= FIRST_ORDER && predicate < FIRST_UNSIGNED)
		return shlo__legal_refuse(legal, "it compares values of i1 as signed numbers");
	if (!bits && predicate >= FIRST_UNSIGNED) {
		a = as_bits(legal, a, true);
		b = as_bits(legal, b, true);
	}
	return a && b ? shlo__formula(&legal->emit, formulas[predicate], a, b) : NULL;
}

static struct mlirbc_value *compare_floats(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	static const char *const formulas[] = { "and(x == x, x != x)", "x == y", "x > y", "x >= y", "x < y", "x <= y", "or(x < y, x > y)",
		"and(x == x, y == y)", "not(or(x < y, x > y))", "not(x <= y)", "not(x < y)", "not(x >= y)", "not(x > y)", "x != y",
		"or(x != x, y != y)", "or(x == x, x != x)" };
	struct mlirbc_value *a = operand(legal, row, 0), *b = operand(legal, row, 1);
	int64_t predicate;
	if (!a || !b || !shlo__int_of(mlirbc_op_attr(legal->op, "predicate"), &predicate) || predicate < 0 ||
		predicate >= (int64_t)(sizeof formulas / sizeof *formulas))
		return NULL;
	return shlo__formula(&legal->emit, formulas[predicate], a, b);
}

static struct mlirbc_value *choose(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *condition = shlo__legal_operand(legal, 0), *a = operand(legal, row, 1), *b = operand(legal, row, 2);
	return condition && a && b ? shlo__emit_select(&legal->emit, condition, a, b) : NULL;
}

/* ---- conversions */

/* Numbers with a sign; 1 of i1 is -1. */
static struct mlirbc_value *convert(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *a = operand(legal, row, 0);
	const struct mlirbc_type *element = result_element(legal);
	if (!a || !element)
		return NULL;
	if (shlo__is_bool(element)) /* the lowest bit */
		return shlo__is_int(shlo__element(a->type)) ? shlo__formula(&legal->emit, "and(x, 1) != 0", a, NULL) : NULL;
	struct mlirbc_value *value = shlo__emit_convert(&legal->emit, a, element);
	return shlo__is_bool(shlo__element(a->type)) ? shlo__emit_unary(&legal->emit, "stablehlo.negate", value) : value;
}

static struct mlirbc_value *convert_unsigned(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_context *context = legal->emit.pass->context;
	struct mlirbc_value *a = operand(legal, row, 0);
	const struct mlirbc_type *element = result_element(legal);
	if (!a || !element)
		return NULL;
	if (!shlo__is_bool(shlo__element(a->type)))
		a = as_bits(legal, a, true);
	if (shlo__is_float(element) || shlo__is_bool(shlo__element(a->type)))
		return shlo__emit_convert(&legal->emit, a, element);
	const struct mlirbc_type *wide = mlirbc_type_integer(context, mlirbc_type_width(element), MLIRBC_UNSIGNED);
	return wide ? as_bits(legal, shlo__emit_convert(&legal->emit, a, wide), false) : NULL;
}

static struct mlirbc_value *to_unsigned(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *a = operand(legal, row, 0);
	const struct mlirbc_type *element = result_element(legal);
	if (!a || !element || !shlo__is_int(element))
		return NULL;
	const struct mlirbc_type *wide = mlirbc_type_integer(
		legal->emit.pass->context, mlirbc_type_width(element), MLIRBC_UNSIGNED);
	return wide ? as_bits(legal, shlo__emit_convert(&legal->emit, a, wide), false) : NULL;
}

static struct mlirbc_value *bitcast(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *a = operand(legal, row, 0);
	const struct mlirbc_type *element = result_element(legal);
	if (!a || !element || mlirbc_type_width(element) != mlirbc_type_width(shlo__element(a->type)))
		return NULL;
	return shlo__emit(&legal->emit, row->text, shlo__with_element(legal->emit.pass->context, a->type, element), &a, 1, NULL, 0);
}

/* ---- constants */

struct mlirbc_value *shlo__legal_literal(struct shlo__legal *legal, const struct mlirbc_attr *attr)
{
	static const char none[] = "its value is no number, and no tensor of numbers";
	struct mlirbc_context *context = legal->emit.pass->context;
	const struct mlirbc_type *type = attr && attr->type ? shlo__legal_type(context, attr->type) : NULL;
	if (!type || !shlo__is_static(type) || !shlo__is_plain(shlo__element(type)))
		return shlo__legal_refuse(legal, none);
	if (attr->kind == MLIRBC_ATTR_INTEGER || attr->kind == MLIRBC_ATTR_FLOAT) {
		uint8_t bytes[8];
		for (size_t i = 0; i < sizeof bytes; i++)
			bytes[i] = (uint8_t)(attr->u.number.words[0] >> (8 * i));
		attr = mlirbc_attr_dense(context, type, bytes, shlo__element_bytes(shlo__element(type)));
	} else if (attr->type != type) {
		if (attr->kind != MLIRBC_ATTR_DENSE)
			return shlo__legal_refuse(legal, none);
		attr = mlirbc_attr_dense(context, type, attr->u.dense.data, attr->u.dense.size);
	}
	const struct shlo__property value = { "value", attr };
	return shlo__emit(&legal->emit, "stablehlo.constant", type, NULL, 0, &value, 1);
}

static struct mlirbc_value *constant(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	return shlo__legal_literal(legal, mlirbc_op_attr(legal->op, row->text));
}

/* ---- rows */

const struct shlo__legal_row shlo__legal_arith[] = {
	{ "arith.addf", binary, "stablehlo.add", true, 'f' },
	{ "arith.addi", binary, "stablehlo.add", true, 'i' },
	{ "arith.andi", binary, "stablehlo.and", true, 'b' },
	{ "arith.bitcast", bitcast, "stablehlo.bitcast_convert", true, 'n' },
	{ "arith.ceildivsi", formula,
		"q = divide(x, y); r = remainder(x, y); select(and(r != 0, not(xor(r < 0, y < 0))), q + 1, q)", true, 'i' },
	{ "arith.ceildivui", unsigned_formula, "q = divide(x, y); select(remainder(x, y) != 0, q + 1, q)", true, 'i' },
	{ "arith.cmpf", compare_floats, NULL, true, 'f' },
	{ "arith.cmpi", compare_integers, NULL, true, 'b' },
	{ "arith.constant", constant, "value", true, 0 },
	{ "arith.divf", binary, "stablehlo.divide", true, 'f' },
	{ "arith.divsi", binary, "stablehlo.divide", true, 'i' },
	{ "arith.divui", unsigned_formula, "divide(x, y)", true, 'i' },
	{ "arith.extf", convert, NULL, true, 'f' },
	{ "arith.extsi", convert, NULL, true, 'b' },
	{ "arith.extui", convert_unsigned, NULL, true, 'b' },
	{ "arith.floordivsi", formula,
		"q = divide(x, y); r = remainder(x, y); select(and(r != 0, xor(r < 0, y < 0)), q - 1, q)", true, 'i' },
	{ "arith.fptosi", convert, NULL, true, 'f' },
	{ "arith.fptoui", to_unsigned, NULL, true, 'f' },
	{ "arith.index_cast", convert, NULL, true, 'b' },
	{ "arith.index_castui", convert_unsigned, NULL, true, 'b' },
	{ "arith.maximumf", binary, "stablehlo.maximum", true, 'f' },
	{ "arith.maxnumf", formula, "select(x != x, y, select(y != y, x, maximum(x, y)))", true, 'f' },
	{ "arith.maxsi", binary, "stablehlo.maximum", true, 'i' },
	{ "arith.maxui", unsigned_formula, "maximum(x, y)", true, 'i' },
	{ "arith.minimumf", binary, "stablehlo.minimum", true, 'f' },
	{ "arith.minnumf", formula, "select(x != x, y, select(y != y, x, minimum(x, y)))", true, 'f' },
	{ "arith.minsi", binary, "stablehlo.minimum", true, 'i' },
	{ "arith.minui", unsigned_formula, "minimum(x, y)", true, 'i' },
	{ "arith.mulf", binary, "stablehlo.multiply", true, 'f' },
	{ "arith.muli", binary, "stablehlo.multiply", true, 'i' },
	{ "arith.negf", unary, "stablehlo.negate", true, 'f' },
	{ "arith.ori", binary, "stablehlo.or", true, 'b' },
	{ "arith.remf", binary, "stablehlo.remainder", true, 'f' },
	{ "arith.remsi", binary, "stablehlo.remainder", true, 'i' },
	{ "arith.remui", unsigned_formula, "remainder(x, y)", true, 'i' },
	{ "arith.select", choose, NULL, true, 0 },
	{ "arith.shli", binary, "stablehlo.shift_left", true, 'i' },
	{ "arith.shrsi", binary, "stablehlo.shift_right_arithmetic", true, 'i' },
	{ "arith.shrui", binary, "stablehlo.shift_right_logical", true, 'i' },
	{ "arith.sitofp", convert, NULL, true, 'b' },
	{ "arith.subf", binary, "stablehlo.subtract", true, 'f' },
	{ "arith.subi", binary, "stablehlo.subtract", true, 'i' },
	{ "arith.truncf", convert, NULL, true, 'f' },
	{ "arith.trunci", convert, NULL, true, 'b' },
	{ "arith.uitofp", convert_unsigned, NULL, true, 'b' },
	{ "arith.xori", binary, "stablehlo.xor", true, 'b' },
};
const size_t shlo__legal_arith_count = sizeof shlo__legal_arith / sizeof *shlo__legal_arith;
