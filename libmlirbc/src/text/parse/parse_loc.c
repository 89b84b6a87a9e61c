/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Locations. */
#include "text/parse/parser.h"

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
	const struct mlirbc_type *bits = mlirbc_type_integer(parser->context, 64, MLIRBC_UNSIGNED);
	if (!bits)
		return mlirbc__no_memory(parser);
	bool fits = mlirbc__number_bits(parser, bits, &token, false, &value, 1) && value <= UINT32_MAX;
	*out = (uint32_t)value;
	return fits || mlirbc__error_at(parser, &token, "expected %s of 32 bits", what);
}

/* After "file": the current token is ':'. A range is line:column to [line]:column. */
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
		*end_line = *line; /* a line alone differs from its column 0: end 0:0 */
		*end_column = *column;
	}
	if (*end_line == *line && mlirbc__at_word(parser, "to")) {
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

static enum mlirbc__step make_name(
	struct mlirbc_parser *parser, const struct mlirbc_string *name, const struct mlirbc_attr *child)
{
	struct mlirbc_attr loc = { .kind = MLIRBC_LOC_NAME, .u.name.name = name };
	if (child && child->kind != MLIRBC_LOC_UNKNOWN)
		loc.u.name.child = child;
	return mlirbc__value(parser, mlirbc_attr_get(parser->context, &loc));
}

static enum mlirbc__step child_of_name(struct mlirbc_parser *parser, struct mlirbc__frame *frame)
{
	return mlirbc__expect(parser, ')', "')' after child location of NameLoc")
		       ? make_name(parser, frame->u.text, parser->made)
		       : STEP_FAILED;
}

static enum mlirbc__step begin_name_or_file(struct mlirbc_parser *parser)
{
	const struct mlirbc_string *name;
	const struct mlirbc_attr *made = NULL;
	if (!mlirbc__take_text(parser, &name))
		return STEP_FAILED;
	if (parser->token.kind == ':')
		return mlirbc__value_if(parser, parse_file(parser, name, &made), &made);
	if (!mlirbc__take(parser, '('))
		return make_name(parser, name, NULL);
	struct mlirbc__frame *frame = mlirbc__frame_push(parser, child_of_name);
	if (frame)
		frame->u.text = name;
	return frame ? STEP_LOC : STEP_FAILED;
}

static enum mlirbc__step next_of_callsite(struct mlirbc_parser *parser, struct mlirbc__frame *frame)
{
	if (frame->u.callee) {
		const struct mlirbc_attr loc = { .kind = MLIRBC_LOC_CALLSITE,
			.u.callsite = { .callee = frame->u.callee, .caller = parser->made } };
		return mlirbc__expect(parser, ')', "')' in callsite location")
			       ? mlirbc__value(parser, mlirbc_attr_get(parser->context, &loc))
			       : STEP_FAILED;
	}
	frame->u.callee = parser->made;
	if (!mlirbc__at_word(parser, "at")) {
		mlirbc__expected(parser, "'at' in callsite location");
		return STEP_FAILED;
	}
	mlirbc__advance(parser);
	return STEP_LOC;
}

static enum mlirbc__step begin_callsite(struct mlirbc_parser *parser)
{
	mlirbc__advance(parser);
	struct mlirbc__frame *frame = mlirbc__frame_push(parser, next_of_callsite);
	if (!frame)
		return STEP_FAILED;
	frame->u.callee = NULL;
	return mlirbc__expect(parser, '(', "'(' in callsite location") ? STEP_LOC : STEP_FAILED;
}

/* ---- fused locations: their parts are on parser->attrs from frame->from on */

static bool same_pointer(const void *item, const void *key) { return item == key; }

/* Pushes the part unless it is already there; false when memory is short. */
static bool push_once(struct mlirbc_parser *parser, struct mlirbc__frame *frame, const struct mlirbc_attr *part)
{
	enum { MANY = 32 };
	const struct mlirbc_attr *const *known = (const void *)(parser->attrs.data + frame->from);
	size_t count = MLIRBC__COUNT(parser->attrs, frame->from, struct mlirbc_attr *);
	for (size_t i = 0; i < count && i < MANY; i++) {
		if (known[i] == part)
			return true;
	}
	if (count >= MANY) {
		uint64_t hash = mlirbc__hash(0, &part, sizeof part);
		struct mlirbc__set_slot *slot = mlirbc__set_find(
			&frame->u.fused.seen, &parser->context->arena, hash, part, same_pointer);
		if (!slot)
			return mlirbc__no_memory(parser);
		if (slot->item)
			return true;
		mlirbc__set_fill(&frame->u.fused.seen, slot, hash, part);
	}
	return mlirbc__push_pointer(parser, &parser->attrs, part);
}

/* Unknown parts are dropped, and a fused location with equal metadata is replaced by its parts. */
static bool add_part(struct mlirbc_parser *parser, struct mlirbc__frame *frame, const struct mlirbc_attr *part)
{
	if (part->kind == MLIRBC_LOC_UNKNOWN)
		return true;
	if (part->kind != MLIRBC_LOC_FUSED || part->u.fused.metadata != frame->u.fused.metadata)
		return push_once(parser, frame, part);
	for (size_t i = 0; i < part->u.fused.parts.count; i++) {
		if (!push_once(parser, frame, part->u.fused.parts.data[i]))
			return false;
	}
	return true;
}

static enum mlirbc__step end_fused(struct mlirbc_parser *parser, struct mlirbc__frame *frame)
{
	struct mlirbc_attr loc = { .kind = MLIRBC_LOC_FUSED };
	size_t count = MLIRBC__COUNT(parser->attrs, frame->from, struct mlirbc_attr *);
	const struct mlirbc_attr *unknown = mlirbc_loc_unknown(parser->context);
	if (!mlirbc__expect(parser, ']', "']' in fused location"))
		return STEP_FAILED;
	if (!unknown)
		return mlirbc__value(parser, NULL);
	const struct mlirbc_attr *const *parts = (const void *)(parser->attrs.data + frame->from);
	loc.u.fused.parts.data = count ? parts : &unknown;
	loc.u.fused.parts.count = count ? count : 1;
	loc.u.fused.metadata = frame->u.fused.metadata;
	const struct mlirbc_attr *made = *loc.u.fused.parts.data;
	if (count > 1 || frame->u.fused.metadata)
		made = mlirbc_attr_get(parser->context, &loc);
	parser->attrs.count = frame->from;
	mlirbc__drop_fused(parser, frame);
	return mlirbc__value(parser, made);
}

static enum mlirbc__step begin_parts(struct mlirbc_parser *parser, struct mlirbc__frame *frame)
{
	frame->u.fused.parts = true;
	if (!mlirbc__expect(parser, '[', "'[' in fused location"))
		return STEP_FAILED;
	return parser->token.kind == ']' ? end_fused(parser, frame) : STEP_LOC;
}

static enum mlirbc__step next_of_fused(struct mlirbc_parser *parser, struct mlirbc__frame *frame)
{
	if (frame->u.fused.parts) {
		if (!add_part(parser, frame, parser->made))
			return STEP_FAILED;
		return mlirbc__take(parser, ',') ? STEP_LOC : end_fused(parser, frame);
	}
	frame->u.fused.metadata = parser->made;
	return mlirbc__expect(parser, '>', "'>' after fused location metadata") ? begin_parts(parser, frame)
										: STEP_FAILED;
}

void mlirbc__drop_fused(struct mlirbc_parser *parser, struct mlirbc__frame *frame)
{
	if (frame->next == next_of_fused)
		mlirbc__set_finish(&frame->u.fused.seen, &parser->context->arena);
}

static enum mlirbc__step begin_fused(struct mlirbc_parser *parser)
{
	mlirbc__advance(parser);
	struct mlirbc__frame *frame = mlirbc__frame_push(parser, next_of_fused);
	if (!frame)
		return STEP_FAILED;
	frame->from = parser->attrs.count;
	frame->u.fused.metadata = NULL;
	frame->u.fused.seen = (struct mlirbc__set){ 0 };
	frame->u.fused.parts = false;
	if (mlirbc__take(parser, '<'))
		return STEP_ATTR;
	enum mlirbc__step step = begin_parts(parser, frame);
	if (step == STEP_MADE)
		parser->frames.count -= sizeof *frame;
	return step;
}

/* ---- any location */

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

static enum mlirbc__step attr_as_loc(struct mlirbc_parser *parser, struct mlirbc__frame *frame)
{
	return check_location(parser, parser->made, &frame->place) ? STEP_MADE : STEP_FAILED; /* parser->made is the
	                                                                                         location */
}

static bool parse_alias_loc(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	struct mlirbc__token place = parser->token;
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

/* #alias, or a location of a dialect. */
static enum mlirbc__step begin_attr_loc(struct mlirbc_parser *parser)
{
	const struct mlirbc_attr *made = NULL;
	if (is_alias(parser))
		return mlirbc__value_if(parser, parse_alias_loc(parser, &made), &made);
	struct mlirbc__frame *frame = mlirbc__frame_push(parser, attr_as_loc);
	if (frame)
		frame->place = parser->token;
	return frame ? STEP_ATTR : STEP_FAILED;
}

enum mlirbc__step mlirbc__begin_loc(struct mlirbc_parser *parser)
{
	if (parser->token.kind == TOKEN_HASH)
		return begin_attr_loc(parser);
	if (parser->token.kind == TOKEN_STRING)
		return begin_name_or_file(parser);
	if (mlirbc__at_word(parser, "callsite"))
		return begin_callsite(parser);
	if (mlirbc__at_word(parser, "fused"))
		return begin_fused(parser);
	if (mlirbc__at_word(parser, "unknown")) {
		mlirbc__advance(parser);
		return mlirbc__value(parser, mlirbc_loc_unknown(parser->context));
	}
	mlirbc__expected(parser, "location instance");
	return STEP_FAILED;
}

static bool open_loc(struct mlirbc_parser *parser)
{
	mlirbc__advance(parser);
	return mlirbc__expect(parser, '(', "'(' in location");
}

static bool close_loc(struct mlirbc_parser *parser) { return mlirbc__expect(parser, ')', "')' in location"); }

static enum mlirbc__step end_loc_attr(struct mlirbc_parser *parser, struct mlirbc__frame *frame)
{
	(void)frame;
	parser->depth++;
	return close_loc(parser) ? STEP_MADE : STEP_FAILED; /* parser->made is the location */
}

enum mlirbc__step mlirbc__begin_loc_attr(struct mlirbc_parser *parser)
{
	if (!open_loc(parser) || !mlirbc__frame_push(parser, end_loc_attr))
		return STEP_FAILED;
	parser->depth--; /* the location and the attribute count as one level */
	return STEP_LOC;
}

/* The number of the location that the alias will be defined as. */
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
	if (!open_loc(parser))
		return false;
	struct mlirbc__alias *alias = NULL;
	if (is_alias(parser) &&
		!(alias = mlirbc__alias_get(parser, parser->token.start, mlirbc__token_size(&parser->token))))
		return false;
	bool later = alias && !alias->attr;
	return (later ? use_later(parser, alias, &out->ref) : mlirbc__parse_location(parser, &out->attr)) &&
	       close_loc(parser);
}
