/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "call.h"
#include <float.h>
#include <limits.h>
#include <stdlib.h>

void *kernels_lapack__take(struct call *c, size_t count, size_t size)
{
	size_t bytes;
	void *block = NULL;
	if (c->block_count < MOST_BLOCKS && !__builtin_mul_overflow(count > 0 ? count : 1, size, &bytes))
		block = malloc(bytes);
	if (block)
		c->blocks[c->block_count++] = block;
	else
		c->failed = true;
	return block;
}

struct pair {
	uint64_t parts[2];
};

/* Copies element (i, j) to element (j, i). */
#define TRANSPOSE(type) \
	for (size_t i = 0; i < rows; i++) \
		for (size_t j = 0; j < columns; j++) \
	((type *)to)[j * rows + i] = ((const type *)from)[i * columns + j]

static void transpose(const void *from, size_t rows, size_t columns, void *to, size_t size)
{
	if (size == sizeof(uint32_t))
		TRANSPOSE(uint32_t);
	else if (size == sizeof(uint64_t))
		TRANSPOSE(uint64_t);
	else
		TRANSPOSE(struct pair);
}

void *kernels_lapack__load(struct call *c, const void *from, size_t rows, size_t columns)
{
	size_t count;
	if (__builtin_mul_overflow(rows, columns, &count)) {
		c->failed = true;
		return NULL;
	}
	void *to = kernels_lapack__take(c, count, c->scalar);
	if (to)
		transpose(from, rows, columns, to, c->scalar);
	return to;
}

void kernels_lapack__store(void *to, const void *from, size_t rows, size_t columns, size_t size)
{
	if (to)
		transpose(from, columns, rows, to, size);
}

void *kernels_lapack__work(struct call *c, const void *query, int *length)
{
	const bool single = c->real == sizeof(float);
	/* a length above 2^24 may have been rounded to an f32 */
	const double wanted = single ? *(const float *)query * (1 + (double)FLT_EPSILON) + 1 : *(const double *)query + 1;
	*length = wanted < INT_MAX ? (int)wanted : INT_MAX;
	return kernels_lapack__take(c, (size_t)*length, c->scalar);
}
