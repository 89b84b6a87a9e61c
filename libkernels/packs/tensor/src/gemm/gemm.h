/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Product of dense row-major matrices, without any library. */
#ifndef KERNELS_TENSOR_GEMM_H
#define KERNELS_TENSOR_GEMM_H

#include <async/allocator.h>

/* One tile of the result, at most `rows` x 2 * lanes: what stays in registers while the depth is walked. Steps are
 * in bytes, so that one function reads rows where they lie (a_step 4) and rows that were packed side by side (a_row
 * 4). */
struct gemm_tile {
	size_t depth, columns;
	const void *a;
	ptrdiff_t a_row, a_step; /* to the element below, and to the one on the right */
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
	gemm_tile_fn row; /* a single row of any number of columns; a lies in one piece */
};

enum gemm_element { GEMM_F32, GEMM_I32, GEMM_ELEMENTS };
#define GEMM_ISAS 3
/* From the widest to the one that runs everywhere; those that this build has not have no name. */
extern const struct gemm_isa kernels_tensor__gemm_isas[GEMM_ELEMENTS][GEMM_ISAS];

/* What is multiplied: c = alpha * a * b + beta * c, where c (rows x columns) shares no memory with a (rows x depth) and
 * b (depth x columns). With beta 0, c is only written: it may hold anything, NaN included. With alpha 0, a and b are
 * not read. Elements are 4 bytes, at any multiple of 4; those of i32 wrap around. Strides count elements. */
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

/* The matrix on the left, when it exists only in parts. */
struct gemm_left {
	/* Puts elements [row, row + rows) x [k, k + depth) where a tile wants them: to[(k * rows) + row], 4 bytes
	 * each. */
	void (*pack)(const void *ctx, size_t row, size_t rows, size_t k, size_t depth, uint32_t *to);
	const void *ctx;
	size_t row, k; /* where the part begins that is multiplied: added to what pack() is asked for */
};

/* How to go about it; NULL, and each member that is: as is best. */
struct gemm_how {
	const struct gemm_isa *isa;
	const struct gemm_left *left; /* instead of a */
	/* instead of a: by kernels_tensor__gemm_pack_a(), all rows and all of the depth */
	void *packed_a;
	/* instead of b: by kernels_tensor__gemm_pack_b(), all columns and all of the depth */
	void *packed_b;
	bool lean;                    /* no memory but the stack, which takes longer */
};

enum {
	GEMM_DEPTH = 512,    /* x the width of a panel stays close to the first-level cache */
	/* x GEMM_DEPTH elements of B: from the second-level cache, or in long stretches from the third */
	GEMM_COLUMNS = 1024,
	GEMM_ROW_BLOCK = 12, /* tiles; x GEMM_DEPTH elements of A stay in the second-level cache */
	GEMM_ELEMENT_SIZE = 4
};

/* Takes up to GEMM_SCRATCH bytes of memory that the process keeps for the next product, one piece for each that runs
 * at the same time; when there is none, it goes without. */
void kernels_tensor__gemm(const struct gemm *gemm, enum gemm_element element, const struct gemm_how *how);

/* ---- parts of a product, for those who divide it among threads (together.c) */

const struct gemm_isa *kernels_tensor__gemm_best_isa(enum gemm_element element);
/* Is A packed by whoever multiplies? */
bool kernels_tensor__gemm_packs_a(const struct gemm *gemm, const struct gemm_isa *isa, const struct gemm_left *left);
/* Elements of a row of packed B, GEMM_COLUMNS at most. */
size_t kernels_tensor__gemm_packed_width(size_t columns, const struct gemm_isa *isa);
/* Packs rows [k, k + depth) of B, which do not go across a multiple of GEMM_DEPTH; `to`: where all of it is. */
void kernels_tensor__gemm_pack_b(const struct gemm *gemm, const struct gemm_isa *isa, size_t k, size_t depth, void *to);
/* Packs tile `tile` of A, of those kernels_tensor__gemm_tiles() that a product has, and of its depth [k, k + depth),
 * which begins with a multiple of GEMM_DEPTH and ends with the next, or with the depth. */
size_t kernels_tensor__gemm_tiles(const struct gemm *gemm, const struct gemm_isa *isa);
void kernels_tensor__gemm_pack_a(const struct gemm *gemm, const struct gemm_isa *isa, const struct gemm_left *left,
	size_t tile, size_t k, size_t depth, void *to);

/* Memory for GEMM_SCRATCH_B bytes and more, as products take it; NULL: none. */
enum {
	GEMM_SCRATCH_B = GEMM_DEPTH * GEMM_COLUMNS * GEMM_ELEMENT_SIZE,
	GEMM_SCRATCH_A = GEMM_DEPTH * GEMM_ROW_BLOCK * GEMM_MOST_ROWS * GEMM_ELEMENT_SIZE
};
void *kernels_tensor__gemm_take_scratch(void);
void kernels_tensor__gemm_give_scratch(void *scratch);

/* to[k * rows + i] = from[i][k], for k below count: GEMM_MOST_ROWS rows at most, elements of 4 bytes. */
void kernels_tensor__interleave(const void *const *from, size_t rows, size_t count, uint32_t *to);

#endif
