/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reading: lists of operands, types and numbers. */
#include "own_parts.h"

#include <mlirbc/parse.h>

bool up__read_names(struct mlirbc_parser *parser, const char *open, struct up__names *out, const char *close)
{
	return mlirbc_parser_expect(parser, open) && mlirbc_parser_operands(parser, &out->data, &out->count) &&
	       mlirbc_parser_expect(parser, close);
}

bool up__read_types(struct mlirbc_parser *parser, struct up__types *out)
{
	return mlirbc_parser_types(parser, &out->data, &out->count);
}

bool up__same_count(struct mlirbc_parser *parser, const char *first, size_t a, const char *second, size_t b)
{
	return a == b || mlirbc_parser_error(parser, "expected as many %s as %s, found %zu and %zu", first, second, a, b);
}

bool up__read_typed(struct mlirbc_parser *parser, struct up__typed *out)
{
	*out = (struct up__typed){ .names = { NULL, 0 } };
	if (!mlirbc_parser_at_operand(parser))
		return true;
	return mlirbc_parser_operands(parser, &out->names.data, &out->names.count) && mlirbc_parser_expect(parser, ":") &&
	       up__read_types(parser, &out->types) &&
	       up__same_count(parser, "operands", out->names.count, "types", out->types.count);
}

bool up__read_group(struct mlirbc_parser *parser, const char *word, struct up__typed *out)
{
	*out = (struct up__typed){ .names = { NULL, 0 } };
	if (!mlirbc_parser_try(parser, word))
		return true;
	return mlirbc_parser_expect(parser, "(") && up__read_typed(parser, out) && mlirbc_parser_expect(parser, ")");
}

/* A list that grows in scratch memory. */
struct growing {
	struct mlirbc_unresolved *data;
	size_t count, capacity;
};

static struct mlirbc_unresolved *append(struct mlirbc_parser *parser, struct growing *list)
{
	if (list->count == list->capacity) {
		size_t capacity = list->capacity ? 2 * list->capacity : 8;
		struct mlirbc_unresolved *data = mlirbc_parser_scratch(parser, capacity * sizeof *data);
		if (!data)
			return NULL;
		if (list->count)
			memcpy(data, list->data, list->count * sizeof *data);
		list->data = data;
		list->capacity = capacity;
	}
	return &list->data[list->count++];
}

bool up__read_assigned(struct mlirbc_parser *parser, struct up__assigned *out)
{
	struct growing arguments = { NULL, 0, 0 }, operands = { NULL, 0, 0 };
	if (!mlirbc_parser_expect(parser, "("))
		return false;
	while (!mlirbc_parser_at(parser, ")")) {
		struct mlirbc_unresolved argument, operand, *slot;
		if ((arguments.count && !mlirbc_parser_expect(parser, ",")) || !mlirbc_parser_operand(parser, &argument) ||
			!mlirbc_parser_expect(parser, "=") || !mlirbc_parser_operand(parser, &operand))
			return false;
		if (!(slot = append(parser, &arguments)))
			return false;
		*slot = argument;
		if (!(slot = append(parser, &operands)))
			return false;
		*slot = operand;
	}
	*out = (struct up__assigned){ { arguments.data, arguments.count }, { operands.data, operands.count } };
	return mlirbc_parser_expect(parser, ")");
}

bool up__add_typed(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct up__typed *list)
{
	return mlirbc_parser_add_operands(
		parser, op, list->names.data, list->names.count, list->types.data, list->types.count);
}

bool up__add_same(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct up__names *names,
	const struct mlirbc_type *type)
{
	for (size_t i = 0; i < names->count; i++) {
		if (!(type ? mlirbc_parser_add_operand(parser, op, &names->data[i], type)
			   : mlirbc_parser_no_memory(parser)))
			return false;
	}
	return true;
}

/* ---- numbers */

struct numbers {
	int64_t *data;
	size_t count, capacity;
};

static bool append_number(struct mlirbc_parser *parser, struct numbers *list, int64_t value)
{
	if (list->count == list->capacity) {
		size_t capacity = list->capacity ? 2 * list->capacity : 8;
		int64_t *data = mlirbc_parser_scratch(parser, capacity * sizeof *data);
		if (!data)
			return false;
		if (list->count)
			memcpy(data, list->data, list->count * sizeof *data);
		list->data = data;
		list->capacity = capacity;
	}
	list->data[list->count++] = value;
	return true;
}

bool up__read_indices(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *open, const char *close,
	const char *attribute, struct up__names *out)
{
	struct growing names = { NULL, 0, 0 };
	struct numbers numbers = { NULL, 0, 0 };
	if (!mlirbc_parser_expect(parser, open))
		return false;
	while (!mlirbc_parser_at(parser, close)) {
		int64_t value = MLIRBC_DYNAMIC;
		if (numbers.count && !mlirbc_parser_expect(parser, ","))
			return false;
		if (mlirbc_parser_at_operand(parser)) {
			struct mlirbc_unresolved name, *slot;
			if (!mlirbc_parser_operand(parser, &name) || !(slot = append(parser, &names)))
				return false;
			*slot = name;
		} else if (!mlirbc_parser_int64(parser, &value)) {
			return false;
		}
		if (!append_number(parser, &numbers, value))
			return false;
	}
	*out = (struct up__names){ names.data, names.count };
	return mlirbc_parser_expect(parser, close) &&
	       mlirbc_parser_add_attr(parser, op, attribute,
		       up__i64s_attr(mlirbc_parser_context(parser), numbers.data, numbers.count));
}

bool up__read_i64s(struct mlirbc_parser *parser, const char *open, const char *close, const struct mlirbc_attr **out)
{
	struct numbers numbers = { NULL, 0, 0 };
	if (!mlirbc_parser_expect(parser, open))
		return false;
	while (!mlirbc_parser_at(parser, close)) {
		int64_t value;
		if ((numbers.count && !mlirbc_parser_expect(parser, ",")) || !mlirbc_parser_int64(parser, &value) ||
			!append_number(parser, &numbers, value))
			return false;
	}
	*out = up__i64s_attr(mlirbc_parser_context(parser), numbers.data, numbers.count);
	return mlirbc_parser_expect(parser, close) && (*out || mlirbc_parser_no_memory(parser));
}

struct mlirbc_string up__word_at(const char *words, int index)
{
	for (; index > 0; index--) {
		words += strcspn(words, " ");
		words += *words == ' ';
	}
	return (struct mlirbc_string){ words, strcspn(words, " ") };
}

int up__try_word(struct mlirbc_parser *parser, const char *words)
{
	const struct mlirbc_string token = mlirbc_parser_token(parser);
	for (int i = 0; token.size && mlirbc_parser_at_word(parser); i++) {
		const struct mlirbc_string word = up__word_at(words, i);
		if (word.size == 0)
			break;
		if (word.size == token.size && memcmp(word.data, token.data, token.size) == 0)
			return mlirbc_parser_skip(parser) ? i : -1;
	}
	return -1;
}

bool up__read_flag(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *word, const char *name)
{
	return !mlirbc_parser_try(parser, word) ||
	       mlirbc_parser_add_attr(parser, op, name, mlirbc_attr_unit(mlirbc_parser_context(parser)));
}

/* ---- making things */

const struct mlirbc_attr *up__attr_of(struct mlirbc_parser *parser, const char *text, const struct mlirbc_string *word)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	const struct mlirbc_attr *made = NULL;
	size_t before = strcspn(text, "%"), after = text[before] ? strlen(text + before + 1) : 0;
	char *whole = mlirbc_parser_scratch(parser, before + word->size + after + 1);
	if (!whole)
		return NULL;
	memcpy(whole, text, before);
	memcpy(whole + before, word->data, word->size);
	memcpy(whole + before + word->size, text + before + 1, after);
	return mlirbc_parse_attr(context, whole, before + word->size + after, &made, NULL) == MLIRBC_OK ? made : NULL;
}

const struct mlirbc_type *up__integer(struct mlirbc_parser *parser, uint32_t width)
{
	return mlirbc_type_integer(mlirbc_parser_context(parser), width, MLIRBC_SIGNLESS);
}

const struct mlirbc_attr *up__i64s_attr(struct mlirbc_context *context, const int64_t *values, size_t count)
{
	uint8_t few[128], *bytes = 8 * count <= sizeof few ? few : mlirbc_context_alloc(context, 8 * count, 8);
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DENSE_ARRAY,
		.type = mlirbc_type_integer(context, 64, MLIRBC_SIGNLESS) };
	if (!bytes || !attr.type)
		return NULL;
	for (size_t i = 0; i < 8 * count; i++)
		bytes[i] = (uint8_t)((uint64_t)values[i / 8] >> (8 * (i % 8)));
	attr.u.dense.data = bytes;
	attr.u.dense.size = 8 * count;
	attr.u.dense.count = count;
	return mlirbc_attr_get(context, &attr);
}

const struct mlirbc_attr *up__dialect_attr(struct mlirbc_context *context, const char *dialect, const char *text)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DIALECT };
	attr.u.dialect.dialect = mlirbc_string_get(context, dialect, strlen(dialect));
	attr.u.dialect.text = mlirbc_string_get(context, text, strlen(text));
	return attr.u.dialect.dialect && attr.u.dialect.text ? mlirbc_attr_get(context, &attr) : NULL;
}

bool up__type_of(struct mlirbc_parser *parser, const char *text, size_t size, const struct mlirbc_type **out)
{
	return mlirbc_parse_type(mlirbc_parser_context(parser), text, size, out, NULL) == MLIRBC_OK ||
	       mlirbc_parser_error(parser, "expected a type, found '%.*s'", (int)(size < 80 ? size : 80), text);
}

bool up__is_shaped(const struct mlirbc_type *type)
{
	switch (type->kind) {
	case MLIRBC_TYPE_VECTOR:
	case MLIRBC_TYPE_TENSOR:
	case MLIRBC_TYPE_UNRANKED_TENSOR:
	case MLIRBC_TYPE_MEMREF:
	case MLIRBC_TYPE_UNRANKED_MEMREF: return true;
	default: return false;
	}
}

const struct mlirbc_type *up__element(const struct mlirbc_type *type)
{
	return up__is_shaped(type) ? type->u.shaped.element : type;
}

bool up__is_integer(const struct mlirbc_type *type, uint32_t width)
{
	return type->kind == MLIRBC_TYPE_INTEGER && type->u.integer.width == width &&
	       type->u.integer.signedness == MLIRBC_SIGNLESS;
}
