/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How long a task runs kernels of one function while other tasks wait: then it hands the rest over to the queue, behind
 * them. The time counts only while tasks wait, and is looked at every few kernels, so that short functions pay nothing. */
#ifndef BEF_EXEC_SLICE_H
#define BEF_EXEC_SLICE_H

#include "frame.h"

/* Kernels between two looks, at first. */
#define BEF__SLICE_KERNELS 32u

struct bef__slice {
	uint32_t left;  /* kernels until the next look */
	uint32_t chunk; /* from one look to the next */
	uint64_t begin, last; /* times of the first look that found waiting tasks, 0: none did; and of the last one */
};

static inline struct bef__slice bef__slice_init(uint32_t left)
{
	return (struct bef__slice){ left, BEF__SLICE_KERNELS, 0, 0 };
}

/* A look: `left` is 0, and is set again. @return true when the task should hand over. */
bool bef__slice_is_over(struct bef__slice *slice, const struct async_request *request);

#endif
