/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Globals of ml_program, which torch-mlir writes in front of its functions:
 *	ml_program.global private mutable @seed(dense<0> : tensor<i64>) : tensor<i64>
 *	%0 = ml_program.global_load @seed : tensor<i64>
 *	ml_program.global_store @seed = %0 : tensor<i64>
 * They are printed in generic form. */
#include "assembly/form.h"

#include <mlirbc/build.h>

/* The value and the type of a global; `external` values have no attribute. */
static bool parse_value(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *value;
	const struct mlirbc_type *type;
	if (mlirbc_parser_try(parser, "(") && (!mlirbc_parser_attr(parser, NULL, &value) ||
		!mlirbc_parser_add_attr(parser, op, "value", value) || !mlirbc_parser_expect(parser, ")")))
		return false;
	if (!mlirbc_parser_expect(parser, ":") || !mlirbc_parser_type(parser, &type))
		return false;
	return mlirbc_parser_add_attr(parser, op, "type", mlirbc_attr_type(mlirbc_parser_context(parser), type));
}

static bool parse_global(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	static const char *const visibilities[] = { "public", "private", "nested" };
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	const struct mlirbc_attr *symbol;
	for (size_t i = 0; i < sizeof visibilities / sizeof *visibilities; i++) {
		const char *word = visibilities[i];
		if (mlirbc_parser_try(parser, word) &&
			!mlirbc_parser_add_attr(parser, op, "sym_visibility", mlirbc_attr_string(context, word, strlen(word))))
			return false;
	}
	if (mlirbc_parser_try(parser, "mutable") && !mlirbc_parser_add_attr(parser, op, "is_mutable", mlirbc_attr_unit(context)))
		return false;
	if (!mlirbc_parser_symbol(parser, &symbol))
		return false;
	const struct mlirbc_string *name = symbol->u.symbol.root;
	return mlirbc_parser_add_attr(parser, op, "sym_name", mlirbc_attr_string(context, name->data, name->size)) &&
	       parse_value(parser, op) && mlirbc_parser_attr_dict(parser, op, false);
}

static bool parse_access(struct mlirbc_parser *parser, struct mlirbc_op_state *op, bool store)
{
	struct mlirbc_unresolved value;
	const struct mlirbc_attr *symbol;
	const struct mlirbc_type *type;
	if (!mlirbc_parser_symbol(parser, &symbol) || !mlirbc_parser_add_attr(parser, op, "global", symbol))
		return false;
	if (store && (!mlirbc_parser_expect(parser, "=") || !mlirbc_parser_operand(parser, &value)))
		return false;
	if (!mlirbc_parser_expect(parser, ":") || !mlirbc_parser_type(parser, &type))
		return false;
	return (store ? mlirbc_parser_add_operand(parser, op, &value, type) : mlirbc_parser_add_result(parser, op, type)) &&
	       mlirbc_parser_attr_dict(parser, op, false);
}

static int parse_op(
	struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op, void *ctx)
{
	const bool store = shlo__name_is(name, "ml_program.global_store");
	(void)ctx;
	if (shlo__name_is(name, "ml_program.global"))
		return parse_global(parser, op) ? 1 : -1;
	if (!store && !shlo__name_is(name, "ml_program.global_load") && !shlo__name_is(name, "ml_program.global_load_const"))
		return 0;
	return parse_access(parser, op, store) ? 1 : -1;
}

static bool is_inherent(const struct mlirbc_string *name, const struct mlirbc_string *attribute, void *ctx)
{
	static const char *const names[] = { "sym_visibility", "is_mutable", "sym_name", "value", "type" };
	(void)ctx;
	for (size_t i = 0; shlo__name_is(name, "ml_program.global") && i < sizeof names / sizeof *names; i++) {
		if (shlo__name_is(attribute, names[i]))
			return true;
	}
	return !shlo__name_is(name, "ml_program.global") && shlo__name_is(attribute, "global");
}

const struct mlirbc_assembly shlo__ml_program_assembly = {
	.dialect = "ml_program", .parse_op = parse_op, .is_inherent = is_inherent };
