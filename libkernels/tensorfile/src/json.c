/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads JSON strictly, value by value. */
#include "internal.h"

#include <bytecursor/text.h>

#include <string.h>

static void skip_space(struct tensorfile__json *json)
{
	while (json->at < json->end && (*json->at == ' ' || *json->at == '\t' || *json->at == '\n' || *json->at == '\r'))
		json->at++;
}

bool tensorfile__json_take(struct tensorfile__json *json, char c)
{
	skip_space(json);
	if (json->at == json->end || *json->at != (uint8_t)c)
		return false;
	json->at++;
	return true;
}

bool tensorfile__json_ends(struct tensorfile__json *json)
{
	skip_space(json);
	return json->at == json->end;
}

bool tensorfile__json_next(struct tensorfile__json *json, char close, bool *more)
{
	*more = tensorfile__json_take(json, ',');
	return *more || tensorfile__json_take(json, close);
}

enum tensorfile_status tensorfile__json_fail(
	const struct tensorfile__json *json, uint64_t offset, const char *expected, struct tensorfile_diag *diag)
{
	if (json->no_memory)
		return tensorfile__no_memory(diag);
	return tensorfile__fail(diag, TENSORFILE_E_SYNTAX, offset + (uint64_t)(json->at - json->begin), "JSON: expected %s", expected);
}

/* ---- strings */

static bool read_hex(struct tensorfile__json *json, uint32_t *out)
{
	*out = 0;
	if (json->end - json->at < 4)
		return false;
	for (unsigned i = 0; i < 4; i++) {
		const uint8_t c = *json->at++;
		if (!c || !strchr("0123456789abcdefABCDEF", c))
			return false;
		*out = *out << 4 | (uint32_t)(c <= '9' ? c - '0' : (c & ~0x20) - 'A' + 10);
	}
	return true;
}

/* The character behind "\u". */
static bool read_code(struct tensorfile__json *json, uint32_t *out)
{
	uint32_t low;
	if (!read_hex(json, out) || *out == 0 || *out >> 10 == 0xDC00 >> 10)
		return false;
	if (*out >> 10 != 0xD800 >> 10)
		return true;
	if (json->end - json->at < 6 || json->at[0] != '\\' || json->at[1] != 'u')
		return false;
	json->at += 2;
	if (!read_hex(json, &low) || low >> 10 != 0xDC00 >> 10)
		return false;
	*out = 0x10000 + ((*out & 0x3FF) << 10) + (low & 0x3FF);
	return true;
}

static char *put_code(char *to, uint32_t code)
{
	if (code < 0x80) {
		*to++ = (char)code;
	} else if (code < 0x800) {
		*to++ = (char)(0xC0 | code >> 6);
		*to++ = (char)(0x80 | (code & 0x3F));
	} else {
		if (code < 0x10000) {
			*to++ = (char)(0xE0 | code >> 12);
		} else {
			*to++ = (char)(0xF0 | code >> 18);
			*to++ = (char)(0x80 | (code >> 12 & 0x3F));
		}
		*to++ = (char)(0x80 | (code >> 6 & 0x3F));
		*to++ = (char)(0x80 | (code & 0x3F));
	}
	return to;
}

/* The character behind a backslash. */
static bool read_escape(struct tensorfile__json *json, char **to)
{
	static const char letters[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
	uint32_t code;
	if (json->at == json->end)
		return false;
	const char c = (char)*json->at++, *letter = c ? strchr(letters, c) : NULL;
	if (letter)
		code = (uint8_t)values[letter - letters];
	else if (c != 'u' || !read_code(json, &code))
		return false;
	*to = put_code(*to, code);
	return true;
}

/* The bytes up to the quote that ends a string, which is not shorter than what it becomes. SIZE_MAX: none ends it. */
static size_t raw_size(const struct tensorfile__json *json)
{
	const size_t left = (size_t)(json->end - json->at);
	size_t at = 0;
	while (at < left && json->at[at] != '"')
		at += json->at[at] == '\\' ? 2 : 1;
	return at < left ? at : SIZE_MAX;
}

char *tensorfile__json_string(struct tensorfile__json *json)
{
	const size_t most = tensorfile__json_take(json, '"') ? raw_size(json) : SIZE_MAX;
	char *text = most != SIZE_MAX ? tensorfile__arena_get(json->arena, most + 1) : NULL, *to = text;
	json->no_memory = json->no_memory || (most != SIZE_MAX && !text);
	if (!text)
		return NULL;
	for (const uint8_t *end = json->at + most; json->at < end;) {
		uint32_t code;
		const size_t length = bytecursor_utf8_length(json->at, (size_t)(end - json->at), &code);
		if (length == 0 || code < 0x20)
			return NULL;
		json->at += length;
		if (code == '\\') {
			if (!read_escape(json, &to))
				return NULL;
		} else {
			memcpy(to, json->at - length, length);
			to += length;
		}
	}
	*to = '\0';
	json->at++;
	return text;
}

/* ---- numbers and other values */

bool tensorfile__json_number(struct tensorfile__json *json, uint64_t *out)
{
	skip_space(json);
	const uint8_t *first = json->at;
	*out = 0;
	for (; json->at < json->end && *json->at >= '0' && *json->at <= '9'; json->at++) {
		if (__builtin_mul_overflow(*out, (uint64_t)10, out) || __builtin_add_overflow(*out, (uint64_t)(*json->at - '0'), out))
			return false;
	}
	return json->at != first && !(*first == '0' && json->at - first > 1) &&
	       (json->at == json->end || !strchr(".eE", *json->at ? *json->at : 'x'));
}

static bool skip_word(struct tensorfile__json *json)
{
	const uint8_t *first = json->at;
	while (json->at < json->end && strchr("+-.0123456789abcdefghijklmnopqrstuvwxyzE", *json->at ? *json->at : ' '))
		json->at++;
	return json->at != first;
}

/* A string without a copy. */
static bool skip_string(struct tensorfile__json *json)
{
	const size_t size = raw_size(json);
	if (size == SIZE_MAX)
		return false;
	json->at += size + 1;
	return true;
}

/* What closes the arrays and objects that are open is on a stack. */
bool tensorfile__json_skip(struct tensorfile__json *json)
{
	enum { MOST = 64 };
	char open[MOST];
	unsigned depth = 0;
	bool wants_value = true;
	do {
		const bool array = tensorfile__json_take(json, '['), object = !array && tensorfile__json_take(json, '{');
		if (array || object) {
			if (depth == MOST)
				return false;
			open[depth++] = array ? ']' : '}';
			wants_value = !tensorfile__json_take(json, open[depth - 1]);
			depth -= !wants_value;
		} else if (tensorfile__json_take(json, '"') ? !skip_string(json) : !skip_word(json)) {
			return false;
		} else {
			wants_value = false;
		}
		while (!wants_value && depth) {
			if (!tensorfile__json_next(json, open[depth - 1], &wants_value))
				return false;
			depth -= !wants_value;
		}
		if (wants_value && depth && open[depth - 1] == '}' &&
			!(tensorfile__json_take(json, '"') && skip_string(json) && tensorfile__json_take(json, ':')))
			return false;
	} while (wants_value);
	return true;
}
