/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* #name and !name: aliases, and attributes and types of dialects. */
#include "text/parse/parser.h"
#include "ir/kept_text.h"

#include <stdio.h>

static bool alias_equal(const void *item, const void *key)
{
	const struct mlirbc__alias *alias = item;
	const struct mlirbc_string *name = key;
	return mlirbc__string_is(&alias->name, name->data, name->size);
}

/* The alias of that name, defined or not. `name` includes its # or !. NULL after an error. */
struct mlirbc__alias *mlirbc__alias_get(struct mlirbc_parser *parser, const char *name, size_t size)
{
	struct mlirbc_context *context = parser->context;
	struct mlirbc_string key = { name, size };
	uint64_t hash = mlirbc__hash(context->seed, name, size);
	struct mlirbc__set_slot *slot = mlirbc__set_find(&parser->aliases, &context->arena, hash, &key, alias_equal);
	if (slot && slot->item)
		return (struct mlirbc__alias *)(uintptr_t)slot->item;
	struct mlirbc__alias *alias = slot ? MLIRBC__NEW(context, struct mlirbc__alias) : NULL;
	if (!alias) {
		mlirbc__no_memory(parser);
		return NULL;
	}
	*alias = (struct mlirbc__alias){ .name = key };
	const struct mlirbc__text_alias *known = parser->kept ? mlirbc__text_alias_find(context, name, size) : NULL;
	if (known) {
		alias->attr = known->attr;
		alias->type = known->type;
		alias->depth = known->attr ? known->attr->depth : known->type ? known->type->depth : 0;
	}
	mlirbc__set_fill(&parser->aliases, slot, hash, alias);
	return alias;
}

bool mlirbc__parse_alias(struct mlirbc_parser *parser)
{
	struct mlirbc__token name = parser->token;
	bool is_type = name.kind == TOKEN_BANG;
	const char *what = is_type ? "type" : "attribute";
	size_t size = mlirbc__token_size(&name);
	if (memchr(name.start, '.', size))
		return mlirbc__error_at(
			parser, &name, "%s names with a '.' are reserved for dialect-defined names", what);
	struct mlirbc__alias *alias = mlirbc__alias_get(parser, name.start, size);
	if (!alias)
		return false;
	if (alias->attr || alias->type)
		return mlirbc__error_at(
			parser, &name, "redefinition of %s alias id '%.*s'", what, (int)size - 1, name.start + 1);
	mlirbc__advance(parser);
	if (!mlirbc__expect(parser, '=', "'=' in alias definition"))
		return false;
	/* set when complete, so that the alias cannot refer to itself */
	const struct mlirbc_attr *attr = NULL;
	const struct mlirbc_type *type = NULL;
	uint64_t before = parser->weight;
	parser->deepest = 0;
	if (!(is_type ? mlirbc__parse_type(parser, &type) : mlirbc__parse_attr(parser, NULL, &attr)))
		return false;
	alias->attr = attr;
	alias->type = type;
	alias->depth = parser->deepest;
	alias->weight = parser->weight - before;
	return true;
}

bool mlirbc__use_alias(struct mlirbc_parser *parser, const struct mlirbc__alias *alias, uint32_t depth,
	const struct mlirbc__token *place)
{
	const bool loc = alias->attr && alias->attr->kind >= MLIRBC_LOC_UNKNOWN;
	const uint32_t limit = loc ? parser->max_loc_depth : parser->max_depth;
	if ((uint64_t)alias->depth + depth > limit)
		return mlirbc__limit_at(parser, place, "nested deeper than the limit of %u", limit);
	if (depth + alias->depth > parser->deepest)
		parser->deepest = depth + alias->depth;
	parser->weight += alias->weight;
	return parser->weight <= parser->most_weight ||
	       mlirbc__limit_at(parser, place, "aliases stand for more than %llu attributes and types",
		       (unsigned long long)parser->most_weight);
}

static bool later_error(struct mlirbc_parser *parser, const struct mlirbc__alias *alias)
{
	struct mlirbc__token place = mlirbc__token_at(parser, alias->first_use);
	return mlirbc__error_at(parser, &place,
		alias->attr ? "expected location, but found another attribute"
			    : "operation location alias was never defined");
}

bool mlirbc__resolve_deferred(struct mlirbc_parser *parser)
{
	struct mlirbc__alias *const *aliases = (const void *)parser->deferred.data;
	size_t count = MLIRBC__COUNT(parser->deferred, 0, struct mlirbc__alias *);
	for (size_t i = 0; i < count; i++) {
		const struct mlirbc__alias *alias = aliases[i];
		if (!alias->attr || alias->attr->kind < MLIRBC_LOC_UNKNOWN)
			return later_error(parser, alias);
		for (uint32_t use = 0; use < alias->uses; use++) {
			if (!mlirbc__use_alias(parser, alias, 0, &parser->token))
				return false;
		}
		if (!mlirbc__ref_set(parser->context, alias->ref, alias->attr))
			return mlirbc__no_memory(parser);
	}
	return true;
}

static bool body_error(struct mlirbc_parser *parser)
{
	const char *at = parser->lexer.at;
	struct mlirbc__token place = {
		.start = at, .line = parser->lexer.line, .column = (uint32_t)(at - parser->lexer.line_start) + 1
	};
	return parser->lexer.message
		       ? mlirbc__error_at(parser, &place, "%s", parser->lexer.message)
		       : mlirbc__limit_at(parser, &place, "nested deeper than the limit of %u", parser->max_depth);
}

/* <...> of a dialect; the stack of open brackets grows up to the limit. */
static bool read_body(struct mlirbc_parser *parser)
{
	const struct mlirbc__lexer before = parser->lexer;
	struct mlirbc__stack *brackets = &parser->brackets;
	for (;;) {
		size_t room = brackets->capacity < parser->max_depth ? brackets->capacity : parser->max_depth;
		if (mlirbc__lexer_body(&parser->lexer, (char *)brackets->data, room))
			return true;
		if (parser->lexer.message || room == parser->max_depth)
			return body_error(parser);
		parser->lexer = before;
		if (!mlirbc__push_slow(parser, brackets, brackets->capacity + 1))
			return false;
		brackets->count = 0;
	}
}

static bool is_namespace(const char *p, const char *end)
{
	if (p == end || !mlirbc__char_is(*p, CHAR_WORD_START))
		return false;
	while (p < end && (mlirbc__char_is(*p, CHAR_WORD_START | CHAR_DIGIT) || *p == '$'))
		p++;
	return p == end;
}

/* The name by which kept text refers to an alias; NULL after an error. */
static const struct mlirbc_string *settle_alias(
	struct mlirbc_parser *parser, const struct mlirbc__token *place, const char *found, size_t size)
{
	const struct mlirbc__alias *alias = mlirbc__alias_get(parser, found, size);
	if (!alias || !mlirbc__use_alias(parser, alias, parser->depth, place))
		return NULL;
	/* even if it is not defined: the name must not get a meaning later */
	const struct mlirbc_string *own = mlirbc_string_get(parser->context, found, size), *name = NULL;
	if (own)
		name = mlirbc__text_alias_add(
			parser->context, &(struct mlirbc__text_alias){ own, alias->attr, alias->type });
	if (!name)
		mlirbc__no_memory(parser);
	return name;
}

/* The end of the body of another dialect's attribute or type, whose text only that dialect understands; `at` if
   there is none. */
static const char *skip_foreign(const char *at, const char *end)
{
	const char *name = at + 1, *p = name;
	int depth = 0;
	while (p < end && mlirbc__char_is(*p, CHAR_SUFFIX))
		p++;
	if (p == name || p == end || *p != '<' ||
		(p - name >= 4 && memcmp(name, "llvm", 4) == 0 && strchr(".<", name[4])))
		return at;
	while (p < end) {
		if (*p == '"') {
			p = mlirbc__skip_literal(p, end);
			continue;
		}
		depth += *p == '<';
		depth -= *p == '>' && p[-1] != '-';
		p++;
		if (depth == 0)
			return p;
	}
	return end;
}

/* "distinct[1]<>" outside of strings and of bodies of other dialects. */
static const char *next_distinct(const char *at, const char *end, size_t *out_size)
{
	static const char word[] = "distinct[";
	const size_t size = sizeof word - 1;
	for (; (size_t)(end - at) > size; at++) {
		if (*at == '"') {
			for (at++; at < end - 1 && *at != '"'; at++)
				at += *at == '\\' && at + 1 < end;
		} else if (*at == '#' || *at == '!') {
			const char *behind = skip_foreign(at, end);
			at = behind > at ? behind - 1 : at;
		} else if (*at == 'd' && memcmp(at, word, size) == 0) {
			const char *p = at + size;
			while (p < end && mlirbc__char_is(*p, CHAR_DIGIT))
				p++;
			*out_size = (size_t)(p - at) + 3;
			bool alone = end - p == 3 ||
				     (end - p > 3 && p[3] != '<' && !mlirbc__char_is(p[3], CHAR_SUFFIX));
			if (p > at + size && p - at < 28 && alone && memcmp(p, "]<>", 3) == 0)
				return at; /* a name is possible here */
		}
	}
	return NULL;
}

/* Likewise for a distinct attribute: its number is reassigned when the text is printed. */
static const struct mlirbc_string *settle_distinct(
	struct mlirbc_parser *parser, const struct mlirbc__token *place, const char *found, size_t size)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DISTINCT };
	struct mlirbc__text_alias alias = { NULL, NULL, NULL };
	char name[40];
	for (const char *p = found + 9; p < found + size - 3; p++)
		attr.u.distinct.id = attr.u.distinct.id * 10 + (uint64_t)(*p - '0');
	if (!mlirbc__get_distinct(parser, &attr, place, &alias.attr))
		return NULL;
	int length = snprintf(name, sizeof name, "#distinct_%llu", (unsigned long long)attr.u.distinct.id);
	alias.name = mlirbc_string_get(parser->context, name, (size_t)length);
	const struct mlirbc_string *given = alias.name ? mlirbc__text_alias_add(parser->context, &alias) : NULL;
	if (!given)
		mlirbc__no_memory(parser);
	return given;
}

/* Gives alias names in kept text a meaning that is valid in the whole context; this may rename them in the text. */
static bool settle_references(
	struct mlirbc_parser *parser, const struct mlirbc__token *place, bool distincts, struct mlirbc_string *text)
{
	const char *at = text->data, *end = at + text->size;
	size_t from = parser->bytes.count;
	bool changed = false;
	size_t next_size = 0, distinct_size = 0;
	const char *distinct = distincts ? next_distinct(at, end, &distinct_size) : NULL, *next = at;
	for (;;) { /* each kind is searched for once: there may be many of the other kind in between */
		if (next && next <= at)
			next = mlirbc__next_reference(at, end, &next_size);
		const char *found = next;
		size_t size = next_size;
		bool is_distinct = distinct && (!found || distinct < found);
		if (!found && !distinct)
			break;
		const struct mlirbc_string *name = is_distinct ? settle_distinct(parser, place, distinct, distinct_size)
							       : settle_alias(parser, place, found, size);
		if (!name)
			return false;
		if (is_distinct) {
			found = distinct;
			size = distinct_size;
			distinct = next_distinct(found + size, end, &distinct_size);
		}
		changed |= !mlirbc__string_is(name, found, size);
		if (!mlirbc__push_text(parser, at, (size_t)(found - at)) || !mlirbc__push_text(parser, name->data, name->size))
			return false;
		at = found + size;
	}
	if (changed && !mlirbc__push_text(parser, at, (size_t)(end - at)))
		return false;
	const struct mlirbc_string *made = NULL;
	if (changed)
		made = mlirbc_string_get(
			parser->context, (const char *)parser->bytes.data + from, parser->bytes.count - from);
	parser->bytes.count = from;
	if (made)
		*text = *made;
	return made || !changed || mlirbc__no_memory(parser);
}

/* Splits "ns.text<body>" or "ns<text>" into namespace and text; for an alias sets *out_alias instead. */
bool mlirbc__parse_dialect_symbol(struct mlirbc_parser *parser, struct mlirbc_string *out_dialect,
	struct mlirbc_string *out_text, struct mlirbc__alias **out_alias)
{
	struct mlirbc__token name = parser->token;
	const char *word = name.start + 1, *dot = memchr(word, '.', (size_t)(name.end - word));
	bool body = name.end < parser->lexer.end && *name.end == '<';
	*out_alias = NULL;
	if (!body && !dot) {
		*out_alias = mlirbc__alias_get(parser, name.start, mlirbc__token_size(&name));
		mlirbc__advance(parser);
		return *out_alias != NULL;
	}
	if (body && !read_body(parser))
		return false;
	const char *end = parser->lexer.at, *dialect_end = dot ? dot : name.end;
	if (!is_namespace(word, dialect_end))
		return mlirbc__error_at(parser, &name, "invalid dialect namespace '%.*s'",
			(int)(dialect_end - word < 100 ? dialect_end - word : 100), word);
	*out_dialect = (struct mlirbc_string){ word, (size_t)(dialect_end - word) };
	*out_text = (struct mlirbc_string){ dialect_end + 1, (size_t)(end - dialect_end) - (dot ? 1 : 2) };
	mlirbc__advance(parser);
	size_t size;
	bool distincts = parser->module && mlirbc__string_is(out_dialect, "llvm", 4) &&
			 next_distinct(out_text->data, out_text->data + out_text->size, &size);
	bool plain = !memchr(out_text->data, '#', out_text->size) && !memchr(out_text->data, '!', out_text->size);
	return (plain && !distincts) || settle_references(parser, &name, distincts, out_text);
}

bool mlirbc__parse_body(struct mlirbc_parser *parser, const char *mnemonic, struct mlirbc_string *out)
{
	struct mlirbc__token place = parser->token;
	size_t size = mnemonic ? strlen(mnemonic) : 0;
	if (place.kind != '<')
		return mlirbc__expected(parser, "'<'");
	parser->lexer.at = place.start;
	if (!read_body(parser))
		return false;
	size_t body = (size_t)(parser->lexer.at - place.start);
	char *text = mlirbc__scratch(parser, size + body);
	if (!text)
		return mlirbc__no_memory(parser);
	memcpy(text, mnemonic ? mnemonic : "", size);
	memcpy(text + size, place.start, body);
	*out = mnemonic ? (struct mlirbc_string){ text, size + body } : (struct mlirbc_string){ text + 1, body - 2 };
	mlirbc__advance(parser);
	bool plain = !memchr(text, '#', size + body) && !memchr(text, '!', size + body);
	return plain || settle_references(parser, &place, false, out);
}

static bool distinct_equal(const void *item, const void *key)
{
	return ((const struct mlirbc__distinct *)item)->id == *(const uint64_t *)key;
}

/* The record for that number, created empty if new; NULL: memory is short. */
static struct mlirbc__distinct *find_distinct(struct mlirbc_parser *parser, uint64_t id)
{
	struct mlirbc_context *context = parser->context;
	uint64_t hash = mlirbc__hash(context->seed, &id, sizeof id);
	struct mlirbc__set_slot *slot = mlirbc__set_find(
		&parser->distincts, &context->arena, hash, &id, distinct_equal);
	if (!slot || slot->item)
		return slot ? (struct mlirbc__distinct *)(uintptr_t)slot->item : NULL;
	struct mlirbc__distinct *made = MLIRBC__NEW(context, struct mlirbc__distinct);
	if (made) {
		*made = (struct mlirbc__distinct){ .id = id };
		mlirbc__set_fill(&parser->distincts, slot, hash, made);
	}
	return made;
}

bool mlirbc__get_distinct(struct mlirbc_parser *parser, const struct mlirbc_attr *attr,
	const struct mlirbc__token *place, const struct mlirbc_attr **out)
{
	struct mlirbc__distinct *known = find_distinct(parser, attr->u.distinct.id);
	if (!known)
		return mlirbc__no_memory(parser);
	if (known->attr) {
		*out = known->attr;
		return (*out)->u.distinct.referenced == attr->u.distinct.referenced ||
		       mlirbc__error_at(parser, place, "referenced attribute does not match previous definition");
	}
	*out = known->attr = mlirbc_attr_get(parser->context, attr);
	known->before = parser->last_distinct;
	parser->last_distinct = known;
	return *out || mlirbc__no_memory(parser);
}
