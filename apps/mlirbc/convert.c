/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc convert */
#include "module.h"

#include <mlirbc/write.h>

static int write_bytes(void *ctx, const char *data, size_t size) { return fwrite(data, 1, size, ctx) != size; }

static int convert(const struct module *module, const struct mlirbc_write_options *options, const char *path)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct cli_output output;
	int code = cli_output_open(path, &output);
	if (code != CLI_GOOD)
		return code;
	enum mlirbc_status status = mlirbc_write(module->module, options, write_bytes, output.stream, &diag);
	int finished = cli_output_finish(&output, status == MLIRBC_OK || status == MLIRBC_E_IO);
	if (status == MLIRBC_OK || status == MLIRBC_E_IO)
		return finished;
	return status == MLIRBC_E_NOMEM ? memory_error() : input_error(&module->input, &diag);
}

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
	code = convert(&module, &write_options, output);
	module_finish(&module);
	return code;
}
