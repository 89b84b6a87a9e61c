/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See copy.h. The two innermost dimensions are one loop, specialized by the size of a unit. */
#include "layout/copy.h"
#include <shared/share.h>
#include <string.h>

#define SHARED_NANOSECONDS 20000u /* shorter copies are not divided */
#define TILE 32 /* rows and columns of a transposed block: both sides stay in the first cache */

/* ---- preparation */

void kernels_hlo__byte_strides(const struct hlo_type *type, int64_t *strides)
{
	int64_t stride = type->elements > 0 ? (int64_t)kernels_dtype_size(type->dtype) : 0;
	for (uint32_t i = type->shape.rank; i-- > 0;) {
		strides[i] = stride;
		stride *= stride ? type->shape.dims[i] : 0;
	}
}

static void put_dim(struct hlo_copy *copy, uint32_t at, int64_t count, int64_t from, int64_t to)
{
	copy->count[at] = count;
	copy->from[at] = from;
	copy->to[at] = to;
}

static void move_dim(struct hlo_copy *copy, uint32_t at, uint32_t source)
{
	put_dim(copy, at, copy->count[source], copy->from[source], copy->to[source]);
}

/* Adds a dimension; larger strides of the destination come first, so that writing is sequential. */
static void add_dim(struct hlo_copy *copy, int64_t count, int64_t from, int64_t to)
{
	uint32_t at = copy->rank++;
	for (; at > 0 && copy->to[at - 1] < to; at--)
		move_dim(copy, at, at - 1);
	put_dim(copy, at, count, from, to);
}

/* Joins a dimension to the next inner one if the two are one dimension with a constant stride. */
static void collapse(struct hlo_copy *copy)
{
	uint32_t kept = 0;
	for (uint32_t i = 1; i < copy->rank; i++)
		if (copy->from[kept] == copy->from[i] * copy->count[i] &&
			copy->to[kept] == copy->to[i] * copy->count[i])
			put_dim(copy, kept, copy->count[kept] * copy->count[i], copy->from[i], copy->to[i]);
		else
			move_dim(copy, ++kept, i);
	if (copy->rank > 0)
		copy->rank = kept + 1;
}

/* Puts the dimension with adjacent elements in the source before the innermost one. */
static void find_transpose(struct hlo_copy *copy)
{
	uint32_t last = copy->rank - 1, best = last;
	if (copy->unit > 16 || copy->to[last] != (int64_t)copy->unit)
		return;
	for (uint32_t i = 0; i < last; i++)
		if (copy->from[i] == (int64_t)copy->unit)
			best = i;
	if (best == last)
		return;
	int64_t count = copy->count[best], from = copy->from[best], to = copy->to[best];
	for (uint32_t i = best; i + 1 < last; i++)
		move_dim(copy, i, i + 1);
	put_dim(copy, last - 1, count, from, to);
	copy->transpose = true;
}

void kernels_hlo__copy_init(struct hlo_copy *copy, size_t width, uint32_t rank, const int64_t *counts,
	const int64_t *from, const int64_t *to)
{
	*copy = (struct hlo_copy){ .unit = width, .units = 1 };
	for (uint32_t i = 0; i < rank; i++)
		copy->empty |= counts[i] == 0;
	if (copy->empty)
		return;
	for (uint32_t i = 0; i < rank; i++)
		if (counts[i] != 1)
			add_dim(copy, counts[i], from[i], to[i]);
	collapse(copy);
	if (copy->rank > 0 && copy->from[copy->rank - 1] == (int64_t)width &&
		copy->to[copy->rank - 1] == (int64_t)width)
		copy->unit = width * (size_t)copy->count[--copy->rank];
	for (uint32_t i = 0; i < copy->rank; i++)
		copy->units *= copy->count[i];
	while (copy->rank < 2) {
		for (uint32_t i = copy->rank++; i > 0; i--)
			move_dim(copy, i, i - 1);
		put_dim(copy, 0, 1, 0, 0);
	}
	find_transpose(copy);
}

uint64_t kernels_hlo__copy_nanoseconds(const struct hlo_copy *copy)
{
	return copy->empty ? 0 : (uint64_t)copy->units * (copy->unit / 16 + 1);
}

/* ---- the two innermost dimensions */

typedef void (*rows_fn)(const int64_t *count, const int64_t *from_stride, const int64_t *to_stride, const char *from,
	char *to);

/* memcpy() with a constant size, because collapsed units are not aligned to their size. */
#define ROWS(size) \
	static void rows_##size(const int64_t *count, const int64_t *from_stride, const int64_t *to_stride, \
		const char *restrict from, char *restrict to) \
	{ \
		for (int64_t row = 0; row < count[0]; row++, from += from_stride[0], to += to_stride[0]) { \
			const char *source = from; \
			if (from_stride[1] == 0 && to_stride[1] == (size)) \
				kernels_hlo__fill(to, source, size, count[1]); \
			else \
				for (int64_t i = 0; i < count[1]; i++, source += from_stride[1]) \
					memcpy(to + i * to_stride[1], source, size); \
		} \
	} \
	static void transpose_##size(const int64_t *count, const int64_t *from_stride, const int64_t *to_stride, \
		const char *restrict from, char *restrict to) \
	{ \
		for (int64_t r = 0; r < count[0]; r += TILE) { \
			int64_t rows = count[0] - r < TILE ? count[0] - r : TILE; \
			for (int64_t c = 0; c < count[1]; c += TILE) { \
				int64_t columns = count[1] - c < TILE ? count[1] - c : TILE; \
				const char *source = from + r * (size) + c * from_stride[1]; \
				char *target = to + r * to_stride[0] + c * (size); \
				for (int64_t i = 0; i < rows; i++, source += (size), target += to_stride[0]) \
					for (int64_t k = 0; k < columns; k++) \
						memcpy(target + k * (size), source + k * from_stride[1], size); \
			} \
		} \
	}
ROWS(1)
ROWS(2)
ROWS(4)
ROWS(8)
ROWS(16)

#define FILL(size, type) \
	case size: { \
		type element; \
		memcpy(&element, value, size); \
		for (int64_t i = 0; i < count; i++) \
			memcpy((char *)to + i * (size), &element, size); \
		break; \
	}

void kernels_hlo__fill(void *to, const void *value, size_t width, int64_t count)
{
	struct sixteen {
		uint64_t half[2];
	};
	switch (width) {
	case 1:
		memset(to, *(const unsigned char *)value, (size_t)count);
		break;
	FILL(2, uint16_t)
	FILL(4, uint32_t)
	FILL(8, uint64_t)
	FILL(16, struct sixteen)
	}
}

static void rows_any(const struct hlo_copy *copy, const int64_t *count, const char *from, char *to)
{
	uint32_t d = copy->rank - 2;
	for (int64_t row = 0; row < count[0]; row++)
		for (int64_t i = 0; i < count[1]; i++)
			memcpy(to + row * copy->to[d] + i * copy->to[d + 1],
				from + row * copy->from[d] + i * copy->from[d + 1], copy->unit);
}

static rows_fn choose(const struct hlo_copy *copy)
{
	switch (copy->unit) {
	case 1: return copy->transpose ? transpose_1 : rows_1;
	case 2: return copy->transpose ? transpose_2 : rows_2;
	case 4: return copy->transpose ? transpose_4 : rows_4;
	case 8: return copy->transpose ? transpose_8 : rows_8;
	case 16: return copy->transpose ? transpose_16 : rows_16;
	default: return NULL;
	}
}

/* Recursion over the outer dimensions: at most KERNELS_MAX_RANK levels. */
static void walk(const struct hlo_copy *copy, rows_fn rows, uint32_t d, const char *from, char *to)
{
	if (d + 2 == copy->rank) {
		if (rows)
			rows(copy->count + d, copy->from + d, copy->to + d, from, to);
		else
			rows_any(copy, copy->count + d, from, to);
		return;
	}
	for (int64_t i = 0; i < copy->count[d]; i++)
		walk(copy, rows, d + 1, from + i * copy->from[d], to + i * copy->to[d]);
}

void kernels_hlo__copy(const struct hlo_copy *copy, const void *from, void *to)
{
	if (copy->empty)
		return;
	if (copy->units == 1)
		memcpy(to, from, copy->unit);
	else
		walk(copy, choose(copy), 0, from, to);
}

/* ---- shared */

struct shared {
	const struct hlo_copy *copy;
	const char *from;
	char *to;
	uint32_t dim; /* that is divided */
};

static void copy_part(const void *data, size_t begin, size_t end)
{
	const struct shared *shared = data;
	struct hlo_copy part = *shared->copy;
	uint32_t d = shared->dim;
	part.count[d] = (int64_t)(end - begin);
	walk(&part, choose(&part), 0, shared->from + (int64_t)begin * part.from[d],
		shared->to + (int64_t)begin * part.to[d]);
}

void kernels_hlo__copy_shared(const struct hlo_run *run, const struct hlo_copy *copy, const void *from, void *to)
{
	struct shared shared = { copy, from, to, 0 };
	uint64_t nanoseconds = kernels_hlo__copy_nanoseconds(copy);
	if (copy->empty || copy->units == 1 || nanoseconds < SHARED_NANOSECONDS) {
		kernels_hlo__copy(copy, from, to);
		return;
	}
	while (copy->count[shared.dim] == 1)
		shared.dim++;
	kernels_shared__share(kernels_host(run->request)->queue, copy_part, &shared, (size_t)copy->count[shared.dim],
		nanoseconds);
}
