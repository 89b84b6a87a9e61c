/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types. Shaped ones: parse_shaped.c. */
#include "text/parse/parser.h"

enum { MAX_WIDTH = 16777215 };

static bool make_type(struct mlirbc_parser *parser, const struct mlirbc_type *type, const struct mlirbc_type **out)
{
	*out = mlirbc_type_get(parser->context, type);
	return *out || mlirbc__no_memory(parser);
}

/* ---- integers, index, floats */

/* iN, siN, uiN; 0 if the word is not an integer type, 1 if it is, -1 after an error. */
static int parse_integer_type(struct mlirbc_parser *parser, const struct mlirbc_type **out)
{
	const char *p = parser->token.start, *end = parser->token.end;
	if (*p != 'i' && *p != 's' && *p != 'u')
		return 0;
	enum mlirbc_signedness signedness = *p == 's' ? MLIRBC_SIGNED : *p == 'u' ? MLIRBC_UNSIGNED : MLIRBC_SIGNLESS;
	uint32_t width = 0;
	p += signedness != MLIRBC_SIGNLESS;
	if (p == end || *p++ != 'i' || p == end)
		return 0;
	for (; p < end; p++) {
		if (!mlirbc__char_is(*p, CHAR_DIGIT))
			return 0;
		width = width > MAX_WIDTH ? width : width * 10 + (uint32_t)(*p - '0');
	}
	if (width > MAX_WIDTH) {
		mlirbc__error_at(parser, &parser->token, "integer bitwidth is limited to %d bits", MAX_WIDTH);
		return -1;
	}
	*out = mlirbc_type_integer(parser->context, width, signedness);
	if (!*out)
		mlirbc__no_memory(parser);
	else
		mlirbc__advance(parser);
	return *out ? 1 : -1;
}

static int parse_float_type(struct mlirbc_parser *parser, const struct mlirbc_type **out)
{
	const char *word = parser->token.start;
	if (mlirbc__token_size(&parser->token) < 3 || (word[0] != 'f' && word[1] != 'f'))
		return 0; /* f32, bf16, tf32 */
	for (int kind = 0; kind < MLIRBC_FLOAT_COUNT; kind++) {
		if (!mlirbc__at_word(parser, mlirbc_float_name((enum mlirbc_float)kind)))
			continue;
		*out = mlirbc_type_float(parser->context, (enum mlirbc_float)kind);
		if (!*out)
			mlirbc__no_memory(parser);
		else
			mlirbc__advance(parser);
		return *out ? 1 : -1;
	}
	return 0;
}

/* ---- lists of types */

static bool push_type(struct mlirbc_parser *parser)
{
	const struct mlirbc_type *type;
	return mlirbc__parse_op_type(parser, &type) && mlirbc__push_pointer(parser, &parser->types, type);
}

bool mlirbc__parse_type_list(struct mlirbc_parser *parser)
{
	if (!mlirbc__expect(parser, '(', "'('"))
		return false;
	if (parser->token.kind != ')') {
		do {
			if (!push_type(parser))
				return false;
		} while (mlirbc__take(parser, ','));
	}
	return mlirbc__expect(parser, ')', "')'");
}

bool mlirbc__parse_result_types(struct mlirbc_parser *parser)
{
	return parser->token.kind == '(' ? mlirbc__parse_type_list(parser) : push_type(parser);
}

static enum mlirbc__step end_tuple(struct mlirbc_parser *parser, size_t from)
{
	const struct mlirbc_type type = { .kind = MLIRBC_TYPE_TUPLE,
		.u.tuple = { (const void *)(parser->types.data + from),
			MLIRBC__COUNT(parser->types, from, struct mlirbc_type *) } };
	if (!mlirbc__expect(parser, '>', "'>' in tuple type"))
		return STEP_FAILED;
	const struct mlirbc_type *made = mlirbc_type_get(parser->context, &type);
	parser->types.count = from;
	return mlirbc__value(parser, made);
}

static enum mlirbc__step next_of_tuple(struct mlirbc_parser *parser, struct mlirbc__frame *frame)
{
	if (!mlirbc__push_pointer(parser, &parser->types, parser->made))
		return STEP_FAILED;
	return mlirbc__take(parser, ',') ? STEP_TYPE : end_tuple(parser, frame->from);
}

static enum mlirbc__step begin_tuple(struct mlirbc_parser *parser)
{
	if (parser->token.kind == '>')
		return end_tuple(parser, parser->types.count);
	struct mlirbc__frame *frame = mlirbc__frame_push(parser, next_of_tuple);
	if (frame)
		frame->from = parser->types.count;
	return frame ? STEP_TYPE : STEP_FAILED;
}

bool mlirbc__function_type(struct mlirbc_parser *parser, size_t inputs, size_t results, const struct mlirbc_type **out)
{
	size_t count = (results - inputs) / sizeof(struct mlirbc_type *);
	const struct mlirbc_type *const *types = (const void *)(parser->types.data + inputs);
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_FUNCTION,
		.u.function = { { types, count },
			{ types + count, MLIRBC__COUNT(parser->types, results, struct mlirbc_type *) } } };
	bool good = make_type(parser, &type, out);
	parser->types.count = inputs;
	return good;
}

static enum mlirbc__step end_function(struct mlirbc_parser *parser, const struct mlirbc__frame *frame)
{
	const struct mlirbc_type *made = NULL;
	bool good = mlirbc__function_type(parser, frame->from, frame->u.function.results, &made);
	return mlirbc__value_if(parser, good, &made);
}

/* After the inputs. */
static enum mlirbc__step begin_results(struct mlirbc_parser *parser, struct mlirbc__frame *frame)
{
	if (!mlirbc__expect(parser, ')', "')'") || !mlirbc__expect(parser, TOKEN_ARROW, "'->' in function type"))
		return STEP_FAILED;
	frame->u.function.results = parser->types.count;
	frame->u.function.part = 's';
	if (!mlirbc__take(parser, '('))
		return STEP_TYPE;
	frame->u.function.part = 'r';
	return mlirbc__take(parser, ')') ? end_function(parser, frame) : STEP_TYPE;
}

static enum mlirbc__step next_of_function(struct mlirbc_parser *parser, struct mlirbc__frame *frame)
{
	if (!mlirbc__push_pointer(parser, &parser->types, parser->made))
		return STEP_FAILED;
	if (frame->u.function.part != 's' && mlirbc__take(parser, ','))
		return STEP_TYPE;
	if (frame->u.function.part == 'i')
		return begin_results(parser, frame);
	return frame->u.function.part == 's' || mlirbc__expect(parser, ')', "')'") ? end_function(parser, frame)
										   : STEP_FAILED;
}

static enum mlirbc__step begin_function(struct mlirbc_parser *parser)
{
	struct mlirbc__frame *frame = mlirbc__frame_push(parser, next_of_function);
	if (!frame)
		return STEP_FAILED;
	mlirbc__advance(parser);
	frame->from = parser->types.count;
	frame->u.function.part = 'i';
	if (parser->token.kind != ')')
		return STEP_TYPE;
	enum mlirbc__step step = begin_results(parser, frame);
	if (step == STEP_MADE)
		parser->frames.count -= sizeof *frame;
	return step;
}

/* ---- any type */

/* Errors are placed after "!dialect.", as for attributes. */
static bool check_type(struct mlirbc_parser *parser, const struct mlirbc_assembly *hooks,
	const struct mlirbc__token *place, const struct mlirbc_type **type)
{
	struct mlirbc__token next = parser->token;
	uint32_t size = (uint32_t)strlen(hooks->dialect);
	parser->token = *place;
	parser->token.start += size + 2;
	parser->token.column += size + 2;
	*type = hooks->check_type(parser, *type, hooks->ctx);
	parser->token = next;
	return *type || mlirbc__error_at(parser, place, "invalid type of dialect '%s'", hooks->dialect);
}

static bool parse_dialect_type(struct mlirbc_parser *parser, const struct mlirbc_type **out)
{
	struct mlirbc__token place = parser->token;
	struct mlirbc__alias *alias;
	struct mlirbc_string dialect, text;
	if (!mlirbc__parse_dialect_symbol(parser, &dialect, &text, &alias))
		return false;
	if (alias) {
		*out = alias->type;
		if (*out)
			return mlirbc__use_alias(parser, alias, parser->depth - 1, &place);
		const struct mlirbc__token end = mlirbc__last(parser);
		return mlirbc__error_at(parser, &end, "undefined symbol alias id '%.*s'",
			(int)mlirbc__token_size(&place) - 1, place.start + 1);
	}
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_DIALECT,
		.u.dialect = { mlirbc_string_get(parser->context, dialect.data, dialect.size),
			mlirbc_string_get(parser->context, text.data, text.size), false } };
	if (!type.u.dialect.dialect || !type.u.dialect.text)
		return mlirbc__no_memory(parser);
	if (!make_type(parser, &type, out))
		return false;
	const struct mlirbc_assembly *hooks = mlirbc__find_dialect(parser, &dialect, HOOK_TYPE);
	return !hooks || !hooks->check_type || check_type(parser, hooks, &place, out);
}

int mlirbc__simple_type(struct mlirbc_parser *parser, const struct mlirbc_type **out)
{
	int found = parse_integer_type(parser, out);
	if (found == 0)
		found = parse_float_type(parser, out);
	if (found != 0)
		return found;
	bool is_index = mlirbc__at_word(parser, "index");
	if (!is_index && !mlirbc__at_word(parser, "none"))
		return 0;
	*out = is_index ? mlirbc_type_index(parser->context) : mlirbc_type_none(parser->context);
	mlirbc__advance(parser);
	return *out || mlirbc__no_memory(parser) ? 1 : -1;
}

static enum mlirbc__step begin_word_type(struct mlirbc_parser *parser)
{
	static const struct {
		const char *word;
		enum mlirbc_type_kind kind;
	} bracketed[] = { { "vector", MLIRBC_TYPE_VECTOR }, { "tensor", MLIRBC_TYPE_TENSOR },
		{ "memref", MLIRBC_TYPE_MEMREF }, { "complex", MLIRBC_TYPE_COMPLEX }, { "tuple", MLIRBC_TYPE_TUPLE } };
	const struct mlirbc_type *made = NULL;
	int simple = mlirbc__simple_type(parser, &made);
	if (simple != 0)
		return mlirbc__value_if(parser, simple > 0, &made);
	for (size_t i = 0; i < sizeof bracketed / sizeof *bracketed; i++) {
		if (!mlirbc__at_word(parser, bracketed[i].word))
			continue;
		const struct mlirbc__token word = parser->token;
		mlirbc__advance(parser);
		if (!mlirbc__expect(parser, '<', "'<' in type"))
			return STEP_FAILED;
		switch (bracketed[i].kind) {
		case MLIRBC_TYPE_COMPLEX: return mlirbc__begin_complex(parser);
		case MLIRBC_TYPE_TUPLE: return begin_tuple(parser);
		default: return mlirbc__begin_shaped(parser, &word, bracketed[i].kind);
		}
	}
	mlirbc__expected(parser, "type");
	return STEP_FAILED;
}

enum mlirbc__step mlirbc__begin_type(struct mlirbc_parser *parser)
{
	const struct mlirbc_type *made = NULL;
	switch (parser->token.kind) {
	case TOKEN_WORD: return begin_word_type(parser);
	case TOKEN_BANG: return mlirbc__value_if(parser, parse_dialect_type(parser, &made), &made);
	case '(': return begin_function(parser);
	default:
		mlirbc__expected(parser, parser->token.kind == '-' ? "type; a dimension is a number, or ? where it is not known" : "type");
		return STEP_FAILED;
	}
}
