/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef dump */
#include "commands/commands.h"
#include "program/program.h"
#include "commands/dump_json.h"

#include <bef/dump.h>
#include <stdio.h>

static bool write_text(void *ctx, const char *text, size_t size)
{
	return fwrite(text, 1, size, ctx) == size;
}

struct dump {
	const struct cli_command *self;
	bool all, json;
};

static int dump_as_json(const struct dump *dump, const char *path)
{
	struct view view;
	int code = view_open(path, &view);
	if (code != CLI_GOOD)
		return code;
	cli_json_begin(dump->self->name, view.program.input.name);
	dump_json(&view);
	view_finish(&view);
	return CLI_GOOD;
}

static int dump_as_text(const struct dump *dump, const char *path)
{
	static const struct program_options defaults;
	struct program program;
	int code = program_load(path, &defaults, &program);
	if (code != CLI_GOOD)
		return code;
	struct bef_dump_options how = { .size = sizeof how };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_reader reader;
	if (dump->all)
		how.max_elements = how.max_text = UINT32_MAX;
	enum bef_status status = bef_reader_open(program.bef, program.bef_size, &reader, &diag);
	if (status == BEF_OK)
		status = bef_dump(&reader, &how, write_text, stdout, &diag);
	if (status != BEF_OK && status != BEF_E_IO) /* cli_main() reports failures of stdout */
		code = program_error(program.input.name, &diag);
	program_finish(&program);
	return code;
}

static int dump_file(void *ctx, const char *path)
{
	const struct dump *dump = ctx;
	return (dump->json ? dump_as_json : dump_as_text)(dump, path);
}

int bef_dump_command(const struct cli_command *self, int argc, char **argv)
{
	struct dump dump = { self, false, false };
	const struct cli_option options[] = {
		{ "all", 'a', NULL, "print long arrays, tensors and strings in full", NULL, &dump.all },
		CLI_OPTION_JSON(&dump.json),
	};
	return cli_command_each(self, options, sizeof options / sizeof *options, argc, argv, &dump.json, dump_file, &dump);
}
