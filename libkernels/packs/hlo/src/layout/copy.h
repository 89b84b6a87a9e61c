/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies between strided arrays, for all kernels that move elements. Elements count as bytes only. */
#ifndef KERNELS_HLO_COPY_H
#define KERNELS_HLO_COPY_H

#include "core/op.h"

/* A prepared copy: immutable. Dimensions are outermost first; neighbours are collapsed, and the innermost run of
 * adjacent bytes is one unit. */
struct hlo_copy {
	uint32_t rank;  /* at least 2, unless empty */
	bool empty;     /* nothing to copy */
	bool transpose; /* the source has its adjacent elements along the last dimension but one */
	size_t unit;    /* bytes */
	int64_t units;
	int64_t count[KERNELS_MAX_RANK + 2];
	int64_t from[KERNELS_MAX_RANK + 2]; /* strides in bytes; 0 and negative ones are valid */
	int64_t to[KERNELS_MAX_RANK + 2];   /* strides in bytes, positive where count is above 1 */
};

/* Copies and fills leave when the request ends (kernels/stop.h). */

/* Prepares the copy of an array with these counts (at most KERNELS_MAX_RANK) and strides in bytes. All offsets of the
 * array fit int64_t. */
void kernels_hlo__copy_init(struct hlo_copy *copy, size_t width, uint32_t rank, const int64_t *counts,
	const int64_t *from, const int64_t *to);
/* Copies. `from` and `to` are the addresses of the first element; the arrays do not overlap. */
void kernels_hlo__copy(const struct hlo_copy *copy, const void *from, void *to);
/* As above, divided among the threads of the queue if it takes long. */
void kernels_hlo__copy_shared(const struct hlo_run *run, const struct hlo_copy *copy, const void *from, void *to);
/* An estimate of the duration. */
uint64_t kernels_hlo__copy_nanoseconds(const struct hlo_copy *copy);
/* Sets `count` elements of `width` bytes to the element at `value`. */
void kernels_hlo__fill(void *to, const void *value, size_t width, int64_t count);
/* memcpy() for arrays of any size. */
void kernels_hlo__copy_bytes(void *to, const void *from, size_t size);
/* Row-major strides in bytes; all 0 for an empty type. */
void kernels_hlo__byte_strides(const struct hlo_type *type, int64_t *strides);

#endif
