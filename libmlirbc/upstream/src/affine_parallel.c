/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* affine.parallel: bounds that are lists of expressions, or of their maxima and minima. */
#include "own_affine.h"

#include <mlirbc/build.h>

/* arith's enum AtomicRMWKind, in the order of its values. */
static const char *const reductions[] = { "addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu", "minimumf",
	"minnumf", "mins", "minu", "mulf", "muli", "ori", "xori" };
enum { REDUCTIONS = sizeof reductions / sizeof *reductions, MOST_LOOPS = 64 };

static const char names[] = "reductions lowerBoundsMap lowerBoundsGroups upperBoundsMap upperBoundsGroups steps ";

/* ---- reading */

static bool add_groups(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, const int32_t *groups, size_t count)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	const struct mlirbc_type *i32 = up__integer(parser, 32);
	int64_t dim = (int64_t)count;
	const struct mlirbc_type *type = i32 ? mlirbc_type_shaped(context, MLIRBC_TYPE_TENSOR, &dim, 1, i32) : NULL;
	uint8_t bytes[4 * MOST_LOOPS];
	for (size_t i = 0; i < 4 * count; i++)
		bytes[i] = (uint8_t)((uint32_t)groups[i / 4] >> (8 * (i % 4)));
	return mlirbc_parser_add_attr(parser, op, name, type ? mlirbc_attr_dense(context, type, bytes, 4 * count) : NULL);
}

/* (e, max(f, g), ...): `word` is "max" or "min". */
static bool read_bounds(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *word, const char *map,
	const char *groups, size_t count)
{
	struct up__subscripts list = { .count = 0 };
	int32_t sizes[MOST_LOOPS];
	size_t found = 0;
	if (!mlirbc_parser_expect(parser, "("))
		return false;
	for (; !mlirbc_parser_at(parser, ")"); found++) {
		size_t before = list.count;
		if (found == count)
			return mlirbc_parser_error(parser, "expected %zu bounds", count);
		if (found && !mlirbc_parser_expect(parser, ","))
			return false;
		if (!(mlirbc_parser_try(parser, word) ? up__read_subscripts(parser, "(", &list, ")")
						      : up__read_subscript(parser, &list)))
			return false;
		sizes[found] = (int32_t)(list.count - before);
	}
	if (found != count)
		return mlirbc_parser_error(parser, "expected %zu bounds, found %zu", count, found);
	return mlirbc_parser_expect(parser, ")") && up__add_map(parser, op, map, &list) &&
	       add_groups(parser, op, groups, sizes, count) && up__add_subscripts(parser, op, &list);
}

static const struct mlirbc_attr *number(struct mlirbc_parser *parser, int64_t value)
{
	const struct mlirbc_type *i64 = up__integer(parser, 64);
	return i64 ? mlirbc_attr_integer(mlirbc_parser_context(parser), i64, (uint64_t)value) : NULL;
}

static bool read_steps(struct mlirbc_parser *parser, struct mlirbc_op_state *op, size_t count)
{
	const struct mlirbc_attr *steps[MOST_LOOPS], *given = NULL;
	if (mlirbc_parser_try(parser, "step") && !up__read_i64s(parser, "(", ")", &given))
		return false;
	if (given && given->u.dense.count != count && !given->u.dense.splat)
		return mlirbc_parser_error(parser, "expected %zu steps", count);
	for (size_t i = 0; i < count; i++) {
		if (!(steps[i] = number(parser, given ? up__element_at(given, i) : 1)))
			return mlirbc_parser_no_memory(parser);
	}
	return mlirbc_parser_add_attr(parser, op, "steps", mlirbc_attr_array(mlirbc_parser_context(parser), steps, count));
}

static const struct mlirbc_attr *reduction_of(
	struct mlirbc_parser *parser, const struct mlirbc_unresolved *place, const struct mlirbc_attr *name)
{
	for (int i = 0; i < REDUCTIONS; i++) {
		if (up__is_text(name, reductions[i]))
			return number(parser, i);
	}
	mlirbc_parser_error_at(parser, place, "invalid reduction value: %.*s", (int)name->u.string->size, name->u.string->data);
	return NULL;
}

static bool read_reductions(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *kinds[MOST_LOOPS], *text;
	size_t count = 0, type_count = 0;
	const struct mlirbc_type *const *types;
	if (mlirbc_parser_try(parser, "reduce")) {
		if (!mlirbc_parser_expect(parser, "("))
			return false;
		do {
			const struct mlirbc_unresolved place = mlirbc_parser_place(parser, NULL);
			if (count == MOST_LOOPS || !mlirbc_parser_string(parser, &text))
				return mlirbc_parser_error(parser, "expected at most %d names of reductions", MOST_LOOPS);
			if (!(kinds[count++] = reduction_of(parser, &place, text)))
				return false;
		} while (mlirbc_parser_try(parser, ","));
		if (!mlirbc_parser_expect(parser, ")"))
			return false;
	}
	return mlirbc_parser_add_attr(parser, op, "reductions", mlirbc_attr_array(mlirbc_parser_context(parser), kinds, count)) &&
	       mlirbc_parser_arrow_types(parser, &types, &type_count) &&
	       mlirbc_parser_add_results(parser, op, types, type_count);
}

bool up__parse_affine_parallel(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_type *types[MOST_LOOPS];
	struct up__names variables;
	(void)name;
	if (!up__read_names(parser, "(", &variables, ")"))
		return false;
	if (variables.count > MOST_LOOPS)
		return mlirbc_parser_error(parser, "more than %d variables", MOST_LOOPS);
	for (size_t i = 0; i < variables.count; i++)
		types[i] = mlirbc_type_index(mlirbc_parser_context(parser));
	return mlirbc_parser_expect(parser, "=") &&
	       read_bounds(parser, op, "max", "lowerBoundsMap", "lowerBoundsGroups", variables.count) &&
	       mlirbc_parser_expect(parser, "to") &&
	       read_bounds(parser, op, "min", "upperBoundsMap", "upperBoundsGroups", variables.count) &&
	       read_steps(parser, op, variables.count) && read_reductions(parser, op) &&
	       mlirbc_parser_add_region(parser, op, variables.data, types, variables.count, false) &&
	       mlirbc_parser_terminate(parser, op, "affine.yield") && mlirbc_parser_attr_dict(parser, op, false);
}

/* ---- printing */

static bool groups_fit(const struct mlirbc_attr *groups, uint32_t loops, uint32_t results)
{
	uint64_t sum = 0;
	if (!groups || groups->kind != MLIRBC_ATTR_DENSE || !up__is_integer(up__element(groups->type), 32) ||
		groups->type->u.shaped.rank != 1 || groups->type->u.shaped.dims[0] != (int64_t)loops)
		return false;
	for (uint32_t i = 0; i < loops; i++) {
		int64_t size = up__element_at(groups, i);
		if (size < 1)
			return false;
		sum += (uint64_t)size;
	}
	return sum == results;
}

static bool numbers_fit(const struct mlirbc_attr *numbers, size_t count)
{
	if (!numbers || numbers->kind != MLIRBC_ATTR_ARRAY || numbers->u.array.count != count)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (numbers->u.array.data[i]->kind != MLIRBC_ATTR_INTEGER)
			return false;
	}
	return true;
}

bool up__affine_parallel_fits(const struct mlirbc_op *op)
{
	struct up__map lower, upper;
	const struct mlirbc_block *body = up__entry(op, 0);
	const struct mlirbc_attr *kinds = up__property(op, "reductions");
	if (!body || !up__view_map(up__property(op, "lowerBoundsMap"), false, &lower) ||
		!up__view_map(up__property(op, "upperBoundsMap"), false, &upper) ||
		!groups_fit(up__property(op, "lowerBoundsGroups"), body->argument_count, lower.count) ||
		!groups_fit(up__property(op, "upperBoundsGroups"), body->argument_count, upper.count) ||
		lower.dims + lower.symbols + upper.dims + upper.symbols != op->operand_count ||
		!numbers_fit(up__property(op, "steps"), body->argument_count) || !numbers_fit(kinds, op->result_count))
		return false;
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (up__integer_of(kinds->u.array.data[i]) < 0 || up__integer_of(kinds->u.array.data[i]) >= REDUCTIONS)
			return false;
	}
	return true;
}

static void print_bounds(struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct up__map *map,
	const struct mlirbc_attr *groups, const char *word, uint32_t from)
{
	uint32_t next = 0, loops = up__entry(op, 0)->argument_count;
	for (uint32_t i = 0; i < loops; i++) {
		uint32_t size = (uint32_t)up__element_at(groups, i);
		mlirbc_printer_text(printer, i ? ", " : "");
		mlirbc_printer_text(printer, size > 1 ? word : "");
		for (uint32_t j = 0; j < size; j++) {
			const struct mlirbc_string result = up__map_result(map, next++);
			mlirbc_printer_text(printer, j ? ", " : "");
			up__print_subscript(printer, op, &result, map, from);
		}
		mlirbc_printer_text(printer, size > 1 ? ")" : "");
	}
}

static void print_steps(struct mlirbc_printer *printer, const struct mlirbc_attr *steps)
{
	bool ones = true;
	for (size_t i = 0; i < steps->u.array.count; i++)
		ones &= up__integer_of(steps->u.array.data[i]) == 1;
	for (size_t i = 0; !ones && i < steps->u.array.count; i++) {
		mlirbc_printer_text(printer, i ? ", " : " step (");
		mlirbc_printer_integer(printer, up__integer_of(steps->u.array.data[i]));
	}
	mlirbc_printer_text(printer, ones ? "" : ")");
}

static void print_reductions(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *kinds = up__property(op, "reductions");
	for (uint32_t i = 0; i < op->result_count; i++) {
		mlirbc_printer_text(printer, i ? ", \"" : " reduce (\"");
		mlirbc_printer_text(printer, reductions[up__integer_of(kinds->u.array.data[i])]);
		mlirbc_printer_text(printer, "\"");
	}
	mlirbc_printer_text(printer, op->result_count ? ")" : "");
	mlirbc_printer_arrow_types(printer, op, true);
}

bool up__print_affine_parallel(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	struct up__map lower = { .dims = 0 }, upper = { .dims = 0 };
	if (step) {
		mlirbc_printer_attr_dict(printer, op, names, false);
		return false;
	}
	(void)up__view_map(up__property(op, "lowerBoundsMap"), false, &lower);
	(void)up__view_map(up__property(op, "upperBoundsMap"), false, &upper);
	mlirbc_printer_text(printer, " (");
	up__print_arguments(printer, up__entry(op, 0), 0, up__entry(op, 0)->argument_count);
	mlirbc_printer_text(printer, ") = (");
	print_bounds(printer, op, &lower, up__property(op, "lowerBoundsGroups"), "max(", 0);
	mlirbc_printer_text(printer, ") to (");
	print_bounds(printer, op, &upper, up__property(op, "upperBoundsGroups"), "min(", lower.dims + lower.symbols);
	mlirbc_printer_text(printer, ")");
	print_steps(printer, up__property(op, "steps"));
	print_reductions(printer, op);
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .terminator = op->result_count != 0 };
	return true;
}
