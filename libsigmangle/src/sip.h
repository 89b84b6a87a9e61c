/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the parts of the SIP reader share. */
#ifndef SIGMANGLE_SRC_SIP_H
#define SIGMANGLE_SRC_SIP_H

#include "lex.h"

#include <sigmangle/sip.h>
#include <string.h>

/* Order of two keys of one container: numbers, or bytes as memcmp() has them, the shorter first. */
int sigmangle__compare_bytes(const char *a, size_t a_size, const char *b, size_t b_size);

/* Whether the bytes a are in front of b; both of 8 bytes or more, and different within those, or not known. */
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

/* The first key in a sequence's or dict's payload that is there before, NULL when there is none. The payload is
 * known to be good otherwise. Reads it once for every 1,024 keys. */
const char *sigmangle__duplicate_key(const char *at, const char *end);

#endif
