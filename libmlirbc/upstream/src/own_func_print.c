/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints the parts of functions. */
#include "own_func.h"

bool up__function_fits(const struct mlirbc_op *op, const char *type_name)
{
	const struct mlirbc_attr *type = mlirbc_op_attr(op, type_name), *name = mlirbc_op_attr(op, "sym_name");
	if (!type || type->kind != MLIRBC_ATTR_TYPE || !name || name->kind != MLIRBC_ATTR_STRING || op->region_count != 1)
		return false;
	const struct mlirbc_block *body = up__entry(op, 0);
	const struct mlirbc_type *function = type->u.type_value;
	if (function->kind != MLIRBC_TYPE_FUNCTION || !body)
		return function->kind == MLIRBC_TYPE_FUNCTION;
	if (body->argument_count < function->u.function.inputs.count)
		return false;
	for (size_t i = 0; i < function->u.function.inputs.count; i++) {
		if (body->arguments[i].type != function->u.function.inputs.data[i])
			return false;
	}
	return true;
}

static const struct mlirbc_attr *item_attrs(const struct mlirbc_op *op, const char *name, size_t index)
{
	const struct mlirbc_attr *all = mlirbc_op_attr(op, name);
	if (!all || all->kind != MLIRBC_ATTR_ARRAY || index >= all->u.array.count)
		return NULL;
	const struct mlirbc_attr *one = all->u.array.data[index];
	return one->kind == MLIRBC_ATTR_DICTIONARY && one->u.dictionary.count ? one : NULL;
}

void up__print_item_attrs(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *name, size_t index)
{
	const struct mlirbc_attr *attrs = item_attrs(op, name, index);
	if (!attrs)
		return;
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_attr(printer, attrs);
}

void up__print_results(struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct mlirbc_types *results)
{
	if (results->count == 0)
		return;
	bool bare = results->count == 1 && results->data[0]->kind != MLIRBC_TYPE_FUNCTION && !item_attrs(op, "res_attrs", 0);
	mlirbc_printer_text(printer, bare ? " -> " : " -> (");
	for (size_t i = 0; i < results->count; i++) {
		mlirbc_printer_text(printer, i ? ", " : "");
		mlirbc_printer_type(printer, results->data[i]);
		up__print_item_attrs(printer, op, "res_attrs", i);
	}
	mlirbc_printer_text(printer, bare ? "" : ")");
}

void up__print_signature(struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct mlirbc_types *inputs,
	const struct mlirbc_types *results, bool variadic)
{
	const struct mlirbc_block *body = up__entry(op, 0);
	mlirbc_printer_text(printer, "(");
	for (size_t i = 0; i < inputs->count; i++) {
		mlirbc_printer_text(printer, i ? ", " : "");
		if (body) {
			mlirbc_printer_value(printer, &body->arguments[i]);
			mlirbc_printer_text(printer, ": ");
		}
		mlirbc_printer_type(printer, inputs->data[i]);
		up__print_item_attrs(printer, op, "arg_attrs", i);
		if (body)
			mlirbc_printer_argument_location(printer, &body->arguments[i]);
	}
	if (variadic)
		mlirbc_printer_text(printer, inputs->count ? ", ..." : "...");
	mlirbc_printer_text(printer, ")");
	up__print_results(printer, op, results);
}

void up__print_symbol_name(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *before)
{
	const struct mlirbc_attr *name = mlirbc_op_attr(op, "sym_name");
	if (!name || name->kind != MLIRBC_ATTR_STRING)
		return;
	mlirbc_printer_text(printer, before);
	mlirbc_printer_symbol(printer, name->u.string);
}

void up__print_word_attr(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *name)
{
	const struct mlirbc_attr *word = mlirbc_op_attr(op, name);
	if (!word || word->kind != MLIRBC_ATTR_STRING)
		return;
	up__print_text(printer, word);
	mlirbc_printer_text(printer, " ");
}
