/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads the JSON that demangle --json prints. Known members nest at most four deep. Others may have any depth: they are skipped with a
 * counter of open brackets, so that the use of the stack does not depend on it. */
#include "sigmangle.h"
#include "../cli/json_read.h"

#include <string.h>

static struct draft *draft_of(struct json_reading *r) { return r->ctx; }

/* Decodes to bytes of the draft, which has space for the whole input. */
static bool take_string(struct json_reading *r, struct json_text *out)
{
	struct draft *draft = draft_of(r);
	out->data = draft->bytes + draft->byte_count;
	if (!json_string(r, draft->bytes + draft->byte_count, (size_t)(r->end - r->at) + 1, &out->size))
		return false;
	draft->byte_count += out->size;
	return true;
}

static bool take_number(struct json_reading *r, int32_t lowest, int32_t *out_number)
{
	json_skip_space(r);
	const char *start = r->at;
	if (take_int32(&r->at, r->end, lowest, out_number) && (r->at == r->end || !strchr(".eE0123456789", *r->at)))
		return true;
	r->at = start;
	return json_fail(r, lowest < 0 ? "expected a number of -1 or more" : "expected a number of 0 or more");
}

/* ---- unknown members */

/* Skips any value. Brackets are counted by kind, to check that each one is closed. */
static bool skip_value(struct json_reading *r)
{
	size_t open = 0;
	do {
		json_skip_space(r);
		if (r->at == r->end)
			return json_fail(r, "expected a value");
		const char c = *r->at;
		if (c == '"') {
			if (!json_string(r, NULL, 0, NULL))
				return false;
		} else if (c == '[' || c == '{') {
			open++;
			r->at++;
		} else if (c == ']' || c == '}') {
			if (!open)
				return json_fail(r, "expected a value");
			open--;
			r->at++;
		} else if (open && (c == ',' || c == ':')) {
			r->at++;
		} else if (strchr("-0123456789truefalsn", c) && c) {
			while (r->at < r->end && *r->at && strchr("+-.0123456789EeabcdfghijklmnopqrstuvwxyzA", *r->at))
				r->at++;
		} else {
			return json_fail(r, "expected a value");
		}
	} while (open);
	return true;
}

/* ---- elements of a side: an item of a raw signature, or a leaf */

struct element {
	int side;
	bool raw, sip; /* members seen so far */
	const char *index_at;
	int32_t category, type, index;
	size_t first_dim;
};

static bool take_dim(struct json_reading *r, struct json_text key, void *ctx)
{
	int32_t dim = SIGMANGLE_DYNAMIC;
	(void)key, (void)ctx;
	json_skip_space(r);
	if (r->end - r->at >= 4 && memcmp(r->at, "null", 4) == 0)
		r->at += 4;
	else if (!take_number(r, SIGMANGLE_DYNAMIC, &dim))
		return false;
	draft_dim(draft_of(r), dim);
	return true;
}

static bool take_hex(struct json_reading *r, struct json_text name, void *ctx)
{
	struct sigmangle_key *key = ctx;
	struct json_text hex;
	const char *start = r->at;
	if (!json_is(name, "hex"))
		return skip_value(r);
	if (!take_string(r, &hex))
		return false;
	char *bytes = draft_of(r)->bytes + (hex.data - draft_of(r)->bytes);
	for (size_t i = 0; i < hex.size; i += 2) {
		const int high = json_hex_digit(hex.data[i]), low = i + 1 < hex.size ? json_hex_digit(hex.data[i + 1]) : -1;
		if (high < 0 || low < 0)
			return draft_fail(draft_of(r), start, "expected pairs of hexadecimal digits");
		bytes[i / 2] = (char)(high << 4 | low);
	}
	*key = (struct sigmangle_key){ bytes, hex.size / 2, 0 };
	return true;
}

static bool take_key(struct json_reading *r, struct json_text name, void *ctx)
{
	struct sigmangle_key key = { NULL, 0, 0 };
	struct json_text text;
	(void)name, (void)ctx;
	if (json_looks_at(r, '"')) {
		if (!take_string(r, &text))
			return false;
		key.text = text.data;
		key.size = text.size;
	} else if (json_looks_at(r, '{')) {
		const char *start = r->at;
		if (!json_object(r, take_hex, &key))
			return false;
		if (!key.text)
			return draft_fail(draft_of(r), start, "expected a member \"hex\"");
	} else if (!take_number(r, 0, &key.index)) {
		return false;
	}
	draft_key(draft_of(r), key);
	return true;
}

static bool take_category(struct json_reading *r, struct element *element)
{
	static const char *const names[] = { "buffer", "reference", "scalar", "unrecognized" };
	struct json_text word;
	const char *start = r->at;
	if (!take_string(r, &word))
		return false;
	for (int32_t i = 0; i < 4; i++) {
		if (json_is(word, names[i])) {
			element->category = i;
			return true;
		}
	}
	return draft_fail(draft_of(r), start, "expected buffer, scalar, reference or unrecognized");
}

static bool take_element_member(struct json_reading *r, struct json_text name, void *ctx)
{
	struct element *element = ctx;
	struct json_text word;
	json_skip_space(r);
	const char *start = r->at;
	if (json_is(name, "category")) {
		element->raw = true;
		return take_category(r, element);
	}
	if (json_is(name, "type")) {
		if (!take_string(r, &word))
			return false;
		element->type = type_word(word.data, word.size);
		return element->type >= 0 || draft_fail(draft_of(r), start, "expected a type, for example float32");
	}
	if (json_is(name, "dims")) {
		draft_of(r)->dim_count = element->first_dim;
		return json_array(r, take_dim, NULL);
	}
	if (json_is(name, "path")) {
		element->sip = true;
		draft_of(r)->depth = 0;
		return json_array(r, take_key, NULL);
	}
	if (json_is(name, "index")) {
		element->index_at = start;
		return take_number(r, 0, &element->index);
	}
	return skip_value(r);
}

static bool take_element(struct json_reading *r, struct json_text key, void *ctx)
{
	struct draft *draft = draft_of(r);
	struct element element = { .side = *(int *)ctx, .first_dim = draft->dim_count, .index = -1 };
	(void)key;
	json_skip_space(r);
	const char *start = r->at;
	draft->depth = 0;
	if (!json_object(r, take_element_member, &element))
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

static bool take_member(struct json_reading *r, struct json_text name, void *ctx)
{
	static const char *const sides[] = { "inputs", "results" };
	struct whole *whole = ctx;
	struct json_text word;
	json_skip_space(r);
	const char *start = r->at;
	if (json_is(name, "kind")) {
		if (!take_string(r, &word))
			return false;
		whole->kind = json_is(word, "raw") ? KIND_RAW : json_is(word, "sip") ? KIND_SIP : 0;
		return whole->kind || draft_fail(draft_of(r), start, "expected raw or sip");
	}
	for (int side = 0; side < 2; side++) {
		if (!json_is(name, sides[side]))
			continue;
		/* dimensions are in the order of the items, inputs first */
		if (whole->seen[side] || (side == 0 && whole->seen[1]))
			return draft_fail(draft_of(r), start, "expected inputs once, then results once");
		whole->seen[side] = true;
		return json_array(r, take_element, &side);
	}
	return skip_value(r);
}

bool read_json(struct draft *draft, const char *text, size_t size)
{
	struct json_reading r = { .at = text, .begin = text, .end = text + size, .ctx = draft };
	struct whole whole = { .kind = 0 };
	const bool good = json_object(&r, take_member, &whole);
	json_skip_space(&r);
	if (!good || r.at != r.end)
		return draft_fail(draft, r.at, r.wrong ? r.wrong : "expected the end");
	if (whole.kind && draft->kind && whole.kind != draft->kind)
		return draft_fail(draft, text, "the items do not match \"kind\"");
	return true;
}
