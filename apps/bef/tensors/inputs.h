/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The arrays and values of --input. */
#ifndef BEF_APP_INPUTS_H
#define BEF_APP_INPUTS_H

#include "../cli/cli.h"

struct input {
	char *name;   /* NULL: none */
	uint32_t argument; /* of a model, which the name names: set by arguments_make() */
	char *text;   /* of a value */
	bool is_value;
	struct cli_input file; /* of an array: .npy data */
	char *path;   /* for messages */
	bool used;
	bool of_rank; /* {rank} was in its line: the part of this rank, if the model divides arguments */
};

struct inputs {
	struct input *list;
	size_t count;
};

/* Reads the files of lines (NULL: none) of the form [NAME=]FILE.npy, [NAME=]FILE.npz or [NAME=]VALUE. The arrays of a .npz file
 * are inputs with their names.
 * @param marked  the same lines before {rank} was replaced; NULL: none has it
 * @return CLI_GOOD, or the exit code after a message; then there is nothing to finish */
int inputs_read(const struct cli_command *self, const char *lines, const char *marked, struct inputs *out_inputs);
/* Whether --input takes this text as a NAME: an identifier, or what JAX makes of trees, params['w'][0]. */
bool inputs_is_name(const char *text, size_t size);
void inputs_finish(struct inputs *inputs);
/* Returns an input that nothing used, or NULL. */
const struct input *inputs_unused(const struct inputs *inputs);

#endif
