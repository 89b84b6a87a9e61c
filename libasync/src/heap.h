/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Blocks within one range of addresses: two-level segregated fit. Blocks are adjacent; each begins with its size and that of the block
 * before it, so that a freed block is merged with free neighbours at once. Both operations take constant time. The range is used from
 * its beginning: what lies behind the last block that is in use is free and has never been touched, or not since it was trimmed.
 *
 * Not synchronized. */
#ifndef ASYNC_SRC_HEAP_H
#define ASYNC_SRC_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ASYNC__HEAP_GRAIN 64u  /* blocks are aligned to it, and sizes are multiples of it */
#define ASYNC__HEAP_LEVELS 40u /* powers of two */
#define ASYNC__HEAP_PARTS 16u  /* lists per power of two */

struct async__heap_block;

struct async__heap {
	char *begin, *end; /* of the range */
	char *top;         /* end of the blocks */
	size_t last;       /* size of the block before `top`; 0: there is none */
	uint64_t levels;   /* bit per level: it has a list that is not empty */
	uint32_t parts[ASYNC__HEAP_LEVELS];
	struct async__heap_block *lists[ASYNC__HEAP_LEVELS][ASYNC__HEAP_PARTS]; /* free blocks */
};

/* An empty range at `begin`, which is aligned to ASYNC__HEAP_GRAIN. The owner moves `end`, but not below `top`. */
void async__heap_init(struct async__heap *heap, void *begin);
/* Aligned to ASYNC__HEAP_GRAIN; NULL: no free part of the range is large enough. */
void *async__heap_alloc(struct async__heap *heap, size_t size);
/* The least distance from `top` to `end` with which this allocation succeeds; 0: it is too large. */
size_t async__heap_needs(size_t size);
void async__heap_free(struct async__heap *heap, void *p);

#endif
