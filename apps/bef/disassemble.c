/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef disassemble */
#include "bef.h"

#include <bef/translate.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Text as it grows; a file is written when all of it is there. */
struct text {
	char *data;
	size_t size, capacity;
};

static bool add_text(void *ctx, const char *data, size_t size)
{
	struct text *text = ctx;
	if (text->capacity - text->size < size) {
		size_t capacity = 2 * text->capacity + size + 4096;
		char *grown = realloc(text->data, capacity);
		if (!grown)
			return false;
		text->data = grown;
		text->capacity = capacity;
	}
	memcpy(text->data + text->size, data, size);
	text->size += size;
	return true;
}

int bef_disassemble_command(const struct cli_command *self, int argc, char **argv)
{
	const char *to = "-";
	struct bef_disassemble_options how = { .size = sizeof how };
	const struct cli_option options[] = {
		{ "output", 'o', "OUT", "where to write the text; '-' (the default): stdout", &to, NULL },
		{ "generic", 0, NULL, "print every op in generic form", NULL, &how.generic },
		{ "locations", 0, NULL, "print locations", NULL, &how.locations },
	};
	struct program program;
	program_will_convert();
	int code = program_command(self, options, sizeof options / sizeof *options, argc, argv, &program);
	if (code != CLI_GO_ON)
		return code;
	code = CLI_GOOD;
	struct bef_diag diag = BEF_DIAG_INIT;
	struct text text = { NULL, 0, 0 };
	enum bef_status status = bef_disassemble_text(
		program.bef, program.bef_size, NULL, &how, add_text, &text, &diag);
	if (status == BEF_E_IO) { /* of add_text() */
		cli_error("%s: out of memory", program.input.name);
		code = CLI_SYSTEM;
	} else if (status != BEF_OK) {
		code = program_error(program.input.name, &diag);
	} else {
		code = cli_write(to, (const uint8_t *)text.data, text.size, true);
	}
	free(text.data);
	program_finish(&program);
	return code;
}
