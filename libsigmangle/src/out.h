/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writers into the caller's buffer: text from the front, which is cut like snprintf's, and signatures from the back, whose
 * lengths stand in front of what they count. */
#ifndef SIGMANGLE_OUT_H
#define SIGMANGLE_OUT_H

#include <sigmangle/status.h>
#include <stdbool.h>
#include <string.h>

struct sigmangle__text {
	char *data;
	size_t room, length;
};

void sigmangle__put(struct sigmangle__text *text, const char *bytes, size_t size);
void sigmangle__put_word(struct sigmangle__text *text, const char *word);
void sigmangle__put_number(struct sigmangle__text *text, int64_t number);
void sigmangle__put_spaces(struct sigmangle__text *text, size_t count);
/* Ends it with NUL. Returns the length. */
size_t sigmangle__put_end(struct sigmangle__text *text);

/* Digits of a number, in front of `end`. Returns where they begin. */
static inline char *sigmangle__digits_before(char *end, int32_t value)
{
	uint32_t rest = value < 0 ? 0u - (uint32_t)value : (uint32_t)value;
	do {
		*--end = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest);
	if (value < 0)
		*--end = '-';
	return end;
}

/* Once something does not fit, only the length goes on. */
struct sigmangle__back {
	char *begin, *at; /* at: what is written begins there */
	size_t length;
};

#define SIGMANGLE__NUMBER_MOST 13 /* a tag, -2147483648, '!' */

static inline void sigmangle__back_integer(struct sigmangle__back *back, char tag, int32_t value)
{
	char spare[SIGMANGLE__NUMBER_MOST], *end = back->at;
	bool fits = end - back->begin >= SIGMANGLE__NUMBER_MOST;
	if (!fits)
		end = spare + sizeof spare;
	char *at = sigmangle__digits_before(end, value);
	*--at = tag;
	back->length += (size_t)(end - at);
	if (fits) {
		back->at = at;
		return;
	}
	if ((size_t)(back->at - back->begin) >= (size_t)(end - at)) {
		back->at -= end - at;
		memcpy(back->at, at, (size_t)(end - at));
	} else {
		back->begin = back->at; /* nothing fits any more */
	}
}

void sigmangle__back_bytes(struct sigmangle__back *back, const char *bytes, size_t size);
/* The header of a span whose payload is all that was written since the length was `mark`. False: too long. */
static inline bool sigmangle__back_header(struct sigmangle__back *back, char tag, size_t mark)
{
	size_t size = back->length - mark + 1;
	if (size > INT32_MAX)
		return false;
	if (back->at != back->begin) {
		*--back->at = '!';
		back->length++;
	} else {
		back->length++;
	}
	sigmangle__back_integer(back, tag, (int32_t)size);
	return true;
}

/* Moves the signature to the front of out[0..room), or leaves "" there when it does not fit. */
void sigmangle__back_end(struct sigmangle__back *back, char *out, size_t room);

#endif
