/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Random tests of machine code: CODE_LOOPS is how many, CODE_SEED where they begin. */
#ifndef CODE_REPEAT_H
#define CODE_REPEAT_H

#include "code/code.h"

#include <stdlib.h>

static bool has_code(void)
{
	const char *reason;
	return kernels_hlo__code_is_on(&reason);
}

/* Runs a test `count` times, with random numbers from *state. */
static void code_repeat(uint64_t *state, uint64_t seed, unsigned long count, void (*test)(void))
{
	const char *loops = getenv("CODE_LOOPS"), *given = getenv("CODE_SEED");
	*state = given ? strtoull(given, NULL, 10) : seed;
	for (unsigned long i = 0; i < (loops ? strtoul(loops, NULL, 10) : count) && has_code(); i++)
		test();
}

#endif
