/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stable sorts of numbers by some of their bits. */
#ifndef KERNELS_HLO_RADIX_H
#define KERNELS_HLO_RADIX_H

#include <async/queue.h>
#include <stddef.h>
#include <stdint.h>

/* An item that is sorted by its key. */
struct hlo_entry {
	uint64_t key;
	uint64_t index;
};

enum hlo_items {
	HLO_KEYS_32, /* uint32_t */
	HLO_KEYS_64, /* uint64_t */
	HLO_PAIRS,   /* uint64_t: a key of 32 bits above an index of 32 bits */
	HLO_ENTRIES  /* struct hlo_entry */
};
size_t kernels_hlo__item_size(enum hlo_items kind);

/* Sorts n < 2^32 items by their keys. `different` has the bits in which keys differ; others are not looked at. `spare` has
 * room for n items. Returns the array with the result, which is one of the two. With a queue, its threads participate if
 * there are many items; the result is the same. */
void *kernels_hlo__radix_sort(enum hlo_items kind, void *items, void *spare, size_t n, uint64_t different,
	struct async_queue *queue);

#endif
