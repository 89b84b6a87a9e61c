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
	void *c;
	ptrdiff_t c_row;
	const void *alpha, *beta;
};
typedef void (*gemm_tile_fn)(const struct gemm_tile *tile);

enum { GEMM_MOST_ROWS = 14 };

/* The inner loops for one instruction set. */
struct gemm_isa {
	const char *name;
	bool (*supported)(void); /* by this processor */
	size_t lanes, rows;      /* elements of a vector; rows of the largest tile */
	const gemm_tile_fn *wide, *narrow; /* by rows - 1; 2 * lanes columns, lanes columns */
	gemm_tile_fn row; /* a single row of any number of columns; a is contiguous */
};

enum gemm_element { GEMM_F32, GEMM_I32, GEMM_ELEMENTS };
#define GEMM_ISAS 3
/* From the widest to the portable one; name is NULL for those that are not part of this build. */
extern const struct gemm_isa kernels_shared__gemm_isas[GEMM_ELEMENTS][GEMM_ISAS];

/* A product: c = alpha * a * b + beta * c, where c (rows x columns) does not overlap a (rows x depth) or b (depth x
 * columns). If beta is 0, c is only written and may contain anything, including NaN. If alpha is 0, a and b are not
 * read. Elements have 4 bytes and that alignment; i32 wraps around. Strides count elements. */
struct gemm {
	size_t rows, columns, depth;
	const void *alpha, *a;
	size_t a_stride;
	const void *b;
	size_t b_stride;
	const void *beta;
	void *c;
	size_t c_stride;
};

/* The left matrix, if it exists only in parts. */
struct gemm_left {
	/* Packs elements [row, row + rows) x [k, k + depth) for a tile: to[(k * rows) + row], 4 bytes each. */
	void (*pack)(const void *ctx, size_t row, size_t rows, size_t k, size_t depth, uint32_t *to);
	const void *ctx;
	size_t row, k; /* start of the multiplied part, which is added to the arguments of pack() */
};

/* Options. NULL, and each member that is 0: chosen automatically. */
struct gemm_how {
	const struct gemm_isa *isa;
	const struct gemm_left *left; /* instead of a */
	/* instead of a: by kernels_shared__gemm_pack_a(), all rows and all of the depth */
	void *packed_a;
	/* instead of b: by kernels_shared__gemm_pack_b(), all columns and all of the depth */
	void *packed_b;
	bool lean;                    /* no memory but the stack, which is slower */
};

enum {
	GEMM_DEPTH = 512,    /* x the width of a panel: fits in the first-level cache */
	/* x GEMM_DEPTH elements of B: in the second-level cache, or in long runs from the third */
	GEMM_COLUMNS = 1024,
	GEMM_ROW_BLOCK = 12, /* tiles; x GEMM_DEPTH elements of A stay in the second-level cache */
	GEMM_ELEMENT_SIZE = 4
};

/* Uses up to GEMM_SCRATCH bytes that the process keeps for later products, one block for each concurrent product. Works
 * without them when out of memory. */
void kernels_shared__gemm(const struct gemm *gemm, enum gemm_element element, const struct gemm_how *how);

/* A product of elements of 8 bytes; alpha and beta are doubles. In the calling thread, with memory on the stack only. The
 * order of each sum depends on the depth alone, except that a single row is summed without blocks. */
void kernels_shared__gemm_f64(const struct gemm *gemm);

/* ---- parts of a product, to divide it among threads (together.c) */

const struct gemm_isa *kernels_shared__gemm_best_isa(enum gemm_element element);
/* Returns whether the multiplication packs A. */
bool kernels_shared__gemm_packs_a(const struct gemm *gemm, const struct gemm_isa *isa, const struct gemm_left *left);
/* Number of elements of a row of packed B, at most GEMM_COLUMNS. */
size_t kernels_shared__gemm_packed_width(size_t columns, const struct gemm_isa *isa);
/* Packs rows [k, k + depth) of B, which must not cross a multiple of GEMM_DEPTH; `to` is the start of packed B. */
void kernels_shared__gemm_pack_b(const struct gemm *gemm, const struct gemm_isa *isa, size_t k, size_t depth, void *to);
/* Packs the depth [k, k + depth) of tile `tile` of A, one of kernels_shared__gemm_tiles(). k is a multiple of
 * GEMM_DEPTH, and k + depth the next multiple or the end. */
size_t kernels_shared__gemm_tiles(const struct gemm *gemm, const struct gemm_isa *isa);
void kernels_shared__gemm_pack_a(const struct gemm *gemm, const struct gemm_isa *isa, const struct gemm_left *left,
	size_t tile, size_t k, size_t depth, void *to);

/* Takes a block of at least GEMM_SCRATCH_B bytes, as products do; NULL: out of memory. */
enum {
	GEMM_SCRATCH_B = GEMM_DEPTH * GEMM_COLUMNS * GEMM_ELEMENT_SIZE,
	GEMM_SCRATCH_A = GEMM_DEPTH * GEMM_ROW_BLOCK * GEMM_MOST_ROWS * GEMM_ELEMENT_SIZE
};
void *kernels_shared__gemm_take_scratch(void);
void kernels_shared__gemm_give_scratch(void *scratch);

/* to[k * rows + i] = from[i][k] for k < count: at most GEMM_MOST_ROWS rows of elements of 4 bytes. */
void kernels_shared__interleave(const void *const *from, size_t rows, size_t count, uint32_t *to);

#endif
