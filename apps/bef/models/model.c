/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "models/model.h"
#include "../weights/weights.h"

#include <bef/reader.h>
#include <inttypes.h>
#include <mlirbc/mapping.h>
#include <mlirbc/stablehlo_passes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void begin(struct model *model, const char *name)
{
	model->handle = NULL;
	lowering_begin(&model->lowering, name);
}

int model_error(struct model *model, const struct bef_diag *diag)
{
	return model->lowering.reported && diag->status == BEF_E_UNSUPPORTED ? CLI_BAD : program_error(model->lowering.name, diag);
}

static int opened(enum bef_status status, const struct bef_diag *diag, const char *device, struct model *model)
{
	model->lowering.noted = true; /* models with dynamic shapes are lowered again */
	if (status == BEF_OK || (diag->rule && strcmp(diag->rule, BEF_MODEL_RULE_OTHER) == 0))
		return CLI_GOOD;
	const int code = model_error(model, diag);
	if (diag->status == BEF_E_NOT_FOUND && !device)
		cli_note(model->lowering.name, "a model that was lowered for a device runs with --device");
	return code;
}

static int refuse_semantics(const char *name)
{
	cli_error("%s: a BEF file keeps the semantics with which it was assembled; --semantics is for sources", name);
	return CLI_USAGE;
}

/* ---- constants in a file of their own */

/* Calls with dynamic shapes would read the source again, without its constants. */
static int refuse_dynamic(struct model *model)
{
	for (size_t i = 0; i < bef_model_function_count(model->handle); i++) {
		const struct bef_stablehlo_function *function = bef_model_function(model->handle, i);
		for (uint32_t k = 0; k < function->argument_count; k++) {
			const struct bef_stablehlo_value *argument = &function->arguments[k];
			for (uint32_t d = 0; d < argument->rank; d++) {
				if (argument->dims[d] >= 0)
					continue;
				cli_error("%s: --weights is for models with static shapes, and %.*s has an argument without one; "
					  "'mlirbc join' puts the constants back",
					model->lowering.name, (int)function->name.size, function->name.data);
				bef_model_close(model->handle);
				model->handle = NULL;
				return CLI_BAD;
			}
		}
	}
	return CLI_GOOD;
}

static int take_weights(const struct model *model, struct bef_source *source, struct weights_file *file)
{
	const char *name = model->lowering.name;
	const int code = weights_open(model->weights, file);
	return code == CLI_GOOD ? weights_join(bef_source_module(source), name, file, true) : code;
}

/* ---- opening */

int model_open(const struct cli_input *input, struct bef_source *source, const struct kernels_registry *registry,
	struct bef_model_options *options, struct model *out_model)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct weights_file file = { .entries = NULL };
	begin(out_model, input->name);
	if (bef_source_kind(source) != BEF_SOURCE_MODEL && bef_source_kind(source) != BEF_SOURCE_BEF_MODEL)
		return CLI_GOOD;
	if (out_model->lowering.semantics && bef_is_bef(input->data, input->size))
		return refuse_semantics(input->name);
	struct mlirbc_module *module = bef_source_module(source);
	const bool split = module && bef_source_kind(source) == BEF_SOURCE_MODEL && weights_are_split(module);
	out_model->joined = out_model->weights && split;
	int code = out_model->joined ? take_weights(out_model, source, &file) : CLI_GOOD;
	options->lowering = &out_model->lowering.options;
	if (code == CLI_GOOD) {
		const enum bef_status status = bef_model_open_source(
			input->data, input->size, source, input->name, registry, options, &out_model->handle, &diag);
		code = opened(status, &diag, options->device, out_model);
	}
	if (code != CLI_GOOD && split && !out_model->weights)
		cli_note(input->name, "'mlirbc split' has moved its constants to another file; --weights FILE.npz of 'bef run' reads them");
	const uint32_t devices = code != CLI_GOOD && module && options->partitions < 2 ? mlirbc_stablehlo_partitions(module) : 1;
	if (devices > 1)
		cli_note(input->name, "it is for %" PRIu32 " devices; --ranks %" PRIu32 " of 'bef run' divides it among as many processes",
			devices, devices);
	if (code == CLI_GOOD && out_model->joined && out_model->handle)
		code = refuse_dynamic(out_model);
	weights_close(&file); /* the program has copies */
	return code;
}

/* Whether a regular file is a BEF file of a model. Other files are not opened, since the data of a pipe can be read only once. */
static bool is_model_file(const char *path)
{
	struct stat about;
	struct bef_source *source;
	bool model = false;
	if (strcmp(path, "-") == 0 || stat(path, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size <= 0 ||
		(uintmax_t)about.st_size > SIZE_MAX)
		return false;
	struct mlirbc_mapping mapping = { NULL, 0 };
	int fd = cli_open(path);
	if (fd >= 0 && mlirbc_mapping_map(fd, false, &mapping) == MLIRBC_OK && mapping.data) {
		if (bef_is_bef(mapping.data, mapping.size) &&
			bef_source_open(mapping.data, mapping.size, NULL, &source, NULL) == BEF_OK) {
			model = bef_source_kind(source) == BEF_SOURCE_BEF_MODEL;
			bef_source_close(source);
		}
		mlirbc_mapping_close(&mapping);
	}
	if (fd >= 0)
		close(fd);
	return model;
}

static int open_mapped(const char *path, const struct kernels_registry *registry, struct bef_model_options *options,
	struct model *out_model)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	if (out_model->lowering.semantics)
		return refuse_semantics(path);
	options->lowering = &out_model->lowering.options;
	options->mapped = true; /* the program has the guard */
	return opened(bef_model_open_path(path, registry, options, &out_model->handle, &diag), &diag, options->device, out_model);
}

struct loading {
	const struct program_options *how;
	const struct bef_model_options *options;
	struct model *model;
};

/* `size`: of the source; 0: it is mapped */
static struct bef_model_options options_for(const struct loading *loading, size_t size)
{
	const struct program_options *how = loading->how;
	struct bef_model_options options = *loading->options;
	options.max_open_memory = how->open_memory ? how->open_memory(how->limits_ctx, size) : 0;
	options.stop = how->stop;
	options.stop_ctx = how->limits_ctx;
	options.platform = how->platform;
	return options;
}

static int take(void *ctx, const struct cli_input *input, struct bef_source *source, bool *out_taken)
{
	struct loading *loading = ctx;
	struct bef_model_options options = options_for(loading, input->size);
	int code = model_open(input, source, loading->how->registry, &options, loading->model);
	*out_taken = loading->model->handle != NULL;
	return code;
}

int model_load(const char *path, const struct program_options *how, const struct bef_model_options *options, struct model *out_model,
	struct program *out_program)
{
	struct loading loading = { how, options, out_model };
	struct program_options taking = *how;
	*out_program = (struct program){ .bef = NULL };
	begin(out_model, path);
	if (is_model_file(path)) {
		struct bef_model_options mapped = options_for(&loading, 0);
		int code = open_mapped(path, how->registry, &mapped, out_model);
		if (code != CLI_GOOD || out_model->handle)
			return code;
	}
	taking.take = take;
	taking.take_ctx = &loading;
	return program_load(path, &taking, out_program);
}

void model_close(struct model *model) { bef_model_close(model->handle); }
