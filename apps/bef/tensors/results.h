/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints results of functions and writes them to files. */
#ifndef BEF_APP_RESULTS_H
#define BEF_APP_RESULTS_H

#include "tensors/npy_array.h"

#include <kernels/function.h>

struct results_options {
	bool all;        /* print every element of large tensors */
	bool compatible; /* like TFRT's driver: only the type of tensors */
	bool compress;   /* deflate .npz files */
	/* output files for tensors, separated by newlines; each tensor takes the next one, a .npz file all that are left. Or one folder
	 * for all of them */
	const char *outputs;
};

/* A result of a function. */
struct result {
	const char *label; /* NULL, or shown beside the number; of label_size bytes */
	size_t label_size;
	enum { RESULT_OTHER, RESULT_DENSE, RESULT_SPARSE, RESULT_STRINGS } form;
	struct array array; /* without elements unless it is dense; none for OTHER */
	char name[24];      /* of files in folders and archives: "result0" */
};

/* Describes the values that a function of a host program returned, which must stay. The caller frees the array; NULL: out of memory,
 * which has been reported. */
struct result *results_of(const struct kernels_function *function, struct async_value *const *values);
void results_name(struct result *result, size_t index);

/* Prints the results of a function of a host program; errors include their codes if `with_code`. */
void results_print_values(const struct kernels_function *function, struct async_value *const *values, bool with_code);
/* Prints type, shape and elements of the tensors among the results. */
void results_print(const struct result *results, size_t count, const struct results_options *options);

/* Writes the tensors among the results to files and advances options->outputs past the written ones.
 * @return CLI_GOOD, or the exit code after a message */
int results_write(const struct result *results, size_t count, struct results_options *options);
/* Before a run: outputs that cannot be written would lose its results. @return CLI_GOOD, or the exit code after a message */
int results_check(const struct results_options *options);
/* After a run. @return CLI_BAD after a message if outputs are left */
int results_left(const struct results_options *options);

#endif
