/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "program/lower.h"

#include <bef/model.h>
#include <stdio.h>
#include <string.h>

/* Line and column are those of the location's file, which may be a source of the framework's program. */
static void report(void *ctx, const struct mlirbc_op *op, const struct bef_diag *diag)
{
	enum { PATH_MOST = 400 }; /* the end of a longer path */
	struct lowering *lowering = ctx;
	const struct mlirbc_attr *place = mlirbc_loc_place(mlirbc_op_location(op));
	const struct mlirbc_string *file = place && diag->line ? place->u.file.file : NULL;
	char name[PATH_MOST + 1], text[sizeof diag->message + sizeof name + 32];
	lowering->reported = true;
	if (!file || (file->size == strlen(lowering->name) && memcmp(file->data, lowering->name, file->size) == 0)) {
		(void)program_error(lowering->name, diag);
		return;
	}
	const size_t size = file->size < PATH_MOST ? file->size : PATH_MOST;
	memcpy(name, file->data + (file->size - size), size);
	name[size] = '\0';
	snprintf(text, sizeof text, "%s (%s:%u:%u)", diag->message, name, (unsigned)diag->line, (unsigned)diag->column);
	if (!cli_problem(UINT64_MAX, 0, 0, text))
		(void)program_error(name, diag);
}

/* Models with dynamic shapes are lowered for each shape, and say the same each time. */
static void note(void *ctx, const struct mlirbc_op *op, const struct bef_diag *diag)
{
	struct lowering *lowering = ctx;
	(void)op;
	if (lowering->noted)
		return;
	if (diag->line)
		cli_note(lowering->name, "%u:%u: %s", diag->line, diag->column, diag->message);
	else
		cli_note(lowering->name, "%s", diag->message);
}

void lowering_begin(struct lowering *lowering, const char *name)
{
	const char *semantics = lowering->semantics;
	lowering->name = name;
	lowering->reported = lowering->noted = false;
	lowering->options = (struct bef_stablehlo_options){ .size = sizeof lowering->options, .report = report, .report_ctx = lowering, .note = note,
		.no_fusing = lowering->no_fusing, .no_code = lowering->no_code, .every_branch = lowering->every_branch, .max_reports = lowering->every_report ? SIZE_MAX : 0,
		.semantics = semantics && strcmp(semantics, "spec") == 0 ? BEF_SEMANTICS_SPEC : BEF_SEMANTICS_XLA };
}

bool lowering_has_kernel(void *ctx, const char *name, size_t name_size)
{
	char kernel[256];
	int size = snprintf(kernel, sizeof kernel, "hlo.custom_call.%.*s", (int)(name_size < sizeof kernel ? name_size : 0), name);
	return size > 0 && (size_t)size < sizeof kernel && kernels_registry_find(ctx, kernel, (size_t)size) != NULL;
}

enum bef_status program_lower(const struct cli_input *input, const struct program_options *options, struct mlirbc_module **module,
	bool *out_reported, struct bef_diag *diag)
{
	struct lowering lowering = { .no_fusing = options->no_fusing, .semantics = options->semantics, .every_report = true };
	char device[64];
	enum bef_status status = BEF_OK;
	lowering_begin(&lowering, input->name);
	lowering.options.custom_call = options->registry ? lowering_has_kernel : NULL;
	lowering.options.custom_call_ctx = (void *)(uintptr_t)options->registry;
	*out_reported = false;
	if (!bef_stablehlo_is_model(*module))
		return BEF_OK;
	if (options->device)
		status = bef_model_lowering_device(options->device, &lowering.options, device, sizeof device, diag);
	if (status == BEF_OK)
		status = bef_stablehlo_lower(*module, &lowering.options, module, diag);
	*out_reported = lowering.reported && status == BEF_E_UNSUPPORTED;
	return status;
}
