/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by the fuzz targets: the input in a block of exactly its size, and checked properties. */
#ifndef SYCLBIN_FUZZ_H
#define SYCLBIN_FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syclbin/syclbin.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(condition) \
	do { \
		if (!(condition)) { \
			fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
			abort(); \
		} \
	} while (0)

static inline uint8_t *exact_copy(const uint8_t *data, size_t size)
{
	uint8_t *copy = malloc(size ? size : 1);
	MUST(copy);
	if (size)
		memcpy(copy, data, size);
	return copy;
}

#endif
