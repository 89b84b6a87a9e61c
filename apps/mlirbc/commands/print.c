/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc print */
#include "commands/commands.h"
#ifdef MLIRBC_APP_STABLEHLO
#include "models/model.h"
#endif
#include "modules/module.h"

int mlirbc_print_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *output = "-", *largest = NULL, *most = NULL;
	struct mlirbc_print_options print_options = { .size = sizeof print_options };
	const struct cli_option options[] = {
		{ "pretty", 'p', NULL, "print known dialects in custom form", NULL, &print_options.pretty },
		{ "debug-info", 0, NULL, "print locations", NULL, &print_options.debug_info },
		{ "value-users", 0, NULL, "print the users of each value in use-list order", NULL,
			&print_options.value_users },
		{ "elide-attrs-larger-than", 0, "N", "omit elements and resources of more than N", &largest, NULL },
		OPTION_MAX_OUTPUT(most),
		{ "skip-regions", 0, NULL, "print {...} for each region", NULL, &print_options.skip_regions },
		{ "output", 'o', "FILE", "write to FILE instead of stdout", &output, NULL },
	};
	struct module module;
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	if (largest) {
		print_options.elide = true;
		if (!cli_number(&largest, '\0', 0, UINT64_MAX, &print_options.elide_larger_than))
			return cli_usage(self, "--elide-attrs-larger-than: expected a number, found '%s'", largest);
	}
	if (most && !cli_number(&most, '\0', 1, UINT64_MAX, &print_options.max_output))
		return cli_usage(self, "--max-output: expected a positive number, found '%s'", most);
	if ((code = module_open(path, print_options.skip_regions, &module)) != CLI_GOOD)
		return code;
#ifdef MLIRBC_APP_STABLEHLO
	if (print_options.pretty)
		code = model_show(&module.input, module.module);
#endif
	if (code == CLI_GOOD)
		code = module_print_file(&module, &print_options, output);
	module_finish(&module);
	return code;
}
