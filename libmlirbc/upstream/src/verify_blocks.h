/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef MLIRBC_UPSTREAM_VERIFY_BLOCKS_H
#define MLIRBC_UPSTREAM_VERIFY_BLOCKS_H

#include <mlirbc/ir.h>

/* The blocks that a block dominates have `size` numbers from `first` on; unreachable ones have size 0. */
struct up__dominated {
	uint32_t first, size, next; /* `next`: scratch */
};

struct up__dominance {
	struct up__dominated *blocks; /* by their numbers in the region; free() */
	bool known;                   /* else every block counts as dominating every other */
};

/* verify_blocks.c: of a region with blocks. False: no memory. */
bool up__dominance_init(struct up__dominance *out, const struct mlirbc_region *region);

/* An unreachable block is dominated by all. */
static inline bool up__block_dominates(const struct up__dominance *d, uint32_t a, uint32_t b)
{
	const struct up__dominated *over = &d->blocks[a], *under = &d->blocks[b];
	return !d->known || under->size == 0 || (over->size != 0 && under->first - over->first < over->size);
}

#endif
