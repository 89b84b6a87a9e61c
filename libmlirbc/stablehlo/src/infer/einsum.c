/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* einsum_config: "ab,bc->ac". A letter is a dimension, "..." stands for any number of them. StableHLO has no rules for it; these are what
 * every implementation needs: ranks, letters of the result, and sizes that agree. */
#include "infer/rules.h"

#include <string.h>

/* The known size of each letter's dimension; SHLO__DYNAMIC: unknown. */
struct letters {
	int64_t size[128];
	bool known[128]; /* the letter occurs in an operand */
};

/* What one tensor has: letters before and behind "...". */
struct subscripts {
	char letters[SHLO__MOST_DIMS];
	size_t count, before; /* before == count: there is no "..." */
	bool ellipsis;
};

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static bool read_subscripts(struct shlo__scan *scan, struct subscripts *out)
{
	*out = (struct subscripts){ .count = 0 };
	while (scan->at < scan->end && *scan->at != ',' && *scan->at != '-') {
		char c = *scan->at;
		if (c == ' ') {
			scan->at++;
		} else if (is_letter(c) && out->count < SHLO__MOST_DIMS) {
			out->letters[out->count++] = c;
			out->before += !out->ellipsis;
			scan->at++;
		} else if (!out->ellipsis && scan->end - scan->at >= 3 && memcmp(scan->at, "...", 3) == 0) {
			out->ellipsis = true;
			scan->at += 3;
		} else {
			return false;
		}
	}
	return true;
}

/* Notes the sizes of a tensor's letters, or compares them. A size of 1 may be broadcast. */
static bool check_sizes(struct shlo__check *check, const struct mlirbc_type *type, const struct subscripts *own, struct letters *letters)
{
	struct shlo__spelled text;
	size_t rank = shlo__rank(type);
	if (own->ellipsis ? rank < own->count : rank != own->count)
		return shlo__fail(check, "einsum_config has %zu dimensions%s for '%s'", own->count, own->ellipsis ? " and more" : "",
			shlo__spell(type, &text));
	for (size_t i = 0; i < own->count; ++i) {
		unsigned char letter = (unsigned char)own->letters[i];
		int64_t size = shlo__dim(type, i < own->before ? i : rank - own->count + i), *known = &letters->size[letter];
		if (!letters->known[letter] || *known == SHLO__DYNAMIC || *known == 1)
			*known = size;
		else if (size != 1 && !shlo__same_dim(*known, size))
			return shlo__fail(check, "einsum_config: dimension '%c' has sizes %lld and %lld", letter, (long long)*known,
				(long long)size);
		letters->known[letter] = true;
	}
	return true;
}

/* The declared result with the sizes that the operands have for its letters. */
static bool emit_result(struct shlo__check *check, const struct subscripts *own, struct letters *letters)
{
	const struct mlirbc_type *declared = shlo__declared(check, 0);
	struct shlo__shape shape;
	if (!check_sizes(check, declared, own, letters) || !shlo__shape_of(check, declared, &shape))
		return false;
	for (size_t i = 0; i < own->count; ++i) {
		size_t at = i < own->before ? i : shape.rank - own->count + i;
		if (shape.dims[at] != SHLO__DYNAMIC)
			continue;
		shape.dims[at] = letters->size[(unsigned char)own->letters[i]];
		if (shape.dims[at] != SHLO__DYNAMIC && shape.bounds.count)
			shape.bounds.at[at] = SHLO__DYNAMIC;
	}
	return shlo__emit_shape(check, &shape);
}

bool shlo__rule_einsum(struct shlo__check *check)
{
	const struct mlirbc_string *config = shlo__attr(check, "einsum_config")->u.string;
	struct shlo__scan scan = shlo__scan(config->data, config->size);
	struct letters letters = { .known = { false } };
	struct subscripts own;
	bool good = true;
	for (size_t i = 0; good && i < check->operand_count; ++i) {
		good = (i == 0 || shlo__scan_take(&scan, ",")) && read_subscripts(&scan, &own);
		if (good && !check_sizes(check, shlo__operand(check, i), &own, &letters))
			return false;
		for (size_t k = 0; good && k < own.count; ++k)
			letters.known[(unsigned char)own.letters[k]] = true;
	}
	if (!good || !shlo__scan_take(&scan, "->") || !read_subscripts(&scan, &own) || !shlo__scan_done(&scan))
		return shlo__fail(check, "einsum_config must be like %s, but is \"%.*s\"", check->operand_count == 1 ? "\"ab->a\"" : "\"ab,bc->ac\"",
			(int)(config->size < 60 ? config->size : 60), config->data);
	for (size_t i = 0; i < own.count; ++i) {
		if (!letters.known[(unsigned char)own.letters[i]])
			return shlo__fail(check, "einsum_config: dimension '%c' of the result is in no operand", own.letters[i]);
	}
	return check->declared ? emit_result(check, &own, &letters) : shlo__rule_declared(check);
}
