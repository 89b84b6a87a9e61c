/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Components: the public lexer and the builder. */
#include <sigmangle/component.h>

#include "lex.h"
#include "out.h"

struct sigmangle_lexer sigmangle_lexer_init(const char *data, size_t size)
{
	return (struct sigmangle_lexer){ data, data, size ? data + size : data };
}

struct sigmangle_lexer sigmangle_lexer_nested(
	const struct sigmangle_lexer *lexer, const struct sigmangle_component *component)
{
	const char *data = component->kind == SIGMANGLE_SPAN ? component->payload.data : lexer->origin;
	return (struct sigmangle_lexer){ lexer->origin, data,
		component->payload.size ? data + component->payload.size : data };
}

SMALL enum sigmangle_status sigmangle_lexer_next(
	struct sigmangle_lexer *lexer, struct sigmangle_component *out_component, struct sigmangle_diag *diag)
{
	struct sigmangle__token token;
	if (lexer->next == lexer->end)
		return SIGMANGLE_E_NOT_FOUND;
	enum sigmangle_reason reason = sigmangle__lex(lexer->next, lexer->end, &token);
	if (reason != SIGMANGLE_GOOD)
		return sigmangle__fail(diag, reason, (uint64_t)(token.next - lexer->origin));
	out_component->kind = token.payload ? SIGMANGLE_SPAN : SIGMANGLE_INTEGER;
	out_component->tag = (char)token.tag;
	out_component->value = token.payload ? token.value - 1 : token.value;
	out_component->payload.data = token.payload;
	out_component->payload.size = token.payload ? (size_t)token.value - 1 : 0;
	out_component->offset = (size_t)(lexer->next - lexer->origin);
	lexer->next = token.next;
	return SIGMANGLE_OK;
}

SMALL enum sigmangle_status sigmangle_lexer_seek(
	struct sigmangle_lexer *lexer, char tag, struct sigmangle_component *out_component, struct sigmangle_diag *diag)
{
	struct sigmangle_component component;
	enum sigmangle_status status;
	while ((status = sigmangle_lexer_next(lexer, &component, diag)) == SIGMANGLE_OK) {
		if (component.tag == tag) {
			*out_component = component;
			break;
		}
	}
	return status;
}

/* ---- building */

static bool is_integer_tag(char tag) { return tag == '_' || (tag >= 'a' && tag <= 'z'); }

static bool is_span_tag(char tag) { return tag >= 'A' && tag <= 'Z'; }

struct sigmangle_builder sigmangle_builder_init(char *data, size_t room)
{
	return (struct sigmangle_builder){ data, room, 0 };
}

SMALL static void append(struct sigmangle_builder *builder, const void *bytes, size_t size)
{
	if (size && builder->length <= builder->room && builder->room - builder->length >= size)
		memcpy(builder->data + builder->length, bytes, size);
	builder->length += size;
}

SMALL enum sigmangle_status sigmangle_builder_integer(struct sigmangle_builder *builder, char tag, int32_t value)
{
	char spare[SIGMANGLE__NUMBER_MOST], *end = spare + sizeof spare;
	if (!is_integer_tag(tag))
		return SIGMANGLE_E_ARG;
	char *at = sigmangle__digits_before(end, value);
	*--at = tag;
	append(builder, at, (size_t)(end - at));
	return SIGMANGLE_OK;
}

/* Writes tag, length and '!' of a span, ending at `end`. Returns their start. */
SMALL static char *header(char *end, char tag, size_t size)
{
	*--end = '!';
	end = sigmangle__digits_before(end, (int32_t)(size + 1));
	*--end = tag;
	return end;
}

SMALL enum sigmangle_status sigmangle_builder_span(
	struct sigmangle_builder *builder, char tag, const void *payload, size_t size)
{
	char spare[SIGMANGLE__NUMBER_MOST], *end = spare + sizeof spare;
	if (!is_span_tag(tag))
		return SIGMANGLE_E_ARG;
	if (size >= INT32_MAX)
		return SIGMANGLE_E_LIMIT;
	char *at = header(end, tag, size);
	append(builder, at, (size_t)(end - at));
	append(builder, payload, size);
	return SIGMANGLE_OK;
}

SMALL enum sigmangle_status sigmangle_builder_wrap(struct sigmangle_builder *builder, char tag, size_t mark)
{
	char spare[SIGMANGLE__NUMBER_MOST], *end = spare + sizeof spare;
	if (!is_span_tag(tag) || mark > builder->length)
		return SIGMANGLE_E_ARG;
	size_t size = builder->length - mark;
	if (size >= INT32_MAX)
		return SIGMANGLE_E_LIMIT;
	char *at = header(end, tag, size);
	size_t more = (size_t)(end - at);
	builder->length += more;
	if (builder->length <= builder->room) {
		memmove(builder->data + mark + more, builder->data + mark, size);
		memcpy(builder->data + mark, at, more);
	}
	return SIGMANGLE_OK;
}
