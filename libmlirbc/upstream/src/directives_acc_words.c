/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Clauses of `acc` with at most one operand, clauses of acc.routine, and the control of acc.loop. */
#include "directives_acc.h"

#include <mlirbc/build.h>
#include <string.h>

typedef struct mlirbc_upstream__reading reading_t;
typedef struct mlirbc_upstream__printing printing_t;
typedef const struct mlirbc_upstream__argument *arguments_t;

enum { MOST_ITEMS = 256 };

/* ---- OperandWithKeywordOnly, OperandsWithKeywordOnly: nothing, or (%a, %b : T, U) */

static bool parse_operands(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_parser *parser = reading->parser;
	struct mlirbc_upstream__read *slot = &reading->slots[arguments[0].index];
	(void)count;
	if (!mlirbc_parser_try(parser, "("))
		return mlirbc_upstream__set_attr(reading, arguments[2].index, mlirbc_attr_unit(mlirbc_parser_context(parser)));
	return mlirbc_parser_operands(parser, &slot->names, &slot->count) && mlirbc_parser_expect(parser, ":") &&
	       mlirbc_upstream__parse_types(parser, &slot->types, &slot->type_count) && mlirbc_parser_expect(parser, ")");
}

static void print_operands(printing_t *printing, arguments_t arguments, size_t count)
{
	struct mlirbc_upstream__group group;
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || mlirbc_upstream__attr_in(printing, arguments[2].index) ||
		!mlirbc_upstream__group(printing, arguments[0].index, &group))
		return;
	mlirbc_printer_text(printing->printer, "(");
	mlirbc_printer_operands(printing->printer, printing->op, group.from, group.count);
	mlirbc_printer_text(printing->printer, " : ");
	mlirbc_printer_operand_types(printing->printer, printing->op, group.from, group.count);
	mlirbc_printer_text(printing->printer, ")");
}

/* ---- CombinedConstructsLoop: kernels, parallel, serial */

static const char *const constructs[] = { "kernels", "parallel", "serial" };

static bool parse_construct(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_context *context = mlirbc_parser_context(reading->parser);
	const struct mlirbc_attr *value;
	char text[48] = "#acc.combined_constructs<";
	(void)count;
	for (size_t i = 0; i < 3; i++) {
		if (!mlirbc_parser_try(reading->parser, constructs[i]))
			continue;
		strcat(strcat(text, constructs[i]), "_loop>");
		return mlirbc_upstream__set_attr(reading, arguments[0].index,
			mlirbc_parse_attr(context, text, strlen(text), &value, NULL) == MLIRBC_OK ? value : NULL);
	}
	return mlirbc_parser_error(reading->parser, "expected kernels, parallel or serial");
}

/* The word of #acc.combined_constructs<word_loop>; NULL: another attribute. */
static const char *construct_of(const struct mlirbc_attr *attr)
{
	static const size_t before = sizeof "combined_constructs<" - 1;
	const struct mlirbc_string *text = attr && attr->kind == MLIRBC_ATTR_DIALECT ? attr->u.dialect.text : NULL;
	for (size_t i = 0; text && i < 3; i++) {
		const size_t size = strlen(constructs[i]);
		if (text->size > before + size && memcmp(text->data + before, constructs[i], size) == 0)
			return constructs[i];
	}
	return NULL;
}

static bool construct_fits(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *attr = mlirbc_upstream__attr_in(printing, arguments[0].index);
	(void)count;
	return !attr || construct_of(attr);
}

static void print_construct(printing_t *printing, arguments_t arguments, size_t count)
{
	const char *word = construct_of(mlirbc_upstream__attr_in(printing, arguments[0].index));
	(void)count;
	if (mlirbc_upstream__is_now(printing) && word)
		mlirbc_printer_text(printing->printer, word);
}

/* ---- DeviceTypeArrayAttr: nothing for [#acc.device_type<none>], or ([...]) */

static bool parse_devices(reading_t *reading, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *none = up__acc_no_device(mlirbc_parser_context(reading->parser));
	bool found;
	(void)count;
	if (!none)
		return mlirbc_parser_no_memory(reading->parser);
	if (!mlirbc_parser_try(reading->parser, "("))
		return up__acc_set_array(reading, arguments[0].index, &none, 1);
	return up__acc_read_only(reading, arguments[0].index, &found) && mlirbc_parser_expect(reading->parser, ")");
}

static void print_devices(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *devices = mlirbc_upstream__attr_in(printing, arguments[0].index);
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !devices || up__acc_only_no_device(devices))
		return;
	mlirbc_printer_text(printing->printer, "(");
	mlirbc_printer_attr(printing->printer, devices);
	mlirbc_printer_text(printing->printer, ")");
}

/* ---- values with a device type each: BindName @f [device], "g"; RoutineGangClause ([devices], dim: 1 : i64 [device]) */

struct values {
	const struct mlirbc_attr *data[MOST_ITEMS], *devices[MOST_ITEMS];
	size_t count;
};

static struct values *make_values(struct mlirbc_parser *parser)
{
	struct values *values = mlirbc_parser_scratch(parser, sizeof *values);
	if (values)
		values->count = 0;
	return values;
}

static bool read_value(struct mlirbc_parser *parser, struct values *to)
{
	if (to->count == MOST_ITEMS)
		return mlirbc_parser_error(parser, "more than %d values in a clause", MOST_ITEMS);
	if (!mlirbc_parser_attr(parser, NULL, &to->data[to->count]) || !up__acc_read_device(parser, &to->devices[to->count]))
		return false;
	to->count++;
	return true;
}

static bool set_values(reading_t *reading, arguments_t arguments, uint8_t data, uint8_t devices, const struct values *values)
{
	return up__acc_set_array(reading, arguments[data].index, values->data, values->count) &&
	       up__acc_set_array(reading, arguments[devices].index, values->devices, values->count);
}

static bool parse_bind(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_parser *parser = reading->parser;
	struct values *symbols = make_values(parser), *names = make_values(parser);
	(void)count;
	if (!symbols || !names)
		return false;
	do {
		if (!read_value(parser, mlirbc_parser_at_symbol(parser) ? symbols : names))
			return false;
	} while (mlirbc_parser_try(parser, ","));
	return set_values(reading, arguments, 0, 2, symbols) && set_values(reading, arguments, 1, 3, names);
}

static const struct mlirbc_attr *array_in(const printing_t *printing, arguments_t arguments, uint8_t place)
{
	const struct mlirbc_attr *attr = mlirbc_upstream__attr_in(printing, arguments[place].index);
	return attr && attr->kind == MLIRBC_ATTR_ARRAY ? attr : NULL;
}

static bool same_size(const printing_t *printing, arguments_t arguments, uint8_t data, uint8_t devices)
{
	const struct mlirbc_attr *a = array_in(printing, arguments, data), *b = array_in(printing, arguments, devices);
	return (a ? a->u.array.count : 0) == (b ? b->u.array.count : 0);
}

static bool bind_fits(printing_t *printing, arguments_t arguments, size_t count)
{
	(void)count;
	return same_size(printing, arguments, 0, 2) && same_size(printing, arguments, 1, 3);
}

static void print_values(
	const printing_t *printing, arguments_t arguments, uint8_t data, uint8_t devices, const char *word, bool more)
{
	const struct mlirbc_attr *values = array_in(printing, arguments, data), *each = array_in(printing, arguments, devices);
	for (size_t i = 0; values && i < values->u.array.count; i++) {
		mlirbc_printer_text(printing->printer, i || more ? ", " : "");
		mlirbc_printer_text(printing->printer, word);
		mlirbc_printer_attr(printing->printer, values->u.array.data[i]);
		up__acc_print_device(printing->printer, each->u.array.data[i]);
	}
}

static void print_bind(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *symbols = array_in(printing, arguments, 0);
	(void)count;
	if (!mlirbc_upstream__is_now(printing))
		return;
	print_values(printing, arguments, 0, 2, "", false);
	print_values(printing, arguments, 1, 3, "", symbols && symbols->u.array.count);
}

static bool parse_gang(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_parser *parser = reading->parser;
	struct values *dims = make_values(parser);
	const struct mlirbc_attr *none = up__acc_no_device(mlirbc_parser_context(parser));
	bool only;
	(void)count;
	if (!dims || !none)
		return mlirbc_parser_no_memory(parser);
	if (!mlirbc_parser_try(parser, "("))
		return up__acc_set_array(reading, arguments[0].index, &none, 1);
	if (!up__acc_read_only(reading, arguments[0].index, &only) ||
		(!only && !up__acc_set_array(reading, arguments[0].index, NULL, 0)))
		return false;
	while (only ? mlirbc_parser_try(parser, ",") : !mlirbc_parser_at(parser, ")")) {
		if (!mlirbc_parser_expect(parser, "dim") || !mlirbc_parser_expect(parser, ":") || !read_value(parser, dims))
			return false;
		only = true;
	}
	return (dims->count == 0 || set_values(reading, arguments, 1, 2, dims)) && mlirbc_parser_expect(parser, ")");
}

static bool gang_fits(printing_t *printing, arguments_t arguments, size_t count)
{
	(void)count;
	return same_size(printing, arguments, 1, 2);
}

static void print_gang(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *only = array_in(printing, arguments, 0), *dims = array_in(printing, arguments, 1);
	(void)count;
	only = only && only->u.array.count ? only : NULL;
	if (!mlirbc_upstream__is_now(printing) || (!dims && (!only || up__acc_only_no_device(only))))
		return;
	mlirbc_printer_text(printing->printer, "(");
	if (only)
		mlirbc_printer_attr(printing->printer, only);
	print_values(printing, arguments, 1, 2, "dim: ", only != NULL);
	mlirbc_printer_text(printing->printer, ")");
}

/* ---- LoopControl: control(%i : T) = (%lower : T) to (%upper : T) step (%step : T), and the region */

static bool read_bounds(reading_t *reading, arguments_t arguments, size_t place, const char *word)
{
	struct mlirbc_upstream__read *slot = &reading->slots[arguments[place].index];
	return mlirbc_parser_expect(reading->parser, word) && mlirbc_parser_expect(reading->parser, "(") &&
	       mlirbc_parser_operands(reading->parser, &slot->names, &slot->count) && mlirbc_parser_expect(reading->parser, ":") &&
	       mlirbc_upstream__parse_types(reading->parser, &slot->types, &slot->type_count) &&
	       mlirbc_parser_expect(reading->parser, ")");
}

static bool parse_control(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_parser *parser = reading->parser;
	struct mlirbc_unresolved_argument *inside = mlirbc_parser_scratch(parser, MOST_ITEMS * sizeof *inside);
	size_t used = 0;
	(void)count;
	if (!inside)
		return false;
	if (mlirbc_parser_try(parser, "control")) {
		if (!mlirbc_parser_expect(parser, "("))
			return false;
		do {
			if (used == MOST_ITEMS)
				return mlirbc_parser_error(parser, "more than %d variables of a loop", MOST_ITEMS);
			if (!mlirbc_parser_argument(parser, &inside[used++]))
				return false;
		} while (mlirbc_parser_try(parser, ","));
		if (!mlirbc_parser_expect(parser, ")") || !read_bounds(reading, arguments, 1, "=") ||
			!read_bounds(reading, arguments, 3, "to") || !read_bounds(reading, arguments, 5, "step"))
			return false;
	}
	reading->arguments = inside;
	reading->argument_count = used;
	return mlirbc_upstream__read_region(reading);
}

static bool control_fits(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_region *region = mlirbc_op_regions(printing->op);
	struct mlirbc_upstream__group bounds;
	(void)count;
	return mlirbc_upstream__group(printing, arguments[1].index, &bounds) &&
	       (!region->first || bounds.count || region->first->argument_count == 0);
}

static void print_bounds(const printing_t *printing, arguments_t arguments, size_t place, const char *before)
{
	struct mlirbc_upstream__group group;
	if (!mlirbc_upstream__group(printing, arguments[place].index, &group))
		return;
	mlirbc_printer_text(printing->printer, before);
	mlirbc_printer_operands(printing->printer, printing->op, group.from, group.count);
	mlirbc_printer_text(printing->printer, " : ");
	mlirbc_printer_operand_types(printing->printer, printing->op, group.from, group.count);
}

static void print_control(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_region_form form = { .index = 0, .arguments = false, .terminator = true };
	const struct mlirbc_block *block = mlirbc_op_regions(printing->op)->first;
	struct mlirbc_upstream__group bounds;
	(void)count;
	if (mlirbc_upstream__is_now(printing) && block && mlirbc_upstream__group(printing, arguments[1].index, &bounds) && bounds.count) {
		mlirbc_printer_text(printing->printer, "control(");
		for (uint32_t i = 0; i < block->argument_count; i++) {
			mlirbc_printer_text(printing->printer, i ? ", " : "");
			mlirbc_printer_value(printing->printer, &block->arguments[i]);
			mlirbc_printer_text(printing->printer, " : ");
			mlirbc_printer_type(printing->printer, block->arguments[i].type);
			mlirbc_printer_argument_location(printing->printer, &block->arguments[i]);
		}
		print_bounds(printing, arguments, 1, ") = (");
		print_bounds(printing, arguments, 3, ") to (");
		print_bounds(printing, arguments, 5, ")  step (");
		mlirbc_printer_text(printing->printer, ") ");
	}
	mlirbc_upstream__end_step(printing, &form);
}

const struct mlirbc_upstream__directive mlirbc_upstream__acc_word_directives[] = {
	{ "OperandWithKeywordOnly", parse_operands, print_operands, NULL, NULL },
	{ "OperandsWithKeywordOnly", parse_operands, print_operands, NULL, NULL },
	{ "CombinedConstructsLoop", parse_construct, print_construct, construct_fits, NULL },
	{ "DeviceTypeArrayAttr", parse_devices, print_devices, NULL, NULL },
	{ "BindName", parse_bind, print_bind, bind_fits, NULL },
	{ "RoutineGangClause", parse_gang, print_gang, gang_fits, NULL },
	{ "LoopControl", parse_control, print_control, control_fits, NULL },
	{ NULL, NULL, NULL, NULL, NULL },
};
