/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See access.h. */
#include "fusion/access.h"
#include "layout/copy.h"
#include "layout/pick.h"
#include <string.h>

void kernels_hlo__access_init(
	struct hlo_access *access, int64_t offset, uint32_t rank, const int64_t *dims, const int64_t *strides)
{
	access->offset = offset;
	access->rank = 0;
	for (uint32_t i = 0; i < rank; i++) {
		uint32_t last = access->rank - 1;
		if (dims[i] == 1)
			continue;
		if (access->rank > 0 && access->stride[last] == strides[i] * dims[i]) {
			access->count[last] *= dims[i];
			access->stride[last] = strides[i];
			continue;
		}
		access->count[access->rank] = dims[i];
		access->stride[access->rank++] = strides[i];
	}
}

bool kernels_hlo__access_fits(int64_t offset, uint32_t rank, const int64_t *dims, const int64_t *strides, int64_t elements)
{
	int64_t low = offset, high = offset;
	for (uint32_t i = 0; i < rank; i++) {
		int64_t step, *end = strides[i] < 0 ? &low : &high;
		if (__builtin_mul_overflow(strides[i], dims[i] - 1, &step) || __builtin_add_overflow(*end, step, end))
			return false;
	}
	return low >= 0 && high < elements;
}

/* ---- reading */

const void *kernels_hlo__access_read(
	const struct hlo_access *access, const void *operand, size_t size, uint64_t first, size_t n, void *copy)
{
	int64_t index[HLO_WALK_RANK], at = access->offset;
	uint32_t last = access->rank - 1;
	const char *base = operand;
	if (access->rank == 0)
		return base + at * (int64_t)size;
	for (uint32_t d = access->rank; d-- > 0; first /= (uint64_t)access->count[d]) {
		index[d] = (int64_t)(first % (uint64_t)access->count[d]);
		at += index[d] * access->stride[d];
	}
	if (access->stride[last] == 1 && (uint64_t)(access->count[last] - index[last]) >= n)
		return base + at * (int64_t)size;
	const int64_t step = access->stride[last];
	for (char *to = copy; n > 0;) {
		size_t run = (size_t)(access->count[last] - index[last]);
		if (run > n)
			run = n;
		if (step == 0)
			kernels_hlo__fill(to, base + at * (int64_t)size, size, (int64_t)run);
		else
			kernels_hlo__copy_elements(to, 1, base + at * (int64_t)size, step, size, run);
		to += run * size;
		n -= run;
		if (n == 0)
			break;
		at -= index[last] * access->stride[last];
		index[last] = 0;
		for (uint32_t d = last; d-- > 0;) {
			at += access->stride[d];
			if (++index[d] < access->count[d])
				break;
			at -= access->count[d] * access->stride[d];
			index[d] = 0;
		}
	}
	return copy;
}
