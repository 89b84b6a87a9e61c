/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stores a diagnostic within the bounds of the caller's structure.
 *
 * The diagnostics of all libraries begin with `size_t size` and an enum `status` that is 0 as long as nothing failed, and
 * have an array `message`. A caller that was built against an older release has a smaller structure: `size` tells. The
 * members that it does not have are not stored. */
#ifndef BYTECURSOR_DIAG_H
#define BYTECURSOR_DIAG_H

#include <stddef.h>
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

/* Length of the character of UTF-8 at `c`, in a NUL-terminated text; 0 if it is invalid, overlong, a surrogate or cut off. */
static inline size_t bytecursor_diag_character(const unsigned char *c)
{
	const size_t length = c[0] < 0x80 ? 1 : c[0] < 0xC2 ? 0 : c[0] < 0xE0 ? 2 : c[0] < 0xF0 ? 3 : c[0] < 0xF5 ? 4 : 0;
	for (size_t i = 1; i < length; i++) {
		if ((c[i] & 0xC0) != 0x80)
			return 0;
	}
	if ((c[0] == 0xE0 && c[1] < 0xA0) || (c[0] == 0xED && c[1] > 0x9F) || (c[0] == 0xF0 && c[1] < 0x90) ||
		(c[0] == 0xF4 && c[1] > 0x8F))
		return 0;
	return length;
}

static inline void bytecursor_diag_clean(char *text)
{
	unsigned char *c = (unsigned char *)text;
	while (*c) {
		const size_t length = bytecursor_diag_character(c);
		if (length == 0 || *c < 0x20 || *c == 0x7F) {
			*c++ = '?';
		} else if (*c == 0xC2 && c[1] < 0xA0) {
			*c++ = '?';
			*c++ = '?';
		} else {
			c += length;
		}
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
