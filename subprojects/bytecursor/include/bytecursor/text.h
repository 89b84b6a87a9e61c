/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which bytes are text, and which characters may be shown. */
#ifndef BYTECURSOR_TEXT_H
#define BYTECURSOR_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Length of the character of UTF-8 at `at`, of which `left` > 0 bytes may be read, and its code; 0 if it is invalid, overlong, a
 * surrogate or cut off. In a text that ends with NUL, `left` may be 4: no byte behind the NUL is read. */
static inline size_t bytecursor_utf8_length(const void *at, size_t left, uint32_t *out_code)
{
	const unsigned char *p = at;
	*out_code = p[0];
	if (p[0] < 0x80)
		return 1;
	const size_t length = p[0] < 0xC2 || p[0] > 0xF4 ? 0 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : 4;
	if (length == 0 || length > left)
		return 0;
	uint32_t code = p[0] & 0x7Fu >> length;
	for (size_t i = 1; i < length; i++) {
		if ((p[i] & 0xC0) != 0x80)
			return 0;
		code = code << 6 | (p[i] & 0x3Fu);
	}
	*out_code = code;
	const uint32_t least = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
	return code < least || code > 0x10FFFF || code >> 11 == 0xD800 >> 11 ? 0 : length;
}

/* C0, DEL, C1: terminals obey them. */
static inline bool bytecursor_is_control(uint32_t code) { return code < 0x20 || (code >= 0x7F && code < 0xA0); }

/* Separators of lines, and characters that change the direction of text: what follows them is not where it seems to be. */
static inline bool bytecursor_moves_text(uint32_t code)
{
	return (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

/* Whether a file may be text: it has no control characters except white space. The first bytes suffice. */
static inline bool bytecursor_may_be_text(const void *data, size_t size)
{
	const unsigned char *p = data;
	for (size_t i = 0; i < size && i < 64; i++) {
		if (p[i] < 0x20 && (p[i] < '\t' || p[i] > '\r'))
			return false;
	}
	return true;
}

#endif
