/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Visits SIP signatures with the events of sigmangle_sip_next(). This file handles the common case in strict mode:
 * ascending keys, numbers and lengths of few digits, nesting within the reader's window. The most frequently changed
 * state is in local variables, the rest in memory that the visitor's functions may change, so that the loop over the
 * leaves of a sequence uses registers only. */
#include "sip.h"

#define TRY(expression)                                                                                                \
	do {                                                                                                           \
		enum sigmangle_status try_status = (expression);                                                       \
		if (UNLIKELY(try_status != SIGMANGLE_OK))                                                              \
			return try_status;                                                                             \
	} while (0)

#define INLINE static inline __attribute__((always_inline))

/* Bytes that are read without comparing with the end: k0_12 and the next byte; and those of any key and value that are
 * read here. */
#define SEEN_LEAF 5
#define SEEN 16

struct visit {
	struct sigmangle_visitor visitor;
	void *ctx;
	const struct sigmangle_sip_frame *full; /* the top of the window */
	size_t stop;      /* end of the innermost frame, or the last position with SEEN_LEAF readable bytes */
	size_t sure, far; /* the last positions at which SEEN_LEAF and SEEN bytes are readable */
	size_t behind;    /* result of more_digits() */
	bool unusual;     /* result of visit_quick() */
	struct sigmangle_sip sip;
};

INLINE unsigned digit(const char *s, size_t at) { return (unsigned)(unsigned char)s[at] - '0'; }

INLINE uint32_t four_bytes(const char *at)
{
	uint32_t bytes;
	memcpy(&bytes, at, 4);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	bytes = __builtin_bswap32(bytes);
#endif
	return bytes;
}

INLINE void set_stop(struct visit *v, const struct sigmangle_sip_frame *frame)
{
	v->stop = frame->end < v->sure ? frame->end : v->sure;
}

/* Reads the digits after the second one, at `at`, and sets v->behind to their end. Returns a negative value if the
 * number exceeds 999999999. */
__attribute__((noinline)) static int32_t more_digits(struct visit *v, int32_t number, size_t at)
{
	const char *s = v->sip.origin;
	for (unsigned more; (more = digit(s, at)) <= 9; at++) {
		if (number > 99999999 || at >= v->stop)
			return -1;
		number = number * 10 + (int32_t)more;
	}
	v->behind = at;
	return number;
}

/* Reads the number at *at and advances *at. Negative: not the common case. */
INLINE int32_t leaf(struct visit *v, const char *s, size_t *at)
{
	size_t p = *at;
	unsigned number = digit(s, p), more = digit(s, p + 1);
	if (UNLIKELY(number > 9))
		return -1;
	if (UNLIKELY(more > 9)) {
		*at = p + 1;
		return (int32_t)number;
	}
	number = number * 10 + more;
	*at = p + 2;
	if (LIKELY(s[p + 2] > '9'))
		return (int32_t)number;
	const int32_t all = more_digits(v, (int32_t)number, p + 2);
	*at = v->behind;
	return all;
}

/* Finds the payload and the end of the span at `at`. Returns false unless the length has at most three digits and the
 * span ends within the enclosing one. */
INLINE bool span(const struct visit *v, const char *s, size_t at, size_t *out_payload, size_t *out_end)
{
	unsigned size = digit(s, at + 1), more;
	if (UNLIKELY(size - 1 > 8))
		return false;
	at += 2;
	if (s[at] != '!') {
		more = digit(s, at++);
		if (UNLIKELY(more > 9))
			return false;
		size = size * 10 + more;
		if (s[at] != '!') {
			more = digit(s, at++);
			if (UNLIKELY(more > 9) || UNLIKELY(s[at] != '!'))
				return false;
			size = size * 10 + more;
		}
	}
	*out_payload = at + 1;
	*out_end = at + size;
	return LIKELY(*out_end <= v->stop);
}

/* Reads the key of a sequence at *at and advances *at. False: not the common case. */
INLINE bool index_key(struct visit *v, struct sigmangle_sip_frame *frame, size_t *at, int32_t *out_key)
{
	const char *s = v->sip.origin, *behind = s + *at + 1;
	const int32_t key = sigmangle__small(&behind);
	if (UNLIKELY(key <= sigmangle__last_index(frame)) || UNLIKELY(s[*at] != 'k') ||
		UNLIKELY(behind > s + v->stop) || UNLIKELY(frame->kind == SIGMANGLE__BOTTOM))
		return false;
	frame->last = sigmangle__next_index(key);
	*out_key = key;
	*at = (size_t)(behind - s);
	return true;
}

/* As above, for a dict. */
INLINE bool text_key(struct visit *v, struct sigmangle_sip_frame *frame, size_t *at, struct sigmangle_string *out_key)
{
	const char *s = v->sip.origin;
	size_t text = 0, behind = 0;
	if (UNLIKELY(s[*at] != 'K') || UNLIKELY(!span(v, s, *at, &text, &behind)))
		return false;
	if (LIKELY(frame->last != SIGMANGLE__NO_KEY) &&
		UNLIKELY(!sigmangle__is_ascending(
			s + (frame->last & ~SIGMANGLE__OTHER), frame->last_size, s + text, behind - text)))
		return false;
	frame->last = (uint32_t)text | SIGMANGLE__OTHER;
	frame->last_size = (uint32_t)(behind - text);
	*out_key = (struct sigmangle_string){ s + text, behind - text };
	*at = behind;
	return true;
}

/* Reads a leaf of a sequence with the next key, at `at`; *out_behind is its end. */
INLINE bool next_leaf(struct visit *v, const struct sigmangle_sip_frame *frame, const char *s, size_t at,
	unsigned *out_key, int32_t *out_number, size_t *out_behind)
{
	if (UNLIKELY(four_bytes(s + at) << 8 != frame->last))
		return false;
	*out_key = digit(s, at + 1);
	if (UNLIKELY(*out_key > 9))
		return false;
	*out_behind = at + 3;
	*out_number = leaf(v, s, out_behind);
	return LIKELY(*out_number >= 0) && LIKELY(*out_behind <= v->stop);
}

/* Opens the sequence or dict at `at`; *out_payload is the start of its payload. */
INLINE bool open_frame(struct visit *v, struct sigmangle_sip_frame **frame, size_t at, size_t *out_payload,
	enum sigmangle_structure *out_structure)
{
	const char *const s = v->sip.origin, tag = s[at];
	struct sigmangle_sip_frame *const opened = *frame + 1;
	size_t end = 0;
	*out_structure = SIGMANGLE_SEQUENCE;
	if (UNLIKELY(!span(v, s, at, out_payload, &end)) || UNLIKELY(*frame == v->full))
		return false;
	if (tag == 'S') {
		opened->last = SIGMANGLE__FIRST_KEY;
		opened->kind = SIGMANGLE_CLOSE_SEQUENCE;
	} else if (LIKELY(tag == 'D')) {
		opened->last = SIGMANGLE__NO_KEY;
		opened->kind = SIGMANGLE_CLOSE_DICT;
		*out_structure = SIGMANGLE_DICT;
	} else {
		return false;
	}
	v->stop = end;
	opened->start = (uint32_t)*out_payload;
	opened->end = (uint32_t)end;
	*frame = opened;
	return true;
}

/* Lets the reader continue here, after a key or a value. */
SMALL static void leave_quick(struct visit *v, const struct sigmangle_sip_frame *frame, size_t at, bool is_key)
{
	struct sigmangle_sip *sip = &v->sip;
	v->unusual = true;
	sip->next = sip->origin + at;
	sip->depth -= sip->level;
	sip->level = (uint32_t)(frame - sip->window);
	sip->depth += sip->level;
	if (sip->depth)
		sip->want = is_key ? SIGMANGLE__WANT_KEY : SIGMANGLE__WANT_VALUE;
	else
		sip->want = is_key ? SIGMANGLE__WANT_NOTHING : SIGMANGLE__WANT_ROOT;
}

/* Visits the key at *at and advances *at; *out_usual: it is the common case. */
INLINE enum sigmangle_status visit_key(
	struct visit *v, struct sigmangle_sip_frame *frame, size_t *at, bool *out_usual)
{
	const size_t offset = *at;
	int32_t number = 0;
	if (frame->kind & SIGMANGLE__IS_DICT) {
		struct sigmangle_string text;
		*out_usual = text_key(v, frame, at, &text);
		return LIKELY(*out_usual) ? v->visitor.key_text(v->ctx, text, offset) : SIGMANGLE_OK;
	}
	*out_usual = index_key(v, frame, at, &number);
	return LIKELY(*out_usual) ? v->visitor.key_index(v->ctx, number, offset) : SIGMANGLE_OK;
}

/* Visits while the common case applies; sets v->unusual if sigmangle__sip_next() must continue. A key or the first
 * value is expected. */
__attribute__((noinline)) static enum sigmangle_status visit_quick(struct visit *v)
{
	struct sigmangle_sip_frame *frame = &v->sip.window[v->sip.level];
	const char *const s = v->sip.origin;
	size_t at = (size_t)(v->sip.next - s), behind = 0;
	bool is_key = v->sip.want == SIGMANGLE__WANT_KEY;
	set_stop(v, frame);
	if (!is_key)
		goto value;
	for (;;) {
		unsigned key = 0;
		int32_t number = 0;
		while (LIKELY(at < v->stop) && LIKELY(next_leaf(v, frame, s, at, &key, &number, &behind))) {
			TRY(v->visitor.key_index(v->ctx, (int32_t)key, at));
			frame->last += SIGMANGLE__KEY_STEP;
			TRY(v->visitor.leaf(v->ctx, number, at + 2));
			at = behind;
		}
		if (at >= v->stop) {
			const uint32_t kind = frame->kind;
			if (UNLIKELY(at != frame->end) || UNLIKELY(kind > SIGMANGLE__CLOSES)) {
				if (at == frame->end && kind == SIGMANGLE__BOTTOM)
					return SIGMANGLE_OK;
				break;
			}
			frame--;
			set_stop(v, frame);
			TRY(v->visitor.close(v->ctx, (enum sigmangle_structure)(kind - SIGMANGLE_CLOSE_SEQUENCE), at));
			continue;
		}
		if (UNLIKELY(at > v->far))
			break;
		bool usual;
		TRY(visit_key(v, frame, &at, &usual));
		if (UNLIKELY(!usual))
			break;
	value:
		is_key = false;
		/* a key may be long, so the end is compared again */
		if (UNLIKELY(at > v->far))
			break;
		if (v->sip.origin[at] == '_') {
			behind = at + 1;
			number = leaf(v, v->sip.origin, &behind);
			if (UNLIKELY(number < 0 || behind > v->stop))
				break;
			TRY(v->visitor.leaf(v->ctx, number, at));
		} else {
			enum sigmangle_structure structure;
			if (UNLIKELY(!open_frame(v, &frame, at, &behind, &structure)))
				break;
			TRY(v->visitor.open(v->ctx, structure, at));
		}
		at = behind;
		is_key = true;
	}
	leave_quick(v, frame, at, is_key);
	return SIGMANGLE_OK;
}

/* ---- everything else */

SMALL static enum sigmangle_status deliver(const struct visit *v, const struct sigmangle_event *event)
{
	switch (event->kind) {
	case SIGMANGLE_KEY_INDEX: return v->visitor.key_index(v->ctx, event->number, event->offset);
	case SIGMANGLE_KEY_TEXT: return v->visitor.key_text(v->ctx, event->text, event->offset);
	case SIGMANGLE_OPEN_SEQUENCE:
	case SIGMANGLE_OPEN_DICT:
		return v->visitor.open(v->ctx, event->kind == SIGMANGLE_OPEN_DICT ? SIGMANGLE_DICT : SIGMANGLE_SEQUENCE,
			event->offset);
	case SIGMANGLE_LEAF: return v->visitor.leaf(v->ctx, event->number, event->offset);
	default:
		return v->visitor.close(v->ctx,
			event->kind == SIGMANGLE_CLOSE_DICT ? SIGMANGLE_DICT : SIGMANGLE_SEQUENCE, event->offset);
	}
}

static enum sigmangle_status ignore_number(void *ctx, int32_t number, size_t offset)
{
	(void)ctx;
	(void)number;
	(void)offset;
	return SIGMANGLE_OK;
}

static enum sigmangle_status ignore_text(void *ctx, struct sigmangle_string key, size_t offset)
{
	(void)ctx;
	(void)key;
	(void)offset;
	return SIGMANGLE_OK;
}

static enum sigmangle_status ignore_structure(void *ctx, enum sigmangle_structure structure, size_t offset)
{
	(void)ctx;
	(void)structure;
	(void)offset;
	return SIGMANGLE_OK;
}

/* Returns whether the side is one leaf of up to nine digits. */
static inline bool is_leaf(struct sigmangle_string payload, int32_t *out_number)
{
	int32_t number = 0;
	if (payload.size - 2 > 8 || payload.data[0] != '_')
		return false;
	for (size_t at = 1; at < payload.size; at++) {
		if (digit(payload.data, at) > 9)
			return false;
		number = number * 10 + (int32_t)digit(payload.data, at);
	}
	*out_number = number;
	return true;
}

/* A visit of one side; v->visitor, ctx and sip.mode are set. `seen`: number of readable bytes of the signature. */
static enum sigmangle_status visit_side(struct visit *v, const char *signature, struct sigmangle_string payload,
	size_t seen, struct sigmangle_diag *diag)
{
	struct sigmangle_event event = { .kind = SIGMANGLE_LEAF };
	enum sigmangle_status status;
	const bool is_strict = v->sip.mode == SIGMANGLE_STRICT;
	if (is_strict && is_leaf(payload, &event.number))
		return v->visitor.leaf(v->ctx, event.number, (size_t)(payload.data - signature));
	sigmangle__sip_begin(&v->sip, signature, payload, v->sip.mode);
	v->full = &v->sip.window[SIGMANGLE_SIP_FRAMES - 1];
	v->sure = seen - SEEN_LEAF;
	v->far = seen - SEEN;
	const bool is_quick = is_strict && v->sip.base == signature && seen > SEEN;
	for (;;) {
		if (is_quick && !v->sip.failed &&
			(v->sip.want == SIGMANGLE__WANT_KEY || v->sip.want == SIGMANGLE__WANT_ROOT)) {
			v->unusual = false;
			status = visit_quick(v);
			if (!v->unusual)
				return status;
		}
		status = sigmangle__sip_next(&v->sip, &event, diag);
		if (status != SIGMANGLE_OK)
			return status == SIGMANGLE_E_NOT_FOUND ? SIGMANGLE_OK : status;
		if (UNLIKELY(v->sip.failed) && v->visitor.key_index == ignore_number)
			return sigmangle__fail(diag, v->sip.failed, v->sip.failed_at);
		TRY(deliver(v, &event));
	}
}

enum sigmangle_status sigmangle_sip_visit(const char *signature, size_t size, enum sigmangle_side side,
	enum sigmangle_mode mode, const struct sigmangle_visitor *visitor, void *ctx, struct sigmangle_diag *diag)
{
	struct visit v;
	struct sigmangle_string payload;
	TRY(sigmangle__side(signature, size, side, mode, &payload, diag));
	v.visitor = *visitor;
	v.ctx = ctx;
	v.sip.mode = mode;
	return visit_side(&v, signature, payload, size, diag);
}

/* There is no visitor, so open levels are not closed after an error. */
SMALL static enum sigmangle_status check_side(
	const char *signature, struct sigmangle_string payload, enum sigmangle_mode mode, struct sigmangle_diag *diag)
{
	struct visit v;
	v.visitor = (struct sigmangle_visitor){ ignore_number, ignore_text, ignore_structure, ignore_structure,
		ignore_number };
	v.ctx = NULL;
	v.sip.mode = mode;
	return visit_side(&v, signature, payload, (size_t)(payload.data - signature) + payload.size, diag);
}

SMALL enum sigmangle_status sigmangle_sip_check(
	const char *signature, size_t size, enum sigmangle_mode mode, struct sigmangle_diag *diag)
{
	return sigmangle__check(signature, size, mode, check_side, diag);
}
