/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Taken ops are stored compactly instead of becoming IR. Most ops of a large program are kernels without regions and
 * symbols, of which only a few numbers are needed. Other ops become IR. If a taken op turns out to be part of
 * something that needs IR (a compiled module, a place where kernels are not allowed), the conversion fails and is
 * repeated without taking ops. Errors are therefore always found on the path without taken ops. */
#ifndef BEF_TRANSLATE_TAKEN_H
#define BEF_TRANSLATE_TAKEN_H

#include "common/memory.h"
#include <bef/status.h>
#include <mlirbc/parse.h>

struct bef_mlir__convert;

struct bef_mlir__taken_op {
	uint32_t name; /* index in convert->names */
	uint32_t line, column;
	uint32_t operands_end, results_end; /* ends in `operands` and `results`; those of the next op begin there */
	uint32_t attrs;                     /* index + 1 in `attrs`, 0: none */
};

struct bef_mlir__taken_attrs {
	uint32_t attrs; /* as in struct mlirbc_op */
};

/* Consecutive taken ops, after an op that became IR or at the beginning of a block. */
struct bef_mlir__run {
	uint32_t first, count;
};

/* A block with taken ops. */
struct bef_mlir__taken_block {
	const struct mlirbc_block *block;
	struct mlirbc_op *numbered; /* the last op in the IR whose results are numbered; NULL: none */
	uint32_t registers;         /* numbers assigned so far: arguments, then results in order */
	uint32_t run;               /* the last run, or BEF_MLIR__NONE */
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
	const struct mlirbc_type *last_type; /* most results have the type of the previous one */
	uint32_t last_type_index;
	struct bef_mlir__taken_attrs *attrs;
	size_t attr_count, attr_capacity;
	struct bef_mlir__run *runs;
	size_t run_count, run_capacity;
	struct bef_mlir__map run_map; /* key: the op before the run, or the block */
	struct bef_mlir__taken_block *blocks;
	size_t block_count, block_capacity, block; /* block: index of the current one */
	struct bef_mlir__map block_map;
	struct bef_mlir__arena values; /* until every use by an op in the IR has its final value */
	struct mlirbc_op *scratch; /* the op being offered, followed by its results and operands */
	size_t scratch_capacity;
	bool any;
	bool known; /* the text is a host program; before an operation of TFRT shows it, nothing is taken */
	size_t written; /* ops that have been added to a body */
	const char *file;       /* file name of all locations */
	size_t file_size;
};

/* Returns the taken ops after an op, or at the beginning of a block. NULL: none. */
const struct bef_mlir__run *bef_mlir__run_behind(const struct bef_mlir__convert *convert, const void *op_or_block);
/* Returns what is known of the op: name, attributes, numbers of operands and results. */
struct mlirbc_op bef_mlir__taken_op(const struct bef_mlir__convert *convert, uint32_t index);
static inline uint32_t bef_mlir__taken_first_operand(const struct bef_mlir__taken *taken, uint32_t index)
{
	return index ? taken->ops[index - 1].operands_end : 0;
}
static inline uint32_t bef_mlir__taken_first_result(const struct bef_mlir__taken *taken, uint32_t index)
{
	return index ? taken->ops[index - 1].results_end : 0;
}

/* Creates values in the context for operands that are results of taken ops. */
struct mlirbc_op;
bool bef_mlir__keep_operands(struct bef_mlir__convert *convert, struct mlirbc_op *op);
/* Frees the large arrays once all ops have been added to a body. */
void bef_mlir__taken_release(struct bef_mlir__convert *convert);
void bef_mlir__taken_finish(struct bef_mlir__convert *convert);

#endif
