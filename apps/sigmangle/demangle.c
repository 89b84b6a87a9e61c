/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sigmangle demangle: operands, or text that contains signatures. */
#include "sigmangle.h"
#include "../cli/compressed.h"

#include <stdlib.h>
#include <string.h>

struct demangle {
	unsigned ask;
	enum sigmangle_mode mode;
	bool json, tree, echo;
};

static void put_tree(const char *data, size_t size, enum sigmangle_mode mode)
{
	for (int side = SIGMANGLE_INPUTS; side <= SIGMANGLE_RESULTS; side++) {
		size_t length;
		enum sigmangle_side which = (enum sigmangle_side)side;
		(void)!sigmangle_sip_text(data, size, which, mode, NULL, 0, &length, NULL);
		char *text = memory(NULL, length + 1, 1);
		(void)!sigmangle_sip_text(data, size, which, mode, text, length + 1, &length, NULL);
		printf("%s\n", side == SIGMANGLE_INPUTS ? "inputs" : "results");
		fwrite(text, 1, length, stdout);
		free(text);
	}
}

static void show(const struct demangle *how, const char *data, size_t size, unsigned kinds)
{
	if (how->json)
		put_json(stdout, data, size, kinds, how->mode);
	else if (how->tree && !(kinds & KIND_RAW))
		put_tree(data, size, how->mode);
	else
		put_signature(stdout, data, size, kinds & KIND_RAW ? KIND_RAW : KIND_SIP, how->mode);
}

static int demangle_operands(const struct demangle *how, const char **words, size_t count)
{
	int code = CLI_GOOD;
	for (size_t i = 0; i < count; i++) {
		const size_t size = strlen(words[i]);
		struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
		const unsigned kinds = signature_kinds(words[i], size, how->ask, how->mode, &diag);
		if (kinds) {
			show(how, words[i], size, kinds);
			if (!how->tree || how->json || kinds & KIND_RAW)
				putchar('\n');
		} else if (how->echo) {
			puts(words[i]);
		} else {
			code = show_error("", words[i], size, diag.offset, diag.message);
		}
	}
	return code;
}

/* ---- the filter */

#define PENDING_MOST (1u << 20) /* text kept back for a signature that may continue */

/* Returns the size of the signature that begins here, or 0; *out_more: more text could complete one. */
static size_t candidate(const char *data, size_t size, bool *out_more)
{
	struct sigmangle_lexer lexer = sigmangle_lexer_init(data, size);
	struct sigmangle_component component;
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
	for (int side = 0; side < 2; side++) {
		const char *at = lexer.next;
		enum sigmangle_status status = sigmangle_lexer_next(&lexer, &component, &diag);
		if (status == SIGMANGLE_OK && component.tag == (side ? 'R' : 'I') && component.kind == SIGMANGLE_SPAN)
			continue;
		const bool end = at == data + size || (*at == (side ? 'R' : 'I') && at + 1 == data + size);
		*out_more = end || (status != SIGMANGLE_OK && *at == (side ? 'R' : 'I') &&
					   diag.reason == SIGMANGLE_SPAN_OVERRUN);
		return 0;
	}
	return (size_t)(lexer.next - data);
}

static bool is_word(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Writes text with its signatures replaced. Returns the size of the processed text; the rest needs more input. */
static size_t filter(const struct demangle *how, const char *data, size_t size, bool last)
{
	size_t done = 0;
	for (size_t i = 0; i < size;) {
		struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
		bool more = false;
		if (data[i] != 'I' || (i && is_word(data[i - 1]))) {
			i++;
			continue;
		}
		const size_t length = candidate(data + i, size - i, &more);
		const unsigned kinds = length ? signature_kinds(data + i, length, how->ask, how->mode, &diag) : 0;
		if (kinds) {
			fwrite(data + done, 1, i - done, stdout);
			show(how, data + i, length, kinds);
			done = i += length;
		} else if (more && !last && size - i < PENDING_MOST) {
			fwrite(data + done, 1, i - done, stdout);
			return i;
		} else {
			i++;
		}
	}
	fwrite(data + done, 1, size - done, stdout);
	return size;
}

/* Processes line by line, so that it works in a pipe; a signature may contain newlines. */
static int filter_stdin(const struct demangle *how)
{
	char *text = NULL, *line = NULL;
	size_t size = 0, text_room = 0, line_room = 0;
	ssize_t got;
	cli_note_terminal();
	FILE *in = cli_open_stdin();
	if (!in)
		return CLI_BAD;
	while ((got = getline(&line, &line_room, in)) >= 0) {
		if (size + (size_t)got > text_room) {
			text_room = 2 * (size + (size_t)got);
			text = memory(text, text_room, 1);
		}
		memcpy(text + size, line, (size_t)got);
		size += (size_t)got;
		const size_t done = filter(how, text, size, false);
		size -= done;
		memmove(text, text + done, size);
		fflush(stdout);
	}
	if (size)
		filter(how, text, size, true);
	free(text);
	free(line);
	const bool failed = ferror(in) != 0;
	if (in != stdin)
		fclose(in);
	if (!failed)
		return CLI_GOOD;
	cli_error("cannot read <stdin>");
	return CLI_SYSTEM;
}

int demangle_command(const struct cli_command *self, int argc, char **argv)
{
	bool raw = false, sip = false, lax = false;
	struct demangle how = { .mode = SIGMANGLE_STRICT };
	const struct cli_option options[] = {
		{ "raw", 0, NULL, "read raw signatures only", NULL, &raw },
		{ "sip", 0, NULL, "read SIP signatures only", NULL, &sip },
		{ "lax", 0, NULL, "read signatures as IREE does", NULL, &lax },
		{ "tree", 0, NULL, "print SIP signatures on several lines, as IREE does", NULL, &how.tree },
		{ "json", 0, NULL, "print JSON", NULL, &how.json },
		{ "echo", 0, NULL, "print operands that are not signatures unchanged", NULL, &how.echo },
	};
	size_t count;
	const char **words = memory(NULL, (size_t)argc + 1, sizeof *words);
	int code = cli_parse_many(self, options, sizeof options / sizeof *options, argc, argv, words, &count);
	if (code == CLI_GO_ON) {
		how.ask = asked_kinds(raw, sip);
		how.mode = lax ? SIGMANGLE_LAX : SIGMANGLE_STRICT;
		code = count ? demangle_operands(&how, words, count) : filter_stdin(&how);
	}
	free(words);
	return code;
}
