/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads SIP signatures, without recursion and in a fixed amount of memory.
 *
 * What closes next is known from a stack of the open sequences and dicts. Only its uppermost SIGMANGLE_SIP_FRAMES entries
 * are kept, in `window`, and besides them a copy of every spacing-th entry as it was when it was opened, in `mark`. When
 * `window` has run empty, refill() reads again from the nearest such entry down to where the reader is, which needs
 * no events and no checks. When `mark` is full, every second one is dropped. */
#include "sip.h"

enum { WANT_ROOT, WANT_NOTHING, WANT_KEY, WANT_VALUE };

enum { DICT = 1, UNSORTED = 2 }; /* flags of a frame */

#define NO_KEY UINT32_MAX

#define FRAMES SIGMANGLE_SIP_FRAMES

static uint32_t position(const struct sigmangle_sip *sip, const char *at) { return (uint32_t)(at - sip->base); }

/* ---- the stack */

static void push(struct sigmangle_sip *sip, const char *start, const char *end, uint32_t flags)
{
	sip->window[sip->depth % FRAMES] = sip->frame;
	sip->kept += sip->kept < FRAMES;
	sip->depth++;
	sip->frame.start = position(sip, start);
	sip->frame.end = position(sip, end);
	sip->frame.last = NO_KEY;
	sip->frame.flags = flags;
	if (LIKELY(sip->depth & (sip->spacing - 1))) /* a power of 2 */
		return;
	if (sip->marks == FRAMES) {
		for (uint32_t i = 0; i < FRAMES / 2; i++)
			sip->mark[i] = sip->mark[2 * i + 1];
		sip->marks = FRAMES / 2;
		sip->spacing *= 2;
		return; /* the depth is an odd multiple of the former spacing */
	}
	sip->mark[sip->marks++] = sip->frame;
}

/* Notes a key. @return below 0 when it comes behind the one before, 0 when it is the same, above 0 otherwise */
static inline int note_key(
	const struct sigmangle_sip *sip, struct sigmangle_sip_frame *frame, const struct sigmangle__token *token)
{
	int order = -1;
	if (!token->payload) {
		if (frame->last != NO_KEY)
			order = ((int32_t)frame->last > token->value) - ((int32_t)frame->last < token->value);
		frame->last = (uint32_t)token->value;
		return order;
	}
	if (frame->last != NO_KEY)
		order = sigmangle__compare_bytes(sip->base + frame->last, frame->last_size, token->payload,
			(size_t)token->value - 1);
	frame->last = position(sip, token->payload);
	frame->last_size = (uint32_t)token->value - 1;
	return order;
}

/* Fills `window` with the entries below the one at depth `depth`, whose payload begins at `start`. */
SMALL static void refill(struct sigmangle_sip *sip, size_t depth, uint32_t start)
{
	struct sigmangle_sip_frame frame = { 0, position(sip, sip->limit), NO_KEY, 0, 0 };
	size_t level = 0, marks = sip->marks;
	while (marks && marks * sip->spacing >= depth)
		marks--;
	if (marks) {
		frame = sip->mark[marks - 1];
		level = marks * sip->spacing;
	}
	const size_t first = level;
	struct sigmangle__token token;
	/* all of this was read before, so nothing fails */
	for (const char *at = sip->base + frame.start; level < depth; at = token.next) {
		token = sigmangle__lex_again(at, sip->limit);
		if (token.tag == 'k' || token.tag == 'K') {
			if (sip->mode != SIGMANGLE_LAX && note_key(sip, &frame, &token) >= 0)
				frame.flags |= UNSORTED;
			continue;
		}
		if (!token.payload || position(sip, token.next) < start || position(sip, token.payload) > start)
			continue;
		sip->window[level++ % FRAMES] = frame;
		frame = (struct sigmangle_sip_frame){ position(sip, token.payload), position(sip, token.next), NO_KEY, 0,
			token.tag == 'D' ? DICT : 0 };
		token.next = token.payload;
	}
	sip->kept = (uint32_t)(level - first < FRAMES ? level - first : FRAMES);
}

static void pop(struct sigmangle_sip *sip)
{
	if (UNLIKELY(sip->kept == 0))
		refill(sip, sip->depth, sip->frame.start);
	if (UNLIKELY(sip->marks * (size_t)sip->spacing == sip->depth))
		sip->marks--;
	sip->kept--;
	sip->depth--;
	sip->next = sip->base + sip->frame.end;
	sip->frame = sip->window[sip->depth % FRAMES];
	sip->stop = sip->base + sip->frame.end;
	if (UNLIKELY(sip->failed))
		sip->next = sip->stop;
	sip->want = sip->depth ? WANT_KEY : sip->mode == SIGMANGLE_LAX ? WANT_ROOT : WANT_NOTHING;
}

/* ---- events */

/* Nothing more is read; what is open is closed first. */
SMALL static void fail(struct sigmangle_sip *sip, enum sigmangle_reason reason, const char *at)
{
	sip->failed = reason;
	sip->failed_at = (size_t)(at - sip->origin);
	sip->next = sip->stop;
}

/* What the end of the innermost sequence or dict, or of the side, means. */
static enum sigmangle_status at_end(struct sigmangle_sip *sip, struct sigmangle_event *event, struct sigmangle_diag *diag)
{
	const bool strict = sip->mode != SIGMANGLE_LAX;
	if (!sip->depth)
		return sip->failed ? sigmangle__fail(diag, sip->failed, sip->failed_at) : SIGMANGLE_E_NOT_FOUND;
	if (strict && !sip->failed) {
		const char *duplicate = NULL;
		if (sip->want == WANT_VALUE)
			fail(sip, SIGMANGLE_DANGLING_KEY, sip->stop);
		else if (sip->frame.flags & UNSORTED)
			duplicate = sigmangle__duplicate_key(sip->base + sip->frame.start, sip->stop);
		else if (sip->mode == SIGMANGLE_CANONICAL && sip->frame.last == NO_KEY)
			fail(sip, SIGMANGLE_NOT_CANONICAL, sip->stop);
		if (duplicate)
			fail(sip, SIGMANGLE_DUPLICATE_KEY, duplicate);
	}
	event->kind = sip->frame.flags & DICT ? SIGMANGLE_CLOSE_DICT : SIGMANGLE_CLOSE_SEQUENCE;
	event->offset = (size_t)(sip->base + sip->frame.end - sip->origin);
	pop(sip);
	return SIGMANGLE_OK;
}

/* What is wrong with a key: a good one is a key event. */
static inline enum sigmangle_reason read_key(
	struct sigmangle_sip *sip, const struct sigmangle__token *token, struct sigmangle_event *event)
{
	if (token->payload) {
		event->kind = SIGMANGLE_KEY_TEXT;
		event->text.data = token->payload;
		event->text.size = (size_t)token->value - 1;
	} else {
		event->kind = SIGMANGLE_KEY_INDEX;
		event->number = token->value;
	}
	sip->want = WANT_VALUE;
	if (sip->mode == SIGMANGLE_LAX)
		return token->tag == 'k' || token->tag == 'K' ? SIGMANGLE_GOOD : SIGMANGLE_KEY_EXPECTED;
	if (UNLIKELY(token->tag != (sip->frame.flags & DICT ? 'K' : 'k')))
		return SIGMANGLE_KEY_EXPECTED;
	if (UNLIKELY(!token->payload && token->value < 0))
		return SIGMANGLE_NEGATIVE_KEY;
	int order = note_key(sip, &sip->frame, token);
	if (UNLIKELY(order >= 0)) {
		if (order == 0)
			return SIGMANGLE_DUPLICATE_KEY;
		if (sip->mode == SIGMANGLE_CANONICAL)
			return SIGMANGLE_NOT_CANONICAL;
		sip->frame.flags |= UNSORTED;
	}
	return SIGMANGLE_GOOD;
}

static inline enum sigmangle_reason read_value(
	struct sigmangle_sip *sip, const struct sigmangle__token *token, struct sigmangle_event *event)
{
	if (token->tag == '_') {
		if (UNLIKELY(token->value < 0 && sip->mode != SIGMANGLE_LAX))
			return SIGMANGLE_NEGATIVE_INDEX;
		event->kind = SIGMANGLE_LEAF;
		event->number = token->value;
		sip->next = token->next;
		sip->want = sip->depth ? WANT_KEY : sip->mode == SIGMANGLE_LAX ? WANT_ROOT : WANT_NOTHING;
		return SIGMANGLE_GOOD;
	}
	if (UNLIKELY(token->tag != 'S' && token->tag != 'D'))
		return SIGMANGLE_NOT_A_VALUE;
	push(sip, token->payload, token->next, token->tag == 'D' ? DICT : 0);
	event->kind = token->tag == 'D' ? SIGMANGLE_OPEN_DICT : SIGMANGLE_OPEN_SEQUENCE;
	sip->next = token->payload;
	sip->stop = token->next;
	sip->want = WANT_KEY;
	return SIGMANGLE_GOOD;
}

/* Ends with an error: closes what is open, if something is. */
SMALL static enum sigmangle_status refuse(struct sigmangle_sip *sip, enum sigmangle_reason reason, const char *at,
	struct sigmangle_event *event, struct sigmangle_diag *diag)
{
	fail(sip, reason, at);
	return at_end(sip, event, diag);
}

/* Reads a component whose number is small, if it is good; strict mode, and six bytes are to be seen. */
static inline bool read_small(const char *at, const char *stop, struct sigmangle__token *out)
{
	const char *p = at + 1;
	const unsigned char tag = (unsigned char)*at;
	const int32_t number = sigmangle__small(&p);
	if (UNLIKELY(number < 0 || p > stop))
		return false;
	out->tag = tag;
	out->value = number;
	if (tag == 'k' || tag == '_') {
		out->payload = NULL;
		out->next = p;
		return true;
	}
	if (UNLIKELY((tag != 'K' && tag != 'S' && tag != 'D') || (size_t)number - 1 >= (size_t)(stop - p) || *p != '!'))
		return false;
	out->payload = p + 1;
	out->next = p + number;
	return true;
}

static enum sigmangle_status next(struct sigmangle_sip *sip, struct sigmangle_event *event, struct sigmangle_diag *diag)
{
	const char *at = sip->next;
	struct sigmangle__token token;
	enum sigmangle_reason reason = SIGMANGLE_GOOD;
	if (at == sip->stop)
		return at_end(sip, event, diag);
	if (UNLIKELY(sip->limit - at < 6 || !read_small(at, sip->stop, &token)))
		reason = sigmangle__lex(at, sip->stop, &token);
	if (UNLIKELY(reason != SIGMANGLE_GOOD))
		return refuse(sip, reason, token.next, event, diag);
	event->offset = (size_t)(at - sip->origin);
	if (UNLIKELY(sip->mode == SIGMANGLE_CANONICAL) && !sigmangle__is_plain(at, &token)) {
		reason = SIGMANGLE_NOT_CANONICAL;
	} else if (sip->want == WANT_KEY) {
		sip->next = token.next;
		reason = read_key(sip, &token, event);
	} else if (LIKELY(sip->want != WANT_NOTHING)) {
		reason = read_value(sip, &token, event);
	} else {
		reason = SIGMANGLE_SECOND_ROOT;
	}
	if (UNLIKELY(reason != SIGMANGLE_GOOD))
		return refuse(sip, reason, at, event, diag);
	return SIGMANGLE_OK;
}

static void begin(struct sigmangle_sip *sip, const char *signature, struct sigmangle_string payload, enum sigmangle_mode mode)
{
	sip->origin = signature;
	sip->base = sip->next = payload.data;
	sip->limit = sip->stop = payload.data + payload.size;
	sip->depth = 0;
	sip->mode = mode;
	sip->want = WANT_ROOT;
	sip->failed = SIGMANGLE_GOOD;
	sip->failed_at = 0;
	sip->kept = sip->marks = 0;
	sip->spacing = FRAMES;
	sip->frame = (struct sigmangle_sip_frame){ 0, (uint32_t)payload.size, NO_KEY, 0, 0 };
}

enum sigmangle_status sigmangle_sip_open(struct sigmangle_sip *out_sip, const char *signature, size_t size,
	enum sigmangle_side side, enum sigmangle_mode mode, struct sigmangle_diag *diag)
{
	struct sigmangle_string payload;
	enum sigmangle_status status = sigmangle__side(signature, size, side, mode, &payload, diag);
	if (status == SIGMANGLE_OK)
		begin(out_sip, signature, payload, mode);
	return status;
}

enum sigmangle_status sigmangle_sip_next(
	struct sigmangle_sip *sip, struct sigmangle_event *out_event, struct sigmangle_diag *diag)
{
	return next(sip, out_event, diag);
}

#define PAIR_BYTES 11 /* k1234_5678 and one more */

/* Pairs of a key and a leaf, with small numbers and in order, in a sequence in strict mode: by far the most of most
 * signatures. Stops in front of anything else. */
static inline enum sigmangle_status visit_pairs(
	struct sigmangle_sip *sip, sigmangle_event_fn visit, void *ctx, struct sigmangle_event *event)
{
	const char *at = sip->next, *const stop = sip->stop, *const origin = sip->origin;
	int32_t last = (int32_t)sip->frame.last;
	while (stop - at >= 4 && *at == 'k' && sip->limit - at >= PAIR_BYTES) {
		const char *p = at + 1;
		const int32_t key = sigmangle__small(&p);
		if (key <= last || *p != '_')
			break;
		const char *leaf = p++;
		const int32_t number = sigmangle__small(&p);
		if (UNLIKELY(number < 0 || p > stop))
			break;
		event->kind = SIGMANGLE_KEY_INDEX;
		event->number = key;
		event->offset = (size_t)(at - origin);
		enum sigmangle_status status = visit(ctx, event);
		if (UNLIKELY(status != SIGMANGLE_OK))
			return status;
		event->kind = SIGMANGLE_LEAF;
		event->number = number;
		event->offset = (size_t)(leaf - origin);
		last = key;
		at = p;
		status = visit(ctx, event);
		if (UNLIKELY(status != SIGMANGLE_OK))
			return status;
	}
	sip->next = at;
	sip->frame.last = (uint32_t)last;
	return SIGMANGLE_OK;
}

enum sigmangle_status sigmangle_sip_visit(const char *signature, size_t size, enum sigmangle_side side,
	enum sigmangle_mode mode, sigmangle_event_fn visit, void *ctx, struct sigmangle_diag *diag)
{
	struct sigmangle_sip sip;
	struct sigmangle_event event = { 0 };
	struct sigmangle_string payload;
	enum sigmangle_status status = sigmangle__side(signature, size, side, mode, &payload, diag);
	if (status != SIGMANGLE_OK)
		return status;
	begin(&sip, signature, payload, mode);
	while ((status = next(&sip, &event, diag)) == SIGMANGLE_OK) {
		status = visit(ctx, &event);
		if (UNLIKELY(status != SIGMANGLE_OK))
			return status;
		if (event.kind == SIGMANGLE_OPEN_SEQUENCE && mode == SIGMANGLE_STRICT) {
			status = visit_pairs(&sip, visit, ctx, &event);
			if (UNLIKELY(status != SIGMANGLE_OK))
				return status;
		}
	}
	return status == SIGMANGLE_E_NOT_FOUND ? SIGMANGLE_OK : status;
}

static enum sigmangle_status check_side(
	const char *signature, struct sigmangle_string payload, enum sigmangle_mode mode, struct sigmangle_diag *diag)
{
	struct sigmangle_sip sip;
	struct sigmangle_event event;
	enum sigmangle_status status;
	begin(&sip, signature, payload, mode);
	do {
		status = next(&sip, &event, diag);
	} while (status == SIGMANGLE_OK && !sip.failed);
	if (sip.failed)
		return sigmangle__fail(diag, sip.failed, sip.failed_at);
	return status == SIGMANGLE_E_NOT_FOUND ? SIGMANGLE_OK : status;
}

enum sigmangle_status sigmangle_sip_check(
	const char *signature, size_t size, enum sigmangle_mode mode, struct sigmangle_diag *diag)
{
	return sigmangle__check(signature, size, mode, check_side, diag);
}
