/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Index arithmetic that gather and scatter share. Both connect the operand, the start indices, and a third array (the
 * result of gather, the updates of scatter), each of whose dimensions is a batch dimension or a window dimension. */
#ifndef KERNELS_HLO_INDEX_H
#define KERNELS_HLO_INDEX_H

#include "core/op.h"

/* The names of the attributes. */
struct hlo_index_names {
	const char *window, *collapsed, *batching, *indices_batching, *map;
};
extern const struct hlo_index_names kernels_hlo__gather_names, kernels_hlo__scatter_names;

#define HLO_NO_DIM UINT32_MAX

/* Immutable after planning. Strides count elements. */
struct hlo_index {
	uint32_t depth;                     /* of an index vector */
	uint32_t map[KERNELS_MAX_RANK];     /* operand dimension of each of its elements */
	int64_t vector_stride;              /* between its elements */
	uint32_t other_rank;
	/* Of each dimension of the third array: */
	uint32_t window[KERNELS_MAX_RANK];       /* the operand dimension; HLO_NO_DIM: a batch dimension */
	uint32_t batching[KERNELS_MAX_RANK];     /* of a batch dimension: the operand dimension, or HLO_NO_DIM */
	int64_t index_stride[KERNELS_MAX_RANK];  /* of a batch dimension: in the start indices */
	int64_t batch_dims[KERNELS_MAX_RANK];    /* of a batch dimension: its size */
	uint32_t collapsed;                      /* set of operand dimensions that have no window dimension */
};

/* Reads the attributes and checks all that does not depend on sizes of windows. `other_rank` is the rank of the third
 * array. Returns false after kernels_hlo__refuse(). */
bool kernels_hlo__index_plan(struct hlo_op *op, const struct hlo_index_names *names, const struct hlo_type *operand,
	const struct hlo_type *indices, uint32_t other_rank, struct hlo_index *out);

#endif
