/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "models/model.h"
#include "../cli/kind.h"

#include <bef/stablehlo.h>
#include <mlirbc/mapping.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void report(void *ctx, const struct mlirbc_op *op, const struct bef_diag *diag)
{
	struct model *model = ctx;
	(void)op;
	model->reported = true;
	(void)program_error(model->name, diag);
}

/* Keeps what the caller has set. */
static void init(struct model *model, const char *name)
{
	const bool no_fusing = model->no_fusing, every_report = model->every_report;
	const char *semantics = model->semantics;
	*model = (struct model){ .name = name, .no_fusing = no_fusing, .every_report = every_report, .semantics = semantics,
		.lowering = { .size = sizeof model->lowering, .report = report, .report_ctx = model, .no_fusing = no_fusing,
			.max_reports = every_report ? SIZE_MAX : 0,
			.semantics = semantics && strcmp(semantics, "spec") == 0 ? BEF_SEMANTICS_SPEC : BEF_SEMANTICS_XLA } };
}

static bool has_kernel(void *ctx, const char *name, size_t name_size)
{
	char kernel[256];
	int size = snprintf(kernel, sizeof kernel, "hlo.custom_call.%.*s", (int)(name_size < sizeof kernel ? name_size : 0), name);
	return size > 0 && (size_t)size < sizeof kernel && kernels_registry_find(ctx, kernel, (size_t)size) != NULL;
}

enum bef_status model_lower(const struct cli_input *input, const struct program_options *options, struct mlirbc_module **module,
	bool *out_reported, struct bef_diag *diag)
{
	struct model model = { .no_fusing = options->no_fusing, .semantics = options->semantics, .every_report = true };
	char device[64];
	enum bef_status status = BEF_OK;
	init(&model, input->name);
	model.lowering.custom_call = options->registry ? has_kernel : NULL;
	model.lowering.custom_call_ctx = (void *)(uintptr_t)options->registry;
	*out_reported = false;
	if (!bef_stablehlo_is_model(*module))
		return BEF_OK;
	if (options->device)
		status = bef_model_lowering_device(options->device, &model.lowering, device, sizeof device, diag);
	if (status == BEF_OK)
		status = bef_stablehlo_lower(*module, &model.lowering, module, diag);
	*out_reported = model.reported && status == BEF_E_UNSUPPORTED;
	return status;
}

/* ---- models that run */

int model_error(struct model *model, const struct bef_diag *diag)
{
	return model->reported && diag->status == BEF_E_UNSUPPORTED ? CLI_BAD : program_error(model->name, diag);
}

static int opened(enum bef_status status, const struct bef_diag *diag, const char *device, struct model *model)
{
	if (status == BEF_OK || (diag->rule && strcmp(diag->rule, BEF_MODEL_RULE_OTHER) == 0))
		return CLI_GOOD;
	const int code = model_error(model, diag);
	if (diag->status == BEF_E_NOT_FOUND && !device)
		cli_note(model->name, "a model that was lowered for a device runs with --device");
	return code;
}

static int refuse_semantics(const char *name)
{
	cli_error("%s: a BEF file keeps the semantics with which it was assembled; --semantics is for sources", name);
	return CLI_USAGE;
}

int model_open(const struct cli_input *input, struct bef_source *source, const struct kernels_registry *registry,
	struct bef_model_options *options, struct model *out_model)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	init(out_model, input->name);
	if (bef_source_kind(source) != BEF_SOURCE_MODEL && bef_source_kind(source) != BEF_SOURCE_BEF_MODEL)
		return CLI_GOOD;
	if (out_model->semantics && bef_is_bef(input->data, input->size))
		return refuse_semantics(input->name);
	options->lowering = &out_model->lowering;
	enum bef_status status = bef_model_open_source(
		input->data, input->size, source, input->name, registry, options, &out_model->handle, &diag);
	return opened(status, &diag, options->device, out_model);
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
		if (cli_kind_of(mapping.data, mapping.size) == CLI_KIND_BEF &&
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

int model_open_file(const char *path, const struct kernels_registry *registry, struct bef_model_options *options,
	struct model *out_model)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	init(out_model, path);
	if (!is_model_file(path))
		return CLI_GOOD;
	if (out_model->semantics)
		return refuse_semantics(path);
	options->lowering = &out_model->lowering;
	options->mapped = true; /* the program has the guard */
	return opened(bef_model_open_path(path, registry, options, &out_model->handle, &diag), &diag, options->device, out_model);
}

void model_close(struct model *model) { bef_model_close(model->handle); }
