/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef verify */
#include "open.h"

#include <bef/reader.h>

static enum bef_status verify_bytes(const struct program *program, struct bef_diag *diag)
{
	struct bef_reader reader;
	enum bef_status status = bef_reader_open(program->bef, program->bef_size, &reader, diag);
	return status == BEF_OK ? bef_reader_verify(&reader, NULL, diag) : status;
}

/* Binds every kernel as for a run, without running any. */
static int verify_kernels(const struct program *program, const char *packs)
{
	struct bef_file *file;
	struct diagnostics diagnostics;
	struct kernels_registry *registry;
	int code = packs_registry(packs, &registry);
	if (code != CLI_GOOD)
		return code;
	if (!diagnostics_init(&diagnostics, false)) {
		kernels_registry_destroy(registry);
		cli_error("out of memory");
		return CLI_SYSTEM;
	}
	code = program_open(program, registry, NULL, &diagnostics, NULL, &file);
	bef_file_close(file);
	diagnostics_finish(&diagnostics);
	kernels_registry_destroy(registry);
	return code;
}

int bef_verify_command(const struct cli_command *self, int argc, char **argv)
{
	bool kernels = false;
	const char *packs = NULL;
	const struct cli_option options[] = {
		{ "kernels", 0, NULL, "also check that every kernel exists and is used according to its signature",
			NULL, &kernels },
		PACKS_OPTION(&packs),
	};
	struct program program;
	int code = program_command(self, options, sizeof options / sizeof *options, argc, argv, &program);
	if (code != CLI_GO_ON)
		return code;
	code = CLI_GOOD;
	struct bef_diag diag = BEF_DIAG_INIT;
	if (verify_bytes(&program, &diag) != BEF_OK)
		code = program_error(program.input.name, &diag);
	else if (kernels || packs)
		code = verify_kernels(&program, packs);
	program_finish(&program);
	return code;
}
