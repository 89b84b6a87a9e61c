/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* References to aliases inside of the text of dialect attributes and types. */
#include "ir/context.h"

#include "text/lexer.h"

#include <stdio.h>

static bool alias_equal(const void *item, const void *key)
{
	const struct mlirbc__text_alias *alias = item;
	const struct mlirbc_string *name = key;
	return mlirbc__string_is(alias->name, name->data, name->size);
}

static struct mlirbc__slot *find_slot(
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
	struct mlirbc__slot *slot = find_slot(context, &key, &hash);
	return slot ? slot->item : NULL;
}

const struct mlirbc_string *mlirbc__text_alias_add(
	struct mlirbc_context *context, const struct mlirbc__text_alias *alias)
{
	char name[160];
	const struct mlirbc_string *tried = alias->name;
	for (unsigned number = 1; tried; number++) {
		uint64_t hash;
		struct mlirbc__slot *slot = find_slot(context, tried, &hash);
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
