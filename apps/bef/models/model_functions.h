/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of a model: found by name, and what they return. */
#ifndef BEF_APP_MODEL_FUNCTIONS_H
#define BEF_APP_MODEL_FUNCTIONS_H

#include "tensors/results.h"

#include <bef/model.h>

/* NULL: there is none. */
const struct bef_stablehlo_function *model_function_find(const struct bef_model *model, const char *name, size_t size);
/* The function of that name; for NULL main, or the only one. NULL: there is none. */
const struct bef_stablehlo_function *model_function_choose(const struct bef_model *model, const char *name);
/* Reports that there is no such function: prints the most similar name, or all functions with their types. Returns CLI_BAD. */
int model_function_missing(const struct bef_model *model, const char *name, size_t size);

/* Describes the results of a call, to print and write them; they refer to the tensors and to the function. Files have the numbers of
 * results: names of the model may be any text. To free(); NULL: out of memory. */
struct result *model_results(const struct bef_stablehlo_function *function, const struct bef_model_tensor *tensors);

#endif
