/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes. */
#include "parser.h"

static bool make_attr(struct mlirbc_parser *parser, const struct mlirbc_attr *attr, const struct mlirbc_attr **out)
{
	*out = mlirbc_attr_get(parser->context, attr);
	return *out || mlirbc__no_memory(parser);
}

/* ---- dictionaries */

static bool parse_entry(struct mlirbc_parser *parser)
{
	struct mlirbc__item entry = { .token = parser->token };
	if (parser->token.kind != TOKEN_WORD && parser->token.kind != TOKEN_STRING)
		return mlirbc__expected(parser, "attribute name");
	if (!mlirbc__take_text(parser, &entry.named.name))
		return false;
	if (entry.named.name->size == 0)
		return mlirbc__error_at(parser, &entry.token, "expected valid attribute name");
	if (mlirbc__take(parser, '=')) {
		if (!mlirbc__parse_attr(parser, NULL, &entry.named.value))
			return false;
	} else {
		entry.named.value = mlirbc_attr_unit(parser->context);
		if (!entry.named.value)
			return mlirbc__no_memory(parser);
	}
	struct mlirbc__item *slot = mlirbc__push(parser, &parser->entries, sizeof *slot);
	if (slot)
		*slot = entry;
	return slot != NULL;
}

bool mlirbc__parse_entries(struct mlirbc_parser *parser)
{
	if (!mlirbc__expect(parser, '{', "'{' in attribute dictionary"))
		return false;
	if (parser->token.kind != '}') {
		do {
			if (!parse_entry(parser))
				return false;
		} while (mlirbc__take(parser, ','));
	}
	return mlirbc__expect(parser, '}', "'}' in attribute dictionary");
}

static bool same_pointer(const void *item, const void *key) { return item == key; }

/* Only called when there is one: finds the first entry whose name came before. */
static bool duplicate_error(struct mlirbc_parser *parser, size_t from)
{
	const struct mlirbc__item *entries = (const void *)(parser->entries.data + from);
	size_t count = MLIRBC__COUNT(parser->entries, from, struct mlirbc__item);
	struct mlirbc__set seen = { 0 };
	for (size_t i = 0; i < count; i++) {
		const struct mlirbc_string *name = entries[i].named.name;
		uint64_t hash = mlirbc__hash(0, &name, sizeof name);
		struct mlirbc__slot *slot = mlirbc__set_find(&seen, &parser->context->arena, hash, name, same_pointer);
		if (!slot) {
			mlirbc__no_memory(parser);
			break;
		}
		if (slot->item) {
			mlirbc__error_at(parser, &entries[i].token, "duplicate key '%.*s' in dictionary attribute",
				(int)(name->size < 100 ? name->size : 100), name->data);
			break;
		}
		mlirbc__set_fill(&seen, slot, hash, name);
	}
	mlirbc__set_finish(&seen, &parser->context->arena);
	return mlirbc__no_memory(parser);
}

bool mlirbc__make_dictionary(struct mlirbc_parser *parser, size_t from, const struct mlirbc_attr **out)
{
	struct mlirbc__item *entries = (void *)(parser->entries.data + from);
	size_t count = MLIRBC__COUNT(parser->entries, from, struct mlirbc__item);
	struct mlirbc_named_attr few[8] = { 0 }, *named = few;
	if (count > sizeof few / sizeof *few && !(named = mlirbc__arena_take(&parser->context->arena,
							  count * sizeof *named, _Alignof(struct mlirbc_named_attr))))
		return mlirbc__no_memory(parser);
	for (size_t i = 0; i < count; i++)
		named[i] = entries[i].named;
	*out = mlirbc_attr_dictionary(parser->context, named, count);
	if (named != few)
		mlirbc__arena_give(
			&parser->context->arena, named, count * sizeof *named, _Alignof(struct mlirbc_named_attr));
	if (!*out)
		return duplicate_error(parser, from);
	parser->entries.count = from;
	return true;
}

static bool parse_dictionary(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	size_t from = parser->entries.count;
	return mlirbc__parse_entries(parser) && mlirbc__make_dictionary(parser, from, out);
}

/* ---- arrays, strings, symbols */

static bool parse_array(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	size_t from = parser->attrs.count;
	mlirbc__advance(parser);
	if (parser->token.kind != ']') {
		do {
			const struct mlirbc_attr *element;
			if (!mlirbc__parse_attr(parser, NULL, &element) ||
				!mlirbc__push_pointer(parser, &parser->attrs, element))
				return false;
		} while (mlirbc__take(parser, ','));
	}
	if (!mlirbc__expect(parser, ']', "']' in array attribute"))
		return false;
	*out = mlirbc_attr_array(parser->context, (const void *)(parser->attrs.data + from),
		MLIRBC__COUNT(parser->attrs, from, struct mlirbc_attr *));
	parser->attrs.count = from;
	return *out || mlirbc__no_memory(parser);
}

static bool parse_string(struct mlirbc_parser *parser, const struct mlirbc_type *type, const struct mlirbc_attr **out)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_STRING, .type = type };
	if (!mlirbc__take_text(parser, &attr.u.string))
		return false;
	if (!type && mlirbc__take(parser, ':') && !mlirbc__parse_type(parser, &attr.type))
		return false;
	if (attr.type && attr.type->kind == MLIRBC_TYPE_NONE)
		attr.type = NULL;
	return make_attr(parser, &attr, out);
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

static bool parse_dialect_attr(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
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
		if (*out)
			return mlirbc__use_alias(parser, alias, parser->depth - 1, &place);
		return mlirbc__error_at(parser, &place, "undefined symbol alias id '%.*s'",
			(int)mlirbc__token_size(&place) - 1, place.start + 1);
	}
	if (!make_dialect_attr(parser, &dialect, &text, out))
		return false;
	const struct mlirbc_assembly *hooks = mlirbc__find_dialect(parser, &dialect);
	if (!hooks || !hooks->check_attr)
		return true;
	struct mlirbc__token next = parser->token;
	parser->token = place; /* errors of the check point at what the dialect would have read: behind "#dialect." */
	parser->token.start += dialect.size + 2;
	parser->token.column += (uint32_t)dialect.size + 2;
	*out = hooks->check_attr(parser, *out, hooks->ctx);
	parser->token = next;
	return *out ||
	       mlirbc__error_at(parser, &place, "invalid attribute of dialect '%.*s'", (int)dialect.size, dialect.data);
}

/* ---- words */

static bool parse_type_attr(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	const struct mlirbc_type *type;
	if (!mlirbc__parse_type(parser, &type))
		return false;
	*out = mlirbc_attr_type(parser->context, type);
	return *out || mlirbc__no_memory(parser);
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

static bool parse_resource_ref(
	struct mlirbc_parser *parser, const struct mlirbc_type *type, const struct mlirbc_attr **out)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DENSE_RESOURCE, .type = type };
	mlirbc__advance(parser);
	if (!mlirbc__expect(parser, '<', "'<' after 'dense_resource'"))
		return false;
	if (parser->token.kind != TOKEN_WORD && parser->token.kind != TOKEN_STRING)
		return mlirbc__expected(parser, "identifier key for 'dense_resource'");
	if (!mlirbc__take_text(parser, &attr.u.resource) || !mlirbc__expect(parser, '>', "'>'"))
		return false;
	if (!type && (!mlirbc__expect(parser, ':', "':'") || !mlirbc__parse_type(parser, &attr.type)))
		return false;
	return make_attr(parser, &attr, out);
}

/* distinct[N]<attribute>: the same number is the same attribute within a source. */
MLIRBC__APART static bool parse_distinct(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DISTINCT };
	mlirbc__advance(parser);
	if (!mlirbc__expect(parser, '[', "'[' after 'distinct'"))
		return false;
	struct mlirbc__token number = parser->token;
	if (!mlirbc__expect(parser, TOKEN_INTEGER, "distinct ID"))
		return false;
	const struct mlirbc_type *i64 = mlirbc_type_integer(parser->context, 64, MLIRBC_UNSIGNED);
	if (!i64)
		return mlirbc__no_memory(parser);
	if (!mlirbc__number_bits(parser, i64, &number, false, &attr.u.distinct.id, 1) ||
		!mlirbc__expect(parser, ']', "']' to close distinct ID") ||
		!mlirbc__expect(parser, '<', "'<' after distinct ID"))
		return false;
	if (parser->token.kind != '>' && !mlirbc__parse_attr(parser, NULL, &attr.u.distinct.referenced))
		return false;
	if (attr.u.distinct.referenced && attr.u.distinct.referenced->kind == MLIRBC_ATTR_UNIT)
		attr.u.distinct.referenced = NULL;
	return mlirbc__expect(parser, '>', "'>'") && mlirbc__get_distinct(parser, &attr, &number, out);
}

static bool parse_word_attr(
	struct mlirbc_parser *parser, const struct mlirbc_type *type, const struct mlirbc_attr **out)
{
	if (mlirbc__at_word(parser, "true") || mlirbc__at_word(parser, "false"))
		return parse_bool(parser, type, out);
	if (mlirbc__at_word(parser, "unit"))
		return parse_unit(parser, out);
	if (mlirbc__at_word(parser, "dense"))
		return mlirbc__parse_dense(parser, type, out);
	if (mlirbc__at_word(parser, "array"))
		return mlirbc__parse_dense_array(parser, out);
	if (mlirbc__at_word(parser, "sparse"))
		return mlirbc__parse_sparse(parser, type, out);
	if (mlirbc__at_word(parser, "dense_resource"))
		return parse_resource_ref(parser, type, out);
	if (mlirbc__at_word(parser, "distinct"))
		return parse_distinct(parser, out);
	if (mlirbc__at_word(parser, "affine_map") || mlirbc__at_word(parser, "affine_set"))
		return mlirbc__parse_affine(parser, out);
	if (mlirbc__at_word(parser, "strided"))
		return mlirbc__parse_strided(parser, out);
	if (mlirbc__at_word(parser, "loc"))
		return mlirbc__parse_loc(parser, out);
	return parse_type_attr(parser, out);
}

static bool parse_any(struct mlirbc_parser *parser, const struct mlirbc_type *type, const struct mlirbc_attr **out)
{
	switch (parser->token.kind) {
	case TOKEN_INTEGER:
	case TOKEN_FLOAT:
	case '-': return mlirbc__parse_number(parser, type, out);
	case TOKEN_STRING: return parse_string(parser, type, out);
	case TOKEN_SYMBOL: return parse_symbol(parser, out);
	case TOKEN_HASH: return parse_dialect_attr(parser, out);
	case '[': return parse_array(parser, out);
	case '{': return parse_dictionary(parser, out);
	case '(':
	case TOKEN_BANG: return parse_type_attr(parser, out);
	case TOKEN_WORD: return parse_word_attr(parser, type, out);
	default: return mlirbc__expected(parser, "attribute value");
	}
}

bool mlirbc__parse_attr(struct mlirbc_parser *parser, const struct mlirbc_type *type, const struct mlirbc_attr **out)
{
	if (!mlirbc__enter(parser))
		return false;
	bool good = parse_any(parser, type, out);
	mlirbc__leave(parser);
	return good;
}
