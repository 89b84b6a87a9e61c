/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* array<...>, dense<...>, sparse<...>. The type follows the elements, so they are skipped first and read afterwards. */
#include "text/parse/parser.h"
#include "support/bytes.h"

#include <stdio.h>

/* One literal of elements between '<' or ',' and the token after it. */
struct literal {
	const struct mlirbc_type *element;
	size_t dims; /* start of the inferred shape on parser->dims */
	size_t rank;
	size_t first; /* start of the elements: on parser->bytes, strings on parser->attrs */
	uint64_t count;
	bool strings;
};

/* Continues at an earlier token. */
static void go_to(struct mlirbc_parser *parser, const struct mlirbc__token *to)
{
	parser->token = *to;
	parser->lexer.at = to->end;
	parser->lexer.line = parser->last_line = to->line; /* a token does not span lines */
	parser->lexer.line_start = parser->last_line_start = to->start - (to->column - 1);
	parser->last_end = to->start;
}

static bool is_number(const struct mlirbc_type *type)
{
	return type->kind == MLIRBC_TYPE_INTEGER || type->kind == MLIRBC_TYPE_INDEX || type->kind == MLIRBC_TYPE_FLOAT;
}

/* ---- elements */

static bool parse_complex(struct mlirbc_parser *parser, const struct mlirbc_type *element)
{
	return mlirbc__expect(parser, '(', "'(' of a complex element") && mlirbc__parse_element(parser, element) &&
	       mlirbc__expect(parser, ',', "',' between complex elements") && mlirbc__parse_element(parser, element) &&
	       mlirbc__expect(parser, ')', "')' after complex elements");
}

static bool parse_one(struct mlirbc_parser *parser, struct literal *literal)
{
	const struct mlirbc_string *text;
	literal->count++;
	if (literal->strings) {
		if (parser->token.kind != TOKEN_STRING)
			return mlirbc__expected(parser, "string literal element");
		return mlirbc__take_text(parser, &text) && mlirbc__push_pointer(parser, &parser->attrs, text);
	}
	return literal->element->kind == MLIRBC_TYPE_COMPLEX ? parse_complex(parser, literal->element->u.shaped.element)
							     : mlirbc__parse_element(parser, literal->element);
}

static int64_t *dim_at(struct mlirbc_parser *parser, const struct literal *literal, size_t depth)
{
	return (int64_t *)(void *)(parser->dims.data + literal->dims) + depth;
}

/* MLIR finds it when it has read the element or list that does not fit. */
static bool ragged(struct mlirbc_parser *parser)
{
	return mlirbc__error_at(
		parser, &parser->token, "tensor literal is invalid; ranks are not consistent between elements");
}

/* At the '[' of a list among elements. */
static bool ragged_list(struct mlirbc_parser *parser)
{
	size_t open = 0;
	do {
		open += parser->token.kind == '[';
		open -= parser->token.kind == ']';
		mlirbc__advance(parser);
	} while (open && parser->token.kind != TOKEN_END && parser->token.kind != TOKEN_ERROR);
	return ragged(parser);
}

/* A list that is open while its elements or lists are read. */
struct list {
	int64_t count;
};

/* At its '['. The first list of a depth determines the length of the others; -1 while it is unknown. */
static struct list *open_list(struct mlirbc_parser *parser, struct literal *literal, size_t depth)
{
	if (depth == literal->rank) {
		int64_t *dim = literal->count ? NULL : mlirbc__push(parser, &parser->dims, sizeof *dim);
		if (!dim) {
			ragged(parser);
			return NULL;
		}
		*dim = -1;
		literal->rank++;
	}
	struct list *list = mlirbc__enter(parser) ? mlirbc__push(parser, &parser->lists, sizeof *list) : NULL;
	if (list) {
		*list = (struct list){ 0 };
		mlirbc__advance(parser);
	}
	return list;
}

static bool close_list(struct mlirbc_parser *parser, const struct literal *literal, size_t depth, struct list *list)
{
	int64_t *dim = dim_at(parser, literal, depth);
	mlirbc__leave(parser);
	const int64_t count = list->count;
	parser->lists.count -= sizeof *list;
	if (!mlirbc__expect(parser, ']', "']' in elements"))
		return false;
	if (*dim >= 0 && *dim != count)
		return ragged(parser);
	*dim = count;
	return true;
}

/* Elements up to the end of their list. */
static bool parse_row(struct mlirbc_parser *parser, struct literal *literal, struct list *list)
{
	do {
		if (parser->token.kind == '[')
			return ragged_list(parser);
		if (!parse_one(parser, literal))
			return false;
		list->count++;
	} while (mlirbc__take(parser, ','));
	return true;
}

static bool parse_lists(struct mlirbc_parser *parser, struct literal *literal)
{
	size_t base = parser->lists.count, depth = 0; /* of the list */
	struct list *list = open_list(parser, literal, 0);
	while (list) {
		if (parser->token.kind == '[') {
			list = open_list(parser, literal, ++depth);
			continue;
		}
		if (parser->token.kind != ']') {
			if (depth + 1 != literal->rank) /* found behind the element */
				return parse_one(parser, literal) && ragged(parser);
			if (!parse_row(parser, literal, list))
				return false;
		}
		for (;;) {
			if (!close_list(parser, literal, depth, list))
				return false;
			if (parser->lists.count == base)
				return true;
			depth--;
			(--list)->count++;
			if (!mlirbc__take(parser, ','))
				continue;
			if (parser->token.kind != '[')
				return parse_one(parser, literal) && ragged(parser);
			break;
		}
	}
	return false;
}

static bool parse_literal(struct mlirbc_parser *parser, const struct mlirbc_type *element, struct literal *out)
{
	const struct mlirbc_type *part = element->kind == MLIRBC_TYPE_COMPLEX ? element->u.shaped.element : element;
	*out = (struct literal){ .element = element, .dims = parser->dims.count, .strings = !is_number(part) };
	out->first = out->strings ? parser->attrs.count : parser->bytes.count;
	return parser->token.kind == '[' ? parse_lists(parser, out) : parse_one(parser, out);
}

static void drop_literal(struct mlirbc_parser *parser, const struct literal *literal)
{
	parser->dims.count = literal->dims;
	if (literal->strings)
		parser->attrs.count = literal->first;
	else
		parser->bytes.count = literal->first;
}

static bool make_elements(struct mlirbc_parser *parser, const struct literal *literal, const struct mlirbc_type *type,
	const struct mlirbc_attr **out)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DENSE, .type = type };
	bool splat = literal->rank == 0;
	if (literal->strings) {
		attr.kind = MLIRBC_ATTR_DENSE_STRINGS;
		attr.u.strings.data = (const void *)(parser->attrs.data + literal->first);
		attr.u.strings.count = (size_t)literal->count;
		attr.u.strings.splat = splat;
	} else {
		attr.u.dense.data = parser->bytes.data + literal->first;
		attr.u.dense.size = parser->bytes.count - literal->first;
		attr.u.dense.count = literal->count;
		attr.u.dense.splat = splat;
	}
	*out = mlirbc_attr_get(parser->context, &attr);
	drop_literal(parser, literal);
	return *out || mlirbc__no_memory(parser);
}

/* ---- dense<...> : type */

/* Skips a literal up to the closing '>'. */
static bool skip_literal(struct mlirbc_parser *parser)
{
	while (parser->token.kind != '>') {
		if (parser->token.kind == TOKEN_END || parser->token.kind == TOKEN_ERROR)
			return mlirbc__expected(parser, "'>' behind elements");
		mlirbc__advance(parser);
	}
	mlirbc__advance(parser);
	return true;
}

static bool check_type(struct mlirbc_parser *parser, const struct mlirbc__token *place, const struct mlirbc_type *type)
{
	uint64_t count;
	if (type->kind != MLIRBC_TYPE_TENSOR && type->kind != MLIRBC_TYPE_VECTOR && type->kind != MLIRBC_TYPE_MEMREF)
		return mlirbc__error_at(parser, place, "elements literal must be a ranked tensor or vector type");
	return mlirbc__static_elements(type, &count) ||
	       mlirbc__error_at(parser, place, "elements literal type must have static shape");
}

/* Whether the inferred shape is that of the type; a literal that is not a list fits all shapes. */
static bool check_shape(struct mlirbc_parser *parser, const struct literal *literal, const struct mlirbc_type *type,
	const struct mlirbc__token *place)
{
	if (literal->rank == 0)
		return true;
	const int64_t *dims = dim_at(parser, literal, 0);
	bool same = literal->rank == type->u.shaped.rank;
	for (size_t i = 0; i < literal->rank && same; i++)
		same = dims[i] == type->u.shaped.dims[i];
	if (same)
		return true;
	char inferred[64] = "", expected[64] = "";
	for (size_t i = 0, at = 0; i < literal->rank && at < sizeof inferred - 24; i++)
		at += (size_t)snprintf(
			inferred + at, sizeof inferred - at, "%s%lld", i ? ", " : "", (long long)dims[i]);
	for (size_t i = 0, at = 0; i < type->u.shaped.rank && at < sizeof expected - 24; i++)
		at += (size_t)snprintf(expected + at, sizeof expected - at, "%s%lld", i ? ", " : "",
			(long long)type->u.shaped.dims[i]);
	return mlirbc__error_at(parser, place, "inferred shape of elements literal ([%s]) does not match type ([%s])",
		inferred, expected);
}

static bool parse_elements(struct mlirbc_parser *parser, const struct mlirbc__token *place,
	const struct mlirbc_type *type, const struct mlirbc_attr **out)
{
	const struct mlirbc_type *element = type->u.shaped.element;
	if (element->kind == MLIRBC_TYPE_COMPLEX)
		element = element->u.shaped.element;
	if (mlirbc__at_hex_string(parser) && is_number(element))
		return mlirbc__parse_hex(parser, place, type, out);
	struct literal literal = {
		.element = type->u.shaped.element, .dims = parser->dims.count, .rank = 1, .first = parser->bytes.count
	};
	if (parser->token.kind == '>') {
		uint64_t count = 1;
		if (!mlirbc_type_elements(type, &count) || count)
			return mlirbc__error_at(parser, place, "parsed zero elements, but the type has more");
		literal.strings = !is_number(element);
		literal.first = literal.strings ? parser->attrs.count : parser->bytes.count;
		return make_elements(parser, &literal, type, out);
	}
	return parse_literal(parser, type->u.shaped.element, &literal) && check_shape(parser, &literal, type, place) &&
	       make_elements(parser, &literal, type, out);
}

/* ---- sparse<indices, values> : type */

static bool shaped(struct mlirbc_parser *parser, const int64_t *dims, size_t rank, const struct mlirbc_type *element,
	const struct mlirbc_type **out)
{
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_TENSOR,
		.u.shaped = { .element = element, .dims = dims, .rank = rank } };
	*out = mlirbc_type_get(parser->context, &type);
	return *out || mlirbc__no_memory(parser);
}

/* One of the two literals; `fallback`: the shape for a literal that is not a list. */
static bool parse_part(struct mlirbc_parser *parser, const struct mlirbc_type *element, const int64_t *fallback,
	size_t fallback_rank, const struct mlirbc_attr **out)
{
	struct literal literal;
	const struct mlirbc_type *type;
	if (!parse_literal(parser, element, &literal))
		return false;
	bool list = literal.rank != 0;
	return shaped(parser, list ? dim_at(parser, &literal, 0) : fallback, list ? literal.rank : fallback_rank,
		       element, &type) &&
	       make_elements(parser, &literal, type, out);
}

/* `word`: "sparse" */
static bool parse_sparse_body(struct mlirbc_parser *parser, const struct mlirbc__token *word, struct mlirbc_attr *attr)
{
	const struct mlirbc_type *i64 = mlirbc_type_integer(parser->context, 64, MLIRBC_SIGNLESS);
	const struct mlirbc_type *element = attr->type->u.shaped.element;
	int64_t shape[2] = { 0, (int64_t)attr->type->u.shaped.rank };
	if (!i64)
		return mlirbc__no_memory(parser);
	if (parser->token.kind == '>') {
		struct literal none = { .dims = parser->dims.count, .first = parser->bytes.count, .rank = 1 };
		const struct mlirbc_type *type;
		return shaped(parser, shape, 2, i64, &type) &&
		       make_elements(parser, &none, type, &attr->u.sparse.indices) &&
		       shaped(parser, shape, 1, element, &type) &&
		       make_elements(parser, &none, type, &attr->u.sparse.values);
	}
	shape[0] = 1;
	if (!parse_part(parser, i64, shape, 2, &attr->u.sparse.indices))
		return false;
	const struct mlirbc_type *found = attr->u.sparse.indices->type;
	bool flat = found->u.shaped.rank == 1 && shape[1] == 1; /* with one dimension, lists of one index are
	                                                           optional */
	if (!flat && (found->u.shaped.rank != 2 || found->u.shaped.dims[1] != shape[1]))
		return mlirbc__error_at(
			parser, word, "expected a list of indices, each as long as the rank of the type");
	shape[0] = found->u.shaped.dims[0];
	if (flat && shape[0] < 2) { /* prints like a list of lists, and must be equal to it */
		struct mlirbc_attr indices = *attr->u.sparse.indices;
		if (!shaped(parser, shape, 2, i64, &indices.type))
			return false;
		attr->u.sparse.indices = mlirbc_attr_get(parser->context, &indices);
		if (!attr->u.sparse.indices)
			return mlirbc__no_memory(parser);
	}
	if (!mlirbc__expect(parser, ',', "',' between indices and values"))
		return false;
	if (!parse_part(parser, element, shape, 1, &attr->u.sparse.values))
		return false;
	found = attr->u.sparse.values->type;
	return (found->u.shaped.rank == 1 && found->u.shaped.dims[0] == shape[0]) ||
	       mlirbc__error_at(parser, word, "expected as many values as indices");
}

/* Checks that every index is within its dimension. */
static bool check_indices(struct mlirbc_parser *parser, const struct mlirbc__token *place, const struct mlirbc_attr *attr)
{
	const struct mlirbc_attr *indices = attr->u.sparse.indices;
	const size_t rank = attr->type->u.shaped.rank, count = indices->u.dense.size / sizeof(int64_t);
	for (size_t i = 0; rank && (i < count || (indices->u.dense.splat && i < rank)); i++) {
		const uint8_t *at = indices->u.dense.data + (indices->u.dense.splat ? 0 : i * sizeof(int64_t));
		int64_t index = (int64_t)mlirbc__load64(at);
		if (index < 0 || index >= attr->type->u.shaped.dims[i % rank])
			return mlirbc__error_at(parser, place, "sparse index #%zu is not contained within the value shape",
				i / rank);
	}
	return true;
}

static bool parse_sparse(struct mlirbc_parser *parser, const struct mlirbc__token *place, const struct mlirbc_type *type,
	const struct mlirbc_attr **out)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_SPARSE, .type = type };
	if (!parse_sparse_body(parser, place, &attr) || !check_indices(parser, place, &attr))
		return false;
	*out = mlirbc_attr_get(parser->context, &attr);
	return *out || mlirbc__no_memory(parser);
}

/* ---- both, once the type after it is known */

static enum mlirbc__step read_elements(struct mlirbc_parser *parser, const struct mlirbc__token *place,
	const struct mlirbc__token *literal, const struct mlirbc_type *type)
{
	const struct mlirbc__token end = parser->token, last = mlirbc__last(parser);
	const struct mlirbc_attr *made = NULL;
	bool sparse = *place->start == 's';
	if (!check_type(parser, place, type))
		return STEP_FAILED;
	go_to(parser, literal);
	if (!(sparse ? parse_sparse(parser, place, type, &made) : parse_elements(parser, place, type, &made)) ||
		!mlirbc__expect(parser, '>', sparse ? "'>' after sparse elements" : "'>' behind elements"))
		return STEP_FAILED;
	go_to(parser, &end);
	parser->last_end = last.start; /* an error may be reported there */
	parser->last_line = last.line;
	parser->last_line_start = last.start - (last.column - 1);
	return mlirbc__value(parser, made);
}

static enum mlirbc__step type_of_elements(struct mlirbc_parser *parser, struct mlirbc__frame *frame)
{
	return read_elements(parser, &frame->place, &frame->u.dense.literal, parser->made);
}

enum mlirbc__step mlirbc__begin_elements(struct mlirbc_parser *parser, const struct mlirbc_type *type, bool sparse)
{
	struct mlirbc__token place = parser->token;
	mlirbc__advance(parser);
	if (!mlirbc__expect(parser, '<', sparse ? "'<' after 'sparse'" : "'<' after 'dense'"))
		return STEP_FAILED;
	struct mlirbc__token literal = parser->token;
	if (!skip_literal(parser))
		return STEP_FAILED;
	if (type)
		return read_elements(parser, &place, &literal, type);
	if (!mlirbc__expect(parser, ':', "':'"))
		return STEP_FAILED;
	struct mlirbc__frame *frame = mlirbc__frame_push(parser, type_of_elements);
	if (!frame)
		return STEP_FAILED;
	frame->place = place;
	frame->u.dense.literal = literal;
	return STEP_TYPE;
}

/* ---- array<type: ...> */

/* A word, or an alias; compound types are not allowed. */
static bool parse_array_type(struct mlirbc_parser *parser, const struct mlirbc_type **out)
{
	struct mlirbc__token place = parser->token;
	int found = 0;
	if (place.kind == TOKEN_BANG)
		return mlirbc__parse_type(parser, out);
	if (place.kind != TOKEN_WORD)
		return mlirbc__expected(parser, "integer or float type");
	if (!mlirbc__enter(parser))
		return false;
	found = mlirbc__simple_type(parser, out);
	mlirbc__leave(parser);
	return found > 0 ||
	       (found == 0 && mlirbc__error_at(parser, &place,
				      "element type of array must be i1 or an integer or float of whole bytes"));
}

static bool parse_array_element(struct mlirbc_parser *parser, const struct mlirbc_type *type, bool is_bool)
{
	if (is_bool && parser->token.kind != TOKEN_WORD) {
		mlirbc__advance(parser); /* MLIR reports it behind the number */
		return mlirbc__error_at(parser, &parser->token, "expected 'true' or 'false' values for i1 type");
	}
	return mlirbc__parse_element(parser, type);
}

bool mlirbc__parse_dense_array(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DENSE_ARRAY };
	size_t first = parser->bytes.count;
	mlirbc__advance(parser);
	if (!mlirbc__expect(parser, '<', "'<' after 'array'"))
		return false;
	struct mlirbc__token place = parser->token;
	if (!parse_array_type(parser, &attr.type))
		return false;
	uint32_t width = mlirbc_type_width(attr.type);
	if (attr.type->kind == MLIRBC_TYPE_INDEX || (width != 1 && (width == 0 || width % 8 != 0)))
		return mlirbc__error_at(
			parser, &place, "element type of array must be i1 or an integer or float of whole bytes");
	if (mlirbc__take(parser, ':')) {
		do {
			if (!parse_array_element(parser, attr.type, width == 1))
				return false;
			attr.u.dense.count++;
		} while (mlirbc__take(parser, ','));
	}
	if (!mlirbc__expect(parser, '>', "'>' to close an array attribute"))
		return false;
	attr.u.dense.data = parser->bytes.data + first;
	attr.u.dense.size = parser->bytes.count - first;
	*out = mlirbc_attr_get(parser->context, &attr);
	parser->bytes.count = first;
	return *out || mlirbc__no_memory(parser);
}
