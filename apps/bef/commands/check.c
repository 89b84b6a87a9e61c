/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef check */
#include "commands/commands.h"
#include "commands/check_print.h"
#include "commands/options.h"
#include "machine/packs.h"
#include "program/limits.h"

struct checking {
	const struct cli_command *self;
	const char *packs, *math;
	struct check_print print;
	struct limits limits; /* of each file */
	struct check options;
	bool runs; /* the last file */
};

/* Everything is printed here, because names are those of the source. */
static int take(void *ctx, const struct cli_input *input, struct bef_source *source, bool *out_taken)
{
	struct checking *checking = ctx;
	struct check check = checking->options;
	const enum bef_source_kind kind = bef_source_kind(source);
	*out_taken = true;
	if (kind != BEF_SOURCE_MODEL && kind != BEF_SOURCE_BEF_MODEL) {
		cli_error("%s: this is a host program, and not a model; 'bef verify --kernels' checks it", input->name);
		return CLI_BAD;
	}
	if (check.shapes && kind == BEF_SOURCE_BEF_MODEL) {
		cli_error("%s: --shape is for sources of models, and this is BEF", input->name);
		return CLI_USAGE;
	}
	int code = check_model(&check, input, source);
	cli_progress_end(); /* before output */
	if (code == CLI_GOOD)
		code = check_put(&check, &checking->print);
	checking->runs = check.problem_count == 0;
	check_finish(&check);
	return code;
}

static int check_path(void *ctx, const char *path)
{
	struct checking *checking = ctx;
	struct program_options how = { .take = take, .take_ctx = checking };
	struct kernels_registry *registry = NULL;
	struct program program;
	int code = packs_registry(checking->packs, checking->options.device, &registry);
	if (code == CLI_GOOD)
		code = options_math(checking->math);
	if (code != CLI_GOOD) {
		kernels_registry_destroy(registry);
		return code;
	}
	how.registry = checking->options.registry = registry;
	checking->options.max_memory = (size_t)checking->limits.bytes;
	checking->options.stop = limits_stop;
	checking->options.stop_ctx = &checking->limits;
	limits_set(&checking->limits, &how);
	cli_progress_begin(checking->self->name, path);
	code = program_load(path, &how, &program);
	cli_progress_end();
	limits_report(&checking->limits, code);
	if (code == CLI_GOOD) {
		program_finish(&program);
		code = checking->runs ? CLI_GOOD : CLI_BAD;
	}
	kernels_registry_destroy(registry);
	return code;
}

int bef_check_command(const struct cli_command *self, int argc, char **argv)
{
	struct checking checking = { .self = self };
	const struct cli_option options[] = {
		{ "explain", 0, NULL, "print for each operation how it runs", NULL, &checking.options.explain },
		{ "shape", 0, "NAME=2x3", "check for this shape of an argument with dynamic dimensions; repeatable", &checking.options.shapes,
			&cli_lines },
		DEVICE_OPTION(&checking.options.device),
		MATH_OPTION(&checking.math),
		NO_FUSE_OPTION(&checking.options.no_fusing),
		SEMANTICS_OPTION(&checking.options.semantics),
		PACKS_OPTION(&checking.packs),
		LIMITS_OPTIONS(checking.limits),
		CLI_OPTION_JSON(&checking.print.json),
	};
	struct cli_files files;
	int code = cli_parse_files(self, options, sizeof options / sizeof *options, argc, argv, &files);
	if (code == CLI_GO_ON)
		code = options_semantics(self, checking.options.semantics);
	if (code == CLI_GO_ON)
		code = limits_parse(self, &checking.limits);
	if (code != CLI_GO_ON)
		return code;
	checking.print.command = self->name;
	code = cli_each_file(&files, !checking.print.json, check_path, &checking);
	free(files.paths);
	return code;
}
