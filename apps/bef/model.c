/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "model.h"
#include "../cli/source.h"

#include <bef/reader.h>
#include <bef/stablehlo.h>
#include <mlirbc/parse.h>
#include <mlirbc/stablehlo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

bool model_maybe(const char *text, size_t size)
{
	static const char *const signs[] = { "stablehlo.", "vhlo.", "chlo.", "check.expect_", " return", "func.return" };
	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
		if (memmem(text, size, signs[i], strlen(signs[i])))
			return true;
	}
	return false;
}

enum mlirbc_status model_parse(struct mlirbc_context *context, const struct cli_input *input, struct mlirbc_module **out,
	struct mlirbc_diag *diag)
{
	size_t host_count, model_count;
	const struct mlirbc_assembly *const *host = bef_mlir_dialects(&host_count);
	const struct mlirbc_assembly *const *model = mlirbc_stablehlo_assembly(&model_count);
	const struct mlirbc_assembly **all = calloc(host_count + model_count, sizeof *all);
	struct mlirbc_parse_options options = { .size = sizeof options, .file_name = input->name };
	if (!all)
		return MLIRBC_E_NOMEM;
	memcpy(all, host, host_count * sizeof *all);
	memcpy(all + host_count, model, model_count * sizeof *all);
	options.dialects = all;
	options.dialect_count = host_count + model_count;
	enum mlirbc_status status = mlirbc_parse(context, (const char *)input->data, input->size, &options, out, diag);
	free(all);
	return status;
}

static void report(void *ctx, const struct mlirbc_op *op, const struct bef_diag *diag)
{
	struct model *model = ctx;
	(void)op;
	model->reported = true;
	(void)program_error(model->name, diag);
}

static void init(struct model *model, const char *name, bool no_fusing)
{
	*model = (struct model){ .name = name, .no_fusing = no_fusing,
		.lowering = { .size = sizeof model->lowering, .report = report, .report_ctx = model, .no_fusing = no_fusing } };
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
	struct model model;
	char device[64];
	enum bef_status status = BEF_OK;
	init(&model, input->name, options->no_fusing);
	model.lowering.max_reports = SIZE_MAX;
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

static bool contains(const struct cli_input *input, const char *word)
{
	return memmem(input->data, input->size, word, strlen(word)) != NULL;
}

/* The file is sound as BEF, so only the description of its functions is damaged. */
static bool is_sound(const uint8_t *bef, size_t size)
{
	struct bef_reader reader;
	return bef_reader_open(bef, size, &reader, NULL) == BEF_OK && bef_reader_verify(&reader, NULL, NULL) == BEF_OK;
}

bool model_made(const uint8_t *bef, size_t size)
{
	struct bef_stablehlo_signatures *signatures;
	const enum bef_status status = bef_stablehlo_signatures_read(bef, size, NULL, &signatures, NULL);
	if (status != BEF_OK)
		return status == BEF_E_CORRUPT && is_sound(bef, size);
	bool any = signatures->count != 0;
	bef_stablehlo_signatures_free(signatures);
	return any;
}

/* True if the input may be a model. Bytecode contains the names of its dialects as text. */
static bool worth_opening(const struct cli_input *input)
{
	static const char *const dialects[] = { "stablehlo", "vhlo", "chlo" };
	if (bef_is_bef(input->data, input->size))
		return model_made(input->data, input->size);
	if (input->size < 4 || memcmp(input->data, "ML\xEFR", 4) != 0)
		return model_maybe((const char *)input->data, input->size);
	for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++) {
		if (contains(input, dialects[i]))
			return true;
	}
	return !contains(input, "tfrt");
}

int model_error(struct model *model, const struct bef_diag *diag)
{
	return model->reported && diag->status == BEF_E_UNSUPPORTED ? CLI_BAD : program_error(model->name, diag);
}

static int opened(enum bef_status status, const struct bef_diag *diag, struct model *model)
{
	if (status == BEF_OK || (diag->rule && strcmp(diag->rule, BEF_MODEL_RULE_OTHER) == 0))
		return CLI_GOOD;
	return model_error(model, diag);
}

int model_open(const struct cli_input *input, const struct kernels_registry *registry, struct bef_model_options *options,
	struct model *out_model)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	init(out_model, input->name, out_model->no_fusing);
	if (!worth_opening(input))
		return CLI_GOOD;
	options->lowering = &out_model->lowering;
	enum bef_status status = bef_model_open(
		input->data, input->size, input->name, registry, options, &out_model->handle, &diag);
	/* a host program in the syntax of its dialects */
	if (status == BEF_E_SYNTAX && contains(input, "tfrt"))
		return CLI_GOOD;
	return opened(status, &diag, out_model);
}

/* Whether a regular file is a BEF file of a model. Other files are not opened, since the data of a pipe can be read only once. */
static bool is_model_file(const char *path)
{
	struct stat about;
	bool model = false;
	if (strcmp(path, "-") == 0 || stat(path, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size <= 0 ||
		(uintmax_t)about.st_size > SIZE_MAX)
		return false;
	const size_t size = (size_t)about.st_size;
	int fd = cli_open(path);
	void *data = fd < 0 ? MAP_FAILED : mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (data != MAP_FAILED) {
		model = bef_is_bef(data, size) && model_made(data, size);
		munmap(data, size);
	}
	if (fd >= 0)
		close(fd);
	return model;
}

int model_open_file(const char *path, const struct kernels_registry *registry, struct bef_model_options *options,
	struct model *out_model)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	init(out_model, path, out_model->no_fusing);
	if (!is_model_file(path))
		return CLI_GOOD;
	options->lowering = &out_model->lowering;
	return opened(bef_model_open_path(path, registry, options, &out_model->handle, &diag), &diag, out_model);
}

void model_close(struct model *model) { bef_model_close(model->handle); }
