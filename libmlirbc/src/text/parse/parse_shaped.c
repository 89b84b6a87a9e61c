/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shaped types, and complex ones. */
#include "text/parse/parser.h"

#include <bytecursor/ckd.h>

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

/* Also reads the x behind the number, if there is one, and tells so: read as a token, it would be the first letter of a word that has all
 * dimensions left, and many dimensions would take quadratic time. */
static bool parse_dim(struct mlirbc_parser *parser, int64_t *out, bool *out_x)
{
	const char *p = parser->token.start, *end = parser->token.end;
	if (parser->token.kind != TOKEN_INTEGER)
		return mlirbc__expected(parser, "dimension");
	*out = 0;
	for (; p < end && mlirbc__char_is(*p, CHAR_DIGIT); p++) { /* 0x10 is lexed as 0, x and 10 here */
		if (ckd_mul(out, *out, 10) || ckd_add(out, *out, *p - '0'))
			return mlirbc__error_at(parser, &parser->token, "invalid dimension");
	}
	*out_x = p < parser->lexer.end && *p == 'x';
	mlirbc__reset(parser, *out_x ? p + 1 : p);
	return true;
}

static bool at_dim(const struct mlirbc_parser *parser, bool vector)
{
	return parser->token.kind == TOKEN_INTEGER || (vector ? parser->token.kind == '[' : parser->token.kind == '?');
}

/* `word`: "vector"; other types: NULL. */
static bool parse_shape(struct mlirbc_parser *parser, const struct mlirbc__token *word, struct shape *out)
{
	uint64_t flags = 0; /* for up to 64 dimensions; scalable ones beyond are rejected */
	*out = (struct shape){ .dims = parser->dims.count };
	while (at_dim(parser, word != NULL)) {
		int64_t dim = MLIRBC_DYNAMIC;
		bool scalable = mlirbc__take(parser, '['), past_x = false;
		struct mlirbc__token place = parser->token;
		if (!mlirbc__take(parser, '?') && !parse_dim(parser, &dim, &past_x))
			return false;
		if (word && dim <= 0)
			return mlirbc__error_at(parser, word, "vector types must have positive constant sizes");
		if (scalable && out->rank >= 64)
			return mlirbc__limit_at(parser, &place, "scalable dimension beyond the 64th");
		flags |= (uint64_t)scalable << (out->rank & 63);
		if (scalable && (past_x || !mlirbc__expect(parser, ']', "']'")))
			return past_x && mlirbc__expected(parser, "']'");
		if (!past_x && !parse_x(parser))
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
	const struct mlirbc__token *place = &frame->place, *word = &frame->u.shaped.word;
	size_t rank = frame->u.shaped.rank, count;
	if (layout && layout->kind == MLIRBC_ATTR_AFFINE) {
		const struct mlirbc_string *text = layout->u.dialect.text;
		bool strided = *text->data == 's';
		count = count_items(text, strided ? '[' : '(', strided ? ']' : ')');
		if (count != rank)
			return strided ? mlirbc__error_at(
						 parser, word, "expected the number of strides to match the rank")
				       : mlirbc__error_at(parser, word,
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
	if (*slot && slot == &frame->u.shaped.space)
		return mlirbc__error_at(parser, &frame->place, "multiple memory spaces specified in memref type");
	*slot = attr; /* of several layouts the last one counts, as in MLIR */
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
			const bool vector = type.kind == MLIRBC_TYPE_VECTOR;
			mlirbc__error_at(parser, vector ? &frame->u.shaped.word : &frame->place, "invalid %s element type",
				vector                          ? "vector"
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
enum mlirbc__step mlirbc__begin_shaped(
	struct mlirbc_parser *parser, const struct mlirbc__token *word, enum mlirbc_type_kind kind)
{
	struct shape shape = { .dims = parser->dims.count };
	if (kind != MLIRBC_TYPE_VECTOR && mlirbc__take(parser, '*')) {
		kind = kind == MLIRBC_TYPE_TENSOR ? MLIRBC_TYPE_UNRANKED_TENSOR : MLIRBC_TYPE_UNRANKED_MEMREF;
		if (!parse_x(parser))
			return STEP_FAILED;
	} else if (!parse_shape(parser, kind == MLIRBC_TYPE_VECTOR ? word : NULL, &shape)) {
		return STEP_FAILED;
	}
	struct mlirbc__frame *frame = mlirbc__frame_push(parser, next_shaped);
	if (!frame)
		return STEP_FAILED;
	frame->from = shape.dims;
	frame->place = parser->token;
	frame->u.shaped.kind = kind;
	frame->u.shaped.word = *word;
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

enum mlirbc__step mlirbc__begin_complex(struct mlirbc_parser *parser)
{
	struct mlirbc__frame *frame = mlirbc__frame_push(parser, next_complex);
	if (frame)
		frame->place = parser->token;
	return frame ? STEP_TYPE : STEP_FAILED;
}
