/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Conversions of elements to the type that products compute in, also of elements in another order of dimensions. */
#ifndef KERNELS_HLO_PRODUCTS_CHAIN_H
#define KERNELS_HLO_PRODUCTS_CHAIN_H

#include "core/walk.h"

/* Conversions of an element: twice, because a value is rounded to one type and computed in another. */
struct hlo_chain {
	enum kernels_dtype from, middle, to;
};
/* Returns whether the bytes of an element stay as they are. */
bool kernels_hlo__chain_is_copy(const struct hlo_chain *chain);
/* Converts n contiguous elements. */
void kernels_hlo__chain_run(const struct hlo_chain *chain, const void *from, size_t n, void *to);

/* Writes n zeros. */
void kernels_hlo__fill_zero(enum kernels_dtype dtype, void *to, size_t n);

/* Returns the elements in the order of the walk, converted: `from` itself if nothing has to be done, otherwise *out_block
 * of *out_size bytes, which the caller frees (alignment 64). Several threads may take part. NULL: out of memory. */
const void *kernels_hlo__walk_pack(const struct hlo_run *run, const struct hlo_walk *walk, const struct hlo_chain *chain,
	const void *from, void **out_block, size_t *out_size);

#endif
