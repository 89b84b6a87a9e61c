/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where the elements of an operand are, for each element or row of an iteration space. */
#ifndef KERNELS_HLO_FUSION_ACCESS_H
#define KERNELS_HLO_FUSION_ACCESS_H

#include "core/walk.h"

/* Strides count elements of the operand. Dimensions of one element are left out, neighbours that make one are joined. */
struct hlo_access {
	int64_t offset; /* of the first element */
	uint32_t rank; /* at most HLO_WALK_RANK */
	int64_t *count, *stride; /* outermost first; memory of the caller */
};

/* Of `rank` dimensions; access->count and access->stride have room for them. */
void kernels_hlo__access_init(
	struct hlo_access *access, int64_t offset, uint32_t rank, const int64_t *dims, const int64_t *strides);
/* The elements are those of the operand from the offset on, in order. */
static inline bool hlo_access_in_order(const struct hlo_access *access)
{
	return access->rank == 0 || (access->rank == 1 && access->stride[0] == 1);
}
/* Every element of the space is inside of an operand of `elements` elements. The space is not empty. */
bool kernels_hlo__access_fits(int64_t offset, uint32_t rank, const int64_t *dims, const int64_t *strides, int64_t elements);

/* The elements [first, first + n) of the space: a pointer into the operand if they are adjacent there, else `copy`, which gets them. */
const void *kernels_hlo__access_read(
	const struct hlo_access *access, const void *operand, size_t size, uint64_t first, size_t n, void *copy);

#endif
