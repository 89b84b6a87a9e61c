/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arguments of a model that are tensors of a file: --weights and --map. */
#ifndef BEF_APP_BOUND_H
#define BEF_APP_BOUND_H

#include "../cli/cli.h"

#include <bef/lowering.h>
#include <tensorfile/file.h>

/* An open file, and pairs of names for tensors that have other names than arguments. Zero-initialized: there is none. */
struct bound {
	const char *path;
	struct tensorfile *file;
	const char *map; /* of the caller: a file of lines "ARGUMENT = TENSOR"; NULL: none */
	struct cli_input lines;
};

/* @return CLI_GOOD, or the exit code after a message; bound_finish() may be called in both cases */
int bound_open(const char *path, const char *map, struct bound *out);
/* @return CLI_BAD after a message if the file changed while it was open */
int bound_finish(struct bound *bound);

/* Finds the tensor of each argument: that of the map, else the one whose name bef_stablehlo_find_argument() takes for it. Tensors that are
 * of no argument are named in a note.
 * @param taken  arguments that have an input; a tensor for them is left out
 * @param quiet  without the note: another rank has it
 * @param out_tensors  of each argument; NULL: the file has none
 * @return CLI_GOOD, or the exit code after a message */
int bound_choose(const struct bound *bound, const struct bef_stablehlo_function *function, const bool *taken, bool quiet,
	const struct tensorfile_tensor **out_tensors);

#endif
