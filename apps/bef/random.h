/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Random elements, the same on every machine. bef.1 documents the generator. */
#ifndef BEF_APP_RANDOM_H
#define BEF_APP_RANDOM_H

#include <kernels/dtype.h>
#include <stdint.h>

/* Fills the elements of argument `index`, whose numbers depend on nothing else but seed and element type. */
void random_fill(uint64_t seed, uint32_t index, enum kernels_dtype dtype, void *bytes, uint64_t count);

#endif
