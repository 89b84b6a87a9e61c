/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* omp.loop_nest, omp.canonical_loop, omp.unroll_heuristic, omp.target_allocmem; shape.reduce, shape.function_library. */
#include "own_func.h"

/* ---- omp.loop_nest (%i) : i32 = (%a) to (%b) inclusive step (%c) collapse(2) tiles(5, 4) { ... } */

static bool read_clauses(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *count, *tiles;
	if (mlirbc_parser_try(parser, "collapse") &&
		(!mlirbc_parser_expect(parser, "(") || !mlirbc_parser_integer(parser, up__integer(parser, 64), &count) ||
			!mlirbc_parser_expect(parser, ")") ||
			(up__integer_of(count) != 1 && !mlirbc_parser_add_attr(parser, op, "collapse_num_loops", count))))
		return false;
	return !mlirbc_parser_try(parser, "tiles") ||
	       (up__read_i64s(parser, "(", ")", &tiles) && mlirbc_parser_add_attr(parser, op, "tile_sizes", tiles));
}

static bool parse_nest(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	static const char *const words[] = { "=", "to", "step" };
	struct up__names variables, bounds[3];
	const struct mlirbc_type *type;
	(void)name;
	if (!up__read_names(parser, "(", &variables, ")") || !mlirbc_parser_expect(parser, ":") ||
		!mlirbc_parser_type(parser, &type))
		return false;
	for (int i = 0; i < 3; i++) {
		if (i == 2 && mlirbc_parser_try(parser, "inclusive") &&
			!mlirbc_parser_add_attr(
				parser, op, "loop_inclusive", mlirbc_attr_unit(mlirbc_parser_context(parser))))
			return false;
		if (!mlirbc_parser_expect(parser, words[i]))
			return false;
		const struct mlirbc_unresolved place = mlirbc_parser_place(parser, NULL);
		if (!up__read_names(parser, "(", &bounds[i], ")"))
			return false;
		if (bounds[i].count != variables.count)
			return mlirbc_parser_error_at(parser, &place, "expected %zu operands", variables.count);
		if (!up__add_same(parser, op, &bounds[i], type))
			return false;
	}
	const struct mlirbc_type **types = mlirbc_parser_scratch(parser, (variables.count + 1) * sizeof *types);
	for (size_t i = 0; types && i < variables.count; i++)
		types[i] = type;
	return types && read_clauses(parser, op) &&
	       mlirbc_parser_add_region(parser, op, variables.data, types, variables.count, false) &&
	       mlirbc_parser_attr_dict(parser, op, false);
}

static bool nest_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_block *body = up__entry(op, 0);
	const struct mlirbc_attr *collapse = up__property(op, "collapse_num_loops"), *tiles = up__property(op, "tile_sizes");
	return body && body->argument_count && op->operand_count == 3 * body->argument_count &&
	       (!collapse || collapse->kind == MLIRBC_ATTR_INTEGER) && (!tiles || up__is_array(tiles, 64));
}

static void print_clauses(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *collapse = up__property(op, "collapse_num_loops"), *tiles = up__property(op, "tile_sizes");
	if (collapse && up__integer_of(collapse) > 1) {
		mlirbc_printer_text(printer, " collapse(");
		mlirbc_printer_integer(printer, up__integer_of(collapse));
		mlirbc_printer_text(printer, ")");
	}
	if (tiles)
		up__print_i64s(printer, " tiles(", tiles, ")");
}

static bool print_nest(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	const struct mlirbc_block *body = up__entry(op, 0);
	uint32_t count = body->argument_count;
	if (step) {
		mlirbc_printer_attr_dict(printer, op, "collapse_num_loops tile_sizes loop_inclusive ", false);
		return false;
	}
	mlirbc_printer_text(printer, " (");
	up__print_arguments(printer, body, 0, count);
	mlirbc_printer_text(printer, ") : ");
	mlirbc_printer_type(printer, body->arguments[0].type);
	mlirbc_printer_text(printer, " = (");
	mlirbc_printer_operands(printer, op, 0, count);
	mlirbc_printer_text(printer, ") to (");
	mlirbc_printer_operands(printer, op, count, count);
	mlirbc_printer_text(printer, up__property(op, "loop_inclusive") ? ") inclusive step (" : ") step (");
	mlirbc_printer_operands(printer, op, 2 * count, count);
	mlirbc_printer_text(printer, ")");
	print_clauses(printer, op);
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .terminator = true };
	return true;
}

/* ---- omp.canonical_loop(%cli) %i : i32 in range(%n) { ... }, omp.unroll_heuristic(%cli) */

static const struct mlirbc_type *cli_type(struct mlirbc_parser *parser)
{
	const struct mlirbc_type *type = NULL;
	return up__type_of(parser, "!omp.cli", 8, &type) ? type : NULL;
}

static bool parse_canonical(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct up__names info = { NULL, 0 }, trips;
	struct mlirbc_unresolved variable;
	const struct mlirbc_type *type;
	(void)name;
	if ((mlirbc_parser_at(parser, "(") && !up__read_names(parser, "(", &info, ")")) ||
		!mlirbc_parser_operand(parser, &variable) || !mlirbc_parser_expect(parser, ":") ||
		!mlirbc_parser_type(parser, &type) || !mlirbc_parser_expect(parser, "in") ||
		!mlirbc_parser_expect(parser, "range") || !up__read_names(parser, "(", &trips, ")"))
		return false;
	if (trips.count != 1 || info.count > 1)
		return mlirbc_parser_error(parser, "expected one trip count, and at most one operand before the variable");
	return up__add_same(parser, op, &trips, type) && up__add_same(parser, op, &info, cli_type(parser)) &&
	       mlirbc_parser_add_region(parser, op, &variable, &type, 1, false) && mlirbc_parser_attr_dict(parser, op, false);
}

static bool canonical_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_block *body = up__entry(op, 0);
	return body && body->argument_count == 1 && (op->operand_count == 1 || op->operand_count == 2);
}

static bool print_canonical(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step) {
		mlirbc_printer_attr_dict(printer, op, "", false);
		return false;
	}
	mlirbc_printer_text(printer, op->operand_count == 2 ? "(" : "");
	mlirbc_printer_operands(printer, op, 1, op->operand_count - 1);
	mlirbc_printer_text(printer, op->operand_count == 2 ? ") " : " ");
	up__print_arguments(printer, up__entry(op, 0), 0, 1);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_type(printer, up__entry(op, 0)->arguments[0].type);
	mlirbc_printer_text(printer, " in range(");
	mlirbc_printer_operands(printer, op, 0, 1);
	mlirbc_printer_text(printer, ") ");
	*out = (struct mlirbc_region_form){ .terminator = true };
	return true;
}

static const char *canonical_variable(const struct mlirbc_op *op, uint32_t region, uint32_t argument)
{
	(void)region;
	return argument == 0 ? up__loop_name(op, "iv") : NULL;
}

static bool parse_unroll(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct up__names info;
	(void)name;
	return up__read_names(parser, "(", &info, ")") &&
	       (info.count == 1 || mlirbc_parser_error(parser, "expected one operand")) &&
	       up__add_same(parser, op, &info, cli_type(parser)) && mlirbc_parser_attr_dict(parser, op, false);
}

static bool unroll_fits(const struct mlirbc_op *op) { return op->operand_count == 1; }

static bool print_unroll(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, "(");
	mlirbc_printer_operands(printer, op, 0, 1);
	mlirbc_printer_text(printer, ")");
	mlirbc_printer_attr_dict(printer, op, "", false);
	return false;
}

/* ---- omp.target_allocmem %device : i32, T(%length : i32), %size {...} */

static bool parse_alloc(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	struct mlirbc_unresolved device;
	struct up__typed lengths = { .names = { NULL, 0 } };
	struct up__names sizes = { NULL, 0 };
	const struct mlirbc_type *type, *allocated;
	(void)name;
	if (!mlirbc_parser_operand(parser, &device) || !mlirbc_parser_expect(parser, ":") ||
		!mlirbc_parser_type(parser, &type) || !mlirbc_parser_expect(parser, ",") ||
		!mlirbc_parser_type(parser, &allocated))
		return false;
	if (mlirbc_parser_try(parser, "(") && (!up__read_typed(parser, &lengths) || !mlirbc_parser_expect(parser, ")")))
		return false;
	if (mlirbc_parser_try(parser, ",") && !mlirbc_parser_operands(parser, &sizes.data, &sizes.count))
		return false;
	const int32_t segments[] = { 1, (int32_t)lengths.names.count, (int32_t)sizes.count };
	return mlirbc_parser_attr_dict(parser, op, false) && mlirbc_parser_add_operand(parser, op, &device, type) &&
	       up__add_typed(parser, op, &lengths) && up__add_same(parser, op, &sizes, mlirbc_type_index(context)) &&
	       mlirbc_parser_add_attr(parser, op, "in_type", mlirbc_attr_type(context, allocated)) &&
	       mlirbc_parser_add_attr(parser, op, "operandSegmentSizes", mlirbc_attr_i32_array(context, segments, 3)) &&
	       mlirbc_parser_add_result(parser, op, up__integer(parser, 64));
}

static bool alloc_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *type = up__property(op, "in_type");
	uint32_t begins[4];
	if (!type || type->kind != MLIRBC_ATTR_TYPE || !up__segments(op, begins, 3) || begins[1] != 1 || op->result_count != 1 ||
		!up__is_integer(mlirbc_op_results(op)[0].type, 64))
		return false;
	for (uint32_t i = begins[2]; i < begins[3]; i++) {
		if (mlirbc_op_operands(op)[i].value->type->kind != MLIRBC_TYPE_INDEX)
			return false;
	}
	return true;
}

static bool print_alloc(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	uint32_t begins[4];
	(void)step;
	(void)out;
	if (!up__segments(op, begins, 3))
		return false;
	up__print_typed(printer, op, " ", 0, 1, ", ");
	mlirbc_printer_attr(printer, up__property(op, "in_type"));
	if (begins[2] > begins[1])
		up__print_typed(printer, op, "(", begins[1], begins[2] - begins[1], ")");
	mlirbc_printer_text(printer, begins[3] > begins[2] ? ", " : "");
	mlirbc_printer_operands(printer, op, begins[2], begins[3] - begins[2]);
	mlirbc_printer_attr_dict(printer, op, "in_type operandSegmentSizes ", false);
	return false;
}

const struct mlirbc_upstream__own mlirbc_upstream__own_omp[] = {
	{ "omp.canonical_loop", parse_canonical, canonical_fits, print_canonical, NULL, canonical_variable },
	{ "omp.loop_nest", parse_nest, nest_fits, print_nest, NULL, NULL },
	{ "omp.target_allocmem", parse_alloc, alloc_fits, print_alloc, NULL, NULL },
	{ "omp.unroll_heuristic", parse_unroll, unroll_fits, print_unroll, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};

/* ---- shape.reduce(%s, %init) : T -> U { ... } */

static bool parse_reduce(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct up__names operands;
	const struct mlirbc_type *type, *const *types = NULL;
	size_t count;
	(void)name;
	if (!up__read_names(parser, "(", &operands, ")") || !mlirbc_parser_expect(parser, ":") ||
		!mlirbc_parser_type(parser, &type) || !mlirbc_parser_arrow_types(parser, &types, &count))
		return false;
	if (operands.count != count + 1)
		return mlirbc_parser_error(parser, "expected an initial value for each result, found %zu and %zu",
			operands.count ? operands.count - 1 : 0, count);
	return mlirbc_parser_add_operand(parser, op, operands.data, type) &&
	       mlirbc_parser_add_operands(parser, op, operands.data + 1, count, types, count) &&
	       mlirbc_parser_add_results(parser, op, types, count) &&
	       mlirbc_parser_add_region(parser, op, NULL, NULL, 0, false) && mlirbc_parser_attr_dict(parser, op, false);
}

static bool reduce_fits(const struct mlirbc_op *op)
{
	return up__entry(op, 0) && op->operand_count == op->result_count + 1;
}

static bool print_reduce(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step) {
		mlirbc_printer_attr_dict(printer, op, "", false);
		return false;
	}
	mlirbc_printer_text(printer, "(");
	mlirbc_printer_operands(printer, op, 0, op->operand_count);
	mlirbc_printer_text(printer, ") : ");
	mlirbc_printer_operand_types(printer, op, 0, 1);
	mlirbc_printer_arrow_types(printer, op, false);
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .arguments = true, .terminator = true };
	return true;
}

/* ---- shape.function_library @l { ... } mapping {...} */

static bool parse_library(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *mapping;
	(void)name;
	return up__read_symbol_name(parser, op) && mlirbc_parser_attr_dict(parser, op, true) &&
	       mlirbc_parser_add_region(parser, op, NULL, NULL, 0, true) && mlirbc_parser_expect(parser, "mapping") &&
	       mlirbc_parser_attr(parser, NULL, &mapping) && mlirbc_parser_add_attr(parser, op, "mapping", mapping);
}

static bool library_fits(const struct mlirbc_op *op)
{
	return up__entry(op, 0) && up__property(op, "mapping") && mlirbc_op_attr(op, "sym_name");
}

static bool print_library(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step) {
		mlirbc_printer_text(printer, " mapping ");
		mlirbc_printer_attr(printer, up__property(op, "mapping"));
		return false;
	}
	up__print_symbol_name(printer, op, " ");
	mlirbc_printer_attr_dict(printer, op, "mapping sym_name ", true);
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .terminator = true };
	return true;
}

const struct mlirbc_upstream__own mlirbc_upstream__own_shape[] = {
	{ "shape.function_library", parse_library, library_fits, print_library, NULL, NULL },
	{ "shape.reduce", parse_reduce, reduce_fits, print_reduce, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
