/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Locations. */
#include "parser.h"

static bool parse_location(struct mlirbc_parser *parser, const struct mlirbc_attr **out);

static bool make_loc(struct mlirbc_parser *parser, const struct mlirbc_attr *loc, const struct mlirbc_attr **out)
{
	*out = mlirbc_attr_get(parser->context, loc);
	return *out || mlirbc__no_memory(parser);
}

const struct mlirbc_attr *mlirbc__token_loc(struct mlirbc_parser *parser, uint32_t line, uint32_t column)
{
	struct mlirbc_attr loc = { .kind = MLIRBC_LOC_FILE,
		.u.file = { parser->file, line, column, line, column, false } };
	return mlirbc_attr_get(parser->context, &loc);
}

static bool parse_u32(struct mlirbc_parser *parser, const char *what, uint32_t *out)
{
	uint64_t value = 0;
	struct mlirbc__token token = parser->token;
	if (!mlirbc__expect(parser, TOKEN_INTEGER, what))
		return false;
	for (const char *p = token.start; p < token.end && value <= UINT32_MAX; p++)
		value = mlirbc__char_is(*p, CHAR_DIGIT) ? value * 10 + (uint64_t)(*p - '0') : UINT64_MAX;
	*out = (uint32_t)value;
	return value <= UINT32_MAX || mlirbc__error_at(parser, &token, "expected %s of 32 bits", what);
}

/* Behind "file": the current token is ':'. A range is line:column to [line]:column. */
static bool parse_file(struct mlirbc_parser *parser, const struct mlirbc_string *file, const struct mlirbc_attr **out)
{
	struct mlirbc_attr loc = { .kind = MLIRBC_LOC_FILE, .u.file.file = file };
	uint32_t *line = &loc.u.file.line, *column = &loc.u.file.column;
	uint32_t *end_line = &loc.u.file.end_line, *end_column = &loc.u.file.end_column;
	if (file->size == 0 && !(loc.u.file.file = mlirbc_string_get(parser->context, "-", 1)))
		return mlirbc__no_memory(parser);
	mlirbc__advance(parser);
	if (!parse_u32(parser, "integer line number in FileLineColRange", line))
		return false;
	if (mlirbc__take(parser, ':')) {
		if (!parse_u32(parser, "integer column number in FileLineColRange", column))
			return false;
		*end_line = *line; /* a line alone is something else than its column 0: end 0:0 */
		*end_column = *column;
	}
	if (mlirbc__at_word(parser, "to")) {
		mlirbc__advance(parser);
		*end_line = *line;
		if (parser->token.kind != ':' &&
			!parse_u32(parser, "integer line number in FileLineColRange", end_line))
			return false;
		if (!mlirbc__expect(parser, ':', "':' in FileLineColRange") ||
			!parse_u32(parser, "integer column number in FileLineColRange", end_column))
			return false;
		loc.u.file.range = *end_line != *line || *end_column != *column;
	}
	return make_loc(parser, &loc, out);
}

static bool parse_name_or_file(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	const struct mlirbc_string *name;
	if (!mlirbc__take_text(parser, &name))
		return false;
	if (parser->token.kind == ':')
		return parse_file(parser, name, out);
	struct mlirbc_attr loc = { .kind = MLIRBC_LOC_NAME, .u.name.name = name };
	if (mlirbc__take(parser, '(')) {
		if (!parse_location(parser, &loc.u.name.child) ||
			!mlirbc__expect(parser, ')', "')' after child location of NameLoc"))
			return false;
		if (loc.u.name.child->kind == MLIRBC_LOC_UNKNOWN)
			loc.u.name.child = NULL;
	}
	return make_loc(parser, &loc, out);
}

static bool parse_callsite(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	struct mlirbc_attr loc = { .kind = MLIRBC_LOC_CALLSITE };
	mlirbc__advance(parser);
	if (!mlirbc__expect(parser, '(', "'(' in callsite location") || !parse_location(parser, &loc.u.callsite.callee))
		return false;
	if (!mlirbc__at_word(parser, "at"))
		return mlirbc__expected(parser, "'at' in callsite location");
	mlirbc__advance(parser);
	return parse_location(parser, &loc.u.callsite.caller) &&
	       mlirbc__expect(parser, ')', "')' in callsite location") && make_loc(parser, &loc, out);
}

struct fused {
	size_t from; /* where its parts begin on parser->attrs */
	const struct mlirbc_attr *metadata;
	struct mlirbc__set seen; /* the parts, as soon as there are many */
};

static bool same_pointer(const void *item, const void *key) { return item == key; }

/* Pushes the part unless it is there already; false when memory is short. */
static bool push_once(struct mlirbc_parser *parser, struct fused *fused, const struct mlirbc_attr *part)
{
	enum { MANY = 32 };
	const struct mlirbc_attr *const *known = (const void *)(parser->attrs.data + fused->from);
	size_t count = MLIRBC__COUNT(parser->attrs, fused->from, struct mlirbc_attr *);
	for (size_t i = 0; i < count && i < MANY; i++) {
		if (known[i] == part)
			return true;
	}
	if (count >= MANY) {
		uint64_t hash = mlirbc__hash(0, &part, sizeof part);
		struct mlirbc__slot *slot = mlirbc__set_find(
			&fused->seen, &parser->context->arena, hash, part, same_pointer);
		if (!slot)
			return mlirbc__no_memory(parser);
		if (slot->item)
			return true;
		mlirbc__set_fill(&fused->seen, slot, hash, part);
	}
	return mlirbc__push_pointer(parser, &parser->attrs, part);
}

/* Unknown parts are left out, and a fused location with the same metadata gives its parts. */
static bool add_part(struct mlirbc_parser *parser, struct fused *fused, const struct mlirbc_attr *part)
{
	if (part->kind == MLIRBC_LOC_UNKNOWN)
		return true;
	if (part->kind != MLIRBC_LOC_FUSED || part->u.fused.metadata != fused->metadata)
		return push_once(parser, fused, part);
	for (size_t i = 0; i < part->u.fused.parts.count; i++) {
		if (!push_once(parser, fused, part->u.fused.parts.data[i]))
			return false;
	}
	return true;
}

static bool make_fused(struct mlirbc_parser *parser, const struct fused *fused, const struct mlirbc_attr **out)
{
	struct mlirbc_attr loc = { .kind = MLIRBC_LOC_FUSED };
	size_t count = MLIRBC__COUNT(parser->attrs, fused->from, struct mlirbc_attr *);
	const struct mlirbc_attr *unknown = mlirbc_loc_unknown(parser->context);
	if (!unknown)
		return mlirbc__no_memory(parser);
	const struct mlirbc_attr *const *parts = (const void *)(parser->attrs.data + fused->from);
	loc.u.fused.parts.data = count ? parts : &unknown;
	loc.u.fused.parts.count = count ? count : 1;
	loc.u.fused.metadata = fused->metadata;
	*out = *loc.u.fused.parts.data;
	bool good = (count <= 1 && !fused->metadata) || make_loc(parser, &loc, out);
	parser->attrs.count = fused->from;
	return good;
}

static bool parse_parts(struct mlirbc_parser *parser, struct fused *fused)
{
	const struct mlirbc_attr *part;
	if (!mlirbc__expect(parser, '[', "'[' in fused location"))
		return false;
	if (parser->token.kind != ']') {
		do {
			if (!parse_location(parser, &part) || !add_part(parser, fused, part))
				return false;
		} while (mlirbc__take(parser, ','));
	}
	return mlirbc__expect(parser, ']', "']' in fused location");
}

static bool parse_fused(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	struct fused fused = { .from = parser->attrs.count };
	mlirbc__advance(parser);
	if (mlirbc__take(parser, '<') && (!mlirbc__parse_attr(parser, NULL, &fused.metadata) ||
						 !mlirbc__expect(parser, '>', "'>' after fused location metadata")))
		return false;
	bool good = parse_parts(parser, &fused) && make_fused(parser, &fused, out);
	mlirbc__set_finish(&fused.seen, &parser->context->arena);
	return good;
}

static bool is_alias(const struct mlirbc_parser *parser)
{
	const struct mlirbc__token *token = &parser->token;
	return token->kind == TOKEN_HASH && !memchr(token->start, '.', mlirbc__token_size(token)) &&
	       !(token->end < parser->lexer.end && *token->end == '<');
}

static bool check_location(
	struct mlirbc_parser *parser, const struct mlirbc_attr *attr, const struct mlirbc__token *place)
{
	return attr->kind >= MLIRBC_LOC_UNKNOWN ||
	       mlirbc__error_at(parser, place, "expected location, but found another attribute");
}

/* #alias, or a location of a dialect. */
static bool parse_attr_loc(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	struct mlirbc__token place = parser->token;
	if (!is_alias(parser))
		return mlirbc__parse_attr(parser, NULL, out) && check_location(parser, *out, &place);
	struct mlirbc__alias *alias = mlirbc__alias_get(parser, place.start, mlirbc__token_size(&place));
	if (!alias)
		return false;
	mlirbc__advance(parser);
	*out = alias->attr;
	if (!*out)
		return mlirbc__error_at(parser, &place, "undefined symbol alias id '%.*s'",
			(int)mlirbc__token_size(&place) - 1, place.start + 1);
	return mlirbc__use_alias(parser, alias, parser->depth ? parser->depth - 1 : 0, &place) &&
	       check_location(parser, *out, &place);
}

static bool parse_instance(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	if (parser->token.kind == TOKEN_HASH)
		return parse_attr_loc(parser, out);
	if (parser->token.kind == TOKEN_STRING)
		return parse_name_or_file(parser, out);
	if (mlirbc__at_word(parser, "callsite"))
		return parse_callsite(parser, out);
	if (mlirbc__at_word(parser, "fused"))
		return parse_fused(parser, out);
	if (mlirbc__at_word(parser, "unknown")) {
		mlirbc__advance(parser);
		*out = mlirbc_loc_unknown(parser->context);
		return *out || mlirbc__no_memory(parser);
	}
	return mlirbc__expected(parser, "location instance");
}

static bool parse_location(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	if (!mlirbc__enter(parser))
		return false;
	bool good = parse_instance(parser, out);
	mlirbc__leave(parser);
	return good;
}

static bool begin_loc(struct mlirbc_parser *parser)
{
	mlirbc__advance(parser);
	return mlirbc__expect(parser, '(', "'(' in location");
}

static bool end_loc(struct mlirbc_parser *parser) { return mlirbc__expect(parser, ')', "')' in location"); }

bool mlirbc__parse_loc(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	return begin_loc(parser) && parse_instance(parser, out) &&
	       end_loc(parser); /* its level is that of the attribute */
}

/* The number that the location will have which the alias stands for. */
static bool use_later(struct mlirbc_parser *parser, struct mlirbc__alias *alias, uint32_t *out)
{
	if (!alias->ref) {
		alias->ref = mlirbc__ref_reserve(parser->context, 1);
		alias->first_use = parser->token.start;
		if (!alias->ref)
			return mlirbc__no_memory(parser);
		if (!mlirbc__push_pointer(parser, &parser->deferred, alias))
			return false;
	}
	alias->uses += alias->uses != UINT32_MAX;
	*out = alias->ref;
	mlirbc__advance(parser);
	return true;
}

bool mlirbc__parse_trailing_loc(struct mlirbc_parser *parser, struct mlirbc__trailing_loc *out)
{
	*out = (struct mlirbc__trailing_loc){ NULL, 0 };
	if (!mlirbc__at_word(parser, "loc"))
		return true;
	if (!begin_loc(parser))
		return false;
	struct mlirbc__alias *alias = NULL;
	if (is_alias(parser) &&
		!(alias = mlirbc__alias_get(parser, parser->token.start, mlirbc__token_size(&parser->token))))
		return false;
	bool later = alias && !alias->attr;
	return (later ? use_later(parser, alias, &out->ref) : parse_instance(parser, &out->attr)) && end_loc(parser);
}
