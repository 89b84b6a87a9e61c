/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Affine maps and sets and strided layouts. They are kept as text; to make equal ones equal, names become d0, s0
 * ... and blanks those of the printer. Expressions are not simplified. */
#include "parser.h"

#include <stdio.h>

struct names {
	size_t dims, symbols, end; /* struct mlirbc_string, on parser->unresolved: offsets */
};

static bool put(struct mlirbc_parser *parser, const char *text, size_t size)
{
	unsigned char *p = mlirbc__push(parser, &parser->bytes, size);
	if (p)
		memcpy(p, text, size);
	return p != NULL;
}

static bool put_text(struct mlirbc_parser *parser, const char *text) { return put(parser, text, strlen(text)); }

static bool put_token(struct mlirbc_parser *parser)
{
	bool good = put(parser, parser->token.start, mlirbc__token_size(&parser->token));
	mlirbc__advance(parser);
	return good;
}

static bool put_name(struct mlirbc_parser *parser, char letter, size_t number)
{
	char text[24];
	int size = snprintf(text, sizeof text, "%c%zu", letter, number);
	return put(parser, text, (size_t)size);
}

/* (a, b) or [a, b], written with new names. */
static bool parse_names(struct mlirbc_parser *parser, int open, int close, char letter)
{
	char bracket = (char)open;
	if (!mlirbc__expect(parser, open, open == '(' ? "'('" : "'['") || !put(parser, &bracket, 1))
		return false;
	for (size_t number = 0; parser->token.kind != close; number++) {
		if (number && (!mlirbc__expect(parser, ',', "','") || !put_text(parser, ", ")))
			return false;
		if (parser->token.kind != TOKEN_WORD)
			return mlirbc__expected(parser, "bare identifier");
		struct mlirbc_string *name = mlirbc__push(parser, &parser->unresolved, sizeof *name);
		if (!name || !put_name(parser, letter, number))
			return false;
		*name = (struct mlirbc_string){ parser->token.start, mlirbc__token_size(&parser->token) };
		mlirbc__advance(parser);
	}
	mlirbc__advance(parser);
	bracket = (char)close;
	return put(parser, &bracket, 1);
}

static bool put_identifier(struct mlirbc_parser *parser, const struct names *names)
{
	size_t size = mlirbc__token_size(&parser->token);
	for (size_t at = names->dims; at < names->end; at += sizeof(struct mlirbc_string)) {
		const struct mlirbc_string *name = (const void *)(parser->unresolved.data + at);
		if (!mlirbc__string_is(name, parser->token.start, size))
			continue;
		bool symbol = at >= names->symbols;
		mlirbc__advance(parser);
		return put_name(
			parser, symbol ? 's' : 'd', (at - (symbol ? names->symbols : names->dims)) / sizeof *name);
	}
	return mlirbc__error_at(parser, &parser->token, "use of undeclared identifier");
}

/* An operator between two operands, or == and >= of a set; nothing when there is none. */
static bool put_operator(struct mlirbc_parser *parser, bool set, bool *out_found)
{
	static const char *const words[] = { "mod", "floordiv", "ceildiv" };
	*out_found = true;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (mlirbc__at_word(parser, words[i]))
			return put_text(parser, " ") && put_token(parser) && put_text(parser, " ");
	}
	int kind = parser->token.kind;
	if (kind == '+' || kind == '-' || kind == '*')
		return put_text(parser, " ") && put_token(parser) && put_text(parser, " ");
	if (set && (kind == '>' || kind == '=')) {
		mlirbc__advance(parser);
		return mlirbc__expect(parser, '=', "'='") && put_text(parser, kind == '>' ? " >= " : " == ");
	}
	*out_found = false;
	return true;
}

/* What may stand between two operators, or opens parentheses: those are counted. */
static bool parse_operand(struct mlirbc_parser *parser, const struct names *names, uint32_t *open)
{
	for (;;) {
		while (parser->token.kind == '-') {
			if (!put_token(parser))
				return false;
		}
		if (parser->token.kind == TOKEN_INTEGER)
			return put_token(parser);
		if (parser->token.kind == TOKEN_WORD)
			return put_identifier(parser, names);
		if (parser->token.kind != '(' || !put_token(parser))
			return mlirbc__expected(parser, "affine expression");
		if (!mlirbc__enter(parser))
			return false;
		++*open;
	}
}

static bool parse_expr(struct mlirbc_parser *parser, const struct names *names, bool set)
{
	uint32_t open = 0;
	bool more;
	do {
		if (!parse_operand(parser, names, &open))
			return false;
		for (;;) {
			if (!put_operator(parser, set && open == 0, &more))
				return false;
			if (more || open == 0)
				break;
			if (!mlirbc__expect(parser, ')', "')'") || !put_text(parser, ")"))
				return false;
			mlirbc__leave(parser);
			open--;
		}
	} while (more);
	return true;
}

static bool parse_body(struct mlirbc_parser *parser, struct names *names, bool set)
{
	if (!parse_names(parser, '(', ')', 'd'))
		return false;
	names->symbols = parser->unresolved.count;
	if (parser->token.kind == '[' && !parse_names(parser, '[', ']', 's'))
		return false;
	names->end = parser->unresolved.count;
	if (names->symbols == names->end && parser->bytes.data[parser->bytes.count - 1] == ']')
		parser->bytes.count -= 2; /* "[]" says nothing */
	if (!(set ? mlirbc__expect(parser, ':', "':'") : mlirbc__expect(parser, TOKEN_ARROW, "'->'")))
		return false;
	if (!put_text(parser, set ? " : (" : " -> (") || !mlirbc__expect(parser, '(', "'('"))
		return false;
	for (bool first = true; parser->token.kind != ')'; first = false) {
		if (!first && (!mlirbc__expect(parser, ',', "','") || !put_text(parser, ", ")))
			return false;
		if (!parse_expr(parser, names, set))
			return false;
	}
	mlirbc__advance(parser);
	return put_text(parser, ")>") && mlirbc__expect(parser, '>', "'>'");
}

/* Makes the attribute of the text on parser->bytes. */
static bool make_text(struct mlirbc_parser *parser, size_t from, const struct mlirbc_attr **out)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_AFFINE };
	attr.u.dialect.text = mlirbc_string_get(
		parser->context, (const char *)parser->bytes.data + from, parser->bytes.count - from);
	*out = attr.u.dialect.text ? mlirbc_attr_get(parser->context, &attr) : NULL;
	parser->bytes.count = from;
	return *out || mlirbc__no_memory(parser);
}

bool mlirbc__parse_affine(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	struct names names = { .dims = parser->unresolved.count };
	size_t from = parser->bytes.count;
	bool set = mlirbc__at_word(parser, "affine_set");
	if (!put_token(parser) || !mlirbc__expect(parser, '<', "'<'") || !put_text(parser, "<") ||
		!parse_body(parser, &names, set))
		return false;
	parser->unresolved.count = names.dims;
	return make_text(parser, from, out);
}

static bool parse_stride(struct mlirbc_parser *parser)
{
	if (parser->token.kind == '-' && !put_token(parser))
		return false;
	if (parser->token.kind != TOKEN_INTEGER && parser->token.kind != '?')
		return mlirbc__expected(parser, "a 64-bit signed integer or '?'");
	return put_token(parser);
}

bool mlirbc__parse_strided(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	size_t from = parser->bytes.count;
	if (!put_token(parser) || !mlirbc__expect(parser, '<', "'<' after 'strided'") ||
		!mlirbc__expect(parser, '[', "'['") || !put_text(parser, "<["))
		return false;
	for (bool first = true; parser->token.kind != ']'; first = false) {
		if (!first && (!mlirbc__expect(parser, ',', "','") || !put_text(parser, ", ")))
			return false;
		if (!parse_stride(parser))
			return false;
	}
	mlirbc__advance(parser);
	if (!put_text(parser, "]"))
		return false;
	if (mlirbc__take(parser, ',')) {
		size_t before = parser->bytes.count;
		if (!mlirbc__at_word(parser, "offset"))
			return mlirbc__expected(parser, "'offset' after comma");
		mlirbc__advance(parser);
		if (!mlirbc__expect(parser, ':', "':' after 'offset'"))
			return false;
		bool zero = parser->token.kind == TOKEN_INTEGER && mlirbc__token_size(&parser->token) == 1 &&
			    *parser->token.start == '0';
		if (!put_text(parser, ", offset: ") || !parse_stride(parser))
			return false;
		if (zero)
			parser->bytes.count = before;
	}
	return mlirbc__expect(parser, '>', "'>'") && put_text(parser, ">") && make_text(parser, from, out);
}
