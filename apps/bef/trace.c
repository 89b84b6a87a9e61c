/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Chrome's trace event format: JSON, an array of events or an object with that array as "traceEvents". It is read in
 * one pass; of unused values only the nesting is checked. */
#include "trace.h"

#include <stdlib.h>
#include <string.h>

#define DEEPEST 64

struct reading {
	const char *at, *begin, *end;
	const char *wrong; /* error message, for offset `at`; NULL: no error */
	int depth;
	void (*event)(void *ctx, const struct trace_event *event);
	void *ctx;
};

static bool fail(struct reading *r, const char *what)
{
	if (!r->wrong)
		r->wrong = what;
	return false;
}

static void skip_space(struct reading *r)
{
	while (r->at < r->end && strchr(" \t\r\n", *r->at) && *r->at)
		r->at++;
}

static bool looks_at(struct reading *r, char c)
{
	skip_space(r);
	return r->at < r->end && *r->at == c;
}

static bool take(struct reading *r, char c)
{
	if (!looks_at(r, c))
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

static bool read_escape(struct reading *r, struct text *text)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	if (r->at == r->end)
		return fail(r, "unterminated string");
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
			return fail(r, "expected four hexadecimal digits");
		code = code << 4 | (unsigned)(digit - digits);
	}
	if (c != 'u')
		return fail(r, "unknown escape");
	add_code(text, code);
	return true;
}

/* Decodes into `out`, which has TRACE_TEXT bytes or is NULL. */
static bool read_string(struct reading *r, char *out)
{
	struct text text = { out, 0 };
	if (!take(r, '"'))
		return fail(r, "expected a string");
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
	return take(r, '"') || fail(r, "unterminated string");
}

/* ---- values */

static bool read_number(struct reading *r, double *out)
{
	char digits[64];
	size_t size = 0;
	skip_space(r);
	while (r->at + size < r->end && size < sizeof digits - 1 && r->at[size] &&
		strchr("+-.0123456789eE", r->at[size])) {
		digits[size] = r->at[size];
		size++;
	}
	digits[size] = '\0';
	char *end;
	*out = strtod(digits, &end);
	if (size == 0 || *end)
		return fail(r, "expected a number");
	r->at += size;
	return true;
}

static bool read_word(struct reading *r)
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
	return read_number(r, &ignored);
}

typedef bool (*member_fn)(struct reading *r, const char *key, void *what);

/* Parses an object; `member` parses each value. */
static bool read_object(struct reading *r, member_fn member, void *what)
{
	char key[TRACE_TEXT];
	if (!take(r, '{'))
		return fail(r, "expected an object");
	if (++r->depth > DEEPEST)
		return fail(r, "too deep");
	bool first = true;
	while (!take(r, '}')) {
		if (!first && !take(r, ','))
			return fail(r, "expected ',' or '}'");
		first = false;
		if (!read_string(r, key) || !(take(r, ':') || fail(r, "expected ':'")) || !member(r, key, what))
			return false;
	}
	r->depth--;
	return true;
}

static bool read_array(struct reading *r, member_fn element, void *what)
{
	if (!take(r, '['))
		return fail(r, "expected an array");
	if (++r->depth > DEEPEST)
		return fail(r, "too deep");
	bool first = true;
	while (!take(r, ']')) {
		bool more = first || take(r, ',');
		/* The format allows a trace that is truncated and lacks the closing bracket. */
		skip_space(r);
		if (r->at == r->end && r->depth == 1)
			break;
		if (!more)
			return fail(r, "expected ',' or ']'");
		first = false;
		if (!element(r, "", what))
			return false;
	}
	r->depth--;
	return true;
}

static bool skip_value(struct reading *r, const char *key, void *what)
{
	(void)key;
	if (looks_at(r, '{'))
		return read_object(r, skip_value, what);
	if (looks_at(r, '['))
		return read_array(r, skip_value, what);
	if (looks_at(r, '"'))
		return read_string(r, NULL);
	return read_word(r);
}

/* ---- events */

static bool read_argument(struct reading *r, const char *key, void *what)
{
	struct trace_event *event = what;
	double number;
	if (looks_at(r, '"')) {
		char *to = strcmp(key, "location") == 0   ? event->location
			   : strcmp(key, "function") == 0 ? event->function
							  : NULL;
		return read_string(r, to);
	}
	if (strcmp(key, "inside") == 0)
		return read_number(r, &event->inside);
	if (strcmp(key, "kernel") != 0)
		return skip_value(r, key, NULL);
	if (!read_number(r, &number))
		return false;
	event->kernel = number >= 1 && number < 4294967296.0 ? (uint64_t)number : 0;
	return true;
}

struct found {
	struct trace_event event;
	char kind[TRACE_TEXT];
};

static bool read_member(struct reading *r, const char *key, void *what)
{
	struct found *found = what;
	if (strcmp(key, "name") == 0 && looks_at(r, '"'))
		return read_string(r, found->event.name);
	if (strcmp(key, "ph") == 0)
		return read_string(r, found->kind);
	if (strcmp(key, "dur") == 0)
		return read_number(r, &found->event.microseconds);
	if (strcmp(key, "args") == 0 && looks_at(r, '{'))
		return read_object(r, read_argument, &found->event);
	return skip_value(r, key, NULL);
}

static bool read_event(struct reading *r, const char *key, void *what)
{
	struct found found = { .kind = "" };
	(void)key;
	(void)what;
	if (!read_object(r, read_member, &found))
		return false;
	if (strcmp(found.kind, "X") == 0 && found.event.microseconds >= 0)
		r->event(r->ctx, &found.event);
	return true;
}

static bool read_top(struct reading *r, const char *key, void *what)
{
	if (strcmp(key, "traceEvents") == 0)
		return read_array(r, read_event, what);
	return skip_value(r, key, NULL);
}

const char *trace_read(const char *text, size_t size, void (*event)(void *ctx, const struct trace_event *event),
	void *ctx, size_t *out_offset)
{
	struct reading r = { .at = text, .begin = text, .end = text + size, .event = event, .ctx = ctx };
	bool good = looks_at(&r, '[') ? read_array(&r, read_event, NULL) : read_object(&r, read_top, NULL);
	skip_space(&r);
	if (good && r.at != r.end)
		fail(&r, "expected the end of the file");
	*out_offset = (size_t)(r.at - r.begin);
	return r.wrong;
}
