/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Assembles SPIR-V modules word by word. */
#ifndef IMAGE_WORDS_H
#define IMAGE_WORDS_H

#include <endian.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

struct words {
	uint32_t word[1024]; /* little-endian */
	unsigned count;
};

/* A header of version 1.2, and OpMemoryModel with 64-bit addresses. */
static inline void words_begin(struct words *w)
{
	static const uint32_t begin[] = { 0x07230203, 0x00010200, 0, 100, 0, 3 << 16 | 14, 2, 2 };
	w->count = sizeof begin / sizeof *begin;
	for (unsigned i = 0; i < w->count; i++)
		w->word[i] = htole32(begin[i]);
}

/* An instruction with `count` operands, and then a string unless text is NULL. Returns the word where it begins. */
static inline unsigned words_text(struct words *w, unsigned op, const char *text, unsigned count, ...)
{
	const unsigned at = w->count, text_words = text ? (unsigned)strlen(text) / 4 + 1 : 0;
	va_list operands;
	w->word[w->count++] = htole32((1 + count + text_words) << 16 | op);
	va_start(operands, count);
	for (unsigned i = 0; i < count; i++)
		w->word[w->count++] = htole32(va_arg(operands, unsigned));
	va_end(operands);
	if (text) {
		memset(w->word + w->count, 0, 4 * (size_t)text_words);
		memcpy(w->word + w->count, text, strlen(text));
		w->count += text_words;
	}
	return at;
}
#define COUNT_OF(...) (sizeof((unsigned[]){ __VA_ARGS__ }) / sizeof(unsigned))
#define OP(w, op, ...) words_text(w, op, NULL, COUNT_OF(__VA_ARGS__), __VA_ARGS__)
#define OP_TEXT(w, op, text, ...) words_text(w, op, text, COUNT_OF(__VA_ARGS__), __VA_ARGS__)

#endif
