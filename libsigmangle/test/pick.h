/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pseudorandom numbers, the same in each run. */
#ifndef PICK_H
#define PICK_H

#include <stdint.h>

static uint64_t seed = 88172645463325252u;

static uint32_t pick(uint32_t below)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (uint32_t)(seed >> 11) % below;
}

#endif
