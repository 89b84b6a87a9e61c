/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Row-major walks through a part of a strided array. */
#ifndef KERNELS_HLO_WALK_H
#define KERNELS_HLO_WALK_H

#include "core/op.h"

#define HLO_WALK_RANK (KERNELS_MAX_RANK + 2u)

/* Dimensions, outermost first. Steps count elements. */
struct hlo_walk {
	uint32_t rank;
	int64_t start;    /* the first element */
	int64_t elements; /* product of the dimensions; 1 before the first is added */
	int64_t dims[HLO_WALK_RANK], steps[HLO_WALK_RANK];
};

struct hlo_position {
	int64_t index[HLO_WALK_RANK], offset;
};

/* Adds a dimension inside those that are there. Dimensions of 1 are left out, and two that one loop can walk are joined. */
static inline void hlo_walk_add(struct hlo_walk *walk, int64_t dim, int64_t step)
{
	const uint32_t last = walk->rank - 1;
	/* unsigned, because the product of an empty type may overflow before its 0 */
	walk->elements = (int64_t)((uint64_t)walk->elements * (uint64_t)dim);
	if (dim == 1)
		return;
	if (walk->rank > 0 && walk->elements != 0 && walk->steps[last] == dim * step) {
		walk->dims[last] = (int64_t)((uint64_t)walk->dims[last] * (uint64_t)dim);
		walk->steps[last] = step;
		return;
	}
	walk->dims[walk->rank] = dim;
	walk->steps[walk->rank++] = step;
}

/* The elements follow each other from the start on. */
static inline bool hlo_walk_in_order(const struct hlo_walk *walk)
{
	return walk->rank == 0 || (walk->rank == 1 && walk->steps[0] == 1);
}

/* Goes to element `number`. */
static inline void hlo_walk_seek(const struct hlo_walk *walk, int64_t number, struct hlo_position *at)
{
	at->offset = walk->start;
	for (uint32_t d = walk->rank; d-- > 0; number /= walk->dims[d]) {
		at->index[d] = number % walk->dims[d];
		at->offset += at->index[d] * walk->steps[d];
	}
}

/* Goes to the next element; from the last one to the first. */
static inline void hlo_walk_next(const struct hlo_walk *walk, struct hlo_position *at)
{
	for (uint32_t d = walk->rank; d-- > 0;) {
		at->offset += walk->steps[d];
		if (++at->index[d] < walk->dims[d])
			return;
		at->offset -= walk->dims[d] * walk->steps[d];
		at->index[d] = 0;
	}
}

/* Writes the offsets of `n` elements from `at` on, and goes behind them. Returns true if they follow each other by one. */
static inline bool hlo_walk_offsets(const struct hlo_walk *walk, struct hlo_position *at, int64_t *offsets, size_t n)
{
	bool adjacent = true;
	for (size_t i = 0; i < n; i++) {
		offsets[i] = at->offset;
		adjacent = adjacent && offsets[i] == offsets[0] + (int64_t)i;
		hlo_walk_next(walk, at);
	}
	return adjacent;
}

#endif
