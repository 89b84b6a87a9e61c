/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* StableHLO models become host programs when they are loaded. */
#include "model.h"
#include "../cli/source.h"

#include <bef/stablehlo.h>
#include <mlirbc/parse.h>
#include <mlirbc/stablehlo.h>
#include <stdlib.h>
#include <string.h>

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

struct refusals {
	const char *name;
	bool any;
};

static void report(void *ctx, const struct mlirbc_op *op, const struct bef_diag *diag)
{
	struct refusals *refusals = ctx;
	(void)op;
	refusals->any = true;
	(void)program_error(refusals->name, diag);
}

enum bef_status model_lower(
	const struct cli_input *input, struct mlirbc_module **module, bool *out_reported, struct bef_diag *diag)
{
	struct refusals refusals = { input->name, false };
	const struct bef_stablehlo_options options = { .size = sizeof options, .report = report, .report_ctx = &refusals };
	*out_reported = false;
	if (!bef_stablehlo_is_model(*module))
		return BEF_OK;
	enum bef_status status = bef_stablehlo_lower(*module, &options, module, diag);
	*out_reported = refusals.any && status == BEF_E_UNSUPPORTED;
	return status;
}
