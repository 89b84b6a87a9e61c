/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The form of many operations without results: operands, attributes, types. */
#include "own_parts.h"

bool up__parse_plain(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct up__names names;
	struct up__types types = { NULL, 0 };
	(void)name;
	return mlirbc_parser_operands(parser, &names.data, &names.count) && mlirbc_parser_attr_dict(parser, op, false) &&
	       (names.count == 0 || (mlirbc_parser_expect(parser, ":") && up__read_types(parser, &types))) &&
	       mlirbc_parser_add_operands(parser, op, names.data, names.count, types.data, types.count);
}

bool up__plain_fits(const struct mlirbc_op *op)
{
	return op->result_count == 0 && op->region_count == 0 && mlirbc_op_successor_count(op) == 0;
}

bool up__print_plain(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, op->operand_count ? " " : "");
	mlirbc_printer_operands(printer, op, 0, op->operand_count);
	mlirbc_printer_attr_dict(printer, op, "", false);
	if (op->operand_count == 0)
		return false;
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_operand_types(printer, op, 0, op->operand_count);
	return false;
}
