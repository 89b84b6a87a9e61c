/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes raw signatures, from the last byte to the first. */
#include "out.h"
#include "raw.h"

#define SMALL_RANK 8
#define SMALL_BYTES (SIGMANGLE__NUMBER_MOST * (SMALL_RANK + 2))

SMALL static enum sigmangle_reason put_item(
	struct sigmangle__back *back, const struct sigmangle_item *item, enum sigmangle_mode mode)
{
	const bool lax = mode == SIGMANGLE_LAX;
	const size_t mark = sigmangle__back_length(back);
	char tag = 'O';
	switch (item->category) {
	case SIGMANGLE_BUFFER:
		for (size_t i = item->rank; i-- > 0;) {
			if (UNLIKELY(item->dims[i] < SIGMANGLE_DYNAMIC && !lax))
				return SIGMANGLE_DIM_BELOW_MINUS_ONE;
			sigmangle__back_any(back, 'd', item->dims[i]);
		}
		/* fall through */
	case SIGMANGLE_SCALAR:
		tag = item->category == SIGMANGLE_BUFFER ? 'B' : 'S';
		if (UNLIKELY((uint32_t)item->type >= SIGMANGLE_TYPE_COUNT && !lax))
			return SIGMANGLE_SCALAR_CODE;
		if (item->type != SIGMANGLE_FLOAT32)
			sigmangle__back_any(back, 't', item->type);
		break;
	case SIGMANGLE_REFERENCE: break;
	case SIGMANGLE_UNRECOGNIZED: tag = 'U'; break;
	default: return SIGMANGLE_RAW_TAG;
	}
	return sigmangle__back_header(back, tag, mark) ? SIGMANGLE_GOOD : SIGMANGLE_TOO_LONG;
}

/* Writes a valid buffer for which there is room regardless of its numbers. Returns its start; NULL for all other
 * items. */
static inline char *put_small_buffer(char *at, const char *begin, const struct sigmangle_item *item)
{
	char *const end = at;
	size_t left = item->rank;
	if (UNLIKELY(item->category != SIGMANGLE_BUFFER || left > SMALL_RANK || at - begin < SMALL_BYTES ||
		     (uint32_t)item->type >= SIGMANGLE_TYPE_COUNT))
		return NULL;
	for (const int32_t *dim = item->dims + left; left; left--) {
		if (UNLIKELY(*--dim < SIGMANGLE_DYNAMIC))
			return NULL;
		at = sigmangle__integer_before(at, 'd', *dim);
	}
	if (item->type != SIGMANGLE_FLOAT32)
		at = sigmangle__integer_before(at, 't', item->type);
	*--at = '!';
	return sigmangle__integer_before(at, 'B', (int32_t)(end - at));
}

static enum sigmangle_reason put_side(struct sigmangle__back *back, char tag, const struct sigmangle_item *items,
	size_t count, enum sigmangle_mode mode)
{
	const size_t mark = sigmangle__back_length(back);
	while (count-- > 0) {
		char *at = put_small_buffer(back->at, back->begin, &items[count]);
		if (LIKELY(at)) {
			back->at = at;
			continue;
		}
		enum sigmangle_reason reason = put_item(back, &items[count], mode);
		if (UNLIKELY(reason != SIGMANGLE_GOOD))
			return reason;
	}
	return sigmangle__back_header(back, tag, mark) ? SIGMANGLE_GOOD : SIGMANGLE_TOO_LONG;
}

enum sigmangle_status sigmangle_raw_mangle(const struct sigmangle_item *inputs, size_t input_count,
	const struct sigmangle_item *results, size_t result_count, enum sigmangle_mode mode, char *out, size_t room,
	size_t *out_length, struct sigmangle_diag *diag)
{
	struct sigmangle__back back = sigmangle__back_begin(out, room);
	enum sigmangle_reason reason = put_side(&back, 'R', results, result_count, mode);
	if (reason == SIGMANGLE_GOOD)
		reason = put_side(&back, 'I', inputs, input_count, mode);
	if (reason != SIGMANGLE_GOOD)
		back = sigmangle__back_begin(out, room);
	sigmangle__back_end(&back, out, room);
	*out_length = sigmangle__back_length(&back);
	if (reason == SIGMANGLE_GOOD)
		return SIGMANGLE_OK;
	/* the fault is the caller's, not the input's */
	return sigmangle__fail_as(diag, reason == SIGMANGLE_TOO_LONG ? SIGMANGLE_E_LIMIT : SIGMANGLE_E_ARG, reason,
		SIGMANGLE_NO_OFFSET);
}
