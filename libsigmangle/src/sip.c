/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads SIP signatures, without recursion and in a fixed amount of memory.
 *
 * What closes next is known from a stack of the open sequences and dicts. Only its uppermost SIGMANGLE_SIP_FRAMES
 * entries are kept, in `window`, and besides them a copy of every spacing-th entry as it was when it was opened,
 * in `mark`. When `window` has run empty, refill() reads again from the nearest such entry down to where the
 * reader is, which needs no events and no checks. When `mark` is full, every second one is dropped. */
#include "sip.h"

enum { WANT_ROOT, WANT_NOTHING, WANT_KEY, WANT_VALUE };

enum { DICT = 1, UNSORTED = 2 }; /* flags of a frame */

#define NO_KEY UINT32_MAX

#define FRAMES SIGMANGLE_SIP_FRAMES

static uint32_t position(const struct sigmangle_sip *sip, const char *at) { return (uint32_t)(at - sip->base); }

/* ---- the stack */

/* The innermost entry; the side itself when nothing is open. */
static inline struct sigmangle_sip_frame *top(struct sigmangle_sip *sip) { return &sip->window[sip->depth % FRAMES]; }

/* A copy of the entry that was just made, for refill(). */
SMALL static void push_mark(struct sigmangle_sip *sip)
{
	if (sip->marks == FRAMES) {
		for (uint32_t i = 0; i < FRAMES / 2; i++)
			sip->mark[i] = sip->mark[2 * i + 1];
		sip->marks = FRAMES / 2;
		sip->spacing *= 2;
		return; /* the depth is an odd multiple of the former spacing */
	}
	sip->mark[sip->marks++] = *top(sip);
}

static inline void push(struct sigmangle_sip *sip, const char *start, const char *end, uint32_t flags)
{
	sip->kept += sip->kept < FRAMES - 1;
	sip->depth++;
	struct sigmangle_sip_frame *frame = top(sip);
	frame->start = position(sip, start);
	frame->end = position(sip, end);
	frame->last = NO_KEY;
	frame->flags = flags;
	if (UNLIKELY(!(sip->depth & (sip->spacing - 1)))) /* a power of 2 */
		push_mark(sip);
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
		order = sigmangle__compare_bytes(
			sip->base + frame->last, frame->last_size, token->payload, (size_t)token->value - 1);
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
		frame = (struct sigmangle_sip_frame){ position(sip, token.payload), position(sip, token.next), NO_KEY,
			0, token.tag == 'D' ? DICT : 0 };
		token.next = token.payload;
	}
	sip->kept = (uint32_t)(level - first < FRAMES ? level - first : FRAMES);
}

static inline void pop(struct sigmangle_sip *sip)
{
	const char *end = sip->base + top(sip)->end;
	if (UNLIKELY(sip->kept == 0))
		refill(sip, sip->depth, top(sip)->start);
	if (UNLIKELY(sip->marks && sip->marks * (size_t)sip->spacing == sip->depth))
		sip->marks--;
	sip->kept--;
	sip->depth--;
	sip->stop = sip->base + top(sip)->end;
	sip->next = UNLIKELY(sip->failed) ? sip->stop : end;
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

/* What is wrong with a sequence or dict as a whole. */
SMALL static void check_structure(struct sigmangle_sip *sip, const struct sigmangle_sip_frame *frame)
{
	const char *duplicate = NULL;
	if (sip->want == WANT_VALUE)
		fail(sip, SIGMANGLE_DANGLING_KEY, sip->stop);
	else if (frame->flags & UNSORTED)
		duplicate = sigmangle__duplicate_key(sip->base + frame->start, sip->stop);
	else if (sip->mode == SIGMANGLE_CANONICAL && frame->last == NO_KEY)
		fail(sip, SIGMANGLE_NOT_CANONICAL, sip->stop);
	if (duplicate)
		fail(sip, SIGMANGLE_DUPLICATE_KEY, duplicate);
}

/* What the end of the innermost sequence or dict, or of the side, means. */
static enum sigmangle_status at_end(
	struct sigmangle_sip *sip, struct sigmangle_event *event, struct sigmangle_diag *diag)
{
	const struct sigmangle_sip_frame *frame = top(sip);
	const bool dict = frame->flags & DICT;
	if (UNLIKELY(!sip->depth))
		return sip->failed ? sigmangle__fail(diag, sip->failed, sip->failed_at) : SIGMANGLE_E_NOT_FOUND;
	event->kind = dict ? SIGMANGLE_CLOSE_DICT : SIGMANGLE_CLOSE_SEQUENCE;
	event->offset = (size_t)(sip->stop - sip->origin);
	if (UNLIKELY(sip->want == WANT_VALUE || frame->flags & UNSORTED || sip->mode != SIGMANGLE_STRICT) &&
		sip->mode != SIGMANGLE_LAX && !sip->failed)
		check_structure(sip, frame);
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
	if (UNLIKELY(token->tag != (top(sip)->flags & DICT ? 'K' : 'k')))
		return SIGMANGLE_KEY_EXPECTED;
	if (UNLIKELY(!token->payload && token->value < 0))
		return SIGMANGLE_NEGATIVE_KEY;
	int order = note_key(sip, top(sip), token);
	if (UNLIKELY(order >= 0)) {
		if (order == 0)
			return SIGMANGLE_DUPLICATE_KEY;
		if (sip->mode == SIGMANGLE_CANONICAL)
			return SIGMANGLE_NOT_CANONICAL;
		top(sip)->flags |= UNSORTED;
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

static enum sigmangle_status next(struct sigmangle_sip *sip, struct sigmangle_event *event, struct sigmangle_diag *diag)
{
	const char *at = sip->next;
	struct sigmangle__token token;
	if (at == sip->stop)
		return at_end(sip, event, diag);
	enum sigmangle_reason reason = sigmangle__lex(at, sip->stop, &token);
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

static void begin(
	struct sigmangle_sip *sip, const char *signature, struct sigmangle_string payload, enum sigmangle_mode mode)
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
	sip->window[0] = (struct sigmangle_sip_frame){ 0, (uint32_t)payload.size, NO_KEY, 0, 0 };
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

/* ---- visits: the events of next(), with what is usual done here */

struct visit {
	struct sigmangle_sip sip;
	struct sigmangle_event event;
	sigmangle_event_fn visit;
	void *ctx;
};

static inline enum sigmangle_status emit(
	struct visit *v, enum sigmangle_event_kind kind, int32_t number, const char *at)
{
	v->event.kind = kind;
	v->event.number = number;
	v->event.offset = (size_t)(at - v->sip.origin);
	return v->visit(v->ctx, &v->event);
}

#define TRY(expression)                                                                                                \
	do {                                                                                                           \
		enum sigmangle_status try_status = (expression);                                                       \
		if (UNLIKELY(try_status != SIGMANGLE_OK))                                                              \
			return try_status;                                                                             \
	} while (0)

#define SEEN 16 /* k1234_5678 or k1234S123! and more: what is looked at without asking where the end is */

/* Key of a dict in order: returns what is behind it; NULL: it is another one. */
static inline const char *small_text_key(
	struct visit *v, struct sigmangle_sip_frame *frame, const char *at, const char *stop)
{
	const char *behind, *text = sigmangle__small_length(at, stop, &behind);
	if (UNLIKELY(!text || *at != 'K'))
		return NULL;
	const size_t size = (size_t)(behind - text);
	if (frame->last != NO_KEY &&
		UNLIKELY(!sigmangle__is_ascending(v->sip.base + frame->last, frame->last_size, text, size)))
		return NULL;
	frame->last = position(&v->sip, text);
	frame->last_size = (uint32_t)size;
	v->event.text.data = text;
	v->event.text.size = size;
	return behind;
}

/* Key of a sequence in order: as above. */
static inline const char *small_index_key(struct sigmangle_sip_frame *frame, const char *at, const char *stop)
{
	const char *behind = at + 1;
	int32_t key = *behind - '0';
	if (LIKELY(at[2] == '_' && (uint32_t)key <= 9))
		behind++;
	else
		key = sigmangle__small(&behind);
	if (UNLIKELY(key <= (int32_t)frame->last || *at != 'k' || behind > stop))
		return NULL;
	frame->last = (uint32_t)key;
	return behind;
}

/* Goes on while keys are in order, numbers small, and the end of the side is not near; stops where next() has to
 * go on. Strict mode, in a sequence or dict, where a key is due. */
static enum sigmangle_status visit_small(struct visit *v)
{
	struct sigmangle_sip *sip = &v->sip;
	const char *at = sip->next, *stop = sip->stop, *value = NULL;
	const char *const sure = sip->limit - SEEN;
	struct sigmangle_sip_frame *frame = top(sip);
	for (;;) {
		if (at == stop) {
			if (UNLIKELY(frame->flags & UNSORTED || !sip->kept || sip->depth == 1))
				break;
			const enum sigmangle_event_kind kind = frame->flags & DICT ? SIGMANGLE_CLOSE_DICT
										   : SIGMANGLE_CLOSE_SEQUENCE;
			pop(sip);
			frame = top(sip);
			stop = sip->stop;
			TRY(emit(v, kind, 0, at));
			continue;
		}
		if (UNLIKELY(at > sure))
			break;
		if (frame->flags & DICT) {
			value = small_text_key(v, frame, at, stop);
			if (UNLIKELY(!value))
				break;
			TRY(emit(v, SIGMANGLE_KEY_TEXT, 0, at));
			/* a key may be long: the end is asked about again */
			if (UNLIKELY(value > sure))
				goto behind_key;
		} else {
			value = small_index_key(frame, at, stop);
			if (UNLIKELY(!value))
				break;
			TRY(emit(v, SIGMANGLE_KEY_INDEX, (int32_t)frame->last, at));
		}
		/* what is behind a key that ends its container is not taken: it would end behind `stop` */
		if (*value == '_') {
			at = value + 1;
			const int32_t number = sigmangle__small(&at);
			if (UNLIKELY(number < 0 || at > stop))
				goto behind_key;
			TRY(emit(v, SIGMANGLE_LEAF, number, value));
			continue;
		}
		const char *end, *payload = sigmangle__small_length(value, stop, &end);
		if (UNLIKELY(!payload || (*value != 'S' && *value != 'D')))
			goto behind_key;
		push(sip, payload, end, *value == 'D' ? DICT : 0);
		frame = top(sip);
		at = payload;
		stop = end;
		TRY(emit(v, *value == 'D' ? SIGMANGLE_OPEN_DICT : SIGMANGLE_OPEN_SEQUENCE, 0, value));
	}
	sip->next = at;
	sip->stop = stop;
	sip->want = WANT_KEY;
	return SIGMANGLE_OK;
behind_key:
	sip->next = value;
	sip->stop = stop;
	sip->want = WANT_VALUE;
	return SIGMANGLE_OK;
}

static enum sigmangle_status visit_side(struct visit *v, const char *signature, struct sigmangle_string payload,
	enum sigmangle_mode mode, struct sigmangle_diag *diag)
{
	enum sigmangle_status status;
	begin(&v->sip, signature, payload, mode);
	v->event = (struct sigmangle_event){ .kind = SIGMANGLE_LEAF };
	const bool small = mode == SIGMANGLE_STRICT && payload.size > SEEN;
	while ((status = next(&v->sip, &v->event, diag)) == SIGMANGLE_OK) {
		TRY(v->visit(v->ctx, &v->event));
		if (small && v->sip.want == WANT_KEY && !v->sip.failed)
			TRY(visit_small(v));
	}
	return status == SIGMANGLE_E_NOT_FOUND ? SIGMANGLE_OK : status;
}

enum sigmangle_status sigmangle_sip_visit(const char *signature, size_t size, enum sigmangle_side side,
	enum sigmangle_mode mode, sigmangle_event_fn visit, void *ctx, struct sigmangle_diag *diag)
{
	struct visit v;
	struct sigmangle_string payload;
	v.visit = visit;
	v.ctx = ctx;
	TRY(sigmangle__side(signature, size, side, mode, &payload, diag));
	return visit_side(&v, signature, payload, mode, diag);
}

static enum sigmangle_status ignore(void *ctx, const struct sigmangle_event *event)
{
	(void)event;
	return *(const enum sigmangle_reason *)ctx ? SIGMANGLE_E_STATE : SIGMANGLE_OK;
}

/* Nobody sees the events, so what is open after an error need not be closed. */
SMALL static enum sigmangle_status check_side(
	const char *signature, struct sigmangle_string payload, enum sigmangle_mode mode, struct sigmangle_diag *diag)
{
	struct visit v;
	v.visit = ignore;
	v.ctx = &v.sip.failed;
	enum sigmangle_status status = visit_side(&v, signature, payload, mode, diag);
	return v.sip.failed ? sigmangle__fail(diag, v.sip.failed, v.sip.failed_at) : status;
}

SMALL enum sigmangle_status sigmangle_sip_check(
	const char *signature, size_t size, enum sigmangle_mode mode, struct sigmangle_diag *diag)
{
	return sigmangle__check(signature, size, mode, check_side, diag);
}
