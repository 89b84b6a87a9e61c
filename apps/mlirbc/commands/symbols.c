/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc merge, mlirbc extract: combine the symbols of several modules, and extract symbols of one. */
#include "commands/commands.h"
#include "modules/bytecode.h"

#include <stdlib.h>
#include <string.h>

/* ---- merge */

static int merge(const char *const *paths, size_t count, const struct mlirbc_merge_options *options,
	const struct mlirbc_write_options *form, const char *output)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct module *modules = calloc(count, sizeof *modules);
	size_t opened = 0;
	int code = context && modules ? CLI_GOOD : cli_out_of_memory();
	for (; opened < count && code == CLI_GOOD; opened += code == CLI_GOOD)
		code = module_open_in(context, paths[opened], &modules[opened]);
	for (size_t i = 1; i < count && code == CLI_GOOD; i++) {
		if (mlirbc_merge(modules[0].module, modules[i].module, options, &diag) != MLIRBC_OK)
			code = input_error(&modules[i].input, &diag);
	}
	if (code == CLI_GOOD)
		code = module_compact(&modules[0], form, NULL, output);
	mlirbc_context_destroy(context);
	while (opened-- > 0)
		cli_input_finish(&modules[opened].input);
	free(modules);
	return code;
}

int mlirbc_merge_command(const struct cli_command *self, int argc, char **argv)
{
	struct mlirbc_merge_options merge_options = { .size = sizeof merge_options };
	struct mlirbc_write_options form = { .size = sizeof form };
	const char *output = cli_stdout;
	const struct cli_option options[] = {
		{ "attribute-indices", 0, NULL, "assume that unknown properties have only indices of attributes", NULL,
			&form.attribute_indices },
		{ "rename", 0, NULL, "rename private symbols whose names are taken", NULL,
			&merge_options.rename_private },
		{ "output", 'o', "FILE", "write to FILE instead of stdout", &output, NULL },
	};
	struct cli_files files;
	int code = cli_parse_operands(self, options, sizeof options / sizeof *options, argc, argv, NULL, &files);
	if (code != CLI_GO_ON)
		return code;
	cli_progress_begin(self->name, files.count ? files.paths[0] : "");
	code = files.count ? merge(files.paths, files.count, &merge_options, &form, output) : cli_usage(self, "no file given");
	free(files.paths);
	return code;
}

/* ---- extract */

/* Parses "a,@b": names separated by commas; quoted names may contain commas. NULL: out of memory. */
static struct mlirbc_string *split(const char *text, size_t *out_count)
{
	struct mlirbc_string *names = malloc((strlen(text) / 2 + 1) * sizeof *names);
	for (*out_count = 0; names && *text;) {
		text += *text == '@';
		bool quoted = *text == '"' && strchr(text + 1, '"');
		text += quoted;
		size_t size = strcspn(text, quoted ? "\"" : ",");
		names[(*out_count)++] = (struct mlirbc_string){ text, size };
		text += size + quoted;
		text += *text == ',';
	}
	return names;
}

static int extract(const char *path, const char *symbols, const char *output)
{
	struct module module;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	size_t count;
	int code = module_open(path, false, &module);
	if (code != CLI_GOOD)
		return code;
	struct mlirbc_string *names = split(symbols, &count);
	if (!names)
		code = cli_out_of_memory();
	else if (mlirbc_extract(module.module, names, count, &diag) != MLIRBC_OK)
		code = input_error(&module.input, &diag);
	else
		code = module_compact(&module, NULL, NULL, output);
	free(names);
	module_finish(&module);
	return code;
}

int mlirbc_extract_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *symbols = NULL, *output = cli_stdout;
	const struct cli_option options[] = {
		{ "symbol", 0, "NAMES", "the symbols to keep, separated by commas", &symbols, NULL },
		{ "output", 'o', "FILE", "write to FILE instead of stdout", &output, NULL },
	};
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	if (!symbols || !*symbols)
		return cli_usage(self, "expected --symbol NAMES");
	cli_progress_begin(self->name, path);
	return extract(path, symbols, output);
}
