/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types. */
#include "text/parse/parser.h"

#include <bytecursor/ckd.h>

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
	size_t dims; /* start on parser->dims, int64_t each; then as many bytes with scalable flags */
	size_t rank;
	bool scalable;
};

static bool parse_x(struct mlirbc_parser *parser)
{
	if (parser->token.kind != TOKEN_WORD || *parser->token.start != 'x')
		return mlirbc__expected(parser, "'x' in dimension list");
	mlirbc__reset(
		parser, parser->token.start + 1); /* the text after the x is the next dimension or the element type */
	return true;
}

static bool parse_dim(struct mlirbc_parser *parser, int64_t *out)
{
	const char *p = parser->token.start, *end = parser->token.end;
	if (parser->token.kind != TOKEN_INTEGER)
		return mlirbc__expected(parser, "dimension");
	*out = 0;
	for (; p < end && mlirbc__char_is(*p, CHAR_DIGIT); p++) { /* 0x10 is lexed as 0, x and 10 here */
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
	uint64_t flags = 0; /* for up to 64 dimensions; scalable ones beyond are rejected */
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
		uint8_t *slot = mlirbc__push(parser, &parser->dims, 8); /* 8: keeps the stack aligned */
		if (!slot)
			return false;
		parser->dims.data[out->dims + out->rank * sizeof(int64_t) + i] = i < 64 && (flags >> i & 1);
	}
	return true;
}

static enum mlirbc__step end_shaped(struct mlirbc_parser *parser, const struct mlirbc__frame *frame)
{
	size_t rank = frame->u.shaped.rank;
	struct mlirbc_type type = { .kind = frame->u.shaped.kind,
		.u.shaped = { .element = frame->u.shaped.element,
			.rank = rank,
			.encoding = frame->u.shaped.encoding,
			.space = frame->u.shaped.space } };
	if (!mlirbc__expect(parser, '>', "'>'"))
		return STEP_FAILED;
	if (rank)
		type.u.shaped.dims = (const int64_t *)(const void *)(parser->dims.data + frame->from);
	if (frame->u.shaped.scalable)
		type.u.shaped.scalable = parser->dims.data + frame->from + rank * sizeof(int64_t);
	const struct mlirbc_type *made = mlirbc_type_get(parser->context, &type);
	parser->dims.count = frame->from;
	return mlirbc__value(parser, made);
}

static bool is_default_space(const struct mlirbc_attr *attr)
{
	if (attr->kind != MLIRBC_ATTR_INTEGER)
		return false;
	uint64_t any = 0;
	for (size_t i = 0; i < attr->u.number.count; i++)
		any |= attr->u.number.words[i];
	return any == 0;
}

/* Valid memory spaces in MLIR; attributes of dialects may be one. */
static bool may_be_space(const struct mlirbc_attr *attr)
{
	switch (attr->kind) {
	case MLIRBC_ATTR_INTEGER:
	case MLIRBC_ATTR_STRING:
	case MLIRBC_ATTR_DICTIONARY:
	case MLIRBC_ATTR_DIALECT:
	case MLIRBC_ATTR_CODED:
	case MLIRBC_ATTR_BYTES: return true;
	default: return false;
	}
}

/* The number of items of a list in a text, between `open` and the next `close`. */
static size_t count_items(const struct mlirbc_string *text, char open, char close)
{
	const char *end = text->data + text->size, *at = memchr(text->data, open, text->size);
	size_t count = 0;
	for (at = at ? at + 1 : end; at < end && *at != close; at++)
		count += count == 0 || *at == ',';
	return count;
}

/* A map has the dimensions of the memref, a strided layout has a stride for each; "affine_map" and "affine_set" have
   equal length. */
static bool check_layout(struct mlirbc_parser *parser, const struct mlirbc__frame *frame)
{
	const struct mlirbc_attr *layout = frame->u.shaped.encoding, *space = frame->u.shaped.space;
	const struct mlirbc__token *place = &frame->place;
	size_t rank = frame->u.shaped.rank, count;
	if (layout && layout->kind == MLIRBC_ATTR_AFFINE) {
		const struct mlirbc_string *text = layout->u.dialect.text;
		bool strided = *text->data == 's';
		count = count_items(text, strided ? '[' : '(', strided ? ']' : ')');
		if (count != rank)
			return strided ? mlirbc__error_at(parser, place,
						 "expected the number of strides to match the rank")
				       : mlirbc__error_at(parser, place,
						 "memref layout mismatch between rank and affine map: %zu != %zu", rank,
						 count);
	}
	return !space || may_be_space(space) || mlirbc__error_at(parser, place, "unsupported memory space Attribute");
}

static bool is_memref(const struct mlirbc__frame *frame)
{
	return frame->u.shaped.kind == MLIRBC_TYPE_MEMREF || frame->u.shaped.kind == MLIRBC_TYPE_UNRANKED_MEMREF;
}

/* The part after ", " in a memref is a layout or a space; either is optional. */
static bool add_layout(struct mlirbc_parser *parser, struct mlirbc__frame *frame, const struct mlirbc_attr *attr)
{
	const struct mlirbc_attr **slot = &frame->u.shaped.space;
	bool ranked = frame->u.shaped.kind == MLIRBC_TYPE_MEMREF;
	bool set = attr->kind == MLIRBC_ATTR_AFFINE && memcmp(attr->u.dialect.text->data, "affine_s", 8) == 0;
	if (attr->kind == MLIRBC_ATTR_AFFINE && !set && ranked) {
		if (*slot)
			return mlirbc__error_at(
				parser, &frame->place, "expected memory space to be last in memref type");
		slot = &frame->u.shaped.encoding;
	} else if (*slot && ranked && !frame->u.shaped.encoding && (*slot)->kind == MLIRBC_ATTR_DIALECT) {
		frame->u.shaped.encoding = *slot; /* it was a layout of a dialect */
		*slot = NULL;
	}
	if (*slot)
		return mlirbc__error_at(parser, &frame->place, "multiple %s specified in memref type",
			slot == &frame->u.shaped.space ? "memory spaces" : "layouts");
	*slot = attr;
	return true;
}

/* After the element type. */
static enum mlirbc__step more_shaped(struct mlirbc_parser *parser, struct mlirbc__frame *frame)
{
	bool tensor = frame->u.shaped.kind == MLIRBC_TYPE_TENSOR && !frame->u.shaped.encoding;
	if ((tensor || is_memref(frame)) && mlirbc__take(parser, ',')) {
		frame->place = parser->token;
		if (!tensor || parser->token.kind != '>') /* MLIR accepts a missing encoding after the comma */
			return STEP_ATTR;
	}
	if (is_memref(frame) && !check_layout(parser, frame))
		return STEP_FAILED;
	if (frame->u.shaped.space && is_default_space(frame->u.shaped.space))
		frame->u.shaped.space = NULL;
	return end_shaped(parser, frame);
}

static enum mlirbc__step next_shaped(struct mlirbc_parser *parser, struct mlirbc__frame *frame)
{
	if (!frame->u.shaped.element) {
		const struct mlirbc_type type = { .kind = frame->u.shaped.kind, .u.shaped.element = parser->made };
		if (!mlirbc__element_fits(&type)) {
			mlirbc__error_at(parser, &frame->place, "invalid %s element type",
				type.kind == MLIRBC_TYPE_VECTOR ? "vector"
				: is_memref(frame)              ? "memref"
								: "tensor");
			return STEP_FAILED;
		}
		frame->u.shaped.element = parser->made;
	} else if (!is_memref(frame)) {
		frame->u.shaped.encoding = parser->made;
	} else if (!add_layout(parser, frame, parser->made)) {
		return STEP_FAILED;
	}
	return more_shaped(parser, frame);
}

/* After "vector<" and the like: "*x" of an unranked type, or a shape; then the element type. */
static enum mlirbc__step begin_shaped(struct mlirbc_parser *parser, enum mlirbc_type_kind kind)
{
	struct shape shape = { .dims = parser->dims.count };
	if (kind != MLIRBC_TYPE_VECTOR && mlirbc__take(parser, '*')) {
		kind = kind == MLIRBC_TYPE_TENSOR ? MLIRBC_TYPE_UNRANKED_TENSOR : MLIRBC_TYPE_UNRANKED_MEMREF;
		if (!parse_x(parser))
			return STEP_FAILED;
	} else if (!parse_shape(parser, kind == MLIRBC_TYPE_VECTOR, &shape)) {
		return STEP_FAILED;
	}
	struct mlirbc__frame *frame = mlirbc__frame_push(parser, next_shaped);
	if (!frame)
		return STEP_FAILED;
	frame->from = shape.dims;
	frame->place = parser->token;
	frame->u.shaped.kind = kind;
	frame->u.shaped.rank = shape.rank;
	frame->u.shaped.scalable = shape.scalable;
	frame->u.shaped.element = NULL;
	frame->u.shaped.encoding = frame->u.shaped.space = NULL;
	return STEP_TYPE;
}

static enum mlirbc__step next_complex(struct mlirbc_parser *parser, struct mlirbc__frame *frame)
{
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_COMPLEX, .u.shaped.element = parser->made };
	if (type.u.shaped.element->kind != MLIRBC_TYPE_INTEGER && type.u.shaped.element->kind != MLIRBC_TYPE_FLOAT) {
		mlirbc__error_at(parser, &frame->place, "invalid element type for complex");
		return STEP_FAILED;
	}
	return mlirbc__expect(parser, '>', "'>' in complex type")
		       ? mlirbc__value(parser, mlirbc_type_get(parser->context, &type))
		       : STEP_FAILED;
}

static enum mlirbc__step begin_complex(struct mlirbc_parser *parser)
{
	struct mlirbc__frame *frame = mlirbc__frame_push(parser, next_complex);
	if (frame)
		frame->place = parser->token;
	return frame ? STEP_TYPE : STEP_FAILED;
}

/* ---- lists of types */

static bool push_type(struct mlirbc_parser *parser)
{
	const struct mlirbc_type *type;
	return mlirbc__parse_type(parser, &type) && mlirbc__push_pointer(parser, &parser->types, type);
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

/* Errors are placed behind "!dialect.", as for attributes. */
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
	const struct mlirbc_assembly *hooks = mlirbc__find_dialect(parser, &dialect);
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
		mlirbc__advance(parser);
		if (!mlirbc__expect(parser, '<', "'<' in type"))
			return STEP_FAILED;
		switch (bracketed[i].kind) {
		case MLIRBC_TYPE_COMPLEX: return begin_complex(parser);
		case MLIRBC_TYPE_TUPLE: return begin_tuple(parser);
		default: return begin_shaped(parser, bracketed[i].kind);
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
	default: mlirbc__expected(parser, "type"); return STEP_FAILED;
	}
}
