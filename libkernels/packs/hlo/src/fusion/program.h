/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A loop as it is executed: instructions on places, in segments.
 *
 * Values of the expression have a kind: scalar (one element), row (one per row), full (one per element of the space). Rows
 * that fit a tile are computed in blocks of rows, by one segment; longer ones and columns one at a time, each in passes over its
 * tiles: every reduction ends a pass. A full value that a later pass needs is kept in memory for a row, or computed again. */
#ifndef KERNELS_HLO_FUSION_PROGRAM_H
#define KERNELS_HLO_FUSION_PROGRAM_H

#include "expr/fold.h"
#include "fusion/access.h"
#include "fusion/fusion.h"

#define LOOP_NONE UINT32_MAX
#define LOOP_LONG_ROW 2048     /* longer rows are computed in passes */
#define LOOP_SHORT_ROW 512     /* shorter ones several at a time */
#define LOOP_TILE_LEAST 256u   /* elements */
#define LOOP_TILE_MOST 1024u
#define LOOP_EDGE_TILE 4096u /* with joins that are read in place; to find them takes as long as hundreds of elements */
#define LOOP_TILE_BYTES 24576u /* of all slots: they share the first cache with operands and results */
#define LOOP_PASSES 256u
#define LOOP_SPARE 56u         /* bytes behind a slot: code computes blocks of eight elements */
#define LOOP_BLOCK 64u         /* bytes of such a block at most */
#define LOOP_ROW_CALLS 48      /* row values are not repeated in memory for rows of that length: a primitive computes one row */

enum loop_kind { LOOP_SCALAR, LOOP_ROW, LOOP_FULL };

/* Where a place's memory is. */
enum loop_base {
	LOOP_SLOT,   /* in the workspace */
	LOOP_FIXED,  /* a constant step */
	LOOP_INPUT,  /* an argument, in order */
	LOOP_OUTPUT, /* a result */
	LOOP_KEPT,   /* in the workspace, for a whole row */
	LOOP_NOWHERE /* none: in registers of code */
};
/* How the address changes from tile to tile. */
enum loop_step { LOOP_STILL, LOOP_BY_ROW, LOOP_BY_ELEMENT, LOOP_IN_ROW };

/* Small: a model has a place and an instruction for each operation. */
struct loop_place {
	uint8_t base, step, kind; /* enum loop_base, loop_step, loop_kind */
	uint8_t size;     /* of an element */
	uint32_t index;   /* argument, result or step; of a slot: its number */
	int64_t offset;   /* elements; of slots and kept values: bytes in the workspace */
};

enum loop_action {
	LOOP_RUN,       /* a primitive, for the elements of the kind */
	LOOP_RUN_ROWS,  /* a primitive for each row; operand `index` is one element per row, which it repeats */
	LOOP_READ,      /* argument `index` by its map */
	LOOP_IOTA,      /* step `index` */
	LOOP_FILL,      /* a scalar, repeated for all elements of a tile of the kind */
	LOOP_EXPAND,    /* a row value, repeated along the row */
	LOOP_COPY,      /* to a result or a kept value */
	LOOP_SCATTER,   /* to result `index`, of which a row has runs */
	LOOP_JOIN,      /* the pieces of join `index` */
	LOOP_FOLD,      /* whole rows: in[0] elements, in[1] initial values; `index`: of the fold */
	LOOP_FOLD_BEGIN, /* of a row in passes; in[1] initial value; `index`: of the fold and its state */
	LOOP_FOLD_ADD,
	LOOP_FOLD_END,
	LOOP_CODE       /* `index`: of the code, which computes the instructions that follow */
};

struct loop_instruction {
	uint8_t action, kind; /* enum loop_action; enum loop_kind of the elements that are computed */
	uint32_t out, in[3]; /* places */
	uint32_t index;
	hlo_primitive_fn *run;
	const struct hlo_primitive *primitive;
};

/* The places in `in`. */
static inline uint32_t loop_operands(const struct loop_instruction *in)
{
	switch (in->action) {
	case LOOP_RUN:
	case LOOP_RUN_ROWS: return in->primitive->operand_count;
	case LOOP_FILL:
	case LOOP_EXPAND:
	case LOOP_COPY:
	case LOOP_SCATTER: return 1;
	case LOOP_READ:
	case LOOP_JOIN: /* its pieces have places */
	case LOOP_IOTA:
	case LOOP_CODE: return 0;
	default: return 2; /* folds */
	}
}

/* Memory that code reads or writes: elements, or one element for all lanes of a call. */
struct loop_pointer {
	size_t step;       /* bytes from row to row */
	uint32_t place;
	uint8_t size;      /* of an element */
	bool one, result;
};

struct loop_code {
	struct hlo_code *code;
	uint32_t steps;        /* instructions that it computes */
	uint32_t first, count; /* pointers */
	bool by_rows;          /* one call per row, of a multiple of its lanes */
};

struct loop_segment {
	uint32_t begin, end; /* instructions */
	bool tiles;          /* of rows in passes: repeated for each tile of the row */
};

struct loop_argument {
	struct hlo_access access; /* of elements, rows, or elements in a row */
	uint32_t last_read;       /* the last instruction that has it as an operand; 0: the first, or none */
	uint8_t kind;             /* enum loop_kind */
	uint8_t size;
	bool same_rows;           /* full, and equal in all rows: the access is that of one row */
};

/* A piece of a join (join.h): the elements of a box of the space. */
struct loop_piece {
	uint32_t value; /* argument or step */
	uint32_t place; /* of a step; LOOP_NONE: the argument is read by its map */
	uint32_t cut;   /* the first of its cuts, one per dimension of the join */
	bool single;    /* the place has one element, which is repeated */
	int64_t elements; /* of the operand that an argument is */
	int64_t offset; /* of an argument, as the map says */
};
struct loop_cut {
	int64_t from, to, stride; /* indices of the space; stride of an argument */
};
struct loop_join {
	uint32_t value, carried; /* carried: the step that is computed where the join has its elements; LOOP_NONE: none */
	uint32_t piece, piece_count;
	bool used; /* has places */
	bool narrow; /* two dimensions, of which only the last one, of few elements, is divided: coordinates that are stacked */
	uint32_t rank;
	int64_t dims[KERNELS_MAX_RANK];
};

/* A dimension of the space: `from` is that of the attributes, of whose elements one step of it is `scale`. */
struct loop_dim {
	uint32_t from;
	int64_t scale;
};

struct hlo_loop {
	struct hlo_expr *body;
	const struct async_allocator *allocator;
	uint32_t map_rank; /* of the attributes */
	struct loop_dim order[KERNELS_MAX_RANK];
	uint32_t rank, row_rank; /* row_rank: may be chosen if there are no reductions */
	int64_t dims[KERNELS_MAX_RANK];
	int64_t outer, inner, total;
	bool columns;         /* columns.c */
	uint32_t width_rank;  /* the last dimensions of a row, which reductions keep */
	int64_t width;        /* elements of a row value */
	int64_t blocks;       /* rows that are columns of the same elements */
	bool by_row;   /* units are rows */
	bool several;  /* rows are computed in blocks; else one at a time */
	bool passes;   /* rows are computed in passes */
	size_t rows;   /* of a block */
	size_t tile;   /* elements of a tile */
	size_t run;    /* tiles end where a multiple of it does, so that operands are read in place; 0: they may end anywhere */
	uint32_t first_operand;
	bool computed; /* argument 0 */
	uint64_t nanoseconds;
	size_t workspace;
	size_t states_at, places_at; /* in the workspace */
	size_t state_size; /* of a reduction of a row in passes */
	struct loop_argument *arguments;
	struct hlo_fold *folds;   /* one per reduction */
	struct loop_place *places;
	struct loop_instruction *instructions;
	struct loop_segment *segments;
	uint32_t fold_count, place_count, instruction_count, segment_count;
	uint32_t hoisted;         /* the first instructions, which run once per workspace */
	uint32_t place_limit, instruction_limit, segment_limit; /* allocated */
	struct loop_join *joins;
	struct loop_piece *pieces;
	struct loop_cut *cuts;
	int64_t edge_row, edge_low, edge_high; /* edges.h: the length of rows whose ends are computed apart; 0: none */
	size_t edges_at; /* in the workspace: a tile for each argument and result in order */
	uint32_t join_count, join_limit, piece_count, piece_limit, cut_count, cut_limit;
	struct loop_code *codes;
	struct loop_pointer *pointers;
	uint32_t code_count, code_limit, pointer_count, pointer_limit;
	uint32_t most_frame, most_pointers; /* of all codes */
	uint32_t nowhere;         /* a place of no memory */
	bool plain;               /* one tile, which one piece of code computes from operands and results where they are */
	uint32_t *addressed;      /* the places that are used: first those that move from tile to tile */
	uint32_t moving_count, addressed_count;
	size_t addressed_room;
	size_t codes_at;          /* in the workspace: pointers, frame, elements of a last block */
};

/* The beginning of a workspace; pointers of places follow. */
struct loop_head {
	const struct hlo_loop *loop;
	const void *const *inputs;
	void *const *outputs;
};

/* The map of operand i, in `out`: offset and strides, with 0 as the stride of dimensions of one element. */
void kernels_hlo__loop_map(const struct hlo_loop *loop, const struct kernels_array *maps, uint32_t i, int64_t *out);
/* Orders the dimensions of a loop whose last `column_rank` dimensions are kept by reductions of the row_rank before them. */
void kernels_hlo__loop_columns(struct hlo_loop *loop, uint32_t column_rank);
/* The number of the first element of run `run` of a row, in the order of the attributes. */
uint64_t kernels_hlo__loop_run_start(const struct hlo_loop *loop, uint64_t row, uint64_t run);
/* Full results are written run by run. */
static inline bool loop_scatters(const struct hlo_loop *loop) { return loop->columns && loop->blocks > 1; }

/* The slots of places, the tile, and the layout of the workspace. False: out of memory. */
bool kernels_hlo__loop_layout(struct hlo_loop *loop);
/* Fills the list `addressed` and finds `plain`, when instructions and places are complete. False: out of memory. */
bool kernels_hlo__loop_find_addresses(struct hlo_loop *loop);
/* Instructions and places of the expression, whose values have these kinds. `wanted`: LOOP_ROW or LOOP_FULL, per result. Returns false
 * after kernels_hlo__refuse(). */
bool kernels_hlo__loop_emit(struct hlo_loop *loop, struct hlo_op *op, const enum loop_kind *kinds, const enum loop_kind *wanted);

/* An array that has room for `limit` elements gets room for one more. False: out of memory. */
bool kernels_hlo__loop_grow(
	const struct async_allocator *allocator, void *array, uint32_t count, uint32_t *limit, size_t size);
/* An array gets room for exactly `count` elements, the first of which it keeps; for at least one if it exists. False: out of memory. */
bool kernels_hlo__loop_resize(
	const struct async_allocator *allocator, void *array, uint32_t count, uint32_t *limit, size_t size);

#endif
