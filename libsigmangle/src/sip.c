/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads SIP signatures without recursion, in constant memory.
 *
 * The open sequences and dicts form a stack, of which `window` holds the top. When `window` is full, its lower half is
 * dropped, and the lowest entry of the half is stored in `mark`, as it was when it was opened. When `window` becomes
 * empty, refill() reads again from the last mark to the current position, without events and checks. When `mark` is
 * full, every second entry is dropped. */
#include "sip.h"

#define FRAMES SIGMANGLE_SIP_FRAMES
#define MARKS SIGMANGLE_SIP_MARKS

static uint32_t position(const struct sigmangle_sip *sip, const char *at) { return (uint32_t)(at - sip->base); }

/* ---- the stack */

/* The innermost frame; the side itself if nothing is open. */
static inline struct sigmangle_sip_frame *top(struct sigmangle_sip *sip) { return &sip->window[sip->level]; }

static const char *stop(struct sigmangle_sip *sip) { return sip->base + top(sip)->end; }

/* A frame without a known key. */
static void set_frame(struct sigmangle_sip_frame *frame, uint32_t start, uint32_t end, uint32_t kind)
{
	const bool sequence = (kind & SIGMANGLE__CLOSES) == SIGMANGLE_CLOSE_SEQUENCE;
	*frame = (struct sigmangle_sip_frame){ start, end, sequence ? SIGMANGLE__FIRST_KEY : SIGMANGLE__NO_KEY, 0,
		kind };
}

SMALL static void push(struct sigmangle_sip *sip, const struct sigmangle__token *token)
{
	if (sip->level == FRAMES - 1) {
		const size_t lowest = sip->depth - sip->level;
		if (sip->marks == MARKS) {
			sip->marks = MARKS / 2;
			sip->spacing *= 2;
			for (uint32_t i = 0; i < MARKS / 2; i++)
				sip->mark[i] = sip->mark[2 * i];
		}
		if (lowest == sip->marks * (size_t)sip->spacing)
			sip->mark[sip->marks++] = (struct sigmangle_sip_mark){ sip->window[0].start, sip->window[0].end,
				sip->window[0].kind & SIGMANGLE__CLOSES };
		sip->level -= FRAMES / 2;
		memcpy(sip->window, sip->window + FRAMES / 2, FRAMES / 2 * sizeof *sip->window);
		sip->window[0].kind |= SIGMANGLE__BOTTOM;
	}
	sip->level++;
	sip->depth++;
	set_frame(top(sip), position(sip, token->payload), position(sip, token->next),
		token->tag == 'D' ? SIGMANGLE_CLOSE_DICT : SIGMANGLE_CLOSE_SEQUENCE);
}

/* Records a key. @return negative if it is greater than the previous key, 0 if it is equal, positive otherwise */
SMALL static int note_key(
	const struct sigmangle_sip *sip, struct sigmangle_sip_frame *frame, const struct sigmangle__token *token)
{
	const uint32_t last = frame->last;
	int order = -1;
	if (!token->payload) {
		const int32_t number = sigmangle__last_index(frame);
		order = (number > token->value) - (number < token->value);
		frame->last = sigmangle__next_index(token->value);
		return order;
	}
	if (last != SIGMANGLE__NO_KEY)
		order = sigmangle__compare_bytes(sip->base + (last & ~SIGMANGLE__OTHER), frame->last_size,
			token->payload, (size_t)token->value - 1);
	frame->last = position(sip, token->payload) | SIGMANGLE__OTHER;
	frame->last_size = (uint32_t)token->value - 1;
	return order;
}

/* Fills `window`, which has only the innermost frame, with the enclosing frames. */
SMALL static void refill(struct sigmangle_sip *sip)
{
	const size_t depth = sip->depth;
	const uint32_t start = top(sip)->start;
	while (sip->marks > 1 && (sip->marks - 1) * (size_t)sip->spacing >= depth)
		sip->marks--;
	const struct sigmangle_sip_mark *mark = &sip->mark[sip->marks - 1];
	set_frame(top(sip), mark->start, mark->end, mark->kind | SIGMANGLE__BOTTOM);
	sip->depth = (sip->marks - 1) * (size_t)sip->spacing;
	struct sigmangle__token token;
	/* all of this was read before, so no error is possible */
	for (const char *at = sip->base + mark->start;; at = token.next) {
		token = sigmangle__lex_again(at, sip->limit);
		if (token.tag == 'k' || token.tag == 'K') {
			if (sip->mode != SIGMANGLE_LAX && note_key(sip, top(sip), &token) >= 0)
				top(sip)->kind |= SIGMANGLE__UNSORTED;
			continue;
		}
		if (!token.payload || position(sip, token.next) < start || position(sip, token.payload) > start)
			continue;
		if (sip->depth == depth - 1)
			return;
		push(sip, &token);
		token.next = token.payload;
	}
}

/* The state after a value. */
static void take_next(struct sigmangle_sip *sip, const char *next)
{
	sip->next = next;
	sip->want = sip->depth                   ? SIGMANGLE__WANT_KEY
		    : sip->mode == SIGMANGLE_LAX ? SIGMANGLE__WANT_ROOT
						 : SIGMANGLE__WANT_NOTHING;
}

static void pop(struct sigmangle_sip *sip)
{
	const char *end = stop(sip);
	if (LIKELY(sip->level)) {
		sip->level--;
		sip->depth--;
	} else {
		refill(sip);
	}
	take_next(sip, UNLIKELY(sip->failed) ? stop(sip) : end);
}

/* ---- events */

/* Ends reading: open levels are closed, then the error is returned. */
SMALL static void fail(struct sigmangle_sip *sip, enum sigmangle_reason reason, const char *at)
{
	sip->failed = reason;
	sip->failed_at = (size_t)(at - sip->origin);
	sip->next = stop(sip);
}

/* Checks a sequence or dict as a whole. */
SMALL static void check_structure(struct sigmangle_sip *sip, const struct sigmangle_sip_frame *frame)
{
	const char *duplicate = NULL;
	if (sip->want == SIGMANGLE__WANT_VALUE)
		fail(sip, SIGMANGLE_DANGLING_KEY, stop(sip));
	else if (frame->kind & SIGMANGLE__UNSORTED)
		duplicate = sigmangle__duplicate_key(sip->base + frame->start, stop(sip));
	else if (sip->mode == SIGMANGLE_CANONICAL && frame->start == frame->end)
		fail(sip, SIGMANGLE_NOT_CANONICAL, stop(sip));
	if (duplicate)
		fail(sip, SIGMANGLE_DUPLICATE_KEY, duplicate);
}

/* Handles the end of the innermost sequence or dict, or of the side. */
static enum sigmangle_status at_end(
	struct sigmangle_sip *sip, struct sigmangle_event *event, struct sigmangle_diag *diag)
{
	if (UNLIKELY(!sip->depth))
		return sip->failed ? sigmangle__fail(diag, sip->failed, sip->failed_at) : SIGMANGLE_E_NOT_FOUND;
	event->kind = (enum sigmangle_event_kind)(top(sip)->kind & SIGMANGLE__CLOSES);
	event->offset = (size_t)(stop(sip) - sip->origin);
	if (sip->mode != SIGMANGLE_LAX && !sip->failed)
		check_structure(sip, top(sip));
	pop(sip);
	return SIGMANGLE_OK;
}

/* Checks a key; a valid one becomes a key event. */
static inline enum sigmangle_reason read_key(
	struct sigmangle_sip *sip, const struct sigmangle__token *token, struct sigmangle_event *event)
{
	struct sigmangle_sip_frame *frame = top(sip);
	if (token->payload) {
		event->kind = SIGMANGLE_KEY_TEXT;
		event->text.data = token->payload;
		event->text.size = (size_t)token->value - 1;
	} else {
		event->kind = SIGMANGLE_KEY_INDEX;
		event->number = token->value;
	}
	sip->next = token->next;
	sip->want = SIGMANGLE__WANT_VALUE;
	if (sip->mode == SIGMANGLE_LAX)
		return token->tag == 'k' || token->tag == 'K' ? SIGMANGLE_GOOD : SIGMANGLE_KEY_EXPECTED;
	if (UNLIKELY(token->tag != (frame->kind & SIGMANGLE__IS_DICT ? 'K' : 'k')))
		return SIGMANGLE_KEY_EXPECTED;
	if (UNLIKELY(!token->payload && token->value < 0))
		return SIGMANGLE_NEGATIVE_KEY;
	int order = note_key(sip, frame, token);
	if (UNLIKELY(order >= 0)) {
		if (order == 0)
			return SIGMANGLE_DUPLICATE_KEY;
		if (sip->mode == SIGMANGLE_CANONICAL)
			return SIGMANGLE_NOT_CANONICAL;
		frame->kind |= SIGMANGLE__UNSORTED;
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
		take_next(sip, token->next);
		return SIGMANGLE_GOOD;
	}
	if (UNLIKELY(token->tag != 'S' && token->tag != 'D'))
		return SIGMANGLE_NOT_A_VALUE;
	push(sip, token);
	event->kind = token->tag == 'D' ? SIGMANGLE_OPEN_DICT : SIGMANGLE_OPEN_SEQUENCE;
	take_next(sip, token->payload);
	return SIGMANGLE_GOOD;
}

enum sigmangle_status sigmangle__sip_next(
	struct sigmangle_sip *sip, struct sigmangle_event *event, struct sigmangle_diag *diag)
{
	const char *at = sip->next;
	struct sigmangle__token token;
	if (at == stop(sip))
		return at_end(sip, event, diag);
	enum sigmangle_reason reason = sigmangle__lex(at, stop(sip), &token);
	if (UNLIKELY(reason != SIGMANGLE_GOOD)) {
		at = token.next;
	} else {
		event->offset = (size_t)(at - sip->origin);
		if (UNLIKELY(sip->mode == SIGMANGLE_CANONICAL) && !sigmangle__is_plain(at, &token))
			reason = SIGMANGLE_NOT_CANONICAL;
		else if (sip->want == SIGMANGLE__WANT_KEY)
			reason = read_key(sip, &token, event);
		else if (LIKELY(sip->want != SIGMANGLE__WANT_NOTHING))
			reason = read_value(sip, &token, event);
		else
			reason = SIGMANGLE_SECOND_ROOT;
	}
	if (LIKELY(reason == SIGMANGLE_GOOD))
		return SIGMANGLE_OK;
	/* closes an open level, if there is one */
	fail(sip, reason, at);
	return at_end(sip, event, diag);
}

void sigmangle__sip_begin(
	struct sigmangle_sip *sip, const char *signature, struct sigmangle_string payload, enum sigmangle_mode mode)
{
	const char *limit = payload.data + payload.size;
	sip->origin = signature;
	sip->base = limit - signature <= INT32_MAX ? signature : payload.data;
	sip->limit = limit;
	sip->next = payload.data;
	sip->depth = 0;
	sip->mode = mode;
	sip->want = SIGMANGLE__WANT_ROOT;
	sip->failed = SIGMANGLE_GOOD;
	sip->failed_at = 0;
	sip->level = sip->marks = 0;
	sip->spacing = FRAMES / 2;
	set_frame(sip->window, position(sip, payload.data), position(sip, limit), SIGMANGLE__BOTTOM);
}

enum sigmangle_status sigmangle_sip_open(struct sigmangle_sip *out_sip, const char *signature, size_t size,
	enum sigmangle_side side, enum sigmangle_mode mode, struct sigmangle_diag *diag)
{
	struct sigmangle_string payload;
	enum sigmangle_status status = sigmangle__side(signature, size, side, mode, &payload, diag);
	if (status == SIGMANGLE_OK)
		sigmangle__sip_begin(out_sip, signature, payload, mode);
	return status;
}

enum sigmangle_status sigmangle_sip_next(
	struct sigmangle_sip *sip, struct sigmangle_event *out_event, struct sigmangle_diag *diag)
{
	return sigmangle__sip_next(sip, out_event, diag);
}
