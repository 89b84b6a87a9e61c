/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sums, maxima and minima over windows, as pooling layers have them: a row of adjacent results takes one position of its
 * windows at a time. The results have the bits of the general way. */
#ifndef KERNELS_HLO_POOL_H
#define KERNELS_HLO_POOL_H

#include "windows/body.h"
#include "windows/geometry.h"

/* Combines adjacent accumulators with `runs` runs of n elements of the same type, `step` bytes apart. */
typedef void hlo_pool_fn(void *accumulators, const void *elements, size_t runs, size_t n, ptrdiff_t step);

struct hlo_pool {
	enum kernels_dtype dtype;
	hlo_pool_fn *combine;
	bool takes_padding;   /* with the initial value */
	size_t wide;          /* bytes of an accumulator; those of an element unless it is converted */
	uint32_t outer;       /* the dimensions before those of a row */
	bool along;           /* windows have positions along the row, in dimension `outer`; else each has the whole row */
	int64_t inner;        /* adjacent results of one place in the row */
	int64_t n, chunk;     /* places of a row, and of a unit */
	int64_t chunks, units; /* units of a row, and of all */
};

/* Returns false if body or windows have another form. */
bool kernels_hlo__pool_plan(
	const struct hlo_body *body, const struct hlo_geometry *g, bool takes_padding, struct hlo_pool *out);
/* Computes the units [begin, end) of the result. */
void kernels_hlo__pool(const struct hlo_pool *pool, const struct hlo_geometry *g, const void *input, const void *init,
	void *output, size_t begin, size_t end);

#endif
