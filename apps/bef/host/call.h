/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls from the command line: --call 'NAME(ARGUMENT, ...)' with arrays of --input. */
#ifndef BEF_APP_CALL_H
#define BEF_APP_CALL_H

#include "tensors/inputs.h"

#include <bef/exec.h>

struct call {
	const struct kernels_function *function;
	struct async_value **arguments; /* function->argument_count of them */
};

/* Parses a call: arguments are numbers, true, false, strings in double quotes, shapes like [2, 3], names of inputs,
 * and `chain`. Chains may be omitted.
 * @param text       of `size` bytes
 * @param allocator  for the values; outlives them
 * @return CLI_GOOD, or the exit code after a message; then there is nothing to finish */
int call_parse(const char *text, size_t size, const struct bef_file *file, struct inputs *inputs,
	const struct async_allocator *allocator, struct call *out_call);
void call_finish(struct call *call);

#endif
