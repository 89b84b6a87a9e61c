/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes. */
#include "text/parse/parser.h"

static bool make_attr(struct mlirbc_parser *parser, const struct mlirbc_attr *attr, const struct mlirbc_attr **out)
{
	*out = mlirbc_attr_get(parser->context, attr);
	return *out || mlirbc__no_memory(parser);
}

/* ---- arrays, strings, symbols */

static enum mlirbc__step end_array(struct mlirbc_parser *parser, size_t from)
{
	if (!mlirbc__expect(parser, ']', "']' in array attribute"))
		return STEP_FAILED;
	const struct mlirbc_attr *made = mlirbc_attr_array(parser->context, (const void *)(parser->attrs.data + from),
		MLIRBC__COUNT(parser->attrs, from, struct mlirbc_attr *));
	parser->attrs.count = from;
	return mlirbc__value(parser, made);
}

static enum mlirbc__step next_element(struct mlirbc_parser *parser, struct mlirbc__frame *frame)
{
	if (!mlirbc__push_pointer(parser, &parser->attrs, parser->made))
		return STEP_FAILED;
	return mlirbc__take(parser, ',') ? STEP_ATTR : end_array(parser, frame->from);
}

static enum mlirbc__step begin_array(struct mlirbc_parser *parser)
{
	mlirbc__advance(parser);
	if (parser->token.kind == ']')
		return end_array(parser, parser->attrs.count);
	struct mlirbc__frame *frame = mlirbc__frame_push(parser, next_element);
	if (frame)
		frame->from = parser->attrs.count;
	return frame ? STEP_ATTR : STEP_FAILED;
}

static enum mlirbc__step make_string(
	struct mlirbc_parser *parser, const struct mlirbc_string *text, const struct mlirbc_type *type)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_STRING, .type = type, .u.string = text };
	if (type && type->kind == MLIRBC_TYPE_NONE)
		attr.type = NULL;
	return mlirbc__value(parser, mlirbc_attr_get(parser->context, &attr));
}

static enum mlirbc__step type_of_string(struct mlirbc_parser *parser, struct mlirbc__frame *frame)
{
	return make_string(parser, frame->u.text, parser->made);
}

static enum mlirbc__step begin_string(struct mlirbc_parser *parser, const struct mlirbc_type *type)
{
	const struct mlirbc_string *text;
	if (!mlirbc__take_text(parser, &text))
		return STEP_FAILED;
	if (type || !mlirbc__take(parser, ':'))
		return make_string(parser, text, type);
	struct mlirbc__frame *frame = mlirbc__frame_push(parser, type_of_string);
	if (frame)
		frame->u.text = text;
	return frame ? STEP_TYPE : STEP_FAILED;
}

static bool parse_symbol(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_SYMBOL };
	size_t from = parser->attrs.count;
	if (!mlirbc__take_text(parser, &attr.u.symbol.root))
		return false;
	while (mlirbc__take(parser, TOKEN_DOUBLE_COLON)) {
		const struct mlirbc_string *nested;
		if (parser->token.kind != TOKEN_SYMBOL)
			return mlirbc__expected(parser, "nested symbol reference identifier");
		if (!mlirbc__take_text(parser, &nested) || !mlirbc__push_pointer(parser, &parser->attrs, nested))
			return false;
	}
	attr.u.symbol.nested = (const void *)(parser->attrs.data + from);
	attr.u.symbol.count = MLIRBC__COUNT(parser->attrs, from, struct mlirbc_string *);
	parser->attrs.count = from;
	return make_attr(parser, &attr, out);
}

/* ---- dialect attributes and aliases */

static bool make_dialect_attr(struct mlirbc_parser *parser, const struct mlirbc_string *dialect,
	const struct mlirbc_string *text, const struct mlirbc_attr **out)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DIALECT };
	attr.u.dialect.dialect = mlirbc_string_get(parser->context, dialect->data, dialect->size);
	attr.u.dialect.text = mlirbc_string_get(parser->context, text->data, text->size);
	if (!attr.u.dialect.dialect || !attr.u.dialect.text)
		return mlirbc__no_memory(parser);
	return make_attr(parser, &attr, out);
}

static bool parse_dialect_attr(struct mlirbc_parser *parser, const struct mlirbc_attr **out, bool *out_alias)
{
	struct mlirbc__token place = parser->token;
	struct mlirbc__alias *alias;
	struct mlirbc_string dialect, text;
	if (mlirbc__try_coded(parser, out))
		return true;
	if (!mlirbc__parse_dialect_symbol(parser, &dialect, &text, &alias))
		return false;
	if (alias) {
		*out = alias->attr;
		*out_alias = true;
		if (*out)
			return mlirbc__use_alias(parser, alias, parser->depth - 1, &place);
		const struct mlirbc__token end = mlirbc__last(parser);
		return mlirbc__error_at(parser, &end, "undefined symbol alias id '%.*s'",
			(int)mlirbc__token_size(&place) - 1, place.start + 1);
	}
	if (!make_dialect_attr(parser, &dialect, &text, out))
		return false;
	const struct mlirbc_assembly *hooks = mlirbc__find_dialect(parser, &dialect, HOOK_ATTR);
	if (!hooks || !hooks->check_attr)
		return true;
	struct mlirbc__token next = parser->token;
	parser->token = place; /* MLIR reports errors in the dialect's text, so they are placed after "#dialect." */
	parser->token.start += dialect.size + 2;
	parser->token.column += (uint32_t)dialect.size + 2;
	*out = hooks->check_attr(parser, *out, hooks->ctx);
	parser->token = next;
	return *out ||
	       mlirbc__error_at(parser, &place, "invalid attribute of dialect '%.*s'", (int)dialect.size, dialect.data);
}

static enum mlirbc__step type_of_dialect_attr(struct mlirbc_parser *parser, struct mlirbc__frame *frame)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DIALECT, .type = parser->made };
	attr.u.dialect = frame->u.typed->u.dialect;
	return mlirbc__value(parser, mlirbc_attr_get(parser->context, &attr));
}

/* "#dialect.text : type". The attribute of an alias already has its type. */
static enum mlirbc__step begin_dialect_attr(struct mlirbc_parser *parser)
{
	const struct mlirbc_attr *made = NULL;
	bool is_alias = false;
	if (!parse_dialect_attr(parser, &made, &is_alias))
		return STEP_FAILED;
	if (is_alias || made->kind != MLIRBC_ATTR_DIALECT || made->type || !mlirbc__take(parser, ':'))
		return mlirbc__value(parser, made);
	struct mlirbc__frame *frame = mlirbc__frame_push(parser, type_of_dialect_attr);
	if (frame)
		frame->u.typed = made;
	return frame ? STEP_TYPE : STEP_FAILED;
}

/* ---- words */

static enum mlirbc__step type_of_attr(struct mlirbc_parser *parser, struct mlirbc__frame *frame)
{
	(void)frame;
	return mlirbc__value(parser, mlirbc_attr_type(parser->context, parser->made));
}

static enum mlirbc__step begin_type_attr(struct mlirbc_parser *parser)
{
	return mlirbc__frame_push(parser, type_of_attr) ? STEP_TYPE : STEP_FAILED;
}

static bool parse_unit(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	mlirbc__advance(parser);
	*out = mlirbc_attr_unit(parser->context);
	return *out || mlirbc__no_memory(parser);
}

static bool parse_bool(struct mlirbc_parser *parser, const struct mlirbc_type *type, const struct mlirbc_attr **out)
{
	bool value = mlirbc__at_word(parser, "true");
	if (type && (type->kind != MLIRBC_TYPE_INTEGER || type->u.integer.width != 1))
		return mlirbc__error_at(parser, &parser->token, "boolean literal for a type that is not i1");
	mlirbc__advance(parser);
	*out = mlirbc_attr_bool(parser->context, value);
	return *out || mlirbc__no_memory(parser);
}

/* Types of dialects may be shaped. */
static bool may_be_shaped(const struct mlirbc_type *type)
{
	switch (type->kind) {
	case MLIRBC_TYPE_INTEGER:
	case MLIRBC_TYPE_INDEX:
	case MLIRBC_TYPE_FLOAT:
	case MLIRBC_TYPE_NONE:
	case MLIRBC_TYPE_FUNCTION:
	case MLIRBC_TYPE_TUPLE:
	case MLIRBC_TYPE_COMPLEX: return false;
	default: return true;
	}
}

static enum mlirbc__step make_resource_ref(struct mlirbc_parser *parser, const struct mlirbc_string *key,
	const struct mlirbc_type *type, const struct mlirbc__token *place)
{
	if (!may_be_shaped(type)) {
		mlirbc__error_at(parser, place, "'dense_resource' expected a shaped type");
		return STEP_FAILED;
	}
	const struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DENSE_RESOURCE, .type = type, .u.resource = key };
	return mlirbc__value(parser, mlirbc_attr_get(parser->context, &attr));
}

static enum mlirbc__step type_of_resource(struct mlirbc_parser *parser, struct mlirbc__frame *frame)
{
	return make_resource_ref(parser, frame->u.text, parser->made, &frame->place);
}

static bool parse_key(struct mlirbc_parser *parser, const struct mlirbc_string **out)
{
	mlirbc__advance(parser);
	if (!mlirbc__expect(parser, '<', "'<' after 'dense_resource'"))
		return false;
	if (parser->token.kind != TOKEN_WORD && parser->token.kind != TOKEN_STRING)
		return mlirbc__expected(parser, "identifier key for 'dense_resource'");
	return mlirbc__take_text(parser, out) && mlirbc__expect(parser, '>', "'>'");
}

static enum mlirbc__step begin_resource_ref(struct mlirbc_parser *parser, const struct mlirbc_type *type)
{
	const struct mlirbc_string *key;
	if (!parse_key(parser, &key))
		return STEP_FAILED;
	struct mlirbc__token place = parser->token;
	if (type)
		return make_resource_ref(parser, key, type, &place);
	if (!mlirbc__expect(parser, ':', "':'"))
		return STEP_FAILED;
	struct mlirbc__frame *frame = mlirbc__frame_push(parser, type_of_resource);
	if (frame) {
		frame->u.text = key;
		frame->place = place;
	}
	return frame ? STEP_TYPE : STEP_FAILED;
}

/* ---- distinct[N]<attribute>: equal numbers are one attribute within a source */

static enum mlirbc__step end_distinct(
	struct mlirbc_parser *parser, const struct mlirbc__token *place, uint64_t id, const struct mlirbc_attr *referenced)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DISTINCT };
	const struct mlirbc_attr *made = NULL;
	attr.u.distinct.id = id;
	if (referenced && referenced->kind != MLIRBC_ATTR_UNIT)
		attr.u.distinct.referenced = referenced;
	bool good = mlirbc__expect(parser, '>', "'>'") && mlirbc__get_distinct(parser, &attr, place, &made);
	return mlirbc__value_if(parser, good, &made);
}

static enum mlirbc__step referenced_attr(struct mlirbc_parser *parser, struct mlirbc__frame *frame)
{
	return end_distinct(parser, &frame->place, frame->u.distinct, parser->made);
}

static enum mlirbc__step begin_distinct(struct mlirbc_parser *parser)
{
	uint64_t id;
	const struct mlirbc_type *i64 = mlirbc_type_integer(parser->context, 64, MLIRBC_UNSIGNED);
	const struct mlirbc__token place = parser->token;
	mlirbc__advance(parser);
	if (!mlirbc__expect(parser, '[', "'[' after 'distinct'"))
		return STEP_FAILED;
	struct mlirbc__token number = parser->token;
	if (!mlirbc__expect(parser, TOKEN_INTEGER, "distinct ID"))
		return STEP_FAILED;
	if (!i64)
		return mlirbc__value(parser, NULL);
	if (!mlirbc__number_bits(parser, i64, &number, false, &id, 1) ||
		!mlirbc__expect(parser, ']', "']' to close distinct ID") ||
		!mlirbc__expect(parser, '<', "'<' after distinct ID"))
		return STEP_FAILED;
	if (parser->token.kind == '>')
		return end_distinct(parser, &place, id, NULL);
	struct mlirbc__frame *frame = mlirbc__frame_push(parser, referenced_attr);
	if (frame) {
		frame->place = place;
		frame->u.distinct = id;
	}
	return frame ? STEP_ATTR : STEP_FAILED;
}

/* ---- any attribute */

/* Attributes without parts: 0 if the word does not start one, 1 if it does, -1 after an error. */
static int parse_simple_word(
	struct mlirbc_parser *parser, const struct mlirbc_type *type, const struct mlirbc_attr **out)
{
	bool good;
	if (mlirbc__at_word(parser, "true") || mlirbc__at_word(parser, "false"))
		good = parse_bool(parser, type, out);
	else if (mlirbc__at_word(parser, "unit"))
		good = parse_unit(parser, out);
	else if (mlirbc__at_word(parser, "array"))
		good = mlirbc__parse_dense_array(parser, out);
	else if (mlirbc__at_word(parser, "affine_map") || mlirbc__at_word(parser, "affine_set"))
		good = mlirbc__parse_affine(parser, out);
	else if (mlirbc__at_word(parser, "strided"))
		good = mlirbc__parse_strided(parser, out);
	else
		return 0;
	return good ? 1 : -1;
}

static enum mlirbc__step begin_word_attr(struct mlirbc_parser *parser, const struct mlirbc_type *type)
{
	const struct mlirbc_attr *made = NULL;
	int found = parse_simple_word(parser, type, &made);
	if (found != 0)
		return mlirbc__value_if(parser, found > 0, &made);
	if (mlirbc__at_word(parser, "dense") || mlirbc__at_word(parser, "sparse"))
		return mlirbc__begin_elements(parser, type, *parser->token.start == 's');
	if (mlirbc__at_word(parser, "dense_resource"))
		return begin_resource_ref(parser, type);
	if (mlirbc__at_word(parser, "distinct"))
		return begin_distinct(parser);
	if (mlirbc__at_word(parser, "loc"))
		return mlirbc__begin_loc_attr(parser);
	return begin_type_attr(parser);
}

enum mlirbc__step mlirbc__begin_attr(struct mlirbc_parser *parser, const struct mlirbc_type *type)
{
	const struct mlirbc_attr *made = NULL;
	switch (parser->token.kind) {
	case TOKEN_INTEGER:
	case TOKEN_FLOAT:
	case '-': return mlirbc__begin_number(parser, type);
	case TOKEN_STRING: return begin_string(parser, type);
	case TOKEN_SYMBOL: return mlirbc__value_if(parser, parse_symbol(parser, &made), &made);
	case TOKEN_HASH: return begin_dialect_attr(parser);
	case '[': return begin_array(parser);
	case '{': return mlirbc__begin_dictionary(parser);
	case '(':
	case TOKEN_BANG: return begin_type_attr(parser);
	case TOKEN_WORD: return begin_word_attr(parser, type);
	default: mlirbc__expected(parser, "attribute value"); return STEP_FAILED;
	}
}
