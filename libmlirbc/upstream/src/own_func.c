/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads and prints the parts of functions. */
#include "own_func.h"

bool up__add_named(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, const struct mlirbc_attr *value)
{
	const struct mlirbc_string *unique = mlirbc_string_get(mlirbc_parser_context(parser), name, strlen(name));
	return unique && value ? mlirbc_parser_add_named(parser, op, unique, value) : mlirbc_parser_no_memory(parser);
}

static bool add_text(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, const char *text, size_t size)
{
	return up__add_named(parser, op, name, mlirbc_attr_string(mlirbc_parser_context(parser), text, size));
}

bool up__read_symbol_name(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *symbol;
	if (!mlirbc_parser_at_symbol(parser))
		return mlirbc_parser_error(parser, "expected valid '@'-identifier for symbol name");
	if (!mlirbc_parser_symbol(parser, &symbol))
		return false;
	if (symbol->u.symbol.count)
		return mlirbc_parser_error(parser, "expected a symbol name without '::'");
	return add_text(parser, op, "sym_name", symbol->u.symbol.root->data, symbol->u.symbol.root->size);
}

bool up__read_word_attr(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, const char *words)
{
	char word[32];
	for (size_t size; *words; words += size + (words[size] == ' ')) {
		size = strcspn(words, " ");
		if (size >= sizeof word)
			continue;
		memcpy(word, words, size);
		word[size] = '\0';
		if (mlirbc_parser_try(parser, word))
			return add_text(parser, op, name, word, size);
	}
	return true;
}

bool up__read_visibility(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	return up__read_word_attr(parser, op, "sym_visibility", "public private nested");
}

/* ---- arguments and results */

struct list {
	struct mlirbc_unresolved_argument *arguments;
	const struct mlirbc_attr **attrs;
	const struct mlirbc_type **types;
	size_t count, capacity;
	bool any;
};

static bool grow(struct mlirbc_parser *parser, struct list *list)
{
	if (list->count < list->capacity)
		return true;
	struct list more = *list;
	more.capacity = list->capacity ? 2 * list->capacity : 8;
	more.arguments = mlirbc_parser_scratch(parser, more.capacity * sizeof *more.arguments);
	more.attrs = mlirbc_parser_scratch(parser, more.capacity * sizeof *more.attrs);
	more.types = mlirbc_parser_scratch(parser, more.capacity * sizeof *more.types);
	if (!more.arguments || !more.attrs || !more.types)
		return false;
	if (list->count) {
		memcpy(more.arguments, list->arguments, list->count * sizeof *more.arguments);
		memcpy(more.attrs, list->attrs, list->count * sizeof *more.attrs);
		memcpy(more.types, list->types, list->count * sizeof *more.types);
	}
	*list = more;
	return true;
}

/* A dictionary, perhaps an empty one. */
static bool read_item_attrs(struct mlirbc_parser *parser, struct list *list)
{
	const struct mlirbc_attr *attrs = NULL;
	if (mlirbc_parser_at(parser, "{")) {
		if (!mlirbc_parser_attr(parser, NULL, &attrs))
			return false;
	} else if (!(attrs = mlirbc_attr_dictionary(mlirbc_parser_context(parser), NULL, 0))) {
		return mlirbc_parser_no_memory(parser);
	}
	list->any |= attrs->u.dictionary.count != 0;
	list->attrs[list->count] = attrs;
	return true;
}

static bool read_argument(struct mlirbc_parser *parser, struct list *list, bool *named)
{
	struct mlirbc_unresolved_argument argument;
	bool has_name = mlirbc_parser_at_operand(parser);
	memset(&argument, 0, sizeof argument);
	if (list->count == 0)
		*named = has_name;
	if (has_name != *named)
		return mlirbc_parser_error(
			parser, has_name ? "expected type instead of SSA identifier" : "expected SSA identifier");
	if (!grow(parser, list) ||
		(has_name && (!mlirbc_parser_operand(parser, &argument.name) || !mlirbc_parser_expect(parser, ":"))) ||
		!mlirbc_parser_type(parser, &argument.type) || !read_item_attrs(parser, list) ||
		!mlirbc_parser_argument_location(parser, &argument))
		return false;
	list->types[list->count] = argument.type;
	list->arguments[list->count++] = argument;
	return true;
}

bool up__read_arguments(struct mlirbc_parser *parser, bool variadic, struct up__signature *out)
{
	struct list list = { .count = 0 };
	*out = (struct up__signature){ .count = 0 };
	if (!mlirbc_parser_expect(parser, "("))
		return false;
	for (bool first = true; !mlirbc_parser_at(parser, ")"); first = false) {
		if (!first && !mlirbc_parser_expect(parser, ","))
			return false;
		if (variadic && mlirbc_parser_try(parser, "...")) {
			out->variadic = true;
			break;
		}
		if (!read_argument(parser, &list, &out->named))
			return false;
	}
	out->arguments = list.arguments;
	out->count = list.count;
	out->argument_attrs = list.any ? list.attrs : NULL;
	return mlirbc_parser_expect(parser, ")");
}

static bool read_result(struct mlirbc_parser *parser, struct list *list, bool attrs)
{
	if (!grow(parser, list) || !mlirbc_parser_type(parser, &list->types[list->count]) ||
		(attrs && !read_item_attrs(parser, list)))
		return false;
	list->count++;
	return true;
}

static bool read_results(struct mlirbc_parser *parser, struct up__signature *out)
{
	struct list list = { .count = 0 };
	if (!mlirbc_parser_try(parser, "->"))
		return true;
	if (mlirbc_parser_try(parser, "(")) {
		bool more = !mlirbc_parser_at(parser, ")");
		for (; more; more = mlirbc_parser_try(parser, ",")) {
			if (!read_result(parser, &list, true))
				return false;
		}
		if (!mlirbc_parser_expect(parser, ")"))
			return false;
	} else if (!read_result(parser, &list, false)) {
		return false;
	}
	out->results = (struct up__types){ list.types, list.count };
	out->result_attrs = list.any ? list.attrs : NULL;
	return true;
}

bool up__read_signature(struct mlirbc_parser *parser, bool variadic, struct up__signature *out)
{
	return up__read_arguments(parser, variadic, out) && read_results(parser, out);
}

static bool add_array(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name,
	const struct mlirbc_attr *const *attrs, size_t count)
{
	return !attrs || up__add_named(parser, op, name, mlirbc_attr_array(mlirbc_parser_context(parser), attrs, count));
}

bool up__add_signature_attrs(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct up__signature *signature)
{
	return add_array(parser, op, "arg_attrs", signature->argument_attrs, signature->count) &&
	       add_array(parser, op, "res_attrs", signature->result_attrs, signature->results.count);
}

bool up__add_function_type(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name,
	const struct up__signature *signature)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	const struct mlirbc_type **inputs = mlirbc_parser_scratch(parser, (signature->count + 1) * sizeof *inputs);
	if (!inputs)
		return false;
	for (size_t i = 0; i < signature->count; i++)
		inputs[i] = signature->arguments[i].type;
	const struct mlirbc_type *type = mlirbc_type_function(
		context, inputs, signature->count, signature->results.data, signature->results.count);
	return up__add_named(parser, op, name, type ? mlirbc_attr_type(context, type) : NULL);
}

bool up__read_function_body(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct up__signature *signature,
	const struct mlirbc_unresolved_argument *extra, size_t extra_count, bool may_be_empty)
{
	size_t count = signature->count + extra_count;
	const struct mlirbc_unresolved place = mlirbc_parser_place(parser, NULL);
	if (!mlirbc_parser_at(parser, "{"))
		return mlirbc_parser_add_empty_region(parser, op);
	if (signature->count && !signature->named)
		return mlirbc_parser_error(parser, "expected names of the arguments of a function with a body");
	struct mlirbc_unresolved_argument *all = mlirbc_parser_scratch(parser, (count + 1) * sizeof *all);
	if (!all)
		return false;
	if (signature->count)
		memcpy(all, signature->arguments, signature->count * sizeof *all);
	if (extra_count)
		memcpy(all + signature->count, extra, extra_count * sizeof *all);
	if (!mlirbc_parser_add_region_of(parser, op, all, count, true))
		return false;
	const struct mlirbc_region *region = mlirbc_parser_last_region(parser, op);
	return may_be_empty || (region && region->first) ||
	       mlirbc_parser_error_at(parser, &place, "expected non-empty function body");
}
