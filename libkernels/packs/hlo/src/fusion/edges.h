/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Joins that divide rows only near their ends, as rolls and paddings along the last dimension do. Tiles then read the piece in the
 * middle of the rows in place, also beyond its ends, where its neighbours in memory are; the elements of the first and last columns are
 * wrong, and are computed again, a tile for many rows. That takes less than a copy of every row for each join. */
#ifndef KERNELS_HLO_FUSION_EDGES_H
#define KERNELS_HLO_FUSION_EDGES_H

#include "fusion/program.h"

/* An argument or result in order. */
static inline bool loop_place_moves(const struct loop_place *place)
{
	return (place->base == LOOP_INPUT || place->base == LOOP_OUTPUT) && place->step == LOOP_BY_ELEMENT;
}
/* Bytes of its tile in the workspace. */
static inline size_t loop_edge_size(const struct hlo_loop *loop, const struct loop_place *place)
{
	return (loop->tile * place->size + 63) & ~(size_t)63;
}

/* Sets loop->edge_row, edge_low and edge_high after the instructions were written. */
void kernels_hlo__edges_plan(struct hlo_loop *loop);
/* The elements from `first` on, n at most, in which no join has another piece in the middle of its rows. */
size_t kernels_hlo__edges_run(const struct hlo_loop *loop, uint64_t first, size_t n);
/* The elements [first, first + n) of a join, those at the ends of rows excepted; NULL: they are not adjacent in memory. */
const void *kernels_hlo__edges_read(const struct hlo_loop *loop, const struct loop_join *join, void *const *at, const void *const *inputs,
	uint64_t first, size_t n, size_t size);
/* The elements first, first + row, ..., n of them. */
void kernels_hlo__edges_gather(const struct hlo_loop *loop, const struct loop_join *join, void *const *at, const void *const *inputs,
	uint64_t first, size_t n, size_t size, void *to);

#endif
