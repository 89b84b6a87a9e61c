/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Commands that print the tables of files. */
#include "tables/table.h"

#include <stdlib.h>

struct print {
	const struct cli_command *self;
	int (*step)(const struct table *table, bool json);
	bool json;
};

static int print_table(const void *ctx, const struct table *table)
{
	const struct print *print = ctx;
	return print->step(table, print->json);
}

static int print_file(void *ctx, const char *path)
{
	const struct print *print = ctx;
	return table_report(print->self, path, print->json, print_table, print);
}

int tables_command(
	const struct cli_command *self, int argc, char **argv, int (*step)(const struct table *table, bool json))
{
	struct print print = { self, step, false };
	const struct cli_option options[] = { CLI_OPTION_JSON(&print.json) };
	struct cli_files files;
	int code = cli_parse_files(self, options, sizeof options / sizeof *options, argc, argv, &files);
	if (code != CLI_GO_ON)
		return code;
	code = cli_each_file(&files, !print.json, print_file, &print);
	free(files.paths);
	return code;
}
