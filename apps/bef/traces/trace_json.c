/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* JSON is read in one pass; of unused values only the nesting is checked. */
#include "traces/trace_json.h"
#include "traces/trace.h"

#include <stdlib.h>
#include <string.h>

#define DEEPEST 64

bool json_fail(struct json_reading *r, const char *what)
{
	if (!r->wrong)
		r->wrong = what;
	return false;
}

void json_skip_space(struct json_reading *r)
{
	while (r->at < r->end && strchr(" \t\r\n", *r->at) && *r->at)
		r->at++;
}

bool json_looks_at(struct json_reading *r, char c)
{
	json_skip_space(r);
	return r->at < r->end && *r->at == c;
}

bool json_take(struct json_reading *r, char c)
{
	if (!json_looks_at(r, c))
		return false;
	r->at++;
	return true;
}

/* ---- strings */

struct text {
	char *data; /* NULL: not needed */
	size_t used;
};

static void add(struct text *text, char c)
{
	if (text->data && text->used + 1 < TRACE_TEXT)
		text->data[text->used++] = c;
}

static void add_code(struct text *text, unsigned code)
{
	if (code < 0x80) {
		add(text, (char)code);
		return;
	}
	if (code < 0x800) {
		add(text, (char)(0xC0 | code >> 6));
	} else {
		add(text, (char)(0xE0 | code >> 12));
		add(text, (char)(0x80 | (code >> 6 & 0x3F)));
	}
	add(text, (char)(0x80 | (code & 0x3F)));
}

static bool read_escape(struct json_reading *r, struct text *text)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	if (r->at == r->end)
		return json_fail(r, "unterminated string");
	char c = *r->at++;
	const char *known = c ? strchr(from, c) : NULL;
	if (known) {
		add(text, to[known - from]);
		return true;
	}
	unsigned code = 0;
	for (int i = 0; c == 'u' && i < 4; i++, r->at++) {
		const char *digits = "0123456789abcdef";
		const char *digit = r->at < r->end && *r->at ? strchr(digits, *r->at | 32) : NULL;
		if (!digit)
			return json_fail(r, "expected four hexadecimal digits");
		code = code << 4 | (unsigned)(digit - digits);
	}
	if (c != 'u')
		return json_fail(r, "unknown escape");
	add_code(text, code);
	return true;
}

bool json_string(struct json_reading *r, char *out)
{
	struct text text = { out, 0 };
	if (!json_take(r, '"'))
		return json_fail(r, "expected a string");
	while (r->at < r->end && *r->at != '"') {
		char c = *r->at++;
		if (c == '\\') {
			if (!read_escape(r, &text))
				return false;
		} else {
			add(&text, c);
		}
	}
	if (out)
		out[text.used] = '\0';
	return json_take(r, '"') || json_fail(r, "unterminated string");
}

/* ---- values */

bool json_number(struct json_reading *r, double *out)
{
	char digits[64];
	size_t size = 0;
	json_skip_space(r);
	while (r->at + size < r->end && size < sizeof digits - 1 && r->at[size] &&
		strchr("+-.0123456789eE", r->at[size])) {
		digits[size] = r->at[size];
		size++;
	}
	digits[size] = '\0';
	char *end;
	*out = strtod(digits, &end);
	if (size == 0 || *end)
		return json_fail(r, "expected a number");
	r->at += size;
	return true;
}

static bool read_word(struct json_reading *r)
{
	static const char *const words[] = { "true", "false", "null" };
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		size_t size = strlen(words[i]);
		if ((size_t)(r->end - r->at) >= size && memcmp(r->at, words[i], size) == 0) {
			r->at += size;
			return true;
		}
	}
	double ignored;
	return json_number(r, &ignored);
}

bool json_object(struct json_reading *r, json_member_fn member, void *what)
{
	char key[TRACE_TEXT];
	if (!json_take(r, '{'))
		return json_fail(r, "expected an object");
	if (++r->depth > DEEPEST)
		return json_fail(r, "too deep");
	bool first = true;
	while (!json_take(r, '}')) {
		if (!first && !json_take(r, ','))
			return json_fail(r, "expected ',' or '}'");
		first = false;
		if (!json_string(r, key) || !(json_take(r, ':') || json_fail(r, "expected ':'")) || !member(r, key, what))
			return false;
	}
	r->depth--;
	return true;
}

bool json_array(struct json_reading *r, json_member_fn element, void *what)
{
	if (!json_take(r, '['))
		return json_fail(r, "expected an array");
	if (++r->depth > DEEPEST)
		return json_fail(r, "too deep");
	bool first = true;
	while (!json_take(r, ']')) {
		bool more = first || json_take(r, ',');
		/* The format allows a trace that is truncated and lacks the closing bracket. */
		json_skip_space(r);
		if (r->at == r->end && r->depth == 1)
			break;
		if (!more)
			return json_fail(r, "expected ',' or ']'");
		first = false;
		if (!element(r, "", what))
			return false;
	}
	r->depth--;
	return true;
}

bool json_skip(struct json_reading *r, const char *key, void *what)
{
	(void)key;
	if (json_looks_at(r, '{'))
		return json_object(r, json_skip, what);
	if (json_looks_at(r, '['))
		return json_array(r, json_skip, what);
	if (json_looks_at(r, '"'))
		return json_string(r, NULL);
	return read_word(r);
}
