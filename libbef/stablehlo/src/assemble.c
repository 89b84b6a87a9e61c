/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A model as bytes to a BEF file. */
#include <bef/source.h>
#include <bef/stablehlo.h>
#include <bef/translate.h>
#include <bytecursor/diag.h>
#include <bytecursor/options.h>
#include <string.h>

static enum bef_status fail(struct bef_diag *diag, enum bef_status status, const char *message)
{
	return BYTECURSOR_DIAG_FAIL(diag, status, bef_status_name(status), BEF_NO_OFFSET, "%s", message);
}

enum bef_status bef_stablehlo_assemble(const void *data, size_t size, const char *name,
	const struct bef_allocator *allocator, const struct bef_stablehlo_options *options, uint8_t **out_data,
	size_t *out_size, struct bef_diag *diag)
{
	struct bef_stablehlo_options own = { .size = sizeof own };
	struct bef_source_options how = { .size = sizeof how, .name = name, .allocator = allocator };
	struct bef_source *source;
	struct mlirbc_module *program;
	*out_data = NULL;
	*out_size = 0;
	char message[120];
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return fail(diag, BEF_E_ARG, bytecursor_size_text(message, sizeof message, options->size, "bef_stablehlo_options"));
	if (options)
		memcpy(&own, options, BYTECURSOR_SIZE_TO_COPY(&own, options));
	how.max_memory = own.max_memory;
	how.stop = own.stop;
	how.stop_ctx = own.stop_ctx;
	enum bef_status status = bef_source_open(data, size, &how, &source, diag);
	if (status != BEF_OK)
		return status;
	if (bef_source_module(source))
		status = bef_stablehlo_lower(bef_source_module(source), options, &program, diag);
	else
		status = fail(diag, BEF_E_UNSUPPORTED, "this is a BEF file, expected a model as MLIR text or bytecode");
	if (status == BEF_OK)
		status = bef_assemble(program, allocator, NULL, out_data, out_size, diag);
	bef_source_close(source);
	return status;
}
