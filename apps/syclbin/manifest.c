/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Manifests: each line has a keyword and its arguments; # begins a comment. Words with blanks are quoted; the escapes
 * \" \\ \n and \xNN have the same meaning as in C.
 *
 * 	encoding v1rt
 * 	state object                      | global text=FILE
 * 	module                            | module text=FILE
 * 	property "[SYCL/kernel names]vadd=u32:1"
 * 	ir vadd.spv target=spir64-unknown-unknown type=spirv
 * 	native vadd.o target=spir64_x86_64-unknown-unknown arch=x86_64 */
#include "pack.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 16 };

struct line {
	char *start, *words[MOST_WORDS];
	size_t count;
};

/* Sets the place of messages. Unescaping in place leaves words where they are in the text. */
static void place(struct packing *p, const struct line *line, size_t word)
{
	p->at.column = word < line->count ? (unsigned)(line->words[word] - line->start) + 1 : 1;
}

static int hex_digit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

/* Decodes the escape after a backslash and moves *at after it. False: unknown escape. */
static bool unescape(char **at, char *out)
{
	char c = *(*at)++;
	*out = c;
	if (c == '"' || c == '\\')
		return true;
	if (c == 'n') {
		*out = '\n';
		return true;
	}
	int high = c == 'x' ? hex_digit((*at)[0]) : -1, low = high >= 0 ? hex_digit((*at)[1]) : -1;
	if (low < 0 || (high == 0 && low == 0))
		return false;
	*out = (char)(high << 4 | low);
	*at += 2;
	return true;
}

/* Takes one word from a line, and unescapes and terminates it in place. False: invalid quotes or escape. */
static bool take_word(char **text)
{
	char *at = *text, *to = at;
	bool quoted = false;
	while (*at && (quoted || (*at != ' ' && *at != '\t'))) {
		if (*at == '"') {
			quoted = !quoted;
			at++;
		} else if (quoted && *at == '\\') {
			at++;
			if (!*at || !unescape(&at, to++))
				return false;
		} else {
			*to++ = *at++;
		}
	}
	*text = *at ? at + 1 : at;
	*to = '\0';
	return !quoted;
}

static bool split(char *text, struct line *line)
{
	line->start = text;
	line->count = 0;
	for (;;) {
		text += strspn(text, " \t\r");
		if (!*text || *text == '#')
			return true;
		if (line->count == MOST_WORDS)
			return false;
		line->words[line->count++] = text;
		if (!take_word(&text))
			return false;
	}
}

static int image_line(struct packing *p, const char *folder, struct line *line)
{
	struct packed_image image = { NULL, line->words[0], NULL, NULL, NULL, NULL };
	char path[4096], text[4096];
	if (line->count < 2 || !packing_resolve(folder, line->words[1], path))
		return packing_error(p, "expected %s FILE [KEY=VALUE...]", line->words[0]);
	image.path = path;
	for (size_t i = 2; i < line->count; i++) {
		place(p, line, i);
		char *equals = strchr(line->words[i], '=');
		if (equals)
			*equals++ = '\0';
		if (!equals || strcmp(line->words[i], "file") == 0 || strcmp(line->words[i], "kind") == 0 ||
			!packed_image_set(&image, line->words[i], equals))
			return packing_error(p, "'%s': expected target=, type=, arch= or text=", line->words[i]);
	}
	place(p, line, 1);
	if (image.text && !packing_resolve(folder, image.text, text))
		return packing_error(p, "a path is too long");
	image.text = image.text ? text : NULL;
	return packing_image(p, &image);
}

static int text_line(
	struct packing *p, const char *folder, struct line *line, int (*step)(struct packing *, const char *))
{
	char path[4096];
	if (line->count != 2 || strncmp(line->words[1], "text=", 5) != 0 || !packing_resolve(folder, line->words[1] + 5, path))
		return packing_error(p, "expected %s text=FILE", line->words[0]);
	return step(p, path);
}

static int property_line(struct packing *p, struct line *line)
{
	struct assignment a;
	if (line->count != 2)
		return packing_error(p, "expected property \"[SET]KEY=TYPE:VALUE\"");
	place(p, line, 1);
	const char *expected = parse_assignment(line->words[1], true, &a);
	if (expected)
		return packing_error(p, "'%s': expected %s", line->words[1], expected);
	int code = packing_property(p, &a);
	free(a.bytes);
	return code;
}

static int take_line(struct packing *p, const char *folder, char *text)
{
	struct line line;
	bool whole = split(text, &line);
	place(p, &line, whole ? 0 : line.count - 1);
	if (!whole)
		return packing_error(p, "wrong quotes or escapes, or more than %d words", (int)MOST_WORDS);
	if (line.count == 0)
		return CLI_GOOD;
	if (strcmp(line.words[0], "ir") == 0 || strcmp(line.words[0], "native") == 0)
		return image_line(p, folder, &line);
	if (strcmp(line.words[0], "property") == 0)
		return property_line(p, &line);
	if (strcmp(line.words[0], "module") == 0)
		return line.count == 1 ? packing_module(p, NULL) : text_line(p, folder, &line, packing_module);
	if (strcmp(line.words[0], "global") == 0)
		return text_line(p, folder, &line, packing_global);
	if (strcmp(line.words[0], "state") == 0 && line.count == 2) {
		place(p, &line, 1);
		return packing_state(p, line.words[1]);
	}
	if (strcmp(line.words[0], "encoding") == 0 && line.count == 2) {
		place(p, &line, 1);
		return find_encoding(line.words[1], &p->encoding)
			       ? CLI_GOOD
			       : packing_error(p, "encoding '%s': expected %s", line.words[1], APP_ENCODING);
	}
	return packing_error(p, "expected state, encoding, global, module, property, ir or native");
}

int packing_manifest(struct packing *p, const struct source *source)
{
	const struct cli_input *input = &source->file;
	char folder[4096] = "";
	const char *slash = strrchr(source->path, '/');
	if (slash && (size_t)(slash - source->path) + 2 < sizeof folder)
		memcpy(folder, source->path, (size_t)(slash - source->path) + 1);
	char *text = malloc(input->size + 1), *at = text;
	if (!text)
		return cli_out_of_memory();
	int code = CLI_GOOD;
	memcpy(text, input->data, input->size);
	text[input->size] = '\0';
	p->at.name = source->name;
	p->at.text = (const char *)input->data;
	p->at.size = input->size;
	for (p->at.line = 1; code == CLI_GOOD && *at; p->at.line++) {
		char *end = at + strcspn(at, "\n"), *next = *end ? end + 1 : end;
		*end = '\0';
		code = take_line(p, folder, at);
		at = next;
	}
	if (code == CLI_GOOD)
		code = packing_end(p);
	p->at.name = NULL;
	free(text);
	return code;
}
