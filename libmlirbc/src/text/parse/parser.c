/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Errors, tokens and stacks of the parser; entry points for single attributes and types. */
#include "text/parse/parser.h"

#include <stdarg.h>
#include <stdio.h>

enum { LEAST_WEIGHT = 1 << 24, WEIGHT_PER_BYTE = 256 };
enum { DEFAULT_DEPTH = 512, STACKS = 18 };

/* ---- errors */

bool mlirbc__report(struct mlirbc_parser *parser, enum mlirbc_status status, const struct mlirbc__token *place,
	const char *format, va_list arguments)
{
	if (parser->status != MLIRBC_OK)
		return false;
	parser->status = status;
	if (!parser->diag)
		return false;
	struct mlirbc_diag failure = { sizeof failure, status, mlirbc_status_name(status),
		place->start ? (uint64_t)(place->start - parser->text) : MLIRBC_NO_OFFSET, place->line, place->column,
		{ 0 } };
	vsnprintf(failure.message, sizeof failure.message, format, arguments);
	mlirbc__fail_as(parser->diag, &failure);
	return false;
}

bool mlirbc__error_at(struct mlirbc_parser *parser, const struct mlirbc__token *place, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	mlirbc__report(parser, MLIRBC_E_SYNTAX, place, format, arguments);
	va_end(arguments);
	return false;
}

bool mlirbc__limit_at(struct mlirbc_parser *parser, const struct mlirbc__token *place, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	mlirbc__report(parser, MLIRBC_E_LIMIT, place, format, arguments);
	va_end(arguments);
	return false;
}

bool mlirbc__no_memory(struct mlirbc_parser *parser)
{
	if (parser->status == MLIRBC_OK) {
		parser->status = mlirbc__memory_status(parser->context);
		mlirbc__fail(parser->diag, parser->status, MLIRBC_NO_OFFSET, "%s", mlirbc__memory_text(parser->context));
	}
	return false;
}

static bool enter(struct mlirbc_parser *parser, uint32_t limit)
{
	if (parser->depth < limit) {
		parser->depth++;
		parser->weight++;
		if (parser->depth > parser->deepest)
			parser->deepest = parser->depth;
		return true;
	}
	return mlirbc__limit_at(parser, &parser->token, "nested deeper than the limit of %u", limit);
}

bool mlirbc__enter(struct mlirbc_parser *parser) { return enter(parser, parser->max_depth); }

bool mlirbc__enter_loc(struct mlirbc_parser *parser) { return enter(parser, parser->max_loc_depth); }

/* ---- tokens */

void mlirbc__advance(struct mlirbc_parser *parser)
{
	parser->last_end = parser->lexer.at;
	parser->last_line_start = parser->lexer.line_start;
	parser->last_line = parser->lexer.line;
	mlirbc__lexer_next(&parser->lexer, &parser->token);
	if (parser->token.kind == TOKEN_ERROR)
		mlirbc__error_at(parser, &parser->token, "%s", parser->lexer.message);
}

void mlirbc__reset(struct mlirbc_parser *parser, const char *at)
{
	parser->lexer.at = at;
	mlirbc__advance(parser);
}

struct mlirbc__token mlirbc__token_at(const struct mlirbc_parser *parser, const char *at)
{
	struct mlirbc__token token = { .kind = TOKEN_END, .line = 1, .start = at, .end = at };
	const char *line = parser->text;
	for (const char *p = line; p < at; p++) {
		if (*p == '\n') {
			token.line++;
			line = p + 1;
		}
	}
	token.column = (uint32_t)(at - line) + 1;
	return token;
}

struct mlirbc__token mlirbc__last(const struct mlirbc_parser *parser)
{
	return (struct mlirbc__token){ .kind = TOKEN_END,
		.start = parser->last_end,
		.end = parser->last_end,
		.line = parser->last_line,
		.column = (uint32_t)(parser->last_end - parser->last_line_start) + 1 };
}

bool mlirbc__expected(struct mlirbc_parser *parser, const char *what)
{
	struct mlirbc__token last = mlirbc__last(parser);
	return mlirbc__error_at(parser, &last, "expected %s", what);
}

bool mlirbc__expect(struct mlirbc_parser *parser, int kind, const char *what)
{
	return mlirbc__take(parser, kind) || mlirbc__expected(parser, what);
}

static int hex_digit(char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }

bool mlirbc__unescape(struct mlirbc_parser *parser, const char *start, const char *end, struct mlirbc_string *out)
{
	const char *escape = end > start ? memchr(start, '\\', (size_t)(end - start)) : NULL;
	*out = (struct mlirbc_string){ start, (size_t)(end - start) };
	if (!escape)
		return true;
	char *text = mlirbc__alloc(parser->context, out->size, 1), *to = text;
	if (!text)
		return mlirbc__no_memory(parser);
	for (const char *p = start; p < end; p++) {
		if (*p != '\\') {
			*to++ = *p;
		} else if (p[1] == 'n' || p[1] == 't' || p[1] == '"' || p[1] == '\\') {
			p++;
			*to++ = *p == 'n' ? '\n' : *p == 't' ? '\t' : *p;
		} else { /* the lexer has checked two hexadecimal digits */
			*to++ = (char)(hex_digit(p[1]) << 4 | hex_digit(p[2]));
			p += 2;
		}
	}
	*out = (struct mlirbc_string){ text, (size_t)(to - text) };
	return true;
}

bool mlirbc__take_text(struct mlirbc_parser *parser, const struct mlirbc_string **out)
{
	const char *start = parser->token.start, *end = parser->token.end;
	struct mlirbc_string text = { start, (size_t)(end - start) };
	if (parser->token.kind == TOKEN_SYMBOL) {
		start++;
		text = (struct mlirbc_string){ start, text.size - 1 };
	}
	if (*start == '"' && !mlirbc__unescape(parser, start + 1, end - 1, &text))
		return false;
	*out = mlirbc_string_get(parser->context, text.data, text.size);
	if (!*out)
		return mlirbc__no_memory(parser);
	mlirbc__advance(parser);
	return true;
}

/* ---- stacks */

static void stack_finish(struct mlirbc_parser *parser, struct mlirbc__stack *stack)
{
	if (stack->capacity)
		mlirbc__arena_give(&parser->context->arena, stack->data, stack->capacity, _Alignof(max_align_t));
}

void *mlirbc__push_slow(struct mlirbc_parser *parser, struct mlirbc__stack *stack, size_t size)
{
	size_t capacity = stack->capacity ? stack->capacity : 1024;
	while (capacity - stack->count < size) {
		if (capacity > SIZE_MAX / 2) {
			mlirbc__no_memory(parser);
			return NULL;
		}
		capacity *= 2;
	}
	unsigned char *data = mlirbc__arena_regrow(
		&parser->context->arena, stack->data, stack->count, stack->capacity, capacity, _Alignof(max_align_t));
	if (!data) {
		mlirbc__no_memory(parser);
		return NULL;
	}
	stack->data = data;
	stack->capacity = capacity;
	return mlirbc__push(parser, stack, size);
}

bool mlirbc__push_pointer(struct mlirbc_parser *parser, struct mlirbc__stack *stack, const void *pointer)
{
	const void **slot = mlirbc__push(parser, stack, sizeof *slot);
	if (slot)
		*slot = pointer;
	return slot != NULL;
}

/* ---- start and end of a parse */

static struct mlirbc__stack *const *all_stacks(struct mlirbc_parser *parser, struct mlirbc__stack *list[STACKS])
{
	struct mlirbc__stack *stacks[STACKS] = { &parser->types, &parser->attrs, &parser->entries, &parser->inherent,
		&parser->values, &parser->regions, &parser->blocks, &parser->arguments, &parser->results,
		&parser->unresolved, &parser->dims, &parser->bytes, &parser->deferred, &parser->names.entries,
		&parser->lists, &parser->brackets, &parser->frames, &parser->open };
	memcpy(list, stacks, sizeof stacks);
	return list;
}

enum mlirbc_status mlirbc__parser_start(struct mlirbc_parser *parser, struct mlirbc_context *context, const char *text,
	size_t size, uint32_t max_depth, struct mlirbc_diag *diag)
{
	static max_align_t nothing; /* empty stacks have an address as well: adding to it stays defined */
	struct mlirbc__stack *list[STACKS];
	*parser = (struct mlirbc_parser){ .context = context, .text = text, .diag = diag };
	parser->release = MLIRBC__RELEASE_22;
	parser->max_depth = max_depth ? max_depth : DEFAULT_DEPTH;
	parser->max_loc_depth = max_depth ? max_depth : MLIRBC__MOST_NESTED;
	parser->most_weight = LEAST_WEIGHT + (uint64_t)size * WEIGHT_PER_BYTE;
	for (size_t i = 0; i < STACKS; i++)
		all_stacks(parser, list)[i]->data = (unsigned char *)&nothing;
	mlirbc__lexer_init(&parser->lexer, text, size);
	mlirbc__advance(parser);
	return parser->status;
}

enum mlirbc_status mlirbc__parser_finish(struct mlirbc_parser *parser)
{
	struct mlirbc__stack *list[STACKS];
	for (size_t i = 0; i < STACKS; i++)
		stack_finish(parser, all_stacks(parser, list)[i]);
	mlirbc__set_finish(&parser->aliases, &parser->context->arena);
	mlirbc__set_finish(&parser->distincts, &parser->context->arena);
	mlirbc__set_finish(&parser->resources, &parser->context->arena);
	mlirbc__set_finish(&parser->op_kinds, &parser->context->arena);
	mlirbc__arena_give(&parser->context->arena, parser->scratch, MLIRBC__SCRATCH, _Alignof(max_align_t));
	mlirbc__spans_finish(parser);
	mlirbc__names_finish(parser);
	return parser->status;
}

static bool at_end(struct mlirbc_parser *parser)
{
	return parser->token.kind == TOKEN_END || mlirbc__expected(parser, "nothing more after this");
}

enum mlirbc_status mlirbc_parse_attr(struct mlirbc_context *context, const char *text, size_t size,
	const struct mlirbc_attr **out_attr, struct mlirbc_diag *diag)
{
	struct mlirbc_parser parser;
	const struct mlirbc_attr *attr = NULL;
	bool good = mlirbc__parser_start(&parser, context, text ? text : "", size, 0, diag) == MLIRBC_OK &&
		    mlirbc__parse_attr(&parser, NULL, &attr) && at_end(&parser);
	*out_attr = good ? attr : NULL;
	return mlirbc__parser_finish(&parser);
}

enum mlirbc_status mlirbc__parse_kept(
	struct mlirbc_context *context, const char *text, size_t size, const struct mlirbc_attr **out_attr)
{
	struct mlirbc_parser parser;
	if (mlirbc__parser_start(&parser, context, text, size, 0, NULL) == MLIRBC_OK) {
		parser.kept = true;
		if (mlirbc__parse_attr(&parser, NULL, out_attr))
			(void)at_end(&parser);
	}
	return mlirbc__parser_finish(&parser);
}

enum mlirbc_status mlirbc_parse_type(struct mlirbc_context *context, const char *text, size_t size,
	const struct mlirbc_type **out_type, struct mlirbc_diag *diag)
{
	struct mlirbc_parser parser;
	const struct mlirbc_type *type = NULL;
	bool good = mlirbc__parser_start(&parser, context, text ? text : "", size, 0, diag) == MLIRBC_OK &&
		    mlirbc__parse_type(&parser, &type) && at_end(&parser);
	*out_type = good ? type : NULL;
	return mlirbc__parser_finish(&parser);
}
