/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Of unused values only the nesting is checked. */
#include "json_read.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define DEEPEST 64
#define LONGEST_KEY 512 /* longer keys are cut */

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

bool json_expect(struct json_reading *r, char c, const char *what) { return json_take(r, c) || json_fail(r, what); }

/* ---- strings */

struct text {
	char *data; /* NULL: not needed */
	size_t used, room;
};

static void add(struct text *text, char c)
{
	if (text->data && text->used + 1 < text->room)
		text->data[text->used++] = c;
}

static void add_utf8(struct text *text, uint32_t code)
{
	const unsigned behind = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3; /* bytes behind the first */
	add(text, (char)(behind ? (0xFF00u >> (behind + 1) & 0xFF) | code >> 6 * behind : code));
	for (unsigned i = behind; i-- > 0;)
		add(text, (char)(0x80 | (code >> 6 * i & 0x3F)));
}

int json_hex_digit(char c)
{
	static const char digits[] = "0123456789abcdefABCDEF";
	const char *digit = c ? strchr(digits, c) : NULL;
	return !digit ? -1 : digit < digits + 16 ? (int)(digit - digits) : (int)(digit - digits) - 6;
}

/* The four digits after \u. */
static bool read_unit(struct json_reading *r, uint32_t *out)
{
	*out = 0;
	for (int i = 0; i < 4; i++, r->at++) {
		const int digit = r->at < r->end ? json_hex_digit(*r->at) : -1;
		if (digit < 0)
			return json_fail(r, "expected four hexadecimal digits");
		*out = *out << 4 | (uint32_t)digit;
	}
	return true;
}

static bool fail_at(struct json_reading *r, const char *at, const char *what)
{
	r->at = at;
	return json_fail(r, what);
}

static bool read_escape(struct json_reading *r, struct text *text)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	const char *start = r->at++;
	const char c = r->at < r->end ? *r->at++ : 0;
	const char *known = c ? strchr(from, c) : NULL;
	uint32_t code, low;
	if (known) {
		add(text, to[known - from]);
		return true;
	}
	if (c != 'u')
		return fail_at(r, start, "unknown escape");
	if (!read_unit(r, &code))
		return false;
	const char *behind = r->at;
	if (code >= 0xD800 && code < 0xDC00 && r->end - r->at >= 6 && r->at[0] == '\\' && r->at[1] == 'u') {
		r->at += 2;
		if (!read_unit(r, &low))
			return false;
		if (low >= 0xDC00 && low < 0xE000)
			code = 0x10000 + ((code - 0xD800) << 10 | (low - 0xDC00));
		else
			r->at = behind;
	}
	if (!r->lax && code >= 0xD800 && code < 0xE000)
		return fail_at(r, start, "unpaired surrogate");
	add_utf8(text, code);
	return true;
}

bool json_string(struct json_reading *r, char *out, size_t room, size_t *out_size)
{
	struct text text = { out, 0, room };
	if (!json_expect(r, '"', "expected a string"))
		return false;
	while (r->at < r->end && *r->at != '"') {
		if (!r->lax && (unsigned char)*r->at < 0x20)
			return json_fail(r, "a string cannot have control characters");
		if (*r->at != '\\')
			add(&text, *r->at++);
		else if (!read_escape(r, &text))
			return false;
	}
	if (out)
		out[text.used] = '\0';
	if (out_size)
		*out_size = text.used;
	if (r->at == r->end)
		return json_fail(r, "unterminated string");
	r->at++;
	return true;
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

bool json_is(struct json_text text, const char *word)
{
	return text.size == strlen(word) && memcmp(text.data, word, text.size) == 0;
}

static bool open_bracket(struct json_reading *r, char c, const char *what)
{
	return json_expect(r, c, what) && (++r->depth <= DEEPEST || json_fail(r, "too deep"));
}

bool json_object(struct json_reading *r, json_member_fn member, void *what)
{
	char text[LONGEST_KEY];
	struct json_text key = { text, 0 };
	if (!open_bracket(r, '{', "expected an object"))
		return false;
	for (bool first = true; !json_take(r, '}'); first = false) {
		if ((!first && !json_expect(r, ',', "expected ',' or '}'")) || !json_string(r, text, sizeof text, &key.size) ||
			!json_expect(r, ':', "expected ':'") || !member(r, key, what))
			return false;
	}
	r->depth--;
	return true;
}

bool json_array(struct json_reading *r, json_member_fn element, void *what)
{
	if (!open_bracket(r, '[', "expected an array"))
		return false;
	for (bool first = true; !json_take(r, ']'); first = false) {
		const bool more = first || json_take(r, ',');
		json_skip_space(r);
		if (r->lax && r->at == r->end && r->depth == 1)
			break;
		if (!more)
			return json_fail(r, "expected ',' or ']'");
		if (!element(r, (struct json_text){ "", 0 }, what))
			return false;
	}
	r->depth--;
	return true;
}

bool json_skip(struct json_reading *r, struct json_text key, void *what)
{
	(void)key;
	if (json_looks_at(r, '{'))
		return json_object(r, json_skip, what);
	if (json_looks_at(r, '['))
		return json_array(r, json_skip, what);
	if (json_looks_at(r, '"'))
		return json_string(r, NULL, 0, NULL);
	return read_word(r);
}
