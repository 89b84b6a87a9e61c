/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Random elements, the same on every machine. bef.1 documents the generator. */
#ifndef BEF_APP_RANDOM_H
#define BEF_APP_RANDOM_H

#include <kernels/dtype.h>
#include <stdint.h>

/* Whether the time is up, or a signal has come. */
struct random_limit {
	int (*ended)(const void *ctx); /* 0, or an exit code after a message */
	const void *ctx;
};

/* Fills the elements of argument `index`, whose numbers depend on nothing else but seed and element type. `limit` (NULL: none) is
 * asked each millisecond or so. Returns 0, or its exit code. */
int random_fill(uint64_t seed, uint32_t index, enum kernels_dtype dtype, void *bytes, uint64_t count, const struct random_limit *limit);

#endif
