/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stream assignment: which kernels of a function run one after the other. */
#ifndef BEF_TRANSLATE_STREAMS_H
#define BEF_TRANSLATE_STREAMS_H

#include "common/memory.h"

#define BEF_MLIR__COST_UNKNOWN 0
#define BEF_MLIR__LINK_COST 64 /* larger than the memory of a link */

/* The ops of a block, counted from 1; the last one is the return. Arguments count as op 0. */
struct bef_mlir__ops {
	size_t count;
	const uint64_t *costs;        /* per op */
	const uint32_t *operand_ends; /* per op: end of its operands; those of the next op begin there */
	const uint32_t *operands;     /* registers */
	const uint32_t *producers;    /* per register: the op that produces it */
	const uint32_t *register_types;
	uint32_t chain_type;        /* registers of this type order ops, but carry no data */
	int64_t threshold; /* tfrt.cost_threshold; if it is not positive, the cost of the most expensive path is used */
	bool merge_inter_dependent; /* tfrt.merge_inter_dependent_streams */
	/* Each link between two streams takes BEF_MLIR__LINK_COST from it; links exist only when merging. */
	uint64_t *left;
};

/* Assigns a stream number to each op and to the arguments. BEF_E_NOMEM; BEF_E_LIMIT if *left is too small. The
 * result is in the arena. */
enum bef_status bef_mlir__streams(const struct bef_mlir__ops *ops, const struct bef_allocator *allocator,
	struct bef_mlir__arena *arena, uint32_t *out_streams, uint32_t *out_root);

#endif
