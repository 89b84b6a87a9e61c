/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writers into the caller's buffer. Text is written from the front and truncated like snprintf's. Signatures are
 * written from the back, because a length precedes the bytes that it counts. */
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
/* Terminates the text with NUL. Returns the length. */
size_t sigmangle__put_end(struct sigmangle__text *text);

/* Writes the digits of a number, ending at `end`. Returns their start. */
char *sigmangle__digits_before(char *end, int32_t value);

/* The two digits of every number below 100. */
extern const char sigmangle__pairs[200];

/* After the first bytes that do not fit, only the length is counted. */
struct sigmangle__back {
	char *begin, *at, *end; /* the written bytes are at..end */
	size_t more;            /* bytes that did not fit */
};

static inline struct sigmangle__back sigmangle__back_begin(char *out, size_t room)
{
	char *end = room ? out + room : out;
	return (struct sigmangle__back){ out, end, end, 0 };
}

static inline size_t sigmangle__back_length(const struct sigmangle__back *back)
{
	return (size_t)(back->end - back->at) + back->more;
}

#define SIGMANGLE__NUMBER_MOST 13 /* a tag, -2147483648, '!' */

/* Writes a tag and a number of any size. */
void sigmangle__back_any(struct sigmangle__back *back, char tag, int32_t value);

/* Writes a tag and a number, ending at `at`, where there is room for SIGMANGLE__NUMBER_MOST bytes. Returns the
 * start. */
static inline char *sigmangle__integer_before(char *at, char tag, int32_t value)
{
	const uint32_t number = (uint32_t)value;
	if (number < 10) {
		at[-1] = (char)('0' + number);
		at -= 2;
	} else if (number < 100) {
		memcpy(at - 2, sigmangle__pairs + 2 * (size_t)number, 2);
		at -= 3;
	} else if (number < 10000) {
		const uint32_t high = number / 100;
		memcpy(at - 2, sigmangle__pairs + 2 * (size_t)(number - 100 * high), 2);
		memcpy(at - 4, sigmangle__pairs + 2 * (size_t)high, 2);
		at -= high < 10 ? 4 : 5;
	} else if (value == -1) {
		at[-1] = '1';
		at[-2] = '-';
		at -= 3;
	} else {
		at = sigmangle__digits_before(at, value) - 1;
	}
	*at = tag;
	return at;
}

static inline void sigmangle__back_integer(struct sigmangle__back *back, char tag, int32_t value)
{
	if (back->at - back->begin < SIGMANGLE__NUMBER_MOST)
		sigmangle__back_any(back, tag, value);
	else
		back->at = sigmangle__integer_before(back->at, tag, value);
}

void sigmangle__back_bytes(struct sigmangle__back *back, const char *bytes, size_t size);
/* Writes the header of a span whose payload is the bytes written since the length was `mark`. Returns false if it is
 * too long. */
bool sigmangle__back_header(struct sigmangle__back *back, char tag, size_t mark);

/* Moves the signature to the front of out[0..room), or stores "" there if it does not fit. */
void sigmangle__back_end(struct sigmangle__back *back, char *out, size_t room);

#endif
