/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "products/swapped.h"
#include "products/library.h"
#include <shared/gemm.h>
#include <shared/share.h>
#include <string.h>

enum {
	MOST_ROWS = 128,
	LEAST_COLUMNS = 64,
	LANES = 16,          /* columns that are transposed at a time: a cache line of the result */
	BLOCK = 7 * LANES    /* columns of a block, which stays in the first-level cache: eight tiles of 14 */
};

struct swapped {
	const struct hlo_product *product;
	const void *packed; /* the left operand */
};

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

bool kernels_hlo__swapped_fits(enum kernels_dtype work, const struct hlo_product *p)
{
	return work == KERNELS_F32 && !p->plain && p->b_transposed && !p->d && !p->add && p->rows > 1 && p->rows <= MOST_ROWS &&
	       p->columns >= LEAST_COLUMNS && p->columns >= 4 * p->rows && p->depth > 0 && p->depth <= HLO_PACKED_DEPTH &&
	       !kernels_hlo__library(work);
}

/* Columns of the result from `first` on: rows of `block`, which are transposed. */
static void store_block(const struct hlo_product *p, const float *block, size_t first, size_t columns)
{
	uint32_t turned[MOST_ROWS * LANES];
	float *c = (float *)p->c + first;
	for (size_t at = 0; at < columns; at += LANES) {
		const size_t lanes = least(columns - at, LANES);
		const void *lines[LANES];
		for (size_t i = 0; i < lanes; i++)
			lines[i] = block + (at + i) * p->rows;
		kernels_shared__interleave(lines, lanes, p->rows, turned);
		for (size_t row = 0; row < p->rows; row++)
			memcpy(c + row * p->c_stride + at, turned + row * lanes, lanes * sizeof *c);
	}
	kernels_hlo__epilogue_rows(p->epilogue, c, p->rows, columns, p->c_stride);
}

static void run_blocks(const void *data, size_t begin, size_t end)
{
	const struct swapped *s = data;
	const struct hlo_product *p = s->product;
	_Alignas(64) float block[BLOCK * MOST_ROWS];
	for (size_t i = begin; i < end; i++) {
		const size_t first = i * BLOCK, columns = least(p->columns - first, BLOCK);
		const struct hlo_product turned = { .rows = columns, .columns = p->rows, .depth = p->depth,
			.a = (const float *)p->b + first * p->b_stride, .a_stride = p->b_stride, .b_stride = p->rows,
			.packed_b = (void *)s->packed, .c = block, .c_stride = p->rows };
		kernels_hlo__multiply(KERNELS_F32, &turned);
		store_block(p, block, first, columns);
	}
}

bool kernels_hlo__swapped_run(const struct hlo_run *run, const struct hlo_product *p)
{
	const size_t size = kernels_hlo__product_packed_size(KERNELS_F32, p->rows, p->depth);
	const struct hlo_product left = { .columns = p->rows, .depth = p->depth, .b = p->a, .b_stride = p->a_stride,
		.b_transposed = !p->a_transposed };
	void *packed = async_alloc(run->allocator, size, 64);
	if (!packed)
		return false;
	kernels_hlo__product_pack(&left, packed);
	kernels_shared__share(kernels_host(run->request)->queue, run_blocks, &(struct swapped){ p, packed },
		(p->columns - 1) / BLOCK + 1,
		kernels_hlo__product_nanoseconds(KERNELS_F32, (double)p->rows * (double)p->columns * (double)p->depth));
	async_free(run->allocator, packed, size, 64);
	return true;
}
