/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc strip, mlirbc gc: remove locations, and unreferenced entries. */
#include "commands/commands.h"
#include "modules/bytecode.h"

static int strip_debug_info(const char *path, const struct mlirbc_compact_options *options, const char *output)
{
	struct module module;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	int code = module_open(path, false, &module);
	if (code != CLI_GOOD)
		return code;
	if (mlirbc_strip_debug_info(module.module, NULL, &diag) != MLIRBC_OK)
		code = input_error(&module.input, &diag);
	else
		code = module_compact(&module, NULL, options, output);
	module_finish(&module);
	return code;
}

/* Both commands; strip removes locations as well. */
static int compact(const struct cli_command *self, int argc, char **argv, bool strips)
{
	const char *path, *output = cli_stdout;
	bool debug_info = false;
	struct mlirbc_compact_options compact_options = { .size = sizeof compact_options, .strip_locations = strips };
	const struct cli_option options[] = {
		{ "debug-info", 0, NULL, "also remove debug information of the llvm dialect", NULL, &debug_info },
		{ "keep-resources", 0, NULL, "keep unreferenced resources", NULL, &compact_options.keep_resources },
		{ "output", 'o', "FILE", "write to FILE instead of stdout", &output, NULL },
	};
	const size_t first = strips ? 0 : 1; /* gc has no --debug-info */
	int code = cli_parse(self, options + first, sizeof options / sizeof *options - first, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	cli_progress_begin(self->name, path);
	return debug_info ? strip_debug_info(path, &compact_options, output)
			  : bytecode_compact(path, &compact_options, output);
}

int mlirbc_strip_command(const struct cli_command *self, int argc, char **argv) { return compact(self, argc, argv, true); }

int mlirbc_gc_command(const struct cli_command *self, int argc, char **argv) { return compact(self, argc, argv, false); }
