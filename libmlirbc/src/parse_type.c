/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types. */
#include "parser.h"

#include <bytecursor/ckd.h>

enum { MAX_WIDTH = 16777215 };

static bool make_type(struct mlirbc_parser *parser, const struct mlirbc_type *type, const struct mlirbc_type **out)
{
	*out = mlirbc_type_get(parser->context, type);
	return *out || mlirbc__no_memory(parser);
}

/* ---- integers, index, floats */

/* iN, siN, uiN; 0 when the word is no integer type, 1 when it is, -1 after an error. */
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
	char first = *parser->token.start;
	for (int kind = 0; kind < MLIRBC_FLOAT_COUNT && (first == 'f' || first == 'b' || first == 't'); kind++) {
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

/* ---- shapes: 4x?x[8]x before an element type */

struct shape {
	size_t dims; /* where they begin on parser->dims, int64_t each; then as many bytes say scalable */
	size_t rank;
	bool scalable;
};

static bool parse_x(struct mlirbc_parser *parser)
{
	if (parser->token.kind != TOKEN_WORD || *parser->token.start != 'x')
		return mlirbc__expected(parser, "'x' in dimension list");
	mlirbc__reset(
		parser, parser->token.start + 1); /* what sticks to the x is the next dimension or the element type */
	return true;
}

static bool parse_dim(struct mlirbc_parser *parser, int64_t *out)
{
	const char *p = parser->token.start, *end = parser->token.end;
	if (parser->token.kind != TOKEN_INTEGER)
		return mlirbc__expected(parser, "dimension");
	*out = 0;
	for (; p < end && mlirbc__char_is(*p, CHAR_DIGIT); p++) { /* 0x10 is a 0, an x and a 10 here */
		if (ckd_mul(out, *out, 10) || ckd_add(out, *out, *p - '0'))
			return mlirbc__error_at(parser, &parser->token, "invalid dimension");
	}
	mlirbc__reset(parser, p);
	return true;
}

static bool at_dim(const struct mlirbc_parser *parser, bool vector)
{
	return parser->token.kind == TOKEN_INTEGER || (vector ? parser->token.kind == '[' : parser->token.kind == '?');
}

static bool parse_shape(struct mlirbc_parser *parser, bool vector, struct shape *out)
{
	uint64_t flags = 0; /* of up to 64 dimensions; scalable ones beyond are refused */
	*out = (struct shape){ .dims = parser->dims.count };
	while (at_dim(parser, vector)) {
		int64_t dim = MLIRBC_DYNAMIC;
		bool scalable = mlirbc__take(parser, '[');
		struct mlirbc__token place = parser->token;
		if (!mlirbc__take(parser, '?') && !parse_dim(parser, &dim))
			return false;
		if (vector && dim <= 0)
			return mlirbc__error_at(parser, &place, "vector types must have positive constant sizes");
		if (scalable && out->rank >= 64)
			return mlirbc__limit_at(parser, &place, "scalable dimension beyond the 64th");
		flags |= (uint64_t)scalable << (out->rank & 63);
		if ((scalable && !mlirbc__expect(parser, ']', "']'")) || !parse_x(parser))
			return false;
		int64_t *slot = mlirbc__push(parser, &parser->dims, sizeof *slot);
		if (!slot)
			return false;
		*slot = dim;
		out->rank++;
	}
	out->scalable = flags != 0;
	for (size_t i = 0; i < out->rank && out->scalable; i++) {
		uint8_t *slot = mlirbc__push(parser, &parser->dims, 8); /* 8: the stack stays aligned */
		if (!slot)
			return false;
		parser->dims.data[out->dims + out->rank * sizeof(int64_t) + i] = i < 64 && (flags >> i & 1);
	}
	return true;
}

/* Ends the type that *type describes but for its dimensions. */
static bool finish_shaped(struct mlirbc_parser *parser, struct mlirbc_type *type, const struct shape *shape,
	const struct mlirbc_type **out)
{
	if (!mlirbc__expect(parser, '>', "'>'"))
		return false;
	type->u.shaped.dims = shape->rank ? (const int64_t *)(const void *)(parser->dims.data + shape->dims) : NULL;
	type->u.shaped.rank = shape->rank;
	if (shape->scalable)
		type->u.shaped.scalable = parser->dims.data + shape->dims + shape->rank * sizeof(int64_t);
	bool good = make_type(parser, type, out);
	parser->dims.count = shape->dims;
	return good;
}

static bool parse_element(struct mlirbc_parser *parser, struct mlirbc_type *type)
{
	struct mlirbc__token place = parser->token;
	bool is_vector = type->kind == MLIRBC_TYPE_VECTOR;
	bool is_tensor = type->kind == MLIRBC_TYPE_TENSOR || type->kind == MLIRBC_TYPE_UNRANKED_TENSOR;
	return mlirbc__parse_type(parser, &type->u.shaped.element) &&
	       (mlirbc__element_fits(type) || mlirbc__error_at(parser, &place, "invalid %s element type",
						      is_vector   ? "vector"
						      : is_tensor ? "tensor"
								  : "memref"));
}

static bool parse_vector(struct mlirbc_parser *parser, const struct mlirbc_type **out)
{
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_VECTOR };
	struct shape shape;
	return parse_shape(parser, true, &shape) && parse_element(parser, &type) &&
	       finish_shaped(parser, &type, &shape, out);
}

/* "*x" of an unranked type. */
static bool parse_unranked(struct mlirbc_parser *parser, struct mlirbc_type *type, enum mlirbc_type_kind kind)
{
	type->kind = kind;
	mlirbc__advance(parser);
	return parse_x(parser) && parse_element(parser, type);
}

static bool parse_tensor(struct mlirbc_parser *parser, const struct mlirbc_type **out)
{
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_TENSOR };
	struct shape shape = { .dims = parser->dims.count };
	if (parser->token.kind == '*') {
		if (!parse_unranked(parser, &type, MLIRBC_TYPE_UNRANKED_TENSOR))
			return false;
	} else if (!parse_shape(parser, false, &shape) || !parse_element(parser, &type)) {
		return false;
	} else if (mlirbc__take(parser, ',') && !mlirbc__parse_attr(parser, NULL, &type.u.shaped.encoding)) {
		return false;
	}
	return finish_shaped(parser, &type, &shape, out);
}

static bool is_default_space(const struct mlirbc_attr *attr)
{
	return attr->kind == MLIRBC_ATTR_INTEGER && attr->type->kind == MLIRBC_TYPE_INTEGER &&
	       attr->type->u.integer.width == 64 && attr->type->u.integer.signedness == MLIRBC_SIGNLESS &&
	       attr->u.number.words[0] == 0;
}

/* ", layout, space" of a memref; either may be left out. */
static bool parse_layout(struct mlirbc_parser *parser, struct mlirbc_type *type)
{
	const struct mlirbc_attr *attr, **slot;
	while (mlirbc__take(parser, ',')) {
		struct mlirbc__token place = parser->token;
		if (!mlirbc__parse_attr(parser, NULL, &attr))
			return false;
		if (attr->kind == MLIRBC_ATTR_AFFINE && type->kind == MLIRBC_TYPE_MEMREF) {
			slot = &type->u.shaped.encoding;
		} else {
			slot = &type->u.shaped.space;
			if (*slot && type->kind == MLIRBC_TYPE_MEMREF && !type->u.shaped.encoding &&
				(*slot)->kind == MLIRBC_ATTR_DIALECT) { /* that one was a layout of a dialect */
				type->u.shaped.encoding = *slot;
				*slot = NULL;
			}
		}
		if (*slot)
			return mlirbc__error_at(parser, &place, "multiple %s specified in memref type",
				slot == &type->u.shaped.space ? "memory spaces" : "layouts");
		*slot = attr;
	}
	if (type->u.shaped.space && is_default_space(type->u.shaped.space))
		type->u.shaped.space = NULL;
	return true;
}

static bool parse_memref(struct mlirbc_parser *parser, const struct mlirbc_type **out)
{
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_MEMREF };
	struct shape shape = { .dims = parser->dims.count };
	bool good = parser->token.kind == '*' ? parse_unranked(parser, &type, MLIRBC_TYPE_UNRANKED_MEMREF)
					      : parse_shape(parser, false, &shape) && parse_element(parser, &type);
	if (!good || !parse_layout(parser, &type))
		return false;
	const struct mlirbc_attr *layout = type.u.shaped.encoding;
	if (layout && mlirbc__is_identity_map(layout, shape.rank))
		type.u.shaped.encoding = NULL;
	return finish_shaped(parser, &type, &shape, out);
}

static bool parse_complex(struct mlirbc_parser *parser, const struct mlirbc_type **out)
{
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_COMPLEX };
	struct mlirbc__token place = parser->token;
	if (!mlirbc__parse_type(parser, &type.u.shaped.element))
		return false;
	if (type.u.shaped.element->kind != MLIRBC_TYPE_INTEGER && type.u.shaped.element->kind != MLIRBC_TYPE_FLOAT)
		return mlirbc__error_at(parser, &place, "invalid element type for complex");
	return mlirbc__expect(parser, '>', "'>' in complex type") && make_type(parser, &type, out);
}

/* ---- lists of types */

static bool push_type(struct mlirbc_parser *parser)
{
	const struct mlirbc_type *type;
	return mlirbc__parse_type(parser, &type) && mlirbc__push_pointer(parser, &parser->types, type);
}

/* Types up to the closing bracket. */
static bool parse_types_until(struct mlirbc_parser *parser, int close, const char *what)
{
	if (parser->token.kind != close) {
		do {
			if (!push_type(parser))
				return false;
		} while (mlirbc__take(parser, ','));
	}
	return mlirbc__expect(parser, close, what);
}

bool mlirbc__parse_type_list(struct mlirbc_parser *parser)
{
	return mlirbc__expect(parser, '(', "'('") && parse_types_until(parser, ')', "')'");
}

bool mlirbc__parse_result_types(struct mlirbc_parser *parser)
{
	return parser->token.kind == '(' ? mlirbc__parse_type_list(parser) : push_type(parser);
}

static bool parse_tuple(struct mlirbc_parser *parser, const struct mlirbc_type **out)
{
	size_t from = parser->types.count;
	if (!parse_types_until(parser, '>', "'>' in tuple type"))
		return false;
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_TUPLE,
		.u.tuple = { (const void *)(parser->types.data + from),
			MLIRBC__COUNT(parser->types, from, struct mlirbc_type *) } };
	bool good = make_type(parser, &type, out);
	parser->types.count = from;
	return good;
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

static bool parse_function(struct mlirbc_parser *parser, const struct mlirbc_type **out)
{
	size_t inputs = parser->types.count;
	if (!mlirbc__parse_type_list(parser) || !mlirbc__expect(parser, TOKEN_ARROW, "'->' in function type"))
		return false;
	size_t results = parser->types.count;
	return mlirbc__parse_result_types(parser) && mlirbc__function_type(parser, inputs, results, out);
}

/* ---- any type */

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
		return mlirbc__error_at(parser, &place, "undefined symbol alias id '%.*s'",
			(int)mlirbc__token_size(&place) - 1, place.start + 1);
	}
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_DIALECT,
		.u.dialect = { mlirbc_string_get(parser->context, dialect.data, dialect.size),
			mlirbc_string_get(parser->context, text.data, text.size), false } };
	return (type.u.dialect.dialect && type.u.dialect.text) ? make_type(parser, &type, out)
							       : mlirbc__no_memory(parser);
}

static bool parse_word_type(struct mlirbc_parser *parser, const struct mlirbc_type **out)
{
	static const struct {
		const char *word;
		bool (*parse)(struct mlirbc_parser *parser, const struct mlirbc_type **out);
	} bracketed[] = { { "vector", parse_vector }, { "tensor", parse_tensor }, { "memref", parse_memref },
		{ "complex", parse_complex }, { "tuple", parse_tuple } };
	int found = parse_integer_type(parser, out);
	if (found == 0)
		found = parse_float_type(parser, out);
	if (found != 0)
		return found > 0;
	bool is_index = mlirbc__at_word(parser, "index");
	if (is_index || mlirbc__at_word(parser, "none")) {
		*out = is_index ? mlirbc_type_index(parser->context) : mlirbc_type_none(parser->context);
		mlirbc__advance(parser);
		return *out || mlirbc__no_memory(parser);
	}
	for (size_t i = 0; i < sizeof bracketed / sizeof *bracketed; i++) {
		if (!mlirbc__at_word(parser, bracketed[i].word))
			continue;
		mlirbc__advance(parser);
		return mlirbc__expect(parser, '<', "'<' in type") && bracketed[i].parse(parser, out);
	}
	return mlirbc__expected(parser, "type");
}

bool mlirbc__parse_type(struct mlirbc_parser *parser, const struct mlirbc_type **out)
{
	if (!mlirbc__enter(parser))
		return false;
	bool good;
	switch (parser->token.kind) {
	case TOKEN_WORD: good = parse_word_type(parser, out); break;
	case TOKEN_BANG: good = parse_dialect_type(parser, out); break;
	case '(': good = parse_function(parser, out); break;
	default: good = mlirbc__expected(parser, "type"); break;
	}
	mlirbc__leave(parser);
	return good;
}
