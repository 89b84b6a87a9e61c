/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints results of functions and writes them to files. */
#ifndef BEF_APP_RESULTS_H
#define BEF_APP_RESULTS_H

#include "../cli/cli.h"

#include <kernels/function.h>

struct results_options {
	bool all;            /* print every element of large tensors */
	bool compatible;     /* like TFRT's driver: only the type of tensors */
	/* output files for tensors, separated by newlines; each tensor takes the next one. Or one folder for all of them */
	const char *outputs;
};

/* Prints the results of a function; errors include their codes if `with_code`. */
void results_print(const struct kernels_function *function, struct async_value *const *results, bool with_code,
	const struct results_options *options);

/* Writes the tensors among the results to files and advances options->outputs past the written ones.
 * @return CLI_GOOD, or the exit code after a message */
int results_write(
	const struct kernels_function *function, struct async_value *const *results, struct results_options *options);

bool results_is_folder(const char *path);

#endif
