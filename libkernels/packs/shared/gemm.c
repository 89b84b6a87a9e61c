/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Matrix product: blocks that fit the caches around tiles that fit the registers (gemm_tile.h).
 *
 * B is divided into panels as wide as a tile. If there are enough rows to amortize it, they are packed one after the
 * other; otherwise they are read in place. The last panel is always packed, since its columns may not fill a vector. A
 * is read in place unless its rows would map to the same sets of the first-level cache, or do not exist yet (a
 * convolution generates them). */
#include <shared/gemm.h>
#include <stdatomic.h>
#include <string.h>

enum {
	FEW_ROWS = 56,      /* for so few rows packing B is not worthwhile, unless B is outside the caches: */
	NEAR = 1 << 21,     /* bytes */
	STACK_DEPTH = 16,   /* x 2 * 16 elements: the buffer on the stack if allocation fails */
	ELEMENT_SIZE = GEMM_ELEMENT_SIZE
};

static size_t at_most(size_t n, size_t limit) { return n < limit ? n : limit; }
/* `step` is a power of two. */
static size_t round_down(size_t n, size_t step) { return n & ~(step - 1); }

/* Element `row`, `column` of a matrix with rows of `stride` elements. */
static const void *element_at(const void *matrix, size_t stride, size_t row, size_t column)
{
	return (const char *)matrix + (row * stride + column) * ELEMENT_SIZE;
}

/* The state of one product. */
struct work {
	const struct gemm *p;
	const struct gemm_isa *isa;
	const struct gemm_left *left;
	size_t depth_step, column_step; /* sizes of a block of B */
	bool direct;                    /* B is read in place, except for the columns from `tail` on */
	size_t tail;
	char *b_scratch, *a_scratch;    /* 64-byte aligned; a_scratch NULL: A is read in place */
	bool a_ready, b_ready;          /* they already contain all of A and B */
};

/* Packs columns `from` to `to` of `depth` rows of B into panels. The last panel is narrow if that is sufficient, and
 * padded with zeros. Processes a few rows at a time for all panels, so that B, which may be outside the caches, is read
 * in long runs. Packs only the rows from `begin` to `end`. */
static void pack_b(char *scratch, const struct gemm *p, size_t first_row, size_t depth, size_t begin, size_t end,
	size_t from, size_t to, size_t lanes)
{
	enum { FEW = 8 };
	for (size_t first = begin; first < end; first += FEW) {
		const size_t rows = at_most(end - first, FEW);
		char *panel = scratch;
		for (size_t column = from; column < to;) {
			const size_t columns = at_most(to - column, 2 * lanes),
				     width = columns > lanes ? 2 * lanes : lanes;
			const char *b = element_at(p->b, p->b_stride, first_row + first, column);
			char *out = panel + first * width * ELEMENT_SIZE;
			for (size_t k = 0; k < rows;
				k++, out += width * ELEMENT_SIZE, b += p->b_stride * ELEMENT_SIZE) {
				if (columns == 32) { /* a constant size */
					/* for the next few rows: the processor does not predict the stride of the
					 * rows */
					__builtin_prefetch(b + FEW * p->b_stride * ELEMENT_SIZE);
					__builtin_prefetch(b + FEW * p->b_stride * ELEMENT_SIZE + 64);
					memcpy(out, b, 128);
					continue;
				}
				memcpy(out, b, columns * ELEMENT_SIZE);
				memset(out + columns * ELEMENT_SIZE, 0, (width - columns) * ELEMENT_SIZE);
			}
			panel += depth * width * ELEMENT_SIZE;
			column += columns;
		}
	}
}

#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define HAVE_SHUFFLE 1
#endif
#endif

#ifdef HAVE_SHUFFLE
typedef uint32_t four __attribute__((vector_size(16), aligned(4), may_alias));

/* Transposes 4 x 4 elements. */
static inline void transpose_four(const uint32_t *const *from, size_t k, uint32_t *to, size_t step)
{
	const four a = *(const four *)(from[0] + k), b = *(const four *)(from[1] + k);
	const four c = *(const four *)(from[2] + k), d = *(const four *)(from[3] + k);
	const four ab = __builtin_shufflevector(a, b, 0, 4, 1, 5), ab2 = __builtin_shufflevector(a, b, 2, 6, 3, 7);
	const four cd = __builtin_shufflevector(c, d, 0, 4, 1, 5), cd2 = __builtin_shufflevector(c, d, 2, 6, 3, 7);
	*(four *)to = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
	*(four *)(to + step) = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
	*(four *)(to + 2 * step) = __builtin_shufflevector(ab2, cd2, 0, 1, 4, 5);
	*(four *)(to + 3 * step) = __builtin_shufflevector(ab2, cd2, 2, 3, 6, 7);
}
#endif

void kernels_shared__interleave(const void *const *from, size_t rows, size_t count, uint32_t *to)
{
	const uint32_t *const *lines = (const uint32_t *const *)from;
	size_t k = 0;
#ifdef HAVE_SHUFFLE
	for (; rows >= 4 && k + 4 <= count; k += 4) {
		for (size_t i = 0; i < rows; i += 4) {
			size_t first = i + 4 <= rows ? i : rows - 4; /* the last ones may be copied twice */
			transpose_four(lines + first, k, to + k * rows + first, rows);
		}
	}
#endif
	for (; k < count; k++) {
		for (size_t i = 0; i < rows; i++)
			to[k * rows + i] = lines[i][k];
	}
}

static void pack_rows(const struct gemm *p, size_t row, size_t rows, size_t first_k, size_t depth, uint32_t *to)
{
	const void *lines[GEMM_MOST_ROWS];
	for (size_t i = 0; i < rows; i++)
		lines[i] = element_at(p->a, p->a_stride, row + i, first_k);
	kernels_shared__interleave(lines, rows, depth, to);
}

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
static void pack_tile(const struct gemm *p, const struct gemm_left *left, size_t row, size_t rows, size_t first_k,
	size_t depth, uint32_t *to)
{
	if (left)
		left->pack(left->ctx, left->row + row, rows, left->k + first_k, depth, to);
	else
		pack_rows(p, row, rows, first_k, depth, to);
}

/* Computes rows [first, last) of C for the columns [from, to) of a block of B. */
static void multiply_rows(const struct work *w, struct gemm_tile *tile, size_t first_k, size_t first, size_t last,
	size_t from, size_t to)
{
	const struct gemm *p = w->p;
	const size_t lanes = w->isa->lanes;
	const struct heights h = heights_of(last - first, w->isa->rows);
	char *a_scratch = w->a_ready ? w->a_scratch + first_k * p->rows * ELEMENT_SIZE : w->a_scratch;
	if (a_scratch && !w->a_ready) {
		char *packed = a_scratch;
		for (size_t i = 0, row = first; i < h.count; i++) {
			size_t rows = h.height + (i < h.higher);
			pack_tile(p, w->left, row, rows, first_k, tile->depth, (uint32_t *)packed);
			packed += rows * tile->depth * ELEMENT_SIZE;
			row += rows;
		}
	}
	const char *panel = w->b_scratch;
	if (w->b_ready)
		panel += first_k * kernels_shared__gemm_packed_width(p->columns, w->isa) * ELEMENT_SIZE;
	for (size_t column = from; column < to; column += tile->columns) {
		tile->columns = at_most(to - column, 2 * lanes);
		bool wide = tile->columns > lanes;
		size_t width = (wide ? 2 : 1) * lanes;
		const gemm_tile_fn *tiles = wide ? w->isa->wide : w->isa->narrow;
		if (w->direct && column < w->tail) {
			tile->b = element_at(p->b, p->b_stride, first_k, column);
			tile->b_step = (ptrdiff_t)(p->b_stride * ELEMENT_SIZE);
		} else {
			tile->b = panel;
			tile->b_step = (ptrdiff_t)(width * ELEMENT_SIZE);
			panel += tile->depth * width * ELEMENT_SIZE;
		}
		const char *packed = a_scratch;
		for (size_t i = 0, row = first; i < h.count; i++) {
			size_t rows = h.height + (i < h.higher);
			if (packed) {
				tile->a = packed;
				tile->a_row = ELEMENT_SIZE;
				tile->a_step = (ptrdiff_t)(rows * ELEMENT_SIZE);
				packed += rows * tile->depth * ELEMENT_SIZE;
			} else {
				tile->a = element_at(p->a, p->a_stride, row, first_k);
				tile->a_row = (ptrdiff_t)(p->a_stride * ELEMENT_SIZE);
				tile->a_step = ELEMENT_SIZE;
			}
			tile->c = (char *)p->c + (row * p->c_stride + column) * ELEMENT_SIZE;
			tiles[rows - 1](tile);
			row += rows;
		}
	}
}

static void multiply(const struct work *w, const void *one)
{
	const struct gemm *p = w->p;
	const size_t block = w->a_ready ? p->rows : GEMM_ROW_BLOCK * w->isa->rows;
	struct gemm_tile tile = { .c_row = (ptrdiff_t)(p->c_stride * ELEMENT_SIZE), .alpha = p->alpha };
	for (size_t from = 0; from < p->columns; from += w->column_step) {
		size_t to = from + at_most(p->columns - from, w->column_step);
		size_t k = 0;
		do { /* once even for depth 0, to scale C */
			tile.depth = at_most(p->depth - k, w->depth_step);
			tile.beta = k == 0 ? p->beta : one; /* the old value of C is added once */
			size_t packed_from = !w->direct ? from : w->tail > from ? at_most(w->tail, to) : from;
			if (!w->b_ready)
				pack_b(w->b_scratch, p, k, tile.depth, 0, tile.depth, packed_from, to, w->isa->lanes);
			const struct heights blocks = heights_of(p->rows, block);
			for (size_t i = 0, row = 0; i < blocks.count; i++) {
				size_t last = row + blocks.height + (i < blocks.higher);
				multiply_rows(w, &tile, k, row, last, from, to);
				row = last;
			}
			k += tile.depth;
		} while (k < p->depth);
	}
}

const struct gemm_isa *kernels_shared__gemm_best_isa(enum gemm_element element)
{
	const struct gemm_isa *isa = kernels_shared__gemm_isas[element];
	while (!isa->supported())
		isa++;
	return isa;
}

static void prepare(struct work *w, bool b_is_packed)
{
	const struct gemm *p = w->p;
	const size_t lanes = w->isa->lanes;
	w->direct = !b_is_packed;
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
	const size_t first = round_down(k, GEMM_DEPTH), width = kernels_shared__gemm_packed_width(gemm->columns, isa);
	pack_b((char *)to + first * width * ELEMENT_SIZE, gemm, first, at_most(gemm->depth - first, GEMM_DEPTH),
		k - first, k - first + depth, 0, gemm->columns, isa->lanes);
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
	uint32_t *packed = (uint32_t *)to + k * gemm->rows + row * depth;
	pack_tile(gemm, left, row, h.height + (tile < h.higher), k, depth, packed);
}

bool kernels_shared__gemm_packs_a(const struct gemm *gemm, const struct gemm_isa *isa, const struct gemm_left *left)
{
	/* With row strides that are multiples of 4096 bytes, all rows of a tile map to one set of the first-level
	 * cache. */
	return left || (gemm->a_stride % 1024 == 0 && gemm->columns > 4 * isa->lanes && gemm->depth > 64);
}

/* ---- a product */

/* Returns whether packing is not worthwhile for a product and one or two tiles cover its rows. */
static bool is_small(const struct gemm *p, const struct gemm_isa *isa, bool far)
{
	return p->rows <= at_most(2 * isa->rows, FEW_ROWS) && p->columns % isa->lanes == 0 &&
	       p->columns <= GEMM_COLUMNS && p->depth <= GEMM_DEPTH && !far &&
	       !kernels_shared__gemm_packs_a(p, isa, NULL);
}

/* Computes such a product like multiply(), without the setup of blocks, which takes as long as a product of 16 x 16. */
static void multiply_small(const struct gemm *p, const struct gemm_isa *isa)
{
	const size_t lanes = isa->lanes, high = p->rows <= isa->rows ? p->rows : (p->rows + 1) / 2;
	struct gemm_tile tile = { .depth = p->depth,
		.a_row = (ptrdiff_t)(p->a_stride * ELEMENT_SIZE),
		.a_step = ELEMENT_SIZE,
		.b_step = (ptrdiff_t)(p->b_stride * ELEMENT_SIZE),
		.c_row = (ptrdiff_t)(p->c_stride * ELEMENT_SIZE),
		.alpha = p->alpha,
		.beta = p->beta };
	for (size_t column = 0; column < p->columns; column += tile.columns) {
		tile.columns = at_most(p->columns - column, 2 * lanes);
		const gemm_tile_fn *tiles = tile.columns > lanes ? isa->wide : isa->narrow;
		tile.b = element_at(p->b, 0, 0, column);
		for (size_t row = 0; row < p->rows; row += high) {
			tile.a = element_at(p->a, p->a_stride, row, 0);
			tile.c = (char *)p->c + (row * p->c_stride + column) * ELEMENT_SIZE;
			tiles[at_most(p->rows - row, high) - 1](&tile);
		}
	}
}

void kernels_shared__gemm(const struct gemm *gemm, enum gemm_element element, const struct gemm_how *how)
{
	static const float one_f32 = 1;
	static const uint32_t one_i32 = 1;
	static const struct gemm_how any;
	struct gemm p = *gemm;
	if (!how)
		how = &any;
	struct work w = {
		.p = &p, .isa = how->isa ? how->isa : kernels_shared__gemm_best_isa(element), .left = how->left
	};
	if (p.rows == 0 || p.columns == 0)
		return;
	if (element == GEMM_F32 ? *(const float *)p.alpha == 0 : *(const uint32_t *)p.alpha == 0)
		p.depth = 0; /* as in BLAS, nothing is multiplied then, not even infinities */
	if (p.rows == 1 && !w.left && !how->packed_b) {
		const struct gemm_tile tile = { .depth = p.depth, .columns = p.columns, .a = p.a, .b = p.b,
			.b_step = (ptrdiff_t)(p.b_stride * ELEMENT_SIZE), .c = p.c, .alpha = p.alpha, .beta = p.beta };
		w.isa->row(&tile);
		return;
	}
	const size_t lanes = w.isa->lanes;
	bool far = p.rows > 8 && p.b_stride > NEAR / ELEMENT_SIZE / (p.depth + 1);
	if (!w.left && !how->packed_a && !how->packed_b && is_small(&p, w.isa, far)) {
		multiply_small(&p, w.isa);
		return;
	}
	prepare(&w, how->packed_b || ((p.rows > FEW_ROWS || far) && p.columns > lanes));
	w.depth_step = at_most(p.depth, GEMM_DEPTH);
	w.column_step = at_most(p.columns, GEMM_COLUMNS);
	w.a_ready = how->packed_a != NULL;
	w.b_ready = how->packed_b != NULL;
	bool pack_the_rows = !w.a_ready && kernels_shared__gemm_packs_a(&p, w.isa, w.left);
	bool memory = pack_the_rows || (!w.b_ready && (!w.direct || w.tail < p.columns));
	char *scratch = memory && !how->lean ? kernels_shared__gemm_take_scratch() : NULL;
	_Alignas(64) char stack_b[STACK_DEPTH * 2 * 16 * ELEMENT_SIZE];
	_Alignas(64) char stack_a[STACK_DEPTH * GEMM_ROW_BLOCK * GEMM_MOST_ROWS * ELEMENT_SIZE];
	if (memory && !scratch) {
		w.a_ready = w.b_ready = false; /* blocks of that depth need more memory */
		prepare(&w, false);
		w.b_scratch = stack_b;
		w.a_scratch = w.left ? stack_a : NULL;
		w.depth_step = at_most(p.depth, STACK_DEPTH);
	} else {
		w.b_scratch = w.b_ready ? how->packed_b : scratch;
		w.a_scratch = w.a_ready ? how->packed_a : pack_the_rows ? scratch + GEMM_SCRATCH_B : NULL;
	}
	multiply(&w, element == GEMM_F32 ? (const void *)&one_f32 : (const void *)&one_i32);
	if (scratch)
		kernels_shared__gemm_give_scratch(scratch);
}
