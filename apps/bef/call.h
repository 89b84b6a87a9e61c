/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls from the command line: --call 'NAME(ARGUMENT, ...)' with arrays of --input. */
#ifndef BEF_APP_CALL_H
#define BEF_APP_CALL_H

#include "../cli/cli.h"

#include <bef/exec.h>

/* An array that calls refer to by name, or a number. */
struct call_input {
	const char *name;
	size_t name_size; /* 0: none */
	char *path;       /* the text of a number */
	bool is_number;
	struct cli_input file;
	bool used;
};

struct call_inputs {
	struct call_input *list;
	size_t count;
};

/* Reads the files of lines "NAME=FILE.npy" (NULL: none); FILE.npy alone is an input without a name, a number stands for itself. @return CLI_GOOD, or the exit code after a message; then
 * there is nothing to finish */
int call_inputs_read(const struct cli_command *self, const char *lines, struct call_inputs *out_inputs);
void call_inputs_finish(struct call_inputs *inputs);
/* Returns the name of an array that no call used, or NULL. */
const char *call_inputs_unused(const struct call_inputs *inputs, size_t *out_size);

struct call {
	const struct kernels_function *function;
	struct async_value **arguments; /* function->argument_count of them */
};

/* Parses a call: arguments are numbers, true, false, strings in double quotes, shapes like [2, 3], names of inputs,
 * and `chain`. Chains may be omitted.
 * @param text       of `size` bytes
 * @param allocator  for the values; outlives them
 * @return CLI_GOOD, or the exit code after a message; then there is nothing to finish */
int call_parse(const char *text, size_t size, const struct bef_file *file, struct call_inputs *inputs,
	const struct async_allocator *allocator, struct call *out_call);
void call_finish(struct call *call);

#endif
