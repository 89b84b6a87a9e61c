/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arguments of a model's function: from inputs, or random. */
#ifndef BEF_APP_ARGUMENTS_H
#define BEF_APP_ARGUMENTS_H

#include "models/bound.h"
#include "tensors/inputs.h"
#include "tensors/random.h"

#include <bef/model.h>

/* How arguments are made. */
struct arguments_options {
	struct inputs inputs;
	const char *shapes; /* lines "NAME=2x3" for random arguments; NULL: none */
	bool random;        /* arguments without an input are random */
	uint64_t seed;
	const struct random_limit *limit; /* of the time for random arguments; NULL: none */
	/* A model that divides arguments among ranks: inputs are whole arrays, of which this rank gets its part, unless they are
	 * `of_rank`. NULL: none does */
	const struct bef_model *divided;
	uint32_t rank;
	const struct bound *bound; /* tensors of a file for arguments without an input of their name; NULL: none */
};

struct arguments {
	struct bef_model_tensor *tensors;
	void **owned; /* blocks of the tensors; NULL where the data is that of an input */
	uint32_t count;
};

/* Each argument takes the input of its name (bef_stablehlo_find_argument()), else its tensor of `bound`, else the next input without a name;
 * every input must be taken.
 * @return CLI_GOOD, or the exit code after a message; then there is nothing to finish */
int arguments_make(
	const struct bef_stablehlo_function *function, struct arguments_options *options, struct arguments *out);
void arguments_finish(struct arguments *arguments);

/* Parses "2x3" into dimensions; false if it is none or the rank is another. */
bool arguments_parse_shape(const char *text, size_t size, uint32_t rank, int64_t *out_dims);

#endif
