/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef dump */
#include "bef.h"
#include "dump_json.h"

#include <bef/dump.h>
#include <stdio.h>

static bool write_text(void *ctx, const char *text, size_t size)
{
	return fwrite(text, 1, size, ctx) == size;
}

static int dump_as_json(const char *path)
{
	struct view view;
	int code = view_open(path, &view);
	if (code != CLI_GOOD)
		return code;
	dump_json(&view);
	view_finish(&view);
	return CLI_GOOD;
}

int bef_dump_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path;
	bool all = false, json = false;
	const struct cli_option options[] = {
		{ "all", 'a', NULL, "print long arrays, tensors and strings in full", NULL, &all },
		{ "json", 0, NULL, "print a valid file as one JSON object", NULL, &json },
	};
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	if (json)
		return dump_as_json(path);
	static const struct program_options defaults;
	struct program program;
	code = program_load(path, &defaults, &program);
	if (code != CLI_GOOD)
		return code;
	struct bef_dump_options how = { .size = sizeof how };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_reader reader;
	if (all)
		how.max_elements = how.max_text = UINT32_MAX;
	enum bef_status status = bef_reader_open(program.bef, program.bef_size, &reader, &diag);
	if (status == BEF_OK)
		status = bef_dump(&reader, &how, write_text, stdout, &diag);
	if (status != BEF_OK && status != BEF_E_IO) /* cli_main() reports failures of stdout */
		code = program_error(program.input.name, &diag);
	program_finish(&program);
	return code;
}
