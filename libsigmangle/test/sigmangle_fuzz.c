/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fuzz target: any bytes, read in every mode by every door. Besides not crashing, the parts have to agree: what a
 * reader says and what the check says; canonical and strict; strict and lax; what is printed cut and in full; and
 * what is written from a signature that was read is that signature again, if it was canonical. */
#include "agree.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* its own block, so that reading past the end shows */
	char *copy = malloc(size ? size : 1);
	if (!copy)
		abort();
	if (size)
		memcpy(copy, data, size);
	agree_all(copy, size);
	free(copy);
	return 0;
}
