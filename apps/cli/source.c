/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Source files, and messages that show a source line. */
#include "source.h"
#include "cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TAB_STOP 8u

static struct {
	const char *name, *text;
	size_t size;
} remembered;

void source_remember(const char *name, const char *text, size_t size)
{
	remembered.name = name;
	remembered.text = text;
	remembered.size = size;
}

/* If memory is short, the source has no text, and messages show no line. */
static bool copy_remembered(struct source *source)
{
	if (!remembered.name || strcmp(remembered.name, source->name) != 0)
		return false;
	source->text = malloc(remembered.size + 1);
	if (source->text) {
		memcpy(source->text, remembered.text, remembered.size);
		source->size = remembered.size;
	}
	return true;
}

/* Reads a regular file; the data of a pipe was consumed before. Without text, messages show no source line. */
static void read_text(struct source *source)
{
	struct stat about;
	FILE *file = stat(source->name, &about) == 0 && S_ISREG(about.st_mode) ? fopen(source->name, "rb") : NULL;
	if (!file)
		return;
	size_t capacity = 0;
	for (;;) {
		if (source->size == capacity) {
			char *bigger = realloc(source->text, capacity = capacity ? capacity * 2 : 65536);
			if (!bigger)
				break;
			source->text = bigger;
		}
		size_t got = fread(source->text + source->size, 1, capacity - source->size, file);
		if (got == 0)
			break;
		source->size += got;
	}
	if (ferror(file)) {
		free(source->text);
		source->text = NULL;
		source->size = 0;
	}
	fclose(file);
}

struct source *source_get(struct source **list, const char *name, size_t name_size)
{
	for (struct source *known = *list; known; known = known->next) {
		if (known->name_size == name_size && memcmp(known->name, name, name_size) == 0)
			return known;
	}
	struct source *source = calloc(1, sizeof *source);
	if (!source || !(source->name = malloc(name_size + 1))) {
		free(source);
		return NULL;
	}
	memcpy(source->name, name, name_size);
	source->name[name_size] = '\0';
	source->name_size = name_size;
	if (!memchr(name, '\0', name_size) && !copy_remembered(source))
		read_text(source);
	source->next = *list;
	*list = source;
	return source;
}

void source_list_finish(struct source *list)
{
	while (list) {
		struct source *next = list->next;
		free(list->name);
		free(list->text);
		free(list);
		list = next;
	}
}

/* Returns a line of the text, from 1, without its newline; NULL: there is none. */
static const char *find_line(const char *text, size_t size, uint64_t number, size_t *out_size)
{
	const char *end = text + size;
	for (; number > 1 && text; number--) {
		text = memchr(text, '\n', (size_t)(end - text));
		text = text ? text + 1 : NULL;
	}
	if (!text || number == 0)
		return NULL;
	const char *newline = memchr(text, '\n', (size_t)(end - text));
	*out_size = (size_t)((newline ? newline : end) - text);
	return text;
}

/* As find_line(), up to a carriage return. */
static const char *source_line(const struct source *source, uint32_t number, size_t *out_size)
{
	const char *line = source->text ? find_line(source->text, source->size, number, out_size) : NULL;
	const char *end = line ? memchr(line, '\r', *out_size) : NULL;
	if (end)
		*out_size = (size_t)(end - line);
	return line;
}

/* Prints one character of ASCII, a control character as '?' so that it has a column, or all that follow beyond ASCII,
 * escaped. @return how many bytes that were */
static size_t print_some(FILE *out, const char *line, size_t size)
{
	size_t count = 1;
	while ((unsigned char)line[0] >= 0x80 && count < size && (unsigned char)line[count] >= 0x80)
		count++;
	cli_put_escaped(out, (unsigned char)line[0] < 0x20 || line[0] == 0x7F ? "?" : line, count);
	return count;
}

static void print_line(FILE *out, const char *line, size_t size)
{
	for (size_t i = 0, column = 0; i < size; i++) {
		if (line[i] != '\t') {
			const size_t count = print_some(out, line + i, size - i);
			column += count;
			i += count - 1;
			continue;
		}
		do
			fputc(' ', out);
		while (++column % TAB_STOP);
	}
	fputc('\n', out);
}

/* A mark below a tab is repeated for as long as the tab is wide. */
static void print_marks(FILE *out, const char *line, size_t size, size_t caret, size_t wavy)
{
	size_t last = wavy > 1 ? caret + wavy : caret + 1, column = 0;
	if (last > size + 1)
		last = size + 1;
	for (size_t i = 0; i < last; i++) {
		char mark = ' ';
		if (i == caret)
			mark = '^';
		else if (i > caret)
			mark = '~';
		do
			fputc(mark, out);
		while (++column % TAB_STOP && i < size && line[i] == '\t');
	}
	fputc('\n', out);
}

static bool is_ascii(const char *line, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if ((unsigned char)line[i] >= 0x80)
			return false;
	}
	return true;
}

void source_message(
	FILE *out, const struct source *source, uint32_t line, uint32_t column, size_t wavy, const char *message)
{
	size_t size = 0;
	const char *text = source_line(source, line, &size);
	cli_style(out, CLI_STYLE_BOLD);
	cli_put_escaped(out, source->name, source->name_size);
	fprintf(out, ":%" PRIu32 ":%" PRIu32 ": ", line, column);
	cli_style(out, CLI_STYLE_NONE);
	cli_put_styled(out, CLI_STYLE_ERROR, "error: ");
	cli_style(out, CLI_STYLE_BOLD);
	cli_put_escaped(out, message, strlen(message));
	cli_style(out, CLI_STYLE_NONE);
	fputc('\n', out);
	if (!text || column == 0 || column - 1 > size)
		return;
	print_line(out, text, size);
	/* as in LLVM: columns are bytes, so a caret would be misplaced after non-ASCII characters */
	if (is_ascii(text, size)) {
		cli_style(out, CLI_STYLE_CARET);
		print_marks(out, text, size, column - 1, wavy);
		cli_style(out, CLI_STYLE_NONE);
	}
}

/* ---- messages with a source line */

enum { LINE_WINDOW = 120, BEFORE_COLUMN = 80 };

bool cli_show_source;

/* Continuation bytes of UTF-8 take no column. */
static bool continues(char c) { return ((unsigned char)c & 0xC0) == 0x80; }

static void show_window(const char *line, size_t size, size_t caret)
{
	size_t from = caret > BEFORE_COLUMN ? caret - BEFORE_COLUMN : 0, to = from + LINE_WINDOW;
	while (from && continues(line[from]))
		from--;
	to = to < size ? to : size;
	while (to > from && to < size && continues(line[to]))
		to--;
	fputs(from ? "..." : "", stderr);
	for (size_t i = from; i < to;)
		i += line[i] == '\t' ? (fputc(' ', stderr), 1u) : print_some(stderr, line + i, to - i);
	fprintf(stderr, "%s\n%s", to < size ? "..." : "", from ? "   " : "");
	for (size_t i = from; i < caret; i++) {
		if (!continues(line[i]))
			fputc(' ', stderr);
	}
	cli_put_styled(stderr, CLI_STYLE_CARET, "^");
	fputc('\n', stderr);
}

void source_show(const char *text, size_t size, uint64_t line, uint64_t column)
{
	size_t line_size = 0;
	if (!cli_show_source && !isatty(STDERR_FILENO))
		return;
	const char *at = text ? find_line(text, size, line, &line_size) : NULL;
	if (at && column > 0 && column - 1 <= line_size)
		show_window(at, line_size, (size_t)column - 1);
}

void source_show_file(const char *name, size_t name_size, uint64_t line, uint64_t column)
{
	static struct source *read;
	if (!cli_show_source && !isatty(STDERR_FILENO))
		return;
	const struct source *source = source_get(&read, name, name_size);
	if (source && source->text)
		source_show(source->text, source->size, line, column);
}
