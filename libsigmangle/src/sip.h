/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Declarations shared by the parts of the SIP reader. */
#ifndef SIGMANGLE_SRC_SIP_H
#define SIGMANGLE_SRC_SIP_H

#include "lex.h"

#include <sigmangle/sip.h>
#include <string.h>

enum { SIGMANGLE__WANT_ROOT, SIGMANGLE__WANT_NOTHING, SIGMANGLE__WANT_KEY, SIGMANGLE__WANT_VALUE };

/* Kinds of frames: the closing event (none for the side itself), and the properties that need work when the frame is
 * closed. */
#define SIGMANGLE__IS_DICT 2  /* a bit of SIGMANGLE_CLOSE_DICT and not of SIGMANGLE_CLOSE_SEQUENCE */
#define SIGMANGLE__CLOSES 7   /* the bits of the event */
#define SIGMANGLE__UNSORTED 8 /* its keys are not in order */
#define SIGMANGLE__BOTTOM 16  /* the lowest frame of the window */

/* `last` of a frame. For a sequence with small keys: the next key in ascending order, as the bytes of its text and the
 * tag of a leaf. Otherwise this bit and the last key (sequence) or the position of the last key (dict). */
#define SIGMANGLE__OTHER 0x80000000u
#define SIGMANGLE__FIRST_KEY ((uint32_t)'k' << 8 | (uint32_t)'0' << 16 | (uint32_t)'_' << 24)
#define SIGMANGLE__KEY_STEP 0x10000u
#define SIGMANGLE__NO_KEY UINT32_MAX

/* The last key of a sequence; -1 if there is none. */
static inline int32_t sigmangle__last_index(const struct sigmangle_sip_frame *frame)
{
	return frame->last & SIGMANGLE__OTHER ? (int32_t)(frame->last & ~SIGMANGLE__OTHER)
					      : (int32_t)(frame->last >> 16 & 255) - '1';
}

/* `last` after a key of a sequence. */
static inline uint32_t sigmangle__next_index(int32_t key)
{
	return key < 9 ? SIGMANGLE__FIRST_KEY + SIGMANGLE__KEY_STEP * ((uint32_t)key + 1)
		       : (uint32_t)key | SIGMANGLE__OTHER;
}

/* Starts reading a side. */
void sigmangle__sip_begin(
	struct sigmangle_sip *sip, const char *signature, struct sigmangle_string payload, enum sigmangle_mode mode);
/* sigmangle_sip_next() */
enum sigmangle_status sigmangle__sip_next(
	struct sigmangle_sip *sip, struct sigmangle_event *event, struct sigmangle_diag *diag);

/* Order of two keys of one container: numbers, or bytes as memcmp() has them, the shorter first. */
int sigmangle__compare_bytes(const char *a, size_t a_size, const char *b, size_t b_size);

/* Returns whether a is less than b. Inlines the case that both have at least 8 bytes and these differ. */
static inline bool sigmangle__is_ascending(const char *a, size_t a_size, const char *b, size_t b_size)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	if (a_size >= 8 && b_size >= 8) {
		uint64_t x, y;
		memcpy(&x, a, 8);
		memcpy(&y, b, 8);
		if (x != y)
			return __builtin_bswap64(x) < __builtin_bswap64(y);
	}
#endif
	return sigmangle__compare_bytes(a, a_size, b, b_size) < 0;
}

/* Finds the first duplicate key in the payload of a sequence or dict; NULL if there is none. The payload is valid
 * otherwise. Reads it once for every 1,024 keys. */
const char *sigmangle__duplicate_key(const char *at, const char *end);

#endif
