/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inputs and their errors. */
#include "inputs/input.h"
#include "../cli/door.h"

#include <inttypes.h>

int input_open(const char *path, struct cli_input *out_input)
{
	/* the reader of unknown data tells how bytecode begins */
	static const struct cli_door door = { .wanted = CLI_KIND(BYTECODE) | CLI_KIND(TEXT), .passed = CLI_KIND(EMPTY) | CLI_KIND(UNKNOWN),
		.expected = "MLIR text or bytecode", .mapped = true };
	return cli_enter(path, &door, out_input);
}

int input_error(const struct cli_input *input, const struct mlirbc_diag *diag)
{
	if (cli_problem(diag->offset, diag->line, diag->column, diag->message)) {
		/* part of a JSON object */
	} else if (diag->line) {
		cli_error_at(input->name, diag->line, diag->column, diag->message);
		source_show((const char *)input->data, input->size, diag->line, diag->column);
	} else if (diag->offset == MLIRBC_NO_OFFSET) {
		cli_error("%s: %s", input->name, diag->message);
	} else {
		cli_error("%s: 0x%" PRIx64 ": %s", input->name, diag->offset, diag->message);
	}
	return diag->status == MLIRBC_E_NOMEM ? CLI_SYSTEM : CLI_BAD;
}
