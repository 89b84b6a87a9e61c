/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parses expected-... comments and matches diagnostics against them. */
#include "machine/expectations.h"
#include "../cli/cli.h"
#include "../cli/source.h"

#include <regex.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* A comment. */
struct expected {
	struct expected *next;
	const struct source *source;
	uint32_t comment_line, comment_column; /* line of the comment */
	uint32_t line;                         /* line that it refers to */
	const char *kind;                      /* "error" */
	char *text;
	regex_t pattern;
	bool is_pattern, met;
};

/* A file that was searched. */
struct searched {
	struct searched *next;
	const struct source *source;
	struct expected *first, **last;
};

struct expectations {
	struct source *sources;
	struct searched *files, **last_file;
	regex_t comment;
	bool failed;
};

/* Groups: 1 kind, 2 "-re", 4 place, 5 text. */
#define COMMENT "expected-(error|note|remark|warning)(-re)? *(@([+-][0-9]+|above|below))? *\\{\\{(.*)\\}\\}$"
enum { GROUP_KIND = 1, GROUP_RE = 2, GROUP_PLACE = 4, GROUP_TEXT = 5, GROUPS = 6 };

struct expectations *expectations_create(void)
{
	struct expectations *expectations = calloc(1, sizeof *expectations);
	if (expectations && regcomp(&expectations->comment, COMMENT, REG_EXTENDED) != 0) {
		free(expectations);
		return NULL;
	}
	if (expectations)
		expectations->last_file = &expectations->files;
	return expectations;
}

static void free_expected(struct expected *expected)
{
	if (expected->is_pattern)
		regfree(&expected->pattern);
	free(expected->text);
	free(expected);
}

void expectations_destroy(struct expectations *expectations)
{
	if (!expectations)
		return;
	for (struct searched *file = expectations->files; file;) {
		struct searched *next_file = file->next;
		for (struct expected *expected = file->first; expected;) {
			struct expected *next = expected->next;
			free_expected(expected);
			expected = next;
		}
		free(file);
		file = next_file;
	}
	source_list_finish(expectations->sources);
	regfree(&expectations->comment);
	free(expectations);
}

CLI_PRINTF(3, 4) static void complain(FILE *out, const struct expected *at, const char *format, ...)
{
	char message[1024];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(message, sizeof message, format, arguments);
	va_end(arguments);
	source_message(out, at->source, at->comment_line, at->comment_column, strlen(at->text), message);
}

/* Appends text with regular expression metacharacters escaped. */
static char *append_literal(char *to, const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (strchr("()^$|*+?.[]\\{}", text[i]))
			*to++ = '\\';
		*to++ = text[i];
	}
	return to;
}

/* Converts text with regular expressions between {{ and }} to one regular expression. Returns false after a message. */
static bool compile_pattern(struct expected *expected, FILE *out)
{
	const char *rest = expected->text;
	char *pattern = malloc(2 * strlen(rest) + 1), *to = pattern;
	if (!pattern)
		return false;
	for (const char *open; (open = strstr(rest, "{{")) != NULL;) {
		const char *close = strstr(open + 2, "}}");
		if (!close) {
			complain(out, expected, "found start of regex with no end '}}'");
			free(pattern);
			return false;
		}
		to = append_literal(to, rest, (size_t)(open - rest));
		*to++ = '(';
		memcpy(to, open + 2, (size_t)(close - open - 2));
		to += close - open - 2;
		*to++ = ')';
		rest = close + 2;
	}
	*append_literal(to, rest, strlen(rest)) = '\0';
	int wrong = regcomp(&expected->pattern, pattern, REG_EXTENDED | REG_NOSUB);
	free(pattern);
	if (wrong) {
		char why[128];
		regerror(wrong, &expected->pattern, why, sizeof why);
		complain(out, expected, "invalid regex: %s", why);
		return false;
	}
	expected->is_pattern = true;
	return true;
}

static char *copy_text(const char *text, size_t size)
{
	char *copy = malloc(size + 1);
	if (copy) {
		memcpy(copy, text, size);
		copy[size] = '\0';
	}
	return copy;
}

/* State of the search in a file. */
struct search {
	struct expectations *expectations;
	struct searched *file;
	FILE *out;
	uint32_t line;          /* from 1 */
	uint32_t last_without;  /* the last line without a comment, 0: none yet */
	struct expected *below; /* pending @below comments: from this index to the end of the list */
};

static uint32_t line_meant(const struct search *search, const char *place)
{
	if (!place[0])
		return search->line;
	if (strncmp(place, "above", 5) == 0)
		return search->last_without ? search->last_without : 1;
	long offset = strtol(place, NULL, 10);
	long line = (long)search->line + offset;
	return line > 0 && line < UINT32_MAX ? (uint32_t)line : 0;
}

static const char *kind_of(const char *word)
{
	switch (word[0]) {
	case 'e': return "error";
	case 'n': return "note";
	case 'r': return "remark";
	default: return "warning";
	}
}

static void add_comment(struct search *search, const char *line, const regmatch_t *groups)
{
	struct expected *expected = calloc(1, sizeof *expected);
	const char *place = groups[GROUP_PLACE].rm_so >= 0 ? line + groups[GROUP_PLACE].rm_so : "";
	if (!expected || !(expected->text = copy_text(line + groups[GROUP_TEXT].rm_so,
				   (size_t)(groups[GROUP_TEXT].rm_eo - groups[GROUP_TEXT].rm_so)))) {
		free(expected);
		search->expectations->failed = true;
		return;
	}
	expected->source = search->file->source;
	expected->comment_line = search->line;
	expected->comment_column = (uint32_t)groups[0].rm_so + 1;
	expected->kind = kind_of(line + groups[GROUP_KIND].rm_so);
	if (groups[GROUP_RE].rm_so >= 0 && !compile_pattern(expected, search->out)) {
		free_expected(expected);
		search->expectations->failed = true;
		return;
	}
	bool below = strncmp(place, "below", 5) == 0;
	expected->line = below ? UINT32_MAX : line_meant(search, place);
	if (below && !search->below)
		search->below = expected;
	*search->file->last = expected;
	search->file->last = &expected->next;
}

static void line_without(struct search *search)
{
	for (struct expected *expected = search->below; expected; expected = expected->next) {
		if (expected->line == UINT32_MAX)
			expected->line = search->line;
	}
	search->below = NULL;
	search->last_without = search->line;
}

/* Reads a line, NUL-terminated, without trailing white space. */
static void search_line(struct search *search, char *line, size_t size)
{
	regmatch_t groups[GROUPS];
	while (size && strchr(" \t\n\v\f\r", line[size - 1]))
		size--;
	line[size] = '\0';
	if (strstr(line, "expected-") && regexec(&search->expectations->comment, line, GROUPS, groups, 0) == 0)
		add_comment(search, line, groups);
	else
		line_without(search);
}

static void search_file(struct expectations *expectations, struct searched *file, FILE *out)
{
	struct search search = { .expectations = expectations, .file = file, .out = out, .line = 1 };
	const char *at = file->source->text, *end = at ? at + file->source->size : NULL;
	while (at) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		size_t size = (size_t)((stop ? stop : end) - at);
		char *line = copy_text(at, size);
		if (!line) {
			expectations->failed = true;
			return;
		}
		search_line(&search, line, size);
		free(line);
		search.line++;
		at = stop ? stop + 1 : NULL;
	}
	search.line--;
	line_without(&search); /* an @below comment in the last line refers to that line */
}

static struct searched *find_file(struct expectations *expectations, FILE *out, const char *name, size_t size)
{
	struct source *source = source_get(&expectations->sources, name, size);
	if (!source)
		return NULL;
	for (struct searched *file = expectations->files; file; file = file->next) {
		if (file->source == source)
			return file;
	}
	struct searched *file = calloc(1, sizeof *file);
	if (!file)
		return NULL;
	file->source = source;
	file->last = &file->first;
	*expectations->last_file = file;
	expectations->last_file = &file->next;
	search_file(expectations, file, out);
	return file;
}

static bool matches(const struct expected *expected, const char *message)
{
	if (expected->is_pattern)
		return regexec(&expected->pattern, message, 0, NULL, 0) == 0;
	return strstr(message, expected->text) != NULL;
}

bool expectations_has(struct expectations *expectations, FILE *out, const char *file_name, size_t file_size,
	uint32_t line, const char *message)
{
	struct searched *file = find_file(expectations, out, file_name, file_size);
	for (struct expected *expected = file ? file->first : NULL; expected; expected = expected->next) {
		if (expected->line == line && expected->kind[0] == 'e' && matches(expected, message))
			return true;
	}
	return false;
}

bool expectations_meet(struct expectations *expectations, FILE *out, const char *file_name, size_t file_size,
	uint32_t line, uint32_t column, const char *message)
{
	struct searched *file = find_file(expectations, out, file_name, file_size);
	const struct expected *near_miss = NULL;
	for (struct expected *expected = file ? file->first : NULL; expected; expected = expected->next) {
		if (expected->line != line || !matches(expected, message))
			continue;
		if (expected->kind[0] == 'e') {
			expected->met = true;
			return true;
		}
		near_miss = expected;
	}
	expectations->failed = true;
	if (near_miss) {
		char text[96];
		snprintf(text, sizeof text, "'error' diagnostic emitted when expecting a '%s'", near_miss->kind);
		source_message(out, near_miss->source, near_miss->comment_line, near_miss->comment_column, 0, text);
	} else if (file) {
		size_t size = strlen(message);
		char *text = malloc(size + sizeof "unexpected error: ");
		if (text) {
			memcpy(text, "unexpected error: ", sizeof "unexpected error: ");
			memcpy(text + strlen(text), message, size + 1);
			source_message(out, file->source, line, column, 0, text);
		}
		free(text);
	}
	return false;
}

bool expectations_finish(struct expectations *expectations, FILE *out)
{
	for (const struct searched *file = expectations->files; file; file = file->next) {
		for (const struct expected *expected = file->first; expected; expected = expected->next) {
			if (expected->met)
				continue;
			complain(out, expected, "expected %s \"%s\" was not produced", expected->kind, expected->text);
			expectations->failed = true;
		}
	}
	return !expectations->failed;
}
