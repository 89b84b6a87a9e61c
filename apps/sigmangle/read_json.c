/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads the JSON that demangle --json prints. Known members nest at most four deep. Others are skipped with a
 * counter of open brackets, so the stack use does not depend on the depth of the input. */
#include "sigmangle.h"

#include <string.h>

struct reader {
	struct draft *draft;
	const char *at, *end;
};

static bool fail(struct reader *r, const char *error) { return draft_fail(r->draft, r->at, error); }

static void skip_blanks(struct reader *r)
{
	while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
		r->at++;
}

static bool peek(struct reader *r, char c)
{
	skip_blanks(r);
	return r->at < r->end && *r->at == c;
}

static bool take(struct reader *r, char c)
{
	if (!peek(r, c))
		return false;
	r->at++;
	return true;
}

static bool expect(struct reader *r, char c, const char *error) { return take(r, c) || fail(r, error); }

/* ---- strings */

static int hex_digit(char c)
{
	return c >= '0' && c <= '9'   ? c - '0'
	       : c >= 'a' && c <= 'f' ? c - 'a' + 10
	       : c >= 'A' && c <= 'F' ? c - 'A' + 10
				      : -1;
}

/* Parses four digits after \u. */
static bool take_unit(struct reader *r, uint32_t *out_unit)
{
	*out_unit = 0;
	for (int i = 0; i < 4; i++) {
		int digit = r->at < r->end ? hex_digit(*r->at) : -1;
		if (digit < 0)
			return fail(r, "expected four hexadecimal digits");
		*out_unit = *out_unit << 4 | (uint32_t)digit;
		r->at++;
	}
	return true;
}

static size_t put_utf8(char *to, uint32_t code)
{
	if (code < 0x80) {
		to[0] = (char)code;
		return 1;
	}
	const size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
	for (size_t i = size; i-- > 1; code >>= 6)
		to[i] = (char)(0x80 | (code & 0x3F));
	to[0] = (char)(0xFFu << (8 - size) | code);
	return size;
}

static bool take_escape(struct reader *r, char *to, size_t *size)
{
	static const char from[] = "\"\\/bfnrt", plain[] = "\"\\/\b\f\n\r\t";
	const char *start = r->at++;
	const char *found = r->at < r->end && *r->at ? strchr(from, *r->at) : NULL;
	uint32_t unit, low;
	if (found) {
		r->at++;
		to[(*size)++] = plain[found - from];
		return true;
	}
	if (r->at == r->end || *r->at++ != 'u') {
		r->at = start;
		return fail(r, "unknown escape");
	}
	if (!take_unit(r, &unit))
		return false;
	if (unit >= 0xD800 && unit < 0xDC00 && r->end - r->at >= 6 && r->at[0] == '\\' && r->at[1] == 'u') {
		r->at += 2;
		if (!take_unit(r, &low))
			return false;
		if (low >= 0xDC00 && low < 0xE000)
			unit = 0x10000 + ((unit - 0xD800) << 10 | (low - 0xDC00));
	}
	if (unit >= 0xD800 && unit < 0xE000) {
		r->at = start;
		return fail(r, "unpaired surrogate");
	}
	*size += put_utf8(to + *size, unit);
	return true;
}

/* Decodes to bytes of the draft, which has space for the whole input. */
static bool take_string(struct reader *r, struct sigmangle_string *out)
{
	char *bytes = r->draft->bytes + r->draft->byte_count;
	size_t size = 0;
	if (!expect(r, '"', "expected a string"))
		return false;
	while (r->at < r->end && *r->at != '"') {
		if ((unsigned char)*r->at < 0x20)
			return fail(r, "a string cannot have control characters");
		if (*r->at != '\\')
			bytes[size++] = *r->at++;
		else if (!take_escape(r, bytes, &size))
			return false;
	}
	if (r->at == r->end)
		return fail(r, "expected a closing '\"'");
	r->at++;
	r->draft->byte_count += size;
	*out = (struct sigmangle_string){ bytes, size };
	return true;
}

static bool is(struct sigmangle_string text, const char *word)
{
	return text.size == strlen(word) && memcmp(text.data, word, text.size) == 0;
}

static bool take_number(struct reader *r, int32_t lowest, int32_t *out_number)
{
	skip_blanks(r);
	const char *start = r->at;
	if (take_int32(&r->at, r->end, lowest, out_number) && (r->at == r->end || !strchr(".eE0123456789", *r->at)))
		return true;
	r->at = start;
	return fail(r, lowest < 0 ? "expected a number of -1 or more" : "expected a number of 0 or more");
}

/* ---- unknown members */

/* Skips any value. Brackets are counted by kind, to check that each one is closed. */
static bool skip_value(struct reader *r)
{
	size_t open = 0;
	do {
		struct sigmangle_string text;
		skip_blanks(r);
		if (r->at == r->end)
			return fail(r, "expected a value");
		const char c = *r->at;
		if (c == '"') {
			if (!take_string(r, &text))
				return false;
			r->draft->byte_count -= text.size;
		} else if (c == '[' || c == '{') {
			open++;
			r->at++;
		} else if (c == ']' || c == '}') {
			if (!open)
				return fail(r, "expected a value");
			open--;
			r->at++;
		} else if (open && (c == ',' || c == ':')) {
			r->at++;
		} else if (strchr("-0123456789truefalsn", c) && c) {
			while (r->at < r->end && *r->at && strchr("+-.0123456789EeabcdfghijklmnopqrstuvwxyzA", *r->at))
				r->at++;
		} else {
			return fail(r, "expected a value");
		}
	} while (open);
	return true;
}

/* Calls `member` for every member of an object, with the reader after the ':'. */
static bool take_object(
	struct reader *r, bool (*member)(struct reader *r, struct sigmangle_string name, void *ctx), void *ctx)
{
	if (!expect(r, '{', "expected an object"))
		return false;
	if (take(r, '}'))
		return true;
	do {
		struct sigmangle_string name;
		if (!take_string(r, &name) || !expect(r, ':', "expected ':'") || !member(r, name, ctx))
			return false;
	} while (take(r, ','));
	return expect(r, '}', "expected ',' or '}'");
}

static bool take_array(struct reader *r, bool (*element)(struct reader *r, void *ctx), void *ctx)
{
	if (!expect(r, '[', "expected an array"))
		return false;
	if (take(r, ']'))
		return true;
	do {
		if (!element(r, ctx))
			return false;
	} while (take(r, ','));
	return expect(r, ']', "expected ',' or ']'");
}

/* ---- elements of a side: an item of a raw signature, or a leaf */

struct element {
	int side;
	bool raw, sip; /* members seen so far */
	const char *index_at;
	int32_t category, type, index;
	size_t first_dim;
};

static bool take_dim(struct reader *r, void *ctx)
{
	int32_t dim = SIGMANGLE_DYNAMIC;
	(void)ctx;
	skip_blanks(r);
	if (r->end - r->at >= 4 && memcmp(r->at, "null", 4) == 0)
		r->at += 4;
	else if (!take_number(r, SIGMANGLE_DYNAMIC, &dim))
		return false;
	draft_dim(r->draft, dim);
	return true;
}

static bool take_hex(struct reader *r, struct sigmangle_string name, void *ctx)
{
	struct sigmangle_key *key = ctx;
	struct sigmangle_string hex;
	const char *start = r->at;
	if (!is(name, "hex"))
		return skip_value(r);
	if (!take_string(r, &hex))
		return false;
	char *bytes = r->draft->bytes + (hex.data - r->draft->bytes);
	for (size_t i = 0; i < hex.size; i += 2) {
		const int high = hex_digit(hex.data[i]), low = i + 1 < hex.size ? hex_digit(hex.data[i + 1]) : -1;
		if (high < 0 || low < 0)
			return draft_fail(r->draft, start, "expected pairs of hexadecimal digits");
		bytes[i / 2] = (char)(high << 4 | low);
	}
	*key = (struct sigmangle_key){ bytes, hex.size / 2, 0 };
	return true;
}

static bool take_key(struct reader *r, void *ctx)
{
	struct sigmangle_key key = { NULL, 0, 0 };
	struct sigmangle_string text;
	(void)ctx;
	if (peek(r, '"')) {
		if (!take_string(r, &text))
			return false;
		key.text = text.data;
		key.size = text.size;
	} else if (peek(r, '{')) {
		const char *start = r->at;
		if (!take_object(r, take_hex, &key))
			return false;
		if (!key.text)
			return draft_fail(r->draft, start, "expected a member \"hex\"");
	} else if (!take_number(r, 0, &key.index)) {
		return false;
	}
	draft_key(r->draft, key);
	return true;
}

static bool take_category(struct reader *r, struct element *element)
{
	static const char *const names[] = { "buffer", "reference", "scalar", "unrecognized" };
	struct sigmangle_string word;
	const char *start = r->at;
	if (!take_string(r, &word))
		return false;
	for (int32_t i = 0; i < 4; i++) {
		if (is(word, names[i])) {
			element->category = i;
			return true;
		}
	}
	return draft_fail(r->draft, start, "expected buffer, scalar, reference or unrecognized");
}

static bool take_element_member(struct reader *r, struct sigmangle_string name, void *ctx)
{
	struct element *element = ctx;
	struct sigmangle_string word;
	skip_blanks(r);
	const char *start = r->at;
	if (is(name, "category")) {
		element->raw = true;
		return take_category(r, element);
	}
	if (is(name, "type")) {
		if (!take_string(r, &word))
			return false;
		element->type = type_word(word.data, word.size);
		return element->type >= 0 || draft_fail(r->draft, start, "expected a type, for example float32");
	}
	if (is(name, "dims")) {
		r->draft->dim_count = element->first_dim;
		return take_array(r, take_dim, NULL);
	}
	if (is(name, "path")) {
		element->sip = true;
		r->draft->depth = 0;
		return take_array(r, take_key, NULL);
	}
	if (is(name, "index")) {
		element->index_at = start;
		return take_number(r, 0, &element->index);
	}
	return skip_value(r);
}

static bool take_element(struct reader *r, void *ctx)
{
	struct draft *draft = r->draft;
	struct element element = { .side = *(int *)ctx, .first_dim = draft->dim_count, .index = -1 };
	skip_blanks(r);
	const char *start = r->at;
	draft->depth = 0;
	if (!take_object(r, take_element_member, &element))
		return false;
	const unsigned kind = element.raw ? KIND_RAW : KIND_SIP;
	const size_t rank = draft->dim_count - element.first_dim;
	if (element.raw == element.sip)
		return draft_fail(draft, start, "expected either \"category\" or \"path\"");
	if (draft->kind && draft->kind != kind)
		return draft_fail(draft, start, "items of raw and SIP signatures cannot be mixed");
	draft->kind = kind;
	if (element.sip)
		return element.index_at ? draft_leaf(draft, element.side, element.index, element.index_at)
					: draft_fail(draft, start, "expected a member \"index\"");
	if (rank && element.category != SIGMANGLE_BUFFER)
		return draft_fail(draft, start, "only buffers have dimensions");
	draft_item(draft, element.side, (enum sigmangle_category)element.category, element.type, rank);
	return true;
}

/* ---- the whole signature */

struct whole {
	bool seen[2];
	unsigned kind;
};

static bool take_member(struct reader *r, struct sigmangle_string name, void *ctx)
{
	static const char *const sides[] = { "inputs", "results" };
	struct whole *whole = ctx;
	struct sigmangle_string word;
	skip_blanks(r);
	const char *start = r->at;
	if (is(name, "kind")) {
		if (!take_string(r, &word))
			return false;
		whole->kind = is(word, "raw") ? KIND_RAW : is(word, "sip") ? KIND_SIP : 0;
		return whole->kind || draft_fail(r->draft, start, "expected raw or sip");
	}
	for (int side = 0; side < 2; side++) {
		if (!is(name, sides[side]))
			continue;
		/* dimensions are in the order of the items, inputs first */
		if (whole->seen[side] || (side == 0 && whole->seen[1]))
			return draft_fail(r->draft, start, "expected inputs once, then results once");
		whole->seen[side] = true;
		return take_array(r, take_element, &side);
	}
	return skip_value(r);
}

bool read_json(struct draft *draft, const char *text, size_t size)
{
	struct reader r = { draft, text, text + size };
	struct whole whole = { .kind = 0 };
	if (!take_object(&r, take_member, &whole))
		return false;
	skip_blanks(&r);
	if (r.at != r.end)
		return fail(&r, "expected the end");
	if (whole.kind && draft->kind && whole.kind != draft->kind)
		return draft_fail(draft, text, "the items do not match \"kind\"");
	return true;
}
