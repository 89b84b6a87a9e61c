/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Affine maps and sets and strided layouts. They are kept as text in canonical form: names become d0, s0 ... and
 * expressions are simplified (mlirbc/affine.h), so that equal ones have equal text. */
#include "text/parse/parser.h"

#include <mlirbc/affine.h>

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

/* (a, b) or [a, b]: names that are not used yet. */
static bool parse_names(struct mlirbc_parser *parser, struct names *names, int open, int close)
{
	if (!mlirbc__expect(parser, open, open == '(' ? "'('" : "'['"))
		return false;
	for (bool first = true; parser->token.kind != close; first = false) {
		if (!first && !mlirbc__expect(parser, ',', "','"))
			return false;
		if (parser->token.kind != TOKEN_WORD)
			return mlirbc__expected(parser, "bare identifier");
		size_t size = mlirbc__token_size(&parser->token), which;
		bool known;
		if (!find_name(parser, names, &which, &known))
			return false;
		if (known)
			return mlirbc__error_at(parser, &parser->token, "redefinition of identifier '%.*s'",
				(int)(size < 100 ? size : 100), parser->token.start);
		struct mlirbc_string *name = mlirbc__push(parser, &parser->unresolved, sizeof *name);
		if (!name)
			return false;
		*name = (struct mlirbc_string){ parser->token.start, size };
		mlirbc__advance(parser);
	}
	mlirbc__advance(parser);
	return true;
}

/* ---- expressions; NULL after an error */

typedef const struct mlirbc_affine *expr;

/* An expression that was made; NULL: memory is short. */
static expr made(struct mlirbc_parser *parser, expr e)
{
	if (!e)
		mlirbc__no_memory(parser);
	return e;
}

static expr parse_identifier(struct mlirbc_parser *parser, struct names *names)
{
	size_t number, dims = (names->symbols - names->dims) / sizeof(struct mlirbc_string);
	bool known;
	if (!find_name(parser, names, &number, &known))
		return NULL;
	if (!known) {
		struct mlirbc__token place = mlirbc__last(parser);
		mlirbc__error_at(parser, &place, "use of undeclared identifier");
		return NULL;
	}
	mlirbc__advance(parser);
	return made(parser, number < dims ? mlirbc_affine_dim(parser->context, (uint32_t)number)
					  : mlirbc_affine_symbol(parser->context, (uint32_t)(number - dims)));
}

/* The operation of two expressions that were read; `place`: of the operator. */
static expr combine(struct mlirbc_parser *parser, enum mlirbc_affine_kind kind, const struct mlirbc__token *place,
	expr left, expr right)
{
	if (!left || !right)
		return NULL;
	if (kind == MLIRBC_AFFINE_MUL && !left->symbolic && !right->symbolic) {
		mlirbc__error_at(parser, place, "non-affine expression: at least one of the multiply operands has to be "
						"either a constant or symbolic");
		return NULL;
	}
	if (kind > MLIRBC_AFFINE_MUL && !right->symbolic) {
		mlirbc__error_at(parser, place,
			"non-affine expression: right operand of %.*s has to be either a constant or symbolic",
			(int)mlirbc__token_size(place), place->start);
		return NULL;
	}
	if (left->depth >= MLIRBC_AFFINE_MOST_DEPTH || right->depth >= MLIRBC_AFFINE_MOST_DEPTH) {
		mlirbc__limit_at(parser, place, "affine expression deeper than %d levels", MLIRBC_AFFINE_MOST_DEPTH);
		return NULL;
	}
	return made(parser, mlirbc_affine_binary(parser->context, kind, left, right));
}

static expr negate(struct mlirbc_parser *parser, const struct mlirbc__token *place, expr e)
{
	return e ? combine(parser, MLIRBC_AFFINE_MUL, place, e, made(parser, mlirbc_affine_constant(parser->context, -1)))
		 : NULL;
}

static bool at_factor(const struct mlirbc_parser *parser, enum mlirbc_affine_kind *out)
{
	static const char *const words[] = { "mod", "floordiv", "ceildiv" };
	*out = MLIRBC_AFFINE_MUL;
	if (parser->token.kind == '*')
		return true;
	for (int i = 0; i < 3; i++) {
		*out = (enum mlirbc_affine_kind)(MLIRBC_AFFINE_MOD + i);
		if (mlirbc__at_word(parser, words[i]))
			return true;
	}
	return false;
}

/* Open parentheses, signs, and operations whose right operand is being read wait on parser->lists, so that nesting takes no stack. */
struct pending {
	enum { OPEN, SIGN, FACTOR, TERM } what;
	enum mlirbc_affine_kind kind; /* of FACTOR */
	expr left;                    /* of FACTOR and TERM */
	struct mlirbc__token place;
};

struct reading {
	struct mlirbc_parser *parser;
	struct names *names;
	size_t from; /* of the pending parts */
};

static const struct pending *last_pending(const struct reading *reading)
{
	struct mlirbc__stack *lists = &reading->parser->lists;
	return lists->count > reading->from ? (void *)(lists->data + lists->count - sizeof(struct pending)) : NULL;
}

static bool wait_for_operand(struct reading *reading, struct pending part)
{
	struct mlirbc_parser *parser = reading->parser;
	struct pending *at;
	if ((part.what == OPEN && !mlirbc__enter(parser)) || !(at = mlirbc__push(parser, &parser->lists, sizeof *at)))
		return false;
	*at = part;
	mlirbc__advance(parser);
	return true;
}

/* Takes the last part away, whose operand is `value`. */
static expr finish_pending(struct reading *reading, expr value)
{
	struct mlirbc_parser *parser = reading->parser;
	const struct pending part = *last_pending(reading);
	parser->lists.count -= sizeof part;
	switch (part.what) {
	case OPEN: mlirbc__leave(parser); return value && mlirbc__expect(parser, ')', "')'") ? value : NULL;
	case SIGN: return negate(parser, &part.place, value);
	case FACTOR: return combine(parser, part.kind, &part.place, part.left, value);
	case TERM: break;
	}
	return combine(
		parser, MLIRBC_AFFINE_ADD, &part.place, part.left, part.place.kind == '-' ? negate(parser, &part.place, value) : value);
}

/* A number; a sign before it is taken with -9223372036854775808, whose magnitude is not a constant. */
static expr parse_constant(struct reading *reading)
{
	struct mlirbc_parser *parser = reading->parser;
	const struct mlirbc_type *bits = mlirbc_type_integer(parser->context, 64, MLIRBC_UNSIGNED);
	const struct pending *last = last_pending(reading);
	struct mlirbc__token token = parser->token;
	uint64_t value;
	if (!bits) {
		mlirbc__no_memory(parser);
		return NULL;
	}
	const bool read = mlirbc__number_bits(parser, bits, &token, false, &value, 1);
	const bool lowest = read && value == (uint64_t)INT64_MAX + 1 && last && last->what == SIGN;
	if (!read || (value > INT64_MAX && !lowest)) {
		mlirbc__error_at(parser, &token, "constant too large for index");
		return NULL;
	}
	if (lowest)
		parser->lists.count -= sizeof *last;
	mlirbc__advance(parser);
	return made(parser, mlirbc_affine_constant(parser->context, lowest ? INT64_MIN : (int64_t)value));
}

/* Signs and parentheses up to a number or name, and this. `first`: directly behind an operator. */
static expr parse_operand(struct reading *reading, bool first)
{
	struct mlirbc_parser *parser = reading->parser;
	for (;; first = false) {
		struct pending part = { .what = parser->token.kind == '(' ? OPEN : SIGN, .place = parser->token };
		if (parser->token.kind == TOKEN_INTEGER)
			return parse_constant(reading);
		if (parser->token.kind == TOKEN_WORD)
			return parse_identifier(parser, reading->names);
		if (parser->token.kind != '(' && parser->token.kind != '-') {
			mlirbc__error_at(parser, &part.place, first ? "missing right operand of binary operator" : "expected affine expression");
			return NULL;
		}
		if (!wait_for_operand(reading, part))
			return NULL;
	}
}

/* Finishes what has its operands, up to an operator, which waits then. @return false: there is none, or an error (*value is NULL) */
static bool parse_operator(struct reading *reading, expr *value)
{
	struct mlirbc_parser *parser = reading->parser;
	struct pending next = { .place = parser->token };
	while (*value) {
		const struct pending *last = last_pending(reading);
		next.place = parser->token;
		if (last && (last->what == SIGN || last->what == FACTOR)) {
			*value = finish_pending(reading, *value);
			continue;
		}
		const bool factor = at_factor(parser, &next.kind);
		if (!factor && last && last->what == TERM) {
			*value = finish_pending(reading, *value);
			continue;
		}
		if (factor || parser->token.kind == '+' || parser->token.kind == '-') {
			next.what = factor ? FACTOR : TERM;
			next.left = *value;
			if (wait_for_operand(reading, next))
				return true;
			*value = NULL;
		} else if (last) {
			*value = finish_pending(reading, *value);
		} else {
			return false;
		}
	}
	return false;
}

static expr parse_sum(struct mlirbc_parser *parser, struct names *names)
{
	struct reading reading = { parser, names, parser->lists.count };
	expr value = parse_operand(&reading, false);
	while (parse_operator(&reading, &value))
		value = parse_operand(&reading, true);
	while (last_pending(&reading)) /* after an error */
		(void)finish_pending(&reading, NULL);
	return value;
}

/* ---- constraints of a set: the right side of a relation is moved to the left side; 0 remains */

static expr parse_constraint(struct mlirbc_parser *parser, struct names *names, bool *out_equal)
{
	expr left = parse_sum(parser, names), right;
	struct mlirbc__token place = parser->token;
	int kind = place.kind;
	if (!left)
		return NULL;
	bool relation = kind == '=' || kind == '>' || kind == '<';
	if (relation)
		mlirbc__advance(parser);
	if (!relation || !mlirbc__take(parser, '=')) {
		mlirbc__error_at(parser, &parser->token,
			"expected '== affine-expr' or '>= affine-expr' at end of affine constraint");
		return NULL;
	}
	right = parse_sum(parser, names);
	*out_equal = kind == '=';
	if (!right)
		return NULL;
	return kind == '<' ? combine(parser, MLIRBC_AFFINE_ADD, &place, right, negate(parser, &place, left))
			   : combine(parser, MLIRBC_AFFINE_ADD, &place, left, negate(parser, &place, right));
}

/* ---- maps and sets; results wait on parser->lists, whether constraints are equations on parser->bytes */

static bool push_result(struct mlirbc_parser *parser, struct names *names, bool set)
{
	bool equal = false;
	expr result = set ? parse_constraint(parser, names, &equal) : parse_sum(parser, names);
	const char flag = equal;
	return result && mlirbc__push_pointer(parser, &parser->lists, result) && (!set || mlirbc__push_text(parser, &flag, 1));
}

static bool parse_results(struct mlirbc_parser *parser, struct names *names, bool set)
{
	if (!(set ? mlirbc__expect(parser, ':', "':'") : mlirbc__expect(parser, TOKEN_ARROW, "'->'")) ||
		!mlirbc__expect(parser, '(', "'('"))
		return false;
	if (set && parser->token.kind == ')') { /* 0 == 0, as in MLIR */
		expr zero = made(parser, mlirbc_affine_constant(parser->context, 0));
		if (!zero || !mlirbc__push_pointer(parser, &parser->lists, zero) || !mlirbc__push_text(parser, "\1", 1))
			return false;
	}
	for (bool first = true; parser->token.kind != ')'; first = false) {
		if ((!first && !mlirbc__expect(parser, ',', "','")) || !push_result(parser, names, set))
			return false;
	}
	mlirbc__advance(parser);
	return mlirbc__expect(parser, '>', "'>'");
}

static bool parse_body(struct mlirbc_parser *parser, struct names *names, bool set, const struct mlirbc_attr **out)
{
	size_t lists = parser->lists.count, flags = parser->bytes.count;
	if (!parse_names(parser, names, '(', ')'))
		return false;
	names->symbols = parser->unresolved.count;
	if ((parser->token.kind == '[' && !parse_names(parser, names, '[', ']')) || !parse_results(parser, names, set))
		return false;
	uint32_t dims = (uint32_t)((names->symbols - names->dims) / sizeof(struct mlirbc_string));
	uint32_t symbols = (uint32_t)MLIRBC__COUNT(parser->unresolved, names->symbols, struct mlirbc_string);
	expr const *results = (const void *)(parser->lists.data + lists);
	size_t count = MLIRBC__COUNT(parser->lists, lists, expr);
	*out = set ? mlirbc_attr_affine_set(
			     parser->context, dims, symbols, results, (const void *)(parser->bytes.data + flags), count)
		   : mlirbc_attr_affine_map(parser->context, dims, symbols, results, count);
	parser->lists.count = lists;
	parser->bytes.count = flags;
	return *out || mlirbc__no_memory(parser);
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
	bool set = mlirbc__at_word(parser, "affine_set");
	mlirbc__advance(parser);
	if (!mlirbc__expect(parser, '<', "'<'"))
		return false;
	bool good = parse_body(parser, &names, set, out);
	mlirbc__set_finish(&names.many, &parser->context->arena);
	if (!good)
		return false;
	parser->unresolved.count = names.dims;
	return true;
}

static bool parse_stride(struct mlirbc_parser *parser)
{
	if (parser->token.kind == '-' && !put_token(parser))
		return false;
	if (parser->token.kind != TOKEN_INTEGER && parser->token.kind != '?')
		return mlirbc__error_at(parser, &parser->token, "expected a 64-bit signed integer or '?'");
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
