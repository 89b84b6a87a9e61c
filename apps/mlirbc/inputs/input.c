/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inputs and their errors. */
#include "inputs/input.h"
#include "inputs/limits.h"
#include "../cli/door.h"

#include <inttypes.h>
#ifdef MLIRBC_APP_STABLEHLO
#include <mlirbc/jax_export.h>
#include <stdlib.h>
#include <string.h>

/* The artifact in an export of JAX takes the place of the file. */
static int enter_export(struct cli_input *input)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	const struct mlirbc_jax_export *exported;
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	uint8_t *artifact = NULL;
	size_t size = 0;
	enum mlirbc_status status = context ? mlirbc_jax_export_open(context, input->data, input->size, &exported, &diag) : MLIRBC_E_NOMEM;
	if (status == MLIRBC_OK && (artifact = malloc(exported->module_size)) != NULL)
		memcpy(artifact, exported->module, size = exported->module_size);
	mlirbc_context_destroy(context);
	const int code = artifact ? CLI_GOOD : status != MLIRBC_OK && status != MLIRBC_E_NOMEM ? input_error(input, &diag) : cli_out_of_memory();
	const struct cli_input plain = { .data = artifact, .size = size, .name = input->name, .kind = BYTECURSOR_KIND_BYTECODE };
	cli_input_finish(input);
	if (artifact)
		*input = plain;
	return code;
}
#else
static int enter_export(struct cli_input *input)
{
	cli_error("%s: this is an export of JAX, and %s was built without StableHLO", input->name, cli_name());
	cli_input_finish(input);
	return CLI_BAD;
}
#endif

int input_open(const char *path, struct cli_input *out_input)
{
	/* the reader of unknown data tells how bytecode begins */
	static const struct cli_door door = { .wanted = CLI_KIND(BYTECODE) | CLI_KIND(TEXT) | CLI_KIND(JAX_EXPORT), .passed = CLI_KIND(EMPTY) | CLI_KIND(UNKNOWN),
		.expected = "MLIR text or bytecode", .mapped = true };
	const int code = cli_enter(path, &door, out_input);
	return code == CLI_GOOD && out_input->kind == BYTECURSOR_KIND_JAX_EXPORT ? enter_export(out_input) : code;
}

int input_error(const struct cli_input *input, const struct mlirbc_diag *diag)
{
	char message[sizeof diag->message + 64];
	snprintf(message, sizeof message, "%s%s", diag->message, limits_hint(diag->message));
	if (cli_problem(diag->offset, diag->line, diag->column, message)) {
		/* part of a JSON object */
	} else if (diag->line) {
		cli_error_at(input->name, diag->line, diag->column, message);
		source_show((const char *)input->data, input->size, diag->line, diag->column);
	} else if (diag->offset == MLIRBC_NO_OFFSET) {
		cli_error("%s: %s", input->name, message);
	} else {
		cli_error("%s: 0x%" PRIx64 ": %s", input->name, diag->offset, message);
	}
	return diag->status == MLIRBC_E_NOMEM ? CLI_SYSTEM : CLI_BAD;
}
