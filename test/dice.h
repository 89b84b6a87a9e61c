/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Random numbers for tests with random programs: the same seed gives the same numbers on every machine. */
#ifndef DICE_H
#define DICE_H

#include <stdbool.h>
#include <stdint.h>

struct dice {
	uint64_t state;
};

static inline uint64_t dice_hash(uint64_t x)
{
	x += 0x9E3779B97F4A7C15u;
	x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
	x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
	return x ^ (x >> 31);
}

/* Returns a number from 0 to limit - 1. */
static inline uint32_t dice_below(struct dice *dice, uint32_t limit)
{
	dice->state += 0x9E3779B97F4A7C15u;
	return (uint32_t)((dice_hash(dice->state) >> 32) * limit >> 32);
}

static inline bool dice_one_in(struct dice *dice, uint32_t n) { return dice_below(dice, n) == 0; }

#endif
