/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "dialect/scan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

/* Blanks and comments: the text of an attribute is that of the source. */
static void skip_blanks(struct shlo__scan *scan)
{
	for (; scan->at < scan->end; scan->at++) {
		if (scan->end - scan->at >= 2 && scan->at[0] == '/' && scan->at[1] == '/') {
			while (scan->at < scan->end && *scan->at != '\n')
				scan->at++;
			if (scan->at == scan->end)
				return;
		}
		if (*scan->at != ' ' && *scan->at != '\n' && *scan->at != '\t' && *scan->at != '\r')
			return;
	}
}

bool shlo__scan_take(struct shlo__scan *scan, const char *text)
{
	size_t size = strlen(text);
	skip_blanks(scan);
	if ((size_t)(scan->end - scan->at) < size || memcmp(scan->at, text, size) != 0)
		return false;
	if (is_word(text[size - 1]) && scan->at + size < scan->end && is_word(scan->at[size]))
		return false;
	scan->at += size;
	return true;
}

bool shlo__scan_take_char(struct shlo__scan *scan, char c)
{
	skip_blanks(scan);
	if (scan->at == scan->end || *scan->at != c)
		return false;
	scan->at++;
	return true;
}

bool shlo__scan_word(struct shlo__scan *scan, const char **out, size_t *out_size)
{
	skip_blanks(scan);
	*out = scan->at;
	while (scan->at < scan->end && is_word(*scan->at))
		scan->at++;
	*out_size = (size_t)(scan->at - *out);
	return *out_size != 0;
}

/* The text of a number, NUL-terminated; false: longer than any number that is meant. */
static bool copy_number(struct shlo__scan *scan, const char *allowed, char *buffer, size_t room)
{
	skip_blanks(scan);
	size_t size = 0, left = (size_t)(scan->end - scan->at);
	while (size < left && size < room && scan->at[size] && strchr(allowed, scan->at[size]))
		size++;
	if (size == 0 || size == room)
		return false;
	memcpy(buffer, scan->at, size);
	buffer[size] = '\0';
	return true;
}

bool shlo__scan_int(struct shlo__scan *scan, int64_t *out)
{
	char text[24], *end;
	if (!copy_number(scan, "-0123456789", text, sizeof text))
		return false;
	errno = 0;
	long long value = strtoll(text, &end, 10);
	if (end == text || errno)
		return false;
	scan->at += end - text;
	*out = value;
	return true;
}

bool shlo__scan_double(struct shlo__scan *scan, double *out)
{
	char text[64], *end;
	if (!copy_number(scan, "+-.0123456789eEinfa", text, sizeof text))
		return false;
	*out = strtod(text, &end);
	if (end == text)
		return false;
	scan->at += end - text;
	return true;
}

bool shlo__scan_until(struct shlo__scan *scan, const char *stops, const char **out, size_t *out_size)
{
	size_t depth = 0;
	skip_blanks(scan);
	*out = scan->at;
	for (; scan->at < scan->end; scan->at++) {
		char c = *scan->at;
		bool arrow = c == '>' && scan->at > *out && scan->at[-1] == '-';
		if (depth == 0 && c && strchr(stops, c) && !arrow)
			break;
		if (c == '"') {
			do
				scan->at += *scan->at == '\\' && scan->at + 1 < scan->end ? 2 : 1;
			while (scan->at < scan->end && *scan->at != '"');
			if (scan->at >= scan->end)
				return false;
		} else if (strchr("<([{", c) && c) {
			depth++;
		} else if (strchr(">)]}", c) && c && !arrow) {
			if (depth-- == 0)
				return false;
		}
	}
	*out_size = (size_t)(scan->at - *out);
	while (*out_size && (*out)[*out_size - 1] == ' ')
		(*out_size)--;
	return depth == 0 && *out_size != 0;
}

bool shlo__scan_done(struct shlo__scan *scan)
{
	skip_blanks(scan);
	return scan->at == scan->end;
}
