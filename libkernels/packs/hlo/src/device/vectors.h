/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Values of a loop in OpenCL C, as vectors for CPUs. loop_vectors.c says where vectors lie, and calls these functions; loop_items.c does for
 * single elements. */
#ifndef KERNELS_HLO_DEVICE_VECTORS_H
#define KERNELS_HLO_DEVICE_VECTORS_H

#include "device/loop_text.h"

struct hlo_vectors {
	const struct hlo_device_loop *loop;
	struct hlo_source *source;
	bool columns;        /* the elements of a vector are neighbouring columns of a row; false: neighbours in a row */
	uint32_t lanes;
	int64_t run, runs;   /* elements of a run; runs of a row, or of all columns of an item */
	uint32_t first, end; /* dimensions of the run */
	int64_t block, blocks; /* of a run; the last block has the rest too */
};

/* Whether the last vector of a run has elements of the one before. */
static inline bool hlo_vectors_overlap(const struct hlo_vectors *vectors)
{
	return vectors->lanes > 1 && vectors->run % vectors->lanes != 0;
}

/* ---- vector_values.c */

/* The distance of neighbours in a run. An iota is an argument that counts. */
int64_t kernels_hlo__vectors_stride(const struct hlo_vectors *vectors, uint32_t v, uint32_t dimension);
uint32_t kernels_hlo__vectors_lanes(const struct hlo_vectors *vectors, uint32_t v); /* of the variable of a value */
void kernels_hlo__vectors_put_type(const struct hlo_vectors *vectors, const char *type); /* of source->lanes */
/* The text of a value for an operation on `lanes`: scalars are repeated. */
void kernels_hlo__vectors_name(const struct hlo_vectors *vectors, uint32_t v, uint32_t lanes, char out[40]);
/* Declares the variable of a value, except those of reductions. Returns false if devices do not have its step. */
bool kernels_hlo__vectors_declare(const struct hlo_vectors *vectors, uint32_t v);

/* ---- vector_reductions.c: those that a pass computes */

void kernels_hlo__vectors_begin_reductions(const struct hlo_vectors *vectors, uint32_t pass);
void kernels_hlo__vectors_reduce(const struct hlo_vectors *vectors, uint32_t pass); /* the elements of one vector */
void kernels_hlo__vectors_end_reductions(const struct hlo_vectors *vectors, uint32_t pass);

#endif
