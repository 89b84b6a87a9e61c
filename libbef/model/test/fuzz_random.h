/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Random numbers of fuzz targets and their mutator. */
#ifndef BEF_MODEL_FUZZ_RANDOM_H
#define BEF_MODEL_FUZZ_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* A random number of 24 bits. */
static inline uint32_t fuzz_next(uint32_t *random)
{
	*random = *random * 1664525u + 1013904223u;
	return *random >> 8;
}

/* Numbers that are the limits of something, and small ones. */
static inline int64_t fuzz_number(unsigned choice)
{
	static const int64_t numbers[] = { 0, 1, -1, 2, 3, 4, 7, 8, 16, 17, -2, 255, 65536, INT32_MAX, INT32_MIN, INT64_C(1) << 32,
		INT64_C(1) << 40, INT64_C(1) << 59, INT64_C(1) << 60, INT64_C(1) << 61, INT64_C(1) << 62, INT64_MAX, INT64_MAX - 1,
		INT64_MIN, INT64_MIN + 1 };
	return numbers[choice % (sizeof numbers / sizeof *numbers)];
}

#endif
