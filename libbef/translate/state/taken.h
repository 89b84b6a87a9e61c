/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Ops that are taken from the parser before they are made: most of a large program are kernels without regions and
 * symbols, and all that has to be kept of one is some numbers. The others become IR as always. Whatever an op that was
 * taken may be part of and that needs IR (a compiled module, a place where no kernel may stand) makes the conversion
 * fail; it is then done again without taking any, so that errors are found in one way only. */
#ifndef BEF_TRANSLATE_TAKEN_H
#define BEF_TRANSLATE_TAKEN_H

#include "common/memory.h"
#include <bef/status.h>
#include <mlirbc/parse.h>

struct bef_mlir__convert;

struct bef_mlir__taken_op {
	uint32_t name; /* index in convert->names */
	uint32_t line, column;
	uint32_t operands_end, results_end; /* in the arrays of all; those of the next op begin there */
	uint32_t attrs;                     /* index + 1 in `attrs`, 0: none */
};

struct bef_mlir__taken_attrs {
	uint32_t attrs; /* as in struct mlirbc_op */
};

/* Ops that stand one behind the other, and behind an op that was made or at the beginning of a block. */
struct bef_mlir__run {
	uint32_t first, count;
};

/* A block that ops were taken from. */
struct bef_mlir__taken_block {
	const struct mlirbc_block *block;
	struct mlirbc_op *numbered; /* the last op that was made whose results have numbers; NULL: none */
	uint32_t registers;         /* numbers given out: of the arguments, then of results in order */
	uint32_t run;               /* the last one, or BEF_MLIR__NONE */
};

struct bef_mlir__taken {
	struct bef_mlir__taken_op *ops;
	size_t op_count, op_capacity;
	uint32_t *operands; /* register numbers within the block */
	size_t operand_count, operand_capacity;
	uint32_t *results; /* their types: indexes in `types` */
	size_t result_count, result_capacity;
	const struct mlirbc_type **types;
	size_t type_count, type_capacity;
	struct bef_mlir__map type_map;
	const struct mlirbc_type *last_type; /* most have the type of the one before */
	uint32_t last_type_index;
	struct bef_mlir__taken_attrs *attrs;
	size_t attr_count, attr_capacity;
	struct bef_mlir__run *runs;
	size_t run_count, run_capacity;
	struct bef_mlir__map run_map; /* by the op that they stand behind, or the block */
	struct bef_mlir__taken_block *blocks;
	size_t block_count, block_capacity, block; /* block: the current one */
	struct bef_mlir__map block_map;
	struct bef_mlir__arena values; /* until every use by an op that was made has a value of its own */
	struct mlirbc_op *scratch; /* the op being offered, with its results and operands behind it */
	size_t scratch_capacity;
	bool any;
	size_t written; /* ops that are in a body by now */
	const char *file;       /* of all locations */
	size_t file_size;
};

/* The ops behind an op, or at the beginning of a block. NULL: none. */
const struct bef_mlir__run *bef_mlir__run_behind(const struct bef_mlir__convert *convert, const void *op_or_block);
/* The op as far as it is known: name, attributes, numbers of operands and results. */
struct mlirbc_op bef_mlir__taken_op(const struct bef_mlir__convert *convert, uint32_t index);
static inline uint32_t bef_mlir__taken_first_operand(const struct bef_mlir__taken *taken, uint32_t index)
{
	return index ? taken->ops[index - 1].operands_end : 0;
}
static inline uint32_t bef_mlir__taken_first_result(const struct bef_mlir__taken *taken, uint32_t index)
{
	return index ? taken->ops[index - 1].results_end : 0;
}

/* Gives operands that are results of ops that were taken values in the context. */
struct mlirbc_op;
bool bef_mlir__keep_operands(struct bef_mlir__convert *convert, struct mlirbc_op *op);
/* Frees what is large when all ops are in a body. */
void bef_mlir__taken_release(struct bef_mlir__convert *convert);
void bef_mlir__taken_finish(struct bef_mlir__convert *convert);

#endif
