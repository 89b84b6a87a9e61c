/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "products/swapped.h"
#include "products/library.h"
#include <shared/gemm.h>
#include <shared/share.h>
#include <shared/transpose.h>

enum {
	MOST_ROWS = 128,
	LEAST_COLUMNS = 64,
	BLOCK = 7 * 16,      /* columns of a block, which stays in the first-level cache: lines of 16, eight tiles of 14 */
	STREAMED = 4 << 20   /* bytes of the result */
};

struct swapped {
	const struct hlo_product *product;
	const void *packed; /* the left operand */
	bool streams;       /* the result leaves the second-level cache before it is read */
};

bool kernels_hlo__swapped_fits(enum kernels_dtype work, const struct hlo_product *p)
{
	return work == KERNELS_F32 && !p->plain && p->b_transposed && !p->d && !p->add && p->rows > 1 && p->rows <= MOST_ROWS &&
	       p->columns >= LEAST_COLUMNS && p->columns >= 4 * p->rows && p->depth > 0 && p->depth <= HLO_PACKED_DEPTH &&
	       !kernels_hlo__library(work);
}

/* Columns of the result from `first` on: rows of `block`, which are transposed. */
static void store_block(const struct swapped *s, const float *block, size_t first, size_t columns)
{
	const struct hlo_product *p = s->product;
	float *c = (float *)p->c + first;
	kernels_shared__transpose(&(struct transpose){ (const uint32_t *)(const void *)block, p->rows, (uint32_t *)(void *)c, p->c_stride,
		columns, p->rows, s->streams, TRANSPOSE_BEST });
	kernels_hlo__epilogue_rows(p->epilogue, c, p->rows, columns, p->c_stride);
}

static void run_blocks(const void *data, size_t begin, size_t end)
{
	const struct swapped *s = data;
	const struct hlo_product *p = s->product;
	_Alignas(64) float block[BLOCK * MOST_ROWS];
	for (size_t i = begin; i < end; i++) {
		const size_t first = i * BLOCK, columns = hlo_least(p->columns - first, BLOCK);
		const struct hlo_product turned = { .rows = columns, .columns = p->rows, .depth = p->depth,
			.a = (const float *)p->b + first * p->b_stride, .a_stride = p->b_stride, .b_stride = p->rows,
			.packed_b = (void *)s->packed, .c = block, .c_stride = p->rows };
		kernels_hlo__multiply(KERNELS_F32, &turned);
		store_block(s, block, first, columns);
	}
	if (s->streams)
		kernels_shared__transpose_end();
}

bool kernels_hlo__swapped_run(const struct hlo_run *run, const struct hlo_product *p)
{
	const size_t size = kernels_hlo__product_packed_size(KERNELS_F32, p->rows, p->depth);
	const struct hlo_product left = { .columns = p->rows, .depth = p->depth, .b = p->a, .b_stride = p->a_stride,
		.b_transposed = !p->a_transposed };
	void *packed = async_alloc(run->allocator, size, 64);
	if (!packed)
		return false;
	const bool read_at_once = p->epilogue && p->epilogue->works;
	const struct swapped swapped = { p, packed, !read_at_once && p->rows * p->columns >= STREAMED / sizeof(float) };
	kernels_hlo__product_pack(&left, packed);
	kernels_shared__share(kernels_host(run->request)->queue, run_blocks, &swapped,
		(p->columns - 1) / BLOCK + 1,
		kernels_hlo__product_nanoseconds(KERNELS_F32, (double)p->rows * (double)p->columns * (double)p->depth));
	async_free(run->allocator, packed, size, 64);
	return true;
}
