/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* State while the instructions of a loop are written. */
#ifndef KERNELS_HLO_FUSION_EMIT_H
#define KERNELS_HLO_FUSION_EMIT_H

#include "fusion/program.h"

struct emitter_list {
	struct loop_instruction *data;
	uint32_t count, limit;
};

/* Arrays have one element per value: arguments, then steps. */
struct emitter {
	struct hlo_loop *loop;
	const enum loop_kind *kinds, *wanted;
	uint32_t *phase;   /* of a full value: the first pass that can compute it; of others: the pass before which they are there */
	uint32_t *place;   /* LOOP_NONE: none yet */
	uint32_t *as_row, *as_full; /* repeated */
	uint32_t *stored;  /* the place that outlives the pass: of results, and kept values */
	uint32_t *direct;  /* the result that the step writes itself */
	uint32_t *fold_of; /* per step */
	bool *needed, *live, *keep, *lasting;
	struct emitter_list hoisted, row, full, ends;
	bool failed;
};

/* Writes all passes: places, instructions and segments of the loop. Sets `failed` when out of memory. */
void kernels_hlo__emit_all(struct emitter *emitter, uint32_t passes);

#endif
