/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc diff */
#include "module.h"

#include <mlirbc/diff.h>
#include <stdlib.h>
#include <string.h>

static int print_line(void *ctx, const char *text, size_t size)
{
	const bool *quiet = ctx;
	return !*quiet && fwrite(text, 1, size, stdout) != size;
}

static int diff(const char *const paths[2], bool quiet)
{
	struct module modules[2];
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	uint64_t count = 0;
	int opened = 0, code = context ? CLI_GOOD : memory_error();
	for (; opened < 2 && code == CLI_GOOD; opened += code == CLI_GOOD)
		code = module_open_in(context, paths[opened], &modules[opened]);
	if (code == CLI_GOOD) {
		enum mlirbc_status status =
			mlirbc_diff(modules[0].module, modules[1].module, print_line, &quiet, &count, &diag);
		if (status != MLIRBC_OK && status != MLIRBC_E_IO) /* cli_main() reports a failure of stdout */
			code = input_error(&modules[0].input, &diag);
	}
	mlirbc_context_destroy(context);
	while (opened-- > 0)
		input_finish(&modules[opened].input);
	return cli_diff_exit(code, count > 0);
}

int mlirbc_diff_command(const struct cli_command *self, int argc, char **argv)
{
	bool quiet = false;
	const struct cli_option options[] = {
		{ "quiet", 'q', NULL, "print nothing; only set the exit status", NULL, &quiet },
	};
	const char **paths;
	size_t count;
	int code = paths_parse(self, options, sizeof options / sizeof *options, argc, argv, NULL, &paths, &count);
	if (code != CLI_GO_ON)
		return code;
	if (count != 2)
		code = cli_usage(self, "expected two files, found %zu", count);
	else if (strcmp(paths[0], "-") == 0 && strcmp(paths[1], "-") == 0)
		code = cli_usage(self, "stdin can be only one of the files");
	else
		code = diff(paths, quiet);
	free(paths);
	return code;
}
