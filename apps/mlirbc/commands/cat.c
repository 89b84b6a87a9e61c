/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc cat: prints several modules as one text. */
#include "commands/commands.h"
#include "modules/module.h"

#include <stdlib.h>

static int cat_one(const char *path, const struct mlirbc_print_options *options, FILE *out)
{
	struct module module;
	int code = module_open(path, false, &module);
	if (code != CLI_GOOD)
		return code;
	code = module_print(&module, options, out);
	module_finish(&module);
	return code;
}

static int cat(const char *const *paths, size_t count, const struct mlirbc_print_options *options, const char *path)
{
	struct cli_output output;
	int code = cli_output_open(path, "text", &output);
	if (code != CLI_GOOD)
		return code;
	for (size_t i = 0; i < count && code == CLI_GOOD; i++) {
		if (i)
			fputs("// -----\n", output.stream);
		code = cat_one(paths[i], options, output.stream);
	}
	int finished = cli_output_finish(&output, code == CLI_GOOD);
	return code == CLI_GOOD ? finished : code;
}

int mlirbc_cat_command(const struct cli_command *self, int argc, char **argv)
{
	struct mlirbc_print_options print_options = { .size = sizeof print_options };
	const char *output = "-";
	const struct cli_option options[] = {
		{ "debug-info", 0, NULL, "print locations", NULL, &print_options.debug_info },
		{ "output", 'o', "FILE", "write to FILE instead of stdout", &output, NULL },
	};
	struct cli_files files;
	int code = cli_parse_files(self, options, sizeof options / sizeof *options, argc, argv, &files);
	if (code == CLI_GO_ON) {
		code = cat(files.paths, files.count, &print_options, output);
		free(files.paths);
	}
	return code;
}
