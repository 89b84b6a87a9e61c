/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef run: one call of a model's function, in each rank of this process. */
#ifndef BEF_APP_MODEL_CALLS_H
#define BEF_APP_MODEL_CALLS_H

#include "models/arguments.h"
#include "program/run.h"

/* Calls the function once in each rank. Results are owned by the library: those of rank i begin at results[i * result_count].
 * @param arguments  of each rank
 * @return CLI_GOOD, or the exit code after a message; results of ranks that succeeded are filled in in any case */
int model_call(struct run *run, const struct bef_stablehlo_function *function, const struct arguments *arguments,
	struct bef_model_tensor *results);

#endif
