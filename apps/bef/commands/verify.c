/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef verify */
#include "commands/commands.h"
#include "commands/options.h"
#include "host/open.h"
#include "machine/packs.h"
#if BEF_APP_STABLEHLO
#include "models/model.h"
#endif
#include "program/limits.h"

#include <bef/reader.h>
#include <stdlib.h>

static enum bef_status verify_bytes(const struct program *program, struct bef_diag *diag)
{
	struct bef_reader reader;
	enum bef_status status = bef_reader_open(program->bef, program->bef_size, &reader, diag);
	return status == BEF_OK ? bef_reader_verify(&reader, NULL, diag) : status;
}

/* Binds every kernel as for a run, without running any. */
static int verify_kernels(const struct program *program, const struct kernels_registry *registry)
{
	struct bef_file *file;
	struct diagnostics diagnostics;
	if (!diagnostics_init(&diagnostics, false))
		return cli_out_of_memory();
	int code = program_open(program, registry, NULL, &diagnostics, NULL, &file);
	bef_file_close(file);
	diagnostics_finish(&diagnostics);
	return code;
}

struct verify {
	const struct cli_command *self;
	const char *packs;
	bool kernels, json;
	struct limits limits; /* of each file */
	const struct kernels_registry *registry; /* of this file */
};

#if BEF_APP_STABLEHLO
/* A model is opened as `bef run` opens it, so both make the same decision. A BEF file of a model is checked as BEF first. */
static int open_model(void *ctx, const struct cli_input *input, struct bef_source *source, bool *out_taken)
{
	struct verify *how = ctx;
	struct async_host host = ASYNC_HOST_INIT;
	struct model model = { .lowering.every_report = true, .lowering.every_branch = true };
	if (bef_source_kind(source) != BEF_SOURCE_MODEL)
		return CLI_GOOD;
	host.queue = async_queue_create_single(NULL);
	if (!host.queue)
		return cli_out_of_memory();
	struct bef_model_options options = { .size = sizeof options, .host = &host,
		.max_open_memory = (size_t)how->limits.bytes, .stop = limits_stop, .stop_ctx = &how->limits };
	const int code = model_open(input, source, how->registry, &options, &model);
	*out_taken = model.handle != NULL;
	model_close(&model);
	async_queue_destroy(host.queue);
	return code;
}
#endif

static int verify_program(struct verify *how, const char *path)
{
	struct program_options options = { .registry = how->registry };
	struct program program;
	struct bef_diag diag = BEF_DIAG_INIT;
#if BEF_APP_STABLEHLO
	options.take = open_model;
	options.take_ctx = how;
#endif
	limits_set(&how->limits, &options);
	int code = program_load(path, &options, &program);
	limits_report(&how->limits, code);
	if (code != CLI_GOOD)
		return code;
	if (!program.bef) { /* a model that was opened */
		program_finish(&program);
		return CLI_GOOD;
	}
	if (verify_bytes(&program, &diag) != BEF_OK)
		code = program_error(program.input.name, &diag);
	else if (how->kernels || how->packs || program.model) /* what a model becomes is checked completely */
		code = verify_kernels(&program, how->registry);
	(void)packs_note_devices(program.input.name, program.bef, program.bef_size, true);
	program_finish(&program);
	return code;
}

static int verify(void *ctx, const char *path)
{
	struct verify *how = ctx;
	struct kernels_registry *registry;
	int code = packs_registry(how->packs, NULL, &registry);
	if (code != CLI_GOOD)
		return code;
	how->registry = registry;
	code = verify_program(how, path);
	kernels_registry_destroy(registry);
	return code;
}

static int verify_file(void *ctx, const char *path)
{
	const struct verify *how = ctx;
	return cli_verify_file(how->self, path, how->json, verify, ctx);
}

int bef_verify_command(const struct cli_command *self, int argc, char **argv)
{
	struct verify how = { .self = self };
	const struct cli_option options[] = {
		{ "kernels", 0, NULL, "also check that every kernel exists and is used according to its signature",
			NULL, &how.kernels },
		PACKS_OPTION(&how.packs),
		LIMITS_OPTIONS(how.limits),
		CLI_OPTION_JSON(&how.json),
	};
	struct cli_files files;
	int code = cli_parse_files(self, options, sizeof options / sizeof *options, argc, argv, &files);
	if (code == CLI_GO_ON)
		code = limits_parse(self, &how.limits);
	if (code != CLI_GO_ON)
		return code;
	code = cli_each_file(&files, false, verify_file, &how);
	free(files.paths);
	return code;
}
