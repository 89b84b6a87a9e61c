/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Cumulative forms of reduce_window: result i of a dimension takes elements 0 to i, or i to the last. */
#ifndef KERNELS_HLO_SCAN_H
#define KERNELS_HLO_SCAN_H

#include "windows/geometry.h"
#include "windows/pool.h"
#include "windows/reduce.h"

struct hlo_reduce_window {
	struct hlo_body body; /* first */
	struct hlo_geometry geometry;
	bool takes_padding; /* padding and the gaps of dilated inputs take part, with the initial value */
	bool scan;    /* try kernels_hlo__scan() */
	bool reverse; /* elements i to the last */
	uint32_t dimension;
	bool pooled; /* by kernels_hlo__pool(), unless it is a scan */
	struct hlo_pool pool;
};

/* Whether the windows are of a cumulative form that gives the same bits as a scan, or is so long that the number of
 * steps counts more. Sets `reverse` and `dimension`. */
bool kernels_hlo__scan_plan(const struct hlo_op *op, struct hlo_reduce_window *r);
/* Computes the results. Returns false, with nothing done, if the initial value is not neutral: then the padding
 * matters. */
bool kernels_hlo__scan(const struct hlo_run *run, const struct hlo_reduce_window *r, struct hlo_tile *tile,
	const void *const *inputs, const void *const *inits);

#endif
