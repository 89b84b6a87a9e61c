/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* affine.for, affine.if, affine.parallel. */
#include "own_affine.h"

static const char YIELD[] = "affine.yield";

/* ---- bounds of affine.for */

static bool add_bound(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name,
	const struct mlirbc_affine *bound, uint32_t symbols)
{
	return mlirbc_parser_add_attr(parser, op, name,
		mlirbc_attr_affine_map(mlirbc_parser_context(parser), 0, symbols, &bound, 1));
}

static bool read_map_bound(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, bool many,
	const struct mlirbc_unresolved *place, const struct mlirbc_attr *bound, size_t *out_count)
{
	struct up__map map;
	struct up__names dims, symbols;
	if (!up__view_map(bound, false, &map))
		return mlirbc_parser_error(parser, "expected valid affine map representation for loop bounds");
	if (!up__read_map_operands(parser, &dims, &symbols) || !up__check_map_operands(parser, op, &map, &dims, &symbols))
		return false;
	if (map.count != 1 && !many)
		return mlirbc_parser_error_at(parser, place, "loop bound affine map with %u results requires prefix 'max' or 'min'",
			map.count);
	*out_count = dims.count + symbols.count;
	return mlirbc_parser_add_attr(parser, op, name, bound) && up__add_map_operands(parser, op, &dims, &symbols);
}

/* A constant, a value, or a map with its operands; `many`: the word before a map with several results. */
static bool read_bound(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, const char *word,
	int32_t *out_count)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	const struct mlirbc_type *index = mlirbc_type_index(context);
	const struct mlirbc_attr *bound;
	struct mlirbc_unresolved value;
	size_t count = 0;
	bool many = mlirbc_parser_try(parser, word), good;
	if (!index)
		return mlirbc_parser_no_memory(parser);
	if (mlirbc_parser_at_operand(parser)) {
		*out_count = 1;
		return mlirbc_parser_operand(parser, &value) && mlirbc_parser_add_operand(parser, op, &value, index) &&
		       add_bound(parser, op, name, mlirbc_affine_symbol(context, 0), 1);
	}
	const struct mlirbc_unresolved place = mlirbc_parser_place(parser, NULL);
	if (!mlirbc_parser_attr(parser, index, &bound))
		return false;
	if (bound->kind == MLIRBC_ATTR_INTEGER)
		good = add_bound(parser, op, name, mlirbc_affine_constant(context, up__integer_of(bound)), 0);
	else
		good = read_map_bound(parser, op, name, many, &place, bound, &count);
	*out_count = (int32_t)count;
	return good;
}

static void print_bound(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *name, uint32_t from,
	const char *word)
{
	struct up__map map = { .dims = 0 };
	const struct mlirbc_attr *bound = up__property(op, name);
	(void)up__view_map(bound, false, &map);
	const struct mlirbc_string result = up__map_result(&map, 0);
	bool constant = result.size && strspn(result.data, "-0123456789") >= result.size;
	if (map.count == 1 && map.dims + map.symbols == 0 && constant) {
		mlirbc_printer_bytes(printer, result.data, result.size);
		return;
	}
	if (map.count == 1 && map.dims == 0 && map.symbols == 1 && result.size == 2 && result.data[0] == 's') {
		mlirbc_printer_operands(printer, op, from, 1);
		return;
	}
	if (map.count != 1) {
		mlirbc_printer_text(printer, word);
		mlirbc_printer_text(printer, " ");
	}
	mlirbc_printer_attr(printer, bound);
	up__print_map_operands(printer, op, &map, from);
}

/* ---- affine.for */

static bool read_step(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct mlirbc_type *index = mlirbc_type_index(mlirbc_parser_context(parser));
	const struct mlirbc_attr *step;
	if (!index)
		return mlirbc_parser_no_memory(parser);
	if (!mlirbc_parser_try(parser, "step"))
		return mlirbc_parser_add_attr(parser, op, "step", mlirbc_attr_integer(mlirbc_parser_context(parser), index, 1));
	const struct mlirbc_unresolved place = mlirbc_parser_place(parser, NULL);
	if (!mlirbc_parser_integer(parser, index, &step))
		return false;
	if (step->kind != MLIRBC_ATTR_INTEGER || up__integer_of(step) < 0)
		return mlirbc_parser_error_at(parser, &place, "expected step to be representable as a positive signed integer");
	return mlirbc_parser_add_attr(parser, op, "step", step);
}

/* iter_args(%a = %x, ...) -> (T, ...) */
static bool read_carried(struct mlirbc_parser *parser, struct mlirbc_op_state *op, struct up__assigned *out,
	const struct mlirbc_type *const **out_types)
{
	size_t count = 0;
	*out = (struct up__assigned){ .arguments = { NULL, 0 } };
	if (!mlirbc_parser_try(parser, "iter_args"))
		return true;
	return up__read_assigned(parser, out) && mlirbc_parser_arrow_types(parser, out_types, &count) &&
	       up__same_count(parser, "values", out->operands.count, "types", count) &&
	       mlirbc_parser_add_operands(parser, op, out->operands.data, count, *out_types, count) &&
	       mlirbc_parser_add_results(parser, op, *out_types, count);
}

bool up__parse_affine_for(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_type *index = mlirbc_type_index(mlirbc_parser_context(parser));
	const struct mlirbc_type *const *types = NULL;
	struct mlirbc_unresolved_argument variable;
	struct up__assigned carried;
	int32_t sizes[3];
	(void)name;
	memset(&variable, 0, sizeof variable);
	variable.type = index;
	if (!mlirbc_parser_operand(parser, &variable.name) || !mlirbc_parser_argument_location(parser, &variable) ||
		!mlirbc_parser_expect(parser, "=") ||
		!read_bound(parser, op, "lowerBoundMap", "max", &sizes[0]) || !mlirbc_parser_expect(parser, "to") ||
		!read_bound(parser, op, "upperBoundMap", "min", &sizes[1]) || !read_step(parser, op) ||
		!read_carried(parser, op, &carried, &types))
		return false;
	size_t count = carried.arguments.count;
	sizes[2] = (int32_t)count;
	struct mlirbc_unresolved_argument *all = mlirbc_parser_scratch(parser, (count + 1) * sizeof *all);
	if (!all)
		return false;
	memset(all, 0, (count + 1) * sizeof *all);
	all[0] = variable;
	for (size_t i = 0; i < count; i++) {
		all[i + 1].name = carried.arguments.data[i];
		all[i + 1].type = types[i];
	}
	return mlirbc_parser_add_segments(parser, op, "operandSegmentSizes", sizes, 3) &&
	       mlirbc_parser_add_region_of(parser, op, all, count + 1, false) &&
	       (count || mlirbc_parser_terminate(parser, op, YIELD)) && mlirbc_parser_attr_dict(parser, op, false);
}

static bool is_bound(const struct mlirbc_attr *bound, uint32_t operands)
{
	struct up__map map;
	return up__view_map(bound, false, &map) && map.dims + map.symbols == operands && map.count;
}

bool up__affine_for_fits(const struct mlirbc_op *op)
{
	uint32_t at[4];
	const struct mlirbc_attr *step = up__property(op, "step");
	const struct mlirbc_block *body = up__entry(op, 0);
	return up__segments(op, at, 3) && is_bound(up__property(op, "lowerBoundMap"), at[1]) &&
	       is_bound(up__property(op, "upperBoundMap"), at[2] - at[1]) && step && step->kind == MLIRBC_ATTR_INTEGER &&
	       up__integer_of(step) >= 0 && body && body->argument_count == 1 + at[3] - at[2] &&
	       op->result_count == at[3] - at[2];
}

bool up__print_affine_for(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	uint32_t at[4];
	int64_t by = up__integer_of(up__property(op, "step"));
	if (step) {
		mlirbc_printer_attr_dict(printer, op, "lowerBoundMap upperBoundMap step ", false);
		return false;
	}
	(void)up__segments(op, at, 3);
	mlirbc_printer_text(printer, " ");
	up__print_arguments(printer, up__entry(op, 0), 0, 1);
	mlirbc_printer_argument_location(printer, up__entry(op, 0)->arguments);
	mlirbc_printer_text(printer, " = ");
	print_bound(printer, op, "lowerBoundMap", 0, "max");
	mlirbc_printer_text(printer, " to ");
	print_bound(printer, op, "upperBoundMap", at[1], "min");
	if (by != 1) {
		mlirbc_printer_text(printer, " step ");
		mlirbc_printer_integer(printer, by);
	}
	if (op->result_count) {
		mlirbc_printer_text(printer, " iter_args");
		up__print_assigned(printer, op, up__entry(op, 0), 1, at[2], op->result_count);
		mlirbc_printer_arrow_types(printer, op, true);
	}
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .terminator = op->result_count != 0 };
	return true;
}

/* ---- affine.if */

bool up__parse_affine_if(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *condition;
	const struct mlirbc_type *const *types;
	struct up__map set;
	struct up__names dims, symbols;
	size_t count = 0;
	(void)name;
	if (!mlirbc_parser_attr(parser, NULL, &condition))
		return false;
	if (!up__view_map(condition, true, &set))
		return mlirbc_parser_error(parser, "expected an affine set");
	if (!mlirbc_parser_add_attr(parser, op, "condition", condition) ||
		!up__read_map_operands(parser, &dims, &symbols) ||
		!up__check_map_operands(parser, op, &set, &dims, &symbols) || !up__add_map_operands(parser, op, &dims, &symbols) ||
		!mlirbc_parser_arrow_types(parser, &types, &count) || !mlirbc_parser_add_results(parser, op, types, count))
		return false;
	if (!mlirbc_parser_add_region(parser, op, NULL, NULL, 0, false) ||
		(!count && !mlirbc_parser_terminate(parser, op, YIELD)))
		return false;
	if (!mlirbc_parser_try(parser, "else"))
		return mlirbc_parser_add_empty_region(parser, op) && mlirbc_parser_attr_dict(parser, op, false);
	return mlirbc_parser_add_region(parser, op, NULL, NULL, 0, false) &&
	       (count || mlirbc_parser_terminate(parser, op, YIELD)) && mlirbc_parser_attr_dict(parser, op, false);
}

bool up__affine_if_fits(const struct mlirbc_op *op)
{
	struct up__map set;
	return op->region_count == 2 && up__entry(op, 0) && up__view_map(up__property(op, "condition"), true, &set) &&
	       set.dims + set.symbols == op->operand_count;
}

bool up__print_affine_if(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	struct up__map set = { .dims = 0 };
	if (step == 2 || (step == 1 && !up__entry(op, 1))) {
		mlirbc_printer_attr_dict(printer, op, "condition ", false);
		return false;
	}
	if (step == 0) {
		(void)up__view_map(up__property(op, "condition"), true, &set);
		mlirbc_printer_text(printer, " ");
		mlirbc_printer_attr(printer, up__property(op, "condition"));
		up__print_map_operands(printer, op, &set, 0);
		mlirbc_printer_arrow_types(printer, op, false);
	}
	mlirbc_printer_text(printer, step ? " else " : " ");
	*out = (struct mlirbc_region_form){ .index = step, .terminator = op->result_count != 0 };
	return true;
}
