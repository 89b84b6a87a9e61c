/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads the text that demangle prints:
 *
 *	(Buffer<float32[?x128]>, sint32) -> (RefObject<?>)
 *	[{"bar": #1, "foo": #0}, 5: #2] -> ()
 *
 * The parser is iterative: a stack on the heap holds the open containers. */
#include "sigmangle.h"

#include <stdlib.h>
#include <string.h>

struct reader {
	struct draft *draft;
	const char *at, *end;
};

static void skip_blanks(struct reader *r)
{
	while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
		r->at++;
}

/* Consumes a word if it is next. */
static bool take(struct reader *r, const char *word)
{
	const size_t size = strlen(word);
	skip_blanks(r);
	if ((size_t)(r->end - r->at) < size || memcmp(r->at, word, size) != 0)
		return false;
	r->at += size;
	return true;
}

static bool fail(struct reader *r, const char *error) { return draft_fail(r->draft, r->at, error); }

static bool set_kind(struct reader *r, unsigned kind)
{
	if (r->draft->kind && r->draft->kind != kind)
		return fail(r, "one side is raw, the other one is SIP");
	r->draft->kind = kind;
	return true;
}

/* ---- raw */

static bool take_type(struct reader *r, int32_t *out_type, const char *error)
{
	const char *word = r->at;
	while (r->at < r->end && ((*r->at >= 'a' && *r->at <= 'z') || (*r->at >= '0' && *r->at <= '9')))
		r->at++;
	*out_type = type_word(word, (size_t)(r->at - word));
	if (*out_type >= 0)
		return true;
	r->at = word;
	return fail(r, error);
}

static bool take_dims(struct reader *r)
{
	if (!take(r, "["))
		return fail(r, "expected '[' and dimensions");
	if (take(r, "]"))
		return true;
	do {
		int32_t dim = SIGMANGLE_DYNAMIC;
		if (!take(r, "?") && !take_int32(&r->at, r->end, 0, &dim))
			return fail(r, "expected a dimension: a number or ?");
		draft_dim(r->draft, dim);
	} while (take(r, "x"));
	return take(r, "]") || fail(r, "expected 'x' or ']'");
}

static bool take_item(struct reader *r, int side)
{
	int32_t type = 0;
	if (take(r, "RefObject<?>")) {
		draft_item(r->draft, side, SIGMANGLE_REFERENCE, 0, 0);
	} else if (take(r, "Unrecognized<?>")) {
		draft_item(r->draft, side, SIGMANGLE_UNRECOGNIZED, 0, 0);
	} else if (take(r, "Buffer<")) {
		const size_t first = r->draft->dim_count;
		if (!take_type(r, &type, "expected a type, for example float32") || !take_dims(r) || !(take(r, ">") || fail(r, "expected '>'")))
			return false;
		draft_item(r->draft, side, SIGMANGLE_BUFFER, type, r->draft->dim_count - first);
	} else {
		if (!take_type(r, &type, "expected a type (float32), Buffer<float32[2x?]>, RefObject<?> or Unrecognized<?>"))
			return false;
		draft_item(r->draft, side, SIGMANGLE_SCALAR, type, 0);
		if (take(r, "["))
			return draft_fail(r->draft, r->at - 1, "expected ',' or ')'; a buffer is written Buffer<float32[2x?]>");
	}
	return true;
}

static bool take_items(struct reader *r, int side)
{
	if (!set_kind(r, KIND_RAW))
		return false;
	do {
		if (!take_item(r, side))
			return false;
	} while (take(r, ","));
	return take(r, ")") || fail(r, "expected ',' or ')'");
}

/* ---- SIP */

/* Decodes "a\x00\"" to bytes of the draft. */
static bool take_string(struct reader *r, struct sigmangle_key *out_key)
{
	char *bytes = r->draft->bytes + r->draft->byte_count;
	size_t size = 0;
	if (!take(r, "\""))
		return fail(r, "expected a key in quotes");
	for (; r->at < r->end && *r->at != '"'; r->at++) {
		char c = *r->at;
		if (c == '\\') {
			if (r->end - r->at >= 4 && r->at[1] == 'x') {
				const char digits[3] = { r->at[2], r->at[3], 0 };
				char *stop;
				c = (char)strtoul(digits, &stop, 16);
				if (stop != digits + 2 || digits[0] == '-' || digits[0] == '+' || digits[0] == ' ')
					return fail(r, "expected two hexadecimal digits");
				r->at += 3;
			} else if (r->end - r->at >= 2 && (r->at[1] == '"' || r->at[1] == '\\')) {
				c = *++r->at;
			} else {
				return fail(r, "expected \\\\, \\\" or \\xHH");
			}
		}
		bytes[size++] = c;
	}
	if (r->at == r->end)
		return fail(r, "expected a closing '\"'");
	r->at++;
	r->draft->byte_count += size;
	*out_key = (struct sigmangle_key){ bytes, size, 0 };
	return true;
}

struct level {
	bool dict;
	int64_t next; /* number of the next element without a key */
};

static bool take_key(struct reader *r, struct level *level)
{
	struct sigmangle_key key = { NULL, 0, 0 };
	if (level->dict) {
		if (!take_string(r, &key) || !(take(r, ":") || fail(r, "expected ':'")))
			return false;
	} else {
		skip_blanks(r);
		if (take_int32(&r->at, r->end, 0, &key.index)) {
			if (!take(r, ":"))
				return fail(r, "expected ':' after the key, or #, [ or {");
		} else if (level->next > INT32_MAX) {
			return fail(r, "the key does not fit into 32 bits");
		} else {
			key.index = (int32_t)level->next;
		}
		level->next = (int64_t)key.index + 1;
	}
	draft_key(r->draft, key);
	return true;
}

/* Parses values until a top-level one is complete. */
static bool take_structure(struct reader *r, int side)
{
	struct level *levels = NULL;
	size_t room = 0, *depth = &r->draft->depth;
	bool good = set_kind(r, KIND_SIP);
	*depth = 0;
	while (good) {
		int32_t index;
		const char *start = (skip_blanks(r), r->at);
		const bool dict = take(r, "{");
		if (dict || take(r, "[")) {
			if (take(r, dict ? "}" : "]")) {
				good = draft_fail(
					r->draft, start, "a signature cannot contain an empty sequence or dict");
				break;
			}
			if (*depth == room) {
				room = 2 * room + 16;
				levels = memory(levels, room, sizeof *levels);
			}
			levels[*depth] = (struct level){ dict, 0 };
			good = take_key(r, &levels[*depth]);
			continue;
		}
		good = take(r, "#") ? take_int32(&r->at, r->end, 0, &index) || fail(r, "expected a number")
				    : fail(r, "expected a value: #, [ or {");
		good = good && draft_leaf(r->draft, side, index, start);
		while (good && *depth) { /* after a value */
			struct level *level = &levels[--*depth];
			if (take(r, ",")) {
				good = take_key(r, level);
				break;
			}
			good = take(r, level->dict ? "}" : "]") ||
			       fail(r, level->dict ? "expected ',' or '}'" : "expected ',' or ']'");
		}
		if (good && !*depth)
			break;
	}
	free(levels);
	return good;
}

static bool take_side(struct reader *r, int side)
{
	if (!take(r, "("))
		return take_structure(r, side);
	return take(r, ")") || take_items(r, side);
}

bool read_text(struct draft *draft, const char *text, size_t size)
{
	struct reader r = { draft, text, text + size };
	if (!take_side(&r, SIGMANGLE_INPUTS) || !(take(&r, "->") || fail(&r, "expected '->'")) ||
		!take_side(&r, SIGMANGLE_RESULTS))
		return false;
	skip_blanks(&r);
	return r.at == r.end || fail(&r, "expected the end");
}
