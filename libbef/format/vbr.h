/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* BEF's variable width integers (FORMAT.md 1.2): 7-bit groups, the most significant first, the top bit set on every
 * byte but the last. Reading refuses a leading zero group and more than 64 bits, so that a value has exactly one
 * encoding. */
#ifndef BEF_FORMAT_VBR_H
#define BEF_FORMAT_VBR_H

#include <bef/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BEF__VBR_MAX 10 /* bytes of 2^64 - 1 */

/* bef__vbr_read() for integers of more than four bytes and for errors. */
enum bef_status bef__vbr_read_long(const uint8_t **next, const uint8_t *end, uint64_t *out_value);

/* Reads one integer and advances *next. On failure (BEF_E_TRUNCATED, BEF_E_CORRUPT) *next is unchanged, *out_value
 * 0. */
static inline enum bef_status bef__vbr_read(const uint8_t **next, const uint8_t *end, uint64_t *out_value)
{
#if !defined(BEF_NO_MESSAGES) && !defined(__OPTIMIZE_SIZE__) /* programs for size: no fast path for short integers */
	const uint8_t *p = *next;
	if (p < end && *p < 0x80) {
		*out_value = *p;
		*next = p + 1;
		return BEF_OK;
	}
	if (end - p > 3 && *p != 0x80 && (p[1] & p[2] & p[3]) < 0x80) { /* two to four bytes */
		uint64_t value = (uint64_t)(*p & 0x7F) << 7 | (p[1] & 0x7F);
		p += 2;
		for (int more = 0; more < 2 && p[-1] >= 0x80; more++)
			value = value << 7 | (*p++ & 0x7F);
		*out_value = value;
		*next = p;
		return BEF_OK;
	}
#endif
	return bef__vbr_read_long(next, end, out_value);
}

/* Skips `count` integers without decoding them; NULL when the bytes end first. */
const uint8_t *bef__vbr_skip(const uint8_t *next, const uint8_t *end, uint64_t count);

static inline size_t bef__vbr_size(uint64_t value)
{
	size_t size = 1;
	while (value >>= 7)
		size++;
	return size;
}

/* Writes to `out`, which has room for bef__vbr_size() bytes, and returns the position after the integer. */
static inline uint8_t *bef__vbr_write(uint8_t *out, uint64_t value)
{
	if (value < 0x80) {
		*out = (uint8_t)value;
		return out + 1;
	}
	if (value < 0x4000) {
		out[0] = (uint8_t)(value >> 7 | 0x80);
		out[1] = (uint8_t)(value & 0x7F);
		return out + 2;
	}
	if (value < 0x200000) {
		out[0] = (uint8_t)(value >> 14 | 0x80);
		out[1] = (uint8_t)((value >> 7 & 0x7F) | 0x80);
		out[2] = (uint8_t)(value & 0x7F);
		return out + 3;
	}
	size_t size = bef__vbr_size(value);
	for (size_t i = size; i-- > 0; value >>= 7)
		out[i] = (uint8_t)((value & 0x7F) | (i + 1 < size ? 0x80 : 0));
	return out + size;
}

#endif
