/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom forms of modules and functions. */
#include "text/parse/parse_form.h"

bool mlirbc__read_symbol_name(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct mlirbc_string *name;
	if (parser->token.kind != TOKEN_SYMBOL)
		return mlirbc__error_at(parser, &parser->token, "expected valid '@'-identifier for symbol name");
	return mlirbc__take_text(parser, &name) && mlirbc_parser_add_attr(parser, op, "sym_name",
							   mlirbc_attr_string(parser->context, name->data, name->size));
}

/* `attributes {...}`; attributes that the custom form prints elsewhere are not allowed here. */
static bool parse_attributes(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *const *elsewhere, size_t count)
{
	const size_t from = parser->entries.count;
	const struct mlirbc__token word = parser->token;
	if (!mlirbc__at_word(parser, "attributes"))
		return true;
	mlirbc__advance(parser);
	if (!mlirbc__parse_entries(parser))
		return false;
	const struct mlirbc__item *entries = (const void *)(parser->entries.data + from);
	for (size_t i = 0; i < MLIRBC__COUNT(parser->entries, from, struct mlirbc__item); i++) {
		for (size_t j = 0; j < count; j++) {
			if (mlirbc__string_is(entries[i].named.name, elsewhere[j], strlen(elsewhere[j])))
				return mlirbc__error_at(parser, &word,
					"attribute '%s' is an inferred attribute and should not be specified in the "
					"explicit attribute dictionary",
					elsewhere[j]);
		}
	}
	return mlirbc__sort_entries(parser, op, from);
}

/* ---- builtin.module */

static enum mlirbc__read behind_module(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct mlirbc_region *const *region = (void *)(parser->regions.data + op->regions);
	bool good = (*region)->first || mlirbc_block_create(parser->context, *region, NULL, NULL, 0) ||
		    mlirbc__no_memory(parser);
	return good ? READ_WHOLE : READ_FAILED;
}

enum mlirbc__read mlirbc__read_module(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	if (parser->token.kind == TOKEN_SYMBOL && !mlirbc__read_symbol_name(parser, op))
		return READ_FAILED;
	op->resume = behind_module;
	op->arguments = parser->arguments.count;
	op->isolated = true;
	return parse_attributes(parser, op, NULL, 0) ? READ_REGION : READ_FAILED;
}

/* ---- func.func */

/* Dictionaries of arguments or results: one each, on parser->attrs. */
struct attr_list {
	size_t from;
	bool any; /* one of them is not empty */
};

static bool parse_item_attrs(struct mlirbc_parser *parser, struct attr_list *list)
{
	size_t from = parser->entries.count;
	const struct mlirbc_attr *dictionary;
	if (parser->token.kind == '{' && !mlirbc__parse_entries(parser))
		return false;
	if (!mlirbc__make_dictionary(parser, from, &dictionary))
		return false;
	list->any |= dictionary->u.dictionary.count != 0;
	return mlirbc__push_pointer(parser, &parser->attrs, dictionary);
}

static bool add_item_attrs(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, const struct attr_list *list)
{
	const struct mlirbc_attr *const *all = (const void *)(parser->attrs.data + list->from);
	size_t count = MLIRBC__COUNT(parser->attrs, list->from, struct mlirbc_attr *);
	parser->attrs.count = list->from;
	return !list->any || mlirbc_parser_add_attr(parser, op, name, mlirbc_attr_array(parser->context, all, count));
}

/* Neither "0" nor "arg0". */
static bool is_word(struct mlirbc_string name)
{
	size_t at = name.size > 3 && memcmp(name.data, "arg", 3) == 0 ? 3 : 0;
	while (at < name.size && name.data[at] >= '0' && name.data[at] <= '9')
		at++;
	return at < name.size;
}

/* The location of an argument without one: its name, and the place of that. */
static bool name_argument(struct mlirbc_parser *parser, struct mlirbc_unresolved_argument *argument)
{
	const struct mlirbc_string name = argument->name.name, *file = parser->file;
	if (!parser->name_arguments || argument->location || argument->deferred_location || !is_word(name))
		return true;
	struct mlirbc_attr location = { .kind = MLIRBC_LOC_NAME };
	location.u.name.name = mlirbc_string_get(parser->context, name.data, name.size);
	location.u.name.child =
		mlirbc_loc_file(parser->context, file->data, file->size, argument->name.line, argument->name.column);
	if (location.u.name.name && location.u.name.child)
		argument->location = mlirbc_attr_get(parser->context, &location);
	return argument->location || mlirbc__no_memory(parser);
}

/* %name: type {...} loc(...), or only the type; all arguments use one form. */
static bool parse_function_argument(struct mlirbc_parser *parser, struct attr_list *attrs, bool first, bool *named)
{
	struct mlirbc_unresolved_argument argument;
	struct mlirbc__token place = parser->token;
	bool has_name = place.kind == TOKEN_VALUE;
	if (first)
		*named = has_name;
	if (has_name != *named)
		return mlirbc__error_at(parser, &place,
			has_name ? "expected type instead of SSA identifier" : "expected SSA identifier");
	if (!(has_name ? mlirbc__parse_argument(parser, &argument) : mlirbc__parse_type(parser, &argument.type)))
		return false;
	if (!parse_item_attrs(parser, attrs) || !mlirbc__argument_loc(parser, &argument) ||
		!mlirbc__push_pointer(parser, &parser->types, argument.type))
		return false;
	return !has_name || (name_argument(parser, &argument) && mlirbc__push_argument(parser, argument));
}

static bool parse_function_arguments(struct mlirbc_parser *parser, struct attr_list *attrs)
{
	bool named = false;
	*attrs = (struct attr_list){ .from = parser->attrs.count };
	if (!mlirbc__expect(parser, '(', "'(' of an argument list"))
		return false;
	for (bool first = true; parser->token.kind != ')'; first = false) {
		if (!first && !mlirbc__expect(parser, ',', "',' or ')' in an argument list"))
			return false;
		if (!parse_function_argument(parser, attrs, first, &named))
			return false;
	}
	mlirbc__advance(parser);
	return true;
}

static bool parse_function_result(struct mlirbc_parser *parser, struct attr_list *attrs)
{
	const struct mlirbc_type *type;
	return mlirbc__parse_type(parser, &type) && mlirbc__push_pointer(parser, &parser->types, type) &&
	       parse_item_attrs(parser, attrs);
}

static bool parse_function_results(struct mlirbc_parser *parser, struct attr_list *attrs)
{
	const struct mlirbc_type *type;
	*attrs = (struct attr_list){ .from = parser->attrs.count };
	if (!mlirbc__take(parser, TOKEN_ARROW))
		return true;
	if (parser->token.kind != '(')
		return mlirbc__parse_type(parser, &type) && mlirbc__push_pointer(parser, &parser->types, type);
	mlirbc__advance(parser);
	if (parser->token.kind != ')') {
		do {
			if (!parse_function_result(parser, attrs))
				return false;
		} while (mlirbc__take(parser, ','));
	}
	return mlirbc__expect(parser, ')', "')' to end a result list");
}

static bool parse_visibility(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	static const char *const words[] = { "public", "private", "nested" };
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (!mlirbc__at_word(parser, words[i]))
			continue;
		mlirbc__advance(parser);
		return mlirbc_parser_add_attr(
			parser, op, "sym_visibility", mlirbc_attr_string(parser->context, words[i], strlen(words[i])));
	}
	return true;
}

/* Arguments and results: sets function_type, arg_attrs and res_attrs of the op. */
static bool parse_function_signature(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct attr_list attrs;
	const struct mlirbc_type *type;
	size_t inputs = parser->types.count;
	if (!parse_function_arguments(parser, &attrs) || !add_item_attrs(parser, op, "arg_attrs", &attrs))
		return false;
	size_t results = parser->types.count;
	return parse_function_results(parser, &attrs) && add_item_attrs(parser, op, "res_attrs", &attrs) &&
	       mlirbc__function_type(parser, inputs, results, &type) &&
	       mlirbc_parser_add_attr(parser, op, "function_type", mlirbc_attr_type(parser->context, type));
}

static enum mlirbc__read behind_func(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct mlirbc_region *const *region = (void *)(parser->regions.data + op->regions);
	parser->arguments.count = op->arguments;
	return (*region)->first || mlirbc__error_at(parser, &op->body, "expected non-empty function body")
		       ? READ_WHOLE
		       : READ_FAILED;
}

enum mlirbc__read mlirbc__read_func(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	static const char *const elsewhere[] = { "sym_visibility", "function_type", "sym_name", "arg_attrs",
		"res_attrs" };
	op->arguments = parser->arguments.count;
	if (!parse_visibility(parser, op) || !mlirbc__read_symbol_name(parser, op) || !parse_function_signature(parser, op) ||
		!parse_attributes(parser, op, elsewhere, sizeof elsewhere / sizeof *elsewhere))
		return READ_FAILED;
	op->resume = behind_func;
	op->body = parser->token;
	op->isolated = true;
	if (op->body.kind == '{')
		return READ_REGION;
	parser->arguments.count = op->arguments;
	return mlirbc__empty_region(parser) ? READ_WHOLE : READ_FAILED;
}

