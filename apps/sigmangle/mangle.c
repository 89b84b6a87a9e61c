/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sigmangle mangle: from text or JSON. */
#include "sigmangle.h"
#include "../cli/door.h"

/* One signature: JSON if it begins like a JSON object and is not the text of a dict. */
static bool is_json(const char *text, size_t size)
{
	size_t i = 0;
	while (i < size && (text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r'))
		i++;
	if (i == size || text[i] != '{')
		return false;
	/* the text of a signature has an arrow outside its keys */
	bool quoted = false;
	for (; i < size; i++) {
		if (quoted && text[i] == '\\')
			i++;
		else if (text[i] == '"')
			quoted = !quoted;
		else if (!quoted && text[i] == '>' && text[i - 1] == '-')
			return false;
	}
	return true;
}

static int mangle(const char *text, size_t size, const char *name, bool json)
{
	struct draft draft;
	draft_init(&draft, text, size);
	const bool good = (json || is_json(text, size) ? read_json : read_text)(&draft, text, size) &&
			  draft_write(&draft);
	const int code = good ? CLI_GOOD : show_error(name, text, size, (uint64_t)(draft.error_at - text), draft.error);
	draft_finish(&draft);
	return code;
}

int mangle_command(const struct cli_command *self, int argc, char **argv)
{
	bool json = false;
	const struct cli_option options[] = {
		{ "json", 0, NULL, "read JSON; stdin is one object on any number of lines", NULL, &json },
	};
	struct operands operands = { .words = memory(NULL, (size_t)argc + 1, sizeof *operands.words) };
	int code = cli_parse_many(
		self, options, sizeof options / sizeof *options, argc, argv, operands.words, &operands.count);
	if (code == CLI_GO_ON && json && !operands.count) {
		static const struct cli_door door = { .wanted = CLI_KIND(TEXT), .passed = CLI_KIND(EMPTY) | CLI_KIND(UNKNOWN),
			.expected = "the signature of a function as JSON" };
		struct cli_input input;
		code = cli_enter("-", &door, &input);
		if (code == CLI_GOOD) {
			code = mangle((const char *)input.data, input.size, input.name, true);
			cli_input_finish(&input);
		}
	} else if (code == CLI_GO_ON) {
		const char *text;
		char name[64];
		size_t size;
		for (code = CLI_GOOD; operands_next(&operands, &text, &size, name, sizeof name);) {
			if (mangle(text, size, name, json) != CLI_GOOD)
				code = CLI_BAD;
		}
	}
	return operands_finish(&operands, code);
}
