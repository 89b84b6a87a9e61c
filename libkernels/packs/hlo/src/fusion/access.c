/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See access.h. */
#include "fusion/access.h"
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

/* Adjacent elements; some sizes are constants, so that no function is called. */
#define COPY_RUNS(bytes) \
	for (; count > 0; count--, to += (bytes), from += apart) \
		memcpy(to, from, bytes);
static void copy_runs(char *to, const char *from, int64_t apart, size_t bytes, size_t count)
{
	switch (bytes) {
	case 8: COPY_RUNS(8) break;
	case 12: COPY_RUNS(12) break;
	case 16: COPY_RUNS(16) break;
	case 32: COPY_RUNS(32) break;
	case 64: COPY_RUNS(64) break;
	default: COPY_RUNS(bytes)
	}
}

/* `count` runs of `run` elements, `apart` bytes from one to the next. */
static void read_runs(char *to, const char *from, int64_t apart, int64_t step, size_t size, size_t run, size_t count)
{
	if (step == 1) {
		copy_runs(to, from, apart, run * size, count);
		return;
	}
	if (step == 0) {
		kernels_hlo__fill_runs(to, from, apart, size, run, count);
		return;
	}
	for (; count > 0; count--, to += run * size, from += apart)
		kernels_hlo__copy_elements(to, 1, from, step, size, run);
}

/* Goes on by `count` runs, from the begin of one to that of another. Returns the difference of the offsets. */
static int64_t next_runs(const struct hlo_access *access, int64_t *index, size_t count)
{
	if (access->rank < 2)
		return 0;
	uint32_t d = access->rank - 2;
	int64_t moved = (int64_t)count * access->stride[d];
	index[d] += (int64_t)count;
	for (; index[d] == access->count[d]; index[d]++, moved += access->stride[d]) {
		moved -= access->count[d] * access->stride[d];
		index[d] = 0;
		if (d-- == 0)
			break;
	}
	return moved;
}

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
	const int64_t step = access->stride[last], apart = last > 0 ? access->stride[last - 1] * (int64_t)size : 0;
	const size_t whole = (size_t)access->count[last];
	for (char *to = copy; n > 0;) {
		size_t run = whole - (size_t)index[last], runs = 1;
		if (run > n)
			run = n;
		else if (run == whole && last > 0)
			runs = hlo_least(n / whole, (size_t)(access->count[last - 1] - index[last - 1]));
		read_runs(to, base + at * (int64_t)size, apart, step, size, run, runs);
		to += runs * run * size;
		n -= runs * run;
		at += next_runs(access, index, runs) - index[last] * step;
		index[last] = 0;
	}
	return copy;
}
