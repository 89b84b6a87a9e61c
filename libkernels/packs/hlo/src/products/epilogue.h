/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a product does with its sums: converts them to the element type of the product, then computes a loop with them (room
 * fusion), or stores them. Products call it for each block of sums while the block is in a cache. */
#ifndef KERNELS_HLO_PRODUCTS_EPILOGUE_H
#define KERNELS_HLO_PRODUCTS_EPILOGUE_H

#include "fusion/fusion.h"
#include "products/chain.h"
#include <stdatomic.h>

/* Part of a plan. */
struct hlo_ending {
	struct hlo_type type;  /* of the product: result 0 of the op, unless there is a loop */
	int64_t dims[KERNELS_MAX_RANK]; /* of this type, if there is a loop */
	struct hlo_loop *loop; /* NULL: none */
	bool in_place;         /* result 0 of the loop may have the memory of the product */
};

/* For kernels with the attributes `epilogue` and `epilogue_maps`, whose plans begin with a struct hlo_ending. plan_product() plans an op
 * whose only result is the product: its element type is known, and its rank if it is 0 or set. */
bool kernels_hlo__ending_plan(
	struct hlo_op *op, void *plan, bool (*plan_product)(struct hlo_op *product, void *plan));
void kernels_hlo__ending_finish(const struct async_allocator *allocator, void *plan);

enum { HLO_MOST_SHARERS = 16 };

/* Of a call. */
struct hlo_epilogue {
	const struct hlo_run *run;
	const struct hlo_ending *ending;
	const struct hlo_chain *chain; /* from the type of sums to that of the product */
	size_t size;                   /* bytes of a sum */
	bool works;                    /* sums are not the result as they are */
	void *sums;                    /* the sums of all results, in order; NULL: sums exist in blocks only */
	void *block;                   /* sums, if they have memory of their own */
	size_t block_size;
	const void **inputs;           /* of the loop */
	_Atomic(void *) workspaces[HLO_MOST_SHARERS]; /* that no thread uses at the moment */
	atomic_bool failed;            /* out of memory */
};

/* `whole`: needs `sums`. Returns false when out of memory. kernels_hlo__epilogue_end() is called in every case, and returns
 * false if any call was out of memory. */
bool kernels_hlo__epilogue_begin(struct hlo_epilogue *out, const struct hlo_run *run, const struct hlo_ending *ending,
	const struct hlo_chain *chain, bool whole);
bool kernels_hlo__epilogue_end(struct hlo_epilogue *epilogue);

/* The sums of elements [first, first + count) of the product are complete. Called from several threads at once. */
void kernels_hlo__epilogue_run(struct hlo_epilogue *epilogue, size_t first, size_t count, const void *sums);
/* All sums are complete: several threads may take part. */
void kernels_hlo__epilogue_all(struct hlo_epilogue *epilogue);
/* Rows of `columns` elements in epilogue->sums are complete. */
void kernels_hlo__epilogue_rows(struct hlo_epilogue *epilogue, const void *first, size_t rows, size_t columns, size_t stride);

#endif
