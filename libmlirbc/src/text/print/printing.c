/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions of mlirbc/printing.h, which hooks call; thin wrappers of the functions for custom forms. */
#include "text/print/print_form.h"

void mlirbc_printer_text(struct mlirbc_printer *printer, const char *text) { mlirbc__emit(printer, text); }

void mlirbc_printer_bytes(struct mlirbc_printer *printer, const char *data, size_t size)
{
	mlirbc__emit_name(printer, '\0', &(struct mlirbc_string){ data, size });
}

void mlirbc_printer_integer(struct mlirbc_printer *printer, int64_t value) { mlirbc__emit_integer(printer, value); }

void mlirbc_printer_symbol(struct mlirbc_printer *printer, const struct mlirbc_string *name)
{
	mlirbc__emit_name(printer, '@', name);
}

void mlirbc_printer_line(struct mlirbc_printer *printer) { mlirbc__emit_line(printer); }

void mlirbc_printer_type(struct mlirbc_printer *printer, const struct mlirbc_type *type)
{
	mlirbc__emit_type(printer, type);
}

void mlirbc_printer_attr(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	mlirbc__emit_attr(printer, attr);
}

void mlirbc_printer_attr_untyped(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	mlirbc__emit_untyped(printer, attr);
}

void mlirbc_printer_attr_dict(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *elided, bool keyword)
{
	mlirbc__emit_dictionary(printer, op, elided, keyword);
}

void mlirbc_printer_value(struct mlirbc_printer *printer, const struct mlirbc_value *value)
{
	mlirbc__emit_value(printer, value);
}

void mlirbc_printer_operands(struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t from, uint32_t count)
{
	mlirbc__emit_operands(printer, op, from, count);
}

void mlirbc_printer_operand_types(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t from, uint32_t count)
{
	mlirbc__emit_operand_types(printer, op, from, count);
}

void mlirbc_printer_result_types(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t from, uint32_t count)
{
	mlirbc__emit_result_types(printer, op, from, count);
}

void mlirbc_printer_function_type(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	mlirbc__emit_function_type(printer, op);
}

void mlirbc_printer_argument_location(struct mlirbc_printer *printer, const struct mlirbc_value *argument)
{
	mlirbc__emit_argument_loc(printer, argument);
}
