/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Comparisons, llvm.alloca and llvm.landingpad. */
#include "own_llvm.h"

/* ---- llvm.icmp, llvm.fcmp */

static const char integer_predicates[] = "eq ne slt sle sgt sge ult ule ugt uge";
static const char float_predicates[] = "_false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno _true";

static const char *predicates_of(const struct mlirbc_string *name)
{
	return name->data[sizeof "llvm." - 1] == 'i' ? integer_predicates : float_predicates;
}

/* i1, or a vector of them. */
static const struct mlirbc_type *bit_type(struct mlirbc_parser *parser, const struct mlirbc_type *type)
{
	const struct mlirbc_type *bit = up__integer(parser, 1);
	if (!bit || type->kind != MLIRBC_TYPE_VECTOR)
		return bit;
	struct mlirbc_type vector = *type;
	vector.u.shaped.element = bit;
	return mlirbc_type_get(mlirbc_parser_context(parser), &vector);
}

static bool read_predicate(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_type *i64 = up__integer(parser, 64);
	const struct mlirbc_attr *text;
	const struct mlirbc_unresolved place = mlirbc_parser_place(parser, NULL);
	if (!mlirbc_parser_at_string(parser))
		return mlirbc_parser_error(parser, "expected attribute value");
	if (!mlirbc_parser_string(parser, &text))
		return false;
	for (int i = 0;; i++) {
		const struct mlirbc_string word = up__word_at(predicates_of(name), i);
		if (word.size == 0)
			return mlirbc_parser_error_at(parser, &place, "'%.*s' is an incorrect value of the 'predicate' attribute",
				(int)(text->u.string->size & 0xff), text->u.string->data);
		if (word.size == text->u.string->size && memcmp(word.data, text->u.string->data, word.size) == 0)
			return mlirbc_parser_add_attr(parser, op, "predicate",
				i64 ? mlirbc_attr_integer(mlirbc_parser_context(parser), i64, (uint64_t)i) : NULL);
	}
}

static bool parse_compare(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved left, right;
	const struct mlirbc_type *type;
	return read_predicate(parser, name, op) && mlirbc_parser_operand(parser, &left) && mlirbc_parser_expect(parser, ",") &&
	       mlirbc_parser_operand(parser, &right) && mlirbc_parser_attr_dict(parser, op, false) &&
	       mlirbc_parser_expect(parser, ":") && mlirbc_parser_last_type(parser, &type) &&
	       mlirbc_parser_add_operand(parser, op, &left, type) && mlirbc_parser_add_operand(parser, op, &right, type) &&
	       mlirbc_parser_add_result(parser, op, bit_type(parser, type));
}

static bool compare_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *predicate = up__property(op, "predicate");
	if (!predicate || predicate->kind != MLIRBC_ATTR_INTEGER || op->operand_count != 2 || op->result_count != 1 ||
		mlirbc_op_operands(op)[0].value->type != mlirbc_op_operands(op)[1].value->type)
		return false;
	int64_t value = up__integer_of(predicate);
	return value >= 0 && value < 16 && up__word_at(predicates_of(op->name), (int)value).size;
}

static bool print_compare(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	const struct mlirbc_string word = up__word_at(
		predicates_of(op->name), (int)up__integer_of(up__property(op, "predicate")));
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, " \"");
	mlirbc_printer_bytes(printer, word.data, word.size);
	mlirbc_printer_text(printer, "\" ");
	mlirbc_printer_operands(printer, op, 0, 2);
	mlirbc_printer_attr_dict(
		printer, op, up__llvm_is_plain_math(op) ? "predicate fastmathFlags " : "predicate ", false);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_operand_types(printer, op, 0, 1);
	return false;
}

/* ---- llvm.alloca */

static bool parse_alloca(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	struct mlirbc_unresolved size;
	const struct mlirbc_type *element, *type, *result;
	(void)name;
	if (!up__read_flag(parser, op, "inalloca", "inalloca") || !mlirbc_parser_operand(parser, &size) ||
		!mlirbc_parser_expect(parser, "x") || !mlirbc_parser_type(parser, &element) ||
		!mlirbc_parser_add_attr(parser, op, "elem_type", mlirbc_attr_type(context, element)) ||
		!mlirbc_parser_attr_dict(parser, op, false) || !mlirbc_parser_expect(parser, ":") ||
		!mlirbc_parser_type(parser, &type))
		return false;
	if (type->kind != MLIRBC_TYPE_FUNCTION || type->u.function.inputs.count != 1 || type->u.function.results.count != 1)
		return mlirbc_parser_error(parser, "expected trailing function type with one argument and one result");
	result = type->u.function.results.data[0];
	type = type->u.function.inputs.data[0];
	return mlirbc_parser_add_operand(parser, op, &size, type) && mlirbc_parser_add_result(parser, op, result);
}

static bool alloca_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *element = up__property(op, "elem_type");
	return element && element->kind == MLIRBC_ATTR_TYPE && op->operand_count == 1 && op->result_count == 1;
}

static bool print_alloca(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	const struct mlirbc_attr *alignment = up__property(op, "alignment");
	bool zero = alignment && alignment->kind == MLIRBC_ATTR_INTEGER && up__integer_of(alignment) == 0;
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, up__property(op, "inalloca") ? " inalloca " : " ");
	mlirbc_printer_operands(printer, op, 0, 1);
	mlirbc_printer_text(printer, " x ");
	mlirbc_printer_type(printer, up__property(op, "elem_type")->u.type_value);
	mlirbc_printer_attr_dict(printer, op, zero ? "elem_type inalloca alignment " : "elem_type inalloca ", false);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_function_type(printer, op);
	return false;
}

/* ---- llvm.landingpad */

static bool read_clauses(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	while (mlirbc_parser_try(parser, "(")) {
		struct mlirbc_unresolved value;
		const struct mlirbc_type *type;
		if (!mlirbc_parser_try(parser, "catch") && !mlirbc_parser_expect(parser, "filter"))
			return false;
		if (!mlirbc_parser_operand(parser, &value) || !mlirbc_parser_expect(parser, ":") ||
			!mlirbc_parser_type(parser, &type) || !mlirbc_parser_add_operand(parser, op, &value, type) ||
			!mlirbc_parser_expect(parser, ")"))
			return false;
	}
	return true;
}

static bool parse_pad(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_type *type;
	(void)name;
	return up__read_flag(parser, op, "cleanup", "cleanup") && read_clauses(parser, op) &&
	       mlirbc_parser_attr_dict(parser, op, false) && mlirbc_parser_expect(parser, ":") &&
	       mlirbc_parser_type(parser, &type) && mlirbc_parser_add_result(parser, op, type);
}

static bool pad_fits(const struct mlirbc_op *op) { return op->result_count == 1; }

/* The type of a filter is an array. */
static bool is_array(const struct mlirbc_type *type)
{
	return type->kind == MLIRBC_TYPE_DIALECT && type->u.dialect.text->size > 6 &&
	       memcmp(type->u.dialect.text->data, "array<", 6) == 0;
}

static bool print_pad(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, up__property(op, "cleanup") ? " cleanup " : " ");
	for (uint32_t i = 0; i < op->operand_count; i++) {
		bool filter = is_array(mlirbc_op_operands(op)[i].value->type);
		up__print_typed(printer, op, filter ? "(filter " : "(catch ", i, 1, ") ");
	}
	mlirbc_printer_attr_dict(printer, op, "cleanup ", false);
	mlirbc_printer_text(printer, ": ");
	mlirbc_printer_result_types(printer, op, 0, 1);
	return false;
}

const struct mlirbc_upstream__own mlirbc_upstream__own_llvm_simple[] = {
	{ "llvm.alloca", parse_alloca, alloca_fits, print_alloca, NULL, NULL },
	{ "llvm.fcmp", parse_compare, compare_fits, print_compare, NULL, NULL },
	{ "llvm.icmp", parse_compare, compare_fits, print_compare, NULL, NULL },
	{ "llvm.landingpad", parse_pad, pad_fits, print_pad, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
