/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* {-# dialect_resources: { ... }, external_resources: { ... } #-} at the end of a source. */
#include "text/parse/parser.h"
#include "support/hex.h"

static bool parse_key(struct mlirbc_parser *parser, const struct mlirbc_string **out)
{
	if (parser->token.kind != TOKEN_WORD && parser->token.kind != TOKEN_STRING)
		return mlirbc__expected(parser, "identifier key for a file metadata entry");
	return mlirbc__take_text(parser, out) && mlirbc__expect(parser, ':', "':'");
}

/* "0x", the alignment as four little-endian bytes, the data. */
static bool parse_blob(struct mlirbc_parser *parser, struct mlirbc_resource *resource)
{
	bool hex = parser->token.kind == TOKEN_STRING && mlirbc__token_size(&parser->token) >= 4 &&
		   memcmp(parser->token.start, "\"0x", 3) == 0;
	const char *p = hex ? parser->token.start + 3 : parser->token.start, *end = hex ? parser->token.end - 1 : p;
	size_t size = (size_t)(end - p) / 2;
	if (size < 4 || (end - p) % 2 != 0)
		return mlirbc__error_at(parser, &parser->token,
			"expected hex string blob for key, with an alignment of 4 bytes in front");
	unsigned char *data = mlirbc__alloc(parser->context, size, 1);
	if (!data)
		return mlirbc__no_memory(parser);
	if (!mlirbc__hex_decode(p, size, data))
		return mlirbc__error_at(
			parser, &parser->token, "expected hex string blob for key: only hexadecimal digits");
	resource->kind = MLIRBC_RESOURCE_BLOB;
	resource->alignment = (uint32_t)data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16 |
			      (uint32_t)data[3] << 24;
	resource->data = data + 4;
	resource->size = size - 4;
	if (resource->alignment & (resource->alignment - 1))
		return mlirbc__error_at(
			parser, &parser->token, "expected hex string blob with an alignment that is a power of two");
	mlirbc__advance(parser);
	return true;
}

static bool parse_value(struct mlirbc_parser *parser, struct mlirbc_resource *resource)
{
	const struct mlirbc_string *text;
	bool value = mlirbc__at_word(parser, "true");
	if (!resource->external && mlirbc__string_is(resource->group, "builtin", 7))
		return parse_blob(parser, resource);
	if (value || mlirbc__at_word(parser, "false")) {
		resource->kind = MLIRBC_RESOURCE_BOOL;
		resource->value = value;
		mlirbc__advance(parser);
		return true;
	}
	if (parser->token.kind != TOKEN_STRING)
		return mlirbc__expected(parser, "a string, true or false");
	if (mlirbc__token_size(&parser->token) >= 4 && memcmp(parser->token.start, "\"0x", 3) == 0)
		return parse_blob(parser, resource);
	if (!mlirbc__take_text(parser, &text))
		return false;
	resource->kind = MLIRBC_RESOURCE_STRING;
	resource->data = (const uint8_t *)text->data;
	resource->size = text->size;
	return true;
}

/* { key: ..., key: ... } with the part after the colon read by `item`. */
static bool parse_braced(struct mlirbc_parser *parser, struct mlirbc_resource *resource,
	const struct mlirbc_string **key, bool (*item)(struct mlirbc_parser *parser, struct mlirbc_resource *resource))
{
	if (!mlirbc__expect(parser, '{', "'{'"))
		return false;
	if (parser->token.kind != '}') {
		do {
			if (!parse_key(parser, key) || !item(parser, resource))
				return false;
		} while (mlirbc__take(parser, ','));
	}
	return mlirbc__expect(parser, '}', "'}'");
}

static bool same_place(const void *item, const void *key)
{
	const struct mlirbc_resource *a = item, *b = key;
	return a->group == b->group && a->key == b->key && a->external == b->external;
}

/* Keys are unique in a group: bytecode cannot represent duplicates. */
static bool parse_entry(struct mlirbc_parser *parser, struct mlirbc_resource *resource)
{
	struct mlirbc__arena *arena = &parser->context->arena;
	struct mlirbc__token place = mlirbc__last(parser);
	const uintptr_t key[] = { (uintptr_t)resource->group, (uintptr_t)resource->key, resource->external };
	if (!parse_value(parser, resource))
		return false;
	uint64_t hash = mlirbc__hash(parser->context->seed, key, sizeof key);
	struct mlirbc__set_slot *slot = mlirbc__set_find(&parser->resources, arena, hash, resource, same_place);
	if (slot && slot->item)
		return mlirbc__error_at(parser, &place, "redefinition of resource '%.*s'",
			(int)(resource->key->size < 100 ? resource->key->size : 100), resource->key->data);
	const struct mlirbc_resource *made = slot ? mlirbc_resource_add(parser->module, resource) : NULL;
	if (!made)
		return mlirbc__no_memory(parser);
	mlirbc__set_fill(&parser->resources, slot, hash, made);
	return true;
}

static bool parse_group(struct mlirbc_parser *parser, struct mlirbc_resource *resource)
{
	return parse_braced(parser, resource, &resource->key, parse_entry);
}

bool mlirbc__parse_resources(struct mlirbc_parser *parser)
{
	mlirbc__advance(parser);
	while (parser->token.kind != TOKEN_RESOURCES_END) {
		struct mlirbc_resource resource = { 0 };
		struct mlirbc__token place = parser->token;
		const struct mlirbc_string *section;
		if (!parse_key(parser, &section))
			return false;
		resource.external = mlirbc__string_is(section, "external_resources", 18);
		if (!resource.external && !mlirbc__string_is(section, "dialect_resources", 17))
			return mlirbc__error_at(parser, &place, "unknown key '%.*s' in file metadata dictionary",
				(int)(section->size < 100 ? section->size : 100), section->data);
		if (!parse_braced(parser, &resource, &resource.group, parse_group))
			return false;
		if (parser->token.kind != TOKEN_RESOURCES_END && !mlirbc__expect(parser, ',', "',' or '#-}'"))
			return false;
	}
	mlirbc__advance(parser);
	return true;
}
