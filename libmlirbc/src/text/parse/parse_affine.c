/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Affine maps and sets and strided layouts. They are kept as text in canonical form: names become d0, s0 ... and
 * whitespace is that of the printer, so that equal ones have equal text. Expressions are not simplified. */
#include "text/parse/parser.h"

#include <stdio.h>

enum { FEW_NAMES = 16 };

struct names {
	size_t dims, symbols;    /* struct mlirbc_string, on parser->unresolved: offsets */
	struct mlirbc__set many; /* numbers, plus 1, of all names but the first few */
};

struct name_key {
	const struct mlirbc_string *all;
	struct mlirbc_string text;
};

static bool put_text(struct mlirbc_parser *parser, const char *text) { return mlirbc__push_text(parser, text, strlen(text)); }

static bool put_token(struct mlirbc_parser *parser)
{
	bool good = mlirbc__push_text(parser, parser->token.start, mlirbc__token_size(&parser->token));
	mlirbc__advance(parser);
	return good;
}

static bool put_name(struct mlirbc_parser *parser, char letter, size_t number)
{
	char text[24];
	int size = snprintf(text, sizeof text, "%c%zu", letter, number);
	return mlirbc__push_text(parser, text, (size_t)size);
}

static bool name_equal(const void *item, const void *key)
{
	const struct name_key *k = key;
	return mlirbc__string_is(&k->all[(uintptr_t)item - 1], k->text.data, k->text.size);
}

/* Finds the name of the token; a name that is not found becomes the next one. */
static bool find_name(struct mlirbc_parser *parser, struct names *names, size_t *out_number, bool *out_known)
{
	const struct name_key key = { (const void *)(parser->unresolved.data + names->dims),
		{ parser->token.start, mlirbc__token_size(&parser->token) } };
	size_t count = MLIRBC__COUNT(parser->unresolved, names->dims, struct mlirbc_string), i = 0;
	while (i < count && i < FEW_NAMES && !mlirbc__string_is(&key.all[i], key.text.data, key.text.size))
		i++;
	*out_number = i;
	*out_known = i < count && i < FEW_NAMES;
	if (i < FEW_NAMES)
		return true;
	uint64_t hash = mlirbc__hash(parser->context->seed, key.text.data, key.text.size);
	struct mlirbc__set_slot *slot = mlirbc__set_find(&names->many, &parser->context->arena, hash, &key, name_equal);
	if (!slot)
		return mlirbc__no_memory(parser);
	*out_known = slot->item != NULL;
	if (!slot->item)
		mlirbc__set_fill(&names->many, slot, hash, (const void *)(uintptr_t)(count + 1));
	*out_number = (uintptr_t)slot->item - 1;
	return true;
}

/* (a, b) or [a, b], written with new names. */
static bool parse_names(struct mlirbc_parser *parser, struct names *names, int open, int close, char letter)
{
	char bracket = (char)open;
	if (!mlirbc__expect(parser, open, open == '(' ? "'('" : "'['") || !mlirbc__push_text(parser, &bracket, 1))
		return false;
	for (size_t number = 0; parser->token.kind != close; number++) {
		if (number && (!mlirbc__expect(parser, ',', "','") || !put_text(parser, ", ")))
			return false;
		if (parser->token.kind != TOKEN_WORD)
			return mlirbc__expected(parser, "bare identifier");
		size_t size = mlirbc__token_size(&parser->token);
		size_t which;
		bool known;
		if (!find_name(parser, names, &which, &known))
			return false;
		if (known)
			return mlirbc__error_at(parser, &parser->token, "redefinition of identifier '%.*s'",
				(int)(size < 100 ? size : 100), parser->token.start);
		struct mlirbc_string *name = mlirbc__push(parser, &parser->unresolved, sizeof *name);
		if (!name || !put_name(parser, letter, number))
			return false;
		*name = (struct mlirbc_string){ parser->token.start, size };
		mlirbc__advance(parser);
	}
	mlirbc__advance(parser);
	bracket = (char)close;
	return mlirbc__push_text(parser, &bracket, 1);
}

static bool put_identifier(struct mlirbc_parser *parser, struct names *names, bool *out_dim)
{
	size_t number, dims = (names->symbols - names->dims) / sizeof(struct mlirbc_string);
	bool known;
	if (!find_name(parser, names, &number, &known))
		return false;
	if (!known) {
		struct mlirbc__token place = mlirbc__last(parser);
		return mlirbc__error_at(parser, &place, "use of undeclared identifier");
	}
	*out_dim = number < dims;
	mlirbc__advance(parser);
	return put_name(parser, *out_dim ? 'd' : 's', *out_dim ? number : number - dims);
}

static bool put_constant(struct mlirbc_parser *parser)
{
	const struct mlirbc_type *bits = mlirbc_type_integer(parser->context, 64, MLIRBC_UNSIGNED);
	struct mlirbc__token token = parser->token;
	uint64_t value;
	char text[24];
	if (!bits)
		return mlirbc__no_memory(parser);
	if (!mlirbc__number_bits(parser, bits, &token, false, &value, 1) || value > INT64_MAX)
		return mlirbc__error_at(parser, &token, "constant too large for index");
	mlirbc__advance(parser);
	int size = snprintf(text, sizeof text, "%llu", (unsigned long long)value);
	return mlirbc__push_text(parser, text, (size_t)size);
}

/* An operand that consists of a single dimension never becomes a constant or a symbol. */
struct operand {
	bool dim;
	int operator;               /* before it: '*', 'm' for the words, or another one */
	struct mlirbc__token place; /* of that */
};

/* An operator between two operands, if there is one. */
static bool put_operator(struct mlirbc_parser *parser, struct operand *next, bool *out_found)
{
	static const char *const words[] = { "mod", "floordiv", "ceildiv" };
	int kind = parser->token.kind;
	bool sum = kind == '+' || kind == '-' || kind == '*', word = false;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		word |= mlirbc__at_word(parser, words[i]);
	*out_found = sum || word;
	if (!*out_found)
		return true;
	*next = (struct operand){ false, word ? 'm' : kind, parser->token };
	return put_text(parser, " ") && put_token(parser) && put_text(parser, " ");
}

static bool check_affine(struct mlirbc_parser *parser, const struct operand *left, const struct operand *right)
{
	size_t size = mlirbc__token_size(&right->place);
	if (right->operator== 'm' && right->dim)
		return mlirbc__error_at(parser, &right->place,
			"non-affine expression: right operand of %.*s has to be either a constant or symbolic",
			(int)size, right->place.start);
	return right->operator!= '*' || !right->dim || !left->dim || left->operator== '*' || left->
	operator== 'm' || mlirbc__error_at(parser, &right->place,
		"non-affine expression: at least one of the multiply operands has to be either a constant or symbolic");
}

/* A primary operand, or opening parentheses, which are counted. */
static bool parse_operand(struct mlirbc_parser *parser, struct names *names, struct operand *operand, uint32_t *open)
{
	for (bool first = operand->operator!= 0;; first = false) {
		while (parser->token.kind == '-') {
			first = false;
			if (!put_token(parser))
				return false;
		}
		if (parser->token.kind == TOKEN_INTEGER)
			return put_constant(parser);
		if (parser->token.kind == TOKEN_WORD)
			return put_identifier(parser, names, &operand->dim);
		if (parser->token.kind != '(')
			return mlirbc__error_at(parser, &parser->token,
				first ? "missing right operand of binary operator" : "expected affine expression");
		if (!put_token(parser) || !mlirbc__enter(parser))
			return false;
		*operand = (struct operand){ .dim = false };
		++*open;
	}
}

static bool parse_expr(struct mlirbc_parser *parser, struct names *names)
{
	uint32_t open = 0;
	bool more;
	struct operand left = { .dim = false }, right = { .dim = false };
	do {
		if (!parse_operand(parser, names, &right, &open) || !check_affine(parser, &left, &right))
			return false;
		left = right;
		for (;;) {
			if (!put_operator(parser, &right, &more))
				return false;
			if (more || open == 0)
				break;
			if (!mlirbc__expect(parser, ')', "')'") || !put_text(parser, ")"))
				return false;
			mlirbc__leave(parser);
			open--;
			left = (struct operand){ .dim = false };
		}
	} while (more);
	return true;
}

/* ---- constraints of a set: the right side of a relation is moved to the left side; 0 remains */

/* Appends a copy of text on parser->bytes; as an operand to subtract, in parentheses if it is compound. */
static bool put_copy(struct mlirbc_parser *parser, const struct mlirbc_string *text, bool subtracted)
{
	bool parts = subtracted && text->data[0] == '-';
	size_t open = 0;
	for (size_t i = 0; subtracted && i < text->size; i++) {
		char c = text->data[i];
		open += c == '(';
		open -= c == ')';
		parts |= open == 0 && i > 0 && text->data[i - 1] == ' ' && (c == '+' || c == '-');
	}
	return mlirbc__push_text(parser, parts ? "(" : "", parts) && mlirbc__push_text(parser, text->data, text->size) &&
	       mlirbc__push_text(parser, parts ? ")" : "", parts);
}

static bool parse_constraint(struct mlirbc_parser *parser, struct names *names)
{
	size_t from = parser->bytes.count;
	if (!parse_expr(parser, names))
		return false;
	size_t middle = parser->bytes.count;
	int kind = parser->token.kind;
	struct mlirbc__token place = parser->token;
	if (kind != '=' && kind != '>' && kind != '<')
		return mlirbc__error_at(
			parser, &place, "expected '== affine-expr' or '>= affine-expr' at end of affine constraint");
	mlirbc__advance(parser);
	if (!mlirbc__take(parser, '='))
		return mlirbc__error_at(parser, &parser->token,
			"expected '== affine-expr' or '>= affine-expr' at end of affine constraint");
	if (!parse_expr(parser, names))
		return false;
	const char *text = (const char *)parser->bytes.data;
	const struct mlirbc_string *left = mlirbc_string_get(parser->context, text + from, middle - from);
	const struct mlirbc_string *right = mlirbc_string_get(
		parser->context, text + middle, parser->bytes.count - middle);
	if (!left || !right)
		return mlirbc__no_memory(parser);
	const struct mlirbc_string *kept = kind == '<' ? right : left, *moved = kind == '<' ? left : right;
	parser->bytes.count = from;
	return put_copy(parser, kept, false) &&
	       (mlirbc__string_is(moved, "0", 1) || (put_text(parser, " - ") && put_copy(parser, moved, true))) &&
	       put_text(parser, kind == '=' ? " == 0" : " >= 0");
}

static bool parse_body(struct mlirbc_parser *parser, struct names *names, bool set)
{
	if (!parse_names(parser, names, '(', ')', 'd'))
		return false;
	names->symbols = parser->unresolved.count;
	if (parser->token.kind == '[' && !parse_names(parser, names, '[', ']', 's'))
		return false;
	if (names->symbols == parser->unresolved.count && parser->bytes.data[parser->bytes.count - 1] == ']')
		parser->bytes.count -= 2; /* "[]" is omitted */
	if (!(set ? mlirbc__expect(parser, ':', "':'") : mlirbc__expect(parser, TOKEN_ARROW, "'->'")))
		return false;
	if (!put_text(parser, set ? " : (" : " -> (") || !mlirbc__expect(parser, '(', "'('"))
		return false;
	if (set && parser->token.kind == ')' && !put_text(parser, "0 == 0")) /* as MLIR does for an empty set */
		return false;
	for (bool first = true; parser->token.kind != ')'; first = false) {
		if (!first && (!mlirbc__expect(parser, ',', "','") || !put_text(parser, ", ")))
			return false;
		if (!(set ? parse_constraint(parser, names) : parse_expr(parser, names)))
			return false;
	}
	mlirbc__advance(parser);
	return put_text(parser, ")>") && mlirbc__expect(parser, '>', "'>'");
}

/* Makes the attribute from the text on parser->bytes. */
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
	if (!put_token(parser) || !mlirbc__expect(parser, '<', "'<'") || !put_text(parser, "<"))
		return false;
	bool good = parse_body(parser, &names, set);
	mlirbc__set_finish(&names.many, &parser->context->arena);
	if (!good)
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
