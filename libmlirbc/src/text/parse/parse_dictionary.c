/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Dictionaries. */
#include "text/parse/parser.h"

/* The name of an entry and its '=', pushed on parser->entries without a value: STEP_ATTR; without '=' it is a unit:
 * STEP_MADE. */
static enum mlirbc__step begin_entry(struct mlirbc_parser *parser)
{
	struct mlirbc__item entry = { .token = parser->token };
	enum mlirbc__step step = STEP_ATTR;
	if (parser->token.kind != TOKEN_WORD && parser->token.kind != TOKEN_STRING) {
		mlirbc__expected(parser, "attribute name");
		return STEP_FAILED;
	}
	if (!mlirbc__take_text(parser, &entry.named.name))
		return STEP_FAILED;
	if (entry.named.name->size == 0) {
		mlirbc__error_at(parser, &entry.token, "expected valid attribute name");
		return STEP_FAILED;
	}
	if (!mlirbc__take(parser, '=')) {
		entry.named.value = mlirbc_attr_unit(parser->context);
		step = mlirbc__value(parser, entry.named.value);
	}
	struct mlirbc__item *slot = mlirbc__push(parser, &parser->entries, sizeof *slot);
	if (slot)
		*slot = entry;
	return slot ? step : STEP_FAILED;
}

static void fill_entry(struct mlirbc_parser *parser, const struct mlirbc_attr *value)
{
	((struct mlirbc__item *)(void *)(parser->entries.data + parser->entries.count))[-1].named.value = value;
}

bool mlirbc__parse_entries(struct mlirbc_parser *parser)
{
	if (!mlirbc__expect(parser, '{', "'{' in attribute dictionary"))
		return false;
	if (parser->token.kind != '}') {
		do {
			const struct mlirbc_attr *value;
			enum mlirbc__step step = begin_entry(parser);
			if (step == STEP_FAILED || (step == STEP_ATTR && !mlirbc__parse_attr(parser, NULL, &value)))
				return false;
			if (step == STEP_ATTR)
				fill_entry(parser, value);
		} while (mlirbc__take(parser, ','));
	}
	return mlirbc__expect(parser, '}', "'}' in attribute dictionary");
}

static bool same_pointer(const void *item, const void *key) { return item == key; }

/* Called only if there is a duplicate: finds the first entry whose name occurred before. */
static bool duplicate_error(struct mlirbc_parser *parser, size_t from)
{
	const struct mlirbc__item *entries = (const void *)(parser->entries.data + from);
	size_t count = MLIRBC__COUNT(parser->entries, from, struct mlirbc__item);
	struct mlirbc__set seen = { 0 };
	for (size_t i = 0; i < count; i++) {
		const struct mlirbc_string *name = entries[i].named.name;
		uint64_t hash = mlirbc__hash(0, &name, sizeof name);
		struct mlirbc__set_slot *slot = mlirbc__set_find(
			&seen, &parser->context->arena, hash, name, same_pointer);
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

static enum mlirbc__step end_dictionary(struct mlirbc_parser *parser, size_t from)
{
	const struct mlirbc_attr *made = NULL;
	bool good = mlirbc__expect(parser, '}', "'}' in attribute dictionary") &&
		    mlirbc__make_dictionary(parser, from, &made);
	return mlirbc__value_if(parser, good, &made);
}

/* Reads entries up to one whose value is read next, or to the end. */
static enum mlirbc__step read_entries(struct mlirbc_parser *parser, size_t from)
{
	enum mlirbc__step step;
	do {
		step = begin_entry(parser);
	} while (step == STEP_MADE && mlirbc__take(parser, ','));
	return step == STEP_MADE ? end_dictionary(parser, from) : step;
}

static enum mlirbc__step next_entry(struct mlirbc_parser *parser, struct mlirbc__frame *frame)
{
	fill_entry(parser, parser->made);
	return mlirbc__take(parser, ',') ? read_entries(parser, frame->from) : end_dictionary(parser, frame->from);
}

enum mlirbc__step mlirbc__begin_dictionary(struct mlirbc_parser *parser)
{
	size_t from = parser->entries.count;
	mlirbc__advance(parser);
	enum mlirbc__step step = parser->token.kind == '}' ? end_dictionary(parser, from) : read_entries(parser, from);
	if (step != STEP_ATTR)
		return step;
	struct mlirbc__frame *frame = mlirbc__frame_push(parser, next_entry);
	if (frame)
		frame->from = from;
	return frame ? step : STEP_FAILED;
}
