/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The text of dialect attributes and types that are not decoded into fields ("kept text"): references to aliases in
 * it, and numbers of distinct attributes. */
#include "ir/kept_text.h"

#include "support/chars.h"

#include <stdio.h>

static bool alias_equal(const void *item, const void *key)
{
	const struct mlirbc__text_alias *alias = item;
	const struct mlirbc_string *name = key;
	return mlirbc__string_is(alias->name, name->data, name->size);
}

static struct mlirbc__set_slot *find_slot(
	struct mlirbc_context *context, const struct mlirbc_string *name, uint64_t *out_hash)
{
	*out_hash = mlirbc__hash(context->seed, name->data, name->size);
	return mlirbc__set_find(&context->text_aliases, &context->arena, *out_hash, name, alias_equal);
}

const struct mlirbc__text_alias *mlirbc__text_alias_find(struct mlirbc_context *context, const char *name, size_t size)
{
	const struct mlirbc_string key = { name, size };
	uint64_t hash;
	if (context->text_aliases.count == 0)
		return NULL;
	struct mlirbc__set_slot *slot = find_slot(context, &key, &hash);
	return slot ? slot->item : NULL;
}

const struct mlirbc_string *mlirbc__text_alias_add(
	struct mlirbc_context *context, const struct mlirbc__text_alias *alias)
{
	char name[160];
	const struct mlirbc_string *tried = alias->name;
	for (unsigned number = 1; tried; number++) {
		uint64_t hash;
		struct mlirbc__set_slot *slot = find_slot(context, tried, &hash);
		if (!slot)
			return NULL;
		const struct mlirbc__text_alias *known = slot->item;
		if (known && known->attr == alias->attr && known->type == alias->type)
			return tried;
		if (!known) {
			struct mlirbc__text_alias *made = MLIRBC__NEW(context, struct mlirbc__text_alias);
			if (!made)
				return NULL;
			*made = (struct mlirbc__text_alias){ tried, alias->attr, alias->type };
			mlirbc__set_fill(&context->text_aliases, slot, hash, made);
			return tried;
		}
		int size = snprintf(name, sizeof name, "%.*s_%u",
			(int)(alias->name->size < 128 ? alias->name->size : 128), alias->name->data, number);
		tried = mlirbc_string_get(context, name, (size_t)size);
	}
	return NULL;
}

const char *mlirbc__skip_literal(const char *at, const char *end)
{
	for (at++; at < end && *at != '"'; at++)
		at += *at == '\\' && at + 1 < end;
	return at < end ? at + 1 : end;
}

const char *mlirbc__next_reference(const char *at, const char *end, size_t *out_size)
{
	while (at < end) {
		if (*at == '"') {
			at = mlirbc__skip_literal(at, end);
			continue;
		}
		const char *sigil = at++;
		if (*sigil != '#' && *sigil != '!')
			continue;
		while (at < end && mlirbc__char_is(*at, CHAR_SUFFIX) && *at != '.')
			at++;
		if (at - sigil > 1 && (at == end || (*at != '.' && *at != '<'))) {
			*out_size = (size_t)(at - sigil);
			return sigil;
		}
	}
	return NULL;
}

/* A cheap test with false positives, but no false negatives. */
bool mlirbc__kept_has_pieces(const struct mlirbc_string *text)
{
	const char *at = text->data, *end = at + text->size;
	for (; at < end; at++) {
		if (*at == '#' || *at == '!' || (*at == '[' && at > text->data && at[-1] == 't'))
			return true;
		if ((*at == '<' && at > text->data && strchr(" pt<", at[-1])) ||
			(*at == '(' && at > text->data && at[-1] == 'c'))
			return true;
	}
	return false;
}

/* ---- making numbers of distinct attributes unique to a file */

static bool put_number(char **to, const char *end, uint64_t number)
{
	int size = snprintf(*to, (size_t)(end - *to), "distinct[%llu", (unsigned long long)number);
	*to += size;
	return size > 0 && *to < end;
}

const char *mlirbc__text_own_distincts(struct mlirbc_context *context, const char *text, size_t *size)
{
	const char *at = text, *end = text + *size, *from = text;
	size_t count = 0, room;
	uint64_t most = 0;
	for (const char *found = text; (found = memchr(found, '[', (size_t)(end - found))) != NULL; found++)
		count += found - text >= 8 && memcmp(found - 8, "distinct", 8) == 0;
	if (count == 0)
		return text;
	room = *size + count * 20 + 1;
	char *made = mlirbc__alloc(context, room, 1), *to = made;
	while (made && at < end) {
		if (*at == '"') {
			at = mlirbc__skip_literal(at, end);
			continue;
		}
		if (end - at < 10 || memcmp(at, "distinct[", 9) != 0 || !mlirbc__char_is(at[9], CHAR_DIGIT)) {
			at++;
			continue;
		}
		memcpy(to, from, (size_t)(at - from));
		to += at - from;
		uint64_t number = 0;
		for (at += 9; at < end && *at >= '0' && *at <= '9' && number < UINT32_MAX / 16; at++)
			number = number * 10 + (uint64_t)(*at - '0');
		most = number > most ? number : most;
		if (!put_number(&to, made + room, MLIRBC__TEXT_DISTINCT + context->text_distincts + number))
			return NULL;
		from = at;
	}
	if (!made)
		return NULL;
	memcpy(to, from, (size_t)(end - from));
	context->text_distincts += most + 1;
	*size = (size_t)(to - made) + (size_t)(end - from);
	return made;
}
