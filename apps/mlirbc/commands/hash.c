/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc hash */
#include "commands/commands.h"
#include "modules/module.h"

#include <mlirbc/hash.h>
#include <string.h>

struct hash {
	const struct cli_command *self;
	bool json;
};

static void print(const struct hash *how, const uint8_t hash[MLIRBC_HASH_SIZE], const char *path)
{
	char text[2 * MLIRBC_HASH_SIZE + 1];
	cli_progress_end();
	for (size_t i = 0; i < MLIRBC_HASH_SIZE; i++)
		snprintf(text + 2 * i, 3, "%02x", hash[i]);
	if (how->json) {
		cli_json_begin(how->self->name, path);
		cli_json_word("hash", text);
		(void)cli_json_end(CLI_GOOD);
		return;
	}
	printf("%s  ", text);
	cli_put_escaped(stdout, path, strlen(path));
	putchar('\n');
}

static int hash_file(void *ctx, const char *path)
{
	struct module module;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	uint8_t hash[MLIRBC_HASH_SIZE];
	cli_progress_begin(((const struct hash *)ctx)->self->name, path);
	int code = module_open(path, false, &module);
	if (code != CLI_GOOD)
		return code;
	if (mlirbc_hash(module.module, hash, &diag) != MLIRBC_OK)
		code = input_error(&module.input, &diag);
	else
		print(ctx, hash, path);
	module_finish(&module);
	return code;
}

int mlirbc_hash_command(const struct cli_command *self, int argc, char **argv)
{
	struct hash how = { self, false };
	const struct cli_option options[] = { CLI_OPTION_JSON(&how.json) };
	return cli_command_each(self, options, sizeof options / sizeof *options, argc, argv, NULL, hash_file, &how);
}
