/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is computed at a time (tiles.c), for what computes it. */
#ifndef KERNELS_HLO_FUSION_TILE_H
#define KERNELS_HLO_FUSION_TILE_H

#include "fusion/program.h"

/* A tile, or a block of rows. */
struct loop_tile {
	const struct hlo_loop *loop;
	char *workspace;
	void **at; /* per place */
	const void *const *inputs;
	void *const *outputs;
	uint64_t row, first; /* the first row and element */
	size_t rows, n;
	bool edges; /* the elements first, first + edge_row, ... */
};

static inline size_t loop_count_of(const struct loop_tile *t, enum loop_kind kind)
{
	return kind == LOOP_FULL ? t->n : kind == LOOP_ROW ? t->rows * (size_t)t->loop->width : 1;
}

/* The instruction LOOP_CODE. */
void kernels_hlo__tile_code(const struct loop_tile *tile, const struct loop_instruction *in);

#endif
