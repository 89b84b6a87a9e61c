/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stores a diagnostic within the bounds of the caller's structure.
 *
 * The diagnostics of all libraries begin with `size_t size` and an enum `status` that is 0 as long as nothing failed, and
 * have an array `message`. A caller that was built against an older release has a smaller structure: `size` tells. The
 * members that it does not have are not stored. */
#ifndef BYTECURSOR_DIAG_H
#define BYTECURSOR_DIAG_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* True if a failure is to be stored: there is a diagnostic, and it does not hold a failure yet. */
#define BYTECURSOR_DIAG_IS_OPEN(diag)                                                                                  \
	((diag) != NULL &&                                                                                             \
		(diag)->size >= (size_t)((const char *)(&(diag)->status + 1) - (const char *)(diag)) &&                \
		(int)(diag)->status == 0)

/* Copies *from, a complete diagnostic, to the caller's `to`, except `size`. Control characters of the message (C0, DEL, C1) and bytes that
 * are not UTF-8 become '?': names from the input must not reach a terminal or a log raw. */
#define BYTECURSOR_DIAG_STORE(to, from)                                                                                \
	bytecursor_diag_store((to), (from), sizeof *(from), (size_t)((from)->message - (const char *)(from)),          \
		sizeof(from)->message)

/* Length of the character of UTF-8 at `c`, in a NUL-terminated text; 0 if it is a control character, invalid, overlong, a surrogate or
 * cut off. */
static inline size_t bytecursor_diag_character(const unsigned char *c)
{
	if (*c < 0x80)
		return *c >= 0x20 && *c != 0x7F;
	if (*c < 0xC2 || *c > 0xF4)
		return 0;
	const size_t length = *c < 0xE0 ? 2 : *c < 0xF0 ? 3 : 4;
	uint32_t code = *c & 0x7Fu >> length;
	for (size_t i = 1; i < length; i++) {
		if ((c[i] & 0xC0) != 0x80)
			return 0;
		code = code << 6 | (c[i] & 0x3Fu);
	}
	const uint32_t least = length == 2 ? 0xA0 : length == 3 ? 0x800 : 0x10000;
	return code < least || code > 0x10FFFF || code >> 11 == 0xD800 >> 11 ? 0 : length;
}

static inline void bytecursor_diag_clean(char *text)
{
	for (unsigned char *c = (unsigned char *)text; *c;) {
		const size_t length = bytecursor_diag_character(c);
		if (length == 0)
			*c = '?';
		c += length + !length;
	}
}

static inline void bytecursor_diag_store(void *to, const void *from, size_t size, size_t message, size_t message_size)
{
	char *out = to;
	size_t reach;
	memcpy(&reach, out, sizeof reach);
	if (reach > size)
		reach = size;
	if (reach <= sizeof reach)
		return;
	memcpy(out + sizeof reach, (const char *)from + sizeof reach, reach - sizeof reach);
	if (reach > message + message_size)
		reach = message + message_size;
	if (reach <= message)
		return;
	out[reach - 1] = '\0';
	bytecursor_diag_clean(out + message);
}

#endif
