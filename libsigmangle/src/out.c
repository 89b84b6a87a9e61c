/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "out.h"

#include "lex.h"

void sigmangle__put(struct sigmangle__text *text, const char *bytes, size_t size)
{
	if (text->length < text->room) {
		size_t left = text->room - text->length;
		memcpy(text->data + text->length, bytes, size < left ? size : left);
	}
	text->length += size;
}

void sigmangle__put_word(struct sigmangle__text *text, const char *word) { sigmangle__put(text, word, strlen(word)); }

SMALL void sigmangle__put_number(struct sigmangle__text *text, int64_t number)
{
	char digits[20], *end = digits + sizeof digits, *at = end;
	uint64_t rest = number < 0 ? 0u - (uint64_t)number : (uint64_t)number;
	do {
		*--at = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest);
	if (number < 0)
		*--at = '-';
	sigmangle__put(text, at, (size_t)(end - at));
}

void sigmangle__put_spaces(struct sigmangle__text *text, size_t count)
{
	if (text->length < text->room) {
		size_t left = text->room - text->length;
		memset(text->data + text->length, ' ', count < left ? count : left);
	}
	text->length += count;
}

size_t sigmangle__put_end(struct sigmangle__text *text)
{
	if (text->room)
		text->data[text->length < text->room ? text->length : text->room - 1] = 0;
	return text->length;
}

#define TEN(tens) tens "0" tens "1" tens "2" tens "3" tens "4" tens "5" tens "6" tens "7" tens "8" tens "9"

__extension__ const char sigmangle__pairs[200] = TEN("0") TEN("1") TEN("2") TEN("3") TEN("4") TEN("5") TEN("6") TEN("7")
	TEN("8") TEN("9");

char *sigmangle__digits_before(char *end, int32_t value)
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

void sigmangle__back_bytes(struct sigmangle__back *back, const char *bytes, size_t size)
{
	if ((size_t)(back->at - back->begin) >= size) {
		if (size > 0) /* else both may be NULL */
			memcpy(back->at -= size, bytes, size);
	} else {
		back->more += size;
		back->begin = back->at; /* no room is left */
	}
}

void sigmangle__back_any(struct sigmangle__back *back, char tag, int32_t value)
{
	char spare[SIGMANGLE__NUMBER_MOST], *end = spare + sizeof spare;
	char *at = sigmangle__digits_before(end, value);
	*--at = tag;
	sigmangle__back_bytes(back, at, (size_t)(end - at));
}

bool sigmangle__back_header(struct sigmangle__back *back, char tag, size_t mark)
{
	size_t size = sigmangle__back_length(back) - mark + 1;
	if (size > INT32_MAX)
		return false;
	if (back->at != back->begin)
		*--back->at = '!';
	else
		back->more++;
	sigmangle__back_integer(back, tag, (int32_t)size);
	return true;
}

void sigmangle__back_end(struct sigmangle__back *back, char *out, size_t room)
{
	if (!room)
		return;
	size_t length = sigmangle__back_length(back), fits = length < room ? length : 0;
	if (fits)
		memmove(out, back->at, fits);
	out[fits] = 0;
}
