/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Row-major walks through a part of a strided array. */
#ifndef KERNELS_HLO_STEPS_H
#define KERNELS_HLO_STEPS_H

#include "layout/pick.h"
#include "core/op.h"

/* Dimensions, outermost first; strides count elements. */
struct hlo_steps {
	uint32_t rank;
	int64_t total; /* product of the counts */
	int64_t count[KERNELS_MAX_RANK], stride[KERNELS_MAX_RANK];
};

struct hlo_position {
	int64_t index[KERNELS_MAX_RANK], offset;
};

/* Adds a dimension within those that are there, or makes it one with the last. The total must not overflow. */
static inline void hlo_steps_add(struct hlo_steps *steps, int64_t count, int64_t stride)
{
	uint32_t last = steps->rank - 1;
	steps->total *= count;
	if (count == 1)
		return;
	if (steps->rank > 0 && steps->stride[last] == stride * count) {
		steps->count[last] *= count;
		steps->stride[last] = stride;
		return;
	}
	steps->count[steps->rank] = count;
	steps->stride[steps->rank++] = stride;
}

/* Goes to step `number`. */
static inline void hlo_steps_seek(const struct hlo_steps *steps, int64_t number, struct hlo_position *at)
{
	at->offset = 0;
	for (uint32_t d = steps->rank; d-- > 0; number /= steps->count[d]) {
		at->index[d] = number % steps->count[d];
		at->offset += at->index[d] * steps->stride[d];
	}
}

/* Goes to the next step; from the last one to the first. */
static inline void hlo_steps_next(const struct hlo_steps *steps, struct hlo_position *at)
{
	for (uint32_t d = steps->rank; d-- > 0;) {
		at->offset += steps->stride[d];
		if (++at->index[d] < steps->count[d])
			return;
		at->offset -= steps->count[d] * steps->stride[d];
		at->index[d] = 0;
	}
}

/* Writes the offsets of `n` steps from `at` on, and goes behind them. Returns true if they follow each other by one. */
static inline bool hlo_steps_offsets(const struct hlo_steps *steps, struct hlo_position *at, int64_t *offsets, size_t n)
{
	bool adjacent = true;
	for (size_t i = 0; i < n; i++) {
		offsets[i] = at->offset;
		adjacent = adjacent && offsets[i] == offsets[0] + (int64_t)i;
		hlo_steps_next(steps, at);
	}
	return adjacent;
}

#endif
