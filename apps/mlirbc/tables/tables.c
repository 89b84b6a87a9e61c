/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Commands that print the tables of files. */
#include "tables/table.h"


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
	return cli_command_each(self, options, sizeof options / sizeof *options, argc, argv, &print.json, print_file, &print);
}
