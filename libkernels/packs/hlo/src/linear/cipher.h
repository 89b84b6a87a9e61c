/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The counter-based generators of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3" (2011). */
#ifndef KERNELS_HLO_LINEAR_CIPHER_H
#define KERNELS_HLO_LINEAR_CIPHER_H

#include <stddef.h>
#include <stdint.h>

/* Threefry-2x32 with 20 rounds. `words` is the counter, and then the result. */
void kernels_hlo__threefry(const uint32_t key[2], uint32_t words[2]);
/* The same for n counters. `key_step` 0: all have the first key; 1: each its own. */
void kernels_hlo__threefry_many(
	const uint32_t *const key[2], size_t key_step, const uint32_t *const counters[2], uint32_t *const words[2], size_t n);
/* Philox-4x32 with 10 rounds. */
void kernels_hlo__philox(const uint32_t key[2], uint32_t words[4]);

#endif
