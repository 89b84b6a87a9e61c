/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One pass over the buffer, one token of look-ahead held by the parser. */
#include "text/parse/lexer.h"

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

void mlirbc__lexer_init(struct mlirbc__lexer *lexer, const char *text, size_t size)
{
	*lexer = (struct mlirbc__lexer){ .at = text, .end = text + size, .line_start = text, .line = 1 };
}

static const char *skip(const struct mlirbc__lexer *lexer, const char *p, int set)
{
	while (p < lexer->end && mlirbc__char_is(*p, set))
		p++;
	return p;
}

/* Sixteen bytes at a time if that many are left, else one by one. */
#ifdef __SSE2__
static __m128i load16(const char *p) { return _mm_loadu_si128((const __m128i *)(const void *)p); }

/* 0xFF for each byte in [low, low + span] */
static __m128i in_range(__m128i bytes, char low, char span)
{
	return _mm_cmpeq_epi8(
		_mm_subs_epu8(_mm_sub_epi8(bytes, _mm_set1_epi8(low)), _mm_set1_epi8(span)), _mm_setzero_si128());
}

/* Letters, digits, _ $ . and, if `dash` is set, -: CHAR_SUFFIX, else CHAR_WORD. */
static inline const char *skip_word(const struct mlirbc__lexer *lexer, const char *p, bool dash)
{
	for (; lexer->end - p >= 16; p += 16) {
		__m128i bytes = load16(p);
		__m128i word = _mm_or_si128(
			in_range(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), 'a', 25), in_range(bytes, '0', 9));
		word = _mm_or_si128(word, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('_')));
		word = _mm_or_si128(word, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('$')));
		word = _mm_or_si128(word, dash ? in_range(bytes, '-', 1) : _mm_cmpeq_epi8(bytes, _mm_set1_epi8('.')));
		unsigned others = (unsigned)_mm_movemask_epi8(word) ^ 0xFFFF;
		if (others)
			return p + __builtin_ctz(others);
	}
	return skip(lexer, p, dash ? CHAR_SUFFIX : CHAR_WORD);
}

static inline const char *skip_digits(const struct mlirbc__lexer *lexer, const char *p)
{
	for (; lexer->end - p >= 16; p += 16) {
		unsigned others = (unsigned)_mm_movemask_epi8(in_range(load16(p), '0', 9)) ^ 0xFFFF;
		if (others)
			return p + __builtin_ctz(others);
	}
	return skip(lexer, p, CHAR_DIGIT);
}

static inline const char *skip_blanks(const char *p, const char *end)
{
	for (; end - p >= 16; p += 16) {
		unsigned others = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(load16(p), _mm_set1_epi8(' '))) ^ 0xFFFF;
		if (others)
			return p + __builtin_ctz(others);
	}
	while (p < end && *p == ' ')
		p++;
	return p;
}

/* Skips to the next special byte of a string: a quote, a backslash, the end of a line. */
static inline const char *skip_plain(const char *p, const char *end)
{
	const __m128i quote = _mm_set1_epi8('"'), escape = _mm_set1_epi8('\\'), line = _mm_set1_epi8('\n');
	for (; end - p >= 16; p += 16) {
		__m128i bytes = load16(p);
		__m128i found = _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, escape));
		unsigned mask = (unsigned)_mm_movemask_epi8(_mm_or_si128(found, _mm_cmpeq_epi8(bytes, line)));
		if (mask)
			return p + __builtin_ctz(mask);
	}
	while (p < end && *p != '"' && *p != '\\' && *p != '\n')
		p++;
	return p;
}
#else
static const char *skip_word(const struct mlirbc__lexer *lexer, const char *p, bool dash)
{
	return skip(lexer, p, dash ? CHAR_SUFFIX : CHAR_WORD);
}

static const char *skip_digits(const struct mlirbc__lexer *lexer, const char *p) { return skip(lexer, p, CHAR_DIGIT); }

static const char *skip_blanks(const char *p, const char *end)
{
	while (p < end && *p == ' ')
		p++;
	return p;
}

static const char *skip_plain(const char *p, const char *end)
{
	while (p < end && *p != '"' && *p != '\\' && *p != '\n')
		p++;
	return p;
}
#endif

static void new_line(struct mlirbc__lexer *lexer, const char *next)
{
	lexer->line++;
	lexer->line_start = next;
}

/* Whether the text begins with 64 bytes 0, as a file of unknown data may: such a file is not read to its end to find out. */
static bool begins_with_zeros(const struct mlirbc__lexer *lexer, const char *p)
{
	static const char zeros[64];
	return lexer->line == 1 && p == lexer->line_start && (size_t)(lexer->end - p) >= sizeof zeros &&
	       memcmp(p, zeros, sizeof zeros) == 0;
}

static const char *skip_space(struct mlirbc__lexer *lexer, const char *p)
{
	const char *end = lexer->end;
	for (;;) {
		while (p < end && *p == ' ') /* usually one */
			p++;
		if (p == end)
			return p;
		if (*p == '\n') {
			new_line(lexer, ++p);
			p = skip_blanks(p, end); /* the indent */
		} else if (*p == '\t' || *p == '\r' || (*p == '\0' && !begins_with_zeros(lexer, p))) { /* as in MLIR */
			p++;
		} else if (*p == '/' && end - p > 1 && p[1] == '/') {
			p = memchr(p, '\n', (size_t)(end - p));
			if (!p)
				return end;
		} else {
			return p;
		}
	}
}

/* Skips a string literal including its closing quote; *fault is set to the position of an error. Escapes: \n \t \"
   \\ and two hexadecimal digits. */
static const char *skip_string(struct mlirbc__lexer *lexer, const char *p, const char **fault)
{
	for (p++; (p = skip_plain(p, lexer->end)) < lexer->end && *p != '\n'; p++) {
		if (*p == '"')
			return p + 1;
		const char *escape = p++;
		if (p < lexer->end && (*p == '"' || *p == '\\' || *p == 'n' || *p == 't'))
			continue;
		if (p + 1 < lexer->end && mlirbc__char_is(p[0], CHAR_HEX) && mlirbc__char_is(p[1], CHAR_HEX)) {
			p++;
			continue;
		}
		lexer->message = "unknown escape in string literal";
		*fault = escape;
		return p;
	}
	lexer->message = "expected '\"' in string literal";
	*fault = p;
	return p;
}

static const char *lex_number(const struct mlirbc__lexer *lexer, const char *p, int *out_kind)
{
	const char *end = lexer->end;
	*out_kind = TOKEN_INTEGER;
	/* "0x" without a hexadecimal digit is a zero and the x of a shape */
	if (*p == '0' && end - p > 2 && p[1] == 'x' && mlirbc__char_is(p[2], CHAR_HEX))
		return skip(lexer, p + 2, CHAR_HEX);
	p = skip_digits(lexer, p);
	if (p == end || *p != '.')
		return p;
	*out_kind = TOKEN_FLOAT;
	p = skip_digits(lexer, p + 1);
	if (p < end && (*p == 'e' || *p == 'E')) {
		const char *digits = p + 1;
		if (digits < end && (*digits == '+' || *digits == '-'))
			digits++;
		if (digits < end && mlirbc__char_is(*digits, CHAR_DIGIT))
			p = skip_digits(lexer, digits);
	}
	return p;
}

/* %name #name ^name !name: digits, or a letter or one of $._- and then digits as well. */
static const char *lex_prefixed(struct mlirbc__lexer *lexer, const char *p, int kind, int *out_kind)
{
	const char *name = p + 1;
	*out_kind = kind;
	if (name < lexer->end && mlirbc__char_is(*name, CHAR_DIGIT))
		return skip_digits(lexer, name);
	if (name < lexer->end && mlirbc__char_is(*name, CHAR_SUFFIX_START))
		return skip_word(lexer, name, true);
	*out_kind = TOKEN_ERROR; /* the whole token is invalid */
	lexer->message = kind == TOKEN_VALUE   ? "invalid SSA name"
			 : kind == TOKEN_BLOCK ? "invalid block name"
			 : kind == TOKEN_HASH  ? "invalid attribute name"
					       : "invalid type identifier";
	return name;
}

static const char *lex_symbol(struct mlirbc__lexer *lexer, const char *p, int *out_kind, const char **fault)
{
	const char *name = p + 1;
	*out_kind = TOKEN_SYMBOL;
	if (name < lexer->end && *name == '"')
		return skip_string(lexer, name, fault);
	if (name < lexer->end && mlirbc__char_is(*name, CHAR_WORD_START))
		return skip_word(lexer, name, false);
	*fault = name;
	lexer->message = "@ identifier expected to start with letter or '_'";
	return name;
}

static bool looks_at(const struct mlirbc__lexer *lexer, const char *p, const char *three)
{
	return lexer->end - p >= 3 && p[0] == three[0] && p[1] == three[1] && p[2] == three[2];
}

static const char *lex_other(struct mlirbc__lexer *lexer, const char *p, int *out_kind, const char **fault)
{
	bool more = p + 1 < lexer->end;
	*out_kind = (unsigned char)*p;
	switch (*p) {
	case '"': *out_kind = TOKEN_STRING; return skip_string(lexer, p, fault);
	case '@': return lex_symbol(lexer, p, out_kind, fault);
	case '^': return lex_prefixed(lexer, p, TOKEN_BLOCK, out_kind);
	case '!': return lex_prefixed(lexer, p, TOKEN_BANG, out_kind);
	case '#':
		if (looks_at(lexer, p, "#-}")) {
			*out_kind = TOKEN_RESOURCES_END;
			return p + 3;
		}
		return lex_prefixed(lexer, p, TOKEN_HASH, out_kind);
	case '{':
		if (looks_at(lexer, p, "{-#")) {
			*out_kind = TOKEN_RESOURCES_BEGIN;
			return p + 3;
		}
		return p + 1;
	case '-': *out_kind = more && p[1] == '>' ? TOKEN_ARROW : '-'; return p + (*out_kind == TOKEN_ARROW ? 2 : 1);
	case ':':
		*out_kind = more && p[1] == ':' ? TOKEN_DOUBLE_COLON : ':';
		return p + (*out_kind == TOKEN_DOUBLE_COLON ? 2 : 1);
	case '.':
		if (looks_at(lexer, p, "...")) {
			*out_kind = TOKEN_ELLIPSIS;
			return p + 3;
		}
		*fault = p + 1;
		lexer->message = "expected three consecutive dots for an ellipsis";
		return p + 1;
	default: break;
	}
	*fault = p;
	lexer->message = "unexpected character";
	return p + 1;
}

void mlirbc__lexer_next(struct mlirbc__lexer *lexer, struct mlirbc__token *token)
{
	const char *p = lexer->at, *fault = NULL;
	p += p < lexer->end && *p == ' '; /* usually that is all the whitespace */
	if (p < lexer->end && ((unsigned char)*p <= ' ' || *p == '/'))
		p = skip_space(lexer, p);
	token->start = p;
	token->line = lexer->line;
	token->column = (uint32_t)(p - lexer->line_start) + 1;
	if (p >= lexer->end) {
		token->kind = TOKEN_END;
	} else if (mlirbc__char_is(*p, CHAR_ALONE)) {
		token->kind = (unsigned char)*p++;
	} else if (*p == '%') {
		p = lex_prefixed(lexer, p, TOKEN_VALUE, &token->kind);
	} else if (mlirbc__char_is(*p, CHAR_WORD_START)) {
		token->kind = TOKEN_WORD;
		p = skip_word(lexer, p + 1, false);
	} else if (mlirbc__char_is(*p, CHAR_DIGIT)) {
		p = lex_number(lexer, p, &token->kind);
	} else {
		p = lex_other(lexer, p, &token->kind, &fault);
	}
	if (fault) {
		token->kind = TOKEN_ERROR;
		token->start = fault;
		token->column = (uint32_t)(fault - lexer->line_start) + 1;
	}
	token->end = lexer->at = p;
}

/* MLIR reports the start of the body and the innermost open bracket. */
static bool unbalanced(struct mlirbc__lexer *lexer, const struct mlirbc__lexer *begin, char open)
{
	*lexer = *begin;
	lexer->message = open == '<'   ? "unbalanced '<' character in pretty dialect name"
			 : open == '(' ? "unbalanced '(' character in pretty dialect name"
			 : open == '[' ? "unbalanced '[' character in pretty dialect name"
				       : "unbalanced '{' character in pretty dialect name";
	return false;
}

static bool body_close(
	struct mlirbc__lexer *lexer, const char *p, const struct mlirbc__lexer *begin, const char *stack, size_t open)
{
	static const char opens[] = "<([{", closes[] = ">)]}";
	for (int i = 0; i < 4; i++) {
		if (*p == closes[i] && stack[open - 1] != opens[i])
			return unbalanced(lexer, begin, stack[open - 1]);
	}
	return true;
}

bool mlirbc__lexer_body(struct mlirbc__lexer *lexer, char *stack, size_t depth)
{
	size_t open = 0;
	const struct mlirbc__lexer begin = *lexer;
	const char *p = lexer->at, *fault = NULL;
	do {
		const char *next = p + 1;
		if (p >= lexer->end || *p == '\0')
			return unbalanced(lexer, &begin, open ? stack[open - 1] : '<');
		switch (*p) {
		case '<':
		case '(':
		case '[':
		case '{':
			if (open == depth) {
				lexer->message = NULL; /* not an error in the text, but a limit */
				lexer->at = p;
				return false;
			}
			stack[open++] = *p;
			break;
		case '>':
		case ')':
		case ']':
		case '}':
			if (!body_close(lexer, p, &begin, stack, open))
				return false;
			open--;
			break;
		case '-': next += next < lexer->end && *next == '>'; break;
		case '\n': new_line(lexer, next); break;
		case '"':
			next = skip_string(lexer, p, &fault);
			if (fault) {
				lexer->at = fault;
				return false;
			}
			break;
		default: break;
		}
		p = next;
	} while (open);
	lexer->at = p;
	return true;
}
