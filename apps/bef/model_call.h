/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of a model's functions with arrays and numbers of --input. */
#ifndef BEF_APP_MODEL_CALL_H
#define BEF_APP_MODEL_CALL_H

#include "call.h"

#include <bef/stablehlo.h>

/* The description of a function; NULL: it is not one of the model's. */
const struct bef_stablehlo_function *model_function(
	const struct bef_stablehlo_signatures *signatures, const char *name, size_t size);

/* Makes a call. Each argument takes the input of its name (that of the model, or argN), else the next input without a name: a
 * .npy file, or a number for a scalar.
 * @return CLI_GOOD, or the exit code after a message; then there is nothing to finish */
int model_call(const struct bef_stablehlo_signatures *signatures, const char *name, const struct bef_file *file,
	struct call_inputs *inputs, const struct async_allocator *allocator, struct call *out_call);

#endif
