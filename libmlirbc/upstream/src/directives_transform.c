/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Directives of `transform`. */
#include "engine.h"

#include <mlirbc/build.h>
#include <string.h>

typedef struct mlirbc_upstream__reading reading_t;
typedef struct mlirbc_upstream__printing printing_t;
typedef const struct mlirbc_upstream__argument *arguments_t;

static void print_types(const printing_t *printing, const struct mlirbc_upstream__group *group)
{
	if (group->result)
		mlirbc_printer_result_types(printing->printer, printing->op, group->from, group->count);
	else
		mlirbc_printer_operand_types(printing->printer, printing->op, group->from, group->count);
}

/* ---- SemiFunctionType: (T) -> U, (T) -> (U, V); T without results if they may be absent */

static bool parse_results(reading_t *reading, uint8_t index)
{
	struct mlirbc_upstream__read *slot = &reading->slots[index];
	const struct mlirbc_type *type;
	if (mlirbc_upstream__slot_of(reading->row, index)->kind == SLOT_LIST && mlirbc_parser_try(reading->parser, "("))
		return mlirbc_upstream__parse_types(reading->parser, &slot->types, &slot->type_count) &&
		       mlirbc_parser_expect(reading->parser, ")");
	return mlirbc_parser_type(reading->parser, &type) && mlirbc_upstream__set_type(reading, index, type);
}

static bool parse_semi(reading_t *reading, arguments_t arguments, size_t count)
{
	const struct mlirbc_type *type;
	const bool required = count > 2;
	const bool paren = required ? mlirbc_parser_expect(reading->parser, "(") : mlirbc_parser_try(reading->parser, "(");
	if ((required && !paren) || !mlirbc_parser_type(reading->parser, &type) ||
		!mlirbc_upstream__set_type(reading, arguments[0].index, type))
		return false;
	return !paren || (mlirbc_parser_expect(reading->parser, ")") && mlirbc_parser_expect(reading->parser, "->") &&
				 parse_results(reading, arguments[1].index));
}

static void print_semi(printing_t *printing, arguments_t arguments, size_t count)
{
	struct mlirbc_upstream__group from, to;
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !mlirbc_upstream__group(printing, arguments[0].index, &from) ||
		!mlirbc_upstream__group(printing, arguments[1].index, &to))
		return;
	mlirbc_printer_text(printing->printer, to.count ? "(" : "");
	print_types(printing, &from);
	mlirbc_printer_text(printing->printer, to.count ? ") -> " : "");
	mlirbc_printer_text(printing->printer, to.count > 1 ? "(" : "");
	print_types(printing, &to);
	mlirbc_printer_text(printing->printer, to.count > 1 ? ")" : "");
}

/* ---- MultitileSizesTypes, ContinuousTileSizeTypes: (T) -> U, all results are of type U */

static bool parse_same_results(reading_t *reading, arguments_t arguments, size_t count)
{
	const struct mlirbc_type *type;
	if (!mlirbc_parser_function_type(reading->parser, &type))
		return false;
	if (type->u.function.inputs.count != 1 || type->u.function.results.count != 1)
		return mlirbc_parser_error(reading->parser, "expected a trailing functional type with one argument and one result");
	for (size_t i = 0; i < count; i++) {
		if (!mlirbc_upstream__set_type(reading, arguments[i].index,
			    i ? type->u.function.results.data[0] : type->u.function.inputs.data[0]))
			return false;
	}
	return true;
}

static bool same_results_fit(printing_t *printing, arguments_t arguments, size_t count)
{
	struct mlirbc_upstream__group first, other;
	for (size_t i = 1; i < count; i++) {
		if (!mlirbc_upstream__group(printing, arguments[1].index, &first) ||
			!mlirbc_upstream__group(printing, arguments[i].index, &other) ||
			mlirbc_upstream__group_type(printing, &first, 0) != mlirbc_upstream__group_type(printing, &other, 0))
			return false;
	}
	return true;
}

static void print_same_results(printing_t *printing, arguments_t arguments, size_t count)
{
	struct mlirbc_upstream__group from, to;
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !mlirbc_upstream__group(printing, arguments[0].index, &from) ||
		!mlirbc_upstream__group(printing, arguments[1].index, &to))
		return;
	mlirbc_printer_text(printing->printer, "(");
	print_types(printing, &from);
	mlirbc_printer_text(printing->printer, ") -> ");
	print_types(printing, &to);
}

/* ---- TransformMatchDims: all; except(0, 1); 0, 1 */

static bool parse_match_dims(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_parser *parser = reading->parser;
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	const struct mlirbc_type *type = mlirbc_type_integer(context, 64, MLIRBC_SIGNLESS);
	int64_t dims[64];
	size_t found = 0;
	(void)count;
	if (!type)
		return mlirbc_parser_no_memory(parser);
	if (mlirbc_parser_try(parser, "all"))
		return mlirbc_upstream__set_attr(reading, arguments[2].index, mlirbc_attr_unit(context)) &&
		       mlirbc_upstream__set_attr(
			       reading, arguments[0].index, mlirbc_upstream__integers(context, type, dims, 0));
	const bool except = mlirbc_parser_try(parser, "except");
	if (except && (!mlirbc_parser_expect(parser, "(") ||
			      !mlirbc_upstream__set_attr(reading, arguments[1].index, mlirbc_attr_unit(context))))
		return false;
	do {
		if (found == sizeof dims / sizeof *dims)
			return mlirbc_parser_error(parser, "more than 64 dimensions");
		if (!mlirbc_parser_int64(parser, &dims[found++]))
			return false;
	} while (mlirbc_parser_try(parser, ","));
	return (!except || mlirbc_parser_expect(parser, ")")) &&
	       mlirbc_upstream__set_attr(
		       reading, arguments[0].index, mlirbc_upstream__integers(context, type, dims, found));
}

static void print_match_dims(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *dims = mlirbc_upstream__attr_in(printing, arguments[0].index);
	const bool except = mlirbc_upstream__attr_shown(printing, arguments[1].index);
	(void)count;
	if (!mlirbc_upstream__is_now(printing))
		return;
	if (mlirbc_upstream__attr_shown(printing, arguments[2].index)) {
		mlirbc_printer_text(printing->printer, "all");
		return;
	}
	mlirbc_printer_text(printing->printer, except ? "except(" : "");
	for (size_t i = 0; dims && i < dims->u.dense.count; i++) {
		mlirbc_printer_text(printing->printer, i ? ", " : "");
		mlirbc_printer_integer(printing->printer, mlirbc_upstream__element(dims, i));
	}
	mlirbc_printer_text(printing->printer, except ? ")" : "");
}

/* ---- PackedOrDynamicIndexList: *(%packed), or [1, %a] */

static bool parse_packed(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_parser *parser = reading->parser;
	struct mlirbc_upstream__read *packed = &reading->slots[arguments[0].index];
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	if (!mlirbc_parser_try(parser, "*"))
		return mlirbc_upstream__directive_named("DynamicIndexList")->parse(reading, arguments + 1, count - 1);
	const struct mlirbc_type *type = mlirbc_type_integer(context, 64, MLIRBC_SIGNLESS);
	packed->names = mlirbc_parser_scratch(parser, sizeof *packed->names);
	packed->count = 1;
	return packed->names && mlirbc_parser_expect(parser, "(") && mlirbc_parser_operand(parser, packed->names) &&
	       mlirbc_parser_expect(parser, ")") &&
	       mlirbc_upstream__set_attr(
		       reading, arguments[2].index, type ? mlirbc_upstream__integers(context, type, NULL, 0) : NULL);
}

static void print_packed(printing_t *printing, arguments_t arguments, size_t count)
{
	struct mlirbc_upstream__group group;
	if (!mlirbc_upstream__group(printing, arguments[0].index, &group) || !mlirbc_upstream__is_now(printing))
		return;
	if (group.count == 0) {
		mlirbc_upstream__directive_named("DynamicIndexList")->print(printing, arguments + 1, count - 1);
		return;
	}
	mlirbc_printer_text(printing->printer, "*(");
	mlirbc_printer_operands(printing->printer, printing->op, group.from, 1);
	mlirbc_printer_text(printing->printer, ")");
}

/* ---- ForeachMatchSymbols: @matcher -> @action, ... each in a line */

static bool parse_matches(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_context *context = mlirbc_parser_context(reading->parser);
	const struct mlirbc_attr *pairs[2][128];
	size_t found = 0;
	(void)count;
	do {
		if (found == 128)
			return mlirbc_parser_error(reading->parser, "more than 128 matchers");
		if (!mlirbc_parser_symbol(reading->parser, &pairs[0][found]) || !mlirbc_parser_expect(reading->parser, "->") ||
			!mlirbc_parser_symbol(reading->parser, &pairs[1][found]))
			return false;
		found++;
	} while (mlirbc_parser_try(reading->parser, ","));
	return mlirbc_upstream__set_attr(reading, arguments[0].index, mlirbc_attr_array(context, pairs[0], found)) &&
	       mlirbc_upstream__set_attr(reading, arguments[1].index, mlirbc_attr_array(context, pairs[1], found));
}

static bool matches_fit(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *a = mlirbc_upstream__attr_in(printing, arguments[0].index);
	const struct mlirbc_attr *b = mlirbc_upstream__attr_in(printing, arguments[1].index);
	(void)count;
	return a && b && a->kind == MLIRBC_ATTR_ARRAY && b->kind == MLIRBC_ATTR_ARRAY &&
	       a->u.array.count == b->u.array.count && a->u.array.count > 0;
}

static void print_matches(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *a = mlirbc_upstream__attr_in(printing, arguments[0].index);
	const struct mlirbc_attr *b = mlirbc_upstream__attr_in(printing, arguments[1].index);
	(void)count;
	for (size_t i = 0; mlirbc_upstream__is_now(printing) && i < a->u.array.count; i++) {
		mlirbc_printer_line(printing->printer);
		mlirbc_printer_text(printing->printer, "  ");
		mlirbc_printer_attr(printing->printer, a->u.array.data[i]);
		mlirbc_printer_text(printing->printer, " -> ");
		mlirbc_printer_attr(printing->printer, b->u.array.data[i]);
		mlirbc_printer_text(printing->printer, i + 1 < a->u.array.count ? "," : "");
	}
}

/* ---- SequenceOpOperands: %root : T, or %root, %a : (T, U) */

static bool parse_sequence(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_parser *parser = reading->parser;
	struct mlirbc_upstream__read *root = &reading->slots[arguments[0].index], *more = &reading->slots[arguments[2].index];
	const struct mlirbc_type *const *types;
	size_t type_count, names;
	(void)count;
	if (!mlirbc_parser_at_operand(parser))
		return true;
	if (!mlirbc_parser_operands(parser, &root->names, &names) || !mlirbc_parser_expect(parser, ":"))
		return false;
	const bool paren = names > 1 && mlirbc_parser_try(parser, "(");
	if (!mlirbc_parser_types(parser, &types, &type_count) || (paren && !mlirbc_parser_expect(parser, ")")))
		return false;
	if (type_count != names)
		return mlirbc_parser_error(parser, "expected as many types as operands: %zu and %zu", type_count, names);
	root->count = 1;
	more->names = root->names + 1;
	more->count = names - 1;
	root->types = types;
	root->type_count = 1;
	more->types = types + 1;
	more->type_count = names - 1;
	return true;
}

static void print_sequence(printing_t *printing, arguments_t arguments, size_t count)
{
	struct mlirbc_upstream__group root, more;
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !mlirbc_upstream__group(printing, arguments[0].index, &root) ||
		!mlirbc_upstream__group(printing, arguments[2].index, &more) || root.count == 0)
		return;
	mlirbc_printer_operands(printing->printer, printing->op, root.from, 1 + more.count);
	mlirbc_printer_text(printing->printer, more.count ? " : (" : " : ");
	mlirbc_printer_operand_types(printing->printer, printing->op, root.from, 1 + more.count);
	mlirbc_printer_text(printing->printer, more.count ? ")" : "");
}

/* ---- AlternativesOpSelectedRegion: an operand or an index */

static bool parse_selected(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_parser *parser = reading->parser;
	struct mlirbc_upstream__read *slot = &reading->slots[arguments[1].index];
	const struct mlirbc_attr *value;
	(void)count;
	if (!mlirbc_parser_at_operand(parser))
		return mlirbc_parser_integer(parser, mlirbc_type_index(mlirbc_parser_context(parser)), &value) &&
		       mlirbc_upstream__set_attr(reading, arguments[0].index, value);
	slot->names = mlirbc_parser_scratch(parser, sizeof *slot->names);
	slot->count = 1;
	return slot->names && mlirbc_parser_operand(parser, slot->names);
}

static void print_selected(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *value = mlirbc_upstream__attr_in(printing, arguments[0].index);
	struct mlirbc_upstream__group group;
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !mlirbc_upstream__group(printing, arguments[1].index, &group))
		return;
	if (value)
		mlirbc_printer_attr_untyped(printing->printer, value);
	else
		mlirbc_printer_operands(printing->printer, printing->op, group.from, group.count);
}

static bool selected_fits(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *value = mlirbc_upstream__attr_in(printing, arguments[0].index);
	struct mlirbc_upstream__group group;
	(void)count;
	if (!mlirbc_upstream__group(printing, arguments[1].index, &group))
		return false;
	return !value || (group.count == 0 && value->kind == MLIRBC_ATTR_INTEGER && value->type->kind == MLIRBC_TYPE_INDEX);
}

static bool begins_selected(reading_t *reading)
{
	return mlirbc_parser_at_operand(reading->parser) || mlirbc_parser_at_integer(reading->parser);
}

const struct mlirbc_upstream__directive mlirbc_upstream__transform_directives[] = {
	{ "SemiFunctionType", parse_semi, print_semi, NULL, NULL },
	{ "MultitileSizesTypes", parse_same_results, print_same_results, same_results_fit, NULL },
	{ "ContinuousTileSizeTypes", parse_same_results, print_same_results, same_results_fit, NULL },
	{ "TransformMatchDims", parse_match_dims, print_match_dims, NULL, NULL },
	{ "PackedOrDynamicIndexList", parse_packed, print_packed, NULL, NULL },
	{ "ForeachMatchSymbols", parse_matches, print_matches, matches_fit, NULL },
	{ "AlternativesOpSelectedRegion", parse_selected, print_selected, selected_fits, begins_selected },
	{ "SequenceOpOperands", parse_sequence, print_sequence, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL },
};
