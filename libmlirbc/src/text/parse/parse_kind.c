/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Properties of ops by the spelling of their names; looked up once for each spelling. */
#include "text/parse/parser.h"

static bool same_text(const void *item, const void *key)
{
	const struct mlirbc_string *a = &((const struct mlirbc__op_kind *)item)->text, *b = key;
	return mlirbc__string_is(a, b->data, b->size);
}

/* The full name; NULL after an error. */
static const struct mlirbc_string *full_name(struct mlirbc_parser *parser, const struct mlirbc_string *spelled)
{
	struct mlirbc_string name = *spelled;
	if (spelled->data[0] == '"' &&
		!mlirbc__unescape(parser, spelled->data + 1, spelled->data + spelled->size - 1, &name))
		return NULL;
	if (name.size == 0) {
		mlirbc__error_at(parser, &parser->token, "empty operation name is invalid");
		return NULL;
	}
	if (memchr(name.data, '\0', name.size)) {
		mlirbc__error_at(parser, &parser->token, "null character not allowed in operation name");
		return NULL;
	}
	const struct mlirbc_string *unique = mlirbc_string_get(parser->context, name.data, name.size);
	if (!unique)
		mlirbc__no_memory(parser);
	return unique;
}

static struct mlirbc__op_kind *make_kind(struct mlirbc_parser *parser, const struct mlirbc_string *text)
{
	struct mlirbc_context *context = parser->context;
	const struct mlirbc_string *name = full_name(parser, text);
	if (!name)
		return NULL;
	const struct mlirbc_string *op_name = mlirbc__name_of(context, name);
	struct mlirbc__op_kind *kind = op_name ? MLIRBC__NEW(context, struct mlirbc__op_kind) : NULL;
	if (!kind) {
		mlirbc__no_memory(parser);
		return NULL;
	}
	*kind = (struct mlirbc__op_kind){ .text = *text, .name = name, .op_name = op_name };
	kind->hooks = mlirbc__find_dialect(parser, name, HOOK_OP);
	if (text->data[0] != '"')
		kind->parse = mlirbc__builtin_op(name, &kind->form);
	if (!(kind->hooks && kind->hooks->is_inherent) && parser->release != MLIRBC__RELEASE_COUNT)
		kind->layout = mlirbc__op_layout(name, parser->release);
	kind->isolated = mlirbc__is_isolated(parser, name);
	return mlirbc__find_defaults(parser, kind) ? kind : NULL;
}

/* The slot of a name in the small table that precedes the large one; it depends on the last bytes, where names
   differ. */
static size_t recent_place(const struct mlirbc_string *text)
{
	uint64_t end = text->size;
	if (text->size >= sizeof end)
		memcpy(&end, text->data + text->size - sizeof end, sizeof end);
	else
		memcpy(&end, text->data, text->size);
	return (size_t)((end + text->size) * UINT64_C(0x9E3779B97F4A7C15) >> 58);
}

struct mlirbc__op_kind *mlirbc__find_kind(struct mlirbc_parser *parser)
{
	const struct mlirbc_string text = { parser->token.start, mlirbc__token_size(&parser->token) };
	return mlirbc__kind_of(parser, text, parser->token.kind == TOKEN_WORD);
}

struct mlirbc__op_kind *mlirbc__kind_of(struct mlirbc_parser *parser, struct mlirbc_string text, bool word)
{
	if (word && !memchr(text.data, '.', text.size) && !mlirbc__long_name(parser, &text))
		return NULL;
	struct mlirbc__op_kind **recent = &parser->recent_kinds[recent_place(&text)];
	_Static_assert(sizeof parser->recent_kinds / sizeof *parser->recent_kinds == 64, "as many as recent_place()");
	if (*recent && same_text(*recent, &text))
		return *recent;
	uint64_t hash = mlirbc__hash(parser->context->seed, text.data, text.size);
	struct mlirbc__set_slot *slot = mlirbc__set_find(
		&parser->op_kinds, &parser->context->arena, hash, &text, same_text);
	if (!slot) {
		mlirbc__no_memory(parser);
		return NULL;
	}
	if (!slot->item) {
		struct mlirbc__op_kind *made = make_kind(parser, &text);
		if (!made)
			return NULL;
		mlirbc__set_fill(&parser->op_kinds, slot, hash, made);
	}
	return *recent = (struct mlirbc__op_kind *)(uintptr_t)slot->item;
}
