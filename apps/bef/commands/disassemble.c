/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef disassemble */
#include "commands/commands.h"
#include "program/heap.h"
#include "program/program.h"

#include <bef/reader.h>
#include <bef/translate.h>
#include <stdio.h>
#include <string.h>

static bool put(void *ctx, const char *data, size_t size) { return fwrite(data, 1, size, ctx) == size; }

/* Without these sections the text lacks names of attributes and most types. */
static void warn_of_missing_sections(const struct program *program)
{
	static const unsigned wanted[] = { BEF_SECTION_ATTRIBUTE_TYPES, BEF_SECTION_ATTRIBUTE_NAMES,
		BEF_SECTION_REGISTER_TYPES };
	struct bef_reader reader;
	if (bef_reader_open(program->bef, program->bef_size, &reader, NULL) != BEF_OK)
		return;
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		if (reader.sections[wanted[i]].data)
			continue;
		cli_put_escaped(stderr, program->input.name, strlen(program->input.name));
		fputs(":0:0: ", stderr);
		cli_put_styled(stderr, CLI_STYLE_WARNING, "warning: ");
		fputs("Missing AttributeTypes, AttributeNames or RegisterTypes sections.\n", stderr);
		return;
	}
}

/* Output begins only after the whole program was converted, so it is never partial. */
static int print(const struct program *program, const struct bef_disassemble_options *how, const char *to)
{
	struct cli_output output;
	struct bef_diag diag = BEF_DIAG_INIT;
	int code = cli_output_open(to, NULL, &output);
	if (code != CLI_GOOD)
		return code;
	enum bef_status status = bef_disassemble_text(
		program->bef, program->bef_size, program_memory(), how, put, output.stream, &diag);
	if (status != BEF_OK && status != BEF_E_IO) /* unsupported constructs are reported below */
		code = program_error(program->input.name, &diag);
	int finished = cli_output_finish(&output, code == CLI_GOOD);
	return code == CLI_GOOD ? finished : code;
}

int bef_disassemble_command(const struct cli_command *self, int argc, char **argv)
{
	const char *to = "-";
	struct bef_disassemble_options how = { .size = sizeof how };
	const struct cli_option options[] = {
		{ "output", 'o', "OUT", "output file; '-' (the default) is stdout", &to, NULL },
		{ "generic", 0, NULL, "print every op in generic form", NULL, &how.generic },
		{ "locations", 0, NULL, "print locations", NULL, &how.locations },
	};
	struct program program;
	program_will_convert();
	int code = program_command(self, options, sizeof options / sizeof *options, argc, argv, &program);
	if (code != CLI_GO_ON)
		return code;
	warn_of_missing_sections(&program);
	code = print(&program, &how, to);
	program_finish(&program);
	return code;
}
