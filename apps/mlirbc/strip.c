/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc strip, mlirbc gc: files without locations, and without what nothing refers to. */
#include "bytecode.h"

int mlirbc_gc_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *output = "-";
	const struct cli_option options[] = {
		{ "output", 'o', "FILE", "write to FILE instead of stdout", &output, NULL },
	};
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	return code == CLI_GO_ON ? bytecode_compact(path, NULL, output) : code;
}

int mlirbc_strip_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *output = "-";
	const struct mlirbc_compact_options compact_options = { .size = sizeof compact_options, .strip_locations = true };
	const struct cli_option options[] = {
		{ "output", 'o', "FILE", "write to FILE instead of stdout", &output, NULL },
	};
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	return code == CLI_GO_ON ? bytecode_compact(path, &compact_options, output) : code;
}
