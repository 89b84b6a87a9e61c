/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc diff */
#include "commands/commands.h"
#include "modules/bytecode.h"

#include <mlirbc/diff.h>
#include <stdlib.h>
#include <string.h>
#ifdef MLIRBC_APP_STABLEHLO
#include "models/layers.h"
#include "models/model.h"
#endif

struct diff {
	const struct cli_command *self;
	bool quiet, json, summary;
	struct bytes text; /* for JSON and the summary */
};

/* Prints a part of the text: of each line the sign decides the colour. */
static int print_part(void *ctx, const char *text, size_t size)
{
	static bool inside; /* a line */
	struct diff *d = ctx;
	if (d->json || d->summary)
		return bytes_append(&d->text, text, size);
	for (size_t i = 0, length; !d->quiet && i < size; i += length) {
		const char *end = memchr(text + i, '\n', size - i);
		length = (end ? (size_t)(end - text) : size) - i;
		if (length && !inside)
			cli_style(stdout, cli_diff_style(text[i]));
		if (fwrite(text + i, 1, length, stdout) != length)
			return 1;
		inside = !end;
		if (end) {
			cli_style(stdout, CLI_STYLE_NONE);
			length++;
			putchar('\n');
		}
	}
	return ferror(stdout) != 0;
}

/* What differs in the weights of two models. */
static int put_layers(const struct diff *d, const struct module modules[2])
{
#ifdef MLIRBC_APP_STABLEHLO
	struct mlirbc_module *const both[] = { modules[0].module, modules[1].module };
	struct layers layers;
	if (d->quiet || !model_is_loaded(both[0]) || !model_is_loaded(both[1]))
		return CLI_GOOD;
	const bool good = layers_compare(both, &layers);
	if (good)
		layers_print(&layers, d->json);
	layers_finish(&layers);
	return good ? CLI_GOOD : cli_out_of_memory();
#else
	(void)d;
	(void)modules;
	return CLI_GOOD;
#endif
}

static int put_summary(const struct diff *d, const struct module modules[2])
{
#ifdef MLIRBC_APP_STABLEHLO
	struct mlirbc_module *const both[] = { modules[0].module, modules[1].module };
	return model_summary(both, (const char *)d->text.data, d->text.size, d->json);
#else
	(void)modules;
	cli_error("%s: --summary: this program was built without StableHLO", d->self->name);
	return CLI_BAD;
#endif
}

/* Each line of the text is a difference. */
static int print_json(const struct diff *d, const struct module modules[2], bool equal)
{
	const char *text = (const char *)d->text.data;
	cli_json_begin(d->self->name, modules[0].input.name);
	cli_json_word("other", modules[1].input.name);
	cli_json_bool("equal", equal);
	cli_json_open("differences", '[');
	for (size_t i = 0; i < d->text.size;) {
		const char *end = memchr(text + i, '\n', d->text.size - i);
		const size_t length = (end ? (size_t)(end - text) : d->text.size) - i;
		cli_json_text(NULL, text + i, length);
		i += length + 1;
	}
	cli_json_close();
	int code = put_layers(d, modules);
	if (code == CLI_GOOD && d->summary)
		code = put_summary(d, modules);
	return cli_json_end(code);
}

#ifdef MLIRBC_APP_STABLEHLO
/* The name of a model's module; NULL: it has none, or the file is not a single module. */
static const struct mlirbc_attr *module_name(const struct mlirbc_module *module)
{
	const struct mlirbc_op *root = module->body->first;
	return root && !root->next && mlirbc_op_is(root, "builtin.module") ? mlirbc_op_attr(root, "sym_name") : NULL;
}

/* Symbols are matched by name, so the name of the whole model is reported here and made equal. */
static int match_names(struct diff *d, const struct module modules[2], uint64_t *count)
{
	struct mlirbc_op *root = modules[1].module->body->first;
	const struct mlirbc_attr *names[] = { module_name(modules[0].module), module_name(modules[1].module) };
	if (!names[0] || !names[1] || names[0] == names[1] || !root)
		return CLI_GOOD;
	char text[2][NAME_MOST], line[2 * NAME_MOST + 64];
	for (unsigned i = 0; i < 2; i++)
		(void)model_attr_text(names[i], text[i], sizeof text[i]);
	const int size =
		snprintf(line, sizeof line, "! op 0, \"builtin.module\": sym_name: %s -> %s\n", text[0], text[1]);
	if (strcmp(text[0], text[1]) != 0) {
		(void)print_part(d, line, (size_t)size);
		++*count;
	}
	return model_set_name(modules[1].module->context, root, names[0]) ? CLI_GOOD : cli_out_of_memory();
}

/* Of two models, a text and its artifact must become equal. */
static int prepare(struct diff *d, struct module modules[2], uint64_t *count)
{
	if (!model_is_loaded(modules[0].module) || !model_is_loaded(modules[1].module))
		return CLI_GOOD;
	for (unsigned i = 0; i < 2; i++) {
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		const enum mlirbc_status status = model_normalize(modules[i].module, &diag);
		if (status != MLIRBC_OK)
			return input_error(&modules[i].input, &diag);
	}
	const int code = d->json ? CLI_GOOD : put_layers(d, modules);
	return code == CLI_GOOD ? match_names(d, modules, count) : code;
}
#else
static int prepare(struct diff *d, struct module modules[2], uint64_t *count)
{
	(void)d;
	(void)modules;
	(void)count;
	return CLI_GOOD;
}
#endif

static int diff(const char *const paths[2], struct diff *d)
{
	struct module modules[2];
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	uint64_t renamed = 0, count = 0;
	int opened = 0, code = context ? CLI_GOOD : cli_out_of_memory();
	for (; opened < 2 && code == CLI_GOOD; opened += code == CLI_GOOD)
		code = module_open_in(context, paths[opened], &modules[opened]);
	if (code == CLI_GOOD)
		code = prepare(d, modules, &renamed);
	if (code == CLI_GOOD) {
		enum mlirbc_status status = mlirbc_diff(
			modules[0].module, modules[1].module, print_part, d, &count, &diag);
		if (status != MLIRBC_OK && status != MLIRBC_E_IO) /* cli_main() reports a failure of stdout */
			code = input_error(&modules[0].input, &diag);
		else if (d->json)
			code = print_json(d, modules, renamed + count == 0);
		else if (d->summary && !d->quiet)
			code = put_summary(d, modules);
	}
	bytes_finish(&d->text);
	mlirbc_context_destroy(context);
	while (opened-- > 0)
		cli_input_finish(&modules[opened].input);
	return cli_diff_exit(code, renamed + count > 0);
}

int mlirbc_diff_command(const struct cli_command *self, int argc, char **argv)
{
	struct diff d = { .self = self };
	const struct cli_option options[] = {
		{ "summary", 0, NULL, "count the differences of symbols, operations, FLOPs and parameters", NULL,
			&d.summary },
		{ "quiet", 'q', NULL, "print nothing; only set the exit status", NULL, &d.quiet },
		CLI_OPTION_JSON(&d.json),
	};
	struct cli_files files;
	int code = cli_parse_operands(self, options, sizeof options / sizeof *options, argc, argv, NULL, &files);
	if (code != CLI_GO_ON)
		return code;
	if (files.count != 2)
		code = cli_usage(self, "expected two files, found %zu", files.count);
	else if (strcmp(files.paths[0], "-") == 0 && strcmp(files.paths[1], "-") == 0)
		code = cli_usage(self, "stdin can be only one of the files");
	else
		code = diff(files.paths, &d);
	free(files.paths);
	return code;
}
