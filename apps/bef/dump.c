/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef dump */
#include "bef.h"

#include <bef/dump.h>
#include <stdio.h>

static bool write_text(void *ctx, const char *text, size_t size)
{
	return fwrite(text, 1, size, ctx) == size;
}

int bef_dump_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path;
	bool all = false;
	const struct cli_option options[] = {
		{ "all", 'a', NULL, "show all of long arrays, tensors and strings", NULL, &all },
	};
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
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
	if (status != BEF_OK && status != BEF_E_IO) /* cli_main() tells when stdout fails */
		code = program_error(program.input.name, &diag);
	program_finish(&program);
	return code;
}
