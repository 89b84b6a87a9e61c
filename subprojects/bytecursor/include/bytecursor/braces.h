/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Messages with {0}, {1} ... in the places of numbers that are known later, as assertions about shapes have them. */
#ifndef BYTECURSOR_BRACES_H
#define BYTECURSOR_BRACES_H

#include <stddef.h>
#include <string.h>

/* The size of "{N}" at text[at], if N is a number below `count`; else 0. */
static inline size_t bytecursor_brace(const char *text, size_t size, size_t at, size_t count, size_t *out_index)
{
	enum { MOST_DIGITS = 4 };
	size_t index = 0, end = at + 1;
	if (text[at] != '{')
		return 0;
	while (end < size && text[end] >= '0' && text[end] <= '9' && end <= at + MOST_DIGITS)
		index = 10 * index + (size_t)(text[end++] - '0');
	*out_index = index;
	return end > at + 1 && end < size && text[end] == '}' && index < count ? end + 1 - at : 0;
}

/* Writes the message to `out`, which is cut after room - 1 bytes and ends with a 0.
 * @param put  writes the text for the number of that index to `out`, at most `room` bytes with the 0 */
static inline void bytecursor_fill_braces(char *out, size_t room, const char *text, size_t size, size_t count,
	void (*put)(const void *ctx, size_t index, char *out, size_t room), const void *ctx)
{
	size_t length = 0;
	for (size_t at = 0; at < size && length + 1 < room;) {
		size_t index;
		const size_t braced = bytecursor_brace(text, size, at, count, &index);
		if (!braced) {
			out[length++] = text[at++];
			continue;
		}
		put(ctx, index, out + length, room - length);
		length += strlen(out + length);
		at += braced;
	}
	out[length] = '\0';
}

#endif
