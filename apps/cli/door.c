/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "door.h"
#include "compressed.h"
#include "guard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* For each kind: the name of its format (cli_input_is()), and the program that reads it. */
static const struct {
	uint32_t kinds;
	const char *format, *reader;
} uses[] = {
	{ CLI_KIND(TEXT), "text", NULL },
	{ CLI_KIND(BEF), NULL, "'bef disassemble' writes its program as MLIR text" },
	{ CLI_KIND(BYTECODE), "bytecode", "'mlirbc' and 'bef' read it" },
	{ CLI_KIND(JAX_EXPORT), "jax", "'bef' and 'mlirbc' read it" },
	{ CLI_KIND(ELF), "syclbin", "'syclbin' reads the device images in it" },
	{ CLI_KINDS_OF_IMAGES, "syclbin", "'syclbin' reads it" },
	{ CLI_KIND(NPY), "npy", "'bef run' takes it with --input" },
	{ CLI_KIND(ZIP), "npz", "'bef run' takes arrays with --input" },
	{ CLI_KINDS_OF_WEIGHTS, NULL, "'bef run MODEL' takes it with --weights, and 'bef tensors' lists it" },
	{ UINT32_MAX, NULL, NULL },
};

static size_t use_of(enum bytecursor_kind kind)
{
	size_t i = 0;
	while (!(uses[i].kinds >> kind & 1))
		i++;
	return i;
}

bool cli_door_wants(const struct cli_door *door, const uint8_t *data, size_t size)
{
	return !door || (door->wanted >> bytecursor_kind_of(data, size) & 1);
}

static int refuse(const struct cli_input *input, const char *expected)
{
	char found[300], message[400];
	const char *reader = uses[use_of(input->kind)].reader;
	snprintf(message, sizeof message, "%s%s%s", bytecursor_kind_message(input->data, input->size, expected, found, sizeof found),
		reader ? "; " : "", reader ? reader : "");
	if (!cli_problem(0, 0, 0, message))
		cli_error("%s: 0x0: %s", input->name, message);
	return CLI_BAD;
}

/* False if the file cannot be mapped, because it is a pipe or empty. */
static bool map(int fd, const char *path, bool keep_open, struct cli_input *out_input)
{
	const void *data;
	size_t size;
	if (fd < 0 || fd == STDIN_FILENO || !cli_program.map(fd, &data, &size))
		return false;
	*out_input = (struct cli_input){ .data = (uint8_t *)(uintptr_t)data, .size = size, .name = path, .mapped = true,
		.keeps_fd = keep_open, .fd = fd };
	if (!keep_open)
		close(fd);
	return true;
}

static int map_or_read(const char *path, const struct cli_door *door, bool keep_open, struct cli_input *out_input)
{
	const int fd = cli_open(path);
	return map(fd, path, keep_open, out_input) ? CLI_GOOD : cli_read_from_wanted(fd, path, door, out_input);
}

static int decompress(const struct cli_door *door, struct cli_input *input)
{
	struct cli_input plain = { .name = input->name, .decompressed = true };
	const uint64_t most = cli_most_decompressed(input->size);
	/* the option allows more than the default of --max-decompressed, but not than its value */
	const bool own = door->limit && (door->limit < most || !cli_max_decompressed);
	const int code = cli_decompress_some(input, own ? door->limit : most, own ? door->limit_option : "--max-decompressed", door,
		&plain.data, &plain.size);
	cli_input_finish(input);
	*input = plain;
	return code;
}

int cli_enter(const char *path, const struct cli_door *door, struct cli_input *out_input)
{
	int code = door->mapped ? map_or_read(path, door, door->keep_open, out_input)
				: cli_read_from_wanted(cli_open(path), path, door, out_input);
	if (code == CLI_GOOD && cli_is_compressed(out_input->data, out_input->size))
		code = decompress(door, out_input);
	if (code != CLI_GOOD)
		return code;
	out_input->kind = bytecursor_kind_of(out_input->data, out_input->size);
	cli_input_is(uses[use_of(out_input->kind)].format);
	if ((door->wanted | door->passed) >> out_input->kind & 1)
		return CLI_GOOD;
	code = refuse(out_input, door->expected);
	cli_input_finish(out_input);
	return code;
}

int cli_enter_raw(const char *path, struct cli_input *out_input) { return map_or_read(path, NULL, false, out_input); }

void cli_input_finish(struct cli_input *input)
{
	if (input->mapped) {
		(void)cli_guard_check(); /* the program reports it in the end */
		cli_program.unmap(input->data, input->size);
	} else {
		free(input->data);
	}
	if (input->keeps_fd)
		close(input->fd);
	*input = (struct cli_input){ .name = input->name };
}
