/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc convert */
#include "bytecode.h"

int mlirbc_convert_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *output = "-", *version = NULL;
	struct mlirbc_write_options write_options = { .size = sizeof write_options };
	const struct cli_option options[] = {
		{ "version", 0, "N", "bytecode version, 0 to 6; without it that of the file, for text 6", &version,
			NULL },
		{ "drop-use-lists", 0, NULL, "versions before 3: leave orders of uses out instead of failing", NULL,
			&write_options.drop_use_orders },
		{ "output", 'o', "FILE", "write to FILE instead of stdout", &output, NULL },
	};
	struct module module;
	uint64_t number;
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	if (version) {
		const char *text = version;
		if (!cli_number(&text, '\0', 0, 6, &number))
			return cli_usage(self, "--version needs a number from 0 to 6, not '%s'", version);
		write_options.has_version = true;
		write_options.version = (uint32_t)number;
	}
	if ((code = module_open(path, !version, &module)) != CLI_GOOD)
		return code;
	code = module_write(&module, &write_options, output);
	module_finish(&module);
	return code;
}
