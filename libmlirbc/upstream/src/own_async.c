/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* async.execute [%t] (%v as %u: !async.value<f32>) -> !async.value<f32> { ... } */
#include "own.h"
#include "own_parts.h"

static const struct mlirbc_type *token_type(struct mlirbc_parser *parser)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_DIALECT };
	type.u.dialect.dialect = mlirbc_string_get(context, "async", 5);
	type.u.dialect.text = mlirbc_string_get(context, "token", 5);
	return type.u.dialect.dialect && type.u.dialect.text ? mlirbc_type_get(context, &type) : NULL;
}

/* f32 of !async.value<f32>; another type itself. */
static bool inner_type(struct mlirbc_parser *parser, const struct mlirbc_type *type, const struct mlirbc_type **out)
{
	static const char open[] = "value<";
	size_t size = sizeof open - 1;
	*out = type;
	if (type->kind != MLIRBC_TYPE_DIALECT || type->u.dialect.text->size <= size + 1 ||
		memcmp(type->u.dialect.text->data, open, size) != 0)
		return true;
	return up__type_of(parser, type->u.dialect.text->data + size, type->u.dialect.text->size - size - 1, out);
}

enum { MOST = 128 };

struct bodies {
	struct mlirbc_unresolved operands[MOST], arguments[MOST];
	const struct mlirbc_type *types[MOST], *inner[MOST];
	size_t count;
};

static bool read_bodies(struct mlirbc_parser *parser, struct bodies *out)
{
	out->count = 0;
	if (!mlirbc_parser_try(parser, "("))
		return true;
	bool more = !mlirbc_parser_at(parser, ")");
	for (; more; more = mlirbc_parser_try(parser, ",")) {
		size_t i = out->count++;
		if (i == MOST)
			return mlirbc_parser_error(parser, "more than %d operands", MOST);
		if (!mlirbc_parser_operand(parser, &out->operands[i]) || !mlirbc_parser_expect(parser, "as") ||
			!mlirbc_parser_operand(parser, &out->arguments[i]) || !mlirbc_parser_expect(parser, ":") ||
			!mlirbc_parser_type(parser, &out->types[i]) ||
			!inner_type(parser, out->types[i], &out->inner[i]))
			return false;
	}
	return mlirbc_parser_expect(parser, ")");
}

static bool parse_execute(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct bodies *bodies = mlirbc_parser_scratch(parser, sizeof *bodies);
	const struct mlirbc_type *token = token_type(parser), *const *types;
	struct up__names dependencies = { NULL, 0 };
	size_t count;
	(void)name;
	if (!bodies || (mlirbc_parser_at(parser, "[") && !up__read_names(parser, "[", &dependencies, "]")) ||
		!up__add_same(parser, op, &dependencies, token) || !read_bodies(parser, bodies) ||
		!mlirbc_parser_add_operands(parser, op, bodies->operands, bodies->count, bodies->types, bodies->count))
		return false;
	const int32_t sizes[2] = { (int32_t)dependencies.count, (int32_t)bodies->count };
	return mlirbc_parser_add_segments(parser, op, "operandSegmentSizes", sizes, 2) &&
	       mlirbc_parser_add_result(parser, op, token) && mlirbc_parser_arrow_types(parser, &types, &count) &&
	       mlirbc_parser_add_results(parser, op, types, count) && mlirbc_parser_attr_dict(parser, op, true) &&
	       mlirbc_parser_add_region(parser, op, bodies->arguments, bodies->inner, bodies->count, false) &&
	       (mlirbc_parser_last_region(parser, op)->first || mlirbc_parser_error(parser, "expected a region with a block")) &&
	       mlirbc_parser_terminate(parser, op, "async.yield");
}

static bool execute_fits(const struct mlirbc_op *op)
{
	uint32_t at[3];
	const struct mlirbc_block *body = up__entry(op, 0);
	return body && up__segments(op, at, 2) && op->result_count && body->argument_count == at[2] - at[1];
}

static void print_results(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	if (op->result_count == 1)
		return;
	mlirbc_printer_text(printer, op->result_count == 2 ? " -> " : " -> (");
	mlirbc_printer_result_types(printer, op, 1, op->result_count - 1);
	mlirbc_printer_text(printer, op->result_count == 2 ? "" : ")");
}

static bool print_execute(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	uint32_t at[3] = { 0 };
	if (step)
		return false;
	(void)up__segments(op, at, 2);
	mlirbc_printer_text(printer, at[1] ? " [" : "");
	mlirbc_printer_operands(printer, op, 0, at[1]);
	mlirbc_printer_text(printer, at[1] ? "]" : "");
	for (uint32_t i = at[1]; i < at[2]; i++) {
		mlirbc_printer_text(printer, i > at[1] ? ", " : " (");
		mlirbc_printer_operands(printer, op, i, 1);
		mlirbc_printer_text(printer, " as ");
		up__print_arguments(printer, up__entry(op, 0), i - at[1], 1);
		mlirbc_printer_text(printer, ": ");
		mlirbc_printer_operand_types(printer, op, i, 1);
	}
	mlirbc_printer_text(printer, at[2] > at[1] ? ")" : "");
	print_results(printer, op);
	mlirbc_printer_attr_dict(printer, op, "", true);
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .terminator = true };
	return true;
}

static const char *execute_result(const struct mlirbc_op *op, uint32_t result)
{
	(void)op;
	return result == 0 ? "token" : result == 1 ? "bodyResults" : NULL;
}

const struct mlirbc_upstream__own mlirbc_upstream__own_async[] = {
	{ "async.execute", parse_execute, execute_fits, print_execute, execute_result, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
