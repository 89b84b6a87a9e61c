/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc verify */
#include "commands/commands.h"
#include "inputs/limits.h"
#include "modules/module.h"

#include <mlirbc/verify.h>
#include <stdlib.h>
#ifdef MLIRBC_APP_STABLEHLO
#include <mlirbc/load.h>
#include <mlirbc/stablehlo.h>
#include <mlirbc/stablehlo_verify.h>
#include <mlirbc/stablehlo_vhlo.h>
#include <string.h>
#endif

struct verify {
	const struct cli_command *self;
	bool json;
};

#ifdef MLIRBC_APP_STABLEHLO
/* Whether the module has operations that the verifier of StableHLO knows, or would know after their conversion. */
static bool has_stablehlo(const struct mlirbc_module *module)
{
	struct mlirbc_op *root = module->body->first;
	for (struct mlirbc_op *op = root ? mlirbc_op_next_pre(root, NULL) : NULL; op; op = mlirbc_op_next_pre(root, op)) {
		if (mlirbc_stablehlo_is_op(op->name) || (op->name->size > 5 && memcmp(op->name->data, "vhlo.", 5) == 0))
			return true;
	}
	return false;
}

/* The constraints of StableHLO's operations, in a file that is good bytecode. */
static int verify_stablehlo(const struct cli_input *input)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	const struct mlirbc_load_options options = module_load_options();
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	if (!context)
		return cli_out_of_memory();
	mlirbc_context_limit(context, limits.memory);
	enum mlirbc_status status = mlirbc_load(context, input->data, input->size, &options, &module, &diag);
	if (status == MLIRBC_OK && has_stablehlo(module)) {
		status = mlirbc_stablehlo_from_vhlo(module, NULL, &diag);
		if (status == MLIRBC_OK)
			status = mlirbc_stablehlo_verify_module(module, NULL, &diag);
	}
	int code = status == MLIRBC_OK ? CLI_GOOD : status == MLIRBC_E_NOMEM ? CLI_SYSTEM : CLI_BAD;
	/* Not input_error(): the line is one of the source, the input is bytecode. */
	if (code != CLI_GOOD && !cli_problem(diag.offset, diag.line, diag.column, diag.message)) {
		if (diag.line)
			cli_error_at(input->name, diag.line, diag.column, diag.message);
		else
			cli_error("%s: %s", input->name, diag.message);
	}
	mlirbc_context_destroy(context);
	return code;
}
#endif

static int verify(void *ctx, const char *path)
{
	(void)ctx;
	struct cli_input input;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	const struct mlirbc_verify_options options = {
		.size = sizeof options, .max_depth = limits.depth, .max_work = limits.work, .memory = limits.memory,
		.producer = limits.producer
	};
	const char *rule;
	int code = input_open_bytecode(path, &input);
	if (code != CLI_GOOD)
		return code;
	if (mlirbc_verify(input.data, input.size, &options, &rule, &diag) != MLIRBC_OK) {
		size_t length = 0;
		while (diag.message[length])
			length++;
		if (rule) /* the diagnostic contains the whole message unless it was truncated */
			snprintf(diag.message + length, sizeof diag.message - length, " [%s]", rule);
		code = input_error(&input, &diag);
	}
#ifdef MLIRBC_APP_STABLEHLO
	if (code == CLI_GOOD)
		code = verify_stablehlo(&input);
#endif
	cli_input_finish(&input);
	return code;
}

static int verify_file(void *ctx, const char *path)
{
	const struct verify *how = ctx;
	return cli_verify_file(how->self, path, how->json, verify, ctx);
}

int mlirbc_verify_command(const struct cli_command *self, int argc, char **argv)
{
	struct cli_files files;
	struct verify how = { .self = self };
	bool decode_only = false;
	const struct cli_option options[] = {
		{ "decode-only", 0, NULL, "only create the IR in memory, for measurements", NULL, &decode_only },
		CLI_OPTION_JSON(&how.json),
	};
	int code = cli_parse_files(self, options, sizeof options / sizeof *options, argc, argv, &files);
	if (code != CLI_GO_ON)
		return code;
	static struct module module; /* the end of the process frees it, which is faster */
	if (!decode_only)
		code = cli_each_file(&files, false, verify_file, &how);
	else
		code = files.count == 1 ? module_open(files.paths[0], false, &module)
					: cli_usage(self, "--decode-only requires a single file");
	free(files.paths);
	return code;
}
