/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Directives of `pdl`, `pdl_interp`, `irdl` and `ml_program`. */
#include "engine.h"
#include "own_parts.h"

#include <mlirbc/build.h>
#include <stdio.h>
#include <string.h>

typedef struct mlirbc_upstream__reading reading_t;
typedef struct mlirbc_upstream__printing printing_t;
typedef const struct mlirbc_upstream__argument *arguments_t;

enum { MOST_NAMED = 256 };

static const struct mlirbc_type *named_type(reading_t *reading, const char *text)
{
	return mlirbc_upstream__type(mlirbc_parser_context(reading->parser), text);
}

/* ---- pairs of a name and a value: {"k" = %v}, (k: %v) */

struct pairs {
	const char *open, *close, *between;
	bool quoted, optional;
};

static bool parse_pairs(reading_t *reading, arguments_t arguments, const struct pairs *pairs)
{
	struct mlirbc_parser *parser = reading->parser;
	struct mlirbc_upstream__read *slot = &reading->slots[arguments[0].index];
	const struct mlirbc_attr *names[MOST_NAMED];
	size_t count = 0;
	slot->names = mlirbc_parser_scratch(parser, MOST_NAMED * sizeof *slot->names);
	if (!slot->names)
		return false;
	if (!pairs->optional || mlirbc_parser_at(parser, pairs->open)) {
		if (!mlirbc_parser_expect(parser, pairs->open))
			return false;
		for (bool more = !mlirbc_parser_at(parser, pairs->close); more; more = mlirbc_parser_try(parser, ",")) {
			struct mlirbc_string word = { "", 0 };
			if (count == MOST_NAMED)
				return mlirbc_parser_error(parser, "more than %d named values", MOST_NAMED);
			if (pairs->quoted ? !mlirbc_parser_string(parser, &names[count]) : !mlirbc_parser_word(parser, &word))
				return false;
			if (!pairs->quoted)
				names[count] = mlirbc_attr_string(mlirbc_parser_context(parser), word.data, word.size);
			if (!names[count])
				return mlirbc_parser_no_memory(parser);
			if (!mlirbc_parser_expect(parser, pairs->between) || !mlirbc_parser_operand(parser, &slot->names[count]))
				return false;
			count++;
		}
		if (!mlirbc_parser_expect(parser, pairs->close))
			return false;
	}
	slot->count = count;
	return mlirbc_upstream__set_attr(
		reading, arguments[1].index, mlirbc_attr_array(mlirbc_parser_context(parser), names, count));
}

static bool pairs_fit(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *names = mlirbc_upstream__attr_in(printing, arguments[1].index);
	struct mlirbc_upstream__group group;
	(void)count;
	if (!mlirbc_upstream__group(printing, arguments[0].index, &group))
		return false;
	if (!names || names->kind != MLIRBC_ATTR_ARRAY || names->u.array.count != group.count)
		return !names && group.count == 0;
	for (size_t i = 0; i < names->u.array.count; i++) {
		if (names->u.array.data[i]->kind != MLIRBC_ATTR_STRING)
			return false;
	}
	return true;
}

static void print_pairs(printing_t *printing, arguments_t arguments, const struct pairs *pairs, const char *before)
{
	const struct mlirbc_attr *names = mlirbc_upstream__attr_in(printing, arguments[1].index);
	struct mlirbc_upstream__group group;
	if (!mlirbc_upstream__is_now(printing) || !mlirbc_upstream__group(printing, arguments[0].index, &group) ||
		(pairs->optional && group.count == 0))
		return;
	mlirbc_printer_text(printing->printer, before);
	mlirbc_printer_text(printing->printer, pairs->open);
	for (uint32_t i = 0; i < group.count && names; i++) {
		const struct mlirbc_attr *name = names->u.array.data[i];
		mlirbc_printer_text(printing->printer, i ? ", " : "");
		if (pairs->quoted)
			mlirbc_printer_attr(printing->printer, name);
		else
			mlirbc_printer_bytes(printing->printer, name->u.string->data, name->u.string->size);
		mlirbc_printer_text(printing->printer, pairs->quoted ? " = " : ": ");
		mlirbc_printer_operands(printing->printer, printing->op, group.from + i, 1);
	}
	mlirbc_printer_text(printing->printer, pairs->close);
}

static const struct pairs attribute_pairs = { "{", "}", "=", true, true }, value_pairs = { "(", ")", ":", false, false };

static bool parse_attribute_pairs(reading_t *reading, arguments_t arguments, size_t count)
{
	(void)count;
	return parse_pairs(reading, arguments, &attribute_pairs);
}

static void print_attribute_pairs(printing_t *printing, arguments_t arguments, size_t count)
{
	(void)count;
	print_pairs(printing, arguments, &attribute_pairs, "");
}

/* The format has no blank before it. */
static void print_spaced_pairs(printing_t *printing, arguments_t arguments, size_t count)
{
	(void)count;
	print_pairs(printing, arguments, &attribute_pairs, " ");
}

static bool parse_value_pairs(reading_t *reading, arguments_t arguments, size_t count)
{
	(void)count;
	return parse_pairs(reading, arguments, &value_pairs);
}

static void print_value_pairs(printing_t *printing, arguments_t arguments, size_t count)
{
	(void)count;
	print_pairs(printing, arguments, &value_pairs, "");
}

/* ---- irdl.operands: (a: %a, b: optional %b), with #irdl<variadicity_array[ single,  optional]>; the blanks are MLIR's */

static const char VARIADICITIES[] = "single optional variadic", VARIADIC_START[] = "variadicity_array[";

static bool parse_variadic(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_parser *parser = reading->parser;
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	struct mlirbc_upstream__read *slot = &reading->slots[arguments[0].index];
	const struct mlirbc_attr **names = mlirbc_parser_scratch(parser, MOST_NAMED * sizeof *names);
	char text[sizeof "#irdl<variadicity_array[]>" + MOST_NAMED * sizeof ",  variadic"] = "#irdl<variadicity_array[";
	const struct mlirbc_string none = { "", 0 };
	size_t size = strlen(text);
	(void)count;
	slot->names = mlirbc_parser_scratch(parser, MOST_NAMED * sizeof *slot->names);
	if (!names || !slot->names || !mlirbc_parser_expect(parser, "("))
		return false;
	for (bool more = !mlirbc_parser_at(parser, ")"); more; more = mlirbc_parser_try(parser, ",")) {
		struct mlirbc_string word;
		if (slot->count == MOST_NAMED)
			return mlirbc_parser_error(parser, "more than %d named values", MOST_NAMED);
		if (!mlirbc_parser_word(parser, &word) || !mlirbc_parser_expect(parser, ":"))
			return false;
		names[slot->count] = mlirbc_attr_string(context, word.data, word.size);
		const int kind = up__try_word(parser, VARIADICITIES);
		word = up__word_at(VARIADICITIES, kind < 0 ? 0 : kind);
		if (!names[slot->count] || !mlirbc_parser_operand(parser, &slot->names[slot->count]))
			return names[slot->count] ? false : mlirbc_parser_no_memory(parser);
		size += (size_t)snprintf(text + size, sizeof text - size, "%s%.*s", slot->count ? ",  " : " ", (int)word.size, word.data);
		slot->count++;
	}
	memcpy(text + size, "]>", sizeof "]>");
	return mlirbc_parser_expect(parser, ")") &&
	       mlirbc_upstream__set_attr(reading, arguments[1].index, mlirbc_attr_array(context, names, slot->count)) &&
	       mlirbc_upstream__set_attr(reading, arguments[2].index, up__attr_of(parser, text, &none));
}

/* The word at `*at` of the list "single, optional]", and the place of the next one; size 0: there is none. */
static struct mlirbc_string next_variadicity(const char **at, const char *end)
{
	while (*at < end && **at == ' ')
		++*at;
	struct mlirbc_string word = { *at, 0 };
	while (word.data + word.size < end && word.data[word.size] >= 'a' && word.data[word.size] <= 'z')
		word.size++;
	*at = word.data + word.size;
	while (*at < end && (**at == ',' || **at == ' '))
		++*at;
	return word;
}

static bool variadic_fits(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *names = mlirbc_upstream__attr_in(printing, arguments[1].index);
	const struct mlirbc_attr *list = mlirbc_upstream__attr_in(printing, arguments[2].index);
	const size_t start = sizeof VARIADIC_START - 1;
	if (!names || !pairs_fit(printing, arguments, count) || !list || list->kind != MLIRBC_ATTR_DIALECT)
		return false;
	const struct mlirbc_string *text = list->u.dialect.text;
	const char *at = text->data + start, *end = text->data + text->size;
	if (text->size <= start || memcmp(text->data, VARIADIC_START, start) != 0)
		return false;
	for (size_t i = 0; i < names->u.array.count; i++) {
		if (next_variadicity(&at, end).size == 0)
			return false;
	}
	return end - at == 1 && *at == ']';
}

static void print_variadic(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *names = mlirbc_upstream__attr_in(printing, arguments[1].index);
	const struct mlirbc_attr *list = mlirbc_upstream__attr_in(printing, arguments[2].index);
	struct mlirbc_upstream__group group;
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !mlirbc_upstream__group(printing, arguments[0].index, &group))
		return;
	const struct mlirbc_string *text = list->u.dialect.text;
	const char *at = text->data + sizeof VARIADIC_START - 1;
	mlirbc_printer_text(printing->printer, "(");
	for (uint32_t i = 0; i < group.count; i++) {
		const struct mlirbc_string *name = names->u.array.data[i]->u.string;
		const struct mlirbc_string word = next_variadicity(&at, text->data + text->size);
		mlirbc_printer_text(printing->printer, i ? ", " : "");
		mlirbc_printer_bytes(printing->printer, name->data, name->size);
		mlirbc_printer_text(printing->printer, ": ");
		if (*word.data != 's') { /* single is left out */
			mlirbc_printer_bytes(printing->printer, word.data, word.size);
			mlirbc_printer_text(printing->printer, " ");
		}
		mlirbc_printer_operands(printing->printer, printing->op, group.from + i, 1);
	}
	mlirbc_printer_text(printing->printer, ")");
}

/* ---- types of pdl */

/* -> T after an index; without one, a range of values. */
static bool parse_results_type(reading_t *reading, arguments_t arguments, size_t count)
{
	const struct mlirbc_type *type;
	(void)count;
	if (!reading->attrs[arguments[0].index])
		return mlirbc_upstream__set_type(reading, arguments[1].index, named_type(reading, "!pdl.range<value>"));
	return mlirbc_parser_expect(reading->parser, "->") && mlirbc_parser_type(reading->parser, &type) &&
	       mlirbc_upstream__set_type(reading, arguments[1].index, type);
}

static void print_results_type(printing_t *printing, arguments_t arguments, size_t count)
{
	struct mlirbc_upstream__group group;
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !mlirbc_upstream__attr_in(printing, arguments[0].index) ||
		!mlirbc_upstream__group(printing, arguments[1].index, &group))
		return;
	mlirbc_printer_text(printing->printer, " -> ");
	mlirbc_printer_result_types(printing->printer, printing->op, group.from, group.count);
}

/* The range of the arguments' type; without arguments ": T". */
static bool parse_range_type(reading_t *reading, arguments_t arguments, size_t count)
{
	const struct mlirbc_upstream__read *list = &reading->slots[arguments[0].index];
	const struct mlirbc_type *type;
	(void)count;
	if (list->type_count == 0)
		return mlirbc_parser_expect(reading->parser, ":") && mlirbc_parser_type(reading->parser, &type) &&
		       mlirbc_upstream__set_type(reading, arguments[1].index, type);
	type = list->types[0];
	const struct mlirbc_string *text = type->kind == MLIRBC_TYPE_DIALECT ? type->u.dialect.text : NULL;
	const bool value = text && text->size >= 5 && memchr(text->data, 'v', text->size);
	if (text && text->size > 6 && memcmp(text->data, "range<", 6) == 0)
		return mlirbc_upstream__set_type(reading, arguments[1].index, type);
	return mlirbc_upstream__set_type(
		reading, arguments[1].index, named_type(reading, value ? "!pdl.range<value>" : "!pdl.range<type>"));
}

static void print_range_type(printing_t *printing, arguments_t arguments, size_t count)
{
	struct mlirbc_upstream__group list, result;
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !mlirbc_upstream__group(printing, arguments[0].index, &list) ||
		!mlirbc_upstream__group(printing, arguments[1].index, &result) || list.count)
		return;
	mlirbc_printer_text(printing->printer, ": ");
	mlirbc_printer_result_types(printing->printer, printing->op, result.from, result.count);
}

/* -> <inferred>, or -> (%a : T) */
static bool parse_created(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_parser *parser = reading->parser;
	struct mlirbc_upstream__read *slot = &reading->slots[arguments[0].index];
	(void)count;
	if (!mlirbc_parser_try(parser, "->"))
		return true;
	if (mlirbc_parser_try(parser, "<"))
		return mlirbc_parser_expect(parser, "inferred") && mlirbc_parser_expect(parser, ">") &&
		       mlirbc_upstream__set_attr(
			       reading, arguments[2].index, mlirbc_attr_unit(mlirbc_parser_context(parser)));
	return mlirbc_parser_expect(parser, "(") && mlirbc_parser_operands(parser, &slot->names, &slot->count) &&
	       mlirbc_parser_expect(parser, ":") && mlirbc_parser_types(parser, &slot->types, &slot->type_count) &&
	       mlirbc_parser_expect(parser, ")");
}

static void print_created(printing_t *printing, arguments_t arguments, size_t count)
{
	struct mlirbc_upstream__group group;
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !mlirbc_upstream__group(printing, arguments[0].index, &group))
		return;
	if (mlirbc_upstream__attr_shown(printing, arguments[2].index)) {
		mlirbc_printer_text(printing->printer, " -> <inferred>");
		return;
	}
	if (group.count == 0)
		return;
	mlirbc_printer_text(printing->printer, " -> (");
	mlirbc_printer_operands(printing->printer, printing->op, group.from, group.count);
	mlirbc_printer_text(printing->printer, " : ");
	mlirbc_printer_operand_types(printing->printer, printing->op, group.from, group.count);
	mlirbc_printer_text(printing->printer, ")");
}

/* ---- SingleBlockRegion of irdl */

static bool parse_block(reading_t *reading, arguments_t arguments, size_t count)
{
	(void)arguments;
	(void)count;
	const bool given = mlirbc_parser_at(reading->parser, "{");
	reading->regions += !given;
	return (given ? mlirbc_upstream__read_region(reading) : mlirbc_parser_add_empty_region(reading->parser, reading->op)) &&
	       mlirbc_parser_terminate(reading->parser, reading->op, NULL);
}

static void print_block(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_region *region = &mlirbc_op_regions(printing->op)[arguments[0].index];
	const struct mlirbc_region_form form = { .index = arguments[0].index, .arguments = true, .terminator = true };
	(void)count;
	if (region->first && (region->first->first || region->first->next))
		mlirbc_upstream__end_step(printing, &form);
}

static bool block_fits(printing_t *printing, arguments_t arguments, size_t count)
{
	(void)count;
	return arguments[0].index < printing->op->region_count && mlirbc_op_regions(printing->op)[arguments[0].index].first;
}

/* ---- ml_program */

static bool parse_visibility(reading_t *reading, arguments_t arguments, size_t count)
{
	static const char *const words[] = { "public", "private", "nested" };
	(void)count;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (mlirbc_parser_try(reading->parser, words[i]))
			return mlirbc_upstream__set_attr(reading, arguments[0].index,
				mlirbc_attr_string(mlirbc_parser_context(reading->parser), words[i], strlen(words[i])));
	}
	return true;
}

static void print_visibility(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *word = mlirbc_upstream__attr_in(printing, arguments[0].index);
	(void)count;
	if (word && word->kind == MLIRBC_ATTR_STRING && mlirbc_upstream__is_now(printing))
		mlirbc_printer_bytes(printing->printer, word->u.string->data, word->u.string->size);
}

/* (value) : T */
static bool parse_initial(reading_t *reading, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *value;
	const struct mlirbc_type *type;
	(void)count;
	if (mlirbc_parser_try(reading->parser, "(") &&
		(!mlirbc_parser_attr(reading->parser, NULL, &value) ||
			!mlirbc_upstream__set_attr(reading, arguments[1].index, value) ||
			!mlirbc_parser_expect(reading->parser, ")")))
		return false;
	return mlirbc_parser_expect(reading->parser, ":") && mlirbc_parser_type(reading->parser, &type) &&
	       mlirbc_upstream__set_attr(
		       reading, arguments[0].index, mlirbc_attr_type(mlirbc_parser_context(reading->parser), type));
}

static void print_initial(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *value = mlirbc_upstream__attr_in(printing, arguments[1].index);
	const struct mlirbc_attr *type = mlirbc_upstream__attr_in(printing, arguments[0].index);
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !type)
		return;
	if (value) {
		mlirbc_printer_text(printing->printer, "(");
		mlirbc_printer_attr(printing->printer, value);
		mlirbc_printer_text(printing->printer, ")");
	}
	mlirbc_printer_text(printing->printer, " : ");
	mlirbc_printer_attr(printing->printer, type);
}

/* ordering(%a, %b -> !ml_program.token) */
static bool parse_ordering(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_parser *parser = reading->parser;
	struct mlirbc_upstream__read *slot = &reading->slots[arguments[0].index];
	const struct mlirbc_type *type;
	(void)count;
	if (!mlirbc_parser_try(parser, "ordering"))
		return true;
	if (!mlirbc_parser_expect(parser, "("))
		return false;
	if (mlirbc_parser_try(parser, "(") && !mlirbc_parser_expect(parser, ")"))
		return false;
	if (!mlirbc_parser_operands(parser, &slot->names, &slot->count))
		return false;
	if (mlirbc_parser_try(parser, "->") &&
		(!mlirbc_parser_type(parser, &type) || !mlirbc_upstream__set_type(reading, arguments[1].index, type)))
		return false;
	return mlirbc_parser_expect(parser, ")");
}

static void print_ordering(printing_t *printing, arguments_t arguments, size_t count)
{
	struct mlirbc_upstream__group consumed, produced;
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !mlirbc_upstream__group(printing, arguments[0].index, &consumed) ||
		!mlirbc_upstream__group(printing, arguments[1].index, &produced) || consumed.count + produced.count == 0)
		return;
	mlirbc_printer_text(printing->printer, " ordering(");
	mlirbc_printer_operands(printing->printer, printing->op, consumed.from, consumed.count);
	if (produced.count) {
		mlirbc_printer_text(printing->printer, consumed.count ? " -> " : "() -> ");
		mlirbc_printer_result_types(printing->printer, printing->op, produced.from, produced.count);
	}
	mlirbc_printer_text(printing->printer, ")");
}

const struct mlirbc_upstream__directive mlirbc_upstream__small_directives[] = {
	{ "OperationOpAttributes", parse_attribute_pairs, print_spaced_pairs, pairs_fit, NULL },
	{ "CreateOperationOpAttributes", parse_attribute_pairs, print_spaced_pairs, pairs_fit, NULL },
	{ "AttributesOp", parse_attribute_pairs, print_attribute_pairs, pairs_fit, NULL },
	{ "NamedValueList", parse_value_pairs, print_value_pairs, pairs_fit, NULL },
	{ "NamedValueListWithVariadicity", parse_variadic, print_variadic, variadic_fits, NULL },
	{ "ResultsValueType", parse_results_type, print_results_type, NULL, NULL },
	{ "RangeType", parse_range_type, print_range_type, NULL, NULL },
	{ "CreateOperationOpResults", parse_created, print_created, NULL, NULL },
	{ "SingleBlockRegion", parse_block, print_block, block_fits, NULL },
	{ "SymbolVisibility", parse_visibility, print_visibility, NULL, NULL },
	{ "TypedInitialValue", parse_initial, print_initial, NULL, NULL },
	{ "TokenOrdering", parse_ordering, print_ordering, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL },
};
