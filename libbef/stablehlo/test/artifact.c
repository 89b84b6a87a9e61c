/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "artifact.h"

#include <mlirbc/mlirbc.h>
#include <mlirbc/stablehlo.h>
#include <mlirbc/stablehlo_vhlo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int put(void *ctx, const char *data, size_t size)
{
	struct artifact *out = ctx;
	if (out->size + size > out->room) {
		char *larger = realloc(out->data, 2 * (out->size + size));
		if (!larger)
			return 1;
		out->data = larger;
		out->room = 2 * (out->size + size);
	}
	memcpy(out->data + out->size, data, size);
	out->size += size;
	return 0;
}

bool artifact_make(const char *text, size_t size, struct artifact *out, char *why, size_t why_size)
{
	const struct mlirbc_stablehlo_vhlo_options mixed = { .size = sizeof mixed, .allow_other_dialects = true };
	struct mlirbc_parse_options options = { .size = sizeof options };
	struct mlirbc_stablehlo_artifact form = { 0 };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	*out = (struct artifact){ .data = NULL };
	if (!context)
		abort();
	options.dialects = mlirbc_stablehlo_assembly(&options.dialect_count);
	enum mlirbc_status status = mlirbc_parse(context, text, size, &options, &module, &diag);
	if (status == MLIRBC_OK)
		status = mlirbc_stablehlo_to_vhlo(module, MLIRBC_STABLEHLO_CURRENT, &mixed, &diag);
	if (status == MLIRBC_OK)
		status = mlirbc_stablehlo_artifact_form(MLIRBC_STABLEHLO_CURRENT, &form);
	const struct mlirbc_write_options writing = { .size = sizeof writing, .has_version = true,
		.version = form.bytecode_version, .producer = form.producer };
	if (status == MLIRBC_OK)
		status = mlirbc_write(module, &writing, put, out, &diag);
	if (status != MLIRBC_OK)
		snprintf(why, why_size, "%u:%u: %s", diag.line, diag.column, diag.message);
	mlirbc_context_destroy(context);
	return status == MLIRBC_OK;
}

void artifact_free(struct artifact *artifact)
{
	free(artifact->data);
	*artifact = (struct artifact){ .data = NULL };
}
