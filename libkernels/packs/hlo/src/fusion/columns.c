/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops whose reductions keep the last dimensions: sums of columns.
 *
 * The space [outer, reduced, columns] is computed as [outer, blocks, reduced, width], where blocks * width = columns: a row is
 * then the elements of `width` adjacent columns, and a row value has `width` elements. One block is best: it is read and written in
 * the order of memory, by one thread, which is as fast as memory is. So there are more only for the lanes of the reductions to stay
 * in the second cache. Operands get the strides of that order; results in the order of the space are then written run by run. */
#include "fusion/program.h"

#define ONE_BLOCK 2048  /* elements: 256 kB of lanes of f32 */
#define WIDTH 1024      /* of several blocks: runs of 4 kB */
#define MOST_WIDTH 8192 /* if a dimension has no divisor of useful size */
#define USEFUL 64

static int64_t divisor(int64_t n, int64_t most)
{
	while (most > 1 && n % most != 0)
		most--;
	return most > 1 ? most : 1;
}

static int64_t wanted_width(const struct hlo_loop *loop, uint32_t first)
{
	int64_t columns = 1;
	for (uint32_t i = first; i < loop->rank; i++)
		columns *= loop->dims[i];
	return columns <= ONE_BLOCK ? ONE_BLOCK : WIDTH;
}

/* Elements of dimension d that belong to the width, of which `width` are there; a divisor of the dimension. */
static int64_t part_of(const struct hlo_loop *loop, uint32_t d, int64_t width, int64_t wanted)
{
	const int64_t dim = loop->dims[d];
	if (width == 0 || dim <= wanted / width)
		return dim;
	const int64_t part = loop->rank < KERNELS_MAX_RANK ? divisor(dim, wanted / width) : 1;
	return width * part < USEFUL && dim <= MOST_WIDTH / width ? dim : part;
}

static void put_dim(struct hlo_loop *loop, uint32_t from, int64_t dim, int64_t scale)
{
	loop->order[loop->rank] = (struct loop_dim){ from, scale };
	loop->dims[loop->rank++] = dim;
}

void kernels_hlo__loop_columns(struct hlo_loop *loop, uint32_t column_rank)
{
	const struct hlo_loop source = *loop;
	const uint32_t first = source.rank - column_rank; /* column */
	int64_t part[KERNELS_MAX_RANK], wanted = wanted_width(&source, first);
	bool all = true;
	loop->columns = true;
	loop->width = 1;
	for (uint32_t d = source.rank; d-- > first;) {
		part[d] = all ? part_of(&source, d, loop->width, wanted) : 1;
		all = all && part[d] == source.dims[d];
		loop->width *= part[d];
	}
	loop->rank = 0;
	for (uint32_t d = 0; d < first - source.row_rank; d++)
		put_dim(loop, d, source.dims[d], 1);
	for (uint32_t d = first; d < source.rank; d++)
		if (source.dims[d] != part[d])
			put_dim(loop, d, source.dims[d] / part[d], part[d]);
	const uint32_t outer = loop->rank;
	for (uint32_t d = first - source.row_rank; d < first; d++)
		put_dim(loop, d, source.dims[d], 1);
	for (uint32_t d = first; d < source.rank; d++)
		if (source.dims[d] == part[d] || part[d] > 1)
			put_dim(loop, d, part[d], 1);
	loop->width_rank = loop->rank - outer - source.row_rank;
	loop->row_rank = loop->rank - outer;
	if (loop->width == 0) { /* no columns, so no rows */
		loop->width = 1;
		loop->outer = 0;
		return;
	}
	int64_t columns = 1;
	for (uint32_t d = first; d < source.rank; d++)
		columns *= source.dims[d];
	loop->blocks = columns / loop->width;
	loop->outer = source.outer * loop->blocks;
	loop->inner = source.inner / loop->blocks;
}

uint64_t kernels_hlo__loop_run_start(const struct hlo_loop *loop, uint64_t row, uint64_t run)
{
	const uint64_t width = (uint64_t)loop->width, reduced = (uint64_t)loop->inner / width, blocks = (uint64_t)loop->blocks;
	return ((row / blocks * reduced + run) * blocks + row % blocks) * width;
}
