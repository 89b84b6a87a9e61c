/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pieces of the text of dialects' attributes whose text is read into fields. */
#include "text/parse/parse_pieces.h"

#include "text/parse/parser.h"

bool mlirbc__make_i64(struct mlirbc_parser *parser, int64_t value, const struct mlirbc_attr **out)
{
	const struct mlirbc_type *i64 = mlirbc_type_integer(parser->context, 64, MLIRBC_SIGNLESS);
	*out = i64 ? mlirbc_attr_integer(parser->context, i64, (uint64_t)value) : NULL;
	return *out || mlirbc__no_memory(parser);
}

bool mlirbc__digits(const char *text, size_t size, int64_t *out)
{
	*out = 0;
	for (size_t i = 0; i < size; i++) {
		if (text[i] < '0' || text[i] > '9' || __builtin_mul_overflow(*out, 10, out) || __builtin_add_overflow(*out, text[i] - '0', out))
			return false;
	}
	return size > 0;
}

bool mlirbc__take_i64(struct mlirbc_parser *parser, int64_t *out)
{
	const bool negative = mlirbc__take(parser, '-');
	if (parser->token.kind != TOKEN_INTEGER || !mlirbc__digits(parser->token.start, mlirbc__token_size(&parser->token), out))
		return false;
	if (negative)
		*out = -*out;
	mlirbc__advance(parser);
	return true;
}

bool mlirbc__parse_i64(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	int64_t value;
	return mlirbc__take_i64(parser, &value) && mlirbc__make_i64(parser, value, out);
}

bool mlirbc__parse_quoted(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	const struct mlirbc_string *text;
	if (parser->token.kind != TOKEN_STRING || !mlirbc__take_text(parser, &text))
		return false;
	*out = mlirbc_attr_string(parser->context, text->data, text->size);
	return *out || mlirbc__no_memory(parser);
}

bool mlirbc__take_word(struct mlirbc_parser *parser, const char *word)
{
	if (!mlirbc__at_word(parser, word))
		return false;
	mlirbc__advance(parser);
	return true;
}

bool mlirbc__end_attrs(struct mlirbc_parser *parser, size_t from, const struct mlirbc_attr **out)
{
	*out = mlirbc_attr_array(parser->context, (const void *)(parser->attrs.data + from),
		MLIRBC__COUNT(parser->attrs, from, struct mlirbc_attr *));
	parser->attrs.count = from;
	return *out || mlirbc__no_memory(parser);
}

/* Items separated by commas, between the two characters. */
bool mlirbc__parse_items(struct mlirbc_parser *parser, const char *ends, mlirbc__parse_fn *parse, const struct mlirbc_attr **out)
{
	const size_t from = parser->attrs.count;
	const struct mlirbc_attr *item;
	if (!mlirbc__take(parser, ends[0]))
		return false;
	if (mlirbc__take(parser, ends[1]))
		return mlirbc__end_attrs(parser, from, out);
	do {
		if (!parse(parser, &item) || !mlirbc__push_pointer(parser, &parser->attrs, item))
			return false;
	} while (mlirbc__take(parser, ','));
	return mlirbc__take(parser, ends[1]) && mlirbc__end_attrs(parser, from, out);
}
