/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Variable width integers: the functions that are not inline. */
#include "vbr.h"
#include <string.h>

enum bef_status bef__vbr_read_long(const uint8_t **next, const uint8_t *end, uint64_t *out_value)
{
	const uint8_t *p = *next;
	uint64_t value = 0;
	*out_value = 0;
	if (p < end && *p == 0x80)
		return BEF_E_CORRUPT; /* a leading zero group */
	while (p < end) {
		uint8_t byte = *p++;
		if (value >> 57)
			return BEF_E_CORRUPT; /* seven more bits would be lost */
		value = value << 7 | (byte & 0x7F);
		if (byte < 0x80) {
			*out_value = value;
			*next = p;
			return BEF_OK;
		}
	}
	return BEF_E_TRUNCATED;
}

const uint8_t *bef__vbr_skip(const uint8_t *next, const uint8_t *end, uint64_t count)
{
	/* An integer ends at each byte with a clear top bit: count those eight at a time. */
	while (count > 0 && end - next >= 8) {
		uint64_t bytes;
		memcpy(&bytes, next, sizeof bytes);
		uint64_t ends = (~bytes >> 7 & UINT64_C(0x0101010101010101)) * UINT64_C(0x0101010101010101) >> 56;
		if (ends > count)
			break;
		count -= ends;
		if (count == 0) {
			next += 8;
			while (next[-1] >= 0x80) /* the remaining bytes of these eight begin the next integer */
				next--;
			return next;
		}
		next += 8;
	}
	while (count > 0 && next < end)
		count -= *next++ < 0x80;
	return count == 0 ? next : NULL;
}
