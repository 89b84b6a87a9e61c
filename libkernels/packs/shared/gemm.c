/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Matrix product: blocks that fit the caches around tiles that fit the registers (gemm_tile.h).
 *
 * B is divided into panels as wide as a tile. If there are enough rows to amortize it, they are packed one after the
 * other; otherwise they are read in place. The last panel is always packed, since its columns may not fill a vector. A
 * is read in place unless its rows would map to the same sets of the first-level cache, or do not exist yet (a
 * convolution generates them). */
#include <kernels/stop.h>
#include <shared/gemm_pack.h>
#include <stdatomic.h>
#include <string.h>

enum {
	FEW_ROWS = 56,      /* for so few rows packing B is not worthwhile, unless B is outside the caches: */
	NEAR = 1 << 21,     /* bytes, and its rows are further apart than a page, so that prefetching them is slow: */
	PAGE = 4096,
	STACK_DEPTH = 16,   /* x 2 vectors: the buffer on the stack if allocation fails */
	LARGEST = 8         /* bytes of an element */
};

/* The processor does not predict the stride of rows that are read in place. */
#define ROWS_AHEAD 12

static size_t at_most(size_t n, size_t limit) { return n < limit ? n : limit; }
/* `step` is a power of two. */
static size_t round_down(size_t n, size_t step) { return n & ~(step - 1); }

/* The state of one product. */
struct work {
	const struct gemm *p;
	const struct gemm_isa *isa;
	const struct gemm_left *left;
	size_t depth_step, column_step; /* sizes of a block of B */
	bool direct;                    /* B is read in place, except for the columns from `tail` on */
	size_t tail;
	bool packs_along;               /* the first tile of a panel packs its rows */
	char *b_scratch, *a_scratch;    /* 64-byte aligned; a_scratch NULL: A is read in place */
	bool a_ready, b_ready;          /* they already contain all of A and B */
};

/* Heights of tiles that differ by at most one, so that no tile has only a row or two. */
struct heights {
	size_t count, height, higher; /* the first `higher` tiles have one more row */
};

static struct heights heights_of(size_t rows, size_t most)
{
	struct heights h = { 1, rows, 0 };
	if (rows <= most)
		return h;
	h.count = (rows + most - 1) / most;
	h.height = rows / h.count;
	h.higher = rows % h.count;
	return h;
}

/* The place from which one tile of A is read. */
static void pack_tile(const struct gemm *p, const struct gemm_isa *isa, const struct gemm_left *left, size_t row,
	size_t rows, size_t first_k, size_t depth, void *to)
{
	if (left)
		left->pack(left->ctx, left->row + row, rows, left->k + first_k, depth, to);
	else
		kernels_shared__pack_rows(p, isa, row, rows, first_k, depth, to);
}

static void read_in_place(const struct work *w, struct gemm_tile *tile, size_t k, size_t column)
{
	tile->b = gemm_b_at(w->p, w->isa->size, k, column);
	tile->b_step = (ptrdiff_t)(gemm_b_step(w->p) * w->isa->size);
	tile->next = (const char *)tile->b + ROWS_AHEAD * tile->b_step;
	tile->next_step = tile->b_step;
}

static void read_panel(struct gemm_tile *tile, const char *panel, size_t width)
{
	tile->b = tile->next = panel;
	tile->b_step = tile->next_step = (ptrdiff_t)width;
}

/* The left rows of a tile: packed, or in place (`packed` is NULL). */
static void read_left(const struct work *w, struct gemm_tile *tile, const char *packed, size_t row, size_t rows, size_t k)
{
	const size_t size = w->isa->size;
	tile->a = packed ? packed : gemm_a_at(w->p, size, row, k);
	tile->a_row = (ptrdiff_t)(packed ? size : w->p->a_stride * size);
	tile->a_step = (ptrdiff_t)(packed ? rows * size : size);
}

/* Prefetches rows that follow those of the tile, which may come from memory: their lines, while the tile is computed. */
static void prefetch_left(const struct work *w, struct gemm_tile *tile, size_t rows)
{
	tile->next = (const char *)tile->a + (ptrdiff_t)rows * tile->a_row;
	tile->next_step = (ptrdiff_t)(rows * w->isa->size);
}

static void pack_left(const struct work *w, size_t first, const struct heights *h, size_t k, size_t depth, char *to)
{
	for (size_t i = 0, row = first; i < h->count; i++) {
		const size_t rows = h->height + (i < h->higher);
		pack_tile(w->p, w->isa, w->left, row, rows, k, depth, to);
		to += rows * depth * w->isa->size;
		row += rows;
	}
}

/* Computes rows [first, last) of C for a panel of B, tile->columns from `column` on. `packs`: the panel does not exist yet. `more`: there
 * are other panels to pack. `fresh`: the rows of A have not been read. */
static void multiply_panel(const struct work *w, struct gemm_tile *tile, size_t first_k, size_t first, const struct heights *h,
	size_t column, char *panel, const char *packed, bool packs, bool more, bool fresh)
{
	const struct gemm *p = w->p;
	const size_t size = w->isa->size;
	const bool wide = tile->columns > w->isa->lanes, in_place = !packs && w->direct && column < w->tail;
	/* stays in the caches for all tiles */
	const bool near = !in_place || p->b_panels;
	const size_t width = (wide ? 2 : 1) * w->isa->lanes;
	if (packs || in_place)
		read_in_place(w, tile, first_k, column);
	else
		read_panel(tile, panel, width * size);
	for (size_t i = 0, row = first; i < h->count; i++) {
		const size_t rows = h->height + (i < h->higher);
		read_left(w, tile, packed, row, rows, first_k);
		if (fresh && !packed && near && (!(packs || p->b_panels) || i > 1))
			prefetch_left(w, tile, rows);
		tile->panel = packs && i == 0 ? panel : NULL;
		tile->c = gemm_c_at(p, size, row, column);
		tile->d = first_k == 0 ? gemm_d_at(p, size, row, column) : tile->c;
		(packs && i == 0 ? w->isa->packing : wide ? w->isa->wide : w->isa->narrow)[rows - 1](tile);
		row += rows;
		packed = packed ? packed + rows * tile->depth * size : NULL;
		if (packs && i < 2)
			read_panel(tile, panel, width * size);
		if ((packs || p->b_panels) && i == 0 && more) { /* the next panel, during the second tile */
			tile->next = gemm_b_at(p, size, first_k, column + width);
			tile->next_step = (ptrdiff_t)(gemm_b_step(p) * size);
		}
	}
}

/* Computes rows [first, last) of C for the columns [from, to) of a block of B; `packed_to`: panels before it are not packed
 * yet. */
static void multiply_rows(const struct work *w, struct gemm_tile *tile, size_t first_k, size_t first, size_t last,
	size_t from, size_t to, size_t packed_to)
{
	const size_t lanes = w->isa->lanes, size = w->isa->size;
	const struct heights h = heights_of(last - first, w->isa->rows);
	char *a_scratch = w->a_ready ? w->a_scratch + first_k * w->p->rows * size : w->a_scratch;
	char *panel = w->b_scratch;
	if (a_scratch && !w->a_ready)
		pack_left(w, first, &h, first_k, tile->depth, a_scratch);
	if (w->b_ready)
		panel += first_k * kernels_shared__gemm_packed_width(w->p->columns, w->isa) * size;
	uint32_t did = 0;
	for (size_t column = from; column < to && !kernels_stops(&did, (last - first) * tile->depth); column += tile->columns) {
		tile->columns = at_most(to - column, 2 * lanes);
		multiply_panel(w, tile, first_k, first, &h, column, panel, a_scratch, column < packed_to,
			column + 2 * lanes < (w->p->b_panels ? to : packed_to), column == from);
		if (!w->direct || column >= w->tail)
			panel += tile->depth * (tile->columns > lanes ? 2 : 1) * lanes * size;
	}
}

static void multiply(const struct work *w, const struct gemm_how *how, const void *one)
{
	const struct gemm *p = w->p;
	const size_t block = w->a_ready ? p->rows : GEMM_ROW_BLOCK * w->isa->rows;
	struct gemm_tile tile = { .c_row = (ptrdiff_t)(p->c_stride * w->isa->size), .alpha = p->alpha };
	uint32_t did = 0;
	for (size_t from = 0; from < p->columns; from += w->column_step) {
		size_t to = from + at_most(p->columns - from, w->column_step);
		size_t k = 0;
		do { /* once even for depth 0, to scale C */
			tile.depth = at_most(p->depth - k, w->depth_step);
			tile.beta = k == 0 ? p->beta : one; /* the old value of C, or D, is added once */
			tile.d_row = k == 0 ? (ptrdiff_t)(p->d_stride * w->isa->size) : tile.c_row;
			size_t packed_from = !w->direct ? from : w->tail > from ? at_most(w->tail, to) : from;
			/* whole panels are packed along with the first rows */
			const size_t along = w->packs_along ? from + round_down(to - from, 2 * w->isa->lanes) : from;
			if (w->b_scratch && !w->b_ready && along < to)
				kernels_shared__pack_panels(w->b_scratch + (along - from) * tile.depth * w->isa->size, p, w->isa,
					&(struct gemm_panels){ k, tile.depth, w->packs_along ? along : packed_from, to }, 0, tile.depth);
			const struct heights blocks = heights_of(p->rows, block);
			for (size_t i = 0, row = 0; i < blocks.count; i++) {
				size_t last = row + blocks.height + (i < blocks.higher);
				multiply_rows(w, &tile, k, row, last, from, to, i == 0 ? along : from);
				if (kernels_stops(&did, (last - row) * tile.depth * (to - from) / LARGEST))
					return;
				if (how->finish && k + tile.depth == p->depth)
					how->finish(how->ctx, row, last - row, from, to - from);
				row = last;
			}
			k += tile.depth;
		} while (k < p->depth);
	}
}

static const struct gemm_isa *widest_isa(enum gemm_element element, size_t rows)
{
	const struct gemm_isa *isa = kernels_shared__gemm_isas[element];
	while (!isa->supported() || rows < isa->least_rows)
		isa++;
	return isa;
}

const struct gemm_isa *kernels_shared__gemm_best_isa(enum gemm_element element) { return widest_isa(element, SIZE_MAX); }

const struct gemm_isa *kernels_shared__gemm_isa_of(const struct gemm *gemm, enum gemm_element element)
{
	return widest_isa(element, gemm->rows);
}

bool kernels_shared__gemm_has(enum gemm_element element)
{
	for (size_t i = 0; i < GEMM_ISAS; i++) {
		const struct gemm_isa *isa = &kernels_shared__gemm_isas[element][i];
		if (isa->name && isa->supported())
			return true;
	}
	return false;
}

static void prepare(struct work *w, bool b_is_packed)
{
	const struct gemm *p = w->p;
	const size_t lanes = w->isa->lanes;
	w->direct = !b_is_packed && !p->b_transposed;
	w->tail = round_down(p->columns, lanes); /* full vectors are read in place */
	if ((w->tail & lanes) != 0 && w->tail != p->columns)
		w->tail -= lanes; /* a panel is either packed completely or not */
}

/* ---- memory kept between products: the page faults of new memory would cost more than a small product */

#define SCRATCH_SLOTS 32
static _Atomic(void *) scratch_slots[SCRATCH_SLOTS];

void *kernels_shared__gemm_take_scratch(void)
{
	for (int i = 0; i < SCRATCH_SLOTS; i++) {
		/* relaxed, to skip empty slots without acquiring their cache lines; the value is only a hint */
		if (!atomic_load_explicit(&scratch_slots[i], memory_order_relaxed))
			continue;
		/* acquire: pairs with the release in give_scratch(), after the last use of the bytes */
		void *scratch = atomic_exchange_explicit(&scratch_slots[i], NULL, memory_order_acquire);
		if (scratch)
			return scratch;
	}
	return async_alloc(async_allocator_system(), GEMM_SCRATCH_B + GEMM_SCRATCH_A, 64);
}

void kernels_shared__gemm_give_scratch(void *scratch)
{
	for (int i = 0; i < SCRATCH_SLOTS; i++) {
		void *empty = NULL;
		/* release: pairs with the acquire in take_scratch() */
		if (atomic_compare_exchange_strong_explicit(&scratch_slots[i], &empty, scratch, memory_order_release,
			    memory_order_relaxed))
			return;
	}
	async_free(async_allocator_system(), scratch, GEMM_SCRATCH_B + GEMM_SCRATCH_A, 64);
}

/* ---- parts of a product */

size_t kernels_shared__gemm_packed_width(size_t columns, const struct gemm_isa *isa)
{
	return round_down(columns + isa->lanes - 1, isa->lanes);
}

void kernels_shared__gemm_pack_b(const struct gemm *gemm, const struct gemm_isa *isa, size_t k, size_t depth, void *to)
{
	const size_t first = round_down(k, gemm_block_depth(isa)), width = kernels_shared__gemm_packed_width(gemm->columns, isa);
	const struct gemm_panels panels = { first, at_most(gemm->depth - first, gemm_block_depth(isa)), 0, gemm->columns };
	kernels_shared__pack_panels(
		(char *)to + first * width * isa->size, gemm, isa, &panels, k - first, k - first + depth);
}

size_t kernels_shared__gemm_tiles(const struct gemm *gemm, const struct gemm_isa *isa)
{
	return heights_of(gemm->rows, isa->rows).count;
}

void kernels_shared__gemm_pack_a(const struct gemm *gemm, const struct gemm_isa *isa, const struct gemm_left *left,
	size_t tile, size_t k, size_t depth, void *to)
{
	const struct heights h = heights_of(gemm->rows, isa->rows);
	const size_t row = tile * h.height + at_most(tile, h.higher);
	char *packed = (char *)to + (k * gemm->rows + row * depth) * isa->size;
	pack_tile(gemm, isa, left, row, h.height + (tile < h.higher), k, depth, packed);
}

bool kernels_shared__gemm_packs_a(const struct gemm *gemm, const struct gemm_isa *isa, const struct gemm_left *left)
{
	/* With row strides that are multiples of 4096 bytes, all rows of a tile map to one set of the first-level
	 * cache. */
	return left || gemm->a_transposed ||
	       (!isa->reads_lines && gemm->a_stride * isa->size % 4096 == 0 && gemm->columns > 4 * isa->lanes && gemm->depth > 64);
}

/* ---- a product */

/* Returns whether packing is not worthwhile for a product and one or two tiles cover its rows. */
static bool is_small(const struct gemm *p, const struct gemm_isa *isa, bool far)
{
	return p->rows <= at_most(2 * isa->rows, FEW_ROWS) && !p->b_panels && p->columns % isa->lanes == 0 &&
	       p->columns <= GEMM_COLUMNS && p->depth <= gemm_block_depth(isa) && !far && !p->b_transposed &&
	       !kernels_shared__gemm_packs_a(p, isa, NULL);
}

/* Computes such a product like multiply(), without the setup of blocks, which takes as long as a product of 16 x 16. */
static void multiply_small(const struct gemm *p, const struct gemm_isa *isa)
{
	const size_t lanes = isa->lanes, size = isa->size, high = p->rows <= isa->rows ? p->rows : (p->rows + 1) / 2;
	struct gemm_tile tile = { .depth = p->depth,
		.a_row = (ptrdiff_t)(p->a_stride * size),
		.a_step = (ptrdiff_t)size,
		.b_step = (ptrdiff_t)(p->b_stride * size),
		.c_row = (ptrdiff_t)(p->c_stride * size),
		.d_row = (ptrdiff_t)(p->d_stride * size),
		.alpha = p->alpha,
		.beta = p->beta };
	for (size_t column = 0; column < p->columns; column += tile.columns) {
		tile.columns = at_most(p->columns - column, 2 * lanes);
		const gemm_tile_fn *tiles = tile.columns > lanes ? isa->wide : isa->narrow;
		tile.b = gemm_b_at(p, size, 0, column);
		for (size_t row = 0; row < p->rows; row += high) {
			tile.a = gemm_a_at(p, size, row, 0);
			tile.c = gemm_c_at(p, size, row, column);
			tile.d = gemm_d_at(p, size, row, column);
			tiles[at_most(p->rows - row, high) - 1](&tile);
		}
	}
}

const void *kernels_shared__gemm_one(enum gemm_element element)
{
	static const float f32 = 1;
	static const uint32_t i32 = 1;
	static const double f64 = 1;
	return gemm_sums_f32(element) ? (const void *)&f32 : element == GEMM_F64 ? (const void *)&f64 : (const void *)&i32;
}

bool kernels_shared__gemm_is_zero(enum gemm_element element, const void *factor)
{
	return gemm_sums_f32(element) ? *(const float *)factor == 0 :
	       element == GEMM_F64 ? *(const double *)factor == 0 :
				     *(const uint32_t *)factor == 0;
}

bool kernels_shared__gemm_is_column(const struct gemm *gemm)
{
	return gemm->columns == 1 && gemm->rows > 1 && gemm->c_stride == 1 && !gemm->a_transposed &&
	       (gemm->b_transposed || gemm->b_stride == 1) && (!gemm->d || gemm->d_stride == 1);
}

/* A single row, or a column, whose products are read in place; false: neither. */
static bool multiply_vector(const struct gemm *p, const struct gemm_isa *isa)
{
	const ptrdiff_t size = (ptrdiff_t)isa->size;
	struct gemm_tile tile = { .depth = p->depth, .columns = p->columns, .a = p->a, .b = p->b,
		.b_step = (ptrdiff_t)p->b_stride * size, .c = p->c, .d = p->d, .alpha = p->alpha, .beta = p->beta };
	if (!isa->row)
		return false;
	if (kernels_shared__gemm_is_column(p)) {
		tile.columns = p->rows;
		tile.a = p->b;
		tile.b = p->a;
		tile.b_step = (ptrdiff_t)p->a_stride * size;
		isa->dots(&tile);
		return true;
	}
	if (p->rows != 1 || p->b_panels || (p->a_transposed && p->a_stride != 1))
		return false;
	(p->b_transposed ? isa->dots : isa->row)(&tile);
	return true;
}

static void finish_all(const struct gemm *p, const struct gemm_how *how)
{
	if (how->finish)
		how->finish(how->ctx, 0, p->rows, 0, p->columns);
}

void kernels_shared__gemm(const struct gemm *gemm, enum gemm_element element, const struct gemm_how *how)
{
	static const struct gemm_how any;
	struct gemm p = *gemm;
	if (!how)
		how = &any;
	struct work w = {
		.p = &p, .isa = how->isa ? how->isa : kernels_shared__gemm_isa_of(gemm, element), .left = how->left
	};
	if (p.rows == 0 || p.columns == 0)
		return;
	if (!p.d) {
		p.d = p.c;
		p.d_stride = p.c_stride;
	}
	if (kernels_shared__gemm_is_zero(element, p.alpha))
		p.depth = 0; /* as in BLAS, nothing is multiplied then, not even infinities */
	if (!w.left && !how->packed_b && multiply_vector(&p, w.isa)) {
		finish_all(&p, how);
		return;
	}
	const size_t lanes = w.isa->lanes;
	bool far = p.rows > 8 && p.b_stride > PAGE / w.isa->size && p.b_stride > NEAR / w.isa->size / (p.depth + 1);
	if (!w.left && !how->packed_a && !how->packed_b && is_small(&p, w.isa, far)) {
		multiply_small(&p, w.isa);
		if (w.isa->end)
			w.isa->end();
		finish_all(&p, how);
		return;
	}
	prepare(&w, how->packed_b || (!p.b_panels && (p.rows > FEW_ROWS || far) && p.columns > lanes));
	w.depth_step = at_most(p.depth, gemm_block_depth(w.isa));
	w.column_step = at_most(p.columns, GEMM_COLUMNS);
	w.a_ready = how->packed_a != NULL;
	w.b_ready = how->packed_b != NULL;
	w.packs_along = !w.b_ready && !w.direct && !p.b_transposed && heights_of(p.rows, w.isa->rows).count > 1;
	bool pack_the_rows = !w.a_ready && kernels_shared__gemm_packs_a(&p, w.isa, w.left);
	bool memory = pack_the_rows || (!w.b_ready && (!w.direct || w.tail < p.columns));
	char *scratch = memory && !how->lean ? kernels_shared__gemm_take_scratch() : NULL;
	_Alignas(64) char stack_b[STACK_DEPTH * 2 * 64];
	_Alignas(64) char stack_a[STACK_DEPTH * GEMM_ROW_BLOCK * GEMM_MOST_ROWS * LARGEST];
	if (memory && !scratch) {
		w.a_ready = w.b_ready = w.packs_along = false; /* blocks of that depth need more memory */
		prepare(&w, false);
		w.b_scratch = stack_b;
		w.a_scratch = w.left || p.a_transposed ? stack_a : NULL;
		w.depth_step = at_most(p.depth, STACK_DEPTH);
		if (!w.direct)
			w.column_step = at_most(p.columns, 2 * lanes);
	} else {
		w.b_scratch = w.b_ready ? how->packed_b : scratch;
		w.a_scratch = w.a_ready ? how->packed_a : pack_the_rows ? scratch + GEMM_SCRATCH_B : NULL;
	}
	multiply(&w, how, kernels_shared__gemm_one(element));
	if (w.isa->end)
		w.isa->end();
	if (scratch)
		kernels_shared__gemm_give_scratch(scratch);
}
