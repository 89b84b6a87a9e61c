/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc verify */
#include "module.h"

#include <inttypes.h>
#include <mlirbc/verify.h>
#include <stdlib.h>

static int verify(const char *path, const struct module_limits *limits)
{
	struct input input;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	const struct mlirbc_verify_options options = {
		.size = sizeof options, .max_depth = limits->depth, .max_work = limits->work, .memory = limits->memory
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
	input_finish(&input);
	return code;
}

int mlirbc_verify_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path;
	bool decode_only = false;
	struct limit_texts texts = { NULL, NULL, NULL };
	const struct cli_option options[] = {
		{ "decode-only", 0, NULL, "only create the IR in memory, for measurements", NULL, &decode_only },
		OPTIONS_LIMITS(texts),
	};
	struct module_limits limits;
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code != CLI_GO_ON || (code = module_limits(self, &texts, &limits)) != CLI_GO_ON)
		return code;
	if (!decode_only)
		return verify(path, &limits);
	static struct module module; /* the end of the process frees it, which is faster */
	return module_open(path, false, &limits, &module);
}
