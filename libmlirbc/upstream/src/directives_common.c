/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Directives that several dialects use. */
#include "engine.h"

#include <mlirbc/build.h>
#include <string.h>

typedef struct mlirbc_upstream__reading reading_t;
typedef struct mlirbc_upstream__printing printing_t;
typedef const struct mlirbc_upstream__argument *arguments_t;

/* ---- DynamicIndexList: [%a, 2, [%b]], constants in an attribute with a mark for values; [] around scalable ones */

struct indices {
	struct mlirbc_unresolved *names;
	int64_t *constants, *scalable;
	size_t count, name_count, room;
};

static bool grow(struct mlirbc_parser *parser, struct indices *list)
{
	if (list->count < list->room)
		return true;
	const size_t room = list->room ? 2 * list->room : 8;
	struct indices more = *list;
	more.names = mlirbc_parser_scratch(parser, room * sizeof *more.names);
	more.constants = mlirbc_parser_scratch(parser, room * sizeof *more.constants);
	more.scalable = mlirbc_parser_scratch(parser, room * sizeof *more.scalable);
	if (!more.names || !more.constants || !more.scalable)
		return false;
	if (list->count) {
		memcpy(more.names, list->names, list->name_count * sizeof *more.names);
		memcpy(more.constants, list->constants, list->count * sizeof *more.constants);
		memcpy(more.scalable, list->scalable, list->count * sizeof *more.scalable);
	}
	more.room = room;
	*list = more;
	return true;
}

static bool parse_index(struct mlirbc_parser *parser, struct indices *list, bool can_scale)
{
	if (!grow(parser, list))
		return false;
	const bool scaled = can_scale && mlirbc_parser_try(parser, "[");
	list->scalable[list->count] = scaled;
	if (mlirbc_parser_at_operand(parser)) {
		list->constants[list->count++] = MLIRBC_DYNAMIC;
		if (!mlirbc_parser_operand(parser, &list->names[list->name_count++]))
			return false;
	} else if (!mlirbc_parser_int64(parser, &list->constants[list->count++])) {
		return false;
	}
	return !scaled || mlirbc_parser_expect(parser, "]");
}

static bool has_paren(arguments_t arguments, size_t count)
{
	return count >= 4 && arguments[3].kind == MLIRBC_UPSTREAM__CODE;
}

static const struct mlirbc_attr *array_of(
	struct mlirbc_parser *parser, uint32_t bits, const int64_t *values, size_t count)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	const struct mlirbc_type *type = mlirbc_type_integer(context, bits, MLIRBC_SIGNLESS);
	return type ? mlirbc_upstream__integers(context, type, values, count) : NULL;
}

static bool parse_indices(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_parser *parser = reading->parser;
	struct indices list = { 0 };
	const bool can_scale = count >= 3 && arguments[2].kind == MLIRBC_UPSTREAM__ATTR;
	const char *open = has_paren(arguments, count) ? "(" : "[", *close = *open == '(' ? ")" : "]";
	if (!mlirbc_parser_expect(parser, open))
		return false;
	for (bool more = !mlirbc_parser_at(parser, close); more; more = mlirbc_parser_try(parser, ",")) {
		if (!parse_index(parser, &list, can_scale))
			return false;
	}
	reading->slots[arguments[0].index].names = list.names;
	reading->slots[arguments[0].index].count = list.name_count;
	return mlirbc_parser_expect(parser, close) &&
	       mlirbc_upstream__set_attr(reading, arguments[1].index, array_of(parser, 64, list.constants, list.count)) &&
	       (!can_scale ||
		       mlirbc_upstream__set_attr(reading, arguments[2].index, array_of(parser, 1, list.scalable, list.count)));
}

static bool indices_fit(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *constants = mlirbc_upstream__attr_in(printing, arguments[1].index);
	struct mlirbc_upstream__group group;
	uint32_t values = 0;
	(void)count;
	if (!constants || constants->kind != MLIRBC_ATTR_DENSE_ARRAY || mlirbc_type_width(constants->type) != 64 ||
		!mlirbc_upstream__group(printing, arguments[0].index, &group))
		return !constants && mlirbc_upstream__group(printing, arguments[0].index, &group) && group.count == 0;
	for (size_t i = 0; i < constants->u.dense.count; i++)
		values += mlirbc_upstream__element(constants, i) == MLIRBC_DYNAMIC;
	return values == group.count;
}

static void print_indices(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *constants = mlirbc_upstream__attr_in(printing, arguments[1].index), *scalable = NULL;
	struct mlirbc_printer *printer = printing->printer;
	struct mlirbc_upstream__group group;
	const bool paren = has_paren(arguments, count);
	if (!mlirbc_upstream__is_now(printing) || !mlirbc_upstream__group(printing, arguments[0].index, &group))
		return;
	if (count >= 3 && arguments[2].kind == MLIRBC_UPSTREAM__ATTR)
		scalable = mlirbc_upstream__attr_in(printing, arguments[2].index);
	mlirbc_printer_text(printer, paren ? "(" : "[");
	for (size_t i = 0; constants && i < constants->u.dense.count; i++) {
		const int64_t value = mlirbc_upstream__element(constants, i);
		const bool scaled = scalable && scalable->kind == MLIRBC_ATTR_DENSE_ARRAY && i < scalable->u.dense.count &&
				    mlirbc_upstream__element(scalable, i);
		mlirbc_printer_text(printer, i ? ", " : "");
		mlirbc_printer_text(printer, scaled ? "[" : "");
		if (value == MLIRBC_DYNAMIC)
			mlirbc_printer_operands(printer, printing->op, group.from++, 1);
		else
			mlirbc_printer_integer(printer, value);
		mlirbc_printer_text(printer, scaled ? "]" : "");
	}
	mlirbc_printer_text(printer, paren ? ")" : "]");
}

static bool begins_bracket(reading_t *reading)
{
	return mlirbc_parser_at(reading->parser, "[") || mlirbc_parser_at(reading->parser, "(");
}

/* Nothing, or a list of indices. */
static bool parse_optional_indices(reading_t *reading, arguments_t arguments, size_t count)
{
	return !mlirbc_parser_at(reading->parser, "[") || parse_indices(reading, arguments, count);
}

static void print_optional_indices(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *constants = mlirbc_upstream__attr_in(printing, arguments[1].index);
	if (constants && constants->u.dense.count)
		print_indices(printing, arguments, count);
}

/* ---- AsyncDependencies: async [%a, %b] */

static bool parse_dependencies(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_parser *parser = reading->parser;
	struct mlirbc_upstream__read *list = &reading->slots[arguments[1].index];
	(void)count;
	if (mlirbc_parser_try(parser, "async")) {
		if (!mlirbc_upstream__set_type(reading, arguments[0].index,
			    mlirbc_upstream__type(mlirbc_parser_context(parser), "!gpu.async.token")))
			return false;
	}
	return !mlirbc_parser_try(parser, "[") ||
	       (mlirbc_parser_operands(parser, &list->names, &list->count) && mlirbc_parser_expect(parser, "]"));
}

static void print_dependencies(printing_t *printing, arguments_t arguments, size_t count)
{
	struct mlirbc_upstream__group token, list;
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !mlirbc_upstream__group(printing, arguments[0].index, &token) ||
		!mlirbc_upstream__group(printing, arguments[1].index, &list))
		return;
	mlirbc_printer_text(printing->printer, token.count ? "async" : "");
	if (list.count == 0)
		return;
	mlirbc_printer_text(printing->printer, token.count ? " [" : "[");
	mlirbc_printer_operands(printing->printer, printing->op, list.from, list.count);
	mlirbc_printer_text(printing->printer, "]");
}

const struct mlirbc_upstream__directive mlirbc_upstream__common_directives[] = {
	{ "DynamicIndexList", parse_indices, print_indices, indices_fit, begins_bracket },
	{ "OptionalDynamicIndexList", parse_optional_indices, print_optional_indices, indices_fit, begins_bracket },
	{ "AsyncDependencies", parse_dependencies, print_dependencies, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL },
};
