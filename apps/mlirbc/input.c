/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inputs and their errors. */
#include "mlirbc.h"
#include "../cli/compressed.h"
#include "../cli/guard.h"
#include "../cli/kind.h"

#include <inttypes.h>
#include <mlirbc/mapping.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns false if the file cannot be mapped, because it is a pipe or empty. */
static bool map(int fd, const char *path, struct input *out_input)
{
	struct mlirbc_mapping mapping;
	if (mlirbc_mapping_map(fd, false, &mapping) == MLIRBC_OK && mapping.data)
		*out_input = (struct input){ mapping.data, mapping.size, path, true };
	return out_input->mapped;
}

static bool is_module(const uint8_t *data, size_t size)
{
	const enum cli_kind kind = cli_kind_of(data, size);
	return kind == CLI_KIND_BYTECODE || kind == CLI_KIND_TEXT;
}

static int decompress(struct input *input)
{
	const struct cli_input from = { (uint8_t *)(uintptr_t)input->data, input->size, input->name };
	struct input plain = { .name = input->name };
	uint8_t *data;
	int code = cli_decompress_some(
		&from, cli_most_decompressed(input->size), "--max-decompressed", is_module, &data, &plain.size);
	input_finish(input);
	plain.data = data;
	if (code == CLI_GOOD)
		*input = plain;
	return code;
}

static int open_wanted(const char *path, cli_wanted_fn *wanted, struct input *out_input)
{
	struct cli_input read;
	*out_input = (struct input){ .mapped = false };
	int fd = cli_open(path), code = CLI_GOOD;
	if (fd >= 0 && fd != STDIN_FILENO && map(fd, path, out_input)) {
		close(fd);
	} else {
		code = cli_read_from_wanted(fd, path, wanted, &read);
		if (code == CLI_GOOD)
			*out_input = (struct input){ read.data, read.size, read.name, false };
	}
	return code;
}

int input_open_raw(const char *path, struct input *out_input) { return open_wanted(path, NULL, out_input); }

/* Other files are refused here. Unknown ones are left to the reader, which tells how bytecode begins. */
static int check_kind(struct input *input)
{
	const enum cli_kind kind = cli_kind_of(input->data, input->size);
	cli_input_is(kind == CLI_KIND_BYTECODE ? "bytecode" : "text");
	if (kind != CLI_KIND_BEF && kind != CLI_KIND_IMAGES && kind != CLI_KIND_ARRAYS)
		return CLI_GOOD;
	const int code = cli_kind_refuse(input->name, input->data, input->size, "MLIR text or bytecode");
	input_finish(input);
	return code;
}

int input_open(const char *path, struct input *out_input)
{
	int code = open_wanted(path, is_module, out_input);
	if (code == CLI_GOOD && cli_is_compressed(out_input->data, out_input->size))
		code = decompress(out_input);
	return code == CLI_GOOD ? check_kind(out_input) : code;
}

void input_finish(struct input *input)
{
	if (input->mapped) {
		struct mlirbc_mapping mapping = { input->data, input->size };
		(void)cli_guard_check(); /* the program reports it in the end */
		mlirbc_mapping_close(&mapping);
	} else {
		struct cli_input read = { .data = (uint8_t *)(uintptr_t)input->data };
		cli_input_finish(&read);
	}
	*input = (struct input){ .mapped = false };
}

int paths_parse(const struct cli_command *self, const struct cli_option *options, size_t count, int argc, char **argv,
	const char *otherwise, const char ***out_paths, size_t *out_count)
{
	const char **paths = malloc(((size_t)argc + 1) * sizeof *paths);
	*out_count = 0;
	*out_paths = NULL;
	if (!paths)
		return cli_out_of_memory();
	int code = cli_parse_many(self, options, count, argc, argv, paths, out_count);
	if (code != CLI_GO_ON) {
		free(paths);
		return code;
	}
	if (*out_count == 0 && otherwise)
		paths[(*out_count)++] = otherwise;
	*out_paths = paths;
	return CLI_GO_ON;
}

int input_error(const struct input *input, const struct mlirbc_diag *diag)
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
