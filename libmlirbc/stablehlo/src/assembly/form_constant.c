/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* stablehlo.constant, optimization_barrier and composite. */
#include "assembly/form.h"

/* ---- constant attrs dense<...> : T, or constant() <{value = ...}> attrs : () -> T */

bool shlo__parse_constant(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *value;
	const struct mlirbc_type *type;
	if (mlirbc_parser_try(parser, "("))
		return mlirbc_parser_expect(parser, ")") && mlirbc_parser_properties(parser, op) &&
		       mlirbc_parser_attr_dict(parser, op, false) && shlo__parse_signature(parser, op, NULL, 0, &type);
	if (!mlirbc_parser_attr_dict(parser, op, false) || !mlirbc_parser_attr(parser, NULL, &value))
		return false;
	if (!value->type || value->kind == MLIRBC_ATTR_DENSE_ARRAY)
		return mlirbc_parser_error(parser, "expected elements with a type before this");
	return mlirbc_parser_add_attr(parser, op, "value", value) && mlirbc_parser_add_result(parser, op, value->type);
}

bool shlo__fits_constant(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *properties = mlirbc_op_properties(op), *value = shlo__property(op, "value");
	return value && value->type && value->kind != MLIRBC_ATTR_DENSE_ARRAY && op->operand_count == 0 &&
	       op->result_count == 1 && shlo__plain(op, 0) && properties->u.dictionary.count == 1;
}

bool shlo__print_constant(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	const struct mlirbc_attr *value = shlo__property(op, "value");
	bool same = value->type == mlirbc_op_results(op)[0].type;
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, same ? "" : "() <{value = ");
	if (!same) {
		mlirbc_printer_attr(printer, value);
		mlirbc_printer_text(printer, "}>");
	}
	mlirbc_printer_attr_dict(printer, op, "value ", false);
	if (!same) {
		shlo__print_signature(printer, op);
		return false;
	}
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_attr(printer, value);
	return false;
}

/* ---- optimization_barrier attrs %a, %b : T, U, or optimization_barrier() */

bool shlo__parse_barrier(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved *operands;
	const struct mlirbc_type *const *types;
	size_t count, type_count;
	if (!mlirbc_parser_attr_dict(parser, op, false))
		return false;
	if (mlirbc_parser_try(parser, "("))
		return mlirbc_parser_expect(parser, ")");
	return mlirbc_parser_operands(parser, &operands, &count) && mlirbc_parser_expect(parser, ":") &&
	       mlirbc_parser_types(parser, &types, &type_count) &&
	       mlirbc_parser_add_operands(parser, op, operands, count, types, type_count) &&
	       mlirbc_parser_add_results(parser, op, types, type_count);
}

bool shlo__fits_barrier(const struct mlirbc_op *op)
{
	bool fits = op->operand_count == op->result_count && shlo__plain(op, 0) && !mlirbc_op_properties(op);
	for (uint32_t i = 0; fits && i < op->operand_count; i++)
		fits = mlirbc_op_operands(op)[i].value->type == mlirbc_op_results(op)[i].type;
	return fits;
}

bool shlo__print_barrier(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	mlirbc_printer_attr_dict(printer, op, "", false);
	mlirbc_printer_text(printer, op->operand_count ? " " : "()");
	mlirbc_printer_operands(printer, op, 0, op->operand_count);
	mlirbc_printer_text(printer, op->operand_count ? " : " : "");
	mlirbc_printer_result_types(printer, op, 0, op->result_count);
	return false;
}

/* ---- composite "name" %a, %b ({ region }, { region }) attrs : F */

bool shlo__parse_composite(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved *operands;
	const struct mlirbc_attr *name;
	const struct mlirbc_type *type;
	size_t count;
	if (!mlirbc_parser_string(parser, &name) || !mlirbc_parser_add_attr(parser, op, "name", name) ||
		!mlirbc_parser_operands(parser, &operands, &count))
		return false;
	if (mlirbc_parser_try(parser, "(")) {
		do {
			if (!mlirbc_parser_add_region(parser, op, NULL, NULL, 0, false))
				return false;
		} while (mlirbc_parser_try(parser, ","));
		if (!mlirbc_parser_expect(parser, ")"))
			return false;
	}
	return mlirbc_parser_attr_dict(parser, op, false) && shlo__parse_signature(parser, op, operands, count, &type);
}

bool shlo__fits_composite(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *name = shlo__property(op, "name");
	return name && name->kind == MLIRBC_ATTR_STRING && !name->type && shlo__plain(op, op->region_count);
}

bool shlo__print_composite(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step == 0) {
		mlirbc_printer_text(printer, " ");
		mlirbc_printer_attr(printer, shlo__property(op, "name"));
		mlirbc_printer_text(printer, " ");
		mlirbc_printer_operands(printer, op, 0, op->operand_count);
	}
	if (step < op->region_count) {
		mlirbc_printer_text(printer, step ? ", " : " (");
		*out = (struct mlirbc_region_form){
			.index = step, .arguments = true, .terminator = true, .empty = true
		};
		return true;
	}
	mlirbc_printer_text(printer, step ? ")" : "");
	shlo__print_dict(printer, op, "name ", false);
	shlo__print_signature(printer, op);
	return false;
}
