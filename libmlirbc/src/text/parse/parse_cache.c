/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Cache of text that occurs repeatedly: signatures and types of ops, dictionaries. The meaning of such a piece depends on its
 * bytes only, because aliases are never redefined; so a piece that was parsed before is looked up by its bytes and
 * skipped.
 *
 * The end of a piece must be found without parsing it. The parser guesses it by a deterministic scan, and caches a
 * piece only if parsing confirmed the guess. Each slot of the table holds the most recent piece. */
#include "text/parse/parser.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { LONGEST = 512, PLACES = 1024 };

/* The first position in [p, end) where `first` is followed by `second`, on the current line; else NULL. */
static const char *find_pair(const char *p, const char *end, char first, char second)
{
#ifdef __SSE2__
	const __m128i a = _mm_set1_epi8(first), b = _mm_set1_epi8(second), line = _mm_set1_epi8('\n');
	for (; end - p > 16; p += 16) {
		__m128i at = _mm_loadu_si128((const __m128i *)(const void *)p);
		__m128i next = _mm_loadu_si128((const __m128i *)(const void *)(p + 1));
		__m128i pair = _mm_and_si128(_mm_cmpeq_epi8(at, a), _mm_cmpeq_epi8(next, b));
		unsigned found = (unsigned)_mm_movemask_epi8(_mm_or_si128(pair, _mm_cmpeq_epi8(at, line)));
		if (found) {
			p += __builtin_ctz(found);
			return *p == '\n' ? NULL : p;
		}
	}
#endif
	for (; end - p > 1 && *p != '\n'; p++) {
		if (p[0] == first && p[1] == second)
			return p;
	}
	return NULL;
}

/* "(types) -> types" up to the end of the line or a location. */
static const char *signature_end(const char *p, const char *end)
{
	const char *line = memchr(p, '\n', (size_t)(end - p));
	if (!line)
		return NULL;
	const char *location = p;
	while ((location = find_pair(location, line, ' ', 'l')) != NULL) {
		if (line - location > 5 && memcmp(location, " loc(", 5) == 0)
			return location;
		location++;
	}
	return line;
}

/* "<{...}>" */
static const char *properties_end(const char *p, const char *end)
{
	const char *found = find_pair(p, end, '}', '>');
	return found ? found + 2 : NULL;
}

/* "{...}" before " : " */
static const char *dictionary_end(const char *p, const char *end)
{
	while ((p = find_pair(p, end, '}', ' ')) != NULL) {
		if (end - p > 2 && p[2] == ':')
			return p + 1;
		p++;
	}
	return NULL;
}

/* A word, !dialect.word or "(types)", with what is in brackets. Types with text in quotes are not cached. */
static const char *plain_end(const char *p, const char *end)
{
	for (size_t open = 0; p < end; p++) {
		if (*p == '<' || *p == '(') {
			open++;
		} else if ((*p == '>' || *p == ')') && open > 0) {
			if (p[-1] != '-' && --open == 0)
				return p + 1;
		} else if (*p == '"' || *p == '\n') {
			return open ? NULL : p;
		} else if (open == 0 && *p != '!' && !mlirbc__char_is(*p, CHAR_WORD)) {
			return p;
		}
	}
	return NULL;
}

static const char *type_end(const char *p, const char *end)
{
	static const char arrow[] = " -> ";
	const size_t size = sizeof arrow - 1;
	const char *last = plain_end(p, end);
	if (*p != '(' || !last)
		return last;
	return (size_t)(end - last) > size && memcmp(last, arrow, size) == 0 ? plain_end(last + size, end) : NULL;
}

struct mlirbc__span *mlirbc__span_at(
	struct mlirbc_parser *parser, enum mlirbc__span_kind kind, struct mlirbc__span *out_now)
{
	static const char *(*const ends[])(
		const char *p, const char *end) = { signature_end, properties_end, dictionary_end, type_end };
	const char *start = parser->token.start, *end = parser->lexer.end;
	const char *last = ends[kind](start, (size_t)(end - start) > LONGEST ? start + LONGEST : end);
	if (!last)
		return NULL;
	if (!parser->spans) {
		struct mlirbc__arena *arena = &parser->context->arena;
		parser->spans = mlirbc__arena_take_zero(
			arena, PLACES, sizeof *parser->spans, _Alignof(struct mlirbc__span));
		if (!parser->spans)
			return NULL; /* the cache is optional */
	}
	*out_now = (struct mlirbc__span){
		.text = start, .size = (uint32_t)(last - start), .levels = parser->depth, .weight = parser->weight
	};
	parser->deepest = parser->depth; /* measured from here; only the definition of an alias uses it */
	uint64_t hash = mlirbc__hash(parser->context->seed + (uint64_t)kind, start, out_now->size);
	return &parser->spans[hash & (PLACES - 1)];
}

const void *mlirbc__span_use(
	struct mlirbc_parser *parser, const struct mlirbc__span *known, const struct mlirbc__span *now)
{
	if (known->size != now->size || !known->found || memcmp(known->text, now->text, now->size) != 0 ||
		(uint64_t)known->levels + parser->depth > parser->max_depth ||
		known->weight > parser->most_weight - parser->weight)
		return NULL; /* the normal parse reports the limit */
	parser->weight += known->weight;
	mlirbc__reset(parser, now->text + now->size);
	return known->found;
}

void mlirbc__span_keep(
	struct mlirbc_parser *parser, struct mlirbc__span *place, const struct mlirbc__span *now, const void *found)
{
	if (parser->last_end != now->text + now->size)
		return;
	*place = *now;
	place->found = found;
	place->levels = parser->deepest - now->levels;
	place->weight = parser->weight - now->weight;
}

bool mlirbc__parse_op_type(struct mlirbc_parser *parser, const struct mlirbc_type **out)
{
	const struct mlirbc__lexer *lexer = &parser->lexer;
	struct mlirbc__span now, *known = NULL;
	if (parser->token.kind == TOKEN_BANG || parser->token.kind == '(' ||
		(parser->token.kind == TOKEN_WORD && lexer->at < lexer->end && *lexer->at == '<'))
		known = mlirbc__span_at(parser, SPAN_TYPE, &now);
	if (known && (*out = mlirbc__span_use(parser, known, &now)) != NULL)
		return true;
	if (!mlirbc__parse_type(parser, out))
		return false;
	if (known)
		mlirbc__span_keep(parser, known, &now, *out);
	return true;
}

void mlirbc__spans_finish(struct mlirbc_parser *parser)
{
	mlirbc__arena_give(
		&parser->context->arena, parser->spans, PLACES * sizeof *parser->spans, _Alignof(struct mlirbc__span));
}
