/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Directives of `acc`: variables with their types, and recipes. */
#include "engine.h"

#include <mlirbc/build.h>
#include <string.h>

typedef struct mlirbc_upstream__reading reading_t;
typedef struct mlirbc_upstream__printing printing_t;
typedef const struct mlirbc_upstream__argument *arguments_t;

/* Types with the interface of pointers. */
static bool is_pointer(const struct mlirbc_type *type)
{
	if (type->kind == MLIRBC_TYPE_MEMREF || type->kind == MLIRBC_TYPE_UNRANKED_MEMREF)
		return true;
	return type->kind == MLIRBC_TYPE_DIALECT && type->u.dialect.dialect->size == 4 &&
	       memcmp(type->u.dialect.dialect->data, "llvm", 4) == 0 && type->u.dialect.text->size >= 3 &&
	       memcmp(type->u.dialect.text->data, "ptr", 3) == 0;
}

/* The type of the variable behind a pointer, NULL: not known. Other values are variables themselves. */
static const struct mlirbc_type *pointee(const struct mlirbc_type *type)
{
	if (type->kind == MLIRBC_TYPE_MEMREF || type->kind == MLIRBC_TYPE_UNRANKED_MEMREF)
		return type->u.shaped.element;
	return is_pointer(type) ? NULL : type;
}

/* word(%x, or other(%x */
static bool parse_operand_of(reading_t *reading, uint8_t index, const char *word, const char *other)
{
	struct mlirbc_upstream__read *slot = &reading->slots[index];
	if (!mlirbc_parser_try(reading->parser, word) && !mlirbc_parser_expect(reading->parser, other))
		return false;
	slot->names = mlirbc_parser_scratch(reading->parser, sizeof *slot->names);
	slot->count = 1;
	return slot->names && mlirbc_parser_expect(reading->parser, "(") && mlirbc_parser_operand(reading->parser, slot->names);
}

static void print_operand_of(const printing_t *printing, uint8_t index, const char *word, const char *other)
{
	struct mlirbc_upstream__group group;
	if (!mlirbc_upstream__group(printing, index, &group) || group.count != 1)
		return;
	const bool pointer = is_pointer(mlirbc_upstream__group_type(printing, &group, 0));
	mlirbc_printer_text(printing->printer, pointer ? word : other);
	mlirbc_printer_text(printing->printer, "(");
	mlirbc_printer_operands(printing->printer, printing->op, group.from, 1);
}

/* ---- Var: varPtr(%x; VarPtrType: T) varType(U) */

static bool parse_var(reading_t *reading, arguments_t arguments, size_t count)
{
	(void)count;
	return parse_operand_of(reading, arguments[0].index, "varPtr", "var");
}

static void print_var(printing_t *printing, arguments_t arguments, size_t count)
{
	(void)count;
	if (mlirbc_upstream__is_now(printing))
		print_operand_of(printing, arguments[0].index, "varPtr", "var");
}

static bool parse_var_type(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_parser *parser = reading->parser;
	const struct mlirbc_type *type, *of;
	(void)count;
	if (!mlirbc_parser_type(parser, &type) || !mlirbc_upstream__set_type(reading, arguments[0].index, type) ||
		!mlirbc_parser_expect(parser, ")"))
		return false;
	of = pointee(type);
	if (mlirbc_parser_try(parser, "varType")) {
		if (!mlirbc_parser_expect(parser, "(") || !mlirbc_parser_type(parser, &of) || !mlirbc_parser_expect(parser, ")"))
			return false;
	} else if (!of) {
		return mlirbc_parser_error(parser, "expected 'varType', because the pointer has no element type");
	}
	return mlirbc_upstream__set_attr(reading, arguments[1].index, mlirbc_attr_type(mlirbc_parser_context(parser), of));
}

static bool var_type_fits(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *type = mlirbc_upstream__attr_in(printing, arguments[1].index);
	(void)count;
	return type && type->kind == MLIRBC_ATTR_TYPE;
}

static void print_var_type(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *of = mlirbc_upstream__attr_in(printing, arguments[1].index);
	struct mlirbc_upstream__group group;
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !mlirbc_upstream__group(printing, arguments[0].index, &group) || group.count != 1)
		return;
	const struct mlirbc_type *type = mlirbc_upstream__group_type(printing, &group, 0);
	mlirbc_printer_type(printing->printer, type);
	mlirbc_printer_text(printing->printer, ")");
	if (of->u.type_value == pointee(type))
		return;
	mlirbc_printer_text(printing->printer, " varType(");
	mlirbc_printer_type(printing->printer, of->u.type_value);
	mlirbc_printer_text(printing->printer, ")");
}

/* ---- AccVar: accPtr(%x : T) */

static bool parse_acc_var(reading_t *reading, arguments_t arguments, size_t count)
{
	const struct mlirbc_type *type;
	(void)count;
	return parse_operand_of(reading, arguments[0].index, "accPtr", "accVar") && mlirbc_parser_expect(reading->parser, ":") &&
	       mlirbc_parser_type(reading->parser, &type) && mlirbc_upstream__set_type(reading, arguments[0].index, type) &&
	       mlirbc_parser_expect(reading->parser, ")");
}

static void print_acc_var(printing_t *printing, arguments_t arguments, size_t count)
{
	struct mlirbc_upstream__group group;
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !mlirbc_upstream__group(printing, arguments[0].index, &group))
		return;
	print_operand_of(printing, arguments[0].index, "accPtr", "accVar");
	mlirbc_printer_text(printing->printer, " : ");
	mlirbc_printer_operand_types(printing->printer, printing->op, group.from, group.count);
	mlirbc_printer_text(printing->printer, ")");
}

/* ---- RecipeSym: @recipe */

static bool parse_recipe(reading_t *reading, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *symbol;
	(void)count;
	return mlirbc_parser_symbol(reading->parser, &symbol) && mlirbc_upstream__set_attr(reading, arguments[0].index, symbol);
}

static void print_recipe(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *symbol = mlirbc_upstream__attr_in(printing, arguments[0].index);
	(void)count;
	if (mlirbc_upstream__is_now(printing) && symbol)
		mlirbc_printer_attr(printing->printer, symbol);
}

const struct mlirbc_upstream__directive mlirbc_upstream__acc_directives[] = {
	{ "Var", parse_var, print_var, NULL, NULL },
	{ "VarPtrType", parse_var_type, print_var_type, var_type_fits, NULL },
	{ "AccVar", parse_acc_var, print_acc_var, NULL, NULL },
	{ "RecipeSym", parse_recipe, print_recipe, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL },
};
