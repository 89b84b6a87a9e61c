/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fuzz target: text that parses and verifies runs through passes; its size selects which, so mutants of one text meet different ones.
 * Properties: a failure has a status and a message; the module verifies and prints afterwards, and all passes together succeed or fail
 * again with a message. */
#include <mlirbc/mlirbc.h>
#include <mlirbc/stablehlo.h>
#include <mlirbc/stablehlo_passes.h>
#include <mlirbc/stablehlo_verify.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int ignore(void *ctx, const char *text, size_t size)
{
	*(size_t *)ctx += size + (text == NULL);
	return 0;
}

static void run(struct mlirbc_module *module, unsigned passes)
{
	const struct mlirbc_stablehlo_pass_options options = { .size = sizeof options, .max_ops = 20000 };
	struct mlirbc_print_options print = { .size = sizeof print, .pretty = true };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT, after = MLIRBC_DIAG_INIT;
	size_t printed = 0;
	enum mlirbc_status status = mlirbc_stablehlo_run(module, passes, &options, NULL, &diag);
	if (status != MLIRBC_OK && (diag.status != status || !diag.message[0]))
		abort();
	if (mlirbc_stablehlo_verify_module(module, NULL, &after) == MLIRBC_E_CORRUPT) {
		fprintf(stderr, "passes %u: %s; then line %u: %s\n", passes, diag.message, after.line, after.message);
		abort();
	}
	print.dialects = mlirbc_stablehlo_printing(&print.dialect_count);
	status = mlirbc_print(module, &print, ignore, &printed);
	if (status != MLIRBC_OK && status != MLIRBC_E_LIMIT && status != MLIRBC_E_NOMEM)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_parse_options options = { .size = sizeof options, .max_depth = 100 };
	struct mlirbc_module *module;
	if (!context)
		abort();
	mlirbc_context_limit(context, (size_t)64 << 20);
	options.dialects = mlirbc_stablehlo_assembly(&options.dialect_count);
	if (mlirbc_parse(context, (const char *)data, size, &options, &module, NULL) == MLIRBC_OK &&
		mlirbc_stablehlo_verify_module(module, NULL, NULL) == MLIRBC_OK) {
		run(module, 1U << size % 9);
		run(module, MLIRBC_STABLEHLO_ALL);
	}
	mlirbc_context_destroy(context);
	return 0;
}
