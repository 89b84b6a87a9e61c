/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fuzz target: reads any bytes in every mode with every function. Besides not crashing, the functions must agree:
 * readers with checks, canonical with strict, strict with lax mode, truncated with full text. A canonical signature
 * round-trips. */
#include "agree.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* an exact allocation, so that sanitizers detect reads beyond the end */
	char *copy = malloc(size ? size : 1);
	if (!copy)
		abort();
	if (size)
		memcpy(copy, data, size);
	agree_all(copy, size);
	free(copy);
	return 0;
}
