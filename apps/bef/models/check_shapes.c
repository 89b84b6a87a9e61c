/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef check --shape: gives arguments of a model static shapes before it is checked. */
#include "models/arguments.h"
#include "models/check.h"
#include "program/program.h"

#include <inttypes.h>
#include <mlirbc/build.h>
#include <mlirbc/edit.h>
#include <mlirbc/stablehlo_names.h>
#include <mlirbc/stablehlo_passes.h>
#include <stdlib.h>
#include <string.h>

/* main, or the only function that is not private; NULL: there are none or several. */
static const struct mlirbc_op *find_function(const struct mlirbc_module *module)
{
	const struct mlirbc_string name = { "main", 4 };
	const struct mlirbc_op *found = mlirbc_block_symbol(mlirbc_module_symbols(module), &name);
	size_t count = 0;
	if (found && mlirbc_op_is(found, "func.func"))
		return found;
	for (const struct mlirbc_op *op = mlirbc_module_symbols(module)->first; op; op = op->next) {
		if (!mlirbc_op_is(op, "func.func") || mlirbc_op_is_private(op))
			continue;
		found = op;
		count++;
	}
	return count == 1 ? found : NULL;
}

/* As for a run: by name, number (arg0), or the last words of a name. */
static int find_argument(const struct mlirbc_op *function, uint32_t count, const char *name, size_t size, uint32_t *out_index)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_stablehlo_value *values = calloc((size_t)count + 1, sizeof *values);
	if (!values)
		return cli_out_of_memory();
	for (uint32_t i = 0; i < count; i++) {
		struct mlirbc_string own;
		if (mlirbc_stablehlo_argument_name(function, i, &own))
			values[i].name = (struct bef_string){ own.data, own.size };
	}
	const struct mlirbc_attr *symbol = mlirbc_op_attr(function, "sym_name");
	struct bef_stablehlo_function called = { .arguments = values, .argument_count = count };
	if (symbol && symbol->kind == MLIRBC_ATTR_STRING)
		called.name = (struct bef_string){ symbol->u.string->data, symbol->u.string->size };
	const enum bef_status status = bef_stablehlo_find_argument(&called, name, size, out_index, &diag);
	free(values);
	if (status != BEF_OK)
		cli_error("--shape: %s", diag.message);
	return status == BEF_OK ? CLI_GOOD : CLI_USAGE;
}

static const struct mlirbc_type *with_dims(struct mlirbc_context *context, const struct mlirbc_type *type, const char *text, size_t size)
{
	int64_t dims[KERNELS_MAX_RANK];
	if (type->kind != MLIRBC_TYPE_TENSOR || type->u.shaped.rank > KERNELS_MAX_RANK ||
		!arguments_parse_shape(text, size, (uint32_t)type->u.shaped.rank, dims))
		return NULL;
	for (size_t i = 0; i < type->u.shaped.rank; i++) {
		if (type->u.shaped.dims[i] != MLIRBC_DYNAMIC && type->u.shaped.dims[i] != dims[i])
			return NULL;
	}
	return mlirbc_type_shaped(context, MLIRBC_TYPE_TENSOR, dims, type->u.shaped.rank, type->u.shaped.element);
}

/* "NAME=2x3" */
static int read_line(const struct mlirbc_op *function, const struct mlirbc_block *body, struct mlirbc_context *context, const char *line,
	size_t size, struct mlirbc_stablehlo_argument *out)
{
	const char *equals = memchr(line, '=', size);
	uint32_t index = 0;
	if (!equals) {
		cli_error("--shape: expected the name of an argument, = and a shape such as 2x3, found '%.*s'", (int)size, line);
		return CLI_USAGE;
	}
	const int code = find_argument(function, body->argument_count, line, (size_t)(equals - line), &index);
	if (code != CLI_GOOD)
		return code;
	*out = (struct mlirbc_stablehlo_argument){ .index = index };
	out->type = with_dims(context, body->arguments[index].type, equals + 1, size - (size_t)(equals + 1 - line));
	if (out->type)
		return CLI_GOOD;
	cli_error("--shape: '%.*s' does not fit argument %" PRIu32, (int)size, line, index);
	return CLI_USAGE;
}

int check_shapes(const struct check *check, struct mlirbc_module *module)
{
	const struct mlirbc_op *function = find_function(module);
	const struct mlirbc_block *body = function && function->region_count ? mlirbc_op_regions(function)->first : NULL;
	struct mlirbc_diag why = MLIRBC_DIAG_INIT;
	struct bef_diag diag = BEF_DIAG_INIT;
	size_t count = 0;
	int code = CLI_GOOD;
	if (!body) {
		cli_error("%s: --shape is for the function main, or the only one", check->name);
		return CLI_BAD;
	}
	const struct mlirbc_attr *symbol = mlirbc_op_attr(function, "sym_name");
	char *name = symbol && symbol->kind == MLIRBC_ATTR_STRING ? strndup(symbol->u.string->data, symbol->u.string->size) : NULL;
	struct mlirbc_stablehlo_argument *arguments = calloc(strlen(check->shapes) + 1, sizeof *arguments); /* a line has a byte */
	if (!name || !arguments)
		code = cli_out_of_memory();
	for (const char *at = check->shapes; code == CLI_GOOD && *at; at += *at == '\n') {
		const size_t size = strcspn(at, "\n");
		code = read_line(function, body, module->context, at, size, &arguments[count++]);
		at += size;
	}
	const struct mlirbc_stablehlo_refine_options options = { .size = sizeof options, .function = name };
	if (code == CLI_GOOD && mlirbc_stablehlo_refine(module, arguments, count, &options, NULL, &why) != MLIRBC_OK)
		code = program_error(check->name, check_diag(&why, &diag));
	free(arguments);
	free(name);
	return code;
}
