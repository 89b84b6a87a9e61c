/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ApplyRegisteredPassOptions of `transform`: {"top-down" = false, "max" = %p, "list" = [1, %q]}. The attribute has
 * #transform.param_operand<index = 0 : i64> for the first operand. */
#include "engine.h"

#include <mlirbc/build.h>
#include <stdio.h>
#include <string.h>

typedef struct mlirbc_upstream__reading reading_t;
typedef struct mlirbc_upstream__printing printing_t;
typedef const struct mlirbc_upstream__argument *arguments_t;

enum { MOST_OPTIONS = 256, MOST_NESTED = 16 };

static const char OPERAND_START[] = "param_operand<index = ";

/* ---- reading */

static const struct mlirbc_attr *operand_attr(struct mlirbc_context *context, size_t index)
{
	char text[64];
	const int size = snprintf(text, sizeof text, "%s%zu : i64>", OPERAND_START, index);
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DIALECT };
	attr.u.dialect.dialect = mlirbc_string_get(context, "transform", 9);
	attr.u.dialect.text = mlirbc_string_get(context, text, (size_t)size);
	return attr.u.dialect.dialect && attr.u.dialect.text ? mlirbc_attr_get(context, &attr) : NULL;
}

static bool read_value(
	reading_t *reading, struct mlirbc_upstream__read *slot, unsigned depth, const struct mlirbc_attr **out);

static bool read_list(
	reading_t *reading, struct mlirbc_upstream__read *slot, unsigned depth, const struct mlirbc_attr **out)
{
	struct mlirbc_parser *parser = reading->parser;
	const struct mlirbc_attr **values = mlirbc_parser_scratch(parser, MOST_OPTIONS * sizeof *values);
	size_t count = 0;
	if (!values)
		return false;
	if (depth == MOST_NESTED)
		return mlirbc_parser_error(parser, "lists of options nested deeper than %d", MOST_NESTED);
	for (bool more = !mlirbc_parser_at(parser, "]"); more; more = mlirbc_parser_try(parser, ",")) {
		if (count == MOST_OPTIONS)
			return mlirbc_parser_error(parser, "more than %d values in an option", MOST_OPTIONS);
		if (!read_value(reading, slot, depth + 1, &values[count++]))
			return false;
	}
	*out = mlirbc_attr_array(mlirbc_parser_context(parser), values, count);
	return mlirbc_parser_expect(parser, "]") && (*out || mlirbc_parser_no_memory(parser));
}

static bool read_value(
	reading_t *reading, struct mlirbc_upstream__read *slot, unsigned depth, const struct mlirbc_attr **out)
{
	struct mlirbc_parser *parser = reading->parser;
	if (mlirbc_parser_try(parser, "["))
		return read_list(reading, slot, depth, out);
	if (!mlirbc_parser_at_operand(parser))
		return mlirbc_parser_attr(parser, NULL, out);
	if (slot->count == MOST_OPTIONS)
		return mlirbc_parser_error(parser, "more than %d operands in options", MOST_OPTIONS);
	*out = operand_attr(mlirbc_parser_context(parser), slot->count);
	return (*out || mlirbc_parser_no_memory(parser)) && mlirbc_parser_operand(parser, &slot->names[slot->count++]);
}

static bool read_key(struct mlirbc_parser *parser, const struct mlirbc_string **out)
{
	const struct mlirbc_attr *text;
	struct mlirbc_string word;
	if (mlirbc_parser_at_string(parser)) {
		*out = mlirbc_parser_string(parser, &text) ? text->u.string : NULL;
		return *out != NULL;
	}
	if (!mlirbc_parser_word(parser, &word))
		return false;
	*out = mlirbc_string_get(mlirbc_parser_context(parser), word.data, word.size);
	return *out || mlirbc_parser_no_memory(parser);
}

static bool parse_options(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_parser *parser = reading->parser;
	struct mlirbc_upstream__read *slot = &reading->slots[arguments[1].index];
	struct mlirbc_named_attr *options = mlirbc_parser_scratch(parser, MOST_OPTIONS * sizeof *options);
	(void)count;
	slot->names = mlirbc_parser_scratch(parser, MOST_OPTIONS * sizeof *slot->names);
	if (!options || !slot->names || !mlirbc_parser_expect(parser, "{"))
		return false;
	count = 0;
	for (bool more = !mlirbc_parser_at(parser, "}"); more; more = mlirbc_parser_try(parser, ",")) {
		if (count == MOST_OPTIONS)
			return mlirbc_parser_error(parser, "more than %d options", MOST_OPTIONS);
		if (!read_key(parser, &options[count].name))
			return false;
		for (size_t i = 0; i < count; i++) {
			if (options[i].name == options[count].name)
				return mlirbc_parser_error(parser, "duplicate key '%.*s' found",
					(int)(options[i].name->size < 80 ? options[i].name->size : 80), options[i].name->data);
		}
		if (!mlirbc_parser_expect(parser, "=") || !read_value(reading, slot, 0, &options[count].value))
			return false;
		count++;
	}
	return mlirbc_parser_expect(parser, "}") &&
	       mlirbc_upstream__set_attr(reading, arguments[0].index,
		       mlirbc_attr_dictionary(mlirbc_parser_context(parser), options, count));
}

/* ---- printing */

/* The operand that an attribute stands for; -1: none. */
static int64_t operand_of(const struct mlirbc_attr *attr)
{
	const size_t start = sizeof OPERAND_START - 1;
	if (attr->kind != MLIRBC_ATTR_DIALECT || attr->u.dialect.text->size <= start ||
		memcmp(attr->u.dialect.text->data, OPERAND_START, start) != 0)
		return -1;
	const char *at = attr->u.dialect.text->data + start, *end = attr->u.dialect.text->data + attr->u.dialect.text->size;
	int64_t index = 0;
	for (; at < end && *at >= '0' && *at <= '9' && index < UINT32_MAX; at++)
		index = index * 10 + (*at - '0');
	return index;
}

static bool value_fits(const struct mlirbc_attr *value, uint32_t operands, unsigned depth)
{
	if (value->kind != MLIRBC_ATTR_ARRAY)
		return operand_of(value) < operands;
	for (size_t i = 0; i < value->u.array.count; i++) {
		if (depth == MOST_NESTED || !value_fits(value->u.array.data[i], operands, depth + 1))
			return false;
	}
	return true;
}

static bool options_fit(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *options = mlirbc_upstream__attr_in(printing, arguments[0].index);
	struct mlirbc_upstream__group group;
	(void)count;
	if (!mlirbc_upstream__group(printing, arguments[1].index, &group) || !options || options->kind != MLIRBC_ATTR_DICTIONARY)
		return false;
	for (size_t i = 0; i < options->u.dictionary.count; i++) {
		if (!value_fits(options->u.dictionary.data[i].value, group.count, 0))
			return false;
	}
	return true;
}

static void print_value(const printing_t *printing, const struct mlirbc_attr *value, uint32_t from)
{
	const int64_t operand = operand_of(value);
	if (operand >= 0) {
		mlirbc_printer_operands(printing->printer, printing->op, from + (uint32_t)operand, 1);
	} else if (value->kind == MLIRBC_ATTR_ARRAY) {
		mlirbc_printer_text(printing->printer, "[");
		for (size_t i = 0; i < value->u.array.count; i++) {
			mlirbc_printer_text(printing->printer, i ? ", " : "");
			print_value(printing, value->u.array.data[i], from);
		}
		mlirbc_printer_text(printing->printer, "]");
	} else {
		mlirbc_printer_attr(printing->printer, value);
	}
}

static void print_options(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *options = mlirbc_upstream__attr_in(printing, arguments[0].index);
	struct mlirbc_upstream__group group;
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !mlirbc_upstream__group(printing, arguments[1].index, &group))
		return;
	mlirbc_printer_text(printing->printer, "{");
	for (size_t i = 0; i < options->u.dictionary.count; i++) {
		const struct mlirbc_string *key = options->u.dictionary.data[i].name;
		const struct mlirbc_attr *quoted =
			mlirbc_attr_string(mlirbc_printer_context(printing->printer), key->data, key->size);
		mlirbc_printer_text(printing->printer, i ? ", " : "");
		if (quoted)
			mlirbc_printer_attr(printing->printer, quoted);
		mlirbc_printer_text(printing->printer, " = ");
		print_value(printing, options->u.dictionary.data[i].value, group.from);
	}
	mlirbc_printer_text(printing->printer, "}");
}

const struct mlirbc_upstream__directive mlirbc_upstream__option_directives[] = {
	{ "ApplyRegisteredPassOptions", parse_options, print_options, options_fit, NULL },
	{ NULL, NULL, NULL, NULL, NULL },
};
