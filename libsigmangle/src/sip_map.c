/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Converts paths to flat positions and back. */
#include "sip.h"

#include <string.h>

SMALL enum sigmangle_status sigmangle_leaves_open(struct sigmangle_leaves *out_leaves, const char *signature,
	size_t size, enum sigmangle_side side, struct sigmangle_key *path, size_t room, struct sigmangle_diag *diag)
{
	out_leaves->path = path;
	out_leaves->room = room;
	return sigmangle_sip_open(&out_leaves->sip, signature, size, side, SIGMANGLE_STRICT, diag);
}

SMALL enum sigmangle_status sigmangle_leaves_next(
	struct sigmangle_leaves *leaves, struct sigmangle_leaf *out_leaf, struct sigmangle_diag *diag)
{
	struct sigmangle_event event;
	enum sigmangle_status status;
	while ((status = sigmangle_sip_next(&leaves->sip, &event, diag)) == SIGMANGLE_OK) {
		const size_t depth = leaves->sip.depth;
		switch (event.kind) {
		case SIGMANGLE_KEY_INDEX:
		case SIGMANGLE_KEY_TEXT:
			if (depth > leaves->room)
				return sigmangle__fail(diag, SIGMANGLE_PATH_ROOM, event.offset);
			leaves->path[depth - 1] = event.kind == SIGMANGLE_KEY_TEXT
							  ? (struct sigmangle_key){ event.text.data, event.text.size,
								    0 }
							  : (struct sigmangle_key){ NULL, 0, event.number };
			break;
		case SIGMANGLE_LEAF:
			*out_leaf = (struct sigmangle_leaf){ leaves->path, depth, event.number, event.offset };
			return SIGMANGLE_OK;
		default: break;
		}
	}
	return status;
}

/* Returns whether the token is this key. */
SMALL static bool is_key(const struct sigmangle__token *token, const struct sigmangle_key *key)
{
	if (!key->text)
		return token->tag == 'k' && token->value == key->index;
	return token->tag == 'K' && (size_t)token->value - 1 == key->size &&
	       (!key->size || memcmp(token->payload, key->text, key->size) == 0);
}

/* Skips siblings by their lengths, so errors in them are not found. */
SMALL enum sigmangle_status sigmangle_sip_find(const char *signature, size_t size, enum sigmangle_side side,
	const struct sigmangle_key *path, size_t depth, int32_t *out_index, struct sigmangle_diag *diag)
{
	struct sigmangle_string payload;
	enum sigmangle_status status = sigmangle__side(signature, size, side, SIGMANGLE_STRICT, &payload, diag);
	if (status != SIGMANGLE_OK)
		return status;
	const char *at = payload.data, *end = payload.data + payload.size;
	struct sigmangle__token key, value;
	enum sigmangle_reason reason;
	for (size_t level = 0;;) { /* at: alternately a value and a key */
		if (at == end)
			return SIGMANGLE_E_NOT_FOUND;
		if ((reason = sigmangle__lex(at, end, &value)) != SIGMANGLE_GOOD)
			break;
		if (level == depth) {
			if (value.tag != '_')
				return SIGMANGLE_E_NOT_FOUND;
			*out_index = value.value;
			return SIGMANGLE_OK;
		}
		if (value.tag != (path[level].text ? 'D' : 'S'))
			return SIGMANGLE_E_NOT_FOUND;
		end = value.next;
		for (at = value.payload; at != end; at = value.next) {
			if ((reason = sigmangle__lex(at, end, &key)) != SIGMANGLE_GOOD) {
				value = key;
				break;
			}
			at = key.next;
			if (is_key(&key, &path[level]) || at == end)
				break;
			if ((reason = sigmangle__lex(at, end, &value)) != SIGMANGLE_GOOD)
				break;
		}
		if (reason != SIGMANGLE_GOOD)
			break;
		level++;
	}
	return sigmangle__fail(diag, reason, (uint64_t)(value.next - signature));
}

SMALL enum sigmangle_status sigmangle_sip_path(const char *signature, size_t size, enum sigmangle_side side,
	int32_t index, struct sigmangle_key *path, size_t room, size_t *out_depth, struct sigmangle_diag *diag)
{
	struct sigmangle_leaves leaves;
	struct sigmangle_leaf leaf;
	enum sigmangle_status status = sigmangle_leaves_open(&leaves, signature, size, side, path, room, diag);
	while (status == SIGMANGLE_OK && (status = sigmangle_leaves_next(&leaves, &leaf, diag)) == SIGMANGLE_OK) {
		if (leaf.index == index) {
			*out_depth = leaf.depth;
			return SIGMANGLE_OK;
		}
	}
	return status;
}

SMALL enum sigmangle_status sigmangle_sip_flatten(const char *signature, size_t size, enum sigmangle_side side,
	struct sigmangle_key *path, size_t room, sigmangle_fetch_fn fetch, void *ctx, void **slots, size_t count,
	struct sigmangle_diag *diag)
{
	struct sigmangle_leaves leaves;
	struct sigmangle_leaf leaf;
	for (size_t i = 0; i < count; i++)
		slots[i] = NULL;
	enum sigmangle_status status = sigmangle_leaves_open(&leaves, signature, size, side, path, room, diag);
	while (status == SIGMANGLE_OK && (status = sigmangle_leaves_next(&leaves, &leaf, diag)) == SIGMANGLE_OK) {
		if ((size_t)leaf.index >= count)
			return sigmangle__fail(diag, SIGMANGLE_INDEX_RANGE, leaf.offset);
		if (slots[leaf.index])
			return sigmangle__fail(diag, SIGMANGLE_INDEX_TWICE, leaf.offset);
		slots[leaf.index] = fetch(ctx, &leaf);
		if (!slots[leaf.index])
			return sigmangle__fail(diag, SIGMANGLE_VALUE_MISSING, leaf.offset);
	}
	return status == SIGMANGLE_E_NOT_FOUND ? SIGMANGLE_OK : status;
}

SMALL enum sigmangle_status sigmangle_sip_unflatten(const char *signature, size_t size, enum sigmangle_side side,
	struct sigmangle_key *path, size_t room, sigmangle_store_fn store, void *ctx, void *const *slots, size_t count,
	struct sigmangle_diag *diag)
{
	struct sigmangle_leaves leaves;
	struct sigmangle_leaf leaf;
	enum sigmangle_status status = sigmangle_leaves_open(&leaves, signature, size, side, path, room, diag);
	while (status == SIGMANGLE_OK && (status = sigmangle_leaves_next(&leaves, &leaf, diag)) == SIGMANGLE_OK) {
		if ((size_t)leaf.index >= count)
			return sigmangle__fail(diag, SIGMANGLE_INDEX_RANGE, leaf.offset);
		status = store(ctx, &leaf, slots[leaf.index]);
	}
	return status == SIGMANGLE_E_NOT_FOUND ? SIGMANGLE_OK : status;
}
