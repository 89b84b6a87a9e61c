/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads raw signatures. */
#include "raw.h"

#include <string.h>

SMALL size_t sigmangle_item_dynamic(const struct sigmangle_item *item)
{
	size_t count = 0;
	for (size_t i = 0; i < item->rank; i++)
		count += item->dims[i] < 0;
	return count;
}

/* Reads the fields of a buffer (counts all dimensions, stores `most`) or of a scalar. */
static enum sigmangle_reason read_fields(struct sigmangle__item *read, const char *at, const char *end,
	enum sigmangle_mode mode, int32_t *dims, size_t room)
{
	const bool lax = mode == SIGMANGLE_LAX, buffer = read->item->category == SIGMANGLE_BUFFER;
	size_t rank = 0;
	bool typed = false;
	struct sigmangle__token token;
	for (; at != end; at = token.next) {
		enum sigmangle_reason reason = sigmangle__lex(at, end, &token);
		if (UNLIKELY(reason != SIGMANGLE_GOOD)) {
			if (lax)
				break;
			read->blame = token.next;
			return reason;
		}
		read->blame = at;
		if (LIKELY(token.tag == 'd' && buffer)) {
			if (UNLIKELY(token.value < 0)) {
				if (token.value < SIGMANGLE_DYNAMIC && !lax)
					return SIGMANGLE_DIM_BELOW_MINUS_ONE;
				read->dynamic++;
			}
			if (rank < room)
				dims[rank] = token.value;
			rank++;
		} else if (token.tag == 't') {
			if ((uint32_t)token.value >= SIGMANGLE_TYPE_COUNT)
				return SIGMANGLE_SCALAR_CODE;
			if ((typed || rank) && !lax)
				return SIGMANGLE_T_NOT_FIRST;
			if (mode == SIGMANGLE_CANONICAL && token.value == SIGMANGLE_FLOAT32)
				return SIGMANGLE_NOT_CANONICAL;
			read->item->type = token.value;
			typed = true;
		} else {
			return SIGMANGLE_FIELD_TAG;
		}
		if (UNLIKELY(mode == SIGMANGLE_CANONICAL) && !sigmangle__is_plain(at, &token))
			return SIGMANGLE_NOT_CANONICAL;
	}
	read->item->rank = rank;
	read->item->dims = dims;
	return SIGMANGLE_GOOD;
}

SMALL static enum sigmangle_reason read_empty(
	struct sigmangle__item *read, const char *at, const char *end, enum sigmangle_mode mode)
{
	struct sigmangle__token token;
	if (LIKELY(at == end))
		return SIGMANGLE_GOOD;
	enum sigmangle_reason reason = sigmangle__lex(at, end, &token);
	read->blame = reason == SIGMANGLE_GOOD ? at : token.next;
	if (reason != SIGMANGLE_GOOD)
		return mode == SIGMANGLE_LAX ? SIGMANGLE_GOOD : reason;
	return SIGMANGLE_NOT_EMPTY;
}

enum sigmangle_reason sigmangle__read_item(struct sigmangle__item *read, const char *at, const char *end,
	enum sigmangle_mode mode, int32_t *dims, size_t room)
{
	struct sigmangle__token *token = &read->token;
	struct sigmangle_item *item = read->item;
	enum sigmangle_reason reason = sigmangle__lex(at, end, token);
	if (UNLIKELY(reason != SIGMANGLE_GOOD)) {
		read->blame = token->next;
		return reason;
	}
	read->blame = at;
	item->type = 0;
	item->rank = 0;
	item->dims = NULL;
	switch (token->tag) {
	case 'B': item->category = SIGMANGLE_BUFFER; break;
	case 'S': item->category = SIGMANGLE_SCALAR; break;
	case 'O': item->category = SIGMANGLE_REFERENCE; break;
	case 'U':
		if (mode == SIGMANGLE_LAX)
			return SIGMANGLE_RAW_TAG;
		item->category = SIGMANGLE_UNRECOGNIZED;
		break;
	default: return SIGMANGLE_RAW_TAG;
	}
	if (UNLIKELY(mode == SIGMANGLE_CANONICAL) && !sigmangle__is_plain(at, token))
		return SIGMANGLE_NOT_CANONICAL;
	if (item->category == SIGMANGLE_BUFFER || item->category == SIGMANGLE_SCALAR)
		return read_fields(read, token->payload, token->next, mode, dims, room);
	return read_empty(read, token->payload, token->next, mode);
}

static inline enum sigmangle_status begin(struct sigmangle_raw *out_raw, const char *signature, size_t size,
	enum sigmangle_side side, enum sigmangle_mode mode, struct sigmangle_diag *diag)
{
	struct sigmangle_string payload;
	enum sigmangle_status status = sigmangle__side(signature, size, side, mode, &payload, diag);
	if (status != SIGMANGLE_OK)
		return status;
	out_raw->origin = signature;
	out_raw->next = payload.data;
	out_raw->end = payload.data + payload.size;
	out_raw->limit = signature + size;
	out_raw->mode = mode;
	out_raw->dims = out_raw->own;
	out_raw->room = SIGMANGLE_RAW_RANK;
	return SIGMANGLE_OK;
}

enum sigmangle_status sigmangle_raw_open(struct sigmangle_raw *out_raw, const char *signature, size_t size,
	enum sigmangle_side side, enum sigmangle_mode mode, struct sigmangle_diag *diag)
{
	return begin(out_raw, signature, size, side, mode, diag);
}

void sigmangle_raw_room(struct sigmangle_raw *raw, int32_t *dims, size_t room)
{
	raw->dims = dims;
	raw->room = room;
}

/* Reads a buffer with small numbers in strict mode. The buffer must end at or before `safe`, after which six bytes are
 * readable. Returns its end; NULL for all other items. */
static inline const char *read_small_buffer(
	const char *at, const char *safe, int32_t *dims, size_t room, struct sigmangle_item *item)
{
	const char *stop, *p = sigmangle__small_length(at, safe, &stop);
	/* a dimension has at least two bytes, so there is room for all */
	if (UNLIKELY(!p || *at != 'B' || (size_t)(stop - p) > 2 * room))
		return NULL;
	int32_t *next = dims, type = SIGMANGLE_FLOAT32;
	/* nothing after the payload is accepted: p would be beyond `stop` */
	if (*p == 't') {
		p++;
		type = sigmangle__small(&p);
		if (UNLIKELY((uint32_t)type >= SIGMANGLE_TYPE_COUNT))
			return NULL;
	}
	while (p < stop) {
		if (UNLIKELY(*p++ != 'd'))
			return NULL;
		int32_t dim = sigmangle__small(&p);
		if (dim < 0) {
			if (UNLIKELY(p[0] != '-' || p[1] != '1' || (unsigned)(unsigned char)p[2] - '0' <= 9))
				return NULL;
			p += 2;
		}
		*next++ = dim;
	}
	if (UNLIKELY(p != stop))
		return NULL;
	item->category = SIGMANGLE_BUFFER;
	item->type = type;
	item->rank = (size_t)(next - dims);
	item->dims = dims;
	return stop;
}

/* The last position at which six bytes are readable; `raw` has some bytes before its side. */
static inline const char *last_safe(const struct sigmangle_raw *raw)
{
	return raw->limit - raw->origin > 6 ? raw->limit - 6 : raw->origin;
}

SMALL static enum sigmangle_status next(
	struct sigmangle_raw *raw, struct sigmangle_item *out_item, struct sigmangle_diag *diag)
{
	struct sigmangle__item read;
	read.item = out_item;
	read.dynamic = 0;
	if (raw->next == raw->end)
		return SIGMANGLE_E_NOT_FOUND;
	enum sigmangle_reason reason = sigmangle__read_item(
		&read, raw->next, raw->end, raw->mode, raw->dims, raw->room);
	if (UNLIKELY(reason != SIGMANGLE_GOOD)) {
		/* IREE treats a malformed component as the end of the list */
		if (raw->mode == SIGMANGLE_LAX && sigmangle__status(reason) == SIGMANGLE_E_SYNTAX) {
			raw->next = raw->end;
			return SIGMANGLE_E_NOT_FOUND;
		}
		return sigmangle__fail(diag, reason, (uint64_t)(read.blame - raw->origin));
	}
	if (UNLIKELY(out_item->rank > raw->room))
		return sigmangle__fail(diag, SIGMANGLE_RANK_ROOM, (uint64_t)(raw->next - raw->origin));
	raw->next = read.token.next;
	return SIGMANGLE_OK;
}

enum sigmangle_status sigmangle_raw_next(
	struct sigmangle_raw *raw, struct sigmangle_item *out_item, struct sigmangle_diag *diag)
{
	return next(raw, out_item, diag);
}

/* Bytes of the last items, which are copied to a buffer with readable bytes after them. */
#define TAIL 40

enum sigmangle_status sigmangle_raw_visit(const char *signature, size_t size, enum sigmangle_side side,
	enum sigmangle_mode mode, sigmangle_item_fn visit, void *ctx, struct sigmangle_diag *diag)
{
	struct sigmangle_raw raw;
	struct sigmangle_item item;
	char tail[TAIL + 8];
	enum sigmangle_status status = begin(&raw, signature, size, side, mode, diag);
	if (UNLIKELY(status != SIGMANGLE_OK))
		return status;
	const char *at = raw.next, *end = raw.end, *safe = last_safe(&raw);
	bool tail_left = mode == SIGMANGLE_STRICT && end > safe;
	/* items that begin before `quick` are read by read_small_buffer() */
	const char *quick = mode != SIGMANGLE_STRICT ? at : end;
	if (tail_left)
		quick = end - at > TAIL ? end - TAIL : at;
	else
		safe = end;
	for (;;) {
		if (LIKELY(at < quick)) {
			const char *behind = read_small_buffer(at, safe, raw.own, SIGMANGLE_RAW_RANK, &item);
			if (LIKELY(behind)) {
				at = behind;
				goto visit;
			}
		} else if (at == end) {
			return SIGMANGLE_OK;
		} else if (tail_left && end - at <= TAIL) {
			const size_t left = (size_t)(end - at);
			memcpy(tail, at, left);
			memset(tail + left, 0, 8);
			at = tail;
			end = safe = quick = tail + left;
			tail_left = false;
			continue;
		}
		raw.next = raw.end - (end - at);
		status = next(&raw, &item, diag);
		if (status != SIGMANGLE_OK)
			return status == SIGMANGLE_E_NOT_FOUND ? SIGMANGLE_OK : status;
		at = end - (raw.end - raw.next);
	visit:
		status = visit(ctx, &item);
		if (UNLIKELY(status != SIGMANGLE_OK))
			return status;
	}
}

SMALL static enum sigmangle_status check_side(
	const char *signature, struct sigmangle_string payload, enum sigmangle_mode mode, struct sigmangle_diag *diag)
{
	struct sigmangle_item item;
	struct sigmangle__item read = { .item = &item };
	const char *at = payload.data, *end = payload.data + payload.size;
	for (; at != end; at = read.token.next) {
		enum sigmangle_reason reason = sigmangle__read_item(&read, at, end, mode, NULL, 0);
		if (reason == SIGMANGLE_GOOD)
			continue;
		if (mode == SIGMANGLE_LAX && sigmangle__status(reason) == SIGMANGLE_E_SYNTAX)
			break;
		return sigmangle__fail(diag, reason, (uint64_t)(read.blame - signature));
	}
	return SIGMANGLE_OK;
}

SMALL enum sigmangle_status sigmangle_raw_check(
	const char *signature, size_t size, enum sigmangle_mode mode, struct sigmangle_diag *diag)
{
	return sigmangle__check(signature, size, mode, check_side, diag);
}
