/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Product of dense row-major matrices, without external libraries. */
#ifndef KERNELS_SHARED_GEMM_H
#define KERNELS_SHARED_GEMM_H

#include <async/allocator.h>

/* Computes one tile of the result, at most `rows` x 2 * lanes, which stays in registers. Steps are in bytes, so that
 * one function reads rows in place (a_step 4) and interleaved packed rows (a_row 4). */
struct gemm_tile {
	size_t depth, columns;
	const void *a;
	ptrdiff_t a_row, a_step; /* to the element in the next row, and to the next element of the row */
	const void *b;
	ptrdiff_t b_step; /* to the next row */
	const void *next; /* prefetched: a row of a tile's width for each row of b; NULL: nothing */
	ptrdiff_t next_step;
	void *panel; /* where packing tiles copy rows of b, one after the other; NULL for all others */
	void *c;
	ptrdiff_t c_row;
	const void *d; /* what beta multiplies */
	ptrdiff_t d_row;
	const void *alpha, *beta;
};
typedef void (*gemm_tile_fn)(const struct gemm_tile *tile);

enum { GEMM_MOST_ROWS = 14, GEMM_MOST_COLUMNS = 32 }; /* of a tile */

/* The inner loops for one instruction set. */
struct gemm_isa {
	const char *name;
	bool (*supported)(void); /* by this processor */
	size_t lanes, rows;      /* elements of a vector; rows of the largest tile */
	const gemm_tile_fn *wide, *narrow; /* by rows - 1; 2 * lanes columns, lanes columns */
	const gemm_tile_fn *packing;       /* as wide, and copy b to the panel; NULL for less than half of the rows */
	/* a single row of any number of columns; a is contiguous. NULL: like several rows */
	gemm_tile_fn row;
	gemm_tile_fn dots; /* the same for a transposed b: b_step is to the next column */
	size_t size;      /* bytes of an element */
	size_t least_rows; /* of a product; 0: any number */
	bool reads_lines;  /* the tiles read rows of A where they are, whatever their distance */
	void (*end)(void); /* after a product, in its thread; NULL: nothing to do */
};

/* The last three are groups of 4 bytes along the depth, which counts groups: four unsigned bytes of A times signed ones of B,
 * summed in i32; two bf16, summed in f32 (subnormal bf16 count as 0); two i16 whose products are those of bytes, summed in i32. C has the type of the sums. Not every processor
 * has inner loops for them: kernels_shared__gemm_has(). */
enum gemm_element { GEMM_F32, GEMM_I32, GEMM_F64, GEMM_I8X4, GEMM_BF16X2, GEMM_I16X2, GEMM_ELEMENTS };
#define GEMM_ISAS 3
static inline bool gemm_sums_f32(enum gemm_element element)
{
	return element == GEMM_F32 || element == GEMM_BF16X2;
}
/* From the widest to the portable one; name is NULL for those that are not part of this build. */
extern const struct gemm_isa kernels_shared__gemm_isas[GEMM_ELEMENTS][GEMM_ISAS];

/* A product: c = alpha * a * b + beta * d, where d is c unless it is given, and c (rows x columns) does not overlap a (rows x depth) or b (depth x
 * columns). If beta is 0, c is only written and may contain anything, including NaN. If alpha is 0, a and b are not
 * read. i32 wraps around. Strides count elements. */
struct gemm {
	size_t rows, columns, depth;
	const void *alpha, *a;
	size_t a_stride;
	const void *b;
	size_t b_stride;
	const void *beta;
	void *c;
	size_t c_stride;
	bool a_transposed, b_transposed; /* in memory: depth x rows, columns x depth */
	const void *d;                   /* NULL: c. It does not overlap c otherwise */
	size_t d_stride;                 /* 0: all rows of d are one */
	/* b consists of panels of GEMM_PANEL columns, each with its rows one after the other; b_stride is the number of rows of a panel.
	 * The number of columns is a multiple of GEMM_PANEL, and b begins with a panel. Elements of 4 bytes */
	bool b_panels;
};
enum { GEMM_PANEL = 32 };

static inline const void *gemm_a_at(const struct gemm *gemm, size_t size, size_t row, size_t k)
{
	const size_t stride = gemm->a_stride;
	return (const char *)gemm->a + (gemm->a_transposed ? k * stride + row : row * stride + k) * size;
}

static inline const void *gemm_b_at(const struct gemm *gemm, size_t size, size_t k, size_t column)
{
	const size_t stride = gemm->b_stride;
	if (gemm->b_panels)
		return (const char *)gemm->b +
		       ((column / GEMM_PANEL * stride + k) * GEMM_PANEL + column % GEMM_PANEL) * size;
	return (const char *)gemm->b + (gemm->b_transposed ? column * stride + k : k * stride + column) * size;
}

/* Elements from a row of b to the next. */
static inline size_t gemm_b_step(const struct gemm *gemm) { return gemm->b_panels ? GEMM_PANEL : gemm->b_stride; }

/* `d` is not NULL. */
static inline const void *gemm_d_at(const struct gemm *gemm, size_t size, size_t row, size_t column)
{
	return (const char *)gemm->d + (row * gemm->d_stride + column) * size;
}

static inline void *gemm_c_at(const struct gemm *gemm, size_t size, size_t row, size_t column)
{
	return (char *)gemm->c + (row * gemm->c_stride + column) * size;
}

/* The left matrix, if it exists only in parts. */
struct gemm_left {
	/* Packs elements [row, row + rows) x [k, k + depth) for a tile: to[(k * rows) + row], 4 bytes each. */
	void (*pack)(const void *ctx, size_t row, size_t rows, size_t k, size_t depth, uint32_t *to);
	const void *ctx;
	size_t row, k; /* start of the multiplied part, which is added to the arguments of pack() */
};

typedef void (*gemm_finish_fn)(const void *ctx, size_t row, size_t rows, size_t column, size_t columns);

/* Options. NULL, and each member that is 0: chosen automatically. */
struct gemm_how {
	const struct gemm_isa *isa;
	const struct gemm_left *left; /* instead of a */
	/* instead of a: by kernels_shared__gemm_pack_a(), all rows and all of the depth */
	void *packed_a;
	/* instead of b: by kernels_shared__gemm_pack_b(), all columns and all of the depth */
	void *packed_b;
	bool lean;                    /* no memory but the stack, which is slower */
	/* Called once for each part of the result when it is complete and probably cached. */
	gemm_finish_fn finish;
	const void *ctx;
};

enum {
	/* Elements of 4 bytes, half as many of 8. Shorter blocks read and write C more often. */
	GEMM_DEPTH = 1024,
	/* x GEMM_DEPTH elements of B: in the second-level cache, or in long runs from the third */
	GEMM_COLUMNS = 1024,
	GEMM_ROW_BLOCK = 6 /* tiles; x GEMM_DEPTH elements of A stay in the second-level cache */
};

/* Uses up to GEMM_SCRATCH bytes that the process keeps for later products, one block for each concurrent product. Works
 * without them when out of memory. */
void kernels_shared__gemm(const struct gemm *gemm, enum gemm_element element, const struct gemm_how *how);

/* Returns whether this processor has inner loops for the elements. */
bool kernels_shared__gemm_has(enum gemm_element element);
/* Returns whether the product has one column and is computed as a row of dot products. */
bool kernels_shared__gemm_is_column(const struct gemm *gemm);
/* 1 in the type of C. */
const void *kernels_shared__gemm_one(enum gemm_element element);
bool kernels_shared__gemm_is_zero(enum gemm_element element, const void *factor);

/* ---- parts of a product, to divide it among threads (together.c) */

const struct gemm_isa *kernels_shared__gemm_best_isa(enum gemm_element element);
/* That of the product, and of its parts, even if they have fewer rows. */
const struct gemm_isa *kernels_shared__gemm_isa_of(const struct gemm *gemm, enum gemm_element element);
/* Depth of a block. */
static inline size_t gemm_block_depth(const struct gemm_isa *isa) { return GEMM_DEPTH * 4 / isa->size; }
/* Returns whether the multiplication packs A. */
bool kernels_shared__gemm_packs_a(const struct gemm *gemm, const struct gemm_isa *isa, const struct gemm_left *left);
/* Number of elements of a row of packed B, at most GEMM_COLUMNS. */
size_t kernels_shared__gemm_packed_width(size_t columns, const struct gemm_isa *isa);
/* Packs rows [k, k + depth) of B, which must not cross a multiple of the depth of a block; `to` is the start of packed B. */
void kernels_shared__gemm_pack_b(const struct gemm *gemm, const struct gemm_isa *isa, size_t k, size_t depth, void *to);
/* Packs the depth [k, k + depth) of tile `tile` of A, one of kernels_shared__gemm_tiles(). k is a multiple of
 * the depth of a block, and k + depth the next multiple or the end. */
size_t kernels_shared__gemm_tiles(const struct gemm *gemm, const struct gemm_isa *isa);
void kernels_shared__gemm_pack_a(const struct gemm *gemm, const struct gemm_isa *isa, const struct gemm_left *left,
	size_t tile, size_t k, size_t depth, void *to);

/* Takes a block of at least GEMM_SCRATCH_B bytes, as products do; NULL: out of memory. */
enum {
	GEMM_SCRATCH_B = GEMM_DEPTH * GEMM_COLUMNS * 4,
	GEMM_SCRATCH_A = GEMM_DEPTH * GEMM_ROW_BLOCK * GEMM_MOST_ROWS * 4
};
void *kernels_shared__gemm_take_scratch(void);
void kernels_shared__gemm_give_scratch(void *scratch);

/* to[k * rows + i] = from[i][k] for k < count: rows of elements of 4 bytes. */
void kernels_shared__interleave(const void *const *from, size_t rows, size_t count, uint32_t *to);

#endif
