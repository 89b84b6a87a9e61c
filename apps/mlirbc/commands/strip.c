/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc strip, mlirbc gc: remove locations, and unreferenced entries. */
#include "commands/commands.h"
#include "modules/bytecode.h"

#define OPTION_KEEP_RESOURCES(to)                                                                                      \
	{                                                                                                              \
		"keep-resources", 0, NULL, "keep unreferenced resources", NULL, &(to).keep_resources                   \
	}

int mlirbc_gc_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *output = cli_stdout;
	struct mlirbc_compact_options compact_options = { .size = sizeof compact_options };
	const struct cli_option options[] = {
		OPTION_KEEP_RESOURCES(compact_options),
		{ "output", 'o', "FILE", "write to FILE instead of stdout", &output, NULL },
	};
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	cli_progress_begin(self->name, path);
	return bytecode_compact(path, &compact_options, output);
}

static int strip_debug_info(const char *path, const struct mlirbc_compact_options *options, const char *output)
{
	struct module module;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	int code = module_open(path, false, NULL, &module);
	if (code != CLI_GOOD)
		return code;
	if (mlirbc_strip_debug_info(module.module, NULL, &diag) != MLIRBC_OK)
		code = input_error(&module.input, &diag);
	else
		code = module_compact(&module, options, output);
	module_finish(&module);
	return code;
}

int mlirbc_strip_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *output = cli_stdout;
	bool debug_info = false;
	struct mlirbc_compact_options compact_options = { .size = sizeof compact_options, .strip_locations = true };
	const struct cli_option options[] = {
		{ "debug-info", 0, NULL, "also remove debug information of the llvm dialect", NULL, &debug_info },
		OPTION_KEEP_RESOURCES(compact_options),
		{ "output", 'o', "FILE", "write to FILE instead of stdout", &output, NULL },
	};
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	cli_progress_begin(self->name, path);
	return debug_info ? strip_debug_info(path, &compact_options, output)
			  : bytecode_compact(path, &compact_options, output);
}
