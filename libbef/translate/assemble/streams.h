/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stream assignment: which kernels of a function run one after the other. */
#ifndef BEF_TRANSLATE_STREAMS_H
#define BEF_TRANSLATE_STREAMS_H

#include "common/memory.h"

#define BEF_MLIR__COST_UNKNOWN 0
#define BEF_MLIR__LINK_COST 64 /* more than the bytes it takes */

/* The ops of a block, counted from 1; the last one returns. Arguments count as op 0. */
struct bef_mlir__ops {
	size_t count;
	const uint64_t *costs;        /* per op */
	const uint32_t *operand_ends; /* per op: where its operands end; the next op's begin there */
	const uint32_t *operands;     /* registers */
	const uint32_t *producers;    /* per register: the op that it comes from */
	const uint32_t *register_types;
	uint32_t chain_type;        /* a register of this type orders ops, but carries nothing */
	int64_t threshold; /* tfrt.cost_threshold; not positive: none, the most expensive path is the measure */
	bool merge_inter_dependent; /* tfrt.merge_inter_dependent_streams */
	/* Each link between two streams takes BEF_MLIR__LINK_COST of it; there are some only when merging. */
	uint64_t *left;
};

/* One stream number per op, and that of the arguments. BEF_E_NOMEM; BEF_E_LIMIT when *left is too little. The arena
 * keeps what was taken from it. */
enum bef_status bef_mlir__streams(const struct bef_mlir__ops *ops, const struct bef_allocator *allocator,
	struct bef_mlir__arena *arena, uint32_t *out_streams, uint32_t *out_root);

#endif
