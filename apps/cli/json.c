/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Unknown bytes: escaped for terminals, and as JSON strings. */
#include "cli.h"

#include <bytecursor/text.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

size_t cli_utf8_length(const char *data, size_t left)
{
	uint32_t code;
	return left > 0 ? bytecursor_utf8_length(data, left, &code) : 0;
}

bool cli_is_utf8(const char *data, size_t size)
{
	size_t length = 1, i = 0;
	for (; i < size && length; i += length)
		length = cli_utf8_length(data + i, size - i);
	return length != 0;
}

int cli_control(const char *text, size_t length)
{
	uint32_t code;
	return bytecursor_utf8_length(text, length, &code) && (bytecursor_is_control(code) || bytecursor_moves_text(code)) ? (int)code : -1;
}

/* Whether a terminal shows the character as it is, or moves to a tab stop. */
static bool is_shown(const char *text, size_t length)
{
	const int control = cli_control(text, length);
	return control < 0 || control == '\t';
}

static void put_escaped(FILE *out, const char *data, size_t size, bool keep_newlines)
{
	const unsigned char *p = (const unsigned char *)data;
	for (size_t i = 0; i < size;) {
		const size_t length = cli_utf8_length(data + i, size - i), step = length ? length : 1;
		if (length && (is_shown(data + i, length) || (keep_newlines && p[i] == '\n'))) {
			fwrite(p + i, 1, length, out);
		} else {
			for (size_t j = 0; j < step; j++)
				fprintf(out, "\\x%02x", p[i + j]);
		}
		i += step;
	}
}

void cli_put_escaped(FILE *out, const char *data, size_t size) { put_escaped(out, data, size, false); }

void cli_put_text_escaped(FILE *out, const char *data, size_t size) { put_escaped(out, data, size, true); }

void cli_json_string(FILE *out, const char *data, size_t size)
{
	const unsigned char *p = (const unsigned char *)data;
	putc('"', out);
	for (size_t i = 0; i < size;) {
		size_t length = cli_utf8_length(data + i, size - i);
		if (p[i] == '"' || p[i] == '\\')
			fprintf(out, "\\%c", p[i]);
		else if (length == 0 || cli_control(data + i, length) >= 0)
			fprintf(out, "\\u%04x", length ? (unsigned)cli_control(data + i, length) : p[i]);
		else
			fwrite(p + i, 1, length, out);
		i += length ? length : 1;
	}
	putc('"', out);
}

/* ---- objects on stdout */

enum { DEEPEST = 16 };
static struct {
	char closing[DEEPEST];
	unsigned depth;
	bool any; /* a comma must precede the next member */
} writer;

/* Prints the beginning of a member or element. */
static void begin_member(const char *key)
{
	if (writer.any)
		putchar(',');
	writer.any = true;
	if (writer.depth == 2 && writer.closing[1] == ']')
		putchar('\n'); /* a line for each entry of a table, */
	if (key)
		printf("\"%s\":", key);
}

void cli_json_open(const char *key, char bracket)
{
	if (writer.depth == 1 && bracket == '[') { /* and for its name */
		fputs(writer.any ? ",\n" : "\n", stdout);
		writer.any = false;
	}
	begin_member(key);
	putchar(bracket);
	writer.closing[writer.depth++] = bracket == '{' ? '}' : ']';
	writer.any = false;
}

void cli_json_close(void)
{
	putchar(writer.closing[--writer.depth]);
	writer.any = true;
}

void cli_json_begin(const char *command, const char *file)
{
	writer.depth = 0;
	writer.any = false;
	cli_json_open(NULL, '{');
	cli_json_number("version", 1);
	cli_json_word("command", command);
	if (file)
		cli_json_word("file", file);
}

int cli_json_end(int code)
{
	while (writer.depth > 1)
		cli_json_close();
	if (code != 0)
		cli_json_bool("complete", false);
	cli_json_close();
	putchar('\n');
	return code;
}

void cli_json_number(const char *key, uint64_t number)
{
	begin_member(key);
	printf("%" PRIu64, number);
}

void cli_json_fraction(const char *key, double number)
{
	begin_member(key);
	printf("%.3f", number);
}

void cli_json_bool(const char *key, bool value)
{
	begin_member(key);
	fputs(value ? "true" : "false", stdout);
}

void cli_json_null(const char *key)
{
	begin_member(key);
	fputs("null", stdout);
}

void cli_json_text(const char *key, const char *text, size_t size)
{
	begin_member(key);
	cli_json_string(stdout, text, size);
}

void cli_json_word(const char *key, const char *text)
{
	if (text)
		cli_json_text(key, text, strlen(text));
	else
		cli_json_null(key);
}
