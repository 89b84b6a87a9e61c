/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc hash */
#include "module.h"

#include <mlirbc/hash.h>
#include <stdlib.h>

static int print_hash(const char *path)
{
	struct module module;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	uint8_t hash[MLIRBC_HASH_SIZE];
	int code = module_open(path, false, NULL, &module);
	if (code != CLI_GOOD)
		return code;
	if (mlirbc_hash(module.module, hash, &diag) != MLIRBC_OK) {
		code = input_error(&module.input, &diag);
	} else {
		for (size_t i = 0; i < sizeof hash; i++)
			printf("%02x", hash[i]);
		printf("  %s\n", path);
	}
	module_finish(&module);
	return code;
}

int mlirbc_hash_command(const struct cli_command *self, int argc, char **argv)
{
	const char **paths;
	size_t count;
	int code = paths_parse(self, NULL, 0, argc, argv, "-", &paths, &count);
	if (code != CLI_GO_ON)
		return code;
	code = CLI_GOOD;
	for (size_t i = 0; i < count; i++) {
		int result = print_hash(paths[i]);
		code = result > code ? result : code;
	}
	free(paths);
	return code;
}
