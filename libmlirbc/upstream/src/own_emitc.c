/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* emitc.do, emitc.expression, emitc.for, emitc.if, emitc.include; async.execute. */
#include "own.h"
#include "own_parts.h"

#include <stdio.h>

static const char YIELD[] = "emitc.yield";

/* ---- emitc.do { ... } while { ... } */

static bool parse_do(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	(void)name;
	return mlirbc_parser_add_region(parser, op, NULL, NULL, 0, false) && mlirbc_parser_expect(parser, "while") &&
	       mlirbc_parser_add_region(parser, op, NULL, NULL, 0, false) && mlirbc_parser_attr_dict(parser, op, true);
}

static bool two_regions(const struct mlirbc_op *op)
{
	return op->region_count == 2 && up__entry(op, 0) && op->result_count == 0;
}

static bool print_do(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step == 2) {
		mlirbc_printer_attr_dict(printer, op, "", true);
		return false;
	}
	mlirbc_printer_text(printer, step ? " while " : " ");
	*out = (struct mlirbc_region_form){ .index = step, .terminator = true };
	return true;
}

/* ---- emitc.expression %x noinline : (T) -> U { ... }: the arguments have the names of the operands */

static bool parse_expression(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct up__names operands;
	const struct mlirbc_type *type;
	(void)name;
	if (!mlirbc_parser_operands(parser, &operands.data, &operands.count) ||
		(mlirbc_parser_try(parser, "noinline") &&
			!mlirbc_parser_add_attr(
				parser, op, "do_not_inline", mlirbc_attr_unit(mlirbc_parser_context(parser)))) ||
		!mlirbc_parser_expect(parser, ":") || !mlirbc_parser_function_type(parser, &type))
		return false;
	const struct mlirbc_types *inputs = &type->u.function.inputs;
	return mlirbc_parser_add_operands(parser, op, operands.data, operands.count, inputs->data, inputs->count) &&
	       mlirbc_parser_add_results(parser, op, type->u.function.results.data, type->u.function.results.count) &&
	       mlirbc_parser_add_region(parser, op, operands.data, inputs->data, operands.count, true);
}

static bool expression_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_block *body = up__entry(op, 0);
	return body && body->argument_count == op->operand_count;
}

static bool print_expression(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step)
		return false;
	mlirbc_printer_text(printer, op->operand_count ? " " : "");
	mlirbc_printer_operands(printer, op, 0, op->operand_count);
	mlirbc_printer_text(printer, " : "); /* mlir-opt does not print "noinline" */
	mlirbc_printer_function_type(printer, op);
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .terminator = true };
	return true;
}

static const char *expression_argument(const struct mlirbc_op *op, uint32_t region, uint32_t argument)
{
	static _Thread_local char name[16];
	(void)op;
	(void)region;
	snprintf(name, sizeof name, "%%%u", argument);
	return name;
}

/* ---- emitc.for %i = %a to %b step %c : T { ... } */

static bool parse_for(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	static const char *const words[] = { "=", "to", "step" };
	struct mlirbc_unresolved variable, bounds[3];
	const struct mlirbc_type *type = mlirbc_type_index(mlirbc_parser_context(parser));
	(void)name;
	if (!mlirbc_parser_operand(parser, &variable))
		return false;
	for (int i = 0; i < 3; i++) {
		if (!mlirbc_parser_expect(parser, words[i]) || !mlirbc_parser_operand(parser, &bounds[i]))
			return false;
	}
	if (mlirbc_parser_try(parser, ":") && !mlirbc_parser_type(parser, &type))
		return false;
	struct up__names all = { bounds, 3 };
	return up__add_same(parser, op, &all, type) && mlirbc_parser_add_region(parser, op, &variable, &type, 1, false) &&
	       mlirbc_parser_terminate(parser, op, YIELD) && mlirbc_parser_attr_dict(parser, op, false);
}

static bool for_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_block *body = up__entry(op, 0);
	if (!body || body->argument_count != 1 || op->operand_count != 3)
		return false;
	for (int i = 0; i < 3; i++) {
		if (mlirbc_op_operands(op)[i].value->type != body->arguments[0].type)
			return false;
	}
	return true;
}

static bool print_for(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	static const char *const words[] = { " = ", " to ", " step " };
	if (step) {
		mlirbc_printer_attr_dict(printer, op, "", false);
		return false;
	}
	mlirbc_printer_text(printer, " ");
	up__print_arguments(printer, up__entry(op, 0), 0, 1);
	for (uint32_t i = 0; i < 3; i++) {
		mlirbc_printer_text(printer, words[i]);
		mlirbc_printer_operands(printer, op, i, 1);
	}
	mlirbc_printer_text(printer, " ");
	if (up__entry(op, 0)->arguments[0].type->kind != MLIRBC_TYPE_INDEX) {
		mlirbc_printer_text(printer, " : ");
		mlirbc_printer_operand_types(printer, op, 0, 1);
		mlirbc_printer_text(printer, " ");
	}
	*out = (struct mlirbc_region_form){ .terminator = false };
	return true;
}

/* ---- emitc.if %c { ... } else { ... } */

static bool parse_if(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved condition;
	(void)name;
	if (!mlirbc_parser_operand(parser, &condition) ||
		!mlirbc_parser_add_operand(parser, op, &condition, up__integer(parser, 1)) ||
		!mlirbc_parser_add_region(parser, op, NULL, NULL, 0, false) || !mlirbc_parser_terminate(parser, op, YIELD))
		return false;
	if (!mlirbc_parser_try(parser, "else"))
		return mlirbc_parser_add_empty_region(parser, op) && mlirbc_parser_attr_dict(parser, op, false);
	return mlirbc_parser_add_region(parser, op, NULL, NULL, 0, false) && mlirbc_parser_terminate(parser, op, YIELD) &&
	       mlirbc_parser_attr_dict(parser, op, false);
}

static bool if_fits(const struct mlirbc_op *op) { return two_regions(op) && op->operand_count == 1; }

static bool print_if(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step == 2 || (step == 1 && !up__entry(op, 1))) {
		mlirbc_printer_attr_dict(printer, op, "", false);
		return false;
	}
	mlirbc_printer_text(printer, step ? " else " : " ");
	if (step == 0) {
		mlirbc_printer_operands(printer, op, 0, 1);
		mlirbc_printer_text(printer, " ");
	}
	*out = (struct mlirbc_region_form){ .index = step };
	return true;
}

/* ---- emitc.include <"math.h"> */

static bool parse_include(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *file;
	bool standard = mlirbc_parser_try(parser, "<");
	(void)name;
	return mlirbc_parser_string(parser, &file) && mlirbc_parser_add_attr(parser, op, "include", file) &&
	       (!standard || (mlirbc_parser_expect(parser, ">") &&
				     mlirbc_parser_add_attr(parser, op, "is_standard_include",
					     mlirbc_attr_unit(mlirbc_parser_context(parser))))) &&
	       mlirbc_parser_attr_dict(parser, op, false);
}

static bool include_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *file = up__property(op, "include");
	return file && file->kind == MLIRBC_ATTR_STRING;
}

static bool print_include(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	bool standard = up__property(op, "is_standard_include") != NULL;
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, standard ? " <" : " ");
	mlirbc_printer_attr(printer, up__property(op, "include"));
	mlirbc_printer_text(printer, standard ? ">" : "");
	return false;
}

const struct mlirbc_upstream__own mlirbc_upstream__own_emitc[] = {
	{ "emitc.do", parse_do, two_regions, print_do, NULL, NULL },
	{ "emitc.expression", parse_expression, expression_fits, print_expression, NULL, expression_argument },
	{ "emitc.for", parse_for, for_fits, print_for, NULL, NULL },
	{ "emitc.if", parse_if, if_fits, print_if, NULL, NULL },
	{ "emitc.include", parse_include, include_fits, print_include, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
