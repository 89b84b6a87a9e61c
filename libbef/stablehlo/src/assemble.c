/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A model as bytes to a BEF file. */
#include <bef/stablehlo.h>
#include <bef/translate.h>
#include <mlirbc/load.h>
#include <mlirbc/parse.h>
#include <mlirbc/stablehlo.h>
#include <stdio.h>
#include <string.h>

static bool is_bytecode(const void *data, size_t size)
{
	static const uint8_t magic[] = { 'M', 'L', 0xEF, 'R' };
	return size >= sizeof magic && memcmp(data, magic, sizeof magic) == 0;
}

/* Both libraries have the same numbers for the same statuses. */
static enum bef_status convert_status(enum mlirbc_status status, const struct mlirbc_diag *from, struct bef_diag *to)
{
	if (status == MLIRBC_OK || !to)
		return (enum bef_status)status;
	struct bef_diag full = { sizeof full, (enum bef_status)status, bef_status_name((enum bef_status)status), from->offset,
		from->line, from->column, { 0 } };
	snprintf(full.message, sizeof full.message, "%s", from->message);
	size_t size = to->size;
	memcpy(to, &full, size < sizeof full ? size : sizeof full);
	to->size = size;
	return full.status;
}

static enum bef_status read_model(struct mlirbc_context *context, const void *data, size_t size, const char *name,
	struct mlirbc_module **out_module, struct bef_diag *diag)
{
	struct mlirbc_diag why = MLIRBC_DIAG_INIT;
	enum mlirbc_status status;
	if (is_bytecode(data, size)) {
		status = mlirbc_load(context, data, size, NULL, out_module, &why);
	} else {
		struct mlirbc_parse_options options = { .size = sizeof options, .file_name = name };
		options.dialects = mlirbc_stablehlo_assembly(&options.dialect_count);
		status = mlirbc_parse(context, data, size, &options, out_module, &why);
	}
	return convert_status(status, &why, diag);
}

enum bef_status bef_stablehlo_assemble(const void *data, size_t size, const char *name,
	const struct bef_allocator *allocator, const struct bef_stablehlo_options *options, uint8_t **out_data,
	size_t *out_size, struct bef_diag *diag)
{
	struct mlirbc_allocator memory;
	if (allocator)
		memory = (struct mlirbc_allocator){ allocator->alloc, allocator->resize, allocator->free, allocator->ctx };
	struct mlirbc_context *context = mlirbc_context_create(allocator ? &memory : NULL);
	struct mlirbc_module *model, *program;
	*out_data = NULL;
	*out_size = 0;
	if (!context)
		return BEF_E_NOMEM;
	enum bef_status status = read_model(context, data, size, name, &model, diag);
	if (status == BEF_OK)
		status = bef_stablehlo_lower(model, options, &program, diag);
	if (status == BEF_OK)
		status = bef_assemble(program, allocator, NULL, out_data, out_size, diag);
	mlirbc_context_destroy(context);
	return status;
}
