/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One product by several threads. Each thread packs a part, into memory that all of them read:
 *
 * - Many rows: a block of B is packed, then its product with A is divided by rows. A thread that takes rows packs those
 *   of A.
 * - Few rows: all of A is packed, then the product is divided by columns. A thread that takes columns packs those of B. If neither
 *   has to be packed, each part of the columns is divided by rows once more.
 *
 * Data packed by another processor are read from its cache, which is slower than the own one; therefore the smaller
 * matrix is shared. Blocks are processed in order, each in two stages (share.h). */
#include <shared/together.h>
#include <string.h>

/* Parts of a stage per thread: some threads begin late, and their speeds differ. */
#define PARTS 8u
/* Elements packed at a time: a few microseconds. */
#define PACKED_ELEMENTS 16384u
/* Bytes of a block of B, unless 512 rows are more: the block stays in the second-level cache while all rows are
 * multiplied. */
#define BLOCK_BYTES ((size_t)1 << 19)
/* By columns: the minimum number of panels of a part if each thread gets one, so that rows of B are read in long
 * runs. */
#define MANY_PANELS 8u
/* With fewer tiles of rows per thread, the division is uneven. */
#define FEW_TILES 3u
/* More would evict each other from the second-level cache before the next columns. */
#define MOST_TILES 24u

struct plan {
	const struct together *of;
	const struct gemm_isa *isa;
	bool by_columns;
	size_t columns, depth;  /* of a block */
	size_t column_blocks, depth_blocks;
	size_t pack_rows;       /* by rows: rows of B packed at a time */
	size_t part;            /* by columns: columns of a part */
	size_t row_parts;       /* by columns: into which each is divided once more */
	size_t parts;           /* of a block */
	bool packs_a;           /* by columns */
	void *packed;           /* B of a block, or A */
	const void *one;
};

static size_t at_most(size_t n, size_t limit) { return n < limit ? n : limit; }
static size_t div_up(size_t n, size_t size) { return (n + size - 1) / size; }

/* ---- a block: the part of the product in stages 2 * i and 2 * i + 1 */

struct block {
	struct gemm gemm;
	struct gemm_left left;
	size_t column; /* start of the block */
	bool last;     /* of its columns: the output is the result */
};

static struct block block_of(const struct plan *plan, size_t stage)
{
	const struct together *of = plan->of;
	const size_t i = stage / 2, k = i % plan->depth_blocks * plan->depth,
		     column = i / plan->depth_blocks * plan->columns;
	struct block block = {
		.gemm = *of->gemm, .column = column, .last = i % plan->depth_blocks + 1 == plan->depth_blocks
	};
	struct gemm *g = &block.gemm;
	g->columns = at_most(g->columns - column, plan->columns);
	g->depth = at_most(g->depth - k, plan->depth);
	g->b = gemm_b_at(g, plan->isa->size, k, column);
	g->c = gemm_c_at(g, plan->isa->size, 0, column);
	if (g->d)
		g->d = gemm_d_at(g, plan->isa->size, 0, column);
	if (k > 0) {
		g->beta = plan->one; /* what was in C before, or D, counts once */
		g->d = NULL;
	}
	if (of->left) {
		block.left = *of->left;
		block.left.k += k;
	} else {
		g->a = gemm_a_at(g, plan->isa->size, 0, k);
	}
	return block;
}

static const struct gemm_left *left_of(const struct plan *plan, const struct block *block)
{
	return plan->of->left ? &block->left : NULL;
}

/* ---- by rows */

static void pack_b_unit(const struct plan *plan, const struct block *block, size_t unit)
{
	const size_t k = unit * plan->pack_rows;
	kernels_shared__gemm_pack_b(
		&block->gemm, plan->isa, k, at_most(block->gemm.depth - k, plan->pack_rows), plan->packed);
}

/* Reduces the block to part `number` of `parts` of its rows, and returns the first row. */
static size_t take_rows(const struct plan *plan, struct block *block, size_t parts, size_t number)
{
	struct gemm *g = &block->gemm;
	const size_t height = g->rows / parts, higher = g->rows % parts, row = number * height + at_most(number, higher);
	g->rows = height + (number < higher);
	g->c = gemm_c_at(g, plan->isa->size, row, 0);
	if (g->d)
		g->d = gemm_d_at(g, plan->isa->size, row, 0);
	if (plan->of->left)
		block->left.row += row;
	else
		g->a = gemm_a_at(g, plan->isa->size, row, 0);
	return row;
}

static void multiply_row_unit(const struct plan *plan, struct block *block, size_t unit)
{
	const struct together *of = plan->of;
	struct gemm *g = &block->gemm;
	const size_t row = take_rows(plan, block, plan->parts, unit);
	kernels_shared__gemm(g, of->element,
		&(struct gemm_how){ .isa = plan->isa, .left = left_of(plan, block), .packed_b = plan->packed });
	if (block->last && of->finish)
		of->finish(of->ctx, row, g->rows, block->column, g->columns);
}

/* ---- by columns */

static void pack_a_unit(const struct plan *plan, const struct block *block, size_t unit)
{
	const struct gemm *g = &block->gemm;
	const size_t tiles = kernels_shared__gemm_tiles(g, plan->isa), most = gemm_block_depth(plan->isa);
	const size_t k = unit / tiles * most;
	kernels_shared__gemm_pack_a(
		g, plan->isa, left_of(plan, block), unit % tiles, k, at_most(g->depth - k, most), plan->packed);
}

static void multiply_column_unit(const struct plan *plan, struct block *block, size_t unit)
{
	const struct together *of = plan->of;
	struct gemm *g = &block->gemm;
	const size_t column = unit / plan->row_parts * plan->part;
	const size_t row = plan->row_parts > 1 ? take_rows(plan, block, plan->row_parts, unit % plan->row_parts) : 0;
	g->columns = at_most(g->columns - column, plan->part);
	g->b = gemm_b_at(g, plan->isa->size, 0, column);
	g->c = gemm_c_at(g, plan->isa->size, 0, column);
	if (g->d)
		g->d = gemm_d_at(g, plan->isa->size, 0, column);
	kernels_shared__gemm(g, of->element, &(struct gemm_how){ .isa = plan->isa, .left = left_of(plan, block),
		.packed_a = plan->packs_a ? plan->packed : NULL });
	if (block->last && of->finish)
		of->finish(of->ctx, row, g->rows, column, g->columns);
}

/* ---- stages */

static size_t stage_units(const void *data, size_t stage)
{
	const struct plan *plan = data;
	const struct block block = block_of(plan, stage);
	if (stage % 2 == 1)
		return plan->parts;
	if (!plan->by_columns)
		return block.gemm.b_panels ? 0 : div_up(block.gemm.depth, plan->pack_rows);
	return plan->packs_a ? kernels_shared__gemm_tiles(&block.gemm, plan->isa) * div_up(block.gemm.depth, gemm_block_depth(plan->isa))
			     : 0;
}

static void run_unit(const void *data, size_t stage, size_t number)
{
	const struct plan *plan = data;
	struct block block = block_of(plan, stage);
	if (stage % 2 == 0)
		(plan->by_columns ? pack_a_unit : pack_b_unit)(plan, &block, number);
	else
		(plan->by_columns ? multiply_column_unit : multiply_row_unit)(plan, &block, number);
}

static void plan_rows(struct plan *plan, const struct gemm *g, size_t tiles, size_t threads)
{
	const size_t most = BLOCK_BYTES / plan->isa->size, least = gemm_block_depth(plan->isa);
	size_t of_a_part = tiles / (PARTS * threads);
	plan->columns = at_most(g->columns, GEMM_COLUMNS);
	plan->depth = most / kernels_shared__gemm_packed_width(plan->columns, plan->isa) / least * least;
	plan->depth = plan->depth < least ? least : plan->depth;
	plan->depth_blocks = div_up(g->depth, plan->depth);
	plan->pack_rows = least;
	while (plan->pack_rows > 8 && plan->pack_rows * plan->columns > PACKED_ELEMENTS)
		plan->pack_rows /= 2;
	of_a_part = at_most(of_a_part < 1 ? 1 : of_a_part, GEMM_ROW_BLOCK);
	/* all threads end at the same time */
	plan->parts = at_most(div_up(div_up(tiles, of_a_part), threads) * threads, tiles);
}

static void plan_columns(struct plan *plan, const struct gemm *g, size_t tiles, size_t threads)
{
	const size_t most = GEMM_SCRATCH_B / plan->isa->size, step = gemm_block_depth(plan->isa), wide = 2 * plan->isa->lanes;
	/* parts of b begin with whole panels */
	const size_t panel = g->b_panels && wide < GEMM_PANEL ? GEMM_PANEL : wide;
	const size_t panels = div_up(g->columns, panel), least = at_most(panels / threads, MANY_PANELS);
	const size_t of_a_part = panels / (PARTS * threads);
	plan->packs_a = kernels_shared__gemm_packs_a(g, plan->isa, plan->of->left);
	plan->columns = g->columns;
	plan->depth = plan->packs_a ? at_most(g->depth, most / g->rows / step * step) : g->depth;
	plan->depth_blocks = div_up(g->depth, plan->depth);
	plan->part = at_most(of_a_part < least ? least : of_a_part, GEMM_COLUMNS / panel) * panel;
	if (plan->part == 0)
		plan->part = panel;
	const size_t column_parts = div_up(g->columns, plan->part);
	/* Nothing is packed: dividing the rows, too, costs nothing, and lets a late thread have fewer. Narrower parts would cost the
	 * calls of `finish` more. */
	plan->row_parts = g->b_panels && !plan->packs_a ? at_most(PARTS * threads / column_parts, tiles / 2) : 1;
	if (plan->row_parts == 0)
		plan->row_parts = 1;
	plan->parts = column_parts * plan->row_parts;
}

bool kernels_shared__gemm_together(struct async_queue *queue, const struct together *together)
{
	const struct gemm *g = together->gemm;
	const size_t threads = kernels_shared__sharers(queue);
	if (threads == 1 || g->rows == 0 || g->columns == 0 || g->depth == 0 || g->rows > UINT32_MAX / 2 ||
		g->columns > UINT32_MAX / 2 || g->depth > UINT32_MAX / 2 ||
		kernels_shared__gemm_is_zero(together->element, g->alpha) ||
		(!together->left && kernels_shared__gemm_is_column(g)))
		return false;
	struct plan plan = { .of = together,
		.isa = together->isa ? together->isa : kernels_shared__gemm_isa_of(g, together->element),
		.one = kernels_shared__gemm_one(together->element) };
	const size_t tiles = kernels_shared__gemm_tiles(g, plan.isa);
	plan.by_columns = tiles <= MOST_TILES && g->columns > plan.isa->lanes &&
			  (tiles < FEW_TILES * threads || 2 * g->rows <= g->columns);
	if (plan.by_columns)
		plan_columns(&plan, g, tiles, threads);
	else
		plan_rows(&plan, g, tiles, threads);
	plan.column_blocks = div_up(g->columns, plan.columns);
	if (plan.parts * plan.column_blocks < 2)
		return false;
	const bool packs = plan.by_columns ? plan.packs_a : !g->b_panels;
	plan.packed = packs ? kernels_shared__gemm_take_scratch() : NULL;
	if (packs && !plan.packed)
		return false;
	const struct kernels_shared__stages stages = { run_unit, stage_units, &plan,
		2 * plan.column_blocks * plan.depth_blocks };
	bool done = kernels_shared__share_stages(queue, &stages);
	if (plan.packed)
		kernels_shared__gemm_give_scratch(plan.packed);
	return done;
}
